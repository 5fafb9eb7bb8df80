"""Does a board suit the game? What its settings and latest posts say of IDs, stamps and trips (FORMATS 1.4, 4.5)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence

from referee.model import Advice, BoardSettings, Post

#: Characters of an ID that are dice (RULES T7).
DICE = 8
#: So many posts, and so many with something in the mail field, say more than the settings do.
_ENOUGH = 5
_ENOUGH_MAILS = 3
#: How many different marks are told.
_MARKS_TOLD = 8
#: The ID of a post that came by IPv6: three hashes of eight characters, joined (FORMATS 1.4).
_JOINED = re.compile(rf"[^_]{{{DICE}}}(?:_[^_]{{{DICE}}}){{2}}")


def suits(settings: BoardSettings | None, posts: Sequence[Post]) -> tuple[Advice, ...]:
    """What a host should know of a board, by its SETTING.TXT (None: not to be had) and some of its posts.

    What enough posts show counts more than what the settings say. Caps and lines of the server are left out: they have
    no ID on any board.
    """
    known = settings or BoardSettings({})
    judged = [post for post in posts if post.status == "normal" and post.name.cap is None]
    checks: tuple[Callable[[BoardSettings, Sequence[Post]], list[Advice]], ...] = (
        _ids, _lengths, _marks, _seconds, _days, _trips, _ends, _limits,
    )  # fmt: skip
    found = [advice for check in checks for advice in check(known, judged)]
    if len(judged) < _ENOUGH:
        found.append(Advice("few_posts", "unknown", seen=len(judged)))
    return tuple(found)


def _ids(settings: BoardSettings, posts: Sequence[Post]) -> list[Advice]:
    """Is there an ID on every post, also on one with sage? The order is that of FORMATS 1.4."""
    shown = sum(post.id_kind == "shown" for post in posts)
    without = [
        (code, _line(settings, key))
        for key, code in (("BBS_DISP_IP", "ids_replaced"), ("BBS_NO_ID", "ids_none"))
        if (settings.get(key) if key == "BBS_DISP_IP" else settings.is_on(key))
    ]
    if not without:
        return _ids_with_mail(settings, posts, shown)
    code, line = without[0]
    if not _shows_ids(posts):
        return [Advice(code, "bad", line, shown, len(posts))]
    return [Advice("ids_despite", "note", line, shown, len(posts)), *_ids_with_mail(settings, posts, shown)]


def _shows_ids(posts: Sequence[Post]) -> bool:
    """Whether the board shows IDs by now, whatever its settings say: the latest post tells on which nothing typed can
    hide the ID. Earlier ones may be older than the setting."""
    unhidden = [post for post in posts if not post.mail] or posts
    return bool(unhidden) and unhidden[-1].id_kind == "shown"


def _ids_with_mail(settings: BoardSettings, posts: Sequence[Post], shown: int) -> list[Advice]:
    """Is there an ID also on a post with something in the mail field? `shown` posts have one."""
    forced = _line(settings, "BBS_FORCE_ID", "BBS_FORCE_ID=")
    if len(posts) >= _ENOUGH and not shown:
        addresses = sum(post.id_kind == "not_an_id" for post in posts)
        code = "ids_replaced" if addresses * 2 > len(posts) else "ids_none"
        return [Advice(code, "bad", forced if settings.values else "", 0, len(posts))]
    mailed = [post for post in posts if post.mail]
    seen = sum(post.id_kind == "shown" for post in mailed)
    if len(mailed) >= _ENOUGH_MAILS and seen in (0, len(mailed)):
        is_forced = seen > 0
    elif settings.values:
        is_forced = settings.is_on("BBS_FORCE_ID")
    else:
        return [Advice("ids_unknown", "unknown", "", shown, len(posts))]
    setting = forced if settings.values else ""
    if is_forced:
        return [Advice("ids_forced", "good", setting, seen, len(mailed))]
    return [Advice("ids_hidden_by_mail", "bad", setting, seen, len(mailed))]


def _lengths(settings: BoardSettings, posts: Sequence[Post]) -> list[Advice]:
    """Are there eight dice?"""
    lengths = Counter(len(post.dice_id) for post in posts if post.dice_id)
    if not lengths:
        return []
    total = sum(lengths.values())
    short = sum(count for length, count in lengths.items() if length < DICE)
    if short * 2 > total:
        length = max(lengths, key=lambda one: (lengths[one], one))
        return [Advice("ids_short", "bad", seen=short, of=total, value=str(length))]
    return [Advice("ids_long_enough", "good", seen=total - short, of=total)]


def _marks(settings: BoardSettings, posts: Sequence[Post]) -> list[Advice]:
    """What stands behind the dice: more hashes, a ninth character, and text of event days (FORMATS 1.4, 1.5)."""
    shown = [post.dice_id for post in posts if post.dice_id]
    ids = [id_ for id_ in shown if not _JOINED.fullmatch(id_)]
    slip = _line(settings, "BBS_SLIP")
    if not shown:
        return [Advice("mark_shown", "note", slip)] if slip else []
    found = []
    if joined := len(shown) - len(ids):
        found.append(Advice("ids_joined", "note", "", joined, len(shown)))
    marks = Counter(id_[DICE] for id_ in ids if len(id_) > DICE)
    if marks:
        told = " ".join(mark for mark, _ in marks.most_common(_MARKS_TOLD))
        found.append(Advice("mark_shown", "note", slip, sum(marks.values()), len(ids), told))
    elif ids and all(len(id_) == DICE for id_ in ids):
        found.append(Advice("mark_none", "good", slip, len(ids), len(ids)))
    events = [id_ for id_ in ids if len(id_) > DICE + 1]
    if events:
        found.append(Advice("event_text", "note", "", len(events), len(ids), events[-1][DICE + 1 :]))
    return found


def _seconds(settings: BoardSettings, posts: Sequence[Post]) -> list[Advice]:
    """Are seconds printed (E-PT), and their fraction?"""
    stamps = [post.stamp for post in posts if post.stamp is not None]
    if not stamps:
        return []
    seconds = [stamp for stamp in stamps if stamp.second is not None]
    level = "seconds_shown" if len(seconds) * 2 > len(stamps) else "seconds_missing"
    found = [Advice(level, "good" if level == "seconds_shown" else "bad", "", len(seconds), len(stamps))]
    digits = Counter(stamp.digits for stamp in seconds if stamp.digits > 0)
    if digits:
        most = digits.most_common(1)[0][0]
        found.append(Advice("fraction_shown", "note", "", sum(digits.values()), len(stamps), str(most)))
    return found


def _days(settings: BoardSettings, posts: Sequence[Post]) -> list[Advice]:
    """Can dates be read, and are they those of the calendar (T6)?"""
    found = []
    offset = settings.get("BBS_YMD_OFFSET")
    if offset.strip("0"):
        found.append(Advice("days_shifted", "bad", _line(settings, "BBS_YMD_OFFSET")))
    undated = sum(post.stamp is None for post in posts)
    if undated:
        found.append(Advice("days_unreadable", "bad", "", undated, len(posts)))
    return found


def _trips(settings: BoardSettings, posts: Sequence[Post]) -> list[Advice]:
    """Are trips printed in a way that can't be typed (T1)?"""
    trips = sum(post.name.trip is not None for post in posts)
    if trips:
        return [Advice("trips_seen", "good", "", trips, len(posts))]
    return [Advice("trips_unseen", "unknown", "", 0, len(posts))] if posts else []


def _ends(settings: BoardSettings, posts: Sequence[Post]) -> list[Advice]:
    """Where a thread ends."""
    found = []
    for key in ("BBS_RES_MAX", "BBS_THREAD_STOP"):
        if (limit := settings.number(key)) is not None and limit:
            found.append(Advice("ends_at_posts", "note", _line(settings, key), value=str(limit)))
            break
    if (size := settings.number("BBS_DATMAX")) is not None and size:
        found.append(Advice("ends_at_size", "note", _line(settings, "BBS_DATMAX"), value=str(size)))
    return found


def _limits(settings: BoardSettings, posts: Sequence[Post]) -> list[Advice]:
    """How much fits into one post, for whoever pastes standings there."""
    found = []
    if (count := settings.number("BBS_MESSAGE_COUNT")) is not None and count:
        found.append(Advice("post_bytes", "note", _line(settings, "BBS_MESSAGE_COUNT"), value=str(count)))
    if (lines := settings.number("BBS_LINE_NUMBER")) is not None and lines:
        found.append(Advice("post_lines", "note", _line(settings, "BBS_LINE_NUMBER"), value=str(lines * 2)))
    return found


def _line(settings: BoardSettings, key: str, otherwise: str = "") -> str:
    """A setting as its line reads; `otherwise` where it has no value."""
    value = settings.get(key)
    return f"{key}={value}" if value else otherwise
