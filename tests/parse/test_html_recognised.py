"""A page is a page whatever is typed into it, and however it begins; a dat is told from it by its lines alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.model import Capture, ThreadRef
from referee.parse import ReadThread, looks_like_thread
from referee.parse.recognise import read_any, refusal_of_growing
from tests.generate.pages import FORMATS, Format
from tests.generate.rows import BOARD, FIVE, KEY

THREAD = ThreadRef(BOARD, KEY, None, "2ch")
FORM = {form.name: form for form in FORMATS}
ANY = pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
#: Bodies with commas in the places that parted the fields of 1999.
TYPED = (
    " a,a,あぼーん,a ",
    " 7,sage,2007/05/02(水) 12:00:00 ID:5a5a5a5a,とりゃ ",
    " 0,0,0,0 ",
    " あ<br>,い,,2007/05/02(水) 1:00 ",
)

NOTICE = "お知らせ,障害,2026/11/30 12:00:00,復旧しました"


def read(body: bytes) -> ReadThread:
    got = read_any(Capture(THREAD, "x", body))
    assert isinstance(got, ReadThread), got
    return got


@ANY
@pytest.mark.parametrize("typed", TYPED)
@pytest.mark.parametrize("one_line", [False, True])
def test_odd_20_commas_that_people_type_make_no_dat_of_a_page(form: Format, typed: str, one_line: bool) -> None:
    page = form.page_bytes([FIVE[0], replace(FIVE[1], body=typed), *FIVE[2:]])
    if one_line:
        page = page.replace(b"\n", b"")
    assert looks_like_thread(page) == "html"
    posts = read(page).posts
    assert len(posts) == 5
    assert {post.source for post in posts} == {"html"}
    assert [post.name.trip for post in posts] == [post.name.trip for post in read(form.page_bytes(FIVE)).posts]


@ANY
@pytest.mark.parametrize(
    "before",
    [
        "<style>b{}</style>\n",
        "<table>\n",
        "<center>",
        "<p>hello</p>\n",
        "保存したページ\n",
        "<noscript>\n0,0,0,0\n</noscript>",
    ],
)
def test_a_page_may_begin_with_anything(form: Format, before: str) -> None:
    page = form.page_bytes(FIVE)
    assert len(read(before.encode("ascii", "xmlcharrefreplace") + page).posts) == 5


def test_odd_20_a_script_full_of_commas_is_no_thread() -> None:
    page = b"<html><script>\nvar a=[\n0,0,0,0\n];</script>\n" + FORM["classic"].page_bytes(FIVE)
    assert [post.source for post in read(page).posts] == ["html"] * 5


@pytest.mark.parametrize(
    "text",
    [
        f"<html><head><title>メンテナンス</title></head>\n<body>\n{NOTICE}<br>\n</body></html>\n",
        "<p>hello</p>",
        f"<center>{NOTICE}</center>",
    ],
)
def test_odd_20_a_notice_with_commas_is_never_taken_for_the_thread(text: str) -> None:
    """ODD-INPUTS 19 and 20: what is polled is refused, and the ledger stays as it is."""
    body = text.encode("cp932")
    assert refusal_of_growing(body) == "html"
    assert read_any(Capture(THREAD, "x", body)) in ("unknown_page", "error_page", "no_such_thread")


def test_odd_20_a_table_of_commas_is_no_dat_of_1999() -> None:
    assert looks_like_thread("id,name,2024年,price\n1,a,2024/01/01 12:00,5\n".encode("cp932")) == "no_posts"
