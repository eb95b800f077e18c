"""An attempt is played again from its moves: the same moves, the same result; nothing forged."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from funicular.challenge.challenge import Challenge, check_challenge
from funicular.challenge.checking import (
    BadAttempt,
    SeatOutcome,
    check_attempt,
    expert_outcome,
    outcome_of,
)
from funicular.core.errors import BadOptions
from funicular.core.match import Match
from tests.challenge.challenges import OTHERS, SMALL, choose, played


def checked(challenge: Challenge, match: Match) -> SeatOutcome:
    return asyncio.run(check_attempt(challenge, match, choose))


def refused(challenge: Challenge, match: Match) -> str:
    with pytest.raises(BadAttempt) as caught:
        checked(challenge, match)
    assert str(caught.value)
    return caught.value.phrase.key


@pytest.mark.parametrize("challenge", [SMALL, *OTHERS], ids=lambda each: each.game)
def test_the_same_moves_have_the_same_result(challenge: Challenge) -> None:
    one, other = played(challenge), played(challenge)
    assert one == other
    assert checked(challenge, one) == checked(challenge, other) == outcome_of(one, 0)


def test_other_moves_get_other_answers_but_the_same_cards() -> None:
    one, other = played(SMALL), played(SMALL, lambda moves: moves[-1])
    assert one != other
    assert [each.deal for each in one.states] == [each.deal for each in other.states]
    checked(SMALL, other)


def test_leads_are_how_far_one_is_ahead_of_the_others_average() -> None:
    match = played(SMALL)
    found = outcome_of(match, 0)
    own, *others = match.totals
    assert found.points == own
    assert found.score == 2 * own - sum(others) == sum(found.deals)


def test_cards_of_another_seed_are_refused() -> None:
    forged = played(replace(SMALL, seed="00" * 32))
    assert refused(SMALL, forged) == "challenge.other-cards"


def test_a_bot_that_answered_otherwise_is_refused() -> None:
    # The same cards against bots that play at random.
    forged = played(replace(SMALL, bots="random"))
    assert refused(SMALL, forged) == "challenge.other-answer"


def test_a_match_that_is_not_over_is_refused() -> None:
    assert refused(SMALL, played(SMALL, most=7)) == "challenge.not-over"


@pytest.mark.parametrize(
    "other",
    [
        replace(SMALL, options={"schedule": (2, 4)}),
        replace(SMALL, options={"schedule": (2, 3)}, deals=1),
        OTHERS[0],
    ],
)
def test_another_game_is_refused(other: Challenge) -> None:
    assert refused(SMALL, played(replace(other, bots="casual"))) == "challenge.other-game"


def test_bots_of_another_engine_answer_nothing_here() -> None:
    assert refused(replace(SMALL, engine="other-1"), played(SMALL)) == "challenge.other-engine"


def test_the_expert_plays_the_same_every_time() -> None:
    one, other = (asyncio.run(expert_outcome(SMALL, choose)) for _ in range(2))
    assert one == other


def _sealed(challenge: Challenge) -> Challenge:
    return replace(challenge, options={"schedule": (2, 3), "bidding": "simultaneous"})


@pytest.mark.parametrize(
    ("change", "key"),
    [
        (_sealed, "challenge.at-once"),
        (lambda _: replace(OTHERS[1], deals=None), "challenge.no-deals"),
    ],
)
def test_what_cannot_be_the_same_for_everybody_is_no_challenge(
    change: Callable[[Challenge], Challenge], key: str
) -> None:
    check_challenge(SMALL)
    with pytest.raises(BadOptions) as caught:
        check_challenge(change(SMALL))
    assert caught.value.phrase.key == key
