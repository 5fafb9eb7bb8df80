"""What the posts of a game were before: what was declared of them and superseded, and what they held."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from referee.app.ruledon import cause_on
from referee.ledger import StoredPost, StoredVerdict, View
from referee.model import Verdict
from referee.pages import ContentKey, Held, Said, Versions
from referee.parse.text import plain_text
from referee.words.contents import Content, differing


def versions_of(view: View, game: str, verdicts: Sequence[Verdict]) -> dict[ContentKey, Versions]:
    """Of the verdicts in force of a game those whose posts changed, or were judged otherwise before, by the content
    that was judged. Two questions to the ledger, however long the game."""
    judged = {(verdict.thread.identity, verdict.fingerprint): verdict for verdict in verdicts}
    said, held = _said(view, game, judged), _held(view, game, judged)
    return {key: Versions(tuple(said.get(key, ())), tuple(held.get(key, ()))) for key in {**said, **held}}


def _said(view: View, game: str, judged: Mapping[ContentKey, Verdict]) -> dict[ContentKey, list[Said]]:
    """What was declared of each post. A verdict on a content that a better source took the place of goes by its number,
    as in `why`."""
    rows: dict[ContentKey, list[StoredVerdict]] = defaultdict(list)
    strays: list[tuple[ContentKey, StoredVerdict]] = []
    for stored in view.declared_anew(game):
        key = (stored.verdict.thread.identity, stored.verdict.fingerprint)
        if key in judged:
            rows[key].append(stored)
        else:
            strays.append(((key[0], stored.verdict.number), stored))
    numbers = {(key[0], verdict.number): key for key, verdict in judged.items()} if strays else {}
    for place, stored in strays:
        successor = numbers.get(place)
        if successor is None or view.post_with(stored.verdict.thread, stored.verdict.fingerprint):
            continue
        if successor not in rows:
            rows[successor] += view.verdicts_on(game, stored.verdict.thread, [successor[1]])
        rows[successor].append(stored)
    found = {}
    for key, declared in rows.items():
        declared.sort(key=lambda one: (one.in_force, one.id))
        if len(declared) > 1:
            found[key] = list(_told(declared))
    return found


def _told(declared: Sequence[StoredVerdict]) -> Iterator[Said]:
    for at, one in enumerate(declared):
        around = [other.verdict for other in declared[max(at - 1, 0) : at + 1]]
        yield Said(one.declared_at, cause_on(one.cause, *around), one.verdict)


def _held(view: View, game: str, judged: Mapping[ContentKey, Verdict]) -> dict[ContentKey, list[Held]]:
    """What each post held, of those that changed or are gone."""
    contents = {(one.post.thread.identity, one.post.fingerprint): one for one in view.rewritten(game)}
    posts: dict[ContentKey, list[StoredPost]] = defaultdict(list)
    for (thread, fingerprint), one in contents.items():
        first = fingerprint
        while (before := contents[thread, first].replaces) is not None:
            first = before
        posts[thread, first].append(one)
    found = {}
    for (thread, _), held in posts.items():
        key = next((key for one in held if (key := (thread, one.post.fingerprint)) in judged), None)
        if key is not None:
            found[key] = list(_as_shown(held))
    return found


def _as_shown(held: Sequence[StoredPost]) -> Iterator[Held]:
    before: Content | None = None
    for one in held:
        post = one.post
        content = Content(post, plain_text(post.body).strip(), one.status, one.first_seen, one.gone_at)
        differs = tuple(differing(before, content)) if before is not None else ()
        yield Held(post.id, post.status == "erased", one.status, one.first_seen, one.gone_at, differs)
        before = content
