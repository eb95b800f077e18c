"""Whether cards were dealt uniformly: chi-squares that know that a deal draws without replacement.

Within a deal the cells of a table depend on each other: who has the ace of spades cannot have it
twice, and a full hand takes no more. So each statistic below is scaled by the covariance that a
uniform permutation has, which is known exactly; only the last step, that sums over many deals are
normal, is a limit. With k cards, n deals:

- **Blocks.** The places of the shuffled deck in blocks of h: hands, the upcard, the rest; or one by
  one. The counts N of a card in a block have the covariance n / (k − 1) · (I − 11'/k) ⊗ (diag h −
  hh'/k), so (k − 1) / n · Σ (N − nh/k)² / h is a chi-square of (k − 1)(blocks − 1) degrees.
  Pearson's would be k / (k − 1) times too large.
- **Pairs.** How often two cards meet in a hand. The covariance depends only on whether two pairs
  share two, one or no card, so its eigenspaces are those of the Johnson scheme. What is left after
  each card's own share is taken out has k(k − 3) / 2 degrees and one variance.
- **Again.** How often a card goes where it went in the deal before, over pairs of deals of which no
  two share a deal. All cards are alike, so the covariance has one variance for the mean and one for
  the differences: k degrees.
- **Draws and coins.** One outcome a deal: Pearson's, exactly. Fair coins, and whether two of them
  agree, are uncorrelated with variance 1/4: one degree each.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp, lgamma, log, perm

from msgspec import Struct

Counts = Sequence[Sequence[int]]


class Outcome(Struct, frozen=True):
    """A statistic, its degrees of freedom, and how likely one so far out is, on either side."""

    name: str
    chi_square: float
    degrees: int

    @property
    def p(self) -> float:
        """Two-sided: counts that are too even are suspect too."""
        above = tail(self.chi_square, self.degrees)
        return min(1.0, 2 * min(above, 1 - above))


def tail(chi_square: float, degrees: int) -> float:
    """How likely a chi-square is to exceed this: the incomplete gamma function."""
    a, x = degrees / 2, chi_square / 2
    if x <= 0:
        return 1.0
    head = exp(a * log(x) - x - lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        for step in range(1, 100_000):
            term *= x / (a + step)
            total += term
            if term < total * 1e-15:
                break
        return 1 - head * total
    # Lentz's continued fraction, which converges on this side.
    b = x + 1 - a
    c, d = 1e300, 1 / b
    fraction = d
    for step in range(1, 100_000):
        factor = -step * (step - a)
        b += 2
        d = 1 / (factor * d + b)
        c = b + factor / c
        fraction *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return head * fraction


def blocks(name: str, counts: Counts, deals: int, sizes: Sequence[int]) -> Outcome:
    """How often each card came to lie in each block of places."""
    cards = len(counts)
    squares = sum(
        (count - deals * size / cards) ** 2 / size
        for row in counts
        for count, size in zip(row, sizes, strict=True)
    )
    return Outcome(name, squares * (cards - 1) / deals, (cards - 1) * (len(sizes) - 1))


def pairs(name: str, met: Counts, deals: int, hands: Sequence[int]) -> Outcome:
    """How often each two cards met in one of these hands; `met` is a symmetric table."""
    cards = len(met)
    two = sum(perm(size, 2) for size in hands)
    chance = two / perm(cards, 2)
    shared = sum(perm(size, 3) for size in hands) / perm(cards, 3)
    apart = sum(perm(size, 4) for size in hands)
    apart += two**2 - sum(perm(size, 2) ** 2 for size in hands)
    variance = (chance - chance**2) - 2 * (shared - chance**2) + apart / perm(cards, 4) - chance**2
    rows = [sum(row) for row in met]
    mean = sum(rows) / perm(cards, 2)
    own = [(row - mean * (cards - 1)) / (cards - 2) for row in rows]
    squares = sum(
        (met[one][other] - mean - own[one] - own[other]) ** 2
        for one in range(cards)
        for other in range(one)
    )
    return Outcome(name, squares / (deals * variance), cards * (cards - 3) // 2)


def again(name: str, stayed: Sequence[int], times: int, sizes: Sequence[int]) -> Outcome:
    """How often each card went to the same block as in the deal before."""
    cards = len(stayed)
    chance = sum(size**2 for size in sizes) / cards**2
    both = sum(perm(size, 2) ** 2 for size in sizes)
    both += sum(size**2 for size in sizes) ** 2 - sum(size**4 for size in sizes)
    shared = both / perm(cards, 2) ** 2 - chance**2
    alone = chance - chance**2
    mean = sum(stayed) / cards
    between = sum((count - mean) ** 2 for count in stayed) / (times * (alone - shared))
    common = (mean - times * chance) ** 2 * cards / (times * (alone + (cards - 1) * shared))
    return Outcome(name, between + common, cards)


def draws(name: str, counts: Sequence[int]) -> Outcome:
    """One of these, equally likely, each time."""
    expected = sum(counts) / len(counts)
    squares = sum((count - expected) ** 2 for count in counts)
    return Outcome(name, squares / expected, len(counts) - 1)


def coins(name: str, heads: Sequence[int], tosses: int) -> Outcome:
    """Fair coins that are uncorrelated: how often each was 1."""
    squares = sum((count - tosses / 2) ** 2 for count in heads)
    return Outcome(name, 4 * squares / tosses, len(heads))


def holm(tests: Iterable[Outcome]) -> list[tuple[Outcome, float]]:
    """The tests, the most suspect first, with p-values for having looked at all of them (Holm)."""
    ordered = sorted(tests, key=lambda test: test.p)
    adjusted: list[tuple[Outcome, float]] = []
    largest = 0.0
    for rank, test in enumerate(ordered):
        largest = max(largest, min(1.0, test.p * (len(ordered) - rank)))
        adjusted.append((test, largest))
    return adjusted
