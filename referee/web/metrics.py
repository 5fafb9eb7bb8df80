"""What the service did, in the text form of Prometheus."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator

from referee.app.live import Health

#: The upper ends of the buckets of time (seconds).
_BUCKETS = (0.001, 0.005, 0.025, 0.1, 0.5, 2.5)


class Metrics:
    """Counts requests by route and status, and the seconds that they took."""

    def __init__(self) -> None:
        self._requests: Counter[tuple[str, int]] = Counter()
        self._seconds: dict[str, float] = {}
        self._within: dict[str, list[int]] = {}

    def add(self, route: str, status: int, seconds: float) -> None:
        """One request is done."""
        self._requests[route, status] += 1
        self._seconds[route] = self._seconds.get(route, 0.0) + seconds
        within = self._within.setdefault(route, [0] * (len(_BUCKETS) + 1))
        within[bisect_left(_BUCKETS, seconds)] += 1

    def text(self, health: Health, at_work: int) -> bytes:
        """All of it, with the state of the ledger and its games, and the requests at work."""
        return "\n".join([*self._lines(), *_of_ledger(health), *_one("requests_at_work", at_work), ""]).encode()

    def _lines(self) -> Iterator[str]:
        yield "# TYPE referee_requests_total counter"
        for (route, status), count in sorted(self._requests.items()):
            yield f'referee_requests_total{{route="{route}",status="{status}"}} {count}'
        yield "# TYPE referee_request_seconds histogram"
        for route, within in sorted(self._within.items()):
            total = 0
            for end, count in zip((*map(str, _BUCKETS), "+Inf"), within, strict=True):
                total += count
                yield f'referee_request_seconds_bucket{{route="{route}",le="{end}"}} {total}'
            yield f'referee_request_seconds_sum{{route="{route}"}} {self._seconds[route]:.6f}'
            yield f'referee_request_seconds_count{{route="{route}"}} {total}'


def _one(name: str, value: float) -> Iterator[str]:
    yield f"# TYPE referee_{name} gauge"
    yield f"referee_{name} {value}"


def _of_ledger(health: Health) -> Iterator[str]:
    yield from _one("ledger_up", int(health.ok))
    for name in ("posts", "poll_age"):
        unit = "_seconds" if name == "poll_age" else ""
        yield f"# TYPE referee_{name}{unit} gauge"
        for game in health.games:
            value = getattr(game, name)
            if value is not None:
                yield f'referee_{name}{unit}{{game="{_escaped(game.name)}"}} {value}'


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
