"""dnpup as a game: dealing, explicit deals, moves from text, matches."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import chain

from funicular.core.actions import Actions
from funicular.core.arguments import check_generator, check_kind, check_state, check_view
from funicular.core.cards_text import read_hands, refuse_dealer, within_deck
from funicular.core.dealing import draw
from funicular.core.errors import BadDeal
from funicular.core.game import HandText
from funicular.core.game_base import GameBase
from funicular.core.match import Ending, Match
from funicular.core.observation import Observation
from funicular.core.options import OptionsByName
from funicular.core.score_cell import ScoreCell
from funicular.games.dnpup.cards import Card, Hand, deck_of, hand_size, tossed
from funicular.games.dnpup.moves import DnpupMove, parse_move
from funicular.games.dnpup.options import Options, Setup, settle
from funicular.games.dnpup.state import State
from funicular.games.dnpup.transcript import transcript
from funicular.games.dnpup.view import View
from funicular.games.dnpup.worlds import world
from funicular.lang import Phrase, Reader


class Dnpup(GameBase[Setup, Options], frozen=True):
    """A game of dnpup for a number of seats, with its options settled."""

    @classmethod
    def of(cls, name: str, seats: int, given: OptionsByName) -> Dnpup:
        """The game with these options; it has only the one name."""
        return cls(Setup(name, seats, settle(seats, given)))

    @property
    def deck(self) -> Hand:
        """The cards in play, low value up, sorted; like cards come twice."""
        return deck_of(self.seats)

    @property
    def actions(self) -> Actions[DnpupMove]:
        """Every move with its number: `n`, `index(move)`, `move(i)`."""
        return self.setup.actions

    @property
    def observation(self) -> Observation[View]:
        """How a view is written as flags: `n`, `planes`, `split(tensor)`."""
        return self.setup.observation

    def deal(
        self, rng: random.Random, *, dealer: int | None = None, cards: int | None = None
    ) -> State:
        """Shuffle, deal all the cards, and toss a coin for each: which way up it lies."""
        check_generator(rng)
        refuse_dealer(dealer=dealer, cards=cards)
        lying = tossed(rng, draw(rng, self.deck, len(self.deck)))
        each = hand_size(self.seats)
        hands = tuple([lying[seat * each : (seat + 1) * each] for seat in range(self.seats)])
        return State.begin(self.setup, hands)

    def start(
        self, hands: Sequence[HandText], *, dealer: int | None = None, upcard: str | None = None
    ) -> State:
        """Begin an explicit deal: the whole deck, each card written as it lies."""
        refuse_dealer(dealer=dealer, upcard=upcard)
        read = read_hands(hands, Card, self.seats)
        each = hand_size(self.seats)
        if len(read[0]) != each:
            raise BadDeal("deal.wrong-size", n=each, given=len(read[0]))
        # The numbers agree, so where nothing is too often nothing is missing.
        within_deck([card.low_up for card in chain(*read)], Counter(self.deck))
        return State.begin(self.setup, read)

    def parse_move(self, text: str) -> DnpupMove:
        """Read `play 3/4 3/6`, `add 5/2 to 2`, `take 2` or `flip`. The inverse of `str`."""
        return parse_move(text, self.seats)

    def match(self, *, target: int | None = None, deals: int | None = None) -> Match:
        """A match until a seat has `points_to_win` or another target, or over a number of deals."""
        if target is None and deals is None:
            target = self.options.points_to_win
        return Match(self, Ending(target=target, deals=deals))

    def world(self, view: View, rng: random.Random) -> State:
        """A state drawn uniformly from all that the view allows."""
        check_view(view, View, self.name)
        check_generator(rng)
        return world(view, rng)

    def transcript(self, state: State, reader: Reader) -> str:
        """The deal in writing: the hands, then a line a turn."""
        check_state(state, State, self.name)
        check_kind(reader, Reader, "argument.reader")
        return transcript(state, reader)

    def score_cells(self, state: State) -> tuple[ScoreCell, ...]:
        """The points of each seat, and the cards left to those who are not out."""
        check_state(state, State, self.name)
        if state.void:
            void = Phrase.of("dnpup.score-void")
            return (ScoreCell(0, void, note=void),) * self.seats
        return tuple(
            _score_cell(points, left)
            for points, left in zip(state.points_so_far, state.public.counts, strict=True)
        )


def _score_cell(points: int, left: int) -> ScoreCell:
    note = Phrase.of("dnpup.score-left", n=left) if left else Phrase.of("dnpup.score-out")
    return ScoreCell(points, Phrase.of("dnpup.score-cell", points=points, note=note), note=note)
