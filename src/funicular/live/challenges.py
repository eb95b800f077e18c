"""The daily deals and duels of a server: opened, attempted, checked, compared.

An attempt is an ordinary table. When its match is over the server plays its moves again, bots and
cards included (`challenge/checking`), one decision at a time where bots think, and takes the
result. Servers that share a store agree because it keeps everything once.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Protocol

from msgspec.structs import replace

from funicular.challenge import calendar
from funicular.challenge.answers import ENGINE, bots_for
from funicular.challenge.challenge import Challenge, check_challenge
from funicular.challenge.checking import BadAttempt, SeatOutcome, check_attempt, expert_outcome
from funicular.challenge.table import AttemptPlayer, attempt_log
from funicular.core.errors import BadOptions
from funicular.core.wire import from_json, to_json
from funicular.games.registry import spec_of
from funicular.live.admission import figures
from funicular.live.admission.causes import SERVER, Cause
from funicular.live.admission.fair_queue import FairQueue
from funicular.live.bot_pool import BotPool
from funicular.live.challenge_messages import NewAttempt, NewDuel
from funicular.live.language import spoken_language
from funicular.live.logs import crash, log
from funicular.live.messages import Do, Opened
from funicular.live.new_table import ALPHABET, ID_LETTERS
from funicular.live.refusals import Busy, Refusal
from funicular.live.table_bounds import check_size
from funicular.live.table_log import CHANCE, rows_of
from funicular.store.challenges import StoredAttempt, StoredChallenge, TakenResult
from funicular.store.log import Conflict
from funicular.store.open import Store
from funicular.table import commands as ask
from funicular.table.deals import SEED_BYTES
from funicular.table.table import Table

if TYPE_CHECKING:
    from funicular.live.room import Room

# Nobody finds the link of a duel by guessing.
DUEL_LETTERS = 16
MOST_REMEMBERED = 64


class FindsRooms(Protocol):
    """The rooms, as challenges need them."""

    async def find(self, table: str, cause: Cause = SERVER) -> Room:
        """The room of this table."""


class Challenges:
    """All of them."""

    def __init__(
        self, store: Store, bot_pool: BotPool, now: Callable[[], float] = time.time
    ) -> None:
        """Take where they are kept, where bots think, and a clock."""
        self._store = store
        self._bot_pool = bot_pool
        self.now = now
        # Challenges never change, so they are read once.
        self._known: dict[str, Challenge] = {}
        self._checks = FairQueue(figures.CHECKS)
        # An expert thinks for minutes in a long duel, which anybody may open: no result waits for
        # one, nor does the expert of the daily deal, which everybody wants to know.
        self._experts = FairQueue(figures.EXPERTS)
        # What goes on in the background, by what it is about.
        self._tasks: dict[str, asyncio.Task[None]] = {}
        # Why a table was not taken, for its player.
        self._refused: dict[str, BadAttempt] = {}

    def close(self) -> None:
        """Stop what goes on by itself: it is taken up again when somebody looks."""
        for task in list(self._tasks.values()):
            task.cancel()

    # Finding and opening.

    async def today(self) -> Challenge:
        """The daily deal of today; the first who asks for it draws its seed."""
        return await self.find(calendar.daily_id(calendar.day_of(self.now())))

    async def find(self, name: str) -> Challenge:
        """The challenge of this id; `Refusal` if there is none."""
        if name not in self._known:
            stored = await self._store.challenge(name)
            if stored is None:
                stored = await self._new_daily(name)
            while len(self._known) >= MOST_REMEMBERED:
                del self._known[next(iter(self._known))]
            self._known[name] = from_json(stored.body, Challenge)
        return self._known[name]

    async def _new_daily(self, name: str) -> StoredChallenge:
        day = calendar.day_named(name)
        if day is None or day != calendar.day_of(self.now()):
            raise Refusal("unknown", "challenge.none")
        challenge = calendar.daily_challenge(day, secrets.token_hex(SEED_BYTES))
        # Another server may have been quicker: what the store has is what counts.
        await self._keep(challenge)
        stored = await self._store.challenge(name)
        if stored is None:
            raise Refusal("unknown", "challenge.none")
        return stored

    async def _keep(self, challenge: Challenge) -> None:
        await self._store.keep_challenge(
            StoredChallenge(
                *(challenge.id, challenge.kind, challenge.opened, challenge.closes),
                to_json(challenge).decode(),
            )
        )

    async def open_duel(self, wish: NewDuel) -> Challenge:
        """A new duel; `FunicularError` says what cannot be."""
        lengths = spec_of(wish.game).lengths
        # Options or a number of deals say how long it is.
        told = bool(wish.options) or wish.deals is not None
        length = wish.length or (None if told else next(iter(lengths)))
        if length is not None and length not in lengths:
            raise BadOptions("options.length", name=length, known=tuple(lengths))
        if length is None:
            options, deals = calendar.setup_of(wish.game, wish.seats, wish.options, wish.deals)
        else:
            options, deals = calendar.length_setup(wish.game, wish.seats, length)
        bots, expert = bots_for(wish.game)
        now = self.now()
        duel = Challenge(
            id=_letters(DUEL_LETTERS),
            kind="duel",
            game=wish.game,
            seats=wish.seats,
            options=options,
            deals=deals,
            seat=0,
            bots=bots,
            expert=expert,
            engine=ENGINE,
            seed=secrets.token_hex(SEED_BYTES),
            opened=now,
            closes=now + calendar.DUEL_SECONDS,
            players=wish.players,
        )
        check_challenge(duel)
        check_size(duel.new_match())
        await self._keep(duel)
        log("duel-opened", game=wish.game, seats=wish.seats)
        return duel

    # Attempts.

    async def begin(
        self, name: str, person: str, wish: NewAttempt, rooms: FindsRooms, cause: Cause
    ) -> Opened:
        """This person's attempt: a new one, or on with the one that they have begun."""
        challenge = await self.find(name)
        attempt = await self._store.attempt(name, person)
        if attempt is not None:
            return await self._go_on(challenge, attempt, wish, rooms, cause)
        if not calendar.may_begin(challenge, self.now()):
            raise Refusal("forbidden", "challenge.closed")
        if challenge.engine != ENGINE:
            raise Refusal("busy", "challenge.other-engine")
        table = _letters(ID_LETTERS)
        entries, token = attempt_log(challenge, table, _player(wish), CHANCE)
        shown = "" if wish.unnamed else wish.name
        await self._store.begin_attempt(
            StoredAttempt(name, person, table, shown, self.now()), most=challenge.players
        )
        attempt = await self._store.attempt(name, person)
        if attempt is None:
            raise Refusal("full", "challenge.full")
        if attempt.table != table:
            # Begun in another tab at the same moment.
            return await self._go_on(challenge, attempt, wish, rooms, cause)
        await self._store.append(table, rows_of(entries, 1, None, time.time()))
        log("attempt-begun", table=table, challenge=challenge.kind, game=challenge.game)
        self.let_expert_play(challenge, cause)
        return Opened(table, entries[0].invite, token)  # type: ignore[union-attr]  # it opens the table

    async def _go_on(
        self,
        challenge: Challenge,
        attempt: StoredAttempt,
        wish: NewAttempt,
        rooms: FindsRooms,
        cause: Cause,
    ) -> Opened:
        """The way back to an attempt that is not over; the token that was given before is void."""
        if attempt.done:
            raise Refusal("taken", "challenge.played")
        try:
            room = await rooms.find(attempt.table, cause)
        except Refusal as refused:
            if refused.code != "no-table":
                raise
            # The server stopped between writing down the attempt and opening its table.
            entries, token = attempt_log(challenge, attempt.table, _player(wish), CHANCE)
            try:
                await self._store.append(attempt.table, rows_of(entries, 1, None, time.time()))
            except Conflict:
                raise Refusal("busy", "serve.busy") from None
            return Opened(attempt.table, entries[0].invite, token)  # type: ignore[union-attr]  # as above
        table = room.table
        if table.phase == "over":
            self.check_soon(table, cause)
            raise Refusal("taken", "challenge.played")
        token = secrets.token_hex()
        await room.do(table.opened.host, Do(secrets.token_hex(8), ask.Rekey(token)))
        return Opened(table.id, table.opened.invite, token)

    async def table_of(
        self, attempt: StoredAttempt, rooms: FindsRooms, cause: Cause
    ) -> Table | None:
        """The table of an attempt; None if it is gone."""
        try:
            return (await rooms.find(attempt.table, cause)).table
        except Refusal as refused:
            if refused.code != "no-table":
                raise
            return None

    # Results.

    async def submit(
        self, name: str, person: str, table_id: str, rooms: FindsRooms, cause: Cause
    ) -> None:
        """Take the result of this person's attempt at this table; `Refusal` says why not."""
        challenge = await self.find(name)
        attempt = await self._store.attempt(name, person)
        if attempt is None or attempt.table != table_id:
            raise Refusal("forbidden", "challenge.not-yours")
        if attempt.done:
            raise Refusal("taken", "challenge.taken")
        table = (await rooms.find(table_id, cause)).table
        if not await self._take(challenge, attempt, table, cause):
            raise Refusal("taken", "challenge.taken")

    def check_soon(self, table: Table, cause: Cause) -> None:
        """The match of an attempt is over: take its result, in the background."""
        if table.id not in self._refused:
            self._soon(f"check {table.id}", lambda: self._check(table, cause))

    def problem_with(self, table: str) -> BadAttempt | None:
        """Why the attempt at this table was not taken, if it was not."""
        return self._refused.get(table)

    async def _check(self, table: Table, cause: Cause) -> None:
        attempt = await self._store.attempt_at(table.id)
        if attempt is None or attempt.done:
            return
        try:
            await self._take(await self.find(attempt.challenge), attempt, table, cause)
        except BadAttempt as error:
            while len(self._refused) >= MOST_REMEMBERED:
                del self._refused[next(iter(self._refused))]
            self._refused[table.id] = error
            log("attempt-refused", table=table.id, problem=str(error))
        except Refusal as refused:
            log("result-refused", table=table.id, code=refused.code)

    async def _take(
        self, challenge: Challenge, attempt: StoredAttempt, table: Table, cause: Cause
    ) -> bool:
        if table.challenge != challenge.id or not table.played:
            raise BadAttempt("challenge.not-over")
        # Before it is played again, which takes a while.
        now = self.now()
        if not calendar.takes_results(challenge, now):
            raise Refusal("forbidden", "challenge.too-late")
        cause = replace(cause, table=table.id)
        async with self._checks.turn(cause):
            # Another request may have had it taken while this one waited.
            fresh = await self._store.attempt_at(table.id)
            if fresh is None or fresh.done:
                return False
            match = table.played[0].match
            outcome = await check_attempt(challenge, match, partial(self._bot_pool.answer, cause))
            taken = await self._store.take_result(
                challenge.id,
                attempt.person,
                TakenResult(outcome.score, now, outcome.deals, to_json(outcome).decode()),
            )
        if taken:
            log("result-taken", table=table.id, challenge=challenge.kind, game=challenge.game)
        return taken

    # The expert.

    async def expert(self, challenge: Challenge, cause: Cause) -> SeatOutcome | None:
        """What the expert came to; None as long as it has not played, which it then begins to."""
        stored = await self._store.challenge(challenge.id)
        if stored is None or not stored.expert:
            self.let_expert_play(challenge, cause)
            return None
        return from_json(stored.expert, SeatOutcome)

    def let_expert_play(self, challenge: Challenge, cause: Cause) -> None:
        """Find out in the background what the expert comes to, unless that is known."""
        if challenge.engine != ENGINE:
            return
        daily = challenge.kind == "daily"
        cause = Cause(() if daily else cause.networks, challenge.id, attended=daily)
        what = f"expert {challenge.kind} {challenge.id}"
        self._soon(what, lambda: self._play_expert(challenge, cause))

    async def _play_expert(self, challenge: Challenge, cause: Cause) -> None:
        stored = await self._store.challenge(challenge.id)
        if stored is None or stored.expert:
            return
        # Nobody waits for one of its moves as people at a table do.
        thinking = replace(cause, attended=False)
        async with self._experts.turn(cause):
            answer = partial(self._bot_pool.sure_answer, thinking)
            outcome = await expert_outcome(challenge, answer)
        await self._store.keep_expert(challenge.id, to_json(outcome).decode())

    # Secrecy.

    async def check_open_cards(self, name: str) -> None:
        """Refuse to show the cards of a challenge that may still be played."""
        challenge = await self.find(name)
        if not calendar.is_revealed(challenge, self.now(), await self.finished(name)):
            raise Refusal("forbidden", "challenge.cards-closed")

    async def finished(self, name: str) -> int:
        """How many have a result."""
        return sum(players for _, players in await self._store.match_scores(name))

    def _soon(self, what: str, work: Callable[[], Awaitable[None]]) -> None:
        if what in self._tasks:
            return
        task = asyncio.create_task(self._quietly(what, work))
        self._tasks[what] = task
        task.add_done_callback(lambda _: self._tasks.pop(what, None))

    async def _quietly(self, what: str, work: Callable[[], Awaitable[None]]) -> None:
        try:
            await work()
        except Busy:
            # Too much to do just now.
            return
        except Exception:  # noqa: BLE001 - tried again when somebody looks
            crash("challenge-work-failed", what=what.partition(" ")[0])


def _player(wish: NewAttempt) -> AttemptPlayer:
    return AttemptPlayer(wish.name, spoken_language(wish.lang), wish.pace, wish.face)


def _letters(n: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(n))
