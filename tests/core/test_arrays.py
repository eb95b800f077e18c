"""Reading what callers give as arrays, and asking for NumPy only then."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from funicular.core.arrays import array_of, described


@pytest.mark.parametrize("given", [[1, 2], (1, 2), range(1, 3), np.array([1, 2])])
def test_numbers_in_a_row_are_an_array(given: object) -> None:
    array = array_of(given)
    assert array is not None
    assert array.tolist() == [1, 2]


def test_what_has_no_shape_is_no_array() -> None:
    assert array_of([0, [1], 2]) is None


def test_an_array_is_described_by_type_and_shape() -> None:
    assert described(np.zeros((2, 3), "int8")) == "int8 (2, 3)"
    assert described([1, 2]) == "[1, 2]"


def test_nothing_loads_numpy_before_an_array_is_asked_for() -> None:
    program = "import funicular, sys; print('numpy' in sys.modules)"
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ran.stdout.strip() == "False"
