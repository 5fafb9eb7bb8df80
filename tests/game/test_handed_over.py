"""A game handed over at any post goes on as if nothing had happened (issue 6, paste)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings
from immutables import Map
from msgspec.structs import replace
from scenario import HOME_THREAD, Play, table
from some_game import elsewhere, games, readings
from test_laws import Elsewhere, settings_of_a_game, starts
from test_ruled_laws import ruled_games

from referee.app.handovertext import line_of, lines_of, read_lines
from referee.errors import UsageError
from referee.game import Table, carried, days_of, flaw, listed, opening_state
from referee.game.rests import was_shown
from referee.model import (
    DAY_ONLY,
    OWN_TEXT,
    Days,
    GameSettings,
    GameState,
    Handover,
    PlayerState,
    Post,
    PostLimits,
    Rest,
    Stamp,
    ThreadRef,
    Verdict,
)
from referee.words.paste import line_width, posts

#: Stamps of games that hypothesis makes up run backwards by weeks.
AGES = 100_000
law = settings(
    max_examples=60,
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def handed_over(played: Play, chosen: GameSettings, at_home: int = 1000) -> Handover:
    last = played.verdicts[-1]
    into = Handover("その1", "id-sugoroku", "", {"x": True}, chosen, last.thread, last.number, last.fingerprint)
    handed = carried(played.state, into, AGES)
    lines = lines_of(handed, 120)
    assert all(len(line.encode("cp932")) <= 120 for line in lines)
    found = read_lines(filter(None, map(line_of, lines)), "here")
    assert flaw(found, at_home) is None
    return found


def comparable(verdicts: list[Verdict]) -> list[Verdict]:
    """Verdicts without near misses between two posts: IDs of others are not handed over."""
    return [replace(one, items=tuple(item for item in one.items if item.why != "same_id")) for one in verdicts]


@law
@given(games(), elsewhere(), settings_of_a_game, readings, starts)
def test_a_game_handed_over_at_any_post_comes_out_the_same(
    played: list[Post], known: Elsewhere, chosen: GameSettings, reading: dict[str, Any], start: GameState
) -> None:
    different = list({(post.thread.identity, post.fingerprint): post for post in played}.values())
    at_table = table(known, chosen, **reading)
    whole = Play(different, at_table, start)
    for cut in range(1, len(different)):
        handed = handed_over(Play(different[:cut], at_table, start), chosen)
        anew = replace(at_table, handed=handed)
        rest = Play(different[cut:], anew, opening_state(handed))
        assert comparable(rest.verdicts) == comparable(whole.verdicts[cut:])
        assert rest.standings == whole.standings
        threads = {post.thread for post in different[cut:]} | {handed.thread}
        again = Play([post for post in different if post.thread in threads], anew, opening_state(handed))
        assert comparable(again.verdicts)[len(again.verdicts) - len(rest.verdicts) :] == comparable(rest.verdicts)
        assert {one.why for one in again.verdicts[: len(again.verdicts) - len(rest.verdicts)]} <= {"handed_over", None}
        assert again.standings == whole.standings


@law
@given(ruled_games(), settings_of_a_game)
def test_no_game_that_a_host_ruled_on_is_refused(given: tuple[list[Post], Table], chosen: GameSettings) -> None:
    different = list({(post.thread.identity, post.fingerprint): post for post in given[0]}.values())
    for cut in range(1, len(different) + 1):
        played = Play(different[:cut], given[1])
        aliases = played.state.aliases
        assume(not set(aliases) & set(aliases.values()))  # trips joined in a ring: no door takes such rulings
        handed_over(played, chosen)


def crowd(count: int) -> GameState:
    """As many players as never played together, each with all that a player can have."""
    players = {}
    for place in range(count):
        trip = f"◆Crowd{place:04}/"
        stamp = Stamp(732800, 72_000_000 + place, 3)
        players[trip] = PlayerState(
            trip, f"人{place}😀 <b>&", square=place, held=3, chance=True, pending=2, grants=(stamp, stamp), made=1,
            rest=Rest(732799, 732805, ("M", "I"), (f"http://x.example/{place}.jpg",)), rolls=9,
            rolled=days_of((732790, 732799, 732800)), posted=days_of((732799, 732800, 732798)),
            sat=days_of((732797,)), stood=((732800, (1, place)), (732799, (0, 1))), arrived=count - place,
        )  # fmt: skip
    return GameState(
        Map(players),
        waiting=(("◆A", 10), ("◆A", 20)),
        last="◆A",
        used=Map({"2ch/qa/1#5": True}),
        thread=HOME_THREAD,
        homes=2,
        number=900,
        day=732800,
        round=2,
        aliases=Map({"◆B": "◆A"}),
    )


@pytest.mark.parametrize("limits", [PostLimits(), PostLimits(4, 300, 120), PostLimits(60, 8192, 1024)])
def test_two_hundred_players_are_split_over_posts_and_come_back(limits: PostLimits) -> None:
    into = Handover("その1", "id-sugoroku", "ab", {"x": True}, GameSettings(), HOME_THREAD, 900, -5)
    handed = carried(crowd(200), into)
    made = posts("引き継ぎ", lines_of(handed, line_width("引き継ぎ", limits)), limits)
    assert len(made) > 3
    for post in made:
        assert post.startswith(OWN_TEXT)
        assert len(post.split("\n")) <= limits.lines
        assert len(post.replace("\n", " <br> ").encode("cp932")) <= limits.bytes
        assert "://" not in post
    text = "\n".join(reversed(made))  # whatever their order
    found = read_lines(filter(None, map(line_of, text.splitlines())), "here")
    assert opening_state(found) == opening_state(handed)
    assert [player.trip for player in found.players][:2] == ["◆Crowd0199/", "◆Crowd0198/"], "by order of arrival"
    assert replace(found, players=()) == replace(handed, players=())


def test_what_was_shown_before_is_known_again_without_its_address() -> None:
    handed = carried(crowd(1), Handover("", "r", "", {}, GameSettings(), HOME_THREAD, 900, -5))
    rest = handed.players[0].rest
    assert rest is not None
    assert "example" not in str(rest.shown)
    assert was_shown("http://x.example/0.jpg", rest)
    assert not was_shown("http://x.example/1.jpg", rest)


def test_days_long_gone_are_left_behind_but_for_the_last_one() -> None:
    state = crowd(1)
    old = replace(state, players=Map({"◆A": PlayerState("◆A", rolls=1, rolled=days_of((1000, 2000, 3000)))}))
    (player,) = carried(old, Handover("", "r", "", {}, GameSettings(), HOME_THREAD, 900, -5)).players
    assert listed(player.rolled) == [3000], "it tells when the player may roll again"
    assert listed(carried(state, Handover("", "r", "", {}, GameSettings(), HOME_THREAD, 9, 1)).players[0].rolled) == [
        732799, 732800,
    ]  # fmt: skip


def honest() -> Handover:
    """A hand-over in which everything is that can be in one, and nothing wrong."""
    into = Handover("その1", "id-sugoroku", "ab", {"x": True}, GameSettings(), HOME_THREAD, 900, -5)
    state = replace(crowd(3), waiting=(("◆Crowd0001/", 10),), last_other="◆Crowd0000/")
    made = replace(carried(state, into), stamp=Stamp(732800, 0, DAY_ONLY), earlier=(("2ch", "entrance", "1177000000"),))
    home = replace(made.players[0], square=1000, home_at=2, home_on=732800)
    return replace(made, players=(home, *made.players[1:]))


#: What is wrong with each, as told; changes of the whole, or (with a trip) of the last player.
FORGED: list[tuple[str, dict[str, Any]]] = [
    ("game: its title is too long", {"title": "あ" * 1001}),
    ("game: ../../mine.toml is no name of a ruleset", {"ruleset": "../../mine.toml"}),
    ("game: (nothing) is no name of a ruleset", {"ruleset": ""}),
    ("game: round 0; rounds are counted from 1", {"round": 0}),
    ("game: -1 players at home", {"homes": -1}),
    ("game: nobody rolled last, and is no trip", {"last": "nobody"}),
    ("game: ◆A rolled before the last roll, and nobody else made that", {"last_other": "◆A"}),
    ("game: ◆B rolled before the last roll, and nobody else made that", {"last": None, "last_other": "◆B"}),
    ("settings: (nothing) is no board of extra rolls", {"settings": GameSettings(("qa", ""))}),
    ("settings: a\n b is no board of extra rolls", {"settings": GameSettings(("a\n b",))}),
    ("settings: 101 boards of extra rolls", {"settings": GameSettings(("qa",) * 101)}),
    ("thread: (nothing) is no board", {"thread": ThreadRef("", "1178000000", "etc.2ch.net", "2ch")}),
    ("thread: (nothing) is no key of a thread", {"thread": ThreadRef("entrance", "", "etc.2ch.net", "2ch")}),
    ("thread: 1178x is no key of a thread", {"thread": ThreadRef("entrance", "1178x", "etc.2ch.net", "2ch")}),
    ("thread: a/b is no server", {"thread": ThreadRef("entrance", "1178000000", "a/b", "2ch")}),
    ("thread: 3ch is no kind of board", {"thread": ThreadRef("entrance", "1178000000", "etc.3ch.net", "3ch")}),
    ("thread: (nothing) is no board", {"earlier": (("2ch", "", "1177000000"),)}),
    ("thread: post 0; posts are counted from 1", {"number": 0}),
    ("thread: the mark of its last post is no 64 bits", {"fingerprint": 2**64}),
    ("thread: 9999-12-31 is no day of a board", {"day": 3652059}),
    ("thread: 0001-01-01 is no day of a board", {"stamp": Stamp(1, 0, 0)}),
    ("thread: a time that no clock shows", {"stamp": Stamp(732800, -1, 0)}),
    ("thread: its last post has a time, and the game has come to no day", {"day": None}),
    ("gifts: ◆Z gives, and is no player", {"waiting": (("◆Z", 10),)}),
    ("gifts: -10 steps of ◆Crowd0001/", {"waiting": (("◆Crowd0001/", -10),)}),
    ("other trips: ◆B stands there twice", {"aliases": (("◆B", "◆A"), ("◆B", "◆C"))}),
    ("other trips: ◆A plays for another, and ◆B for it", {"aliases": (("◆B", "◆A"), ("◆A", "◆C"))}),
    ("other trips: B is no trip", {"aliases": (("B", "◆A"),)}),
    ("posts rolled elsewhere: somewhere names no post", {"used": ("somewhere",)}),
    ("players: ◆Crowd0000/ stands there twice", {"players": (*honest().players, honest().players[-1])}),
    ("player ◇A: is no trip", {"trip": "◇A"}),
    ("player ◆: is no trip", {"trip": "◆"}),
    ("player ◆A\x1bB: is no trip", {"trip": "◆A\x1bB"}),
    ("player ◆X: square 1001; the board has squares 0 to 1000", {"trip": "◆X", "square": 1001}),
    ("player ◆X: square -5; the board has squares 0 to 1000", {"trip": "◆X", "square": -5}),
    ("player ◆X: stands on square 1000 and has not come home; home is square 1000", {"trip": "◆X", "square": 1000}),
    ("player ◆X: stands on square 5 and has come home; home is square 1000",
     {"trip": "◆X", "square": 5, "home_at": 1}),
    ("player ◆X: came home as no. 9 of 2", {"trip": "◆X", "square": 1000, "home_at": 9}),
    ("player ◆X: came home as no. 0 of 2", {"trip": "◆X", "square": 1000, "home_at": 0}),
    ("player ◆X: has a day of coming home, and has not come home", {"trip": "◆X", "home_on": 732800}),
    ("player ◆X: rolls: -1", {"trip": "◆X", "rolls": -1}),
    ("player ◆X: held ×n: 1000000000", {"trip": "◆X", "held": 10**9}),
    ("player ◆X: extra rolls made: -1", {"trip": "◆X", "made": -1}),
    ("player ◆X: extra rolls that wait: 1001", {"trip": "◆X", "pending": 1001}),
    ("player ◆X: rights to extra rolls that wait: 1001", {"trip": "◆X", "grants": (Stamp(732800, 0, 0),) * 1001}),
    ("player ◆X: a time that no clock shows", {"trip": "◆X", "grants": (Stamp(732800, 10**12, 0),)}),
    ("player ◆X: days beyond all calendars", {"trip": "◆X", "rolled": Days(719163, 1 << 4_000_000)}),
    ("player ◆X: 1969-12-31 is no day of a board", {"trip": "◆X", "posted": Days(719162, 1)}),
    ("player ◆X: 3000-01-01 is no day of a board", {"trip": "◆X", "sat": Days(1095363 - 3, 0b1000)}),
    ("player ◆X: square -1; the board has squares 0 to 1000", {"trip": "◆X", "stood": ((732800, (-1,)),)}),
    ("player ◆X: the squares stood on are not those of the last days", {"trip": "◆X", "stood": ((732800, ()),)}),
    ("player ◆X: rests until a day that is in no calendar of the game: 9999-12-31",
     {"trip": "◆X", "rest": Rest(732800, 3652059)}),
    ("player ◆X: <b> is nothing to be shown", {"trip": "◆X", "rest": Rest(732800, 732802, ("<b>",))}),
    ("player ◆X: http://x.example/ is no mark of a picture",
     {"trip": "◆X", "rest": Rest(732800, 732802, ("M",), ("http://x.example/",))}),
]  # fmt: skip


def test_what_is_honest_is_not_refused() -> None:
    assert flaw(honest(), 1000) is None


@pytest.mark.parametrize(("told", "changes"), FORGED, ids=lambda one: one if isinstance(one, str) else "")
def test_what_no_game_comes_to_is_told_with_its_place(told: str, changes: dict[str, Any]) -> None:
    """Anybody may paste a hand-over whose checks are right."""
    made = honest()
    if "trip" in changes:
        forgery = replace(made, players=(*made.players[:-1], replace(made.players[-1], **changes)))
    else:
        forgery = replace(made, **changes)
    assert ": ".join(flaw(forgery, 1000) or ()) == told


@pytest.mark.parametrize(
    "forged",
    [
        {"square": -5}, {"rolls": -1}, {"held": 10**30}, {"pending": 10**9}, {"trip": "nobody"},
        {"rolled": Days(1, (1 << 5_000) - 1)}, {"stood": ((732800, (-1,)),)}, {"posted": days_of((732800, 3_000_000))},
        {"grants": (Stamp(732800, 0, 0),) * 1001},
    ],
)  # fmt: skip
def test_what_can_be_no_number_or_day_is_refused_by_its_line(forged: dict[str, Any]) -> None:
    made = honest()
    written_and_read(made)
    forgery = replace(made, players=(replace(made.players[0], **forged), *made.players[1:]))
    with pytest.raises(UsageError, match=r"the row of .* can't be read"):
        written_and_read(forgery)


def test_numbers_before_the_players_are_bounded_too() -> None:
    made = honest()
    for forgery in (replace(made, number=-4), replace(made, waiting=(("◆A", 10**9),))):
        with pytest.raises(UsageError, match="its lines before the players can't be read"):
            written_and_read(forgery)


def written_and_read(handed: Handover) -> Handover:
    return read_lines(filter(None, map(line_of, lines_of(handed, 900))), "here")
