"""Which tests measure coverage: those of core and games, but for what they repeat a thousand times.

A plugin of pytest. Measuring makes Python a third as fast, so `make test` runs the tests that reach
every branch of core and games with it (`-m measured`) and all others without (`-m "not measured"`).
A test there that reaches nothing new, but tries it very often, says so: `@pytest.mark.unmeasured`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MEASURED = (ROOT / "README.md", ROOT / "tests" / "core", ROOT / "tests" / "games")


def pytest_configure(config: pytest.Config) -> None:
    """Name the two marks."""
    config.addinivalue_line("markers", "measured: coverage is measured; set by folder")
    config.addinivalue_line("markers", "unmeasured: reaches nothing new, but tries it very often")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark them, before marks choose."""
    for item in items:
        here = any(item.path.is_relative_to(place) for place in MEASURED)
        if here and item.get_closest_marker("unmeasured") is None:
            item.add_marker("measured")
