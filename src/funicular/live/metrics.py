"""What the server counts and times, for Prometheus.

A registry of its own for each server, so that several in one process do not add up; only what the
process itself uses (`process_…`) is everybody's. Nothing is labelled by table, seat or address, and
no figure says how long a bot has thought or between how many moves it had to choose.
"""

from __future__ import annotations

import platform
from collections.abc import Iterator, Sequence
from typing import Protocol

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from funicular.live.logs import events_logged

SHORT = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
LAGS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
BATCHES = (1, 2, 4, 8, 16, 32, 64, 128, 256)


class Waiting(Protocol):
    """A pool of workers, as far as it is measured."""

    @property
    def name(self) -> str:
        """What it is for."""

    @property
    def waiting(self) -> int:
        """How many wait for a worker."""

    @property
    def oldest_wait(self) -> float:
        """For how many seconds the first of them has waited."""


class Metrics:
    """All of them."""

    def __init__(self) -> None:
        """Begin at zero."""
        own = self.registry = CollectorRegistry()
        self._children: dict[tuple[object, ...], Counter] = {}
        ProcessCollector(registry=own)
        self.build = Gauge(
            "funicular_build_info",
            "What runs here; always 1",
            ["version", "protocol", "python", "kernels", "store"],
            registry=own,
        )
        self.ready = Gauge(
            "funicular_ready", "1 while /readyz says that all is well, else 0", registry=own
        )
        self.tables = Gauge("funicular_tables", "Tables held in memory", registry=own)
        self.sockets = Gauge(
            "funicular_sockets",
            "Open sockets: not let in yet, of people with a seat, of people who watch",
            ["state"],
            registry=own,
        )
        self.seats = Gauge("funicular_seats_taken", "Seats that people have", registry=own)
        self.moves = Counter("funicular_moves", "Moves made", ["by"], registry=own)
        self.commands = Counter(
            "funicular_commands", "Commands by what came of them", ["outcome"], registry=own
        )
        self.acknowledged = Histogram(
            "funicular_ack_seconds",
            "From a command's arrival until it was committed and acknowledged",
            buckets=SHORT,
            registry=own,
        )
        # Not how long they think: that would tell how many moves a bot had. That one is late all
        # at its table see anyway.
        self.thought = Counter("funicular_bot_moves", "Moves that bots have chosen", registry=own)
        self.late = Counter(
            "funicular_bot_moves_late",
            "Moves that bots took longer to choose than the pause allows: too few cores",
            registry=own,
        )
        self.reconnects = Counter(
            "funicular_reconnects", "Sockets that went on from what they had seen", registry=own
        )
        self.cuts = Counter(
            "funicular_cuts", "Connections ended at the transport", ["reason"], registry=own
        )
        # There from the beginning, so that a dashboard finds it.
        self.cuts.labels("frames")
        self.refusals = Counter(
            "funicular_refusals", "Refusals by their code, commands aside", ["code"], registry=own
        )
        self._add_http(own)
        self._add_store(own)
        self._add_fleet(own)
        self.lag = Histogram(
            "funicular_loop_lag_seconds",
            "How late the event loop came to a probe that was due",
            buckets=LAGS,
            registry=own,
        )
        own.register(_LogEvents())

    def moved(self, by: str) -> None:
        """Count a move made by a person, a bot, or a bot for a person (`kept`)."""
        self._child(self.moves, by).inc()

    def commanded(self, outcome: str) -> None:
        """Count a command: `done`, or the code of its refusal."""
        self._child(self.commands, outcome).inc()

    def asked_store(self, call: str, outcome: str) -> None:
        """Count a call of the store: `done`, `conflict` or `failed`."""
        self._child(self.store_calls, call, outcome).inc()

    def _child(self, counter: Counter, *labels: str) -> Counter:
        """The counter of these labels: looked up once, for it is asked at every move."""
        known = self._children.get((counter, *labels))
        if known is None:
            known = self._children[counter, *labels] = counter.labels(*labels)
        return known

    def _add_http(self, own: CollectorRegistry) -> None:
        self.requests = Counter(
            "funicular_http_requests",
            "Requests by route and status; a route that was never reached is 'none'",
            ["route", "status"],
            registry=own,
        )
        self.request_seconds = Histogram(
            "funicular_http_request_seconds",
            "From a request's head until its answer was sent",
            ["route"],
            buckets=SHORT,
            registry=own,
        )

    def _add_store(self, own: CollectorRegistry) -> None:
        self.store_calls = Counter(
            "funicular_store_calls",
            "What the store was asked, and what came of it: done, conflict, failed",
            ["call", "outcome"],
            registry=own,
        )
        self.append_seconds = Histogram(
            "funicular_store_append_seconds",
            "From an append until it was safe, or failed",
            buckets=SHORT,
            registry=own,
        )
        self.appends = Counter("funicular_log_appends", "Appends to the log", registry=own)
        self.batches = Histogram(
            "funicular_log_batch_appends",
            "Appends that one commit kept",
            buckets=BATCHES,
            registry=own,
        )

    def _add_fleet(self, own: CollectorRegistry) -> None:
        self.leases = Gauge(
            "funicular_leases_held", "Tables whose bots and clock run here", registry=own
        )
        self.redis_wanted = Gauge(
            "funicular_redis_wanted", "1 if this server was told of a Redis", registry=own
        )
        self.redis_connected = Gauge(
            "funicular_redis_connected", "1 while wakes of other servers reach us", registry=own
        )

    def about(self, *, version: str, protocol: int, compiled: bool, store: str) -> None:
        """Say what runs here."""
        kernels = "compiled" if compiled else "python"
        python = platform.python_version()
        self.build.labels(version, str(protocol), python, kernels, store).set(1)

    def watch_pools(self, pools: Sequence[Waiting]) -> None:
        """Measure these pools whenever somebody asks."""
        self.registry.register(_Pools(pools))

    def bot_moved(self, *, late: bool) -> None:
        """A bot has chosen a move, within its pause or later."""
        self.thought.inc()
        if late:
            self.late.inc()

    def batched(self, appends: int) -> None:
        """So many appends were committed together."""
        self.appends.inc(appends)
        self.batches.observe(appends)

    def written(self) -> tuple[bytes, str]:
        """All of them as Prometheus reads them, and what to call that."""
        return generate_latest(self.registry), CONTENT_TYPE_LATEST


class _Pools(Collector):
    """How far behind the pools of workers are, asked of them at each look."""

    def __init__(self, pools: Sequence[Waiting]) -> None:
        self._pools = pools

    def collect(self) -> Iterator[Metric]:
        waiting = GaugeMetricFamily(
            "funicular_pool_waiting",
            "Pieces of work that wait for a worker",
            labels=["pool"],
        )
        oldest = GaugeMetricFamily(
            "funicular_pool_oldest_wait_seconds",
            "For how long the first of them has waited",
            labels=["pool"],
        )
        for pool in self._pools:
            waiting.add_metric([pool.name], pool.waiting)
            oldest.add_metric([pool.name], pool.oldest_wait)
        yield waiting
        yield oldest


class _LogEvents(Collector):
    """How often the log told of what, since this server was made."""

    def __init__(self) -> None:
        self._before = dict(events_logged)

    def collect(self) -> Iterator[Metric]:
        told = CounterMetricFamily(
            "funicular_log_events", "Lines of the log by event", labels=["event", "level"]
        )
        for key, number in list(events_logged.items()):
            if number > self._before.get(key, 0):
                told.add_metric(list(key), number - self._before.get(key, 0))
        yield told


def label_of(route: object) -> str:
    """A route's template, which has no table's id in it."""
    path = getattr(route, "path", None)
    return path if isinstance(path, str) else "none"
