"""Modules as read: what each name at the top of a file stands for, followed through imports."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import NamedTuple, NoReturn

ROOT = Path(__file__).parent.parent
Function = ast.FunctionDef
Definition = ast.FunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign


class Untranslatable(Exception):
    """Something that there is no translation of: one line with file, line and what it is."""


class Place(NamedTuple):
    """A name at the top of a module; an empty name is the module itself."""

    module: str
    name: str

    def __str__(self) -> str:
        return f"{self.module}.{self.name}" if self.name else self.module


class Module:
    """One file: its definitions, and where its imported names come from."""

    def __init__(self, name: str, path: Path) -> None:
        self.name, self.path = name, path
        self.defined: dict[str, Definition] = {}
        self.imported: dict[str, Place] = {}
        self._read(ast.parse(path.read_text("utf-8")).body)

    def _read(self, body: list[ast.stmt]) -> None:
        for node in body:
            match node:
                case ast.FunctionDef() | ast.ClassDef():
                    self.defined[node.name] = node
                case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                    self.defined[name] = node
                case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
                    for one, value in zip(names, values, strict=True):
                        self._read([ast.copy_location(ast.Assign([one], value), node)])
                case ast.ImportFrom(module=str(source)):
                    self.imported |= {one.asname or one.name: Place(source, one.name) for one in node.names}
                case ast.Import():
                    self.imported |= {one.asname or one.name: Place(one.name, "") for one in node.names}
                case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                    self._read(node.body)
                case _:
                    pass  # anything else is refused where a name of it is asked for

    def refuse(self, node: ast.AST, what: str) -> NoReturn:
        """There is no translation of this."""
        line = getattr(node, "lineno", 0)
        raise Untranslatable(f"{self.path.relative_to(ROOT)}:{line}: {what} has no translation to JavaScript")


def _path(name: str) -> Path | None:
    base = ROOT.joinpath(*name.split("."))
    return next((one for one in (base.with_suffix(".py"), base / "__init__.py") if one.is_file()), None)


@cache
def module(name: str) -> Module | None:
    """The module of this project that is called so; None for one of others."""
    path = _path(name)
    return Module(name, path) if path is not None else None


def resolve(place: Place) -> Place:
    """Where a name is defined in the end: a definition, a module, or something of others."""
    found = module(place.module)
    if found is None or not place.name or place.name in found.defined:
        return place
    if place.name in found.imported:
        return resolve(found.imported[place.name])
    inner = f"{place.module}.{place.name}"
    return Place(inner, "") if module(inner) is not None else place


def definition(place: Place) -> Definition | None:
    """The definition at a place; None where there is none of ours."""
    found = module(place.module)
    return found.defined.get(place.name) if found is not None else None
