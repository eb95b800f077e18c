"""Steps in a file."""

from __future__ import annotations

import json
import sqlite3
from typing import TypeVar

from funicular.store.steps import Steps, for_sqlite

T = TypeVar("T")


def run_steps(connection: sqlite3.Connection, steps: Steps[T]) -> T:
    """Hand the steps what their statements find, and return what they come to."""
    try:
        sql, values = next(steps)
        while True:
            plain = [json.dumps(each) if isinstance(each, list) else each for each in values]
            ours = for_sqlite(sql)
            found = connection.execute(ours, plain).fetchall() if ours else []
            sql, values = steps.send(found)
    except StopIteration as end:
        came: T = end.value
        return came
