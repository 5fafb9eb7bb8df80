"""Notes about a game, sent after polls: what happened since the last look, each at most once, and never to a board.

What was seen and what waits stands in a small file beside the ledger, which knows nothing of it: `verify` and `rebuild`
are as without notes, and without the file a game is only looked at, so that nobody is told its whole past. A note is
taken out of the file before it is sent, and put back when it was not taken: a crash may lose one, none comes twice.

Imported only where the settings name a target; what judges and speaks is imported when there is something to tell.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct, field

from referee.app.clock import JST, iso
from referee.app.notices import Notice, Seen, between, of_verdict, rests_over, seen_now
from referee.app.open import Folder
from referee.app.places import Place
from referee.app.settings import Notify
from referee.app.targets import is_webhook, key_of, masked
from referee.errors import RefereeError

if TYPE_CHECKING:
    from referee.app.tables import GameTable
    from referee.ledger import Ledger, View
    from referee.words.notices import NoticeSpeaker

#: Notes in one message; of more only the number is told.
_AT_ONCE = 20
#: Bytes that they may take; their texts are sent twice.
_ROOM = 8192
#: How many of those who passed a player are told one by one.
_NAMED = 8
#: How long a note is tried again, and how many messages wait for one target.
_PATIENCE = timedelta(days=1)
_MOST_WAITING = 50
#: What the file is called behind the ledger's name.
_SUFFIX = "-notes.json"


class Message(Struct, omit_defaults=True):
    """A message that waits: `to` stands for the target's address, `since` when it was made (ISO); `notes` as they are
    sent; `reason` why it was not taken the last time."""

    to: str
    since: str
    notes: list[dict[str, Any]]
    more: int = 0
    reason: str = ""


class Kept(Struct):
    """The file: the last verdict looked at (its id), players by game, thread ends told, and messages that wait."""

    seen: int = 0
    games: dict[str, dict[str, Seen]] = field(default_factory=dict)
    ends: list[str] = field(default_factory=list)
    waiting: list[Message] = field(default_factory=list)


class Tried(Struct, frozen=True):
    """What became of a message: `reason` is None where it was taken; `target` without its secret; `given_up`: it is not
    tried again."""

    target: str
    reason: str | None
    given_up: bool = False


def path_of(folder: Folder) -> Path:
    """The file of a folder."""
    return folder.ledger_path.with_name(f"{folder.ledger_path.name}{_SUFFIX}")


class Notifier:
    """Looks at the games of a folder after polls and tells what is new; `places` are the threads polled by now."""

    def __init__(self, folder: Folder, ledger: Ledger, places: Callable[[], Iterable[Place]]) -> None:
        self._folder, self._ledger, self._places = folder, ledger, places
        self._targets = folder.settings.notify
        self._path = path_of(folder)
        self._busy = Lock()

    def run(self, now: datetime) -> tuple[Tried, ...]:
        """Tell what happened since the last run, and try again what was not taken; what became of it.

        Raises:
            LedgerError: the ledger failed. OSError: the file can't be read or written; nothing was sent.
        """
        if not self._busy.acquire(blocking=False):  # another thread of the daemon is at it
            return ()
        try:
            return self._run(now)
        finally:
            self._busy.release()

    def _run(self, now: datetime) -> tuple[Tried, ...]:
        kept = load(self._path)
        before = msgspec.json.encode(kept)
        notices = self._look(kept, now)
        known = {key_of(target.url) for target in self._targets}
        waiting = [message for message in kept.waiting if message.to in known]
        waiting += self._messages(notices, now)
        kept.waiting = []
        if msgspec.json.encode(kept) != before:
            _save(self._path, kept)
        if not waiting:
            return ()
        tried, kept.waiting = self._send(waiting, now)
        if kept.waiting:
            _save(self._path, kept)
        return tried

    # What there is to tell

    def _look(self, kept: Kept, now: datetime) -> list[Notice]:
        """What happened since the last look; it is remembered as told."""
        notices: list[Notice] = []
        with self._ledger.read() as view:
            last, known = view.last_verdict(), frozenset(kept.games)
            if last != kept.seen:
                notices += self._news(view, kept)
                kept.seen = last
            notices += self._ends(view, kept, known)
        today = now.astimezone(JST).date().toordinal()
        for game, players in kept.games.items():
            notices += rests_over(game, players, today)
        return notices

    def _news(self, view: View, kept: Kept) -> Iterator[Notice]:
        """What verdicts brought; a game seen for the first time is only remembered."""
        from referee.app.book import ruled
        from referee.game import standings

        for table in self._folder.usable_tables()[0]:
            if not any(game.name == table.name for game in view.games()):
                continue
            table = ruled(view, table)
            state = view.snapshot(table.name, table.digest, table.rulings_digest)
            if state is None:  # judged by other rules: the next poll judges it anew
                continue
            rows = standings(state, table.readings(state.ruleset))
            before = kept.games.get(table.name)
            after = kept.games[table.name] = seen_now(rows, before or {})
            if before is not None:
                yield from between(table.name, before, after)
                yield from self._of_verdicts(view, table, kept.seen)

    def _of_verdicts(self, view: View, table: GameTable, seen: int) -> Iterator[Notice]:
        if not any(event in target.events for target in self._targets for event in ("open_item", "changed_verdict")):
            return
        from referee.app.changes import changes

        fresh = view.verdicts_after(table.name, seen)
        changed = changes(view, table.name, fresh)
        for one in fresh:
            is_changed = (one.verdict.thread.identity, one.verdict.fingerprint) in changed
            if is_changed or one.supersedes is None:  # else judged the same by other rules: no news
                yield from of_verdict(table.name, one.verdict, is_changed=is_changed)

    def _ends(self, view: View, kept: Kept, known: frozenset[str]) -> Iterator[Notice]:
        """Threads that came to so many posts; those of a game seen for the first time are only remembered."""
        marks = sorted({target.thread_end for target in self._targets})
        for place in self._places():
            cursor = view.cursor(place.thread)
            for mark in marks if cursor is not None and cursor.posts else ():
                name = f"{mark} {' '.join(place.thread.identity)}"
                if cursor is None or cursor.posts < mark or name in kept.ends:
                    continue
                kept.ends.append(name)
                for game in place.games if cursor.life == "live" else ():
                    if game in known:
                        yield Notice("thread_end", game, thread=str(place.thread), number=cursor.posts, mark=mark)

    # Telling it

    def _messages(self, notices: Sequence[Notice], now: datetime) -> Iterator[Message]:
        """For each target the notes that it wants, as one message."""
        for target in self._targets if notices else ():
            wanted = [notice for notice in notices if _wants(target, notice)]
            if wanted:
                speaker = self._speaker(target)
                notes = [_note(self._title(notice.game), notice, speaker, now) for notice in wanted[:_AT_ONCE]]
                yield Message(key_of(target.url), iso(now) or "", notes, max(0, len(wanted) - _AT_ONCE))

    def _speaker(self, target: Notify) -> NoticeSpeaker:
        from referee.words.notices import NoticeSpeaker

        return NoticeSpeaker(target.lang or self._folder.settings.lang, {})

    def _title(self, name: str) -> str:
        return next((game.title for game in self._folder.settings.game if game.name == name and game.title), name)

    def _send(self, waiting: Sequence[Message], now: datetime) -> tuple[tuple[Tried, ...], list[Message]]:
        """Send messages, the oldest first; what became of them, and what waits on. Where a target did not take one, the
        others wait too."""
        tried, left = list[Tried](), list[Message]()
        for target in one_each(self._targets):
            name, failed = masked(target.url), ""
            for message in [one for one in waiting if one.to == key_of(target.url)]:
                reason = failed or send(target.url, body_of(message, self._speaker(target)))
                if reason is None:
                    tried.append(Tried(name, None))
                    continue
                is_old = now - datetime.fromisoformat(message.since) > _PATIENCE
                if not failed or is_old:
                    tried.append(Tried(name, reason, is_old))
                failed, message.reason = reason, reason
                if not is_old:
                    left.append(message)
        return tuple(tried), left[-_MOST_WAITING:]


def one_each(targets: Sequence[Notify]) -> list[Notify]:
    """The first target of each address: an address may be named several times, for notes of several kinds."""
    return [*{target.url: target for target in reversed(targets)}.values()][::-1]


def _wants(target: Notify, notice: Notice) -> bool:
    """Whether a note is one that a target was named for; what is about the host alone is about everybody."""
    is_named = not target.players or not notice.player or notice.player in target.players
    if notice.event == "thread_end" and notice.mark != target.thread_end:
        return False
    return notice.event in target.events and is_named and (not target.games or notice.game in target.games)


def _note(title: str, notice: Notice, speaker: NoticeSpeaker, now: datetime) -> dict[str, Any]:
    """A note as it is sent (docs/operating.md): names are cleaned, and its text mentions nobody."""
    from referee.words.tongue import plain, shown

    facts: dict[str, Any] = {"event": notice.event, "game": shown(notice.game, 80), "time": iso(now)}
    player = speaker.player(notice.player, notice.name)
    thread = {"thread": notice.thread, "no": notice.number}
    if notice.player:
        facts |= {"player": plain(notice.player, 80), "name": shown(notice.name, 80)}
    match notice.event:
        case "passed":
            by = [{"player": plain(one, 80), "name": shown(name, 80), "square": at} for one, name, at in notice.by]
            facts |= {"before": notice.before, "rank": notice.rank, "square": notice.square, "by": by[:_NAMED]}
            others = [speaker.player(one, name) for one, name, _ in notice.by]
            text = speaker.passed(title, player, others, notice.before, notice.rank)
        case "thread_end":
            facts |= {"thread": notice.thread, "posts": notice.number}
            text = speaker.thread_end(title, notice.thread, notice.number)
        case "home":
            text = speaker.came_home(title, player)
        case "rest_ends":
            text = speaker.rest_ends(title, player)
        case "open_item" if notice.item is not None:
            facts |= {**thread, "kind": notice.item.kind, "why": notice.item.why}
            text = speaker.open_item(title, notice.thread, notice.item)
        case _:
            facts |= thread
            text = speaker.changed_verdict(title, notice.thread, notice.verdict) if notice.verdict else ""
    return {**facts, "text": text}


def body_of(message: Message, speaker: NoticeSpeaker) -> dict[str, Any]:
    """What is posted: `text` for chats, `notes` for programs; as many as there is room for."""
    notes, more = [*message.notes], message.more
    while len(notes) > 1 and len(msgspec.json.encode(notes)) > _ROOM:
        notes.pop()
        more += 1
    lines = [str(note["text"]) for note in notes]
    if more:
        lines.append(speaker.more_notes(more))
    return {"text": "\n".join(lines), "notes": notes, "more": more}


def send(url: str, body: dict[str, Any]) -> str | None:
    """Send a message; a code of why it was not taken, None where it was."""
    if is_webhook(url):
        from referee.fetch.webhook import post_json

        return post_json(url, msgspec.json.encode(body))
    try:
        import apprise
    except ImportError:
        return "apprise_missing"
    import logging

    logging.getLogger("apprise").setLevel(logging.CRITICAL + 1)  # its lines name addresses, with what is secret in them
    try:
        way = apprise.Apprise()
        return None if way.add(url) and way.notify(body=str(body["text"])) else "apprise"
    except Exception:  # whatever a service's plug-in raises: a note never stops a poll
        return "apprise"


def try_out(folder: Folder, lang: str) -> list[Tried]:
    """Send a test to every target, now and once; what became of each."""
    from referee.words.notices import NoticeSpeaker

    text = NoticeSpeaker(lang, {}).test_note()
    body = {"text": text, "notes": [{"event": "test", "text": text}], "more": 0}
    return [Tried(masked(target.url), send(target.url, body)) for target in one_each(folder.settings.notify)]


def waiting(folder: Folder) -> list[tuple[str, int, str]]:
    """Of each target how many notes wait, and why the last message was not taken (empty where it was not tried)."""
    messages = load(path_of(folder)).waiting if folder.settings.notify else []
    found = []
    for target in one_each(folder.settings.notify):
        mine = [one for one in messages if one.to == key_of(target.url)]
        reason = next((one.reason for one in reversed(mine) if one.reason), "")
        found.append((masked(target.url), sum(len(one.notes) + one.more for one in mine), reason))
    return found


def load(path: Path) -> Kept:
    """What is remembered; nothing where no file is.

    Raises:
        RefereeError: the file is none of ours, or damaged. OSError: it can't be read.
    """
    try:
        return msgspec.json.decode(path.read_bytes(), type=Kept)
    except FileNotFoundError:
        return Kept()
    except msgspec.MsgspecError as error:
        raise RefereeError(str(path), f"can't be read ({error})", "delete it: only what comes then is told") from None


def _save(path: Path, kept: Kept) -> None:
    """Write the file at once, or leave the old one."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        beside.write_bytes(msgspec.json.encode(kept))
        os.replace(beside, path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
