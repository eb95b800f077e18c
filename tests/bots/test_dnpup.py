"""What a dnpup player notices: when to flip, when to take, what never to lay in front of whom.

Legal moves, and the same move for the same view and seed, are checked for every game in
`test_levels`. The positions here have no hidden cards, so that what is right is plain to see.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

import funicular
from funicular.arena.findings import findings
from funicular.arena.plan import Plan, challenge
from funicular.arena.run import played
from funicular.arena.workers import alone
from funicular.bots.dnpup.policies import beginner, casual
from funicular.core.event_chain import EventChain
from funicular.games.dnpup.cards import Card, Hand, deck_of, hand_size
from funicular.games.dnpup.game import Dnpup
from funicular.games.dnpup.public import Public
from funicular.games.dnpup.state import State
from funicular.games.dnpup.zones import ZONES

BOTS = {"beginner": beginner, "casual": casual}


def cards(text: str) -> Hand:
    return tuple(sorted(map(Card.parse, text.split())))


def position(hands: list[str], melds: dict[str, str], turn: str) -> State:
    """A deal well under way in which everybody has seen every card; the rest is discarded."""
    seats = len(hands)
    zones = ZONES[seats]
    held = tuple(map(cards, hands))
    lying = tuple(cards(melds.get(str(zone), "")) for zone in zones)
    rest = Counter(deck_of(seats))
    rest.subtract(card.low_up for part in held + lying for card in part)
    assert min(rest.values()) >= 0
    deck, each = deck_of(seats), hand_size(seats)
    dealt = tuple(deck[seat * each : (seat + 1) * each] for seat in range(seats))
    public = Public(
        starter=0,
        turn=next(zone for zone in zones if str(zone) == turn),
        turns=40,
        melds=lying,
        counts=tuple(map(len, held)),
        known=held,
        proven=dealt,
        flips=(0,) * seats,
        discarded=tuple(rest.elements()),
        out=(),
        chain=EventChain.of(),
    )
    return State(Dnpup.of("dnpup", seats, {}).setup, dealt, held, public)


def choice(state: State, level: str = "casual", seed: int = 0) -> str:
    return str(BOTS[level](state.view(state.to_act[0]), random.Random(seed)))


def after(state: State, move: str) -> State:
    return state.play(state.to_act[0], Dnpup(state.setup).parse_move(move))


def can_go_out(state: State) -> bool:
    """Whether some move of the seat to act empties its hand."""
    (seat,) = state.to_act
    return any(not state.play(seat, move).hand(seat) for move in state.legal_moves(seat))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("level", BOTS)
def test_a_move_is_legal_and_repeatable_at_every_point_of_a_random_deal(
    level: str, seats: int
) -> None:
    rng = random.Random(f"{level} {seats}")
    state = Dnpup.of("dnpup", seats, {}).deal(rng)
    while state.to_act:
        (seat,) = state.to_act
        moves = state.legal_moves(seat)
        assert choice(state, level, 3) in map(str, moves)
        assert choice(state, level, 3) == choice(state, level, 3)
        state = state.play(seat, rng.choice(moves))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_goes_out_when_it_can(seats: int) -> None:
    rng = random.Random(seats)
    chances = 0
    for _ in range(30):
        state = Dnpup.of("dnpup", seats, {}).deal(rng)
        while state.to_act:
            (seat,) = state.to_act
            if can_go_out(state):
                chances += 1
                state = after(state, choice(state))
                assert not state.hand(seat)
            else:
                state = state.play(seat, rng.choice(state.legal_moves(seat)))
    assert chances > 20


@pytest.mark.parametrize(
    ("hand", "melds", "move"),
    [
        ("4/5 4/6 4/7", {"1": "3/7 3/8 3/9"}, "play 4/5 4/6 4/7"),
        ("4/5", {"1": "4/6"}, "add 4/5 to 1"),
        ("4/5", {"1": "5/7"}, "flip"),
    ],
)
@pytest.mark.parametrize("level", BOTS)
def test_gets_rid_of_the_last_cards(
    level: str, hand: str, melds: dict[str, str], move: str
) -> None:
    state = position([hand, "1/5 2/4 3/6", "1/6 2/5 6/7"], melds, "0")
    assert choice(state, level) == move


def test_a_beginner_plays_the_largest_meld_and_of_those_the_highest() -> None:
    hand = "3/6 3/7 5/7 5/8 9/1 10/1"
    state = position([hand, "1/6 2/5", "1/7 2/4"], {}, "0")
    assert choice(state, "beginner") == "play 5/7 5/8"
    state = position([hand, "1/6 2/5", "1/7 2/4"], {"1": "6/4 6/7"}, "0")
    assert choice(state, "beginner") == "play 10/1"


def test_a_beginner_flips_when_there_is_nothing_to_play() -> None:
    state = position(["1/6 2/6 3/6", "1/7 2/5", "2/4 4/7"], {"1": "9/1"}, "0")
    assert choice(state, "beginner") == "flip"


def test_flips_early_when_the_other_side_makes_far_better_melds() -> None:
    """Ten cards of as good as ten values, which are five 1s and five 2s underneath."""
    hand = "5/1 6/1 7/1 8/1 9/1 4/2 5/2 6/2 9/2 10/2"
    rest = "1/6 1/7 1/10 2/4 2/8 3/4 3/5 3/6 3/6 3/7"
    state = funicular.game("dnpup", seats=3).start(
        [hand, rest, "3/8 3/9 4/5 4/6 4/7 4/8 5/7 5/8 6/7 2/5"]
    )
    assert isinstance(state, State)
    assert choice(state) == "flip"
    # And once it lies well it stays.
    state = after(after(after(state, "flip"), "flip"), "flip")
    assert choice(state).startswith("play")


def test_does_not_flip_when_it_is_about_to_go_out() -> None:
    """Two melds, neither of which anybody can beat; the other side would be no better."""
    state = position(["9/1 9/2 8/1", "3/4 3/5 4/7 5/8", "2/4 2/5 3/7 4/6"], {}, "0")
    assert choice(state).startswith("play")


def test_takes_a_meld_to_which_an_opponent_could_add_a_last_card() -> None:
    """Seat 1 cannot play its 5 on the single 9, but it could add it to the pair of 5s."""
    state = position(
        ["1/6 2/6 3/7 4/8 7/1 8/3", "5/7", "1/7 2/4 3/6", "1/8 2/5 3/9"],
        {"2": "5/3 5/8", "3": "9/1"},
        "0",
    )
    assert choice(state) == "take 2"
    assert not can_go_out(after(state, "take 2"))


def test_does_not_lay_a_meld_to_which_an_opponent_could_add_a_last_card() -> None:
    """Three 4s are the best meld, but seat 1 holds a 4 and cannot play it."""
    state = position(
        ["4/6 4/7 4/8 2/5 2/9 7/1", "4/5", "1/7 2/4 3/6", "1/8 2/10 3/9"],
        {"3": "8/1"},
        "0",
    )
    assert can_go_out(after(state, "play 4/6 4/7 4/8"))
    assert choice(state, "beginner") == "play 4/6 4/7 4/8"
    for seed in range(10):
        assert not can_go_out(after(state, choice(state, seed=seed)))


def test_does_not_take_the_meld_that_keeps_an_opponent_in() -> None:
    """The four 9s would come in handy as 1s, but they keep seat 1 from laying its four 8s."""
    state = position(
        ["1/6 1/6 1/7 6/2 4/2", "8/2 8/3 8/4 8/5", "3/4 3/5 4/6", "2/5 2/10 5/7"],
        {"3": "9/1 9/1 9/2 9/3"},
        "0",
    )
    assert can_go_out(after(state, "take 3"))
    for seed in range(10):
        assert not can_go_out(after(state, choice(state, seed=seed)))


def test_beats_the_meld_of_the_player_who_is_nearest_to_the_end() -> None:
    """The pair beats seat 2, which has one card left; the single beats seat 3, which has five."""
    state = position(
        ["9/2 9/3 7/3 6/1", "3/4 4/8 2/6 1/7", "2/5", "1/8 2/4 3/8 4/5 2/10"],
        {"2": "8/1 8/5", "3": "5/7"},
        "0",
    )
    assert choice(state) == "play 9/2 9/3"


def test_of_two_players_one_does_not_bring_back_ones_own_meld() -> None:
    """D41: the single 9 would beat one's own single 3, which the pair of 5s lets lie."""
    state = position(
        ["9/1 5/7 5/8 6/2", "1/6 2/4 4/7 3/4 1/8"], {"0.1": "3/8", "1.1": "4/6 4/8"}, "0.2"
    )
    assert choice(state) == "play 5/7 5/8"


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize(("better", "worse"), [("casual", "beginner"), ("beginner", "random")])
def test_each_level_beats_the_one_below(better: str, worse: str, seats: int) -> None:
    plan = Plan((challenge("dnpup", seats, better, worse),), deals=12)
    line = findings(played(plan, alone)).lines[0]
    assert line.margin.value > 0
    assert line.firsts.value > 1 / seats


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("level", BOTS)
def test_bots_among_themselves_come_to_an_end(level: str, seats: int) -> None:
    """D36 voids a deal after 600 turns; what bots need is far from that."""
    rng = random.Random(f"{level} {seats}")
    for _ in range(5):
        state = Dnpup.of("dnpup", seats, {"turn_cap": 300}).deal(rng)
        while state.to_act:
            state = state.play(state.to_act[0], BOTS[level](state.view(state.to_act[0]), rng))
        assert not state.void
