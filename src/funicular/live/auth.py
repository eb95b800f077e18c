"""Who may come in: people with a seat's token or the table's invitation."""

from __future__ import annotations

import hmac

from funicular.live.refusals import Refusal
from funicular.table.table import Table


def guest_at(table: Table, token: str | None, invite: str | None) -> str | None:
    """The guest whose token this is, or None for somebody invited; `Refusal` for anybody else.

    A token that is no longer good still lets its owner watch, if they have the invitation too. A
    refusal does not say which of the two was wrong.
    """
    guest = None if token is None else table.guest_of(token)
    if guest is None and not _same(invite, table.opened.invite):
        raise Refusal("no-entry", "serve.no-entry")
    return guest


def _same(given: str | None, secret: str) -> bool:
    return given is not None and hmac.compare_digest(given.encode(), secret.encode())
