"""Publishing: only what changed is written, each file whole, and nothing that is not ours."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from fakeboard import FakeThread
from msgspec.structs import replace
from process import command
from scene import TRIPS, Scene, play
from selectolax.lexbor import LexborHTMLParser

from referee.app.publish import publish
from referee.app.sitewriter import Published, write_site
from referee.app.stock import NAME, Stock
from referee.errors import UsageError
from referee.model import Claim
from referee.pages import Draft, Page

HEAD = '<meta name="generator" content="referee">'


def published(scene: Scene) -> list[Published]:
    done, refused = publish(scene.open, scene.folder, None, None, scene.now)
    assert refused == []
    return done


def files(folder: Path) -> dict[str, bytes]:
    """What lies in a folder, but for the memory of what was written there."""
    paths = [path for path in sorted(folder.rglob("*")) if path.is_file() and NAME not in path.parts]
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


def write(folder: Path, *pages: Page) -> Published:
    """Write pages, each made of its text."""
    drafts = [Draft(page.path, lambda page=page: page, page.text.encode()) for page in pages]
    return write_site(drafts, Stock(folder), folder, "x")


def roll(thread: FakeThread, trip: str) -> int:
    return thread.post("とりゃ", name=f"歩く人 </b>◆{trip} <b>", mail="", ident="a5dMhaAn")


def changed(before: dict[str, bytes], after: dict[str, bytes]) -> set[str]:
    return {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}


@pytest.fixture
def site(scene: Scene, thread: FakeThread) -> Path:
    """A published game of thirty posts."""
    scene.write(thread)
    play(thread, 30, every=2000)
    scene.poll()
    (done,) = published(scene)
    assert done.written > 20
    assert (done.game, done.removed, done.unchanged) == ("sugoroku", 0, 0)
    return scene.path / "site"


def test_nothing_is_written_where_nothing_changed(scene: Scene, site: Path) -> None:
    def untouched() -> dict[Path, tuple[int, int]]:
        return {path: (path.stat().st_mtime_ns, path.stat().st_ino) for path in site.rglob("*")}

    before = untouched()
    (done,) = published(scene)
    assert (done.written, done.removed) == (0, 0)
    assert untouched() == before


def test_one_new_post_changes_only_what_it_is_about(scene: Scene, thread: FakeThread, site: Path) -> None:
    scene.advance(5 * 86400)
    for trip in TRIPS[1:3]:  # they take the gifts that wait, which would be told on the givers' pages
        roll(thread, trip)
    scene.poll()
    published(scene)
    before = files(site)
    scene.advance(86400)
    number = roll(thread, TRIPS[0])
    scene.poll()
    (done,) = published(scene)
    after = files(site)
    (thread_page,) = (path.stem for path in (site / "sugoroku/threads").iterdir())
    mine = TRIPS[0].replace(".", "_2e").replace("/", "_2f")
    told = ("index.html", "board.html", "race.html", "tomorrow.html", "calendar.ics", "hall.html", "story.html")
    own = (f"threads/{thread_page}.html", f"rolls/{thread_page}-{number}.html", f"players/{mine}.html")
    expected = {f"sugoroku/{lang}{path}" for lang in ("", "en/") for path in (*told, *own)}
    expected |= {path for path in after if path.endswith(".ics")}  # at midnight the day of who may roll is another
    expected |= {f"sugoroku/{path}" for path in ("standings.json", "game.json")}
    expected |= {f"sugoroku/{lang}feed.{form}" for lang in ("", "en/") for form in ("atom", "json")}
    assert changed(before, after) <= expected
    assert done.written == len(changed(before, after)) >= 8
    assert not [path for path in after if path.endswith(".tmp")]


def test_the_state_is_told(scene: Scene, thread: FakeThread, site: Path) -> None:
    """速報 while the thread runs; then the day is that of the last post, whatever the clock says."""
    page = LexborHTMLParser((site / "sugoroku/index.html").read_text("utf-8"))
    assert page.css("h1 .live")
    thread.stop()
    scene.run(datetime(2030, 1, 1, tzinfo=UTC))
    published(scene)
    before = files(site)
    page = LexborHTMLParser((site / "sugoroku/index.html").read_text("utf-8"))
    assert page.css("h1 .final")
    scene.advance(86400 * 30)
    published(scene)
    assert changed(before, files(site)) == set()


def test_links_lead_to_the_posts_on_their_board(thread: FakeThread, site: Path) -> None:
    (page,) = (site / "sugoroku/threads").glob("*.html")
    links = [str(node.attributes["href"]) for node in LexborHTMLParser(page.read_text("utf-8")).css("ol.posts .who a")]
    assert links == [f"{thread.url}{number}" for number in range(1, 31)]


def test_each_game_has_a_folder_and_the_front_page_leads_there(scene: Scene, thread: FakeThread, site: Path) -> None:
    other = f'\n[[game]]\nname = "../oth er"\ntitle = "ほか"\nthreads = ["{thread.url}"]\n'
    scene.write(thread, also=other)
    scene.round(3600)
    assert [done.game for done in published(scene)] == ["sugoroku", "../oth er"]
    front = LexborHTMLParser((site / "index.html").read_text("utf-8"))
    links = [str(node.attributes["href"]) for node in front.css("li a")]
    assert links[2:] == ["_2e_2e_2foth_20er/index.html", "_2e_2e_2foth_20er/en/index.html"]
    assert all((site / link).is_file() for link in links)
    assert {path.name for path in scene.path.iterdir()} <= {"site", "referee.toml"} | {
        path.name for path in scene.path.glob("referee.db*")
    }


def test_the_front_page_tells_who_was_the_first_home_also_of_games_that_are_not_made_now(
    scene: Scene, thread: FakeThread, site: Path
) -> None:
    other = f'\n[[game]]\nname = "other"\ntitle = "ほか"\nthreads = ["{thread.url}"]\n'
    scene.write(thread, also=other)
    scene.round(3600)
    published(scene)
    assert LexborHTMLParser((site / "index.html").read_text("utf-8")).css("li li") == []
    scene.close()
    words = (
        "ruling",
        "add",
        "square",
        "2",
        "--square",
        "1000",
        "--player",
        f"◆{TRIPS[1]}",
        "--game",
        "sugoroku",
        "--reason",
        "x",
        "--yes",
    )
    ran = command(*words, "--settings", str(scene.file))
    assert ran.returncode == 0, ran.stderr
    published(scene)
    for game in ("sugoroku", "other"):
        publish(scene.open, scene.folder, game, None, scene.now)
        front = LexborHTMLParser((site / "index.html").read_text("utf-8"))
        (home,) = front.css("li li")
        (link,) = home.css("a")
        assert TRIPS[1] in link.text()
        assert link.attributes["href"] == "sugoroku/hall.html#round-1"
        assert (day := home.css_first("time")) is not None
        assert re.fullmatch(r"20\d\d-\d\d-\d\d", day.text())
        halls = [str(node.attributes["href"]) for node in front.css("li p a")]
        assert halls == ["sugoroku/hall.html", "sugoroku/en/hall.html"], "none of the game where nobody is home"
    hall = LexborHTMLParser((site / "sugoroku/hall.html").read_text("utf-8"))
    assert hall.css("#round-1")
    (site / "sugoroku/game.json").write_text("{", encoding="utf-8")
    publish(scene.open, scene.folder, "other", None, scene.now)
    assert LexborHTMLParser((site / "index.html").read_text("utf-8")).css("li li") == []


def test_a_game_that_cant_be_published_stops_no_other(scene: Scene, thread: FakeThread, site: Path) -> None:
    scene.write(thread, also='\n[[game]]\nname = "unknown"\n')
    done, (refused,) = publish(scene.open, scene.folder, None, None, scene.now)
    assert [one.game for one in done] == ["sugoroku"]
    assert refused.where == "unknown"
    with pytest.raises(UsageError, match="nothing is known"):
        publish(scene.open, scene.folder, "unknown", None, scene.now)


def test_what_is_not_ours_is_never_overwritten(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<p>mine", encoding="utf-8")
    with pytest.raises(UsageError, match="not made by the referee"):
        write(tmp_path, Page("board.html", HEAD), Page("index.html", HEAD))
    assert files(tmp_path) == {"index.html": b"<p>mine"}, "nothing at all was written"


def test_pages_of_what_is_no_more_are_removed_and_others_files_stay(tmp_path: Path) -> None:
    write(tmp_path, Page("rolls/a-1.html", HEAD), Page("rolls/a-2.html", HEAD), Page("index.html", HEAD))
    (tmp_path / "rolls/note.html").write_text("mine", encoding="utf-8")
    (tmp_path / "mine.html").write_text(HEAD, encoding="utf-8")
    done = write(tmp_path, Page("rolls/a-1.html", HEAD), Page("index.html", HEAD))
    assert (done.written, done.removed, done.unchanged) == (0, 1, 2)
    assert set(files(tmp_path)) == {"index.html", "mine.html", "rolls/a-1.html", "rolls/note.html"}


def test_what_a_killed_publish_wrote_goes_with_the_next_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also pages that are not made again; what is about to be written by another one stays."""
    write(tmp_path, Page("rolls/a-1.html", HEAD), Page("index.html", HEAD))
    (tmp_path / "rolls/note.html").write_text("mine", encoding="utf-8")
    (tmp_path / "mine.html").write_text(HEAD, encoding="utf-8")

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    more = (Page("rolls/a-1.html", HEAD), Page("rolls/deep/a-2.html", HEAD), Page("index.html", HEAD))
    with monkeypatch.context() as patched:
        patched.setattr(Stock, "save", killed)
        with pytest.raises(KeyboardInterrupt):
            write(tmp_path, *more)
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    mine = f".a-1.html.{os.getpid()}.tmp"
    for folder in (tmp_path, tmp_path / "rolls", tmp_path / ".referee"):
        for name in (f".a-1.html.{gone.pid}.tmp", mine):
            (folder / name).write_bytes(b"")
    done = write(tmp_path, Page("rolls/a-1.html", HEAD), Page("index.html", HEAD))
    assert (done.written, done.removed, done.unchanged) == (0, 4, 2)
    assert set(files(tmp_path)) == {
        "index.html", "mine.html", "rolls/a-1.html", "rolls/note.html", mine, f"rolls/{mine}",
    }  # fmt: skip
    assert {path.name for path in (tmp_path / ".referee").glob(".*")} == {mine}


def test_a_disk_that_fails_leaves_the_old_page_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, Page("index.html", HEAD))

    def fails(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fails)
    with pytest.raises(OSError, match="No space"):
        write(tmp_path, Page("index.html", HEAD + "new"))
    assert files(tmp_path) == {"index.html": HEAD.encode()}


def test_pages_may_be_read_by_a_web_server(tmp_path: Path) -> None:
    old = os.umask(0o022)
    try:
        write(tmp_path, Page("index.html", HEAD))
    finally:
        os.umask(old)
    assert (tmp_path / "index.html").stat().st_mode & 0o777 == 0o644


def test_a_poll_without_news_changes_the_time_of_the_poll_alone(scene: Scene, site: Path) -> None:
    before = files(site)
    assert scene.poll(900).outcome == "unchanged"
    published(scene)
    assert changed(before, files(site)) == {f"sugoroku/{path}" for path in ("index.html", "en/index.html", "game.json")}


def test_a_ruling_makes_an_entry_of_the_feed_new_again(scene: Scene, thread: FakeThread, site: Path) -> None:
    def updated() -> dict[str, str]:
        feed = json.loads((site / "sugoroku/feed.json").read_text("utf-8"))
        return {item["id"]: item["date_modified"] for item in feed["items"]}

    before = updated()
    rolled = next(verdict for verdict in scene.verdicts() if verdict.kind == "roll")
    with scene.open.write(scene.now) as tx:
        again = replace(rolled, claim=Claim(1, 2, 3))
        tx.put_verdicts("sugoroku", [again], "rebuild")
    published(scene)
    after = updated()
    assert after.keys() == before.keys()
    (one,) = [after[name] for name in after if after[name] != before[name] and rolled.stamp is not None][:1]
    assert datetime.fromisoformat(one) == scene.now.replace(microsecond=0)


def test_what_other_rules_judge_the_same_is_no_change(scene: Scene, site: Path) -> None:
    before = files(site)
    with scene.open.write(scene.now) as tx:
        tx.put_verdicts("sugoroku", [replace(one, ruleset="0" * 64) for one in scene.verdicts()], "rules")
    published(scene)
    assert (site / "sugoroku/feed.json").read_bytes() == before["sugoroku/feed.json"]


def test_the_address_of_the_site_is_told_in_feeds_and_data(scene: Scene, thread: FakeThread, site: Path) -> None:
    scene.file.write_text('site_url = "https://sugoroku.example"\n' + scene.file.read_text("utf-8"), "utf-8")
    published(scene)
    base = "https://sugoroku.example/sugoroku/"
    assert json.loads((site / "sugoroku/game.json").read_text("utf-8"))["url"] == base
    assert f'xml:base="{base}en/"' in (site / "sugoroku/en/feed.atom").read_text("utf-8")


@pytest.mark.parametrize("url", ["sugoroku.example", "ftp://x.example/", "https://x.example/?q=1", "https://x /"])
def test_what_is_no_address_of_a_site_is_refused(scene: Scene, thread: FakeThread, url: str) -> None:
    scene.file.write_text(f'site_url = "{url}"\n' + scene.file.read_text("utf-8"), "utf-8")
    with pytest.raises(UsageError, match="is no address of a site"):
        _ = scene.folder


@pytest.mark.parametrize("name", ["feed.atom", "en/feed.json", "game.json", "standings.json"])
def test_a_feed_or_data_file_of_somebody_else_is_not_touched(scene: Scene, site: Path, name: str) -> None:
    path = site / "sugoroku" / name
    path.write_text("{}", "utf-8")
    with pytest.raises(UsageError, match="was not made by the referee"):
        publish(scene.open, scene.folder, None, None, scene.now)
    assert path.read_text("utf-8") == "{}"


def test_somebody_elses_front_page_is_refused_before_anything_is_written(
    scene: Scene, thread: FakeThread, tmp_path: Path
) -> None:
    scene.write(thread)
    scene.round(3600)
    target = tmp_path / "theirs"
    target.mkdir()
    (target / "index.html").write_text("mine", encoding="utf-8")
    with pytest.raises(UsageError, match="was not made by the referee"):
        publish(scene.open, scene.folder, None, str(target), scene.now)
    assert [path.name for path in target.rglob("*")] == ["index.html"]
