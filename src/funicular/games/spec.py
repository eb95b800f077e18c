"""What the rest of the code knows of a game: one `GameSpec` for each name a game is played under.

A game's folder holds all of it and puts it together in its `spec.py`; `registry` lists them. The
browser and the kernels have folders of the same name (`client/src/games`, `native/funicular`), and
so have the bots: `bots` stands above `games`, so `bots.registry` finds a game's policies by the
name of its folder.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from funicular.core.game import Game, OwnMove, OwnSetup
from funicular.core.options import Given, OptionsByName
from funicular.games.claim import ClaimOf
from funicular.games.shorthand import Shorthand
from funicular.games.terminal import Terminal
from funicular.games.wire import OwnDeal, WireFormat

# Options that go together, by the name people know them by.
HouseRules = dict[str, OptionsByName]


class Length(Struct, frozen=True):
    """How long a match may be: the options that make it so, and about how many minutes it takes.

    The minutes are those of four players at the normal pace, three of them bots, with four seconds
    for each move of one's own; `deals` may be among the options of every game.
    """

    options: OptionsByName
    minutes: int


class GameSpec(Struct, frozen=True, kw_only=True):
    """A game as it is played under one name."""

    # One of `funicular.GAMES`: the game, or a preset of it.
    name: str
    # The game whatever its preset: the tag of its deals on the wire, the name of its rules page, of
    # its file of sentences, and of its words in the form.
    kind: str
    # How many may sit down.
    seats: range
    # The game with these options: name, seats, options as given.
    make: Callable[[str, int, OptionsByName], Game]
    # The game behind a setup of its own, which is what states, views and records carry.
    of_setup: Callable[[OwnSetup], Game]
    # What may be chosen before a match; the form in the lobby is read from it.
    choice: type[Given]
    # Options that the form leaves out.
    not_in_form: frozenset[str] = frozenset()
    # The number of deals that the form shows where the game's own options say when a match ends.
    deals_in_form: int | None = None
    house_rules: HouseRules = {}
    # The lengths that have a name, the shortest first; the words are `form.length.NAME`.
    lengths: dict[str, Length]
    # How large a match at a live table may be, by option; `deals` and `target` are its ending.
    live_bounds: dict[str, int]
    # Bounds that only the form has, for options that are bounded by others in truth.
    form_bounds: dict[str, int] = {}
    # What a player may claim and lay the hand open for; None where a game has nothing of the kind.
    claim: ClaimOf | None = None
    # The script of its lesson, in the game's folder.
    lesson: str = "lesson.toml"
    wire: WireFormat
    terminal: Terminal[OwnDeal, OwnMove]
    shorthand: Shorthand[OwnDeal]

    @property
    def package(self) -> str:
        """The name of the game's folder here, in `bots` and in the kernels."""
        return self.kind.replace("-", "_")
