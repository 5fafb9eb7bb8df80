"""`referee rules`: the ruleset as people read it, and as the loader refuses it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from referee.app import clock
from referee.app.report import place
from referee.app.rulesets import DEFAULT, find_ruleset, packaged_names
from referee.app.showrules import show_json, show_template, show_text, template_posts
from referee.cli.ledger import settings_option, tells_frozen
from referee.cli.options import choose_lang, json_option, lang_option, ruleset_options
from referee.cli.output import print_json
from referee.errors import RulesetError, SourceError
from referee.model import Problem
from referee.words import Speaker

if TYPE_CHECKING:
    from referee.app.rulediff import Compared, GameEffect


@click.group(name="rules", help="Show and check rulesets.")
def command() -> None:
    """The rules commands."""


@command.command(help="Show the ruleset as people read it, with the readings in force.")
@click.option("--template", is_flag=True, help="The events as text for the next thread, in Japanese (or --lang en).")
@ruleset_options
@json_option
@lang_option
def show(template: bool, ruleset: str | None, settings: tuple[str, ...], as_json: bool, lang: str | None) -> int:
    """Print every event, rule and switch."""
    rules = find_ruleset(ruleset or DEFAULT, settings)
    # A template is read by the players of the thread, whatever language the host's machine speaks.
    language = (lang or "ja") if template else choose_lang(lang)
    if as_json:
        print_json({"posts": template_posts(rules, language)} if template else show_json(rules, language))
    else:
        for line in show_template(rules, language) if template else show_text(rules, language):
            click.echo(line)
    return 0


@command.command(help="Check rulesets: a bad one is refused with the row, the reason and what would be right.")
@click.argument("files", nargs=-1, metavar="[NAME|FILE]...")
@ruleset_options
@json_option
@lang_option
def check(
    files: tuple[str, ...], ruleset: str | None, settings: tuple[str, ...], as_json: bool, lang: str | None
) -> int:
    """Load each ruleset; exit 1 when one is refused."""
    del lang  # refusals speak one language, that of the file's keys
    names = files or ((ruleset,) if ruleset else packaged_names())
    found = 0
    for name in names:
        try:
            rules = find_ruleset(name, settings)
        except RulesetError as error:
            found = 1
            if as_json:
                print_json({"ruleset": name, "ok": False, "where": error.where, "what": error.what, "hint": error.hint})
            else:
                click.echo(f"{error}")
        else:
            if as_json:
                print_json({"ruleset": name, "ok": True, "name": rules.name, "digest": rules.digest})
            else:
                click.echo(
                    f"{name}: ok ({len(rules.event)} events, {len(rules.readings)} switches, {rules.digest[:12]})"
                )
    return found


@command.command(help="Print the precedent book, or one of its numbers: question, answers, choice, reason, case.")
@click.argument("number", required=False, metavar="[NUMBER]")
@json_option
@lang_option
def precedents(number: str | None, as_json: bool, lang: str | None) -> int:
    """Print what the players' text leaves open, and how it was decided."""
    from referee.app.precedents import book, find
    from referee.app.showprecedents import precedent_json, show_precedent

    chosen = (find(number),) if number else book()
    language = choose_lang(lang)
    if as_json:
        rows = [precedent_json(one, language) for one in chosen]
        print_json(rows[0] if number else {"precedents": rows})
        return 0
    speaker = Speaker(language, {})
    click.echo("\n\n".join(show_precedent(one, speaker) for one in chosen))
    return 0


@command.command(help="Two rulesets (names or files) in words, and in the games at hand; exit 1 when they differ.")
@click.argument("one", metavar="A")
@click.argument("other", metavar="B")
@click.option("--on", "sources", metavar="SOURCE", multiple=True, help="Saved threads, judged as one game under both.")
@click.option("--linked", metavar="SOURCE", multiple=True, help="Saved threads of other boards (with --on).")
@settings_option
@json_option
@lang_option
def diff(
    one: str,
    other: str,
    sources: tuple[str, ...],
    linked: tuple[str, ...],
    file: str | None,
    as_json: bool,
    lang: str | None,
) -> int:
    """Tell every difference, then how saved threads or the games of this folder would come out."""
    from referee.app.rulediff import change_json, change_text, compare, effect_json, effect_lines

    compared = compare(one, other)
    language = choose_lang(lang)
    before, after = (Speaker(language, rules.texts(language)) for rules in (compared.one, compared.other))
    refused: list[Problem] = []
    games = _effects(compared, sources, linked, file, after, refused) if compared.changes else ()
    if as_json:
        names = [{"name": rules.name, "digest": rules.digest} for rules in (compared.one, compared.other)]
        print_json(
            {
                "a": names[0],
                "b": names[1],
                "changes": [change_json(change, after) for change in compared.changes],
                "games": [effect_json(found, before, after) for found in games],
            }
        )
    else:
        for change in compared.changes:
            click.echo(change_text(change, after))
        for found in games:
            for line in effect_lines(found, before, after):
                click.echo(line)
        if not compared.changes:
            click.echo(after.same_rules(one, other))
    if refused:
        return SourceError.exit_code
    return 1 if compared.changes else 0


def _effects(
    compared: Compared,
    sources: tuple[str, ...],
    linked: tuple[str, ...],
    file: str | None,
    speaker: Speaker,
    refused: list[Problem],
) -> Iterator[GameEffect]:
    """The effect on saved threads where some are named, else on the games of the folder, where there are any."""
    from referee.app.rulediff import folder_at_hand, on_ledger, on_sources

    def tell(problem: Problem) -> None:
        click.echo(f"{place(problem.thread, problem.number, problem.source)}: {speaker.problem(problem)}", err=True)
        if problem.kind == "refused_source":
            refused.append(problem)

    if sources:
        yield on_sources(sources, linked, compared, tell)
        return
    folder = folder_at_hand(file)
    if folder is not None:
        with folder.open_to_read(clock.now(), tells_frozen(speaker)) as ledger:
            yield from on_ledger(folder, ledger, compared)
