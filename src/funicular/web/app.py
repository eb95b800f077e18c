"""The application: every route, what surrounds them, and what lives as long as the server."""

from __future__ import annotations

import asyncio
import logging
import secrets
from contextlib import suppress
from time import monotonic

from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Route

from funicular import __version__
from funicular.admin.retention import choose_first
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
from funicular.live.room_context import Pools, RoomContext
from funicular.live.rooms import Rooms
from funicular.native import COMPILED
from funicular.store.log import Conflict, StoreAway
from funicular.store.open import Store, open_store
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
from funicular.web.application import Application
from funicular.web.guards.bans import Banning
from funicular.web.guards.cut_connections import Cuts
from funicular.web.guards.limits import Limits
from funicular.web.guards.rate_limit import RateLimit
from funicular.web.guards.reply_pieces import CountedReplies
from funicular.web.guards.security import Security
from funicular.web.guards.strangers import Strangers
from funicular.web.health import routes as health_routes
from funicular.web.instrumentation import Counting, measured
from funicular.web.person import UsedSignatures
from funicular.web.services import Services
from funicular.web.settings import USUAL, Settings
from funicular.web.shutdown import Shutdown
from funicular.web.static import client, is_built

# Between two tries to reach the store at the start.
STORE_PAUSE = 1.0


async def open_app(data: str, settings: Settings = USUAL) -> Application:
    """The application with its log there; `StoreFailed` if that cannot be used."""
    metrics, pools, bot_pool = Metrics(), Pools(), BotPool()
    health = Health(metrics, (*pools.all, bot_pool.searches, bot_pool.policies), is_built)
    opened = await _open_store(data, metrics, settings)
    store = measured(opened, metrics, health.doubt_store)
    cluster = _cluster(store, metrics, settings)
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
    all_challenges = Challenges(store, bot_pool)
    context = RoomContext(
        store=store,
        bot_pool=bot_pool,
        metrics=metrics,
        cluster=cluster,
        grace=settings.grace,
        days=settings.days,
        bot_pause=settings.bot_pause,
        pools=pools,
        bans=bans,
        challenges=all_challenges,
    )
    return _application(_services(context, settings, health, orders, all_challenges))


def _cluster(store: Store, metrics: Metrics, settings: Settings) -> Cluster:
    """The other servers of this store, if it can have others."""
    wakes: PubSub = NoPubSub()
    if settings.redis is not None:
        wakes = RedisPubSub(settings.redis, secrets.token_hex(8))
    metrics.redis_wanted.set(settings.redis is not None)
    metrics.redis_connected.set_function(lambda: float(wakes.heard))
    return Peers(store, wakes) if store.shared else NoCluster()


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


def _services(
    context: RoomContext,
    settings: Settings,
    health: Health,
    orders: AdminOrders,
    all_challenges: Challenges,
) -> Services:
    """All that requests need: each is made of those before it."""
    store, pools = context.store, context.pools
    rooms = Rooms(context)
    archive = Archive(store, rooms, pools.records)
    all_replays = replays.Replays(archive, pools)
    cuts = Cuts(context.metrics.cuts)
    return Services(
        settings=settings,
        store=store,
        cluster=context.cluster,
        metrics=context.metrics,
        health=health,
        bans=context.bans,
        admin_orders=orders,
        bot_pool=context.bot_pool,
        challenges=all_challenges,
        rooms=rooms,
        quick_matches=QuickMatches(rooms),
        playing=quick_match.PlayingCount(rooms),
        archive=archive,
        replays=all_replays,
        reviews=reviews.Reviews(all_replays, store, pools),
        cuts=cuts,
        limits=Limits(cuts),
        strangers=Strangers(),
        used_signatures=UsedSignatures(),
        shutdown=Shutdown(),
    )


def _application(services: Services) -> Application:
    return Application(
        services,
        routes=[
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
            *health_routes(public_metrics=services.settings.public_metrics),
            Route("/{path:path}", client),
        ],
        middleware=[
            Middleware(Counting, metrics=services.metrics),
            Middleware(Security, door=services.settings.door, unsent=services.limits.unsent),
            Middleware(RateLimit, limits=services.limits),
            Middleware(Banning, bans=services.bans),
            Middleware(socket.TableSockets),
            Middleware(GZipMiddleware, minimum_size=1024),
            Middleware(CountedReplies),
        ],
    )
