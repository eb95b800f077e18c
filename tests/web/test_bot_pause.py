"""The moment of a bot's move tells nothing of its cards.

When it is made follows from what all can see; how long the thinking took moves it by whole steps.
"""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from funicular.core.game import View
from funicular.games.registry import GAMES, SEATS, make_game
from funicular.live import bot_driver as autoplay
from funicular.live.admission.causes import Cause
from funicular.live.admission.figures import BOTS
from funicular.live.admission.worker_pool import WorkerPool
from funicular.live.audience import Audience
from funicular.live.bot_driver import BotDriver
from funicular.live.broadcast import Broadcast
from funicular.live.metrics import Metrics
from funicular.live.pace import LATE_SECONDS, LEAST_SECONDS, MOST_REST, due_at, pause_of, wait_after
from funicular.live.room_context import RoomContext
from funicular.table import commands as ask
from tests.kit import begin, twin_of, walk
from tests.table.sitting import HOST, AtTable
from tests.web.live import Place, live_server

LEVELS = ("random", "beginner", "casual", "strong", "expert")


@pytest.mark.parametrize("name", GAMES)
def test_the_pause_depends_on_what_lies_open_only(name: str) -> None:
    """Not on the cards of the bot itself, either: only on how many they are."""
    rng = random.Random(name)
    compared = 0
    while compared < 30:
        game = make_game(name, rng.choice(SEATS[name]), {})
        path = walk(begin(game, rng), rng)[: rng.randint(1, 20)]
        twin = twin_of(game, path, None, rng)
        if len(twin) < len(path) or twin[0].deal == path[0].deal:
            continue
        for seat in path[-1].to_act:
            views: list[View] = [path[-1].view(seat), twin[-1].view(seat)]
            if len(views[0].hand) == len(views[1].hand):
                compared += 1
                for level in LEVELS:
                    one, two = (pause_of(level, view) for view in views)
                    assert one == two >= LEAST_SECONDS


def test_a_stronger_bot_takes_longer_and_none_plays_at_once() -> None:
    for name in GAMES:
        view = make_game(name, SEATS[name][0], {}).match().deal(random.Random(1)).states[-1].view(0)
        pauses = [pause_of(level, view) for level in LEVELS]
        assert pauses == sorted(pauses)
        assert pauses[0] >= LEAST_SECONDS


def test_who_thinks_for_too_long_plays_at_a_full_step() -> None:
    assert due_at(10.0, 9.0) == 10.0
    assert due_at(10.0, 10.0) == 10.0
    for late in (0.001, 0.2, LATE_SECONDS):
        assert due_at(10.0, 10.0 + late) == 10.0 + LATE_SECONDS
    assert due_at(10.0, 10.0 + LATE_SECONDS + 0.01) == 10.0 + 2 * LATE_SECONDS


@pytest.mark.parametrize("name", GAMES)
def test_bots_wait_until_what_happened_has_been_shown(name: str) -> None:
    """As long as pages rest for it, by the pauses of the events; at once at an instant table."""
    rng = random.Random(name)
    path = walk(begin(make_game(name, SEATS[name][0], {}), rng), rng)
    seen = 0
    for state in path:
        events = state.view(None).events[seen:]
        seen += len(events)
        shown = sum(event.pause.before + event.pause.after for event in events) / 1000
        assert shown <= wait_after("normal", events) <= MOST_REST
        assert wait_after("instant", events) == 0 < wait_after("quick", events)
        assert wait_after("normal", events) < wait_after("calm", events)
    assert wait_after("normal", path[-1].view(None).events) == MOST_REST


class Thinking:
    """Bots that take as long as they are told to, on a clock of our own."""

    def __init__(self, seconds: dict[int, float]) -> None:
        self.now = 100.0
        self.seconds = seconds
        self.played: list[tuple[int, float]] = []
        self.metrics = Metrics()
        self.searches = WorkerPool(BOTS)

    async def move(self, cause: Cause, level: str, view: Any, seed: int | None) -> str:  # noqa: ANN401, ARG002 - a view; nothing is drawn
        assert level == "casual"
        self.now = 100.0 + self.seconds[view.seat]
        return "bid 0"

    async def sleep(self, seconds: float) -> None:
        self.now += seconds

    async def play(self, seat: int, play: ask.MakeMove) -> None:
        assert play.move == "bid 0"
        self.played.append((seat, round(self.now, 6)))

    async def look_again(self) -> None:
        raise AssertionError

    async def plays(self, patch: pytest.MonkeyPatch, pause: float | None) -> None:
        """Let the bots of a table where sealed bids are wanted play, one after the other."""
        at = AtTable(seats=3, options={"bidding": "simultaneous"})
        at.sit("Zoé", HOST)
        at.do(HOST, ask.Start())
        patch.setattr(autoplay, "monotonic", lambda: self.now)
        patch.setattr("funicular.live.bot_driver.asyncio.sleep", self.sleep)
        context = RoomContext(None, self, self.metrics, None, bot_pause=pause)  # type: ignore[arg-type]  # it thinks
        audience = Audience("t", Broadcast(0.0), Cause())
        bots = BotDriver(context, audience, self.play, self.look_again)
        for seat in (1, 2):
            self.now = 100.0
            await bots._think(at.table, seat, at.table.turns[seat])


def moments(patch: pytest.MonkeyPatch, *seconds: float, pause: float | None = None) -> list[float]:
    thinking = Thinking(dict(enumerate(seconds, 1)))
    asyncio.run(thinking.plays(patch, pause))
    return [when for _, when in sorted(thinking.played)]


def test_a_forced_move_and_a_hard_one_are_made_at_the_same_moment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    quick = moments(monkeypatch, 0.0002, 0.0007)
    slow = moments(monkeypatch, 0.026, 0.1)
    assert quick == slow
    # One after the other in order of the seats, whoever was first to think of something.
    assert quick[0] < quick[1]
    late = moments(monkeypatch, 0.4, 0.0002)
    later = moments(monkeypatch, 0.55, 0.0002)
    assert late == later
    assert late[1] == quick[1]
    assert round(late[0] - quick[0], 6) == LATE_SECONDS


def test_without_a_pause_a_bot_plays_when_it_has_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    assert moments(monkeypatch, 0.02, 0.3, pause=0.0) == [100.02, 100.3]
    assert moments(monkeypatch, 0.02, 0.3, pause=1.0)[0] < 101.1


def test_no_figure_tells_how_long_a_bot_has_thought() -> None:
    written = Metrics().written()[0].decode()
    assert "thinking" not in written
    assert "funicular_bot_moves_late_total 0.0" in written


def test_a_server_as_people_run_it_plays_with_pauses(tmp_path: Path) -> None:
    """The other servers of the tests have none."""

    async def main(place: Place) -> None:
        opened = place.open("ascenseur-52", options={"schedule": [1]}, start=True)
        async with place.guest(opened) as me:
            await me.play_on(lambda guest: guest.phase == "over")

    with live_server(tmp_path / "tables.db", bot_pause=None) as place:
        asyncio.run(main(place))
        # Two bots have bid and played.
        assert b"funicular_bot_moves_total 4.0" in place.app.services.metrics.written()[0]
