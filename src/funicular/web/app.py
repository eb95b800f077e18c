"""The application: every route, what surrounds them, and what lives as long as the server."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from msgspec import Struct
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import BaseRoute, Route

from funicular.admin.retention import Keep
from funicular.core.errors import FunicularError
from funicular.store.durability import Durability
from funicular.store.opening import Store, open_store
from funicular.store.trouble import WriteRefused
from funicular.web import (
    http_health,
    http_lobby,
    http_privacy,
    http_tables,
    lessons,
    replays,
    socket,
)
from funicular.web.bans import Banning, Bans
from funicular.web.company import Company, Neighbours, NoCompany
from funicular.web.door import Door
from funicular.web.limiting import Limiting
from funicular.web.limits import Limits
from funicular.web.logs import crash, log
from funicular.web.metrics import Metrics
from funicular.web.orders import Orders
from funicular.web.rooms import Rooms
from funicular.web.security import Security
from funicular.web.service import USUAL_DAYS, USUAL_GRACE, Service
from funicular.web.static import client
from funicular.web.thinking import Thinkers
from funicular.web.wakes import NoWakes, RedisWakes, Wakes


class Settings(Struct, frozen=True):
    """What whoever runs a server may choose."""

    durability: Durability = "full"
    # Where Redis is; None where servers look by themselves.
    redis: str | None = None
    grace: float = USUAL_GRACE
    days: float = USUAL_DAYS
    door: Door | None = None
    # For how many days what is kept, and where to write to have something erased.
    keep: Keep = Keep()
    contact: str | None = None


USUAL = Settings()


async def open_app(data: str, settings: Settings = USUAL) -> Starlette:
    """The application with its log there; `StoreFailed` if that cannot be used."""
    metrics = Metrics()
    wakes: Wakes = NoWakes()
    if settings.redis is not None:
        wakes = RedisWakes(settings.redis, secrets.token_hex(8))
    store = await open_store(
        data, durability=settings.durability, batched=metrics.batched, trouble=_trouble
    )
    if any(step.number == 1 for step in store.steps_made):
        log("store-made", path=store.place)
    company: Company = Neighbours(store, wakes) if store.shared else NoCompany()
    bans = Bans()
    orders = Orders(store, bans, settings.keep)
    try:
        await orders.begin()
    except BaseException:
        await store.close()
        raise
    return _make_app(store, company, metrics, settings, orders=orders, bans=bans)


def _trouble(refused: WriteRefused | None) -> None:
    """Write down that the store refuses writes, once, and that it takes them again."""
    if refused is None:
        log("store-writes-again")
    else:
        log("store-refuses", level=logging.ERROR, table=refused.table, problem=refused.problem)


def _make_app(  # noqa: PLR0913 - all that lives as long as the server
    store: Store,
    company: Company,
    metrics: Metrics,
    settings: Settings,
    *,
    orders: Orders,
    bans: Bans,
) -> Starlette:
    thinkers = Thinkers(metrics)
    limits = Limits()
    rooms = Rooms(
        Service(store, thinkers, metrics, company, settings.grace, settings.days, bans=bans)
    )

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        tasks = [
            asyncio.create_task(rooms.sweep()),
            asyncio.create_task(company.run(rooms)),
            asyncio.create_task(orders.run(rooms)),
        ]
        yield
        for task in tasks:
            task.cancel()
        for task in tasks:
            with suppress(asyncio.CancelledError):
                await task
        rooms.close()
        thinkers.close()
        try:
            await company.end()
        except FunicularError:
            # The others will notice by themselves.
            crash("not-retired")
        await store.close()

    routes: list[BaseRoute] = [
        *http_lobby.routes,
        *http_tables.routes,
        *socket.routes,
        *replays.routes,
        *lessons.routes,
        *http_health.routes,
        *http_privacy.routes,
        Route("/{path:path}", client),
    ]
    app = Starlette(
        routes=routes,
        middleware=[
            Middleware(Security, door=settings.door),
            Middleware(Banning, bans=bans),
            Middleware(Limiting, limits=limits),
            Middleware(GZipMiddleware, minimum_size=1024),
        ],
        lifespan=lifespan,
    )
    app.state.log = store
    app.state.rooms = rooms
    app.state.metrics = metrics
    app.state.limits = limits
    app.state.bans = bans
    app.state.refuses = bans.refuses
    app.state.settings = settings
    return app
