"""The scheduler: a job for each thread, at the time that its own pace asks for; stops cleanly, reloads on demand."""

from __future__ import annotations

import logging
import os
import signal
import socket
import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import chain
from typing import TYPE_CHECKING

from apscheduler.executors.pool import ThreadPoolExecutor
from apscheduler.jobstores.memory import MemoryJobStore
from apscheduler.schedulers.background import BackgroundScheduler

from referee.app.logs import told
from referee.app.open import Folder, open_folder, open_poller
from referee.app.places import Place
from referee.app.poll import Polled, Poller
from referee.errors import LedgerCorrupt, LedgerGone, LedgerNewer, RefereeError
from referee.ledger import Ledger

if TYPE_CHECKING:
    from referee.app.notify import Notifier

LOG = logging.getLogger("referee")

#: Threads of boards polled side by side; requests to one host never overlap all the same.
_WORKERS = 4
#: A job that could not run in time (the machine slept) runs as soon as it can.
_LATE = 24 * 3600
#: A thread whose poll failed for a reason of our own (the disk) is tried again after so many seconds.
_AFTER_TROUBLE = 60
#: Whether the ledger is still there is looked at so often, in seconds: all threads may be in back-off, or ended.
_LOOK_EVERY = 5
#: How often it is asked whether a look for the next thread of a game is due, in seconds.
_SUCCESSOR_EVERY = 60
#: How long a poll under way may take to end when we are told to stop, in seconds.
_STOP_WITHIN = 3.0
_SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
#: What no later poll can heal.
_FATAL = (LedgerGone, LedgerCorrupt, LedgerNewer)


class Daemon:
    """Polls the threads of a folder until it is told to stop (SIGTERM, SIGINT); SIGHUP reads the settings again.

    `hangs`: a poll under way did not end in time when we stopped.
    """

    def __init__(
        self, folder: Folder, clock: Callable[[], datetime], jitter: Callable[[], float], tell: Callable[[Polled], None]
    ) -> None:
        self.folder = folder
        self.hangs = False
        self._clock = clock
        self._jitter = jitter
        self._tell = tell
        self._fatal: RefereeError | None = None
        self._notifier: Notifier | None = None

    def run(self) -> None:
        """Work until told to stop.

        Raises:
            RefereeError: the ledger can't be opened, it went away, or the settings are bad at the start.
        """
        usable, refused = self.folder.usable_tables()
        if not usable:
            raise refused[0][1]  # where others can be judged, polls tell of it
        # Blocked here and waited for in `_told_to_stop`: the threads started later never see them.
        signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
        while True:
            with self.folder.open_ledger(self._clock()) as ledger:
                stops = self._work(ledger)
            if stops:
                break
        notify("STOPPING=1")
        if self._fatal is not None:
            raise self._fatal
        LOG.info("stopped")

    def _work(self, ledger: Ledger) -> bool:
        """One run of the scheduler, until a stop (True) or a reload."""
        scheduler = BackgroundScheduler(
            jobstores={"default": MemoryJobStore()},
            executors={"default": ThreadPoolExecutor(_WORKERS)},
            job_defaults={"coalesce": True, "max_instances": 1, "misfire_grace_time": _LATE},
            timezone=UTC,
        )
        over = threading.Event()
        scheduler.add_job(self._look_at, "interval", seconds=_LOOK_EVERY, args=(ledger,))
        with open_poller(self.folder, ledger, self._jitter) as poller:
            self._notifier = self._notes(ledger, poller)
            for orphan in poller.rulings.orphans():
                LOG.warning("ruling %d: its post can't be found", orphan.ruling.id)
            for left in poller.rulings.forsaken():
                LOG.warning("%s: no game of the settings has this name, its rulings hold nowhere", left.game)
            for place in poller.places:
                self._plan(scheduler, poller, over, place, self._clock())
            scheduler.add_job(
                self._look_for_next,
                "interval",
                seconds=_SUCCESSOR_EVERY,
                next_run_time=self._clock(),
                args=(scheduler, poller, over),
            )
            scheduler.start()
            LOG.info("started", extra=told(threads=len(poller.places)))
            notify("READY=1")
            stops = self._told_to_stop()
            over.set()
            ending = threading.Thread(target=scheduler.shutdown, daemon=True)
            ending.start()
            ending.join(_STOP_WITHIN)  # a request under way is let go: the next poll asks again
            self.hangs = ending.is_alive()
        return stops

    def _plan(
        self, scheduler: BackgroundScheduler, poller: Poller, over: threading.Event, place: Place, when: datetime
    ) -> None:
        scheduler.add_job(
            self._poll,
            "date",
            run_date=when,
            id=str(place.thread),
            replace_existing=True,
            args=(scheduler, poller, over, place),
        )

    def _poll(self, scheduler: BackgroundScheduler, poller: Poller, over: threading.Event, place: Place) -> None:
        """Poll one thread and plan its next poll; what goes wrong with one never stops the others."""
        if over.is_set():
            return
        next_at: datetime | None = self._clock() + timedelta(seconds=_AFTER_TROUBLE)
        try:
            polled = poller.poll(place, self._clock())
            next_at = polled.next_at
            for one in (polled, *polled.linked):
                self._tell(one)
        except _FATAL as error:
            self._give_up(error)
            return
        except RefereeError as error:
            LOG.error("%s", error, extra=told(thread=str(place.thread)))
        except Exception:
            LOG.exception("a fault of ours", extra=told(thread=str(place.thread)))
        if next_at is not None and not over.is_set():
            self._plan(scheduler, poller, over, place, next_at)
        self._tell_notes()

    def _notes(self, ledger: Ledger, poller: Poller) -> Notifier | None:
        if not self.folder.settings.notify:
            return None
        from referee.app.notify import Notifier

        return Notifier(self.folder, ledger, lambda: poller.places)

    def _tell_notes(self) -> None:
        """Send what there is to tell, where the settings name somebody; what goes wrong never stops a poll."""
        if self._notifier is None:
            return
        try:
            for one in self._notifier.run(self._clock()):
                if one.reason is None:
                    LOG.info("%s: a note was taken", one.target)
                else:
                    LOG.warning("%s: a note was not taken (%s)", one.target, one.reason)
        except (RefereeError, OSError) as error:
            LOG.error("%s", error)
        except Exception:
            LOG.exception("a fault of ours")

    def _look_at(self, ledger: Ledger) -> None:
        """See whether the ledger is still there, whatever the threads wait for."""
        try:
            ledger.check()
        except LedgerGone as error:
            self._give_up(error)

    def _give_up(self, error: RefereeError) -> None:
        """Stop for what no later poll can heal."""
        self._fatal = error
        os.kill(os.getpid(), signal.SIGTERM)

    def _look_for_next(self, scheduler: BackgroundScheduler, poller: Poller, over: threading.Event) -> None:
        """Ask for linked threads that wait, and look for threads that games go on in; one that is followed is polled at
        once."""
        if over.is_set():
            return
        known = {place.thread for place in poller.places}
        try:
            for refusal in poller.rulings.take(self._clock()):
                LOG.error("%s", refusal)
            for made in poller.rulings.news():
                counts = ", ".join(f"{count} {what}" for what, count in made.counts.items())
                LOG.info("%s: file of rulings: %s", made.game, counts, extra=told(game=made.game, **made.counts))
            for polled in chain(poller.links(self._clock()), poller.look(self._clock())):
                self._tell(polled)
        except _FATAL as error:
            self._give_up(error)
            return
        except RefereeError as error:
            LOG.error("%s", error)
        except Exception:
            LOG.exception("a fault of ours")
        for place in poller.places:
            if place.thread not in known and not over.is_set():
                self._plan(scheduler, poller, over, place, self._clock())
        self._tell_notes()

    def _told_to_stop(self) -> bool:
        """Wait for a signal: True for a stop, False for a reload whose settings are good."""
        while True:
            if signal.sigwait(_SIGNALS) != signal.SIGHUP:
                return True
            if self._read_again():
                return False

    def _read_again(self) -> bool:
        """Read the settings again; bad ones are told, and the old ones stay."""
        try:
            folder = open_folder(str(self.folder.file))
            check(folder)
        except RefereeError as error:
            LOG.error("%s", error)
            return False
        if folder.ledger_path != self.folder.ledger_path:
            LOG.error("%s: another ledger needs a new start; the old settings stay", folder.file)
            return False
        self.folder = folder
        LOG.info("reloaded")
        return True


def check(folder: Folder) -> None:
    """See to what a poll would stumble over: the rulesets of the games.

    Raises:
        RulesetError: one of them is bad.
    """
    folder.tables()


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
