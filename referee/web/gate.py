"""The gate that every request passes: limits before, headers on the answer, time, counting, and no traceback behind.

Pure ASGI, in one piece: each layer would cost as much as a page from the cache.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from referee.app.live import Live
from referee.web.answers import Answer, Headers, failed
from referee.web.limits import Askers, Limits, asker_of
from referee.web.metrics import Metrics

#: On every answer. Pages forbid the rest themselves (Content-Security-Policy, by page).
SAFE: Headers = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-embedder-policy", b"require-corp"),
    (b"cross-origin-resource-policy", b"same-origin"),
]


class Gate:
    """Lets requests through to an app, within limits; what is answered `at_once` needs none. `tell` is told of
    failures, and of requests where `logs`."""

    def __init__(
        self,
        app: ASGIApp,
        at_once: Callable[[Scope], Answer | None],
        live: Live,
        limits: Limits,
        metrics: Metrics,
        tell: Callable[[str], object],
        *,
        logs: bool,
    ) -> None:
        self._app, self._at_once, self._live = app, at_once, live
        self._limits, self._metrics, self._tell = limits, metrics, tell
        self._logs, self._askers = logs, Askers(limits)
        self.at_work = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1000})
            return
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begin, status = time.perf_counter(), 0

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], *SAFE]
            await send(message)

        self.at_work += 1
        try:
            failure = await self._served(scope, receive, sending)
            if failure is not None and not status:
                await failure(scope, receive, sending)
        finally:
            self.at_work -= 1
            self._count(scope, status, time.perf_counter() - begin)

    async def _served(self, scope: Scope, receive: Receive, send: Send) -> Answer | None:
        """Serve a request; what is to be said where that failed."""
        refusal = self._refusal(scope)
        try:
            async with asyncio.timeout(self._limits.seconds):
                await (refusal or self._at_once(scope) or self._app)(scope, receive, send)
        except TimeoutError:
            return failed(scope, self._live, 503, [(b"retry-after", b"5")])
        except ClientDisconnect:
            return None
        except Exception as error:
            self._tell(f"{scope['method']} {_path(scope)}: {_told(error)}")
            return failed(scope, self._live, 500)
        return None

    def _refusal(self, scope: Scope) -> Answer | None:
        """Why a request is not looked at."""
        if len(scope["path"]) + len(scope["query_string"]) > self._limits.address:
            return failed(scope, self._live, 414)
        if self.at_work > self._limits.at_work:
            return failed(scope, self._live, 503, [(b"retry-after", b"1")])
        client = scope.get("client")
        wait = self._askers.wait(asker_of(client[0]) if client else "")
        if wait:
            return failed(scope, self._live, 429, [(b"retry-after", b"%d" % math.ceil(wait))])
        return None

    def _count(self, scope: Scope, status: int, seconds: float) -> None:
        route = getattr(scope.get("endpoint"), "__name__", "none")
        self._metrics.add(route, status, seconds)
        if self._logs:  # who asked is nobody's business: no address, no query
            self._tell(f"{scope['method']} {_path(scope)} {status} {seconds * 1000:.1f} ms")


def _path(scope: Scope) -> str:
    """The path as asked for, fit for one line of a log."""
    return ascii(scope["path"][:200])[1:-1]


def _told(error: Exception) -> str:
    """An error in a line, with the place in the code."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = f" ({trace.tb_frame.f_code.co_name}, line {trace.tb_lineno})" if trace is not None else ""
    return f"{type(error).__name__}: {' '.join(str(error).split())}{where}"
