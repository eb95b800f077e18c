"""The rules of Ascenseur up to the last trick, one test a rule, with the examples of the sheets.

The score, the match and the notation are in `test_score_rules.py`.
"""

import random
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from funicular.core.errors import BadDeal, BadOptions, IllegalMove
from funicular.games.ascenseur.cards import RANKS, Card
from funicular.games.ascenseur.tricks import winning
from tests.games.ascenseur.table import HANDS, ascenseur, bid, cards, may, play, start


def refused(rule: str | None) -> "pytest.RaisesExc[IllegalMove]":
    """An `IllegalMove` that names this rule."""
    return pytest.RaisesExc(IllegalMove, check=lambda error: error.rule == rule)


def there_and_back(*peak: int) -> tuple[int, ...]:
    rising = tuple(range(1, peak[0]))
    return (*rising, *peak, *reversed(rising))


@pytest.mark.parametrize(("name", "most"), [("ascenseur-52", 6), ("ascenseur-32", 5)])
def test_three_to_six_play_with_52_cards_three_to_five_with_32(name: str, most: int) -> None:
    """S1: three to six play with 52 cards, three to five with 32."""
    for seats in range(3, most + 1):
        assert ascenseur(seats, name).seats == seats
    for seats in (-1, 0, 1, 2, most + 1, 52):
        with pytest.raises(BadOptions, match=f"3 to {most} players, not {seats}"):
            ascenseur(seats, name)


@pytest.mark.parametrize(
    ("seats", "removed", "left"),
    [(3, "2C", 51), (4, "", 52), (5, "2C 2D", 50), (6, "2C 2D 2H 2S", 48)],
)
def test_some_twos_are_removed_from_52_cards(seats: int, removed: str, left: int) -> None:
    """S3: less a few 2s, so that the longest hands use every card."""
    game = ascenseur(seats)
    assert " ".join(map(str, game.options.removed)) == removed
    assert len(game.deck) == len(set(game.deck)) == left
    assert not set(game.deck) & set(game.options.removed)
    assert max(game.schedule) * seats == left


def test_32_cards_from_the_seven_to_the_ace() -> None:
    """S4: from the 7 to the ace in each suit, none removed."""
    for seats in (3, 4, 5):
        deck = [str(card) for card in ascenseur(seats, "ascenseur-32").deck]
        assert deck == [rank + suit for suit in "CDHS" for rank in "789TJQKA"]


def test_ranks_from_the_two_to_the_ace() -> None:
    """S5: from low to high 2 3 4 5 6 7 8 9 10 J Q K A."""
    suit = [Card.parse(rank + "S") for rank in "23456789TJQKA"]
    for low, high in pairwise(suit):
        assert winning((low, high), None) == 1
        assert winning((high, low), None) == 0


def test_suits_have_no_order_among_themselves() -> None:
    """S5: suits have no order among themselves."""
    for led in "CDHS":
        for other in set("CDHS") - {led}:
            assert winning((Card.parse("2" + led), Card.parse("A" + other)), None) == 0


def test_the_first_dealer_is_drawn_at_random() -> None:
    """S6: the first dealer is drawn at random."""
    match = ascenseur(4).match()
    drawn = Counter(match.deal(random.Random(seed)).dealer for seed in range(400))
    assert set(drawn) == {0, 1, 2, 3}
    assert all(70 <= times <= 130 for times in drawn.values())


def test_the_next_dealer_is_the_next_player_clockwise() -> None:
    """S7: from deal to deal the next dealer is the next player clockwise."""
    rng = random.Random(0)
    match = ascenseur(3, schedule=[1] * 5).match()
    dealers = []
    while not match.over:
        match = match.deal(rng)
        assert match.state is not None
        dealers.append(match.state.deal.dealer)
        while match.to_act:
            seat = match.to_act[0]
            match = match.play(seat, match.state.legal_moves(seat)[0])
    first = dealers[0]
    assert first is not None
    assert dealers == [(first + turn) % 3 for turn in range(5)]


def test_everybody_gets_the_number_of_cards_the_schedule_says() -> None:
    """S8: everybody gets the number of cards the schedule says; the rest is the stock."""
    game = ascenseur(4)
    for number in range(1, 14):
        state = game.deal(random.Random(number), cards=number)
        hands = [state.hand(seat) for seat in range(4)]
        assert [len(hand) for hand in hands] == [number] * 4
        assert len({card for hand in hands for card in hand}) == 4 * number


def test_the_hands_grow_by_a_card_and_shrink_again() -> None:
    """S9: one more card each deal up to the peak, then one less, down to one card again."""
    for name, most in (("ascenseur-52", 6), ("ascenseur-32", 5)):
        for seats in range(3, most + 1):
            game = ascenseur(seats, name)
            steps = [later - now for now, later in pairwise(game.schedule)]
            assert game.schedule[0] == game.schedule[-1] == 1
            assert steps == sorted(steps, reverse=True)
            assert set(steps) <= {1, 0, -1}
            assert max(game.schedule) == len(game.deck) // seats


@pytest.mark.parametrize(
    ("seats", "peak", "deals"), [(3, 17, 33), (4, 13, 25), (5, 10, 19), (6, 8, 15)]
)
def test_the_schedule_with_52_cards(seats: int, peak: int, deals: int) -> None:
    """S10: with 52 cards the peak is played once."""
    schedule = ascenseur(seats).schedule
    assert schedule == there_and_back(peak)
    assert len(schedule) == deals


@pytest.mark.parametrize(
    ("seats", "peak", "deals"), [(3, (10,), 19), (4, (8, 8, 8, 8), 18), (5, (6,), 11)]
)
def test_the_schedule_with_32_cards(seats: int, peak: tuple[int, ...], deals: int) -> None:
    """S11: with 32 cards: 1…10…1, 1…8 8 8 8…1, 1…6…1."""
    schedule = ascenseur(seats, "ascenseur-32").schedule
    assert schedule == there_and_back(*peak)
    assert len(schedule) == deals


def test_everybody_leads_first_once_without_trumps() -> None:
    """S12: with 32 cards and four players the peak is played four times, by four leaders."""
    game = ascenseur(4, "ascenseur-32")
    assert game.schedule.count(8) == game.options.peak_repeats == 4
    leaders = {
        game.deal(random.Random(deal), dealer=deal % 4, cards=8).leader
        for deal, number in enumerate(game.schedule)
        if number == 8
    }
    assert leaders == {0, 1, 2, 3}


def test_the_suit_of_the_upcard_is_trumps() -> None:
    """S13: the top card of the stock is turned up; its suit is trumps for this deal."""
    for upcard in ("9H", "9C", "TS", "2D"):
        state = start(upcard=upcard)
        assert state.trump == upcard[1]
        assert state.public.trump == upcard[1]
    with pytest.raises(BadDeal, match="say which"):
        start(upcard=None)


def test_the_upcard_is_seen_by_all_and_not_played() -> None:
    """S14: the upcard is seen by all and is not played; the rest of the stock stays hidden."""
    state = bid(start(), 0, 0, 0)
    for seat in (None, 0, 1, 2):
        assert str(state.view(seat).public.upcard) == "9H"
    assert all("9H" not in map(str, state.hand(seat)) for seat in range(3))
    with refused(None):
        play(state, "play 9H")
    with pytest.raises(BadDeal, match="9♥ is dealt more often"):
        start(upcard="9H", hands=("AS KS 9H", "3S 4S 5D", "6S 7H 8C"))


def test_no_stock_no_trumps() -> None:
    """S15: with no stock left there is no upcard and the deal has no trumps."""
    state = ascenseur(3).deal(random.Random(1), cards=17)
    assert state.upcard is None
    assert state.trump is None
    assert state.view(0).public.trump is None
    one_short = ascenseur(3).deal(random.Random(1), cards=16)
    assert one_short.upcard is not None


@pytest.mark.parametrize(
    ("name", "seats", "trumps"),
    [
        *(("ascenseur-52", seats, False) for seats in (3, 4, 5, 6)),
        ("ascenseur-32", 3, True),
        ("ascenseur-32", 4, False),
        ("ascenseur-32", 5, True),
    ],
)
def test_trumps_at_the_peak(name: str, seats: int, *, trumps: bool) -> None:
    """S16: none with 52 cards, none with 32 cards and four players; else every deal has trumps."""
    game = ascenseur(seats, name)
    for number in set(game.schedule):
        state = game.deal(random.Random(number), cards=number)
        assert (state.upcard is not None) == (trumps or number != max(game.schedule))


def test_a_bid_is_a_number_from_0_to_the_cards_in_hand() -> None:
    """S17: everybody bids from 0 to the number of cards in hand, before the first trick."""
    state = start()
    assert may(state) == ["bid 0", "bid 1", "bid 2", "bid 3"]
    with refused("S17"):
        bid(state, 4)
    with refused("S17"):
        cards(state, "AS")
    bids_made = bid(state, 0, 1, 1)
    assert bids_made.bids == (0, 1, 1)
    with refused("S17"):
        bid(bids_made, 1)


def test_bids_are_made_clockwise_and_the_dealer_is_last() -> None:
    """S18: beginning with the player after the dealer and ending with the dealer."""
    for dealer in range(3):
        state = start(dealer=dealer)
        order = []
        while state.bidding:
            (seat,) = state.to_act
            order.append(seat)
            assert state.view(None).public.bids == state.bids
            state = bid(state, 0)
        assert order == [(dealer + 1) % 3, (dealer + 2) % 3, dealer]


def test_the_hook_with_one_card() -> None:
    """S19: with one card each and only bids of 0 so far, the dealer may not bid 1."""
    state = bid(start(("AS", "KS", "QS", "JS"), dealer=3), 0, 0, 0)
    assert may(state) == ["bid 0"]
    with refused("S19"):
        bid(state, 1)
    assert may(bid(start(("AS", "KS", "QS", "JS"), dealer=3), 0, 1, 0)) == ["bid 1"]
    assert may(bid(start(("AS", "KS", "QS", "JS"), dealer=3), 1, 1, 0)) == ["bid 0", "bid 1"]


def test_the_hook_with_eight_cards() -> None:
    """S19: three players with 8 cards each: after 2 and 3 the dealer may not bid 3."""
    game = ascenseur(3)
    state = bid(game.deal(random.Random(8), dealer=1, cards=8), 2, 3)
    assert state.to_act == (1,)
    assert may(state) == [f"bid {number}" for number in (0, 1, 2, 4, 5, 6, 7, 8)]
    with refused("S19"):
        bid(state, 3)
    assert bid(state, 4).bids == (3, 4, 2)


def test_simultaneous_bids_are_seen_by_nobody_before_all_are_made() -> None:
    """S20: nobody sees a bid before all are made; then all are shown together."""
    state = start(bidding="simultaneous")
    assert state.to_act == (0, 1, 2)
    one = state.play(1, ascenseur(3).parse_move("bid 2"))
    other = state.play(1, ascenseur(3).parse_move("bid 0"))
    assert one.to_act == (0, 2)
    for seat in (None, 0, 2):
        assert one.view(seat) == other.view(seat)
        assert one.view(seat).public.bids == (None, None, None)
    assert one.view(1).sealed == 2
    with refused(None):
        one.play(1, ascenseur(3).parse_move("bid 1"))
    shown = bid(one, 3, 1)
    assert shown.view(None).public.bids == (3, 2, 1)
    assert shown.to_act == (0,)


def test_simultaneous_bids_know_no_hook() -> None:
    """S21: every bid from 0 to the number of cards is allowed, to the dealer too."""
    state = bid(start(bidding="simultaneous"), 1, 1)
    assert state.to_act == (2,)
    assert may(state) == ["bid 0", "bid 1", "bid 2", "bid 3"]
    assert sum(filter(None, bid(state, 1).bids)) == 3


def test_the_player_after_the_dealer_leads_the_first_trick() -> None:
    """S22: the player after the dealer leads the first trick."""
    for dealer in range(3):
        assert bid(start(dealer=dealer), 0, 0, 0).to_act == ((dealer + 1) % 3,)
    sealed = bid(start(dealer=0, bidding="simultaneous"), 0, 0, 0)
    assert sealed.to_act == (1,)


def test_the_leader_may_play_any_card_and_the_others_follow_clockwise() -> None:
    """S23: the leader may play any card; the others follow clockwise, one card each."""
    state = bid(start(), 0, 0, 0)
    assert may(state) == ["play 2H", "play KS", "play AS"]
    order: list[int] = []
    for card in ("AS", "3S", "6S"):
        order += state.to_act
        state = cards(state, card)
    assert order == [0, 1, 2]
    assert [len(state.hand(seat)) for seat in range(3)] == [2, 2, 2]


def test_who_can_follow_suit_must() -> None:
    """S24: if you have a card of the suit led, you must follow suit."""
    state = cards(bid(start(), 0, 0, 0), "AS")
    assert may(state) == ["play 3S", "play 4S"]
    with refused("S24"):
        cards(state, "5D")
    with refused(None):
        cards(state, "2C")


def test_who_cannot_follow_may_play_anything() -> None:
    """S25: if you have none, you may play any card. There is no duty to ruff."""
    state = cards(bid(start(("AC KS 2H", "3S 4S 5H", "6S 7H 8C")), 0, 0, 0), "AC")
    assert may(state) == ["play 5H", "play 3S", "play 4S"]
    assert cards(state, "3S").trick


def test_nobody_need_beat_what_lies_there() -> None:
    """S26: no duty to beat, neither in the suit led nor in trumps."""
    state = cards(bid(start(("9S KS 2H", "3S TS 5D", "6C 7H 8C")), 0, 0, 0), "9S")
    assert may(state) == ["play 3S", "play TS"]
    ruffed = cards(bid(start(("9S KS 2D", "3H 5D 6D", "2H 7H 8C")), 0, 0, 0), "9S", "3H")
    assert may(ruffed) == ["play 8C", "play 2H", "play 7H"]


def test_the_lowest_trump_beats_the_ace_of_another_suit() -> None:
    """S27: the highest trump wins; the seven of trumps beats the ace of any other suit."""
    hands = ("AS 8C", "7H 9C", "KS TC")
    state = cards(bid(start(hands, name="ascenseur-32", upcard="8H"), 0, 0, 0), "AS", "7H", "KS")
    assert state.won == (0, 1, 0)
    two_trumps = cards(bid(start(("AS 8C", "7H 9C", "TH TC")), 0, 0, 0), "AS", "7H", "TH")
    assert two_trumps.won == (0, 0, 1)


def test_without_trumps_the_highest_card_of_the_suit_led_wins() -> None:
    """S28: if it contains no trump, the highest card of the suit led wins."""
    state = cards(bid(start(("3S 8C", "AD 9C", "4S TC")), 0, 0, 0), "3S", "AD", "4S")
    assert state.won == (0, 0, 1)


def test_at_a_peak_without_trumps_no_suit_beats_another() -> None:
    """S28: at the peak without trumps only the suit led counts."""
    options: dict[str, Any] = {
        "removed": " ".join(rank + suit for suit in "CDHS" for rank in RANKS[3:])
    }
    state = start(("2S 3S 4S 2C", "2H 3H 4H 3C", "2D 3D 4D 4C"), upcard=None, **options)
    after = cards(bid(state, 0, 0, 0), "2S", "4H", "4D", "3S", "3H", "3D")
    assert after.trump is None
    assert after.won == (2, 0, 0)


def test_the_winner_of_a_trick_leads_the_next() -> None:
    """S29: the winner of a trick leads the next."""
    state = cards(bid(start(), 0, 0, 0), "KS", "3S", "6S", "2H", "4S", "7H")
    assert state.won == (1, 0, 1)
    assert state.to_act == (2,)
    assert cards(state, "8C").to_act == (0,)


def test_the_hands_of_these_tests_are_what_they_seem() -> None:
    assert [str(card) for card in start().hand(0)] == ["2H", "KS", "AS"]
    assert len(HANDS) == 3
