"""The review of a match: blunders come first, and good moves that lost are no mistakes.

The records in `blunders/` are matches with one bad move planted in them.
"""

from __future__ import annotations

import doctest
import json
import random
from pathlib import Path
from typing import Any

import pytest

import funicular
from funicular.core.record import parse_record
from funicular.review import match_review
from funicular.review.match_review import review_decisions

BLUNDERS = Path(__file__).parent / "blunders"
# Which record has which move at which ply, and the best one instead.
PLANTED = {
    "low-trump-led": (4, "play 3S", "play QS"),
    "trump-ace-bid-zero": (0, "bid 0", "bid 1"),
    "master-trump-spent": (11, "play AS", "play KD"),
    "orphan-kept": (33, "1-2 x1", "1-2 1-4 1-6 1-8 x4"),
    "flip-too-late": (14, "play 6/2 6/2", "flip"),
}


def played(name: str, bots: tuple[str, ...], *, deals: int, seed: int) -> funicular.Match:
    game = funicular.game(name, seats=len(bots))
    rng = random.Random(seed)
    match = game.match(deals=deals)
    players = [funicular.bot(each) for each in bots]
    while not match.over:
        if not match.under_way:
            match = match.deal(rng)
        seat = match.to_act[0]
        state: Any = match.state
        match = match.play(seat, players[seat].choose(state.view(seat), rng))
    return match


def test_every_blunder_has_its_record() -> None:
    assert {path.stem for path in BLUNDERS.glob("*.json")} == set(PLANTED)


@pytest.mark.parametrize("name", PLANTED)
def test_planted_blunders_come_out_at_the_top(name: str) -> None:
    record = parse_record((BLUNDERS / f"{name}.json").read_bytes())
    ply, move, best = PLANTED[name]
    found = funicular.review(record, worlds=60)
    worst = found.worst(1)[0]
    assert (worst.deal, worst.ply, str(worst.move), str(worst.best)) == (0, ply, move, best)
    assert not worst.close
    assert worst.cost > 4 * worst.stderr
    assert found.worst(1, seat=worst.seat) == (worst,)
    first_told = found.text().split("\n\n")[1].splitlines()[0]
    assert first_told.startswith(f"Deal 1, move {ply + 1}, {record.players[worst.seat]}: ")


def test_good_moves_that_lost_are_no_mistakes() -> None:
    # The king of trumps is worth a bid of one, although here the ace is out; and a suit that all
    # others follow is worth a lead, although here it is not followed.
    game = funicular.game("ascenseur-52", seats=4, schedule=[1])
    match = game.match().start(["KS", "AS", "4D", "9C"], dealer=3, upcard="2S")
    for text in ("bid 1", "bid 1", "bid 0", "bid 0"):
        match = match.play(match.to_act[0], game.parse_move(text))
    while not match.over:
        state: Any = match.state
        match = match.play(match.to_act[0], state.legal_moves(match.to_act[0])[0])
    assert match.totals[0] < 0
    mine = [each for each in funicular.review(match, worlds=50).decisions if each.seat == 0]
    assert [each.cost for each in mine] == [0, 0]
    assert [str(each.best) for each in mine] == ["bid 1", "play KS"]


def test_a_player_who_takes_the_best_known_moves_makes_no_clear_mistake_however_it_ends() -> None:
    game = funicular.game("ascenseur-52", seats=4, schedule=[4])
    lost = judged = 0
    for seed in range(6):
        rng = random.Random(seed)
        match = game.match().deal(rng)
        while not match.over:
            seat = match.to_act[0]
            state: Any = match.state
            best = funicular.evaluate(state.view(seat), rng, worlds=1000).best.move
            match = match.play(seat, best)
        lost += sum(points < 0 for points in match.totals)
        found = funicular.review(match, worlds=200, seed=seed)
        judged += sum(not each.forced for each in found.decisions)
        # Chance makes one decision in forty look clear; hardly any of them costs much.
        assert not [each for each in found.worst(3) if not each.close and each.cost > 0.5]
    assert lost > 3
    assert judged > 60


def test_the_same_seed_gives_the_same_review_and_seats_do_not_depend_on_one_another() -> None:
    match = played("ascenseur-32", ("casual", "beginner", "random"), deals=3, seed=2)
    found = funicular.review(match, worlds=30, seed=7)
    given = funicular.review((match, ("Ada", "Bo", "Cy")), worlds=30, seed=7)
    assert given.decisions == found.decisions
    assert found.to_json() == funicular.review(match, worlds=30, seed=7).to_json()
    assert found.to_json() != funicular.review(match, worlds=30, seed=8).to_json()
    mine = funicular.review(match, worlds=30, seed=7, seat=2)
    assert mine.decisions == tuple(each for each in found.decisions if each.seat == 2)
    assert [str(each.move) for each in review_decisions(match, worlds=30, seed=7, seat=2)] == [
        str(each.move) for each in mine.decisions
    ]


@pytest.mark.parametrize("name", funicular.GAMES)
def test_a_review_tells_every_decision_and_where_points_came_from(name: str) -> None:
    match = played(name, ("random", "casual", "casual"), deals=1, seed=3)
    players = ("Ada", "Bo", "Zoé")
    record = parse_record(funicular.record_of(match, players).to_json())
    found = funicular.review(record, worlds=4)
    where = [(each.deal, each.ply, each.seat, each.move) for each in found.decisions]
    assert where == [(at.deal, at.ply, at.seat, at.move) for at in match.positions()]
    for each in found.decisions:
        assert each.cost >= 0
        assert each.cost == max(0, each.difference)
        assert not each.forced or (each.cost, each.stderr, each.best) == (0, 0, each.move)
    for account in found.accounts:
        assert account.result == match.states[account.deal].points_so_far[account.seat]
        assert account.result == pytest.approx(account.cards + account.play + account.luck)
    text = found.text(funicular.Reader("fr"))
    assert "Zoé" in text
    assert "trop serrées pour trancher" in text
    page = found._repr_html_()
    assert page.count("<tr>") == 1 + len(players)
    assert all(player in page for player in players)
    assert str(found) == found.text()
    decoded = json.loads(found.to_json())
    assert len(decoded["decisions"]) == len(found.decisions)
    costs = [each.cost for each in found.worst(100) if not each.close]
    assert costs == sorted(costs, reverse=True)


def test_a_match_under_way_is_reviewed_as_far_as_it_goes() -> None:
    match = funicular.game("ascenseur-52", seats=3).match().deal(random.Random(1))
    assert not funicular.review(match, worlds=5).decisions
    state: Any = match.state
    seat = match.to_act[0]
    match = match.play(seat, state.legal_moves(seat)[0])
    (only,) = funicular.review(match, worlds=5).decisions
    assert only.seat == seat
    assert not funicular.review(match, worlds=5).accounts


def test_bad_arguments_are_refused() -> None:
    match = funicular.game("dnpup", seats=3).match().deal(random.Random(1))
    with pytest.raises(funicular.BadOptions, match="a match or a record"):
        funicular.review("match")  # type: ignore[arg-type]
    with pytest.raises(funicular.BadOptions, match="worlds is a whole number"):
        funicular.review(match, worlds=0)
    with pytest.raises(funicular.BadOptions, match="The seed of a review"):
        funicular.review(match, seed="x")  # type: ignore[arg-type]
    with pytest.raises(funicular.BadSeat):
        funicular.review(match, seat=3)
    with pytest.raises(funicular.BadSeat):
        funicular.review(match, worlds=5).worst(3, seat=7)
    for number in (-1, 1.5, "3", True, None):
        with pytest.raises(funicular.BadOptions, match="a whole number, at least 0"):
            funicular.review(match, worlds=5).worst(number)  # type: ignore[arg-type]


def test_the_examples_in_the_documentation_run() -> None:
    assert doctest.testmod(match_review).failed == 0
