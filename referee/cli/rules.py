"""`referee rules`: the ruleset as people read it, and as the loader refuses it."""

from __future__ import annotations

import click

from referee.app.rulesets import DEFAULT, find_ruleset, packaged_names
from referee.app.showrules import show_json, show_template, show_text
from referee.cli.options import choose_lang, json_option, lang_option, ruleset_options
from referee.cli.output import print_json
from referee.errors import RulesetError
from referee.words import Speaker


@click.group(name="rules", help="Show and check rulesets.")
def command() -> None:
    """The rules commands."""


@command.command(help="Show the ruleset as people read it, with the readings in force.")
@click.option("--template", is_flag=True, help="As text for the template of a thread.")
@ruleset_options
@json_option
@lang_option
def show(template: bool, ruleset: str | None, settings: tuple[str, ...], as_json: bool, lang: str | None) -> int:
    """Print every event, rule and switch."""
    rules = find_ruleset(ruleset or DEFAULT, settings)
    language = choose_lang(lang)
    if as_json:
        print_json(show_json(rules, language))
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
    for place, one in enumerate(chosen):
        click.echo(f"\n{show_precedent(one, speaker)}" if place else show_precedent(one, speaker))
    return 0
