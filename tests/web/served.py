"""A web service in this process, and who asks it."""

from __future__ import annotations

import httpx
from scene import Scene
from starlette.testclient import TestClient

from referee.app.live import Live
from referee.web.limits import Limits
from referee.web.site import make_app


class Ticks:
    """Seconds that pass when told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Served:
    """A service, who asks it, its seconds, and what it told its host."""

    def __init__(self, scene: Scene, limits: Limits | None = None, *, logs: bool = False) -> None:
        self.scene, self.ticks, self.told = scene, Ticks(), list[str]()
        self.live = Live(str(scene.file), lambda: scene.now, self.told.append, ticks=self.ticks)
        app = make_app(self.live, limits or Limits(per_minute=0), self.told.append, logs=logs)
        self.client = TestClient(app, raise_server_exceptions=True, follow_redirects=False)

    def get(self, path: str, **headers: str) -> httpx.Response:
        """Ask for an address; `_` in the names of headers is `-`."""
        return self.client.get(path, headers={name.replace("_", "-"): value for name, value in headers.items()})

    def later(self, seconds: float = 1.0) -> None:
        """What was seen of the ledger holds no more."""
        self.ticks.now += seconds
