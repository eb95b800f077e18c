"""The same positions here and in OpenSpiel, and samples that are looked at rightly."""

import random

import pytest

from bench.oh_hell import SEATS, action_of, hands_there, move_of
from bench.positions import Position, positions
from bench.samples import Faults, faults, hands_in_python, hands_of_open_spiel
from funicular.games.ascenseur.cards import ALL_CARDS, SUITS, Card, suit_bits
from funicular.games.ascenseur.moves import BIDS, PLAYS, AscenseurMove
from funicular.games.ascenseur.worlds import evidence

pytest.importorskip("pyspiel")


def test_every_move_has_an_action() -> None:
    moves: list[AscenseurMove] = [*BIDS[:14], *PLAYS.values()]
    for move in moves:
        assert move_of(action_of(move)) == move


@pytest.mark.parametrize("phase", ["bidding", "play"])
@pytest.mark.parametrize("cards", [2, 5, 12])
def test_positions_are_the_same_on_both_sides(cards: int, phase: str) -> None:
    for place in positions(cards, 20, "bidding" if phase == "bidding" else "play"):
        assert place.there.current_player() == place.seat
        legal = [action_of(move) for move in place.view.legal_moves()]
        assert len(legal) > 1
        assert sorted(legal) == sorted(place.there.legal_actions())
        for seat, hand in enumerate(hands_there(place.there, cards)):
            assert hand == set(place.state.hand(seat))


def test_a_broken_void_is_found() -> None:
    place = _with_a_void()
    seat, suit = _void(place)
    impossible = next(card for card in ALL_CARDS if card.suit == suit)

    def wrong(_place: Position, _rng: random.Random) -> list[set[Card]]:
        return [{impossible} if each == seat else set() for each in range(SEATS)]

    assert faults([place], wrong, 3).broken == 3


def test_a_card_from_the_stock_is_found() -> None:
    place = _with_a_void()
    truth = [set(place.state.hand(seat)) for seat in range(SEATS)]
    seat, suit = _void(place)
    stock = next(
        card for card in ALL_CARDS if card.suit != suit and not any(card in hand for hand in truth)
    )
    hands = [truth[each] | {stock} if each == seat else truth[each] for each in range(SEATS)]
    assert faults([place], lambda _place, _rng: truth, 2) == Faults(2, 2, 0, 0)
    assert faults([place], lambda _place, _rng: hands, 2).stock_moved == 2


def test_our_worlds_break_no_void_and_move_the_stock() -> None:
    found = faults(positions(5, 20, "play"), hands_in_python, 5)
    assert found.with_voids > 0
    assert found.broken == 0
    assert found.stock_moved > 0


def test_their_samples_are_read_as_whole_hands() -> None:
    rng = random.Random(1)
    for place in positions(5, 10, "play"):
        hands = hands_of_open_spiel(place, rng)
        assert hands[place.seat] == set(place.view.hand)
        assert list(map(len, hands)) == [len(place.state.hand(seat)) for seat in range(SEATS)]


def _with_a_void() -> Position:
    """A position in which somebody else is known to be void in a suit."""
    return next(place for place in positions(5, 20, "play") if _voids(place))


def _void(place: Position) -> tuple[int, str]:
    return _voids(place)[0]


def _voids(place: Position) -> list[tuple[int, str]]:
    voids = evidence(place.view).voids
    others = [seat for seat in range(SEATS) if seat != place.seat]
    return [(seat, suit) for seat in others for suit in SUITS if voids[seat] & suit_bits(suit)]
