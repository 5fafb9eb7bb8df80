"""Several writers, and writers killed at any moment: no update is lost, a transaction is there whole or not at all."""

from __future__ import annotations

import random
import signal
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest
from book import GAME, NOW, THREAD, set_up, url_of

from referee.ledger import open_ledger
from referee.model import Cursor, HostUse

_HERE = Path(__file__).parent
_HEAD = f"""
import sys
sys.path[:0] = {[str(_HERE), str(_HERE.parent), str(_HERE.parent / "game")]!r}
from book import *
from referee.ledger import open_ledger
from referee.model import Capture, Cursor, HostUse
ledger = open_ledger(url_of(sys.argv[1]), now=NOW, patience=20)
"""
_COUNTS = """
for _ in range(100):
    with ledger.write(NOW) as tx:
        use = tx.host_use("a")
        tx.put_host_use(HostUse("a", "2026-03-01", use.requests + 1))
        settings = int(tx.games()[0].settings.decode())
        tx.put_game(GAME, str(settings + 1).encode())
"""
_POLLS = """
print("ready", flush=True)
number = 0
while True:
    with ledger.write(NOW) as tx:
        number = len(tx.held(THREAD).body) // 8
        text = f"line{number:03d}"
        capture = tx.add_capture(Capture(THREAD, "x", f"{text}\\n".encode(), number * 8, NOW, 206))
        post = chat(number + 1, text)
        tx.put_posts([post], capture, from_number=number + 1)
        done = tx.put_verdicts(GAME, [says(post)], "seen")
        tx.put_moves((one, [Move("◆A", 0, 5, "roll")]) for one, _ in done.new)
        tx.put_cursor(Cursor(THREAD, "x", posts=number + 1))
        tx.put_host_use(HostUse("a", "2026-03-01", number + 1))
    print(number, flush=True)
"""


def start(code: str, path: Path) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-c", _HEAD + code, str(path)], stdout=subprocess.PIPE, text=True)


def test_two_processes_lose_no_update(path: Path) -> None:
    with open_ledger(url_of(path), now=NOW) as ledger:
        with ledger.write(NOW) as tx:
            tx.put_game(GAME, b"0")
        both = [start(_COUNTS, path) for _ in (1, 2)]
        assert [one.wait(60) for one in both] == [0, 0]
        with ledger.read() as view:
            assert view.host_use("a").requests == 200
            assert view.games()[0].settings == b"200"
            assert view.sizes().journal == 201
            assert view.verify_chain() is None


def test_threads_share_a_ledger(path: Path) -> None:
    with open_ledger(url_of(path), now=NOW, patience=20) as ledger:
        set_up(ledger, THREAD)

        def work() -> None:
            for _ in range(25):
                with ledger.write(NOW) as tx:
                    tx.put_host_use(HostUse("a", "", tx.host_use("a").requests + 1))
                    tx.note("x/1", {})
                with ledger.read() as view:
                    assert view.verify_chain() is None

        workers = [threading.Thread(target=work) for _ in range(4)]
        for one in workers:
            one.start()
        for one in workers:
            one.join()
        with ledger.read() as view:
            assert view.host_use("a").requests == 100


def test_readers_see_one_moment(path: Path) -> None:
    with open_ledger(url_of(path), now=NOW) as ledger:
        set_up(ledger, THREAD)
        with ledger.read() as view:
            assert view.host_use("a").requests == 0
            with ledger.write(NOW) as tx:
                tx.put_host_use(HostUse("a", "", 1))
            assert view.host_use("a").requests == 0
        with ledger.read() as view:
            assert view.host_use("a").requests == 1


def test_killed_at_any_moment(path: Path) -> None:
    """After each kill everything tells of the same number of posts, at least those that were told to be done."""
    chance = random.Random(3)
    with open_ledger(url_of(path), now=NOW) as ledger:
        set_up(ledger, THREAD)
    done = 0
    for _ in range(6):
        child = start(_POLLS, path)
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        for _ in range(chance.randrange(1, 4)):
            done = int(child.stdout.readline()) + 1
        with pytest.raises(subprocess.TimeoutExpired):
            child.wait(chance.random() * 0.03)
        child.send_signal(signal.SIGKILL)
        for line in child.stdout:
            done = int(line) + 1
        child.wait()
        child.stdout.close()
        with open_ledger(url_of(path), now=NOW) as ledger, ledger.read() as view:
            posts = [one.post.number for one in view.posts(GAME)]
            assert posts == list(range(1, len(posts) + 1))
            assert len(posts) >= done
            cursor = view.cursor(THREAD)
            assert isinstance(cursor, Cursor)
            assert {
                cursor.posts,
                view.host_use("a").requests,
                len(list(view.verdicts(GAME))),
                len(list(view.moves(GAME))),
                len(list(view.captures(THREAD))),
                len(view.held(THREAD).body) // 8,
            } == {len(posts)}
            assert view.posts_digest(GAME) == view.games()[0].posts_digest
            assert view.verify_chain() is None
            assert view.verify_file() == ()


def test_killed_while_the_ledger_is_made(tmp_path: Path) -> None:
    code = """
import sys, os, signal
from datetime import UTC, datetime
from referee.ledger import migrate, open_ledger
migrate._give_name = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
open_ledger("sqlite:///" + sys.argv[1], create=True, now=datetime(2026, 3, 1, tzinfo=UTC))
"""
    path = tmp_path / "referee.db"
    done = subprocess.run([sys.executable, "-c", code, str(path)], check=False)
    assert done.returncode == -signal.SIGKILL
    assert not path.exists()
    with open_ledger(url_of(path), create=True, now=NOW) as ledger, ledger.read() as view:
        assert view.games() == ()


def test_pragmas(path: Path) -> None:
    with open_ledger(url_of(path), now=NOW) as ledger, ledger.write(NOW) as tx:
        raw = tx._line.raw
        told = {
            name: raw.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "foreign_keys")
        }
        assert told == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
        with (
            closing(sqlite3.connect(path, timeout=0)) as other,
            pytest.raises(sqlite3.OperationalError, match="locked"),
        ):
            other.execute("BEGIN IMMEDIATE")
