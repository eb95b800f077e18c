"""A server for the tests of a file, and one of a test's own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.live import Place, live_server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """A server that the tests of a file share."""
    with live_server(tmp_path_factory.mktemp("server") / "tables.db") as place:
        yield place


@pytest.fixture
def impatient(tmp_path: Path) -> Iterator[Place]:
    """A server where a seat is kept as soon as its person is gone."""
    with live_server(tmp_path / "tables.db", grace=0.05) as place:
        yield place
