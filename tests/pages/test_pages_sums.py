"""A clerk who knows only the published pages adds them up again, in every game that is at hand, and in hostile ones."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from math import floor

import pytest
from hostile import NASTY, hostile
from published import THREADS, Site, html_of, site, target_of
from selectolax.lexbor import LexborHTMLParser

GAMES: dict[str, Callable[[], Site]] = {
    **{path.name: (lambda name=path.name: site(name)) for path in sorted(THREADS.iterdir()) if path.is_dir()},
    **{f"hostile {number}": (lambda text=text: hostile(text)) for number, text in enumerate(NASTY)},
}
_SUM = re.compile(r"合計: 数字 (-?\d+) \+ 点 \(?(-?\d+)\)? = (-?\d+)")
_ROLL = re.compile(r"出目: (-?\d+)((?: ×\S+ \(.+?\))+) = (-?\d+(?:\.\d)?)(?: → (-?\d+) \(端数を処理\))?")
_FACTOR = re.compile(r" ×\(?(-?\d+)(?:/(\d+))?\)? \(")


@pytest.fixture(params=GAMES)
def pages(request: pytest.FixtureRequest) -> Site:
    return GAMES[request.param]()


def somebody_plays(pages: Site) -> bool:
    """Whether there are players: on a board without IDs (1999) there are none."""
    return any(path.startswith("players/") for path in pages)


def misreckoned(line: str) -> bool:
    """Whether a sum or roll that is written out comes to something else."""
    if found := _SUM.fullmatch(line):
        return int(found[1]) + int(found[2]) != int(found[3])
    if found := _ROLL.fullmatch(line):
        product = Fraction(found[1])
        for factor in _FACTOR.finditer(found[2]):
            product *= Fraction(int(factor[1]), int(factor[2] or 1))
        whole = int(found[4] or found[3])
        return product != Fraction(found[3]) or abs(whole) != floor(abs(product))
    return line.startswith("合計: ") or (line.startswith("出目: ") and not re.fullmatch(r"出目: -?\d+", line))


def test_somebody_plays_in_nearly_every_game() -> None:
    assert [name for name, make in GAMES.items() if not somebody_plays(make())] == ["family-2ch-1999"]


def test_the_clerk_can_reckon() -> None:
    for right in ("合計: 数字 2 + 点 (-20) = -18", "出目: 5 ×1/2 (B/W) ×(-1) (RV) = -2.5 → -2 (端数を処理)", "出目: 4"):
        assert not misreckoned(right)
    for wrong in (
        "合計: 数字 2 + 点 (-20) = 18",
        "出目: 5 ×2 (B/W) = 11",
        "出目: 5 ×1/2 (B/W) = 2.5 → 3 (端数を処理)",
        "合計: 3",
    ):
        assert misreckoned(wrong)


def test_every_sum_that_is_written_out_is_right(pages: Site) -> None:
    lines = [
        node.text() for path, page in html_of(pages) if not path.startswith("en/") for node in page.css("ul.sums li, p")
    ]
    assert [line for line in lines if misreckoned(line)] == []
    assert any(line.startswith("合計: ") for line in lines) == somebody_plays(pages)


def test_players_stand_on_one_square_everywhere(pages: Site) -> None:
    """Standings, board, the player's own page and the last of his moves say the same, and so do the moves added up."""
    standing = {}
    for path, page in html_of(pages):
        for row in page.css("table.standings tbody tr") if re.match("index|standings", path) else ():
            link, square = row.css_first("th a"), row.css_first("td.n b")
            assert link is not None
            assert square is not None
            standing[str(link.attributes["href"])] = int(square.text())
    on_board = {
        str(link.attributes["href"]): int(row.css("td.n")[0].text())
        for row in LexborHTMLParser(pages["board.html"]).css("table.pieces tbody tr")
        if (link := row.css_first("a")) is not None
    }
    assert standing == on_board
    assert bool(standing) == somebody_plays(pages)
    for path, square in standing.items():
        page = LexborHTMLParser(pages[path])
        moves = [[cell.text(strip=True) for cell in row.css("td.n")] for row in page.css("table.moves tbody tr")]
        foot = [int(cell.text()) for cell in page.css("table.moves tfoot td")]
        assert foot == [sum(int(steps) for _, steps, _ in moves), square], path
        assert [origin for origin, *_ in moves][1:] == [target for *_, target in moves][:-1], path
        assert [now.text() for now in page.css("p.now b")] == [str(square)]


def test_posts_are_as_many_as_is_said(pages: Site) -> None:
    for path, page in html_of(pages):
        if path.startswith("threads/"):
            said = page.css_first("ul.links li")
            assert said is not None
            assert said.text() == f"{len(page.css('ol.posts > li'))}レス"


def test_every_link_leads_somewhere_and_every_id_stands_once(pages: Site) -> None:
    ids = {}
    for path, page in html_of(pages):
        found = Counter(str(node.attributes["id"]) for node in page.css("[id]"))
        assert [name for name, times in found.items() if times > 1] == [], path
        ids[path] = found.keys()
    for path, page in html_of(pages):
        for node in page.css("a, link"):
            href = str(node.attributes["href"])
            if re.match("https?:", href):
                assert node.attributes.get("rel") == "noreferrer noopener", f"{path}: {href}"
                continue
            target = path if href.startswith("#") else target_of(path, href)
            assert target in pages, f"{path}: {href}"
            assert "#" not in href or href.partition("#")[2] in ids[target], f"{path}: {href}"
        for node in page.css("[aria-labelledby], [aria-describedby]"):
            for name in ("aria-labelledby", "aria-describedby"):
                assert set(str(node.attributes.get(name) or "").split()) <= ids[path], f"{path}: {name}"


def test_every_page_has_its_own_title_and_names_its_language(pages: Site) -> None:
    titles = Counter()
    for path, page in html_of(pages):
        root, title = page.css_first("html"), page.css_first("title")
        assert root is not None
        assert title is not None
        lang = "en" if path.startswith("en/") else "ja"
        assert root.attributes["lang"] == lang
        assert title.text().strip(), path
        titles[lang, title.text()] += 1
    assert [title for title, times in titles.items() if times > 1] == []
