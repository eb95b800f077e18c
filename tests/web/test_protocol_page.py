"""The page about the protocol tells of everything that can be said."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from funicular.live.messages import AnyFromClient, AnyFromServer
from funicular.table.commands import AnyCommand

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "protocol.md").read_text(encoding="utf-8")


def tags(union: object) -> list[str]:
    return [kind.__struct_config__.tag for kind in get_args(union)]


@pytest.mark.parametrize("tag", [*tags(AnyFromClient), *tags(AnyFromServer), *tags(AnyCommand)])
def test_the_page_tells_of_every_message_and_command(tag: str) -> None:
    assert f"`{tag}`" in PAGE
