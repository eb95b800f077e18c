"""Notices: what all are told when a seat, a name, a bot or a key changes, or a hand is laid open.

They are kept among the lines of the chat, as data and not as sentences: each reader gets them in
their own language (`table/show`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from funicular.bots.levels import LEVELS, level_of
from funicular.core.game import Hand
from funicular.lang import Phrase
from funicular.table.entries import BotSeated, Rekeyed, Renamed, Seated, Vacated
from funicular.table.wire import NoticeKind

if TYPE_CHECKING:
    from funicular.table.claims import StandingClaim
    from funicular.table.table import Place, Table

Reseating = Seated | BotSeated | Vacated | Renamed | Rekeyed


class Notice(Struct, frozen=True):
    """Something that became of a seat, or a hand that was laid open."""

    seq: int
    seat: int
    what: NoticeKind
    # The player it is about; of a bot that sat down, the bot.
    name: str
    # The player who had the seat before, the bot that plays on, or the new name. "" for nobody.
    other: str = ""
    # Of a bot that sat down.
    level: str = ""
    # Seconds since 1970.
    at: float = 0.0
    # Of a claim: the hand.
    cards: Hand = ()

    @property
    def phrase(self) -> Phrase:
        """The sentence that tells it."""
        key = f"table.notice.{self.what}"
        # A record from elsewhere may name a level that we do not know.
        known = self.level in LEVELS
        level = Phrase.of(f"table.notice.level.{self.level}") if known else self.level
        kind = {"bot": "-for", "left": "-to", "cleared": "-to"}.get(self.what)
        if kind is not None and self.other:
            key += kind
        return Phrase.of(key, name=self.name, other=self.other, level=level, cards=self.cards)


def notice_of(table: Table, entry: Reseating, at: float) -> Notice | None:
    """What is told of this entry, which comes next at this table; None if nothing is."""
    seat = table.seat_of(entry.guest) if isinstance(entry, Rekeyed) else entry.seat
    if seat is None:
        return None
    before = table.places[seat]
    match entry:
        case Seated():
            found = (_sat(table, entry), entry.name, before.name, "")
        case BotSeated():
            found = _bot(before, entry)
        case Vacated(how="left" | "cleared" as how):
            found = (how, before.name, "", "")
        case Renamed(name=name) if name != before.name:
            found = ("renamed", before.name, name, "")
        case Rekeyed():
            found = ("rekeyed", before.name, "", "")
        case _:
            # Somebody who takes another seat is told of as sitting down there.
            return None
    what, name, other, level = found
    return Notice(table.seq + 1, seat, what, name, other, level, at)


def claim_notice(table: Table, claim: StandingClaim, at: float) -> Notice:
    """What is told of a claim, which is the next entry at this table."""
    name = table.places[claim.seat].name
    what: NoticeKind = "claims-all" if claim.tricks == "all" else "claims-none"
    return Notice(table.seq + 1, claim.seat, what, name, at=at, cards=claim.cards)


def _sat(table: Table, entry: Seated) -> NoticeKind:
    if table.phase != "playing":
        return "sat"
    return "back" if table.dealt_in[entry.seat] == entry.guest else "waits"


def _bot(before: Place, entry: BotSeated) -> tuple[NoticeKind, str, str, str]:
    if entry.how == "renamed":
        return ("renamed", before.name, entry.name, "")
    if entry.how and before.kind == "person":
        return ("left" if entry.how == "left" else "cleared", before.name, entry.name, "")
    # A bot in a bot's place has its name, and perhaps another level.
    other = before.name if before.kind == "person" else ""
    return ("bot", entry.name, other, level_of(entry.level))
