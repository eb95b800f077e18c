"""Commands about seats: sitting down, standing up, names, keys, bots."""

from __future__ import annotations

from typing import Literal

from funicular.core.record import is_name
from funicular.core.seats import check_seat
from funicular.table import commands as ask
from funicular.table.decision import NOTHING, CannotDo, Deciding, Decision, check_level
from funicular.table.entries import (
    AnyEntry,
    BotSeated,
    Rekeyed,
    Renamed,
    Seated,
    Vacated,
)
from funicular.table.look_alikes import mixes_alphabets
from funicular.table.table import key_of
from funicular.table.text_safety import is_plain_name, same_name

MADE_TOKEN_BYTES = 16


class SeatDecisions(Deciding):
    """What comes of a command about a seat."""

    def sit(self, command: ask.Sit) -> Decision:
        """Take a seat."""
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
        token = command.token or self.chance.secret(MADE_TOKEN_BYTES)
        entries.append(
            Seated(seat, guest, command.name, key_of(token), command.nonce, command.face)
        )
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
                fresh = self.bot_name(name, self.table)
                return (BotSeated(other, fresh, place.level, "renamed"),)
        return ()

    def stand(self) -> Decision:
        """Leave one's seat."""
        return self._left(self.own_seat(), "left")

    def rename(self, command: ask.Rename) -> Decision:
        """Take another name or face."""
        seat = self.own_seat()
        place = self.table.places[seat]
        if command.name == place.name and command.face in (None, place.face):
            return NOTHING
        bots = self._renamed_bots(command.name, seat)
        return self.kept(*bots, Renamed(seat, command.name, command.face))

    def rekey(self, command: ask.Rekey) -> Decision:
        """Have another token for one's seat."""
        self.own_seat()
        token = command.token or self.chance.secret(MADE_TOKEN_BYTES)
        if self.table.guest_of(token) == self.guest:
            return Decision((), token)
        return Decision((Rekeyed(self.guest or "", key_of(token)),), token)

    def seat_bot(self, command: ask.SeatBot) -> Decision:
        """Put a bot into a seat."""
        self.check_host()
        check_seat(command.seat, self.table.game.seats)
        check_level(command.level)
        name = self.bot_name("", self.table, command.seat)
        return self.kept(BotSeated(command.seat, name, command.level))

    def clear(self, command: ask.Clear) -> Decision:
        """Remove the player from a seat."""
        self.check_host()
        check_seat(command.seat, self.table.game.seats)
        return self._left(command.seat, "cleared")

    def _left(self, seat: int, how: Literal["left", "cleared"]) -> Decision:
        """The seat is nobody's; while a match is on, a bot's."""
        if self.table.phase == "gathering":
            return self.kept(Vacated(seat, how))
        name = self.bot_name("", self.table, seat)
        level = self.table.places[seat].level or self.table.opened.level
        return self.kept(BotSeated(seat, name, level, how))
