"""`Puzzle`: what one seat saw, the move that is best there, and what every move is worth.

**How a view is kept.** A view is rebuilt by playing a deal again, and a deal needs all cards. The
cards that the seat could not see are therefore *stand-ins*: they are drawn from the view itself
(`game.world`), so the deal that is kept gives the same view and has the same history of moves, and
nothing in a puzzle depends on what the others really held. Two deals that look alike to the seat
make the same puzzle, byte for byte.
"""

from __future__ import annotations

import hashlib
import random
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from funicular.bots.evaluation import CASUAL, DEAL_WON, Evaluation, MoveEvaluation
from funicular.bots.registry import BOTS
from funicular.core.errors import BadRecord, BadText, FunicularError
from funicular.core.game import Deal, Game, Move, State, View
from funicular.core.match import Match
from funicular.core.options import OptionsByName
from funicular.core.record import DealRecord, play_deal
from funicular.core.wire import to_json
from funicular.games.registry import make_game

GRADES = range(1, 6)
# How much of the hash names a puzzle.
ID_DIGITS = 12
# Worth to keep of a number that has an error.
DIGITS = 4
# What follows from the deals of a schedule, and is settled anew for a game of one deal.
OF_THE_SCHEDULE = ("peak", "peak_repeats", "trumps_at_peak")


class PuzzlePosition(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A seat's view, as something that can be written down: a game of one deal, played so far."""

    game: str
    seats: int
    options: OptionsByName
    # Whose turn it is, and whose view.
    seat: int
    # The seat's own cards and what everybody saw are true; all other cards are stand-ins.
    cards: Deal
    # Each as `seat move`.
    moves: tuple[str, ...]

    @property
    def id(self) -> str:
        """A name that follows from the position, and says nothing about the answer."""
        return hashlib.sha256(to_json(self)).hexdigest()[:ID_DIGITS]

    def match(self) -> Match:
        """The match of this one deal, as far as it has been played."""
        state = self.state()
        game = self.game_played()
        match = game.match(deals=None if game.schedule else 1)
        deal = self.cards
        match = match.start(deal.hands, dealer=deal.dealer, upcard=deal.upcard)
        for seat, move in state.history:
            match = match.play(seat, move)
        return match

    def game_played(self) -> Game:
        """The game, with its options."""
        return make_game(self.game, self.seats, self.options)

    def state(self) -> State:
        """The deal with its stand-ins: only the seat's view of it means anything."""
        played = DealRecord(cards=self.cards, moves=self.moves, points=None)
        return play_deal(self.game_played(), played)

    def view(self) -> View:
        """What the seat knows, `BadRecord` if it is not its turn."""
        view = self.state().view(self.seat)
        if self.seat not in view.to_act:
            raise BadRecord("puzzle.not-its-turn", seat=self.seat)
        return view


class PuzzleMove(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What one legal move is worth: an entry of an evaluation, short."""

    move: str
    value: float
    stderr: float
    # How far it lies behind the best, and the error of that difference.
    cost: float
    cost_stderr: float
    # The chances of what the game is about, and of winning the deal.
    goal: float
    won: float


class Provenance(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a puzzle comes from: the number that all was drawn from, and which decision it was."""

    seed: int
    deal: int
    ply: int
    # Who played there.
    players: str


class Puzzle(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position, its answer, and how hard it is to see."""

    id: str
    # 1 is seen at once, 5 takes a thousand plausible deals; `grading` has the scale.
    grade: Annotated[int, Meta(ge=GRADES[0], le=GRADES[-1])]
    position: PuzzlePosition
    best: str
    # Every legal move, in the order of `view.legal_moves()`.
    values: tuple[PuzzleMove, ...]
    # What follows the best move most often, each as `seat move`.
    line: tuple[str, ...]
    # The plausible deals that the values were measured in.
    worlds: int
    provenance: Provenance

    @property
    def game(self) -> str:
        """The name of its game."""
        return self.position.game

    def read_move(self, text: str) -> Move:
        """The legal move of this text; the error says which rule forbids it, or that it is none."""
        state = self.position.state()
        move = self.position.game_played().parse_move(text)
        state.play(self.position.seat, move)
        return move

    def evaluation(self) -> Evaluation:
        """The values as `evaluate` gives them, for everything that speaks about evaluations."""
        game = self.position.game_played()
        goal = BOTS[self.game].goal
        line = tuple(_seat_and_move(game, text) for text in self.line)
        moves = tuple(
            MoveEvaluation(
                move=game.parse_move(each.move),
                value=each.value,
                stderr=each.stderr,
                worlds=self.worlds,
                chances={goal: each.goal, DEAL_WON: each.won},
                quantiles=(),
                cost=each.cost,
                cost_stderr=each.cost_stderr,
                line=line if each.move == self.best else (),
            )
            for each in self.values
        )
        best = [each.move for each in self.values].index(self.best)
        return Evaluation(
            game=self.game,
            seat=self.position.seat,
            objective="points",
            opponents=CASUAL,
            moves=moves,
            best_place=best,
            playouts=self.worlds * len(moves),
            exact=False,
        )


def position_of(state: State, seat: int, rng: random.Random) -> PuzzlePosition:
    """What this seat knows of a deal, to be kept. Nothing else of the deal goes into it."""
    alone = _alone(state)
    view = alone.view(seat)
    drawn = _game_of(alone).world(view, rng)
    setup = view.setup
    position = PuzzlePosition(
        game=setup.name,
        seats=setup.seats,
        options=msgspec.json.decode(to_json(setup.options)),
        seat=seat,
        cards=drawn.deal,
        moves=tuple(f"{mover} {move}" for mover, move in drawn.history),
    )
    if position.view() != view:
        # The law of worlds says that this cannot happen.
        message = "the stand-ins changed what the seat sees"
        raise TypeError(message)
    return position


def puzzle_of(
    position: PuzzlePosition, evaluation: Evaluation, *, grade: int, provenance: Provenance
) -> Puzzle:
    """The puzzle that a position makes with this evaluation of all its moves."""
    goal = BOTS[position.game].goal
    return Puzzle(
        id=position.id,
        grade=grade,
        position=position,
        best=str(evaluation.best.move),
        values=tuple(
            PuzzleMove(
                str(each.move),
                *(
                    round(number, DIGITS)
                    for number in (
                        each.value,
                        each.stderr,
                        each.cost,
                        each.cost_stderr,
                        each.chances[goal],
                        each.chances[DEAL_WON],
                    )
                ),
            )
            for each in evaluation.moves
        ),
        line=tuple(f"{seat} {move}" for seat, move in evaluation.best.line),
        worlds=evaluation.best.worlds,
        provenance=provenance,
    )


def _game_of(state: State) -> Game:
    setup = state.setup
    return make_game(setup.name, setup.seats, msgspec.json.decode(to_json(setup.options)))


def _alone(state: State) -> State:
    """The same deal in a game that has no other deal: what a table of one deal can show."""
    game = _game_of(state)
    deal = state.deal
    if game.schedule:
        cards = len(state.view(0).dealt)
        options = {
            name: value
            for name, value in msgspec.json.decode(to_json(game.options)).items()
            if name not in OF_THE_SCHEDULE
        }
        game = make_game(game.name, game.seats, options | {"schedule": [cards]})
        try:
            alone = game.start(deal.hands, dealer=deal.dealer, upcard=deal.upcard)
        except FunicularError:
            # The peak of its match, played without trumps though a stock is left.
            game = make_game(
                game.name, game.seats, options | {"schedule": [cards], "trumps_at_peak": "none"}
            )
            alone = game.start(deal.hands, dealer=deal.dealer, upcard=deal.upcard)
    else:
        alone = game.start(deal.hands, dealer=deal.dealer, upcard=deal.upcard)
    for seat, move in state.history:
        alone = alone.play(seat, move)
    return alone


def _seat_and_move(game: Game, text: str) -> tuple[int, Move]:
    seat, _, move = text.partition(" ")
    if not seat.isdecimal():
        raise BadText("record.seat", text=text)
    return int(seat), game.parse_move(move)
