"""Locked, read-only, damaged, full, gone: one clear line with exit code 4, and nothing lost."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from asked import ASKS, WRITES
from book import GAME, LATER, NOW, THREAD, poll, reading, saw, says, set_up, url_of
from scenario import read_posts, table

from referee.errors import (
    LedgerBusy,
    LedgerCorrupt,
    LedgerError,
    LedgerFull,
    LedgerGone,
    LedgerMissing,
    LedgerNewer,
    LedgerReadOnly,
)
from referee.ledger import Ledger, Tx, View, open_ledger
from referee.model import Cursor, HostUse


def fill(ledger: Ledger) -> None:
    """Something in every table."""
    with ledger.write(NOW) as tx:
        saw(tx, "a b c")
        saw(tx, "a X c")
        tx.put_verdicts(GAME, [says(post) for post in reading("a b c")], "seen")
        tx.put_cursor(Cursor(THREAD, "x"))
        tx.put_host_use(HostUse("a"))
    posts = read_posts("== entrance/1178000005\n1 05-01 10:00 ◆A a5dMhaAn")[0]
    poll(ledger, posts, table())


def is_clear(error: LedgerError, path: Path) -> None:
    """One line that names the ledger and says what to do."""
    line = str(error)
    assert "\n" not in line
    assert line.startswith(f"{path}: ")
    assert " — " in line
    assert error.exit_code == 4


def rows(path: Path) -> list[str]:
    """Everything in the ledger."""
    with closing(sqlite3.connect(path)) as raw:
        return list(raw.iterdump())


@contextmanager
def refused(kind: type[LedgerError], path: Path) -> Iterator[None]:
    with pytest.raises(kind) as caught:
        yield
    assert type(caught.value) is kind
    is_clear(caught.value, path)


def test_every_public_method_is_tried_here() -> None:
    def public(kind: type) -> set[str]:
        return {name for name, value in vars(kind).items() if callable(value) and not name.startswith("_")} - {"end"}

    assert set(ASKS) == public(View)
    assert set(WRITES) == public(Tx)
    assert public(Ledger) == {"write", "read", "back_up", "check", "close"}


@pytest.mark.parametrize("name", [*ASKS, *WRITES])
def test_each_method_works_when_nothing_is_wrong(ledger: Ledger, name: str) -> None:
    fill(ledger)
    with ledger.write(LATER) as tx:
        {**ASKS, **WRITES}[name](tx)


def test_locked_by_a_writer(ledger: Ledger, path: Path) -> None:
    fill(ledger)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with refused(LedgerBusy, path), ledger.write(NOW) as tx:
            tx.note("never/1", {})
        for ask in ASKS.values():
            with ledger.read() as view:
                ask(view)
    with ledger.write(NOW) as tx:
        assert tx.note("then/1", {}) == tx.sizes().journal


def test_locked_altogether(ledger: Ledger, path: Path, tmp_path: Path) -> None:
    ledger.close()
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode=EXCLUSIVE")
        other.execute("BEGIN IMMEDIATE")
        other.execute("UPDATE games SET settings = settings")
        with refused(LedgerBusy, path), ledger.write(NOW):
            pass
        with refused(LedgerBusy, path), ledger.read():
            pass
        with refused(LedgerBusy, path):
            open_ledger(url_of(path), now=NOW, patience=0.05)
        with refused(LedgerBusy, path):
            ledger.back_up(tmp_path / "copy.db")
        assert not list(tmp_path.glob("copy*"))
    with ledger.read() as view:
        assert len(view.games()) == 1


@pytest.mark.parametrize("seed", range(6))
def test_damaged_pages(ledger: Ledger, path: Path, seed: int) -> None:
    """Whatever is damaged: an answer or a clear line, never another error."""
    fill(ledger)
    ledger.close()
    chance, size = random.Random(seed), path.stat().st_size
    good = path.read_bytes()
    with path.open("r+b") as file:
        for _ in range(6):
            file.seek(4096 * chance.randrange(2, size // 4096))
            file.write(chance.randbytes(4096))
    bad, told = path.read_bytes(), 0
    for name, act in [*ASKS.items(), *WRITES.items()]:
        path.write_bytes(bad)  # the same file, damaged anew
        try:
            with open_ledger(url_of(path), now=NOW) as opened, opened.write(NOW) as tx:
                if name == "verify_file":
                    assert act(tx) != ()
                act(tx)
        except LedgerError as error:
            is_clear(error, path)
            told += 1
    assert told, "some page was met"
    path.write_bytes(good)
    with open_ledger(url_of(path), now=NOW) as opened, opened.read() as view:
        assert view.verify_chain() is None


@pytest.mark.parametrize(
    "content", [b"not a database at all, only text" * 200, b"SQLite format 3\0" + bytes(5000), b""]
)
def test_no_ledger_at_all(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    for create in (False, True):
        with refused(LedgerCorrupt, path):
            open_ledger(url_of(path), now=NOW, create=create)
    assert path.read_bytes() == content


def test_cut_short(ledger: Ledger, path: Path) -> None:
    fill(ledger)
    ledger.close()
    path.write_bytes(path.read_bytes()[:20_000])
    with refused(LedgerCorrupt, path), open_ledger(url_of(path), now=NOW) as opened, opened.read() as view:
        for ask in ASKS.values():
            ask(view)


def test_the_database_of_another_program(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE cookies (name)")
    before = rows(path)
    with refused(LedgerError, path):
        open_ledger(url_of(path), now=NOW, create=True)
    assert rows(path) == before


def test_a_folder_nothing_and_nowhere(tmp_path: Path) -> None:
    with refused(LedgerError, tmp_path):
        open_ledger(url_of(tmp_path), now=NOW, create=True)
    with refused(LedgerMissing, tmp_path / "none.db"):
        open_ledger(url_of(tmp_path / "none.db"), now=NOW)
    with refused(LedgerError, tmp_path / "no" / "folder.db"):
        open_ledger(url_of(tmp_path / "no" / "folder.db"), now=NOW, create=True)
    assert list(tmp_path.iterdir()) == []
    for url in ("referee.db", "sqlite://", "sqlite:///", "sqlite:///:memory:", "postgresql+psycopg://localhost/x"):
        with pytest.raises(LedgerError, match="is no address of a ledger"):
            open_ledger(url, now=NOW, create=True)


def test_deleted_or_replaced_while_in_use(ledger: Ledger, path: Path, empty: Path) -> None:
    kept = path.rename(path.with_name("kept.db"))
    for _ in (1, 2):
        with refused(LedgerGone, path), ledger.write(NOW):
            pass
        with refused(LedgerGone, path), ledger.read():
            pass
    assert not path.exists()
    shutil.copy(empty, path)
    with refused(LedgerGone, path), ledger.write(NOW):
        pass
    path.unlink()
    kept.rename(path)
    with ledger.write(NOW) as tx:
        assert tx.games() != ()
    with refused(LedgerGone, path), ledger.write(NOW) as tx:
        tx.note("x/1", {})
        path.unlink()


def test_migrated_under_a_running_program(ledger: Ledger, path: Path) -> None:
    with closing(sqlite3.connect(path)) as newer:
        newer.execute("UPDATE alembic_version SET version_num = '9999'")
        newer.commit()
    with refused(LedgerNewer, path), ledger.write(NOW):
        pass
    with refused(LedgerNewer, path):
        open_ledger(url_of(path), now=NOW)


def test_no_room_for_another_page(ledger: Ledger, path: Path) -> None:
    fill(ledger)
    before = rows(path)
    with refused(LedgerFull, path), ledger.write(NOW) as tx:
        tx._line.raw.execute("PRAGMA max_page_count=1")
        for number in range(10_000):
            tx.note("more/1", {"number": number, "text": "x" * 1000})
    assert rows(path) == before
    with ledger.write(NOW) as tx:
        tx.note("more/1", {})


def child(code: str, *arguments: object) -> str:
    """Run some lines in a process of their own; what they print."""
    here = Path(__file__).parent
    head = "import resource, sys, os\nsys.path[:0] = {!r}\nfrom book import *\nfrom referee.ledger import open_ledger\n"
    paths = [str(here), str(here.parent), str(here.parent / "game")]
    done = subprocess.run(
        [sys.executable, "-c", head.format(paths) + code, *map(str, arguments)],
        capture_output=True, text=True, timeout=30, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_disk_full(ledger: Ledger, path: Path) -> None:
    fill(ledger)
    ledger.close()
    before = rows(path)
    told = child(
        """
import random
from referee.model import Capture
ledger = open_ledger(url_of(sys.argv[1]), now=NOW)
resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000))
for size in (3_000_000, 600_000):
    try:
        with ledger.write(NOW) as tx:
            tx.add_capture(Capture(THREAD, "x", random.Random(1).randbytes(size), 0, NOW))
    except Exception as error:
        print(type(error).__name__, error)
with ledger.write(NOW) as tx:
    print(tx.put_game("small", b"{}"))
""",
        path,
    ).splitlines()
    assert [line.split()[0] for line in told] == ["LedgerFull", "LedgerFull", "True"]
    assert str(path) in told[0]
    assert [line for line in rows(path) if "small" not in line] == before


@pytest.mark.skipif(os.name != "posix", reason="rights are those of POSIX")
def test_read_only(ledger: Ledger, path: Path) -> None:
    """A user who may not write: one clear line; where the program's files are there, reading still works."""
    fill(ledger)
    ledger.close()
    before = rows(path)
    path.chmod(0o444)
    path.parent.chmod(0o555)
    for parent in path.parents:  # however deep pytest lays its folders: that user must get there
        if parent == Path(tempfile.gettempdir()):
            break
        os.chmod(parent, os.stat(parent).st_mode | 0o055)
    code = """
import sqlalchemy, referee.ledger.games
if os.getuid() == 0:
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
try:
    with open_ledger(url_of(sys.argv[1]), now=NOW) as ledger, ledger.write(NOW) as tx:
        tx.put_game("x", b"{}")
except Exception as error:
    print(type(error).__name__, error)
"""
    try:
        told = child(code, path)
    finally:
        path.parent.chmod(0o755)
    assert told.startswith(f"LedgerReadOnly {path}: may not be written")
    assert rows(path) == before
    assert LedgerReadOnly.exit_code == 4


def test_what_the_caller_raises_is_the_callers_and_nothing_is_written(ledger: Ledger, path: Path) -> None:
    before = rows(path)

    def write_and_fail() -> None:
        with ledger.write(NOW) as tx:
            tx.put_game("x", b"{}")
            saw(tx, "a b")
            tx.put_cursor(Cursor(THREAD, "x"))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write_and_fail()
    with pytest.raises(FileNotFoundError), ledger.read():
        raise FileNotFoundError
    with pytest.raises(ValueError, match="without a zone"), ledger.write(NOW) as tx:
        tx.put_cursor(Cursor(THREAD, "x", polled_at=NOW.replace(tzinfo=None)))
    assert rows(path) == before


def test_a_copy_of_a_ledger_in_use(ledger: Ledger, path: Path, tmp_path: Path) -> None:
    fill(ledger)
    with ledger.write(NOW) as tx:
        tx.put_game("not yet", b"{}")
        ledger.back_up(tmp_path / "copy.db")
    with open_ledger(url_of(tmp_path / "copy.db"), now=NOW) as copy, copy.read() as view:
        assert [game.name for game in view.games()] == [GAME]
        assert view.verify_chain() is None
    with refused(LedgerError, path):
        ledger.back_up(tmp_path / "no" / "folder.db")


def test_two_who_make_the_same_ledger(tmp_path: Path) -> None:
    path = tmp_path / "referee.db"
    with open_ledger(url_of(path), create=True, now=NOW) as first:
        set_up(first, THREAD)
        with open_ledger(url_of(path), create=True, now=NOW) as second, second.read() as view:
            assert len(view.games()) == 1
    assert [one.name for one in tmp_path.iterdir()] == ["referee.db"]
