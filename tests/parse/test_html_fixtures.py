"""The same five posts on a page of every generation: what is read of them, beside what is read of their dat."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from referee.model import Capture, Post, Problem, ThreadRef
from referee.parse import ReadThread, read_dat
from referee.parse.content import content_key
from referee.parse.html_generations import GENERATIONS, Generation
from referee.parse.recognise import read_page
from referee.words import Speaker
from tests.generate.pages import FORMATS, Format
from tests.generate.rows import BOARD, FIVE, KEY, TITLE
from tests.parse.test_dat_fixtures import told

PAGES = Path(__file__).resolve().parents[2] / "fixtures" / "pages"
EVERY = pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)


def page(form: Format, body: bytes | None = None, family: str | None = None) -> ReadThread:
    """The page of a format, read as a thread of its family."""
    ref = ThreadRef(BOARD, KEY, None, form.family if family is None else family)
    read = read_page(Capture(ref, f"{form.name}.html", form.page_bytes() if body is None else body))
    assert isinstance(read, ReadThread)
    return read


def dat(form: Format) -> ReadThread:
    """The dat of the same posts."""
    return read_dat(Capture(ThreadRef(BOARD, KEY, None, form.family), f"{form.name}.dat", form.dat_bytes()))


def comparable(post: Post, form: Format) -> dict[str, object]:
    """A post without what the page can't tell (`docs/formats.md`)."""
    left_out = {"source"} | form.cant | (form.cant_erased if post.status == "erased" else frozenset())
    return {name: value for name, value in msgspec.structs.asdict(post).items() if name not in left_out}


@EVERY
def test_the_fixture_is_what_the_generator_writes(form: Format) -> None:
    assert (PAGES / f"{form.name}.html").read_bytes() == form.page_bytes(), "python -m tests.generate rewrites it"


@EVERY
def test_a_page_is_read_as_its_golden_file_says(form: Format, golden: Callable[[Path, str], None]) -> None:
    golden(PAGES / f"{form.name}.json", told(page(form, (PAGES / f"{form.name}.html").read_bytes())))


@EVERY
def test_the_same_five_posts_are_the_same_in_every_format(form: Format) -> None:
    read, expected = page(form), dat(form)
    assert read.problems == []
    assert read.title == TITLE
    assert [post.source for post in read.posts] == ["html"] * len(FIVE)
    assert [comparable(post, form) for post in read.posts] == [comparable(post, form) for post in expected.posts]


@EVERY
def test_what_people_read_in_them_is_the_same_across_all_formats(form: Format) -> None:
    expected = [content_key(post) for post in dat(FORMATS[0]).posts]
    assert [content_key(post) for post in page(form).posts] == expected
    assert [content_key(post) for post in dat(form).posts] == expected


@EVERY
def test_no_host_name_reaches_a_shown_field(form: Format) -> None:
    for post in page(form).posts:
        assert "example.ne.jp" not in f"{post.name.text} {post.name.typed} {post.date} {post.id} {post.mail}"


@pytest.mark.parametrize("form", [form for form in FORMATS if form.family in ("jbbs", "machi")], ids=lambda f: f.name)
def test_structure_tells_how_trips_are_printed_where_no_host_is_known(form: Format) -> None:
    assert [post.name.trip for post in page(form, family="").posts] == [post.name.trip for post in dat(form).posts]


@EVERY
def test_odd_11_the_whole_page_on_one_line(form: Format) -> None:
    body = form.page_bytes().decode(form.encoding).replace("\n", " ").encode(form.encoding)
    assert [content_key(post) for post in page(form, body).posts] == [content_key(post) for post in dat(form).posts]


def _capitals(text: str) -> str:
    """All names of tags in capitals, as old browsers saved pages."""
    return re.sub(r"</?[a-z]\w*", lambda tag: tag[0].upper(), text)


def _quotes(text: str) -> str:
    """Attributes in single quotes, or in none where they can do without."""
    text = re.sub(r'="([\w#-]+)"', r"=\1", text)
    return re.sub(r'="([^"\'<>]*)"', r"='\1'", text)


def _order(text: str) -> str:
    """Attributes the other way round."""
    return re.sub(
        r'<(\w+)((?: [\w-]+="[^"<>]*")+)>',
        lambda tag: f"<{tag[1]}{' '.join(['', *reversed(re.findall(_ATTRIBUTE, tag[2]))])}>",
        text,
    )


def _more(text: str) -> str:
    """More classes, and attributes that nobody knows."""
    return re.sub(r' class="([^"]*)"', r' data-x="1" class="is-new \1 shown" data-y', text)


_ATTRIBUTE = r'[\w-]+="[^"]*"'


@EVERY
@pytest.mark.parametrize("write", [_capitals, _quotes, _order, _more])
def test_how_tags_are_written_makes_no_difference(form: Format, write: Callable[[str], str]) -> None:
    body = write(form.page(FIVE)).encode(form.encoding)
    assert body != form.page_bytes() or write in (_order, _more)
    assert [content_key(post) for post in page(form, body).posts] == [content_key(post) for post in page(form).posts]
    assert [(post.mail, post.id) for post in page(form, body).posts] == [(p.mail, p.id) for p in page(form).posts]


@pytest.mark.parametrize("generation", GENERATIONS, ids=lambda generation: generation.name)
def test_every_generation_is_in_the_docs_and_among_what_was_looked_for(generation: Generation) -> None:
    docs = (PAGES.parents[1] / "docs" / "formats.md").read_text("utf-8")
    assert f"| `{generation.name}` |" in docs
    for language in ("ja", "en"):
        said = Speaker(language, {}).problem(Problem("refused_source", detail="unknown_page"))
        assert generation.looked_for in said
