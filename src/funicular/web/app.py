"""The application: every route, what surrounds them, and what lives as long as the server."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from time import monotonic
from typing import NamedTuple

from msgspec import Struct
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import BaseRoute, Route

from funicular import __version__
from funicular.admin.retention import Keep, choose_first
from funicular.lang import Reader
from funicular.live.admin_orders import AdminOrders
from funicular.live.archive import Archive
from funicular.live.bans import Bans
from funicular.live.bot_pool import BotPool
from funicular.live.challenges import Challenges
from funicular.live.cluster import Cluster, NoCluster, Peers
from funicular.live.health import Health
from funicular.live.logs import log
from funicular.live.messages import PROTOCOL
from funicular.live.metrics import Metrics
from funicular.live.pubsub import NoPubSub, PubSub, RedisPubSub
from funicular.live.quick_match import QuickMatches
from funicular.live.room_context import USUAL_DAYS, USUAL_GRACE, RoomContext
from funicular.live.rooms import Rooms
from funicular.native import COMPILED
from funicular.store.durability import Durability
from funicular.store.log import Conflict, StoreAway
from funicular.store.open import Store, open_store
from funicular.store.postgres import USUAL_CONNECTIONS
from funicular.store.profiles import reshape_names
from funicular.store.write_failures import WriteRefused
from funicular.table.text_safety import name_shape
from funicular.web import (
    challenges,
    hints,
    lessons,
    lobby,
    privacy,
    profiles,
    puzzles,
    quick_match,
    replays,
    reviews,
    socket,
    tables,
    what_if,
)
from funicular.web.guards.bans import Banning
from funicular.web.guards.cut_connections import Cuts
from funicular.web.guards.limits import Limits
from funicular.web.guards.rate_limit import RateLimit
from funicular.web.guards.reply_pieces import CountedReplies
from funicular.web.guards.security import Security
from funicular.web.guards.strangers import Strangers
from funicular.web.health import routes as health_routes
from funicular.web.instrumentation import Counting, measured
from funicular.web.network_settings import NetworkSettings
from funicular.web.person import UsedSignatures
from funicular.web.shutdown import (
    FAREWELL_SECONDS,
    STORE_SECONDS,
    TASKS_SECONDS,
    Once,
    Shutdown,
    all_done,
)
from funicular.web.static import client, is_built


class Settings(Struct, frozen=True):
    """What the operator of a server may choose."""

    durability: Durability = "full"
    # Where Redis is; None where servers look by themselves.
    redis: str | None = None
    grace: float = USUAL_GRACE
    days: float = USUAL_DAYS
    # Seconds from the beginning of a bot's turn to its move; None for what game and level need.
    bot_pause: float | None = None
    door: NetworkSettings | None = None
    # For how many days what is kept, and where to write to have something erased.
    keep: Keep = Keep()
    # What is chosen for a store that is new; None to leave that open.
    first_keep: Keep | None = None
    contact: str | None = None
    # Whether `/metrics` is answered beside the page.
    public_metrics: bool = False
    # Connections to a database, at most.
    connections: int = USUAL_CONNECTIONS
    # Seconds to wait for a database that does not answer at the start.
    wait_for_store: float = 0.0
    # Refuse a store that is not there yet, instead of making one.
    require_store: bool = False


# Between two tries to reach the store at the start.
STORE_PAUSE = 1.0

USUAL = Settings()


async def open_app(data: str, settings: Settings = USUAL) -> Starlette:
    """The application with its log there; `StoreFailed` if that cannot be used."""
    metrics = Metrics()
    wakes: PubSub = NoPubSub()
    if settings.redis is not None:
        wakes = RedisPubSub(settings.redis, secrets.token_hex(8))
    health = Health(metrics)
    health.watch_page(is_built)
    opened = await _open_store(data, metrics, settings)
    store = measured(opened, metrics, health.doubt_store)
    cluster: Cluster = Peers(store, wakes) if store.shared else NoCluster()
    metrics.redis_wanted.set(settings.redis is not None)
    metrics.redis_connected.set_function(lambda: float(wakes.heard))
    kind = "postgresql" if store.shared else "sqlite"
    metrics.about(version=__version__, protocol=PROTOCOL, compiled=COMPILED, store=kind)
    bans = Bans()
    orders = AdminOrders(store, bans, settings.keep)
    try:
        if settings.first_keep is not None:
            await choose_first(store, settings.first_keep)
        await orders.begin()
        # Another server may be doing the same.
        with suppress(Conflict):
            await store.change(lambda: reshape_names(name_shape))
    except BaseException:
        await store.close()
        raise
    return _make_app(_Parts(store, cluster, health, metrics, orders, bans), settings)


async def _open_store(data: str, metrics: Metrics, settings: Settings) -> Store:
    """Open the store; a database that is away may be so for a while."""
    until = monotonic() + settings.wait_for_store
    told = False
    while True:
        try:
            return await open_store(
                data,
                durability=settings.durability,
                on_commit=metrics.batched,
                on_write_failure=_log_write_failure,
                making=not settings.require_store,
                connections=settings.connections,
            )
        except StoreAway as error:
            if monotonic() >= until:
                raise
            if not told:
                told = True
                problem = error.say(Reader("en"))
                log("store-awaited", level=logging.WARNING, problem=problem)
            await asyncio.sleep(STORE_PAUSE)


def _log_write_failure(refused: WriteRefused | None) -> None:
    """Write down that the store refuses writes, once, and that it takes them again."""
    if refused is None:
        log("store-writes-again")
    else:
        log("store-refuses", level=logging.ERROR, table=refused.table, problem=refused.problem)


class _Parts(NamedTuple):
    """What lives as long as the server and is there before it."""

    store: Store
    cluster: Cluster
    health: Health
    metrics: Metrics
    orders: AdminOrders
    bans: Bans


def _make_app(parts: _Parts, settings: Settings) -> Starlette:
    store, cluster, health, metrics, orders, bans = parts
    bot_pool = BotPool()
    cuts = Cuts(metrics.cuts)
    limits = Limits(cuts)
    stopping = Shutdown()
    all_challenges = Challenges(store, bot_pool)
    rooms = Rooms(
        RoomContext(
            store,
            bot_pool,
            metrics,
            cluster,
            settings.grace,
            settings.days,
            settings.bot_pause,
            bans=bans,
            challenges=all_challenges,
        )
    )
    all_challenges.rooms = rooms
    pools = (*rooms.pools.all, bot_pool.searches, bot_pool.policies)
    health.watch_pools(lambda: pools)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        in_touch = asyncio.create_task(cluster.run(rooms))
        tasks = [
            asyncio.create_task(rooms.sweep()),
            asyncio.create_task(orders.run(rooms)),
            asyncio.create_task(health.run(store)),
        ]

        async def leave() -> None:
            health.stop()
            all_challenges.close()
            rooms.close()
            await stopping.wait("tasks", all_done([in_touch]), TASKS_SECONDS)
            # The others will notice by themselves if they are not told.
            await stopping.wait("farewell", cluster.end(), FAREWELL_SECONDS)

        leaving = Once(leave)
        # Asked to stop, the server begins with it, while its clients are still told to go: they
        # come to other servers at once, and find their bots there.
        app.state.leave = leaving.begin
        yield
        await leaving.begin()
        rooms.pools.close()
        bot_pool.close()
        await stopping.wait("tasks", all_done(tasks), TASKS_SECONDS)
        await stopping.wait("store", store.close(), STORE_SECONDS)

    routes: list[BaseRoute] = [
        *lobby.routes,
        *tables.routes,
        *hints.routes,
        *quick_match.routes,
        *replays.routes,
        *profiles.routes,
        *challenges.routes,
        *reviews.routes,
        *what_if.routes,
        *lessons.routes,
        *puzzles.routes,
        *privacy.routes,
        *health_routes(public_metrics=settings.public_metrics),
        Route("/{path:path}", client),
    ]
    app = Starlette(
        routes=routes,
        middleware=[
            Middleware(Counting, metrics=metrics),
            Middleware(Security, door=settings.door, unsent=limits.unsent),
            Middleware(RateLimit, limits=limits),
            Middleware(Banning, bans=bans),
            Middleware(socket.TableSockets),
            Middleware(GZipMiddleware, minimum_size=1024),
            Middleware(CountedReplies),
        ],
        lifespan=lifespan,
    )
    app.state.log = store
    app.state.rooms = rooms
    app.state.quick_matches = QuickMatches(rooms)
    app.state.playing = quick_match.PlayingCount(rooms)
    app.state.pools = pools
    app.state.challenges = all_challenges
    archive = Archive(store, rooms, rooms.pools.records)
    app.state.replays = replays.Replays(archive, rooms.pools)
    app.state.reviews = reviews.Reviews(app.state.replays, store, rooms.pools)
    app.state.metrics = metrics
    app.state.limits = limits
    app.state.stopping = stopping
    app.state.cuts = cuts
    app.state.strangers = Strangers()
    app.state.used_signatures = UsedSignatures()
    app.state.bans, app.state.admin_orders = bans, orders
    app.state.settings = settings
    app.state.health = health
    # The first migration makes the tables.
    app.state.new_store = any(step.number == 1 for step in store.migrations_applied)
    return app
