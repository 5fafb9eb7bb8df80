"""The real samples beside the project: what their index says that a reader must find in them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee.model import Capture, ThreadRef, thread_of_path
from referee.parse import looks_like_thread, read_dat
from referee.parse.recognise import read_thread, refusal_of

SAMPLES = Path(__file__).resolve().parents[3] / "shared" / "formats" / "samples"
ROW = re.compile(r"^\| (\S+\.dat) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|", re.MULTILINE)
REFUSED = {"2ch_2009_datochi_digest.dat": "digest"}


def index() -> list[tuple[str, list[int]]]:
    """The rows of the index: file, and its lines, trips, IDs, erased lines and notices."""
    path = SAMPLES / "INDEX.md"
    if not path.exists():
        return []
    return [(row[0], [int(count) for count in row[1:]]) for row in ROW.findall(path.read_text(encoding="utf-8"))]


def captures() -> list[tuple[str, str, list[int]]]:
    """Each dat as it lies there, and those of decoded text also as the CP932 that they were."""
    rows = [row for row in index() if row[0] not in REFUSED]
    as_is = [(name, "as it is", counts) for name, counts in rows]
    return as_is + [(name, "cp932", counts) for name, counts in rows if ".utf8." in name]


def body_of(name: str, form: str) -> bytes:
    body = (SAMPLES / name).read_bytes()
    return body.decode("utf-8").encode("cp932", "xmlcharrefreplace") if form == "cp932" else body


pytestmark = pytest.mark.skipif(not index(), reason="the real samples do not lie beside this checkout")


@pytest.mark.parametrize(("name", "form", "counts"), captures())
def test_every_count_of_the_index_is_found(name: str, form: str, counts: list[int]) -> None:
    body = body_of(name, form)
    assert refusal_of(body) is None
    ref = thread_of_path(name)
    assert ref is not None
    thread = read_thread(Capture(ref, name, body))
    posts = thread.posts
    assert [
        len(posts),
        sum(post.name.trip is not None for post in posts),
        sum(post.id_kind == "shown" for post in posts),
        sum(post.status == "erased" for post in posts),
        sum(post.status == "server_notice" for post in posts),
    ] == counts
    assert thread.title
    assert len({post.fingerprint for post in posts}) == len(posts)
    assert {problem.kind for problem in thread.problems} <= {"broken_line"}


@pytest.mark.parametrize("name", [name for name, _ in index() if name in REFUSED])
def test_what_is_no_readable_thread_is_refused_by_name(name: str) -> None:
    assert looks_like_thread(body_of(name, "as it is")) == REFUSED[name]


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*.html")), ids=lambda path: path.name)
def test_pages_are_refused_as_pages(path: Path) -> None:
    assert looks_like_thread(path.read_bytes()) == "html"


def test_the_rawmode_of_deleted_posts_is_read_whole() -> None:
    body = (SAMPLES / "jbbs_2011_deleted_spec.utf8.txt").read_bytes()
    for encoded in (body, body.decode("utf-8").encode("euc_jp")):
        thread = read_thread(Capture(ThreadRef("computer/42710", "1310968239"), "x", encoded))
        assert [post.number for post in thread.posts] == list(range(1, 9))
        assert [post.number for post in thread.posts if post.status == "erased"] == [3, 5, 6]
        assert {post.id_kind for post in thread.posts if post.status == "normal"} == {"hidden"}
        assert thread.problems == []


def test_a_delta_of_rawmode_joins_what_came_before() -> None:
    body = (SAMPLES / "jbbs_2008.dat").read_bytes()
    thread = ThreadRef("computer/41116", "1207931773")
    delta = read_thread(Capture(thread, "x", body[31178:])).posts
    assert [post.number for post in delta] == list(range(217, 227))
    whole = read_thread(Capture(thread, "x", body))
    assert delta == whole.posts[216:]


def test_no_address_of_a_poster_reaches_a_shown_name() -> None:
    name = "5ch_2023_streaming_eventid_rebuilt.dat"
    ref = thread_of_path(name)
    assert ref is not None
    posts = read_dat(Capture(ref, name, body_of(name, "as it is"))).posts
    assert sum("192.0.2." in post.name.raw for post in posts) > 500
    assert not [post.number for post in posts if "192.0.2." in post.name.text + (post.id or "")]
