"""Whatever is given, the answer is a legal move made or a sentence, and nothing has changed."""

import copy
import pickle
import random
from itertools import combinations, product
from typing import Any

import pytest

from funicular.core.errors import BadDeal, BadOptions, BadSeat, BadText, IllegalMove
from funicular.core.wire import from_json, to_json
from funicular.games.dnpup.cards import ALL_CARDS, Card
from funicular.games.dnpup.moves import ADDS, FLIP, TAKES, Add, DnpupMove, Play, Take
from funicular.games.dnpup.view import View
from funicular.games.dnpup.zones import ZONES, Zone
from tests.games.dnpup.tables import after, cards, dealt, game, wander


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "pass", "Flip", "flip ", " flip", "flip\n", "play", "play ", "play 3/4  3/6",
        "play 3/6 3/4", "play 3/3", "play 03/6", "play ３/6", "play 1/5★", "play 3/6,3/4", "take",
        "take 3", "take -1", "take 02", "take 1.2", "take 1 2", "add 5/2 2", "add 5/2 to",
        "add 5/2 to 3", "add 5/2 to 0.1", "add to 2", "add 9/9 to 2", "bid 3", "\x00",
    ],
)  # fmt: skip
def test_text_that_is_no_move(text: str) -> None:
    with pytest.raises(BadText) as refused:
        game(3).parse_move(text)
    assert str(refused.value)


@pytest.mark.parametrize("text", ["take 1", "take 1.3", "take 2.1", "add 5/2 to 1", "nothing"])
def test_text_that_is_no_move_with_two_players(text: str) -> None:
    with pytest.raises(BadText):
        game(2).parse_move(text)


@pytest.mark.parametrize("thing", [None, 3, b"flip", ["flip"], FLIP])
def test_moves_are_read_from_text_only(thing: Any) -> None:  # noqa: ANN401
    with pytest.raises(BadText):
        game(3).parse_move(thing)


def test_reading_is_the_inverse_of_writing() -> None:
    for seats in (2, 3, 4, 5):
        moves: list[DnpupMove] = [FLIP, Play(cards("3/4 3/6 6/3")), Play(cards("3/6 3/6"))]
        moves += [TAKES[zone] for zone in ZONES[seats]]
        moves += [add for (_, zone), add in ADDS.items() if zone in ZONES[seats]]
        for move in moves:
            assert game(seats).parse_move(str(move)) == move


def conceivable() -> list[DnpupMove]:
    """Plays of up to three cards of any kind, and every card on every zone of any table."""
    several = [Play(each) for size in (1, 2) for each in product(ALL_CARDS, repeat=size)]
    of_one_value = [
        Play(each)
        for value in range(1, 11)
        for each in combinations([card for card in ALL_CARDS if card.active == value] * 2, 3)
    ]
    return [*several, *of_one_value, *ADDS.values(), *TAKES.values(), FLIP]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_exactly_the_legal_moves_are_accepted(seats: int) -> None:
    rng = random.Random(seats)
    for depth in (0, 9, 30):
        state = wander(game(seats).deal(rng), rng, depth)
        if not state.to_act:
            continue
        seat, before = state.to_act[0], to_json(state)
        legal = set(state.legal_moves(seat))
        assert len(legal) == len(state.legal_moves(seat))
        for move in {*rng.sample(conceivable(), 700), *legal}:
            if move in legal:
                state.play(seat, move)
            else:
                with pytest.raises(IllegalMove) as refused:
                    state.play(seat, move)
                assert str(refused.value)
        assert to_json(state) == before


NONSENSE: list[Any] = [
    None,
    "flip",
    3,
    (),
    Play(()),
    Play(None),  # type: ignore[arg-type]
    Play([Card.parse("3/6")]),  # type: ignore[arg-type]
    Play((True,)),  # type: ignore[arg-type]
    Play(("3/6",)),  # type: ignore[arg-type]
    Play(cards("3/6 3/6 3/6")),
    Play(cards("3/6 3/4")),
    Add(None, ZONES[3][1]),  # type: ignore[arg-type]
    Add(Card.parse("3/6"), None),  # type: ignore[arg-type]
    Add(Card.parse("3/6"), 1),  # type: ignore[arg-type]
    Add(Card.parse("3/6"), ZONES[5][4]),
    Take(None),  # type: ignore[arg-type]
    Take(zone=True),  # type: ignore[arg-type]
    Take(1),  # type: ignore[arg-type]
    Take("1"),  # type: ignore[arg-type]
    Take(ZONES[5][3]),
    Take(ZONES[2][3]),
]


@pytest.mark.parametrize("move", NONSENSE, ids=repr)
def test_moves_that_mean_nothing_are_refused(move: Any) -> None:  # noqa: ANN401
    state = after(dealt(3, "3/6 3/4", "6/3", starter=1), "flip", "flip")
    before = to_json(state)
    with pytest.raises(IllegalMove) as refused:
        state.play(0, move)
    assert str(refused.value)
    assert to_json(state) == before


def test_refusals_say_what_is_wrong() -> None:
    state = after(dealt(3, "3/6 3/4 2/9", starter=1), "flip", "flip")
    said: dict[DnpupMove, str] = {
        Play(cards("3/6 3/4")): "ascending order: 3/4 3/6",
        Play(cards("10/2")): "do not hold 10/2",
        Take(ZONES[5][3]): "no place 3 on this table. Places: 0, 1, 2",
        Take(ZONES[3][2]): "No meld lies at 2",
        Take(ZONES[3][0]): "your own",
    }
    for move, words in said.items():
        with pytest.raises(IllegalMove, match=words):
            state.play(0, move)


@pytest.mark.parametrize("seat", [1, 2, 3, -1, None, True, "0"])
def test_nobody_moves_out_of_turn(seat: Any) -> None:  # noqa: ANN401
    with pytest.raises(IllegalMove):
        dealt(3).play(seat, FLIP)


@pytest.mark.parametrize("seat", [3, -1, None, "0", 1.0])
def test_seats_that_do_not_exist(seat: Any) -> None:  # noqa: ANN401
    state = dealt(3)
    with pytest.raises(BadSeat):
        state.hand(seat)
    with pytest.raises(BadSeat):
        state.legal_moves(seat) and state.hand(seat)
    if seat is not None:
        with pytest.raises(BadSeat):
            state.view(seat)


def _spoilt(change: str) -> list[str]:
    hands = [hand.split() for hand in dealt(3).deal.hands]
    match change:
        case "twice":
            hands[1][0] = hands[0][0]
        case "twice-turned":
            hands[1][0] = "2/10" if "2/10" not in hands[1] else "10/2"
            hands[2] = ["10/2", *hands[2][1:]]
            hands[0] = ["2/10", *hands[0][1:]]
        case "other-deck":
            hands[1][0] = "3/10"
        case "no-card":
            hands[1][0] = "3/3"
        case "unequal":
            hands[1].pop()
        case "short":
            hands = [hand[:-1] for hand in hands]
        case "empty":
            hands = [[], [], []]
        case _:
            hands.pop()
    return [" ".join(hand) for hand in hands]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("twice", "more often than the deck"),
        ("twice-turned", "more often than the deck"),
        ("other-deck", "not in the deck"),
        ("no-card", "not a card"),
        ("unequal", "same number"),
        ("short", "has 10 cards, not 9"),
        ("empty", "has 10 cards, not 0"),
        ("too few hands", "needs 3 hands"),
    ],
)
def test_deals_that_cannot_be(change: str, words: str) -> None:
    with pytest.raises(BadDeal, match=words):
        game(3).start(_spoilt(change))


def test_hands_may_come_in_any_order_and_as_cards() -> None:
    state = dealt(4, starter=2)
    mixed = [list(reversed(hand)) for hand in state.hands]
    assert game(4).start(mixed) == state


@pytest.mark.parametrize(
    "options",
    [
        {"points_to_win": 0}, {"points_to_win": True}, {"points_to_win": "4"}, {"turn_cap": 0},
        {"turn_cap": -1}, {"turn_cap": 2.5}, {"turn_cap": 10**9}, {"target": 4},
    ],
)  # fmt: skip
def test_options_that_cannot_be(options: dict[str, Any]) -> None:
    with pytest.raises(BadOptions):
        game(3, **options)


def test_options_settle_to_themselves() -> None:
    settled = game(4, turn_cap=77)
    options = settled.options
    again = game(4, points_to_win=options.points_to_win, turn_cap=options.turn_cap)
    assert again == settled
    assert (settled.name, settled.setup.name) == ("dnpup", "dnpup")


def test_zones_are_one_object_each() -> None:
    zone = Zone.parse("1.2")
    assert copy.deepcopy(zone) is zone
    assert pickle.loads(pickle.dumps(zone)) is zone  # noqa: S301 - our own bytes
    assert repr(zone) == "Zone(1.2)"
    with pytest.raises(BadText):
        Zone.parse("1.3")


@pytest.mark.parametrize("seats", [2, 4])
def test_views_survive_json(seats: int) -> None:
    rng = random.Random(8)
    state = wander(game(seats).deal(rng), rng, 25)
    for seat in (None, 0, 1):
        view = state.view(seat)
        assert from_json(to_json(view), View) == view
