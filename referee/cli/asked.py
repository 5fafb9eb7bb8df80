"""What the ledger answers: standings, one verdict in full, is it right, what would it say anew."""

from __future__ import annotations

import click

from referee.app import clock
from referee.app.lock import only_poller
from referee.cli.ledger import game_option, settings_option, tell_from_files, tell_of_rulings, tells_frozen
from referee.cli.options import choose_lang, json_option, lang_option
from referee.cli.output import print_json, print_table
from referee.errors import LedgerBusy, LockHeld, UsageError
from referee.words import Speaker


@click.command(help="Who stands where.")
@game_option
@settings_option
@json_option
@lang_option
def standings(game: str | None, file: str | None, as_json: bool, lang: str | None) -> int:
    """The table of the game after the last post known."""
    from referee.app.open import open_folder
    from referee.app.tell import table

    folder = open_folder(file)
    speaker = Speaker(choose_lang(lang, folder.settings.lang), {})
    with folder.open_to_read(clock.now(), tells_frozen(speaker)) as ledger:
        found = table(ledger, folder.table(folder.game(game)))
    if as_json:
        print_json(found.as_json())
        return 0
    rows = [speaker.standing_row(row, found.spans.get(row.player)) for row in found.rows]
    print_table(speaker.standing_header(), rows, numbers=frozenset({0, 3, 4}))
    return 0


@click.command(help="One verdict in full: N of the newest thread, or THREAD/N; N as it stands now.")
@click.argument("post")
@game_option
@settings_option
@json_option
@lang_option
def why(post: str, game: str | None, file: str | None, as_json: bool, lang: str | None) -> int:
    """Which letters made which number, what was declared before, and what else ever stood there."""
    from referee.app.open import open_folder
    from referee.app.why import as_json as json_of
    from referee.app.why import cited, explain
    from referee.app.why import why as look

    folder = open_folder(file)
    chosen = folder.game(game)
    language = choose_lang(lang, folder.settings.lang)
    judged = folder.table(chosen)
    speaker = Speaker(language, judged.ruleset.texts(language))
    with folder.open_to_read(clock.now(), tells_frozen(speaker)) as ledger:
        found = look(ledger, judged, post)
        rests_on = tuple(cited(ledger, judged, told, speaker) for told in found.posts)
    if as_json:
        print_json(json_of(found, rests_on, speaker))
        return 0
    for line in explain(found, rests_on, judged.ruleset, speaker):
        click.echo(line)
    return 0


@click.command(help="Check the ledger: its chain, and a replay of everything from the captures.")
@settings_option
@json_option
@lang_option
def verify(file: str | None, as_json: bool, lang: str | None) -> int:
    """Exit 1 with the first row, player, expected and actual, when something differs."""
    from referee.app.open import open_folder
    from referee.app.upkeep import verify as check

    folder = open_folder(file)
    speaker = Speaker(choose_lang(lang, folder.settings.lang), {})
    with folder.open_to_read(clock.now(), tells_frozen(speaker)) as ledger:
        found = check(ledger, folder.tables(), clock.now())
    if as_json:
        print_json({"ok": found is None, "difference": found})
    elif found is None:
        click.echo(speaker.verified())
    else:
        click.echo(
            speaker.difference(
                found.what, found.game, found.thread, found.number, found.player, found.expected, found.actual
            )
        )
    return 0 if found is None else 1


@click.command(help="Derive posts, verdicts and standings again from the captures; tells what changed.")
@settings_option
@json_option
@lang_option
def rebuild(file: str | None, as_json: bool, lang: str | None) -> int:
    """What was declared stays; a verdict that comes out otherwise supersedes it."""
    from referee.app.open import open_folder
    from referee.app.rulingsfile import take_all
    from referee.app.upkeep import rebuild as derive

    folder = open_folder(file)
    now = clock.now()
    try:
        with only_poller(folder.ledger_path, "rebuild", now), folder.open_ledger(now) as ledger:
            found = derive(ledger, folder, now)
            taken = take_all(ledger, folder, now)
    except LockHeld as held:  # unlike a poll, nobody does this in our place
        raise LedgerBusy(held.where, f"another referee works on it: {held.what}", "stop it first") from None
    speaker = Speaker(choose_lang(lang, folder.settings.lang), {})
    tell_from_files(taken.made, speaker, as_json=as_json)
    tell_of_rulings(taken.refused, taken.orphans, speaker)
    for one in found:
        if as_json:
            counts = {"verdicts": one.verdicts, "changed": len(one.changed), "other_rules": one.other_rules}
            print_json({"game": one.game, **counts})
            continue
        click.echo(speaker.rebuilt(one.game, one.verdicts, len(one.changed), one.other_rules))
        for before, after in one.changed:
            click.echo(f"  {speaker.changed(before, after)}")
    return UsageError.exit_code if taken.refused else 0
