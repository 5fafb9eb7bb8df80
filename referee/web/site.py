"""The routes: pages, the ID checker, the API, and what those who run it look at."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import TypeVar
from urllib.parse import parse_qsl

import anyio.to_thread
import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Scope

from referee.app.checkform import FIELDS, read_form, read_rows
from referee.app.judge import Refused
from referee.app.live import Live, UnknownError
from referee.app.made import Made
from referee.app.question import Question
from referee.errors import LedgerError, UsageError
from referee.web.answers import HTML, JSON, KINDS, Answer, failed, fresh, kept, kind_of, now_only, trouble
from referee.web.gate import Gate
from referee.web.limits import Limits
from referee.web.metrics import Metrics
from referee.web.openapi import OPENAPI

T = TypeVar("T")
_LANGS = ("ja", "en")
_READS = ("GET", "HEAD")
_CHECKER = re.compile(r"/([^/]+)(/en)?/check")


def make_app(live: Live, limits: Limits, tell: Callable[[str], object], *, logs: bool = False) -> Gate:
    """The service as an ASGI app."""
    metrics = Metrics()
    service = Service(live, limits, metrics)
    handlers = {HTTPException: service.refused, Exception: service.broken}
    app = Starlette(routes=service.routes(), exception_handlers=handlers)
    app.router.redirect_slashes = False  # it would build the address from the Host that anybody may send
    gate = Gate(app, service.at_once, live, limits, metrics, tell, logs=logs)
    service.at_work = lambda: gate.at_work
    return gate


class Service:
    """The endpoints."""

    def __init__(self, live: Live, limits: Limits, metrics: Metrics) -> None:
        self._live, self._limits, self._metrics = live, limits, metrics
        self._openapi = msgspec.json.encode(OPENAPI)
        self.at_work: Callable[[], int] = int

    def routes(self) -> list[Route]:
        """Every address; the names of the endpoints are those of the metrics."""
        return [
            Route("/{folder}/check", self.check),  # what is asked most and can't be kept stands first
            Route("/{folder}/en/check", self.check),
            Route("/health", self.health),
            Route("/metrics", self.metrics),
            Route("/openapi.json", self.openapi),
            Route("/api/judge", self.judge, methods=["GET", "POST"]),
            Route("/api/games", self.games),
            Route("/api/games/{name}", self.game),
            Route("/api/games/{name}/standings", self.standings),
            Route("/api/games/{name}/posts/{post:path}", self.post),
            Route("/{path:path}", self.page),
        ]

    def at_once(self, scope: Scope) -> Answer | None:
        """What is asked most and needs no waiting: the checker, and what was made before and still holds. The way
        through the routes would cost more than a page does."""
        asked: str = scope["path"]
        if scope["method"] not in _READS or not asked.startswith("/"):
            return None
        checker = _CHECKER.fullmatch(asked)
        if checker is not None:
            scope["endpoint"] = self.check  # by which the metrics know it
            return self._checked(scope, checker[1], "en" if checker[2] else "ja")
        path = _file_of(asked[1:])
        is_page = not path.startswith("api/")
        if not is_page and not path.endswith("/standings"):
            return None
        made = self._live.kept(path)
        if made is None:
            return None
        scope["endpoint"] = self.page if is_page else self.standings
        return kept(scope, made, kind_of(path) if is_page else JSON)

    # For people

    async def page(self, request: Request) -> Response:
        """A page of the site."""
        path = _file_of(request.path_params["path"])
        try:
            made = await _aside(self._live.page, path)
        except (UsageError, LedgerError):
            return failed(request.scope, self._live, 503, [(b"retry-after", b"60")])
        if made is not None:
            return kept(request.scope, made, kind_of(path))
        if "/" not in path and await self._is_folder(path):
            # The address is told from this one: no Host, no prefix of a proxy is in it.
            return Answer(308, b"", [(b"location", path.encode() + b"/")])
        return failed(request.scope, self._live, 404)

    async def _is_folder(self, name: str) -> bool:
        return await _aside(self._live.page, f"{name}/index.html") is not None

    async def check(self, request: Request) -> Response:
        """The ID checker."""
        lang = "en" if request.scope["path"].endswith("/en/check") else "ja"
        return self._checked(request.scope, request.path_params["folder"], lang)

    def _checked(self, scope: Scope, folder: str, lang: str) -> Answer:
        try:
            desk = self._live.desk(folder, lang)
        except UnknownError:
            return failed(scope, self._live, 404)
        except UsageError:
            return failed(scope, self._live, 503)
        page, is_right = desk.page(read_form(_fields(scope)))
        return fresh(scope, page.text.encode("utf-8", "replace"), HTML, 200 if is_right else 400)

    # For programs

    async def judge(self, request: Request) -> Response:
        """What IDs are worth."""
        fields = dict(_fields(request.scope))
        lang = fields.get("lang", self._live.lang)
        if lang not in _LANGS:
            return trouble(400, "lang: write ja or en")
        try:
            desk = self._live.desk(fields.get("game", ""), lang)
        except UnknownError as error:
            return trouble(404, str(error))
        except UsageError:
            return failed(request.scope, self._live, 503)
        if request.method == "POST":
            body = await _body(request, self._limits.body)
            if body is None:
                return failed(request.scope, self._live, 413)
            try:
                questions = read_rows(body)
            except UsageError as error:
                return trouble(400, str(error))
            return now_only(msgspec.json.encode([desk.row(one) for one in questions]), JSON)
        unknown = next((name for name in fields if name not in (*FIELDS, "lang", "game")), None)
        if unknown is not None:
            return trouble(400, f"{unknown[:40]} is not known: {', '.join(FIELDS)}, lang, game")
        form = read_form(_fields(request.scope))
        if form.troubles or not form.ids:
            return trouble(400, desk.sentences(form) or "no ID: write ?id=Rzi1234p")
        rows = [desk.row(Question(ident, form.context)) for ident in form.ids]
        bad = len(rows) == 1 and isinstance(rows[0], Refused)
        body = msgspec.json.encode(rows if len(rows) > 1 else rows[0])
        return fresh(request.scope, body, JSON, 400 if bad else 200)

    async def games(self, request: Request) -> Response:
        """The games."""
        return await self._answered(request, "api/games", self._live.games)

    async def game(self, request: Request) -> Response:
        """One game."""
        name = request.path_params["name"]
        return await self._answered(request, f"api/games/{name}", partial(self._live.game, name))

    async def standings(self, request: Request) -> Response:
        """Who stands where."""
        name = request.path_params["name"]
        return await self._answered(request, f"api/games/{name}/standings", partial(self._live.standings, name))

    async def post(self, request: Request) -> Response:
        """One verdict."""
        name, post = request.path_params["name"], request.path_params["post"]
        lang = request.query_params.get("lang", self._live.lang)
        if lang not in _LANGS:
            return trouble(400, "lang: write ja or en")
        asked = partial(self._live.post, name, post, lang)
        return await self._answered(request, f"api/games/{name}/posts/{post}?{lang}", asked)

    async def _answered(self, request: Request, path: str, ask: Callable[[], Made]) -> Response:
        made = self._live.kept(path)
        if made is None:
            try:
                made = await _aside(ask)
            except UnknownError as error:
                return trouble(404, str(error))
            except (UsageError, LedgerError):
                return failed(request.scope, self._live, 503, [(b"retry-after", b"60")])
        return kept(request.scope, made, JSON)

    async def openapi(self, request: Request) -> Response:
        """The description of the API."""
        return fresh(request.scope, self._openapi, JSON)

    # For who runs it

    async def health(self, request: Request) -> Response:
        """Whether the ledger can be read."""
        health = await _aside(self._live.health)
        told = {"status": "ok" if health.ok else "failing", "ledger": health.ok, "games": health.games}
        return now_only(msgspec.json.encode(told), JSON, 200 if health.ok else 503)

    async def metrics(self, request: Request) -> Response:
        """Numbers for Prometheus."""
        health = await _aside(self._live.health)
        return now_only(self._metrics.text(health, self.at_work()), KINDS["txt"])

    async def broken(self, request: Request, error: Exception) -> Response:
        """A failure of ours; Starlette raises it again, and the gate tells of it."""
        return failed(request.scope, self._live, 500)

    async def refused(self, request: Request, error: Exception) -> Response:
        """What Starlette refuses: an address that is none, another method."""
        status = error.status_code if isinstance(error, HTTPException) else 400
        known = (error.headers or {}) if isinstance(error, HTTPException) else {}
        allow = [(b"allow", known["Allow"].encode())] if "Allow" in known else []
        return failed(request.scope, self._live, status if status in (404, 405) else 400, allow)


async def _aside(work: Callable[..., T], *arguments: object) -> T:
    """Work that may take long, beside the loop; whoever gave up waiting leaves it to finish alone."""
    return await anyio.to_thread.run_sync(partial(work, *arguments), abandon_on_cancel=True)


def _file_of(path: str) -> str:
    """The file that is meant by a path: of a folder, the page that stands for it."""
    return f"{path}index.html" if not path or path.endswith("/") else path


def _fields(scope: Scope) -> list[tuple[str, str]]:
    return parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)


async def _body(request: Request, most: int) -> bytes | None:
    """The body of a request; None where it is too long."""
    told = request.headers.get("content-length", "0")
    if not told.isdecimal() or int(told) > most:
        return None
    parts = bytearray()
    async for part in request.stream():
        parts += part
        if len(parts) > most:
            return None
    return bytes(parts)
