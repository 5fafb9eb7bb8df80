"""Calls: arguments by their place, and methods of Python's own types by a helper of their name."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from toscript.module import Place, definition
from toscript.pattern import pattern
from toscript.scope import fields, member, parameters

if TYPE_CHECKING:
    from toscript.expression import Expressions

#: Methods of texts, lists, sets, dicts and what patterns find: `$strip(text)`.
_OF_VALUES = """
    upper lower startswith endswith removeprefix removesuffix strip rstrip split join find isascii isalpha isdigit
    isalnum isupper islower isspace isprintable partition zfill append pop get items keys values setdefault index add
    match fullmatch search finditer start end
"""
_METHODS = frozenset(_OF_VALUES.split())
_CALLED = "len sum any all reversed enumerate range map next int str abs min max divmod repr"
_BUILTINS = frozenset(_CALLED.split())
#: What is built from anything that can be gone through.
_MADE = {"list": "[...{}]", "tuple": "[...{}]", "set": "new Set({})", "frozenset": "new Set({})"}
_OTHERS = {
    Place("math", "prod"): "$prod",
    Place("collections", "Counter"): "$counter",
    Place("functools", "lru_cache"): "$remember",
    Place("unicodedata", "category"): "$category",
}


def call(say: Expressions, node: ast.Call) -> str:
    """A call in JavaScript."""
    place = say.scope.of(node.func)
    if place is not None:
        return _named(say, node, place)
    if isinstance(node.func, ast.Attribute):
        return _method(say, node, node.func)
    if isinstance(node.func, ast.Call) and say.scope.of(node.func.func) == Place("functools", "lru_cache"):
        return f"$remember({say.all(node.args)})"
    owner = say.scope.class_of(node.func)
    if owner is not None:
        return _on(say, node, node.func, owner, "__call__")
    _no_keywords(say, node)
    return f"{say(node.func)}({say.all(node.args)})"


def _named(say: Expressions, node: ast.Call, place: Place) -> str:
    found = definition(place)
    if isinstance(found, ast.ClassDef):
        maker = member(place, "__init__")
        names = [name for name, _ in fields(found)] if maker is None else parameters(maker)[1:]
        return f"new {say.asks.ask(place)}({arranged(say, node, names)})"
    if isinstance(found, ast.FunctionDef):
        return f"{say.asks.ask(place)}({arranged(say, node, parameters(found), found)})"
    if found is not None:
        _no_keywords(say, node)
        return f"{say.asks.ask(place)}({say.all(node.args)})"
    if place.module == "re" or (place.module == "builtins" and place.name in ("isinstance", "sorted", "zip")):
        return _special(say, node, place)
    if place in _OTHERS:
        _no_keywords(say, node)
        return f"{_OTHERS[place]}({say.all(node.args)})"
    if place.module == "builtins":
        _no_keywords(say, node)
        if place.name in _MADE:
            given = f"$iter({say.all(node.args)})" if node.args else ""
            return _MADE[place.name].format(given or "[]")
        if place.name == "bool":
            return say.truth(node.args[0])
        if place.name in _BUILTINS:
            return f"${place.name}({say.all(node.args)})"
    say.refuse(node, f"a call of {place}")


def _special(say: Expressions, node: ast.Call, place: Place) -> str:
    """Calls of which the arguments are no plain values."""
    match place.name, node.args, node.keywords:
        case "compile", [ast.Constant(value=str(source)), *flags], []:
            return pattern(say.scope.module, node, source, flags)
        case ("finditer" | "fullmatch" | "search" | "match") as name, [
            ast.Constant(value=str(source)),
            text,
            *flags,
        ], []:
            return f"${name}({pattern(say.scope.module, node, source, flags)},{say(text)})"
        case "isinstance", [value, ast.Name(id="float")], []:
            return f"$isfloat({say(value)})"
        case "sorted", [items], [ast.keyword(arg="key", value=key)]:
            return f"$sorted({say(items)},{say(key)})"
        case "sorted", [items], []:
            return f"$sorted({say(items)})"
        case "zip", _, _:
            return f"$zip({say.all(node.args)})"
    say.refuse(node, f"this call of {place}")


def _method(say: Expressions, node: ast.Call, function: ast.Attribute) -> str:
    name, receiver = function.attr, function.value
    if name == "__init__" and isinstance(receiver, ast.Call):
        return "super()"  # of an error: what it is told, it keeps itself
    owner = say.scope.class_of(receiver)
    if owner is not None and member(owner, name) is not None:
        return _on(say, node, receiver, owner, name)
    if name == "format":
        match node.keywords:
            case [ast.keyword(arg=None, value=given)] if not node.args:
                return f"$fill({say(receiver)},{say(given)})"
        say.refuse(node, "a format of this kind")
    if name == "fromkeys" and say.scope.of(receiver) == Place("builtins", "dict"):
        return f"$fromkeys({say.all(node.args)})"
    _no_keywords(say, node)
    if name in _METHODS:
        return f"${name}({','.join([say(receiver), *map(say, node.args)])})"
    say.refuse(node, f"the method {name} of something that no annotation tells the class of")


def _on(say: Expressions, node: ast.Call, receiver: ast.expr, owner: Place, name: str) -> str:
    function = member(owner, name)
    assert function is not None  # the callers have looked
    say.asks.uses(owner, name)
    return f"{say(receiver)}.{name}({arranged(say, node, parameters(function)[1:], function)})"


def arranged(say: Expressions, node: ast.Call, names: list[str], function: ast.FunctionDef | None = None) -> str:
    """The arguments of a call in the order of the parameters; what is left out in between is undefined."""
    args = function.args if function is not None else None
    many = args.vararg.arg if args is not None and args.vararg is not None else None
    rest = args.kwarg.arg if args is not None and args.kwarg is not None else None
    if many is not None:
        _no_keywords(say, node)
        return say.all(node.args)
    given = list(map(say, node.args))
    places = [name for name in names if name != rest]
    unnamed = {one.arg for one in args.posonlyargs} if args is not None else set()
    others = []
    for one in node.keywords:
        if one.arg is None:
            if rest is None or len(node.keywords) > 1:
                say.refuse(node, "`**` beside other arguments")
            return ",".join([*given, say(one.value)])
        if one.arg in places and one.arg not in unnamed:
            place = places.index(one.arg)
            given += ["undefined"] * (place + 1 - len(given))
            given[place] = say(one.value)
        elif rest is not None:
            others.append(f"{one.arg}: {say(one.value)}")
        else:
            say.refuse(node, f"the argument {one.arg}")
    if others:
        given += ["undefined"] * (len(places) - len(given))
        given.append(f"{{{','.join(others)}}}")
    return ",".join(given)


def _no_keywords(say: Expressions, node: ast.Call) -> None:
    for one in node.keywords:
        say.refuse(node, f"the argument {one.arg or '**'} of a function that is not known here")
