"""Commands about the match: beginning, going on, moves, pauses, taking back."""

from __future__ import annotations

from collections.abc import Sequence

from funicular.core.game import Deal, Move
from funicular.core.seats import refuse_turn
from funicular.lang import Phrase
from funicular.table import commands as ask
from funicular.table.claims import claim_now, claimed_by, next_by_itself
from funicular.table.deals import SEED_BYTES
from funicular.table.decision import NOTHING, CannotDo, Deciding, Decision
from funicular.table.entries import (
    AnyEntry,
    Began,
    BotSeated,
    CardsDealt,
    Claimed,
    Committed,
    Moved,
    Paused,
    Readied,
    Resumed,
    TakenBack,
    UndoAnswered,
    UndoAsked,
)
from funicular.table.fold import after
from funicular.table.nonces import nonces_for, without_nonce
from funicular.table.stand_in import stand_in
from funicular.table.table import Table
from funicular.table.undo import asked_now, undo_kind, who_must_agree


class MatchDecisions(Deciding):
    """What comes of a command about the match."""

    def start(self, command: ask.Start) -> Decision:
        """Begin the match, or the next deal."""
        if self.seat is None or self.seat != stand_in(self.table, self.presence):
            self.check_host()
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

    def ready(self, command: ask.Ready) -> Decision:
        """Want to go on; when all do, it goes on."""
        seat = self.own_seat()
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
        return Decision((CardsDealt(self._cards(self.table)),))

    def _cards(self, table: Table) -> Deal:
        """The cards of the next deal: drawn, or those that the table was given."""
        given = table.opened.what_if
        return self.chance.deal(table) if given is None else given.cards

    def _next_match(self, table: Table, fresh: dict[int, str]) -> Decision:
        """Bots in the empty seats, the nonces fixed, the first cards dealt."""
        entries: list[AnyEntry] = []
        for seat, place in enumerate(table.places):
            if place.kind == "empty":
                entry = BotSeated(seat, self.bot_name("", table), table.opened.level)
                table = after(table, entry, 0.0)
                entries.append(entry)
        began = Began(nonces_for(table, fresh))
        table = after(table, began, 0.0)
        entries += [began, CardsDealt(self._cards(table))]
        return Decision(tuple(entries))

    def play(self, command: ask.MakeMove) -> Decision:
        """Make a move."""
        return self.moved(self._seat_in_turn(command.turn), command.move, kept=False)

    def claim(self, command: ask.ClaimTricks) -> Decision:
        """Lay one's hand open, and make the moves that follow from it."""
        seat = self._seat_in_turn(command.turn)
        found = claim_now(self.table, seat)
        if isinstance(found, Phrase):
            raise CannotDo(found.key, "forbidden", **found.params)
        claimed = Claimed(seat, found.tricks)
        self.table = after(self.table, claimed, 0.0)
        first, *planned = found.moves
        moves = self.moved(seat, str(first), kept=False, planned=planned)
        return Decision((claimed, *moves.entries))

    def _seat_in_turn(self, turn: int) -> int:
        """One's seat; refused if this decision is not at hand."""
        seat = self.dealt_seat()
        if self.table.phase != "playing":
            raise CannotDo("table.not-playing", "forbidden")
        if seat not in self.table.to_act:
            refusal = refuse_turn(seat, self.table.to_act, self.table.game.seats)
            raise CannotDo(refusal.phrase.key, "not-your-turn", **refusal.phrase.params)
        if turn != self.table.turns[seat]:
            raise CannotDo("table.stale", "stale")
        if self.table.paused is not None:
            name = self.table.places[self.table.paused].name
            raise CannotDo("table.paused", "forbidden", name=name)
        return seat

    def moved(self, seat: int, text: str, *, kept: bool, planned: Sequence[Move] = ()) -> Decision:
        """A move, those that follow from claims, and the next match's seed if they end this one.

        `planned` are the next moves of the seat, where it has just laid its hand open.
        """
        match = self.table.match.play_text(seat, text)
        spent = round(self.spent, 1) if self.table.opened.clock is not None else 0.0
        entries: list[AnyEntry] = [Moved(seat, text, kept, spent)]
        claims, to_come = self.table.claims, list(planned)
        while claims and (following := next_by_itself(match, claims, to_come)) is not None:
            other, move = following
            match = match.play(other, move)
            persons = claimed_by(claims, other) is None and not self.table.bot_plays(other)
            entries.append(Moved(other, str(move), kept=persons))
        if match.over and self.table.what_if is None:
            entries.append(Committed(self.chance.secret(SEED_BYTES)))
        return Decision(tuple(entries))

    # Stopping for a while.

    def pause(self) -> Decision:
        """Stop the game for a while."""
        seat = self.own_seat()
        if self.table.phase != "playing":
            raise CannotDo("table.not-playing", "forbidden")
        return NOTHING if self.table.paused is not None else self.kept(Paused(seat))

    def resume(self) -> Decision:
        """Go on after a pause."""
        seat = self.own_seat()
        return NOTHING if self.table.paused is None else self.kept(Resumed(seat))

    # Taking back.

    def undo(self) -> Decision:
        """Take back the last move, or ask the others for it."""
        seat = self.dealt_seat()
        kind = undo_kind(self.table, seat)
        if kind == "no":
            raise CannotDo("table.no-undo", "forbidden")
        if kind == "free":
            return Decision((self._taken_back(seat),))
        asking = asked_now(self.table)
        if asking is not None and asking.seat == seat:
            # Asked already: those who have agreed need not agree again.
            return NOTHING
        return self.kept(UndoAsked(seat, who_must_agree(self.table, seat)))

    def answer(self, command: ask.Answer) -> Decision:
        """Agree that a move is taken back, or not."""
        seat = self.dealt_seat()
        asking = asked_now(self.table)
        if asking is None or seat not in asking.waiting:
            raise CannotDo("table.nothing-asked", "forbidden")
        answered = UndoAnswered(seat, command.yes)
        if not command.yes or len(asking.waiting) > 1:
            return self.kept(answered)
        if undo_kind(self.table, asking.seat) == "no":
            raise CannotDo("table.no-undo", "forbidden")
        return self.kept(answered, self._taken_back(asking.seat))

    def _taken_back(self, seat: int) -> TakenBack:
        history = self.table.match.states[-1].history
        claim = claimed_by(self.table.claims, seat)
        # Who has laid the hand open takes that back, with all moves that followed by themselves.
        end = len(history) if claim is None else claim.made + 1
        return TakenBack(max(place for place, (who, _) in enumerate(history[:end]) if who == seat))
