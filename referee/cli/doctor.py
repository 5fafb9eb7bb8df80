"""`referee doctor`: does this board suit the game?"""

from __future__ import annotations

import click

from referee.app import clock
from referee.cli.ledger import settings_option
from referee.cli.options import choose_lang, json_option, lang_option
from referee.cli.output import print_json
from referee.errors import SourceError, UsageError
from referee.words import Speaker


@click.command(name="doctor", help="Does a board (of a thread's or board's URL) suit the game? With the evidence.")
@click.argument("url", required=False)
@settings_option
@json_option
@lang_option
def command(url: str | None, file: str | None, as_json: bool, lang: str | None) -> int:
    """Exit 1 when the board does not suit in some point, 3 when nothing of it could be read."""
    if url is None:
        raise UsageError("doctor", "examines boards only, for now", "give the URL of a thread or board")
    from referee.app.doctor import examine

    found, settings = examine(url, file, clock.now)
    speaker = Speaker(choose_lang(lang, settings.lang if settings else None), {})
    board = f"{found.board.host}/{found.board.board}"
    thread = str(found.thread) if found.thread else None
    verdict = speaker.board_verdict(found.bad, found.unknown, is_blind=found.is_blind)
    if as_json:
        rows = [
            {
                "code": advice.code,
                "level": advice.level,
                "setting": advice.setting or None,
                "seen": advice.seen,
                "of": advice.of,
                "value": advice.value or None,
                "text": speaker.advice(advice),
                "remedy": speaker.remedy(advice) or None,
            }
            for advice in found.advice
        ]
        print_json(
            {
                "board": board,
                "title": found.title or None,
                "thread": thread,
                "posts": found.posts,
                "suits": False if found.bad else None if found.unknown else True,
                "text": verdict,
                "advice": rows,
                "requests": found.requests,
            }
        )
    else:
        click.echo(speaker.board(board, found.title, thread or "", found.posts))
        for advice in found.advice:
            click.echo(f"{speaker.advice_sign(advice)} {speaker.advice(advice)}")
            if remedy := speaker.remedy(advice):
                click.echo(f"   → {remedy}")
        click.echo(verdict)
    if found.bad:
        return 1
    return SourceError.exit_code if found.is_blind else 0
