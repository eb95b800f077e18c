"""How a casual player plans a hand of Auf & Ab: as melds for both directions.

Every card belongs to two melds, one for rising and one for falling. A meld is a burden: it costs a
lead to be rid of it. One that nobody is likely to beat is a relief instead, since it brings the
lead back. The burden of a hand is that of its melds in the direction to come, with an eye on the
other one; where change cards are about, a plan may also keep some melds for the other direction,
if that leaves fewer and better ones. Cards that fit no good meld either way, 0-9 or 1-8, stay a
burden in every plan: these are the orphans that a lead should take along.

The worth of a move is what it leaves behind: the burden of the rest in the direction that the next
trick will probably have, and the chance to lead it.
"""

from __future__ import annotations

from msgspec import Struct, field

from funicular.bots.auf_ab.odds import BY_STRENGTH, Odds, strength
from funicular.core.bits import bits_of
from funicular.games.auf_ab.cards import ALL_CARDS, DOUBLE_BITS, OPPOSITE, Direction
from funicular.games.auf_ab.moves import AufAbMove, Lay
from funicular.games.auf_ab.view import View

CHANGES = bits_of(card for card in ALL_CARDS if card.is_change)

# All in leads to be rid of; set by trying what wins.
# What a meld saves that surely takes its trick, and one that can be laid on any other's lead.
WINNER, FOLLOWER = 1.5, 0.3
# What one card more is worth being rid of.
CARD = 0.05
# How much the other direction counts for each change card that may still come.
OTHER_WAY = 0.07
# How far to trust a plan that keeps melds for the other direction.
TRUST = 0.35
# The chance that others turn the direction once more before they take the trick.
TURNED_BACK = 0.15
# What the lead is worth; how much more when somebody is down to a card; and the chance to lay
# everything from there without losing the lead.
LEAD, ALARM, RUN = 0.3, 0.5, 2.0
FEW = 5
# What it costs to let somebody go out.
LET_OUT = 2.0


class Burden(Struct, frozen=True, gc=False):
    """What a holding costs to be rid of, in leads, and the chance that it keeps the lead."""

    leads: float
    stands: float


NOTHING = Burden(0.0, 1.0)


class Plans(Struct, frozen=True):
    """The plans of one seat at its turn; they remember what they have worked out."""

    view: View
    odds: Odds
    hand: int
    # The seats that may still beat what is laid now.
    rivals: tuple[int, ...]
    # Whether an odd number of change cards lies in the trick already.
    turning: bool
    lead: float
    _melds: dict[tuple[Direction, int], Burden] = field(default_factory=dict)
    _hands: dict[tuple[Direction, int], Burden] = field(default_factory=dict)
    _holding: dict[int, tuple[float, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, view: View) -> Plans:
        """Look at the hand and around the table."""
        public = view.public
        odds = Odds.of(view)
        alarm = ALARM * max(0, FEW - min(odds.left.values())) / (FEW - 1)
        return cls(
            view=view,
            odds=odds,
            hand=bits_of(view.hand),
            rivals=tuple(seat for seat in odds.left if seat not in public.passed),
            turning=len(public.changes) % 2 == 1,
            lead=LEAD + alarm,
        )

    def worth(self, move: AufAbMove) -> float:
        """How good the deal looks after this move."""
        if isinstance(move, Lay):
            return self._worth_of_laying(move)
        trick = self.view.public.trick
        takes = 1.0 if trick[-1][0] == self.view.seat else 0.0
        return self._outlook(self.hand, takes, turning=self.turning)

    def _worth_of_laying(self, meld: Lay) -> float:
        direction, size = self.view.public.direction, meld.size
        laid = bits_of(meld.cards)
        power = strength(meld.cards[0], direction)
        ladder = self._holding.get(size)
        if ladder is None:
            ladder = self._holding[size] = self.odds.ladder(direction, size, self.rivals)
        turning = self.turning ^ ((laid & CHANGES).bit_count() % 2 == 1)
        worth = self._outlook(self.hand & ~laid, ladder[power], turning=turning)
        for seat in self.rivals:
            worth -= LET_OUT * self.odds.goes_out(direction, size, power, seat)
        return worth

    def _outlook(self, rest: int, takes: float, *, turning: bool) -> float:
        """What is left if this seat leads the next trick with a chance of `takes`."""
        direction = self.view.public.direction
        ahead = OPPOSITE[direction] if turning else direction
        burden = self.burden(rest, ahead)
        run = self._whole(rest, ahead).stands
        leading = self.lead + RUN * run - burden
        if takes == 1:
            return leading
        turned_back = TURNED_BACK if self.odds.unseen & CHANGES else 0.0
        back = self.burden(rest, OPPOSITE[ahead])
        following = -(1 - turned_back) * burden - turned_back * back
        return takes * leading + (1 - takes) * following

    def burden(self, hand: int, ahead: Direction) -> float:
        """How many leads it takes to be rid of this hand, with winners set against losers."""
        changes = ((hand | self.odds.unseen) & CHANGES).bit_count()
        other = OTHER_WAY * changes
        burden = (1 - other) * self._whole(hand, ahead).leads
        burden += other * self._whole(hand, OPPOSITE[ahead]).leads
        if changes:
            burden -= TRUST * self._saved_by_turning(hand, ahead)
        return burden + CARD * hand.bit_count()

    def _whole(self, hand: int, direction: Direction) -> Burden:
        """All cards laid in one direction; `stands` is the chance that only the last meld fails."""
        known = self._hands.get((direction, hand))
        if known is not None:
            return known
        leads, run, weakest = 0.0, 1.0, 1.0
        for power, sharing in enumerate(BY_STRENGTH[direction]):
            if hand & sharing:
                meld = self._meld(direction, power, hand & sharing)
                leads += meld.leads
                run *= max(weakest, meld.stands)
                weakest = min(weakest, meld.stands)
        whole = self._hands[direction, hand] = Burden(leads, run)
        return whole

    def _saved_by_turning(self, hand: int, ahead: Direction) -> float:
        """What it saves to keep the best melds of the other direction until it turns."""
        saved = 0.0
        later = OPPOSITE[ahead]
        while True:
            kept, best = 0, 0.0
            for power, sharing in enumerate(BY_STRENGTH[later]):
                meld = hand & sharing
                if meld:
                    gain = self._relief(hand, meld, ahead) - self._meld(later, power, meld).leads
                    if gain > best:
                        kept, best = meld, gain
            if not kept:
                return saved
            saved += best
            hand &= ~kept

    def _relief(self, hand: int, gone: int, direction: Direction) -> float:
        """How much lighter the hand's melds of this direction are without some cards."""
        relief = 0.0
        for power, sharing in enumerate(BY_STRENGTH[direction]):
            if gone & sharing:
                meld = hand & sharing
                relief += self._meld(direction, power, meld).leads
                relief -= self._meld(direction, power, meld & ~gone).leads
        return relief

    def _meld(self, direction: Direction, power: int, holding: int) -> Burden:
        """The cards of one number: laid together, or one by one if each is likely to hold."""
        if not holding:
            return NOTHING
        known = self._melds.get((direction, holding))
        if known is not None:
            return known
        cards = holding.bit_count()
        stands = self.odds.when_led(direction, cards)[power]
        if holding & DOUBLE_BITS:
            stands = max(stands, self.odds.when_led(direction, cards + 1)[power])
        leads = _leads(stands, power)
        if cards > 1:
            alone = self.odds.when_led(direction, 1)[power]
            leads = min(leads, cards * _leads(alone, power))
        meld = self._melds[direction, holding] = Burden(leads, stands)
        return meld


def _leads(stands: float, power: int) -> float:
    """What a meld costs: a lead, less what it wins back or saves by being laid on others' leads."""
    return 1 - stands * WINNER - (1 - stands) * FOLLOWER * power / 9
