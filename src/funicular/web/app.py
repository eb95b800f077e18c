"""The application: every route, what surrounds them, and what lives as long as the server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import BaseRoute, Route

from funicular.store.sqlite import SqliteLog
from funicular.web import http_health, http_lobby, http_tables, lessons, replays, socket
from funicular.web.metrics import Metrics
from funicular.web.rooms import Rooms
from funicular.web.security import Security
from funicular.web.service import USUAL_GRACE, Service
from funicular.web.static import client
from funicular.web.thinking import Thinkers


def make_app(data: Path, *, grace: float = USUAL_GRACE) -> Starlette:
    """The application with its log in this file; `StoreFailed` if the file cannot be used."""
    metrics = Metrics()
    log = SqliteLog(data, batched=metrics.batched)
    thinkers = Thinkers(metrics)
    rooms = Rooms(Service(log, thinkers, metrics, grace))

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        sweeping = asyncio.create_task(rooms.sweep())
        yield
        sweeping.cancel()
        with suppress(asyncio.CancelledError):
            await sweeping
        rooms.close()
        thinkers.close()
        await log.close()

    routes: list[BaseRoute] = [
        *http_lobby.routes,
        *http_tables.routes,
        *socket.routes,
        *replays.routes,
        *lessons.routes,
        *http_health.routes,
        Route("/{path:path}", client),
    ]
    app = Starlette(
        routes=routes,
        middleware=[Middleware(Security), Middleware(GZipMiddleware, minimum_size=1024)],
        lifespan=lifespan,
    )
    app.state.log = log
    app.state.rooms = rooms
    app.state.metrics = metrics
    return app
