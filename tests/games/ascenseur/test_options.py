"""Every option of Ascenseur: what it does, and that nonsense is refused in both languages."""

import random
from typing import Any

import pytest

import funicular
from funicular.core.errors import BadOptions
from funicular.core.record import record_of
from funicular.core.wire import to_json
from funicular.games.ascenseur.options import HOUSE_RULES, settle
from funicular.games.ascenseur.schedule import Shape, climb, longest_run
from funicular.games.ascenseur.scoring import score
from funicular.games.records import read_record
from tests.games.ascenseur.table import ascenseur, bid, may, start


def test_the_presets_are_the_two_sheets() -> None:
    """S38: what the sheets set."""
    large, small = ascenseur(4).options, ascenseur(4, "ascenseur-32").options
    assert (large.deck, large.removed, large.peak, large.peak_repeats) == (52, (), 13, 1)
    assert (small.deck, small.removed, small.peak, small.peak_repeats) == (32, (), 8, 4)
    assert (large.bonus, large.trick_points, large.penalty) == (1, 1, 1)
    assert (small.bonus, small.trick_points, small.penalty) == (10, 1, 5)
    for options in (large, small):
        assert (options.bidding, options.hook) == ("in-turn", True)
        assert options.trumps_at_peak == "none"
        assert not options.missed_scores_tricks
    assert ascenseur(3, "ascenseur-32").options.trumps_at_peak == "turned"


def test_deck() -> None:
    """S39: the cards played with, 52 or 32."""
    assert len(ascenseur(3, "ascenseur-52", deck=32).deck) == 32
    assert len(ascenseur(5, "ascenseur-32", deck=52).deck) == 52
    assert ascenseur(3, "ascenseur-52", deck=32).options.bonus == 1


def test_removed() -> None:
    """S40: the cards taken out before the match, for instance other 2s."""
    for given in ("2S", ["2S"], ("2S",)):
        game = ascenseur(3, removed=given)
        assert [str(card) for card in game.options.removed] == ["2S"]
        assert len(game.deck) == 51
    everything = ascenseur(3, removed="")
    assert len(everything.deck) == 52
    assert everything.turns_a_card(17)
    assert [str(card) for card in ascenseur(4, removed="KS 2C").options.removed] == ["2C", "KS"]


@pytest.mark.parametrize(
    ("shape", "sizes"),
    [
        ("up-down", (1, 2, 3, 3, 2, 1)),
        ("down-up", (3, 3, 2, 1, 2, 3, 3)),
        ("up", (1, 2, 3, 3)),
        ("down", (3, 3, 2, 1)),
        ((2, 3, 3, 1), (2, 3, 3, 1)),
    ],
)
def test_schedule(shape: Any, sizes: tuple[int, ...]) -> None:  # noqa: ANN401 - a shape or a list
    """S41: the whole list of hand sizes, deal by deal, or a shape made from the peak."""
    peak: dict[str, Any] = {} if isinstance(shape, tuple) else {"peak": 3, "peak_repeats": 2}
    game = ascenseur(3, schedule=shape, **peak)
    assert game.schedule == sizes
    assert (game.options.peak, game.options.peak_repeats) == (3, longest_run(sizes, 3))
    match = game.match()
    rng = random.Random(0)
    for size in sizes:
        assert match.cards == size
        match = match.deal(rng)
        while match.to_act:
            assert match.state is not None
            match = match.play(match.to_act[0], match.state.legal_moves(match.to_act[0])[0])
    assert match.over


@pytest.mark.parametrize("shape", ["up-down", "down-up", "up", "down"])
def test_the_smallest_peak_of_every_shape(shape: Shape) -> None:
    """S42: a peak of 1 is a match of one-card deals, as many as the peak is repeated."""
    assert climb(shape, 1, 1) == (1,)
    assert climb(shape, 1, 3) == (1, 1, 1)


def test_peak() -> None:
    """S42: the size of the longest hands."""
    assert ascenseur(4, peak=5).schedule == (1, 2, 3, 4, 5, 4, 3, 2, 1)
    assert ascenseur(4, "ascenseur-32", peak=7).schedule.count(7) == 1
    assert ascenseur(4, peak=13) == ascenseur(4)


def test_peak_repeats() -> None:
    """S43: how many deals are played at the peak."""
    assert ascenseur(4, peak=2, peak_repeats=3).schedule == (1, 2, 2, 2, 1)
    assert ascenseur(4, "ascenseur-32", peak_repeats=1).schedule.count(8) == 1


def test_trumps_at_peak() -> None:
    """S44: whether a card is turned up at the peak when a stock remains."""
    without = ascenseur(3, "ascenseur-32", trumps_at_peak="none")
    assert without.deal(random.Random(0), cards=10).upcard is None
    assert without.deal(random.Random(0), cards=9).upcard is not None
    turned = ascenseur(3, "ascenseur-32", trumps_at_peak="turned")
    assert turned.deal(random.Random(0), cards=10).upcard is not None


def test_bidding() -> None:
    """S45: in-turn or simultaneous, with either deck."""
    for name in ("ascenseur-52", "ascenseur-32"):
        assert len(ascenseur(3, name).deal(random.Random(0)).to_act) == 1
        game = ascenseur(3, name, bidding="simultaneous")
        assert game.deal(random.Random(0)).to_act == (0, 1, 2)
        assert not game.options.hook


def test_hook() -> None:
    """S46: whether the dealer may make the total come out even."""
    assert may(bid(start(hook=True), 0, 0)) == ["bid 0", "bid 1", "bid 2"]
    assert may(bid(start(hook=False), 0, 0)) == ["bid 0", "bid 1", "bid 2", "bid 3"]
    assert ascenseur(3, bidding="simultaneous", hook=False).options.hook is False


def test_bonus_and_trick_points() -> None:
    """S47: a contract made scores `bonus`, plus `trick_points` for each trick taken."""
    options = ascenseur(3, bonus=7, trick_points=3).options
    assert [score(options, won, won) for won in range(4)] == [7, 10, 13, 16]
    assert score(options, 2, 1) == -1


def test_penalty() -> None:
    """S48: a contract missed loses `penalty` for each trick of difference."""
    options = ascenseur(3, penalty=4).options
    assert [score(options, 2, won) for won in (0, 1, 3, 5)] == [-8, -4, -4, -12]


def test_missed_scores_tricks() -> None:
    """S49: a contract missed also scores its tricks; `penalty` is still deducted."""
    options = ascenseur(3, missed_scores_tricks=True, trick_points=2, penalty=5).options
    assert score(options, 2, 3) == 2 * 3 - 5
    assert score(options, 3, 3) == 1 + 2 * 3


def test_the_scoring_of_oh_hell() -> None:
    """S47, S48, S49: ten for a made contract and one a trick in any case, as Oh Hell is scored."""
    options = ascenseur(4, **HOUSE_RULES["oh-hell"]).options
    assert [score(options, 2, won) for won in range(5)] == [0, 1, 12, 3, 4]


@pytest.mark.parametrize("name", HOUSE_RULES)
@pytest.mark.parametrize("sheet", ["ascenseur-52", "ascenseur-32"])
def test_house_rules_fit_either_sheet(name: str, sheet: str) -> None:
    for seats in (3, 4, 5):
        options = ascenseur(seats, sheet, **HOUSE_RULES[name]).options
        assert options != ascenseur(seats, sheet).options


GIVEN: list[dict[str, Any]] = [
    {},
    {"schedule": "down-up", "peak": 3, "peak_repeats": 2},
    {"schedule": "down-up", "peak": 2, "peak_repeats": 20},
    {"schedule": [1] * 30},
    {"bidding": "simultaneous"},
    {"deck": 32, "removed": "7S"},
    {"trumps_at_peak": "none", "peak": 2},
    {"bonus": -1000, "trick_points": 1000},
]


@pytest.mark.parametrize("given", GIVEN, ids=str)
def test_settled_options_settle_to_themselves(given: dict[str, Any]) -> None:
    for seats in (3, 4):
        game = ascenseur(seats, **given)
        match = game.match()
        record = record_of(match, ("Iris", "Roméo", "Ana", "Zoé")[:seats])
        assert settle("ascenseur-52", seats, record.options) == game.options
        assert read_record(record.to_json())[0] == match
        assert funicular.game("ascenseur-52", seats=seats, **record.options) == game


NONSENSE: list[tuple[dict[str, Any], str]] = [
    ({"hok": True}, "There is no option “hok”. Known: deck, removed,"),
    ({"seat": 3}, "There is no option “seat”"),
    ({"deck": 36}, "deck cannot be 36"),
    ({"deck": "52"}, "deck cannot be '52'"),
    ({"deck": 52.0}, "deck cannot be 52.0"),
    ({"removed": 5}, "removed cannot be 5"),
    ({"removed": [2]}, "removed cannot be [2]"),
    ({"removed": "1C"}, "“1C” is not a card"),
    ({"removed": "2C 2C"}, "2♣ is dealt more often"),
    ({"removed": "2C", "deck": 32}, "2♣ is not in the deck"),
    ({"removed": " ".join(r + s for s in "CDHS" for r in "3456789TJQKA")}, "4 cards are too few"),
    ({"schedule": "sideways"}, "schedule cannot be 'sideways'"),
    ({"schedule": []}, "at least one deal"),
    ({"schedule": [0]}, "schedule cannot be [0]"),
    ({"schedule": [1, 53]}, "schedule cannot be [1, 53]"),
    ({"schedule": [1, 11]}, "enough for 10 cards a hand, not 11"),
    ({"schedule": [True]}, "schedule cannot be [True]"),
    ({"schedule": [1, 2], "peak": 3}, "contradict each other"),
    ({"schedule": [1, 2], "peak": 1}, "contradict each other"),
    ({"schedule": [1, 2], "peak_repeats": 2}, "contradict each other"),
    ({"peak": 0}, "peak cannot be 0"),
    ({"peak": True}, "peak cannot be True"),
    ({"peak": 11}, "enough for 10 cards a hand, not 11"),
    ({"peak_repeats": 0}, "peak_repeats cannot be 0"),
    ({"peak_repeats": "often"}, "peak_repeats cannot be 'often'"),
    ({"trumps_at_peak": "yes"}, "trumps_at_peak cannot be 'yes'"),
    ({"trumps_at_peak": True}, "trumps_at_peak cannot be True"),
    ({"trumps_at_peak": "turned"}, "no card is left to turn up"),
    ({"bidding": "aloud"}, "bidding cannot be 'aloud'"),
    ({"hook": 1}, "hook cannot be 1"),
    ({"hook": "yes"}, "hook cannot be 'yes'"),
    ({"hook": True, "bidding": "simultaneous"}, "needs bids in turn"),
    ({"bonus": "10"}, "bonus cannot be '10'"),
    ({"bonus": 1.5}, "bonus cannot be 1.5"),
    ({"bonus": 1001}, "bonus cannot be 1001"),
    ({"trick_points": -1001}, "trick_points cannot be -1001"),
    ({"penalty": True}, "penalty cannot be True"),
    ({"missed_scores_tricks": 0}, "missed_scores_tricks cannot be 0"),
    ({"missed_scores_tricks": ...}, "missed_scores_tricks cannot be Ellipsis"),
]


@pytest.mark.parametrize(("given", "sentence"), NONSENSE, ids=str)
def test_nonsense_is_refused_with_a_sentence(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadOptions) as refusal:
        ascenseur(5, **given)
    error = refusal.value
    assert sentence in str(error)
    french = error.say(funicular.Reader("fr"))
    assert french
    assert french != str(error)
    assert "{" not in french + str(error)


@pytest.mark.parametrize("name", ["deck", "removed", "schedule", "peak", "bidding", "bonus"])
def test_none_leaves_an_option_to_the_sheet(name: str) -> None:
    nothing: dict[str, Any] = {name: None}
    assert ascenseur(5, **nothing) == ascenseur(5)


def test_options_can_be_written_down() -> None:
    text = to_json(ascenseur(3).options).decode()
    assert '"removed":["2C"]' in text
    assert '"bidding":"in-turn"' in text


@pytest.mark.parametrize("repeats", [1001, 10**13, 2**70])
def test_nobody_can_ask_for_more_deals_than_an_evening_has(repeats: int) -> None:
    with pytest.raises(BadOptions, match="peak_repeats cannot be"):
        ascenseur(3, peak_repeats=repeats)
    with pytest.raises(BadOptions, match="at most 1000 deals, not 1031"):
        ascenseur(3, peak_repeats=999)
    with pytest.raises(BadOptions, match="schedule cannot be"):
        ascenseur(3, schedule=[1] * 1001)


def test_the_peak_of_a_valley_counts_each_time_it_is_reached() -> None:
    """S43: `down-up` comes to the peak twice, each time for so many deals in a row."""
    game = ascenseur(3, schedule="down-up", peak=2, peak_repeats=2)
    assert game.schedule == (2, 2, 1, 2, 2)
    assert game.options.peak_repeats == 2
