"""Counting what happens: the store's calls and the HTTP requests, from outside of both."""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable, Sequence
from inspect import iscoroutinefunction
from time import monotonic
from typing import ParamSpec, TypeVar, cast

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from funicular.live.metrics import Metrics, label_of
from funicular.store.log import Conflict, Fence, Row, StoreFailed
from funicular.store.open import Store
from funicular.web.responses import refused_codes

P = ParamSpec("P")
T = TypeVar("T")

# What a connection that ended before an answer is counted as.
NO_ANSWER = "none"


def measured(store: Store, metrics: Metrics, failed: Callable[[], object]) -> Store:
    """The store, counting what it is asked; `failed` hears when it could not answer."""
    return cast("Store", _MeasuredStore(store, metrics, failed))


class _MeasuredStore:
    """Hands everything on, whatever calls a store has."""

    def __init__(self, store: Store, metrics: Metrics, failed: Callable[[], object]) -> None:
        self._store = store
        self._metrics = metrics
        self._failed = failed

    def __getattr__(self, name: str) -> object:
        found = getattr(self._store, name)
        return self._counted(name, found) if iscoroutinefunction(found) else found

    async def append(
        self, table: str, rows: Sequence[Row], *, fence: Fence | None = None, closed: bool = False
    ) -> None:
        """Keep rows, and note how long that took."""
        began = monotonic()
        try:
            kept = self._store.append(table, rows, fence=fence, closed=closed)
            await self._count("append", kept)
        finally:
            self._metrics.append_seconds.observe(monotonic() - began)

    def _counted(self, name: str, call: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
        @functools.wraps(call)
        async def counted(*arguments: P.args, **named: P.kwargs) -> T:
            return await self._count(name, call(*arguments, **named))

        return counted

    async def _count(self, name: str, call: Awaitable[T]) -> T:
        try:
            answer = await call
        except Conflict:
            self._metrics.asked_store(name, "conflict")
            raise
        except StoreFailed:
            self._metrics.asked_store(name, "failed")
            self._failed()
            raise
        self._metrics.asked_store(name, "done")
        return answer


class Counting:
    """The middleware around everything: requests by route and status, sockets under way."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        """Wrap the application."""
        self.app = app
        self._metrics = metrics
        # Those that were let in are no longer answered here, and counted at their tables.
        self._sockets = 0
        metrics.sockets.labels("greeting").set_function(lambda: self._sockets)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Count, and hand on."""
        if scope["type"] == "websocket":
            self._sockets += 1
            try:
                await self.app(scope, receive, send)
            finally:
                self._sockets -= 1
        elif scope["type"] == "http":
            await self._http(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        status = NO_ANSWER
        began = monotonic()

        async def noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = str(message["status"])
            await send(message)

        codes: list[str] = []
        token = refused_codes.set(codes)
        try:
            await self.app(scope, receive, noting)
        except Exception:
            status = "500"
            raise
        finally:
            refused_codes.reset(token)
            route = label_of(scope.get("route"))
            self._metrics.requests.labels(route, status).inc()
            self._metrics.request_seconds.labels(route).observe(monotonic() - began)
            for code in codes:
                self._metrics.refusals.labels(code).inc()
