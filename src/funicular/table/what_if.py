"""What if: the position after some moves of a recorded deal, to be played on from.

In the true deal the cards are those of the record, whose match is over, so nothing of it is secret.
Another plausible one is drawn from what the seat knew at that point and from nothing else: the
cards that it could not see lie as they may have lain, likelier where they explain what the others
did. `docs/what-if.md` tells what such a table is.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from funicular.bots.plausible_worlds import WorldWalk
from funicular.core.errors import FunicularError
from funicular.core.game import State, View
from funicular.core.record import Record, WhatIf, nothing, read_move
from funicular.core.seats import check_seat
from funicular.games.records import game_in
from funicular.table.entries import GivenPosition


class NoSuchPosition(FunicularError):
    """A deal or a move that the record does not have, or after which nobody is to move."""


def given_position(
    record: Record,
    source: WhatIf,
    rng: random.Random,
    between: Callable[[], object] = nothing,
) -> GivenPosition:
    """The position of this record that `source` names; `FunicularError` says why there is none.

    `between` is called before each move, and may end it by raising.
    """
    state = position_in(record, source, between)
    if source.world == "plausible":
        state = plausible_position(state.view(source.seat), rng, between)
    return GivenPosition(
        source, state.deal, tuple(f"{seat} {move}" for seat, move in state.history)
    )


def position_in(record: Record, source: WhatIf, between: Callable[[], object] = nothing) -> State:
    """The state that the record had there, all cards face up."""
    if not 1 <= source.deal <= len(record.deals):
        raise NoSuchPosition("replay.no-deal", number=source.deal, n=len(record.deals))
    deal = record.deals[source.deal - 1]
    if not 0 <= source.ply <= len(deal.moves):
        raise NoSuchPosition("what-if.no-move", deal=source.deal, n=len(deal.moves), ply=source.ply)
    check_seat(source.seat, record.seats)
    game = game_in(record)
    cards = deal.cards
    state = game.start(cards.hands, dealer=cards.dealer, upcard=cards.upcard)
    for text in deal.moves[: source.ply]:
        between()
        state = state.play(*read_move(game, text))
    if not state.to_act:
        raise NoSuchPosition("what-if.over")
    return state


def plausible_position(
    view: View, rng: random.Random, between: Callable[[], object] = nothing
) -> State:
    """A state that this view allows, as likely as it explains what the others did."""
    return WorldWalk(view, rng, between).next_world()
