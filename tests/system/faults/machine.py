"""Real servers and real clients against the model, one step after another.

After every step every client's picture is the server's snapshot for that seat, which is what the
log comes to.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from functools import partial
from time import monotonic

from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    rule,
)

from funicular.store.log import Row
from funicular.table.table import Table
from tests.kit.serving import PATIENCE, Message
from tests.system.faults.judge import (
    check_numbers,
    in_the_log,
    in_the_picture,
    in_the_snapshot,
    table_of,
)
from tests.system.faults.model import BOT, HOST, NAMES, Model
from tests.system.faults.player import Player
from tests.system.faults.serving import Server

SEATS = 3

people = st.sampled_from(NAMES)
seats = st.integers(0, SEATS - 1)
numbers = st.integers(0, 99)
# Starting a server takes longest of all, so it is not done every time.
luck = st.integers(0, 3)


class Tally:
    """What was done in all, over all examples."""

    def __init__(self) -> None:
        self.commands = 0
        self.done = 0
        self.refused = 0
        self.kills = 0
        self.resent = 0


class Machine(RuleBasedStateMachine):
    """One table at a server that the examples share."""

    def __init__(self, servers: Sequence[Server], tally: Tally, *, kills: bool = True) -> None:
        super().__init__()
        self.servers = servers
        self.tally = tally
        self.kills = kills
        self.loop = asyncio.new_event_loop()
        self.model = Model(SEATS)
        self.players: dict[str, Player] = {}
        self.opened: Message = {}
        # Ids that were answered with `done` in the name of the guest one still is.
        self.acknowledged: dict[str, list[str]] = {name: [] for name in NAMES}
        # Of these, the ones that are in the log: a server that began anew knows them too.
        self.written: set[str] = set()

    # Beginning and end.

    @initialize(company=st.integers(1, 3), start=st.sampled_from([True, True, False]))
    def open(self, company: int, start: bool) -> None:  # noqa: FBT001 - drawn by name
        """A table with so many people, all connected; perhaps they play already."""
        self.opened = self.servers[0].open(name=HOST, deals=2, seats=SEATS)
        for name in NAMES:
            token = {"token": self.opened["token"]} if name == HOST else {}
            self.players[name] = Player(
                name.split()[0],
                partial(getattr, self.server_of(name), "port"),
                self.opened["table"],
                plays=False,
                silence=PATIENCE,
                invite=self.opened["invite"],
                **token,
            )
        self.model.rows = len(self.rows)
        self.model.guests[0] = table_of(self.rows).places[0].guest
        self.model.nonces.add(HOST)
        for name in NAMES:
            self.run(self._reconnected(name))
        for seat in range(1, company):
            self.sit(NAMES[seat], seat)
        if start:
            self.begin(HOST)

    def teardown(self) -> None:
        for player in self.players.values():
            self.run(player.go())
        self.loop.close()

    def server_of(self, name: str) -> Server:
        """Where this person connects."""
        return self.servers[NAMES.index(name) % len(self.servers)]

    def run(self, what: object) -> None:
        self.loop.run_until_complete(what)  # type: ignore[arg-type]  # a coroutine

    @property
    def rows(self) -> tuple[Row, ...]:
        return self.servers[0].rows(self.opened["table"])

    # Doing something.

    def do(self, name: str, command: Message, *, kill: bool = False) -> None:
        self.run(self._do(name, command, kill=kill))

    async def _do(self, name: str, command: Message, *, kill: bool = False) -> None:
        """Do it, compare the answer, and everything else."""
        self.tally.commands += 1
        player, model = self.players[name], self.model
        if name not in model.connected:
            return
        expected = model.expected(name, command, player.picture.table, player.picture.deal)
        wish = player.wish(command["do"], **_fields(command))
        if kill and self.kills:
            self.tally.kills += 1
            server = self.server_of(name)
            await self._begun_anew(server, server.kill)
        await player.until(lambda me: wish in me.answers)
        answer = player.answers[wish]
        given = "done" if answer["type"] == "done" else answer["code"]
        if not kill or command["do"] in ("say", "move", "sit"):
            assert given == expected, (name, command, answer, expected)
        if given == "done":
            self.tally.done += 1
            if command["do"] != "sit":
                self.acknowledged[name].append(wish)
        else:
            self.tally.refused += 1
        await self._compare(name if given == "done" else None, command, wish)

    def _sit(self, who: str, seat: int) -> Message:
        keys = {"nonce": secrets.token_hex(16), "token": secrets.token_hex(16)}
        return {"do": "sit", "name": who, "seat": seat} | keys

    @rule(who=people, seat=seats)
    def sit(self, who: str, seat: int) -> None:
        self.do(who, self._sit(who, seat))

    @rule(who=people)
    def stand(self, who: str) -> None:
        self.do(who, {"do": "stand"})

    @rule(who=people, seat=seats)
    def clear(self, who: str, seat: int) -> None:
        self.do(who, {"do": "clear", "seat": seat})

    @rule(who=people, seat=seats)
    def bot(self, who: str, seat: int) -> None:
        self.do(who, {"do": "bot", "seat": seat, "level": "beginner"})

    @rule(who=people)
    def begin(self, who: str) -> None:
        self.do(who, {"do": "start", "nonce": secrets.token_hex(16)})

    @rule(who=people)
    def ready(self, who: str) -> None:
        self.do(who, {"do": "ready", "nonce": secrets.token_hex(16)})

    @rule(who=people, text=st.sampled_from(["hello", "well played", "again?"]))
    def say(self, who: str, text: str) -> None:
        self.do(who, {"do": "say", "text": text})

    @rule(who=people, number=numbers)
    def move(self, who: str, number: int) -> None:
        self.do(who, self._move(who, number))

    # Playing is what tables are for: more often than the rest, and by whoever's turn it is.
    @rule(number=numbers, moves=st.integers(1, 6))
    def play_on(self, number: int, moves: int) -> None:
        for each in range(moves):
            for name in NAMES:
                here = name in self.model.connected
                if here and self.model.phase == "scored":
                    self.ready(name)
                elif here and self.players[name].picture.my_turn:
                    self.do(name, self._move(name, number + each))

    @rule(number=numbers, moves=st.integers(3, 9))
    def play_further(self, number: int, moves: int) -> None:
        self.play_on(number, moves)

    @rule(number=numbers)
    def play_and_say_it_again(self, number: int) -> None:
        self.play_on(number, 2)
        self.resend(-1)

    @rule(who=people, text=st.sampled_from(["nonsense", "bid 99", "play 2C", "play XX"]))
    def illegal(self, who: str, text: str) -> None:
        self.do(who, self._move(who, 0) | {"move": text})

    @rule(who=people, number=numbers, late=st.sampled_from([-1, 1, 5]))
    def stale(self, who: str, number: int, late: int) -> None:
        command = self._move(who, number)
        self.do(who, command | {"turn": command["turn"] + late})

    @rule(who=people)
    def undo(self, who: str) -> None:
        self.do(who, {"do": "undo"})

    @rule(who=people, yes=st.booleans())
    def answer(self, who: str, yes: bool) -> None:  # noqa: FBT001 - drawn by name
        self.do(who, {"do": "answer", "yes": yes})

    @rule(who=people)
    def pause(self, who: str) -> None:
        self.do(who, {"do": "pause"})

    @rule(who=people)
    def resume(self, who: str) -> None:
        self.do(who, {"do": "resume"})

    def _move(self, who: str, number: int) -> Message:
        deal = self.players[who].picture.deal
        legal = deal["legal"] if deal else []
        move = legal[number % len(legal)] if legal else "bid 0"
        return {"do": "move", "move": move, "turn": deal["turn"] if deal else 0}

    # Sending it again.

    @rule(number=numbers)
    def resend(self, number: int) -> None:
        """Whatever was acknowledged is answered again, and nothing happens."""
        known = [(who, wish) for who in self.model.connected for wish in self.acknowledged[who]]
        if known:
            self.tally.resent += 1
            self.run(self._resent(*sorted(known)[number % len(known)]))

    async def _resent(self, who: str, wish: str) -> None:
        answer = await self.players[who].again_as(wish)
        assert answer["type"] == "done", answer
        await self._compare(None, {"do": "resend"}, "")

    # Coming and going.

    @rule(who=people)
    def disconnect(self, who: str) -> None:
        self.model.connected.discard(who)
        self.run(self.players[who].go())
        self.run(self._compare(None, {"do": "go"}, ""))

    @rule(who=people)
    def reconnect(self, who: str) -> None:
        if who not in self.model.connected:
            self.run(self._reconnected(who))

    async def _reconnected(self, who: str) -> None:
        self.players[who].come()
        await self.players[who].until(lambda me: me.connected)
        self.model.connected.add(who)
        await self._compare(None, {"do": "come"}, "")

    @rule(who=people, luck=luck)
    def restart(self, who: str, luck: int) -> None:
        if luck == 0:
            server = self.server_of(who)
            self.run(self._begun_anew(server, server.stop))
            self.run(self._compare(None, {"do": "restart"}, ""))

    @rule(who=people, number=numbers, what=st.sampled_from(["say", "move", "sit"]), luck=luck)
    def kill(self, who: str, number: int, what: str, luck: int) -> None:
        """In the middle of a command, which is sent again and done once."""
        commands = {
            "say": {"do": "say", "text": "still?"},
            "move": self._move(who, number),
            "sit": self._sit(who, number % SEATS),
        }
        self.do(who, commands[what], kill=luck == 0)

    async def _begun_anew(self, server: Server, end: Callable[[], None]) -> None:
        """The server ends and begins anew, and its people come back by themselves."""
        here = [name for name in self.model.connected if self.server_of(name) is server]
        gone = {name: self.players[name].breaks for name in here}
        for known in self.acknowledged.values():
            known[:] = [wish for wish in known if wish in self.written]
        await asyncio.to_thread(end)
        for name, breaks in gone.items():
            await self.players[name].until(
                lambda me, breaks=breaks: me.breaks > breaks  # type: ignore[misc]  # bound early
            )
        await asyncio.to_thread(server.start)
        for name in gone:
            await self.players[name].until(lambda me: me.connected)

    # Comparing.

    async def _compare(self, name: str | None, command: Message, wish: str) -> None:
        """Wait until the table has come to rest; then model, clients, snapshots and log agree."""
        deadline = monotonic() + PATIENCE
        followed = 0
        while True:
            rows = await asyncio.to_thread(lambda: self.rows)
            assert len(rows) >= self.model.rows
            followed += self.model.follow(rows[self.model.rows :], name, command, wish)
            self._forget_those_who_left()
            snapshots = {
                who: await asyncio.to_thread(
                    self.server_of(who).snapshot, self.opened["table"], self._secret(who)
                )
                for who in NAMES
            }
            differs = self._differs(rows, snapshots)
            if differs is None:
                break
            assert monotonic() < deadline, differs
        assert followed <= 1
        if followed:
            self.written.add(wish)
        self._check_model(rows, snapshots[HOST])

    def _secret(self, who: str) -> str:
        seated = self.model.seat_of(who) is not None or who == HOST
        return self.players[who].secret["token"] if seated else self.opened["invite"]

    def _forget_those_who_left(self) -> None:
        for name in NAMES:
            if name != HOST and self.model.seat_of(name) is None:
                # They are nobody's guest now; their ids begin anew with the next seat.
                self.acknowledged[name].clear()

    def _differs(self, rows: tuple[Row, ...], snapshots: dict[str, Message]) -> object:
        """Where the table has not come to rest yet; None if it has."""
        if any(shown["seq"] != len(rows) for shown in snapshots.values()):
            return "log", len(rows)
        return self._unrest(snapshots) or self._difference(table_of(rows), snapshots)

    def _unrest(self, snapshots: dict[str, Message]) -> object:
        """What must still happen by itself: bots play, all go on, who left is missed."""
        model, first = self.model, snapshots[HOST]
        model.phase = first["table"]["phase"]
        bots = {seat for seat in range(SEATS) if model.seats[seat] == BOT}
        playing = bots | {seat for seat in range(SEATS) if model.waits(seat)}
        if model.phase == "playing" and not model.paused and playing & set(first["deal"]["to_act"]):
            return "bots", first["deal"]["to_act"]
        if model.going_on:
            return "next deal", model.ready
        for name, shown in snapshots.items():
            chairs = shown["table"]["chairs"]
            here = {seat for seat in range(SEATS) if chairs[seat]["present"]}
            if here - bots != model.present:
                return "present", name, here, model.present
        return None

    def _difference(self, table: Table, snapshots: dict[str, Message]) -> object:
        """Who sees another table than the log comes to."""
        for name, shown in snapshots.items():
            snapshot, log = in_the_snapshot(shown), in_the_log(table, self._secret(name))
            if snapshot != log:
                return "snapshot", name, snapshot, log
            picture = self.players[name].picture
            if name in self.model.connected:
                if in_the_picture(picture).wordless != snapshot.wordless:
                    return "picture", name, in_the_picture(picture), snapshot
                if picture.table != shown["table"]:
                    return "moment", name, picture.table, shown["table"]
        return None

    def _check_model(self, rows: tuple[Row, ...], shown: Message) -> None:
        model = self.model
        check_numbers(rows)
        chairs = shown["table"]["chairs"]
        kinds = {None: "empty", BOT: "bot"}
        for seat, who in enumerate(model.seats):
            assert chairs[seat]["kind"] == kinds.get(who, "person"), (seat, who, chairs)
            assert who in (None, BOT) or chairs[seat]["name"] == who
            assert chairs[seat]["ready"] == (who in model.ready), (seat, model.ready, chairs)
        said = [line for line in shown["said"] if line["notice"] is None]
        assert [(line["seat"], line["text"]) for line in said] == model.said
        state = table_of(rows).state
        if state is not None:
            assert [(seat, str(move)) for seat, move in state.history] == model.moves
        if shown["table"]["asking"] is not None:
            assert shown["table"]["asking"]["seat"] == model.seat_of(model.asked or "")


def _fields(command: Message) -> Message:
    return {name: value for name, value in command.items() if name != "do"}
