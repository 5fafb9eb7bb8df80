"""Setting a game up: a commented settings file and an empty ledger; nothing that is there is touched."""

from __future__ import annotations

import json
import os
from datetime import datetime
from pathlib import Path

import msgspec
from msgspec import Struct

from referee.app.book import open_with, ruled
from referee.app.ingest import judge_all
from referee.app.places import enter, places
from referee.app.rulesets import DEFAULT, find_ruleset
from referee.app.settings import FILE, read_settings, thread_address
from referee.app.tables import game_table
from referee.errors import RulesetError, UsageError
from referee.ledger import open_ledger
from referee.model import GameSettings, Handover
from referee.model.address import Address

_TEMPLATE = """\
# Settings of the referee. Every key may also come from the environment: REFEREE_ and its path, __ for the dot
# (REFEREE_CONTACT, REFEREE_POLLING__INTERVAL).

ledger = "sqlite:///referee.db"     # where everything is remembered; back it up
pages = "site"                      # where pages will be written
site_url = ""                       # where they stand on the web, for feeds and text to paste: "https://sugoroku.example/"
lang = "ja"                         # or "en"
contact = ""                        # your mail address or page, for the User-Agent: a board can reach you

[polling]
interval = 60                       # seconds between polls of a lively thread; 60 is the least
slowest = 900                       # seconds between polls of a quiet one
full = 3600                         # seconds between full fetches while the thread moves (finds edits)
requests_per_day = 8640             # to one host
linked_hosts = []                   # boards of extra rolls besides the known families, such as ["bbs.example.jp"]

# [[notify]]                        # notes to a webhook or a service of apprise: referee notify --test
# url = "https://hooks.example.com/…"
# events = ["rest_ends", "passed", "thread_end"]   # also "home", "open_item", "changed_verdict"

[[game]]
name = "{name}"{why}
title = {title}              # what the pages and the text to paste call it
host = []                           # the host's trips, for example ["◆AbCdEfGhIj"]
ruleset = {ruleset}             # a name that comes with the referee, or a file
readings = {readings}                       # switches read otherwise: {{ fraction = "floor" }}; see: referee rules show
threads = [{url}]                   # in the order of the game; also a search: a board and a title, such as
                                    # "https://etc7.2ch.net/entrance/ IDすごろく その*"
extra_boards = {boards}   # where extra rolls are made, in this order
exposures = {exposures}                  # a picture link counts at once ("link"); or "ruling"
random = {random}                   # a random square follows from the post ("seeded"); or "ruling"
next_thread = "propose"             # or "follow": go on in the next thread unasked …
next_signs = ["host_trip", "host_linked"]    # … when its title has the next number and it has one of these signs;
                                    # also "linked", "back_link"
# rulings = "rulings.toml"          # the host's rulings in a file; they may also be typed: referee ruling add
"""


#: What a game is called until the host says otherwise: a board's folder would be its name on every page.
_TITLE = "IDすごろく"
#: Beside the name of a game that was handed over.
_KEEP = "                   # keep it: what was handed over belongs to this name"


class Opened(Struct, frozen=True):
    """What was made: the settings file, the ledger's URL; `other_rules`: those of the hand-over are not quite the ones
    of that name here."""

    settings: Path
    ledger: str
    other_rules: bool = False


def init(folder: Path, url: str, now: datetime, handed: Handover | None = None, ruleset: str | None = None) -> Opened:
    """Write `referee.toml` and a ledger into a folder; the game opens with a hand-over where one is given, by the
    ruleset (a name or a file) that it names unless another is given.

    Raises:
        UsageError: the URL names no thread, or the folder is set up already; or the ruleset can't be used.
        LedgerError: the ledger can't be made.
    """
    address = thread_address(url, "init")
    rules = ruleset or (handed.ruleset if handed is not None else DEFAULT)
    readings = _readings(rules, handed)
    settings, database = folder / FILE, folder / "referee.db"
    for path in (settings, database):
        if os.path.lexists(path):
            raise UsageError(str(path), "is there already", "nothing was changed; edit it, or go to an empty folder")
    ledger = f"sqlite:///{database}"
    open_ledger(ledger, create=True, now=now).close()
    name = _name(address)
    chosen = handed.settings if handed is not None else GameSettings()
    text = _TEMPLATE.format(
        name=name,
        why=_KEEP if handed is not None else "",
        title=_toml((handed.title if handed is not None else "") or _TITLE),
        url=_toml(url),
        ruleset=_toml(rules),
        readings="{ " + ", ".join(f"{key} = {_toml(value)}" for key, value in readings.items()) + " }"
        if readings
        else "{}",
        boards=_toml(list(chosen.extra_boards)),
        exposures=_toml(chosen.exposures),
        random=_toml(chosen.random),
    )
    with settings.open("x", encoding="utf-8") as file:
        file.write(text)
    if handed is None:
        return Opened(settings, ledger)
    game = read_settings(str(settings)).game[0]
    with open_ledger(ledger, now=now) as opened, opened.write(now) as tx:
        open_with(tx, game.name, handed)
        for place in places((game,)):
            enter(tx, place, (game,))
        judge_all(tx, ruled(tx, game_table(game, str(folder))), "seen")  # nothing yet: but it is known who stands where
    return Opened(settings, ledger, find_ruleset(rules, (), readings).digest != handed.digest)


def _readings(ruleset: str, handed: Handover | None) -> dict[str, bool | str]:
    """The switches that a hand-over has set otherwise than a ruleset.

    Raises:
        UsageError: no such ruleset here.
    """
    try:
        plain = find_ruleset(ruleset).values
    except RulesetError as error:
        hint = f"give the ruleset by which the game is played, a file: --ruleset {ruleset}.toml"
        raise UsageError(error.where, error.what, hint if handed is not None else error.hint) from None
    if handed is None:
        return {}
    known = msgspec.to_builtins(plain)
    found = {name: value for name, value in handed.readings.items() if known.get(name) != value}
    find_ruleset(ruleset, (), found)  # a switch that this ruleset has not is told before anything is written
    return found


def _toml(value: object) -> str:
    """A text, a switch or a list of texts as TOML has it, which is as JSON has it."""
    return json.dumps(value, ensure_ascii=False)


def _name(address: Address) -> str:
    """A name for the game until the host gives it a better one."""
    return "".join(c for c in address.thread.board if c.isascii() and (c.isalnum() or c in "-_")) or "game"
