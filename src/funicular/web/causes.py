"""Who causes the work of a request, for the queues it waits in."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from funicular.live.admission.causes import Cause
from funicular.web.guards.addresses import caller_of


def cause_of(connection: HTTPConnection, about: str = "") -> Cause:
    """Work for this caller, about this table, replay or challenge."""
    return Cause(caller_of(connection.scope).networks, about)
