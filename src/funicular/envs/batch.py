"""Many tables of one game, stepped together: `Batch`.

The deals are played in the compiled kernels. What a step brings is in NumPy arrays that belong to
the batch, a row a table: the next step writes into them again, so copy what is to last. What costs
much, observations and masks, is written when it is read and not before.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, SupportsIndex, cast

from funicular.core.arguments import check_kind, whole_number
from funicular.core.arrays import array_of, described, zeros
from funicular.core.errors import BadOptions, IllegalMove, shown
from funicular.core.game import Game, State, View
from funicular.core.game_base import GameBase
from funicular.games.registry import spec_of
from funicular.native import COMPILED

if TYPE_CHECKING:
    import numpy as np

# `cards`: one hand size, several, or those of the game's own schedule.
HandSizes = int | Iterable[int] | None

MOST_TABLES = 1 << 24
MOST_THREADS = 256
MOST_SEED = 2**64 - 1
# As many as a schedule may have.
MOST_SIZES = 1000


class Tables(Protocol):
    """The tables as a kernel keeps them. Arrays are written to, and not kept."""

    def reset(
        self,
        seed: int,
        to_act: np.ndarray,
        reward: np.ndarray,
        done: np.ndarray,
        void: np.ndarray,
    ) -> None:
        """Deal at all tables."""

    def step(
        self,
        actions: np.ndarray,
        to_act: np.ndarray,
        reward: np.ndarray,
        done: np.ndarray,
        void: np.ndarray,
    ) -> int:
        """Make a move at every table; or the first row where it is not legal, else -1."""

    def legal_moves(self) -> int:
        """How many legal moves there are at all tables together."""

    def list_legal(self, legal: np.ndarray, offsets: np.ndarray) -> None:
        """Write all of them, and where each table's begin."""

    def mask(self, mask: np.ndarray) -> None:
        """Write a flag for every move of every table."""

    def observe(self, observation: np.ndarray) -> None:
        """Write what the seat to act sees at every table."""


class Kernel(Protocol):
    """What a game's file in `native` offers here."""

    def tables(self, game: Game, sizes: tuple[int, ...], tables: int, threads: int) -> Tables:
        """Tables of a game."""

    def dealt_at(self, game: Game, tables: Tables, row: int) -> tuple[State, list[int]]:
        """A table as it was dealt, and the numbers of the moves since."""


class Batch:
    """Tables of one game. `reset` deals, `step` makes a move at each and gives the batch back."""

    def __init__(
        self,
        game: Game,
        tables: int = 1024,
        seed: int = 7,
        threads: int = 1,
        cards: HandSizes = None,
    ) -> None:
        """Deal at all tables. The same seed gives the same deals, whatever the threads.

        `cards` says how many cards are dealt where the game leaves that open: one number, or
        several of which each deal has any; if left out, those of the game's schedule.
        """
        check_kind(game, GameBase, "envs.game")
        if not COMPILED:
            raise BadOptions("envs.no-kernels")
        self.game = game
        self.tables = tables = _number(tables, MOST_TABLES, "tables")
        threads = _number(threads, MOST_THREADS, "threads")
        sizes = _hand_sizes(game, cards)
        package = spec_of(game.name).package
        self._kernel = cast("Kernel", import_module(f"funicular.native.{package}"))
        self._tables = self._kernel.tables(game, sizes, tables, threads)
        # Of the seat that moves next; of several that may bid at the same time, the lowest.
        self.to_act = zeros(tables, "int32")
        # The points of each seat in the deal that has just ended, where `done`; else 0.
        self.reward = zeros((tables, game.seats), "int32")
        # Where the last move ended a deal, and the next one has been dealt.
        self.done = zeros(tables, "bool")
        # Where that deal did not count.
        self.void = zeros(tables, "bool")
        self._rows = (self.to_act, self.reward, self.done, self.void)
        self._room = zeros(0, "int32")
        self._unread: set[str] = set()
        self._seed = _checked_seed(seed)
        self.reset()

    def reset(self, seed: int | None = None) -> Batch:
        """Deal anew at all tables, from the seed of the batch or another."""
        if seed is not None:
            self._seed = _checked_seed(seed)
        self._tables.reset(self._seed, *self._rows)
        self._moved()
        return self

    def step(self, actions: np.ndarray | Iterable[int]) -> Batch:
        """Make a move at each table, given by its number, and deal where that ended the deal.

        `IllegalMove` names the first row whose move is not legal; then nothing has changed.
        """
        chosen = self._checked(actions)
        row = self._tables.step(chosen, *self._rows)
        if row >= 0:
            raise self._refused(row, int(chosen[row]))
        self._moved()
        return self

    @property
    def legal(self) -> np.ndarray:
        """The numbers of the legal moves of all tables, one table after the other."""
        self._list_legal()
        return self._room[: self._offsets[-1]]

    @property
    def offsets(self) -> np.ndarray:
        """Where those of each table begin; the last item is where they end."""
        self._list_legal()
        return self._offsets

    @property
    def mask(self) -> np.ndarray:
        """A flag for every move of the game at each table: whether it is legal."""
        if "mask" in self._unread:
            self._unread.discard("mask")
            self._tables.mask(self._mask)
        return self._mask

    @property
    def obs(self) -> np.ndarray:
        """What the seat to act sees at each table, as `view.tensor()` writes it."""
        if "obs" in self._unread:
            self._unread.discard("obs")
            self._tables.observe(self._obs)
        return self._obs

    def state(self, row: SupportsIndex) -> State:
        """The deal at this table, all cards face up, played again by the rules in Python."""
        place = whole_number(row)
        if place is None or not 0 <= place < self.tables:
            raise BadOptions("envs.row", given=shown(row), last=self.tables - 1)
        state, history = self._kernel.dealt_at(self.game, self._tables, place)
        for action in history:
            state = state.play(state.to_act[0], self.game.actions.move(action))
        return state

    def view(self, row: SupportsIndex) -> View:
        """What the seat to act sees at this table."""
        state = self.state(row)
        return state.view(state.to_act[0])

    def __repr__(self) -> str:
        """How many tables of which game."""
        return f"<Batch of {self.tables} tables: {self.game!r}>"

    @cached_property
    def _offsets(self) -> np.ndarray:
        return zeros(self.tables + 1, "int64")

    @cached_property
    def _mask(self) -> np.ndarray:
        return zeros((self.tables, self.game.actions.n), "bool")

    @cached_property
    def _obs(self) -> np.ndarray:
        return zeros((self.tables, self.game.observation.n), "uint8")

    def _moved(self) -> None:
        self._unread = {"legal", "mask", "obs"}

    def _list_legal(self) -> None:
        if "legal" not in self._unread:
            return
        self._unread.discard("legal")
        needed = self._tables.legal_moves()
        if needed > len(self._room):
            self._room = zeros(2 * needed, "int32")
        self._tables.list_legal(self._room, self._offsets)

    def _checked(self, actions: np.ndarray | Iterable[int]) -> np.ndarray:
        chosen = array_of(actions)
        if chosen is None or chosen.dtype.kind not in "iu" or chosen.shape != (self.tables,):
            given = actions if chosen is None else chosen
            raise IllegalMove("envs.actions", n=self.tables, given=described(given))
        return chosen.astype("int64", order="C", copy=False)

    def _refused(self, row: int, action: int) -> IllegalMove:
        """Why this move cannot be made there, by the rules in Python."""
        state = self.state(row)
        try:
            state.play(state.to_act[0], self.game.actions.move(action))
        except IllegalMove as error:
            return IllegalMove(
                "envs.illegal", rule=error.rule, row=row, action=action, problem=error.phrase
            )
        message = f"the kernel refuses {self.game.actions.move(action)}, which the rules allow"
        raise AssertionError(message)


def _hand_sizes(game: Game, cards: HandSizes) -> tuple[int, ...]:
    if cards is None:
        return game.schedule
    if not game.schedule:
        raise BadOptions("envs.no-cards")
    if (size := whole_number(cards)) is not None:
        return (size,)
    try:
        sizes = tuple(map(whole_number, cast("Iterable[int]", cards)))
    except TypeError as error:
        raise BadOptions("envs.cards", given=shown(cards)) from error
    if not 0 < len(sizes) <= MOST_SIZES or None in sizes:
        raise BadOptions("envs.cards", given=shown(cards))
    return cast("tuple[int, ...]", sizes)


def _checked_seed(seed: int) -> int:
    number = whole_number(seed)
    if number is None or not 0 <= number <= MOST_SEED:
        raise BadOptions("native.seed", given=shown(seed))
    return number


def _number(given: int, most: int, name: str) -> int:
    number = whole_number(given)
    if number is None or not 1 <= number <= most:
        raise BadOptions("envs.number", name=name, most=most, given=shown(given))
    return number
