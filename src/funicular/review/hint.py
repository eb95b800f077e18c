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
from funicular.bots.evaluation_table import about
from funicular.bots.registry import BOTS
from funicular.core.game import Move, View
from funicular.lang import ENGLISH, Phrase, Reader
from funicular.native.evaluated import Objective

# How many moves are named besides the best.
OTHERS = 2


class Hint(Struct, frozen=True):
    """What a player may be told at their turn, from their view alone."""

    evaluation: Evaluation
    view: View

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
        """A sentence or two, before they have a language: first in the unit that decides."""
        if not self.others:
            return (Phrase.of("hint.only", move=self._called(self.evaluation.best)),)
        won = self.evaluation.objective == "win"
        if self.close:
            alike = tuple(
                self._called(each)
                for each in (self.evaluation.best, *self.others)
                if each is self.evaluation.best or each.close
            )
            return Phrase.of("hint.close", moves=alike), self._each(won=won)
        first = self._chances(DEAL_WON) if won else self._points()
        also = None if won else self._goal()
        return (first,) if also is None else (first, also)

    def text(self, reader: Reader = ENGLISH) -> str:
        """The same in the reader's language.

        >>> import random, textwrap, funicular
        >>> game = funicular.game("ascenseur-52", seats=3)
        >>> state = game.start(["AS", "2H", "4D"], dealer=2, upcard="9S")
        >>> advice = funicular.hint(state.view(0), random.Random(7), worlds=100)
        >>> print(textwrap.fill(str(advice), 86))
        Bid 1 trick: 2 points on average (bid 0 tricks: −1). It makes your contract in 100% of
        plausible deals.
        """
        sentences = [reader.say(each) for each in self.phrases]
        return " ".join(each[:1].upper() + each[1:] for each in sentences)

    __str__ = text

    def _called(self, each: MoveEvaluation) -> Phrase:
        return self.view.phrase_of(each.move)

    def _goal(self) -> Phrase | None:
        """The chance of what the game is about, where no other move named has a better one."""
        name = BOTS[self.evaluation.game].goal
        share = self.evaluation.best.said(name)
        if share <= max(UNSURE, *(each.said(name) for each in self.others)):
            return None
        return Phrase.of(f"hint.goal.{name.replace(' ', '-')}", share=share)

    def _each(self, *, won: bool) -> Phrase:
        """What each of the moves that are alike is worth."""
        best = self.evaluation.best
        if won:
            return Phrase.of("hint.each-wins", share=best.said(DEAL_WON))
        value = about(best.value)
        return Phrase.of("hint.each", n=value, value=value)

    def _chances(self, name: str) -> Phrase:
        named = tuple(
            Phrase.of("hint.other-chance", move=self._called(each), share=each.said(name))
            for each in self.others
        )
        best = self.evaluation.best
        key = f"hint.chance.{name.replace(' ', '-')}"
        return Phrase.of(key, move=self._called(best), share=best.said(name), others=named)

    def _points(self) -> Phrase:
        best = self.evaluation.best
        # Whole points, unless it takes more to tell the best from what it is better than.
        whole = all(best.value - each.value >= 1 for each in self.others)

        def rounded(value: float) -> float:
            return round(value) if whole else round(value, 1) + 0.0

        named = tuple(
            Phrase.of("hint.other-points", move=self._called(each), value=rounded(each.value))
            for each in self.others
        )
        value = rounded(best.value)
        return Phrase.of("hint.points", move=self._called(best), n=value, value=value, others=named)


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
        ),
        view,
    )
