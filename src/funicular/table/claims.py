"""Hands laid open: what a seat may claim, which claims stand, and the moves that follow from them.

A claim is an entry of the log, and all that follows are moves like any other, written with the move
that they follow: so records, replays and other servers need not know of claims. Where all remaining
tricks are claimed nobody has anything left to decide, and the deal is played to its end at once.
Where none is, the claimer's cards go by themselves and the others play on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from funicular.core.game import Hand, Move
from funicular.core.match import Match
from funicular.games.claim import Claim, ClaimedTricks
from funicular.games.registry import SPECS
from funicular.lang import Phrase

if TYPE_CHECKING:
    from funicular.table.table import Table


class StandingClaim(Struct, frozen=True):
    """A hand that was laid open in the deal at hand."""

    seat: int
    tricks: ClaimedTricks
    # As they were laid down.
    cards: Hand
    # How many moves had been made, and how many things had been told.
    made: int
    told: int


Claims = tuple[StandingClaim, ...]


def claim_now(table: Table, seat: int) -> Claim | Phrase:
    """What this seat, whose turn it is, may claim; else the sentence that says why nothing."""
    claim_of = SPECS[table.opened.game].claim
    if claim_of is None:
        return Phrase.of("table.no-claims")
    return claim_of(table.match.states[-1].view(seat))


def claimed_by(claims: Claims, seat: int | None) -> StandingClaim | None:
    """The claim of this seat that stands."""
    for claim in claims:
        if claim.seat == seat:
            return claim
    return None


def still_standing(claims: Claims, made: int) -> Claims:
    """Those that stand once only this many moves of the deal are left."""
    return tuple(claim for claim in claims if claim.made < made)


def next_by_itself(match: Match, claims: Claims, planned: list[Move]) -> tuple[int, Move] | None:
    """The move that follows from the claims, and whose it is; None where somebody has to choose.

    `planned` are the moves that the last claimer is to make first; what is made is taken out.
    """
    if not claims or not match.under_way:
        return None
    (seat,) = match.to_act
    if planned and seat == claims[-1].seat:
        return seat, planned.pop(0)
    if claimed_by(claims, seat) is None and all(claim.tricks == "none" for claim in claims):
        return None
    return seat, match.states[-1].view(seat).legal_moves()[0]


def last_chosen(table: Table) -> int | None:
    """The seat whose player made the last move that did not follow from a claim."""
    if not table.claims:
        for event in reversed(table.match.told):
            if event.turn is not None:
                return event.turn[0]
        return None
    history = table.match.states[-1].history
    for place in range(len(history) - 1, -1, -1):
        seat, _ = history[place]
        claim = claimed_by(table.claims, seat)
        if claim is None or place <= claim.made:
            return seat
    return None
