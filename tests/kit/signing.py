"""A profile's key as a browser has it, and requests signed with it."""

from __future__ import annotations

import base64
import time

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from funicular.web.person import profile_id, signed_text


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Signer:
    """A key of its own."""

    def __init__(self) -> None:
        self._private = Ed25519PrivateKey.generate()
        self.key = _text(self._private.public_key().public_bytes_raw())
        self.profile = profile_id(self.key)
        self._last = 0

    def headers(
        self, method: str, host: str, path: str, body: bytes = b"", *, at: int | None = None
    ) -> dict[str, str]:
        """What goes with a request so that it is this profile's."""
        self._last = max(self._last + 1, time.time_ns() // 1_000_000)
        at = self._last if at is None else at
        signature = self._private.sign(signed_text(method, host, path, body, at))
        return {"Funicular-Signature": f"{self.key}.{at}.{_text(signature)}"}
