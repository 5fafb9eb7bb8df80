"""A fresh ledger for each test, copied from one that was made once; games of hypothesis come from the room `game`."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from book import NEXT, NOW, THREAD, set_up, url_of

from referee.ledger import Ledger, open_ledger

sys.path.append(str(Path(__file__).resolve().parent.parent / "game"))


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger without a row."""
    path = tmp_path_factory.mktemp("ledger") / "empty.db"
    open_ledger(url_of(path), create=True, now=NOW).close()
    return path


@pytest.fixture
def path(empty: Path, tmp_path: Path) -> Path:
    """The file of a fresh ledger."""
    return Path(shutil.copy(empty, tmp_path / "referee.db"))


@pytest.fixture
def ledger(path: Path) -> Iterator[Ledger]:
    """A fresh ledger with a game of two threads; it waits for nobody."""
    with open_ledger(url_of(path), now=NOW, patience=0.1) as opened:
        set_up(opened, THREAD, NEXT)
        yield opened
