"""What players complain about in Ascenseur bots does not happen to those who search."""

from __future__ import annotations

import random

import pytest

import funicular
from funicular.core.game import State

# As people meet them; in pure Python, where that would take long here, with less thought.
LEVELS = ["strong", "expert"] if funicular.COMPILED else ["strong@120"]
EVERY_LEVEL = pytest.mark.parametrize("level", LEVELS)
SEEDS = range(3)


def at(hands: list[str], *moves: str, dealer: int = 3, upcard: str = "9S") -> State:
    """The deal after these moves, each by whoever was to act."""
    game = funicular.game("ascenseur-52", seats=4)
    state = game.start(hands, dealer=dealer, upcard=upcard)
    for move in moves:
        state = state.play(state.to_act[0], game.parse_move(move))
    return state


def choices(level: str, state: State) -> set[str]:
    """What the bot to act does, by several seeds."""
    view = state.view(state.to_act[0])
    bot = funicular.bot(level)
    return {str(bot.choose(view, random.Random(seed))) for seed in SEEDS}


@EVERY_LEVEL
@pytest.mark.parametrize(
    ("hand", "bids"),
    [
        ("AS 2D 3C", ("bid 0", "bid 1", "bid 0")),
        ("AS 2D 3C", ("bid 0", "bid 0", "bid 0")),
        ("AS 4H 3C", ("bid 2", "bid 1", "bid 1")),
        ("AS 2D 3C 4D 5H", ("bid 1", "bid 1", "bid 1")),
        ("AS 2D 3C 4D 5H", ("bid 2", "bid 0", "bid 1")),
    ],
)
def test_does_not_bid_nothing_as_dealer_with_the_ace_of_trumps(
    level: str, hand: str, bids: tuple[str, ...]
) -> None:
    others = ["6H 7H KC TD JD", "8H 9H QC 9D QD", "TH JH 7C 8D KD"]
    size = len(hand.split())
    hands = [" ".join(other.split()[:size]) for other in others]
    assert choices(level, at([*hands, hand], *bids)) == {"bid 1"}


@EVERY_LEVEL
def test_leads_high_trumps_first_when_it_needs_every_trick(level: str) -> None:
    others = ["2H 3H 4H", "3D 4D 5D", "4C 5C 6C"]
    bids = ("bid 3", "bid 0", "bid 0", "bid 1")
    assert choices(level, at(["AS QS JS", *others], *bids)) == {"play AS"}
    assert choices(level, at(["AS KS AH", *others], *bids)) <= {"play AS", "play KS"}
    assert choices(level, at(["AS KS 5S", *others], *bids)) <= {"play AS", "play KS"}


@EVERY_LEVEL
@pytest.mark.parametrize(
    ("hand", "bid"),
    [
        ("AS KS", "bid 2"),
        ("AS AH", "bid 2"),
        ("AS 2D", "bid 1"),
        ("KS 3D", "bid 1"),
        ("2H 3D", "bid 0"),
        ("4C 5H", "bid 0"),
    ],
)
def test_bids_the_two_card_round_as_anybody_would(level: str, hand: str, bid: str) -> None:
    state = at([hand, "6H 7D", "8H QC", "TC JD"])
    assert choices(level, state) == {bid}


@EVERY_LEVEL
def test_with_two_cards_draws_a_trump_before_it_leads_a_king(level: str) -> None:
    hands = ["AS KH", "2H 4D", "3D QD", "4C 5C"]
    state = at(hands, "bid 2", "bid 0", "bid 0", "bid 1")
    assert choices(level, state) == {"play AS"}


@EVERY_LEVEL
def test_with_two_cards_throws_the_dangerous_one_under_a_trick_it_does_not_want(
    level: str,
) -> None:
    hands = ["AH 2C", "KH 3C", "AD 4D", "5C 6C"]
    bids = ("bid 1", "bid 1", "bid 1", "bid 0")
    state = at(hands, *bids, "play 5C", "play 2C", "play 3C", dealer=2)
    assert choices(level, state) == {"play AD"}


@EVERY_LEVEL
def test_with_two_cards_ruffs_for_the_trick_it_needs_while_it_can(level: str) -> None:
    """The trump is low: if it waits, somebody may overruff it or draw it."""
    hands = ["AH 8D", "KH TD", "QH JD", "2S 3C"]
    bids = ("bid 1", "bid 0", "bid 0", "bid 2")
    state = at(hands, *bids, "play AH", "play KH", "play QH")
    assert choices(level, state) == {"play 2S"}


@EVERY_LEVEL
def test_cashes_the_master_trump_with_two_cards_left_when_it_needs_every_trick(level: str) -> None:
    hands = ["KS KH AS", "2S 5H 4D", "3S 6H 7D", "4S 8H 9D"]
    state = at(
        hands, "bid 3", "bid 0", "bid 0", "bid 1", "play AS", "play 2S", "play 3S", "play 4S"
    )
    assert choices(level, state) == {"play KS"}


@EVERY_LEVEL
@pytest.mark.parametrize(
    ("bids", "card"),
    [
        # It needs a trick: the king will be the master once the ace is gone.
        (("bid 1", "bid 1", "bid 0", "bid 1"), "play 2S"),
        # It wants none: the king goes under the ace.
        (("bid 1", "bid 0", "bid 0", "bid 0"), "play KS"),
    ],
)
def test_keeps_the_master_trump_or_gets_rid_of_it_as_its_contract_asks(
    level: str, bids: tuple[str, ...], card: str
) -> None:
    state = at(["AS 4D", "KS 2S", "3D 5D", "6C 7C"], *bids, "play AS")
    assert choices(level, state) == {card}
