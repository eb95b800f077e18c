"""How bots move in a challenge: the same answer to the same moves, on every server and every time.

A bot's random numbers follow from the seed, the number of the deal, its seat and the moves of the
deal so far, and its budget is a number of playouts. So a server that takes over a table in the
middle, or plays the match again to check it, comes to the same move.
"""

from __future__ import annotations

import hmac
import random
from collections.abc import Awaitable, Callable, Sequence

from funicular.bots.levels import bot
from funicular.bots.registry import BOTS
from funicular.core.game import Move, State, View
from funicular.native import COMPILED

# Counted up when a bot of the same name, budget and seed comes to play otherwise.
ENGINE_VERSION = 1
# The compiled kernels and pure Python play differently.
ENGINE = f"{'compiled' if COMPILED else 'python'}-{ENGINE_VERSION}"

# Of the playouts that `strong` usually spends on a decision, the bots of a challenge spend this
# part: each match is played twice, by its person and by whoever checks it.
PART = 4
# The expert spends this many times what the bots do.
EXPERT_FACTOR = 8
# In pure Python a search takes long; a policy plays at once.
PYTHON_BOTS = "casual"
PYTHON_EXPERT = "expert@100"

SEED_BYTES = 16

# The move of a bot of this name for this view with random numbers of this seed, as text.
AskBot = Callable[[str, View, int], Awaitable[str]]


def bots_for(game: str) -> tuple[str, str]:
    """The bots of a challenge in this game, and the expert."""
    if not COMPILED:
        return PYTHON_BOTS, PYTHON_EXPERT
    playouts = BOTS[game].compiled_playouts // PART
    return f"strong@{playouts}", f"expert@{EXPERT_FACTOR * playouts}"


def answer_seed(seed: str, deal: int, seat: int, history: Sequence[tuple[int, Move]]) -> int:
    """What a bot's random numbers begin with: deal `deal`, counted from 1, after these moves."""
    moves = "".join(f"\n{who} {move}" for who, move in history)
    text = f"funicular answer {deal} {seat}{moves}"
    digest = hmac.digest(bytes.fromhex(seed), text.encode(), "sha256")
    return int.from_bytes(digest[:SEED_BYTES], "big")


def answer_seed_at(seed: str, states: Sequence[State], seat: int) -> int:
    """The same for the last of these deals."""
    return answer_seed(seed, len(states), seat, states[-1].history)


def choose_now(name: str, view: View, seed: int) -> str:
    """The move itself, thought out here and now."""
    return str(bot(name).choose(view, random.Random(seed)))
