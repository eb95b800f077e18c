"""The other commands, and how the command line itself behaves."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest
from msgspec.structs import asdict

import funicular
from funicular.cli import main
from funicular.cli.commands import COMMANDS
from funicular.cli.language import choose_language, locale_language
from funicular.cli.perft import sequences
from funicular.games.registry import HOUSE_RULES
from tests.cli.terminal import run


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_help_tells_of_every_command(tmp_path: Path, lang: str) -> None:
    alone, asked = run(tmp_path, lang=lang), run(tmp_path, "--help", lang=lang)
    assert alone.stdout == asked.stdout
    assert alone.returncode == 0
    for name in COMMANDS:
        assert f"\n    {name} " in alone.stdout
        about = funicular.Reader(lang).say(f"cli.about-command.{name}")
        assert about in alone.stdout
        shown = run(tmp_path, name, "--help", lang=lang)
        assert shown.returncode == 0
        assert about.lower() in shown.stdout.lower()


def test_french_help_has_no_english_of_argparse(tmp_path: Path) -> None:
    for name in ("", *COMMANDS):
        shown = run(tmp_path, *filter(None, [name]), "-h", lang="fr").stdout
        for english in ("usage: ", "positional", "optional", "show this", "exit"):
            assert english not in shown


def test_version_is_told_with_the_kernels_in_use(tmp_path: Path) -> None:
    kernels = "compiled kernels" if funicular.COMPILED else "pure Python (slower)"
    assert run(tmp_path, "--version").stdout == f"funicular {funicular.__version__}, {kernels}\n"
    pure = run(tmp_path, "--version", lang="fr", FUNICULAR_PURE="1").stdout
    assert pure == f"funicular {funicular.__version__}, Python pur (plus lent)\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("plya", "There is no command “plya”. Did you mean “play”?"),
        ("xyz", "There is no command “xyz”."),
        ("--lang xx", "There is no language “xx”."),
        ("play --lang", "--lang is missing its value"),
        ("play chess", "There is no game “chess”."),
        ("play --new=1 52", "--new cannot be “1”"),
        ("play 52 --seats", "--seats is missing its value"),
        ("play 52 --seats four", "--seats is a whole number, not “four”."),
        ("play 52 --seats 9", "ascenseur-52 is for 3 to 6 players, not 9."),
        ("play 52 --level genius", "There is no bot “genius”."),
        ("play 52 --level genius@1s", "There is no bot “genius”."),
        ("play 52 --level strong@soon", "“strong@soon” cannot be read"),
        ("play 52 --level casual@1s", "casual does not search and needs no budget"),
        ("play 52 --option hook", "A house rule is written name=value"),
        ("play 52 --option seats=3", "There is no option “seats”"),
        ("play 52 --option tea=yes", "There is no option “tea”."),
        ("play 52 --option hook=perhaps", "hook cannot be 'perhaps'."),
        ("play 52 --option schedule=" + "[" * 5000, "schedule cannot be '[[["),
        ("play 52 --option schedule=" + "[" * 900 + "]" * 900, "schedule cannot be '[[["),
        ("play 52 --option hook=\udcff", "hook cannot be “?”"),
        ("play 52 --name \udcff", "A name is text of 1 to 40 characters."),
        (f"play 52 --name {'x' * 41}", "A name is text of 1 to 40 characters."),
        ("play 52 --pace fast", "--pace is a number of seconds"),
        ("play 52 --name  ", "--name is missing its value"),
        ("play 52 --resume --new", "Either --resume or --new"),
        ("play 52 --resume --seed 1", "leave out --seed"),
        ("play 52 --resume", "No match of ascenseur-52 is saved."),
        ("play --resume", "No match is saved."),
        ("play 52 --save no/such/folder/file", "There is no folder to write"),
        ("play 52 --save .", "“.” cannot be written: it is a folder."),
        (f"play 52 --save {'x' * 5000}", "cannot be written: File name too long."),
        ("match 52 --save .", "“.” cannot be written: it is a folder."),
        ("play 52 --target 5", "it has no target"),
        ("play 52 more", "“more” is not understood here"),
        ("play 52 --frobnicate", "“--frobnicate” is not understood here"),
        ("deal", "Say which game."),
        ("deal asc", "“asc” may be several games"),
        ("deal dnpup --cards 3", "no choice of hand size"),
        ("perft 52", "--depth is missing its value"),
        ("perft 52 --depth 0", "--depth is a whole number, at least 1"),
        ("match 52 --matches 9999999", "--matches is a whole number, at most 1000000"),
        ("match 52 --bots casual,casual", "is for 3 to 6 players"),
        ("match 52 --bots casual,casual --seats 4", "4 players need 4 bots"),
        ("rules 52 S99", "There is no rule S99"),
        ("replay", "FILE is missing its value"),
        ("replay no-such-file", "cannot be read: it does not exist."),
        ("replay .", "cannot be read: it is a folder."),
        ("replay - --match 3", "There is no match 3"),
        ("replay - --text --seat 1", "leave out --seat."),
        ("replay -", "This is not a record of a match"),
    ],
)
def test_what_cannot_be_is_one_sentence_and_exit_2(
    tmp_path: Path, arguments: str, sentence: str
) -> None:
    done = run(tmp_path, *arguments.split())
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1
    assert (done.returncode, done.stdout) == (2, "")


def test_refusals_are_in_the_readers_language(tmp_path: Path) -> None:
    done = run(tmp_path, "play", "52", "--seats", lang="fr")
    assert done.stderr == (
        "funicular\u00a0: Il manque la valeur de --seats\u00a0; --help dit ce qu’elle peut être.\n"
    )


def test_a_language_we_lack_is_refused_in_the_readers_own(tmp_path: Path) -> None:
    assert "Il n’y a pas de langue" in run(tmp_path, "--lang", "tlh", lang="fr").stderr


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "tlh_TLH.UTF-8"}, "en"),
        ({"LANG": "fr_FR", "LC_ALL": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_GB", "LC_MESSAGES": "fr_CH"}, "fr"),
        ({"LANG": "tlh_TLH", "LANGUAGE": "tlh:fr"}, "fr"),
        ({"LANG": "C", "LANGUAGE": "fr"}, "en"),
        ({"LC_ALL": "C.UTF-8"}, "en"),
    ],
)
def test_the_language_is_the_locales(settings: dict[str, str], expected: str) -> None:
    assert locale_language(settings) == expected


def test_the_language_may_be_asked_for_anywhere() -> None:
    for arguments in (["--lang", "fr", "play"], ["play", "--lang=fr"], ["play", "--lang", "FR"]):
        assert choose_language(arguments, {"LANG": "en_GB"}) == "fr"


@pytest.mark.parametrize("game", funicular.GAMES)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_rules_are_printed_in_the_language(tmp_path: Path, game: str, lang: str) -> None:
    page = run(tmp_path, "rules", game, "--lang", lang).stdout
    assert page.startswith("# ")
    assert ("## Le but" in page) == (lang == "fr")


@pytest.mark.parametrize("game", funicular.GAMES)
def test_a_deal_is_the_one_that_python_deals(tmp_path: Path, game: str) -> None:
    done = run(tmp_path, "deal", game, "--seats", "3", "--seed", "7", "--json")
    dealt = json.loads(done.stdout)
    state = funicular.game(game, seats=3).deal(random.Random(7))
    assert tuple(dealt["deal"]["hands"]) == state.deal.hands
    assert dealt["seed"] == 7
    written = run(tmp_path, "deal", game, "--seats", "3", "--seed", "7").stdout
    assert all(str(card.spoken("en")) in written for seat in range(3) for card in state.hand(seat))


def test_a_deal_without_a_seed_tells_the_one_it_had(tmp_path: Path) -> None:
    first = run(tmp_path, "deal", "52", "--cards", "5").stdout
    seed = first.rpartition("Seed ")[2].strip(".\n")
    assert run(tmp_path, "deal", "52", "--cards", "5", "--seed", seed).stdout == first


def test_perft_counts_sequences(tmp_path: Path) -> None:
    done = run(
        tmp_path, "perft", "52", "--cards", "2", "--seats", "3", "--seed", "1", "--depth", "3"
    )
    # Three bids each of 0 to 2, less the one that the hook forbids after each of the nine pairs
    # but those three that come to more than two tricks.
    assert "Depth 1: 3 " in done.stdout
    assert "Depth 2: 9 " in done.stdout
    assert "Depth 3: 21 " in done.stdout


def test_perft_counts_nothing_beyond_the_end() -> None:
    state = funicular.game("ascenseur-52", seats=3).deal(random.Random(1), dealer=0, cards=1)
    assert sequences(state, 6) == sequences(state, 3)
    assert sequences(state, 7) == 0


def test_bots_play_matches_and_their_records_replay(tmp_path: Path) -> None:
    saved = tmp_path / "matches.jsonl"
    asked = ("match", "52", "--bots", "casual,beginner,random", "--matches", "2", "--deals", "2")
    done = run(tmp_path, *asked, "--seed", "4", "--save", str(saved))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == run(tmp_path, *asked, "--seed", "4").stdout
    first = run(tmp_path, "replay", str(saved)).stdout
    second = run(tmp_path, "replay", str(saved), "--match", "2").stdout
    assert "played by casual 1, beginner 2, random 3." in first
    assert "played by random 3, casual 1, beginner 2." in second
    assert "Deal 2" in second
    french = run(tmp_path, *asked, "--seed", "4", lang="fr").stdout
    assert re.search(r"  casual 1    victoires : \d(,5)? \(\d+ %\), points : −?\d+,", french)


def test_a_damaged_line_keeps_its_number_and_is_refused(tmp_path: Path) -> None:
    saved = tmp_path / "matches.jsonl"
    asked = ("match", "52", "--bots", "random", "--matches", "3", "--deals", "1", "--seed", "4")
    run(tmp_path, *asked, "--save", str(saved))
    third = run(tmp_path, "replay", str(saved), "--match", "3").stdout
    one, two, three = saved.read_text().splitlines()
    saved.write_text("\n".join((one, two[:-9], three)) + "\n\n")
    assert run(tmp_path, "replay", str(saved), "--match", "3").stdout == third
    damaged = run(tmp_path, "replay", str(saved), "--match", "2")
    assert "This is not a record of a match" in damaged.stderr
    beyond = run(tmp_path, "replay", str(saved), "--match", "4")
    assert "There is no match 4: the file has 3." in beyond.stderr


@pytest.mark.parametrize("matches", ["1", "2"])
def test_a_file_of_records_ends_with_one_newline(tmp_path: Path, matches: str) -> None:
    saved = tmp_path / "matches.json"
    asked = ("match", "52", "--bots", "random", "--matches", matches, "--deals", "1")
    run(tmp_path, *asked, "--save", str(saved))
    assert re.search(r"\}\n\Z", saved.read_text())


@pytest.mark.parametrize("game", funicular.GAMES)
def test_a_replay_shows_all_or_one_seat_or_the_match_in_writing(tmp_path: Path, game: str) -> None:
    saved = tmp_path / "match.json"
    run(tmp_path, "match", game, "--bots", "random", "--seed", "2", "--save", str(saved))
    shown = run(tmp_path, "replay", str(saved)).stdout
    mine = run(tmp_path, "replay", str(saved), "--seat", "1").stdout
    text = run(tmp_path, "replay", str(saved), "--text").stdout
    assert "\nrandom 3: " in shown
    assert "\nrandom 3: " not in mine
    assert "You " in mine
    match, players = funicular.read_record(saved.read_text())
    assert text == funicular.match_text(match, funicular.Reader("en", players)) + "\n"


def test_an_unfinished_match_is_replayed_as_far_as_it_goes(tmp_path: Path) -> None:
    saved = tmp_path / "match.json"
    run(tmp_path, "play", "dnpup", "--new", "--save", str(saved), typed="1\n")
    shown = run(tmp_path, "replay", str(saved)).stdout
    assert "This match is not finished" in shown
    assert "Player: " in shown
    one_seat = run(tmp_path, "replay", str(saved), "--seat", "0").stdout
    assert "all cards open" not in one_seat


def test_help_names_the_house_rules_and_languages_there_are(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(HOUSE_RULES, "dnpup", {"kitchen": {}})
    monkeypatch.setattr("funicular.cli.parser.languages", lambda: ("en", "fr", "tlh"))
    for lang in funicular.lang.languages():
        assert main(["play", "--help", "--lang", lang]) == 0
        shown = " ".join(capsys.readouterr().out.split())
        for rules in HOUSE_RULES.values():
            assert all(name in shown for name in rules)
        assert "en, fr, tlh" in shown


def test_house_rules_go_by_name_and_single_options_come_on_top(tmp_path: Path) -> None:
    args = "match 52 --seats 3 --house oh-hell --option penalty=2 --deals 1 --seed 1 --save m.json"
    record = tmp_path / "m.json"
    done = run(tmp_path, *args.replace("m.json", str(record)).split())
    assert done.returncode == 0
    match, _ = funicular.read_record(record.read_text())
    options = asdict(match.game.options)
    assert (options["bonus"], options["penalty"]) == (10, 2)
    assert options["missed_scores_tricks"]
    refused = run(tmp_path, "deal", "dnpup", "--house", "oh-hell")
    assert "dnpup has no house rules “oh-hell”" in refused.stderr
