"""Text made to be pasted into a thread by a person: posts that boards take, and in which nothing counts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape

from referee.model import OWN_TEXT, PostLimits, Standing
from referee.words.table import square_text, state_words
from referee.words.tongue import Tongue, plain, shown, signed
from referee.words.width import clean

#: What boards take that do not tell.
USUAL = PostLimits()
#: Columns of a line of a roll: room for all that it hands on.
LINE = 500
_NAME, _TITLE = 24, 60
#: Signs that CP932 has not, and what people write instead; and those that boards read as mark-up.
_PLAINER = str.maketrans(
    {"·": "×", "−": "-", "–": "-", "—": "-", "“": '"', "”": '"', "’": "'", "〜": "～", "&": "＆", "<": "＜"}
)
#: What makes a link of a name: pasted under the host's trip, it would count as the host's.
_LINK = re.compile(r"://|read\.cgi", re.IGNORECASE)
#: One character as boards show it.
_CHARACTER = re.compile(r"&#\d+;|.", re.DOTALL)
#: Before what goes on in the next line, and behind what does not go on.
_GOES_ON, _CUT = "　", "…"
#: A line that begins so looks like a trip, an anchor of another program, or a quotation.
_ODD_BEGINNING = re.compile(r"[◆◇★#＃>＞](?!>\d)")
#: The rules of a game in short, by their ids.
_IN_SHORT = ("T1", "T2", "T7", "M3", "S4", "S5", "X2", "H1")


def posts(heading: str, lines: Iterable[str], limits: PostLimits = USUAL) -> list[str]:
    """Lines as posts that a board takes, each under a heading that begins with `OWN_TEXT` and tells which it is.

    A post has at most the lines and bytes of the limits, counted in CP932 with line ends and signs of HTML as boards
    store them; a line that is too long goes on in the next one. What CP932 has not stands as a numeric reference, which
    boards show; `<` and `&`, which boards read as mark-up, are full-width. A heading for which there is no room (a
    title of characters that CP932 has not is five times as long) is cut.
    """
    heading = _headed(heading, limits)
    room = limits.bytes - stored_bytes(_numbered(heading, 999, 999))
    width = line_width(heading, limits)
    parts: list[list[str]] = [[]]
    for line in (part for told in lines for part in _folded(_harmless(for_boards(told)), width)):
        size = sum(map(stored_bytes, (*parts[-1], line)))
        if parts[-1] and (len(parts[-1]) + 2 > limits.lines or size > room):  # a line more, and the heading
            parts.append([])
        parts[-1].append(line)
    of = len(parts)
    heads = [_numbered(heading, number, of) if of > 1 else heading for number in range(1, of + 1)]
    return ["\n".join([head, *told]) for head, told in zip(heads, parts, strict=True)]


def line_width(heading: str, limits: PostLimits) -> int:
    """The bytes of CP932 that a line may have under a heading."""
    heading = _headed(heading, limits)
    return min(limits.columns, limits.bytes - stored_bytes(_numbered(heading, 999, 999)) - stored_bytes(""))


def _headed(heading: str, limits: PostLimits) -> str:
    """A heading behind the mark, as boards take it: a line of theirs with its numbers, and at most half of a post."""
    heading = for_boards(f"{OWN_TEXT}{heading.removeprefix(OWN_TEXT)}")
    room = min(limits.columns, limits.bytes // 2) - _stored(_numbered("", 999, 999))
    if _stored(heading) <= room:
        return heading
    return next(_folded(heading, room - _stored(_CUT))) + _CUT


def _numbered(heading: str, number: int, of: int) -> str:
    return f"{heading} ({number}/{of})"


def for_boards(text: str) -> str:
    """One line of a text in characters that boards take."""
    return " ".join(text.translate(_PLAINER).split()).encode("cp932", "xmlcharrefreplace").decode("cp932")


def _harmless(line: str) -> str:
    return _GOES_ON + line if _ODD_BEGINNING.match(line) else line


def stored_bytes(line: str) -> int:
    """The bytes that a line takes in a dat: `&gt;` for `>`, `&quot;` for `"`, and ` <br> ` at its end; a numeric
    reference takes its own."""
    return _stored(line) + len(" <br> ")


def _stored(text: str) -> int:
    size = len(text.encode("cp932"))
    return size if text.isalnum() else size + len(escape(text)) - len(text) - text.count("&") * (len("&amp;") - 1)


def _folded(line: str, width: int) -> Iterator[str]:
    """A line in parts of at most so many bytes, broken at a space where there is one."""
    while _stored(line) > width:
        size = end = space = 0
        for one in _CHARACTER.finditer(line):
            size += _stored(one[0])
            if size > width:
                break
            end = one.end()
            space = end if one[0] == " " else space
        end = space if space > end // 2 else max(end, 1)
        yield line[:end].rstrip()
        line = _GOES_ON + line[end:].lstrip()
    yield line


def results(
    _: Tongue,
    day: int,
    told: Sequence[str],
    table: Sequence[Standing],
    spans: Mapping[str, tuple[int, int]],
    limits: PostLimits = USUAL,
) -> list[str]:
    """The posts that tell the results of a day (an ordinal): its rolls, a line each, and the standings.

    They begin with `OWN_TEXT`, and hold no link whatever players call themselves: nothing of them counts when it is
    pasted or quoted.
    """
    heading = _("{mark}{day}の結果", mark=OWN_TEXT, day=_.day(day))
    rolls = told or (_("この日のサイコロはない"),)
    rows = [_standing(_, row, spans.get(row.player)) for row in table]
    return posts(heading, [*rolls, _("順位表"), *rows] if rows else rolls, limits)


def standings(
    _: Tongue,
    place: str,
    table: Sequence[Standing],
    spans: Mapping[str, tuple[int, int]],
    limits: PostLimits = USUAL,
    since: str = "",
    moved: Mapping[str, int] | None = None,
) -> list[str]:
    """The standings up to a place (a post); only those who changed since another one, with the squares they moved,
    where that is told."""
    heading = _("{mark}順位表 {place}まで", mark=OWN_TEXT, place=place)
    if moved is None:
        return posts(heading, [_standing(_, row, spans.get(row.player)) for row in table], limits)
    rows = [_standing(_, row, spans.get(row.player), moved[row.player]) for row in table if row.player in moved]
    head = _("{since}から変わった人だけ", since=since)
    return posts(heading, [head, *rows] if rows else [head, _("変わった人はいない")], limits)


def verdict(_: Tongue, place: str, told: Iterable[str], page: str | None, limits: PostLimits = USUAL) -> list[str]:
    """One verdict in full, with the address of its page where there is one; links of players are broken up."""
    heading = _("{mark}{place} の判定", mark=OWN_TEXT, place=place)
    lines = [_LINK.sub("…", line) for text in told for line in text.splitlines()]
    return posts(heading, [*lines, _("くわしく: {page}", page=page)] if page else lines, limits)


def template(
    _: Tongue,
    title: str,
    first: Standing | None,
    threads: Sequence[str],
    table: Sequence[Standing],
    page: str | None,
    limits: PostLimits = USUAL,
) -> list[str]:
    """What belongs into the template of the next thread: who came home first (H1), the rules in short, where the
    earlier threads and the pages are, and the standings."""
    heading = _("{mark}{title} テンプレ", mark=OWN_TEXT, title=_LINK.sub("…", plain(title, _TITLE)))
    lines = [_first_home(_, first) if first is not None else _("一番乗り: まだいない")]
    lines += [_("・{sentence}", sentence=text) for rule in _IN_SHORT if (text := _.sentence(rule))]
    lines += [_("前スレ: {address}", address=address) for address in threads]
    lines += [_("順位表ページ: {page}", page=page)] if page else []
    return posts(heading, [*lines, _("順位表"), *(_standing(_, row, None) for row in table)], limits)


def _first_home(_: Tongue, row: Standing) -> str:
    when = "" if row.home_on is None else _.day(row.home_on)
    name = _LINK.sub("…", shown(row.name, _NAME))
    return " ".join(
        _("一番乗り: {player} {name} {day} ({n}回)", player=clean(row.player), name=name, day=when, n=row.rolls).split()
    )


def handover_heading(_: Tongue, title: str) -> str:
    """Over the posts of a hand-over."""
    return _("{mark}引き継ぎ {title}", mark=OWN_TEXT, title=_LINK.sub("…", plain(title, _TITLE))).rstrip()


def handed_over(_: Tongue, players: int, thread: str, number: int, by: str, numbers: Sequence[int]) -> str:
    """With how many players a game opens, up to which post, and who pasted that where."""
    told = _("{thread} の >>{number} まで、{n}人を引き継いだ", thread=thread, number=number, n=players)
    if not numbers:
        return told
    return _("{told} ({by} の {posts})", told=told, by=plain(by, 40), posts=_.join(f">>{one}" for one in numbers))


def other_rules(_: Tongue) -> str:
    """The rules of a hand-over are not those of that name here."""
    return _("引き継がれたルールと同じ名前のルールは内容が違う: referee rules diff で確認を")


def left_behind(_: Tongue, ruling: int) -> str:
    """A ruling that still matters, and that a hand-over does not hold."""
    return _("裁定{number}は引き継がれない: 新しい台帳でもう一度裁定を", number=ruling)


def _standing(_: Tongue, row: Standing, span: tuple[int, int] | None, moved: int = 0) -> str:
    change = f"({signed(moved)})" if moved else ""
    text = _(
        "{rank}位 {player} {name} {square}マス {states}",
        rank=row.rank,
        player=clean(row.player),
        name=_LINK.sub("…", shown(row.name, _NAME)),
        square=square_text(row, span),
        states=f"{change} {state_words(_, row)}",
    )
    return " ".join(text.split())
