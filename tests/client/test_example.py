"""The bot of docs/client.md plays a match against `funicular serve`."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from pathlib import Path

from funicular import client
from tests.kit.serving import PATIENCE, Served, unmeasured

PAGE = Path(__file__).parents[2] / "docs" / "client.md"


def example() -> str:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    return str(code)


def test_the_example_has_twenty_lines_of_its_own() -> None:
    lines = [line for line in example().splitlines() if line.strip()]
    assert len(lines) <= 20


def test_the_example_plays_a_match_at_a_real_server(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(example(), encoding="utf-8")

    async def main(address: str) -> str:
        opened = await client.open_table(
            address, "ascenseur-52", seats=3, name="Ada", level="beginner", deals=2, pace="instant"
        )
        bot = await asyncio.create_subprocess_exec(
            *(sys.executable, tmp_path / "bot.py", opened.link),
            stdout=subprocess.PIPE,
            env=unmeasured(),
        )
        async with client.connect(opened.link, token=opened.token) as table:
            await table.until(lambda view: "Robin" in view.names)
            await table.start()
            async for view in table.views():
                if view.my_turn:
                    await table.play(view.legal[0])
                elif view.asks_if_ready:
                    await table.ready()
                elif view.phase == "over":
                    break
        said, _ = await bot.communicate()
        assert bot.returncode == 0
        return said.decode()

    with Served(tmp_path, "--data", str(tmp_path / "tables.db")) as server:
        said = asyncio.run(asyncio.wait_for(main(server.address), PATIENCE))
    assert "You bid" in said
    assert re.search(r"\bwins?\b", said)
