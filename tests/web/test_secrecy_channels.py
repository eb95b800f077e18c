"""No way out of a server tells what somebody may not see.

`test_secrecy.py` compares what a seat is sent as it plays. Here it is everything else, through the
whole application: log lines, metrics, refusals, moves taken back, replays asked for too early,
hints and the numbers that they are measured from, those who watch, those who come back, snapshots
over HTTP, the list of tables and the proof of the deals.
The same evening is spent twice, with what one seat cannot see dealt anew, and no byte may differ.
For each channel there is a server that leaks through it, and the comparison must see that.
"""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send

from funicular.core.game import Deal
from funicular.core.wire import to_json
from funicular.games.registry import GAMES, make_game
from funicular.live.admission.rates import Bucket
from funicular.live.logs import log
from funicular.review import turn_hint
from funicular.review.turn_hint import TurnPlan
from funicular.table.deals import commitment
from funicular.table.decision import Chance
from funicular.web.app import open_app
from funicular.web.application import Application
from funicular.web.settings import Settings
from tests.kit import universe
from tests.web.recorded_run import CHANNELS, Heard, RecordedRun, Script, Step
from tests.web.stories import SEED, Pair, Story, some_pair

SOAKING = os.environ.get("FUNICULAR_SOAK") == "1"
PAIRS = 300 if SOAKING else 12
# Nobody is away for so long.
FOR_EVER = 1e9

WORDS = ("castle", "play AS", "play 1/5", "0-0 x1", "flip", "pass", "bid 1", "", " ", "play ??")


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is too fast: how fast we are depends on the machine."""
    for asking in ("wait", "take"):
        monkeypatch.setattr(Bucket, asking, lambda *_: 0.0)
    # Where hints come from is what counts here, not how good they are.
    few = TurnPlan(seed=7, worlds=2)
    monkeypatch.setattr(turn_hint, "turn_plan", lambda *_: few)


def running_pair(name: str, rng: random.Random) -> Pair:
    """A pair whose deal is not over yet: then there is still something to hide."""
    while True:
        pair = some_pair(name, rng)
        last: Any = pair.path[-1]
        if last.to_act and len(pair.path) <= 30:
            return pair


def script(pair: Pair, rng: random.Random) -> Script:
    """What is tried besides, by the one to whom both look the same."""
    steps = []
    game = make_game(pair.story.game, pair.story.seats, {})
    for each in pair.path[:-1]:
        state: Any = each
        legal = set() if pair.seat is None else set(map(str, state.legal_moves(pair.seat)))
        said = [str(move) for move in universe(game, rng, 8)]
        tries = [text for text in (*rng.sample(WORDS, 1), *said) if text.strip()]
        steps.append(Step(tuple(text for text in tries if text not in legal)[:3]))
    return Script(pair.seat, tuple(steps), _instead(pair))


def _instead(pair: Pair) -> str | None:
    """Another last move that looks the same in both; None if there is none."""
    if len(pair.path) < 2:
        return None
    last: Any = pair.path[-1]
    before: Any = pair.path[-2]
    twin: Any = pair.twin_path[-2]
    mover, made = last.history[-1]
    for move in before.legal_moves(mover):
        if move != made and move in twin.legal_moves(mover):
            views = [to_json(each.play(mover, move).view(pair.seat)) for each in (before, twin)]
            if views[0] == views[1]:
                return str(move)
    return None


@asynccontextmanager
async def application(folder: Path) -> AsyncIterator[Application]:
    """A server without its port."""
    settings = Settings(durability="process", grace=FOR_EVER, bot_pause=0.0, public_metrics=True)
    app = await open_app(f"{folder}.db", settings)
    async with app.router.lifespan_context(app):
        yield app


Leaking = Callable[[Application, Story], Any]


class Night:
    """Two servers, and evenings spent at both."""

    def __init__(
        self,
        apps: tuple[Application, Application],
        patch: pytest.MonkeyPatch,
        chance: Callable[[Story], Chance],
    ) -> None:
        self._apps = apps
        self._patch = patch
        self._chance = chance

    async def compare(
        self, pair: Pair, told: Script, table: str, leaking: Leaking | None = None
    ) -> tuple[Heard, Heard]:
        """What is heard at each; through an application that leaks, if one is given."""
        heard = []
        for app, story in zip(self._apps, (pair.story, pair.twin), strict=True):
            self._patch.setattr("funicular.live.room.CHANCE", self._chance(story))
            outside = app if leaking is None else leaking(app, story)
            heard.append(await RecordedRun(outside, story, told, table).spend())
        return heard[0], heard[1]


def dealing(story: Story) -> Chance:
    return Chance(lambda size: "00" * size, lambda _: story.deal)


@asynccontextmanager
async def night(
    folder: Path, patch: pytest.MonkeyPatch, chance: Callable[[Story], Chance] = dealing
) -> AsyncIterator[Night]:
    # The store is probed, swept and asked for orders whenever it is time for that; calls are
    # counted, and on a busy machine a test takes longer than a minute.
    for each in (
        "health.STORE_SECONDS",
        "rooms.SWEEP_SECONDS",
        "rooms.IDLE_SECONDS",
        "admin_orders.POLL_SECONDS",
        "admin_orders.SWEEP_SECONDS",
        "admin_orders.BANS_SECONDS",
    ):
        patch.setattr(f"funicular.live.{each}", FOR_EVER)
    async with application(folder / "one") as one, application(folder / "two") as two:
        yield Night((one, two), patch, chance)


@pytest.mark.parametrize("name", GAMES)
def test_no_way_out_of_a_server_tells_what_a_seat_may_not_see(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(f"{name} {os.urandom(8).hex() if SOAKING else ''}")

    async def main() -> None:
        async with night(tmp_path, monkeypatch) as servers:
            for number in range(PAIRS):
                pair = running_pair(name, rng)
                one, two = await servers.compare(pair, script(pair, rng), f"table{number}")
                for channel in CHANNELS:
                    found = differing(one[channel], two[channel])
                    assert one[channel] == two[channel], f"{channel}: {found}\n{pair}"
                    assert one[channel] or channel == "errors", channel
                check_proof(one)

    asyncio.run(main())


def differing(one: list[bytes], two: list[bytes]) -> str:
    """The lines that only one of them has."""
    lines = [set(b"\n".join(each).decode().splitlines()) for each in (one, two)]
    return "\n".join(sorted(lines[0] ^ lines[1]))


def check_proof(heard: Heard) -> None:
    """What the cards follow from is told to nobody while the match is on; its hash is to all."""
    everything = b"\n".join(b"\n".join(each) for each in heard.values())
    assert SEED.encode() not in everything
    for channel in ("socket", "snapshot", "resume"):
        assert commitment(SEED).encode() in heard[channel][0]


def in_words(story: Story) -> str:
    """What is hidden, as a leak would tell it."""
    return f" {' / '.join(story.deal.hands)}"


class Leaky:
    """An application that tells all hands, in one channel only."""

    def __init__(self, app: Application, story: Story, channel: str) -> None:
        self._app = app
        self._channel = channel
        self._secret = in_words(story)
        self.services = app.services
        self.state = app.state
        self.state.stage = ""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def leak(message: Message) -> None:
            if message["type"] == "http.response.body" and self._leaks(scope["path"]):
                message["body"] = message.get("body", b"") + self._secret.encode()
            if message["type"] == "websocket.send" and self._says(scope, message["text"]):
                message["text"] += self._secret
            await send(message)

        await self._app(scope, receive, leak)

    def _leaks(self, path: str) -> bool:
        parts = path.strip("/").split("/")
        found = {
            "snapshot": parts[:2] == ["api", "tables"] and len(parts) == 3,
            "numbers": parts[-1] == "numbers",
            "hint": parts[-1] == "hint",
            "errors": parts[-1] == "commands",
            "replay": parts[:2] == ["api", "replays"],
            "listing": parts == ["api", "tables"],
            "health": parts == ["healthz"],
        }
        return found.get(self._channel, False)

    def _says(self, scope: Scope, text: str) -> bool:
        match self._channel:
            case "resume":
                return bool(scope["query_string"] == b"again")
            case "undo":
                return bool(self.state.stage)
            case "errors":
                return '"type":"reason"' in text
            case "socket":
                return '"type":"update"' in text and not bool(self.state.stage)
            case _:
                return False


def leaking_into_the_log(story: Story) -> Chance:
    def deal(_: object) -> Deal:
        log("dealt", hands=in_words(story))
        return story.deal

    return Chance(lambda size: "00" * size, deal)


def leaking_metrics(app: Application, story: Story) -> Application:
    app.services.metrics.moves.labels(in_words(story)).inc()
    return app


@pytest.mark.parametrize("channel", CHANNELS)
def test_a_leak_in_any_of_them_would_be_seen(
    channel: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(channel)
    pair = running_pair("auf-ab", rng)
    while pair.story.deal == pair.twin.deal or len(pair.story.moves) < 3:
        pair = running_pair("auf-ab", rng)

    def leaking(app: Application, story: Story) -> Any:  # noqa: ANN401 - an application
        if channel == "metrics":
            return leaking_metrics(app, story)
        return Leaky(app, story, channel)

    chance = leaking_into_the_log if channel.startswith("log") else dealing

    async def main() -> None:
        async with night(tmp_path, monkeypatch, chance) as servers:
            one, two = await servers.compare(pair, script(pair, rng), "table", leaking)
            assert one[channel] != two[channel]

    asyncio.run(main())


def test_a_seed_that_is_shown_too_early_would_be_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(1)
    pair = running_pair("auf-ab", rng)
    monkeypatch.setattr("funicular.table.render.commitment", lambda seed: seed)

    async def main() -> None:
        async with night(tmp_path, monkeypatch) as servers:
            one, _ = await servers.compare(pair, script(pair, rng), "table")
            with pytest.raises(AssertionError):
                check_proof(one)

    asyncio.run(main())
