"""A real pseudo-terminal: colours, line editing, Ctrl-C, Ctrl-D, and stepping through a replay."""

from __future__ import annotations

import re
from pathlib import Path

import pexpect
import pytest

from funicular import GAMES
from tests.cli.terminal import COMMAND, LONGEST, environment, run, uncounted


def spawn(home: Path, *arguments: str, lang: str = "en", **settings: str) -> pexpect.spawn[str]:
    return pexpect.spawn(
        COMMAND[0],
        [*COMMAND[1:], *arguments],
        env=uncounted(environment(home, lang)) | settings,
        encoding="utf-8",
        timeout=LONGEST,
        dimensions=(40, 100),
    )


def ended(child: pexpect.spawn[str]) -> int | None:
    child.expect(pexpect.EOF)
    child.close()
    return child.exitstatus


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_played_by_following_every_hint(tmp_path: Path, game: str, lang: str) -> None:
    ending = ("--target", "1") if game == "dnpup" else ("--deals", "1")
    child = spawn(
        *(tmp_path, "play", game, "--new", "--seed", "5", "--pace", "0", *ending), lang=lang
    )
    prompt, ask, told, won = {
        "en": ("Your move: ", "hint", r"type\s+“([^”]*)”", "wins? the match|shared win"),
        "fr": ("Votre coup : ", "indice", r"tapez\s+«([^»]*)»", "la partie avec|Victoire"),
    }[lang]
    while child.expect([re.escape(prompt), won]) == 0:
        child.sendline(ask)
        child.expect(told)
        assert isinstance(child.match, re.Match)
        child.sendline(" ".join(child.match[1].split()))
        child.expect(re.escape(prompt))
        child.expect(r"\n")
    assert ended(child) == 0


def test_colour_is_for_terminals_that_want_it(tmp_path: Path) -> None:
    arguments = ("play", "52", "--new", "--seed", "3", "--pace", "0")
    child = spawn(tmp_path, *arguments)
    child.expect("Your move: ")
    assert "\x1b[1mQ♠\x1b[0m" in (child.before or "")
    child.sendline("quit")
    assert ended(child) == 0
    plain = spawn(tmp_path, *arguments, NO_COLOR="1")
    plain.expect("Your move: ")
    assert "\x1b[" not in (plain.before or "").replace("\x1b[?2004h", "")
    plain.sendeof()
    assert ended(plain) == 0


def test_ctrl_c_saves_the_match_and_ends_quietly(tmp_path: Path) -> None:
    child = spawn(tmp_path, "play", "dnpup", "--new", "--pace", "0")
    child.expect("Your move: ")
    child.sendintr()
    child.expect("The match waits for you")
    assert ended(child) == 130
    assert "Traceback" not in (child.before or "")
    assert (tmp_path / "state" / "funicular" / "dnpup.json").exists()


def test_ctrl_c_at_the_menu_ends_quietly(tmp_path: Path) -> None:
    child = spawn(tmp_path, "play")
    child.expect(r"\[1\]: ")
    child.sendintr()
    assert ended(child) == 130
    assert "Traceback" not in (child.before or "")


def test_bots_show_how_far_they_are(tmp_path: Path) -> None:
    child = spawn(tmp_path, "match", "52", "--bots", "random", "--matches", "3", "--deals", "1")
    child.expect(r"\[#{40}\] 3/3")
    child.expect("3 matches of ascenseur-52")
    assert ended(child) == 0


def test_a_replay_goes_step_by_step(tmp_path: Path) -> None:
    record = tmp_path / "match.json"
    made = ("match", "52", "--bots", "random", "--deals", "3", "--seed", "1")
    assert run(tmp_path, *made, "--save", str(record)).returncode == 0
    child = spawn(tmp_path, "replay", str(record))
    child.expect("> ")
    child.sendline("")
    child.expect("bids")
    child.expect("> ")
    child.sendline("d")
    child.expect("Deal 2")
    child.expect("> ")
    child.sendline("a")
    child.expect("wins the match|shared win")
    assert ended(child) == 0
    quitting = spawn(tmp_path, "replay", str(record))
    quitting.expect("> ")
    quitting.sendline("q")
    assert ended(quitting) == 0


def test_rules_are_readable_on_a_terminal(tmp_path: Path) -> None:
    child = spawn(tmp_path, "rules", "52", "S19", "--lang", "fr")
    child.expect("S19. ")
    assert ended(child) == 0
