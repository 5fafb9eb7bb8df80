"""Threads read straight from a board, for an audit without a ledger."""

from __future__ import annotations

from contextlib import ExitStack

from referee.app import clock
from referee.fetch import Fallen, Fetcher, Grown, Refused, Unchanged, Whole, live_address, open_client
from referee.model import Capture, Held, Problem, ThreadRef
from referee.parse import ReadThread
from referee.parse.past_log import refusal_of_page
from referee.parse.recognise import read_any, read_thread, refusal_of_growing


class Online:
    """Reads threads through one client, opened when the first one is asked for."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._fetcher: Fetcher | None = None

    def read(self, url: str, thread: ThreadRef) -> ReadThread | Problem:
        """The posts of the thread at an address, from its dat or its past log, which may be a page; else why not
        (`refused_source`)."""
        if self._fetcher is None:
            self._fetcher = Fetcher(
                self._stack.enter_context(open_client()), refusal_of_growing, validate_page=refusal_of_page
            )
        answer = self._fetcher.fetch(live_address(thread, url), thread, Held(), True, clock.now())
        why: str
        match answer:
            case Whole() | Grown():
                return read_thread(Capture(thread, url, answer.whole[: answer.complete]))
            case Fallen(capture=Capture() as capture):
                read = read_any(Capture(thread, url, capture.body))
                if isinstance(read, ReadThread):
                    return read
                why = read
            case Fallen(refused=refused) if refused:
                why = refused
            case Fallen() | Unchanged():
                why = "not_found"
            case Refused():
                why = answer.reason
            case _:
                why = answer.reason
        return Problem("refused_source", thread, source=url, detail=why)

    def close(self) -> None:
        """Let go of the client."""
        self._stack.close()
