"""The race: the picture and the table tell the squares of the players' pages; rests, jumps and rounds are seen."""

from __future__ import annotations

import re
from functools import cache

import pytest
from msgspec.structs import replace
from published import Site, pages_of, played, site
from scenario import HOME_THREAD, day, play
from selectolax.lexbor import LexborHTMLParser
from test_pages_style import STYLE, luminance

from referee.app.site import templates
from referee.model import Act, PostKey, Ruling, Thrown
from referee.model.ruling import NewRound, SetSquare
from referee.pages import Game, build
from referee.pages.canvas import GAP, Canvas
from referee.pages.race import COLOURS, DASHES, FIRST
from referee.pages.tale import Tale
from referee.words.tongue import Tongue

DAY = Tongue("ja", {}).day


def race(text: str, *rulings: tuple[int, Act], on: str | None = None) -> LexborHTMLParser:
    found = [Ruling(place, (PostKey(HOME_THREAD, no),), act, "因") for place, (no, act) in enumerate(rulings, 1)]
    game = played(play(text, rulings=rulings), rulings=tuple(found), day=day(on) if on else None)
    return LexborHTMLParser(pages_of(game)["race.html"])


def table(page: LexborHTMLParser) -> list[list[str]]:
    return [[cell.text(strip=True) for cell in row.css("th,td")] for row in page.css(".days tbody tr")]


def titles(page: LexborHTMLParser, kind: str) -> list[str]:
    return [node.text() for node in page.css(f".race a {kind} > title")]


@pytest.mark.parametrize("name", ["demo", "long-game"])
def test_the_table_tells_the_squares_of_the_players_pages(name: str) -> None:
    """Each square at the end of a day is that of the last move of that day on the player's page."""
    pages = site(name)
    page = LexborHTMLParser(pages["race.html"])
    rows = {row[0]: row[1:] for row in table(page)}
    links = [str(link.attributes["href"]) for link in page.css(".days thead a")]
    assert len(links) == {"demo": 4, "long-game": 18}[name]
    compared = 0
    for place, path in enumerate(links):
        last: dict[str, str] = {}
        for row in LexborHTMLParser(pages[path]).css("table.moves tbody tr"):
            when, target = row.css_first(".day"), row.css("td.n")[-1]
            assert when is not None
            last[when.text(strip=True)] = target.text(strip=True)
        for when, target_text in last.items():
            compared += 1
            assert rows[when][place].split()[0] == target_text, (path, when)
    assert compared > {"demo": 30, "long-game": 500}[name]


@pytest.mark.parametrize("name", ["demo", "long-game"])
def test_the_lines_of_the_picture_end_where_the_standings_stand(name: str) -> None:
    page = LexborHTMLParser(site(name)["race.html"])
    canvas = Canvas(2, 1000, 1000)
    for link in page.css(".race svg a"):
        title, line = link.css_first("title"), link.css_first("path.line")
        assert title is not None
        assert line is not None
        drawn = "M" + str(line.attributes["d"]).rpartition("M")[2]
        y = int(re.match(r"M\d+ (\d+)", drawn)[1])  # type: ignore[index]
        y += sum(int(step) for step in re.findall(r"l\d+ (-?\d+)", drawn))
        assert y == canvas.y(int(re.search(r"(\d+)マス", title.text())[1]))  # type: ignore[index]


def test_jumps_rests_rulings_and_home_have_marks_of_their_own() -> None:
    page = race(
        """
        1 05-01 10:00:05 ◆A TO5dhaMn 歩く人
        2 05-02 10:00:05 ◆A aYdMha3n 歩く人
        3 05-03 10:00:05 ◆B a5dMhaAn 風
        4 05-04 10:00:05 ◆A a0dMhaAn 歩く人
        5 05-05 10:00:05 ◆B - 風
        """,
        (4, SetSquare(7, "◆A")),
    )
    squares = {row[0]: row[1:] for row in table(page)}
    place = [link.text() for link in page.css(".days thead a")].index("歩く人")
    assert squares["5/1(火)"][place].endswith(" ◇")
    assert squares["5/3(木)"][place].endswith(" 休")
    assert squares["5/4(金)"][place] == "7 □"
    assert [title.split()[-1] for title in titles(page, ".mark")] == ["ぶっ飛んだ", "主の裁定で動いた"]
    assert titles(page, ".rests") == ["歩く人 (◆A) 5/3(木)から5/3(木)まで休み"]
    shapes = [re.sub(r"^M\d+ \d+", "", str(node.attributes["d"])) for node in page.css(".key .mark")]
    assert len(set(shapes)) == 4


def test_back_at_the_start_is_another_mark_than_a_jump() -> None:
    page = race("1 05-01 10:00 ◆A a9dMhaAn 歩く人\n2 05-02 10:00 ◆A aSASASAn 歩く人")
    assert [row[1] for row in table(page)][-1] == "0 ▽"


def test_a_rest_ends_when_all_is_shown() -> None:
    game = """
        1 05-01 10:00 ◆A UPMdhaAn 歩く人
        2 05-02 10:00 ◆B a5dMhaAn 風
        {}
        4 05-03 11:00 ◆B a5dMhaAn 風
    """
    shown = game.format("3 05-03 10:00 ◆A - 歩く人 | http://a.example/1.jpg")
    for text, rests in ((game.format(""), 2), (shown, 1)):
        cells = [cell for row in table(race(text)) for cell in row[1:]]
        assert sum(cell.endswith("休") for cell in cells) == rests


def test_a_rest_that_goes_on_is_seen_up_to_today() -> None:
    text = "1 05-01 10:00 ◆A UPMUPRaA 歩く人"
    assert [row[0] for row in table(race(text, on="05-03"))] == ["5/1(火)", "5/2(水)", "5/3(木)"]
    assert [row[0] for row in table(race(text, on="05-09"))][-1] == "5/5(土)"


def test_a_new_round_begins_again_at_the_start() -> None:
    page = race(
        """
        1 05-01 10:00 ◆A a9dMhaAn 歩く人
        2 05-01 10:01 ◆B a5dMhaAn 風
        3 05-02 10:00 ◆A a5dMhaAn 歩く人
        4 05-02 10:01 ◆B a7dMhaAn 風
        """,
        (3, NewRound()),
    )
    heads = [link.text() for link in page.css(".days thead a")]
    assert heads == ["風", "歩く人"]
    assert table(page) == [["第1回"], ["5/1(火)", "5", "9"], ["第2回"], ["5/2(水)", "7", "5"]]
    assert [str(node.attributes["d"]).count("M") for node in page.css(".race a .line")] == [2, 2]
    assert "第2回" in [node.text() for node in page.css(".race .along")]


def test_who_has_not_rolled_in_the_new_round_keeps_his_name() -> None:
    page = race(
        """
        1 05-01 10:00 ◆A a9dMhaAn 歩く人
        2 05-01 10:01 ◆B a5dMhaAn 風
        3 05-02 10:00 ◆A a5dMhaAn 歩く人
        """,
        (3, NewRound()),
    )
    assert [link.text() for link in page.css(".days thead a")] == ["歩く人", "風"]
    assert {node.text() for node in page.css(".race a > text")} == {"1 歩く人", "風"}


def test_stamps_that_run_backwards_never_lead_a_line_back() -> None:
    """The day of a post is that of the post before it where its own is earlier; the last square is the present one."""
    page = race("1 05-03 10:00 ◆A a9dMhaAn 歩く人\n2 05-02 10:00 ◆A a5dMhaAn 歩く人\n3 05-02 11:00 ◆B a5dMhaAn 風")
    assert table(page) == [["5/2(水)", "", "5"], ["5/3(木)", "14", "5"]]


def test_a_game_without_moves_has_a_race_page() -> None:
    page = LexborHTMLParser(pages_of(played(play("")))["race.html"])
    assert page.css("svg, table") == []
    assert "まだ誰も振っていない" in (page.html or "")


@cache
def crowd(players: int, days: int) -> tuple[Game, Site]:
    """A game of so many players who roll each day, now and then with a jump or a rest."""
    one = play("1 01-01 10:00:05 ◆A a5dMhaAn 歩く人")
    (verdict,), (row,), state = one.verdicts, one.standings, one.state.players["◆A"]
    (step,) = verdict.steps
    assert isinstance(step, Thrown)
    assert verdict.stamp is not None
    verdicts, first, squares = [], day("01-01"), [0] * players
    for number in range(days * players):
        on, place = divmod(number, players)
        jump = (place * 37 + on * 91) % 900 if (number + on) % 15 == 9 else None
        origin = squares[place]
        squares[place] = min(origin + 1 + (place * 7 + on * 13) % 6, 999) if jump is None else jump
        roll = replace(step.roll, origin=origin, target=squares[place], jump=jump)
        thrown = replace(step, player=f"◆p{place:03}", day=first + on, roll=roll)
        stamp = replace(verdict.stamp, day=first + on)
        rest = first + on + 1 if number % 11 == 10 else None
        verdicts.append(
            replace(
                verdict,
                number=number + 1,
                fingerprint=number,
                stamp=stamp,
                player=thrown.player,
                steps=(thrown,),
                rest_until=rest,
            )
        )
    trips = [f"◆p{place:03}" for place in range(players)]
    game = replace(
        played(one, day=first + days - 1),
        verdicts=verdicts,
        standings=tuple(
            replace(row, rank=place + 1, player=trip, name=f"名{trip}", square=squares[place])
            for place, trip in sorted(enumerate(trips), key=lambda one: -squares[one[0]])
        ),
        players=dict.fromkeys(trips, state),
        extra_boards=(),
        gifts=dict.fromkeys(trips, 0),
    )
    drafts = [draft for draft in build(game, templates()) if "race" in draft.path or "tomorrow" in draft.path]
    return game, {draft.path: draft.make().text for draft in drafts}


@pytest.mark.parametrize(("players", "days"), [(200, 200), (50, 30), (12, 340), (200, 3)])
def test_pages_of_many_stay_light_and_leave_nobody_out(players: int, days: int) -> None:
    _, pages = crowd(players, days)
    mine = [text for path, text in pages.items() if path.startswith("race")]
    assert max(len(text.encode()) for text in mine) < 100_000
    read = [LexborHTMLParser(text) for text in mine]
    heads = [str(link.attributes["href"]).rpartition("/")[2] for page in read for link in page.css(".days thead a")]
    assert len(heads) == len(set(heads)) == players
    assert all(len(page.css(".days tbody tr")) == days for page in read)
    first = LexborHTMLParser(pages["race.html"])
    assert len(first.css(".race svg a")) == FIRST
    assert len(first.css(".race .others path")) == players - FIRST
    assert {len(page.css("ul.more a")) for page in read} == {len(read) if len(read) > 1 else 0}


def test_the_first_lines_differ_without_their_colours() -> None:
    """In grey, dashes and dots tell them apart; and no two have the same colour and dashes."""
    page = LexborHTMLParser(crowd(50, 30)[1]["race.html"])
    kinds = [str(node.attributes["class"]) for node in page.css(".race svg a")]
    assert len(set(kinds)) == FIRST
    items = page.css(".key li a")
    samples = {
        (str(item.attributes["class"]).split()[1], item.css_first("rect") is None)
        for item in page.css("figcaption .key li")
        if item.css_first("a") is not None
    }
    assert len(samples) == len(items) == FIRST <= COLOURS * DASHES
    assert len(set(re.findall(r"\.d\d \.line{stroke-dasharray:([^}]*)}", STYLE))) == DASHES - 1


def test_colours_of_lines_stand_out_from_the_paper() -> None:
    """3:1, WCAG 1.4.11; those of the board's palette are tested elsewhere."""
    blocks = re.findall(r":root{(--c1[^}]*)}", STYLE)
    for ground, block in zip(("#fdfcf8", "#181917"), blocks, strict=True):
        for colour in re.findall("#[0-9a-f]{6}", block):
            one, other = sorted((luminance(colour), luminance(ground)))
            assert (other + 0.05) / (one + 0.05) >= 3, (colour, ground)


def test_labels_at_the_ends_of_lines_do_not_lie_on_each_other() -> None:
    canvas = Canvas(20, 1000, 1000)
    for squares in ([1000] * 10, [0] * 10, [1000, 990, 500, 499, 498, 3, 2, 1, 0, 0], []):
        heights = canvas.labels(squares)
        gaps = [later - earlier for earlier, later in zip(sorted(heights), sorted(heights)[1:], strict=False)]
        assert min(gaps, default=GAP) >= GAP
        assert max(heights, default=canvas.bottom) <= canvas.bottom


def test_the_tale_knows_rests_as_they_came_out() -> None:
    one = play(
        """
        1 05-01 10:00 ◆A aYdMhaAn 歩く人
        2 05-04 10:00 ◆A UPMdhaAn 歩く人
        3 05-05 10:00 ◆A - 歩く人 | http://a.example/1.jpg
        """
    )
    (chapter,) = Tale(one.verdicts, day("05-05")).players.values()
    assert [(rest.first, rest.last) for rest in chapter.rests] == [(day("05-02"), day("05-02"))]


@pytest.mark.parametrize("name", ["demo", "long-game"])
def test_what_a_title_in_the_picture_says_stands_in_the_table_too(name: str) -> None:
    """Nobody sees a title on a phone: a tap leads to the player."""
    page = LexborHTMLParser(site(name)["race.html"])
    heads = [str(node.attributes["href"]) for node in page.css(".days thead a")]
    days = {row.css_first("th").text(): [cell.text() for cell in row.css("td")]  # type: ignore[union-attr]
            for row in page.css(".days tbody tr")}  # fmt: skip
    told = 0
    for line in page.css("svg a[href]"):
        column = heads.index(str(line.attributes["href"]))
        for title in line.css("title"):
            if found := re.search(r" (\S+) (\d+)マス(?: (.+))?$", title.text()):
                day, square, mark = found.groups()
                if day in days:
                    told += 1
                    assert days[day][column].split()[0] == square
                    assert mark is None or len(days[day][column].split()) > 1
            elif found := re.search(r" (\S+)から(\S+)まで休み$", title.text()):
                told += 1
                assert all("休" in days[day][column] for day in found.groups())
    assert told > 20


def test_without_its_style_sheet_the_picture_is_drawn_in_outlines() -> None:
    """Else each line is an area of black, over the names; with the sheet none of this is seen."""
    page = LexborHTMLParser(site("demo")["race.html"])
    pictures = page.css("figure.race svg")
    assert len(pictures) > 5
    for one in pictures:
        assert (one.attributes["fill"], one.attributes["stroke"]) == ("none", "currentColor")
    texts = page.css("figure.race svg text")
    filled = page.css('figure.race svg [fill="currentColor"] text, figure.race svg text[fill="currentColor"]')
    assert len(texts) == len(filled) > 5
    for rule in (".race>svg", ".key svg"):
        assert re.search(rf"(?m)^{re.escape(rule)}{{stroke:none;", STYLE), rule
