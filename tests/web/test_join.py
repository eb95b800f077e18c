"""`funicular join`: people and programs take a seat at a live table from the terminal."""

from __future__ import annotations

import asyncio
import re
import shlex
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.cli.terminal import COMMAND, environment, run
from tests.web.live import PATIENCE, Place

EXAMPLE = Path(__file__).parents[2] / "examples" / "bot.py"
# A short match of each game.
SHORT: dict[str, dict[str, Any]] = {
    "auf-ab": {"options": {"deals": 1}},
    "dnpup": {"options": {"points_to_win": 2}},
    "ascenseur-52": {"deals": 2},
    "ascenseur-32": {"deals": 2, "options": {"bidding": "simultaneous"}},
}


def link(server: Place, opened: dict[str, Any]) -> str:
    return f"http://127.0.0.1:{server.port}/t/{opened['table']}#{opened['invite']}"


async def hosted(server: Place, opened: dict[str, Any], *command: str, **settings: Any) -> str:  # noqa: ANN401 - of Popen
    """Host the table until its match is over; what the command printed meanwhile."""
    joined = await asyncio.create_subprocess_exec(
        *command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        **settings,
    )
    # A move by its number, a bid (where 1 is forbidden, 0 is not), or Enter: whatever is asked for.
    talk = asyncio.create_task(joined.communicate(b"1\n0\n" * 1500))
    async with server.guest(opened) as host:
        await host.until(lambda me: me.table["chairs"][1]["kind"] == "person" or talk.done())
        assert not talk.done(), await talk
        assert host.table["chairs"][1]["name"] == "Max"
        await host.do("start")
        await host.play_on(lambda me: me.phase == "over")
        async with asyncio.timeout(PATIENCE):
            said, _ = await talk
    assert joined.returncode == 0, said.decode()
    return said.decode()


@pytest.mark.parametrize("game", SHORT)
def test_somebody_plays_a_match_from_the_terminal(server: Place, tmp_path: Path, game: str) -> None:
    opened = server.open(game, **SHORT[game])
    command = (*COMMAND, "join", link(server, opened), "--name", "Max")
    said = asyncio.run(hosted(server, opened, *command, env=environment(tmp_path)))
    assert "Your hand:" in said
    assert "sits down." in said
    assert re.search(r"^[^:]+: 1\) ", said, re.MULTILINE)
    assert re.search(r"(win|wins|shared win)", said)


@pytest.mark.parametrize("game", SHORT)
def test_a_program_written_for_the_arena_plays_at_a_live_table(
    server: Place, tmp_path: Path, game: str
) -> None:
    opened = server.open(game, **SHORT[game])
    program = shlex.join([sys.executable, str(EXAMPLE)])
    command = (*COMMAND, "join", link(server, opened), "--name", "Max", "--program", program)
    said = asyncio.run(hosted(server, opened, *command, env=environment(tmp_path)))
    assert re.search(r"(win|wins|shared win)", said)


def test_a_program_that_fails_gives_up_its_seat_to_a_bot(server: Place, tmp_path: Path) -> None:
    async def main() -> None:
        opened = server.open("dnpup", seats=2)
        command = (*COMMAND, "join", link(server, opened), "--name", "Max", "--program", "false")
        joined = await asyncio.create_subprocess_exec(
            *command, env=environment(tmp_path), stderr=subprocess.PIPE, stdout=subprocess.DEVNULL
        )
        async with server.guest(opened) as host:
            await host.until(lambda me: me.table["chairs"][1]["kind"] == "person")
            await host.do("start")
            await host.play_on(lambda me: me.table["chairs"][1]["kind"] == "bot")
        _, said = await joined.communicate()
        assert "left the table" in said.decode()
        assert joined.returncode != 0

    asyncio.run(main())


def test_who_leaves_finds_the_seat_again_by_the_same_command(server: Place, tmp_path: Path) -> None:
    async def main() -> None:
        opened = server.open("dnpup", seats=2)
        command = (*COMMAND, "join", link(server, opened), "--name", "Max")
        pipe = subprocess.PIPE
        settings: dict[str, Any] = {
            "env": environment(tmp_path),
            "stdin": pipe,
            "stdout": pipe,
        }
        async with server.guest(opened) as host:
            joined = await asyncio.create_subprocess_exec(*command, **settings)
            await host.until(lambda me: me.table["chairs"][1]["kind"] == "person")
            await host.do("start")
            talk = asyncio.create_task(joined.communicate(b"quit\n"))
            await host.until(lambda me: me.my_turn or not me.table["chairs"][1]["present"])
            if host.my_turn:
                await host.move()
            said, _ = await talk
            assert "Your seat is kept" in said.decode()
            await host.until(lambda me: not me.table["chairs"][1]["present"])
            again = await asyncio.create_subprocess_exec(*command, **settings)
            await host.until(lambda me: me.table["chairs"][1]["present"])
            assert [chair["name"] for chair in host.table["chairs"]] == ["Zoé", "Max"]
            again.terminate()
            await again.communicate()

    asyncio.run(main())


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ((), "which table"),
        (("nonsense",), "not a link"),
        (("ftp://host/t/abc#def",), "not a link"),
        (("http://host/t/../x#def",), "not a link"),
        (("http://127.0.0.1:9/t/abc#def",), "does not answer"),
    ],
)
def test_a_link_that_leads_nowhere_is_said_in_a_sentence(
    tmp_path: Path, text: tuple[str, ...], part: str
) -> None:
    failed = run(tmp_path, "join", *text)
    assert failed.returncode != 0
    assert part in failed.stderr
    assert "Traceback" not in failed.stderr


def test_a_wrong_invitation_is_refused_in_the_words_of_the_server(
    server: Place, tmp_path: Path
) -> None:
    opened = server.open()
    wrong = link(server, opened).replace(opened["invite"], "0" * 16)
    failed = run(tmp_path, "join", wrong, lang="fr")
    assert failed.returncode != 0
    assert "Ce lien ne donne pas accès" in failed.stderr


def test_the_same_may_be_typed_as_against_bots(server: Place, tmp_path: Path) -> None:
    """The terminal is one: it draws, lists and understands moves wherever the table is."""

    async def main() -> str:
        opened = server.open("ascenseur-52", seats=3, options={"schedule": [3]})
        command = (*COMMAND, "join", link(server, opened), "--name", "Max")
        joined = await asyncio.create_subprocess_exec(
            *command, env=environment(tmp_path), stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        async with server.guest(opened) as host:
            await host.until(lambda me: me.table["chairs"][1]["kind"] == "person")
            await host.do("start")
            typed = (b"hand", b"moves", b"log", b"hint", b"xyzzy", b"b40", b"quit")
            talk = asyncio.create_task(joined.communicate(b"\n".join(typed) + b"\n"))
            while not talk.done():
                await host.until(lambda me: me.my_turn or not me.table["chairs"][1]["present"])
                if not host.my_turn:
                    break
                await host.move()
            said, _ = await talk
        return said.decode()

    said = asyncio.run(main())
    assert "You may bid:" in said
    assert said.count("Your hand:") == 2
    assert "opened without hints" in said
    assert "xyzzy" in said
    assert "(S17)" in said
    assert "Your seat is kept" in said


def test_a_hint_is_told_where_it_is_allowed_and_refused_where_it_is_not(
    server: Place, tmp_path: Path
) -> None:
    async def typed(answer: str, lang: str) -> str:
        # Without the hook, so that there is something to choose whatever the others say.
        opened = server.open("ascenseur-52", deals=1, hints=True, options={"hook": False})
        command = (*COMMAND, "--lang", lang, "join", link(server, opened), "--name", "Max")
        joined = await asyncio.create_subprocess_exec(
            *command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=environment(tmp_path / lang),
        )
        assert joined.stdin is not None
        joined.stdin.write(f"{answer}\n".encode())
        agrees = answer == "yes"
        async with server.guest(opened) as host:
            await host.until(lambda me: me.table["chairs"][1]["kind"] == "person")
            await host.until(lambda me: me.table["chairs"][1]["agrees_to_hints"] is agrees)
            await host.do("start")
            talk = asyncio.create_task(joined.communicate(b"hint\nquit\n"))
            while not talk.done():
                if host.my_turn:
                    await host.move()
                else:
                    with suppress(TimeoutError):
                        await asyncio.wait_for(host.hear("update"), 0.2)
            said, _ = await talk
        return said.decode()

    told = asyncio.run(typed("yes", "en"))
    assert "To do so: bid" in told, told
    refused = asyncio.run(typed("non", "fr"))
    assert "accepté les conseils" in refused.replace("\n", " "), refused
