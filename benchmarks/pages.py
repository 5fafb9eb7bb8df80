"""How long reading a page takes, beside the parser of HTML that only parses the same page: per generation."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import replace

from selectolax.lexbor import LexborHTMLParser

from benchmarks.threads import dat
from benchmarks.timing import fastest
from referee.model import Capture, ThreadRef
from referee.parse import ReadThread
from referee.parse.recognise import read_page
from tests.generate.pages import FORMATS, Format
from tests.generate.rows import BOARD, KEY, Row, rows_of

POSTS = 1000


def lively(rows: Sequence[Row]) -> list[Row]:
    """The rows with lines, references, an anchor in every third and a picture in every tenth."""
    return [
        replace(
            row,
            body=(f" &gt;&gt;{row.number - 1} <br>" if row.number % 3 == 2 else "")
            + row.body
            + ("<br> そう &amp; ね " if row.number % 2 else "")
            + (f"<br> http://www.example.jp/{row.number}.jpg " if row.number % 10 == 0 else ""),
        )
        for row in rows
    ]


def generation(name: str, rounds: int) -> None:
    """Prints milliseconds of both and their ratio for pages of 1,000 posts of one generation: bodies of text alone,
    and lively ones."""
    form = next(form for form in FORMATS if form.name == name)
    rows = rows_of(dat(POSTS))
    found = [f"{kind} {_compared(form, some, rounds)}" for kind, some in (("text", rows), ("lively", lively(rows)))]
    print(f"  {name:18} {'   '.join(found)}")


def _compared(form: Format, rows: Sequence[Row], rounds: int) -> str:
    body = form.page_bytes(rows)
    text = body.decode(form.encoding)
    capture = Capture(ThreadRef(BOARD, KEY, None, form.family), "synthetic.html", body)
    read = read_page(capture)
    assert isinstance(read, ReadThread)
    assert len(read.posts) == POSTS
    work = {"read": lambda: read_page(capture), "parse": lambda: LexborHTMLParser(text)}
    times = fastest(work, rounds, time.thread_time)  # of this thread alone: what else runs takes no part in the ratio
    ratio = times["read"] / times["parse"]
    return f"{times['read'] * 1000:6.1f} ms, parse {times['parse'] * 1000:5.1f} ms: {ratio:5.2f} ×"


def main(rounds: int = 20) -> None:
    """Prints the ratios (asked: at most 4). Each generation has a process of its own: memory that the parser of one
    page left behind would speed the next one up."""
    for form in FORMATS:
        code = f"from benchmarks.pages import generation; generation({form.name!r}, {rounds})"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
        print(done.stdout, end="")


if __name__ == "__main__":
    main()
