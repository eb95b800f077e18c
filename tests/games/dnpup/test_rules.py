"""The rules page, one test a rule; D38 to D44 and D51 are in `test_two_players`."""

import random
from collections import Counter

import pytest

from funicular.core.errors import BadDeal, BadOptions, BadText, IllegalMove
from funicular.games.dnpup.cards import ALL_CARDS, STAR, Card, deck_of
from funicular.games.dnpup.events import Discarded, MeldBeaten, Scored, Voided, WentOut
from funicular.games.dnpup.moves import Add, Play
from funicular.games.dnpup.state import State
from funicular.games.dnpup.zones import ZONES
from tests.games.dnpup.tables import (
    ONES,
    TEN_IN_TWO,
    THREES,
    after,
    cards,
    dealt,
    first_out,
    game,
    hand,
    legal,
    meld,
    wander,
)


def rule_against(state: State, text: str) -> str | None:
    with pytest.raises(IllegalMove) as refused:
        after(state, text)
    return refused.value.rule


def test_two_to_five_play() -> None:
    """D1: two to five play."""
    for seats in (2, 3, 4, 5):
        assert game(seats).seats == seats
    for seats in (1, 6, True):
        with pytest.raises(BadOptions):
            game(seats)


def test_a_card_has_two_values_and_shows_one() -> None:
    """D3: the active value first; turning a card exchanges the two."""
    card = Card.parse("3/6")
    assert (card.active, card.inactive) == (3, 6)
    assert card.turned is Card.parse("6/3")
    assert card.turned.turned is card
    assert all(1 <= each.active <= 10 and each.active != each.inactive for each in ALL_CARDS)


def test_the_deck_depends_on_the_number_of_players() -> None:
    """D4: each number of players adds cards to those of the smaller one."""
    smaller: Counter[Card] = Counter()
    for seats, added in {3: "1/10 2/8 3/6 4/5", 4: "1/8 1/9 2/6 2/7 3/4 3/5"}.items():
        smaller = Counter(deck_of(seats - 1))
        assert Counter(deck_of(seats)) - smaller == Counter(cards(added))
    assert Counter(deck_of(5)) - Counter(deck_of(4)) == Counter(cards("3/10 4/9 5/8 6/7"))


@pytest.mark.parametrize(
    ("seats", "deck", "each"), [(2, 26, 13), (3, 30, 10), (4, 36, 9), (5, 40, 8)]
)
def test_all_the_cards_are_dealt(seats: int, deck: int, each: int) -> None:
    """D5: the same number to each."""
    state = game(seats).deal(random.Random(1))
    assert [len(state.hand(seat)) for seat in range(seats)] == [each] * seats
    lying = [card.low_up for seat in range(seats) for card in state.hand(seat)]
    assert sorted(lying) == list(deck_of(seats))
    assert len(deck_of(seats)) == deck


def test_twelve_pairs_occur_twice() -> None:
    """D6: like cards are interchangeable: they make one move, not two."""
    assert sorted(Counter(deck_of(5)).values()) == [1] * 16 + [2] * 12
    moves = dealt(3, "3/6 3/6 2/4").legal_moves(0)
    assert [str(move) for move in moves].count("play 3/6") == 1
    assert "play 3/6 3/6" in map(str, moves)


def test_a_fair_coin_decides_which_way_up_a_card_lies() -> None:
    """D7: over many deals each card lies either way about as often."""
    low_up = Counter(
        card.low_up
        for seed in range(400)
        for hand in game(5).deal(random.Random(seed)).hands
        for card in hand
        if card is card.low_up
    )
    for card, copies in Counter(deck_of(5)).items():
        assert abs(low_up[card] / (400 * copies) - 0.5) < 0.12


def test_a_card_in_a_hand_is_turned_only_with_the_whole_hand() -> None:
    """D8: no other move turns it: what is not played lies as it lay."""
    rng = random.Random(3)
    state = game(4).deal(rng)
    while state.to_act:
        following = wander(state, rng, 1)
        mover, move = following.history[-1]
        for seat in range(4):
            if str(move) != "flip" or seat != mover:
                kept = Counter(following.hand(seat)) & Counter(state.hand(seat))
                shown = Counter(move.cards if isinstance(move, Play) else ())
                shown.update((move.card,) if isinstance(move, Add) else ())
                left = Counter(state.hand(seat)) - (shown if seat == mover else Counter())
                assert left <= kept
        state = following


def test_the_holder_of_the_star_starts_whichever_way_up_it_is() -> None:
    """D9: 1/5★ starts."""
    assert STAR.is_star
    assert STAR.turned.is_star
    assert not Card.parse("1/6").is_star
    for star in ("1/5", "5/1"):
        assert dealt(4, "", "", star).to_act == (2,)


def test_the_starter_need_not_play_the_star() -> None:
    """D10: any move will do."""
    assert {"play 1/5", "play 2/9", "flip"} <= legal(dealt(3, "1/5 2/9"))


def test_turns_go_round_clockwise() -> None:
    """D11: the next seat, and from the last to the first."""
    state = dealt(3, starter=1)
    turns = []
    for _ in range(4):
        turns.append(state.to_act[0])
        state = after(state, "flip")
    assert turns == [1, 2, 0, 1]


def test_a_meld_is_one_or_more_cards_of_the_same_active_value() -> None:
    """D12: no other cards make a meld."""
    state = dealt(3, "3/6 4/6 2/4 2/5")
    assert {"play 3/6", "play 2/4 2/5"} <= legal(state)
    assert rule_against(state, "play 3/6 4/6") == "D12"


def test_the_size_of_a_meld_is_the_number_of_its_cards() -> None:
    """D13: only melds of one size meet."""
    state = after(dealt(3, "8/2", "2/4 2/5"), "play 8/2")
    assert "play 2/4 2/5" in legal(state)
    assert "play 2/4" not in legal(state)


def test_ones_own_meld_is_discarded_as_ones_turn_begins() -> None:
    """D14: it is gone when one is to move, and out of the deal."""
    state = after(dealt(3, "3/6"), "play 3/6", "flip")
    assert meld(state, 0) == "3/6"
    state = after(state, "flip")
    assert meld(state, 0) == ""
    assert state.public.discarded == cards("3/6")
    assert isinstance(state.public.events[-1], Discarded)
    # Nothing lay there this time: nothing is discarded.
    assert not isinstance(after(state, "flip").public.events[-1], Discarded)


def test_one_does_exactly_one_thing() -> None:
    """D15: after each action it is the next player's turn."""
    for text in ("play 3/6", "flip"):
        assert after(dealt(3, "3/6"), text).to_act == (1,)
    laid = after(dealt(3, "3/6", "3/4"), "play 3/6")
    for text in ("add 3/4 to 0", "take 0"):
        assert after(laid, text).to_act == (2,)


def test_there_is_no_pass_and_flipping_is_always_possible() -> None:
    """D16: the last legal move is always flipping."""
    state = game(3).deal(random.Random(9))
    while state.to_act:
        assert str(state.legal_moves(state.to_act[0])[-1]) == "flip"
        state = wander(state, random.Random(state.public.turns), 1)
    with pytest.raises(BadText):
        game(3).parse_move("pass")


def test_one_need_not_play_all_cards_of_a_value() -> None:
    """D17: a meld is laid from one's hand; fewer cards will do."""
    state = dealt(3, "2/4 2/4 2/5")
    twos = {move for move in legal(state) if move.startswith("play 2") and "2/6" not in move}
    assert {"play 2/4", "play 2/5", "play 2/4 2/4", "play 2/4 2/5", "play 2/4 2/4 2/5"} <= twos
    assert rule_against(dealt(3, "2/4", "2/4"), "play 2/4 2/4") == "D17"


def test_a_meld_must_be_strictly_higher_than_one_of_its_size() -> None:
    """D18: equal is not enough."""
    state = after(dealt(3, "6/3", "6/4 5/8 7/5"), "play 6/3")
    assert "play 7/5" in legal(state)
    assert rule_against(state, "play 6/4") == "D18"
    assert rule_against(state, "play 5/8") == "D18"


def test_the_meld_that_is_beaten_goes_back_turned() -> None:
    """D19: into the hand of its owner."""
    state = dealt(3, "3/6", "4/6")
    before = hand(state, 0)
    state = after(state, "play 3/6", "play 4/6")
    assert meld(state, 0) == ""
    assert hand(state, 0) == before - Counter(["3/6"]) + Counter(["6/3"])


def test_the_table_never_holds_two_melds_of_one_size() -> None:
    """D20: at any point of any deal."""
    for seats in (2, 3, 4, 5):
        for seed in range(5):
            state = game(seats).deal(random.Random(seed))
            while state.to_act:
                sizes = [len(laid) for laid in state.public.melds if laid]
                assert len(sizes) == len(set(sizes))
                state = wander(state, random.Random(state.public.turns), 1)


def test_one_adds_to_an_opponents_meld_never_to_ones_own() -> None:
    """D21: one card, from one's own hand, to a meld that lies there."""
    state = after(dealt(3, "3/6 3/4", "3/5"), "play 3/6")
    assert "add 3/5 to 0" in legal(state)
    assert rule_against(state, "add 3/4 to 0") == "D21"
    assert rule_against(state, "add 3/5 to 1") == "D21"
    assert rule_against(state, "add 3/5 to 2") == "D21"


def test_the_card_added_has_the_value_of_the_meld() -> None:
    """D22: its active value."""
    state = after(dealt(3, "3/6", "6/3 5/3"), "play 3/6")
    assert rule_against(state, "add 6/3 to 0") == "D22"
    assert rule_against(state, "add 5/3 to 0") == "D22"


def test_the_grown_meld_must_beat_any_other_of_its_size() -> None:
    """D23: strictly; equal is not enough."""
    state = after(dealt(3, "3/4", "3/5 3/6", "3/7"), "play 3/4", "play 3/5 3/6")
    assert rule_against(state, "add 3/7 to 0") == "D23"
    assert "add 3/7 to 1" in legal(state)


def test_the_grown_meld_stays_its_owners() -> None:
    """D24: it lies in the same place, and goes back there if beaten."""
    state = after(dealt(4, "3/4", "3/5", "4/5 4/6"), "play 3/4", "add 3/5 to 0")
    assert meld(state, 0) == "3/4 3/5"
    state = after(state, "play 4/5 4/6")
    assert state.public.known[0] == cards("4/3 5/3")


def test_one_takes_the_whole_of_an_opponents_meld() -> None:
    """D25: turned; never one's own."""
    state = after(dealt(3, "3/4 3/5"), "play 3/4 3/5")
    assert rule_against(state, "take 1") == "D25"
    assert rule_against(state, "take 2") == "D25"
    state = after(state, "take 0")
    assert meld(state, 0) == ""
    assert {"4/3", "5/3"} <= set(hand(state, 1))


def test_flipping_turns_the_whole_hand() -> None:
    """D26: and turning it again brings it back."""
    state = dealt(3)
    flipped = after(state, "flip")
    assert sorted(card.turned for card in flipped.hand(0)) == list(state.hand(0))
    assert after(flipped, "flip", "flip", "flip").hand(0) == state.hand(0)


def test_cards_picked_up_are_always_turned() -> None:
    """D27: that is a dnpup!"""
    laid = after(dealt(3, "3/6", "4/6"), "play 3/6")
    assert after(laid, "take 0").public.known[1] == cards("6/3")
    assert after(laid, "play 4/6").public.known[0] == cards("6/3")


def test_cards_picked_up_stay_public() -> None:
    """D28: until played or added, and after a flip the other way up."""
    state = after(dealt(3, "3/6 3/4", "3/5"), "play 3/4 3/6", "take 0")
    assert state.view(2).public.known == ((), cards("4/3 6/3"), ())
    state = after(state, "flip", "flip", "flip")
    assert state.public.known[1] == cards("3/4 3/6")
    state = after(state, "flip", "flip", "play 3/6")
    assert state.public.known[1] == cards("3/4")
    assert state.public.proven[1] == ()


def test_of_like_cards_the_known_one_counts_as_played() -> None:
    """D28: the hand that remains is the same; what was never picked up stays hidden."""
    state = after(dealt(3, "3/6", "6/3"), "play 3/6", "take 0", "flip", "flip")
    assert hand(state, 1)["6/3"] == 2
    state = after(state, "play 6/3")
    assert (state.public.known[1], state.public.proven[1]) == ((), ())
    state = after(state, "flip", "flip", "play 6/3")
    assert state.public.proven[1] == cards("6/3")


def test_what_was_dealt_is_proven_as_it_lay() -> None:
    """D28: a hidden card shown after a flip was dealt the other way up."""
    state = after(dealt(3, "3/6"), "flip", "flip", "flip", "play 6/3")
    assert state.public.proven[0] == cards("3/6")


def test_emptying_the_hand_counts_at_once_by_playing_and_by_adding() -> None:
    """D29: by a last meld or by a last card added."""
    assert first_out().public.out == (0,)
    state = dealt(3, "1/5 1/6 1/6 1/7 1/7 1/8 1/9 1/10 2/4 3/6", "5/2 5/2")
    state = after(state, ONES, "flip", "flip", "play 3/6", "play 2/5 2/5", "flip")
    assert state.hand(0) == cards("2/4")
    state = after(state, "add 2/4 to 1")
    assert state.public.out == (0,)
    assert state.points_so_far == (2, 0, 0)


def test_the_first_out_scores_2_and_is_skipped() -> None:
    """D30: for the rest of the deal."""
    state = first_out()
    assert state.public.events[-2] == WentOut(0, 2)
    turns = []
    for _ in range(4):
        turns.append(state.to_act[0])
        state = after(state, "flip")
    assert turns == [1, 2, 1, 2]


def test_the_meld_of_the_first_out_lies_until_its_turn_would_have_come() -> None:
    """D31: then it is discarded."""
    state = after(first_out(), "flip")
    assert meld(state, 0) == "2/4 2/4"
    state = after(state, "flip")
    assert meld(state, 0) == ""
    assert set(cards("2/4")) <= set(state.public.discarded)


def test_the_meld_of_the_first_out_may_be_added_to_or_taken() -> None:
    """D32: like any other."""
    state = first_out()
    assert {"add 2/5 to 0", "add 2/6 to 0", "take 0"} <= legal(state)
    assert after(state, "take 0").public.known[1] == cards("4/2 4/2")


def test_the_meld_of_the_first_out_is_discarded_if_beaten() -> None:
    """D33: its owner does not take it back."""
    state = after(dealt(3, *TEN_IN_TWO, "8/4 7/4"), ONES, THREES, "flip", "play 2/4 2/4", "flip")
    assert "play 4/7 4/8" in legal(state)
    state = after(state, "play 4/7 4/8")
    assert state.hand(0) == ()
    assert MeldBeaten(0, ZONES[3][0], cards("2/4 2/4"), returned=False) in state.public.events
    assert Counter(cards("2/4 2/4")) <= Counter(state.public.discarded)


def test_the_second_out_scores_1_and_the_deal_ends_at_once() -> None:
    """D34: nobody may move any more."""
    state = after(first_out(), "play 2/5 2/5 2/6")
    assert state.points == (2, 1, 0)
    assert state.public.events[-1] == Scored((2, 1, 0))
    assert state.legal_moves(2) == ()
    with pytest.raises(IllegalMove, match="over"):
        state.play(2, game(3).parse_move("flip"))


def test_4_points_win_the_match_in_the_middle_of_a_deal_too() -> None:
    """D35: `points_to_win` sets another number, and a match may set its own ending."""
    match = game(3, points_to_win=2).match().start(dealt(3, *TEN_IN_TWO).deal.hands)
    for text in (ONES, THREES, "flip", "play 2/4 2/4"):
        match = match.play(match.to_act[0], game(3).parse_move(text))
    assert match.state is not None
    assert match.state.points is None
    assert match.over
    assert match.winners == (0,)
    assert game(3).match().ending.target == 4
    assert game(3).match(target=7).ending.target == 7
    assert game(3).match(deals=2).ending.deals == 2
    with pytest.raises(BadOptions):
        game(3).match(target=4, deals=2)


def test_after_600_turns_a_deal_is_void() -> None:
    """D36: every action is one turn; `turn_cap` sets another number."""
    state = dealt(3, turn_cap=5)
    state = after(state, *["flip"] * 4)
    assert (state.points, state.void) == (None, False)
    state = after(state, "flip")
    assert (state.points, state.void, state.to_act) == ((0, 0, 0), True, ())
    assert state.public.events[-1] == Voided(5)
    assert game(3).options.turn_cap == 600
    # A deal that ends with the very last turn counts.
    assert after(first_out(turn_cap=5), "play 2/5 2/5 2/6").points == (2, 1, 0)


def test_a_void_deal_scores_nothing_even_for_who_was_out() -> None:
    """D37: the points so far are gone."""
    state = first_out(turn_cap=5)
    assert state.points_so_far == (2, 0, 0)
    state = after(state, "flip")
    assert state.points == state.points_so_far == (0, 0, 0)


def test_moves_are_written_and_read() -> None:
    """D45 to D50: each move has exactly one spelling."""
    for text in ("play 3/4 3/6", "play 10/1", "add 5/2 to 2", "take 0", "flip"):
        assert str(game(3).parse_move(text)) == text


def test_the_order_of_legal_moves_is_pinned() -> None:
    """D47 to D50: plays by value, size and cards; adds and takes by zone; flipping last."""
    state = after(dealt(3, "4/6", "2/10", "2/4 2/5 4/7 4/8 8/3"), "play 4/6", "flip")
    listed = [str(move) for move in state.legal_moves(2)]
    kinds = [text.split()[0] for text in listed]
    assert kinds == sorted(kinds, key=["play", "add", "take", "flip"].index)
    assert listed[-4:] == ["add 4/7 to 0", "add 4/8 to 0", "take 0", "flip"]
    plays = [cards(text.removeprefix("play ")) for text in listed if text.startswith("play")]
    assert plays == sorted(plays, key=lambda meld: (meld[0].active, len(meld), meld))
    assert state.view(2).legal_moves() == state.legal_moves(2)
    assert state.view(1).legal_moves() == state.legal_moves(1) == ()
    assert state.view(None).legal_moves() == ()


def test_there_is_no_dealer_no_upcard_and_no_choice_of_hand_size() -> None:
    hands = dealt(3).deal.hands
    assert game(3).start(hands, dealer=None, upcard=None) == dealt(3)
    assert game(3).schedule == ()
    for refused in ({"dealer": 0}, {"upcard": "3/6"}):
        with pytest.raises(BadDeal, match="no dealer"):
            game(3).start(hands, **refused)
    with pytest.raises(BadDeal, match="no dealer"):
        game(3).deal(random.Random(1), cards=5)
