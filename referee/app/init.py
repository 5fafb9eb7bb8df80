"""Setting a game up: a commented settings file and an empty ledger; nothing that is there is touched."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from pathlib import Path

import msgspec
from msgspec import Struct

from referee.app.book import open_with, ruled
from referee.app.ingest import judge_all
from referee.app.places import enter, places
from referee.app.rulesets import DEFAULT, find_ruleset, packaged_names
from referee.app.settings import FILE, Game, read_settings, thread_address
from referee.app.tables import game_table
from referee.errors import RefereeError, UsageError
from referee.game import flaw
from referee.ledger import Tx, open_ledger
from referee.model import GameSettings, Handover
from referee.model.address import Address
from referee.rules import Ruleset, with_readings

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


#: A name that a command can be given as it is.
_PLAIN = re.compile(r"[\w.-]+")
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
    ruleset (a name or a file) that it names unless another is given. Both are there whole, or neither is.

    Raises:
        UsageError: the URL names no thread, the folder is set up already, the ruleset can't be used, or no game comes
            to what is handed over.
        LedgerError: the ledger can't be made; other kinds of `RefereeError`: the settings can't be written.
    """
    address = thread_address(url, "init")
    rules = ruleset or (_known_rules(handed.ruleset) if handed is not None else DEFAULT)
    readings = _readings(find_ruleset(rules), handed)
    other_rules = handed is not None and find_ruleset(rules, (), readings).digest != handed.digest
    settings, database = folder / FILE, folder / "referee.db"
    for path in (settings, database):
        if os.path.lexists(path):
            raise _is_there(path)
    part, ledger = folder / f"{FILE}.{os.getpid()}.part", f"sqlite:///{database}"
    try:
        with _told(settings):
            part.write_text(_settings_text(_name(address), url, rules, readings, handed), encoding="utf-8")
        fill = partial(_open_game, game=read_settings(str(part)).game[0], folder=folder, handed=handed)
        open_ledger(ledger, create=True, fill=fill, now=now).close()
        try:
            with _told(settings):
                _give_name(part, settings)
        except BaseException:
            database.unlink()  # ours: a ledger that somebody else made meanwhile is no success above
            raise
    finally:
        part.unlink(missing_ok=True)
    return Opened(settings, ledger, other_rules)


def _settings_text(name: str, url: str, rules: str, readings: Mapping[str, bool | str], handed: Handover | None) -> str:
    """The commented settings of a game, as it was handed over where it was."""
    chosen = handed.settings if handed is not None else GameSettings()
    switches = ", ".join(f"{key} = {_toml(value)}" for key, value in readings.items())
    return _TEMPLATE.format(
        name=name,
        why=_KEEP if handed is not None else "",
        title=_toml((handed.title if handed is not None else "") or _TITLE),
        url=_toml(url),
        ruleset=_toml(rules),
        readings=f"{{ {switches} }}" if switches else "{}",
        boards=_toml(list(chosen.extra_boards)),
        exposures=_toml(chosen.exposures),
        random=_toml(chosen.random),
    )


def _open_game(tx: Tx, *, game: Game, folder: Path, handed: Handover | None) -> None:
    """What a new ledger begins with: nothing, or the game that was handed over."""
    if handed is None:
        return
    open_with(tx, game.name, handed)
    for place in places((game,)):
        enter(tx, place, (game,))
    judge_all(tx, ruled(tx, game_table(game, str(folder))), "seen")  # nothing yet: but it is known who stands where


def _give_name(part: Path, path: Path) -> None:
    """Give a file its name, unless something has that name by now."""
    try:
        os.link(part, path)
    except FileExistsError:
        raise _is_there(path) from None
    except OSError:  # a file system without links
        if os.path.lexists(path):
            raise _is_there(path) from None
        part.rename(path)


def _is_there(path: Path) -> UsageError:
    return UsageError(str(path), "is there already", "nothing was changed; edit it, or go to an empty folder")


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """What the disk says of a file, in our words."""
    try:
        yield
    except OSError as error:
        what = f"can't be written ({error.strerror})"
        raise RefereeError(str(path), what, "check the folder, its rights and the room on the disk") from None


def _known_rules(name: str) -> str:
    """The ruleset that a hand-over names: one that comes with the referee, for a stranger's text opens no file here.

    Raises:
        UsageError: it is none of them.
    """
    if name not in packaged_names():
        file = f"{name}.toml" if _PLAIN.fullmatch(name) else "FILE"
        hint = f"give the ruleset by which the game is played, a file: --ruleset {file}"
        raise UsageError("hand-over, ruleset", f"no ruleset {name[:40]!r} comes with this referee", hint)
    return name


def _readings(ruleset: Ruleset, handed: Handover | None) -> dict[str, bool | str]:
    """The switches that a hand-over has set otherwise than a ruleset.

    Raises:
        UsageError: no game by that ruleset comes to what is handed over; says where in it, and what.
    """
    if handed is None:
        return {}
    if (found := flaw(handed, ruleset.goal)) is not None:
        hint = "no game comes to this; ask who hands the game over for another (referee paste handover)"
        raise UsageError(f"hand-over, {found[0]}", found[1], hint)
    plain = msgspec.to_builtins(ruleset.values)
    readings = {name: value for name, value in handed.readings.items() if plain.get(name) != value}
    with_readings(ruleset, readings, "hand-over, readings")  # one that this ruleset has not is told before we write
    return readings


def _toml(value: object) -> str:
    """A text, a switch or a list of texts as TOML has it, which is as JSON has it."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")  # which JSON lets stand, TOML does not


def _name(address: Address) -> str:
    """A name for the game until the host gives it a better one."""
    return "".join(c for c in address.thread.board if c.isascii() and (c.isalnum() or c in "-_")) or "game"
