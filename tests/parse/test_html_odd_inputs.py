"""Inputs that broke other programs, on pages (ODD-INPUTS rows 1–20 and 24), each with the outcome that is right.

Rows that are about polling, about a dat's lines, or about lists are taken for what they mean of a page.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.model import Capture, Post, ThreadRef
from referee.parse import ReadThread, plain_text, read_dat
from referee.parse.join import join_readings
from referee.parse.recognise import read_page
from tests.generate.pages import BOARD, FIVE, FORMATS, KEY, TITLE, Format, Row
from tests.parse.test_html_fixtures import comparable, page

THREAD = ThreadRef(BOARD, KEY, None, "2ch")
FORM = {form.name: form for form in FORMATS}
PLAIN = replace(FIVE[2], number=2, body=" x ")
#: The generations that differ most: lists, lists that are closed, cells with date and ID in one, cells of their own.
SOME = pytest.mark.parametrize("name", ["classic", "classic-0ch", "div-dateid", "article"])
STAMP = "2007/05/01(火) 12:00:00"


def read(form: Format, *rows: Row) -> ReadThread:
    """A page of a first post and some rows."""
    return page(form, form.page_bytes([FIVE[0], *rows]))


def one(form: Format, row: Row) -> Post:
    """The second post of a page, which must be what the dat of the same row says."""
    got = read(form, replace(row, number=2)).posts[1]
    body = form.dat_bytes([FIVE[0], replace(row, number=2)])
    expected = read_dat(Capture(ThreadRef(BOARD, KEY, None, form.family), "x", body)).posts[1]
    assert comparable(got, form) == comparable(expected, form)
    return got


def from_html(html: str, encoding: str = "cp932") -> ReadThread:
    got = read_page(Capture(THREAD, "x", html.encode(encoding, "xmlcharrefreplace")))
    assert isinstance(got, ReadThread)
    return got


def kinds(read: ReadThread) -> list[tuple[str, int | None]]:
    return [(problem.kind, problem.number) for problem in read.problems]


@SOME
@pytest.mark.parametrize(
    ("date", "iso"),
    [
        ("2007/05/01(火) 12:34:56", "2007-05-01T12:34:56+09:00"),
        ("2007/05/01(火) 12:34:56.78", "2007-05-01T12:34:56.78+09:00"),
        ("2007/05/01(火) 12:34:56.789", "2007-05-01T12:34:56.789+09:00"),
        ("2007/05/01(火) 12:34", "2007-05-01T12:34+09:00"),
        ("2007/05/01(火) 12:34:56.ｳﾝｺ", "2007-05-01T12:34:56+09:00"),
        ("2007/05/01(火) NY:AN:NY.AN", "2007-05-01"),
        ("07/05/01 12:34", "2007-05-01T12:34+09:00"),
        ("2007/05/01(火)12:34:56", "2007-05-01T12:34:56+09:00"),
        ("皇紀2667年,2007/05/01(火) 12:34:56", "2007-05-01T12:34:56+09:00"),
        ("2007/02/30(金) 12:00:00", None),
        ("ここはどこ", None),
    ],
)
def test_odd_01_stamps_are_read_as_precisely_as_printed(name: str, date: str, iso: str | None) -> None:
    post = one(FORM[name], replace(PLAIN, date=date, ident="a5dMhaAn"))
    assert ((post.stamp.iso if post.stamp else None), post.id) == (iso, "a5dMhaAn")
    told = kinds(read(FORM[name], replace(PLAIN, date=date)))
    assert told == ([] if iso else [("bad_stamp", 2)])


@SOME
@pytest.mark.parametrize(
    ("rest", "kind", "shown", "dice_id"),
    [
        ("ID:???", "hidden", None, None),
        ("ID:???0", "hidden", None, None),
        ("ID:NG0", "not_an_id", None, None),
        ("ID:DELETED", "not_an_id", None, None),
        ("発信元:192.0.2.1", "not_an_id", None, None),
        ("HOST:a b.example.ne.jp ID:a5dMhaAn", "not_an_id", None, None),
        ("", "none", None, None),
        (".net", "none", None, None),
        ("(主)", "none", None, None),
        ("ID:HnFsVfdg0●", "shown", "HnFsVfdg0●", "HnFsVfdg0"),
        ("ID:LrFXId3x(主)", "shown", "LrFXId3x(主)", "LrFXId3x"),
        ("ID:S5Bb/s0hdNIKU", "shown", "S5Bb/s0hdNIKU", "S5Bb/s0hdNIKU"),
        ("ID:c0k", "shown", "c0k", "c0k"),
    ],
)
def test_odd_02_only_a_real_id_is_an_id(
    name: str, rest: str, kind: str, shown: str | None, dice_id: str | None
) -> None:
    dated = replace(PLAIN, date=STAMP, ident=rest.removeprefix("ID:")) if rest.startswith("ID:") else None
    post = one(FORM[name], dated or replace(PLAIN, date=f"{STAMP} {rest}", ident=""))
    assert (post.id_kind, post.id, post.dice_id) == (kind, shown, dice_id)
    assert "192.0.2" not in post.date
    assert "example" not in post.date


@pytest.mark.parametrize(
    ("userid", "uid", "kind", "shown"),
    [
        (' data-userid="ID:a5dMhaAn"', '<span class="uid">ID:a5dMhaAn</span>', "shown", "a5dMhaAn"),
        (' data-userid="ID:a5dMhaAn"', "", "shown", "a5dMhaAn"),
        (' data-userid=""', '<span class="uid"></span>', "none", None),
        (" data-userid", '<span class="uid"></span>', "none", None),
        ("", "", "none", None),
        (' data-userid="NG"', '<span class="uid">NG</span>', "not_an_id", None),
        (' data-userid="Thread"', '<span class="uid">Thread</span>', "none", None),
    ],
)
def test_odd_02_attributes_and_cells_of_ids(userid: str, uid: str, kind: str, shown: str | None) -> None:
    html = (
        f'<article id="7" data-date="NG"{userid} data-id="7" class="clear post"><details open class="post-header">'
        '<summary><span class="postid">0007</span><span class="postusername"><b>名</b></span></summary>'
        f'<span class="date">{STAMP}</span>{uid}</details><section class="post-content"> x </section></article></html>'
    )
    (post,) = from_html(html).posts
    assert (post.number, post.id_kind, post.id) == (7, kind, shown)
    assert post.stamp is not None, "data-date is NG on every post and says nothing"


def test_odd_02_the_date_of_a_form_in_the_header_is_not_that_of_the_post() -> None:
    form = FORM["article-2024"]
    body = form.page_bytes([FIVE[0], PLAIN]).decode("cp932").replace(f'value="{PLAIN.date}"', 'value="1999/01/01"')
    assert page(form, body.encode("cp932")).posts[1].date == PLAIN.date


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("classic", 'ID:a5dMhaAn <a href="javascript:be(123456);">?2BP(10)</a>'),
        (
            "div-message",
            '<span class="be r2BP"><a href="http://be.5ch.net/user/123456" target="_blank">?2BP(10)</a></span>',
        ),
        (
            "article",
            '<span class="be r2BP"><a href="http://be.5ch.net/user/123456" target="_blank">?2BP(10)</a></span>',
        ),
    ],
)
def test_odd_03_be_beside_an_id_leaves_it_unharmed_and_the_line_is_that_of_the_dat(name: str, written: str) -> None:
    form, row = FORM[name], replace(PLAIN, ident="a5dMhaAn")
    mark = "ID:a5dMhaAn" if name == "classic" else '<span class="uid">ID:a5dMhaAn</span>'
    body = (
        form.page_bytes([FIVE[0], row]).decode("cp932").replace(mark, written if name == "classic" else mark + written)
    )
    post = page(form, body.encode("cp932")).posts[1]
    assert (post.id, post.id_kind, post.date) == ("a5dMhaAn", "shown", row.date)
    line = form.dat_bytes([FIVE[0], row]).decode("cp932").replace("ID:a5dMhaAn", "ID:a5dMhaAn BE:123456-2BP(10)")
    assert post.fingerprint == read_dat(Capture(THREAD, "x", line.encode("cp932"))).posts[1].fingerprint


@SOME
@pytest.mark.parametrize("rest", ['<a href="http://2ch.se/">株</a> ID:a5dMhaAn', "ID:a5dMhaAn 株主優待(ghard)"])
def test_odd_03_shares_before_or_after_an_id_leave_it_unharmed(name: str, rest: str) -> None:
    assert one(FORM[name], replace(PLAIN, date=f"{STAMP} {rest}", ident="")).id == "a5dMhaAn"


@SOME
@pytest.mark.parametrize("mail", ["", "sage"])
@pytest.mark.parametrize(
    ("field", "trip", "lookalike", "text", "host"),
    [
        ("太郎 </b>【大凶】<b>", None, None, "太郎", False),
        (" </b>◆abcdefghij <b>", "◆abcdefghij", None, "", False),
        ("太郎◆abcdefghij", None, "◆abcdefghij", "太郎◆abcdefghij", False),
        ("◇abcdefghij", None, "◇abcdefghij", "◇abcdefghij", False),
        ("太郎&#9670;abcdefghij", None, "◆abcdefghij", "太郎◆abcdefghij", False),
        ("&lt;/b&gt;◆abcdefghij &lt;b&gt;", None, "◆abcdefghij", "</b>◆abcdefghij <b>", False),
        ("</b>host.example.ne.jp<b> </b>◆Tabcdefghi <b>", "◆Tabcdefghi", None, "***", True),
        ("名 </b>host.example.ne.jp<b>前", None, None, "名 ***前", True),
        ("歩く人 </b>(ｽｯﾌﾟﾌﾟ Sd5e-2ovy [192.0.2.1 [上級国民]])<b>", None, None, "歩く人", False),
        ("太郎 </b>◆abcdefghij <b> </b>(ﾜｯﾁｮｲ 4271-zcaE)<b>", "◆abcdefghij", None, "太郎", False),
        (" </b>忍法帖【Lv=10,xxxPT】<b> </b>◆0a./bc.def <b>", "◆0a./bc.def", None, "", False),
        (
            '顔</b> <span style="color:green;">警備員[Lv.12(前19)][苗]</span><b> </b>◆abcdefghij <b>',
            "◆abcdefghij",
            None,
            "顔",
            False,
        ),
        ("壊れ </b>◆??? <b>", None, "◆???", "壊れ", False),
        ("：2007/05/01(火) 12:00:00 ID:aHdF5mnv", None, None, "：2007/05/01(火) 12:00:00 ID:aHdF5mnv", False),
    ],
)
def test_odd_04_a_trip_comes_only_from_the_mark_up_of_the_server(
    name: str, mail: str, field: str, trip: str | None, lookalike: str | None, text: str, host: bool
) -> None:
    got = one(FORM[name], replace(PLAIN, name=field, mail=mail)).name
    assert (got.trip, got.lookalike, got.text, got.host) == (trip, lookalike, text, host)


@pytest.mark.parametrize(
    "written",
    [
        '<b><a href="mailto:sage">伊吹 </b>◆xkberHzFgE <b> </b>(ﾜｯﾁｮｲ 4271-zcaE)<b></a></b>',
        '<b><a href="mailto:sage">伊吹 </a></b><a href="mailto:sage">◆xkberHzFgE <b> </b>(ﾜｯﾁｮｲ 4271-zcaE)<b></b></a>',
        '<a href="mailto:sage"><b>伊吹 </b>◆xkberHzFgE <b> </b>(ﾜｯﾁｮｲ 4271-zcaE)<b></b></a>',
        "<B><A HREF=mailto:sage>伊吹 </B>◆xkberHzFgE <B> </B>(ﾜｯﾁｮｲ 4271-zcaE)<B></A></B>",
        '<font color="green"><b><a href="mailto:sage">伊吹 </b>◆xkberHzFgE <b> </b>(ﾜｯﾁｮｲ 4271-zcaE)<b></a></b></font>',
    ],
)
def test_odd_04_tags_that_cross_or_were_put_straight_by_a_browser(written: str) -> None:
    form = FORM["article"]
    body = form.page_bytes([FIVE[0], PLAIN]).decode("cp932").replace(f"<b>{PLAIN.name}</b>", written)
    post = page(form, body.encode("cp932")).posts[1]
    assert (post.name.raw, post.mail) == ("伊吹 </b>◆xkberHzFgE <b> </b>(ﾜｯﾁｮｲ 4271-zcaE)<b>", "sage")
    assert post.name.trip == "◆xkberHzFgE"


@pytest.mark.parametrize(("family", "trip"), [("", "◆Wpuzura65A"), ("jbbs", "◆Wpuzura65A"), ("2ch", None)])
def test_odd_04_a_trip_as_shitaraba_prints_it(family: str, trip: str | None) -> None:
    form, rows = FORM["classic"], [FIVE[0], replace(PLAIN, name="凜　</b> ◆Wpuzura65A<b>")]
    thread = page(form, form.page_bytes(rows), family)
    assert [post.name.trip for post in thread.posts] == ["◆SugoroKu.9", trip]


def test_odd_04_an_unclosed_run_is_as_it_is_in_the_dat() -> None:
    for name in ("classic-0ch", "div-dateid"):
        post = one(FORM[name], replace(PLAIN, name="太郎 </b>◆abcdefghij  (ﾛｰｶﾙ [127.0.0.1])", mail="sage"))
        assert (post.name.trip, post.name.text) == ("◆abcdefghij", "太郎")


def test_odd_04_bold_type_left_open_in_a_body_changes_no_later_trip() -> None:
    thread = read(FORM["classic"], replace(PLAIN, body=" <b>太い <font color=red>字 "), replace(FIVE[2], number=3))
    assert [post.name.trip for post in thread.posts] == ["◆SugoroKu.9", "◆AruKu.7abc", "◆AruKu.7abc"]


@SOME
@pytest.mark.parametrize(
    ("bad", "body"),
    [
        (b"a\x81", "a\ufffd"),
        (b"a\0b", "a b"),
        (b"a\xff\xa0b", "a\ufffd b"),
        ("あ".encode(), "あ"),
    ],
)
def test_odd_05_a_bad_byte_flags_its_post_and_harms_no_other(name: str, bad: bytes, body: str) -> None:
    form = FORM[name]
    rows = [FIVE[0], replace(PLAIN, body="@@@"), replace(FIVE[2], number=3)]
    whole = form.page_bytes(rows)
    thread = page(form, whole.replace(b"@@@", bad))
    assert [post.number for post in thread.posts] == [1, 2, 3]
    assert thread.posts[1].body.strip() == body
    good = page(form, whole)
    assert (thread.posts[0], thread.posts[2]) == (good.posts[0], good.posts[2])
    assert kinds(thread) == [("bad_bytes", 2)]


def test_odd_05_a_copy_with_crlf_is_the_same_thread() -> None:
    for form in FORMATS:
        body = form.page_bytes()
        assert page(form, body.replace(b"\n", b"\r\n")) == page(form, body)


@SOME
@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("&#55357;&#56832;", "😀"),
        ("&#128512;", "😀"),
        ("&#x1F600;", "😀"),
        ("&#130;", "‚"),
        ("&copy2ch", "©2ch"),
        ("左&#8238;右&#x2067;", "左右"),
        ("&lt;b&gt;&amp;lt;", "<b>&lt;"),
        ("a & b &amp b", "a & b & b"),
    ],
)
def test_odd_06_references_are_decoded_once_and_direction_controls_left_out(name: str, markup: str, text: str) -> None:
    post = one(FORM[name], replace(PLAIN, name=markup, body=f" {markup} "))
    assert post.name.text == text
    assert plain_text(post.body).strip() == text


@SOME
def test_odd_07_an_erased_first_post_leaves_the_title_unknown(name: str) -> None:
    form = FORM[name]
    body = form.page_bytes([replace(FIVE[3], number=1)]).decode("cp932").replace(TITLE, "あぼーん")
    thread = page(form, body.encode("cp932"))
    assert (thread.title, thread.posts[0].status) == (None, "erased")


@SOME
@pytest.mark.parametrize("gone", ["あぼーん", "うふ～ん", "＜削除＞", "消えました"])
def test_odd_08_erased_posts_keep_their_number(name: str, gone: str) -> None:
    row = Row(2, gone, gone, gone, "", gone)
    if name == "article" and gone in ("あぼーん", "うふ～ん"):
        row = replace(row, is_erased=True)  # there the date is NG
    thread = read(FORM[name], row, replace(row, number=3))
    assert [post.status for post in thread.posts] == ["normal", "erased", "erased"]
    assert kinds(thread) == []
    assert thread.posts[1].fingerprint != thread.posts[2].fingerprint


def test_odd_08_a_player_who_types_the_mark_is_not_erased() -> None:
    assert one(FORM["article"], replace(PLAIN, name="あぼーん", mail="あぼーん", body=" あぼーん ")).status == "normal"


@SOME
@pytest.mark.parametrize(
    ("sign", "date", "ident"),
    [
        ("1001", "Over 1000", "Thread"),
        ("１００１", "Over 1000", "Thread"),
        ("２８", "Over 27", "Thread"),
        ("過去ログ ★", "[過去ログ]", ""),
        ("停止しました。。。", "停止", ""),
    ],
)
def test_odd_09_lines_of_the_server_are_notices(name: str, sign: str, date: str, ident: str) -> None:
    form = FORM[name]
    body = form.page_bytes([FIVE[0], Row(2, sign, "", f"{date} {ident}".strip(), "", " http://x.example.jp/ ")])
    if name == "article" and ident:
        cells = f'<span class="date">{date} {ident}</span><span class="uid"></span>'.encode("cp932")
        apart = f'<span class="date">{date}</span><span class="uid">{ident}</span>'.encode("cp932")
        assert cells in body
        body = body.replace(cells, apart)
    post = page(form, body).posts[1]
    assert (post.status, post.stamp, post.id, post.name.trip, post.links) == ("server_notice", None, None, None, ())


def test_odd_10_what_can_not_be_read_keeps_its_number_and_is_told() -> None:
    body = FORM["article"].page_bytes([FIVE[0], PLAIN, replace(FIVE[2], number=3)]).decode("cp932")
    one_broken = body.replace(f'<span class="postusername"><b>{PLAIN.name}</b></span>', "", 1)
    thread = from_html(one_broken)
    assert [(post.number, post.status) for post in thread.posts] == [(1, "normal"), (2, "broken"), (3, "normal")]
    assert kinds(thread) == [("broken_line", 2)]
    lists = FORM["classic"].page_bytes([FIVE[0], PLAIN, replace(FIVE[2], number=3)]).decode("cp932")
    thread = from_html(lists.replace(f"<dd>{PLAIN.body}", "", 1))
    assert [(post.number, post.status) for post in thread.posts] == [(1, "normal"), (2, "broken"), (3, "normal")]


@pytest.mark.parametrize("number", ["1" * 10, "9" * 5000, "x", "", "-2", "２"])
@pytest.mark.parametrize("name", ["classic", "article", "div-dateid"])
def test_odd_10_a_number_that_is_none_is_told_and_the_others_are_read(name: str, number: str) -> None:
    rows = [replace(FIVE[2], number=at, body=f" {at} ") for at in range(1, 21)]
    body = FORM[name].page(rows)
    for one in ("<dt>5 ", 'id="5"', '"postid">0005<', '"number">5<'):
        body = body.replace(one, one.replace("0005", number).replace("5", number))
    thread = from_html(body)
    assert [post.number for post in thread.posts] == [at for at in range(1, 21) if at != 5]
    assert ("gap", 5) in kinds(thread)


def test_odd_10_a_post_of_number_0_is_junk_and_told() -> None:
    body = FORM["article"].page_bytes([FIVE[0], PLAIN]).decode("cp932").replace('id="2"', 'id="0"')
    thread = from_html(body)
    assert ([post.number for post in thread.posts], kinds(thread)) == ([1], [("unnumbered", None)])


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
