"""The host's table: what waits, and the evening of a day."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from typing import TYPE_CHECKING

import click

from referee.app import clock
from referee.cli.ledger import game_option, settings_option, tells_frozen
from referee.cli.options import choose_lang, json_option, lang_option
from referee.cli.output import print_json
from referee.errors import UsageError

if TYPE_CHECKING:
    from referee.app.seat import Seat
    from referee.words.host import HostSpeaker

#: How many open items an evening shows; `open` lists all.
_SHOWN = 3


@contextmanager
def _sit(game: str | None, file: str | None, lang: str | None) -> Iterator[tuple[Seat, HostSpeaker]]:
    """The host's seat at a game, and a speaker in the language of the settings unless another is chosen."""
    from referee.app.open import open_folder
    from referee.app.seat import take_seat
    from referee.words.host import HostSpeaker

    folder = open_folder(file)
    language = choose_lang(lang, folder.settings.lang)
    with take_seat(folder, folder.game(game), clock.now(), tells_frozen(HostSpeaker(language, {}))) as seat:
        yield seat, HostSpeaker(language, seat.game.ruleset.texts(language))


@click.command(name="open", help="All that waits for the host, each with the commands that settle it.")
@click.option("--all", "with_settled", is_flag=True, help="Also what rulings have settled.")
@game_option
@settings_option
@json_option
@lang_option
def open_command(with_settled: bool, game: str | None, file: str | None, as_json: bool, lang: str | None) -> int:
    """List it, newest thread last. That nothing waits is normal."""
    from referee.app.seat import open_items
    from referee.app.waiting import waiting_row

    with _sit(game, file, lang) as (seat, speaker):
        found = open_items(seat)
    found = [one for one in found if one.is_open or with_settled]
    if as_json:
        print_json([waiting_row(one, speaker) for one in found])
        return 0
    for one in found:
        for line in one.lines(speaker):
            click.echo(line)
    if not found:
        click.echo(speaker.nothing_waits())
    return 0


@click.command(help="One screen for the host: rolls of a day, what waits, who may roll next, the text to paste.")
@click.option("--day", metavar="YYYY-MM-DD", default=None, help="Which day (default: that of the last post).")
@game_option
@settings_option
@json_option
@lang_option
def evening(day: str | None, game: str | None, file: str | None, as_json: bool, lang: str | None) -> int:
    """Tell the evening of a day, in the board's clock."""
    from referee.app.evening import evening as look
    from referee.app.evening import lines

    wanted = None if day is None else _day(day)
    with _sit(game, file, lang) as (seat, speaker):
        found = look(seat, wanted)
    if as_json:
        print_json(found.as_json(speaker))
        return 0
    for line in lines(found, speaker, _SHOWN):
        click.echo(line)
    return 0


def _day(text: str) -> int:
    try:
        return date.fromisoformat(text).toordinal()
    except ValueError:
        raise UsageError("--day", f"{text} is no day", "write YYYY-MM-DD, for example 2007-05-04") from None
