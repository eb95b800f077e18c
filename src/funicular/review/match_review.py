"""`review`: what each decision of a match cost against the best known move.

Each is judged from the view of the seat that made it: a good move that lost is no mistake. First
all moves race for the best one; then that and the move made are tried once more in fresh worlds,
the same for both. Measuring again matters: the winner of a race is partly lucky, and the lead by
which it won says too much. The kernel judges, here and in the browser; without one, or against
other opponents than `casual`, it is done here by the same rule.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import asdict

from funicular.bots.bot import Bot
from funicular.bots.engine import ENGINES
from funicular.bots.evaluation import (
    CASUAL,
    DEAL_WON,
    USUAL_WORLDS,
    MoveEvaluation,
    evaluate_request,
    evaluation_request,
    is_close,
    opponents_from,
)
from funicular.bots.registry import BOTS
from funicular.core.errors import BadOptions, shown
from funicular.core.game import Move
from funicular.core.match import Match, MatchPosition
from funicular.core.record import Record
from funicular.core.seats import check_seat
from funicular.core.seeds import SplitMix64, decision_seed
from funicular.core.wire import JsonObject, to_json
from funicular.games.records import replay_record
from funicular.lang import ENGLISH, Reader
from funicular.native.evaluated import (
    EvaluationRequest,
    JudgedShown,
    Objective,
    kernel_arguments,
)
from funicular.native.numbers import view_numbers
from funicular.review.accounts import DealAccount, deal_accounts
from funicular.review.review_text import review_html, review_text


class ReviewedDecision(Struct, frozen=True, kw_only=True):
    """A decision, and what it cost."""

    # `match.states[deal].history[ply]` is `(seat, move)`.
    deal: int
    ply: int
    seat: int
    move: Move
    # The best known move; `move` itself where none is known to be better.
    best: Move
    # How much more the best one brings, and the standard error of that. Nothing costs less than 0;
    # `difference` is what was measured, which may.
    cost: float
    stderr: float
    difference: float
    # What the move made and the best one are worth; None where there was no choice.
    value: float | None
    best_value: float | None
    # The chances by name of the move made, and of the best one.
    chances: dict[str, float]
    best_chances: dict[str, float]

    @property
    def forced(self) -> bool:
        """Whether there was nothing to choose."""
        return self.value is None

    @property
    def close(self) -> bool:
        """Whether it is too close to call."""
        return is_close(self.difference, self.stderr)

    def to_data(self) -> JsonObject:
        """The fields as plain data, moves as their text."""
        marks = {"forced": self.forced, "close": self.close}
        return asdict(self) | {"move": str(self.move), "best": str(self.best)} | marks


class MatchReview(Struct, frozen=True, kw_only=True):
    """Every decision of a match with its cost, in the order of play."""

    game: str
    players: tuple[str, ...]
    objective: Objective
    worlds: int
    seed: int
    decisions: tuple[ReviewedDecision, ...]
    # Where each seat's points came from, a row a deal and seat.
    accounts: tuple[DealAccount, ...]

    def worst(self, number: int = 3, *, seat: int | None = None) -> tuple[ReviewedDecision, ...]:
        """The costliest decisions, of one seat or of all; those too close to call come last."""
        if type(number) is not int or number < 0:
            raise BadOptions("review.number", given=shown(number))
        if seat is not None:
            check_seat(seat, len(self.players))
        found = [
            each for each in self.decisions if each.cost > 0 and (seat is None or each.seat == seat)
        ]
        return tuple(sorted(found, key=lambda each: (each.close, -each.cost))[:number])

    def cost(self, seat: int) -> float:
        """What all decisions of a seat cost together: the errors of many small ones cancel out."""
        check_seat(seat, len(self.players))
        return sum(each.difference for each in self.decisions if each.seat == seat)

    def text(self, reader: Reader = ENGLISH) -> str:
        """The review for people: what mattered most, and each player's account."""
        return review_text(self, reader)

    def to_json(self) -> str:
        """All of it as JSON: the same text for the same review."""
        decisions = [each.to_data() for each in self.decisions]
        return to_json(asdict(self) | {"decisions": decisions}).decode()

    def __repr__(self) -> str:
        """Give the review in English."""
        return self.text()

    __str__ = __repr__

    def _repr_html_(self) -> str:
        """Give it for notebooks."""
        return review_html(self, ENGLISH)


def review(  # noqa: PLR0913 - each has a name of its own
    match: Match | Record | tuple[Match, tuple[str, ...]],
    *,
    worlds: int = USUAL_WORLDS,
    seed: int = 0,
    seat: int | None = None,
    objective: Objective = "points",
    opponents: str | Bot = CASUAL,
) -> MatchReview:
    """What each decision of a match cost, given what could be known then.

    Takes a match, a record, or what `read_record` returns. With `seat`, the decisions of that seat
    only. The same arguments give the same review.

    >>> import random, funicular
    >>> game = funicular.game("ascenseur-52", seats=3, schedule=[1])
    >>> match = game.match().start(["AS", "2H", "4D"], dealer=2, upcard="9S")
    >>> for seat, text in enumerate(("bid 0", "bid 0", "bid 0")):
    ...     match = match.play(seat, game.parse_move(text))
    >>> (worst,) = review(match, worlds=50).worst(1, seat=0)
    >>> str(worst.move), str(worst.best), worst.cost
    ('bid 0', 'bid 1', 3.0)
    """
    played, players = match_and_players(match)
    decisions = tuple(
        review_decisions(
            played, worlds=worlds, seed=seed, seat=seat, objective=objective, opponents=opponents
        )
    )
    return reviewed(played, players, decisions, worlds=worlds, seed=seed, objective=objective)


def review_decisions(  # noqa: PLR0913 - each has a name of its own
    match: Match,
    *,
    worlds: int = USUAL_WORLDS,
    seed: int = 0,
    seat: int | None = None,
    objective: Objective = "points",
    opponents: str | Bot = CASUAL,
) -> Iterator[ReviewedDecision]:
    """The decisions one after another, as they are judged: for showing how far it is."""
    if type(seed) is not int:
        raise BadOptions("review.seed", given=shown(seed))
    if seat is not None:
        check_seat(seat, match.game.seats)
    request = evaluation_request(worlds, None, None, objective, race=True)
    others = opponents_from(opponents)
    for position in match.positions():
        if seat is None or position.seat == seat:
            yield judged(position, seed, request, others)


def reviewed(  # noqa: PLR0913 - each has a name of its own
    match: Match,
    players: tuple[str, ...],
    decisions: tuple[ReviewedDecision, ...],
    *,
    worlds: int,
    seed: int,
    objective: Objective,
) -> MatchReview:
    """The review that consists of these decisions."""
    return MatchReview(
        game=match.game.name,
        players=players,
        objective=objective,
        worlds=worlds,
        seed=seed,
        decisions=decisions,
        accounts=deal_accounts(match, decisions, objective),
    )


def match_and_players(given: object) -> tuple[Match, tuple[str, ...]]:
    """The match behind what `review` takes, and the players' names, perhaps none."""
    match given:
        case Match():
            return given, tuple(str(seat) for seat in range(given.game.seats))
        case Record():
            return replay_record(given), given.players
        case (Match() as match, tuple() as players):
            return match, players
        case _:
            raise BadOptions("review.match", given=shown(given))


def judged(
    position: MatchPosition, seed: int, request: EvaluationRequest, opponents: Bot | None
) -> ReviewedDecision:
    """One decision, by what the seat could know."""
    moves = position.view.legal_moves()
    found = None if len(moves) == 1 else judgement(position, seed, request, opponents)
    chances = (BOTS[position.state.setup.name].goal, DEAL_WON)
    return ReviewedDecision(
        deal=position.deal,
        ply=position.ply,
        seat=position.seat,
        move=position.move,
        best=position.move if found is None else moves[found.best],
        cost=0.0 if found is None else max(0.0, found.difference),
        stderr=0.0 if found is None else found.stderr,
        difference=0.0 if found is None else found.difference,
        value=None if found is None else found.value,
        best_value=None if found is None else found.best_value,
        chances={} if found is None else dict(zip(chances, (found.goal, found.won), strict=True)),
        best_chances={}
        if found is None
        else dict(zip(chances, (found.best_goal, found.best_won), strict=True)),
    )


def judgement(
    position: MatchPosition, seed: int, request: EvaluationRequest, opponents: Bot | None = None
) -> JudgedShown:
    """What a decision that was a choice cost."""
    view = position.view
    made = view.legal_moves().index(position.move)
    # Of its own for each decision, so that a review of one seat says the same of it as one of all.
    own_seed = decision_seed(seed, position.deal, position.ply)
    compiled = ENGINES[view.setup.name].judge
    if opponents is None and compiled is not None:
        limits, objective, *_ = kernel_arguments(request)
        return JudgedShown(*compiled(view_numbers(view), made, own_seed, limits, objective))
    # Its first two words are the seeds of the two evaluations, as in the kernel.
    rng = SplitMix64(own_seed)
    raced = evaluate_request(view, rng, request, opponents)
    best = raced.best_place
    if best == made:
        return _told(made, raced.best, raced.best)
    pair = EvaluationRequest(
        worlds=request.worlds, objective=request.objective, only=tuple(sorted((made, best)))
    )
    again = evaluate_request(view, rng, pair, opponents)
    own, other = again.moves if made < best else again.moves[::-1]
    difference = other.value - own.value
    stderr = max(own.cost_stderr, other.cost_stderr)
    # In the fresh worlds the move made may have done better.
    if difference > 0:
        return _told(best, own, other, difference, stderr)
    return _told(made, own, own, difference, stderr)


def _told(
    best: int,
    own: MoveEvaluation,
    other: MoveEvaluation,
    difference: float = 0.0,
    stderr: float = 0.0,
) -> JudgedShown:
    (goal, won), (best_goal, best_won) = own.chances.values(), other.chances.values()
    return JudgedShown(
        best, difference, stderr, own.value, other.value, goal, best_goal, won, best_won
    )
