"""A game in one language: who speaks of it, where its pages lie, and how they are put into their templates."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from jinja2 import BytecodeCache, DictLoader, Environment, StrictUndefined
from markupsafe import Markup
from msgspec import Struct

from referee.model import LinkedPost, Stamp, ThreadRef, Verdict
from referee.pages.basis import Bases, Keep, digest, make_each_time
from referee.pages.drawing import Dice, Drawing
from referee.pages.frame import Frames
from referee.pages.labels import Labels
from referee.pages.paths import (
    BOARD,
    CHECK,
    CHECKER,
    FOLDERS,
    HALL,
    RACE,
    STANDINGS,
    STORY,
    TOMORROW,
    Places,
    between,
    player_path,
    rules_path,
    thread_path,
)
from referee.pages.pieces import Pieces
from referee.pages.shapes import as_html
from referee.pages.tale import Tale
from referee.pages.view import Draft, Game, Page, RuleBook
from referee.words import clean
from referee.words.pages import PageSpeaker
from referee.words.tongue import plain, shown, time_text

#: Columns for a name, a trip, a title or an ID before they are cut; a title in the heads of pages has less room.
NAME, TRIP, TITLE, IDENT, HEAD = 24, 24, 80, 32, 40


class Templates(dict[str, str]):
    """The texts of templates by name; `compiled` remembers what Jinja2 made of them, where that is kept."""

    compiled: BytecodeCache | None = None


def printer(templates: Mapping[str, str]) -> Environment:
    """What fills templates (their texts by name); whatever is put in is escaped, always. `pieces` are at hand."""
    printing = Environment(
        loader=DictLoader(templates), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True,
        keep_trailing_newline=True, auto_reload=False,
        bytecode_cache=templates.compiled if isinstance(templates, Templates) else None,
    )  # fmt: skip
    printing.filters["clean"] = clean
    printing.globals["pieces"] = printing.get_template("pieces.html").module
    return printing


class Edition:
    """One language of the pages of a game."""

    def __init__(
        self,
        game: Game,
        tale: Tale,
        places: Places,
        bases: Bases,
        dice: Dice,
        lang: str,
        templates: Environment,
        keep: Keep = make_each_time,
    ) -> None:
        self.game, self.tale, self.places, self.bases, self.lang = game, tale, places, bases, lang
        self._templates, self._keep = templates, keep
        self._speakers = {digest: PageSpeaker(lang, books[lang].texts) for digest, books in game.books.items()}
        self.speaker = self._speakers.get(game.ruleset) or PageSpeaker(lang, {})
        self.title = shown(game.title, HEAD)
        self._threads = {thread.ref.identity: thread for thread in game.threads}
        numbers = enumerate(self._threads if len(self._threads) > 1 else (), 1)
        self._counted = {identity: self.speaker.label("thread_no", n=n) for n, identity in numbers}
        tables = (*(one.standings for one in game.rounds), game.standings)
        self._who = {row.player: self._named(row.player, row.name) for rows in tables for row in rows}
        self._labels: dict[str, str] = {}
        self._says = Labels(self.say)
        self.pieces = Pieces(templates, self._says)
        self.dice, self.drawing = dice, Drawing(dice, self.pieces, self.say)
        self.navigation = tuple(self._navigate())
        self._frames = Frames(templates, lang, self.title, self.navigation, self._says)
        self._basis = digest(lang, self.title, self.navigation, list(self._threads), game.ruleset, list(game.books))

    def say(self, key: str, **fields: object) -> str:
        """A label of the pages (`words.pages.LABELS`); those without fields are said once, and remembered."""
        if fields:
            return self.speaker.label(key, **fields)
        known = self._labels.get(key)
        if known is None:
            known = self._labels[key] = self.speaker.label(key)
        return known

    def book(self, digest: str) -> RuleBook | None:
        """The ruleset of a digest, where it is known."""
        books = self.game.books.get(digest)
        return books[self.lang] if books else None

    def speaker_of(self, verdict: Verdict) -> PageSpeaker:
        """Who speaks of a verdict: with the sentences of the rules that judged it."""
        return self._speakers.get(verdict.ruleset, self.speaker)

    # What people typed, fit to be shown

    def trip(self, trip: str) -> str:
        """A trip."""
        return plain(trip, TRIP)

    def who(self, trip: str) -> str:
        """A player by name and trip; by the trip alone where no name is known."""
        return self._who.get(trip) or self.trip(trip)

    def _named(self, trip: str, name: str) -> str:
        name = shown(name, NAME)
        return self.speaker.label("name_of", name=name, trip=self.trip(trip)) if name else self.trip(trip)

    def thread_title(self, thread: ThreadRef) -> str:
        """A thread's title, or its board and key."""
        known = self._threads.get(thread.identity)
        return shown(known.title if known else "", TITLE) or plain(f"{thread.board}/{thread.key}", TITLE)

    def time(self, stamp: Stamp | None) -> str:
        """When a post was made; nothing where it is not known."""
        return "" if stamp is None else time_text(stamp)

    def day_told(self) -> str:
        """The day that the pages speak of; nothing where no post has a time."""
        return self.say("today_is", day=self.speaker.day(self.game.day)) if self.game.day else ""

    def post_address(self, verdict: Verdict) -> str | None:
        """Where a post is read on its board."""
        thread = self._threads.get(verdict.thread.identity)
        return f"{thread.address}{verdict.number}" if thread is not None and thread.address else None

    def linked_address(self, linked: LinkedPost) -> str | None:
        """Where a post that an extra roll rolled is read on its board."""
        address = self.game.elsewhere(linked.thread)
        return f"{address}{linked.number}" if address else None

    def post(self, verdict: Verdict, before: Verdict | None = None) -> str:
        """A post as players point at it (`>>12`), with its thread by its place in the game where there are several,
        unless it is that of the post told before it."""
        identity = verdict.thread.identity
        thread = None if before and before.thread.identity == identity else self._counted.get(identity)
        return f"{thread} >>{verdict.number}" if thread else f">>{verdict.number}"

    # Pages

    def _navigate(self) -> Iterator[tuple[str, str]]:
        """What every page leads to: paths and titles, short enough for two lines of a phone."""
        yield STANDINGS, self.say("standings")
        yield BOARD, self.say("board")
        yield RACE, self.say("race")
        yield TOMORROW, self.say("to_tomorrow")
        if self.game.threads:
            yield thread_path(self.game.threads[-1].ref), self.say("threads")
        yield HALL, self.say("hall")
        yield STORY, self.say("to_story")
        if self.game.ruleset in self.game.books:
            yield rules_path(self.game.ruleset), self.say("rules")
        if self.game.has_form:
            yield CHECK, self.say("to_checker")
        if self.lang in self.game.checkers:
            yield CHECKER, self.say("checker_alone" if self.game.has_form else "to_checker")

    def draft(self, path: str, make: Callable[[], Page], *made_of: object) -> Draft:
        """A page of this language to come; `made_of` is all that it tells, beside what all pages of a game share.
        Nothing: what it is made of is too much to be told, and it is made each time."""
        basis = digest(self._basis, path, made_of) if made_of else b""
        return Draft(f"{FOLDERS[self.lang]}{path}", make, basis)

    def piece(self, macro: str, path: str, made_of: object, contents: Callable[[], Iterable[object]]) -> Markup:
        """A piece of the page of a path by a macro of `pieces.html`, of each of the contents in turn; one that was made
        of the same before is not made again."""

        def make() -> str:
            return "".join(self.pieces.shaped(macro, content, path) for content in contents())

        return as_html(self._keep(f"{FOLDERS[self.lang]}{path}", digest(macro, made_of), make))

    def filled(self, path: str, macro: str, heading: str, content: Struct) -> Page:
        """A page of this language, of which there are thousands: by a macro of `pieces.html`."""
        main = self.pieces.shaped(macro, content, path)
        return Page(f"{FOLDERS[self.lang]}{path}", self._frames.around(path, heading, main))

    def kept(self, path: str, made_of: object, make: Callable[[], str]) -> str:
        """A piece of the page of a path as text; one that was made of the same before is not made again."""
        return self._keep(f"{FOLDERS[self.lang]}{path}", digest(self._basis, made_of), make)

    def row(self, macro: str, path: str, made_of: object, content: Callable[[], object] | None = None) -> Markup:
        """A row of the page of a path by a macro of `rows.html`, kept as pieces are; it tells `content`, which is what
        it is made of where none is given."""

        def make() -> str:
            rows: Any = self._templates.get_template("rows.html").module
            told = made_of if content is None else content()
            return str(getattr(rows, macro)(partial(between, path), self._says, told))

        return Markup(self.kept(path, (macro, made_of), make))

    def page(self, path: str, template: str, heading: str, *, policy: str = "", **content: Any) -> Page:
        """A page of this language from a template; links are told by the path of what they lead to, `policy` is what
        the page may do beside what all pages may."""
        main = self._templates.get_template(template).render(
            heading=heading,
            path=path,
            link=partial(between, path),
            say=self.say,
            says=self._says,
            player_path=player_path,
            **content,
        )
        return Page(f"{FOLDERS[self.lang]}{path}", self._frames.around(path, heading, main, policy))
