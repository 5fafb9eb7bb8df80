"""Why a post is judged as it is: verdict, what it rests on, what was declared before, and what else ever stood there.

A post is named by the number under which it stands now; where numbers moved, the one under which it was judged is told.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from referee.app.book import read_book
from referee.app.cited import Cited
from referee.app.clock import iso
from referee.app.judge import Judge
from referee.app.named import find_post, must_know
from referee.app.precedents import cited_by_rulings, cited_by_verdict, explain_cited
from referee.app.rows import PostRow, RowMaker
from referee.app.ruledon import RulingOn, cause_on, ruling_lines, rulings_on
from referee.app.tables import GameTable
from referee.errors import UsageError
from referee.ledger import Ledger, StoredPost, StoredVerdict, View
from referee.model import FROM_PAGE, Post, ThreadRef, Thrown, Verdict
from referee.parse.text import plain_text
from referee.rules import Ruleset
from referee.words import Speaker
from referee.words.contents import Content, differing, fields_shown


class Told(Struct, frozen=True):
    """One post: `contents` is all that it ever held, oldest first, empty where that is no more kept; `stored` all that
    was declared of it, oldest first, what is in force last; `rulings` the host's about it."""

    contents: tuple[StoredPost, ...]
    stored: tuple[StoredVerdict, ...]
    rulings: tuple[RulingOn, ...] = ()

    @property
    def number(self) -> int:
        """Where it stands, or stood last."""
        return self.contents[-1].number if self.contents else self.stored[-1].verdict.number

    @property
    def judged_as(self) -> int | None:
        """The number under which it was judged; None where that is the one it has."""
        judged = self.stored[-1].verdict.number
        return judged if judged != self.number else None

    @property
    def is_gone(self) -> bool:
        """Whether it was taken out while its thread lived."""
        return bool(self.contents) and self.contents[-1].status == "gone"

    @property
    def judged(self) -> Post | None:
        """The content that was judged, where it is kept."""
        judged = self.stored[-1].verdict.fingerprint
        return next((one.post for one in self.contents if one.post.fingerprint == judged), None)

    @property
    def source(self) -> str | None:
        """What the judged post was read from."""
        return self.judged.source if self.judged is not None else None

    def verdicts(self) -> tuple[Verdict, ...]:
        """What was declared, under the number that the post has now."""
        return tuple(replace(one.verdict, number=self.number) for one in self.stored)


class Why(Struct, frozen=True):
    """What a name of a post means: `posts` that stand there, or stood there last and are gone, what stands there first;
    `moved` those that were judged under the number and stand, or stood last, at another one."""

    posts: tuple[Told, ...]
    moved: tuple[Told, ...] = ()


def why(ledger: Ledger, game: GameTable, post: str) -> Why:
    """What was declared of the posts that a name means: `N`, of the newest thread, or `THREAD/N`.

    Where nothing stands or stood last at the number, those posts are meant that were judged under it.

    Raises:
        UsageError: no such thread or post, or nothing was declared of it.
    """
    with ledger.read() as view:
        must_know(view, game.name)
        thread, number = find_post(view, game.name, post)
        here = [_told(view, game.name, thread, contents) for contents in view.posts_at(thread, number)]
        posts = [one for one in here if one is not None]
        known = {content.post.fingerprint for one in posts for content in one.contents}
        moved: list[Told] = []
        strays: list[StoredVerdict] = []
        for stored in view.verdict(game.name, thread, number):
            if stored.verdict.fingerprint in known or stored.verdict.number != number:
                continue
            told = _told(view, game.name, thread, view.post_with(thread, stored.verdict.fingerprint))
            if told is None:
                strays.append(stored)
            elif told.number != number:
                known |= {content.post.fingerprint for content in told.contents}
                moved.append(told)
        if not posts and not moved and strays:
            posts = [_with_rulings(view, game.name, Told((), tuple(strays)))]
    if not posts and not moved:
        raise UsageError(f"{thread} {number}", "no verdict", "the post was not seen; see: referee status")
    return Why(tuple(posts), tuple(moved)) if posts else Why(tuple(moved))


def _told(view: View, game: str, thread: ThreadRef, contents: tuple[StoredPost, ...]) -> Told | None:
    """A post with all that was declared of it; None where there is neither, or nothing was.

    What was declared of a content that a better source replaced, which is no more kept, goes by its number.
    """
    found = {one.id: one for one in view.verdicts_on(game, thread, [one.post.fingerprint for one in contents])}
    if not found:
        return None
    for number in {one.verdict.number for one in found.values()}:
        for stored in view.verdict(game, thread, number):
            if stored.id not in found and not view.post_with(thread, stored.verdict.fingerprint):
                found[stored.id] = stored
    told = Told(contents, tuple(sorted(found.values(), key=lambda one: (one.in_force, one.id))))
    return _with_rulings(view, game, told)


def _with_rulings(view: View, game: str, told: Told) -> Told:
    return replace(told, rulings=rulings_on(view, game, told.verdicts()[-1:]))


def explain(found: Why, rests_on: tuple[Cited, ...], ruleset: Ruleset, speaker: Speaker) -> Iterator[str]:
    """All of it in words: each post in full, then where others are that were judged under the number; `rests_on` as
    `cited` tells of each."""
    for place, (told, cited_) in enumerate(zip(found.posts, rests_on, strict=True)):
        if place:
            yield ""
        if told.is_gone:
            yield speaker.gone_from(told.number)
        yield from _explain_post(told, cited_, ruleset, speaker)
    for told in found.moved:
        yield speaker.moved(told.judged_as or told.number, told.number, is_gone=told.is_gone)


def explain_verdict(told: Told, speaker: Speaker) -> Iterator[str]:
    """A verdict in full, and the host's word on it."""
    yield speaker.full(told.verdicts()[-1], told.judged_as)
    yield from ruling_lines(told.rulings, speaker)


def _explain_post(told: Told, rests_on: Cited, ruleset: Ruleset, speaker: Speaker) -> Iterator[str]:
    """A verdict in full, the host's word on it, what it rests on, what was declared before it, and what the post ever
    held."""
    verdicts = told.verdicts()
    causes = [cause_on(one.cause, *verdicts[max(at - 1, 0) : at + 1]) for at, one in enumerate(told.stored)]
    *before, newest = zip(told.stored, causes, verdicts, strict=True)
    yield from explain_verdict(told, speaker)
    yield from explain_cited(rests_on, ruleset, speaker)
    if before:
        yield speaker.declared_now(newest[0].declared_at, newest[1])
    for old, cause, verdict in before:
        yield speaker.declared_before(old.declared_at, cause, speaker.short(verdict))
    if told.source == FROM_PAGE:
        yield speaker.from_page()
    earlier: Content | None = None
    for content in _contents(told):
        yield speaker.content(content)
        if earlier is not None and (text := speaker.content_differs(earlier, content)):
            yield f"  {text}"
        earlier = content


def _contents(told: Told) -> tuple[Content, ...]:
    """What a post ever held; nothing of one that stands there as it always did."""
    if len(told.contents) == 1 and told.contents[0].status == "present":
        return ()
    return tuple(
        Content(one.post, plain_text(one.post.body).strip(), one.status, one.first_seen, one.gone_at)
        for one in told.contents
    )


def cited(ledger: Ledger, game: GameTable, told: Told, speaker: Speaker) -> Cited:
    """The readings and precedents that a verdict in force rests on (of precedents those of rulings alone where another
    ruleset judged it)."""
    verdict = told.stored[-1].verdict
    kinds: tuple[str, ...] = ()
    if verdict.rulings:
        with ledger.read() as view:
            known = {ruling.id: ruling.kind for ruling in read_book(view, game.name).in_force}
        kinds = tuple(known[number] for number in verdict.rulings if number in known)
    if verdict.ruleset != game.digest:
        return cited_by_rulings(kinds)
    judge = Judge(game.ruleset, speaker)
    readings = [name for step in verdict.steps if isinstance(step, Thrown) for name in judge.readings_of(verdict, step)]
    return cited_by_verdict(verdict, told.judged, readings, game.ruleset.goal, kinds)


def as_json(found: Why, rests_on: tuple[Cited, ...], speaker: Speaker) -> dict[str, object]:
    """`why --json`: an element of `posts` for what stands at the number, with `readings` and `precedents` where the
    verdict rests on some, `ruling_texts` where the host ruled, `judged_as` where it was judged under another number,
    `gone` where it is gone, `versions` where it held other contents; `removed` are those in the same form that are gone
    from there, `moved` tells where posts are that were judged under the number."""
    first, *others = (_post_json(told, cited_, speaker) for told, cited_ in zip(found.posts, rests_on, strict=True))
    more = {
        "removed": others,
        "moved": [{"judged_as": told.judged_as, "no": told.number, "gone": told.is_gone} for told in found.moved],
    }
    return {**first, **{key: rows for key, rows in more.items() if rows}}


def _post_json(told: Told, rests_on: Cited, speaker: Speaker) -> dict[str, object]:
    row: dict[str, object] = msgspec.to_builtins(as_row(told, speaker))
    more = {
        "judged_as": told.judged_as,
        "gone": told.is_gone,
        "ruling_texts": [one.row(speaker) for one in told.rulings],
        "readings": rests_on.readings,
        "precedents": rests_on.numbers,
        "source": told.source,
        "versions": _versions(told),
    }
    return {**row, **{key: value for key, value in more.items() if value}}


def _versions(told: Told) -> list[dict[str, object]]:
    contents = _contents(told)
    return [
        {
            "status": one.post.status,
            **fields_shown(one),
            "first_seen": iso(one.first_seen),
            "gone_at": iso(one.gone_at),
            "life": one.life,
            "differs": list(differing(before, one)) if before is not None else [],
        }
        for before, one in zip((None, *contents), contents, strict=False)
    ]


def as_row(told: Told, speaker: Speaker) -> PostRow:
    """The verdict in force as an element of `posts`."""
    return RowMaker(speaker).rows((told.verdicts()[-1],))[-1]
