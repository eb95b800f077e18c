"""Small challenges to try things on, and matches played at them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from funicular.challenge.answers import ENGINE, answer_seed_at, choose_now
from funicular.challenge.challenge import Challenge
from funicular.core.game import Move, View
from funicular.core.match import Match
from funicular.table.deals import proven_deal

SEED = "5eed" * 16
SMALL = Challenge(
    id="small",
    kind="duel",
    game="ascenseur-52",
    seats=3,
    options={"schedule": (2, 3)},
    deals=None,
    seat=0,
    bots="casual",
    expert="strong@50",
    engine=ENGINE,
    seed=SEED,
    opened=0.0,
    closes=1e10,
    players=2,
)
# A deal of each of the other games, with bots that search.
OTHERS = (
    replace(SMALL, game="auf-ab", options={}, deals=1, bots="strong@40"),
    replace(SMALL, game="dnpup", options={}, deals=1, bots="strong@20"),
)


async def choose(name: str, view: View, seed: int) -> str:
    """A bot's move, at once."""
    return choose_now(name, view, seed)


def first(moves: Sequence[Move]) -> Move:
    return moves[0]


def played(
    challenge: Challenge,
    person: Callable[[Sequence[Move]], Move] = first,
    *,
    most: int | None = None,
) -> Match:
    """A match in which the person chooses so; at most this many moves of it."""
    match = challenge.new_match()
    made = 0
    while not match.over and made != most:
        if not match.under_way:
            deal = proven_deal(match, challenge.seed, challenge.nonces)
            match = match.start(deal.hands, dealer=deal.dealer, upcard=deal.upcard)
        (seat,) = match.to_act
        view = match.states[-1].view(seat)
        if seat == challenge.seat:
            move = person(view.legal_moves())
        else:
            seed = answer_seed_at(challenge.seed, match.states, seat)
            move = match.game.parse_move(choose_now(challenge.bots, view, seed))
        match = match.play(seat, move)
        made += 1
    return match
