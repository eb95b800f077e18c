"""`hint`: the best move found, the two best others, and why, in a sentence with numbers."""

from __future__ import annotations

import random

from msgspec import Struct

from funicular.bots.bot import Bot
from funicular.bots.evaluation import (
    CASUAL,
    DEAL_WON,
    UNSURE,
    Evaluation,
    MoveEvaluation,
    evaluate,
)
from funicular.bots.registry import BOTS
from funicular.core.game import Move, View
from funicular.lang import ENGLISH, Phrase, Reader
from funicular.native.evaluated import Objective

# How many moves are named besides the best.
OTHERS = 2


class Hint(Struct, frozen=True):
    """What a player may be told at their turn, from their view alone."""

    evaluation: Evaluation

    @property
    def move(self) -> Move:
        """The best move found."""
        return self.evaluation.best.move

    @property
    def others(self) -> tuple[MoveEvaluation, ...]:
        """The two best moves besides, or as many as there are."""
        return self.evaluation.ranked[1 : 1 + OTHERS]

    @property
    def close(self) -> bool:
        """Whether another move is as good, as far as the evaluation can tell."""
        return any(each.close for each in self.others)

    @property
    def phrases(self) -> tuple[Phrase, ...]:
        """A sentence or two, before they have a language."""
        best = self.evaluation.best
        if not self.others:
            return (Phrase.of("hint.only", move=best.move),)
        why = self._chances() or self._points()
        if not self.close:
            return (why,)
        alike = tuple(each.move for each in (best, *self.others) if each is best or each.close)
        return Phrase.of("hint.close", moves=alike), why

    def text(self, reader: Reader = ENGLISH) -> str:
        """The same in the reader's language.

        >>> import random, funicular
        >>> game = funicular.game("ascenseur-52", seats=3)
        >>> state = game.start(["AS", "2H", "4D"], dealer=2, upcard="9S")
        >>> advice = funicular.hint(state.view(0), random.Random(7), worlds=100)
        >>> print(advice)
        Bid 1 trick: that makes your contract in 100% of plausible deals (bid 0 tricks: 0%).
        """
        sentences = [reader.say(each) for each in self.phrases]
        return " ".join(each[:1].upper() + each[1:] for each in sentences)

    __str__ = text

    def _chances(self) -> Phrase | None:
        """By the chance of what the game is about, unless that is not what speaks for the move."""
        won = self.evaluation.objective == "win"
        name = DEAL_WON if won else BOTS[self.evaluation.game].goal
        best, *others = (each.said(name) for each in (self.evaluation.best, *self.others))
        # Of equals it explains why they are alike, and not why one of them is better.
        if best <= UNSURE or best < max(others) or (best == max(others) and not self.close):
            return None
        named = tuple(
            Phrase.of("hint.other-chance", move=each.move, share=each.said(name))
            for each in self.others
        )
        key = f"hint.chance.{name.replace(' ', '-')}"
        return Phrase.of(key, move=self.move, share=best, others=named)

    def _points(self) -> Phrase:
        named = tuple(
            Phrase.of("hint.other-points", move=each.move, value=each.value) for each in self.others
        )
        return Phrase.of(
            "hint.points", move=self.move, value=self.evaluation.best.value, others=named
        )


def hint(  # noqa: PLR0913 - each has a name of its own
    view: View,
    rng: random.Random,
    *,
    worlds: int | None = None,
    playouts: int | None = None,
    seconds: float | None = None,
    objective: Objective = "points",
    opponents: str | Bot = CASUAL,
) -> Hint:
    """What to do with this view, and why. The arguments are those of `evaluate`."""
    return Hint(
        evaluate(
            view,
            rng,
            worlds=worlds,
            playouts=playouts,
            seconds=seconds,
            objective=objective,
            opponents=opponents,
        )
    )
