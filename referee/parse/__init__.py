"""What boards send, read: bytes into posts."""

from referee.model import Capture
from referee.parse.content import content_key
from referee.parse.dat import ReadThread, read_dat, read_title
from referee.parse.ident import read_bare_ident
from referee.parse.join import join_readings
from referee.parse.kind import Refusal, looks_like_thread
from referee.parse.text import plain_text

__all__ = [
    "ReadThread",
    "Refusal",
    "content_key",
    "join_readings",
    "looks_like_thread",
    "plain_text",
    "read_bare_ident",
    "read_dat",
    "read_page",
    "read_title",
]


def read_page(capture: Capture) -> ReadThread | Refusal:
    """The posts of a page (HTML of any generation), or why it is no thread: see `referee.parse.html`."""
    from referee.parse.html import read_page as read  # the parser of HTML is loaded only when there is a page

    return read(capture)
