"""What moves are worth: exact where it is known, and the same whatever a seat cannot see."""

from __future__ import annotations

import doctest
import math
import random
from typing import Any

import pytest

import funicular
from funicular.bots import evaluation
from funicular.bots.evaluation import DEAL_WON, evaluate, evaluate_request, evaluation_request
from funicular.bots.python_evaluation import measure, most_frequent, standard_error
from funicular.bots.registry import BOTS
from funicular.native import COMPILED
from funicular.native.evaluated import QUANTILES, EvaluationRequest
from tests.kit import VARIANTS, Variant

ONE_CARD = [
    ("ascenseur-52", 3, {}),
    ("ascenseur-52", 6, {}),
    ("ascenseur-52", 4, {"hook": False}),
    ("ascenseur-32", 4, {}),
    ("ascenseur-32", 5, {"bidding": "simultaneous"}),
]

DEALS = 12


def position(name: str, *, seats: int = 4, moves: int = 0, seed: int = 1, cards: int = 5) -> Any:  # noqa: ANN401 - its own game's
    """A deal that `casual` has played for some moves, and then as far as a choice."""
    game = funicular.game(name, seats=seats)
    rng = random.Random(seed)
    state: Any = game.deal(rng, dealer=0, cards=cards) if game.schedule else game.deal(rng)
    casual = funicular.bot("casual")
    while len(state.history) < moves or len(state.legal_moves(state.to_act[0])) == 1:
        seat = state.to_act[0]
        state = state.play(seat, casual.choose(state.view(seat), rng))
    return state


def view_of(state: Any) -> Any:  # noqa: ANN401 - its own game's
    return state.view(state.to_act[0])


@pytest.mark.parametrize(("name", "seats", "options"), ONE_CARD)
def test_one_card_rounds_are_evaluated_as_they_are_solved(
    name: str, seats: int, options: dict[str, Any]
) -> None:
    game = funicular.game(name, seats=seats, **options)
    bots, rng = BOTS[name], random.Random(5)
    asked = 0
    for _ in range(DEALS):
        state = game.deal(rng, dealer=rng.randrange(seats), cards=1)
        for _ in range(seats):
            view = view_of(state)
            solved = bots.solved_values(view)
            assert solved is not None
            found = evaluate(view, rng, worlds=2)
            in_python = measure(view, rng, EvaluationRequest(worlds=2))
            assert found.exact
            assert found.best.move == bots.solve(view)
            for each, same, known in zip(found.moves, in_python.moves, solved, strict=True):
                assert each.value == same.value == known.value
                assert each.chances["contract made"] == same.goal == known.goal
                assert each.quantiles == same.quantiles
                assert each.stderr == each.cost_stderr == 0
            asked += 1
            # People bid what the solution never would, too.
            state = state.play(state.to_act[0], rng.choice(view.legal_moves()))
    assert asked == DEALS * seats


def test_sampled_one_card_rounds_come_to_the_solution() -> None:
    # Nobody has bid: what is sampled is what is counted.
    game = funicular.game("ascenseur-52", seats=4)
    state = game.start(["QS", "2H", "4D", "9C"], dealer=3, upcard="5S")
    exact = evaluate(state.view(0), random.Random(1), worlds=2)
    sampled = evaluate(state.view(0), random.Random(1), worlds=4000, objective="margin")
    assert exact.exact
    assert not sampled.exact
    for each, other in zip(exact.moves, sampled.moves, strict=True):
        share = each.chances["contract made"]
        error = math.sqrt(share * (1 - share) / 4000)
        assert abs(other.chances["contract made"] - share) < 4 * error


@pytest.mark.parametrize("name", funicular.GAMES)
def test_without_a_race_every_move_is_tried_in_the_same_worlds(name: str) -> None:
    view = view_of(position(name, moves=7))
    found = evaluate(view, random.Random(1), worlds=40)
    assert [each.move for each in found.moves] == list(view.legal_moves())
    assert {each.worlds for each in found.moves} == {40}
    assert found.playouts == 40 * len(found.moves)
    assert found.best.value == max(each.value for each in found.moves)
    assert found.best.cost == 0
    for each in found.moves:
        assert each.cost == pytest.approx(found.best.value - each.value)
        assert list(each.quantiles) == sorted(each.quantiles)
        assert len(each.quantiles) == len(QUANTILES)
        assert all(0 <= chance <= 1 for chance in each.chances.values())
    assert found.ranked[0] is found.best


def test_a_race_gives_up_what_is_clearly_behind() -> None:
    game = funicular.game("ascenseur-52", seats=4)
    state = game.start(["AS KS QS", "2H 3H 4H", "4D 5D 6D", "9C 8C 7C"], dealer=3, upcard="5S")
    found = evaluate(state.view(0), random.Random(1), worlds=200, race=True)
    assert str(found.best.move) == "bid 3"
    assert found.playouts < 200
    assert found.moves[0].cost > 2
    in_python = measure(state.view(0), random.Random(1), EvaluationRequest(worlds=200, race=True))
    assert in_python.moves[in_python.best].move == found.best.move
    assert in_python.playouts < 200
    few = evaluate(state.view(0), random.Random(1), playouts=100, race=True)
    assert few.playouts <= 100


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_what_a_seat_cannot_see_changes_nothing(variant: Variant) -> None:
    rng = random.Random(3)
    state: Any = (
        variant.game.deal(rng)
        if not variant.game.schedule
        else variant.game.deal(rng, dealer=0, cards=min(4, max(variant.game.schedule)))
    )
    for _ in range(9):
        if not state.to_act:
            break
        seat = state.to_act[-1]
        view = state.view(seat)
        twin = funicular.worlds(view, rng)
        assert twin.view(seat) == view
        mine = evaluate(view, random.Random(9), worlds=3)
        assert mine.to_json() == evaluate(twin.view(seat), random.Random(9), worlds=3).to_json()
        state = state.play(seat, rng.choice(view.legal_moves()))


@pytest.mark.parametrize("name", funicular.GAMES)
def test_the_same_seed_gives_the_same_evaluation(name: str) -> None:
    view = view_of(position(name, moves=9))
    first, again, other = (evaluate(view, random.Random(seed), worlds=30) for seed in (1, 1, 2))
    assert first.to_json() == again.to_json()
    assert first.to_json() != other.to_json()


@pytest.mark.skipif(not COMPILED, reason="the kernels are not compiled")
@pytest.mark.parametrize(
    ("name", "moves", "worlds"),
    [("ascenseur-52", 2, 120), ("ascenseur-32", 7, 80), ("auf-ab", 2, 20), ("dnpup", 2, 20)],
)
def test_python_and_the_kernels_expect_the_same(name: str, moves: int, worlds: int) -> None:
    view = view_of(position(name, moves=moves, seed=4))
    only = (0, len(view.legal_moves()) - 1)
    by_kernel = evaluate_request(view, random.Random(1), EvaluationRequest(worlds=1000, only=only))
    in_python = measure(view, random.Random(2), EvaluationRequest(worlds=worlds, only=only))
    for twin, each in zip(by_kernel.moves, in_python.moves, strict=True):
        assert twin.move == each.move
        assert abs(twin.value - each.value) < 4.5 * math.hypot(twin.stderr, each.stderr)


def test_values_are_points_of_the_game() -> None:
    # The last card goes out, whatever the others hold: they have as many cards as everybody sees.
    state = position("auf-ab", moves=15, seed=3)
    while True:
        view = view_of(state)
        out = [
            move for move in view.legal_moves() if len(view.hand) == len(getattr(move, "cards", ()))
        ]
        if out:
            break
        state = state.play(state.to_act[0], funicular.bot("casual").choose(view, random.Random(1)))
    entry = evaluate(view, random.Random(1), worlds=20).of(out[0])
    assert entry.value == sum(view.public.left) - len(view.hand)
    assert entry.stderr == 0
    assert entry.chances == {"out first": 1.0, DEAL_WON: 1.0}
    assert not entry.line


@pytest.mark.parametrize("name", funicular.GAMES)
def test_margin_and_win_count_what_they_say(name: str) -> None:
    view = view_of(position(name, moves=6))
    won = evaluate(view, random.Random(1), worlds=30, objective="win")
    points = evaluate(view, random.Random(1), worlds=30)
    margin = evaluate(view, random.Random(1), worlds=30, objective="margin")
    assert [each.value for each in won.moves] == [each.chances[DEAL_WON] for each in won.moves]
    # The same seed, so the same worlds: only what is counted differs.
    assert [each.chances for each in won.moves] == [each.chances for each in points.moves]
    assert [each.chances for each in margin.moves] == [each.chances for each in points.moves]
    assert any(
        each.value != other.value for each, other in zip(margin.moves, points.moves, strict=True)
    )


def test_other_opponents_play_in_python() -> None:
    view = view_of(position("ascenseur-52", moves=5))
    blind = evaluate(view, random.Random(1), worlds=20, opponents="random")
    given = evaluate(view, random.Random(1), worlds=20, opponents=funicular.bot("random"))
    assert blind.opponents == given.opponents == "random"
    assert blind.to_json() == given.to_json()
    assert evaluate(view, random.Random(1), worlds=2, opponents=funicular.bot("casual")).opponents


def test_budgets_of_playouts_and_of_time() -> None:
    view = view_of(position("ascenseur-52"))
    moves = len(view.legal_moves())
    assert {each.worlds for each in evaluate(view, random.Random(1), playouts=60).moves} == {
        60 // moves
    }
    assert evaluate(view, random.Random(1), seconds=0.001).best.worlds >= 2
    assert measure(view, random.Random(1), EvaluationRequest(seconds=0.001)).moves[0].worlds >= 2
    assert {each.worlds for each in evaluate(view, random.Random(1)).moves} == {400}


def test_sealed_bids_are_evaluated_and_forced_moves_too() -> None:
    game = funicular.game("ascenseur-32", seats=4, bidding="simultaneous")
    state: Any = game.deal(random.Random(2), dealer=0, cards=3)
    state = state.play(3, game.parse_move("bid 1"))
    for seat in state.to_act:
        found = evaluate(state.view(seat), random.Random(1), worlds=20)
        assert [str(each.move) for each in found.moves] == ["bid 0", "bid 1", "bid 2", "bid 3"]
        assert len(measure(state.view(seat), random.Random(1), EvaluationRequest(worlds=2)).moves)
    one = funicular.game("ascenseur-52", seats=3).start(["AS", "2H", "4D"], dealer=2, upcard="9S")
    for text in ("bid 1", "bid 0", "bid 1"):
        one = one.play(one.to_act[0], funicular.game("ascenseur-52", seats=3).parse_move(text))
    (forced,) = evaluate(one.view(0), random.Random(1), worlds=20).moves
    assert forced.value == 2.0


@pytest.mark.parametrize(
    ("given", "error", "says"),
    [
        ({"worlds": 5, "playouts": 5}, funicular.BadOptions, "only one of them"),
        ({"worlds": 1}, funicular.BadOptions, "worlds is a whole number from 2 to 10000, not 1"),
        ({"worlds": True}, funicular.BadOptions, "not True"),
        ({"worlds": 2.5}, funicular.BadOptions, "not 2.5"),
        ({"playouts": 0}, funicular.BadOptions, "playouts is a whole number from 1"),
        ({"seconds": math.nan}, funicular.BadOptions, "not nan"),
        ({"seconds": -1}, funicular.BadOptions, "not -1"),
        ({"seconds": "1"}, funicular.BadOptions, "not '1'"),
        ({"objective": "glory"}, funicular.BadOptions, "points, margin, win, not 'glory'"),
        ({"opponents": "angel"}, funicular.UnknownBot, "angel"),
        ({"opponents": 7}, funicular.BadOptions, "a bot, not 7"),
        ({"race": 1}, funicular.BadOptions, "True or False, not 1"),
    ],
)
def test_bad_arguments_are_refused(
    given: dict[str, Any], error: type[funicular.FunicularError], says: str
) -> None:
    view = view_of(position("ascenseur-52"))
    with pytest.raises(error, match=says.replace("(", r"\(")):
        evaluate(view, random.Random(1), **given)


def test_only_a_seat_at_its_turn_has_moves_to_evaluate() -> None:
    state = position("ascenseur-52")
    (seat,) = state.to_act
    with pytest.raises(funicular.BadSeat, match="A spectator has no move"):
        evaluate(state.view(None), random.Random(1))
    with pytest.raises(funicular.IllegalMove):
        evaluate(state.view((seat + 1) % 4), random.Random(1))
    with pytest.raises(funicular.BadOptions, match="the view of a seat"):
        evaluate(state, random.Random(1))
    with pytest.raises(funicular.BadOptions, match=r"random\.Random"):
        evaluate(view_of(state), 7)  # type: ignore[arg-type]
    with pytest.raises(funicular.IllegalMove, match="not evaluated"):
        evaluate(view_of(state), random.Random(1), worlds=2).of(state.setup)
    casual = funicular.bot("casual")
    while state.to_act:
        state = state.play(state.to_act[0], casual.choose(view_of(state), random.Random(1)))
    with pytest.raises(funicular.IllegalMove, match="over"):
        evaluate(state.view(0), random.Random(1))


def test_it_is_printed_as_a_table_and_shown_as_one_in_notebooks() -> None:
    found = evaluate(view_of(position("ascenseur-52")), random.Random(1), worlds=20)
    first, headings, best, *_ = str(found).splitlines()
    assert first == "Points in this deal, on average over 20 plausible deals"
    assert headings.split()[:3] == ["move", "value", "error"]
    assert best.startswith(funicular.Reader("en").say(found.best.move.phrase))
    french = found.text(funicular.Reader("fr"))
    assert "donnes plausibles" in french
    html = found._repr_html_()
    assert html.count("<tr>") == 1 + len(found.moves)
    assert "<table>" in html
    leads = (view_of(position("auf-ab", moves=12, seed=seed)) for seed in range(100))
    wide = next(view for view in leads if len(view.legal_moves()) > 20)
    many = evaluate(wide, random.Random(1), worlds=2)
    assert str(many).splitlines()[-1] == f"and {len(many.moves) - 20} moves more"
    assert "moves more" in many._repr_html_()


def test_the_error_of_walks_that_differ_is_that_of_their_means() -> None:
    # Two walks, each of which says the same all the time.
    assert standard_error([0.0, 1.0] * 50, 2, 100) == pytest.approx(0.5)
    assert standard_error([0.0, 0.0, 1.0, 1.0], 1, 4) == pytest.approx(math.sqrt(1 / 12))


def test_a_line_is_followed_while_it_is_common() -> None:
    pass_, lay = (funicular.game("auf-ab", seats=3).parse_move(text) for text in ("pass", "0-1 x1"))
    often = [((1, pass_), (2, lay))] * 5 + [((1, lay), (2, pass_))] * 4
    assert most_frequent(often) == ((1, pass_), (2, lay))
    assert most_frequent([]) == ()
    assert most_frequent([((1, pass_),), ((1, lay),)]) == ()


def test_the_examples_in_the_documentation_run() -> None:
    assert doctest.testmod(evaluation).failed == 0


def test_nothing_said_is_the_usual_number_of_worlds() -> None:
    assert evaluation_request(None, None, None, "points", race=False).worlds == 400
