"""Ledgers that may only be read: each command reads what it can, and says in one line what it can't."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from fakeboard import FakeThread
from process import REFEREE, command, environment, is_one_line
from scene import Scene

from referee.errors import LedgerReadOnly


def humbly(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A command run as people run it; root would write into files that may only be read."""
    humble = []
    if os.getuid() == 0:
        if shutil.which("setpriv") is None:
            pytest.skip("run as root, and there is no setpriv to be somebody else")
        humble = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]
    return subprocess.run(
        [*humble, *REFEREE, *arguments], cwd=folder, env=environment(), capture_output=True, text=True
    )


@pytest.fixture
def readable(pending: Scene) -> Iterator[Scene]:
    """A scene in which nothing may be written."""
    for path in pending.path.iterdir():
        os.chmod(path, 0o444)
    os.chmod(pending.path, 0o555)
    yield pending
    os.chmod(pending.path, 0o755)
    for path in pending.path.iterdir():
        os.chmod(path, 0o644)


def test_a_ledger_that_may_only_be_read(readable: Scene) -> None:
    done = humbly(readable.path, "poll", "--now")
    assert (done.returncode, done.stdout) == (4, ""), done.stderr
    assert is_one_line(done.stderr)
    assert "referee.db" in done.stderr
    os.chmod(readable.path, 0o755)
    for path in readable.path.iterdir():
        os.chmod(path, 0o644)
    assert command("poll", "--now", "--settings", str(readable.file)).returncode == 0
    assert len(readable.verdicts()) == 50


READERS = [["status"], ["standings"], ["why", "1"], ["verify"]]


@pytest.mark.parametrize("arguments", READERS, ids=" ".join)
def test_a_ledger_that_may_only_be_read_is_read(readable: Scene, arguments: list[str]) -> None:
    """A backup on a read-only disk: it is looked at there, as it stands, and told so; nothing is made beside it."""
    before = sorted(path.name for path in readable.path.iterdir())
    done = humbly(readable.path, *arguments)
    assert done.returncode == 0, done.stderr
    assert done.stdout
    assert is_one_line(done.stderr)
    assert "referee.db can't be written" in done.stderr
    assert sorted(path.name for path in readable.path.iterdir()) == before


def test_a_ledger_of_another_schema_that_may_only_be_read(pending: Scene) -> None:
    pending.sql("UPDATE alembic_version SET version_num = '0000'")
    os.chmod(pending.database, 0o444)
    os.chmod(pending.path, 0o555)
    try:
        done = humbly(pending.path, "status")
    finally:
        os.chmod(pending.path, 0o755)
    assert (done.returncode, done.stdout) == (4, "")
    assert is_one_line(done.stderr)
    assert "another schema" in done.stderr
    assert "copy it to a folder that may be written" in done.stderr


@pytest.fixture
def copied(pending: Scene) -> Scene:
    """A folder copied while its ledger was in use: rows are still in the log beside it."""
    kept = pending.path / "kept"
    kept.mkdir()
    pending.poll()
    for path in pending.path.glob("referee*"):
        shutil.copy(path, kept)
    pending.close()
    assert (kept / "referee.db-wal").stat().st_size > 0
    return pending


@pytest.mark.parametrize("index", [True, False])
@pytest.mark.parametrize("arguments", READERS, ids=" ".join)
def test_rows_in_the_log_of_a_ledger_that_may_only_be_read(copied: Scene, arguments: list[str], index: bool) -> None:
    """They are read too, or the refusal says what to do; never an older ledger for the newer."""
    kept = copied.path / "kept"
    if not index:
        (kept / "referee.db-shm").unlink()
    expected = command("standings", "--json", "--settings", str(copied.file)).stdout
    for path in kept.iterdir():
        os.chmod(path, 0o444)
    os.chmod(kept, 0o555)
    try:
        done = humbly(kept, *arguments)
        standings = humbly(kept, "standings", "--json").stdout
    finally:
        os.chmod(kept, 0o755)
    if index:
        assert (done.returncode, done.stderr) == (0, "")
        assert standings == expected
    else:
        assert (done.returncode, done.stdout) == (4, "")
        assert is_one_line(done.stderr)
        assert "referee.db-wal" in done.stderr
        assert "copy both files" in done.stderr


def test_a_ledger_that_is_never_written_is_guarded_by_sqlite_itself(scene: Scene, thread: FakeThread) -> None:
    """Whoever only serves opens it so that no mistake of ours could write, beside a poll that does."""
    scene.poll()
    with scene.folder.open_to_read(scene.now, lambda _: None, never_writes=True) as ledger:
        thread.post("x")
        scene.poll(3700)
        with ledger.read() as view:
            assert view.last_line() is not None
        with pytest.raises(LedgerReadOnly), ledger.write(scene.now) as tx:
            tx.note("test/1", {})
