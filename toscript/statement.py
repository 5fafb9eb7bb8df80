"""Statements, functions and classes in JavaScript, one line each."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from toscript.expression import Asks, Expressions, text
from toscript.module import Function, Place, definition
from toscript.scope import Scope, assigned, fields, own_nodes, spelled


class Statements:
    """Translates the body of one function, or a definition at the top of a module."""

    def __init__(self, scope: Scope, asks: Asks) -> None:
        self.scope, self.asks, self.say = scope, asks, Expressions(scope, asks)

    def function(self, node: Function, name: str, *, head: str = "function") -> Iterator[str]:
        """A function, or a method where `head` is empty; without its first parameter, which is `this`."""
        inner = Statements(self.scope.inside(node), self.asks)
        is_method = not head or head == "get"
        yielding = any(isinstance(one, ast.Yield | ast.YieldFrom) for one in own_nodes(node))
        star = "*" if yielding else ""
        start = f"{head}{star} {name}".rstrip() if head else f"{star}{name}"
        yield f"{start}({inner._parameters(node, is_method)}){{"
        nested = [one.name for one in own_nodes(node) if isinstance(one, ast.FunctionDef)]
        if is_method and nested:
            self.say.refuse(node, "a function within a method")
        names = list(dict.fromkeys([*assigned(node), *nested]))
        if names:
            yield f" let {','.join(map(spelled, names))};"
        yield from inner.block(node.body)
        yield "}"

    def _parameters(self, node: Function, is_method: bool) -> str:
        args = node.args
        plain = [*args.posonlyargs, *args.args]
        defaults = [None] * (len(plain) - len(args.defaults)) + list(args.defaults) + list(args.kw_defaults)
        given = [
            spelled(one.arg) if default is None else f"{spelled(one.arg)}={self.say(default)}"
            for one, default in zip([*plain, *args.kwonlyargs], defaults, strict=True)
        ]
        if args.kwarg is not None:
            given.append(f"{args.kwarg.arg} ={{}}")
        if args.vararg is not None:
            given.append(f"...{args.vararg.arg}")
        return ",".join(given[1:] if is_method else given)

    def block(self, body: list[ast.stmt]) -> Iterator[str]:
        """Statements in their order."""
        for node in body:
            yield from self.statement(node)

    def statement(self, node: ast.stmt) -> Iterator[str]:
        """One statement."""
        say = self.say
        match node:
            case ast.Expr(value=ast.Constant()) | ast.Pass() | ast.Assert() | ast.AnnAssign(value=None):
                return
            case ast.Expr(value=value):
                yield f"{say(value)};"
            case ast.Return(value=value):
                yield f"return {say(value) if value is not None else 'null'};"
            case ast.Assign(targets=[ast.Subscript(value=held, slice=index)], value=value):
                yield f"$put({say(held)},{say(index)},{say(value)});"
            case ast.Assign(targets=[ast.Attribute(value=ast.Name(id="self"), attr=attribute)], value=value):
                yield f"this.{attribute}={say(value)};"
            case ast.Assign(targets=targets, value=value):
                yield f"{'='.join(map(say.target, targets))}={say(value)};"
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                yield f"{say.target(target)}={say(value)};"
            case ast.AugAssign(target=ast.Name() as target, op=operator, value=value):
                worked = ast.copy_location(ast.BinOp(ast.Name(target.id, ast.Load()), operator, value), node)
                yield f"{say.target(target)}={say(worked)};"
            case ast.If():
                yield from self._if(node)
            case ast.For(target=target, iter=items, body=body, orelse=[]):
                yield f"for({say.target(target)} of $iter({say(items)})){{"
                yield from self.block(body)
                yield "}"
            case ast.While(test=test, body=body, orelse=[]):
                yield f"while({say.truth(test)}){{"
                yield from self.block(body)
                yield "}"
            case ast.Break() | ast.Continue():
                yield f"{type(node).__name__.lower()};"
            case ast.Raise(exc=ast.expr() as error):
                yield f"throw {say(error)};"
            case ast.Match():
                yield from self._match(node)
            case ast.FunctionDef():
                lines = list(self.function(node, ""))
                yield from (f"{spelled(node.name)}={lines[0]}", *lines[1:-1], "};")
            case ast.ImportFrom() | ast.Import():
                for one in node.names:
                    self.scope.module.imported.setdefault(
                        one.asname or one.name,
                        Place(node.module or "", one.name) if isinstance(node, ast.ImportFrom) else Place(one.name, ""),
                    )
            case _:
                say.refuse(node, f"a statement {type(node).__name__}")

    def _if(self, node: ast.If) -> Iterator[str]:
        yield f"if({self.say.truth(node.test)}){{"
        yield from self.block(node.body)
        rest = node.orelse
        while len(rest) == 1 and isinstance(rest[0], ast.If):
            yield f"}}else if({self.say.truth(rest[0].test)}){{"
            yield from self.block(rest[0].body)
            rest = rest[0].orelse
        if rest:
            yield "}else{"
            yield from self.block(rest)
        yield "}"

    def _match(self, node: ast.Match) -> Iterator[str]:
        """A match of constants alone."""
        subject = self.say(node.subject)
        if not isinstance(node.subject, ast.Name | ast.Attribute):
            self.say.refuse(node, "a match of something that is worked out")
        start = "if"
        for case in node.cases:
            tests = [f"{subject}==={text(value)}" for value in self._values(case)]
            yield f"{start}({'||'.join(tests)}){{" if tests else "}else{"
            yield from self.block(case.body)
            start = "}else if"
        yield "}"

    def _values(self, case: ast.match_case) -> list[str]:
        patterns = case.pattern.patterns if isinstance(case.pattern, ast.MatchOr) else [case.pattern]
        if case.guard is not None:
            self.say.refuse(case.pattern, "a case with a condition")
        values = []
        for one in patterns:
            match one:
                case ast.MatchValue(value=ast.Constant(value=str(value))):
                    values.append(value)
                case ast.MatchAs(pattern=None, name=None):
                    return []
                case _:
                    self.say.refuse(one, "a case that is no text")
        return values

    def class_(self, node: ast.ClassDef, name: str, members: list[Function]) -> Iterator[str]:
        """A class: the record that its fields make, or an error; of its methods those that are asked for."""
        bases = [place for base in node.bases if (place := self.scope.of(base)) is not None]
        own = [self.asks.ask(base) for base in bases if definition(base) is not None]
        others = {str(base) for base in bases if definition(base) is None}
        if len(bases) != len(node.bases) or not others <= {"msgspec.Struct", "builtins.Exception"} or len(own) > 1:
            self.say.refuse(node, f"the class {node.name}, for what it is made from,")
        base = own[0] if own else "Error" if "builtins.Exception" in others else ""
        yield f"class {name}{f' extends {base}' if base else ''} {{"
        if "msgspec.Struct" in others:
            yield from self._record(node)
        for one in members:
            decorators = [ast.unparse(decorator) for decorator in one.decorator_list]
            if decorators not in ([], ["property"]):
                self.say.refuse(one, f"a method with @{decorators[0]}")
            title = "constructor" if one.name == "__init__" else one.name
            yield from self.function(one, title, head="get" if decorators else "")
        yield "}"

    def _record(self, node: ast.ClassDef) -> Iterator[str]:
        given = [
            spelled(name) if default is None else f"{spelled(name)}={self.say(default)}"
            for name, default in fields(node)
        ]
        held = [name if spelled(name) == name else f"{name}:{spelled(name)}" for name, _ in fields(node)]
        yield f" constructor({','.join(given)}){{Object.assign(this,{{{','.join(held)}}})}}"
