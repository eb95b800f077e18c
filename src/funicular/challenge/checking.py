"""An attempt played again from its moves, and the match of the expert that it is compared with.

No result is taken on anybody's word: the cards have to follow from the challenge's seed, and every
move of a bot has to be the one that it makes there. What is left are the person's own moves, which
the rules allow. Two people who make the same moves have the same result.
"""

from __future__ import annotations

from msgspec import Struct

from funicular.challenge.answers import ENGINE, AskBot, answer_seed, answer_seed_at
from funicular.challenge.challenge import Challenge
from funicular.core.errors import FunicularError
from funicular.core.game import Deal
from funicular.core.match import Match
from funicular.table.deals import proven_deal


class BadAttempt(FunicularError):
    """A match that is no attempt at this challenge. It says why."""


class SeatOutcome(Struct, frozen=True):
    """What a seat came to: its points, and its lead over the others in every deal.

    A lead is (seats - 1) times the points of the seat less the sum of the others' points: how far
    it is ahead of the others' average, in whole numbers.
    """

    points: int
    score: int
    deals: tuple[int, ...]
    totals: tuple[int, ...]


def outcome_of(match: Match, seat: int) -> SeatOutcome:
    """The outcome of this seat in a match that is over."""
    deals = tuple(_lead(state.points_so_far, seat) for state in match.states)
    return SeatOutcome(match.totals[seat], sum(deals), deals, match.totals)


def _lead(points: tuple[int, ...], seat: int) -> int:
    return len(points) * points[seat] - sum(points)


async def check_attempt(challenge: Challenge, match: Match, choose: AskBot) -> SeatOutcome:
    """Play the match again; `BadAttempt` says why it does not count.

    `choose` is asked for every move of a bot, one after the other.
    """
    if challenge.engine != ENGINE:
        raise BadAttempt("challenge.other-engine")
    fresh = challenge.new_match()
    if match.game.setup != fresh.game.setup or match.ending != fresh.ending:
        raise BadAttempt("challenge.other-game")
    if not match.over:
        raise BadAttempt("challenge.not-over")
    again = fresh
    for number, played in enumerate(match.states, 1):
        deal: Deal = proven_deal(again, challenge.seed, challenge.nonces)
        if deal != played.deal:
            raise BadAttempt("challenge.other-cards", deal=number)
        again = again.start(deal.hands, dealer=deal.dealer, upcard=deal.upcard)
        for ply, (seat, move) in enumerate(played.history):
            if seat != challenge.seat:
                seed = answer_seed(challenge.seed, number, seat, played.history[:ply])
                answer = await choose(challenge.bots, again.states[-1].view(seat), seed)
                if answer != str(move):
                    raise BadAttempt("challenge.other-answer", deal=number, number=ply + 1)
            again = again.play(seat, move)
    if again.totals != match.totals:
        raise BadAttempt("challenge.other-game")
    return outcome_of(again, challenge.seat)


async def expert_outcome(challenge: Challenge, choose: AskBot) -> SeatOutcome:
    """What the expert comes to in the person's seat."""
    match = challenge.new_match()
    while not match.over:
        if not match.under_way:
            deal = proven_deal(match, challenge.seed, challenge.nonces)
            match = match.start(deal.hands, dealer=deal.dealer, upcard=deal.upcard)
        (seat,) = match.to_act
        level = challenge.expert if seat == challenge.seat else challenge.bots
        seed = answer_seed_at(challenge.seed, match.states, seat)
        move = await choose(level, match.states[-1].view(seat), seed)
        match = match.play(seat, match.game.parse_move(move))
    return outcome_of(match, challenge.seat)
