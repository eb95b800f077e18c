"""What the server counts and times, for Prometheus.

A registry of its own for each server, so that several in one process do not add up.
"""

from __future__ import annotations

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)

SHORT = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
BATCHES = (1, 2, 4, 8, 16, 32, 64, 128, 256)


class Metrics:
    """All of them."""

    def __init__(self) -> None:
        """Begin at zero."""
        own = self.registry = CollectorRegistry()
        self.tables = Gauge("funicular_tables", "Tables held in memory", registry=own)
        self.sockets = Gauge("funicular_sockets", "Open sockets", registry=own)
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
        self.appends = Counter("funicular_log_appends", "Appends to the log", registry=own)
        self.batches = Histogram(
            "funicular_log_batch_appends",
            "Appends that one commit kept",
            buckets=BATCHES,
            registry=own,
        )

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
