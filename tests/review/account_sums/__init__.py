"""Accounts against the score sheet, here and in the browser's kernel.

For every seat of a match there is an account for every deal, and its results add up to the totals:
in Python, and in the browser, which counts the same to the last bit.
"""

from __future__ import annotations

import json
import random
import tempfile
from pathlib import Path
from typing import Any

from msgspec import Struct

import funicular
from funicular.core.match import Match
from funicular.review.accounts import DealAccount
from funicular.review.match_review import MatchReview
from tests.native.wasm_kernels import wasm_answers

WORLDS = 2
ROUNDING = 1e-9


class Accounted(Struct, frozen=True):
    """A match, and its review."""

    match: Match
    review: MatchReview

    @property
    def line(self) -> str:
        """What the browser's kernel is asked of it."""
        choices = [
            {
                "deal": each.deal,
                "seat": each.seat,
                "judged": {
                    "difference": each.difference,
                    "stderr": each.stderr,
                    "best_value": each.best_value,
                },
            }
            for each in self.review.decisions
            if not each.forced
        ]
        asked = {"what": "accounts", "game": self.match.game.name, "seats": self.match.game.seats}
        return json.dumps(asked | {"deals": self.match.deal_points, "choices": choices})


def accounted(
    name: str, seats: int, seed: int, *, level: str = "casual", deals: int | None = None
) -> Accounted:
    """A match between bots of this level, reviewed; a whole one unless `deals` says how long."""
    rng, bot = random.Random(f"{name} {seats} {seed}"), funicular.bot(level)
    match = funicular.game(name, seats=seats).match(deals=deals)
    while not match.over:
        if not match.under_way:
            match = match.deal(rng)
        seat = match.to_act[0]
        state: Any = match.state
        match = match.play(seat, bot.choose(state.view(seat), rng))
    return Accounted(match, funicular.review(match, worlds=WORLDS, seed=seed))


def problems(played: Accounted, answer: dict[str, Any]) -> list[str]:
    """What is wrong with the accounts of a match, here or in the browser."""
    match, accounts = played.match, played.review.accounts
    wanted = [(deal, seat) for deal in range(len(match.states)) for seat in _seats(match)]
    found = [] if wanted == [(each.deal, each.seat) for each in accounts] else ["rows are missing"]
    for seat in _seats(match):
        own = [each for each in accounts if each.seat == seat]
        if sum(each.result for each in own) != match.totals[seat]:
            found.append(f"seat {seat} has not its total")
    found += [
        f"deal {each.deal}, seat {each.seat} does not add up"
        for each in accounts
        if abs(each.result - each.cards - each.play - each.luck) > ROUNDING
    ]
    if [DealAccount(**each) for each in answer["accounts"]] != list(accounts):
        found.append("the browser counts otherwise")
    choices = [each for each in played.review.decisions if not each.forced]
    if answer["close"] != [each.close for each in choices]:
        found.append("the browser thinks otherwise of what is close")
    return found


def answers(played: list[Accounted]) -> list[dict[str, Any]]:
    """What the browser's kernels say of all of them."""
    lines = [each.line for each in played]
    with tempfile.TemporaryDirectory() as folder, wasm_answers(lines, Path(folder)) as found:
        return list(found)


def _seats(match: Match) -> range:
    return range(match.game.seats)
