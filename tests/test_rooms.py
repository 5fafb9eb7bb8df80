"""The star of rooms (DESIGN, "The picture"): who may import whom, and which rooms are quiet; by reading every file."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "referee"

NOUNS = frozenset({"model", "words", "errors"})
ROOMS = frozenset({"rules", "game", "parse", "fetch", "ledger", "pages", "audit", "odds"})
#: Every folder or file of the package, and the parts of the package that it may import besides itself.
MAY_IMPORT: dict[str, frozenset[str]] = {
    "model": frozenset(),
    "errors": frozenset(),
    "words": NOUNS,
    **dict.fromkeys(ROOMS, NOUNS),
    "app": NOUNS | ROOMS,
    "cli": NOUNS | {"app"},
    "web": NOUNS | {"app"},
}
#: What is at the package's top and belongs to no room.
LOOSE = frozenset({"__init__", "__main__"})
QUIET = NOUNS | {"rules", "game", "parse", "pages", "audit", "odds"}
_LOUD = """
    asyncio glob http httpx importlib io logging multiprocessing os pathlib random requests secrets select shutil signal
    socket sqlalchemy sqlite3 ssl subprocess sys tempfile threading time urllib.request urllib3 uuid warnings
"""
#: Modules that lead to clock, chance, files, sockets or logging. `datetime` only counts days: its clock is a call.
LOUD_MODULES = frozenset(_LOUD.split())
LOUD_CALLS = frozenset({"open", "input", "print", "breakpoint", "exec", "eval", "__import__"})
CLOCK_CALLS = frozenset({"now", "utcnow", "today"})


def imports(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Every imported module, with its line; relative imports are told as `.`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            yield from ((node.lineno, f"{module}.{alias.name}") for alias in node.names)


def breaches(room: str, source: str) -> list[str]:
    """What a file of a room does that the star forbids."""
    if room not in MAY_IMPORT and room not in LOOSE:
        return [f"{room} is in no row of the table"]
    tree = ast.parse(source)
    found = []
    for line, name in imports(tree):
        parts = name.split(".")
        if parts[0] == "":
            found.append(f"line {line}: relative import")
        elif parts[0] == "referee" and len(parts) > 1 and room not in LOOSE:
            if parts[1] not in {room, "__version__"} | MAY_IMPORT[room]:
                found.append(f"line {line}: {room} imports {parts[1]}")
        elif parts[0] == "referee" and room not in LOOSE:
            found.append(f"line {line}: {room} imports the whole package")
        if room in QUIET and (parts[0] in LOUD_MODULES or ".".join(parts[:2]) in LOUD_MODULES):
            found.append(f"line {line}: {room} is quiet and imports {name}")
    return found + (list(loud_calls(room, tree)) if room in QUIET else [])


def loud_calls(room: str, tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in LOUD_CALLS:
            yield f"line {node.lineno}: {room} is quiet and uses {node.id}"
        elif isinstance(node, ast.Attribute) and node.attr in CLOCK_CALLS:
            yield f"line {node.lineno}: {room} is quiet and asks the clock ({node.attr})"


def room_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


FILES = sorted(PACKAGE.rglob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_the_star(path: Path) -> None:
    assert breaches(room_of(path), path.read_text(encoding="utf-8")) == []


def test_there_is_something_to_read() -> None:
    assert {"model", "errors", "rules", "game", "parse"} <= {room_of(path) for path in FILES}
    folders = {path.name for path in PACKAGE.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert folders <= set(MAY_IMPORT), "every folder has a row"


@pytest.mark.parametrize("room", sorted(ROOMS))
def test_app_may_import_every_room_and_no_room_another(room: str) -> None:
    planted = f"from referee.{room}.deep import x\n"
    assert breaches("app", planted) == breaches(room, planted) == []
    for other in (MAY_IMPORT.keys() - {room, "app"}) | {"cli", "web"}:
        assert breaches(other, planted) == [f"line 1: {other} imports {room}"]


@pytest.mark.parametrize(
    ("room", "planted", "told"),
    [
        ("game", "import referee.rules", "game imports rules"),
        ("game", "from referee import rules", "game imports rules"),
        ("game", "import referee", "imports the whole package"),
        ("game", "def f():\n    from referee.parse import x", "game imports parse"),
        ("rules", "from ..game import decide", "relative import"),
        ("rules", "from referee.app import audit", "rules imports app"),
        ("model", "from referee.words import say", "model imports words"),
        ("app", "from referee.cli import main", "app imports cli"),
        ("cli", "from referee.rules import Evaluator", "cli imports rules"),
        ("web", "from referee.cli import main", "web imports cli"),
        ("rules", "import random", "imports random"),
        ("words", "from time import sleep", "imports time.sleep"),
        ("parse", "from os.path import join", "imports os.path.join"),
        ("pages", "import urllib.request", "imports urllib.request"),
        ("audit", "import sqlalchemy.orm as o", "imports sqlalchemy.orm"),
        ("odds", "import logging", "imports logging"),
        ("parse", "x = open('a')", "uses open"),
        ("parse", "read = open", "uses open"),
        ("game", "print('roll')", "uses print"),
        ("game", "from datetime import datetime\nx = datetime.now()", "asks the clock (now)"),
        ("game", "import datetime as d\nx = d.date.today()", "asks the clock (today)"),
        ("attic", "", "attic is in no row of the table"),
    ],
)
def test_a_planted_breach_is_found(room: str, planted: str, told: str) -> None:
    found = breaches(room, planted)
    assert len(found) == 1
    assert told in found[0]


@pytest.mark.parametrize(
    ("room", "fine"),
    [
        ("game", "from referee.model import Post\nfrom referee.words import say\nfrom referee.game.near import x"),
        ("app", "import random\nfrom pathlib import Path\nx = open('a')"),
        ("fetch", "import httpx, time"),
        ("parse", "from urllib.parse import unquote\nimport datetime, re, json"),
        ("cli", "import click, sys\nfrom referee.app import audit\nfrom referee.errors import RefereeError"),
    ],
)
def test_what_is_allowed_is_allowed(room: str, fine: str) -> None:
    assert breaches(room, fine) == []


def test_loud_modules_are_spelled_right() -> None:
    third_party = {"httpx", "requests", "sqlalchemy", "urllib3", "urllib.request"}
    assert LOUD_MODULES - third_party <= set(sys.stdlib_module_names)
