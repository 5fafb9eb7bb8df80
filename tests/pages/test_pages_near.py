"""Near misses are the host's alone: on no page (N3)."""

from __future__ import annotations

from msgspec.structs import replace
from published import pages_of, played
from scenario import play

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
