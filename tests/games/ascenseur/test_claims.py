"""Laying the hand open: what is certain to a player, and that it then comes true in every world."""

import random

import pytest

from funicular.games.ascenseur.claims import claim_of
from funicular.games.ascenseur.game import Ascenseur
from funicular.games.ascenseur.moves import Play
from funicular.games.ascenseur.state import State
from funicular.games.claim import Claim
from funicular.lang import ENGLISH, Phrase
from tests.games.ascenseur.table import bid, cards, start
from tests.kit import VARIANTS, Variant
from tests.kit.walks import begin, random_step

# Deals of each variant, worlds of each claim in them, and the hands small enough to try everything.
DEALS, WORLDS, SMALL = 6, 3, 2


def claimed(state: State) -> tuple[str, list[str]]:
    """What the seat in turn may claim, and the cards in their order."""
    found = claim_of(state.view(state.to_act[0]))
    assert isinstance(found, Claim), ENGLISH.say(found)
    return found.tricks, [str(move) for move in found.moves]


def refused(state: State) -> str:
    """Why the seat in turn may claim nothing."""
    found = claim_of(state.view(state.to_act[0]))
    assert isinstance(found, Phrase)
    return ENGLISH.say(found)


def test_the_highest_trumps_from_the_top_and_then_what_nobody_can_ruff() -> None:
    # Everybody has two cards: with two trumps led nobody can have one left.
    state = bid(start(("AH KH", "3S 4S", "6S 7H"), upcard="9H"), 2, 0, 1)
    assert claimed(state) == ("all", ["play AH", "play KH"])
    state = bid(start(("AH KH AS", "3S 4S 5D", "6S 7H 8C"), upcard="9H"), 3, 0, 1)
    assert refused(state) == "Not certain yet: A♠ may lose a trick, and A♥ may take one."


def test_a_long_suit_is_certain_once_nobody_can_have_any_of_it_left() -> None:
    # No trumps: ten cards of one suit and three left to the others.
    hands = (
        "AS KS QS JS TS 9S 8S 7S 6S 5S 2S AH KH AD KD QD JD",
        "4S 3S 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH 2D 3D 4D 5D",
        "6D 7D 8D 9D TD 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC",
    )
    state = bid(start(hands, upcard=None), 17, 0, 1)
    tricks, order = claimed(state)
    assert tricks == "all"
    assert order[-11:][0] == "play AS"
    assert order[-1] == "play 2S"


def test_nothing_is_certain_while_a_higher_card_may_be_about() -> None:
    state = bid(start(("KS 2S", "3S 4S", "6S 7H"), upcard="9H"), 1, 0, 0)
    assert refused(state) == "Not certain yet: K♠ may take a trick, or lose it."
    state = bid(start(("KS AS", "3S 4S", "6S 7H"), upcard="9H"), 1, 0, 0)
    assert refused(state) == "Not certain yet: A♠ may take a trick, or lose it."
    state = cards(bid(start(("5S 6S", "4S AD", "7S 7H"), upcard="9H"), 1, 0, 0), "5S")
    assert refused(state) == "Not certain yet: 4♠ may lose a trick, and A♦ may take one."


def test_none_is_certain_once_every_card_that_may_be_led_beats_the_hand() -> None:
    # The lowest clubs and diamonds under a trick that is lost already.
    state = bid(start(("AS KS", "2S 2D", "6S 7H"), upcard="9H"), 2, 0, 1)
    state = cards(state, "AS")
    assert claimed(state) == ("none", ["play 2S"])


def test_a_trump_left_in_the_hand_may_always_take_a_trick() -> None:
    state = bid(start(("AS KS", "2S 2H", "6S 7H"), upcard="9H"), 2, 0, 1)
    state = cards(state, "AS")
    assert "2♥" in refused(state)


def test_nothing_is_claimed_before_all_have_bid_or_out_of_turn() -> None:
    state = start(("AH KH", "3S 4S", "6S 7H"), upcard="9H")
    when = "You can lay your hand open when it is your turn to play a card."
    assert refused(state) == when
    state = bid(state, 2, 0, 1)
    found = claim_of(state.view(1))
    assert isinstance(found, Phrase)
    assert ENGLISH.say(found) == when


def breaks(state: State, seat: int, claim: Claim, planned: int, won: int) -> bool:
    """Whether the others can play so that the claim does not come true: every way is tried."""
    if not state.to_act:
        return state.won[seat] != won
    who = state.to_act[0]
    if who == seat and planned < len(claim.moves):
        return breaks(state.play(seat, claim.moves[planned]), seat, claim, planned + 1, won)
    moves = state.legal_moves(who)
    return any(breaks(state.play(who, move), seat, claim, planned, won) for move in moves)


def played_out(state: State, seat: int, claim: Claim, rng: random.Random) -> int:
    """The tricks that the claimer has in the end, the others playing anyhow."""
    planned = list(claim.moves)
    while state.to_act:
        who = state.to_act[0]
        if who == seat and planned:
            state = state.play(seat, planned.pop(0))
        else:
            state = state.play(who, rng.choice(state.legal_moves(who)))
    return state.won[seat]


@pytest.mark.parametrize(
    "variant", [each for each in VARIANTS if each.game_name.startswith("ascenseur")], ids=str
)
def test_a_claim_comes_true_whatever_the_others_hold_and_play(variant: Variant) -> None:
    game = variant.game
    assert isinstance(game, Ascenseur)
    rng = random.Random(str(variant))
    claims = 0
    for _ in range(DEALS):
        state = begin(game, rng)
        assert isinstance(state, State)
        while state.to_act:
            seat = state.to_act[0]
            view = state.view(seat)
            claim = claim_of(view)
            if isinstance(claim, Claim):
                claims += 1
                assert isinstance(claim.moves[0], Play)
                left = len(view.hand)
                won = state.won[seat] + (left if claim.tricks == "all" else 0)
                for world in [state, *(game.world(view, rng) for _ in range(WORLDS))]:
                    if left <= SMALL:
                        assert not breaks(world, seat, claim, 0, won)
                    else:
                        assert played_out(world, seat, claim, rng) == won
            mover, move = random_step(state, rng)
            state = state.play(mover, move)
    assert claims > 0
