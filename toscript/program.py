"""A whole translation: some definitions, and everything that they reach."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence

from toscript.expression import Expressions
from toscript.module import Function, Place, Untranslatable, definition, module
from toscript.scope import Scope, spelled
from toscript.statement import Statements

#: Methods that are called without being named.
_ALWAYS = ("__init__", "__str__")


class Program:
    """Collects definitions, each with those before it that it needs."""

    def __init__(self, stand_ins: Mapping[str, str]) -> None:
        self._stand_ins = stand_ins
        self._names: dict[Place, str] = {}
        self._done: dict[Place, list[str]] = {}
        self._used: set[tuple[Place | None, str]] = set()

    def ask(self, place: Place) -> str:
        """A definition is needed: what it is called in JavaScript."""
        if place not in self._names:
            taken = self._names.values()
            name = spelled(place.name)
            self._names[place] = name if name not in taken else f"{name}${place.module.rpartition('.')[2]}"
            lines = self._translated(place)
            self._done[place] = lines  # behind those that it needs
        return self._names[place]

    def uses(self, owner: Place | None, attribute: str) -> None:
        """A member is used, of a class where it is known which one."""
        self._used.add((owner, attribute))

    def text(self) -> str:
        """Everything that was asked for, what is needed first."""
        while self._grow():
            pass
        return "".join(f"{line}\n" for lines in self._done.values() for line in lines)

    def _grow(self) -> bool:
        """Translate the classes again that have a member that was asked for since."""
        before = {place: len(lines) for place, lines in self._done.items()}
        known = len(self._used)
        for place in list(self._done):
            if isinstance(definition(place), ast.ClassDef) and str(place) not in self._stand_ins:
                self._done[place] = self._translated(place)
        return known != len(self._used) or before != {place: len(lines) for place, lines in self._done.items()}

    def _translated(self, place: Place) -> list[str]:
        if str(place) in self._stand_ins:
            return self._stand_ins[str(place)].splitlines()
        found, name = definition(place), self._names[place]
        home = module(place.module)
        if found is None or home is None:
            raise Untranslatable(f"{place} has no translation to JavaScript")
        if isinstance(found, ast.ClassDef):
            return list(Statements(Scope(home, place), self).class_(found, name, self._members(place, found)))
        if isinstance(found, ast.FunctionDef):
            return self._function(home.name, found, name)
        if found.value is None:
            home.refuse(found, f"{place.name} without a value")
        return [f"const {name} = {Expressions(Scope(home), self)(found.value)};"]

    def _function(self, home: str, found: Function, name: str) -> list[str]:
        scope = Scope(module(home))  # type: ignore[arg-type]  # it was found there
        lines = list(Statements(scope, self).function(found, name))
        for decorator in found.decorator_list:
            called = decorator.func if isinstance(decorator, ast.Call) else decorator
            if scope.of(called) != Place("functools", "lru_cache"):
                scope.module.refuse(decorator, f"@{ast.unparse(decorator)}")
            lines = [f"const {name} = $remember({lines[0]}", *lines[1:-1], "});"]
        return lines

    def _members(self, place: Place, node: ast.ClassDef) -> list[Function]:
        methods = [one for one in node.body if isinstance(one, ast.FunctionDef)]
        wanted = {name for owner, name in self._used if owner in (None, place)}
        return [one for one in methods if one.name in _ALWAYS or one.name in wanted]


def translate(entries: Sequence[str], stand_ins: Mapping[str, str], helpers: str) -> str:
    """What `entries` (`referee.rules.plain.evaluate_plain`) and all that they reach are in JavaScript.

    `stand_ins` are definitions that are written in JavaScript already; of `helpers` those that are needed come first.

    Raises:
        Untranslatable: something that is reached has no translation; names file, line and what it is.
    """
    program = Program(stand_ins)
    for entry in entries:
        home, _, name = entry.rpartition(".")
        program.ask(Place(home, name))
    body = program.text()
    return _needed(helpers, body) + body


def _needed(helpers: str, body: str) -> str:
    """The helpers that are used, and those that they use, in the order of their file."""
    parts = {found[1]: part for part in helpers.split("\n\n") if (found := re.match(r"const (\$\w+)", part))}
    needed: set[str] = set()
    asked = set(re.findall(r"\$\w+", body))
    while asked:
        name = asked.pop()
        if name in parts and name not in needed:
            needed.add(name)
            asked |= set(re.findall(r"\$\w+", parts[name]))
    missing = set(re.findall(r"(?<![\w`}$])\$[a-z]\w*(?=\()", body)) - parts.keys()
    if missing:
        raise Untranslatable(f"toscript/helpers.js has no {', '.join(sorted(missing))}")
    return "".join(f"{part.rstrip()}\n" for name, part in parts.items() if name in needed)
