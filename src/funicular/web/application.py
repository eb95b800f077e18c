"""The application as an object: its services, and what goes on by itself while it runs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import BaseRoute

from funicular.web.services import Services
from funicular.web.shutdown import (
    FAREWELL_SECONDS,
    STORE_SECONDS,
    TASKS_SECONDS,
    Once,
    all_done,
)


class Application(Starlette):
    """A Starlette application with services, which it starts and ends."""

    def __init__(
        self, services: Services, *, routes: Sequence[BaseRoute], middleware: Sequence[Middleware]
    ) -> None:
        """Take what requests are answered with."""
        super().__init__(routes=routes, middleware=middleware, lifespan=Application._running)
        self.services = services
        self._in_touch: list[asyncio.Task[None]] = []
        self._leaving = Once(self._leave)

    def leave(self) -> None:
        """Begin to stop, while clients are still being sent away.

        They come to other servers at once, and find their bots there.
        """
        self._leaving.begin()

    async def _leave(self) -> None:
        running = self.services
        running.health.stop()
        running.challenges.close()
        running.rooms.close()
        await running.shutdown.wait("tasks", all_done(self._in_touch), TASKS_SECONDS)
        # The others will notice by themselves if they are not told.
        await running.shutdown.wait("farewell", running.cluster.end(), FAREWELL_SECONDS)

    @asynccontextmanager
    async def _running(self) -> AsyncIterator[None]:
        running, rooms = self.services, self.services.rooms
        self._in_touch.append(asyncio.create_task(running.cluster.run(rooms)))
        tasks = [
            asyncio.create_task(rooms.sweep()),
            asyncio.create_task(running.admin_orders.run(rooms)),
            asyncio.create_task(running.health.run(running.store)),
        ]
        yield
        await self._leaving.begin()
        rooms.pools.close()
        running.bot_pool.close()
        await running.shutdown.wait("tasks", all_done(tasks), TASKS_SECONDS)
        await running.shutdown.wait("store", running.store.close(), STORE_SECONDS)
