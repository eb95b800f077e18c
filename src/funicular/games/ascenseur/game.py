"""Ascenseur as a game: dealing, explicit deals, moves from text, matches."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import chain

from funicular.core.actions import Actions
from funicular.core.arguments import check_generator, check_kind, check_state, check_view
from funicular.core.bits import bits_of
from funicular.core.cards_text import read_hand, read_hands, within_deck
from funicular.core.dealing import draw
from funicular.core.errors import BadDeal, BadOptions
from funicular.core.game import HandText
from funicular.core.game_base import GameBase
from funicular.core.match import Ending, Match
from funicular.core.observation import Observation
from funicular.core.options import OptionsByName
from funicular.core.score_cell import Contract, ScoreCell
from funicular.core.seats import check_seat
from funicular.games.ascenseur.cards import Card, deck_of
from funicular.games.ascenseur.moves import AscenseurMove, parse_move
from funicular.games.ascenseur.options import Options, Setup, settle
from funicular.games.ascenseur.state import State
from funicular.games.ascenseur.transcript import transcript
from funicular.games.ascenseur.view import View
from funicular.games.ascenseur.worlds import world
from funicular.lang import Phrase, Reader


class Ascenseur(GameBase[Setup, Options], frozen=True):
    """A game of Ascenseur for a number of seats, with its options settled."""

    @classmethod
    def of(cls, name: str, seats: int, given: OptionsByName) -> Ascenseur:
        """The game of this name (one of the presets) with these options."""
        return cls(Setup(name, seats, settle(name, seats, given)))

    @property
    def schedule(self) -> tuple[int, ...]:
        """How many cards each deal of a match has."""
        return self.setup.options.schedule

    @property
    def deck(self) -> tuple[Card, ...]:
        """The cards in play, sorted."""
        return deck_of(self.options.deck, self.options.removed)

    def turns_a_card(self, cards: int) -> bool:
        """Whether a card is turned up for trumps with hands of this size (S13 to S16)."""
        if len(self.deck) == cards * self.seats:
            return False
        return cards != self.options.peak or self.options.trumps_at_peak == "turned"

    @property
    def actions(self) -> Actions[AscenseurMove]:
        """Every move with its number: `n`, `index(move)`, `move(i)`."""
        return self.setup.actions

    @property
    def observation(self) -> Observation[View]:
        """How a view is written as flags: `n`, `planes`, `split(tensor)`."""
        return self.setup.observation

    def deal(
        self, rng: random.Random, *, dealer: int | None = 0, cards: int | None = None
    ) -> State:
        """Shuffle and deal `cards` to each seat, by default the first hand size of the match."""
        check_generator(rng)
        cards = self.schedule[0] if cards is None else cards
        dealer = self._dealer(0 if dealer is None else dealer)
        self.check_size(cards)
        turned = self.turns_a_card(cards)
        drawn = draw(rng, self.deck, cards * self.seats + turned)
        hands = tuple(
            [bits_of(drawn[place : place + cards]) for place in range(0, cards * self.seats, cards)]
        )
        return State.begin(self.setup, hands, dealer, drawn[-1] if turned else None)

    def start(
        self, hands: Sequence[HandText], *, dealer: int | None = 0, upcard: str | None = None
    ) -> State:
        """Begin an explicit deal. `upcard` is None exactly where no card is turned up."""
        read = read_hands(hands, Card, self.seats)
        cards = len(read[0])
        self.check_size(cards)
        turned = None if upcard is None else read_hand([upcard], Card)
        if self.turns_a_card(cards) and turned is None:
            raise BadDeal("ascenseur.upcard-needed")
        if turned is not None and not self.turns_a_card(cards):
            raise BadDeal("ascenseur.upcard-without-stock", n=cards)
        within_deck([*chain(*read), *(turned or ())], Counter(self.deck))
        return State.begin(
            self.setup,
            tuple(bits_of(hand) for hand in read),
            self._dealer(0 if dealer is None else dealer),
            turned[0] if turned else None,
        )

    # Read `bid 3` or `play TS`: the inverse of `str`.
    parse_move = staticmethod(parse_move)

    def match(self, *, target: int | None = None, deals: int | None = None) -> Match:
        """A match over the whole schedule, or its first `deals` deals."""
        if target is not None:
            raise BadOptions("match.no-target")
        ending = Ending(deals=len(self.schedule) if deals is None else deals)
        if ending.deals is not None and ending.deals > len(self.schedule):
            raise BadOptions("match.too-many-deals", n=len(self.schedule), given=deals)
        return Match(self, ending)

    def world(self, view: View, rng: random.Random) -> State:
        """A state drawn uniformly from all that the view allows."""
        check_view(view, View, self.name)
        check_generator(rng)
        return world(view, rng)

    def transcript(self, state: State, reader: Reader) -> str:
        """The deal in writing: bids, then a line a trick."""
        check_state(state, State, self.name)
        check_kind(reader, Reader, "argument.reader")
        return transcript(state, reader)

    def score_cells(self, state: State) -> tuple[ScoreCell, ...]:
        """Tricks won, the bid and the points of each seat."""
        check_state(state, State, self.name)
        rows = zip(state.public.bids, state.won, state.points_so_far, strict=True)
        return tuple(_score_cell(bid, won, points) for bid, won, points in rows)

    def check_size(self, cards: int) -> None:
        """Refuse hands that this deck cannot deal."""
        most = len(self.deck) // self.seats
        if type(cards) is not int or not 1 <= cards <= most:
            raise BadDeal("ascenseur.hand-size", most=most, given=cards)

    def _dealer(self, dealer: int) -> int:
        check_seat(dealer, self.seats)
        return dealer


def _score_cell(bid: int | None, won: int, points: int) -> ScoreCell:
    if bid is None:
        unsaid = Phrase.of("ascenseur.score-open")
        return ScoreCell(points, unsaid, note=unsaid)
    text = Phrase.of("ascenseur.score-cell", bid=bid, won=won, points=points)
    return ScoreCell(points, text, contract=Contract(bid, won))
