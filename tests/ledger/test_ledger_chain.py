"""The journal: every row that was changed behind our back is named, the first one first."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from book import GAME, LATER, NOW, THREAD, reading, saw, says

from referee.ledger import Break, Ledger


@pytest.fixture
def full(ledger: Ledger) -> Ledger:
    """Two captures, five verdicts, one of them superseded and one withdrawn."""
    with ledger.write(NOW) as tx:
        saw(tx, "a b c")
        tx.put_verdicts(GAME, [says(post) for post in reading("a b c")], "seen")
    with ledger.write(LATER) as tx:
        saw(tx, "a b c d")
        post = reading("a b c d")[3]
        number = tx.put_verdicts(GAME, [says(post)], "seen").new[0][0]
        tx.put_verdicts(GAME, [says(reading("a")[0], why="no_id")], "ruling 1")
        tx.withdraw_verdicts([number], "ruling 2")
        tx.note("rebuild/1", {"changed": 1})
        tx.put_game(GAME, b'{"random": "ruling"}')
    return ledger


def broken(ledger: Ledger) -> Break | None:
    with ledger.read() as view:
        return view.verify_chain()


def test_nothing_is_wrong_with_what_we_wrote(full: Ledger) -> None:
    assert broken(full) is None
    with full.read() as view:
        rows = list(view.journal())
        assert [row.kind for row in rows] == [
            "settings/1", "thread/1", "thread/1", "capture/1", "verdicts/1", "capture/1", "verdicts/1", "verdicts/1",
            "withdrawal/1", "rebuild/1", "settings/1",
        ]  # fmt: skip
        assert [row.seq for row in view.journal(after=9)] == [10, 11]
        assert rows[-1].at == LATER
        assert view.verify_file() == ()
        sizes = view.sizes()
        assert (sizes.captures, sizes.posts, sizes.verdicts, sizes.journal) == (2, 4, 5, 11)
        assert sizes.bytes > 4096


@pytest.mark.parametrize(
    ("statement", "table", "row", "what"),
    [
        ("UPDATE journal SET content = replace(content, '117', '118') WHERE seq = 2", "journal", "2", "digest"),
        ("UPDATE journal SET at = '2026-03-01T12:00:00.000000Z' WHERE seq = 4", "journal", "4", "digest"),
        ("UPDATE journal SET sha256 = '{x}' WHERE seq = 7", "journal", "7", "digest"),
        ("DELETE FROM journal WHERE seq = 6", "journal", "6", "missing"),
        ("DELETE FROM journal WHERE seq = 11", "games", GAME, "settings"),
        ("UPDATE captures SET source = 'elsewhere' WHERE id = 1", "captures", "1", "digest"),
        ("UPDATE captures SET seen_at = '2026-03-02T00:00:00.000000Z' WHERE id = 2", "captures", "2", "digest"),
        ("UPDATE captures SET body = x'00' WHERE id = 2", "captures", "2", "body"),
        ("UPDATE captures SET body = (SELECT body FROM captures WHERE id = 1) WHERE id = 2", "captures", "2", "body"),
        ("UPDATE verdicts SET number = 9 WHERE id = 2", "verdicts", "2", "digest"),
        ("UPDATE verdicts SET payload = x'00' WHERE id = 3", "verdicts", "3", "digest"),
        ("UPDATE verdicts SET player = '◆B' WHERE id = 1", "verdicts", "1", "digest"),
        ("UPDATE verdicts SET cause = 'x' WHERE id = 5", "verdicts", "5", "digest"),
        ("UPDATE verdicts SET sha256 = '{x}' WHERE id = 5", "verdicts", "5", "digest"),
        ("DELETE FROM verdicts WHERE id = 2", "verdicts", "2", "missing"),
        ("DELETE FROM verdicts WHERE id = 3", "verdicts", "3", "missing"),
        ("UPDATE verdicts SET in_force = 0 WHERE id = 3", "verdicts", "3", "in_force"),
        ("UPDATE verdicts SET in_force = 1 WHERE id = 4", "verdicts", "4", "in_force"),
        ("UPDATE withdrawals SET cause = 'x'", "withdrawals", "4", "changed"),
        ("DELETE FROM withdrawals", "withdrawals", "4", "changed"),
        ("INSERT INTO withdrawals VALUES (3, 'x', '2026-03-02T00:00:00.000000Z')", "withdrawals", "", "rows"),
        ("UPDATE games SET settings = '[]'", "games", GAME, "settings"),
        ("UPDATE games SET name = 'other'", "verdicts", "1", "digest"),
        ("UPDATE threads SET key = '9' WHERE id = 1", "captures", "1", "digest"),
        ("UPDATE rulesets SET digest = 'x'", "verdicts", "1", "digest"),
    ],
)  # fmt: skip
def test_a_row_changed_by_hand_is_named(
    full: Ledger, path: Path, statement: str, table: str, row: str, what: str
) -> None:
    hand = sqlite3.connect(path)
    hand.execute(statement.replace("{x}", "0" * 64))
    hand.commit()
    hand.close()
    found = broken(full)
    assert found is not None
    assert (found.table, found.row, found.what) == (table, row, what)
    assert found.expected != found.actual


def test_a_verdict_with_a_right_digest_of_its_own_is_found_by_the_journal(full: Ledger) -> None:
    """Who changes a row and makes its digest anew has still to change the whole chain."""
    from sqlalchemy import select, update

    from referee.ledger.tables import verdicts
    from referee.ledger.verdicts import row_digest

    with full.write(NOW) as tx:
        core = tx._line.core
        core.execute(update(verdicts).where(verdicts.c.id == 2).values(number=9))
        row = core.execute(select(verdicts).where(verdicts.c.id == 2)).one()
        digest = row_digest(row._mapping, GAME, THREAD.identity, "rules")
        core.execute(update(verdicts).where(verdicts.c.id == 2).values(sha256=digest))
    found = broken(full)
    assert found is not None
    assert (found.table, found.row, found.what) == ("verdicts", "1-3", "digest")


def test_rows_that_lead_nowhere_are_told(full: Ledger, path: Path) -> None:
    hand = sqlite3.connect(path)
    hand.execute("DELETE FROM captures WHERE id = 2")
    hand.commit()
    hand.close()
    with full.read() as view:
        assert any("captures" in line for line in view.verify_file())
