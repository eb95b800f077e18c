"""Deals that anybody can verify: nobody, the server included, could choose the cards.

Before the match the server draws a seed of 32 bytes and shows its SHA-256, the commitment. Then
each person's client adds 16 random bytes, the nonce; a bot adds nothing. The cards of deal n follow
from the seed, n and the nonces alone, and the seed is shown when the match is over. `docs/deals.md`
says it so that another program can do the same.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence

from msgspec import UNSET

from funicular.core.dealing import Shuffler
from funicular.core.errors import BadRecord
from funicular.core.game import Deal
from funicular.core.match import Match
from funicular.core.record import DealProof, Record

SEED_BYTES = 32
NONCE_BYTES = 16
BLOCK_BYTES = 8


def commitment(seed: str) -> str:
    """What is shown before the match: the SHA-256 of the seed, both in hex."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


class Proven(Shuffler):
    """The random numbers of one deal: HMAC-SHA256 of 0, 1, 2, … under the deal's own key."""

    def __init__(self, seed: str, number: int, nonces: Sequence[str]) -> None:
        """Take the match's seed, the deal's number from 1, and the nonces in order of the seats."""
        super().__init__(0)
        text = "\n".join((f"funicular deal {number}", *nonces))
        self._key = hmac.digest(bytes.fromhex(seed), text.encode("ascii"), "sha256")
        self._block = 0
        self._bytes = b""

    def getrandbits(self, k: int, /) -> int:
        """The next k bits: as few whole bytes as hold them, big-endian, less the last bits."""
        count = (k + 7) // 8
        while len(self._bytes) < count:
            block = self._block.to_bytes(BLOCK_BYTES, "big")
            self._bytes += hmac.digest(self._key, block, "sha256")
            self._block += 1
        taken, self._bytes = self._bytes[:count], self._bytes[count:]
        return int.from_bytes(taken, "big") >> (8 * count - k)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1: as many bits as n has, drawn again until they are below n."""
        while True:
            number = self.getrandbits(n.bit_length())
            if number < n:
                return number

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        """The same, as other generators are asked for it."""
        if stop is None and step == 1:
            return self.below(start)
        return super().randrange(start, stop, step)


def proven_deal(match: Match, seed: str, nonces: Sequence[str]) -> Deal:
    """The cards of the next deal of this match."""
    dealt = match.deal(Proven(seed, len(match.states) + 1, nonces))
    deal: Deal = dealt.states[-1].deal
    return deal


def verify(record: Record, match: Match) -> tuple[bool, ...]:
    """Whether each deal of the match follows from the record's proof; `BadRecord` without one."""
    proof = record.proof
    if proof is UNSET or not isinstance(proof, DealProof):
        raise BadRecord("table.no-proof")
    if len(proof.nonces) != match.game.seats:
        raise BadRecord("table.proof-seats", n=match.game.seats, given=len(proof.nonces))
    if commitment(proof.seed) != proof.commitment:
        raise BadRecord("table.wrong-seed")
    before = Match(match.game, match.ending)
    found = []
    for state in match.states:
        deal: Deal = state.deal
        try:
            found.append(proven_deal(before, proof.seed, proof.nonces) == deal)
        except ValueError:
            found.append(False)
        started = before.start(deal.hands, dealer=deal.dealer, upcard=deal.upcard)
        before = Match(match.game, match.ending, started.first_dealer, (*before.states, state))
    return tuple(found)
