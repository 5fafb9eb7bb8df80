"""Handing a game over: the hand-over of the state in which the ledger has it, and one read from a file."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from referee.app.handoverfields import quoted, quoted_name, unquoted
from referee.app.handovertext import Line, line_of, lines_of, read_lines
from referee.app.tables import GameTable
from referee.errors import UsageError
from referee.game import carried, flaw
from referee.ledger import View, whole
from referee.model import OWN_TEXT, Capture, GameState, Handover, Post, PostLimits, ThreadRef
from referee.model.ruling import Outage
from referee.parse.decode import encoding_of
from referee.parse.recognise import read_thread, refusal_of
from referee.parse.text import decode_references, plain_text
from referee.rules import Evaluator
from referee.words.host import HostSpeaker
from referee.words.paste import line_width, posts

#: Whom neither trip nor ID tells, as boards print it.
_NOBODY = "ID:???"
#: A file is looked at up to this size.
_MOST = 64 * 1024 * 1024
#: Bytes of a line that hold what stands beside a title: its number, its kind, its check.
_BESIDE_TITLE = 32


def hand_over(view: View, game: GameTable, state: GameState, title: str) -> Handover:
    """The hand-over of a game as it stands.

    Raises:
        UsageError: nothing was judged yet; or the host's rulings led where no ledger would take it from.
    """
    if state.thread is None:
        raise UsageError(game.name, "no post is known of this game yet", "run: referee poll")
    last = None
    for stored in view.verdicts(game.name, state.thread) if view.knows(state.thread) else ():
        last = stored.verdict
    judge = game.table.under(state.ruleset).judge
    ruleset = judge.ruleset if isinstance(judge, Evaluator) else game.ruleset
    fingerprint = last.fingerprint if last is not None else game.table.handed.fingerprint if game.table.handed else 0
    into = Handover(
        title,
        ruleset.name,
        ruleset.digest,
        {name: reading.value for name, reading in ruleset.readings.items()},
        game.table.settings,
        state.thread,
        state.number,
        fingerprint,
    )
    handed = carried(whole(state), into)
    if (found := flaw(handed, ruleset.goal)) is not None:
        raise UsageError(f"{game.name}, {found[0]}", found[1], "mend it by a ruling before the game is handed over")
    return handed


def left_behind(game: GameTable, state: GameState) -> list[int]:
    """The numbers of rulings in force that still matter to posts to come, and that no hand-over holds: outages."""
    today = state.day or 0
    return [one.id for one in game.rulings if isinstance(one.act, Outage) and one.act.until.day >= today]


def handover_posts(handed: Handover, speaker: HostSpeaker, limits: PostLimits) -> list[str]:
    """A hand-over as posts. A title that is longer than a line of them is cut: the game goes on without the rest of it.

    Raises:
        UsageError: a post is too small for one of its fields.
    """
    heading = speaker.handover_heading(handed.title)
    width = line_width(heading, limits)
    if len(quoted(handed.title).encode("cp932")) > width - _BESIDE_TITLE:
        handed = replace(handed, title=unquoted(quoted_name(handed.title, width - _BESIDE_TITLE)))
    return posts(heading, lines_of(handed, width), limits)


class Found(Struct, frozen=True):
    """A hand-over that was read, and the posts it stood in: by whom, and their numbers; nobody in a file of text."""

    handover: Handover
    by: str = ""
    numbers: tuple[int, ...] = ()

    def told(self) -> dict[str, object]:
        """`init --json`: up to which post it holds, how many players it knows, and where it stood."""
        handed = self.handover
        where = {"by": self.by, "posts": list(self.numbers)} if self.numbers else {}
        return {"thread": str(handed.thread), "no": handed.number, "players": len(handed.players), **where}


def read_handover(path: str) -> Found:
    """The hand-over in a file: text in UTF-8 or CP932, or a saved thread (a dat, a page) into which it was pasted. Of
    several in a thread the last counts, if one and the same person posted them.

    Raises:
        UsageError: the file can't be read, holds none, or one that was copied wrongly: the line is named.
    """
    try:
        if Path(path).stat().st_size > _MOST:
            raise UsageError(path, "is larger than 64 MiB", "give the posts of the hand-over alone")
        body = Path(path).read_bytes()
    except OSError as error:
        raise UsageError(path, f"can't be read ({error.strerror})", "name a file with a hand-over") from None
    if refusal_of(body) is None:
        return _of_thread(read_thread(Capture(ThreadRef("", ""), path, body)).posts, path)
    text = body.removeprefix(b"\xef\xbb\xbf").decode(encoding_of(body), "replace")
    found = [line for line in map(line_of, map(decode_references, text.splitlines())) if line is not None]
    return Found(_last(found, path)[0])


def _of_thread(thread: list[Post], path: str) -> Found:
    """The last hand-over of a thread."""
    by_writer: dict[str, list[tuple[Line, int]]] = {}
    for post in thread:
        text = plain_text(post.body)
        if text.lstrip().startswith(OWN_TEXT):
            lines = [line for line in map(line_of, text.splitlines()) if line is not None]
            if lines:
                by_writer.setdefault(_writer(post), []).extend((one, post.number) for one in lines)
    hint = "copy the posts of the right one into a file of their own"
    if len(by_writer) > 1:
        raise UsageError(path, f"holds hand-overs by several people: {', '.join(by_writer)}", hint)
    for writer, told in by_writer.items():
        different = {line for line, _ in told}
        if writer == _NOBODY and len(different) > len({line.number for line in different}):
            raise UsageError(path, f"holds several hand-overs, by whom nothing tells ({_NOBODY})", hint)
        handed, of = _last([line for line, _ in told], path)
        return Found(handed, writer, tuple(sorted({told[place][1] for place in of})))
    return Found(read_lines((), path))


def _writer(post: Post) -> str:
    """Who posted: a trip, an ID; two posts without either may be of two people."""
    return post.name.trip or (f"ID:{post.id}" if post.id else _NOBODY)


def _last(lines: Sequence[Line], path: str) -> tuple[Handover, Sequence[int]]:
    """The last hand-over of some lines, and which of them hold it: those from the last first line on, all where there
    is but one; where some are missing there, posts were pasted in another order, or one of them again: then the last of
    each number.

    Raises:
        UsageError: as `read_lines`, of the lines from the last first line on.
    """
    firsts = [place for place, line in enumerate(lines) if line.number == 1]
    block = range(firsts[-1] if len(firsts) > 1 else 0, len(lines))
    try:
        return read_lines([lines[place] for place in block], path), block
    except UsageError:
        latest = [*{line.number: place for place, line in enumerate(lines)}.values()]
        with suppress(UsageError):
            return read_lines([lines[place] for place in latest], path), latest
        raise
