"""Whom TLS trusts; imported where something is fetched, since `ssl` takes longer to import than most commands need."""

from __future__ import annotations

import ssl
from typing import Any


class _LateTrust(ssl.SSLContext):
    """A TLS context that reads the certificates it trusts when it first needs them: plain http does not pay 40 ms."""

    _is_ready = False

    def wrap_socket(self, *args: Any, **named: Any) -> ssl.SSLSocket:
        self._make_ready()
        return super().wrap_socket(*args, **named)

    def wrap_bio(self, *args: Any, **named: Any) -> ssl.SSLObject:
        self._make_ready()
        return super().wrap_bio(*args, **named)

    def _make_ready(self) -> None:
        if self._is_ready:
            return
        import os

        if os.environ.get("SSL_CERT_FILE") or os.environ.get("SSL_CERT_DIR"):
            self.set_default_verify_paths()
        else:
            try:
                import certifi
            except ImportError:
                self.load_default_certs()
            else:
                self.load_verify_locations(cafile=certifi.where())
        self._is_ready = True


def trusting_late() -> ssl.SSLContext:
    """A TLS context that reads its certificates when it first needs them."""
    return _LateTrust(ssl.PROTOCOL_TLS_CLIENT)
