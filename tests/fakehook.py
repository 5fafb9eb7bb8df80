"""A webhook on loopback that keeps what it is told, and answers as it is told to."""

from __future__ import annotations

import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class FakeHook:
    """A server on 127.0.0.1; a context manager. `status` is what it answers, `delay` how long it thinks (seconds)."""

    def __init__(self) -> None:
        self.status, self.delay = 204, 0.0
        self.bodies: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.paths: list[str] = []
        hook = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                hook.bodies.append(json.loads(body))
                hook.headers.append({name.lower(): value for name, value in self.headers.items()})
                hook.paths.append(self.path)
                time.sleep(hook.delay)
                self.send_response(hook.status)
                if hook.status in (301, 307):
                    self.send_header("location", "/elsewhere")
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Nobody reads it."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}/hook/s3cret?token=t0ken"

    @property
    def notes(self) -> list[dict[str, Any]]:
        """Every note that was told, in order."""
        return [note for body in self.bodies for note in body["notes"]]

    def __enter__(self) -> FakeHook:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
