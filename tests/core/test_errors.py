"""One family of errors: each a ValueError that speaks every language and names its rule."""

import copy
import pickle

import pytest

import funicular
from funicular.core import errors
from funicular.core.errors import LONGEST_SHOWN, FunicularError, IllegalMove, shown
from funicular.core.seats import check_seat, check_turn, put
from tests.kit import plain

FAMILY = [
    kind
    for kind in vars(errors).values()
    if isinstance(kind, type) and issubclass(kind, FunicularError)
]


@pytest.mark.parametrize("kind", FAMILY)
def test_everything_refused_is_a_value_error(kind: type[FunicularError]) -> None:
    error = kind("turn.deal-over")
    assert isinstance(error, ValueError)
    assert str(error) == "The deal is over: no more moves."
    assert plain(error.say(funicular.Reader("fr"))) == "La manche est finie : plus aucun coup."
    assert getattr(funicular, kind.__name__) is kind
    assert kind.__doc__


def test_an_illegal_move_names_its_rule_if_it_has_one() -> None:
    assert str(IllegalMove("turn.deal-over", rule="S17")).endswith("no more moves. (S17)")
    assert IllegalMove("turn.deal-over").rule is None


@pytest.mark.parametrize("kind", FAMILY)
def test_an_error_can_be_sent_to_another_process(kind: type[FunicularError]) -> None:
    error = kind("seat.unknown", given="9", last=2)
    for other in (copy.copy(error), pickle.loads(pickle.dumps(error))):  # noqa: S301 - our own
        assert type(other) is kind
        assert str(other) == str(error)


def test_seats() -> None:
    check_seat(0, 1)
    check_turn(1, (0, 1), 2)
    with pytest.raises(funicular.BadSeat):
        check_seat(True, 3)  # noqa: FBT003 - that is the point
    with pytest.raises(IllegalMove, match="There is no seat '0'"):
        check_turn("0", (0,), 2)
    with pytest.raises(IllegalMove, match="The deal is over"):
        check_turn(0, (), 2)
    assert put((1, 2, 3), 1, 9) == (1, 9, 3)


def test_whatever_was_given_can_be_shown() -> None:
    assert shown(10**5000) == "int"
    assert shown("x" * 100).endswith("…")
    assert len(shown("x" * 100)) == LONGEST_SHOWN + 1
    assert shown([1]) == "[1]"
