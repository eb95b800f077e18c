"""Policies for dnpup: a race to get rid of one's cards.

`beginner` plays its largest meld while it has one to play, and flips when it has none. `casual`
looks at what each move would leave: how many turns its own hand will take, as it lies or flipped,
and how many the others' will; how likely its meld is to come back; and who could go out at once.
"""

from __future__ import annotations

import random
from math import exp

from funicular.bots.dnpup.plans import SAFEST_SIZE, Outlook
from funicular.games.dnpup.cards import Hand, turned, without
from funicular.games.dnpup.events import Event, MeldBeaten, MeldTaken
from funicular.games.dnpup.moves import FLIP, Add, DnpupMove, Flip, Play
from funicular.games.dnpup.public import Public
from funicular.games.dnpup.turns import after
from funicular.games.dnpup.view import View

# How much a turn more slows a player down in the race: a guess, like those in `plans`.
PACE = 0.8
# More than any deal can bring.
WON = 10.0


def beginner(view: View, rng: random.Random) -> DnpupMove:
    """Play the largest meld, of those the highest; flip when there is none to play."""
    moves = view.legal_moves()
    plays = [move for move in moves if isinstance(move, Play)]
    if plays:
        rng.shuffle(plays)
        return max(plays, key=_size_and_value)
    adds = [move for move in moves if isinstance(move, Add)]
    return adds[0] if adds and len(view.hand) == 1 else FLIP


def beginner_chance(view: View, move: DnpupMove) -> float:
    """How likely `beginner` makes this move: it takes any of its plays that are equally good."""
    plays = [each for each in view.legal_moves() if isinstance(each, Play)]
    if not plays:
        return float(move == beginner(view, random.Random(0)))
    most = max(map(_size_and_value, plays))
    best = [each for each in plays if _size_and_value(each) == most]
    return (move in best) / len(best)


def _size_and_value(play: Play) -> tuple[int, int]:
    return len(play.cards), play.cards[0].active


def casual(view: View, rng: random.Random) -> DnpupMove:
    """Make the move after which the race looks best."""
    return ranking(view, rng)[0]


def ranking(view: View, rng: random.Random) -> list[DnpupMove]:
    """The legal moves, that first after which the race looks best."""
    moves = list(view.legal_moves())
    rng.shuffle(moves)  # so that among equals none is preferred, and nobody goes in circles
    outlook = Outlook(view)
    return sorted(moves, key=lambda move: worth(view, outlook, move), reverse=True)


def worth(view: View, outlook: Outlook, move: DnpupMove) -> float:
    """The points to hope for after this move."""
    public, seen = after(view.setup, view.public, move)
    if not public.counts[view.seat or 0]:
        return WON
    hand = _hand_after(view, seen, move)
    speed = _speed(outlook.turns(hand))
    if isinstance(move, Play):
        meld = move.cards
        safe = outlook.safety(public)[min(len(meld), SAFEST_SIZE)][meld[0].active]
        beaten = _speed(outlook.turns((*hand, *turned(meld))))
        speed = safe * speed + (1 - safe) * beaten
    return _standing(view, outlook, public, speed)


def _speed(turns: float) -> float:
    return exp(-PACE * turns)


def _hand_after(view: View, seen: list[Event], move: DnpupMove) -> Hand:
    """One's own cards after the move that was seen to do this."""
    match move:
        case Flip():
            return turned(view.hand)
        case Play(cards):
            hand = without(view.hand, cards)
        case Add(card):
            hand = without(view.hand, (card,))
        case _:
            hand = view.hand
    for event in seen:
        # With two players one's own meld may be the one that is beaten.
        if isinstance(event, MeldTaken | MeldBeaten) and event.seat == view.seat:
            hand += turned(event.cards)
    return hand


def _standing(view: View, outlook: Outlook, public: Public, speed: float) -> float:
    """The points to hope for at this table, everybody's speed being a share of the race."""
    seats, seat = view.setup.seats, view.seat or 0
    rivals = [
        other % seats for other in range(seat + 1, seat + seats) if public.counts[other % seats]
    ]
    nobody_out = 1.0
    speeds = []
    for place, rival in enumerate(rivals):
        nobody_out *= 1 - outlook.goes_out(public, rival)
        speeds.append(_rival_speed(outlook, public, rival, rivals[:place]))
    total = speed + sum(speeds)
    first = speed / total
    if len(view.setup.rewards) - len(public.out) == 1:
        return nobody_out * first
    second = sum(other / total * speed / (total - other) for other in speeds)
    # Where somebody goes out before one's next turn, there is one point left to race for.
    return nobody_out * (2 * first + second) + (1 - nobody_out) * first


def _rival_speed(outlook: Outlook, public: Public, rival: int, before: list[int]) -> float:
    """How fast a rival is, whose meld those who come `before` may still beat."""
    known = public.known[rival]
    unseen = public.counts[rival] - len(known)
    speed = _speed(outlook.rival_turns(known, unseen))
    if not before or not public.melds[rival]:
        return speed
    meld = public.melds[rival]
    safe = 1.0
    for other in before:
        safe *= 1 - outlook.beats(public, other)[min(len(meld), SAFEST_SIZE)][meld[0].active]
    beaten = _speed(outlook.rival_turns((*known, *turned(meld)), unseen))
    return safe * speed + (1 - safe) * beaten
