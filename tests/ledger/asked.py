"""Everything that can be asked of a ledger and written into it, once each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from book import GAME, NEXT, NOW, RULES, RULINGS, THREAD, reading, says

from referee.game import EMPTY
from referee.ledger import Move
from referee.model import Capture, Cursor, HostUse

ASKS: dict[str, Callable[[Any], Any]] = {
    "captures": lambda view: list(view.captures()),
    "comes_last": lambda view: view.comes_last(GAME, THREAD),
    "cursor": lambda view: view.cursor(THREAD),
    "cursors": lambda view: view.cursors(),
    "games": lambda view: view.games(),
    "held": lambda view: view.held(THREAD),
    "game_settings": lambda view: view.game_settings(GAME),
    "is_judged": lambda view: view.is_judged(GAME, THREAD, 1),
    "host_use": lambda view: view.host_use("a"),
    "host_uses": lambda view: view.host_uses(),
    "knows": lambda view: view.knows(THREAD),
    "linked_cursors": lambda view: view.linked_cursors(),
    "journal": lambda view: list(view.journal()),
    "last_line": lambda view: view.last_line(),
    "last_verdict": lambda view: view.last_verdict(),
    "verdicts_after": lambda view: view.verdicts_after(GAME, 0),
    "declared_anew": lambda view: list(view.declared_anew(GAME)),
    "rewritten": lambda view: list(view.rewritten(GAME)),
    "moves": lambda view: list(view.moves(GAME)),
    "notes": lambda view: view.notes("follow/1"),
    "last_post": lambda view: view.last_post(THREAD),
    "pages": lambda view: view.pages(THREAD),
    "posts": lambda view: list(view.posts(GAME)),
    "posts_digest": lambda view: view.posts_digest(GAME),
    "sizes": lambda view: view.sizes(),
    "snapshot": lambda view: view.snapshot(GAME, RULES, RULINGS),
    "thread_order": lambda view: view.thread_order(GAME),
    "threads_gone": lambda view: view.threads_gone(),
    "threads": lambda view: view.threads(GAME),
    "title": lambda view: view.title(THREAD),
    "totals": lambda view: list(view.totals(GAME)),
    "verdict": lambda view: view.verdict(GAME, THREAD, 1),
    "verdicts": lambda view: list(view.verdicts(GAME)),
    "verdicts_that_differ": lambda view: view.verdicts_that_differ(GAME, [says(reading("z")[0])]),
    "verify_chain": lambda view: view.verify_chain(),
    "verify_file": lambda view: view.verify_file(),
    "versions": lambda view: view.versions(THREAD, 1),
    "posts_at": lambda view: view.posts_at(THREAD, 1),
    "post_with": lambda view: view.post_with(THREAD, 1),
    "named": lambda view: view.named(THREAD),
    "verdicts_on": lambda view: view.verdicts_on(GAME, THREAD, [1]),
}
WRITES: dict[str, Callable[[Any], Any]] = {
    "add_capture": lambda tx: tx.add_capture(Capture(THREAD, "x", b"a\nb\n", 0, NOW)),
    "forget_derived": lambda tx: tx.forget_derived(GAME),
    "forget_linked_posts": lambda tx: tx.forget_linked_posts(),
    "note": lambda tx: tx.note("x/1", {}),
    "order_threads": lambda tx: tx.order_threads(GAME, [NEXT, THREAD]),
    "put_cursor": lambda tx: tx.put_cursor(Cursor(THREAD, "x")),
    "put_game": lambda tx: tx.put_game("other", b"{}"),
    "put_host_use": lambda tx: tx.put_host_use(HostUse("a")),
    "put_moves": lambda tx: tx.put_moves([(1, [Move("◆A", 0, 5, "roll")])]),
    "put_posts": lambda tx: tx.put_posts(reading("a b c d"), 1),
    "put_snapshot": lambda tx: tx.put_snapshot(GAME, EMPTY, RULES, RULINGS),
    "put_thread": lambda tx: tx.put_thread(NEXT, "title", GAME),
    "put_verdicts": lambda tx: tx.put_verdicts(GAME, [says(reading("z")[0])], "seen"),
    "set_thread_gone": lambda tx: tx.set_thread_gone(THREAD),
    "withdraw_verdicts": lambda tx: tx.withdraw_verdicts([1], "x"),
}
