"""What comes of a command: entries for the log, or a refusal that changes nothing.

Pure: whatever is random or of the moment comes in as an argument. The caller writes the entries,
and only when they are kept does anything happen.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from msgspec import Struct

from funicular.bots.levels import LEVELS
from funicular.core.errors import FunicularError, UnknownBot
from funicular.core.game import Deal
from funicular.core.match import Match
from funicular.core.record import is_name
from funicular.core.seats import check_seat, refuse_turn
from funicular.lang import Param, Reader
from funicular.table import commands as ask
from funicular.table.deals import SEED_BYTES, proven_deal
from funicular.table.entries import (
    AnyEntry,
    Began,
    BotSeated,
    Closed,
    Committed,
    Dealt,
    Listed,
    Moved,
    Paced,
    Paused,
    Reacted,
    Readied,
    Rekeyed,
    Renamed,
    Resumed,
    Said,
    Seated,
    TakenBack,
    UndoAnswered,
    UndoAsked,
    Vacated,
)
from funicular.table.look_alikes import mixes_alphabets
from funicular.table.nonces import nonces_for, without_nonce
from funicular.table.presence import Presence
from funicular.table.table import Table, after, key_of
from funicular.table.text_safety import is_plain_name, plain_line, same_name
from funicular.table.undo import asked_now, undo_kind, who_must_agree


class CannotDo(FunicularError):
    """A command that is refused. `code` tells programs which kind of refusal it is."""

    def __init__(self, key: str, /, code: str, **params: Param) -> None:
        """Take the sentence, the code, and the sentence's values."""
        super().__init__(key, **params)
        self.code = code


class Chance(Struct, frozen=True):
    """Where what cannot be foreseen comes from."""

    # So many random bytes, in hex.
    secret: Callable[[int], str]
    # The cards of the next deal of the table's match.
    deal: Callable[[Table], Deal]


def proven(table: Table) -> Deal:
    """The cards as they follow from the table's seed and nonces."""
    return proven_deal(table.match, table.seed, table.nonces)


class Decision(Struct, frozen=True):
    """What comes of a command: entries for the log, and for whoever sat down, a token."""

    entries: tuple[AnyEntry, ...] = ()
    token: str | None = None


NOTHING = Decision()
TOKEN_BYTES = 16


def decide(  # noqa: PLR0913 - all that an answer depends on
    table: Table,
    presence: Presence,
    guest: str | None,
    command: ask.AnyCommand,
    chance: Chance,
    *,
    spent: float = 0.0,
) -> Decision:
    """What comes of this guest's command; `FunicularError` says why nothing does.

    `spent` is how many seconds they have had for a move, where there is a clock.
    """
    return _Deciding(table, presence, guest, chance, spent).decide(command)


def moved(table: Table, seat: int, play: ask.Play, chance: Chance, spent: float = 0.0) -> Decision:
    """A bot's move, for itself or for a person; nothing if another was made in its place."""
    due = seat in table.to_act and table.turns[seat] == play.turn and table.paused is None
    if not due:
        return NOTHING
    kept = not table.bot_plays(seat)
    return _Deciding(table, Presence(), None, chance, spent).moved(seat, play.move, kept=kept)


def check_may_play(table: Table, guest: str | None, move: str) -> None:
    """Say why this guest may not make this move now, as a `FunicularError`."""
    seat = table.seat_of(guest)
    state = table.state
    if seat is None:
        raise CannotDo("table.no-seat", "forbidden")
    if state is None or table.phase != "playing":
        raise CannotDo("table.not-playing", "forbidden")
    if table.seat_seen_by(guest) is None:
        raise CannotDo("table.from-next-deal", "forbidden")
    state.play(seat, table.game.parse_move(move))


def closed(table: Table, chance: Chance) -> Decision:
    """Nobody has come for long: the table rests, and a match under way is given up."""
    if table.closed:
        return NOTHING
    unfinished = table.phase in ("playing", "scored")
    # The seed of a match given up is open, so the next one needs another.
    fresh = (Committed(chance.secret(SEED_BYTES)),) if unfinished else ()
    return Decision((Closed(), *fresh))


def gone_on(table: Table, presence: Presence, chance: Chance) -> Decision:
    """What comes of somebody's leaving: those who are left may all be ready."""
    return _Deciding(table, presence, None, chance).gone_on()


def check_level(level: str) -> None:
    """Refuse a level with a budget of its own: a bot at a table does not think for an hour."""
    if level not in LEVELS:
        raise UnknownBot("bot.unknown", name=level, known=tuple(LEVELS))


class _Deciding:
    """One command at one table: what every answer needs at hand."""

    def __init__(
        self,
        table: Table,
        presence: Presence,
        guest: str | None,
        chance: Chance,
        spent: float = 0.0,
    ) -> None:
        self.table = table
        self.presence = presence
        self.guest = guest
        self.chance = chance
        self.spent = spent
        self.seat = table.seat_of(guest)

    def decide(self, command: ask.AnyCommand) -> Decision:  # noqa: C901, PLR0911, PLR0912 - one command, one way
        """What comes of the command."""
        match command:
            case ask.Play():
                return self._play(command)
            case ask.Sit():
                return self._sit(command)
            case ask.Stand():
                return self._left(self._own_seat(), "left")
            case ask.Rename():
                return self._rename(command)
            case ask.Rekey():
                return self._rekey(command)
            case ask.SeatBot():
                return self._seat_bot(command)
            case ask.Clear():
                return self._clear(command)
            case ask.Start():
                return self._start(command)
            case ask.Ready():
                return self._ready(command)
            case ask.Undo():
                return self._undo()
            case ask.Answer():
                return self._answer(command)
            case ask.Pause():
                return self._pause()
            case ask.Resume():
                return self._resume()
            case ask.SetPace(pace):
                return self._by_host(Paced(pace))
            case ask.SetOpen(is_open):
                return self._by_host(Listed(is_open))
            case ask.Say():
                return self._say(command)
            case ask.React(reaction):
                return self._kept(Reacted(self._own_seat(), reaction))

    def _say(self, command: ask.Say) -> Decision:
        text = plain_line(command.text)
        if not text:
            raise CannotDo("table.empty-line", "malformed")
        return self._kept(Said(self._own_seat(), text))

    # Seats.

    def _sit(self, command: ask.Sit) -> Decision:
        known = None if command.token is None else self.table.guest_of(command.token)
        if self.table.seat_of(known) is not None:
            # They sit already, and have not heard it.
            return Decision((), command.token)
        seat = self._free_seat() if command.seat is None else command.seat
        check_seat(seat, self.table.game.seats)
        if self.table.places[seat].kind == "person":
            raise CannotDo("table.seat-taken", "taken", name=self.table.places[seat].name)
        bots = self._renamed_bots(command.name, seat)
        entries: list[AnyEntry] = [*bots]
        if self.seat is not None:
            if self.table.phase != "gathering":
                raise CannotDo("table.seated-already", "taken")
            entries.append(Vacated(self.seat, "moved"))
        guest = known or self.guest or self.chance.secret(8)
        token = command.token or self.chance.secret(TOKEN_BYTES)
        entries.append(Seated(seat, guest, command.name, key_of(token), command.nonce))
        return Decision(tuple(entries), token)

    def _free_seat(self) -> int:
        for kind in ("empty", "bot"):
            for seat, place in enumerate(self.table.places):
                if place.kind == kind:
                    return seat
        raise CannotDo("table.full", "full")

    def _renamed_bots(self, name: str, seat: int) -> tuple[AnyEntry, ...]:
        """Refuse a name that a person has; a bot that has it takes another."""
        if not is_name(name) or not is_plain_name(name):
            key = "table.mixed-name" if mixes_alphabets(name) else "table.bad-name"
            raise CannotDo(key, "malformed", n=ask.LONGEST_NAME)
        for other, place in enumerate(self.table.places):
            if other in (seat, self.seat) or not same_name(place.name, name):
                continue
            if place.kind == "person":
                raise CannotDo("table.name-taken", "taken", name=name)
            if place.level is not None:
                fresh = self._bot_name(name, self.table)
                return (BotSeated(other, fresh, place.level, "renamed"),)
        return ()

    def _rename(self, command: ask.Rename) -> Decision:
        seat = self._own_seat()
        if command.name == self.table.places[seat].name:
            return NOTHING
        bots = self._renamed_bots(command.name, seat)
        return self._kept(*bots, Renamed(seat, command.name))

    def _rekey(self, command: ask.Rekey) -> Decision:
        self._own_seat()
        token = command.token or self.chance.secret(TOKEN_BYTES)
        if self.table.guest_of(token) == self.guest:
            return Decision((), token)
        return Decision((Rekeyed(self.guest or "", key_of(token)),), token)

    def _seat_bot(self, command: ask.SeatBot) -> Decision:
        self._check_host()
        check_seat(command.seat, self.table.game.seats)
        check_level(command.level)
        name = self._bot_name("", self.table, command.seat)
        return self._kept(BotSeated(command.seat, name, command.level))

    def _clear(self, command: ask.Clear) -> Decision:
        self._check_host()
        check_seat(command.seat, self.table.game.seats)
        return self._left(command.seat, "cleared")

    def _left(self, seat: int, how: Literal["left", "cleared"]) -> Decision:
        """The seat is nobody's; while a match is on, a bot's."""
        if self.table.phase == "gathering":
            return self._kept(Vacated(seat, how))
        name = self._bot_name("", self.table, seat)
        level = self.table.places[seat].level or self.table.opened.level
        return self._kept(BotSeated(seat, name, level, how))

    def _bot_name(self, but: str, table: Table, seat: int | None = None) -> str:
        """A name that nobody here has. A bot that takes a bot's seat keeps its name."""
        if seat is not None and table.places[seat].kind == "bot":
            return table.places[seat].name
        taken = (but, *table.names)
        known = Reader(table.opened.lang).say("table.bot-names").split()
        return next(name for name in known if not any(same_name(name, each) for each in taken))

    # The match.

    def _start(self, command: ask.Start) -> Decision:
        self._check_host()
        if self.table.phase == "playing":
            raise CannotDo("table.playing", "forbidden")
        if self.table.phase == "scored":
            return self._next_deal()
        fresh = dict(self.table.ready)
        if command.nonce is not None and self.seat is not None:
            fresh[self.seat] = command.nonce
        missing = without_nonce(self.table, self.presence, fresh)
        if self.seat in missing:
            raise CannotDo("table.nonce-needed", "malformed")
        if missing:
            names = tuple(self.table.places[seat].name for seat in missing)
            raise CannotDo("table.nonces-missing", "forbidden", names=names)
        return self._next_match(self.table, fresh)

    def _ready(self, command: ask.Ready) -> Decision:
        seat = self._own_seat()
        if self.table.phase not in ("scored", "over"):
            raise CannotDo("table.nothing-to-be-ready-for", "forbidden")
        if self.table.phase == "over" and command.nonce is None:
            raise CannotDo("table.nonce-needed", "malformed")
        if command.nonce is not None and command.nonce in self.table.nonces:
            # That of the match before: the deals would not depend on this person.
            raise CannotDo("table.nonce-needed", "malformed")
        readied = Readied(seat, command.nonce or "")
        if (seat, readied.nonce) in self.table.ready:
            return self.gone_on()
        self.table = after(self.table, readied, 0.0)
        return Decision((readied, *self.gone_on().entries))

    def gone_on(self) -> Decision:
        """The next deal or match, if all the people who are here want it."""
        here = {seat for seat in self.table.people if seat in self.presence.present}
        ready = set(self.table.ready_seats)
        if not ready or not here <= ready or self.table.phase not in ("scored", "over"):
            return NOTHING
        if self.table.phase == "scored":
            return self._next_deal()
        if without_nonce(self.table, self.presence, fresh := dict(self.table.ready)):
            return NOTHING
        return self._next_match(self.table, fresh)

    def _next_deal(self) -> Decision:
        return Decision((Dealt(self.chance.deal(self.table)),))

    def _next_match(self, table: Table, fresh: dict[int, str]) -> Decision:
        """Bots in the empty seats, the nonces fixed, the first cards dealt."""
        entries: list[AnyEntry] = []
        for seat, place in enumerate(table.places):
            if place.kind == "empty":
                entry = BotSeated(seat, self._bot_name("", table), table.opened.level)
                table = after(table, entry, 0.0)
                entries.append(entry)
        began = Began(nonces_for(table, fresh))
        table = after(table, began, 0.0)
        entries += [began, Dealt(self.chance.deal(table))]
        return Decision(tuple(entries))

    def _play(self, command: ask.Play) -> Decision:
        seat = self._dealt_seat()
        if self.table.phase != "playing":
            raise CannotDo("table.not-playing", "forbidden")
        if seat not in self.table.to_act:
            refusal = refuse_turn(seat, self.table.to_act, self.table.game.seats)
            raise CannotDo(refusal.phrase.key, "not-your-turn", **refusal.phrase.params)
        if command.turn != self.table.turns[seat]:
            raise CannotDo("table.stale", "stale")
        if self.table.paused is not None:
            name = self.table.places[self.table.paused].name
            raise CannotDo("table.paused", "forbidden", name=name)
        return self.moved(seat, command.move, kept=False)

    def moved(self, seat: int, text: str, *, kept: bool) -> Decision:
        """A move, and the next match's seed if it ends this one."""
        match: Match = self.table.match
        played = match.play(seat, match.game.parse_move(text))
        spent = round(self.spent, 1) if self.table.opened.clock is not None else 0.0
        entries: list[AnyEntry] = [Moved(seat, text, kept, spent)]
        if played.over:
            entries.append(Committed(self.chance.secret(SEED_BYTES)))
        return Decision(tuple(entries))

    # Stopping for a while.

    def _pause(self) -> Decision:
        seat = self._own_seat()
        if self.table.phase != "playing":
            raise CannotDo("table.not-playing", "forbidden")
        return NOTHING if self.table.paused is not None else self._kept(Paused(seat))

    def _resume(self) -> Decision:
        seat = self._own_seat()
        return NOTHING if self.table.paused is None else self._kept(Resumed(seat))

    # Taking back.

    def _undo(self) -> Decision:
        seat = self._dealt_seat()
        kind = undo_kind(self.table, seat)
        if kind == "no":
            raise CannotDo("table.no-undo", "forbidden")
        if kind == "free":
            return Decision((self._taken_back(seat),))
        asking = asked_now(self.table)
        if asking is not None and asking.seat == seat:
            # Asked already: those who have agreed need not agree again.
            return NOTHING
        return self._kept(UndoAsked(seat, who_must_agree(self.table, seat)))

    def _answer(self, command: ask.Answer) -> Decision:
        seat = self._dealt_seat()
        asking = asked_now(self.table)
        if asking is None or seat not in asking.waiting:
            raise CannotDo("table.nothing-asked", "forbidden")
        answered = UndoAnswered(seat, command.yes)
        if not command.yes or len(asking.waiting) > 1:
            return self._kept(answered)
        if undo_kind(self.table, asking.seat) == "no":
            raise CannotDo("table.no-undo", "forbidden")
        return self._kept(answered, self._taken_back(asking.seat))

    def _taken_back(self, seat: int) -> TakenBack:
        history: tuple[tuple[int, Any], ...] = self.table.match.states[-1].history
        return TakenBack(max(place for place, (who, _) in enumerate(history) if who == seat))

    # Who may.

    def _by_host(self, entry: AnyEntry) -> Decision:
        self._check_host()
        return self._kept(entry)

    def _kept(self, *entries: AnyEntry) -> Decision:
        return Decision(entries)

    def _own_seat(self) -> int:
        if self.seat is None:
            raise CannotDo("table.no-seat", "forbidden")
        return self.seat

    def _dealt_seat(self) -> int:
        """One's seat; refused to a person who sat down while the deal was being played."""
        seat = self._own_seat()
        if self.table.waits_for_deal(seat):
            raise CannotDo("table.from-next-deal", "forbidden")
        return seat

    def _check_host(self) -> None:
        if self.guest != self.table.opened.host:
            raise CannotDo("table.host-only", "forbidden")
