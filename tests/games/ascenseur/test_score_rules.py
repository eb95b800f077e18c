"""The rules of Ascenseur after the last trick, one test a rule: score, match, notation."""

import random

import pytest

from funicular.core.errors import BadText
from funicular.games.ascenseur.cards import Card
from funicular.games.ascenseur.scoring import score
from tests.games.ascenseur.table import ascenseur, bid, cards, start


@pytest.mark.parametrize("name", ["ascenseur-52", "ascenseur-32"])
def test_only_exactly_the_tricks_bid_make_the_contract(name: str) -> None:
    """S30: more is missed just as less is."""
    options = ascenseur(3, name).options
    for contract in range(11):
        points = [score(options, contract, won) for won in range(11)]
        assert [won for won, scored in enumerate(points) if scored > 0] == [contract]


# Iris, Roméo, Ana, Zoé and Max: bid, taken, points with 52 and with 32 cards.
EXAMPLES = [(3, 3, 4, 13), (4, 3, -1, -5), (4, 5, -1, -5), (0, 0, 1, 10), (0, 2, -2, -10)]


@pytest.mark.parametrize(("bid_", "won", "with_52", "with_32"), EXAMPLES)
def test_the_examples_of_the_sheets(bid_: int, won: int, with_52: int, with_32: int) -> None:
    """S31, S32, S33, S34: Iris keeps her word, Roméo falls one short, and so on."""
    assert score(ascenseur(3, "ascenseur-52").options, bid_, won) == with_52
    assert score(ascenseur(3, "ascenseur-32").options, bid_, won) == with_32


def test_a_deal_scores_with_52_cards() -> None:
    """S31, S32: made, tricks plus 1; missed, 1 point for each trick of difference."""
    played = ["KS", "3S", "6S", "AS", "4S", "7H", "8C", "2H", "5D"]
    state = cards(bid(start(), 2, 2, 2), *played)
    assert state.won == (2, 0, 1)
    assert state.points == (3, -2, -1)


def test_a_deal_scores_with_32_cards() -> None:
    """S33, S34: made, 10 plus tricks; missed, 5 points for each trick of difference."""
    hands = ("AS KS 8H", "7S 8S TD", "9S 7H TC")
    played = ["KS", "7S", "9S", "AS", "8S", "7H", "TC", "8H", "TD"]
    state = cards(bid(start(hands, name="ascenseur-32"), 2, 2, 2), *played)
    assert state.won == (2, 0, 1)
    assert state.points == (12, -10, -5)


def test_points_add_up_and_may_fall_below_zero() -> None:
    """S35: the points of all deals add up. A total may fall below zero."""
    match = ascenseur(3, schedule=[1, 1]).match()
    for dealer in (0, 1):
        match = match.start(["2S", "3S", "4S"], dealer=dealer, upcard="2H")
        for bids in (1, 1, 0):
            assert match.state is not None
            match = match.play(match.to_act[0], match.game.parse_move(f"bid {bids}"))
        for _ in range(3):
            assert match.state is not None
            seat = match.to_act[0]
            match = match.play(seat, match.state.legal_moves(seat)[0])
    # Deal 1: seats 1 and 2 bid 1, seat 0 bid 0; deal 2: seats 2 and 0 bid 1, seat 1 bid 0.
    assert match.totals == (1 - 1, -1 + 1, 2 + 2)
    assert match.over


def test_after_the_last_deal_the_most_points_win() -> None:
    """S2, S36: the most points at the end of the match win."""
    rng = random.Random(3)
    match = ascenseur(5, "ascenseur-32").match()
    while not match.over:
        match = match.deal(rng)
        while match.to_act:
            assert match.state is not None
            seat = match.to_act[0]
            match = match.play(seat, rng.choice(match.state.legal_moves(seat)))
    assert len(match.states) == 11
    assert {match.totals[seat] for seat in match.winners} == {max(match.totals)}


def test_a_tie_is_a_shared_win() -> None:
    """S37: a tie is a shared win."""
    match = ascenseur(3, schedule=[1]).match().start(["2S", "3S", "4S"], dealer=2, upcard="2H")
    for text in ("bid 0", "bid 0", "bid 0", "play 2S", "play 3S", "play 4S"):
        match = match.play(match.to_act[0], match.game.parse_move(text))
    assert match.totals == (1, 1, -1)
    assert match.winners == (0, 1)


def test_a_card_is_its_rank_then_its_suit() -> None:
    """S50: rank, one of 23456789TJQKA, then suit, one of CDHS."""
    for rank in "23456789TJQKA":
        for suit in "CDHS":
            assert str(Card.parse(rank + suit)) == rank + suit
    for text in ("", "10S", "ST", "ts", "1S", "TX", "T S", "TS ", "A♠"):
        with pytest.raises(BadText):
            Card.parse(text)


def test_a_bid_is_written_bid_and_the_number() -> None:
    """S51: a bid is `bid` and the number."""
    game = ascenseur()
    for number in range(53):
        assert str(game.parse_move(f"bid {number}")) == f"bid {number}"
    for text in ("bid", "bid ", "bid -1", "bid 03", "bid 3 ", "bid  3", "Bid 3", "bid 53", "bid ٣"):
        with pytest.raises(BadText):
            game.parse_move(text)


def test_playing_a_card_is_written_play_and_the_card() -> None:
    """S52: playing a card is `play` and the card."""
    game = ascenseur()
    for card in ascenseur(4).deck:
        assert str(game.parse_move(f"play {card}")) == f"play {card}"
    for text in ("play", "play ", "TS", "play TS ", "play  TS", "Play TS", "play ts", "play 10S"):
        with pytest.raises(BadText):
            game.parse_move(text)
