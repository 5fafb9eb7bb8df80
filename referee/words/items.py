"""Open items in words: facts for the host, never a reproach."""

from __future__ import annotations

from referee.model import OpenItem, parse_address
from referee.words.codes import claim_text
from referee.words.findings import exposed
from referee.words.rulings import idle_text, orphaned_text
from referee.words.tongue import Tongue, date_shown, msg, plain, shown
from referee.words.width import clean

#: Columns for what was typed or linked.
_LONG = 60
#: The fact of a random square that nobody chose yet.
_UNDECIDED = "None"

_REFUSED = {
    "used": msg("そのレスはもう使われている"),
    "no_right": msg("もう一度振る権利が残っていない"),
    "unreachable": msg("そのレスが手元にない"),
    "no_id_there": msg("そのレスにIDが見えない"),
    "no_trip_there": msg("そのレスに本人のトリップも、トリップとすごろくの明記もない"),
    "wrong_board": msg("順番の板ではない"),
    "too_old": msg("権利を得るより前のレス、または時刻が読めない"),
}


def item_text(_: Tongue, item: OpenItem) -> str:
    """The sentence of an open item; thread and number are the caller's to tell."""
    facts = [clean(fact) for fact in item.facts]
    match item.kind:
        case "erased":
            return _("見たときには削除されていた。サイコロだったかどうかは分からない (T8)")
        case "undated":
            return _undated(_, facts)
        case "random_square":
            return _random(_, facts)
        case "exposure_shown":
            return _exposure(_, facts)
        case "link_refused":
            return _refused(_, item.why, facts)
        case "near_miss":
            return _near_miss(_, item.why, facts)
        case "trip_change":
            dice, one, other = (plain(_fact(facts, place), _LONG) for place in range(3))
            return _("同じ日に同じID {id}: {one} のあと、初めての {other} (N3)", id=dice, one=one, other=other)
        case "claim_differs":
            read, before, after = (_fact(facts, place) for place in range(3))
            return claim_text(_, read, before, after)
        case "correction":
            player, number = plain(_fact(facts, 0), _LONG), _fact(facts, 1)
            return _("{player} が自分の >>{number} を訂正している", player=player, number=number)
        case "ruling_orphaned":
            return orphaned_text(_, item.why or "", _fact(facts, 0))
        case "ruling_idle":
            return idle_text(_, item.why or "", _fact(facts, 0))
        case _:
            return _("主が見ておくとよいレス")


def _undated(_: Tongue, facts: list[str]) -> str:
    printed = date_shown(_fact(facts, 0), _LONG)
    if printed:
        return _("時刻が読めない: 「{printed}」 (T6)", printed=printed)
    return _("時刻が書かれていない (T6)")


def _random(_: Tongue, facts: list[str]) -> str:
    player, square = plain(_fact(facts, 0), _LONG), _fact(facts, 1)
    if square in ("", _UNDECIDED):
        return _("{player} のランダムのマスは主が決める (M5)", player=player)
    return _("{player} のランダムのマスは{square} (M5)", player=player, square=square)


def _exposure(_: Tongue, facts: list[str]) -> str:
    """Links are counted, not repeated: what was shown is not to be spread."""
    player, things = plain(_fact(facts, 0), _LONG), exposed(_, tuple(_fact(facts, 1)))
    links = len(facts[2:])
    if not links:
        return _("{player} が示したもの: {things} (S6)", player=player, things=things)
    return _("{player} が示したもの: {things}、画像リンク{links}つ (S6)", player=player, things=things, links=links)


def _refused(_: Tongue, why: str | None, facts: list[str]) -> str:
    reason = _(_REFUSED[why]) if why in _REFUSED else _("そのほかの理由")
    return _("リンク {place} は振っていない: {reason} (X3)", place=_place(_fact(facts, 0)), reason=reason)


def _place(url: str) -> str:
    """Where a link leads, as board/key/number: a line with the link itself would count as one when pasted."""
    address = parse_address(url)
    if address is None:
        return plain(url, _LONG)
    number = "" if address.number is None else f"/{address.number}"
    return plain(f"{address.thread.board}/{address.thread.key}{number}", _LONG)


def _near_miss(_: Tongue, why: str | None, facts: list[str]) -> str:
    match why:
        case "lookalike_trip":
            return _("トリップに見える名前 「{name}」 とID。トリップではない (N3)", name=shown(_fact(facts, 0), _LONG))
        case "midnight":
            time = _fact(facts, 0).replace("T", " ").removesuffix("+09:00")
            return _("日付の変わり目のサイコロ: {time} (N3)", time=time)
        case "same_id":
            one, other = (plain(trip, _LONG) or _("トリップなし") for trip in (_fact(facts, 1), _fact(facts, 2)))
            dice = plain(_fact(facts, 0), _LONG)
            return _("同じ日に同じID {id}: {one} と {other} (N3)", id=dice, one=one, other=other)
        case _:
            return _("主が見ておくとよいレス")


def _fact(facts: list[str], place: int) -> str:
    return facts[place] if place < len(facts) else ""
