"""Files with long tests come first, so that no process is left alone with one in the end.

A plugin of pytest. What is left for the end is short, and idle processes share it. A file moves as
a whole: what its tests share is made once.
"""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# Each has a test of more than ten seconds on two cores.
LONG = tuple(
    ROOT / "tests" / name
    for name in (
        "arena/test_cluster.py",
        "native/test_learning.py",
        "project/test_types.py",
        "system/faults/test_model.py",
        "system/faults/test_two_servers.py",
        "system/fuzz/test_fuzz.py",
        "system/hostile/test_hostile.py",
        "system/kills/test_kills.py",
        "system/rolling/test_nginx.py",
        "web/test_guide.py",
        "web/test_lease.py",
        "web/test_secrecy_channels.py",
    )
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sort them; everything else stays in its order."""
    gone = [path for path in LONG if not path.exists()]
    assert not gone, f"these are not here any more: {gone}"
    items.sort(key=lambda item: item.path not in LONG)
