"""The numbers of the moves of dnpup, in the order of a list of legal moves.

Plays by value, size and cards; adds by zone and card; takes by zone; the flip. Like cards make one
move. Melds are those that the deck of this number of players allows.
"""

from __future__ import annotations

from functools import cache

from funicular.core.actions import Actions
from funicular.games.dnpup.cards import HIGHEST_VALUE, deck_of
from funicular.games.dnpup.moves import ADDS, FLIP, TAKES, DnpupMove, plays_by_size
from funicular.games.dnpup.zones import ZONES


@cache
def actions_of(seats: int) -> Actions[DnpupMove]:
    """Those of a game for this number of players."""
    deck = deck_of(seats)
    lying = sorted(card for low_up in deck for card in (low_up, low_up.turned))
    plays = [
        play
        for value in range(1, HIGHEST_VALUE + 1)
        for plays_of_size in plays_by_size(tuple(card for card in lying if card.active == value))
        for play in plays_of_size
    ]
    zones = ZONES[seats]
    adds = [ADDS[card, zone] for zone in zones for card in dict.fromkeys(lying)]
    return Actions((*plays, *adds, *(TAKES[zone] for zone in zones), FLIP))
