"""A live table: it takes commands one at a time, lets bots play, and tells everybody.

A command is decided, kept in the log, answered, and only then shown to the others. Whatever
changes the table happens under one lock.
"""

from __future__ import annotations

import asyncio
from time import monotonic

from msgspec.structs import replace

from funicular.core.errors import FunicularError
from funicular.core.game import State
from funicular.lang import Reader
from funicular.table import commands as ask
from funicular.table.decide import CannotDo, Decision, decide, gone_on, moved
from funicular.table.entries import AnyEntry, Began, Dealt, Moved, Seated, TakenBack
from funicular.table.now import Now
from funicular.table.show import reader_at
from funicular.table.table import Table
from funicular.web.ledger import CHANCE, Ledger
from funicular.web.listener import Listener
from funicular.web.logs import crash, log
from funicular.web.messages import Do, Done, Reason, Removed, Welcome, Why
from funicular.web.pace import wait_after
from funicular.web.presence import Presence
from funicular.web.refusals import code_of
from funicular.web.service import Service
from funicular.web.updates import Updates, welcome

# Before a bot tries again when its move could not be kept.
RETRY_SECONDS = 1.0


class Room:
    """One table with everybody who is connected to it."""

    def __init__(self, ledger: Ledger, service: Service) -> None:
        """Take over a table from its log."""
        self._ledger = ledger
        self._service = service
        self._presence = Presence(service.grace)
        self._lock = asyncio.Lock()
        self._bots: dict[int, tuple[int, asyncio.Task[None]]] = {}
        self._timer: asyncio.Task[None] | None = None
        # When bots may make the next move.
        self._due = 0.0
        self.now = Now()
        self.listeners: set[Listener] = set()
        self.used = monotonic()
        self._wake_bots()

    @property
    def table(self) -> Table:
        """The table as the log has it."""
        return self._ledger.table

    @property
    def idle(self) -> bool:
        """Whether nobody is connected and nothing is under way."""
        return not self.listeners and not self._bots and not self._lock.locked()

    def close(self) -> None:
        """Stop whatever would go on by itself."""
        for _, task in self._bots.values():
            task.cancel()
        if self._timer is not None:
            self._timer.cancel()

    # Coming and going.

    async def enter(self, listener: Listener) -> None:
        """Somebody connects: welcome them, and tell the others."""
        async with self._lock:
            self.used = monotonic()
            self.listeners.add(listener)
            self._presence.heard(listener.guest)
            self._look_around()
            message = self.welcome(listener.guest, listener.lang, listener.seen)
            listener.seat, listener.table = message.table.you, message.table
            listener.seen = message.seq
            listener.send(message)
            await self._settle()

    async def leave(self, listener: Listener) -> None:
        """Somebody's connection is gone."""
        async with self._lock:
            self.listeners.discard(listener)
            self._presence.heard(listener.guest)
            await self._settle()

    def heard(self, guest: str | None) -> None:
        """This guest was here just now, though perhaps without a socket."""
        self._presence.heard(guest)

    def welcome(self, guest: str | None, lang: str, seen: int) -> Welcome:
        """Everything as this guest sees it now."""
        # Whoever has seen more than there is has seen another log.
        return welcome(self.table, self.now, guest, lang, seen if seen <= self.table.seq else 0)

    # Asking.

    async def do(self, guest: str | None, wish: Do, sender: Listener | None = None) -> Done:
        """Do what a guest asks for; `FunicularError` says why it is not done."""
        began = monotonic()
        command = wish.command
        # Somebody without a seat has no id; the random number they sit down with stands for it.
        who = command.nonce if guest is None and isinstance(command, ask.Sit) else guest or ""
        async with self._lock:
            self.used = began
            self._presence.heard(guest)
            try:
                done = self._ledger.answered((who, wish.id))
                if done is None:
                    done = await self._do(guest, who, wish)
            except FunicularError as error:
                self._service.metrics.commands.labels(code_of(error)).inc()
                raise
            if done.token is not None:
                self._presence.heard(self.table.guest_of(done.token))
            if sender is not None:
                sender.guest = self._guest_after(done, sender.guest, command)
                sender.send(done)
            self._service.metrics.commands.labels("done").inc()
            self._service.metrics.acknowledged.observe(monotonic() - began)
            await self._settle()
            return done

    async def _do(self, guest: str | None, who: str, wish: Do) -> Done:
        command = wish.command
        asked = (who, wish.id)
        decision = await self._ledger.commit(
            lambda: decide(self.table, self.now, guest, command, CHANCE),
            asked if guest is not None else None,
        )
        if decision is None:
            return self._ledger.answered(asked) or Done(wish.id, self.table.seq)
        self._take(decision)
        done = Done(wish.id, self.table.seq, decision.token)
        self._ledger.remember(asked, done)
        return done

    def _guest_after(self, done: Done, guest: str | None, command: ask.AnyCommand) -> str | None:
        """Who the sender is now: sitting down makes a guest, standing up may unmake one."""
        if done.token is not None:
            return self.table.guest_of(done.token) or guest
        return None if isinstance(command, ask.Stand) and not self._knows(guest) else guest

    def why(self, guest: str | None, wish: Why, lang: str) -> Reason:
        """Why the guest may not make this move; None if they may. Changes nothing."""
        seat = self.table.seat_of(guest)
        state = self.table.state
        try:
            if seat is None:
                raise CannotDo("table.no-seat", "forbidden")
            if state is None or self.table.phase != "playing":
                raise CannotDo("table.not-playing", "forbidden")
            state.play(seat, self.table.game.parse_move(wish.move))
        except FunicularError as error:
            return Reason(wish.id, error.say(reader_at(self.table, seat, lang)))
        return Reason(wish.id, None)

    def reader(self, guest: str | None, lang: str) -> Reader:
        """Who a refusal is told to."""
        return reader_at(self.table, self.table.seat_of(guest), lang)

    # What follows from a change.

    async def _settle(self) -> None:
        """After a change: who is here, whether all want to go on, what everybody sees, the bots."""
        self._look_around()
        try:
            decision = await self._ledger.commit(lambda: gone_on(self.table, self.now, CHANCE))
        except FunicularError as error:
            # It will be tried again at the next change; nobody was promised anything.
            crash("not-gone-on", table=self.table.id, code=code_of(error))
            decision = None
        self._take(decision)
        self._tell()
        self._wake_bots()
        self._set_timer()

    def _look_around(self) -> None:
        """Who is here now, and what that changes of what people were waiting for."""
        present = self._presence.present(self.table, self.listeners)
        people = set(self.table.people)
        asking = self.now.asking
        if asking is not None:
            waiting = tuple(seat for seat in asking.waiting if seat in present)
            asking = (
                replace(asking, waiting=waiting) if waiting and asking.seat in present else None
            )
        self.now = replace(
            self.now,
            present=present,
            kept=self._presence.kept(self.table, present),
            watchers=sum(self.table.seat_of(each.guest) is None for each in self.listeners),
            ready=tuple(each for each in self.now.ready if each[0] in people),
            asking=asking,
        )

    def _take(self, decision: Decision | None) -> None:
        """Make the decision's moment ours, and do what its entries ask for."""
        if decision is not None:
            self.now = replace(self.now, ready=decision.now.ready, asking=decision.now.asking)
            self._happened(decision.entries)

    def _happened(self, entries: tuple[AnyEntry, ...]) -> None:
        """Count, log, and let a finished trick lie."""
        moves = self._service.metrics.moves
        for entry in entries:
            if isinstance(entry, Moved):
                bot = self.table.places[entry.seat].kind == "bot"
                moves.labels("kept" if entry.kept else "bot" if bot else "person").inc()
            elif isinstance(entry, Began):
                # The numbers that people sat down with are for all to see from now on.
                for nonce in entry.nonces:
                    self._ledger.forget(nonce)
                log("match-began", table=self.table.id, game=self.table.game.name)
            elif isinstance(entry, Seated):
                log("seated", table=self.table.id, seat=entry.seat)
        if any(isinstance(entry, Dealt | Moved | TakenBack) for entry in entries):
            self._set_due(len(entries))
            if self.table.phase == "over":
                log("match-over", table=self.table.id, game=self.table.game.name)

    def _set_due(self, entries: int) -> None:
        state: State | None = self.table.state
        if state is not None:
            before = self.table.told_at(self.table.seq - entries)
            events = state.view(None).events[before:]
            self._due = monotonic() + wait_after(self.table.pace, events)

    def _tell(self) -> None:
        for listener in self.listeners:
            if listener.guest is not None and not self._knows(listener.guest):
                listener.guest = None
                listener.send(Removed(Reader(listener.lang).say("serve.removed")))
        updates = Updates(self.table, self.now)
        for listener in self.listeners:
            updates.send(listener)

    def _knows(self, guest: str | None) -> bool:
        return any(each.id == guest for each in self.table.guests)

    def _set_timer(self) -> None:
        """Look again when the next absent person has been away for long enough."""
        if self._timer is not None and self._timer is not asyncio.current_task():
            self._timer.cancel()
        self._timer = None
        wait = self._presence.next_change(self.table, self.now.present)
        if wait is not None:
            self._timer = asyncio.create_task(self._look_again(wait))

    async def _look_again(self, wait: float) -> None:
        await asyncio.sleep(wait)
        async with self._lock:
            await self._settle()

    # Bots.

    def _wake_bots(self) -> None:
        """Let every bot think whose turn it is; call back those whose turn it no longer is."""
        due = {seat: self.table.turns[seat] for seat in self.table.to_act if self._for_bot(seat)}
        for seat, (turn, task) in list(self._bots.items()):
            if due.get(seat) != turn:
                task.cancel()
                del self._bots[seat]
        for seat, turn in due.items():
            if seat not in self._bots:
                self._bots[seat] = (turn, asyncio.create_task(self._play_bot(seat)))

    def _for_bot(self, seat: int) -> bool:
        return self.table.places[seat].kind == "bot" or seat in self.now.kept

    async def _play_bot(self, seat: int) -> None:
        """Think, wait until people have seen what lies there, and play."""
        state = self.table.match.states[-1]
        place = self.table.places[seat]
        move = await self._service.thinkers.move(
            place.level or self.table.opened.level, state.view(seat)
        )
        await asyncio.sleep(max(0.0, self._due - monotonic()))
        async with self._lock:
            # Under the lock nobody calls it back, so its turn is still its own.
            try:
                decision = await self._ledger.commit(
                    lambda: moved(self.table, self.now, seat, move, CHANCE)
                )
                self._take(decision)
            except Exception:  # noqa: BLE001 - a table never stands still for a bot's sake
                crash("bot-not-kept", table=self.table.id, seat=seat)
                self._due = monotonic() + RETRY_SECONDS
            del self._bots[seat]
            await self._settle()
