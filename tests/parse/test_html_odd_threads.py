"""The same, rows 11 to 24: gaps, hidden mail, bytes and titles, a page beside a dat, and what is no thread."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.model import Capture
from referee.parse import ReadThread, plain_text, read_dat
from referee.parse.join import join_readings
from referee.parse.recognise import read_page
from tests.generate.pages import FORMATS, Format
from tests.generate.rows import FIVE, TITLE, Row
from tests.parse.odd_pages import FORM, PLAIN, SOME, STAMP, THREAD, from_html, kinds, read
from tests.parse.test_html_fixtures import page


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_odd_11_a_missing_post_is_a_gap(form: Format) -> None:
    thread = page(form, form.page_bytes([row for row in FIVE if row.number != 3]))
    assert [post.number for post in thread.posts] == [1, 2, 4, 5]
    assert [(problem.kind, problem.number, problem.detail) for problem in thread.problems] == [("gap", 3, "3")]


def hidden(mail: str, key: int = 0x5A) -> str:
    """A mail as Cloudflare hides it."""
    return bytes([key, *(byte ^ key for byte in mail.encode())]).hex()


@SOME
@pytest.mark.parametrize(
    ("href", "mail"),
    [
        (f"/cdn-cgi/l/email-protection#{hidden('player@example.jp')}", "player@example.jp"),
        (f"https://egg.5ch.net/cdn-cgi/l/email-protection#{hidden('sage', 0)}", "sage"),
        (f"/cdn-cgi/l/email-protection#{hidden('メール欄')}", "メール欄"),
        ("/cdn-cgi/l/email-protection", None),
        ("/cdn-cgi/l/email-protection#", None),
        ("/cdn-cgi/l/email-protection#5", None),
        ("/cdn-cgi/l/email-protection#5affff", None),
        ("mailto:", ""),
    ],
)
def test_odd_11_hidden_mail_is_decoded_or_unknown_and_never_age(name: str, href: str, mail: str | None) -> None:
    form = FORM[name]
    link = f'<a href="{href}">{PLAIN.name}</a>' if name == "article" else f'<a href="{href}"><b>{PLAIN.name}</b></a>'
    body = form.page_bytes([FIVE[0], PLAIN]).decode("cp932")
    for usual in (
        f"<font color=green><b>{PLAIN.name}</b></font>",
        f'<font color="green"><b>{PLAIN.name}</b></font>',
        PLAIN.name,
    ):
        if usual in body:
            body = body.replace(usual, link, 1)
            break
    post = page(form, body.encode("cp932")).posts[1]
    assert (post.mail, post.name.trip) == (mail, "◆AruKu.7abc")


def test_odd_11_a_link_inside_the_mail_is_the_mail() -> None:
    written = '<b><a href="mailto:sage<a href="http://www.pinktower.com/?http://x.example.jp/">http://x.example.jp/</a>">名</a></b>'
    body = FORM["dl-post"].page_bytes([FIVE[0], PLAIN]).decode("cp932")
    post = from_html(body.replace(f'<b><font color="green">{PLAIN.name}</font></b>', written)).posts[1]
    assert (post.mail, post.name.raw) == ("sagehttp://x.example.jp/", "名")


def test_odd_11_an_address_hidden_in_a_body_is_read() -> None:
    code = hidden("a@example.jp")
    text = (
        f'<a href="/cdn-cgi/l/email-protection" class="__cf_email__" data-cfemail="{code}">[email&#160;protected]</a>'
    )
    assert one_body("article", f" {text} まで ") == "a@example.jp まで"


def one_body(name: str, body: str) -> str:
    return plain_text(read(FORM[name], replace(PLAIN, body=body)).posts[1].body).strip()


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
@pytest.mark.parametrize("charset", ["utf8", "x-sjis", "EUC-JP"])
def test_odd_12_the_bytes_decide_what_a_page_is_in(form: Format, charset: str) -> None:
    text = form.page(FIVE)
    expected = page(form)
    lie = text.replace("<head>", f'<head><meta http-equiv="Content-Type" content="text/html; charset={charset}">')
    for encoding in ("cp932", "utf-8", "utf-8-sig", "euc_jis_2004"):
        got = page(form, lie.encode(encoding))
        assert (got.title, got.posts) == (expected.title, expected.posts)


def test_odd_12_euc_jp_with_row_13() -> None:
    # ≒ stands in row 13 too, where Python's codecs have no place for it
    row_13 = {"①": b"\xad\xa1", "Ⅰ": b"\xad\xb5", "㈱": b"\xad\xea", "≒": b"\xad\xf0", "～": b"\xa1\xc1"}
    form = FORM["shitaraba"]
    body = form.page_bytes([FIVE[0], replace(PLAIN, body="@@@")])
    assert page(form, body.replace(b"@@@", b"".join(row_13.values()))).posts[1].body == "".join(row_13)
    assert page(form, body.replace(b"@@@", b"\x93\xa4\xa2")).posts[1].body == "\ufffdあ"


@pytest.mark.parametrize(
    ("written", "title"),
    [
        ("ＩＤすごろく&#9856; その２&#9; ", "ＩＤすごろく⚀ その２"),
        ("IDすごろく⚀ その3 [転載禁止]&copy;2ch.net", "IDすごろく⚀ その3"),
        ("IDすごろく &amp; &lt;b&gt;", "IDすごろく & <b>"),
        ("\nIDすごろく\n", "IDすごろく"),
    ],
)
def test_odd_13_titles_are_those_of_the_dat(written: str, title: str) -> None:
    for form in FORMATS:
        body = form.page(FIVE).replace(TITLE, written).encode(form.encoding, "xmlcharrefreplace")
        assert page(form, body).title == title


def ten(count: int) -> list[Row]:
    return [
        replace(PLAIN, number=number, ident=f"a5dMh{number:03d}", body=f" {number} ") for number in range(1, count + 1)
    ]


def both(dat_rows: list[Row], page_rows: list[Row], name: str = "article") -> ReadThread:
    """A dat and a page of one thread, joined."""
    form = FORM[name]
    held = read_dat(Capture(THREAD, "x.dat", form.dat_bytes(dat_rows)))
    return join_readings(held, page(form, form.page_bytes(page_rows)))


def test_odd_14_ten_posts_held_and_twelve_on_the_page_are_twelve() -> None:
    joined = both(ten(10), ten(12))
    assert [post.number for post in joined.posts] == list(range(1, 13))
    assert [post.source for post in joined.posts] == ["dat"] * 10 + ["html"] * 2
    assert [(problem.kind, problem.number, problem.detail) for problem in joined.problems] == [
        ("page_adds", 11, "11-12")
    ]


def test_odd_14_what_a_dat_can_not_read_is_taken_from_the_page_and_gaps_in_it_are_filled() -> None:
    form, rows = FORM["article"], ten(9)
    lines = form.dat_bytes(rows[:6]).split(b"\n")
    held = read_dat(Capture(THREAD, "x.dat", b"\n".join([*lines[:3], lines[3][:8], *lines[4:]])))
    assert held.posts[3].status == "broken"
    joined = join_readings(held, page(form, form.page_bytes([*rows[:5], *rows[7:]])))
    assert [(post.number, post.status) for post in joined.posts] == [(at, "normal") for at in (1, 2, 3, 4, 5, 6, 8, 9)]
    told = [(problem.kind, problem.detail) for problem in joined.problems]
    assert told == [("broken_line", ""), ("page_lacks", "6"), ("page_adds", "4"), ("page_adds", "8-9"), ("gap", "7")]


def test_odd_15_what_fell_behind_the_end_of_a_dat_is_taken_from_the_page() -> None:
    notices = [Row(number, str(number), "", "Over 1000 Thread", "", " 次 ") for number in (1001, 1002)]
    joined = both(ten(962), [*ten(1000), *notices])
    assert len(joined.posts) == 1002
    assert [post.status for post in joined.posts[-3:]] == ["normal", "server_notice", "server_notice"]


def test_odd_16_a_post_that_the_dat_has_erased_stays_erased_and_is_told() -> None:
    rows = ten(4)
    joined = both([*rows[:2], replace(FIVE[3], number=3), rows[3]], rows)
    assert [post.status for post in joined.posts] == ["normal", "normal", "erased", "normal"]
    assert [(problem.kind, problem.number, problem.detail) for problem in joined.problems] == [
        ("page_differs", 3, "status")
    ]


def test_odd_16_what_was_taken_out_of_a_dat_whose_numbers_moved_up_is_taken_from_the_page_at_its_place() -> None:
    rows = ten(6)
    moved = [replace(row, number=number) for number, row in enumerate([*rows[:2], *rows[3:]], 1)]
    joined = both(moved, rows)
    assert [post.body.strip() for post in joined.posts] == ["1", "2", "3", "4", "5", "6"]
    assert [(post.number, post.source) for post in joined.posts[2:4]] == [(3, "html"), (3, "dat")]
    told = [(problem.kind, problem.number, problem.detail) for problem in joined.problems]
    assert told == [("page_renumbered", None, "3"), ("page_adds", 3, "3")]


def test_odd_17_an_edited_post_is_read_from_the_dat_and_told() -> None:
    rows = ten(3)
    joined = both(rows, [rows[0], replace(rows[1], body=" 別 ", ident="GBd5haA2", mail="sage"), rows[2]])
    assert joined.posts[1].id == "a5dMh002"
    assert [(problem.kind, problem.number, problem.detail) for problem in joined.problems] == [
        ("page_differs", 2, "mail,id,body")
    ]


@SOME
def test_odd_18_no_post_twice_and_none_lost(name: str) -> None:
    thread = read(FORM[name], PLAIN, replace(FIVE[2], number=3), PLAIN)
    assert ([post.number for post in thread.posts], kinds(thread)) == ([1, 2, 3], [])
    thread = read(FORM[name], PLAIN, replace(PLAIN, body=" y "), *ten(12)[2:])
    assert thread.posts[1].body.strip() == "x"
    assert kinds(thread) == [("number_twice", 2)]


@pytest.mark.parametrize(
    "body", [b"", b"  \n", b"<html>", b"<html><head><title>x</title></head><body></body></html>", bytes(500)]
)
def test_odd_19_never_no_posts_at_all(body: bytes) -> None:
    assert read_page(Capture(THREAD, "x", body)) in ("empty", "unknown_page")


@pytest.mark.parametrize(
    ("title", "why"),
    [
        ("もうずっと人大杉", "crowded"),
        ("Just a moment...", "challenge"),
        ("datが存在しません.削除されたかURL間違ってますよ", "no_such_thread"),
        ("５ちゃんねる error 1234", "error_page"),
        ("すごろくの作り方", "unknown_page"),
    ],
)
def test_odd_20_error_pages_are_refused_with_their_names(title: str, why: str) -> None:
    html = f"<!DOCTYPE html><html><head><title>{title}</title></head><body><p>x</p><dl><dt>a<dd>b</dl></body></html>"
    assert read_page(Capture(THREAD, "x", html.encode("cp932"))) == why


def test_odd_20_the_no_such_thread_page_with_two_posts_is_refused() -> None:
    rows = [replace(FIVE[1], number=1), replace(FIVE[2], number=2)]
    body = FORM["classic-0ch"].page_bytes(rows).decode("cp932")
    absent = body.replace(TITLE, "指定されたスレッドは存在しません").replace(" </b>(2)", "").replace("<b>指定", "指定")
    assert read_page(Capture(THREAD, "x", absent.encode("cp932"))) == "no_such_thread"


def test_odd_20_a_thread_called_like_an_error_page_is_a_thread() -> None:
    for title in ("もうずっと人大杉", "error 404", "Just a moment..."):
        body = FORM["article"].page(FIVE).replace(TITLE, title)
        assert (from_html(body).title, len(from_html(body).posts)) == (title, 5)


@pytest.mark.parametrize("title", ["IDすごろく その13", "IDすごろく その13 (避難所)", "IDすごろく その13 [進行役★]"])
def test_odd_24_titles_of_candidates_are_kept_as_they_are(title: str) -> None:
    for form in FORMATS:
        assert page(form, form.page(FIVE).replace(TITLE, title).encode(form.encoding)).title == title


@pytest.mark.parametrize("name", ["shitaraba-old", "machi", "classic-2002"])
def test_a_host_in_brackets_behind_a_date_goes_no_further(name: str) -> None:
    post = read(FORM[name], replace(PLAIN, date=f"{STAMP} [ p1234.example.ne.jp ]", ident="")).posts[1]
    assert (post.date, post.id, post.id_kind) == (STAMP, None, "none")


def test_an_id_in_brackets_is_one_on_pages_of_shitaraba_only() -> None:
    bracketed = replace(PLAIN, date=f"{STAMP} [ .oGr0rtc ]", ident="")
    assert read(FORM["shitaraba-old"], bracketed).posts[1].id == ".oGr0rtc"
    assert read(FORM["classic-2002"], bracketed).posts[1].id is None
