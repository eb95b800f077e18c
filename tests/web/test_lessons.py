"""The lessons: every step stands on the real rules, can be done, and is told in every language."""

from __future__ import annotations

import re

import pytest

import funicular
from funicular.core.errors import FunicularError
from funicular.core.wire import to_json
from funicular.games.rules_pages import rules_page
from funicular.lang import catalogue, languages
from funicular.web.lessons.script import script
from funicular.web.lessons.steps import positions, show_lesson, try_move

STEPS = [(game, number) for game in funicular.GAMES for number in range(len(positions(game)))]


@pytest.mark.parametrize("game", funicular.GAMES)
def test_a_lesson_is_short(game: str) -> None:
    steps = positions(game)
    assert 5 <= len(steps) <= 10
    assert sum(bool(position.step.accept) for position in steps) >= 4


@pytest.mark.parametrize(("game", "number"), STEPS)
def test_what_is_to_be_done_is_legal_and_right(game: str, number: int) -> None:
    position = positions(game)[number]
    state = position.match.states[-1]
    legal = [str(move) for move in state.legal_moves(position.setting.you)]
    for move in position.step.accept:
        assert move in legal
        assert try_move(game, number, move, "en").verdict == "right"


@pytest.mark.parametrize("game", funicular.GAMES)
def test_only_the_last_step_of_a_chapter_leaves_a_choice(game: str) -> None:
    for chapter in script(game).chapter:
        assert all(len(step.accept) <= 1 for step in chapter.step[:-1])


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize(("game", "number"), STEPS)
def test_the_rule_of_a_step_is_on_the_rules_page(game: str, number: int, lang: str) -> None:
    rule = positions(game)[number].step.rule
    assert f"**{rule}.**" in rules_page(game, lang)


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize(("game", "number"), STEPS)
def test_every_step_is_told_in_every_language(game: str, number: int, lang: str) -> None:
    step = positions(game)[number].step
    words = catalogue(lang).sentences
    for part in ("text", "right", "other") if step.accept else ("text",):
        assert f"lessons.{step.say}.{part}" in words


@pytest.mark.parametrize("lang", languages())
def test_no_sentence_of_a_lesson_is_there_for_nobody(lang: str) -> None:
    said = {position.step.say for game in funicular.GAMES for position in positions(game)}
    told = {
        found[1]
        for key in catalogue(lang).sentences
        if (found := re.fullmatch(r"lessons\.(.+)\.(?:text|right|other)", key))
    }
    assert told == said


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("game", funicular.GAMES)
def test_cards_in_a_sentence_are_cards_of_the_game(game: str, lang: str) -> None:
    for step in show_lesson(game, lang).steps:
        for cards in re.findall(r"`([^`]+)`", step.text):
            # A hand reads as one where every word of it is a card.
            state = positions(game)[0].match.states[0]
            kind = type(state.hand(0)[0])
            for word in cards.split(" "):
                kind.parse(word)


@pytest.mark.parametrize("game", funicular.GAMES)
def test_a_lesson_shows_the_learner_no_hand_but_their_own(game: str) -> None:
    for position, step in zip(positions(game), show_lesson(game, "en").steps, strict=True):
        state = position.match.states[-1]
        shown = to_json(step.deal).decode()
        if game != "dnpup":
            others = {
                str(card)
                for seat in range(state.setup.seats)
                if seat != position.setting.you
                for card in state.hand(seat)
            }
            assert not others & set(re.findall(r'"([^" ]+)"', shown))


def test_a_legal_move_that_is_not_the_point_gets_a_friendly_word() -> None:
    tried = try_move("auf-ab", 1, "0-0 x1", "en")
    assert tried.verdict == "other"
    assert "four zeros" in tried.text


def test_an_illegal_move_gets_the_words_of_the_rules() -> None:
    hook = try_move("ascenseur-52", 7, "bid 1", "fr")
    assert hook.verdict == "illegal"
    assert hook.text.endswith("(S19)")
    opening = try_move("auf-ab", 1, "1-2 x1", "en")
    assert opening.text.endswith("(A11)")


@pytest.mark.parametrize(
    "move", ["", "x", "bid 99999999999999999999", "play 5/2 to 2", "pass pass"]
)
def test_nonsense_is_answered_too(move: str) -> None:
    for game in funicular.GAMES:
        assert try_move(game, 1, move, "en").verdict == "illegal"


def test_a_step_or_a_game_that_is_not_there_is_refused() -> None:
    for number in (-1, 99):
        with pytest.raises(FunicularError):
            try_move("dnpup", number, "flip", "en")
    with pytest.raises(FunicularError):
        show_lesson("../auf-ab", "en")
