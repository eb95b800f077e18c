"""One deal of the match against OpenSpiel: played twice, with the sides changed, move by move.

Ours sees the view of the seat to move. Theirs is given a state of its own game and draws samples
from that, which never move a card from the stock to a hand: given the true state, it knows which
cards are not in play, as nobody at the table does. So it can be given worlds instead, drawn from
the view of its seat; its time is then divided among them, and its visits are added up.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Sequence
from typing import Any, Literal, cast

from msgspec import Struct

import funicular
from bench.oh_hell import SEATS, game_here, game_there, move_of, state_there
from bench.simulations import ismcts
from funicular.bots.bot import Bot
from funicular.games.ascenseur.moves import AscenseurMove
from funicular.games.ascenseur.state import State
from funicular.games.ascenseur.view import View

Side = Literal["ours", "theirs"]
# Both sittings of a deal, by seat.
SITTINGS: tuple[tuple[Side, ...], ...] = (("ours", "theirs") * 2, ("theirs", "ours") * 2)


class Contest(Struct, frozen=True, kw_only=True):
    """What is played, and what theirs is set to."""

    cards: int = 5
    milliseconds: float = 20.0
    uct_c: float = 20.0
    # How many worlds theirs is shown at each decision; 0 is the truth.
    worlds: int = 0
    seed: int = 0


class Share(Struct, frozen=True):
    """What came of one side's seats in both sittings of a deal."""

    seats: int
    points: float
    made: int
    # Moves where more than one was legal, and the time that they took.
    decisions: int
    on_the_clock: float
    longest: float
    of_the_processor: float

    @property
    def mean_points(self) -> float:
        """Points a seat."""
        return self.points / self.seats


class Played(Struct, frozen=True):
    """One deal, by side."""

    deal: int
    shares: dict[Side, Share]

    @property
    def difference(self) -> float:
        """By how many points a seat ours is ahead."""
        return self.shares["ours"].mean_points - self.shares["theirs"].mean_points


class Decision(Struct, frozen=True):
    """A move that was not forced, and the seconds it took; a busy machine makes the two differ."""

    side: Side
    move: AscenseurMove
    on_the_clock: float
    of_the_processor: float


class Sitting(Struct, frozen=True):
    """A deal played out: who sat where, what each got there, and how it was decided."""

    sides: tuple[Side, ...]
    points: list[float]
    made: list[bool]
    decisions: list[Decision]


class Players(Struct, frozen=True):
    """Both programs, ready for one deal."""

    strong: Bot
    ismcts: Any
    worlds: int
    rng: random.Random

    def decide(self, side: Side, state: State, seat: int) -> Decision:
        """The move of this side, which sits here."""
        view = state.view(seat)
        shown = self._shown(state, view) if side == "theirs" else []
        clock, processor = time.perf_counter(), time.process_time()
        if side == "theirs":
            move = move_of(_most_visited(self.ismcts, shown))
        else:
            move = cast("AscenseurMove", self.strong.choose(view, self.rng))
        return Decision(side, move, time.perf_counter() - clock, time.process_time() - processor)

    def _shown(self, state: State, view: View) -> list[Any]:
        """What theirs gets to see; that this is prepared is not on its clock."""
        game = game_here()
        states = [game.world(view, self.rng) for _ in range(self.worlds)] or [state]
        return [state_there(game_there(), each) for each in states]


def _most_visited(bot: Any, shown: Sequence[Any]) -> int:  # noqa: ANN401 - pyspiel ships no types
    """The action it tried most often in all that it was shown."""
    visits: Counter[int] = Counter()
    while not visits:
        for there in shown:
            visits.update(_visits(bot, there))
    return visits.most_common(1)[0][0]


def _visits(bot: Any, there: Any) -> dict[int, float]:  # noqa: ANN401 - pyspiel ships no types
    """How often it tried each action: not once if a busy machine let its time pass."""
    import pyspiel

    try:
        return dict(bot.get_policy(there))
    except pyspiel.SpielError as error:
        if "total_visits > 0" in str(error):
            return {}
        raise


def play(contest: Contest, deal: int) -> Played:
    """Both sittings of this deal."""
    dealt = deal_of(contest, deal)
    seconds = contest.milliseconds / 1000 / max(contest.worlds, 1)
    players = Players(
        funicular.bot(f"strong@{contest.milliseconds:g}ms"),
        ismcts(0, seconds=seconds, uct_c=contest.uct_c, seed=deal + 1),
        contest.worlds,
        random.Random(f"ours {contest.seed} {deal}"),
    )
    sittings = [_sit(dealt, sides, players) for sides in SITTINGS]
    return Played(deal, {side: share_of(side, sittings) for side in ("ours", "theirs")})


def share_of(side: Side, sittings: Sequence[Sitting]) -> Share:
    """Everything of one side, added up."""
    seats = [
        (each.points[seat], each.made[seat])
        for each in sittings
        for seat in range(SEATS)
        if each.sides[seat] == side
    ]
    decisions = [made for each in sittings for made in each.decisions if made.side == side]
    clock = [each.on_the_clock for each in decisions]
    return Share(
        seats=len(seats),
        points=sum(points for points, _ in seats),
        made=sum(made for _, made in seats),
        decisions=len(decisions),
        on_the_clock=sum(clock),
        longest=max(clock, default=0.0),
        of_the_processor=sum(each.of_the_processor for each in decisions),
    )


def deal_of(contest: Contest, deal: int) -> State:
    """The cards of this deal; the seats take turns at dealing."""
    rng = random.Random(f"{contest.seed} {deal}")
    return game_here().deal(rng, dealer=deal % SEATS, cards=contest.cards)


def _sit(state: State, sides: tuple[Side, ...], players: Players) -> Sitting:
    decisions: list[Decision] = []
    while state.to_act:
        (seat,) = state.to_act
        move, *others = state.legal_moves(seat)
        if others:
            decisions.append(players.decide(sides[seat], state, seat))
            move = decisions[-1].move
        state = state.play(seat, move)
    made = [bid == won for bid, won in zip(state.bids, state.won, strict=True)]
    # They keep the score: it is their game.
    return Sitting(sides, state_there(game_there(), state).returns(), made, decisions)
