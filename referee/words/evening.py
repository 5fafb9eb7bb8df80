"""The evening of a host in words: what the day brought, what waits, who may roll next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.words.tongue import Tongue, plain
from referee.words.width import columns

#: Columns of a terminal.
WIDTH = 80
_TITLE = 40


def heading(_: Tongue, title: str, thread: str, day: int) -> str:
    """Which game, which thread, and which day (an ordinal)."""
    return " ".join(part for part in (plain(title, _TITLE), thread, _.day(day)) if part)


def day_end(_: Tongue, day: int) -> str:
    """The end of a day (an ordinal), as what something changed since."""
    return _("{day}の終わり", day=_.day(day))


def rolls_header(_: Tongue, count: int) -> str:
    """Over the rolls of the day."""
    return _("サイコロ ({count}回):", count=count) if count else _("この日のサイコロはない")


def nothing_waits(_: Tongue) -> str:
    """Nothing is open: that is normal."""
    return _("確認待ちはない")


def settled_by(_: Tongue, rulings: Sequence[int]) -> str:
    """An item that needs no attention any more."""
    return _("裁定{numbers}で決着", numbers=_.join(map(str, rulings)))


def more_waits(_: Tongue, count: int) -> str:
    """How many more wait than are shown, and how to see them."""
    return _("ほか{count}件: referee open", count=count)


def can_roll(_: Tongue, day: int, players: Sequence[str]) -> Iterator[str]:
    """Who may roll on a day (an ordinal)."""
    if not players:
        return iter((_("{day}に振れる人はいない", day=_.day(day)),))
    return listed(_, _("{day}に振れる:", day=_.day(day)), [plain(player, WIDTH // 2) for player in players])


def resting(_: Tongue, players: Sequence[tuple[str, int]]) -> Iterator[str]:
    """Who rests, and until which day (an ordinal)."""
    told = [_("{player} ({day}まで)", player=plain(player, WIDTH // 2), day=_.day(day)) for player, day in players]
    return listed(_, _("休み:"), told)


def extra_rolls(_: Tongue, players: Sequence[tuple[str, int]]) -> Iterator[str]:
    """Who may roll once more, and how often."""
    told = [_("{player} ({n}回)", player=plain(player, WIDTH // 2), n=count) for player, count in players]
    return listed(_, _("他板でもう一度振れる:"), told)


def paste_header(_: Tongue, number: int, of: int) -> str:
    """Over a post that is to be pasted into the thread; no part of it."""
    return f"----- {_('スレに貼る文')} {number}/{of} -----" if of > 1 else f"----- {_('スレに貼る文')} -----"


def listed(_: Tongue, head: str, parts: Sequence[str]) -> Iterator[str]:
    """A list behind its heading, in lines of at most `WIDTH` columns where its parts allow it; nothing for no parts."""
    line: list[str] = []
    for part in parts:
        if line and columns(f"{head} {_.join([*line, part])}") >= WIDTH:
            yield f"{head} {_.join([*line, ''])}".rstrip()
            head, line = " ", []
        line.append(part)
    if line:
        yield f"{head} {_.join(line)}"
