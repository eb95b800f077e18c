"""The server's log lines: an event and what it is about, as text or as JSON, one line each.

Never a token, an invitation or a card: only what is named in a call of `log` is written, and those
are ids, seats, counts and codes.
"""

from __future__ import annotations

import logging
import sys
import time
from typing import Any, Literal

import msgspec

LOGGER = logging.getLogger("funicular")
LogFormat = Literal["text", "json"]


def log(event: str, *, level: int = logging.INFO, **about: object) -> None:
    """Write down an event."""
    if LOGGER.isEnabledFor(level):
        LOGGER.log(level, event, extra={"about": about})


def crash(event: str, **about: object) -> None:
    """Write down an exception that is being handled, with where it comes from."""
    LOGGER.error(event, exc_info=sys.exception(), extra={"about": about})


class _Lines(logging.Formatter):
    """What both forms share: the time, and the exception in one line."""

    def fields(self, record: logging.LogRecord) -> dict[str, Any]:
        """All that a line says."""
        stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        said: dict[str, Any] = {
            "time": f"{stamp}.{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "about", {}),
        }
        if record.exc_info:
            said["exception"] = self.formatException(record.exc_info)
        return said


class JsonLines(_Lines):
    """A JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """Write it."""
        return msgspec.json.encode(self.fields(record), enc_hook=str).decode()


class TextLines(_Lines):
    """For people: the time, the event, and what it is about."""

    def format(self, record: logging.LogRecord) -> str:
        """Write it."""
        said = self.fields(record)
        first = f"{said.pop('time')} {said.pop('level'):7} {said.pop('event')}"
        return " ".join((first, *(f"{name}={value}" for name, value in said.items())))


def log_to_stderr(form: LogFormat) -> None:
    """Send our own lines and uvicorn's to standard error, in this form."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else TextLines())
    LOGGER.handlers = [handler]
    LOGGER.setLevel(logging.INFO)
    LOGGER.propagate = False
    # uvicorn tells of every request, addresses too; only what goes wrong is of interest.
    server = logging.getLogger("uvicorn")
    server.handlers = [handler]
    server.setLevel(logging.WARNING)
    server.propagate = False
