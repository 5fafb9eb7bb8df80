"""What a host is told of a board, by its settings and its posts (FORMATS 1.4, 1.5, 4.5)."""

from __future__ import annotations

import pytest

from referee.game import suits
from referee.model import Advice, BoardSettings, Capture, Post, ThreadRef
from referee.parse import read_dat

DAY = "2007/05/01(火) "
FORCED = {"BBS_FORCE_ID": "checked"}


def posts(*lines: str) -> list[Post]:
    text = "".join(f"{line}\n" for line in lines)
    return read_dat(Capture(ThreadRef("e", "1"), "x", text.encode("cp932"))).posts


def some(count: int, ident: str = " ID:a5dMhaAn", mail: str = "", time: str = "12:00:00", name: str = "A") -> list[str]:
    return [f"{name}<>{mail}<>{DAY}{time}{ident}<> x <>題" for _ in range(count)]


def told(settings: dict[str, str] | None, *lines: str) -> dict[str, Advice]:
    known = BoardSettings(settings) if settings is not None else None
    found = suits(known, posts(*lines))
    assert len({advice.code for advice in found}) == len(found)
    return {advice.code: advice for advice in found}


@pytest.mark.parametrize(
    ("settings", "lines", "code", "level"),
    [
        # the settings alone
        (FORCED, [], "ids_forced", "good"),
        ({"BBS_FORCE_ID": ""}, [], "ids_hidden_by_mail", "bad"),
        ({"BBS_NO_ID": "checked", **FORCED}, [], "ids_none", "bad"),
        ({"BBS_DISP_IP": "siberia", **FORCED}, [], "ids_replaced", "bad"),
        (None, [], "ids_unknown", "unknown"),
        # the posts alone
        (None, some(3) + some(3, mail="sage"), "ids_forced", "good"),
        (None, some(3) + some(3, " ID:???", mail="sage"), "ids_hidden_by_mail", "bad"),
        (None, some(6, " "), "ids_none", "bad"),
        (None, some(6, " HOST:a.example.jp"), "ids_replaced", "bad"),
        (None, some(6, " 発信元:192.0.2.1"), "ids_replaced", "bad"),
        (None, some(6), "ids_unknown", "unknown"),
        # posts count more than settings, where there are enough
        ({"BBS_FORCE_ID": ""}, some(3) + some(3, mail="sage"), "ids_forced", "good"),
        (FORCED, some(3) + some(3, " ID:???", mail="sage"), "ids_hidden_by_mail", "bad"),
        (FORCED, some(3) + some(2, mail="sage") + some(2, " ID:???", mail="sage"), "ids_forced", "good"),
        (FORCED, some(6, " "), "ids_none", "bad"),
        (FORCED, some(1, " ID:???", mail="sage"), "ids_forced", "good"),
        # caps and lines of the server have no ID anywhere
        (FORCED, some(3, mail="sage") + some(3, " ID:???", mail="x", name="主 ★"), "ids_forced", "good"),
    ],
)
def test_are_there_ids_with_sage_too(settings: dict[str, str] | None, lines: list[str], code: str, level: str) -> None:
    found = told(settings, *lines)
    assert [one for one in found if one.startswith("ids_") and one not in ("ids_long_enough", "ids_short")] == [code]
    assert found[code].level == level


@pytest.mark.parametrize("setting", ["BBS_NO_ID=checked", "BBS_DISP_IP=siberia"])
@pytest.mark.parametrize(
    ("lines", "codes", "shown"),
    [
        # the setting says no IDs, and posts show them: both are told, and the posts decide
        (some(6), {"ids_despite": "note", "ids_forced": "good"}, 6),
        (some(6) + some(3, mail="sage"), {"ids_despite": "note", "ids_forced": "good"}, 9),
        (some(6) + some(3, " ID:???", mail="sage"), {"ids_despite": "note", "ids_hidden_by_mail": "bad"}, 6),
        (some(1), {"ids_despite": "note", "ids_forced": "good"}, 1),
        # it came into force under way: the latest posts decide
        (some(6) + some(1, " "), {"": "bad"}, 6),
        (some(6) + some(1, " ") + some(2, " ID:???", mail="sage"), {"": "bad"}, 6),
        (some(6, " ") + some(1), {"ids_despite": "note", "ids_forced": "good"}, 1),
        ([], {"": "bad"}, 0),
    ],
)
def test_settings_without_ids_and_posts_with_them(
    setting: str, lines: list[str], codes: dict[str, str], shown: int
) -> None:
    key, _, value = setting.partition("=")
    found = told({key: value, **FORCED}, *lines)
    none = "ids_none" if key == "BBS_NO_ID" else "ids_replaced"
    about = {code: advice for code, advice in found.items() if code.startswith("ids_") and code != "ids_long_enough"}
    assert {code: advice.level for code, advice in about.items()} == {
        code or none: level for code, level in codes.items()
    }
    first = next(iter(about.values()))
    assert (first.setting, first.seen, first.of) == (setting, shown, len(lines))


def test_each_statement_has_its_evidence() -> None:
    advice = told({"BBS_FORCE_ID": "checked"}, *some(3), *some(4, mail="sage"))["ids_forced"]
    assert (advice.setting, advice.seen, advice.of) == ("BBS_FORCE_ID=checked", 4, 4)
    assert told({"BBS_TITLE": "x"}, *some(6))["ids_hidden_by_mail"].setting == "BBS_FORCE_ID="
    assert told(None, *some(6, " "))["ids_none"].setting == ""


@pytest.mark.parametrize(
    ("ident", "codes"),
    [
        (" ID:a5dMhaAn", {"ids_long_enough": "", "mark_none": ""}),
        (" ID:a5dMhaAn0", {"ids_long_enough": "", "mark_shown": "0"}),
        (" ID:a5dMhaAn0NIKU", {"ids_long_enough": "", "mark_shown": "0", "event_text": "NIKU"}),
        (" ID:c0k", {"ids_short": "3"}),
        (" ID:a5dMhaAn●", {"ids_long_enough": "", "mark_none": ""}),
    ],
)
def test_how_many_dice_and_what_stands_behind_them(ident: str, codes: dict[str, str]) -> None:
    found = told(FORCED, *some(6, ident))
    about = ("ids_long_enough", "ids_short", "mark_none", "mark_shown", "event_text")
    assert {code: found[code].value for code in about if code in found} == codes


def test_without_posts_the_settings_tell_of_a_mark() -> None:
    assert told({"BBS_SLIP": "vvv"})["mark_shown"].setting == "BBS_SLIP=vvv"
    assert "mark_shown" not in told({"BBS_SLIP": ""})


@pytest.mark.parametrize(
    ("time", "codes"),
    [
        ("12:00:00", ["seconds_shown"]),
        ("12:00:00.12", ["seconds_shown", "fraction_shown"]),
        ("12:00", ["seconds_missing"]),
    ],
)
def test_are_seconds_shown(time: str, codes: list[str]) -> None:
    found = told(FORCED, *some(6, time=time))
    assert [code for code in found if code.startswith(("seconds", "fraction"))] == codes


def test_dates_that_are_shifted_or_cannot_be_read() -> None:
    assert told({"BBS_YMD_OFFSET": "660"})["days_shifted"].level == "bad"
    assert "days_shifted" not in told({"BBS_YMD_OFFSET": "0"})
    found = told(FORCED, *some(6), "A<><>きのう<> x <>")["days_unreadable"]
    assert (found.level, found.seen, found.of) == ("bad", 1, 7)


def test_trips_and_limits() -> None:
    found = told(
        {"BBS_RES_MAX": "500", "BBS_DATMAX": "512", "BBS_MESSAGE_COUNT": "2048", "BBS_LINE_NUMBER": "12", **FORCED},
        *some(5),
        *some(1, name="歩 </b>◆AbCdEfGhIj <b>"),
    )
    assert (found["trips_seen"].seen, found["trips_seen"].of) == (1, 6)
    values = {code: found[code].value for code in ("ends_at_posts", "ends_at_size", "post_bytes", "post_lines")}
    assert values == {"ends_at_posts": "500", "ends_at_size": "512", "post_bytes": "2048", "post_lines": "24"}
    assert told({"BBS_THREAD_STOP": "1000"})["ends_at_posts"].setting == "BBS_THREAD_STOP=1000"
    assert "trips_unseen" in told(FORCED, *some(6))


def test_few_posts_are_told() -> None:
    assert told(FORCED, *some(3))["few_posts"].seen == 3
    assert "few_posts" not in told(FORCED, *some(5))


def test_three_joined_hashes_are_no_mark() -> None:
    """FORMATS 1.4: by IPv6 an ID has 26 characters. What stands there is neither a mark nor an event."""
    joined = " ID:aHdF5mnv_q1dF1mnq_a2dF2mnv"
    found = told(FORCED, *some(6, joined))
    assert found["ids_joined"] == Advice("ids_joined", "note", "", 6, 6)
    assert not {"mark_shown", "mark_none", "event_text"} & set(found)
    mixed = told(FORCED, *some(2, joined), *some(4, " ID:a5dMhaAn0"))
    assert (mixed["ids_joined"].seen, mixed["ids_joined"].of) == (2, 6)
    assert (mixed["mark_shown"].value, mixed["mark_shown"].seen) == ("0", 4)
