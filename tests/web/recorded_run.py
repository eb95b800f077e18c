"""The same evening at two servers, and everything that comes out of each of them.

An application is driven as a web server would drive it, only without the web: sockets of all who
play and of one who watches, requests beside them, its log lines and its metrics. Everything that
differs by nature is given, not left out: ids, secrets and the seed are written into the log of the
table before anybody comes, cards come from the story, log lines have no time of day. Only the
histograms of seconds are cut from the metrics: they measure the machine.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from msgspec import Struct
from starlette.types import ASGIApp, Message, Scope

from funicular.live.logs import LOGGER, JsonLines, TextLines
from funicular.live.table_log import rows_of
from tests.web.live import PATIENCE
from tests.web.stories import Story, entries

HEADERS = [(b"host", b"localhost")]
# What depends on the machine and the time of day, and on nothing that is dealt. Lines of the log
# are counted for the whole process, and compared themselves.
SECONDS = re.compile(
    rb"^(?:\S*(?:_seconds_(?:bucket|sum)|_created)\b|process_|funicular_loop_lag_|funicular_ready"
    rb"|funicular_log_events_total).*\n",
    re.MULTILINE,
)

# A hint takes a while: one in so many looks asks for it.
HINT_EVERY = 3
# What is sent from where, for a test to look into; by channel.
Heard = dict[str, list[bytes]]
CHANNELS = (
    "socket",
    "errors",
    "undo",
    "resume",
    "snapshot",
    "numbers",
    "hint",
    "replay",
    "listing",
    "health",
    "metrics",
    "log as JSON",
    "log as text",
)


class Step(Struct, frozen=True):
    """A move of the story, and what the one who listens tries before it."""

    # Moves that are not theirs to make, and so never change anything.
    tries: tuple[str, ...]


class Script(Struct, frozen=True):
    """What is done besides the story, the same at both servers."""

    seat: int | None
    steps: tuple[Step, ...]
    # Made in the place of the last move, once that is taken back; None to make the same again.
    instead: str | None


class Visitor:
    """A socket at a table, and every byte that it is sent."""

    def __init__(self, app: ASGIApp, table: str, lang: str, **hello: object) -> None:
        self._to_app: asyncio.Queue[Message] = asyncio.Queue()
        self._news = asyncio.Event()
        self.heard: list[bytes] = []
        self.seq = 0
        self.turn = 0
        self.scope: Scope = {
            "type": "websocket",
            "path": f"/api/tables/{table}/socket",
            "query_string": b"again" if "seen" in hello else b"",
            "headers": HEADERS,
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 2),
            "scheme": "ws",
            "subprotocols": [],
        }
        self._to_app.put_nowait({"type": "websocket.connect"})
        self.say(type="hello", protocol=1, lang=lang, **hello)
        self._task = asyncio.ensure_future(app(self.scope, self._to_app.get, self._take))

    def say(self, **message: object) -> None:
        self._to_app.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    async def _take(self, message: Message) -> None:
        if message["type"] == "websocket.send":
            text: str = message["text"]
            self.heard.append(text.encode())
            # A leak is added at the end of a message, if one is.
            said, _ = json.JSONDecoder().raw_decode(text)
            self.seq = said.get("seq", self.seq) if said["type"] != "done" else self.seq
            self.turn = (said.get("deal") or {"turn": self.turn})["turn"]
            self._news.set()

    async def until(self, true: Callable[[Visitor], bool]) -> None:
        """Listen until this is so."""
        async with asyncio.timeout(PATIENCE):
            while not true(self):
                self._news.clear()
                await self._news.wait()

    async def answer(self, number: str) -> dict[str, Any]:
        """The answer to what was asked under this id."""
        mark = f'"id":"{number}"'.encode()
        await self.until(lambda me: any(mark in each for each in me.heard))
        found = next(each for each in reversed(self.heard) if mark in each)
        said: dict[str, Any] = json.JSONDecoder().raw_decode(found.decode())[0]
        return said

    async def do(self, number: str, command: str, **fields: object) -> dict[str, Any]:
        """Do something, and the answer to it."""
        self.say(type="do", id=number, command={"do": command, **fields})
        return await self.answer(number)

    async def go(self) -> None:
        """Hang up."""
        self._to_app.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await self._task


async def ask(app: ASGIApp, path: str, token: str = "", body: object = None) -> bytes:
    """The status and the body that a request is answered with."""
    path, _, query = path.partition("?")
    came: list[bytes] = []
    method = "GET" if body is None else "POST"
    scope: Scope = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": query.encode(),
        "headers": [*HEADERS, (b"authorization", f"Bearer {token}".encode())],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 2),
        "scheme": "http",
    }

    parts = iter([json.dumps(body).encode()])

    async def receive() -> Message:
        for part in parts:
            return {"type": "http.request", "body": part, "more_body": False}
        # The client stays until it is answered.
        return await asyncio.Future()

    async def send(message: Message) -> None:
        came.append(
            b"%d " % message["status"]
            if message["type"] == "http.response.start"
            else message.get("body", b"")
        )

    await app(scope, receive, send)
    return b"".join(came)


@contextmanager
def listening_to_the_log() -> Iterator[tuple[list[bytes], list[bytes]]]:
    """The lines of the log while this lasts, as JSON and as text, at no time of day."""
    as_json: list[bytes] = []
    as_text: list[bytes] = []

    class Lines(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            record.created = record.msecs = 0
            as_json.append(JsonLines().format(record).encode())
            as_text.append(TextLines().format(record).encode())

    handler = Lines()
    before = LOGGER.level
    LOGGER.addHandler(handler)
    LOGGER.setLevel(logging.DEBUG)
    try:
        yield as_json, as_text
    finally:
        LOGGER.removeHandler(handler)
        LOGGER.setLevel(before)


class RecordedRun:
    """One story at one server."""

    def __init__(self, app: Any, story: Story, script: Script, table: str) -> None:  # noqa: ANN401 - an application, perhaps one that leaks
        self._app = app
        self._story = story
        self._script = script
        self._table = table
        self._people: list[Visitor] = []
        self._looks = 0
        self._heard: Heard = {channel: [] for channel in CHANNELS}

    async def spend(self) -> Heard:
        """Play it, and keep all that is heard."""
        with listening_to_the_log() as (as_json, as_text):
            await self._spend()
        self._heard["log as JSON"] += as_json
        self._heard["log as text"] += as_text
        return self._heard

    async def _spend(self) -> None:
        story, script, app = self._story, self._script, self._app
        rows = rows_of(entries(story, self._table), 1, None, 0.0)
        await app.services.store.append(self._table, rows)
        for seat in range(story.seats):
            lang = story.lang if seat == script.seat else "en"
            await self._come(lang, token=f"token-{seat}")
        await self._come(story.lang, invite="invitation")
        ear = self._people[-1 if script.seat is None else script.seat]
        seq = (await self._people[0].do("start", "start"))["seq"]
        await self._all_see(seq)
        for number, (mover, text) in enumerate(story.moves):
            await self._try(ear, number)
            await self._look()
            await self._move(mover, text, f"move {number}")
        self._heard["socket"] += ear.heard
        await self._look()
        await self._take_back(ear)
        await self._resume()
        for each in self._people:
            await each.go()

    async def _come(self, lang: str, **secret: str) -> None:
        visitor = Visitor(self._app, self._table, lang, **secret)
        self._people.append(visitor)
        await visitor.until(lambda me: bool(me.heard))

    async def _all_see(self, seq: int) -> None:
        for each in self._people:
            await each.until(lambda me: me.seq >= seq)

    async def _move(self, mover: int, text: str, number: str) -> None:
        visitor = self._people[mover]
        done = await visitor.do(number, "move", move=text, turn=visitor.turn)
        assert done["type"] == "done", done
        await self._all_see(done["seq"])

    async def _try(self, ear: Visitor, number: int) -> None:
        """Ask why not, and try it: in turn, too late, and over HTTP."""
        for place, text in enumerate(self._script.steps[number].tries):
            mark = f"{number}.{place}"
            ear.say(type="why", id=f"why {mark}", move=text)
            await ear.answer(f"why {mark}")
            for turn in (ear.turn, ear.turn - 1):
                refused = await ear.do(f"try {mark} {turn}", "move", move=text, turn=turn)
                assert refused["type"] == "refused", refused
            command = {"do": "move", "move": text, "turn": ear.turn}
            body = {"id": f"web {mark}", "command": command}
            answered = await self._asked("errors", f"/api/tables/{self._table}/commands", body)
            assert answered.startswith(b"4"), answered
        # What was tried is in the stream as well, but there it stands under its own name too.
        self._heard["errors"] += [each for each in ear.heard if _is_error(each)][-9:]

    async def _look(self) -> None:
        """Ask for everything that can be asked for while a match is on."""
        table = self._table
        await self._asked("snapshot", f"/api/tables/{table}?lang={self._story.lang}")
        await self._asked("numbers", f"/api/tables/{table}/numbers?lang={self._story.lang}")
        self._looks += 1
        if self._looks % HINT_EVERY == 1:
            await self._asked("hint", f"/api/tables/{table}/hint?lang={self._story.lang}", {})
        for part in ("", "/record", "/deals/1", "/deals/0"):
            refused = await self._asked("replay", f"/api/replays/{table}-1{part}")
            assert refused.startswith(b"404 "), refused
        listed = await self._asked("listing", "/api/tables")
        assert table.encode() in listed
        await self._asked("health", "/healthz")
        measured = await ask(self._app, "/metrics")
        self._heard["metrics"].append(SECONDS.sub(b"", measured))

    async def _asked(self, channel: str, path: str, body: object = None) -> bytes:
        seat = self._script.seat
        secret = "invitation" if seat is None else f"token-{seat}"
        came = await ask(self._app, path, secret, body)
        self._heard[channel].append(came)
        return came

    async def _take_back(self, ear: Visitor) -> None:
        """Take back the last move, with everybody's leave, and make another."""
        self._app.state.stage = "undo"
        before = len(ear.heard)
        if self._story.moves:
            mover, text = self._story.moves[-1]
            asked = await self._people[mover].do("undo", "undo")
            if asked["type"] == "done":
                others = [seat for seat in range(self._story.seats) if seat != mover]
                for seat in others:
                    agreed = await self._people[seat].do(f"yes {seat}", "answer", yes=True)
                    assert agreed["type"] == "done", agreed
                await self._all_see(agreed["seq"])
                await self._move(mover, self._script.instead or text, "instead")
        # Once more round, so that nothing is still on its way.
        ear.say(type="why", id="last", move="x")
        await ear.answer("last")
        self._heard["undo"] += ear.heard[before:]
        self._app.state.stage = ""

    async def _resume(self) -> None:
        """Come back from every point that one could have left at, and from one that never was."""
        seat, lang = self._script.seat, self._story.lang
        secret = {"invite": "invitation"} if seat is None else {"token": f"token-{seat}"}
        for seen in range(self._people[0].seq + 2):
            again = Visitor(self._app, self._table, lang, seen=seen, **secret)
            await again.until(lambda me: bool(me.heard))
            await again.go()
            self._heard["resume"].append(again.heard[0])
            await self._asked("snapshot", f"/api/tables/{self._table}?seen={seen}")


def _is_error(message: bytes) -> bool:
    return b'"type":"refused"' in message or b'"type":"reason"' in message
