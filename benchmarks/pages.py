"""How long reading a page takes, beside the parser of HTML that only parses the same page: per generation."""

from __future__ import annotations

from selectolax.lexbor import LexborHTMLParser

from benchmarks.threads import dat
from benchmarks.timing import fastest
from referee.model import Capture, ThreadRef
from referee.parse import ReadThread, read_page
from tests.generate.pages import BOARD, FORMATS, KEY, rows_of

POSTS = 1000


def main(rounds: int = 20) -> None:
    """Prints milliseconds of both and their ratio, for a page of 1,000 posts of each generation (asked: at most 4)."""
    rows = rows_of(dat(POSTS))
    for form in FORMATS:
        body = form.page_bytes(rows)
        text = body.decode(form.encoding)
        capture = Capture(ThreadRef(BOARD, KEY, None, form.family), "synthetic.html", body)
        read = read_page(capture)
        assert isinstance(read, ReadThread)
        assert len(read.posts) == POSTS
        times = fastest(
            {"read": lambda it=capture: read_page(it), "parse": lambda it=text: LexborHTMLParser(it)}, rounds
        )
        print(
            f"  {form.name:18} {times['read'] * 1000:6.1f} ms, parse {times['parse'] * 1000:5.1f} ms:"
            f" {times['read'] / times['parse']:5.2f} ×"
        )


if __name__ == "__main__":
    main()
