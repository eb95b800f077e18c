"""What the tests share: every variant of every game, states at any depth, and exact statistics."""

from tests.kit.chi_square import chi_square, critical_value, is_uniform
from tests.kit.decks import deck_texts
from tests.kit.splits import every_split
from tests.kit.text import plain
from tests.kit.twins import replayed, twin_of
from tests.kit.universe import foreign_moves, universe
from tests.kit.variants import BY_GAME_AND_SEATS, VARIANTS, Variant
from tests.kit.walks import (
    Path,
    begin,
    finished,
    matches,
    paths,
    play_match,
    random_step,
    seeds,
    walk,
)

__all__ = [
    "BY_GAME_AND_SEATS",
    "VARIANTS",
    "Path",
    "Variant",
    "begin",
    "chi_square",
    "critical_value",
    "deck_texts",
    "every_split",
    "finished",
    "foreign_moves",
    "is_uniform",
    "matches",
    "paths",
    "plain",
    "play_match",
    "random_step",
    "replayed",
    "seeds",
    "twin_of",
    "universe",
    "walk",
]
