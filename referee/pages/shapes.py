"""Pieces of pages by the thousand: a macro is run once for each shape of its content; after that it is only filled in.

To run a macro takes Jinja2 several times as long as to put the texts of its content where they belong. The shape is
which texts are empty, how long lists are, and what is no text at all: all that a macro may ask. It may put texts out
as they are, not change them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import count
from operator import itemgetter
from typing import Any

from markupsafe import Markup, escape
from msgspec import Struct
from msgspec.structs import astuple

#: What stands around the number of a text where it comes in; no text of ours has it (words are cleaned).
_SLOT = "\x00"
#: A text of ours as HTML: as `Markup(text)`, which looks first for ways that a text does not have.
as_html: Callable[[str], Markup] = partial(str.__new__, Markup)


class Shapes:
    """What a macro makes of contents: texts, numbers, truths and None, tuples and structs of them.

    Texts are escaped, `Markup` is not: as the macro itself does it.
    """

    def __init__(self, macro: Callable[[object], str]) -> None:
        self._macro = macro
        self._fills: dict[tuple[object, ...], Callable[[Sequence[str]], str]] = {}

    def __call__(self, content: object) -> Markup:
        """What the macro makes of a content."""
        shape: list[object] = []
        texts: list[str] = []
        ready: list[str] = []
        _lay_out((content,), shape, texts, ready)
        key = tuple(shape)
        fill = self._fills.get(key)
        if fill is None:
            fill = self._fills[key] = _filling(self._macro(_slotted(content, count(), count())))
        return as_html(fill([*_escaped(texts), *reversed(ready)]))


def _lay_out(values: tuple[Any, ...], shape: list[object], texts: list[str], ready: list[str]) -> None:
    """The shape of some values, their texts, and what is HTML already, in the order of `_slotted`."""
    for value in values:
        kind = type(value)
        if kind is str:
            shape.append(value != "")
            if value:
                texts.append(value)
        elif kind is Markup:
            shape.append(Markup if value else "")
            if value:
                ready.append(value)
        elif kind is int:
            shape.append(value != 0)
            if value:
                texts.append(str(value))
        elif kind is tuple:
            shape.append(len(value))
            if value:
                _lay_out(value, shape, texts, ready)
        elif kind is bool or value is None:
            shape.append((value,))
        else:
            shape.append(kind)
            _lay_out(astuple(value), shape, texts, ready)


def _slotted(value: Any, texts: Iterator[int], ready: Iterator[int]) -> Any:
    """A content of the same shape that has slots for texts: numbers from 0 for those to be escaped, from -1 downwards
    for HTML."""
    if isinstance(value, Struct):
        return type(value)(*(_slotted(one, texts, ready) for one in astuple(value)))
    if isinstance(value, tuple):
        return tuple(_slotted(one, texts, ready) for one in value)
    if not value or value is True:
        return value
    return f"{_SLOT}{-1 - next(ready) if isinstance(value, Markup) else next(texts)}{_SLOT}"


def _filling(made: str) -> Callable[[Sequence[str]], str]:
    """What puts texts into the slots of a piece."""
    parts = str(made).split(_SLOT)
    places = [int(number) for number in parts[1::2]]
    if not places:
        return lambda texts: parts[0]
    pick = itemgetter(*places) if len(places) > 1 else lambda texts: (texts[places[0]],)

    def fill(texts: Sequence[str]) -> str:
        filled = parts.copy()
        filled[1::2] = pick(texts)
        return "".join(filled)

    return fill


def _escaped(texts: list[str]) -> list[str]:
    """The texts, escaped all at once."""
    escaped = str.split(escape(_SLOT.join(texts)), _SLOT)  # of `Markup` each part would be made `Markup` again
    if len(escaped) != max(len(texts), 1):  # a text has the very character that texts are told apart by
        return [str(escape(text.replace(_SLOT, ""))) for text in texts]
    return escaped
