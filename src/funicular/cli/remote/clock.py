"""A time as a clock shows it."""

from __future__ import annotations

import math


def clock_text(seconds: float) -> str:
    """Minutes and seconds; a second begun is still shown, and nothing is less than none."""
    whole = max(0, math.ceil(seconds))
    return f"{whole // 60}:{whole % 60:02}"
