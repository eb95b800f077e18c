"""One deal in the rules of Python, and the spaces of Gymnasium that describe it."""

from __future__ import annotations

import random
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from funicular.core.arguments import check_kind
from funicular.core.errors import BadOptions, MissingPackage, shown
from funicular.core.game import Game, State
from funicular.core.game_base import GameBase

if TYPE_CHECKING:
    import numpy as np

try:
    from gymnasium import spaces
except ImportError as missing:
    raise MissingPackage("envs.no-package", package="Gymnasium", extra="gymnasium") from missing


RENDER_MODES = ("human", "ansi")


class LegalActions(spaces.Discrete):  # type: ignore[misc]  # no types where it is not installed
    """The numbers of all moves; a sample is one that is legal now, where there is any."""

    mask: np.ndarray | None = None

    def sample(self, mask: Any = None, probability: Any = None) -> Any:  # noqa: ANN401 - Gymnasium's
        """Any number; of the legal ones if nothing is said."""
        if mask is None and probability is None and self.mask is not None and self.mask.any():
            mask = self.mask.astype("int8")
        return super().sample(mask, probability)


def observation_space(game: Game) -> spaces.Dict:
    """What a seat is told: its flags, and which moves it may make."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 1, (game.observation.n,), "int8"),
            "action_mask": spaces.Box(0, 1, (game.actions.n,), "int8"),
        }
    )


def told(state: State, seat: int) -> dict[str, np.ndarray]:
    """The same for one seat."""
    view = state.view(seat)
    return {
        "observation": view.tensor().astype("int8"),
        "action_mask": view.legal_mask().astype("int8"),
    }


def check_render_mode(mode: str | None) -> None:
    """Refuse what no environment here can do."""
    if mode not in (None, *RENDER_MODES):
        raise BadOptions("envs.render-mode", given=shown(mode), known=RENDER_MODES)


def rendered(mode: str | None, line: str) -> str | None:
    """The table on a line: as text, or printed."""
    if mode == "human":
        sys.stdout.write(f"{line}\n")
    return line if mode == "ansi" else None


class Dealing:
    """Random deals of a game, one after the other, that a seed begins anew."""

    def __init__(self, game: Game, cards: int | None) -> None:
        """Take the game; `cards` is the size of each hand where the game leaves that open."""
        check_kind(game, GameBase, "envs.game")
        self.game = game
        self.cards = cards
        self.rng = random.Random()
        self.next()

    def next(self, seed: int | None = None, options: Mapping[str, object] | None = None) -> State:
        """Another deal."""
        del options  # none are known
        if seed is not None:
            self.rng.seed(seed)
        if not self.game.schedule:
            return self.game.deal(self.rng, cards=self.cards)
        dealer = self.rng.randrange(self.game.seats)
        cards = self.rng.choice(self.game.schedule) if self.cards is None else self.cards
        return self.game.deal(self.rng, dealer=dealer, cards=cards)
