"""`referee ruling`: what the host decides is shown with all that it changes, asked about, and recorded."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click
from msgspec.structs import replace

from referee.app import clock
from referee.cli.ledger import game_option, settings_option, tell_forsaken, tell_from_files, tells_frozen
from referee.cli.options import choose_lang, json_option, lang_option
from referee.cli.output import print_json
from referee.errors import UsageError
from referee.words import Speaker

if TYPE_CHECKING:
    from referee.app.open import Folder
    from referee.app.pattern import Pattern
    from referee.app.ruling import Make, Request
    from referee.app.settings import Game

F = TypeVar("F", bound=Callable[..., Any])

#: The values that kinds of rulings take, as options: name → what stands behind it, and what it is for.
_VALUES: dict[str, tuple[str, str]] = {
    "player": ("◆TRIP", "Whose it is (count, square, join)."),
    "dice": ("ID", "The ID to be rolled (count, link, outage)."),
    "at": ("TIME", "When it was made, JST: 2026-08-01T23:59:50 (count, link)."),
    "square": ("N", "A square, home included (square, random)."),
    "shown": ("LETTERS", "What is accepted as shown, such as DM (exposure)."),
    "url": ("URL", "Which link of the post (link)."),
    "number": ("N", "Which post the link means (link)."),
    "alias": ("◆TRIP", "The second trip (join)."),
    "name": ("NAME|FILE", "The ruleset (rules)."),
    "since": ("TIME", "Begin of the outage, JST."),
    "until": ("TIME|N", "End of the outage, JST; with --pattern the last post."),
    "day": ("DAY", "The day on which it counts: 2026-08-01 (day)."),
}


@click.group(name="ruling", help="What the host decides: add, amend, undo, list.")
def command() -> None:
    """The commands of rulings."""


def _ruling_options(function: F) -> F:
    """Everything that `add` and `amend` take."""
    first = click.option("--from", "first", type=click.IntRange(1), metavar="N", help="With --pattern: the first post.")
    for option in (
        first,
        click.option("--thread", metavar="THREAD", help="With --pattern: posts of one thread."),
        _several("--pattern", "fields", "FIELD=GLOB", "All that fit (name mail id date body trip)."),
        _several("--row", "players", "'player=◆TRIP square=N …'", "A row of the opening table (carry_over)."),
        _several("--set", "readings", "SWITCH=VALUE", "Read a switch otherwise (rules)."),
        click.option("--accept/--refuse", default=None, help="Whether it shows what is owed (exposure)."),
        *(click.option(f"--{name}", metavar=behind, help=told) for name, (behind, told) in reversed(_VALUES.items())),
    ):
        function = option(function)
    return _saving_options(function)


def _several(option: str, name: str, behind: str, told: str) -> Callable[[F], F]:
    """An option that may stand more than once."""
    return click.option(option, name, metavar=behind, multiple=True, help=told)


def _saving_options(function: F) -> F:
    """Everything that a command takes which changes the book."""
    for option in (
        lang_option,
        json_option,
        settings_option,
        game_option,
        click.option("--yes", is_flag=True, help="Record it without asking."),
        click.option("--author", default=None, metavar="NAME", help="Who decides (default: the host of the settings)."),
        click.option("--reason", default="", metavar="TEXT", help="Why; players will read it."),
    ):
        function = option(function)
    return function


@command.command(
    help="Make a ruling about a post (N of the newest thread, or THREAD/N), or about all that a pattern fits."
)
@click.argument("kind")
@click.argument("post", required=False)
@_ruling_options
def add(kind: str, post: str | None, **given: Any) -> int:
    """Show what the ruling changes, ask, and record it."""
    from referee.app.ruling import add as make

    desk = _Desk(given)
    request = desk.request(kind, post, given)
    return desk.change(make(desk.table, request, "ruling add", desk.now))


@command.command(help="Put a ruling (its number) into another form; what is not named stays. It keeps its number.")
@click.argument("which", type=int, metavar="N")
@click.argument("kind", required=False)
@click.argument("post", required=False)
@_ruling_options
def amend(which: int, kind: str | None, post: str | None, **given: Any) -> int:
    """Show what the change changes, ask, and record it."""
    from referee.app.ruling import amend as make

    desk = _Desk(given)
    request = desk.request(kind or "", post, given, in_part=True)
    return desk.change(make(desk.table, which, request, desk.now, has_file=desk.game.rulings is not None))


@command.command(help="Take a ruling back (its number); it stays in the book as undone.")
@click.argument("which", type=int, metavar="N")
@_saving_options
def undo(which: int, **given: Any) -> int:
    """Show what it changes, ask, and record it."""
    from referee.app.ruling import author_of
    from referee.app.ruling import undo as make

    desk = _Desk(given)
    author = author_of(given["author"], desk.game, desk.folder.settings)
    return desk.change(make(which, given["reason"], author, desk.now, has_file=desk.game.rulings is not None))


@command.command(name="list", help="The rulings in force.")
@click.option("--all", "all_of_it", is_flag=True, help="Also those undone, what each was before, and every post.")
@game_option
@settings_option
@json_option
@lang_option
def list_(all_of_it: bool, game: str | None, file: str | None, as_json: bool, lang: str | None) -> int:
    """Tell each ruling; exit 2 when the file of rulings is refused."""
    from referee.app.book import read_book
    from referee.app.named import NumbersNow, must_know
    from referee.app.open import open_folder
    from referee.app.orphans import forsaken, orphans
    from referee.app.showrulings import book_lines, entry_json, orphan_lines

    folder = open_folder(file)
    chosen = folder.game(game)
    speaker = Speaker(choose_lang(lang, folder.settings.lang), {})
    code = _take_file(folder, chosen, speaker)
    with folder.open_to_read(clock.now(), tells_frozen(speaker)) as ledger, ledger.read() as view:
        tell_forsaken(forsaken(view, folder.settings), folder, speaker)
        must_know(view, chosen.name)
        book, lost = read_book(view, chosen.name), orphans(view, chosen.name)
        gone = {post for orphan in lost for post in orphan.posts}
        posts = (post for entry in book.entries for post in entry.ruling.posts if post not in gone)
        moved = NumbersNow(view).moved(posts)
    if as_json:
        told = [entry_json(entry, lost, moved, speaker) for entry in book.entries if all_of_it or not entry.is_undone]
        print_json({"game": chosen.name, "rulings": told})
    else:
        for line in book_lines(book, lost, moved, speaker, all_of_it=all_of_it):
            click.echo(line)
    for line in orphan_lines(lost, speaker):
        click.echo(f"referee: {line}", err=True)
    return code


def _take_file(folder: Folder, game: Game, speaker: Speaker) -> int:
    """Take over the file of rulings where it says something new; the exit code, 2 where it is refused."""
    from referee.app.filedoor import FromFile, news_of
    from referee.app.rulingsfile import take

    try:
        with folder.open_to_read(clock.now(), lambda _: None) as ledger, ledger.read() as view:
            news = news_of(view, folder, game)
        if news is not None:
            with folder.open_ledger(clock.now()) as ledger:
                events = take(ledger, folder, game, clock.now())
            if events:
                tell_from_files([FromFile(game.name, events)], speaker, aside=True)
    except UsageError as error:
        click.echo(f"referee: {speaker.rulings_kept(str(error))}", err=True)
        return error.exit_code
    return 0


class _Desk:
    """What a command needs that changes the book of a game."""

    def __init__(self, given: dict[str, Any]) -> None:
        from referee.app.open import open_folder

        self.folder = open_folder(given["file"])
        self.game = self.folder.game(given["game"])
        self.table = self.folder.table(self.game)
        self.now = clock.now()
        self._lang = choose_lang(given["lang"], self.folder.settings.lang)
        self._as_json: bool = given["as_json"]
        self._yes: bool = given["yes"]
        self.speaker = Speaker(self._lang, self.table.ruleset.texts(self._lang))

    def request(self, kind: str, post: str | None, given: dict[str, Any], *, in_part: bool = False) -> Request:
        """The ruling as it was typed; `in_part`: a pattern may have bounds alone."""
        from referee.app.ruling import author_of

        author = author_of(given["author"], self.game, self.folder.settings)
        return _typed_request(kind, post, given, author, in_part=in_part)

    def change(self, make: Make) -> int:
        """Show what a change of the book touches and changes; record it if that is wanted."""
        from referee.app.filedoor import FromFile
        from referee.app.ruling import propose, save
        from referee.app.rulingsfile import take
        from referee.app.showrulings import proposal_json, proposal_lines

        with self.folder.open_ledger(self.now) as ledger:
            if events := take(ledger, self.folder, self.game, self.now):
                tell_from_files([FromFile(self.game.name, events)], self.speaker, aside=True)
            proposal = propose(ledger, self.table, make)
            if not self._as_json:
                for line in proposal_lines(self.game.name, proposal, self.speaker, self.speaker):
                    click.echo(line)
            saved = self._yes or self._asked()
            if saved:
                save(ledger, self.table, proposal, clock.now())
        if self._as_json:
            print_json(proposal_json(self.game.name, proposal, self.speaker, self.speaker, saved=saved))
        if not saved:
            click.echo(f"referee: {self.speaker.not_recorded()}", err=True)
            return UsageError.exit_code
        if not self._as_json:
            for event in proposal.events:
                click.echo(self.speaker.ruling_done(event.what, event.ruling.id))
        return 0

    def _asked(self) -> bool:
        """Whether the host says yes; where nobody can be asked, no."""
        return sys.stdin.isatty() and click.confirm(self.speaker.record_this(), err=True)


def _typed_request(kind: str, post: str | None, given: dict[str, Any], author: str, *, in_part: bool) -> Request:
    """The ruling that options make."""
    from referee.app.ruling import Request

    pattern = _pattern(given, in_part=in_part)
    values = {name: given[name] for name in (*_VALUES, "accept") if given[name] is not None}
    values |= {name: list(given[name]) for name in ("readings", "players") if given[name]}
    if pattern is not None:
        values.pop("until", None)
    return Request(kind, post, pattern, values, given["reason"], author)


def _pattern(given: dict[str, Any], *, in_part: bool) -> Pattern | None:
    """The pattern as typed; None where there is none. `in_part`: bounds alone are a part of one that is known, and a
    number behind --until is such a bound (an outage ends at a time).

    Raises:
        UsageError: its bounds are typed without it.
    """
    from referee.app.named import post_number
    from referee.app.pattern import Pattern, typed_pattern

    until = given["until"]
    last = post_number(until) if until is not None else None
    if not given["fields"]:
        bounds = (given["thread"], given["first"], last or None)
        if in_part and any(bound is not None for bound in bounds):
            return Pattern((), bounds[0] or "", bounds[1], bounds[2])
        for name, option in (("thread", "--thread"), ("first", "--from")):
            if given[name] is not None:
                raise UsageError(option, "bounds no pattern", "give one: --pattern FIELD=GLOB")
        return None
    if until is not None and not last:
        raise UsageError(f"--until {until}", "is no number of a post", "write a whole number from 1")
    return typed_pattern(given["fields"], given["thread"], given["first"], last, "--pattern")


@click.command(add_help_option=False)
@click.argument("kind")
@click.argument("rest", nargs=-1)
@_ruling_options
def _tried(**_: object) -> None:
    """The words of `ruling add`, to be read and not done."""


#: What may stand before the words of a ruling that is tried: the command as `referee open` prints it.
_BEFORE = ("referee", "ruling", "add")


def read_tried(words: Sequence[str], game: str, where: str) -> Request:
    """A ruling that is tried: the words of `ruling add`, with `key=value` as well. What they say of recording it, and
    of how it is shown, is passed over.

    Raises:
        UsageError: they are no such words, or are about another game.
    """
    from referee.app.acts import typed_values

    words = words[len(_BEFORE) :] if tuple(words[: len(_BEFORE)]) == _BEFORE else words
    try:
        given = _tried.make_context("ruling add", list(words)).params
    except click.UsageError as error:
        raise UsageError(where, error.format_message().rstrip("."), "see: referee ruling add --help") from None
    if given["game"] not in (None, game):
        raise UsageError(where, f"is about the game {given['game']}", f"try it there: --game {given['game']}")
    posts, typed = [word for word in given["rest"] if "=" not in word], [word for word in given["rest"] if "=" in word]
    if len(posts) > 1:
        raise UsageError(where, f"{posts[1]} is no value", "write key=value, for example square=300")
    request = _typed_request(given["kind"], posts[0] if posts else None, given, "", in_part=False)
    return replace(request, values={**request.values, **typed_values(typed, where)}, reason=given["reason"] or "?")
