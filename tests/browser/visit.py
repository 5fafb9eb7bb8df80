"""A tab of the browser that remembers what it asked for, and a web server for a folder."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any


class Visitor:
    """One tab: `asked` are the addresses that its page asked for, `said` what went wrong or was forbidden there."""

    def __init__(self, browser: Any, **settings: Any) -> None:
        self._context = browser.new_context(**({"viewport": {"width": 360, "height": 800}} | settings))
        self.page = self._context.new_page()
        self.asked: list[str] = []
        self.said: list[str] = []
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("requestfailed", lambda request: self.said.append(f"failed: {request.url}"))
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("dialog", lambda dialog: (self.said.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        self.page.on("response", self._answered)

    def _answered(self, response: Any) -> None:
        if response.status >= 400:
            self.said.append(f"{response.status}: {response.url}")

    def open(self, address: str) -> Any:
        """Go to an address; the tab's page."""
        self.asked.clear()
        self.said.clear()
        self.page.goto(address)
        return self.page

    def close(self) -> None:
        self._context.close()


@contextmanager
def serve(folder: Path) -> Iterator[str]:
    """Serve a folder on a free port of this machine: its address, with the slash behind it."""

    class Handler(SimpleHTTPRequestHandler):
        def log_message(self, format: str, *arguments: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=str(folder))) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()
