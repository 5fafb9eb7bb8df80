"""What names mean within one function: its own variables, and the classes that annotations give them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from toscript.module import Definition, Function, Module, Place, definition, resolve

_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)
_WORDS = """
    arguments await case catch class const debugger default delete do enum eval export extends function import in
    instanceof let new null package private protected public static super switch this throw try typeof var void while
    with yield
"""
_RESERVED = frozenset(_WORDS.split())


def spelled(name: str) -> str:
    """A Python name as JavaScript takes it."""
    return f"{name}_" if name in _RESERVED else name


def own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """Everything of a function that is no part of a function inside it."""
    for child in ast.iter_child_nodes(node):
        yield child
        if not isinstance(child, ast.FunctionDef | ast.Lambda | ast.ClassDef):
            yield from own_nodes(child)


def parameters(function: Function | ast.Lambda) -> list[str]:
    """All parameters in the order in which they are given in JavaScript: keywords are places there."""
    args = function.args
    given = [one.arg for one in (*args.posonlyargs, *args.args, *args.kwonlyargs)]
    return given + [one.arg for one in (args.vararg, args.kwarg) if one is not None]


def assigned(function: Function) -> list[str]:
    """The variables of a function besides its parameters; targets of comprehensions are theirs alone."""
    inner = {
        id(name)
        for node in own_nodes(function)
        if isinstance(node, _COMPREHENSIONS)
        for part in node.generators
        for name in ast.walk(part.target)
    }
    names = [
        node.id
        for node in own_nodes(function)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and id(node) not in inner
    ]
    given = parameters(function)
    return [name for name in dict.fromkeys(names) if name not in given]


class Scope:
    """The names that can be seen at one point of a module."""

    def __init__(self, module: Module, owner: Place | None = None) -> None:
        self.module, self.owner = module, owner
        self.local: set[str] = set()
        self.classes: dict[str, Place] = {}

    def inside(self, function: Function | ast.Lambda) -> Scope:
        """The scope within a function."""
        scope = self.with_names(parameters(function))
        args = function.args
        for one in (*args.posonlyargs, *args.args, *args.kwonlyargs):
            if isinstance(one.annotation, ast.Name):
                found = self.place(one.annotation.id)
                if isinstance(definition(found), ast.ClassDef):
                    scope.classes[one.arg] = found
        if self.owner is not None and parameters(function)[:1] == ["self"]:
            scope.classes["self"] = self.owner
        if isinstance(function, ast.FunctionDef):
            nested = [node.name for node in own_nodes(function) if isinstance(node, ast.FunctionDef)]
            scope.local |= {*assigned(function), *nested}
        return scope

    def with_names(self, names: list[str]) -> Scope:
        """The same scope with further local names."""
        scope = Scope(self.module, self.owner)
        scope.local = self.local | set(names)
        scope.classes = {name: place for name, place in self.classes.items() if name not in names}
        return scope

    def place(self, name: str) -> Place:
        """Where a name that is no local one is defined; a builtin has no module."""
        if name in self.module.defined or name in self.module.imported:
            return resolve(Place(self.module.name, name))
        return Place("builtins", name)

    def of(self, node: ast.expr) -> Place | None:
        """What an expression names at the top of some module, if it does: `findings.finding_text`, `re.compile`."""
        if isinstance(node, ast.Name):
            return None if node.id in self.local else self.place(node.id)
        if isinstance(node, ast.Attribute):
            found = self.of(node.value)
            if found is not None and not found.name:
                return resolve(Place(found.module, node.attr))
        return None

    def class_of(self, node: ast.expr) -> Place | None:
        """The class of what an expression holds, where an annotation tells it."""
        return self.classes.get(node.id) if isinstance(node, ast.Name) else None


def member(place: Place, name: str) -> Function | None:
    """The method of a class, or of the classes it is made from."""
    found: Definition | None = definition(place)
    while isinstance(found, ast.ClassDef):
        for node in found.body:
            if isinstance(node, ast.FunctionDef) and node.name == name:
                return node
        bases = [base.id for base in found.bases if isinstance(base, ast.Name)]
        place = resolve(Place(place.module, bases[0])) if bases else Place("", "")
        found = definition(place)
    return None


def fields(node: ast.ClassDef) -> list[tuple[str, ast.expr | None]]:
    """The fields of a record, with their defaults."""
    return [
        (one.target.id, one.value)
        for one in node.body
        if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)
    ]
