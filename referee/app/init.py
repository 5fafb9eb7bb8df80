"""Setting a game up: a commented settings file and an empty ledger; nothing that is there is touched."""

from __future__ import annotations

import json
import os
from datetime import datetime
from pathlib import Path

from referee.app.settings import FILE, thread_address
from referee.errors import UsageError
from referee.ledger import open_ledger
from referee.model.address import Address

_TEMPLATE = """\
# Settings of the referee. Every key may also come from the environment: REFEREE_ and its path, __ for the dot
# (REFEREE_CONTACT, REFEREE_POLLING__INTERVAL).

ledger = "sqlite:///referee.db"     # where everything is remembered; back it up
pages = "site"                      # where pages will be written
lang = "ja"                         # or "en"
site_url = ""                       # where the pages can be read, such as "https://example.jp/sugoroku/"
contact = ""                        # your mail address or page, for the User-Agent: a board can reach you

[polling]
interval = 60                       # seconds between polls of a lively thread; 60 is the least
slowest = 900                       # seconds between polls of a quiet one
full = 3600                         # seconds between full fetches while the thread moves (finds edits)
requests_per_day = 8640             # to one host
linked_hosts = []                   # boards of extra rolls besides the known families, such as ["bbs.example.jp"]

[[game]]
name = "{name}"
title = "{title}"
host = []                           # the host's trips, for example ["◆AbCdEfGhIj"]
ruleset = "id-sugoroku"             # a name that comes with the referee, or a file
readings = {{}}                       # switches read otherwise: {{ fraction = "floor" }}; see: referee rules show
threads = [{url}]                   # in the order of the game; also a search: a board and a title, such as
                                    # "https://etc7.2ch.net/entrance/ IDすごろく その*"
extra_boards = ["entrance2", "qa", "pcqa"]   # where extra rolls are made, in this order
exposures = "link"                  # a picture link counts at once; or "ruling"
random = "seeded"                   # a random square follows from the post; or "ruling"
next_thread = "propose"             # or "follow": go on in the next thread unasked …
next_signs = ["host_trip", "host_linked"]    # … when its title has the next number and it has one of these signs;
                                    # also "linked", "back_link"
# rulings = "rulings.toml"          # the host's rulings in a file; they may also be typed: referee ruling add
"""


def init(folder: Path, url: str, now: datetime) -> tuple[Path, str]:
    """Write `referee.toml` and an empty ledger into a folder.

    Returns the path of the file and the ledger's URL.

    Raises:
        UsageError: the URL names no thread, or the folder is set up already.
        LedgerError: the ledger can't be made.
    """
    address = thread_address(url, "init")
    settings, database = folder / FILE, folder / "referee.db"
    for path in (settings, database):
        if os.path.lexists(path):
            raise UsageError(str(path), "is there already", "nothing was changed; edit it, or go to an empty folder")
    ledger = f"sqlite:///{database}"
    open_ledger(ledger, create=True, now=now).close()
    with settings.open("x", encoding="utf-8") as file:
        file.write(_TEMPLATE.format(name=_name(address), title=_name(address), url=json.dumps(url, ensure_ascii=False)))
    return settings, ledger


def _name(address: Address) -> str:
    """A name for the game until the host gives it a better one."""
    return "".join(c for c in address.thread.board if c.isascii() and (c.isalnum() or c in "-_")) or "game"
