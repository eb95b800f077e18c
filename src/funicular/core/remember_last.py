"""Remembering the last result of a function of one value.

A table asks its state several times in a row what is public, and the answer takes as long as the
deal has lasted. States are values with no room for caches; one result beside them is enough.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

Value = TypeVar("Value")
Result = TypeVar("Result")


def remember_last(function: Callable[[Value], Result]) -> Callable[[Value], Result]:
    """The same function; for the very object of the last call, the very result of that call."""
    # Read and written as a whole, so threads cannot mix two calls up.
    last: tuple[Value, Result] | None = None

    @wraps(function)
    def remembering(value: Value) -> Result:
        nonlocal last
        known = last
        if known is not None and known[0] is value:
            return known[1]
        result = function(value)
        last = (value, result)
        return result

    return remembering
