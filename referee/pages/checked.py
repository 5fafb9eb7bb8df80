"""The ID checker's page: a form, and the verdicts of what was asked, drawn as on the pages of verdicts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from markupsafe import Markup, escape
from msgspec import Struct

from referee.model import Roll
from referee.pages.drawing import Dice, Drawing
from referee.pages.edition import HEAD, printer
from referee.pages.frame import Frames
from referee.pages.labels import Labels
from referee.pages.paths import CHECK, CHECKER, FOLDERS, STANDINGS, rules_path
from referee.pages.pieces import Pieces
from referee.pages.shapes import Shapes, as_html
from referee.pages.view import Otherwise, Page, RuleBook
from referee.words.pages import PageSpeaker
from referee.words.tongue import plain, shown

#: The fields that can be wrong, by their labels.
_FIELDS = {
    "no": "check_no",
    "second": "check_second",
    "square": "check_square",
    "held": "check_held",
    "chance": "check_chance",
    "gift": "check_gift",
}
#: Parts of pages that are remembered.
_REMEMBERED = 5000
#: Columns of an ID in a heading or a sentence.
_IDENT = 32


class Asked(Struct, frozen=True):
    """One ID that was asked about: its roll, what that rests on, in lines, and what it would be by other readings;
    `roll` is None where it is no dice."""

    id: str
    roll: Roll | None = None
    rests_on: tuple[str, ...] = ()
    others: tuple[Otherwise, ...] = ()


class Trouble(Struct, frozen=True):
    """A field of the form that can't be used: its name, what was typed, and the numbers that are right (both ends)."""

    field: str
    typed: str
    low: int = 0
    high: int = 0


class _Typed(Struct, frozen=True):
    """The form as it was filled in."""

    id: str
    square: str
    held: str
    gift: str
    no: str
    second: str
    chance: bool


class _Page(Struct, frozen=True):
    """What the page tells: the form, troubles and verdicts as HTML, what their marks mean, and the address that asks
    the same again."""

    typed: _Typed
    told: Markup
    legend: Markup
    share: Markup


class _Verdict(Struct, frozen=True):
    """One ID as the page tells it."""

    heading: str
    roll: Markup
    others: Markup
    rests_on: tuple[str, ...]


class Checker:
    """The page of one ruleset in one language; made once, filled in for every request."""

    def __init__(self, title: str, book: RuleBook, lang: str, templates: Mapping[str, str]) -> None:
        self.speaker = PageSpeaker(lang, book.texts)
        self._folder = FOLDERS[lang]
        printing = printer(templates)
        self._labels: dict[str, str] = {}
        self._says = Labels(self.say)
        say = self.say
        self._heading = say("checker")
        links = (
            (STANDINGS, say("standings")),
            (rules_path(book.digest), say("rules")),
            (CHECK, self._heading),
            (CHECKER, say("checker_alone")),
        )
        self._frames = Frames(printing, lang, shown(title, HEAD), links, self._says, form_action="'self'")
        self._drawing = Drawing(Dice(printing, _REMEMBERED), Pieces(printing, self._says), self.say, _REMEMBERED)
        macros: Any = printing.get_template("check.html").module
        self._page, self._trouble, self._verdict = (
            Shapes(partial(macro, self._says)) for macro in (macros.page, macros.trouble, macros.verdict)
        )

    def page(
        self, form: Mapping[str, str], asked: Sequence[Asked], troubles: Sequence[Trouble] = (), query: str = ""
    ) -> Page:
        """The form as it was filled in (`form`), the verdicts, and what was wrong with the form.

        `query` is that of the address which asks the same again, escaped for an attribute; none while nothing is asked.
        """
        path = f"{CHECK}?{query}" if query else CHECK
        told = [self._trouble(self.sentence(trouble)) for trouble in troubles]
        marks: frozenset[str] = frozenset()
        for place, one in enumerate(asked, 1):
            if one.roll is None:
                ident = shown(one.id, _IDENT) or "ID"
                told.append(self._trouble(self.speaker.label("check_bad_id", id=ident)))
            else:
                drawn = self._drawing.roll(self.speaker, one.roll, place)
                told.append(self._told(one, drawn.html))
                marks |= drawn.marks
        typed = _Typed(
            form["id"],
            form["square"],
            form["held"],
            form["gift"],
            form["no"],
            form["second"],
            form["chance"] not in ("", "0"),
        )
        share = as_html(path if query else "")
        main = self._page(_Page(typed, as_html("".join(told)), self._drawing.legend(marks), share))
        return Page(f"{self._folder}{CHECK}", self._frames.around(path, self._heading, main))

    def say(self, key: str, **fields: object) -> str:
        """A label, fit for a page; those without fields are said once."""
        if fields:
            return self.speaker.label(key, **fields)
        known = self._labels.get(key)
        if known is None:
            known = self._labels[key] = escape(self.speaker.label(key))
        return known

    def _told(self, asked: Asked, roll: Markup) -> Markup:
        """One ID, with its roll as it is drawn."""
        heading = self.speaker.label("check_of", id=plain(asked.id, _IDENT))
        others = self._drawing.others(self.speaker, asked.others, 3)
        return self._verdict(_Verdict(heading, roll, others, asked.rests_on))

    def sentence(self, trouble: Trouble) -> str:
        """What is wrong with a field, and what would be right."""
        say = self.speaker.label
        if trouble.field == "id":
            return say("check_many", most=trouble.high)
        if trouble.field == "second":
            right = say("check_second_right")
        elif trouble.field == "chance":
            right = say("check_chance_right")
        else:
            right = say("check_number", low=trouble.low, high=trouble.high)
        typed = shown(trouble.typed, _IDENT)
        return say("check_bad_field", field=say(_FIELDS[trouble.field]), typed=typed, right=right)
