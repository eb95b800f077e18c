"""What a run has found: the laws of duplicate deals, and figures that can be checked by hand."""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite, isnan

import pytest

from funicular.arena.findings import EntrantScore, Findings, findings
from funicular.arena.per_deal import columns_of
from funicular.arena.plan import Contest, Plan, challenge, mixed_table
from funicular.arena.results_table import ResultsTable
from funicular.arena.run import played
from funicular.arena.unit import Fault, Outcome, SavedPhrase
from funicular.arena.workers import alone
from funicular.games.registry import GAMES, SEATS

ASCENSEUR = [(name, seats) for name in GAMES[2:] for seats in SEATS[name]]


def entered(plan: Plan, outcomes: Iterable[Outcome]) -> ResultsTable:
    results = ResultsTable(plan)
    for outcome in outcomes:
        assert results.enter(outcome)
    return results


def unit(deal: int, seating: int, points: tuple[int, ...], contest: int = 0) -> Outcome:
    nothing = (0,) * len(points)
    return Outcome(contest, deal, seating, 5, points, (), nothing, tuple(map(float, nothing)))


def measured(*contests: Contest, deals: int, cards: tuple[int, ...] = ()) -> Findings:
    return findings(played(Plan(contests, deals, seed=1, cards=cards), alone))


@pytest.mark.parametrize("bot", ["random", "casual"])
@pytest.mark.parametrize("name", GAMES)
def test_a_bot_against_itself_is_exactly_even_in_every_deal(name: str, bot: str) -> None:
    seats = SEATS[name][0]
    results = played(Plan((challenge(name, seats, bot, bot),), deals=6), alone)
    for columns in columns_of(results.contests[0]):
        assert columns.margin == pytest.approx([0.0] * 6)
    line = findings(results).lines[0]
    assert line.firsts.value == pytest.approx(1 / seats)


@pytest.mark.parametrize(("name", "seats"), ASCENSEUR)
@pytest.mark.parametrize(("stronger", "weaker"), [("casual", "beginner"), ("beginner", "random")])
def test_each_level_beats_the_one_below(name: str, seats: int, stronger: str, weaker: str) -> None:
    """A small sample of what `funicular arena` shows in full; the other games' is in tests/bots."""
    results = played(Plan((challenge(name, seats, stronger, weaker),), deals=24, seed=1), alone)
    margins = columns_of(results.contests[0])[0].margin
    assert sum(margins) > 0


def test_a_margin_is_the_mean_of_ones_own_points_less_that_of_the_others() -> None:
    plan = Plan((challenge("auf-ab", 3, "casual", "random"),), deals=1)
    results = entered(plan, [unit(0, 0, (5, 1, 0)), unit(0, 1, (0, 4, 2)), unit(0, 2, (3, 3, 3))])
    challenger, field = columns_of(results.contests[0])
    assert challenger.points == [(5 + 4 + 3) / 3]
    assert field.points == [(1 + 0 + 0 + 2 + 3 + 3) / 6]
    assert challenger.margin == [4 - 1.5]
    assert field.margin == [1.5 - 4]


def test_a_first_place_is_shared_and_only_one_not_shared_is_won_alone() -> None:
    plan = Plan((challenge("auf-ab", 3, "casual", "random"),), deals=1)
    results = entered(plan, [unit(0, 0, (5, 1, 0)), unit(0, 1, (4, 4, 2)), unit(0, 2, (3, 3, 3))])
    challenger, field = columns_of(results.contests[0])
    assert challenger.firsts == [pytest.approx(1 + 1 / 2 + 1 / 3)]
    assert challenger.alone == [1]
    assert field.firsts == [pytest.approx(1 / 2 + 2 / 3)]
    assert field.alone == [0]


def test_margins_of_everybody_at_a_mixed_table_cancel() -> None:
    table = mixed_table("ascenseur-52", ["casual", "random", "beginner", "casual"])
    lines = measured(table, deals=6).lines
    assert [line.entrant for line in lines] == ["casual", "random", "beginner"]
    # Each margin is taken over the others; weighed by seats the points above the mean cancel.
    weights = [2, 1, 1]
    above = [
        line.margin.value * (4 - seats) / 4 for line, seats in zip(lines, weights, strict=True)
    ]
    assert sum(seats * share for seats, share in zip(weights, above, strict=True)) == pytest.approx(
        0
    )
    assert [line.deals for line in lines] == [6, 6, 6]


def test_a_table_of_one_has_points_but_nobody_to_be_ahead_of() -> None:
    found = measured(mixed_table("auf-ab", ["random"] * 3), deals=5)
    assert found.lines[0].points.known
    assert not found.lines[0].margin.known
    assert found.pairs == ()
    assert found.ratings == ()


def test_bids_made_are_those_of_ascenseur() -> None:
    found = measured(challenge("ascenseur-32", 3, "casual", "random"), deals=10)
    assert 0 < found.lines[0].made.value < 1
    assert all(0 <= line.made.value <= 1 for line in found.by_cards)
    assert not measured(challenge("dnpup", 2, "random", "random"), deals=2).lines[0].made.known


def test_the_lines_by_cards_are_the_whole_in_parts() -> None:
    found = measured(challenge("ascenseur-52", 4, "casual", "random"), deals=12, cards=(2, 4, 7))
    assert [line.cards for line in found.by_cards] == [2, 4, 7]
    assert [line.deals for line in found.by_cards] == [4, 4, 4]
    parts = sum(line.margin.value * line.deals for line in found.by_cards)
    assert parts == pytest.approx(found.lines[0].margin.value * 12)


def test_one_hand_size_needs_no_lines_by_cards() -> None:
    assert measured(challenge("auf-ab", 3, "random", "random"), deals=2).by_cards == ()


def test_thinking_time_counts_only_decisions_that_had_a_choice() -> None:
    """With one card in hand, bids are all there is to choose."""
    plan = Plan((challenge("ascenseur-52", 4, "casual", "random"),), deals=5, cards=(1,))
    results = played(plan, alone)
    assert results.contests[0].choices[0] <= 5 * 4
    assert results.contests[0].choices[1] <= 5 * 4 * 3
    assert findings(results).lines[0].thinking > 0


def test_two_who_met_the_same_field_are_compared_on_the_same_deals() -> None:
    field = [challenge("ascenseur-32", 3, bot, "random") for bot in ("beginner", "casual")]
    found = measured(*field, deals=8)
    pairs = {(pair.one, pair.other): pair for pair in found.pairs}
    assert {names: pair.direct for names, pair in pairs.items()} == {
        ("beginner", "random"): True,
        ("casual", "random"): True,
        ("beginner", "casual"): False,
    }
    beginner, casual = (line.margin.value for line in found.lines)
    assert pairs["beginner", "casual"].difference.value == pytest.approx(beginner - casual)


def test_a_pair_that_met_is_not_compared_by_way_of_the_field_too() -> None:
    contests = [
        challenge("auf-ab", 3, "beginner", "random"),
        challenge("auf-ab", 3, "casual", "random"),
        challenge("auf-ab", 3, "casual", "beginner"),
    ]
    found = measured(*contests, deals=2)
    assert [pair.direct for pair in found.pairs] == [True, True, True]


def test_the_scale_runs_from_random_to_the_clairvoyant() -> None:
    """Points given by hand: random 0, the bot 3, the clairvoyant 4 more than the field."""
    names = ("random", "casual", "clairvoyant@50")
    contests = tuple(challenge("dnpup", 2, name, "beginner") for name in names)
    plan = Plan(contests, deals=8)
    outcomes = [
        unit(deal, seating, (ahead + deal, deal) if seating == 0 else (deal, ahead + deal), contest)
        for contest, ahead in enumerate((0, 3, 4))
        for deal in range(8)
        for seating in range(2)
    ]
    (rung,) = findings(entered(plan, outcomes)).scale
    assert (rung.entrant, rung.field, rung.deals) == ("casual", "beginner", 8)
    assert rung.by_points.value == rung.by_margin.value == pytest.approx(0.75)
    assert rung.by_points.low == rung.by_points.high == pytest.approx(0.75)
    assert rung.by_firsts.value == pytest.approx(1)


def test_there_is_no_scale_without_both_its_ends() -> None:
    contests = [challenge("dnpup", 2, name, "beginner") for name in ("random", "casual")]
    assert measured(*contests, deals=2).scale == ()


def test_a_forfeit_scores_for_nobody_and_is_lost_for_the_one_to_blame() -> None:
    plan = Plan((challenge("dnpup", 2, "casual", "random"),), deals=2)
    fault = Fault(1, SavedPhrase("turn.deal-over"))
    results = entered(
        plan,
        [
            unit(0, 0, (2, 1)),
            Outcome(0, 0, 1, 13, fault=fault),  # the challenger sits in seat 1
            unit(1, 0, (2, 1)),
            unit(1, 1, (2, 1)),
        ],
    )
    challenger, field = columns_of(results.contests[0])
    assert isnan(challenger.points[0])
    assert isfinite(challenger.points[1])
    assert (challenger.sat, challenger.firsts) == ([2, 2], [1, 1])
    assert (field.sat, field.firsts) == ([1, 2], [0, 1])
    assert (challenger.forfeits, field.forfeits) == (1, 0)
    found = findings(results)
    assert found.lines[0].deals == 1
    assert found.lines[0].firsts.value == pytest.approx(2 / 4)
    assert [(name, times) for name, _, times in found.complaints] == [("casual", 1)]


def test_a_run_of_nothing_but_forfeits_still_has_findings() -> None:
    plan = Plan((challenge("dnpup", 2, "casual", "random"),), deals=2)
    fault = Fault(0, SavedPhrase("turn.deal-over"))
    outcomes = [Outcome(0, deal, seating, 13, fault=fault) for deal in (0, 1) for seating in (0, 1)]
    line: EntrantScore = findings(entered(plan, outcomes)).lines[0]
    assert line.deals == 0
    assert not line.margin.known
    assert line.firsts.value == 0


def test_better_bots_have_higher_ratings() -> None:
    contests = [
        challenge("dnpup", 2, "beginner", "random"),
        challenge("dnpup", 2, "casual", "beginner"),
    ]
    found = measured(*contests, deals=12)
    assert [rating.entrant for rating in found.ratings] == ["casual", "beginner", "random"]
