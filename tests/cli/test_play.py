"""Whole matches through a pipe: what is shown, what may be typed, leaving and coming back."""

from __future__ import annotations

import re
from itertools import cycle, islice
from pathlib import Path

import pytest

from funicular import COMPILED, GAMES, Reader, read_record
from funicular.cli.words import PROMPT_COMMANDS
from tests.cli.terminal import lines, run

# Always the first of the list; where a bid of 1 is forbidden, 0 is not.
FIRST = tuple(islice(cycle(("1", "0")), 4000))
SHORT = {
    "auf-ab": ("--deals", "2"),
    "dnpup": ("--target", "2"),
    "ascenseur-52": ("--deals", "4"),
    "ascenseur-32": ("--deals", "4"),
}

THREE_DEALS = SHORT | {"auf-ab": ("--deals", "3"), "dnpup": ("--target", "6")}


def play(
    home: Path, game: str, *answers: str, options: tuple[str, ...] = (), lang: str = "en"
) -> str:
    """Play a new match with these answers; what came out."""
    done = run(
        home, "play", game, "--new", "--seed", "3", *options, typed=lines(*answers), lang=lang
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_can_be_played_through_a_pipe(tmp_path: Path, game: str, lang: str) -> None:
    saved = tmp_path / "match.json"
    shown = play(tmp_path, game, *FIRST, options=(*SHORT[game], "--save", str(saved)), lang=lang)
    match, players = read_record(saved.read_text())
    assert match.over
    assert len(players) == 4
    assert str(saved) in shown
    assert str(max(match.totals)) in shown
    assert not (tmp_path / "state" / "funicular" / f"{game}.json").exists()
    # The path of the record is as long as it is: it is not folded.
    assert max(len(line) for line in shown.splitlines() if str(saved) not in line) <= 80


def test_a_score_sheet_too_wide_for_the_screen_is_told_in_rows(tmp_path: Path) -> None:
    name = "Maximilienne-Antoinette de la Funiculaire"[:40]
    options = ("--name", name, "--deals", "1", "--seats", "6")
    shown = play(tmp_path, "ascenseur-52", *FIRST, options=options)
    assert re.search(rf"^Deal 1: {name} \d/\d", shown, re.MULTILINE)
    assert max(map(len, shown.splitlines())) <= 80


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_dnpup_is_played_at_every_size_of_table(tmp_path: Path, seats: int) -> None:
    shown = play(tmp_path, "dnpup", *FIRST, options=("--seats", str(seats), "--target", "1"))
    assert "the match with" in shown


def test_sealed_bids_are_asked_for_and_shown_together(tmp_path: Path) -> None:
    sealed = ("--option", "bidding=simultaneous", "--deals", "2")
    shown = play(tmp_path, "ascenseur-32", *FIRST, options=sealed)
    assert shown.index("Iris has chosen a bid") < shown.index("Your move:")
    assert "The bids:" in shown


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_match(tmp_path: Path, game: str) -> None:
    first = play(tmp_path / "a", game, *FIRST, options=SHORT[game])
    assert first == play(tmp_path / "b", game, *FIRST, options=SHORT[game])


def test_without_a_game_there_is_a_menu_whose_defaults_enter_takes(tmp_path: Path) -> None:
    done = run(tmp_path, "play", typed=lines("9", "asc", "52", "8", "3", "x", "", "quit"))
    assert done.returncode == 0
    assert "There is no game “9”" in done.stdout
    assert "may be several games: ascenseur-52, ascenseur-32" in done.stdout
    assert "Say a number from 3 to 6" in done.stdout
    assert "Say one of these" in done.stdout
    assert "Iris, Hugo (casual)" in done.stdout


def test_every_level_for_people_is_offered(tmp_path: Path) -> None:
    menu = run(tmp_path, "play", typed=lines("", "", "quit")).stdout
    assert "1) beginner, 2) casual, 3) strong, 4) expert [casual]" in " ".join(menu.split())
    assert "beginner|casual|strong|expert" in run(tmp_path, "play", "--help").stdout


@pytest.mark.parametrize(("lang", "level"), [("en", "strong"), ("fr", "fort")])
def test_bots_may_search_and_be_told_for_how_long(tmp_path: Path, lang: str, level: str) -> None:
    options = ("--level", "strong@6", "--seats", "3", "--deals", "2")
    shown = play(tmp_path, "ascenseur-32", *FIRST, options=options, lang=lang)
    assert f"Iris, Hugo ({level}@6)" in shown


def test_the_first_lines_say_what_the_bots_search_with(tmp_path: Path) -> None:
    compiled = "compiled kernels" if COMPILED else "pure Python (slower)"
    assert f"The bots search with {compiled}." in play(tmp_path, "dnpup")
    pure = run(tmp_path, "play", "dnpup", "--new", typed=lines(), lang="fr", FUNICULAR_PURE="1")
    assert "Recherche des robots : Python pur (plus lent)." in pure.stdout


def test_levels_may_be_chosen_in_the_words_of_the_language(tmp_path: Path) -> None:
    done = run(tmp_path, "play", typed=lines("", "", "débutant", "quitter"), lang="fr")
    assert "(débutant)" in done.stdout


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_help_at_the_prompt_tells_of_every_command(tmp_path: Path, game: str, lang: str) -> None:
    shown = play(tmp_path, game, "?", lang=lang)
    assert "(English, Français)" in " ".join(shown.split())
    for command in PROMPT_COMMANDS:
        for word in Reader(lang).say(f"cli.words.command.{command}").split():
            assert re.search(rf"^  (.*, )?{re.escape(word)}(,| ?:)", shown, re.MULTILINE), word


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_command_is_understood_in_both_languages(tmp_path: Path, lang: str) -> None:
    typed = [
        word
        for command in PROMPT_COMMANDS
        for language in ("en", "fr")
        for word in Reader(language).say(f"cli.words.command.{command}").split()
        if command != "quit"
    ]
    shown = play(tmp_path, "ascenseur-52", *typed, "tabl", "REGLES s19", "rules s99", lang=lang)
    assert "“" not in "".join(re.findall(r"^“.*$", shown, re.MULTILINE))
    assert not re.search(r"^« ", shown, re.MULTILINE)
    assert shown.count("S19.") >= 2


@pytest.mark.parametrize("game", GAMES)
def test_garbage_gets_a_sentence_and_another_chance(tmp_path: Path, game: str) -> None:
    garbage = ["", "xyzzy", "hnit", "99", "-1", "play", "7" * 5000, "\x1b[31m", "٣", "play ZZ", "🂡"]
    shown = play(tmp_path, game, *garbage, "quit")
    assert shown.count("Your move:") == len(garbage) + 1
    assert "Did you mean “hint”?" in shown
    assert "\x1b" not in shown


def test_bytes_that_are_no_text_are_garbage_too(tmp_path: Path) -> None:
    done = run(tmp_path, "play", "52", "--new", typed=b"\xff\xfe\x00\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")


def test_an_illegal_move_is_explained_by_the_rule(tmp_path: Path) -> None:
    shown = play(tmp_path, "ascenseur-52", "0", "play AS")
    assert "you may not say 0. (S19)" in shown
    assert "Bids come first" in shown


@pytest.mark.parametrize(
    ("game", "answers"),
    [
        ("auf-ab", ("1", "undo", "p", "1", "annuler", "undo", "quit")),
        ("dnpup", ("1", "1", "undo", "undo", "quit")),
        ("ascenseur-52", ("1", "undo", "quit")),
    ],
)
def test_undo_goes_back_to_each_decision_of_the_deal(
    tmp_path: Path, game: str, answers: tuple[str, ...]
) -> None:
    untouched, undone = tmp_path / "untouched.json", tmp_path / "undone.json"
    play(tmp_path, game, "quit", options=("--save", str(untouched)))
    shown = play(tmp_path, game, *answers, options=("--save", str(undone)))
    assert shown.count("Your last move is taken back.") == sum(
        answer in ("undo", "annuler") for answer in answers
    )
    assert untouched.read_text() == undone.read_text()


def test_a_hand_is_laid_open_once_that_is_certain(tmp_path: Path) -> None:
    # One card each, and the person plays to the trick last.
    last = ("--seed", "5", "--seats", "3", "--deals", "1")
    shown = play(tmp_path, "ascenseur-52", "claim", "1", "claim", options=last)
    assert "You can lay your hand open when it is your turn to play a card." in shown
    assert "You play 3♥." in shown
    assert "the match with" in shown


def test_there_is_nothing_to_undo_before_the_first_move(tmp_path: Path) -> None:
    assert "no move in this deal yet" in play(tmp_path, "ascenseur-52", "undo", "quit")


@pytest.mark.parametrize("game", GAMES)
def test_a_match_left_and_resumed_ends_as_if_it_had_not_been(tmp_path: Path, game: str) -> None:
    whole, resumed = tmp_path / "whole.json", tmp_path / "resumed.json"
    play(tmp_path / "a", game, *FIRST, options=(*SHORT[game], "--save", str(whole)))
    left = play(tmp_path / "b", game, *FIRST[:4], "quit", options=SHORT[game])
    assert f"funicular play {game} --resume" in left
    again = run(
        tmp_path / "b", "play", game, "--resume", "--save", str(resumed), typed=lines(*FIRST)
    )
    assert again.returncode == 0
    assert whole.read_text() == resumed.read_text()


@pytest.mark.parametrize("game", GAMES)
def test_score_undo_and_leaving_in_the_third_deal(tmp_path: Path, game: str) -> None:
    whole, left, resumed = (tmp_path / name for name in ("whole", "left", "resumed"))
    options = THREE_DEALS[game]
    shown = play(tmp_path / "a", game, *FIRST, options=(*options, "--save", str(whole)))
    before = shown.partition("\nDeal 3")[0].count("Your move:")
    typed = (*FIRST[:before], "score", *FIRST[before : before + 2], "undo", "undo", "score", "quit")
    shown = play(tmp_path / "b", game, *typed, options=(*options, "--save", str(left)))
    assert "Your last move is taken back." in shown
    match, _ = read_record(left.read_text())
    assert len(match.states) == 3
    sheets = re.findall(
        r"^Your move: score\n\n(.*?)\n(?=Your move|\n)", shown, re.DOTALL | re.MULTILINE
    )
    assert len(set(sheets)) == 1
    assert len(sheets) == 2
    total = sheets[0].splitlines()[-1].replace("−", "-")
    assert tuple(map(int, re.findall(r"-?\d+", total))) == match.totals
    run(
        *(tmp_path / "b", "play", game, "--resume", "--save", str(resumed)),
        typed=lines(*FIRST[before:]),
    )
    assert resumed.read_text() == whole.read_text()


def test_the_end_of_input_saves_too_and_play_offers_to_go_on(tmp_path: Path) -> None:
    play(tmp_path, "ascenseur-52", "1", options=("--name", "Zoé"))
    kept = run(tmp_path, "play", "52", typed=lines("perhaps", "yes", "score"))
    assert "A match of ascenseur-52 is saved: 4 players, deal 1" in kept.stdout
    assert "Answer yes or no." in kept.stdout
    assert "Zoé" in kept.stdout
    menu = run(tmp_path, "play", typed="")
    assert "A match is saved." in menu.stdout
    last = run(tmp_path, "play", "--resume", typed="")
    assert last.stdout.index("You bid 1.") < last.stdout.index("Your move:")
    assert "Deal 1 of 25" in last.stdout
    anew = run(tmp_path, "play", "52", "--seats", "3", typed=lines("no"))
    assert "Iris, Hugo (casual)" in anew.stdout


# Seed 3 deals the person these: what is typed, and what must come of it.
def test_cards_are_typed_in_english(tmp_path: Path) -> None:
    shown = play(tmp_path, "ascenseur-52", "b1", "9 of clubs", "bid 1", "js", "spade")
    assert "You play 9♣." in shown
    assert "You play J♠." in shown
    assert "You play 6♠." in shown


def test_cards_are_typed_in_french(tmp_path: Path) -> None:
    shown = play(
        tmp_path, "ascenseur-52", "a1", "9 de Trèfle", "annonce 1", "vp", "pique", lang="fr"
    )
    assert "Vous jouez 9♣." in shown
    assert "Vous jouez V♠." in shown
    assert "Vous jouez 6♠." in shown


def test_what_may_mean_several_moves_is_asked_about(tmp_path: Path) -> None:
    shown = play(tmp_path, "ascenseur-52", "1", "1", "1", "s")
    assert "That may mean several moves: play 6♠ (play 6S), play J♠ (play JS)." in shown


def test_a_hint_can_be_typed_as_it_is_told(tmp_path: Path) -> None:
    for game in GAMES:
        told = play(tmp_path, game, "hint")
        (hint,) = re.findall(r"\(type “(.*)”\)\.", told.replace("\n", " "))
        assert "You " in play(tmp_path, game, hint).partition(f"Your move: {hint}")[2]
