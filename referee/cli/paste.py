"""`referee paste`: text made to be posted by a person; nothing of it ever counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

from referee.app import clock
from referee.cli.ledger import game_option, settings_option, tells_frozen
from referee.cli.options import choose_lang, json_option, lang_option
from referee.cli.output import print_json

if TYPE_CHECKING:
    from referee.app.paste import Paster

F = TypeVar("F", bound=Callable[..., Any])


@click.group(name="paste", help="Text to be pasted into a thread, in posts that its board takes.")
def command() -> None:
    """The kinds of text."""


def _options(function: F) -> F:
    """What all kinds take."""
    board = click.option(
        "--board-settings", "board", metavar="FILE", default=None,
        help="A saved SETTING.TXT: what a post may hold (default: what doctor read of the board last).",
    )  # fmt: skip
    for option in (lang_option, json_option, settings_option, game_option, board):
        function = option(function)
    return function


@contextmanager
def _paster(game: str | None, file: str | None, lang: str | None, board: str | None) -> Iterator[Paster]:
    from referee.app.open import open_folder
    from referee.app.paste import Paster
    from referee.app.seat import take_seat
    from referee.words.host import HostSpeaker

    folder = open_folder(file)
    # Players of the thread read it: the language of the game, whatever the host's machine speaks.
    language = choose_lang(lang, folder.settings.lang)
    with take_seat(folder, folder.game(game), clock.now(), tells_frozen(HostSpeaker(language, {}))) as seat:
        speaker = HostSpeaker(language, seat.game.ruleset.texts(language))
        yield Paster(seat, speaker, folder.settings.site_url, board)


def _print(posts: Sequence[str], paster: Paster, as_json: bool) -> int:
    """Each post, with a line over it that is no part of it; nothing over a single one."""
    if as_json:
        print_json({"posts": posts})
        return 0
    for number, post in enumerate(posts, 1):
        if len(posts) > 1:
            click.echo(paster.speaker.paste_header(number, len(posts)))
        click.echo(post)
    return 0


@command.command(help="One verdict in full, with the sum: N of the newest thread, or THREAD/N.")
@click.argument("post")
@_options
def verdict(post: str, board: str | None, game: str | None, file: str | None, as_json: bool, lang: str | None) -> int:
    """With the address of its page, where the settings tell where the pages are served."""
    with _paster(game, file, lang, board) as paster:
        return _print(paster.verdict(post), paster, as_json)


@command.command(help="The standings, or only who changed since yesterday's evening.")
@click.option("--changed", is_flag=True, help="Only the rows that changed since the day before the last post's ended.")
@click.option(
    "--since", metavar="YYYY-MM-DD|[THREAD/]N", default=None, help="… since the end of this day, or since this post."
)
@_options
def standings(
    changed: bool, since: str | None, board: str | None, game: str | None, file: str | None, as_json: bool,
    lang: str | None,
) -> int:  # fmt: skip
    """Who stands where."""
    with _paster(game, file, lang, board) as paster:
        return _print(paster.standings(changed=changed, since=since), paster, as_json)


@command.command(help="The whole game as it stands, to be gone on with: referee init --from-handover FILE URL.")
@_options
def handover(board: str | None, game: str | None, file: str | None, as_json: bool, lang: str | None) -> int:
    """What it can't hold is told on stderr."""
    with _paster(game, file, lang, board) as paster:
        posts, left = paster.handover()
        for number in left:
            click.echo(f"referee: {paster.speaker.left_behind(number)}", err=True)
        return _print(posts, paster, as_json)


@command.command(help="For the template of the next thread: first home, rules in short, earlier threads, standings.")
@_options
def template(board: str | None, game: str | None, file: str | None, as_json: bool, lang: str | None) -> int:
    """The rules in full are a text of their own: paste rules."""
    with _paster(game, file, lang, board) as paster:
        return _print(paster.template(), paster, as_json)


@command.command(help="The rules as text: every event, as rules show --template.")
@_options
def rules(board: str | None, game: str | None, file: str | None, as_json: bool, lang: str | None) -> int:
    """Of the game's ruleset."""
    with _paster(game, file, lang, board) as paster:
        return _print(paster.rules(), paster, as_json)
