"""For how many days things are kept, as told to `serve` and `admin sweep`: flags, environment."""

from __future__ import annotations

import argparse
import math
import os
from typing import TYPE_CHECKING

from funicular.cli.errors import BadArguments
from funicular.lang import Reader

if TYPE_CHECKING:
    from funicular.admin.retention import Keep

MOST_DAYS = 36_500.0
# Each with what it is called in the environment.
KEPT = {
    "tables": "FUNICULAR_KEEP_TABLES",
    "chat": "FUNICULAR_KEEP_CHAT",
    "records": "FUNICULAR_KEEP_RECORDS",
}


def add_keep(parser: argparse.ArgumentParser, reader: Reader) -> None:
    """`--keep-tables`, `--keep-chat` and `--keep-records`."""
    for kind, variable in KEPT.items():
        parser.add_argument(
            f"--keep-{kind}",
            metavar=reader.say("cli.metavar.days"),
            help=reader.say(f"cli.help.keep.{kind}", variable=variable),
        )


def read_keep(args: argparse.Namespace) -> Keep:
    """What was asked for, or what the environment says; otherwise everything is kept for ever."""
    # Only here: other commands should not wait for the store's parts.
    from funicular.admin.retention import Keep  # noqa: PLC0415

    return Keep(**{kind: _kept(args, kind, variable) for kind, variable in KEPT.items()})


def _kept(args: argparse.Namespace, kind: str, variable: str) -> float | None:
    text = getattr(args, f"keep_{kind}")
    if text is not None:
        return read_days(text, f"--keep-{kind}")
    text = os.environ.get(variable)
    return read_days(text, variable) if text else None


def read_days(text: str, name: str) -> float:
    """A number of days, more than none: 0 would delete or close everything at once."""
    try:
        days = float(text)
    except ValueError:
        days = math.nan
    if days == 0:
        raise BadArguments("cli.keep.zero", name=name)
    if not 0 < days <= MOST_DAYS:
        raise BadArguments("cli.keep.not-days", name=name, most=int(MOST_DAYS), value=text)
    return days
