"""Past logs that are pages, beside the lines held of their thread."""

from __future__ import annotations

import pytest
from generate.pages import FORMATS, Format
from generate.rows import FIVE

from referee.model import Capture, ThreadRef
from referee.parse.join import join_readings
from referee.parse.past_log import read_with_past_log, refusal_of_page
from referee.parse.recognise import read_any, read_thread

CLASSIC = next(one for one in FORMATS if one.name == "classic")
THREAD = ThreadRef("entrance", "1178000000", "etc7.2ch.net", "2ch")


def page(*numbers: int, form: Format = CLASSIC) -> Capture:
    """A page with some of the five posts."""
    return Capture(THREAD, "x.html", form.page_bytes([FIVE[number - 1] for number in numbers]), form="page")


def dat(*numbers: int) -> bytes:
    return CLASSIC.dat_bytes([FIVE[number - 1] for number in numbers])


def told(lines: bytes, *pages: Capture) -> list[tuple[str, int | None, str]]:
    read = read_with_past_log(THREAD, lines, pages)
    return [(problem.kind, problem.number, problem.detail) for problem in read.problems]


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_the_page_of_a_known_thread_in_every_form(form: Format) -> None:
    thread = ThreadRef("entrance", "1178000000", None, form.family)
    assert refusal_of_page(form.page_bytes(), thread, form.dat_bytes(list(FIVE[:3]))) is None
    assert refusal_of_page(form.page_bytes(), thread, b"") is None


def test_a_page_none_of_whose_moments_is_known_is_of_another_thread() -> None:
    held = dat(1, 2)
    assert refusal_of_page(page(3, 5).body, THREAD, held) == "other_thread"
    assert refusal_of_page(page(2, 3, 5).body, THREAD, held) is None
    assert refusal_of_page(page(3, 5).body, THREAD, dat(1)) is None  # one moment tells nothing: it may be a notice
    assert refusal_of_page(b"<html><body>sorry", THREAD, held) not in (None, "other_thread")


def test_lines_alone_and_pages_alone_are_read_as_they_are() -> None:
    lines = read_thread(Capture(THREAD, "", dat(1, 2, 3)))
    assert read_with_past_log(THREAD, dat(1, 2, 3), ()) == lines
    alone = read_any(page(1, 2, 3))
    assert read_with_past_log(THREAD, b"", (page(1, 2, 3),)) == alone


def test_both_are_read_as_an_audit_reads_them() -> None:
    joined = join_readings(read_thread(Capture(THREAD, "", dat(1, 2))), read_any(page(1, 2, 3)))  # type: ignore[arg-type]
    assert read_with_past_log(THREAD, dat(1, 2), (page(1, 2, 3),)) == joined
    assert told(dat(1, 2), page(1, 2, 3)) == [("page_adds", 3, "3")]


def test_what_a_page_lacks_between_its_posts_is_told_a_run_at_a_time() -> None:
    assert told(dat(1, 2, 3, 5), page(1, 5)) == [("page_renumbered", None, "1"), ("page_lacks", 2, "2-3")]
    assert told(dat(1, 2, 3), page(1, 2)) == []
    assert told(dat(1, 2, 3), page(2, 3)) == []


def test_a_page_seen_later_is_believed_before_an_earlier_one_which_still_adds() -> None:
    read = read_with_past_log(THREAD, dat(1), (page(1, 2), page(1, 2, 3)))
    assert [post.number for post in read.posts] == [1, 2, 3]
    assert told(dat(1), page(1, 2), page(1, 2, 3)) == [("page_adds", 2, "2"), ("page_adds", 3, "3")]


def test_a_page_that_can_not_be_read_any_more_is_told() -> None:
    bad = Capture(THREAD, "y.html", b"<html><body>sorry</body></html>", form="page")
    kinds = [(kind, detail) for kind, _, detail in told(dat(1), bad, page(1, 2))]
    assert kinds[0][0] == "refused_source"
    assert kinds[0][1]
    assert kinds[1:] == [("page_adds", "2")]


def test_a_cut_post_is_told_unless_the_dat_has_it() -> None:
    whole = page(1, 2, 3).body
    cut = Capture(THREAD, "x.html", whole[: whole.index(b"<dt>3") + 40], form="page")
    assert ("cut_page", 3, "") in told(dat(1), cut)
    assert "cut_page" not in {kind for kind, *_ in told(dat(1, 2, 3), cut)}
