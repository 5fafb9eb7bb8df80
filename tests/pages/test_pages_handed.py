"""Pages of a game that others judged before: where everybody stood is known, what led there is not."""

from __future__ import annotations

from helpers import ruleset
from msgspec.structs import replace
from published import html_of, pages_of
from scenario import play
from selectolax.lexbor import LexborHTMLParser

from referee.app.site import put_together
from referee.app.tables import GameTable
from referee.game import fold
from referee.pages import Thread

WHOLE = """
    1 05-01 10:00:05 ◆A aGOdmhaAn 歩く人
    2 05-01 11:00:06 ◆B aHd9mhan 風
    3 05-02 10:00:05 ◆C aGOdmhaAn ねこ
    4 05-02 11:00:05 ◆B a2d7mhan 風
    == entrance/1178000001
    1 05-03 10:00:05 ◆B aHd9mhan 風
    2 05-04 10:00:05 ◆B a1d1mhan 風
"""


def handed() -> dict[str, str]:
    """The pages of the second thread alone, in round 2."""
    one = play(WHOLE)
    start = replace(fold(one.verdicts[:4], one.table), round=2)
    table = replace(GameTable("sugoroku", one.table, ruleset()), start=start)
    after = one.verdicts[4:]
    threads = [Thread(after[0].thread, "その2", None)]
    game = put_together("x", after, replace(one.state, round=2), table, threads, day=one.state.day or 0, life="live")
    return pages_of(game)


def test_rolls_are_counted_from_the_beginning() -> None:
    pages = handed()
    page = LexborHTMLParser(pages["players/B.html"])
    (count,) = [one.next.text() for one in page.css("dt") if one.text() == "サイコロの回数" and one.next is not None]
    assert count.startswith("4回")


def test_nobody_leads_who_does_not() -> None:
    story = LexborHTMLParser(handed()["story.html"]).css_first("main")
    assert story is not None
    assert "引き継いだすごろくの続き" in story.text()
    assert "トップ" not in story.text(), "◆A and ◆C are ahead of ◆B, and did not move"


def test_the_round_keeps_its_number_and_links_lead_somewhere() -> None:
    pages = handed()
    assert "第2回" in pages["hall.html"]
    assert "第1回" not in pages["hall.html"]
    assert len(list(html_of(pages))) > 5
    assert {"players/A.html", "players/B.html", "players/C.html"} <= pages.keys()
