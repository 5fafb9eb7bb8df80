"""What boards send, read: bytes into posts."""

from referee.parse.content import content_key
from referee.parse.dat import ReadThread, read_dat, read_title
from referee.parse.ident import read_bare_ident
from referee.parse.join import join_readings
from referee.parse.kind import Refusal, looks_like_thread
from referee.parse.listing import read_settings, read_threads
from referee.parse.menu import find_in_menu, read_menu, read_move
from referee.parse.recognise import (
    FORMATS,
    Format,
    read_any,
    read_offlaw,
    read_page,
    read_rawmode,
    read_thread,
    recognise,
    refusal_of,
    refusal_of_growing,
)
from referee.parse.text import plain_text

__all__ = [
    "FORMATS",
    "Format",
    "ReadThread",
    "Refusal",
    "content_key",
    "find_in_menu",
    "join_readings",
    "looks_like_thread",
    "plain_text",
    "read_any",
    "read_bare_ident",
    "read_dat",
    "read_menu",
    "read_move",
    "read_offlaw",
    "read_page",
    "read_rawmode",
    "read_settings",
    "read_thread",
    "read_threads",
    "read_title",
    "recognise",
    "refusal_of",
    "refusal_of_growing",
]
