"""`referee judge`: the ID checker (ID判定機)."""

from __future__ import annotations

from collections.abc import Iterator

import click

from referee.app.judge import Answer, Judge, Refused, read_batch
from referee.app.question import Question
from referee.app.rulesets import DEFAULT, find_ruleset
from referee.app.typed import make_context, read_second
from referee.cli.options import choose_lang, json_option, lang_option, ruleset_options
from referee.cli.output import print_json
from referee.errors import SourceError, UsageError
from referee.model import Context
from referee.words import Speaker


@click.command(name="judge", help="Tell what IDs are worth, with every finding.")
@click.argument("ids", nargs=-1, metavar="ID...")
@click.option("--no", "post_no", type=int, help="Post number (PL, TO+, TO/).")
@click.option("--second", help="Seconds of the stamp (PT), for example 45.")
@click.option("--square", type=int, default=0, show_default=True, help="Square rolled from.")
@click.option("--held", type=int, default=1, show_default=True, help="Held multiplier xn.")
@click.option("--chance", is_flag=True, help="The player is in the chance state.")
@click.option("--gift", type=int, default=0, show_default=True, help="Steps received (CN).")
@click.option("--batch", type=click.Path(allow_dash=True), help="Judge JSON lines of a file (- is stdin).")
@ruleset_options
@json_option
@lang_option
def command(
    ids: tuple[str, ...],
    post_no: int | None,
    second: str | None,
    square: int,
    held: int,
    chance: bool,
    gift: int,
    batch: str | None,
    ruleset: str | None,
    settings: tuple[str, ...],
    as_json: bool,
    lang: str | None,
) -> int:
    """Judge the IDs of the command line, then those of a batch; a bad one does not stop the others."""
    if not ids and batch is None:
        raise click.UsageError("no ID: give IDs, or --batch FILE")
    language = choose_lang(lang)
    rules = find_ruleset(ruleset or DEFAULT, settings)
    judge = Judge(rules, Speaker(language, rules.texts(language)))
    seconds, fraction = read_second(second) if second is not None else (None, "")
    context = make_context(post_no, seconds, fraction, square, held, chance, gift)
    code = 0
    for number, question in enumerate(_questions(ids, context, batch)):
        answer = _answer(judge, question)
        if isinstance(answer, Refused):
            code = UsageError.exit_code
            if as_json:
                print_json(answer)
            else:
                click.echo(f"referee: {answer.error}", err=True)
        elif as_json:
            print_json(judge.as_json(answer))
        elif batch is not None:
            click.echo(judge.short(answer))
        else:
            click.echo(f"\n{judge.explain(answer)}" if number else judge.explain(answer))
    return code


def _questions(ids: tuple[str, ...], context: Context, batch: str | None) -> Iterator[Question | Refused]:
    for typed in ids:
        yield Question(typed, context)
    if batch is not None:
        try:
            file = click.open_file(batch, "rb")
        except OSError as error:
            raise SourceError(batch, f"can't be read ({error.strerror})", "give a file of JSON lines, or -") from None
        with file:
            yield from read_batch(iter(file))


def _answer(judge: Judge, question: Question | Refused) -> Answer | Refused:
    if isinstance(question, Refused):
        return question
    try:
        return judge.answer(question)
    except UsageError as error:
        return Refused(question.id, str(error))
