"""Deals that can be verified: the same seed and nonces, the same cards; anything else, others."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from funicular.core.errors import BadRecord
from funicular.core.record import DealProof
from funicular.games.records import read_record
from funicular.games.registry import GAMES, game
from funicular.table import commands as ask
from funicular.table.deals import Proven, commitment, proven_deal, verify
from tests.kit import is_uniform
from tests.table.sitting import HOST, SEED, AtTable

NONCES = ("a" * 32, "", "b" * 32)


def test_the_numbers_are_hmac_blocks_read_in_order() -> None:
    key = hmac.digest(
        bytes.fromhex(SEED), b"funicular deal 1\n" + "\n".join(NONCES).encode(), "sha256"
    )
    first = hmac.digest(key, (0).to_bytes(8, "big"), "sha256")
    second = hmac.digest(key, (1).to_bytes(8, "big"), "sha256")
    rng = Proven(SEED, 1, NONCES)
    assert rng.getrandbits(8 * 31) == int.from_bytes(first[:31], "big")
    assert rng.getrandbits(12) == int.from_bytes(first[31:] + second[:1], "big") >> 4


def test_the_commitment_is_the_hash_of_the_seed() -> None:
    assert commitment(SEED) == hashlib.sha256(b"\x5e" * 32).hexdigest()


@pytest.mark.parametrize("name", GAMES)
def test_the_cards_follow_from_seed_number_and_nonces_alone(name: str) -> None:
    match = game(name, seats=3).match()
    deal = proven_deal(match, SEED, NONCES)
    assert proven_deal(match, SEED, NONCES) == deal
    others = [
        proven_deal(match, "00" * 32, NONCES),
        proven_deal(match, SEED, ("", "", "")),
        proven_deal(match, SEED, (*NONCES[:2], "c" * 32)),
    ]
    assert deal not in others


def test_numbers_below_n_are_uniform() -> None:
    rng = Proven(SEED, 1, ())
    assert is_uniform(Counter(rng.below(7) for _ in range(7000)), range(7))
    assert {rng.randrange(2, 4) for _ in range(100)} == {2, 3}


def test_a_match_from_a_table_is_verified_and_a_changed_one_is_not() -> None:
    at = AtTable("dnpup", 3)
    zoe = at.sit("Zoé", HOST)
    at.do(HOST, ask.Start())
    while at.table.phase != "over":
        if at.table.phase == "scored":
            at.do(zoe, ask.Ready())
        at.finish_deal()
    record = at.table.played[0].record
    match, players = read_record(record.to_json())
    assert players == at.table.names
    assert all(verify(record, match))
    proof = record.proof
    assert isinstance(proof, DealProof)
    other = replace(proof, nonces=("", "", ""))
    assert not any(verify(replace(record, proof=other), match))
    with pytest.raises(BadRecord, match="does not match the commitment"):
        verify(replace(record, proof=replace(proof, seed="00" * 32)), match)
    with pytest.raises(BadRecord, match="one a seat"):
        verify(replace(record, proof=replace(proof, nonces=())), match)
    with pytest.raises(BadRecord, match="no proof"):
        verify(replace(record, proof=UNSET), match)
