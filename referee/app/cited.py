"""What a result rests on: readings of the rules, and precedents by what they are cited for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from referee.words.precedents import cited_text
from referee.words.summary import reading
from referee.words.tongue import Tongue


class Cited(Struct, frozen=True):
    """What a result rests on: the switches of which an alternative would change it, and the numbers of precedents,
    those of the switches first."""

    readings: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()


class Index(Struct, frozen=True):
    """The precedent book by what cites it: numbers by switch and by sign (`roll/short_id`), and questions by number, in
    one language."""

    by_reading: Mapping[str, str]
    by_sign: Mapping[str, str]
    questions: Mapping[str, str]


def cite(readings: Sequence[str], signs: Sequence[str], index: Index) -> Cited:
    """What a result rests on, of the switches and signs that it shows."""
    numbers = [index.by_reading[name] for name in readings if name in index.by_reading]
    numbers += [index.by_sign[sign] for sign in signs if sign in index.by_sign]
    return Cited(tuple(readings), tuple(dict.fromkeys(numbers)))


def cited_lines(_: Tongue, cited: Cited, sentences: Mapping[str, str], index: Index) -> Iterator[str]:
    """The readings and precedents that a result rests on, in words; `sentences` are those of the readings."""
    told = set()
    for name in cited.readings:
        number = index.by_reading.get(name, "")
        told.add(number)
        if name in sentences:
            yield reading(_, sentences[name], number)
    for number in cited.numbers:
        if number not in told:
            yield cited_text(_, number, index.questions[number])
