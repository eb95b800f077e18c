"""The page about the protocol tells of everything that can be said."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import get_args

import pytest
from starlette.routing import Route

from funicular.live.messages import AnyFromClient, AnyFromServer
from funicular.table.commands import AnyCommand
from funicular.web.app import open_app

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "protocol.md").read_text(encoding="utf-8")


def tags(union: object) -> list[str]:
    return [kind.__struct_config__.tag for kind in get_args(union)]


@pytest.mark.parametrize("tag", [*tags(AnyFromClient), *tags(AnyFromServer), *tags(AnyCommand)])
def test_the_page_tells_of_every_message_and_command(tag: str) -> None:
    assert f"`{tag}`" in PAGE


def test_the_page_tells_of_every_address(tmp_path: Path) -> None:
    """A row of the table under "Every address" for each route and method."""

    async def routes() -> list[Route]:
        app = await open_app(str(tmp_path / "tables.db"))
        await app.services.store.close()
        return [route for route in app.routes if isinstance(route, Route)]

    found = {
        f"`{method} {re.sub('{(.*?)}', lambda name: name[1].upper(), route.path)}`"
        for route in asyncio.run(routes())
        for method in (route.methods or set()) - {"HEAD"}
        if ":path" not in route.path
    }
    assert len(found) > 10
    missing = sorted(each for each in found if each not in PAGE)
    assert not missing, f"docs/protocol.md, under “Every address”, lacks {missing}"
