"""The schema: what migrations make is what `tables` says, from nothing and from every older schema kept in fixtures."""

from __future__ import annotations

import re
import shutil
import sqlite3
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from book import GAME, NOW, THREAD, url_of
from sqlalchemy import create_engine

from referee.errors import LedgerConflict, LedgerError, LedgerNewer
from referee.ledger import Ledger, desk, migrate, open_ledger, store
from referee.ledger.door import door
from referee.ledger.tables import metadata

CURSOR = "thread_id, address, life, size, sha256, why, failures, posts"
HEAD = store.HEAD
#: The schema that comes after today's.
AFTER = f"{int(HEAD) + 1:04}"
DUMPS = sorted((Path(__file__).resolve().parents[2] / "fixtures/ledgers").glob("*.sql"))


def schema(path: Path) -> dict[str, list[str]]:
    """Every table and index as SQLite keeps it, the parts of each in order."""
    raw = sqlite3.connect(path)
    rows = raw.execute(
        "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name <> 'alembic_version'"
    ).fetchall()
    raw.close()
    return {
        name: sorted(re.sub(r"\s+", " ", part).strip() for part in re.split(r",\s*\n|\n\(|\n\)", sql))
        for name, sql in rows
    }


def test_migrations_make_what_tables_say(empty: Path, tmp_path: Path) -> None:
    engine = create_engine(url_of(empty))
    with engine.connect() as core:
        context = MigrationContext.configure(core, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, metadata) == []
    engine.dispose()
    direct = tmp_path / "direct.db"
    metadata.create_all(create_engine(url_of(direct)))
    assert schema(empty) == schema(direct)


def test_every_constraint_has_a_name(empty: Path) -> None:
    for name, parts in schema(empty).items():
        for part in parts:
            if re.search(r"\b(CHECK|FOREIGN KEY|PRIMARY KEY|UNIQUE)\b", part) and not part.startswith("CREATE UNIQUE"):
                assert part.startswith("CONSTRAINT "), (name, part)


def test_the_newest_migration_is_the_one_that_the_store_knows() -> None:
    assert ScriptDirectory.from_config(migrate.configuration()).get_heads() == [store.HEAD]


def test_there_is_a_dump_of_every_schema() -> None:
    kept = {path.name.split("-")[0] for path in DUMPS}
    assert kept == {script.revision for script in ScriptDirectory.from_config(migrate.configuration()).walk_revisions()}


@pytest.mark.parametrize("dump", DUMPS, ids=lambda path: path.stem)
def test_an_old_ledger_opens(dump: Path, tmp_path: Path) -> None:
    path = tmp_path / "referee.db"
    raw = sqlite3.connect(path)
    raw.executescript(dump.read_text("utf-8"))
    raw.close()
    with open_ledger(url_of(path), now=NOW) as ledger, ledger.read() as view:
        assert view.verify_chain() is None
        assert view.verify_file() == ()
        assert [stored.verdict.number for stored in view.verdicts(GAME)] == [1, 2, 3]
        assert view.held(THREAD).body.count(b"\n") == 3
        state = view.snapshot(GAME, "rules", "rulings")
        assert state is not None
        assert state.players["◆A"].rolls == 2
        assert view.cursor(THREAD) is not None


def rows(path: Path) -> dict[str, list[dict[str, object]]]:
    """Every row of every table."""
    raw = sqlite3.connect(path)
    raw.row_factory = sqlite3.Row
    tables = [row[0] for row in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    found = {table: [dict(row) for row in raw.execute(f"SELECT * FROM {table}")] for table in tables}
    raw.close()
    return found


def test_0002_keeps_every_row_and_calls_what_was_captured_lines(tmp_path: Path, empty: Path) -> None:
    path = tmp_path / "referee.db"
    raw = sqlite3.connect(path)
    raw.executescript(DUMPS[0].read_text("utf-8"))
    raw.close()
    before = rows(path)
    assert before.pop("alembic_version") == [{"version_num": "0001"}]
    with open_ledger(url_of(path), now=NOW) as ledger:
        assert ledger.backup is not None
        assert rows(ledger.backup)["captures"] == before["captures"]
    after = rows(path)
    del after["alembic_version"]
    assert {row.pop("form") for row in after["captures"]} == {"lines"}
    assert after == before
    assert len(before["captures"]) == 2
    assert schema(path) == schema(empty)


def test_an_older_ledger_is_copied_before_it_is_migrated(
    ledger: Ledger, path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ledger.close()
    scripts = tmp_path / "migrations"
    shutil.copytree(migrate.script_folder(), scripts)
    (scripts / "versions" / f"{AFTER}_more.py").write_text(
        f"from alembic import op\nimport sqlalchemy as sa\nrevision, down_revision = '{AFTER}', '{HEAD}'\n"
        "def upgrade():\n    with op.batch_alter_table('threads') as batch:\n"
        "        batch.add_column(sa.Column('more', sa.Integer()))\n        batch.alter_column('key', nullable=True)\n"
    )
    monkeypatch.setattr(migrate, "script_folder", lambda: scripts)
    for module in (store, migrate):
        monkeypatch.setattr(module, "HEAD", AFTER)
    monkeypatch.setattr("referee.ledger.ledger.HEAD", AFTER)
    before = schema(path)
    with open_ledger(url_of(path), now=NOW) as opened:
        copy = opened.backup
        assert copy is not None
        assert copy.name == f"referee.db.before-{AFTER}-from-{HEAD}-20260301T120000Z"
        assert "more" in str(schema(path)["threads"])
        with opened.read() as view:
            assert view.verify_chain() is None
    assert schema(copy) == before
    monkeypatch.undo()
    with open_ledger(url_of(copy), now=NOW) as old, old.read() as view:
        assert [game.name for game in view.games()] == [GAME]
    with pytest.raises(LedgerNewer, match="written by a newer referee"):
        open_ledger(url_of(path), now=NOW)


def test_a_migration_that_fails_changes_nothing(
    ledger: Ledger, path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ledger.close()
    scripts = tmp_path / "migrations"
    shutil.copytree(migrate.script_folder(), scripts)
    (scripts / "versions" / f"{AFTER}_more.py").write_text(
        f"from alembic import op\nrevision, down_revision = '{AFTER}', '{HEAD}'\n"
        "def upgrade():\n    op.drop_table('hosts')\n    op.drop_table('no_such_table')\n"
    )
    monkeypatch.setattr(migrate, "script_folder", lambda: scripts)
    for module in (store, migrate):
        monkeypatch.setattr(module, "HEAD", AFTER)
    before = schema(path)
    monkeypatch.setattr("referee.ledger.ledger.HEAD", AFTER)
    with pytest.raises(LedgerError):
        open_ledger(url_of(path), now=NOW)
    assert schema(path) == before


def test_the_plain_statements_name_columns_of_the_tables() -> None:
    for table, statement in (("cursors", desk._PUT_CURSOR), ("hosts", desk._PUT_HOST)):
        named = re.search(r"\(([^)]*)\)", statement)
        assert named
        assert [name.strip() for name in named[1].split(",")] == metadata.tables[table].columns.keys()
        for name in metadata.tables[table].columns.keys()[1:]:
            assert f"{name} = excluded.{name}" in statement
    selected = set(re.findall(r"\bc\.(\w+)", desk._CURSORS)) - {"thread_id"}
    assert selected == set(metadata.tables["cursors"].columns.keys()) - {"thread_id"}


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO hosts (host, day, requests) VALUES ('a', '', -1)",
        "INSERT INTO hosts (host, day, requests, asked_at) VALUES ('a', '', 1, 'yesterday')",
        f"INSERT INTO cursors ({CURSOR}) VALUES (1, '', 'dead', 0, '', '', 0, 0)",
        f"INSERT INTO cursors ({CURSOR}) VALUES (1, '', 'live', -1, '', '', 0, 0)",
        f"INSERT INTO cursors ({CURSOR}) VALUES (9, '', 'live', 0, '', '', 0, 0)",
        "INSERT INTO journal VALUES (0, '2026-03-01T12:00:00.000000Z', 'x', '', '{x}')",
        "INSERT INTO moves VALUES (1, 0, 'a', 0, 5, 'roll')",
        "UPDATE game_threads SET ordinal = 0 WHERE ordinal = 1",
    ],
)  # fmt: skip
def test_what_is_out_of_range_is_refused(ledger: Ledger, statement: str) -> None:
    with pytest.raises(LedgerConflict, match="refused what contradicts it"), ledger.write(NOW) as tx, door("x"):
        tx._line.raw.execute(statement.replace("{x}", "0" * 64))
