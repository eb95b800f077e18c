"""How the server is: for whoever watches over it."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from funicular.native import COMPILED
from funicular.store.log import StoreFailed
from funicular.web.answers import answer
from funicular.web.messages import PROTOCOL


async def health(request: Request) -> Response:
    """`GET /healthz`: 503 if the log cannot be written."""
    about = {
        "protocol": PROTOCOL,
        "tables": len(request.app.state.rooms.live),
        "kernels": "compiled" if COMPILED else "python",
    }
    try:
        await request.app.state.log.check()
    except StoreFailed:
        return answer({"ok": False, **about}, 503)
    return answer({"ok": True, **about})


async def metrics(request: Request) -> Response:
    """`GET /metrics`, for Prometheus."""
    body, kind = request.app.state.metrics.written()
    return Response(body, headers={"Content-Type": kind, "Cache-Control": "no-store"})


routes = [Route("/healthz", health), Route("/metrics", metrics)]
