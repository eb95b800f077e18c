"""What a move does to the table, and what everybody learns from it (rules D14 to D34, D36 to D43).

A turn: one's own meld is discarded, then one plays, adds, takes or flips. A meld that is beaten
goes back, turned, to its owner. A seat without cards is out. Then the turn passes, and the meld
of the next seat (out or not) is discarded at once: so a seat whose turn it is
always finds its own zone empty.

Only public things are asked here; that the mover may make the move has been checked before.
"""

from __future__ import annotations

from funicular.core.event_chain import EventChain, Pairs
from funicular.games.dnpup.cards import Card, Hand, turned
from funicular.games.dnpup.events import (
    CardAdded,
    Discarded,
    Event,
    HandFlipped,
    MeldBeaten,
    MeldPlayed,
    MeldTaken,
    Scored,
    Voided,
    WentOut,
)
from funicular.games.dnpup.moves import Add, DnpupMove, Play, Take
from funicular.games.dnpup.options import Setup
from funicular.games.dnpup.public import Public
from funicular.games.dnpup.zones import ZONES, Zone, next_zone


def after(setup: Setup, public: Public, move: DnpupMove) -> tuple[Public, list[Event]]:
    """What everybody knows after this legal move of the seat whose turn it is, and saw of it."""
    table = _Table(setup, public)
    match move:
        case Play(cards):
            table.lay(cards)
        case Add(card, zone):
            table.add(card, zone)
        case Take(zone):
            table.take(zone)
        case _:
            table.flip()
    table.finish_turn()
    return table.public(), table.seen


def points_of(setup: Setup, public: Public) -> tuple[int, ...]:
    """What each seat has scored; nothing if the deal is void (D37)."""
    points = [0] * setup.seats
    if not is_void(setup, public):
        # Not strict: while the deal lasts, fewer are out than there are rewards.
        for seat, reward in zip(public.out, setup.rewards, strict=False):
            points[seat] = reward
    return tuple(points)


def is_void(setup: Setup, public: Public) -> bool:
    """Whether the deal ended without enough players getting rid of their cards."""
    return public.turn is None and len(public.out) < len(setup.rewards)


class _Table:
    """A `Public` being rewritten, for the time of one move."""

    def __init__(self, setup: Setup, public: Public) -> None:
        assert public.turn is not None  # noqa: S101 - for the type checker: somebody moves
        self.setup = setup
        self.starter = public.starter
        self.turn: Zone | None = public.turn
        self.zone = public.turn
        self.seat = public.turn.seat
        self.turns = public.turns + 1
        self.melds = list(public.melds)
        self.counts = list(public.counts)
        self.known = list(public.known)
        self.proven = list(public.proven)
        self.flips = list(public.flips)
        self.discarded = public.discarded
        self.out = public.out
        self.seen: list[Event] = []
        self.chain = public.chain

    def public(self) -> Public:
        chain: Pairs[Event, DnpupMove] = self.chain
        for event in self.seen:
            chain = (chain, event)
        return Public(
            self.starter,
            self.turn,
            self.turns,
            tuple(self.melds),
            tuple(self.counts),
            tuple(self.known),
            tuple(self.proven),
            tuple(self.flips),
            self.discarded,
            self.out,
            EventChain(chain),
        )

    def lay(self, cards: Hand) -> None:
        self.show(cards)
        self.seen.append(MeldPlayed(self.seat, self.zone, cards))
        self.put(self.zone, cards)

    def add(self, card: Card, zone: Zone) -> None:
        self.show((card,))
        self.seen.append(CardAdded(self.seat, card, zone))
        self.put(zone, tuple(sorted((*self.melds[zone.index], card))))

    def take(self, zone: Zone) -> None:
        cards = self.clear(zone)
        self.seen.append(MeldTaken(self.seat, zone, cards))
        self.pick_up(self.seat, cards)

    def flip(self) -> None:
        self.known[self.seat] = turned(self.known[self.seat])
        self.flips[self.seat] += 1
        self.seen.append(HandFlipped(self.seat))

    def put(self, zone: Zone, meld: Hand) -> None:
        """Lay the meld in the zone; it beats the other one of its size, if there is one."""
        self.melds[zone.index] = meld
        for other in ZONES[self.setup.seats]:
            if other is not zone and len(self.melds[other.index]) == len(meld):
                self.beat(other)

    def beat(self, zone: Zone) -> None:
        cards = self.clear(zone)
        returned = zone.seat not in self.out
        self.seen.append(MeldBeaten(zone.seat, zone, cards, returned))
        if returned:
            self.pick_up(zone.seat, cards)
        else:
            self.discard(cards)

    def show(self, cards: Hand) -> None:
        """Cards leave the mover's hand for all to see."""
        seat = self.seat
        known, proven = list(self.known[seat]), list(self.proven[seat])
        for card in cards:
            if card in known:
                known.remove(card)
            else:
                proven.append(card.turned if self.flips[seat] % 2 else card)
        self.known[seat], self.proven[seat] = tuple(known), tuple(sorted(proven))
        self.counts[seat] -= len(cards)

    def pick_up(self, seat: int, cards: Hand) -> None:
        """Cards from the table go into a hand: always turned (D27), and all have seen them."""
        self.known[seat] = tuple(sorted((*self.known[seat], *turned(cards))))
        self.counts[seat] += len(cards)

    def clear(self, zone: Zone) -> Hand:
        cards = self.melds[zone.index]
        self.melds[zone.index] = ()
        return cards

    def discard(self, cards: Hand) -> None:
        self.discarded = tuple(sorted((*self.discarded, *cards)))

    def finish_turn(self) -> None:
        """See whether the mover is out and whether the deal is over; else the turn passes."""
        rewards = self.setup.rewards
        # Looked at only now: a meld of one's own that came back leaves the hand not empty (D41).
        if not self.counts[self.seat]:
            self.seen.append(WentOut(self.seat, rewards[len(self.out)]))
            self.out += (self.seat,)
        if len(self.out) == len(rewards):
            self.turn = None
            self.seen.append(Scored(points_of(self.setup, self.public())))
        elif self.turns == self.setup.options.turn_cap:
            self.turn = None
            self.seen.append(Voided(self.turns))
        else:
            self.pass_turn()

    def pass_turn(self) -> None:
        zone = self.zone
        while True:
            zone = next_zone(self.setup.seats, zone)
            cards = self.clear(zone)
            if cards:
                self.seen.append(Discarded(zone.seat, zone, cards))
                self.discard(cards)
            if zone.seat not in self.out:
                break
        self.turn = zone
