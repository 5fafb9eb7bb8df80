"""Notes to a webhook: one small POST of JSON, where the host's settings say, and nowhere else; knows httpx.

A board is never written to: `app` refuses its addresses before they come here. A name must lead to public addresses;
an IP address that is written out says itself where it leads. Redirects are not followed, proxies of the environment
not used, and of the answer only the status is looked at.
"""

from __future__ import annotations

import ipaddress
from typing import Literal

import httpx

from referee import __version__
from referee.fetch.checked import open_checked
from referee.fetch.client import Trouble, trouble_of
from referee.fetch.guard import Guard, looked_up

#: Seconds for each step of a request, and bytes of a note.
TIMEOUT, MOST = 5.0, 16_384
#: Why a note was not taken: what the network said, or the status class of the answer.
Untaken = Trouble | Literal["too_large", "redirected", "refused", "busy"]


class _Named(Guard, frozen=True):
    """Lets through the one host that is written in the settings."""

    def addresses(self, name: str, port: int) -> list[str]:
        """As `Guard.addresses`."""
        return looked_up(name, port, anywhere=is_written_out(name) or name == "localhost")


def is_written_out(name: str) -> bool:
    """Whether a host is an IP address, not a name."""
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def post_json(url: str, body: bytes, timeout: float = TIMEOUT) -> Untaken | None:
    """Post a note; why it was not taken, None where it was (an answer of 2xx). Never raises for the network."""
    if len(body) > MOST:
        return "too_large"
    headers = {"content-type": "application/json; charset=utf-8", "user-agent": f"referee/{__version__}"}
    try:
        with (
            open_checked(_Named(), timeout) as client,
            client.stream("POST", url, content=body, headers=headers, follow_redirects=False) as response,
        ):
            status = response.status_code
    except httpx.RequestError as error:
        return trouble_of(error)
    except (httpx.InvalidURL, ValueError):
        return "bad_address"
    if status < 300:
        return None
    return "redirected" if status < 400 else "busy" if status == 429 or status >= 500 else "refused"
