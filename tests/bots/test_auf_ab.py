"""What players complain about in bots of shedding games does not happen in Auf & Ab."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from funicular.arena.findings import findings
from funicular.arena.plan import Plan, challenge
from funicular.arena.run import played
from funicular.arena.workers import alone
from funicular.bots.auf_ab.odds import Odds
from funicular.bots.auf_ab.policies import beginner, casual
from funicular.core.event_chain import EventChain
from funicular.games.auf_ab.cards import ALL_CARDS, Card, Direction
from funicular.games.auf_ab.game import AufAb
from funicular.games.auf_ab.moves import AufAbMove, Lay, parse_move
from funicular.games.auf_ab.public import Public
from funicular.games.auf_ab.view import View
from tests.games.auf_ab.sheet import FOUR, THREE

Policy = Callable[[View, random.Random], AufAbMove]
BOTH = pytest.mark.parametrize("policy", [beginner, casual])

# Unseen cards of no particular merit, and some that are good to have when falling.
MIXED = "0-1 0-4 0-5 1-1 1-4 2-4 2-8 4-6 4-7 5-6 5-8 6-8 7-8 8-8"
LOW = "0-1 0-2 0-4 1-1 1-2 1-5 2-3 2-5 3-4 3-5 5-5 5-6 6-6"
HIGH = "2-8 3-4 3-7 4-4 4-8 5-5 5-7 5-8 6-6 6-8 7-7 7-9 8-8"


def cards(text: str) -> tuple[Card, ...]:
    return tuple(sorted(Card.parse(word) for word in text.split()))


def late(
    hand: str,
    unseen: str,
    *,
    left: tuple[int, int],
    direction: Direction = "rising",
    trick: tuple[tuple[int, str], ...] = (),
) -> View:
    """What seat 0 of three sees at its turn late in a deal; `left` counts the others' cards."""
    laid = []
    for seat, text in trick:
        meld = parse_move(text)
        assert isinstance(meld, Lay)
        laid.append((seat, meld))
    hidden = {*cards(hand), *cards(unseen)}
    public = Public(
        to_act=(0,),
        direction=direction,
        leader=trick[0][0] if trick else 0,
        trick=tuple(laid),
        # The turn comes back to whoever laid last only when all others have passed.
        passed=(1, 2) if trick and trick[-1][0] == 0 else (),
        left=(len(cards(hand)), *left),
        opener=0,
        opening=Card.parse("0-0"),
        seen=tuple(card for card in ALL_CARDS if card not in hidden),
        chain=EventChain.of(),
    )
    return View(THREE.setup, 0, public, cards(hand), cards(hand))


def choice(view: View, policy: Policy = casual) -> str:
    return str(policy(view, random.Random(0)))


@BOTH
@pytest.mark.parametrize("game", [THREE, FOUR])
@pytest.mark.parametrize("seed", range(4))
def test_chooses_a_legal_move_wherever_a_deal_may_lead_and_the_same_again(
    policy: Policy, game: AufAb, seed: int
) -> None:
    rng = random.Random(seed)
    state = game.deal(rng)
    while state.to_act:
        seat = state.to_act[0]
        view = state.view(seat)
        move = policy(view, random.Random(1))
        assert move in view.legal_moves()
        assert policy(state.view(seat), random.Random(1)) == move
        state = state.play(seat, rng.choice(view.legal_moves()))


@BOTH
def test_goes_out_when_leading(policy: Policy) -> None:
    view = late("0-8 6-8", MIXED.replace(" 6-8", ""), left=(6, 7), direction="falling")
    assert choice(view, policy) == "0-8 6-8 x2"


@BOTH
def test_goes_out_when_following_with_a_double_that_counts_twice(policy: Policy) -> None:
    view = late("7-7 7-9", MIXED, left=(6, 7), trick=((2, "3-5 3-8 3-9 x3"),))
    assert choice(view, policy) == "7-7 7-9 x3"


@BOTH
def test_goes_out_over_its_own_cards(policy: Policy) -> None:
    view = late("7-7", MIXED, left=(6, 7), trick=((0, "3-5 x1"),))
    assert choice(view, policy) == "7-7 x1"


@BOTH
def test_does_not_split_a_meld_to_follow_when_a_lone_card_will_do(policy: Policy) -> None:
    view = late("3-5 3-7 3-8 5-9", MIXED, left=(6, 7), trick=((2, "2-6 x1"),))
    assert choice(view, policy) == "5-9 x1"


@BOTH
def test_passes_rather_than_split_its_only_meld(policy: Policy) -> None:
    view = late("0-3 0-6 3-5 3-7 3-8", MIXED, left=(6, 7), trick=((2, "2-6 x1"),))
    assert choice(view, policy) == "pass"


@pytest.mark.parametrize(
    ("direction", "good_when_turned"),
    [("rising", "0-1 1-2 2-2 5-9"), ("falling", "0-4 7-7 7-8 8-9")],
)
def test_turns_the_direction_for_a_hand_that_is_better_the_other_way(
    direction: Direction, good_when_turned: str
) -> None:
    unseen = HIGH if direction == "rising" else LOW.replace("0-4 ", "")
    view = late(f"{good_when_turned} 4-5", unseen, left=(6, 6), direction=direction)
    assert choice(view) == "4-5 x1"
    assert choice(view, beginner) != "4-5 x1"


def test_does_not_turn_the_direction_away_from_a_strong_hand() -> None:
    view = late("4-5 4-6 7-7 7-9 8-8 8-9", LOW, left=(6, 6), trick=((2, "3-8 x1"),))
    assert "4-5" not in choice(view)


def test_turns_back_when_somebody_else_has_turned() -> None:
    turned = late("3-6 3-8 7-7 7-9 8-8 8-9", LOW, left=(6, 6), trick=((2, "2-7 x1"),))
    straight = late("3-6 3-8 7-7 7-9 8-8 8-9", LOW, left=(6, 6), trick=((2, "2-9 x1"),))
    assert choice(turned) == "3-6 x1"
    assert choice(straight) != "3-6 x1"


def test_lays_what_cannot_be_beaten_before_its_last_weak_card() -> None:
    view = late("1-4 9-9", "2-3 4-6 5-5 5-8 6-7 7-7 8-8", left=(3, 3))
    assert choice(view).startswith("9-9")
    assert choice(view, beginner) == "1-4 x1"


def test_leads_a_pair_against_somebody_who_has_one_card_left() -> None:
    view = late("2-4 2-8 3-7 5-6 7-8", "0-1 0-5 1-4 4-6 4-7 5-8 6-8 7-7 8-8", left=(1, 7))
    assert choice(view) == "2-4 2-8 x2"


def test_takes_the_lead_from_somebody_who_has_one_card_left() -> None:
    trick = ((1, "6-9 x1"),)
    view = late("3-4 3-7 8-8 8-9", "2-3 4-6 5-5 5-8 6-7 7-7", left=(1, 4), trick=trick)
    assert choice(view).startswith("8-")


def test_goes_on_over_its_own_cards_to_be_rid_of_a_weak_one_but_keeps_its_winner() -> None:
    unseen = MIXED.replace(" 8-8", "")
    trick = ((0, "1-6 x1"),)
    view = late("6-7 8-8", unseen, left=(6, 6), trick=trick)
    assert choice(view) == "6-7 x1"
    view = late("0-2 0-3 8-8", unseen, left=(6, 6), trick=trick)
    assert choice(view) == "pass"


def test_odds_know_that_nothing_unseen_can_beat_a_meld() -> None:
    odds = Odds.of(late("1-4 6-9", "2-3 2-4 5-5 6-7", left=(2, 2)))
    ladder = odds.when_led("rising", 2)
    # Above twos there are only 5-5, counted twice, and a single six.
    assert ladder[5:] == (1.0,) * 5
    assert ladder[2] == ladder[4] < 1
    assert ladder[1] < ladder[2]


def test_odds_of_going_out_are_exact_for_a_last_card() -> None:
    odds = Odds.of(late("1-4 6-9", "2-3 2-4 5-5 6-7", left=(1, 2)))
    assert odds.goes_out("rising", 1, 4, seat=1) == pytest.approx(2 / 4)
    # As a pair only the double will do.
    assert odds.goes_out("rising", 2, 4, seat=1) == pytest.approx(1 / 4)
    assert odds.goes_out("rising", 3, 4, seat=1) == 0


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize(("challenger", "field"), [("beginner", "random"), ("casual", "beginner")])
def test_each_level_beats_the_one_below(challenger: str, field: str, seats: int) -> None:
    plan = Plan((challenge("auf-ab", seats, challenger, field),), deals=40)
    assert findings(played(plan, alone)).lines[0].margin.low > 0
