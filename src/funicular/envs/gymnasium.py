"""One seat of a game against a field of bots, as an environment of Gymnasium: `SeatEnv`.

    env = SeatEnv(funicular.game("ascenseur-52", seats=4), seat=0, field="casual", cards=5)

An observation is a dict with the flags of the seat's view and an `action_mask`; the reward is the
points of the deal, told at its end. A move that is not legal raises `IllegalMove`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from funicular.bots.bot import Bot
from funicular.bots.levels import bot
from funicular.core.errors import MissingPackage
from funicular.core.game import Game
from funicular.core.seats import check_seat
from funicular.envs.spaces import (
    RENDER_MODES,
    Dealing,
    LegalActions,
    check_render_mode,
    observation_space,
    rendered,
    told,
)

if TYPE_CHECKING:
    import numpy as np

try:
    from gymnasium import Env
except ImportError as missing:
    raise MissingPackage("envs.no-package", package="Gymnasium", extra="gymnasium") from missing

SeatObservation = dict[str, "np.ndarray"]
Info = dict[str, object]


class SeatEnv(Env):  # type: ignore[misc]  # no types where it is not installed
    """Deals of a game, seen and played from one seat; bots have the others."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": [*RENDER_MODES]}

    def __init__(
        self,
        game: Game,
        *,
        seat: int = 0,
        field: str | Bot = "casual",
        cards: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        """`field` is a level, or any object with `choose(view, rng)`, for all other seats."""
        check_render_mode(render_mode)
        self._dealing = Dealing(game, cards)
        check_seat(seat, game.seats)
        self.game = game
        self.seat = seat
        self.render_mode = render_mode
        self._field = bot(field) if isinstance(field, str) else field
        self.observation_space = observation_space(game)
        self.action_space = LegalActions(game.actions.n)

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, object] | None = None
    ) -> tuple[SeatObservation, Info]:
        """Deal, and let the others play up to the seat's turn."""
        super().reset(seed=seed)
        self.deal = self._dealing.next(seed, options)
        self._play_others()
        return self._told(), {}

    def step(self, action: int) -> tuple[SeatObservation, float, bool, bool, Info]:
        """Make the seat's move, and let the others play up to its next turn."""
        self.deal = self.deal.play(self.seat, self.game.actions.move(action))
        self._play_others()
        points, void = self.deal.points, self.deal.void
        reward = 0.0 if points is None else float(points[self.seat])
        return self._told(), reward, points is not None and not void, void, {}

    def render(self) -> str | None:
        """The table as the seat sees it: as text ("ansi"), or printed ("human")."""
        return rendered(self.render_mode, repr(self.deal.view(self.seat)))

    def _play_others(self) -> None:
        while self.deal.to_act and self.seat not in self.deal.to_act:
            other = self.deal.to_act[0]
            move = self._field.choose(self.deal.view(other), self._dealing.rng)
            self.deal = self.deal.play(other, move)

    def _told(self) -> SeatObservation:
        observation = told(self.deal, self.seat)
        self.action_space.mask = observation["action_mask"]
        return observation
