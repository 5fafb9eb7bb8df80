"""The ID checker's page: a form, and the verdicts of what was asked, drawn as on the pages of verdicts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from markupsafe import Markup, escape
from msgspec import Struct

from referee.model import Roll
from referee.pages.drawing import Dice, Drawing
from referee.pages.edition import HEAD, printer
from referee.pages.frame import Frames
from referee.pages.labels import Labels
from referee.pages.paths import CHECK, CHECKER, FOLDERS, STANDINGS, rules_path
from referee.pages.pieces import Pieces
from referee.pages.view import Otherwise, Page, RuleBook
from referee.words.pages import PageSpeaker
from referee.words.tongue import plain, shown

#: Where the form is cut; it can't stand in a text of ours.
_SLOT = Markup("\x00")
#: The fields of the form as they stand in it; the box of `chance` comes last.
_TYPED = ("id", "square", "held", "gift", "no", "second")
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


class _Told(Struct, frozen=True):
    """One ID as the page tells it: its roll as HTML, or why it is refused."""

    heading: str
    roll: Markup = Markup()
    marks: frozenset[str] = frozenset()
    rests_on: tuple[str, ...] = ()
    others: Markup = Markup()
    refused: str = ""


class Checker:
    """The page of one ruleset in one language; made once, filled in for every request."""

    def __init__(self, title: str, book: RuleBook, lang: str, templates: Mapping[str, str]) -> None:
        self.speaker = PageSpeaker(lang, book.texts)
        self._folder = FOLDERS[lang]
        printing = printer(templates)
        self._template = printing.get_template("check.html")
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
        # The form is made once, and cut where what was typed comes in.
        form = printing.get_template("checkform.html").render(heading=self._heading, says=self._says, slot=_SLOT)
        self._form = form.split(_SLOT)

    def page(
        self, form: Mapping[str, str], asked: Sequence[Asked], troubles: Sequence[Trouble] = (), query: str = ""
    ) -> Page:
        """The form as it was filled in (`form`), the verdicts, and what was wrong with the form.

        `query` is that of the address which asks the same again, escaped for an attribute; none while nothing is asked.
        """
        path = f"{CHECK}?{query}" if query else CHECK
        results = [self._told(place, one) for place, one in enumerate(asked, 1)]
        used = frozenset[str]().union(*(one.marks for one in results))
        main = self._template.render(
            form=self._filled(form),
            says=self._says,
            results=results,
            troubles=[self.sentence(trouble) for trouble in troubles],
            share=path if query else "",
            legend=self._drawing.legend(used),
        )
        return Page(f"{self._folder}{CHECK}", self._frames.around(path, self._heading, main))

    def say(self, key: str, **fields: object) -> str:
        """A label, fit for a page; those without fields are said once."""
        if fields:
            return self.speaker.label(key, **fields)
        known = self._labels.get(key)
        if known is None:
            known = self._labels[key] = escape(self.speaker.label(key))
        return known

    def _filled(self, form: Mapping[str, str]) -> Markup:
        """The form with what was typed."""
        typed = [escape(form[name]) for name in _TYPED] + [Markup(" checked" if form["chance"] else "")]
        return Markup(
            "".join([self._form[0], *(part for pair in zip(typed, self._form[1:], strict=True) for part in pair)])
        )

    def _told(self, place: int, asked: Asked) -> _Told:
        ident, say = shown(asked.id, _IDENT), self.speaker.label
        if asked.roll is None:
            return _Told(ident, refused=say("check_bad_id", id=ident or "ID"))
        drawn = self._drawing.roll(self.speaker, asked.roll, place)
        others = self._drawing.others(self.speaker, asked.others, 3)
        heading = say("check_of", id=plain(asked.id, _IDENT))
        return _Told(heading, drawn.html, drawn.marks, asked.rests_on, others)

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
