"""The published pages, read again: totals are the sums of their rows, links lead somewhere, all is at home."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256

import pytest
from published import Site, html_of, pages_of, played, site, target_of
from scenario import play
from selectolax.lexbor import LexborHTMLParser

#: Files that stand in a game once, for both languages.
ONCE = {"style.css", "standings.json", "game.json"}
GAMES = ["demo", "long-game"]


@pytest.fixture(params=GAMES)
def pages(request: pytest.FixtureRequest) -> Site:
    return site(request.param)


def rows(page: LexborHTMLParser, table: str) -> list[list[str]]:
    return [[cell.text(strip=True) for cell in row.css("th,td")] for row in page.css(f"table.{table} tbody tr")]


def test_each_player_stands_where_his_moves_lead(pages: Site) -> None:
    """From row to row, to the total, to the standings; no row is left out."""
    standing = {}
    for row in LexborHTMLParser(pages["index.html"]).css("table.standings tbody tr"):
        link, square = row.css_first("th a"), row.css_first("td.n b")
        assert link is not None
        assert square is not None
        standing[str(link.attributes["href"])] = int(square.text())
    assert len(standing) >= 4
    for path, square in standing.items():
        page = LexborHTMLParser(pages[path])
        at, total = 0, 0
        for *_, origin, steps, target in rows(page, "moves"):
            assert int(origin) == at, path
            assert int(steps) == int(target) - int(origin), path
            at, total = int(target), total + int(steps)
        foot = [cell.text(strip=True) for cell in page.css("table.moves tfoot td")]
        assert [int(text) for text in foot] == [total, at] == [square, square], path
        rolls = [row for row in page.css("table.moves tbody tr") if row.css_first(".dice") is not None]
        assert page.css_first("dl dd").text() == f"{len(rolls)}回"  # type: ignore[union-attr]


def test_the_sum_of_a_verdict_is_that_of_its_player(pages: Site) -> None:
    """What a player's page says of a roll stands on the page that its link leads to."""
    seen = 0
    for path, page in html_of(pages):
        if not path.startswith("players/"):
            continue
        for row in page.css("table.moves tbody tr"):
            link = row.css_first("a")
            assert link is not None
            verdict = LexborHTMLParser(pages[target_of(path, str(link.attributes["href"]))])
            told = {item.text() for item in verdict.css("ul.sums li")}
            for line in row.css("p"):
                assert line.css_first("a") is not None or line.text() in told
                seen += line.css_first("a") is None
    assert seen > 50


def test_gifts_given_are_gifts_received(pages: Site) -> None:
    given, received = [], []
    for path, page in html_of(pages):
        if path.startswith("players/"):
            for item in page.css("main li"):
                text = item.text()
                given += re.findall(r">>\d+ C[PN]で.*へ(\d+)歩", text)
                received += re.findall(r">>\d+ C[PN]で.*から(\d+)歩", text)
    assert given
    assert sum(map(int, given)) == sum(map(int, received))


def test_every_link_leads_to_a_page_or_place_of_the_site(pages: Site) -> None:
    ids = {path: {node.attributes["id"] for node in page.css("[id]")} for path, page in html_of(pages)}
    for path, page in html_of(pages):
        assert len(ids[path]) == len(page.css("[id]")), f"{path}: an id stands twice"
        for node in page.css("a, link"):
            href = str(node.attributes["href"])
            if node.attributes.get("rel") == "noreferrer noopener":
                continue
            target = path if href.startswith("#") else target_of(path, href)
            assert target in pages, f"{path}: {href}"
            if "#" in href:
                assert href.partition("#")[2] in ids[target], f"{path}: {href}"


def test_both_languages_have_the_same_pages(pages: Site) -> None:
    japanese = {path for path in pages if not path.startswith("en/") and path not in ONCE}
    assert {path.removeprefix("en/") for path in pages if path.startswith("en/")} == japanese
    for path, page in html_of(pages):
        root = page.css_first("html")
        assert root is not None
        assert root.attributes["lang"] == ("en" if path.startswith("en/") else "ja")


def test_nothing_is_asked_of_others_and_nothing_runs(pages: Site) -> None:
    """But the one script of the checker, which the policy of its page names by its digest."""
    for path, page in html_of(pages):
        is_checker = path.endswith("checker.html")
        runs = [node.text() for node in page.css("script") if node.attributes.get("type") != "application/json"]
        digests = [f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'" for script in runs]
        assert len(digests) == is_checker, path
        assert re.findall(r"script-src ([^;]+)", pages[path]) == digests, path
        assert page.css("style, img, iframe, object, base, [src], [style], [action]") == [], path
        assert len(page.css("form")) == is_checker, path
        assert not [name for node in page.css("*") for name in node.attributes if name.startswith("on")], path
        policy = page.css_first("meta[http-equiv]")
        assert policy is not None
        assert str(policy.attributes["content"]).startswith("default-src 'none'; style-src 'self'")
        (sheet,) = page.css("link[rel=stylesheet]")
        assert target_of(path, str(sheet.attributes["href"])) == "style.css"
    assert "url(" not in pages["style.css"]
    assert "@import" not in pages["style.css"]


def test_every_post_has_a_verdict_with_an_address(pages: Site) -> None:
    posts = 0
    for path, page in html_of(pages):
        if path.startswith("threads/"):
            posts += len(page.css("ol.posts > li[id]"))
            assert len(page.css("ol.posts > li")) == len(page.css("ol.posts > li[id]"))
    assert posts == {60: 60, 2002: 2002}.get(posts, -1)


def test_pages_of_english_readers_are_english() -> None:
    """Where players and titles are; the ruleset's own sentences quote Japanese, so the page of rules is left out."""
    game = play(
        """
        > entrance2/11/5 05-01 11:05 ◆A UPMPR1aA | a
        1 05-01 10:00:05 ◆A PRdGOBXn walker 5
        2 05-01 11:10 ◆A - walker | @entrance2/11/5
        3 05-01 12:00 ◆B CPCN5+aA wind
        4 05-01 12:01 ◆B CPCN5+aA wind
        """
    )
    for path, page in html_of(pages_of(played(game, title="sugoroku"))):
        if path.startswith("en/") and "rules/" not in path:
            for node in page.css("body [lang=ja], script"):
                node.decompose()
            assert not re.search("[ぁ-んァ-ヶ一-龠]", page.html or ""), path
