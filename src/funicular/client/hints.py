"""A hint for one's turn, measured by the server: `POST /api/tables/ID/hint`."""

from __future__ import annotations

import urllib.error
import urllib.request
from urllib.parse import urlencode

import msgspec

from funicular.client.address import TableAddress
from funicular.client.errors import RefusedByServer, ServerGone

# A server that measures for many may let one wait.
SECONDS = 30.0


class GivenHint(msgspec.Struct, frozen=True):
    """What of a hint a person needs: the moves by their places, the best of them, and why."""

    legal: tuple[str, ...]
    best: int
    text: str

    @property
    def move(self) -> str:
        """The best move in its notation."""
        return self.legal[self.best]


class _Refused(msgspec.Struct, frozen=True):
    code: str
    text: str
    wait: int | None = None


def ask_for_hint(address: TableAddress, token: str, lang: str) -> GivenHint:
    """Ask, and wait for the answer; `ClientError` says why there is none."""
    table = address.socket.removesuffix("/socket").replace("ws", "http", 1)
    request = urllib.request.Request(  # noqa: S310 - made from a link to a table, which has one of two schemes
        f"{table}/hint?{urlencode({'lang': lang})}",
        b"",
        {"Authorization": f"Bearer {token}"},
    )
    try:
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:  # noqa: S310 - as above
            return msgspec.json.decode(answer.read(), type=GivenHint)
    except urllib.error.HTTPError as error:
        with error:
            raise _refusal(error.read(), address) from None
    except (OSError, msgspec.MsgspecError) as error:
        raise ServerGone("client.gone", name=address.name) from error


def _refusal(body: bytes, address: TableAddress) -> RefusedByServer | ServerGone:
    try:
        refused = msgspec.json.decode(body, type=_Refused)
    except msgspec.MsgspecError:
        return ServerGone("client.gone", name=address.name)
    return RefusedByServer(refused.code, refused.text, refused.wait)
