"""Counts where the cards of many deals went: places, seats, pairs, the way up.

Deals are gathered in a batch, then each card gets a number with one bit a deal, 1 where a seat has
it: whether two cards met is then a single `&` for thousands of deals.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from bench.uniform import Outcome, again, blocks, coins, draws, pairs

# Deals of a match, an even number; the first one draws the dealer.
IN_A_MATCH = 4


@cache
def only(wanted: int) -> bytes:
    """A table for `translate` that makes one byte "1" and all others "0"."""
    return bytes(ord("1") if byte == wanted else ord("0") for byte in range(256))


class Tally:
    """Where the cards went, each known by its place in the deck before the shuffle."""

    def __init__(self, deck: int, seats: int, each: int, *, turned: bool) -> None:
        """Take how many cards there are, how many are dealt, and whether one is turned up."""
        self.deck = deck
        self.turned = turned
        self.hands = [each] * seats
        left = deck - each * seats - turned
        self.sizes = [*self.hands, *[1] * turned, *[left] * (left > 0)]
        # Which hand, the upcard, or the rest: by place in the shuffled deck.
        self.block_at = bytes(block for block, size in enumerate(self.sizes) for _ in range(size))
        self.deals = 0
        self.places = [[0] * deck for _ in range(deck)]
        self.met = [[[0] * deck for _ in range(deck)] for _ in range(seats)]
        self.stayed = [0] * deck
        # By dealer, and by dealer and upcard.
        self.dealers = [0] * seats
        self.firsts = [0] * (seats * deck)
        self.heads = [0] * deck
        self.agreed = [0] * (deck * (deck - 1) // 2)
        self._orders = bytearray()
        self._owners = bytearray()
        self._lying = bytearray()

    def add(self, order: Sequence[int]) -> None:
        """One more deal by its shuffled deck; deals of one match come one after the other."""
        owners = bytearray(self.deck)
        for card, block in zip(order, self.block_at, strict=True):
            owners[card] = block
        self._orders += bytes(order)
        self._owners += owners
        self.deals += 1

    def add_dealer(self, order: Sequence[int], dealer: int) -> None:
        """Who dealt it, where that was drawn."""
        self.dealers[dealer] += 1
        if self.turned:
            self.firsts[dealer * self.deck + order[sum(self.hands)]] += 1

    def add_coins(self, order: Sequence[int], number: int) -> None:
        """Which way up its cards lie."""
        lying = bytearray(self.deck)
        for place, card in enumerate(order):
            lying[card] = number >> place & 1
        self._lying += lying

    def fold(self) -> None:
        """Count what has come in: whole matches."""
        cards = range(self.deck)
        for place in cards:
            column = self._orders[place :: self.deck]
            for card in cards:
                self.places[card][place] += column.count(card)
        held = [self._bits(self._owners, card, range(len(self.sizes))) for card in cards]
        for seat, met in enumerate(self.met):
            for one in cards:
                mine, row = held[one][seat], met[one]
                for other in range(one):
                    row[other] += (mine & held[other][seat]).bit_count()
        # The deal before is the next higher bit. Only every second deal is compared with it: with
        # unequal blocks two comparisons that share a deal depend on each other.
        second = int("01" * (len(self._owners) // self.deck // 2), 2)
        for card in cards:
            self.stayed[card] += sum((row & row >> 1 & second).bit_count() for row in held[card])
        if self._lying:
            self._fold_coins()
        for batch in (self._orders, self._owners, self._lying):
            batch.clear()

    def _bits(self, batch: bytearray, card: int, wanted: Sequence[int]) -> list[int]:
        column = batch[card :: self.deck]
        return [int(column.translate(only(value)), 2) for value in wanted]

    def _fold_coins(self) -> None:
        rows = [self._bits(self._lying, card, (1,))[0] for card in range(self.deck)]
        tosses = len(self._lying) // self.deck
        pair = 0
        for card, row in enumerate(rows):
            self.heads[card] += row.bit_count()
            for other in rows[:card]:
                self.agreed[pair] += tosses - (row ^ other).bit_count()
                pair += 1

    def tests(self) -> Iterator[Outcome]:
        """All that is asked of these counts."""
        yield blocks("each card in each place", self.places, self.deals, [1] * self.deck)
        by_block = [self._by_block(row) for row in self.places]
        yield blocks("each card to each seat", by_block, self.deals, self.sizes)
        if self.hands[0] > 1:
            whole = [_mirrored(met) for met in self.met]
            for seat, met in enumerate(whole):
                yield pairs(f"pairs of cards at seat {seat}", met, self.deals, self.hands[:1])
            yield pairs("pairs of cards at one seat", _summed(whole), self.deals, self.hands)
        yield again("the same seat again", self.stayed, self.deals // 2, self.sizes)
        if any(self.dealers):
            yield draws("dealer", self.dealers)
            if self.turned:
                yield draws("dealer and upcard", self.firsts)
        if self.turned:
            yield draws("upcard", [row[sum(self.hands)] for row in self.places])
        if any(self.heads):
            yield coins("each card's way up", self.heads, self.deals)
            yield coins("two cards the same way up", self.agreed, self.deals)

    def _by_block(self, row: Sequence[int]) -> list[int]:
        counts = [0] * len(self.sizes)
        for block, count in zip(self.block_at, row, strict=True):
            counts[block] += count
        return counts


def _mirrored(met: list[list[int]]) -> list[list[int]]:
    cards = range(len(met))
    return [[met[max(one, other)][min(one, other)] for other in cards] for one in cards]


def _summed(tables: list[list[list[int]]]) -> list[list[int]]:
    return [[sum(cells) for cells in zip(*rows, strict=True)] for rows in zip(*tables, strict=True)]
