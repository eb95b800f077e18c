"""What can go wrong at a live table, in the one family of errors."""

from __future__ import annotations

from funicular.core.errors import FunicularError


class ClientError(FunicularError):
    """Something that keeps a client from its table."""


class BadLink(ClientError):
    """Text that is no link to a table or to a server."""


class ServerGone(ClientError):
    """The server does not answer, or no longer."""


class BadMessage(ClientError):
    """The server said something that this version does not understand."""


class RefusedByServer(ClientError):
    """The server refused, in its own words. `code` is for programs: `docs/protocol.md` lists them.

    `wait` is the number of seconds after which the same may be asked again, where that helps.
    """

    def __init__(self, code: str, text: str, wait: int | None = None) -> None:
        """Take the message's parts."""
        super().__init__("client.refused", text=text)
        self.code = code
        self.text = text
        self.wait = wait


class SeatLost(ClientError):
    """Another player has the seat now, or another client has given it a new token."""

    def __init__(self, text: str) -> None:
        """Take the server's sentence."""
        super().__init__("client.refused", text=text)
