"""A household of programs for whoever tests with some: they leave no file of ours open."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.arena.external_table import ProgramFolder, open_files


@pytest.fixture
def house(tmp_path: Path) -> Iterator[ProgramFolder]:
    household = ProgramFolder(tmp_path)
    files = open_files()
    yield household
    gc.collect()
    assert open_files() == files
    household.close()
