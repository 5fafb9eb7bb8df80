"""Rulings, and what they would change, as people and JSON read them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec

from referee.app.book import Book, Entry
from referee.app.filedoor import FromFile
from referee.app.named import Moved, by_content
from referee.app.orphans import Forsaken, Orphan
from referee.model import PostKey, Ruling
from referee.words import Speaker

if TYPE_CHECKING:  # what judges: a poll tells of orphans without it
    from referee.app.effect import Effect
    from referee.app.ruling import Proposal

#: Verdicts that would change, shown one by one; `--json` tells all.
_SHOWN = 20


def place_of(post: PostKey) -> str:
    """A post as commands name it."""
    return f"{post.thread.board}/{post.thread.key}/{post.number}"


def places_of(posts: Sequence[PostKey]) -> list[str]:
    """Posts as commands name them."""
    return [place_of(post) for post in posts]


def _place_now(post: PostKey, moved: Moved, speaker: Speaker) -> str:
    """A post as commands name it now, with the number under which it was judged where that means it no more."""
    if post not in moved:
        return place_of(post)
    number = moved[post]
    told = speaker.judged_as(post.number, is_gone=number is None)
    name = number if number is not None else by_content(post.fingerprint or 0)
    return f"{post.thread.board}/{post.thread.key}/{name} ({told})"


def book_lines(book: Book, lost: Sequence[Orphan], moved: Moved, speaker: Speaker, *, all_of_it: bool) -> Iterator[str]:
    """The book, a line for each ruling in force; all of it also with what was undone, and what happened to each."""
    entries = [entry for entry in book.entries if all_of_it or not entry.is_undone]
    lost_ids = {orphan.ruling.id for orphan in lost}
    if not entries:
        yield speaker.no_rulings()
    for entry in entries:
        ruling = entry.ruling
        places = [_place_now(post, moved, speaker) for post in ruling.posts]
        yield speaker.ruling_entry(
            ruling, places, is_undone=entry.is_undone, is_orphan=ruling.id in lost_ids, all_posts=all_of_it
        )
        if all_of_it:
            for event in entry.events:
                told = speaker.ruling_event(event.what, event.at, event.ruling, event.author, event.reason)
                yield f"  {told}"


def entry_json(entry: Entry, lost: Sequence[Orphan], moved: Moved, speaker: Speaker) -> dict[str, object]:
    """One element of `ruling list --json`."""
    events = [
        {
            "what": event.what,
            "at": event.at,
            "author": event.author,
            "reason": event.reason or None,
            "text": speaker.ruling(event.ruling),
        }
        for event in entry.events
    ]
    missing = next((orphan.posts for orphan in lost if orphan.ruling.id == entry.ruling.id), ())
    return {
        **ruling_json(entry.ruling, moved, speaker),
        "undone": entry.is_undone,
        "orphaned": places_of(missing),
        "events": events,
    }


def _post_json(post: PostKey, moved: Moved) -> dict[str, object]:
    """A post as JSON: `no` is the number that means it now, None where none does, and `judged_as` then is its own."""
    told: dict[str, object] = {"thread": str(post.thread), "no": moved.get(post, post.number)}
    return {**told, "judged_as": post.number} if post in moved else told


def ruling_json(ruling: Ruling, moved: Moved, speaker: Speaker) -> dict[str, object]:
    """A ruling as JSON: its values by their names, times and days in ISO form."""
    return {
        "id": ruling.id,
        "kind": ruling.kind,
        "posts": [_post_json(post, moved) for post in ruling.posts],
        "values": _values(ruling),
        "reason": ruling.reason,
        "author": ruling.author,
        "made_at": ruling.made_at,
        "door": ruling.door,
        "pattern": ruling.pattern or None,
        "text": speaker.ruling(ruling),
    }


def _values(ruling: Ruling) -> dict[str, object]:
    from referee.model import Stamp
    from referee.model.post import day_text

    def told(key: str, value: object) -> object:
        if isinstance(value, Stamp):
            return value.iso
        if key in ("day", "rest_until", "rolled_on") and isinstance(value, int):
            return day_text(value)
        if key == "players" and isinstance(value, tuple):
            rows = (msgspec.structs.asdict(row) for row in value)
            return [{name: told(name, one) for name, one in row.items()} for row in rows]
        return value

    return {key: told(key, value) for key, value in msgspec.structs.asdict(ruling.act).items()}


def orphan_lines(lost: Sequence[Orphan], speaker: Speaker) -> Iterator[str]:
    """Rulings whose posts can't be found again, a line for each."""
    return (speaker.ruling_orphan(orphan.ruling, places_of(orphan.posts)) for orphan in lost)


def orphan_items(lost: Sequence[Orphan], speaker: Speaker) -> Iterator[dict[str, object]]:
    """The same as open items, one for each post."""
    for orphan in lost:
        text = speaker.ruling_orphan(orphan.ruling, places_of(orphan.posts))
        for post in orphan.posts:
            thread, why = str(post.thread), orphan.ruling.kind
            yield {"kind": "ruling_orphaned", "why": why, "thread": thread, "no": post.number, "text": text}


def forsaken_lines(left: Sequence[Forsaken], settings: str, speaker: Speaker) -> Iterator[str]:
    """Games with rulings that the settings know no more, a line for each; `settings` is the file."""
    return (speaker.rulings_forsaken(one.game, len(one.rulings), settings) for one in left)


def forsaken_items(left: Sequence[Forsaken], settings: str, speaker: Speaker) -> Iterator[dict[str, object]]:
    """The same as open items."""
    for text in forsaken_lines(left, settings, speaker):
        yield {"kind": "rulings_forsaken", "why": None, "thread": None, "no": None, "text": text}


def from_file_lines(made: FromFile, speaker: Speaker) -> Iterator[str]:
    """What a file of rulings changed: how many rulings, and a line for every post that a pattern touches."""
    yield speaker.rulings_from_file(made.game, *made.counts.values())
    for event in made.events:
        if event.ruling.pattern and event.what != "undo":
            for place in places_of(event.ruling.posts):
                yield f"  {speaker.ruling_touches(event.ruling, place)}"


def from_file_json(made: FromFile, speaker: Speaker) -> dict[str, object]:
    """The same as JSON, with every ruling."""
    rulings = [{"what": event.what, **ruling_json(event.ruling, {}, speaker)} for event in made.events]
    return {"game": made.game, "outcome": "rulings", **made.counts, "rulings": rulings}


def proposal_lines(game: str, proposal: Proposal, before: Speaker, after: Speaker) -> Iterator[str]:
    """Every post that a change of the book touches, as it is judged now, and what would be otherwise."""
    places = {post: _place_now(post, proposal.moved, after) for post, _ in proposal.posts}
    for event in proposal.events:
        posts = [places[post] for post in event.ruling.posts]
        yield after.ruling_entry(event.ruling, posts, is_undone=event.what == "undo")
    yield after.rulings_touch(len(proposal.posts))
    for post, verdict in proposal.posts:
        yield f"  {places[post]}: {before.short(verdict) if verdict is not None else '-'}"
    yield from change_lines(game, proposal.effect, before, after)


def change_lines(game: str, effect: Effect, before: Speaker, after: Speaker) -> Iterator[str]:
    """What would be otherwise: where the histories part, players, verdicts, and rulings that would have no effect."""
    from referee.app.rulediff import GameEffect, effect_lines

    yield from effect_lines(GameEffect(game, effect), before, after)
    for was, now in effect.changed[:_SHOWN]:
        verdict = now or was
        assert verdict is not None
        yield f"  {verdict.thread.board}/{verdict.thread.key}/{verdict.number}: {after.changed(was, now)}"
        for item in now.items if now is not None else ():
            if item.kind == "ruling_idle":
                yield f"    {after.item(item)}"
    if len(effect.changed) > _SHOWN:
        yield f"  {after.more(len(effect.changed) - _SHOWN)}"


def change_json(game: str, effect: Effect, before: Speaker, after: Speaker) -> dict[str, object]:
    """What would be otherwise, with every verdict that would change."""
    from referee.app.rulediff import GameEffect, effect_json

    rows = []
    for was, now in effect.changed:
        verdict = now or was
        assert verdict is not None
        one, other = after.apart(was, now, before)
        rows.append(
            {"thread": str(verdict.thread), "no": verdict.number, "before": one or None, "after": other or None}
        )
    return {**effect_json(GameEffect(game, effect), before, after), "changes": rows}


def proposal_json(game: str, proposal: Proposal, before: Speaker, after: Speaker, *, saved: bool) -> dict[str, object]:
    """What `ruling add`, `amend` and `undo` print with `--json`."""
    (event,) = proposal.events
    posts = [
        {**_post_json(post, proposal.moved), "text": before.short(verdict) if verdict is not None else None}
        for post, verdict in proposal.posts
    ]
    return {
        "what": event.what,
        "saved": saved,
        "ruling": ruling_json(event.ruling, proposal.moved, after),
        "posts": posts,
        "effect": change_json(game, proposal.effect, before, after),
    }
