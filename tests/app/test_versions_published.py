"""What posts were before, on the published pages: verdicts and contents, but no text that was taken away."""

from __future__ import annotations

from pathlib import Path

from fakeboard import FakeThread
from ruled import rule, undo
from scene import TRIPS, Scene
from selectolax.lexbor import LexborHTMLParser

from referee.app.publish import publish
from referee.model.ruling import NewRound, SetSquare, Void


def pages(scene: Scene) -> Path:
    done, refused = publish(scene.open, scene.folder, None, None, scene.now)
    assert (len(done), refused) == (1, [])
    return scene.path / "site/sugoroku"


def roll(thread: FakeThread, trip: str, body: str = "とりゃ") -> int:
    return thread.post(body, name=f"歩く人 </b>◆{trip} <b>", mail="", ident="a5dMhaAn")


def versions(site: Path, number: int, lang: str = "en/") -> list[str]:
    """The versions of a post on the page of its thread."""
    (path,) = (site / lang / "threads").glob("*.html")
    page = LexborHTMLParser(path.read_text("utf-8"))
    return [node.text() for node in page.css(f"#p{number} .versions li")]


def test_a_post_that_never_changed_has_no_versions(scene: Scene, thread: FakeThread) -> None:
    scene.write(thread)
    roll(thread, TRIPS[0])
    scene.poll()
    assert versions(pages(scene), 1) == []


def test_what_a_ruling_superseded_is_told_with_its_cause_on_both_pages(scene: Scene, thread: FakeThread) -> None:
    scene.write(thread)
    for trip in TRIPS[:2]:
        roll(thread, trip)
    scene.poll()
    scene.advance(60)
    first = rule(scene, Void(), 1)
    site = pages(scene)
    told = versions(site, 1)
    assert len(told) == 2
    assert "ruling" in told[0]
    assert "a5dMhaAn" in told[1]
    (path,) = (site / "en/rolls").glob("*-1.html")
    assert [node.text() for node in LexborHTMLParser(path.read_text("utf-8")).css(".versions li")] == told
    assert versions(site, 2) == []
    scene.advance(60)
    undo(scene, first)
    assert len(versions(pages(scene), 1)) == 3
    rule(scene, SetSquare(7), 2)
    assert len(versions(pages(scene), 2)) == 2


def test_edited_and_gone_posts_tell_when_and_in_what_but_not_the_text(scene: Scene, thread: FakeThread) -> None:
    scene.write(thread)
    for trip, body in zip(TRIPS[:3], ("ひみつのことば", "きえるよ", "のこるよ"), strict=True):
        roll(thread, trip, body)
    scene.poll()
    line = thread.dat.splitlines()[0]
    thread.edit(1, line.replace("ひみつのことば".encode("cp932"), "かきかえた".encode("cp932")))
    thread.remove(2)
    scene.poll(3600)
    site = pages(scene)
    edited, gone = versions(site, 1), versions(site, 2)
    assert len(edited) == 3
    assert edited[-1].endswith(": body")
    assert len(gone) == 1
    assert versions(site, 3) == []
    for path in site.rglob("*.html"):
        assert "ひみつのことば" not in path.read_text("utf-8"), path


def test_what_is_published_bit_by_bit_is_what_is_published_at_once(scene: Scene, thread: FakeThread) -> None:
    """Through rolls, rulings, a round, an edit and a removal: no page is left as it was though it should tell more."""
    scene.write(thread)
    for day in range(4):
        for trip in TRIPS[:3]:
            roll(thread, trip)
        scene.poll()
        pages(scene)
        scene.advance(86400 * (1 + day % 2))
    rule(scene, SetSquare(1000), 4)
    pages(scene)
    rule(scene, NewRound(), 8)
    pages(scene)
    rule(scene, Void(), 2)
    pages(scene)
    thread.remove(6)
    roll(thread, TRIPS[3])
    scene.poll(3600)
    site = pages(scene)
    publish(scene.open, scene.folder, None, str(scene.path / "anew"), scene.now)
    anew = scene.path / "anew/sugoroku"
    paths = {path.relative_to(anew) for path in anew.rglob("*.html")}
    assert paths == {path.relative_to(site) for path in site.rglob("*.html")}
    assert {str(path) for path in paths if (site / path).read_bytes() != (anew / path).read_bytes()} == set()
    assert "rounds/1.html" in {str(path) for path in paths}
