"""The client for linked posts and notes: connects to addresses that a guard has looked at, to no other; knows httpx.

Imported when the first link is followed, or the first note sent. As in `client`, only public names of httpx are used.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import httpx

from referee.fetch.client import Denied
from referee.fetch.guard import Guard
from referee.fetch.trust import trusting_late


class _Checked(httpx.BaseTransport):
    """Looks every host up itself, and asks the addresses found under the name that was meant."""

    def __init__(self, guard: Guard) -> None:
        self._guard = guard
        # A connection is not used twice: two names may share an address, and each has a certificate of its own.
        limits = httpx.Limits(max_keepalive_connections=0)
        self._inner = httpx.HTTPTransport(verify=trusting_late(), trust_env=False, limits=limits)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        url, name = request.url, request.url.raw_host.decode("ascii")
        try:
            addresses = self._guard.addresses(name, url.port or (443 if url.scheme == "https" else 80))
        except (Denied, OSError, UnicodeError) as error:
            raise httpx.ConnectError(str(error)) from error
        trouble = httpx.ConnectError(f"{name} has no address")
        for address in addresses:
            there = httpx.Request(
                request.method,
                url.copy_with(host=address),
                headers=request.headers,  # Host among them
                stream=request.stream,
                extensions={**request.extensions, "sni_hostname": name},
            )
            try:
                return self._inner.handle_request(there)
            except httpx.ConnectError as error:
                trouble = error
        raise trouble

    def close(self) -> None:
        self._inner.close()


@contextmanager
def open_checked(guard: Guard, timeout: httpx.Timeout | float) -> Iterator[httpx.Client]:
    """A client that asks nobody whom the guard does not let through; closed at the end. `timeout` as in `open_client`.

    Proxies of the environment are not used: they would look names up again, out of our sight.
    """
    transport = _Checked(guard)
    with httpx.Client(transport=transport, timeout=timeout, follow_redirects=False, trust_env=False) as client:
        yield client
