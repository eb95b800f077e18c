"""Seeds that any language can count: the browser draws the same (`client/src/kernel/seeds.ts`).

Python's own generator is awkward to write again elsewhere. splitmix64 is ten lines: a counter of 64
bits, and a function that mixes it.
"""

from __future__ import annotations

import random
from typing import NoReturn

WORD = (1 << 64) - 1
STEP = 0x9E3779B97F4A7C15


def mixed(word: int) -> int:
    """A number of 64 bits that looks nothing like `word`; no two words give the same."""
    word &= WORD
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB & WORD
    return word ^ word >> 31


def decision_seed(seed: int, deal: int, ply: int) -> int:
    """A seed of its own for each decision of a match, from the seed of the whole.

    >>> decision_seed(0, 0, 0), decision_seed(0, 0, 1)
    (2558736989570252433, 4764156602392020899)
    """
    word = seed & WORD
    for part in (deal, ply):
        word = mixed(word + STEP) + part
    return mixed(word + STEP)


class SplitMix64(random.Random):
    """A generator whose words are those of splitmix64.

    >>> words = SplitMix64(0)
    >>> [hex(words.getrandbits(64)) for _ in range(2)]
    ['0xe220a8397b1dcdaf', '0x6e789e6aa1b965f4']
    """

    def __init__(self, seed: int) -> None:
        super().__init__(0)
        self._word = seed & WORD

    def next_word(self) -> int:
        """The next 64 bits."""
        self._word = self._word + STEP & WORD
        return mixed(self._word)

    def random(self) -> float:
        """A number from 0 up to, not including, 1."""
        return (self.next_word() >> 11) * 2.0**-53

    def getrandbits(self, k: int, /) -> int:
        """A number of so many bits; 64 of them are one word."""
        if k < 0:
            raise ValueError(k)
        words = [self.next_word() for _ in range(-(-k // 64))]
        bits = sum(word << 64 * place for place, word in enumerate(words))
        return bits >> 64 * len(words) - k

    def getstate(self) -> NoReturn:
        """There is nothing to save: begin again with the same seed."""
        raise NotImplementedError

    def setstate(self, _state: object, /) -> NoReturn:
        """See `getstate`."""
        raise NotImplementedError
