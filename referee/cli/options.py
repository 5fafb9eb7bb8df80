"""Options that several commands share, and the language that they speak."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, Literal, TypeVar

import click

from referee.errors import UsageError

F = TypeVar("F", bound=Callable[..., Any])

Lang = Literal["ja", "en"]


def lang_option(function: F) -> F:
    """`--lang ja|en`, else what `choose_lang` finds."""
    option = click.option(
        "--lang",
        type=click.Choice(["ja", "en"]),
        default=None,
        help="Language (default: REFEREE_LANG, settings, locale, ja).",
    )
    return option(function)


def json_option(function: F) -> F:
    """`--json`."""
    return click.option("--json", "as_json", is_flag=True, help="Write JSON (UTF-8).")(function)


def ruleset_options(function: F) -> F:
    """`--ruleset NAME|FILE` and `--set SWITCH=VALUE`."""
    function = click.option(
        "--set", "settings", metavar="SWITCH=VALUE", multiple=True, help="Read a switch otherwise."
    )(function)
    return click.option("--ruleset", metavar="NAME|FILE", default=None, help="Ruleset (default: id-sugoroku).")(
        function
    )


def choose_lang(chosen: str | None, settings: Lang | None = None) -> Lang:
    """The language to speak: the option, `REFEREE_LANG`, that of the settings where there are any, the locale, or
    Japanese.

    Raises:
        UsageError: `REFEREE_LANG` names another language.
    """
    if chosen is None and settings is not None:
        return settings  # REFEREE_LANG has overridden it there
    told = os.environ.get("REFEREE_LANG") if chosen is None else chosen
    if told:
        if told not in ("ja", "en"):
            raise UsageError("REFEREE_LANG", f"{told} is no language of the referee", "ja or en")
        return "en" if told == "en" else "ja"
    locale = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    return "en" if locale.lower().startswith("en") else "ja"
