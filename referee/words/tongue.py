"""One language: sentences looked up gettext-style (Japanese is the message id), and how it writes days and lists."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import date
from functools import lru_cache
from string import ascii_letters, digits

from referee.model import Stamp
from referee.words.en import ENGLISH
from referee.words.width import ELLIPSIS, clean, cut

_WEEKDAYS = "月火水木金土日"
#: IP addresses in what people typed: never shown in clear. Host names that servers print are masked by `parse`.
_ADDRESS = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}|(?:[0-9A-Fa-f]{0,4}:){3,7}[0-9A-Fa-f]{1,4}", re.ASCII)
#: Host names, such as boards print into a date field.
_HOST = re.compile(r"(?:[A-Za-z0-9_-]+\.)+[A-Za-z]{2,}", re.ASCII)
#: What names or locates the poster in a date field: it and what follows stays out of sight.
_IDENT = re.compile("ID:|HOST:|発信元")
MASK = "***"
#: Characters of a typed text that are looked at: several times what is ever shown, so that a huge field costs nothing.
_ENOUGH = 1000
#: Letters of addresses; half an address at the end of what is looked at would not be known as one.
_OF_ADDRESSES = ascii_letters + digits + "._-:"


def msg(text: str) -> str:
    """Marks a message of a table for the catalogue; it is translated when it is said."""
    return text


class Tongue:
    """Translates messages to one language and looks up the ruleset's own sentences.

    `lang` is `ja` or `en` (anything else is Japanese); `texts` maps ids of rows and rules to its sentences.
    """

    def __init__(self, lang: str, texts: Mapping[str, str]) -> None:
        self.lang = "en" if lang == "en" else "ja"
        self.texts = texts

    def __call__(self, text: str, /, **fields: object) -> str:
        """The message in this language, its placeholders filled; one without a translation stays Japanese."""
        if self.lang == "en":
            text = ENGLISH.get(text, text)
        return text.format(**fields) if fields else text

    def sentence(self, row: str) -> str:
        """The ruleset's sentence of a row or rule, that of the whole rule where the row has none, else nothing."""
        return clean(self.texts.get(row) or self.texts.get(row.partition("/")[0]) or "")

    def join(self, parts: Iterable[str]) -> str:
        """The parts as one list."""
        return (", " if self.lang == "en" else "、").join(parts)

    def day(self, ordinal: int) -> str:
        """A day, short: `6/3(日)` in Japanese, `2007-06-03` in English."""
        day = date.fromordinal(ordinal)
        return day.isoformat() if self.lang == "en" else f"{day.month}/{day.day}({_WEEKDAYS[day.weekday()]})"


@lru_cache(maxsize=4096)
def time_text(stamp: Stamp) -> str:
    """A stamp as people write it, in the board's clock."""
    return stamp.iso.replace("T", " ").removesuffix("+09:00")


def signed(number: float) -> str:
    """A number with its sign; nothing before 0."""
    return f"{number:+g}" if isinstance(number, float) else f"{number:+d}" if number else "0"


def times(factor: int) -> str:
    """A multiplier: `×3`, `×(-2)`."""
    return f"×{factor}" if factor >= 0 else f"×({factor})"


def plain(text: str, limit: int) -> str:
    """A trip, an ID, a title: cleaned, in at most so many columns."""
    return cut(clean(text), limit)


def shown(text: str, limit: int) -> str:
    """What a person typed, fit to be shown: cleaned, addresses masked, in at most so many columns."""
    return _shown_before(text, limit) if len(text) <= _SHORT else _shown(text, limit)


def _shown(text: str, limit: int) -> str:
    return cut(_ADDRESS.sub(MASK, _beginning(text)), limit)


#: Names come again and again; anything longer is not remembered.
_SHORT = 200
_shown_before = lru_cache(maxsize=4096)(_shown)


def date_shown(text: str, limit: int) -> str:
    """A date field that can't be read, fit to be shown: without what names the poster, hosts and addresses masked."""
    dated = _IDENT.split(_beginning(text), maxsplit=1)[0].strip()
    return cut(_ADDRESS.sub(MASK, _HOST.sub(MASK, dated)), limit)


def _beginning(text: str) -> str:
    """The cleaned text, or as much of it as is looked at; what was typed may be as long as a file."""
    beginning = clean(text[:_ENOUGH])
    return beginning if len(text) <= _ENOUGH else beginning.rstrip(_OF_ADDRESSES) + ELLIPSIS
