"""`referee audit` with saved pages and packed files, as an archivist types it."""

from __future__ import annotations

import gzip
import json
import quopri
import subprocess
import sys
from dataclasses import replace
from email.mime.image import MIMEImage
from email.mime.multipart import MIMEMultipart
from email.mime.nonmultipart import MIMENonMultipart
from pathlib import Path
from typing import Any

import pytest

from referee.app import files
from tests.cli.test_cli_audit import ROOT, audit, audited, line, write_thread
from tests.generate.pages import FORMATS, Format
from tests.generate.rows import FIVE, TITLE, Row

CLASSIC, ARTICLE = FORMATS[0], next(form for form in FORMATS if form.name == "article")
KEY = "1178000000"


def write(path: Path, body: bytes) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(body)
    return str(path)


def counting(count: int) -> list[Row]:
    """Chat posts, each told from the others."""
    return [
        replace(FIVE[1], number=number, ident=f"a5dMh{number:03d}", body=f" {number} ")
        for number in range(1, count + 1)
    ]


def judged(whole: dict[str, Any]) -> list[tuple[int, str, str | None]]:
    return [(post["no"], post["kind"], post.get("why")) for post in whole["posts"]]


def told(whole: dict[str, Any]) -> list[tuple[str, int | None]]:
    return [(problem["kind"], problem.get("no")) for problem in whole["problems"]]


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_odd_11_a_page_of_any_generation_gives_the_verdicts_of_the_dat(tmp_path: Path, form: Format) -> None:
    page = audited(write(tmp_path / f"entrance/{KEY}.html", form.page_bytes()))
    dat = audited(write(tmp_path / f"dat/entrance/{KEY}.dat", CLASSIC.dat_bytes()))
    assert page["posts"] == dat["posts"]
    assert page["standings"] == dat["standings"]
    assert [kind for _, kind, _ in judged(page)] == ["roll", "chat", "roll", "erased", "roll"]
    assert page["threads"][0]["title"] == TITLE


def test_a_folder_of_pages_and_dats_is_one_game_in_the_order_of_keys(tmp_path: Path) -> None:
    for number, form in enumerate(FORMATS):
        write(tmp_path / f"entrance/{1178000000 + number * 1000}.html", form.page_bytes([FIVE[0]]))
    write_thread(tmp_path / "entrance/1178000500.dat", line(1, "◆AAAAAAAAAA", "aHdF5mnv"))
    whole = audited(str(tmp_path))
    keys = [thread["thread"].split("/")[-1] for thread in whole["threads"]]
    assert len(keys) == len(FORMATS) + 1
    assert keys == sorted(keys)


def test_a_thread_says_what_it_was_read_from(tmp_path: Path) -> None:
    """A page is a weaker source than a dat: told where it gave posts, also where it is alone."""
    rows = counting(4)
    dat = write(tmp_path / f"entrance/{KEY}.dat", CLASSIC.dat_bytes(rows[:3]))
    page = write(tmp_path / f"pages/entrance/{KEY}.html", CLASSIC.page_bytes(rows))
    for arguments, form, said in (
        ([dat], "dat", None),
        ([page], "html", "(from HTML, a weaker source than a dat)"),
        ([page, dat], "dat+html", "(partly from HTML, a weaker source than a dat)"),
    ):
        (row,) = audited(*arguments)["threads"]
        assert list(row) == ["thread", "source", "title", "posts", "refused", "form"]
        assert row["form"] == form
        line = audit(*arguments, "--lang", "en").stdout.splitlines()[0]
        assert line.endswith(said) if said else "HTML" not in line


@pytest.mark.parametrize("order", [0, 1])
def test_a_dat_wins_over_a_page_and_what_it_lacks_is_taken(tmp_path: Path, order: int) -> None:
    rows = counting(12)
    page = [*rows[:4], replace(rows[4], body=" 別の本文 "), *rows[5:]]
    names = [
        write(tmp_path / f"entrance/{KEY}.dat", ARTICLE.dat_bytes(rows[:10])),
        write(tmp_path / f"pages/entrance/{KEY}.html", ARTICLE.page_bytes(page)),
    ]
    whole = audited(*(names if order == 0 else names[::-1]))
    assert len(whole["threads"]) == 1
    assert [no for no, _, _ in judged(whole)] == list(range(1, 13))
    assert told(whole) == [("page_differs", 5), ("page_adds", 11)]
    texts = [problem["text"] for problem in whole["problems"]]
    assert texts == ["HTMLとdatが違う。datのほうを読む: 本文", "datにないのでHTMLから読んだレス: 11-12"]


def test_several_pages_of_a_thread_are_one_thread(tmp_path: Path) -> None:
    rows = counting(30)
    parts = [rows[20:], rows[:10], [rows[0], *rows[8:18]]]
    names = [
        write(tmp_path / f"{number}/entrance/{KEY}.html", CLASSIC.page_bytes(part)) for number, part in enumerate(parts)
    ]
    whole = audited(*names)
    assert [no for no, _, _ in judged(whole)] == [*range(1, 19), *range(21, 31)]
    assert ("gap", 19) in told(whole)
    assert len([kind for kind, _ in told(whole) if kind == "gap"]) == 1


def test_a_bad_dat_gives_way_to_its_page_and_is_told(tmp_path: Path) -> None:
    bad = write(tmp_path / f"entrance/{KEY}.dat", b"x\n")
    result = audit(bad, write(tmp_path / f"p/entrance/{KEY}.html", CLASSIC.page_bytes()), "--json")
    whole = json.loads(result.stdout)
    assert (result.return_value, len(whole["posts"])) == (3, 5)
    assert told(whole)[0] == ("refused_source", None)


def test_a_page_of_unknown_structure_is_refused_with_what_was_looked_for(tmp_path: Path) -> None:
    page = write(tmp_path / f"entrance/{KEY}.html", b"<html><title>x</title><p>no thread</p></html>")
    result = audit(page)
    assert (result.return_value, result.stderr.count("\n")) == (3, 1)
    for looked_for in ("article .post-content", "div.post .message", "dl.post", "dt[res]", "dt + dd"):
        assert looked_for in result.stderr


def test_extra_rolls_are_looked_up_on_pages(tmp_path: Path) -> None:
    other = Row(1, "歩く人 </b>◆AAAAAAAAAA <b>", "", "2007/05/01(火) 12:10:00", "aHdF5mnv", " すごろく ")
    linked = write(tmp_path / "linked/entrance2/1178000001.html", CLASSIC.page_bytes([other]))
    write(tmp_path / "linked/etc7.2ch.net/entrance2/1178000001.dat", CLASSIC.dat_bytes([other]))
    file = write_thread(
        tmp_path / "entrance/1178000000.dat",
        "A </b>◆AAAAAAAAAA <b><><>2007/05/01(火) 12:00:00 ID:PRdFmmnv<> x <>",
        "A </b>◆AAAAAAAAAA <b><>sage<>2007/05/01(火) 12:20:00 ID:PRdFmmnv<>"
        " http://etc7.2ch.net/test/read.cgi/entrance2/1178000001/1 <>",
    )
    for where in (linked, str(tmp_path / "linked")):
        whole = audited(file, "--linked", where)
        assert "extra" in [kind for _, kind, _ in judged(whole)]


@pytest.mark.parametrize("name", [f"{KEY}.dat.gz", f"{KEY}.dat", f"{KEY}.html.gz"])
def test_packed_files_are_read_whatever_they_are_called(tmp_path: Path, name: str) -> None:
    body = CLASSIC.page_bytes() if "html" in name else CLASSIC.dat_bytes()
    half = len(body) // 2
    packed = gzip.compress(body[:half]) + gzip.compress(body[half:]) + bytes(512)
    for argument in (write(tmp_path / "entrance" / name, packed), str(tmp_path)):
        assert len(audited(argument)["posts"]) == 5


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_a_page_or_dat_saved_as_unicode_by_a_browser_is_read(tmp_path: Path, form: Format, encoding: str) -> None:
    """UTF-16 with its mark in front, lines ended by CRLF, and what the page says of its charset left as it was."""
    kinds = ["roll", "chat", "roll", "erased", "roll"]
    for name, text in ((f"{KEY}.html", form.page(FIVE)), (f"{KEY}.dat", CLASSIC.dat_bytes().decode("cp932"))):
        body = ("\ufeff" + text.replace("\n", "\r\n")).encode(encoding)
        file = write(tmp_path / name[-3:] / "entrance" / name, body)
        for argument in (file, str(tmp_path / name[-3:])):
            whole = audited(argument)
            assert [kind for _, kind, _ in judged(whole)] == kinds
            assert whole["threads"][0]["title"] == TITLE
    write(tmp_path / f"half/entrance/{KEY}.dat", body[:-1])
    assert [kind for _, kind, _ in judged(audited(str(tmp_path / "half")))] == kinds


def in_one_file(page: bytes) -> bytes:
    """A page with a picture, as browsers save it in one file."""
    whole = MIMEMultipart("related", boundary="----MultipartBoundary--x----")
    whole["From"], whole["Subject"] = "<Saved by Blink>", "x"
    html = MIMENonMultipart("text", "html")
    html.set_payload(quopri.encodestring(page).decode("ascii"))
    html["Content-Transfer-Encoding"] = "quoted-printable"
    html["Content-Location"] = "https://etc7.2ch.net/test/read.cgi/entrance/1178000000/"
    whole.attach(html)
    whole.attach(MIMEImage(b"GIF89a", "gif"))
    return whole.as_bytes()


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_a_page_saved_in_one_file_is_read(tmp_path: Path, form: Format) -> None:
    body = in_one_file(form.page_bytes())
    for name in (f"{KEY}.mhtml", f"{KEY}.mht"):
        file = write(tmp_path / name[-4:] / "entrance" / name, body)
        for argument in (file, str(tmp_path / name[-4:])):
            whole = audited(argument)
            assert [kind for _, kind, _ in judged(whole)] == ["roll", "chat", "roll", "erased", "roll"]
            assert whole["threads"][0]["thread"].endswith(KEY)
    for cut in (10, 300, 900, len(body) - 200):
        assert audit(write(tmp_path / "cut.mhtml", body[:cut])).return_value in (0, 3)


@pytest.mark.parametrize("cut", [3, 40, 100, -1])
def test_a_damaged_packed_file_is_refused(tmp_path: Path, cut: int) -> None:
    packed = gzip.compress(CLASSIC.dat_bytes())[:cut]
    result = audit(write(tmp_path / f"entrance/{KEY}.dat.gz", packed), "--json")
    assert result.return_value == 3
    assert json.loads(result.stdout)["threads"][0]["refused"] == "cut"


def test_a_packed_file_may_not_grow_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "LARGEST", 100_000)
    bomb = gzip.compress(bytes(60_000)) + gzip.compress(bytes(60_000))
    result = audit(write(tmp_path / f"entrance/{KEY}.dat.gz", bomb), "--json")
    assert json.loads(result.stdout)["threads"][0]["refused"] == "too_large"
    assert files.read_file(write(tmp_path / "small.gz", gzip.compress(b"x" * 50_000)), 100) == b"x" * 100


@pytest.mark.parametrize(
    "arguments", [["judge", "Rzi1234p"], ["audit", "fixtures/threads/demo/entrance/1178000000.dat"]]
)
def test_without_a_page_the_parser_of_html_is_not_loaded(arguments: list[str]) -> None:
    code = "import sys; from referee.cli import run; run(sys.argv[1:]); print('selectolax' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], cwd=ROOT, capture_output=True, encoding="utf-8", check=False
    )
    assert done.stdout.splitlines()[-1] == "False", done
