"""Deals, seats and moves that cannot be: each is refused with a sentence, in both languages."""

import random
from typing import Any

import pytest

import funicular
from funicular.core.errors import BadDeal, BadOptions, BadSeat, BadText, FunicularError, IllegalMove
from funicular.games.ascenseur.cards import Card
from funicular.games.ascenseur.moves import Bid, Play
from tests.games.ascenseur.table import HANDS, ascenseur, bid, cards, start
from tests.kit import plain

FRENCH = funicular.Reader("fr", ("Iris", "Roméo", "Ana"))


def sentence_of(error: FunicularError) -> str:
    """The English sentence, once the French one has been seen to be another."""
    french = error.say(FRENCH)
    assert french
    assert french != str(error)
    assert "{" not in french + str(error)
    return str(error)


@pytest.mark.parametrize("seats", [True, 3.0, "3", None, 2, 7, -3, (3,)])
def test_wrong_seat_counts(seats: Any) -> None:  # noqa: ANN401 - wrong types on purpose
    with pytest.raises(BadOptions) as refusal:
        funicular.game("ascenseur-52", seats=seats)
    assert "3 to 6 players" in sentence_of(refusal.value)


@pytest.mark.parametrize("name", ["", "ascenseur", "Ascenseur-52", "ascenseur-52 "])
def test_unknown_games(name: str) -> None:
    with pytest.raises(BadOptions) as refusal:
        funicular.game(name, seats=3)
    assert f"There is no game “{name}”" in sentence_of(refusal.value)


DEALS: list[tuple[Any, dict[str, Any], str]] = [
    # Cards twice, missing, of another deck, none at all.
    (("AS KS 2H", "3S 4S 5D", "AS 7H 8C"), {}, "A♠ is dealt more often"),
    (("AS AS 2H", "3S 4S 5D", "6S 7H 8C"), {}, "A♠ is dealt more often"),
    (("AS KS 2C", "3S 4S 5D", "6S 7H 8C"), {}, "2♣ is not in the deck"),
    (("AS KS", "3S 4S 5D", "6S 7H 8C"), {}, "seat 1 has 3 where the first has 2"),
    (("AS KS 2H", "3S 4S 5D", "6S 7H"), {}, "seat 2 has 2 where the first has 3"),
    (("", "", ""), {}, "1 to 17 cards, not 0"),
    (("AS KS 2H", "3S 4S 5D"), {}, "needs 3 hands, not 2"),
    ((*HANDS, "TC JC QC"), {}, "needs 3 hands, not 4"),
    ((), {}, "needs 3 hands, not 0"),
    # Text that is no card, things that are no hands.
    (("AS KS XX", "3S 4S 5D", "6S 7H 8C"), {}, "“XX” is not a card"),
    (("AS KS 10H", "3S 4S 5D", "6S 7H 8C"), {}, "“10H” is not a card"),
    (("AS,KS,2H", "3S 4S 5D", "6S 7H 8C"), {}, "“AS,KS,2H” is not a card"),
    ((["AS KS", "2H", "3H"], "3S 4S 5D", "6S 7H 8C"), {}, "“AS KS” is not a card"),
    ((["AS", None, "3H"], "3S 4S 5D", "6S 7H 8C"), {}, "None is not a card"),
    ((["AS", 5, "3H"], "3S 4S 5D", "6S 7H 8C"), {}, "5 is not a card"),
    ((None, "3S 4S 5D", "6S 7H 8C"), {}, "not as NoneType"),
    ((5, "3S 4S 5D", "6S 7H 8C"), {}, "not as int"),
    ("AS KS 2H", {}, "not as str"),
    (None, {}, "not as NoneType"),
    (7, {}, "not as int"),
    # The upcard.
    (HANDS, {"upcard": None}, "say which"),
    (HANDS, {"upcard": "AS"}, "A♠ is dealt more often"),
    (HANDS, {"upcard": "2C"}, "2♣ is not in the deck"),
    (HANDS, {"upcard": "zz"}, "“zz” is not a card"),
    (HANDS, {"upcard": ""}, "“” is not a card"),
    (HANDS, {"upcard": "9H 8H"}, "“9H 8H” is not a card"),
    (HANDS, {"upcard": 9}, "9 is not a card"),
    (HANDS, {"upcard": ["9H"]}, "['9H'] is not a card"),
]


@pytest.mark.parametrize(("hands", "more", "sentence"), DEALS, ids=str)
def test_deals_that_cannot_be(hands: Any, more: dict[str, Any], sentence: str) -> None:  # noqa: ANN401 - wrong types on purpose
    given: dict[str, Any] = {"dealer": 2, "upcard": "9H"} | more
    with pytest.raises(BadDeal) as refusal:
        ascenseur(3).start(hands, **given)
    assert sentence in sentence_of(refusal.value)


def test_a_superfluous_upcard() -> None:
    peak = ascenseur(3).deal(random.Random(0), cards=17).deal
    with pytest.raises(BadDeal) as refusal:
        ascenseur(3).start(peak.hands, upcard="2C")
    assert "no card is turned up" in sentence_of(refusal.value)
    game = ascenseur(3, peak=3, trumps_at_peak="none")
    with pytest.raises(BadDeal, match="have no trumps"):
        game.start(HANDS, upcard="9H")
    assert game.start(HANDS).trump is None


def test_too_many_cards_a_hand() -> None:
    deck = [str(card) for card in ascenseur(3, removed="").deck]
    with pytest.raises(BadDeal, match="1 to 17 cards, not 18"):
        ascenseur(3).start([deck[:18], deck[18:36], deck[34:52]])


@pytest.mark.parametrize("dealer", [-1, 3, True, False, 1.0, "1", (1,)])
def test_bad_dealers(dealer: Any) -> None:  # noqa: ANN401 - wrong types on purpose
    with pytest.raises(BadSeat) as refusal:
        ascenseur(3).start(HANDS, dealer=dealer, upcard="9H")
    assert "seats are numbered from 0 to 2" in sentence_of(refusal.value)
    with pytest.raises(BadSeat):
        ascenseur(3).deal(random.Random(0), dealer=dealer)


def test_no_dealer_is_seat_0() -> None:
    assert ascenseur(3).start(HANDS, dealer=None, upcard="9H").dealer == 0
    assert ascenseur(3).deal(random.Random(0), dealer=None).dealer == 0


@pytest.mark.parametrize("number", [0, -1, 18, True, 2.0, "2"])
def test_bad_hand_sizes(number: Any) -> None:  # noqa: ANN401 - wrong types on purpose
    with pytest.raises(BadDeal) as refusal:
        ascenseur(3).deal(random.Random(0), cards=number)
    assert "1 to 17 cards" in sentence_of(refusal.value)


def test_hands_may_be_lists_and_cards() -> None:
    by_text = start()
    hands = [[Card.parse(text) for text in hand.split()] for hand in HANDS]
    game = ascenseur(3)
    assert game.start(hands, dealer=2, upcard="9H") == by_text
    assert game.start([hand.split() for hand in HANDS], dealer=2, upcard="9H") == by_text
    assert game.start([iter(hand) for hand in hands], dealer=2, upcard="9H") == by_text


GARBAGE: list[Any] = [
    *("", " ", "bid", "bid x", "play", "play XX", "pass", "flip", "take 1", "3-6 x1", "\x00"),
    *("bid 1\n", "\ufeffbid 1", "bid 999999999999999999999", "play TS\n", "🂡", "bid \u0663"),
    *(None, 1, True, b"bid 1", ["bid 1"], ...),
]


@pytest.mark.parametrize("text", GARBAGE, ids=repr)
def test_garbage_is_no_move(text: Any) -> None:  # noqa: ANN401 - wrong types on purpose
    with pytest.raises(BadText) as refusal:
        ascenseur(3).parse_move(text)
    sentence_of(refusal.value)


MISMADE: list[Any] = [
    *map(Bid, (True, -1, 4, 1.0, "1", None)),  # type: ignore[arg-type]
    *(Play(None), Play("AS"), Play(0), Play(Bid(1))),  # type: ignore[arg-type]
    *(None, "bid 1", "play AS", 1, ...),
]


@pytest.mark.parametrize("move", MISMADE, ids=repr)
def test_mismade_moves_are_illegal_while_bidding(move: Any) -> None:  # noqa: ANN401 - as above
    with pytest.raises(IllegalMove) as refusal:
        start().play(0, move)
    sentence_of(refusal.value)


@pytest.mark.parametrize("move", MISMADE, ids=repr)
def test_mismade_moves_are_illegal_while_playing(move: Any) -> None:  # noqa: ANN401 - as above
    for state in (bid(start(), 0, 0, 0), cards(bid(start(), 0, 0, 0), "AS")):
        with pytest.raises(IllegalMove) as refusal:
            state.play(state.to_act[0], move)
        sentence_of(refusal.value)


def test_a_move_out_of_turn_says_whose_turn_it_is() -> None:
    with pytest.raises(IllegalMove) as refusal:
        start().play(1, Bid(0))
    error = refusal.value
    assert str(error) == "It is not the turn of seat 1: seat 0 to move."
    assert plain(error.say(FRENCH)) == "Ce n’est pas à Roméo de jouer : c’est à Iris."
    yours = funicular.Reader("en", ("Iris", "Roméo", "Ana"), seat=1)
    assert error.say(yours) == "It is not your turn: Iris to move."


def test_a_refusal_names_its_rule() -> None:
    with pytest.raises(IllegalMove) as refusal:
        bid(start(), 4)
    assert str(refusal.value) == "A bid is a number from 0 to 3, not 4. (S17)"


@pytest.mark.parametrize("seat", [True, False])
def test_true_and_false_are_no_seats(seat: bool) -> None:  # noqa: FBT001 - that is the point
    state = start(bidding="simultaneous")
    for ask in (state.legal_moves, state.hand, state.view):
        with pytest.raises(BadSeat):
            ask(seat)


def test_nothing_can_be_done_once_the_deal_is_over() -> None:
    state = cards(bid(start(("2S", "3S", "4S")), 0, 0, 0), "2S", "3S", "4S")
    assert state.points == (1, 1, -1)
    for seat in range(3):
        with pytest.raises(IllegalMove, match="The deal is over"):
            state.play(seat, Bid(0))
