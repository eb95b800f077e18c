"""The terminal never shows a card that the person may not see."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from funicular import GAMES, read_record
from tests.cli.terminal import lines, run


def other_way_up(card: str) -> str:
    """A card of Auf & Ab or dnpup written the other way round; others are as they are."""
    found = re.fullmatch(r"(\d+)([-/])(\d+)", card)
    return card if not found else f"{found[3]}{found[2]}{found[1]}"


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", GAMES)
def test_nothing_shown_names_a_card_hidden_in_another_hand(
    tmp_path: Path, game: str, seed: int
) -> None:
    record = tmp_path / "match.json"
    dealt = () if game in ("auf-ab", "dnpup") else ("--option", "schedule=7,6")
    typed = ("log", "hint", "1", "0", "log", "hint", "1", "0", "log", "score", "moves", "quit")
    done = run(
        *(tmp_path, "play", game, "--new", "--seed", str(seed), "--save", str(record), *dealt),
        typed=lines(*typed),
    )
    match, _ = read_record(record.read_text())
    state = match.states[-1]
    view = state.view(0)
    # A card that looks the same may be one's own, or have been seen: dnpup has some cards twice.
    seen = {card.spoken("en") for card in (*view.hand, *view.dealt)}
    seen |= set(re.findall(r"\S+[♠♥♦♣]|\d-\d|\d+/\d+", told(view)))
    seen |= {other_way_up(card) for card in seen}
    hidden = {card.spoken("en") for seat in range(1, 4) for card in state.hand(seat)} - seen
    assert hidden
    for card in hidden | {other_way_up(card) for card in hidden}:
        # The notation of a hint or a move list counts as shown too.
        assert not re.search(rf"(?<![\d/-]){re.escape(card)}(?![\d/-])", done.stdout), card


def told(view: object) -> str:
    """All that the view's own events say."""
    from funicular import Reader  # noqa: PLC0415

    return " ".join(Reader().say(event.phrase) for event in view.events)  # type: ignore[attr-defined]
