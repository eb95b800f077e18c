"""A deal as an environment of PettingZoo: `DealEnv`, by the AEC interface.

    env = DealEnv(funicular.game("dnpup", seats=4))

Agents are `seat_0`, `seat_1`, …; an observation is a dict with the flags of the seat's view and an
`action_mask`. The points of the deal are the rewards, told at its end. A move that is not legal
raises `IllegalMove`. It is played by the rules in Python; `Batch` is for speed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from funicular.core.errors import MissingPackage
from funicular.core.game import Game, State
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
    from pettingzoo import AECEnv
except ImportError as missing:
    raise MissingPackage("envs.no-package", package="PettingZoo", extra="pettingzoo") from missing


class DealEnv(AECEnv):  # type: ignore[misc]  # no types where it is not installed
    """One deal after the other of a game, a seat an agent."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "funicular_v1",
        "render_modes": [*RENDER_MODES],
        "is_parallelizable": False,
    }

    def __init__(
        self, game: Game, *, cards: int | None = None, render_mode: str | None = None
    ) -> None:
        """Take the game; `cards` is the size of each hand where the game leaves that open."""
        super().__init__()
        check_render_mode(render_mode)
        self.game = game
        self.render_mode = render_mode
        self._dealing = Dealing(game, cards)
        self.possible_agents = [f"seat_{seat}" for seat in range(game.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        space = observation_space(game)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: LegalActions(game.actions.n) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:  # noqa: ANN401 - Gymnasium's
        """The flags and the mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:  # noqa: ANN401 - Gymnasium's
        """The numbers of all moves."""
        return self.action_spaces[agent]

    agent_selection: str

    def reset(self, seed: int | None = None, options: Mapping[str, object] | None = None) -> None:
        """Deal."""
        self.deal: State = self._dealing.next(seed, options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What a seat is told."""
        return told(self.deal, self._seats[agent])

    def step(self, action: int | None) -> None:
        """Make the move of the agent that is selected."""
        agent = self.agent_selection
        if action is None or self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.deal = self.deal.play(self._seats[agent], self.game.actions.move(action))
        self._cumulative_rewards[agent] = 0
        points = self.deal.points
        if points is None:
            self._select()
            return
        self.rewards = dict(zip(self.possible_agents, points, strict=True))
        # A deal that goes on for too long does not count: it was cut short.
        ended = self.truncations if self.deal.void else self.terminations
        ended.update(dict.fromkeys(self.agents, True))
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]

    def render(self) -> str | None:
        """All cards on a line: as text ("ansi"), or printed ("human")."""
        return rendered(self.render_mode, repr(self.deal))

    def close(self) -> None:
        """Nothing is held open."""

    def _select(self) -> None:
        """Of several seats that may bid at the same time, the lowest."""
        agent = self.agent_selection = self.possible_agents[self.deal.to_act[0]]
        self.action_spaces[agent].mask = self.deal.view(self._seats[agent]).legal_mask()
