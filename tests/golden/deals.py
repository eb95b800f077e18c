"""The head of a golden file: which game, which options, which cards."""

import json
import random
from pathlib import Path
from typing import Any

from msgspec import Struct

import funicular
from funicular.core.game import Deal, Game, State

# How large the deal of a golden file is, where the game leaves a choice.
CARDS = 5
# Options that keep a deal short enough to be read.
OPTIONS: dict[str, dict[str, Any]] = {"dnpup": {"turn_cap": 40}}


class Head(Struct, frozen=True):
    """What a golden file is about."""

    game_name: str
    seats: int
    options: dict[str, Any]
    deal: Deal

    @property
    def game(self) -> Game:
        """The game of this file."""
        return funicular.game(self.game_name, seats=self.seats, **self.options)

    def start(self) -> State:
        """The deal of this file."""
        return self.game.start(self.deal.hands, dealer=self.deal.dealer, upcard=self.deal.upcard)

    def lines(self) -> list[str]:
        """The head as text."""
        lines = [f"game: {self.game_name}", f"seats: {self.seats}"]
        lines.append(f"options: {json.dumps(self.options)}")
        lines += [f"hand {seat}: {hand}" for seat, hand in enumerate(self.deal.hands)]
        if self.deal.dealer is not None:
            lines.append(f"dealer: {self.deal.dealer}")
        if self.deal.upcard is not None:
            lines.append(f"upcard: {self.deal.upcard}")
        return [*lines, ""]


def read_head(text: str) -> Head:
    """Read what `lines` wrote."""
    facts = dict(line.split(": ", 1) for line in text.partition("\n\n")[0].splitlines())
    seats = int(facts["seats"])
    deal = Deal(
        hands=tuple(facts[f"hand {seat}"] for seat in range(seats)),
        dealer=int(facts["dealer"]) if "dealer" in facts else None,
        upcard=facts.get("upcard"),
    )
    return Head(facts["game"], seats, json.loads(facts["options"]), deal)


def head_for(path: Path, name: str, seats: int) -> Head:
    """The head that the file has, or a new one."""
    if path.exists():
        return read_head(path.read_text(encoding="utf-8"))
    options = OPTIONS.get(name, {})
    game = funicular.game(name, seats=seats, **options)
    rng = random.Random(f"{name} {seats}")
    state = game.deal(rng, dealer=seats - 1, cards=CARDS) if game.schedule else game.deal(rng)
    return Head(name, seats, options, state.deal)
