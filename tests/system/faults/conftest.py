"""Disks and clocks that the tests of this folder can spoil."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.system.faults.shims import Faults


@pytest.fixture
def faults(tmp_path: Path) -> Iterator[Faults]:
    """For a server whose files are in `data`."""
    (tmp_path / "data").mkdir()
    faults = Faults(tmp_path, tmp_path / "data")
    yield faults
    faults.close()
