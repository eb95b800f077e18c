"""A live table: it takes commands one at a time, under one lock.

A command is decided, written to the log, answered, and only then shown to the others. Telling
everybody is `broadcast`, bots and clocks are `bot_driver`, what else follows from an entry is
`bookkeeping`. Other servers may have the same table: the log decides between them, and what they
have written is shown to those who are connected here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from time import monotonic

from funicular.admin.reading import unfolded
from funicular.core.errors import FunicularError
from funicular.lang import Reader
from funicular.live.admission.causes import SERVER, Cause
from funicular.live.audience import Audience
from funicular.live.auth import guest_at
from funicular.live.bookkeeping import Bookkeeping
from funicular.live.bot_driver import BotDriver
from funicular.live.broadcast import Broadcast
from funicular.live.command_rates import CommandRates
from funicular.live.connection import MOVED_CLOSE, Connection
from funicular.live.hints import HintShown, ViewNumbers, hint_for, view_numbers_for
from funicular.live.logs import crash, log
from funicular.live.messages import Do, Done, Reason, Welcome, Why
from funicular.live.pace import wait_after
from funicular.live.refusals import code_of
from funicular.live.room_context import RoomContext
from funicular.live.table_log import CHANCE, TableLog
from funicular.store.log import Fence, Fenced, TableGone
from funicular.table import commands as ask
from funicular.table.decide import check_may_play, closed, decide, gone_on, moved
from funicular.table.entries import AnyEntry, Began, CardsDealt, Moved, TakenBack
from funicular.table.hints import seat_to_help
from funicular.table.presence import Presence
from funicular.table.render import reader_at
from funicular.table.table import Table

# Before we try again to write what could not be written.
RETRY_SECONDS = 1.0


class Room:
    """One table with everybody who is connected to it here."""

    def __init__(self, table_log: TableLog, context: RoomContext, cause: Cause = SERVER) -> None:
        """Take over a table from its log, for the one who asked for it."""
        self._log = table_log
        self._context = context
        self._lock = asyncio.Lock()
        self._rates = CommandRates()
        self._broadcast = Broadcast(context.grace)
        self._audience = Audience(table_log.table.id, self._broadcast, cause)
        self._bookkeeping = Bookkeeping(table_log, context, self._audience)
        self._bots = BotDriver(context, self._audience, self._play_bot, self._look_again)
        # The first to be welcomed must hear of the clock that runs.
        self._bots.look_at_clock(table_log.table)
        # Whether the bots and the clock are ours to run, and what we write with.
        self._leads = False
        self._fence: Fence | None = None
        # True while "everyone is ready" still has to be written to the log.
        self._behind = False
        self._shared: bool = context.store.shared
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
    def presence(self) -> Presence:
        """Who is at the table now."""
        return self._broadcast.presence

    @property
    def connections(self) -> set[Connection]:
        """All that are open here."""
        return self._broadcast.connections

    @property
    def connected(self) -> bytes:
        """Who is connected here, for other servers."""
        return self._broadcast.connected

    @property
    def idle(self) -> bool:
        """Whether nobody is connected and nothing is under way."""
        return not self.connections and not self._bots.busy and not self._lock.locked()

    @property
    def leads(self) -> bool:
        """Whether the bots and the clock run here."""
        return self._leads

    @property
    def occupied(self) -> bool:
        """Whether anybody is connected here."""
        return any(not each.dropped for each in self.connections)

    @property
    def deserted(self) -> bool:
        """Whether people are connected, but all of them to other servers."""
        return self._broadcast.deserted

    def send_on(self) -> None:
        """Close all sockets: their clients come again, to wherever the proxy leads them now."""
        for connection in list(self.connections):
            connection.drop(MOVED_CLOSE)

    def close(self) -> None:
        """Stop everything that would go on by itself."""
        self._leads = False
        self._bots.close()

    async def keep(self) -> None:
        """Save a snapshot if there is much that it would spare: the table is there sooner then."""
        await self._bookkeeping.save_snapshot()

    # Coming and going.

    async def let_in(self, token: str | None, invite: str | None, seen: int = 0) -> str | None:
        """The guest who comes with these; `Refusal` for anybody else.

        They may have sat down, or seen more, at another server than we know of yet.
        """
        unknown = token is not None and self.table.guest_of(token) is None
        if self._shared and (unknown or seen > self.table.seq):
            async with self._lock:
                await self._log.catch_up()
                await self._settle()
        return guest_at(self.table, token, invite)

    async def enter(self, connection: Connection) -> None:
        """A client connects: welcome it, and tell the others."""
        async with self._lock:
            self.used = monotonic()
            self._broadcast.enter(connection, self.table, self._bots.running())
            await self._settle()

    async def leave(self, connection: Connection) -> None:
        """A connection is gone."""
        async with self._lock:
            self._broadcast.leave(connection)
            await self._settle()

    def heard(self, guest: str | None) -> None:
        """This guest was here just now, though perhaps without a socket."""
        self._broadcast.heard(guest)

    def attend(self, networks: tuple[str, ...]) -> None:
        """A person asked over HTTP just now: bots play on, should they have stopped."""
        back = not self._audience.attended
        self._audience.heard(networks)
        if back:
            self._bots.look_soon()

    def welcome(self, guest: str | None, lang: str, seen: int) -> Welcome:
        """Everything as this guest sees it now."""
        running = self._bots.running()
        return self._broadcast.welcome(self.table, running, guest, lang, seen)

    # Taking commands.

    async def do(self, guest: str | None, wish: Do, sender: Connection | None = None) -> Done:
        """Do what a guest asks for; `FunicularError` says why it is not done."""
        began = monotonic()
        command, table = wish.command, self._log.table
        # A person without a seat has no id; the nonce they sit down with stands for it.
        who = command.nonce if guest is None and isinstance(command, ask.Sit) else guest or ""
        # What was answered before is only answered again.
        if self._log.answered((who, wish.id)) is None:
            self._rates.take(table.seat_of(guest), command, sender)
        if isinstance(command, ask.Sit | ask.Rename):
            self._context.bans.check_name(command.name)
        async with self._lock:
            self.used = began
            if sender is None:
                # Of a person with a socket it is known until it closes.
                self.heard(guest)
            try:
                done = self._log.answered((who, wish.id))
                if done is None:
                    done = await self._do(guest, who, wish)
            except FunicularError as error:
                self._context.metrics.commanded(code_of(error))
                raise
            table = self._log.table
            if done.token is not None:
                self.heard(table.guest_of(done.token))
            if sender is not None:
                self._broadcast.answer(sender, done, command, table)
            self._context.metrics.commanded("done")
            self._context.metrics.acknowledged.observe(monotonic() - began)
            await self._settle()
            return done

    async def _do(self, guest: str | None, who: str, wish: Do) -> Done:
        asked = (who, wish.id)
        attempts = self._log.attempts(asked if guest is not None else None, sure=True)
        async for attempt in attempts:
            async with attempt:
                table = self._log.table
                spent = self._bots.spent(table.seat_of(guest))
                presence = self._broadcast.presence
                decision = decide(table, presence, guest, wish.command, CHANCE, spent=spent)
                await attempt.commit(decision)
        if attempts.decision is None:
            return self._log.answered(asked) or Done(wish.id, self.table.seq)
        self._wrote(attempts.decision.entries)
        done = Done(wish.id, self._log.table.seq, attempts.decision.token)
        self._log.remember(asked, done)
        return done

    def why(self, guest: str | None, wish: Why, lang: str) -> Reason:
        """Why the guest may not make this move; None if they may. Changes nothing."""
        try:
            check_may_play(self.table, guest, wish.move)
        except FunicularError as error:
            return Reason(wish.id, error.say(self.reader(guest, lang)))
        return Reason(wish.id, None)

    def numbers(self, guest: str | None, lang: str) -> ViewNumbers:
        """The guest's view as numbers, to measure what moves are worth. Changes nothing."""
        return view_numbers_for(self.table, guest, self.reader(guest, lang))

    async def hint(self, guest: str | None, lang: str, cause: Cause) -> HintShown:
        """The same measured here, for clients that cannot. Changes nothing."""
        self._rates.take_hint(seat_to_help(self.table, guest))
        reader = self.reader(guest, lang)
        return await hint_for(self.table, guest, reader, self._context.bot_pool, cause)

    def reader(self, guest: str | None, lang: str) -> Reader:
        """The reader that a refusal is told to."""
        return reader_at(self.table, self.table.seat_of(guest), lang)

    async def rest(self) -> None:
        """Close the table, nobody having come for long. Anybody who is here keeps it open."""
        async with self._lock:
            if self._broadcast.anybody:
                return
            attempts = self._log.attempts(closed=True)
            async for attempt in attempts:
                async with attempt:
                    await attempt.commit(closed(self.table, CHANCE))
            if attempts.decision is not None and attempts.decision.entries:
                self._wrote(attempts.decision.entries)
                log("table-closed", table=self.table.id, game=self.table.game.name)
            await self._settle()

    async def _play_bot(self, seat: int, play: ask.MakeMove) -> None:
        async with self._lock:
            # Under the lock nobody calls it back, so its turn is still its own.
            attempts = self._log.attempts(fence=self._fence)
            try:
                async for attempt in attempts:
                    async with attempt:
                        spent = self._bots.spent(seat)
                        await attempt.commit(moved(self._log.table, seat, play, CHANCE, spent))
                self._wrote(() if attempts.decision is None else attempts.decision.entries)
            except Fenced:
                self._leads = False
            except Exception:  # noqa: BLE001 - a table never stands still for a bot's sake
                crash("bot-not-kept", table=self.table.id, seat=seat)
                self._bots.wait(RETRY_SECONDS)
            self._bots.done(seat)
            await self._settle()

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
        news = elsewhere is not None and not self._broadcast.knows(elsewhere)
        if not news and seq <= self.table.seq and not self._behind:
            return
        async with self._lock:
            if elsewhere is not None:
                self._broadcast.are_elsewhere(elsewhere)
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
        async with self._context.store.inventory() as found:
            table = await unfolded(found, self.table.id, begin=begin, until=self.table.seq)
        if table is None:
            raise TableGone("store.table-gone")
        return table

    # What follows from a change.

    async def _settle(self) -> None:
        """After a change: who is here, whether all want to go on, what each sees, the bots."""
        broadcast, bots = self._broadcast, self._bots
        broadcast.look_around(self._log.table)
        if self._leads and (self._log.table.ready or self._behind):
            await self._go_on()
        table = self._log.table
        if news := self._log.news():
            self._happened(news)
        broadcast.send_removals(table)
        if self._leads:
            self._bookkeeping.save_snapshot_soon()
        bots.look_at_clock(table)
        broadcast.send_updates(table, bots.running())
        wait = RETRY_SECONDS if self._behind else None
        away = broadcast.next_change(table)
        if away is not None:
            wait = away if wait is None else min(away, wait)
        bots.drive(table, broadcast.presence, wait, leads=self._leads)
        if self._shared and broadcast.has_moved():
            self._context.cluster.moved(table.id)

    async def _look_again(self) -> None:
        """A time has come: a person has been away for long enough, or is out of time."""
        async with self._lock:
            await self._settle()

    async def _go_on(self) -> None:
        """Deal again, or begin the next match, if all the people who are here are ready."""
        if not self.table.ready:
            self._behind = False
            return
        attempts = self._log.attempts(fence=self._fence)
        try:
            async for attempt in attempts:
                async with attempt:
                    await attempt.commit(gone_on(self.table, self.presence, CHANCE))
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

    def _wrote(self, entries: Sequence[AnyEntry]) -> None:
        """We have written these."""
        if entries:
            self._happened(entries)
            self._bookkeeping.wrote(self._log.table, entries)

    def _happened(self, entries: Sequence[AnyEntry]) -> None:
        """These were written, here or elsewhere: let a finished trick lie, forget old nonces."""
        played = False
        for entry in entries:
            if isinstance(entry, Began):
                # The nonces that people sat down with are for all to see from now on.
                for nonce in entry.nonces:
                    self._log.forget(nonce)
            played = played or isinstance(entry, CardsDealt | Moved | TakenBack)
        if played:
            table = self._log.table
            before = table.told_at(table.seq - len(entries))
            self._bots.wait(wait_after(table.pace, table.match.told[before:]))
