"""`referee publish`: the game as pages, from the ledger."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
import msgspec

from referee.app import clock
from referee.cli.ledger import game_option, settings_option, tells_frozen
from referee.cli.options import choose_lang, json_option, lang_option
from referee.cli.output import print_json
from referee.errors import UsageError
from referee.words.pages import PageSpeaker

if TYPE_CHECKING:
    from referee.app.sitewriter import Published


@click.command(name="publish", help="Write the standings, the board, players, threads and verdicts as pages (HTML).")
@game_option
@click.option("--pages", "target", type=click.Path(file_okay=False), help="Folder (default: that of the settings).")
@settings_option
@json_option
@lang_option
def command(game: str | None, target: str | None, file: str | None, as_json: bool, lang: str | None) -> int:
    """Write what changed; nothing where nothing did. Exit 2 when a game could not be published."""
    from referee.app.open import open_folder
    from referee.app.publish import publish

    folder = open_folder(file)
    speaker = PageSpeaker(choose_lang(lang, folder.settings.lang), {})
    with folder.open_to_read(clock.now(), tells_frozen(speaker)) as ledger:
        published, refused = publish(ledger, folder, game, target, clock.now())
    for done in published:
        if as_json:
            print_json(msgspec.to_builtins(done))
        else:
            click.echo(published_line(done, speaker))
    for refusal in refused:
        click.echo(f"referee: {refusal}", err=True)
    return UsageError.exit_code if refused else 0


def published_line(done: Published, speaker: PageSpeaker) -> str:
    """What publishing a game came to, in words."""
    return speaker.published(done.game, done.pages, done.written, done.removed, done.unchanged)
