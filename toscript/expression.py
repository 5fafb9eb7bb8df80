"""Expressions: what a Python one is in JavaScript. Whatever may differ between the two goes to a helper (`$add`)."""

from __future__ import annotations

import ast
import json
from typing import NoReturn, Protocol

from toscript.call import call
from toscript.module import Place, definition
from toscript.scope import Scope, parameters, spelled

_OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "$add",
    ast.Sub: "$sub",
    ast.Mult: "$mul",
    ast.FloorDiv: "$floordiv",
    ast.Mod: "$mod",
    ast.LShift: "$shl",
    ast.Pow: "$pow",
    ast.BitAnd: "$and",
}
_COMPARED: dict[type[ast.cmpop], str] = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
_EQUAL = {ast.Eq: "===", ast.NotEq: "!==", ast.Is: "===", ast.IsNot: "!=="}
#: Helpers that answer true or false, so that nothing need be asked of their answer.
_ANSWERS = (
    "$any(",
    "$all(",
    "$in(",
    "!",
    "$startswith(",
    "$isascii(",
    "$isalpha(",
    "$isdigit(",
    "$isalnum(",
    "$isupper(",
    "$islower(",
    "$isprintable(",
    "$isspace(",
    "$eq(",
    "$isfloat(",
)


class Asks(Protocol):
    """Who is told of every name that a translation needs."""

    def ask(self, place: Place) -> str:
        """A definition is needed: what it is called in JavaScript."""

    def uses(self, owner: Place | None, attribute: str) -> None:
        """A member is used, of a class where it is known which one."""


def text(value: str) -> str:
    """A string as JavaScript, fit to stand in a page."""
    return json.dumps(value, ensure_ascii=not value.isprintable()).replace("</", "<\\/").replace("<!", "<\\!")


class Expressions:
    """Translates expressions of one scope."""

    def __init__(self, scope: Scope, asks: Asks) -> None:
        self.scope, self.asks = scope, asks

    def __call__(self, node: ast.expr) -> str:
        """An expression in JavaScript, fit to stand as an operand or argument."""
        match node:
            case ast.Constant():
                return self._constant(node)
            case ast.Name(id=name):
                return self.name(node, name)
            case ast.Attribute(value=value, attr=attribute):
                place = self.scope.of(node)
                if place is not None and definition(place) is not None:
                    return self.asks.ask(place)
                self.asks.uses(self.scope.class_of(value), attribute)
                return f"{self(value)}.{attribute}"
            case ast.BinOp(left=left, op=operator, right=right):
                if type(operator) not in _OPERATORS:
                    self.refuse(node, f"the operator {type(operator).__name__}")
                return f"{_OPERATORS[type(operator)]}({self(left)},{self(right)})"
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return f"!{self.truth(operand)}"
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(value))):
                return f"(-{value})"
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return f"$sub(0,{self(operand)})"
            case ast.BoolOp(op=operator, values=values):
                return self._either(isinstance(operator, ast.Or), values)
            case ast.Compare():
                return self._compare(node)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return f"({self.truth(test)}?{self(body)}:{self(orelse)})"
            case ast.Call():
                return call(self, node)
            case ast.Subscript(value=value, slice=ast.Slice(lower=lower, upper=upper, step=None)):
                ends = [self(end) if end is not None else "null" for end in (lower, upper)]
                return f"$slice({self(value)},{','.join(ends)})"
            case ast.Subscript(value=value, slice=ast.Call(func=ast.Name(id="slice"), args=[ast.Starred(value=ends)])):
                return f"$slice({self(value)}, ...{self(ends)})"
            case ast.Subscript(value=value, slice=index):
                return f"$at({self(value)},{self(index)})"
            case ast.Tuple(elts=elements) | ast.List(elts=elements):
                return f"[{self.all(elements)}]"
            case ast.Set(elts=elements):
                return f"new Set([{self.all(elements)}])"
            case ast.Dict(keys=keys, values=values):
                pairs = [
                    f"...{self(value)}" if key is None else f"[{self(key)},{self(value)}]"
                    for key, value in zip(keys, values, strict=True)
                ]
                return f"new Map([{','.join(pairs)}])"
            case ast.ListComp(elt=element, generators=parts) | ast.GeneratorExp(elt=element, generators=parts):
                return self._comprehension([element], parts)
            case ast.SetComp(elt=element, generators=parts):
                return f"new Set({self._comprehension([element], parts)})"
            case ast.DictComp(key=key, value=value, generators=parts):
                return f"new Map({self._comprehension([key, value], parts)})"
            case ast.JoinedStr(values=values):
                return "`" + "".join(self._piece(one) for one in values) + "`"
            case ast.Lambda(args=args, body=body):
                if args.defaults or args.vararg or args.kwarg or args.kwonlyargs:
                    self.refuse(node, "a lambda with more than plain parameters")
                inner = Expressions(self.scope.inside(node), self.asks)
                return f"(({','.join(map(spelled, parameters(node)))})=>{inner(body)})"
            case ast.NamedExpr(target=target, value=value):
                return f"({spelled(target.id)}={self(value)})"
            case ast.Starred(value=value):
                return f"...$iter({self(value)})"
            case ast.Yield(value=ast.expr() as value):
                return f"yield {self(value)}"
            case ast.YieldFrom(value=value):
                return f"yield* $iter({self(value)})"
        self.refuse(node, type(node).__name__)

    def refuse(self, node: ast.AST, what: str) -> NoReturn:
        """There is no translation of this."""
        self.scope.module.refuse(node, what)

    def all(self, nodes: list[ast.expr]) -> str:
        """Several expressions, parted by commas."""
        return ",".join(map(self, nodes))

    def name(self, node: ast.expr, name: str) -> str:
        """A name: a local one, a definition, or a builtin that stands as a value."""
        if name in self.scope.local:
            return "this" if name == "self" and name in self.scope.classes else spelled(name)
        place = self.scope.place(name)
        if place.module == "builtins":
            if name not in ("int", "str", "len", "bool"):
                self.refuse(node, f"{name} as a value")
            return f"${name}"
        return self.asks.ask(place)

    def _either(self, is_or: bool, values: list[ast.expr]) -> str:
        """The operand that decides, which need be neither true nor false."""
        given = self(values[-1])
        for one in reversed(values[:-1]):
            found = self(one)
            if self._is_answer(one, found):
                given = f"({found}{'||' if is_or else '&&'}{given})"
            else:
                given = f"{'$or' if is_or else '$both'}({found},()=>{given})"
        return given

    def _is_answer(self, node: ast.expr, found: str) -> bool:
        """Whether something is true or false, and nothing else."""
        return isinstance(node, ast.Compare) or found.startswith(_ANSWERS)

    def truth(self, node: ast.expr) -> str:
        """Whether an expression counts as true."""
        if isinstance(node, ast.BoolOp):
            sign = "||" if isinstance(node.op, ast.Or) else "&&"
            return f"({sign.join(map(self.truth, node.values))})"
        found = self(node)
        if self._is_answer(node, found):
            return found
        return f"$truth({found})"

    def target(self, node: ast.expr) -> str:
        """What is assigned to in one step: a name, or several at once."""
        match node:
            case ast.Name(id=name):
                return spelled(name)
            case ast.Tuple(elts=elements):
                names = [one.id if isinstance(one, ast.Name) else "" for one in elements]
                # A name that comes again (`_, _, value`) holds the last.
                kept = [
                    "" if one and one in names[at + 1 :] else self.target(elements[at]) for at, one in enumerate(names)
                ]
                return f"[{','.join(kept)}]"
        self.refuse(node, f"an assignment to {type(node).__name__}")

    def _constant(self, node: ast.Constant) -> str:
        match node.value:
            case None:
                return "null"
            case bool(value):
                return str(value).lower()
            case str(value):
                return text(value)
            case int(value) if abs(value) >= 2**53:
                return f"{value}n"
            case int(value) | float(value):
                return str(value)
        self.refuse(node, f"the constant {node.value!r}")

    def _compare(self, node: ast.Compare) -> str:
        operands = [node.left, *node.comparators]
        for shared in operands[1:-1]:
            is_length = isinstance(shared, ast.Call) and self.scope.of(shared.func) == Place("builtins", "len")
            if not is_length and not isinstance(shared, ast.Name | ast.Constant | ast.Attribute):
                self.refuse(node, "a chain of comparisons around something that is worked out")
        parts = [
            self._compared(left, operator, right)
            for left, operator, right in zip(operands, node.ops, operands[1:], strict=False)
        ]
        return parts[0] if len(parts) == 1 else f"({'&&'.join(parts)})"

    def _compared(self, left: ast.expr, operator: ast.cmpop, right: ast.expr) -> str:
        if type(operator) in _COMPARED:
            return f"({self(left)}{_COMPARED[type(operator)]}{self(right)})"
        if isinstance(operator, ast.In | ast.NotIn):
            return f"{'!' if isinstance(operator, ast.NotIn) else ''}$in({self(left)},{self(right)})"
        if isinstance(left, ast.Constant) or isinstance(right, ast.Constant):
            return f"({self(left)}{_EQUAL[type(operator)]}{self(right)})"
        if isinstance(operator, ast.Is | ast.IsNot):
            self.refuse(left, "`is` beside anything but a constant")
        return f"{'!' if isinstance(operator, ast.NotEq) else ''}$eq({self(left)},{self(right)})"

    def _comprehension(self, elements: list[ast.expr], parts: list[ast.comprehension]) -> str:
        part, rest = parts[0], parts[1:]
        names = [node.id for node in ast.walk(part.target) if isinstance(node, ast.Name)]
        inner = Expressions(self.scope.with_names(names), self.asks)
        head = f"({inner.target(part.target)})=>"
        if rest:
            body = inner._comprehension(elements, rest)
        else:
            body = inner(elements[0]) if len(elements) == 1 else f"[{inner.all(elements)}]"
        if part.ifs and rest:
            self.refuse(part.target, "a condition before another `for`")
        test = f",{head}{'&&'.join(map(inner.truth, part.ifs))}" if part.ifs else ""
        return f"{'$flat' if rest else '$comp'}({self(part.iter)},{head}{body}{test})"

    def _piece(self, node: ast.expr) -> str:
        match node:
            case ast.Constant(value=str(value)):
                plain = text(value)[1:-1].replace('\\"', '"')
                return plain.replace("`", "\\`").replace("${", "\\${")
            case ast.FormattedValue(value=value, conversion=-1, format_spec=None):
                return f"${{$str({self(value)})}}"
            case ast.FormattedValue(value=value, conversion=114, format_spec=None):
                return f"${{$repr({self(value)})}}"
            case ast.FormattedValue(
                value=value, format_spec=ast.JoinedStr(values=[ast.Constant(value="+d" | "+g" as form)])
            ):
                return f"${{$format({self(value)},{text(form)})}}"
        self.refuse(node, "a format of this kind")
