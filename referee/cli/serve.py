"""`referee serve`: the pages live from the ledger, the ID checker and the API, over HTTP."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

import click

from referee.cli.ledger import settings_option
from referee.errors import UsageError

#: The web room, by name like the modules of commands: the two skins of `app` do not know each other.
SERVE = "referee.web.server:serve"
#: What the extra brings.
_EXTRA = ("starlette", "uvicorn", "anyio", "h11")


@click.command(name="serve", help="Serve the pages, the ID checker and the API over HTTP, from the ledger; read-only.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to serve at.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="Port (0: a free one).")
@click.option(
    "--rate",
    type=click.IntRange(0),
    default=600,
    show_default=True,
    help="Requests a minute of one client (0: any number).",
)
@click.option(
    "--proxy",
    "proxies",
    metavar="ADDRESS",
    multiple=True,
    default=("127.0.0.1", "::1"),
    show_default=True,
    help="Proxy whose X-Forwarded-For is believed.",
)
@click.option("--access-log", "logs", is_flag=True, help="Tell of every request on stderr, without its address.")
@settings_option
def command(host: str, port: int, rate: int, proxies: tuple[str, ...], logs: bool, file: str | None) -> int:
    """Serve until told to stop (SIGTERM, Ctrl+C)."""
    module, _, name = SERVE.partition(":")
    try:
        serve: Callable[..., None] = getattr(import_module(module), name)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in _EXTRA:
            raise
        raise UsageError("serve", f"{error.name} is not installed", "pip install 'referee[serve]'") from None
    serve(file, host, port, rate, proxies, lambda line: click.echo(f"referee: {line}", err=True), logs=logs)
    return 0
