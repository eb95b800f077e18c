"""The server's log lines: an event and what it is about, as text or as JSON, one line each.

Never a token, an invitation or a card: only what is named in a call of `log` is written, and those
are ids, seats, counts and codes. An address is written only with what its owner should not do: a
secret that lets nobody in, or too much of something.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import threading
import time
from collections import Counter
from typing import Literal

import msgspec

LOGGER = logging.getLogger("funicular")
LogFormat = Literal["text", "json"]
# How often each event was told, by its name and level; metrics read it. Names are written in code,
# so there are only so many.
events_logged: Counter[tuple[str, str]] = Counter()
UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


def log(event: str, *, level: int = logging.INFO, **about: object) -> None:
    """Write down an event."""
    events_logged[event, logging.getLevelName(level).lower()] += 1
    if LOGGER.isEnabledFor(level):
        LOGGER.log(level, event, extra={"about": about})


def crash(event: str, error: BaseException | None = None, **about: object) -> None:
    """Write down an exception, or the one that is being handled, with where it comes from."""
    events_logged[event, "error"] += 1
    LOGGER.error(event, exc_info=error or sys.exception(), extra={"about": about})


class _Lines(logging.Formatter):
    """What both forms share: the time, and the exception in one line."""

    def fields(self, record: logging.LogRecord) -> dict[str, object]:
        """All that a line says."""
        stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        said: dict[str, object] = {
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
        said = self.fields(record)
        try:
            return msgspec.json.encode(said, enc_hook=str).decode()
        except UnicodeEncodeError:
            # Bytes of a name that are no UTF-8; this writes them as numbers.
            return json.dumps(said, default=str)


class TextLines(_Lines):
    """For people: the time, the event, and what it is about."""

    def format(self, record: logging.LogRecord) -> str:
        """Write it."""
        said = self.fields(record)
        first = f"{said.pop('time')} {said.pop('level'):7} {said.pop('event')}"
        return " ".join((first, *(f"{name}={_one_line(value)}" for name, value in said.items())))


def _one_line(value: object) -> str:
    """The value as text; nobody can begin a line of the log, or speak to a terminal, with it."""
    return UNPRINTABLE.sub(lambda found: ascii(found[0])[1:-1], str(value))


def not_our_error(record: logging.LogRecord) -> bool:
    """Let every line pass; a client's text that is no UTF-8 is a warning, not an error of ours."""
    if record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError):
        record.exc_info = None
        record.levelno, record.levelname = logging.WARNING, "WARNING"
    return True


def log_to_stderr(form: LogFormat) -> logging.Handler:
    """Send our own lines and uvicorn's to standard error, in this form."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else TextLines())
    handler.addFilter(lambda record: not record.name.startswith("uvicorn") or not_our_error(record))
    LOGGER.handlers = [handler]
    LOGGER.setLevel(logging.INFO)
    LOGGER.propagate = False
    # uvicorn tells of every request, addresses too; only what goes wrong is of interest.
    server = logging.getLogger("uvicorn")
    server.handlers = [handler]
    server.setLevel(logging.WARNING)
    server.propagate = False
    return handler


def log_everything(form: LogFormat) -> None:
    """The same for all else that this process may say of itself.

    Lines of other libraries, warnings, and exceptions that nothing has handled.
    """
    everything = logging.getLogger()
    everything.handlers = [log_to_stderr(form)]
    everything.setLevel(logging.WARNING)
    logging.captureWarnings(capture=True)
    sys.excepthook = lambda _, error, __: crash("crashed", error)
    sys.unraisablehook = lambda args: crash("exception-ignored", args.exc_value, of=args.object)
    threading.excepthook = lambda args: crash(
        "thread-crashed", args.exc_value, thread=args.thread and args.thread.name
    )


def said_in_json(sentence: str) -> str:
    """What is meant for people as a line of JSON, where all lines have to be that."""
    about = {"about": {"text": sentence}}
    line = LOGGER.makeRecord(LOGGER.name, logging.INFO, "", 0, "said", (), None, extra=about)
    return JsonLines().format(line)
