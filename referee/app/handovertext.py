"""A hand-over as lines that people and machines read: each with its number and its check, so that none gets lost.

    3.スレ サイト=2ch 板=entrance 鍵=1178000000 レス=512 … *1f3c

A line is its number, its kind, its fields, and `*` with a check over all of that. A kind may go over several lines; of
players the trip tells whose fields they are. What boards turn into something else is written `%` and two hexadecimal
digits for each byte of UTF-8, as in addresses. `docs/formats.md` has the whole form.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from zlib import crc32

import msgspec
from msgspec import Struct

from referee.app.handoverfields import (
    player_fields,
    quoted,
    read_count,
    read_date,
    read_player,
    read_stamp,
    stamp_text,
    unquoted,
)
from referee.errors import UsageError
from referee.model import GameSettings, Handover, PlayerState, ThreadRef, day_text

#: The form of these lines; another one is refused.
FORM = "1"
_LINE = re.compile(r"(\d{1,5})\.(\S+)((?: \S+)*?) \*([0-9a-f]{4})")


class Line(Struct, frozen=True):
    """One line as read: its number, its kind, its fields, and whether its check is right."""

    number: int
    kind: str
    fields: tuple[str, ...]
    check: str

    @property
    def text(self) -> str:
        """What the check is over."""
        return " ".join((f"{self.number}.{self.kind}", *self.fields))

    @property
    def is_right(self) -> bool:
        """Whether its check says the same as its text."""
        return self.check == check_of(self.text)


def check_of(text: str) -> str:
    """The check at the end of a line."""
    return f"{crc32(text.encode()) & 0xFFFF:04x}"


def lines_of(handed: Handover, width: int) -> list[str]:
    """A hand-over in lines of at most so many bytes of CP932.

    Raises:
        UsageError: a field is wider than that.
    """
    rows = [row for kind, key, fields in _rows(handed, width) for row in _wrapped(kind, key, fields, width)]
    count = len(rows) + 2
    told: list[str] = []
    for number, (kind, fields) in enumerate((("すごろく引き継ぎ", (f"版={FORM}", f"行={count}")), *rows), 1):
        told.append(" ".join((f"{number}.{kind}", *fields)))
    told.append(f"{count}.おわり 検={_digest(told)}")
    return [f"{text} *{check_of(text)}" for text in told]


def _digest(texts: Iterable[str]) -> str:
    return sha256("\n".join(texts).encode()).hexdigest()[:16]


def _wrapped(kind: str, key: str, fields: Iterable[str], width: int) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The fields of one thing, in as many lines as they need; each begins with what it is about."""
    head = (key,) if key else ()
    room = width - len(" ".join(("99999.", kind, *head, "*ffff")).encode("cp932"))
    line: list[str] = []
    left = room
    for field in fields:
        size = len(field.encode("cp932")) + 1
        if size > room:
            hint = "give the settings of a board that takes longer posts: --board-settings FILE"
            raise UsageError("handover", f"a line of {width} bytes is too short for {field[:20]}…", hint)
        if line and size > left:
            yield kind, (*head, *line)
            line, left = [], room
        line.append(field)
        left -= size
    if line:
        yield kind, (*head, *line)


def _rows(handed: Handover, width: int) -> Iterator[tuple[str, str, list[str]]]:
    """Kind, what it is about, and fields, of everything but the first line and the last."""
    today, thread = handed.day or 0, handed.thread
    yield "ゲーム", "", [f"題={quoted(handed.title)}"] if handed.title else ["題=-"]
    yield "規則", "", [f"名={quoted(handed.ruleset)}", f"印={handed.digest}"]
    yield "読み方", "", [f"{name}={quoted(_value(value))}" for name, value in sorted(handed.readings.items())]
    settings = handed.settings
    boards = [f"板{place}={quoted(board)}" for place, board in enumerate(settings.extra_boards, 1)]
    yield "設定", "", [f"晒し={settings.exposures}", f"ランダム={settings.random}", *boards]
    where = {"サイト": thread.family, "サーバ": thread.host or "", "板": thread.board, "鍵": thread.key}
    cut = {
        "レス": str(handed.number),
        "印": f"{handed.fingerprint & 2**64 - 1:016x}",
        "時": stamp_text(handed.stamp) if handed.stamp else "",
        "日": day_text(handed.day) if handed.day else "",
        "周": str(handed.round),
        "あがり": str(handed.homes),
        "直前": quoted(handed.last or ""),
        "その前": quoted(handed.last_other or ""),
    }
    told = {name: quoted(text) for name, text in where.items()} | cut
    yield "スレ", "", [f"{name}={text}" for name, text in told.items() if text]
    for place, identity in enumerate(handed.earlier, 1):
        yield "前スレ", str(place), [f"{name}={quoted(one)}" for name, one in zip(_IDENTITY, identity, strict=True)]
    for player in handed.players:
        yield "人", quoted(player.trip), list(player_fields(player, today, width))
    for place, (giver, steps) in enumerate(handed.waiting, 1):
        yield "贈り物", str(place), [f"{quoted(giver)}={steps}"]
    for alias, owner in handed.aliases:
        yield "別名", "", [f"{quoted(alias)}={quoted(owner)}"]
    for key in handed.used:
        yield "使用済", "", [quoted(key)]


_IDENTITY = ("サイト", "板", "鍵")


def _value(value: bool | str) -> str:
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else value


def read_lines(lines: Iterable[Line], where: str) -> Handover:
    """The hand-over that lines hold, whatever their order.

    Raises:
        UsageError: a line is damaged, missing or of another hand-over; names it.
    """
    known = _whole(lines, where)
    told: dict[str, dict[str, str]] = {}
    players: dict[str, tuple[int, dict[str, str]]] = {}
    for line in known[1:-1]:
        fields, about = line.fields, ""
        if line.kind in ("人", "前スレ", "贈り物"):
            about, fields = fields[0], fields[1:]
        pairs = dict(_pair(field) for field in fields)
        if line.kind == "人":
            players.setdefault(about, (line.number, {}))[1].update(pairs)
        elif line.kind in ("前スレ", "贈り物"):
            told.setdefault(line.kind, {}).update({f"{about}/{name}": text for name, text in pairs.items()})
        else:
            told.setdefault(line.kind, {}).update(pairs)
    try:
        handed = _read(told)
    except (KeyError, ValueError, msgspec.ValidationError, UnicodeDecodeError):
        hint = "it is of another version of the referee, or was written by hand"
        raise UsageError(where, "its lines before the players can't be read", hint) from None
    return msgspec.structs.replace(handed, players=tuple(_read_players(players, handed.day or 0, where)))


def _pair(field: str) -> tuple[str, str]:
    name, _, text = field.partition("=")
    return name, text


def _read_players(rows: Mapping[str, tuple[int, dict[str, str]]], today: int, where: str) -> Iterator[PlayerState]:
    for trip, (number, fields) in rows.items():
        try:
            yield read_player(unquoted(trip), fields, today)
        except (KeyError, ValueError, TypeError, UnicodeDecodeError):
            hint = "it is of another version of the referee, or was written by hand"
            raise UsageError(f"{where}, line {number}", f"the row of {trip} can't be read", hint) from None


def _read(told: Mapping[str, Mapping[str, str]]) -> Handover:
    thread, rules, settings = told["スレ"], told["規則"], told["設定"]

    def get(name: str) -> str:
        return unquoted(thread.get(name, ""))

    stamp, day = get("時"), get("日")
    fingerprint = int(thread["印"], 16)
    boards = (name for name in settings if name.startswith("板"))
    waiting = told.get("贈り物", {})
    return Handover(
        "" if told["ゲーム"]["題"] == "-" else unquoted(told["ゲーム"]["題"]),
        unquoted(rules["名"]),
        rules["印"],
        {name: {"true": True, "false": False}.get(text, unquoted(text)) for name, text in told["読み方"].items()},
        msgspec.convert(
            {
                "extra_boards": [unquoted(settings[name]) for name in sorted(boards, key=lambda one: int(one[1:]))],
                "exposures": settings["晒し"],
                "random": settings["ランダム"],
            },
            GameSettings,
        ),
        ThreadRef(get("板"), get("鍵"), get("サーバ") or None, get("サイト")),
        read_count(thread["レス"]),
        fingerprint - 2**64 if fingerprint >= 2**63 else fingerprint,
        read_stamp(stamp) if stamp else None,
        read_date(day) if day else None,
        read_count(thread["周"]),
        read_count(thread["あがり"]),
        get("直前") or None,
        get("その前") or None,
        waiting=tuple((unquoted(key.partition("/")[2]), read_count(text)) for key, text in waiting.items()),
        aliases=tuple((unquoted(alias), unquoted(player)) for alias, player in told.get("別名", {}).items()),
        used=tuple(map(unquoted, told.get("使用済", {}))),
        earlier=tuple(_identities(told.get("前スレ", {}))),
    )


def _identities(told: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """The earlier threads, of `number/what` → text."""
    for place in dict.fromkeys(key.partition("/")[0] for key in told):
        site, board, key = (unquoted(told[f"{place}/{name}"]) for name in _IDENTITY)
        yield site, board, key


def _whole(lines: Iterable[Line], where: str) -> list[Line]:
    """All lines in order, each right, none missing."""
    known: dict[int, Line] = {}
    for line in lines:
        place = f"{where}, line {line.number}"
        if not line.is_right:
            what = f"was copied wrongly: its check is {line.check}, its text gives {check_of(line.text)}"
            raise UsageError(place, what, f"copy it again; it reads: {line.text[:60]}")
        if known.setdefault(line.number, line) != line:
            raise UsageError(place, "stands there twice, and differs", "give a file with one hand-over alone")
    first = known.get(1)
    fields = dict(_pair(field) for field in first.fields) if first is not None else {}
    if first is None or first.kind != "すごろく引き継ぎ" or not fields.get("行", "").isdecimal():
        what = "its first line is missing" if known else "holds no hand-over"
        raise UsageError(where, what, "give the posts that referee paste handover prints, all of them")
    if fields.get("版") != FORM:
        what = f"is of form {fields.get('版')}, this referee reads form {FORM}"
        raise UsageError(where, what, "use the version of the referee that made it, or a newer one")
    count = int(fields["行"])
    missing = [number for number in range(1, count + 1) if number not in known]
    if missing:
        named = ", ".join(map(str, missing[:10])) + (" …" if len(missing) > 10 else "")
        what = f"line {named} of {count} is missing" if len(missing) == 1 else f"lines {named} of {count} are missing"
        raise UsageError(where, what, "copy them too; a damaged line may no longer look like one")
    found = [known[number] for number in range(1, count + 1)]
    if found[-1].fields != (f"検={_digest(line.text for line in found[:-1])}",):
        raise UsageError(where, "its lines are of several hand-overs", "give all posts of one, and no others")
    return found


def line_of(text: str) -> Line | None:
    """A line of text as a line of a hand-over; None where it is none."""
    match = _LINE.fullmatch(" ".join(text.split()).lstrip("> "))
    return Line(int(match[1]), match[2], tuple(match[3].split()), match[4]) if match is not None else None
