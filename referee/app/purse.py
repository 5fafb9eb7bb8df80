"""How often a host may still be asked today, for commands that ask besides the poller: one budget, one quiet."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from pathlib import Path

from referee.app.boardlimits import keep_limits
from referee.app.open import Folder, open_folder
from referee.app.settings import FILE
from referee.errors import LedgerMissing, SourceError
from referee.fetch import Manners, counted, requests_left
from referee.ledger import Ledger
from referee.model import BoardSettings, HostUse, ThreadRef


class Purse:
    """Requests of this run, and with a ledger those of the day, which the poller counts too."""

    def __init__(self, ledger: Ledger | None = None, manners: Manners | None = None) -> None:
        self._ledger = ledger
        self._manners = manners or Manners()
        self._uses: dict[str, HostUse] = {}

    def left(self, host: str, now: datetime) -> int:
        """How many requests the host may get today.

        Raises:
            SourceError: none; or the host is to be left alone (Retry-After, back-off).
        """
        use = self._use(host)
        if use.quiet_until is not None and use.quiet_until > now and (use.asked_at is None or use.asked_at <= now):
            raise SourceError(host, f"asked to be left alone until {use.quiet_until:%Y-%m-%d %H:%M} UTC", "wait")
        left = requests_left(use, now, self._manners)
        if not left:
            raise SourceError(host, "was asked often enough today", "try again tomorrow (UTC)")
        return left

    def spend(self, host: str, requests: int, now: datetime) -> None:
        """Count requests that were made.

        Raises:
            LedgerError: they can't be written down.
        """
        if self._ledger is None:
            self._uses[host] = counted(self._use(host), requests, now)
            return
        with self._ledger.write(now) as tx:
            tx.put_host_use(counted(tx.host_use(host), requests, now))

    def keep(self, board: ThreadRef, settings: BoardSettings, now: datetime) -> None:
        """Keep what a board tells of its limits, for text to be pasted there; without a ledger nothing is kept.

        Raises:
            LedgerError: it can't be written down.
        """
        if self._ledger is not None:
            with self._ledger.write(now) as tx:
                keep_limits(tx, board, settings)

    def close(self) -> None:
        """Let go of the ledger."""
        if self._ledger is not None:
            self._ledger.close()

    def _use(self, host: str) -> HostUse:
        if self._ledger is None:
            return self._uses.get(host, HostUse(host))
        with self._ledger.read() as view:
            return view.host_use(host)


def open_purse(file: str | None, now: datetime) -> tuple[Purse, Folder | None]:
    """The purse of the folder that was set up here, or of this run alone where none was.

    Raises:
        UsageError: there are settings, and they are wrong. LedgerError: there is a ledger, and it can't be read.
    """
    if file is None and not Path(FILE).exists():
        return Purse(), None
    folder = open_folder(file)
    manners = Manners(budget=folder.settings.polling.requests_per_day)
    with suppress(LedgerMissing):
        return Purse(folder.open_ledger(now), manners), folder
    return Purse(None, manners), folder
