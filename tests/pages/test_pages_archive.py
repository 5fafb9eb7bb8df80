"""Rounds that are over, the hall of fame and the story: the numbers of a replay, told in words."""

from __future__ import annotations

import re
from itertools import pairwise
from string import Formatter

import pytest
from msgspec.structs import replace
from published import Site, audited, html_of, pages_of, played, site, target_of
from scenario import day, play
from selectolax.lexbor import LexborHTMLParser

from referee.app.precedents import book
from referee.game import EMPTY, replay, standings
from referee.model import Act, PostKey, Ruling, Thrown
from referee.model.ruling import CarryOver, Join, NewRound, Opening, SetSquare, ShiftDay, Void
from referee.pages import Game
from referee.pages.plot import Plot
from referee.rules.load import SWITCHES
from referee.words.story import TALES

#: Two rounds and the beginning of a third; ◆A is home first in the first, by the host's word, ◆B behind him.
ROUNDS = """
    1 05-01 10:00:05 ◆A aGOdmhaAn 歩く人
    2 05-01 11:00:06 ◆B aHd9mhan 風
    3 05-02 10:00:05 ◆A aHd5mhan 歩く人
    4 05-02 11:00:05 ◆B a2d7mhan 風
    5 05-06 11:00:05 ◆C CPd7mhan ねこ
    == entrance/1178000001
    11 05-07 10:00:05 ◆B a9d9mhan 風
    12 05-07 11:00:05 ◆A a1d1mhan 歩く人
    13 05-08 10:00:05 ◆C - 雑談
    14 05-09 10:00:05 ◆A a8d8mhan 歩く人
    15 05-10 10:00:05 ◆C a8d8mhan ねこ
"""


def ruled_play(text: str, *acts: tuple[int, Act]) -> Game:
    """A scenario as the host ruled it, ready to be published."""
    one = play(text, rulings=acts)
    places = {verdict.number: verdict for verdict in reversed(one.verdicts)}
    rulings = tuple(
        Ruling(number, (PostKey(places[no].thread, no, places[no].fingerprint),), act, "so decided")
        for number, (no, act) in enumerate(acts, 1)
    )
    return played(one, rulings=rulings)


def several_rounds() -> Game:
    """The game of `ROUNDS`."""
    return ruled_play(ROUNDS, (3, SetSquare(1000)), (4, SetSquare(1000)), (11, NewRound()), (14, NewRound()))


@pytest.fixture(scope="module")
def rounds() -> Site:
    return pages_of(several_rounds())


def rows(page: LexborHTMLParser, table: str) -> list[list[str]]:
    return [[cell.text(strip=True) for cell in row.css("th,td")] for row in page.css(f"{table} tbody tr")]


def test_a_round_that_is_over_stands_as_a_replay_that_is_cut_there() -> None:
    game = several_rounds()
    one = play(ROUNDS, rulings=((3, SetSquare(1000)), (4, SetSquare(1000)), (11, NewRound())))
    assert [(round_.number, round_.first, round_.end) for round_ in game.rounds] == [(1, 0, 5), (2, 5, 8)]
    pages = pages_of(game)
    for round_ in game.rounds:
        *_, (_, _, state) = replay(one.posts[: round_.end], one.table, EMPTY)
        expected = standings(state, one.table.judge.readings)
        assert round_.standings == expected
        shown = rows(LexborHTMLParser(pages[f"rounds/{round_.number}.html"]), "table.ended")
        assert [(int(row[0]), int(row[2]), int(row[4])) for row in shown] == [
            (row.rank, row.square, row.rolls) for row in expected
        ]
        for row, standing in zip(shown, expected, strict=True):
            assert standing.player in row[1]
            assert bool(row[3]) == standing.home


def test_the_page_of_a_round_names_its_cut_threads_hall_and_story(rounds: Site) -> None:
    first, second = (LexborHTMLParser(rounds[f"rounds/{number}.html"]) for number in (1, 2))
    cut = first.css_first(".links a")
    assert cut is not None
    assert target_of("rounds/1.html", str(cut.attributes["href"])) == "rolls/entrance-1178000000-5.html"
    threads = [
        str(a.attributes["href"]) for a in second.css("main a") if str(a.attributes["href"]).startswith("../threads/")
    ]
    assert threads == ["../threads/entrance-1178000001.html#p13", "../threads/entrance-1178000001.html"]
    more = [str(a.attributes["href"]) for a in second.css(".more a")]
    assert more == ["../hall.html#round-2", "../story.html#d2007-05-07", "../rounds.html"]
    listed = LexborHTMLParser(rounds["rounds.html"])
    assert [str(a.attributes["href"]) for a in listed.css("main a")] == ["rounds/2.html", "rounds/1.html", "index.html"]


def test_the_hall_tells_who_was_home_first_in_each_round(rounds: Site) -> None:
    page = LexborHTMLParser(rounds["hall.html"])
    assert [node.attributes["id"] for node in page.css("section.fame")] == ["round-3", "round-2", "round-1"]
    assert rows(page, "#round-3 table") == rows(page, "#round-2 table") == []
    home = rows(page, "#round-1 table")
    assert [(row[0], row[2]) for row in home] == [("1", "2日目"), ("2", "2日目")]
    assert "歩く人" in home[0][1]
    assert "2007年5月2日1スレ目 >>3サイコロ2回" in home[0][1]
    assert "2007年5月2日1スレ目 >>4サイコロ2回" in home[1][1]
    for path, told in (("hall.html", "★ 一番乗り: 歩く人"), ("en/hall.html", "★ First home: 歩く人")):
        first = LexborHTMLParser(rounds[path]).css_first("p.first")
        assert first is not None
        assert first.text().startswith(told)


def test_no_days_are_counted_in_a_round_that_began_elsewhere() -> None:
    """After a hand-over the first move of the round is not known: days before it were counted below zero."""
    text = "1 05-01 10:00:05 ◆A a5dMhaAn 歩く人\n2 05-02 10:00:05 ◆B K+9999da 風"
    for start, days in ({"◆B": 990}, ""), ({}, "2日目"):
        page = LexborHTMLParser(pages_of(played(play(text, start=start)))["hall.html"])
        assert [row[2] for row in rows(page, "#round-1 table")] == [days]


def test_a_post_names_its_thread_where_there_are_several_and_it_changes() -> None:
    page = LexborHTMLParser(site("long-game")["hall.html"])
    text = " ".join(page.css_first("dl.fame").text().split())
    assert "1スレ目 >>127 >>266 >>370 >>517 >>574 >>674 >>773 >>900 >>973 2スレ目 >>130 >>205" in text
    for path in ("story/2007-06.html", "players/Fukurou11H.html"):
        links = [a.text() for a in LexborHTMLParser(site("long-game")[path]).css("main a") if ">>" in a.text()]
        assert len([one for one in links if one.startswith("2スレ目")]) >= 1, path
        assert {re.sub(r"\d+", "n", one) for one in links} == {"nスレ目 >>n", ">>n"}, path
    assert "スレ目" not in "".join(site("demo").values())


@pytest.mark.parametrize("name", ["demo", "long-game"])
def test_the_hall_is_that_of_the_standings(name: str) -> None:
    game, page = audited(name), LexborHTMLParser(site(name)["hall.html"])
    home = [row for row in game.standings if row.home]
    shown = rows(page, "section.fame table")
    assert [int(row[0]) for row in shown] == list(range(1, len(home) + 1))
    assert all(f"サイコロ{standing.rolls}回" in row[1] for row, standing in zip(shown, home, strict=True))
    assert all(standing.player in row[1] for row, standing in zip(shown, home, strict=True))


@pytest.mark.parametrize("name", ["demo", "long-game"])
def test_records_are_counted_over_the_verdicts(name: str) -> None:
    game, page = audited(name), LexborHTMLParser(site(name)["hall.html"])
    thrown = [step for verdict in game.verdicts for step in verdict.steps if isinstance(step, Thrown)]
    told = {}
    for title in page.css("dl.fame dt"):
        value = title.next
        while value is not None and value.tag != "dd":
            value = value.next
        assert value is not None
        told[title.text()] = value.css_first("b").text()  # type: ignore[union-attr]
    players = {step.player for step in thrown}
    assert told["いちばん大きい出目"] == f"{max(step.roll.roll for step in thrown):+d}"
    misses = max(sum(step.roll.miss for step in thrown if step.player == trip) for trip in players)
    assert told["スカの回数"] == f"{misses}回"
    assert told["サイコロの回数"] == f"{max(sum(step.player == trip for step in thrown) for trip in players)}回"
    ways = [step.roll.target - step.roll.origin for step in thrown if step.roll.target is not None]
    assert told["いちばん長く進んだ"] == f"{max(ways):+d}"
    assert told["いちばん長く戻った"] == f"{min(ways):+d}"


def test_a_game_without_rolls_has_its_pages_too() -> None:
    for text in ("1 05-01 10:00:05 - - 名無し", ""):
        pages = pages_of(played(play(text), day=732_000))
        assert "まだ誰もあがっていない" in pages["hall.html"]
        assert "まだ話すことがない" in pages["story.html"]
        assert "まだ終わった回はない" in pages["rounds.html"]


def test_the_story_tells_round_days_and_quiet_days(rounds: Site) -> None:
    page = LexborHTMLParser(rounds["story.html"])
    days = {str(node.attributes["id"]): node.text() for node in page.css("section.told")}
    assert list(days) == ["d2007-05-01", "d2007-05-02", "d2007-05-06", "d2007-05-07", "d2007-05-09", "d2007-05-10"]
    assert "すごろくの始まり" in days["d2007-05-01"]
    assert "5月3日から5月5日まで" in days["d2007-05-06"]
    assert "主が第2回の始まりを告げ" in days["d2007-05-07"]
    assert "主の裁定で歩く人は" in days["d2007-05-02"]
    assert "一番乗り" in days["d2007-05-02"]
    assert "5月8日" in days["d2007-05-09"]
    assert "話はまだ続く" in days["d2007-05-10"]


def test_what_a_host_voids_is_told_as_such() -> None:
    game = ruled_play("1 05-01 10:00:05 ◆A a5dMhaAn 歩く人\n2 05-02 10:00:05 ◆A a5dMhaAn 歩く人", (2, Void()))
    text = pages_of(game)["story.html"]
    assert "歩く人のサイコロは主の裁定で無効" in text


@pytest.mark.parametrize("name", ["demo", "long-game"])
def test_the_squares_of_the_story_are_those_of_the_verdicts(name: str) -> None:
    """Every sentence with a post is about a verdict that brings its player to the square that it names."""
    pages = site(name)
    stories = [path for path in pages if path.startswith("story")]
    targets = {
        place: {str(step.roll.target) for step in verdict.steps if isinstance(step, Thrown)}
        for verdict in audited(name).verdicts
        for place in (f"rolls/{verdict.thread.board}-{verdict.thread.key}-{verdict.number}.html",)
    }
    seen = 0
    for path in stories:
        for text, href in re.findall(r"([^<>]*) <a href=\"([^\"#]*rolls/[^\"]*)\">", pages[path]):
            arrived = targets[target_of(path, href)]
            squares = re.findall(
                r"(\d+)マス(?:へ|。|まで来た|のまま|から動けず|まで)", text.rpartition("トップは")[0] or text
            )
            if "ふりだし" in text:
                assert "0" in arrived, text
            elif squares and arrived and "もらって" not in text and "おかげ" not in text and "独走" not in text:
                seen += 1
                assert arrived & set(squares), (text, arrived)
    assert seen > 30


def test_a_long_story_is_parted_by_months_and_each_part_leads_on() -> None:
    pages = site("long-game")
    parts = sorted(path for path in pages if path.startswith("story/"))
    assert len(parts) >= 2
    listed = LexborHTMLParser(pages["story.html"]).css("main a")
    assert [target_of("story.html", str(a.attributes["href"])) for a in listed] == parts
    for one, following in pairwise(parts):
        links = {target_of(one, str(a.attributes["href"])) for a in LexborHTMLParser(pages[one]).css("main .more a")}
        assert following in links
    assert all(len(pages[path].encode()) < 150_000 for path in pages if "story" in path)


def test_every_kind_of_sentence_is_told_somewhere_or_known() -> None:
    kinds = {
        beat.kind
        for verdicts in (audited("demo").verdicts, audited("long-game").verdicts, several_rounds().verdicts)
        for day in Plot(verdicts).days
        for told in day.told
        for beat in told.beats
    }
    assert kinds <= TALES.keys()
    assert len(kinds) > 20


def test_every_way_of_telling_asks_for_what_is_known() -> None:
    for kind, ways in TALES.items():
        known = {"first", "last"} if kind.startswith("quiet") else {"who", "others", "n", "origin", "target", "letters"}
        for way in ways:
            assert {name for _, name, _, _ in Formatter().parse(way) if name} <= known, way


def test_what_the_host_ordains_is_told() -> None:
    rows = (Opening("◆B", 300, "風"), Opening("◆C", 200, "ねこ"))
    game = ruled_play(
        """
        1 05-01 10:00:05 ◆A aHd5mhan 歩く人
        2 05-02 10:00:05 ◆B aHd5mhan 風
        3 05-03 10:00:05 ◆D aHd5mhan 別人
        """,
        (1, CarryOver(rows)), (3, Join("◆D", "◆A")), (3, SetSquare(999)),
    )  # fmt: skip
    days = [node.text() for node in LexborHTMLParser(pages_of(game)["story.html"]).css("section.told")]
    assert "前のスレから2人が引き継がれる。" in days[0]
    assert "風" in days[1]
    assert "主の裁定で、◆Dも" in days[2]
    assert "風、ねこを抜いて、別人がトップに立つ" in days[2]
    assert "999マスへ" in days[2]


def test_days_of_a_story_never_run_backwards() -> None:
    game = ruled_play(
        """
        1 ? --:-- ◆A aHd5mhan 歩く人
        2 05-03 10:00:05 ◆B aHd5mhan 風
        3 05-04 10:00:05 ◆C aHd5mhan ねこ
        4 05-04 10:00:06 ◆B aHd5mhan 風
        """,
        (1, SetSquare(7)), (3, ShiftDay(day("05-02"))),
    )  # fmt: skip
    days = {
        str(node.attributes["id"]): node.text()
        for node in LexborHTMLParser(pages_of(game)["story.html"]).css("section.told")
    }
    assert list(days) == ["undated", "d2007-05-03", "d2007-05-04"]
    assert "7マスへ" in days["undated"]
    assert "(5月2日の分)" in days["d2007-05-03"]


def test_two_players_of_one_name_are_told_apart() -> None:
    text = pages_of(played(play("1 05-01 10:00:05 ◆A aHd5mhan 風\n2 05-01 11:00:05 ◆B aHd5mhan 風")))["story.html"]
    assert "風 (◆A)" in text
    assert "風 (◆B)" in text


def test_no_sentence_of_a_day_is_said_as_the_one_before() -> None:
    """Two rolls alike on one day are told in two ways."""
    one = play("1 05-01 10:00:05 ◆A aHd5mhan 歩く人\n2 05-01 11:00:05 ◆B aHd5mhan 風")
    page = LexborHTMLParser(pages_of(played(one))["story.html"])
    text = page.css_first("section.told p").text().replace("風", "歩く人")  # type: ignore[union-attr]
    first, second = re.findall(r"([^。]*5マス)", text)[:2]
    assert first.split("。")[-1] != second


def test_the_round_of_nobody_is_empty() -> None:
    pages = pages_of(ruled_play("1 05-01 10:00:05 ◆A aHd5mhan 歩く人", (1, NewRound())))
    assert "まだ誰も振っていない" in pages["rounds/1.html"]
    for path, page in html_of(pages):
        for node in page.css("main a"):
            href = str(node.attributes["href"])
            assert node.attributes.get("rel") or href.startswith("#") or target_of(path, href) in pages, (path, href)


def test_rules_cite_the_precedents_that_rest_on_them() -> None:
    """Each precedent stands on the page once, every rule and switch that it names leads to it."""
    pages = site("demo")
    (path,) = (path for path in pages if path.startswith("rules/"))
    page = LexborHTMLParser(pages[path])
    shown = [str(node.attributes["id"]) for node in page.css(".precedent")]
    assert shown == [one.number for one in book()]
    cited: dict[str, set[str]] = {}
    rule = ""
    for node in page.css("dl.rules > dt, dl.rules > dd.cites"):
        if node.tag == "dt":
            rule = str(node.attributes["id"])
        else:
            cited[rule] = {link.text() for link in node.css("a")}
    for row in page.css("#readings ~ .wide tbody tr"):
        cited[row.css_first("th").text()] = {link.text() for link in row.css("a")}  # type: ignore[union-attr]
    listed = {str(node.attributes["id"]) for node in page.css("dl.rules > dt")}
    seen = 0
    for one in book():
        for name in (*one.rules, *([one.switch] if one.switch in SWITCHES else [])):
            if name in listed or name in SWITCHES:
                seen += 1
                assert one.number in cited[name], (one.number, name)
    assert seen > 60


def test_a_precedent_is_answered_by_the_reading_in_force() -> None:
    fraction = next(one for one in book() if one.switch == "fraction")
    game = audited("demo")
    books = {
        digest: {lang: replace(of, readings=(("fraction", "floor", "…"),)) for lang, of in languages.items()}
        for digest, languages in game.books.items()
    }
    pages = pages_of(replace(game, books=books))
    text = next(text for path, text in pages.items() if path.startswith("rules/"))
    part = LexborHTMLParser(text).css_first(f"#{fraction.number} b")
    floor = next(answer for answer in fraction.answer if answer.value == "floor")
    assert part is not None
    assert part.text() == floor.ja != fraction.choice.ja


def test_a_gift_that_a_jump_or_a_new_round_lost_was_not_received() -> None:
    pages = pages_of(
        ruled_play(
            """
            1 05-01 10:00:05 ◆A CNd5mhAa 歩く人
            2 05-01 11:00:06 ◆B TO5d9mha 風
            3 05-02 10:00:05 ◆B CNd7mhAa 風
            4 05-03 10:00:05 ◆C - 主
            """,
            (4, NewRound()),
        )
    )
    story = LexborHTMLParser(pages["story.html"]).css_first("main")
    assert story is not None
    assert "待っていたボーナス10歩は、ぶっ飛びなので消えた。" in story.text()
    given, taken = (LexborHTMLParser(pages[f"players/{one}.html"]).css("main h3 + ul") for one in "AB")
    assert "CNで風 (◆B)へ10歩 (ぶっ飛びなので消えた)" in given[0].text()
    assert "CNで10歩 (受け取る人なし) (新しい回で消えた)" in taken[0].text()
    assert "CNで歩く人 (◆A)から10歩 (ぶっ飛びなので消えた)" in taken[1].text()


def test_who_comes_home_does_not_rest() -> None:
    game = played(play("1 05-01 10:00:05 ◆A aY9dMhan 歩く人\n2 05-01 11:00:05 ◆B a1dMhaan 風", start={"◆A": 995}))
    story = LexborHTMLParser(pages_of(game)["story.html"]).text()
    assert "一番乗り!" in story
    assert "休み" not in story


def test_whom_the_host_sets_home_no_roll_brought_there(rounds: Site) -> None:
    story = LexborHTMLParser(rounds["story.html"]).text()
    assert "1000マスへ。歩く人はこれであがり。一番乗り!" in story
    assert "風はこれであがり、2着。" in story
    assert "サイコロであがり" not in story


def test_of_a_round_that_is_over_nobody_is_expected_home_any_more(rounds: Site) -> None:
    page = LexborHTMLParser(rounds["hall.html"])
    told = [page.css(f"#round-{number} p")[0].text() for number in (3, 2)]
    assert told == ["まだ誰もあがっていない", "誰もあがらなかった"]


def test_english_counts_one_and_many() -> None:
    game = played(play("1 05-01 10:00:05 ◆A aYdMha1n 歩く人\n2 05-01 11:00:05 ◆B YYdMha1n 風"))
    pages = pages_of(game)
    story = LexborHTMLParser(pages["en/story.html"]).text()
    assert "That costs 1 turn." in story
    assert "A rest of 2 turns goes with it." in story
    assert "1 roll<" in pages["en/index.html"]
