"""What may stand behind the @ of a bot's name, and what is refused."""

from __future__ import annotations

import pytest

import funicular
from funicular.bots.budget import Budget
from funicular.bots.clairvoyant import clairvoyant
from funicular.bots.levels import Searcher


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("20ms", Budget(seconds=0.02)),
        ("1s", Budget(seconds=1.0)),
        ("1.5s", Budget(seconds=1.5)),
        ("0.5ms", Budget(seconds=0.0005)),
        ("3600s", Budget(seconds=3600.0)),
        ("1", Budget(playouts=1)),
        ("5000", Budget(playouts=5000)),
    ],
)
def test_a_budget_is_a_time_or_a_number_of_playouts(text: str, budget: Budget) -> None:
    for level in ("strong", "expert"):
        bot = funicular.bot(f"{level}@{text}")
        assert isinstance(bot, Searcher)
        assert (bot.name, bot.budget) == (f"{level}@{text}", budget)
    assert clairvoyant(text).budget == budget
    assert clairvoyant(text).name == f"clairvoyant@{text}"


@pytest.mark.parametrize(
    "text",
    [
        *("", "0", "-3", "+3", "0s", "0.0ms", "1.5", "1,5s", "1 s", "1h", "s", "ms", ".5s", "1.s"),
        *("soon", "1s@1s", "²s", "١", "1e3", "3601s", "9999999999", "9" * 5000, "1\n"),
    ],
)
def test_anything_else_is_refused_in_a_sentence_that_says_how(text: str) -> None:
    with pytest.raises(funicular.UnknownBot, match=r"a time up to an hour, such as 20ms or 1\.5s"):
        funicular.bot(f"strong@{text}")
    with pytest.raises(funicular.UnknownBot, match=r"“clairvoyant@"):
        clairvoyant(text)


@pytest.mark.parametrize("level", ["random", "beginner", "casual"])
def test_who_does_not_search_has_no_budget(level: str) -> None:
    with pytest.raises(funicular.UnknownBot, match=f"{level} does not search") as refusal:
        funicular.bot(f"{level}@1s")
    assert "strong, expert" in str(refusal.value)


def test_the_refusal_is_told_in_french_too() -> None:
    with pytest.raises(funicular.UnknownBot) as refusal:
        funicular.bot("strong@")
    said = refusal.value.say(funicular.Reader("fr"))
    assert "un nombre de parties simulées, comme 5000" in said


def test_the_clairvoyant_is_no_level() -> None:
    for name in ("clairvoyant", "clairvoyant@1s"):
        with pytest.raises(funicular.UnknownBot, match="no bot “clairvoyant”"):
            funicular.bot(name)


def test_an_expert_thinks_eight_times_as_much() -> None:
    assert Budget(playouts=100).times(8) == Budget(playouts=800)
    assert Budget(seconds=0.5).times(8) == Budget(seconds=4.0)
