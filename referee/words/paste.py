"""Text made to be pasted into a thread by a person: posts that boards take, and in which nothing counts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape

from referee.model import OWN_TEXT, Standing
from referee.words.table import square_text, state_words
from referee.words.tongue import Tongue, shown
from referee.words.width import clean

#: Lines and bytes of one post that usual boards take (BBS_LINE_NUMBER 16, BBS_MESSAGE_COUNT 2048).
LINES, BYTES = 32, 2048
#: Columns of a line, which boards break where they show it: room for all that a roll hands on.
LINE = 500
_NAME = 24
#: Signs that CP932 has not, and what people write instead.
_PLAINER = str.maketrans({"·": "×", "−": "-", "–": "-", "—": "-", "“": '"', "”": '"', "’": "'", "〜": "～"})
#: What makes a link of a name: pasted under the host's trip, it would count as the host's.
_LINK = re.compile(r"://|read\.cgi", re.IGNORECASE)


def posts(heading: str, lines: Sequence[str]) -> list[str]:
    """Lines as posts that usual boards take, each under a heading that tells which it is.

    A post has at most `LINES` lines and `BYTES` bytes of CP932, line ends and signs of HTML counted as boards store
    them. What CP932 has not stands as a numeric reference, which boards show.
    """
    heading = for_boards(heading)
    room = BYTES - stored_bytes(f"{heading} (99/99)")
    parts: list[list[str]] = [[]]
    for line in map(for_boards, lines):
        size = sum(map(stored_bytes, (*parts[-1], line)))
        if parts[-1] and (len(parts[-1]) + 2 > LINES or size > room):  # a line more, and the heading
            parts.append([])
        parts[-1].append(line)
    of = len(parts)
    heads = [f"{heading} ({number}/{of})" if of > 1 else heading for number in range(1, of + 1)]
    return ["\n".join([head, *told]) for head, told in zip(heads, parts, strict=True)]


def for_boards(text: str) -> str:
    """One line of a text in characters that boards take."""
    return " ".join(text.translate(_PLAINER).split()).encode("cp932", "xmlcharrefreplace").decode("cp932")


def stored_bytes(line: str) -> int:
    """The bytes that a line takes in a dat: `&lt;` for `<`, and ` <br> ` at its end."""
    return len(f"{escape(line, quote=False)} <br> ".encode("cp932"))


def results(
    _: Tongue, day: int, told: Sequence[str], table: Sequence[Standing], spans: Mapping[str, tuple[int, int]]
) -> list[str]:
    """The posts that tell the results of a day (an ordinal): its rolls, a line each, and the standings.

    They begin with `OWN_TEXT`, and hold no link whatever players call themselves: nothing of them counts when it is
    pasted or quoted.
    """
    heading = _("{mark}{day}の結果", mark=OWN_TEXT, day=_.day(day))
    rolls = told or (_("この日のサイコロはない"),)
    rows = [_standing(_, row, spans.get(row.player)) for row in table]
    return posts(heading, [*rolls, _("順位表"), *rows] if rows else rolls)


def _standing(_: Tongue, row: Standing, span: tuple[int, int] | None) -> str:
    text = _(
        "{rank}位 {player} {name} {square}マス {states}",
        rank=row.rank,
        player=clean(row.player),
        name=_LINK.sub("…", shown(row.name, _NAME)),
        square=square_text(row, span),
        states=state_words(_, row),
    )
    return " ".join(text.split())
