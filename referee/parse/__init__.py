"""What boards send, read: bytes into posts.

Here stands what most commands need, each module loaded when it is first asked for: `judge` reads an ID, and pays for no
dat. Forms other than dat (`recognise`), lists of boards (`listing`, `menu`) and the joining of readings (`join`,
`content`) are asked for by their modules.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from referee.parse.dat import ReadThread, read_dat, read_title
    from referee.parse.ident import read_bare_ident
    from referee.parse.kind import Refusal, looks_like_thread
    from referee.parse.text import plain_text

__all__ = [
    "ReadThread",
    "Refusal",
    "looks_like_thread",
    "plain_text",
    "read_bare_ident",
    "read_dat",
    "read_title",
]


def __getattr__(name: str) -> Any:
    match name:
        case "ReadThread" | "read_dat" | "read_title":
            from referee.parse import dat

            return getattr(dat, name)
        case "read_bare_ident":
            from referee.parse.ident import read_bare_ident

            return read_bare_ident
        case "Refusal" | "looks_like_thread":
            from referee.parse import kind

            return getattr(kind, name)
        case "plain_text":
            from referee.parse.text import plain_text

            return plain_text
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
