"""How the server is: for programs that watch over it.

`/healthz` says whether it lives, `/readyz` whether people should be sent to it, `/metrics` all that
is counted. The first two tell strangers a word and nothing else; the third is at an address of its
own unless the operator says otherwise.
"""

from __future__ import annotations

from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from funicular.live.messages import PROTOCOL
from funicular.web.application import Application
from funicular.web.guards.addresses import ALIVE
from funicular.web.guards.security import Security
from funicular.web.responses import answer
from funicular.web.services import Services, services


async def answer_alive(scope: Scope, receive: Receive, send: Send) -> None:
    """The same, without looking for the route."""
    await (await alive(Request(scope)))(scope, receive, send)


async def alive(request: Request) -> Response:
    """`GET /healthz`: 503 if it should be ended."""
    return _said(services(request).health.not_alive())


async def ready(request: Request) -> Response:
    """`GET /readyz`: 503, with a word for the reason, if nobody should be sent here now."""
    return _said(services(request).health.not_ready())


def _said(problem: str | None) -> Response:
    return answer(
        {"ok": problem is None, "protocol": PROTOCOL, "problem": problem},
        200 if problem is None else 503,
    )


async def metrics(request: Request) -> Response:
    """`GET /metrics`, for Prometheus."""
    body, kind = services(request).metrics.written()
    return Response(body, headers={"Content-Type": kind, "Cache-Control": "no-store"})


def routes(*, public_metrics: bool) -> list[BaseRoute]:
    """What the public port answers."""
    found: list[BaseRoute] = [Route(ALIVE, alive), Route("/readyz", ready)]
    return [*found, Route("/metrics", metrics)] if public_metrics else found


def metrics_app(found: Services) -> Application:
    """What an address of its own answers: the metrics, and how the server is."""
    return Application(found, routes=routes(public_metrics=True), middleware=[Middleware(Security)])
