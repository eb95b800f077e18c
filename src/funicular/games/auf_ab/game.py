"""Auf & Ab as a game: dealing, explicit deals, moves from text, matches."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import chain

from funicular.core.actions import Actions
from funicular.core.arguments import check_generator, check_kind, check_state, check_view
from funicular.core.bits import bits_of
from funicular.core.cards_text import read_hands, refuse_dealer, within_deck
from funicular.core.dealing import draw
from funicular.core.errors import BadDeal
from funicular.core.game import HandText
from funicular.core.game_base import GameBase
from funicular.core.match import Ending, Match
from funicular.core.observation import Observation
from funicular.core.options import OptionsByName
from funicular.core.score_cell import ScoreCell
from funicular.games.auf_ab.cards import ALL_CARDS, Card
from funicular.games.auf_ab.moves import AufAbMove, parse_move
from funicular.games.auf_ab.options import Options, Setup, settle
from funicular.games.auf_ab.state import State
from funicular.games.auf_ab.transcript import transcript
from funicular.games.auf_ab.view import View
from funicular.games.auf_ab.worlds import world
from funicular.lang import Phrase, Reader


class AufAb(GameBase[Setup, Options], frozen=True):
    """A game of Auf & Ab for a number of seats, with its options settled."""

    @classmethod
    def of(cls, name: str, seats: int, given: OptionsByName) -> AufAb:
        """The game for this number of seats with these options."""
        return cls(Setup(name, seats, settle(name, seats, given)))

    @property
    def deck(self) -> tuple[Card, ...]:
        """The cards in play, sorted."""
        return ALL_CARDS

    @property
    def actions(self) -> Actions[AufAbMove]:
        """Every move with its number: `n`, `index(move)`, `move(i)`."""
        return self.setup.actions

    @property
    def observation(self) -> Observation[View]:
        """How a view is written as flags: `n`, `planes`, `split(tensor)`."""
        return self.setup.observation

    def deal(
        self, rng: random.Random, *, dealer: int | None = None, cards: int | None = None
    ) -> State:
        """Shuffle and deal. Nobody is the dealer, and the hand size follows from the seats."""
        check_generator(rng)
        refuse_dealer(dealer=dealer, cards=cards)
        size = self.setup.cards
        drawn = draw(rng, ALL_CARDS, size * self.seats)
        hands = [bits_of(drawn[seat * size : (seat + 1) * size]) for seat in range(self.seats)]
        return State.begin(self.setup, tuple(hands))

    def start(
        self, hands: Sequence[HandText], *, dealer: int | None = None, upcard: str | None = None
    ) -> State:
        """Begin an explicit deal; the cards in no hand are set aside."""
        refuse_dealer(dealer=dealer, upcard=upcard)
        read = read_hands(hands, Card, self.seats)
        if len(read[0]) != self.setup.cards:
            raise BadDeal("deal.wrong-size", n=self.setup.cards, given=len(read[0]))
        within_deck(chain(*read), Counter(ALL_CARDS))
        return State.begin(self.setup, tuple(bits_of(hand) for hand in read))

    def parse_move(self, text: str) -> AufAbMove:
        """Read `0-0 0-1 0-3 0-5 x4` or `pass`. The inverse of `str`."""
        return parse_move(text)

    def match(self, *, target: int | None = None, deals: int | None = None) -> Match:
        """A match to a target or over a number of deals; by default as the options say."""
        if target is None and deals is None:
            target, deals = self.options.target, self.options.deals
        return Match(self, Ending(target=target, deals=deals))

    def world(self, view: View, rng: random.Random) -> State:
        """A state drawn uniformly from all that the view allows."""
        check_view(view, View, self.name)
        check_generator(rng)
        return world(view, rng)

    def transcript(self, state: State, reader: Reader) -> str:
        """The deal in writing, as the sheet prints its example."""
        check_state(state, State, self.name)
        check_kind(reader, Reader, "argument.reader")
        return transcript(state, reader)

    def score_cells(self, state: State) -> tuple[ScoreCell, ...]:
        """The winner's points; the cards left of everybody else."""
        check_state(state, State, self.name)
        return tuple(
            _score_cell(left, points)
            for left, points in zip(state.left, state.points_so_far, strict=True)
        )


def _score_cell(left: int, points: int) -> ScoreCell:
    if not left:
        return ScoreCell(points, Phrase.of("auf-ab.score-won", points=points))
    note = Phrase.of("auf-ab.score-left", n=left)
    return ScoreCell(points, note, note=note)
