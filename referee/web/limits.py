"""How much of the service one asker may have."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address

from msgspec import Struct

#: Askers that are remembered; a crowd of addresses must not fill memory.
_REMEMBERED = 10_000


class Limits(Struct, frozen=True):
    """Limits of the service: requests a minute of one asker (0: any number), how many of them at once; requests at
    work at the same time; seconds for one; bytes of a request's body, and of its address with the query."""

    per_minute: int = 600
    burst: int = 120
    at_work: int = 100
    seconds: float = 20.0
    body: int = 64 * 1024
    address: int = 4096


class Askers:
    """Lets each asker ask so often: a bucket that fills again by the time."""

    def __init__(self, limits: Limits, ticks: Callable[[], float] = time.monotonic) -> None:
        self._pace, self._burst, self._ticks = limits.per_minute / 60, float(limits.burst), ticks
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, asker: str) -> float:
        """Seconds that an asker has to wait; 0 where it may ask now, which counts."""
        if not self._pace:
            return 0.0
        now = self._ticks()
        left, at = self._buckets.pop(asker, (self._burst, now))
        left = min(self._burst, left + (now - at) * self._pace)
        may = left >= 1.0
        self._buckets[asker] = (left - 1.0 if may else left), now
        if len(self._buckets) > _REMEMBERED:
            self._buckets.popitem(last=False)
        return 0.0 if may else (1.0 - left) / self._pace


def asker_of(host: str) -> str:
    """Who asks, by address: of IPv6 the network of a subscriber, since one has many addresses."""
    if ":" not in host:
        return host
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    return str(address.ipv4_mapped) if address.ipv4_mapped else address.exploded[:19]
