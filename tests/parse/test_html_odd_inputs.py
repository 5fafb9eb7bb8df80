"""Inputs that broke other programs, on pages (ODD-INPUTS rows 1–20 and 24), each with the outcome that is right.

Rows that are about polling, about a dat's lines, or about lists are taken for what they mean of a page.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.model import Capture
from referee.parse import plain_text, read_dat
from tests.generate.pages import FORMATS
from tests.generate.rows import FIVE, TITLE, Row
from tests.parse.odd_pages import FORM, PLAIN, SOME, STAMP, THREAD, from_html, kinds, one, read
from tests.parse.test_html_fixtures import page


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
    for mark in ("<dt>5 ", 'id="5"', '"postid">0005<', '"number">5<'):
        body = body.replace(mark, mark.replace("0005", number).replace("5", number))
    thread = from_html(body)
    assert [post.number for post in thread.posts] == [at for at in range(1, 21) if at != 5]
    assert ("gap", 5) in kinds(thread)


def test_odd_10_a_post_of_number_0_is_junk_and_told() -> None:
    body = FORM["article"].page_bytes([FIVE[0], PLAIN]).decode("cp932").replace('id="2"', 'id="0"')
    thread = from_html(body)
    assert ([post.number for post in thread.posts], kinds(thread)) == ([1], [("unnumbered", None)])
