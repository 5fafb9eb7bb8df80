"""What a poll without news imports, and what a poll with news costs as a game grows."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from book import NOW, THREAD, poll, set_up, url_of
from scenario import read_posts, table

from referee.ledger import open_ledger
from referee.model import Capture, Cursor

_NO_NEWS = """
import sys
from datetime import UTC, datetime
from msgspec.structs import replace
from referee.ledger import open_ledger
from referee.model import HostUse
now = datetime(2026, 3, 1, tzinfo=UTC)
with open_ledger(sys.argv[1], now=now) as ledger:
    with ledger.read() as view:
        cursor, = view.cursors()
        use = view.host_use("etc7.2ch.net")
        held = view.held(cursor.thread)
    assert held.body == b"one\\ntwo\\n"
    with ledger.write(now) as tx:
        tx.put_cursor(replace(cursor, polled_at=now))
        tx.put_host_use(replace(use, requests=use.requests + 1))
heavy = ("alembic", "sqlalchemy", "jinja2", "apscheduler")
print(*sorted(name for name in sys.modules if name.startswith(heavy)))
"""


def run(code: str, path: Path) -> str:
    command = [sys.executable, "-c", code, url_of(path)]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=30).stdout.strip()


def test_a_poll_without_news_imports_neither_sqlalchemy_nor_alembic(path: Path) -> None:
    with open_ledger(url_of(path), now=NOW) as ledger:
        set_up(ledger, THREAD)
        with ledger.write(NOW) as tx:
            tx.add_capture(Capture(THREAD, "x", b"one\ntwo\n", 0, NOW))
            tx.put_cursor(Cursor(THREAD, "x"))
    assert run(_NO_NEWS, path) == ""


def test_a_poll_with_news_imports_no_orm_and_no_alembic(path: Path) -> None:
    code = _NO_NEWS.replace("tx.put_cursor(", "tx.put_game('g', b'{}'); tx.put_cursor(")
    with open_ledger(url_of(path), now=NOW) as ledger:
        set_up(ledger, THREAD)
        with ledger.write(NOW) as tx:
            tx.add_capture(Capture(THREAD, "x", b"one\ntwo\n", 0, NOW))
            tx.put_cursor(Cursor(THREAD, "x"))
    found = run(code, path).split()
    assert "sqlalchemy" in found
    assert [name for name in found if name.startswith(("alembic", "sqlalchemy.orm", "jinja2"))] == []


def _statements(path: Path, threads: int) -> tuple[int, int]:
    """Steps of SQLite's machine and rows changed by one more post, after so many threads of 30 players each."""
    with open_ledger(url_of(path), now=NOW) as ledger:
        set_up(ledger)

        def thread(number: int) -> str:
            return f"== entrance/{1178000000 + number}\n"

        for number in range(threads):
            day = f"{1 + number // 25:02d}-{1 + number % 25:02d}"
            lines = [f"{n} {day} 10:00 ◆{number}-{n} a5dMhaAn" for n in range(1, 31)]
            poll(ledger, read_posts(thread(number) + "\n".join(lines))[0], table())
        steps = 0

        def step() -> int:
            nonlocal steps
            steps += 1
            return 0

        with ledger.read() as view:
            raw = view._line.raw
        changed = raw.total_changes
        raw.set_progress_handler(step, 20)
        more = read_posts(thread(threads - 1) + f"31 11-01 10:00 ◆{threads - 1}-7 a5dMhaAn")[0]
        poll(ledger, more, table())
        raw.set_progress_handler(None, 0)
        return steps, raw.total_changes - changed


def test_a_post_costs_the_same_late_in_a_game(empty: Path, tmp_path: Path) -> None:
    few, many = (Path(shutil.copy(empty, tmp_path / f"{n}.db")) for n in (2, 30))
    (few_steps, few_changes), (many_steps, many_changes) = _statements(few, 2), _statements(many, 30)
    assert many_changes == few_changes
    assert many_steps < few_steps * 1.3 + 20


def test_a_wheel_has_the_migrations(tmp_path: Path) -> None:
    hatchling = pytest.importorskip("hatchling.build", reason="hatchling is the build backend, not a dependency")
    root = Path(__file__).resolve().parents[2]
    before = Path.cwd()
    os.chdir(root)
    try:
        name = hatchling.build_wheel(str(tmp_path))
    finally:
        os.chdir(before)
    names = zipfile.ZipFile(tmp_path / name).namelist()
    assert "referee/_migrations/env.py" in names
    assert "referee/_migrations/versions/0001_the_first_schema.py" in names
    assert "referee/_migrations/script.py.mako" in names
    assert not [name for name in names if "__pycache__" in name]
