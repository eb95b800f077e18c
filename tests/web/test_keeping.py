"""What is kept in the background: whatever goes wrong with it is one line of the log."""

from __future__ import annotations

import asyncio

import pytest

from funicular.live.background_saves import BackgroundSaves


def test_an_error_of_ours_is_told(caplog: pytest.LogCaptureFixture) -> None:
    async def broken() -> None:
        message = "ours"
        raise TypeError(message)

    asyncio.run(BackgroundSaves("t").now("not-kept", broken()))
    (told,) = caplog.records
    assert (told.levelname, told.message) == ("ERROR", "not-kept")
    assert told.__dict__["about"] == {"table": "t"}
