"""A table does what a few lines of model do, whatever Hypothesis thinks of."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from hypothesis import Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.system.faults.machine import Machine, Tally
from tests.system.faults.serving import Server, Start

SOAKING = os.environ.get("FUNICULAR_SOAK") == "1"
EXAMPLES = 300 if SOAKING else 10
STEPS = 60 if SOAKING else 30


def drive(servers: Sequence[Server], examples: int, *, kills: bool = True) -> Tally:
    """Let Hypothesis do its worst, and say what that was."""
    tally = Tally()
    # Any: it takes whatever makes a machine, but says that it takes a class.
    machine: Any = partial(Machine, servers, tally, kills=kills)
    run_state_machine_as_test(
        machine,
        # Not shrunk: the cards fall otherwise each time.
        settings=settings(
            max_examples=examples, stateful_step_count=STEPS, phases=[Phase.generate]
        ),
    )
    print(  # noqa: T201 - a soak says what it has done
        f"{tally.commands} commands ({tally.done} done, {tally.refused} refused), "
        f"{tally.resent} sent again, {tally.kills} kills"
    )
    for server in servers:
        assert "Traceback" not in server.errors
    assert min(tally.done, tally.refused, tally.resent) > 0
    return tally


def test_a_table_does_what_the_model_does(tmp_path: Path) -> None:
    with Server(Start(str(tmp_path / "tables.db")), tmp_path) as server:
        assert drive([server], EXAMPLES).kills > 0


def test_a_table_at_two_servers_does_too(tmp_path: Path, postgres_url: str, redis_url: str) -> None:
    how = Start(postgres_url, ("--redis", redis_url))
    with Server(how, tmp_path) as one, Server(how, tmp_path) as other:
        # A server that was killed counts as dead only some seconds later.
        drive([one, other], EXAMPLES // 4, kills=SOAKING)
