"""The rules of Auf & Ab one by one, by their numbers on the rules page."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

import pytest

from funicular.core.errors import BadOptions, IllegalMove
from funicular.games.auf_ab.cards import ALL_CARDS, Card
from funicular.games.auf_ab.events import Scored, TrickTaken, Turned
from funicular.games.auf_ab.game import AufAb
from funicular.games.auf_ab.moves import PASS, Lay
from funicular.games.auf_ab.options import Options
from funicular.games.auf_ab.state import State
from tests.games.auf_ab.sheet import (
    BLEU,
    FOUR,
    HANDS,
    ROUGE,
    THREE,
    VERT,
    deal,
    example,
    legal,
    play,
    random_play,
    texts,
)


def refusal(attempt: Callable[[], object]) -> IllegalMove:
    with pytest.raises(IllegalMove) as caught:
        attempt()
    return caught.value


def refused(state: State, move: str) -> str | None:
    """The rule that forbids this move, and that it really is in no legal list."""
    assert move not in legal(state)
    return refusal(partial(play, state, move)).rule


# The aim and the cards


@pytest.mark.parametrize("seats", [0, 1, 2, 5, True, 3.0, "3"])
def test_three_or_four_play(seats: int) -> None:
    """A1: Three or four play."""
    with pytest.raises(BadOptions):
        AufAb.of("auf-ab", seats, {})
    assert (THREE.name, THREE.seats, FOUR.seats) == ("auf-ab", 3, 4)


def test_the_first_to_empty_the_hand_wins() -> None:
    """A2: Be the first to empty your hand."""
    state = example()
    assert state.hand(VERT) == ()
    assert state.points is not None
    assert max(state.points) == state.points[VERT]


def test_every_pair_of_numbers_is_one_card() -> None:
    """A3: There are 55 cards, every pair of numbers from 0 to 9, once each."""
    pairs = {(card.low, card.high) for card in ALL_CARDS}
    assert len(ALL_CARDS) == len(pairs) == 55
    assert THREE.deck == tuple(sorted(ALL_CARDS))


def test_a_card_is_low_and_high() -> None:
    """A4: A card has a low number and a high number and is written `low-high`."""
    card = Card.parse("3-6")
    assert (card.low, card.high, str(card), card.spoken("fr")) == (3, 6, "3-6", "3-6")


def test_doubles() -> None:
    """A5: The ten doubles have the same number twice."""
    doubles = [card for card in ALL_CARDS if card.is_double]
    assert texts(doubles) == [f"{number}-{number}" for number in range(10)]


def test_change_cards() -> None:
    """A6: The five change cards are those whose numbers total 9."""
    changes = [card for card in ALL_CARDS if card.is_change]
    assert texts(changes) == ["0-9", "1-8", "2-7", "3-6", "4-5"]


# The deal


@pytest.mark.parametrize(("game", "cards", "aside"), [(THREE, 18, 1), (FOUR, 13, 3)])
def test_everybody_gets_the_same_number(game: AufAb, cards: int, aside: int) -> None:
    """A7: Three players: 18 cards each, 1 set aside. Four players: 13 cards each, 3 set aside."""
    state = game.deal(random.Random(7))
    hands = [state.hand(seat) for seat in range(game.seats)]
    assert [len(hand) for hand in hands] == [cards] * game.seats == list(state.left)
    assert len({card for hand in hands for card in hand}) == 55 - aside


def test_cards_set_aside_are_never_seen() -> None:
    """A8: Cards set aside are never seen and never counted."""
    for state in random_play(FOUR, 8):
        dealt = {card for hand in state.dealt for card in ALL_CARDS if card.bit & hand}
        assert set(state.public.seen) <= dealt
        assert sum(state.public.left) + len(state.public.seen) == 52


def test_every_deal_starts_rising() -> None:
    """A9: Every deal starts rising, whatever happened in the deal before."""
    match = THREE.match(deals=20)
    rng = random.Random(9)
    endings = set()
    while not match.over:
        match = match.deal(rng)
        assert isinstance(match.state, State)
        assert match.state.direction == "rising"
        while match.to_act:
            seat = match.to_act[0]
            match = match.play(seat, rng.choice(match.states[-1].legal_moves(seat)))
        assert isinstance(match.state, State)
        endings.add(match.state.direction)
    assert endings == {"rising", "falling"}


def test_the_lowest_double_dealt_leads() -> None:
    """A10: The first leader is the player with the lowest double that was dealt."""
    assert deal("", "0-0", "").to_act == (1,)
    assert deal("", "", "1-1", aside="0-0").to_act == (2,)
    assert deal("3-3", "", "", "", aside="0-0 1-1 2-2").to_act == (0,)


def test_the_first_lead_contains_that_double() -> None:
    """A11: The first lead of the deal contains that double, alone or with other cards."""
    state = deal("1-1 1-4 1-7 2-2", "0-1 1-2 1-3 1-5 1-6 1-8 1-9", "", aside="0-0")
    assert legal(state) == [
        "1-1 x1",
        "1-1 x2",
        "1-1 1-4 x2",
        "1-1 1-4 x3",
        "1-1 1-7 x2",
        "1-1 1-7 x3",
        "1-1 1-4 1-7 x3",
        "1-1 1-4 1-7 x4",
    ]
    assert refused(state, "1-4 1-7 x2") == "A11"
    assert refused(state, "2-2 x1") == "A11"


# Melds


def test_rising_melds_share_the_low_number() -> None:
    """A12: While rising, the cards of a meld all have the same low number."""
    state = example(1)
    assert "1-2 1-8 1-9 x3" in legal(state)
    assert refused(state, "1-9 6-9 x2") == "A12"


def test_falling_melds_share_the_high_number() -> None:
    """A13: While falling, the cards of a meld all have the same high number."""
    state = example(2)
    assert "0-9 3-9 4-9 5-9 x4" in legal(state)
    assert refused(state, "3-5 3-8 x2") == "A13"


def test_the_size_is_the_number_of_cards() -> None:
    """A14: The size of a meld is the number of its cards; one card is a meld of size 1."""
    state = example(1)
    assert "1-2 x1" in legal(state)
    assert "1-2 1-8 x2" in legal(state)
    assert refusal(partial(state.play, ROUGE, Lay((), 0))).rule == "A14"


# A trick


def test_the_leader_must_lead() -> None:
    """A15: Passing is for followers only."""
    assert refused(example(0), "pass") == "A15"
    assert refused(example(1), "pass") == "A15"


def test_the_leader_may_lead_any_meld() -> None:
    """A16: Apart from the first lead of the deal, the leader may lead any meld."""
    state = example(5)
    assert texts(state.hand(ROUGE)) == ["2-6", "5-8", "7-9"]
    assert legal(state) == ["2-6 x1", "5-8 x1", "7-9 x1"]


def test_the_others_follow_or_pass_clockwise() -> None:
    """A17: At your turn you play a meld or you pass; you may pass even if you could play."""
    state = example(1, then="1-2 1-8 1-9 x3")
    assert state.to_act == (BLEU,)
    assert legal(state)[:2] == ["2-3 2-4 2-8 x3", "3-5 3-8 3-9 x3"]
    assert legal(state)[-1] == "pass"
    assert play(state, "pass").to_act == (VERT,)


def test_a_follower_plays_the_size_led() -> None:
    """A18: A meld that follows has the same size as the meld led."""
    state = example(1, then="1-2 1-8 1-9 x3")
    assert refused(state, "2-3 2-4 x2") == "A18"
    assert refused(state, "7-7 x1") == "A18"


def test_rising_follows_are_higher() -> None:
    """A19: Rising, it has a strictly higher low number than the meld played last."""
    state = example(3, then="3-5 3-8 x2, 4-6 4-8 x2")
    assert {move[0] for move in legal(state)[:-1]} == {"6", "9"}
    assert refused(state, "3-4 3-6 x2") == "A19"
    state = deal("0-0 0-1 1-2 1-3", "", "0-2 0-3 0-4 0-5")
    assert refused(play(state, "0-0 x1, pass"), "0-2 x1") == "A19"


def test_falling_follows_are_lower() -> None:
    """A20: Falling, it has a strictly lower high number than the meld played last."""
    state = example(5, then="2-6 x1, pass")
    assert legal(state) == ["1-1 x1", "0-2 x1", "3-3 x1", "0-4 x1", "pass"]
    assert refused(state, "3-7 x1") == "A20"
    assert refused(example(5, then="2-6 x1"), "5-6 x1") == "A20"


def test_whoever_passed_is_out_until_the_trick_ends() -> None:
    """A21: Once you have passed you are skipped and need not pass again."""
    state = example(3, then="3-5 3-8 x2, 4-6 4-8 x2, 6-7 6-9 x2, 8-8 x2, pass, 9-9 x2")
    assert state.passed == (VERT,)
    assert state.to_act == (BLEU,)
    state = play(state, "pass")
    assert state.to_act == (ROUGE,)


def test_the_turn_comes_back() -> None:
    """A22: As long as you have not passed you may play again each time the turn comes back."""
    state = example(0, then="0-0 0-1 0-3 0-5 x4, 1-3 1-4 1-5 1-6 x4, 2-2 2-5 2-7 2-9 x4")
    assert state.to_act == (ROUGE,)
    assert "4-4 4-5 4-7 x4" in legal(state)


def test_the_last_to_play_may_go_on_and_passes_too() -> None:
    """A23: The trick ends when everybody has passed, including the player who played last."""
    state = example(5, then="2-6 x1, pass, 0-4 x1, pass")
    assert state.to_act == (VERT,)
    assert legal(state) == ["1-1 x1", "0-2 x1", "3-3 x1", "pass"]
    state = play(state, "3-3 x1")
    assert state.to_act == (VERT,)
    assert len(state.trick) == 3
    assert play(state, "pass").trick == ()


def test_whoever_played_last_leads_the_next_trick() -> None:
    """A24: Whoever played last takes the trick and leads the next one."""
    state = example(4)
    assert state.leader == ROUGE
    assert state.to_act == (ROUGE,)
    assert state.public.events[-1] == TrickTaken(ROUGE)


# Doubles


def test_a_double_counts_once_or_twice() -> None:
    """A25: A double counts as one card or as two, as the player likes."""
    assert {"0-0 x1", "0-0 x2"} <= set(legal(example(0)))


def test_k_cards_with_a_double_make_k_or_one_more() -> None:
    """A26: k cards with a double make a size of k or k + 1; without one, a size of k."""
    state = example(0)
    assert refused(state, "0-0 0-1 x1") == "A26"
    assert refused(state, "0-0 0-1 x4") == "A26"
    assert refused(example(1), "1-2 1-8 x3") == "A26"
    assert refused(example(1), "1-2 1-8 x1") == "A26"


def test_the_leader_says_how_a_double_counts() -> None:
    """A27: The size is then settled for the whole trick."""
    once, twice = (example(0, then=f"0-0 0-1 x{size}") for size in (2, 3))
    assert {move.size for move in once.legal_moves(BLEU) if isinstance(move, Lay)} == {2}
    assert {move.size for move in twice.legal_moves(BLEU) if isinstance(move, Lay)} == {3}


def test_a_follower_counts_as_the_size_requires() -> None:
    """A28: After a meld of size 3, `6-6 6-8` is three sixes; after a meld of size 2 it is two."""
    start = deal("0-0 0-1 0-2", "6-6 6-8", "")
    sixes = {size: f"6-6 6-8 x{size}" for size in (2, 3)}
    after_three = legal(play(start, "0-0 0-1 x3"))
    after_two = legal(play(start, "0-0 0-1 x2"))
    assert sixes[3] in after_three
    assert sixes[2] not in after_three
    assert sixes[2] in after_two
    assert sixes[3] not in after_two


def test_a_lone_double_may_be_a_pair() -> None:
    """A29: A double on its own may be led as a pair, or played on a pair."""
    state = example(3, then="3-5 3-8 x2, 4-6 4-8 x2, 6-7 6-9 x2")
    assert "8-8 x2" in legal(state)
    assert "9-9 x2" in legal(play(state, "8-8 x2, pass"))
    assert "9-9 x2" in legal(example(1))


# Change cards

PAIRS = ["0-9", "1-8", "2-7", "3-6", "4-5"]


@pytest.mark.parametrize("count", range(6))
def test_an_odd_number_of_change_cards_turns_the_next_trick(count: int) -> None:
    """A30: An odd number of change cards turns the direction of the next trick."""
    state = deal("0-0 0-1 0-9 3-6 3-7", "1-8 1-9 4-5 4-6", "2-7 2-8")
    pairs = ["0-0 0-9 x2", "1-8 1-9 x2", "2-7 2-8 x2", "3-6 3-7 x2", "4-5 4-6 x2"]
    moves = pairs[:count] or ["0-0 0-1 x2"]
    state = play(state, ", ".join([*moves, "pass", "pass", "pass"]))
    assert state.trick == ()
    if count % 2:
        changes = tuple(Card.parse(text) for text in PAIRS[:count])
        assert state.direction == "falling"
        assert state.public.events[-1] == Turned(changes, "falling")
    else:
        assert state.direction == "rising"
        assert not any(isinstance(event, Turned) for event in state.public.events)


def test_the_trick_under_way_never_turns() -> None:
    """A31: The trick under way never turns, whatever is played in it."""
    state = example(1, then="1-2 1-8 1-9 x3")
    assert texts(state.public.changes) == ["1-8"]
    assert state.direction == "rising"
    assert legal(state)[0] == "2-3 2-4 2-8 x3"


def test_the_direction_holds() -> None:
    """A32: The direction then holds, trick after trick, until A30 turns it again."""
    assert [example(tricks).direction for tricks in range(5, 9)] == ["falling"] * 4


# The end of the deal


def test_the_deal_ends_at_once() -> None:
    """A33: The deal ends at once when a hand is empty. Nobody plays on that last meld."""
    state = example()
    assert state.to_act == ()
    assert [state.legal_moves(seat) for seat in range(3)] == [(), (), ()]
    with pytest.raises(IllegalMove, match="The deal is over"):
        state.play(ROUGE, PASS)


def test_the_winner_scores_the_cards_left() -> None:
    """A34: The winner scores one point for each card left in the other hands."""
    before = example(8)
    assert before.points is None
    assert before.points_so_far == (0, 0, 0)
    state = example()
    assert state.points == state.points_so_far == (0, 0, 2)
    assert state.public.events[-1] == Scored(VERT, (1, 1, 0), (0, 0, 2))
    assert not state.void


# The match


def test_a_match_is_five_deals() -> None:
    """A35: A match is a fixed number of deals: 5, unless the option `deals` says otherwise."""
    assert THREE.match().ending.deals == 5
    assert AufAb.of("auf-ab", 4, {"deals": 2}).match().ending.deals == 2
    assert AufAb.of("auf-ab", 4, {"target": 50}).match(deals=3).ending.deals == 3


def test_a_match_may_run_to_a_target() -> None:
    """A36: Or it runs to a total, the option `target`."""
    to_ten = AufAb.of("auf-ab", 3, {"target": 10})
    assert to_ten.options == Options(deals=None, target=10)
    assert to_ten.match().ending.target == 10
    assert THREE.match(target=2).start(HANDS).ending.target == 2


def test_the_most_points_win() -> None:
    """A37: The most points win the match."""
    match = THREE.match(deals=1).start(HANDS)
    for seat, move in example().history:
        match = match.play(seat, move)
    assert match.totals == (0, 0, 2)
    assert match.winners == (VERT,)


# How moves are written


def test_cards_are_written_low_number_first_when_falling_too() -> None:
    """A39: A card is always `low-high`, the smaller number first, when falling too."""
    assert legal(example(2))[-1] == "0-9 3-9 4-9 5-9 x4"


def test_the_size_is_always_said() -> None:
    """A40: A meld is its cards, then `x` and its size, which is always said."""
    lone = Lay((Card.parse("2-6"),), 1)
    assert str(lone) == "2-6 x1"
    assert THREE.parse_move("2-6 x1") == lone


def test_passing_is_written_pass() -> None:
    """A41: Passing is `pass`."""
    assert str(PASS) == "pass"
    assert THREE.parse_move("pass") == PASS
