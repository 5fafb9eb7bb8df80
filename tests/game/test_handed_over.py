"""A game handed over at any post goes on as if nothing had happened (issue 6, paste)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from immutables import Map
from msgspec.structs import replace
from scenario import HOME_THREAD, Play, table
from some_game import elsewhere, games, readings
from test_laws import Elsewhere, settings_of_a_game, starts

from referee.app.handovertext import line_of, lines_of, read_lines
from referee.errors import UsageError
from referee.game import carried, days_of, listed, opening_state
from referee.game.rests import was_shown
from referee.model import (
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


def handed_over(played: Play, chosen: GameSettings) -> Handover:
    last = played.verdicts[-1]
    into = Handover("その1", "id-sugoroku", "", {"x": True}, chosen, last.thread, last.number, last.fingerprint)
    handed = carried(played.state, into, AGES)
    lines = lines_of(handed, 120)
    assert all(len(line.encode("cp932")) <= 120 for line in lines)
    return read_lines(filter(None, map(line_of, lines)), "here")


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


@pytest.mark.parametrize(
    "forged",
    [
        {"square": -5}, {"rolls": -1}, {"held": 10**30}, {"pending": 10**9}, {"trip": "nobody"},
        {"rolled": Days(1, (1 << 5_000) - 1)}, {"stood": ((732800, (-1,)),)},
    ],
)  # fmt: skip
def test_what_no_game_writes_is_refused_in_a_line(forged: dict[str, Any]) -> None:
    """Anybody may paste a hand-over whose checks are right."""
    handed = carried(crowd(1), Handover("", "r", "", {}, GameSettings(), HOME_THREAD, 900, -5))
    forgery = replace(handed, players=(replace(handed.players[0], **forged),))
    with pytest.raises(UsageError, match="can't be read"):
        read_lines(filter(None, map(line_of, lines_of(forgery, 900))), "here")


def test_numbers_before_the_players_are_bounded_too() -> None:
    handed = carried(crowd(1), Handover("", "r", "", {}, GameSettings(), HOME_THREAD, 900, -5))
    for forgery in (replace(handed, number=-4), replace(handed, waiting=(("◆A", 10**9),))):
        with pytest.raises(UsageError, match="can't be read"):
            read_lines(filter(None, map(line_of, lines_of(forgery, 900))), "here")
