"""`referee notify`: where notes go and which wait; and what `poll` and `status` tell of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from referee.app import clock
from referee.app.notify import Notifier, try_out, waiting
from referee.cli.options import choose_lang, json_option, lang_option
from referee.cli.output import print_json
from referee.errors import RefereeError, SourceError

if TYPE_CHECKING:
    from referee.app.open import Folder


@click.command(name="notify", help="Where notes go, and which of them wait; --test sends one to each.")
@click.option("--test", "is_test", is_flag=True, help="Send a test to every target of the settings, once.")
@click.option("--settings", "file", metavar="FILE", default=None, help="Settings (default: referee.toml).")
@json_option
@lang_option
def command(is_test: bool, file: str | None, as_json: bool, lang: str | None) -> int:
    """Tell of each target what waits, or try it; exit 3 when a test was not taken."""
    from referee.app.open import open_folder
    from referee.words.notices import NoticeSpeaker

    folder = open_folder(file)
    if not is_test:
        rows = notifications_json(folder)
        if as_json:
            print_json(rows)
        for line in () if as_json else notification_lines(folder, lang):
            click.echo(line)
        return 0
    lang = choose_lang(lang, folder.settings.lang)
    speaker, tried = NoticeSpeaker(lang, {}), try_out(folder, lang)
    if as_json:
        print_json([{"target": one.target, "reason": one.reason} for one in tried])
    for one in () if as_json else tried:
        taken = one.reason is None
        text = speaker.note_sent(one.target) if one.reason is None else speaker.test_failed(one.target, one.reason)
        click.echo(text, err=not taken)
    return SourceError.exit_code if any(one.reason for one in tried) else 0


def tell_notes(notifier: Notifier, lang: str) -> None:
    """Send what there is to tell after a poll; what was not taken is told in a line each, and stops nothing."""
    try:
        tried = notifier.run(clock.now())
    except (RefereeError, OSError) as error:
        click.echo(f"referee: {error}", err=True)
        return
    failed = [one for one in tried if one.reason is not None]
    if failed:
        from referee.words.notices import NoticeSpeaker

        speaker = NoticeSpeaker(lang, {})
        for one in failed:
            click.echo(f"referee: {speaker.note_failed(one.target, one.reason or '', given_up=one.given_up)}", err=True)


def notifications_json(folder: Folder) -> list[dict[str, object]]:
    """What waits for each target, as JSON."""
    rows = waiting(folder)
    return [{"target": target, "waiting": count, "reason": reason or None} for target, count, reason in rows]


def notification_lines(folder: Folder, lang: str | None) -> list[str]:
    """The same in words."""
    from referee.words.notices import NoticeSpeaker

    speaker = NoticeSpeaker(choose_lang(lang, folder.settings.lang), {})
    return [speaker.notes_wait(*row) for row in waiting(folder)]
