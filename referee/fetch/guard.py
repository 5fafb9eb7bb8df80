"""Whom strangers' links may lead us to: known hosts at public addresses, and what the settings name; nothing else.

A player's link is a wish of somebody unknown. The name of its host is looked up here, every address that comes is
looked at, and the connection goes to one of those addresses: a name that leads elsewhere a moment later (DNS
rebinding) changes nothing. A redirect is a request like the first.
"""

from __future__ import annotations

import ipaddress
import socket

from msgspec import Struct

from referee.fetch.client import Denied
from referee.model.address import family_of

#: Ports that a host of a known family may be asked at: those of http and https.
_USUAL = frozenset({"80", "443"})
#: How many addresses of a name are tried.
_TRIED = 4
#: IPv6 addresses that lead on to an IPv4 address in their last four bytes (RFC 6052).
_TRANSLATED = (ipaddress.ip_network("64:ff9b::/96"), ipaddress.ip_network("64:ff9b:1::/48"))


class Guard(Struct, frozen=True):
    """Who may be asked: hosts of the known families at public addresses; `named` (hosts, with their port where they
    have one) wherever they are."""

    named: frozenset[str] = frozenset()

    def knows(self, host: str) -> bool:
        """Whether a host (with or without a port) may be asked at all, as far as its name tells."""
        name, _, port = host.rpartition(":") if ":" in host and not host.endswith("]") else (host, "", "")
        if host in self.named or (port in _USUAL and name in self.named):
            return True
        return family_of(name) != "0ch" and (not port or port in _USUAL)

    def addresses(self, name: str, port: int) -> list[str]:
        """The addresses (IP, as text) at which a host may be asked.

        Raises:
            Denied: its name is not known, or one of its addresses is not public and the settings do not name it.
            OSError: it has no address.
        """
        host = f"[{name}]" if ":" in name else name
        is_named = f"{host}:{port}" in self.named or (str(port) in _USUAL and host in self.named)
        if not is_named and not self.knows(f"{host}:{port}"):
            raise Denied("unknown_host", host)
        return looked_up(name, port, anywhere=is_named)


def looked_up(name: str, port: int, *, anywhere: bool) -> list[str]:
    """The addresses of a name; they must all be public unless it may lead anywhere.

    Raises:
        Denied: one is not public. OSError: there is none.
    """
    found = [str(row[4][0]) for row in socket.getaddrinfo(name, port, type=socket.SOCK_STREAM)]
    if not anywhere and not all(map(is_public, found)):
        raise Denied("private_address", f"[{name}]" if ":" in name else name)
    return list(dict.fromkeys(found))[:_TRIED]


def is_public(address: str) -> bool:
    """Whether an IP address is one of the open internet: not private, loopback, link-local, multicast, reserved, nor a
    way to such a one."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(ip, ipaddress.IPv6Address):
        inner = [ip.ipv4_mapped, ip.sixtofour, *(ip.teredo or ())]
        if any(ip in network for network in _TRANSLATED):
            inner.append(ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF))
        if any(one is not None and not is_public(str(one)) for one in inner):
            return False
        if ip.ipv4_mapped is not None:
            return True
    return ip.is_global and not (ip.is_multicast or ip.is_reserved or ip.is_unspecified)
