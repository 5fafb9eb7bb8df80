"""The scheduler: a job for each thread, at the time that its own pace asks for; stops cleanly, reloads on demand."""

from __future__ import annotations

import logging
import os
import signal
import socket
import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from types import FrameType

from apscheduler.executors.pool import ThreadPoolExecutor
from apscheduler.jobstores.memory import MemoryJobStore
from apscheduler.schedulers.background import BackgroundScheduler

from referee.app.open import Folder, open_folder, open_poller
from referee.app.places import Place
from referee.app.poll import Polled, Poller
from referee.errors import RefereeError
from referee.ledger import Ledger

LOG = logging.getLogger("referee")

#: Threads of boards polled side by side; requests to one host never overlap all the same.
_WORKERS = 4
#: A job that could not run in time (the machine slept) runs as soon as it can.
_LATE = 24 * 3600
#: A thread whose poll failed for a reason of our own (the disk) is tried again after so many seconds.
_AFTER_TROUBLE = 60
#: How long a poll under way may take to end when we are told to stop, in seconds.
_STOP_WITHIN = 4.0


class Daemon:
    """Polls the threads of a folder until it is told to stop (SIGTERM, SIGINT); SIGHUP reads the settings again."""

    def __init__(
        self, folder: Folder, clock: Callable[[], datetime], jitter: Callable[[], float], tell: Callable[[Polled], None]
    ) -> None:
        self.folder = folder
        self._clock = clock
        self._jitter = jitter
        self._tell = tell
        self._stop = threading.Event()
        self._reload = threading.Event()
        self._wake = threading.Event()

    def run(self) -> None:
        """Work until told to stop.

        Raises:
            RefereeError: the ledger can't be opened, or the settings are bad at the start.
        """
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._on_stop)
        signal.signal(signal.SIGHUP, self._on_reload)
        notify("READY=1")
        while not self._stop.is_set():
            with self.folder.open_ledger(self._clock()) as ledger:
                self._work(ledger)
            if self._reload.is_set():
                self._read_again()
        notify("STOPPING=1")

    def _work(self, ledger: Ledger) -> None:
        """One run of the scheduler, until a stop or a reload."""
        scheduler = BackgroundScheduler(
            jobstores={"default": MemoryJobStore()},
            executors={"default": ThreadPoolExecutor(_WORKERS)},
            job_defaults={"coalesce": True, "max_instances": 1, "misfire_grace_time": _LATE},
            timezone=UTC,
        )
        with open_poller(self.folder, ledger, self._jitter) as poller:
            for place in self.folder.places:
                self._plan(scheduler, poller, place, self._clock())
            scheduler.start()
            LOG.info("started", extra={"threads": len(self.folder.places)})
            self._wake.wait()
            self._wake.clear()
            scheduler.remove_all_jobs()
            ending = threading.Thread(target=scheduler.shutdown, daemon=True)
            ending.start()
            ending.join(_STOP_WITHIN)  # a request under way is let go with the client

    def _plan(self, scheduler: BackgroundScheduler, poller: Poller, place: Place, when: datetime) -> None:
        scheduler.add_job(
            self._poll,
            "date",
            run_date=when,
            id=str(place.thread),
            replace_existing=True,
            args=(scheduler, poller, place),
        )

    def _poll(self, scheduler: BackgroundScheduler, poller: Poller, place: Place) -> None:
        """Poll one thread and plan its next poll; what goes wrong with one never stops the others."""
        next_at: datetime | None = self._clock() + timedelta(seconds=_AFTER_TROUBLE)
        try:
            polled = poller.poll(place, self._clock())
            next_at = polled.next_at
            self._tell(polled)
        except RefereeError as error:
            LOG.error("%s", error, extra={"thread": str(place.thread)})
        except Exception:
            LOG.exception("a fault of ours", extra={"thread": str(place.thread)})
        if next_at is not None and not self._stop.is_set() and not self._wake.is_set():
            self._plan(scheduler, poller, place, next_at)

    def _read_again(self) -> None:
        """Read the settings again; bad ones are told, and the old ones stay."""
        self._reload.clear()
        try:
            self.folder = open_folder(str(self.folder.file))
            LOG.info("reloaded")
        except RefereeError as error:
            LOG.error("%s", error)

    def _on_stop(self, _number: int, _frame: FrameType | None) -> None:
        self._stop.set()
        self._wake.set()

    def _on_reload(self, _number: int, _frame: FrameType | None) -> None:
        self._reload.set()
        self._wake.set()


def notify(state: str) -> None:
    """Tell systemd how we are (sd_notify); nothing where nobody listens."""
    address = os.environ.get("NOTIFY_SOCKET")
    if not address:
        return
    name = f"\0{address[1:]}" if address.startswith("@") else address
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel:
            channel.connect(name)
            channel.sendall(state.encode())
    except OSError as error:
        LOG.warning("systemd does not listen: %s", error)
