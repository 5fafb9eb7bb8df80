"""Posts taken straight off the source are those that the parser of HTML would give."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.model import Capture, ThreadRef
from referee.parse import ReadThread, html
from referee.parse.html_quick import read_quickly
from referee.parse.html_text import page_text
from tests.generate.pages import FORMATS, Format
from tests.generate.rows import BOARD, FIVE, KEY, Row
from tests.parse.test_html_fixtures import page

EVERY = pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)


def by_parser(form: Format, body: bytes) -> ReadThread:
    """The page read without the quick way."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(html, "read_quickly", lambda text: None)
        read = html.read_page(Capture(ThreadRef(BOARD, KEY, None, form.family), f"{form.name}.html", body))
    assert isinstance(read, ReadThread)
    return read


_WORDS = [
    "すごろく", "a & b", "&amp;", "&lt;b&gt;", "&#9670;", "◆", "：", "ID:aHdF5mnv", "1 ：", " ", "　", "ｶﾅ", "\xa0",
    "< ", ">",
]  # fmt: skip
_RUNS = [
    "", " </b>◆AruKu.7abc <b>", " </b>【大吉】<b> ", " </b>(ﾜｯﾁｮｲ 0f43-2rqm [192.0.2.1 [上級国民]])<b>",
    "</b>h.example.jp<b>", '</b> <span style="color:green;">警備員[Lv.1]</span><b>', " </b>◆open",
    " <small>ダメ&#169;2ch.net</small>",
    '</b> <span style="color:green;">ころころ</span><b> </b>(ﾜｯﾁｮｲ 0f43-2rqm)<b>',
]  # fmt: skip
_BODIES = [
    " <br> ", "<br>", " <br>  <br> ", "http://www.example.jp/a.jpg", "&gt;&gt;1", "&gt;&gt;2-5", "sssp://img.5ch.net/x.gif",
    '<img src="//img.5ch.net/ico/nida.gif">', "<hr>", "<b>太字</b>", '<span class="AA"> AA </span>', "<div>x</div>",
]  # fmt: skip

text = st.lists(st.sampled_from(_WORDS), max_size=4).map("".join)
names = st.tuples(text, st.sampled_from(_RUNS), st.sampled_from(_RUNS[:3])).map("".join)
bodies = st.lists(st.sampled_from([*_WORDS, *_BODIES]), max_size=6).map("".join)
dates = st.sampled_from(
    [
        "2007/05/01(火) 12:00:00",
        "2007/05/01(火) 12:00:00.12",
        "07/05/01 12:00",
        "NG",
        "2007/05/01(火)  12:00:00",
        "Over 1000 Thread",
    ]
)
idents = st.sampled_from(["aHdF5mnv", "aHdF5mnv0", "???", "", "NG"])


@st.composite
def pages(draw: st.DrawFn) -> list[Row]:
    """Rows of a thread; most are usual, so that the quick way is taken."""
    rows = [
        Row(number, FIVE[2].name, FIVE[2].mail, FIVE[2].date, FIVE[2].ident, f" {number} ") for number in range(1, 13)
    ]
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(rows) - 1))
        mail = draw(st.sampled_from(["", "sage", "&quot;", "a&lt;b&gt;"]))
        rows[at] = Row(rows[at].number, draw(names), mail, draw(dates), draw(idents), f" {draw(bodies)} ")
    return rows


def written(form: Format, rows: Sequence[Row]) -> bytes:
    return form.page(rows).encode(form.encoding, "xmlcharrefreplace")


@EVERY
@settings(max_examples=60, deadline=None)
@given(rows=pages())
def test_both_ways_give_the_same_posts(form: Format, rows: list[Row]) -> None:
    body = written(form, rows)
    assert page(form, body) == by_parser(form, body)


@EVERY
def test_the_quick_way_is_taken_by_usual_pages(form: Format) -> None:
    rows = [
        Row(
            number,
            FIVE[number % 3].name,
            FIVE[number % 3].mail,
            FIVE[2].date,
            FIVE[2].ident,
            f" &gt;&gt;{number} <br> x ",
        )
        for number in range(1, 51)
    ]
    quick = read_quickly(page_text(written(form, rows)))
    assert quick is not None
    assert len(quick.columns[0]) >= 48, "all but the first and the last"


def test_what_stands_in_scripts_and_comments_is_no_post() -> None:
    form = next(form for form in FORMATS if form.name == "article")
    rows = [Row(number, "名", "", FIVE[2].date, FIVE[2].ident, f" {number} ") for number in range(1, 21)]
    body = form.page(rows)
    start = body.index('<article id="5"')
    post = body[start : body.index('<article id="6"')].replace('id="5"', 'id="99"')
    for hiding in (f"<!-- {post} -->", f"<script>x = '{post.replace('/', '')}'</script>", f"<SCRIPT>{post}</SCRIPT>"):
        hidden = body[:start] + hiding + body[start:]
        assert [row.number for row in page(form, hidden.encode("cp932")).posts] == list(range(1, 21))


@pytest.mark.parametrize(
    ("between", "kept"),
    [
        ("<!-- a --> b", " b"),
        ("<!-->b", "b"),
        ("<!-- <script> -->b<script>x('<!--')</script>c", "bc"),
        ("<script>x('<!-- ')</script>b<!-- c -->d", "bd"),
        ("<SCRIPT src=x></SCRIPT >b", "b"),
        ("b<script>no end", "b"),
        ("b<!-- no end", "b"),
        ("b</script>", "b</script>"),
    ],
)
def test_comments_and_scripts_end_where_they_end_in_a_browser(between: str, kept: str) -> None:
    assert page_text(between.encode()) == kept
