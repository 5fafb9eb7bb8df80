"""Near misses are the host's alone: on no page (N3)."""

from __future__ import annotations

from msgspec.structs import replace
from published import audited, pages_of, played, site
from scenario import play
from selectolax.lexbor import LexborHTMLParser

from referee.model import OpenItem


def test_a_trip_that_may_have_changed_is_the_hosts_alone() -> None:
    one = play("1 05-01 10:00:05 ◆A a5dMhaAn 歩く人\n2 05-01 10:00:06 ◆B a5dMhaAn 風")
    second = one.verdicts[1]
    item = OpenItem("trip_change", second.thread, 2, None, ("a5dMhaAn", "◆A", "◆B"))
    game = replace(played(one, open_items=1), waits={(second.thread.identity, second.fingerprint): (item,)})
    pages = pages_of(game)
    (path,) = [path for path in pages if path.startswith("threads/")]
    assert "のあと、初めての" not in "".join(pages.values())
    assert "ほかに主だけが見る件: 1件" in pages[path]


def test_a_thread_lists_what_waits_for_the_host_and_no_near_miss() -> None:
    game = audited("demo")
    page = LexborHTMLParser(site("demo")["threads/entrance-1178000000.html"])
    told = [(str(link.attributes["href"]), link.text()) for link in page.css("ul.links a[href^='#p']")]
    expected = [item for items in game.waits.values() for item in items if item.kind != "near_miss"]
    assert sorted(told) == sorted((f"#p{item.number}", f">>{item.number}") for item in expected)
    assert len(told) >= 2
    assert len(told) < game.open_items
    rest = page.css("main h2 + ul.links li:last-child")[0].text()
    assert rest == f"ほかに主だけが見る件: {game.open_items - len(told)}件"
