"""`docs/outside-bots.md` says what is so: its transcript is replayed, its tables are complete."""

from __future__ import annotations

import random
import re
import shlex
import sys
from pathlib import Path

import msgspec
import pytest

import funicular
from funicular.arena.external import messages, player, program
from funicular.arena.player import player as entrant
from funicular.games.ascenseur.wire import SEALED_BID, AscenseurSight
from funicular.games.auf_ab.wire import AufAbSight
from funicular.games.dnpup.wire import DnpupSight
from tests.arena.external_table import EXAMPLES

PAGE = Path(__file__).parents[2] / "docs" / "outside-bots.md"

# Stands between the arena and the sample bot, and writes down what both say.
LISTENER = """
import subprocess, sys
bot, record = sys.argv[1:]
with open(record, "w", encoding="utf-8") as record:
    playing = subprocess.Popen([sys.executable, bot], stdin=-1, stdout=-1, text=True, bufsize=1)
    for line in sys.stdin:
        record.write("> " + line)
        playing.stdin.write(line)
        if '"type":"over"' not in line:
            answer = playing.stdout.readline()
            record.write("< " + answer)
            print(answer, end="", flush=True)
    playing.stdin.close()
    playing.wait()
"""


def block(name: str) -> str:
    """The text of the page's only code block of this kind."""
    (found,) = re.findall(
        rf"^```{name}\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    return str(found)


def test_the_transcript_is_what_is_said(tmp_path: Path) -> None:
    listener, record = tmp_path / "listener.py", tmp_path / "record"
    listener.write_text(LISTENER, encoding="utf-8")
    bot = str(EXAMPLES / "bot.py")
    command = shlex.join([sys.executable, str(listener), bot, str(record)])
    game = funicular.game("ascenseur-52", seats=3, schedule=[2])
    state = game.start(["AS KS", "2H 3H", "4D 5D"], dealer=2, upcard="9C")
    sample, rng = entrant(f"outside:{command}"), random.Random(7)
    while state.to_act:
        (seat,) = state.to_act
        move = sample.choose(state, 0, rng) if seat == 0 else state.legal_moves(seat)[0]
        state = state.play(seat, move)
    sample.over(state, 0)
    assert record.read_text(encoding="utf-8") == block("transcript")


@pytest.mark.parametrize(
    ("kind", "heading"),
    [
        (messages.DealBegins, "`hello`"),
        (messages.Choose, "`choose`"),
        (messages.Over, "`over`"),
        (AscenseurSight, "Ascenseur"),
        (AufAbSight, "Auf & Ab"),
        (DnpupSight, "dnpup"),
    ],
)
def test_every_field_has_its_line_and_no_line_is_without_a_field(
    kind: type[msgspec.Struct], heading: str
) -> None:
    page = PAGE.read_text(encoding="utf-8")
    (section,) = re.findall(
        rf"^#+ {re.escape(heading)}$(.*?)(?=^#)", page, re.MULTILINE | re.DOTALL
    )
    rows = re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)
    assert rows == [field.name for field in msgspec.structs.fields(kind)]


@pytest.mark.parametrize(
    "figure",
    [
        f"protocol, {messages.PROTOCOL}",
        f"{player.MOVE_SECONDS:.0f} seconds for a move",
        f"{player.START_SECONDS:.0f} seconds to say `ready`",
        f"{program.LONGEST_LINE >> 20} MiB",
        f"{program.LEAVING_SECONDS:.0f} second to leave",
        f"{program.TERM_SECONDS:.0f} second after SIGTERM",
        f"`{SEALED_BID}`",
    ],
)
def test_the_figures_are_those_of_the_code(figure: str) -> None:
    assert figure in " ".join(PAGE.read_text(encoding="utf-8").split())
