"""Pages from the ledger: those of the published folder at the same addresses, new ones at once, and HTTP's manners."""

from __future__ import annotations

import gzip
import re
from datetime import datetime, timedelta
from email.utils import format_datetime, parsedate_to_datetime
from pathlib import Path

import pytest
from fakeboard import FakeThread
from process import command
from scene import TRIPS
from selectolax.lexbor import LexborHTMLParser
from served import Served
from starlette.routing import Route

from referee.app.publish import publish

HOME = "/sugoroku/"


def paths(site: Served) -> list[str]:
    """The pages of the game, as the service knows them."""
    return list(site.live._games["sugoroku"]._drafts)


def without_form(text: str) -> str:
    """A page without what only a live site has, and says: the checker as a form."""
    text = re.sub(r'<li><a href="(\.\./)*check"( aria-current="page")?>.*?</a></li>\n', "", text)
    text = re.sub(r'\n *"(en/)?check": ".*?",', "", text)
    return re.sub(r" \((通信なし|offline)\)", "", text)


def roll(thread: FakeThread) -> int:
    return thread.post("とりゃ", name=f"歩く人 </b>◆{TRIPS[0]} <b>", mail="", ident="a5dMhaAn")


def test_every_published_page_is_served_as_it_is(site: Served) -> None:
    publish(site.scene.open, site.scene.folder, None, None, site.scene.now)
    folder = site.scene.path / "site"
    files = [path for path in folder.rglob("*") if path.is_file() and path.suffix in (".html", ".css", ".json", ".xml")]
    assert len(files) > 40
    for path in files:
        address = path.relative_to(folder).as_posix()
        answer = site.get(f"/{address}")
        assert answer.status_code == 200, address
        if address != "index.html":  # in front the live site also leads to the ID checker
            assert without_form(answer.text) == without_form(path.read_text("utf-8")), address


def test_the_front_page_leads_to_games_and_checkers(site: Served) -> None:
    page = LexborHTMLParser(site.get("/").text)
    links = [str(node.attributes["href"]) for node in page.css("li a")]
    assert links == ["sugoroku/index.html", "sugoroku/en/index.html", "sugoroku/check", "sugoroku/en/check"]
    for link in links:
        assert site.get(f"/{link}").status_code == 200, link


def test_the_front_page_tells_who_was_the_first_home(site: Served) -> None:
    assert LexborHTMLParser(site.get("/").text).css("li li") == []
    words = ("ruling", "add", "square", "2", "--square", "1000", "--player", f"◆{TRIPS[1]}", "--reason", "x", "--yes")
    ran = command(*words, "--settings", str(site.scene.file))
    assert ran.returncode == 0, ran.stderr
    site.later(10)
    (link,) = LexborHTMLParser(site.get("/").text).css("li li a")
    assert (TRIPS[1] in link.text(), link.attributes["href"]) == (True, "sugoroku/hall.html#round-1")


def test_links_of_pages_lead_to_pages(site: Served) -> None:
    for path in (HOME, f"{HOME}en/board.html", f"{HOME}check?id=GBd5haA2"):
        page = LexborHTMLParser(site.get(path).text)
        for node in page.css("a[href], link[href]"):
            target = str(node.attributes["href"])
            if ":" not in target and not target.startswith("#"):
                assert site.get(str(site.client.base_url.join(path).join(target))).status_code == 200, target


def test_a_new_poll_shows_at_once_and_nothing_is_made_for_nothing(site: Served, thread: FakeThread) -> None:
    first = site.get(HOME)
    number = roll(thread)
    site.scene.poll(90, hurry=True)
    assert site.get(HOME).content == first.content, "looked at once a second"
    site.later()
    assert f"{number}" in LexborHTMLParser(site.get(HOME).text).body.text()  # type: ignore[union-attr]
    assert site.get(HOME).content != first.content
    (page,) = [
        path for path in site.live._games["sugoroku"]._drafts if path.startswith("rolls/") and f"-{number}." in path
    ]
    assert site.get(f"{HOME}{page}").status_code == 200
    site.scene.poll(90, hurry=True)  # nothing new: only what tells the time of the poll changes
    site.later()
    rules = next(path for path in paths(site) if path.startswith("rules/"))
    made = site.live.page(f"sugoroku/{rules}")
    site.scene.poll(90, hurry=True)
    site.later()
    assert site.live.page(f"sugoroku/{rules}") is made


def test_a_poll_without_news_reads_no_game_again(site: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    site.get(HOME)
    monkeypatch.setattr("referee.app.livegame.game_of_ledger", lambda *_: pytest.fail("read again"))
    before = site.get(HOME).content
    site.scene.poll(3700)
    site.later()
    assert site.get(HOME).content != before


def test_the_day_goes_on_without_a_poll(site: Served) -> None:
    before = site.get(HOME).text
    site.scene.advance(86400)
    site.later()
    assert site.get(HOME).text != before


def test_tags_times_and_packing(site: Served) -> None:
    plain, packed = site.get(HOME, accept_encoding="identity"), site.get(HOME, accept_encoding="br, gzip;q=0.5")
    assert plain.content == packed.content
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert "content-encoding" not in site.get(HOME, accept_encoding="gzip;q=0").headers
    assert plain.headers["vary"] == packed.headers["vary"] == "accept-encoding"
    assert plain.headers["etag"] != packed.headers["etag"], "a strong tag is of the bytes that are sent"
    assert plain.headers["cache-control"] == "no-cache"
    for tag in (plain.headers["etag"], f'"x", W/{packed.headers["etag"]}', "*"):
        answer = site.get(HOME, if_none_match=tag)
        assert (answer.status_code, answer.content) == (304, b""), tag
        assert {"etag", "cache-control", "vary", "last-modified"} <= answer.headers.keys()
    assert site.get(HOME, if_none_match='"other"').status_code == 200
    since = parsedate_to_datetime(plain.headers["last-modified"])
    for seconds, status in ((0, 304), (60, 304), (-1, 200)):
        told = format_datetime(since + timedelta(seconds=seconds), usegmt=True)
        assert site.get(HOME, if_modified_since=told).status_code == status
        assert site.get(HOME, if_modified_since=told, if_none_match='"other"').status_code == 200
    assert site.get(HOME, if_modified_since="yesterday").status_code == 200


@pytest.mark.parametrize("path", [HOME, f"{HOME}index.html", f"{HOME}en/", "/", "/api/games/sugoroku/standings"])
def test_what_is_at_hand_is_what_was_made(
    site: Served, thread: FakeThread, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """Asked again, a page comes without the routes, the same in all that is sent, and only while it holds."""
    packings = ("gzip", "identity")
    first = [site.get(path, accept_encoding=one) for one in packings]
    with monkeypatch.context() as patch:
        patch.setattr(Route, "matches", lambda *_: pytest.fail("asked the routes"))
        again = [site.get(path, accept_encoding=one) for one in packings]
        told = site.get(path, if_none_match=first[0].headers["etag"])
        head = site.client.head(path)
    assert [(one.content, dict(one.headers)) for one in again] == [(one.content, dict(one.headers)) for one in first]
    assert (told.status_code, told.content, head.status_code, head.content) == (304, b"", 200, b"")
    assert site.client.post(path).status_code == 405
    roll(thread)
    site.scene.poll(90, hurry=True)
    site.later()
    changed = site.get(path, if_none_match=first[0].headers["etag"])
    if path == "/":
        assert changed.status_code == 304, "the list of games tells nothing of their posts"
    else:
        assert changed.status_code == 200
        assert changed.headers["etag"] != first[0].headers["etag"]
        assert changed.content == site.get(path).content != first[0].content


def test_what_is_at_hand_under_another_address_is_not_there(site: Served) -> None:
    """Answers are kept under names of their own, which nobody can ask for."""
    assert site.get("/api/games/sugoroku/posts/3").status_code == 200
    lang = site.live.lang
    assert site.live.kept(f"api/games/sugoroku/posts/3?{lang}") is not None
    assert site.get(f"/api/games/sugoroku/posts/3%3F{lang}").status_code == 404


def test_heads_have_no_body(site: Served) -> None:
    for path in (HOME, f"{HOME}check", "/health", "/api/games", "/nope"):
        head, full = site.client.head(path), site.get(path, accept_encoding="gzip")
        assert head.status_code == full.status_code
        assert head.headers["content-type"] == full.headers["content-type"]


def test_what_is_not_there(site: Served) -> None:
    for path in (
        "/nope",
        f"{HOME}nope.html",
        f"{HOME}players/x.html",
        "/nope/check",
        "/sugoroku/en/nope/",
        "/style.css/",
    ):
        answer = site.get(path)
        assert answer.status_code == 404, path
        page = LexborHTMLParser(answer.text)
        assert [node.attributes["lang"] for node in page.css("p")] == ["ja", "en"]
        style = site.client.base_url.join(path).join(str(page.css_first("link").attributes["href"]))  # type: ignore[union-attr]
        assert site.get(str(style)).status_code == 200, path
    assert site.get("/api/nope").json() == {"error": "There is no such page"}


def test_other_methods(site: Served) -> None:
    for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"):
        answer = site.client.request(method, HOME)
        assert answer.status_code == 405, method
        assert set(answer.headers["allow"].split(", ")) == {"GET", "HEAD"}
        assert "読むだけ" in answer.text


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80@x", "", "a" * 300, "'\"><script>"])
def test_nothing_is_made_of_the_host(site: Served, host: str) -> None:
    answer = site.get("/sugoroku", host=host, x_forwarded_host="evil.example")
    assert (answer.status_code, answer.headers["location"]) == (308, "sugoroku/")
    for path in ("/", HOME, "/nope", "/openapi.json", "/api/games", f"{HOME}check?id=a5dMhaAn"):
        answer = site.get(path, host=host)
        assert "evil" not in answer.text + str(answer.headers)


@pytest.mark.parametrize(
    "path",
    [
        "/../referee.toml",
        "/sugoroku/../../referee.toml",
        "/sugoroku/%2e%2e/%2e%2e/referee.toml",
        "/sugoroku/..%2f..%2freferee.db",
        "//etc/passwd",
        "/sugoroku/\\..\\referee.toml",
        "/referee.toml",
        "/sugoroku/index.html%00.css",
        "/sugoroku//index.html",
    ],
)
def test_no_path_leads_out_of_the_site(site: Served, path: str) -> None:
    """There are no files behind it: a path is a word to be looked up."""
    (site.scene.path / "sugoroku").mkdir()
    answer = site.client.send(site.client.build_request("GET", "/").__class__("GET", f"http://testserver{path}"))
    assert answer.status_code == 404
    assert "threads = [" not in answer.text
    assert "root:" not in answer.text


def test_settings_that_change_are_taken(site: Served, thread: FakeThread) -> None:
    assert site.get("/other/").status_code == 404
    site.scene.write(thread, more='title = "かわった名"')
    site.later()
    assert "かわった名" in site.get(HOME).text
    site.scene.file.write_text("no toml", encoding="utf-8")
    site.later()
    assert "かわった名" in site.get(HOME).text, "wrong settings: those before stay"
    assert any("not valid TOML" in line for line in site.told)


def test_a_game_that_nobody_knows_yet(site: Served, thread: FakeThread) -> None:
    site.scene.write(thread, also='\n[[game]]\nname = "new"\n')
    site.later()
    answer = site.get("/new/")
    assert answer.status_code == 503
    assert answer.headers["retry-after"]
    assert "poll" not in answer.text
    assert "new" not in site.get("/").text


def test_memory_is_bounded(site: Served) -> None:
    site.live._made._room = 200_000
    site.get(HOME)
    for path in paths(site):
        site.get(f"{HOME}{path}")
    assert site.live._made._used <= 200_000
    assert site.get(HOME).status_code == 200


def test_kinds_of_files(site: Served) -> None:
    assert site.get(HOME).headers["content-type"] == "text/html; charset=utf-8"
    assert site.get("/style.css").headers["content-type"] == "text/css; charset=utf-8"
    assert site.get(f"{HOME}style.css").headers["content-type"] == "text/css; charset=utf-8"


def test_packed_pages_are_whole(site: Served) -> None:
    made = site.live.page("sugoroku/index.html")
    assert made is not None
    assert made.packed is not None
    assert gzip.decompress(made.packed) == made.body
    assert isinstance(made.since, datetime)


def test_nothing_is_written(site: Served) -> None:
    def state(folder: Path) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file() and "-shm" not in path.name}

    site.scene.close()
    before = state(site.scene.path)
    for path in (HOME, f"{HOME}check?id=a5dMhaAn", "/api/games/sugoroku/standings", "/api/games/sugoroku/posts/3"):
        assert site.get(path).status_code == 200
    assert state(site.scene.path) == before


def test_served_pages_lead_to_the_form_and_the_form_to_the_page_without_a_server(site: Served) -> None:
    for folder in ("", "en/"):
        for path in ("", "checker.html"):
            page = LexborHTMLParser(site.get(f"/sugoroku/{folder}{path}").text)
            targets = [node.attributes["href"] for node in page.css("nav a")]
            assert {"check", "checker.html"} <= set(targets)
            texts = [node.text() for node in page.css("nav a")]
            assert len(set(texts)) == len(texts), "two links are told apart by their words"
        form = LexborHTMLParser(site.get(f"/sugoroku/{folder}check").text)
        for node in form.css("nav a"):
            target = str(node.attributes["href"])
            assert site.get(f"/sugoroku/{folder}{target.removesuffix('index.html')}").status_code == 200, target
