"""The sample bots of `examples/`: built as their README says, they play every game to its end."""

from __future__ import annotations

import ast
import random
import re
import shlex
import subprocess
import sys
from statistics import fmean

import pytest

import funicular
from funicular.arena.player import BotPlayer, Player, player
from tests.arena.external_table import EXAMPLES, PYTHON_BOT, deal, play_out
from tests.kit import BY_GAME_AND_SEATS, VARIANTS, Variant

RANDOM = BotPlayer(funicular.bot("random"), "random")
BOTS = ("C++", "Python")
README = (EXAMPLES / "README.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def commands(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The command line of each sample bot; the path of the compiled one has a space in it."""
    program = tmp_path_factory.mktemp("built here") / "bot"
    (line,) = re.findall(r"^(c\+\+ .*) -o bot (.*)$", README, re.MULTILINE)
    words = shlex.split(f"{line[0]} -Wall -Wextra -Wpedantic -Werror -o")
    subprocess.run((*words, str(program), line[1]), cwd=EXAMPLES.parent, check=True)
    return {"C++": f"'{program}'", "Python": PYTHON_BOT}


@pytest.mark.parametrize(("name", "seats"), BY_GAME_AND_SEATS)
def test_both_play_whole_deals_of_every_game(
    commands: dict[str, str], name: str, seats: int
) -> None:
    game = funicular.game(name, seats=seats)
    for number in range(2):
        table = [player(f"outside:{commands[BOTS[(seat + number) % 2]]}") for seat in range(seats)]
        end = play_out(deal(game, number), table, random.Random(number))
        assert end.points is not None
        assert not end.void


SEALED = [variant for variant in VARIANTS if variant.options.get("bidding") == "simultaneous"]


@pytest.mark.parametrize("variant", SEALED, ids=str)
@pytest.mark.parametrize("bot", BOTS)
def test_both_can_bid_under_seal(commands: dict[str, str], variant: Variant, bot: str) -> None:
    table = [player(f"outside:{commands[bot]}") for _ in range(variant.seats)]
    assert play_out(deal(variant.game, 1), table, random.Random(1)).points is not None


@pytest.mark.parametrize("name", funicular.GAMES)
@pytest.mark.parametrize("bot", BOTS)
def test_both_choose_sensibly(commands: dict[str, str], bot: str, name: str) -> None:
    """On the same cards in every seat they do better than chance."""
    game = funicular.game(name, seats=3)
    margins = []
    for number in range(6):
        for seat in range(3):
            table: list[Player] = [RANDOM] * 3
            table[seat] = player(f"outside:{commands[bot]}")
            points = play_out(deal(game, number), table, random.Random(number)).points_so_far
            margins.append(points[seat] - (sum(points) - points[seat]) / 2)
    assert fmean(margins) > 0


def test_the_compiled_bot_refuses_what_is_not_json(commands: dict[str, str]) -> None:
    for line in ("", "{", '{"type', '{"type":', "[[[", "nonsense", '{"type":"choose"}'):
        done = subprocess.run(
            commands["C++"].strip("'"),
            input=f"{line}\n",
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 1, line
        assert done.stderr.endswith("\n"), line


def test_the_python_bot_needs_nothing_of_ours() -> None:
    tree = ast.parse((EXAMPLES / "bot.py").read_text(encoding="utf-8"))
    imported = {
        name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names
    }
    assert imported == {"json", "sys"}
    assert not any(isinstance(node, ast.ImportFrom) for node in ast.walk(tree))
    assert imported <= set(sys.stdlib_module_names)


def test_the_readme_names_every_file() -> None:
    files = {path.name for path in EXAMPLES.iterdir() if path.is_file()} - {"README.md"}
    assert files
    assert all(f"`{name}`" in README for name in files)
