"""A live table: it takes commands one at a time, lets bots play, and tells everybody.

A command is decided, kept in the log, answered, and only then shown to the others. Whatever
changes the table happens under one lock. Other servers may have the same table: the log decides
between them, and what they have written is told to whoever is connected here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from time import monotonic

from funicular.admin.reading import unfolded
from funicular.core.errors import FunicularError
from funicular.core.game import State
from funicular.lang import Reader
from funicular.live.auth import guest_at
from funicular.live.background_saves import BackgroundSaves
from funicular.live.bot_driver import BotDriver
from funicular.live.command_rates import CommandRates
from funicular.live.connection import Connection
from funicular.live.logs import crash, log
from funicular.live.messages import Do, Done, Reason, Removed, Welcome, Why
from funicular.live.pace import wait_after
from funicular.live.presence import Presence, written
from funicular.live.records import keep_record_of
from funicular.live.refusals import code_of
from funicular.live.room_context import RoomContext
from funicular.live.table_log import CHANCE, TableLog
from funicular.live.turn_clock import TurnClock
from funicular.live.updates import Updates, welcome
from funicular.store.log import Fence, Fenced, TableGone
from funicular.table import commands as ask
from funicular.table.decide import CannotDo, closed, decide, gone_on, moved
from funicular.table.entries import AnyEntry, Began, Closed, Dealt, Moved, Seated, TakenBack
from funicular.table.presence import Now
from funicular.table.render import reader_at
from funicular.table.table import Table, key_of

# Before we try again what could not be kept.
RETRY_SECONDS = 1.0


class Room:
    """One table with everybody who is connected to it here."""

    def __init__(self, table_log: TableLog, service: RoomContext) -> None:
        """Take over a table from its log."""
        self._log = table_log
        self._service = service
        self._presence = Presence(service.grace)
        self._clock = TurnClock()
        # Whoever is welcomed first must hear of the clock that runs.
        self._clock.look(table_log.table)
        self._rates = CommandRates()
        self._bots = BotDriver(service.bot_pool, self._play_bot, service.metrics, service.bot_pause)
        self._lock = asyncio.Lock()
        self._timer: asyncio.Task[None] | None = None
        self._keeping = BackgroundSaves(table_log.table.id)
        # Whether the bots and the clock are ours to run, and what we write with.
        self._leads = False
        self._fence: Fence | None = None
        # Whether all were ready and it could not be written down.
        self._behind = False
        self._shared: bool = service.log.shared
        # Who is connected here, as other servers know it.
        self._told = written(())
        self.now = Now()
        self.listeners: set[Connection] = set()
        self.used = monotonic()

    @property
    def table(self) -> Table:
        """The table as the log has it."""
        return self._log.table

    @property
    def seq(self) -> int:
        """The last row that we know."""
        return self.table.seq

    @property
    def idle(self) -> bool:
        """Whether nobody is connected and nothing is under way."""
        return not self.listeners and not self._bots.busy and not self._lock.locked()

    @property
    def leads(self) -> bool:
        """Whether the bots and the clock run here."""
        return self._leads

    @property
    def connected(self) -> bytes:
        """Who is connected here, for other servers."""
        return written(self.listeners)

    def close(self) -> None:
        """Stop whatever would go on by itself."""
        self._leads = False
        self._bots.close()
        if self._timer is not None:
            self._timer.cancel()

    async def keep(self) -> None:
        """Keep a snapshot if there is much that it would spare: the table is there sooner then."""
        if self._log.worth_keeping:
            keeping = self._log.keep(self._service.pools.snapshots)
            await self._keeping.now("snapshot-not-kept", keeping)

    # Coming and going.

    async def enter(self, listener: Connection) -> None:
        """Somebody connects: welcome them, and tell the others."""
        async with self._lock:
            self.used = monotonic()
            self.listeners.add(listener)
            self._presence.heard(listener.guest)
            self._look_around()
            message = self.welcome(listener.guest, listener.lang, listener.seen)
            listener.seat = self.table.seat_seen_by(listener.guest)
            listener.table = message.table
            listener.seen = message.seq
            listener.send(message)
            await self._settle()

    async def leave(self, listener: Connection) -> None:
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
        seen = seen if seen <= self.table.seq else 0
        running = self._clock.running()
        return welcome(self.table, self.now, running, guest=guest, lang=lang, seen=seen)

    # Other servers.

    async def lead(self, *, leads: bool, fence: Fence | None) -> None:
        """Run the bots and the clock from now on, or leave it to another server."""
        if (leads, fence) != (self._leads, self._fence):
            async with self._lock:
                self._leads, self._fence = leads, fence
                await self._settle()

    async def look(self, *, seq: int = 0, elsewhere: Sequence[bytes] | None = None) -> None:
        """Another server has written rows up to `seq`, or says who is connected there.

        Asked for every table again and again, so what is known already costs nothing.
        """
        news = elsewhere is not None and not self._presence.knows(elsewhere)
        if not news and seq <= self.table.seq and not self._behind:
            return
        async with self._lock:
            if elsewhere is not None:
                self._presence.are_elsewhere(elsewhere)
            if seq > self.table.seq:
                await self._log.catch_up()
            await self._settle()

    async def read_again(self) -> None:
        """Rows of the log were rewritten: forget what we remember of them, and show what is new."""
        table = await self._unfolded(None)
        async with self._lock:
            await self._log.catch_up()
            self._log.table = await self._unfolded(table)
            await self._settle()

    async def _unfolded(self, begin: Table | None) -> Table:
        """The table from its log, up to the row that we know."""
        async with self._service.log.inventory() as found:
            table = await unfolded(found, self.table.id, begin=begin, until=self.table.seq)
        if table is None:
            raise TableGone("store.table-gone")
        return table

    async def let_in(self, token: str | None, invite: str | None, seen: int = 0) -> str | None:
        """The guest who comes with these; `Refusal` for anybody else.

        Somebody may have sat down, or seen more, at another server than we know of yet.
        """
        unknown = token is not None and self.table.guest_of(token) is None
        if self._shared and (unknown or seen > self.table.seq):
            async with self._lock:
                await self._log.catch_up()
                await self._settle()
        return guest_at(self.table, token, invite)

    # Asking.

    async def do(self, guest: str | None, wish: Do, sender: Connection | None = None) -> Done:
        """Do what a guest asks for; `FunicularError` says why it is not done."""
        began = monotonic()
        command = wish.command
        # Somebody without a seat has no id; the random number they sit down with stands for it.
        who = command.nonce if guest is None and isinstance(command, ask.Sit) else guest or ""
        # What was answered before is only answered again.
        if self._log.answered((who, wish.id)) is None:
            self._rates.take(self.table.seat_of(guest), command, sender)
        if isinstance(command, ask.Sit | ask.Rename):
            self._service.bans.check_name(command.name)
        async with self._lock:
            self.used = began
            self._presence.heard(guest)
            try:
                done = self._log.answered((who, wish.id))
                if done is None:
                    done = await self._do(guest, who, wish)
            except FunicularError as error:
                self._service.metrics.commands.labels(code_of(error)).inc()
                raise
            if done.token is not None:
                self._presence.heard(self.table.guest_of(done.token))
            if sender is not None:
                self._answer(sender, done, command)
            self._service.metrics.commands.labels("done").inc()
            self._service.metrics.acknowledged.observe(monotonic() - began)
            await self._settle()
            return done

    async def _do(self, guest: str | None, who: str, wish: Do) -> Done:
        command = wish.command
        asked = (who, wish.id)
        attempts = self._log.attempts(asked if guest is not None else None, sure=True)
        async for attempt in attempts:
            async with attempt:
                spent = self._spent_by(guest)
                decision = decide(self.table, self.now, guest, command, CHANCE, spent=spent)
                await attempt.commit(decision)
        if attempts.decision is None:
            return self._log.answered(asked) or Done(wish.id, self.table.seq)
        self._wrote(attempts.decision.entries)
        done = Done(wish.id, self.table.seq, attempts.decision.token)
        self._log.remember(asked, done)
        return done

    def _spent_by(self, guest: str | None) -> float:
        return self._clock.spent(self.table.seat_of(guest))

    def _answer(self, sender: Connection, done: Done, command: ask.AnyCommand) -> None:
        """Say that it is done. Sitting down makes a guest, standing up may unmake one."""
        if done.token is not None:
            sender.guest = self.table.guest_of(done.token) or sender.guest
            sender.key = key_of(done.token)
        elif isinstance(command, ask.Stand) and not self._knows(sender.guest):
            sender.guest = None
        sender.send(done)

    def _knows(self, guest: str | None) -> bool:
        return any(each.id == guest for each in self.table.guests)

    def why(self, guest: str | None, wish: Why, lang: str) -> Reason:
        """Why the guest may not make this move; None if they may. Changes nothing."""
        seat = self.table.seat_of(guest)
        state = self.table.state
        try:
            if seat is None:
                raise CannotDo("table.no-seat", "forbidden")
            if state is None or self.table.phase != "playing":
                raise CannotDo("table.not-playing", "forbidden")
            if self.table.seat_seen_by(guest) is None:
                raise CannotDo("table.from-next-deal", "forbidden")
            state.play(seat, self.table.game.parse_move(wish.move))
        except FunicularError as error:
            return Reason(wish.id, error.say(reader_at(self.table, seat, lang)))
        return Reason(wish.id, None)

    def reader(self, guest: str | None, lang: str) -> Reader:
        """Who a refusal is told to."""
        return reader_at(self.table, self.table.seat_of(guest), lang)

    async def rest(self) -> None:
        """Close the table, nobody having come for long. Whoever is here keeps it open."""
        async with self._lock:
            if self.listeners or self._presence.anybody_elsewhere:
                return
            attempts = self._log.attempts(closed=True)
            async for attempt in attempts:
                async with attempt:
                    await attempt.commit(closed(self.table, CHANCE))
            if attempts.decision is not None and attempts.decision.entries:
                self._wrote(attempts.decision.entries)
                log("table-closed", table=self.table.id, game=self.table.game.name)
            await self._settle()

    # What follows from a change.

    async def _settle(self) -> None:
        """After a change: who is here, whether all want to go on, what everybody sees, the bots."""
        self._look_around()
        if self._leads:
            await self._go_on()
        self._happened(self._log.news())
        self._send_out()
        if self._leads and self._log.worth_keeping:
            keeping = self._log.keep(self._service.pools.snapshots)
            self._keeping.soon("snapshot-not-kept", keeping)
        self._clock.look(self.table)
        updates = Updates(self.table, self.now, self._clock.running())
        for listener in self.listeners:
            updates.send(listener)
        for_bots = self._for_bots()
        self._bots.wake(self.table, for_bots)
        self._set_timer(for_bots)
        if self._shared and self.connected != self._told:
            self._told = self.connected
            self._service.company.moved(self.table.id)

    async def _go_on(self) -> None:
        attempts = self._log.attempts(fence=self._fence)
        try:
            async for attempt in attempts:
                async with attempt:
                    await attempt.commit(gone_on(self.table, self.now, CHANCE))
        except Fenced:
            self._leads = self._behind = False
        except FunicularError as error:
            # It will be tried again in a moment; nobody was promised anything.
            self._behind = True
            crash("not-gone-on", table=self.table.id, code=code_of(error))
        else:
            self._behind = False
            if attempts.decision is not None:
                self._wrote(attempts.decision.entries)

    def _look_around(self) -> None:
        """Who is here now."""
        present = self._presence.present(self.table, self.listeners)
        self.now = Now(
            present=present,
            kept=self._presence.kept(self.table, present),
            watchers=self._presence.watchers(self.table, self.listeners),
        )

    def _wrote(self, entries: tuple[AnyEntry, ...]) -> None:
        """We have written these: wake other servers, count, log."""
        if not entries:
            return
        self._service.company.wrote(self.table.id, self.table.seq)
        moves = self._service.metrics.moves
        for entry in entries:
            if isinstance(entry, Moved):
                bot = self.table.bot_plays(entry.seat)
                moves.labels("kept" if entry.kept else "bot" if bot else "person").inc()
            elif isinstance(entry, Began):
                log("match-began", table=self.table.id, game=self.table.game.name)
            elif isinstance(entry, Seated):
                log("seated", table=self.table.id, seat=entry.seat)
        self._happened(entries)
        if self.table.phase == "over" and any(
            isinstance(entry, Moved | Closed) for entry in entries
        ):
            self._keeping.soon("record-not-kept", keep_record_of(self.table, self._service))
        if self.table.phase == "over" and any(isinstance(entry, Moved) for entry in entries):
            log("match-over", table=self.table.id, game=self.table.game.name)

    def _happened(self, entries: tuple[AnyEntry, ...]) -> None:
        """Whoever wrote these: let a finished trick lie, and forget what all may know now."""
        for entry in entries:
            if isinstance(entry, Began):
                # The numbers that people sat down with are for all to see from now on.
                for nonce in entry.nonces:
                    self._log.forget(nonce)
        state: State | None = self.table.state
        if state is not None and any(
            isinstance(each, Dealt | Moved | TakenBack) for each in entries
        ):
            before = self.table.told_at(self.table.seq - len(entries))
            self._bots.wait(wait_after(self.table.pace, state.view(None).events[before:]))

    def _send_out(self) -> None:
        """Tell those who are out: their seat is another's, or their token no longer good."""
        keys = {guest.id: guest.key for guest in self.table.guests}
        for listener in self.listeners:
            if listener.guest is None or keys.get(listener.guest) == listener.key:
                continue
            gave_up = listener.guest not in keys and listener.table and listener.table.you is None
            listener.guest = None
            if not gave_up:
                listener.send(Removed(Reader(listener.lang).say("serve.removed")))

    def _set_timer(self, for_bots: set[int]) -> None:
        """Look again when somebody has been away for long enough, or is out of time."""
        if self._timer is not None and self._timer is not asyncio.current_task():
            self._timer.cancel()
        self._timer = None
        left = self._clock.left(self.table) if self._leads else {}
        # Whose time has run out since bots were told what to play is looked at again at once.
        waits = [max(0.0, wait) for seat, wait in left.items() if seat not in for_bots]
        away = self._presence.next_change(self.table, self.now.present, self.now.kept)
        if away is not None:
            waits.append(away)
        if self._behind:
            waits.append(RETRY_SECONDS)
        if waits:
            self._timer = asyncio.create_task(self._look_again(min(waits)))

    async def _look_again(self, wait: float) -> None:
        await asyncio.sleep(wait)
        async with self._lock:
            await self._settle()

    # Bots.

    def _for_bots(self) -> set[int]:
        """The seats whose move a bot is to make here and now."""
        if not self._leads or self.table.paused is not None:
            return set()
        out_of_time = {seat for seat, left in self._clock.left(self.table).items() if left <= 0}
        return {
            seat
            for seat in self.table.to_act
            if self.table.bot_plays(seat) or seat in self.now.kept or seat in out_of_time
        }

    async def _play_bot(self, seat: int, play: ask.Play) -> None:
        async with self._lock:
            # Under the lock nobody calls it back, so its turn is still its own.
            attempts = self._log.attempts(fence=self._fence)
            try:
                async for attempt in attempts:
                    async with attempt:
                        spent = self._clock.spent(seat)
                        await attempt.commit(moved(self.table, seat, play, CHANCE, spent))
                self._wrote(() if attempts.decision is None else attempts.decision.entries)
            except Fenced:
                self._leads = False
            except Exception:  # noqa: BLE001 - a table never stands still for a bot's sake
                crash("bot-not-kept", table=self.table.id, seat=seat)
                self._bots.wait(RETRY_SECONDS)
            self._bots.done(seat)
            await self._settle()
