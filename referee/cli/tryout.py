"""`referee tryout`: what would be otherwise under other rulings, readings or rules; nothing is written."""

from __future__ import annotations

import click

from referee.app import clock
from referee.cli.ledger import game_option, settings_option, tells_frozen
from referee.cli.options import choose_lang, json_option, lang_option, ruleset_options
from referee.cli.output import print_json
from referee.errors import UsageError
from referee.words import Speaker


@click.command(name="tryout", help="What would change by a ruling, a switch, another ruleset or row; never writes.")
@click.option(
    "--ruling",
    "rulings",
    multiple=True,
    metavar="'KIND POST …'",
    help="As if it were made: the words of `ruling add` ('exposure 9 --refuse'), or key=value ('square 9 square=300').",
)
@click.option("--without", type=int, multiple=True, metavar="N", help="As if ruling N were undone.")
@click.option("--row", "rows", multiple=True, metavar="'ROW key=value …'", help="A row of the ruleset otherwise.")
@ruleset_options
@game_option
@settings_option
@json_option
@lang_option
def command(
    rulings: tuple[str, ...],
    without: tuple[int, ...],
    rows: tuple[str, ...],
    ruleset: str | None,
    settings: tuple[str, ...],
    game: str | None,
    file: str | None,
    as_json: bool,
    lang: str | None,
) -> int:
    """Tell which verdicts, totals and ranks would change, and where the two histories first part."""
    from referee.app.open import open_folder
    from referee.app.showrulings import change_json, change_lines
    from referee.app.tryout import Trial, shell_words, try_out
    from referee.cli.ruling import read_tried

    if not (rulings or without or rows or ruleset or settings):
        raise UsageError("tryout", "tries nothing", "give --ruling, --without, --ruleset, --set or --row")
    folder = open_folder(file)
    chosen, language = folder.game(game), choose_lang(lang, folder.settings.lang)
    asked = tuple(read_tried(shell_words(typed, "--ruling"), chosen.name, f"--ruling {typed}") for typed in rulings)
    trial = Trial(asked, without, ruleset, settings, rows)
    with folder.open_to_read(clock.now(), tells_frozen(Speaker(language, {}))) as ledger:
        tried = try_out(ledger, folder, chosen, trial, clock.now())
    before, after = (Speaker(language, rules.texts(language)) for rules in (tried.before, tried.after))
    if as_json:
        print_json(change_json(chosen.name, tried.effect, before, after))
    else:
        for line in change_lines(chosen.name, tried.effect, before, after):
            click.echo(line)
    return 0
