"""A whole match: the dealer turns, totals add up, it ends when it should, and no wrong starts."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

import funicular
from funicular.core.errors import BadOptions, FunicularError, IllegalMove
from funicular.core.match import Ending, Match
from tests.kit import VARIANTS, Variant, matches, play_match

on_every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)
ONE_CARD = ("2S", "3S", "4S")


def ascenseur(**options: Any) -> Match:  # noqa: ANN401 - options
    return funicular.game("ascenseur-52", seats=3, **options).match()


def play(match: Match, *texts: str) -> Match:
    for text in texts:
        match = match.play(match.to_act[0], match.game.parse_move(text))
    return match


def one_deal(match: Match, dealer: int) -> Match:
    """The dealer takes the trick that the seat after him bid: 2, -1 and 1 from the dealer on."""
    hands = [""] * 3
    for place, card in enumerate(("4S", "2S", "3S")):
        hands[(dealer + place) % 3] = card
    match = match.start(hands, dealer=dealer, upcard="2H")
    return play(match, "bid 1", "bid 0", "bid 1", "play 2S", "play 3S", "play 4S")


@on_every_variant
@given(data=st.data())
def test_a_match_is_the_sum_of_its_deals(variant: Variant, data: st.DataObject) -> None:
    match = data.draw(matches(variant))
    totals = [0] * variant.seats
    for state in match.states:
        for seat, points in enumerate(state.points_so_far):
            totals[seat] += points
    assert match.totals == tuple(totals)
    assert all(state.points is not None for state in match.states[:-1])
    under_way = [points is None for points in match.deal_points]
    assert under_way == [state.points is None and not match.over for state in match.states]
    assert all(
        points in (None, state.points_so_far)
        for points, state in zip(match.deal_points, match.states, strict=True)
    )
    assert bool(match.winners) == match.over
    assert match.under_way == (bool(match.states) and match.states[-1].points is None)
    if match.over:
        assert {match.totals[seat] for seat in match.winners} == {max(match.totals)}
        assert match.to_act == ()
    elif match.under_way:
        assert match.to_act == match.states[-1].to_act
    else:
        assert match.to_act == ()


@pytest.mark.parametrize(
    "variant",
    # With few turns a deal, random play of dnpup would only make void deals.
    [variant for variant in VARIANTS if "turn_cap" not in variant.options],
    ids=str,
)
def test_a_match_comes_to_its_end(variant: Variant) -> None:
    rng = random.Random(1)
    match = play_match(variant.game.match(), rng, 20_000)
    assert match.over
    assert match.winners
    with pytest.raises(BadOptions, match="The match is over"):
        match.deal(rng)
    with pytest.raises(IllegalMove, match="The match is over"):
        match.play(0, match.states[0].history[0][1])
    if match.schedule:
        assert len(match.states) == len(match.schedule)
        assert tuple(len(state.deal.hands[0].split()) for state in match.states) == match.schedule


def test_the_dealer_turns() -> None:
    match = ascenseur(schedule=[1] * 4)
    assert match.dealer is None
    for turn in range(4):
        match = one_deal(match, (2 + turn) % 3)
        assert match.dealer == (2 + turn + 1) % 3
    assert match.over
    # The dealer makes 2, the seat after misses (-1), the third makes 0 tricks (1).
    assert match.totals == (-1 + 2 + 1 - 1, 1 - 1 + 2 + 1, 2 + 1 - 1 + 2)


def test_the_dealer_of_the_deal_under_way() -> None:
    match = ascenseur(schedule=[1, 1]).start(ONE_CARD, dealer=1, upcard="2H")
    assert match.under_way
    assert (match.dealer, match.cards) == (1, 1)
    assert match.to_act == (2,)


def test_how_many_cards_come_next() -> None:
    match = ascenseur(schedule=[1, 2])
    assert match.cards == 1
    match = one_deal(match, 0)
    assert match.cards == 2
    match = play_match(match, random.Random(0), 99)
    assert match.cards is None


def test_a_match_may_stop_before_the_schedule_does() -> None:
    match = funicular.game("ascenseur-52", seats=3).match(deals=2)
    assert match.schedule == (1, 2)
    match = play_match(match, random.Random(0), 99)
    assert match.over
    assert len(match.states) == 2


def test_a_shared_win() -> None:
    match = ascenseur(schedule=[1]).start(ONE_CARD, dealer=2, upcard="2H")
    match = play(match, "bid 0", "bid 0", "bid 0", "play 2S", "play 3S", "play 4S")
    assert match.winners == (0, 1)


WRONG_STARTS: list[tuple[dict[str, Any], str]] = [
    ({"dealer": 0}, "The dealer of this deal is seat 2"),
    ({"dealer": None}, "say who deals"),
    ({"hands": ("2S 3S", "4S 5S", "6S 7S")}, "This deal has 1 card a hand, not 2"),
    ({"dealer": 3}, "There is no seat 3"),
    ({"upcard": None}, "say which"),
    ({"hands": ("2S", "2S", "3S")}, "2♠ is dealt more often"),
]


@pytest.mark.parametrize(("wrong", "sentence"), WRONG_STARTS, ids=str)
def test_wrong_starts_are_refused(wrong: dict[str, Any], sentence: str) -> None:
    match = one_deal(ascenseur(schedule=[1, 1, 1]), 1)
    right: dict[str, Any] = {"hands": ONE_CARD, "dealer": 2, "upcard": "2H"}
    assert match.start(**right).under_way
    with pytest.raises(FunicularError) as refusal:
        match.start(**(right | wrong))
    assert sentence in str(refusal.value)
    assert refusal.value.say(funicular.Reader("fr")) != str(refusal.value)


def test_the_first_deal_must_say_its_dealer() -> None:
    """Otherwise the next dealers would not follow from it, nor from the record."""
    with pytest.raises(FunicularError):
        ascenseur(schedule=[1, 1]).start(ONE_CARD, upcard="2H")


def test_one_deal_at_a_time() -> None:
    match = ascenseur()
    with pytest.raises(IllegalMove, match="No deal is under way"):
        match.play(0, match.game.parse_move("bid 0"))
    match = match.deal(random.Random(0))
    with pytest.raises(BadOptions, match="A deal is under way"):
        match.deal(random.Random(0))
    with pytest.raises(BadOptions, match="A deal is under way"):
        match.start(ONE_CARD, dealer=0, upcard="2H")
    done = one_deal(ascenseur(), 0)
    with pytest.raises(IllegalMove, match="No deal is under way"):
        done.play(0, match.game.parse_move("bid 0"))


def test_playing_leaves_the_match_as_it_was() -> None:
    before = ascenseur().start(ONE_CARD, dealer=0, upcard="2H")
    after = play(before, "bid 0")
    assert before.states[0].history == ()
    assert after.states[0].history != ()


ENDINGS: list[tuple[dict[str, Any], str]] = [
    ({}, "say one of the two"),
    ({"target": 3, "deals": 3}, "say one of the two"),
    *(({"deals": wrong}, "at least 1") for wrong in (0, -1, True, 1.0, "3")),
    *(({"target": wrong}, "at least 1") for wrong in (0, -1, True, 1.0, "3")),
]


@pytest.mark.parametrize(("wrong", "sentence"), ENDINGS, ids=str)
def test_endings_that_cannot_be(wrong: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadOptions) as refusal:
        Ending(**wrong)
    assert sentence in str(refusal.value)


MATCHES: list[tuple[dict[str, Any], str]] = [
    ({"target": 10}, "it has no target"),
    ({"deals": 34}, "has 33 deals, not 34"),
    ({"deals": 0}, "at least 1"),
    ({"deals": True}, "at least 1"),
]


@pytest.mark.parametrize(("wrong", "sentence"), MATCHES, ids=str)
def test_matches_that_a_schedule_does_not_allow(wrong: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadOptions) as refusal:
        funicular.game("ascenseur-52", seats=3).match(**wrong)
    assert sentence in str(refusal.value)


def test_a_target_ends_a_match_of_any_number_of_deals() -> None:
    """Written with an ending that Ascenseur itself does not offer: the rule is the match's own."""
    game = funicular.game("ascenseur-52", seats=3, schedule=[1] * 9)
    match = Match(game, Ending(target=4))
    for dealer in (0, 1, 2, 0, 1, 2, 0, 1):
        if match.over:
            break
        assert max(match.totals) < 4
        match = one_deal(match, dealer)
    assert max(match.totals) >= 4
    assert len(match.states) < 9


def test_a_deal_alone_has_as_many_cards_as_it_was_dealt_and_ends_its_match() -> None:
    with pytest.raises(BadOptions):
        Ending(deals=2, alone=True)
    game = funicular.game("ascenseur-52", seats=3)
    match = replace(game.match(deals=1), ending=Ending(deals=1, alone=True))
    assert (match.schedule, match.over) == ((), False)
    # Two cards, which are not what the schedule of the game begins with.
    match = match.start(["AS 2D", "2H 3D", "4D 5D"], dealer=2, upcard="9S")
    assert (match.schedule, match.over) == ((2,), False)
    match = play_match(match, random.Random(1), 99)
    assert (match.over, len(match.states)) == (True, 1)
