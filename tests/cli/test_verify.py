"""`funicular verify`: honest deals pass; other cards, another seed, no proof at all do not."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from msgspec.structs import replace

import funicular
from funicular.core.match import Match
from funicular.core.record import DealProof, Record, record_of
from funicular.table.deals import commitment, proven_deal
from tests.cli.terminal import run

SEED = "5a" * 32


def played(name: str, seats: int) -> Record:
    """A short match whose cards follow from the seed, played at random."""
    nonces = ("00" * 16, *("",) * (seats - 1))
    game = funicular.game(name, seats=seats)
    match: Match = game.match(deals=2)
    rng = random.Random(3)
    while not match.over:
        if not match.under_way:
            deal = proven_deal(match, SEED, nonces)
            match = match.start(deal.hands, dealer=deal.dealer, upcard=deal.upcard)
        seat = match.to_act[0]
        assert match.state is not None
        match = match.play(seat, rng.choice(match.state.legal_moves(seat)))
    proof = DealProof(commitment=commitment(SEED), seed=SEED, nonces=nonces)
    return replace(record_of(match, [f"P{seat}" for seat in range(seats)]), proof=proof)


def written(folder: Path, record: Record) -> str:
    path = folder / "match.json"
    path.write_text(record.to_json(), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("game", "seats"), [("auf-ab", 4), ("dnpup", 3), ("ascenseur-52", 5), ("ascenseur-32", 4)]
)
def test_deals_that_follow_from_the_seed_are_confirmed(
    tmp_path: Path, game: str, seats: int
) -> None:
    done = run(tmp_path, "verify", written(tmp_path, played(game, seats)))
    assert done.returncode == 0, done.stderr
    assert "✓ Deal 1" in done.stdout
    assert "✗" not in done.stdout


def test_it_speaks_french(tmp_path: Path) -> None:
    done = run(tmp_path, "verify", written(tmp_path, played("auf-ab", 3)), lang="fr")
    assert "La graine correspond" in done.stdout
    assert "comme promis" in done.stdout


def test_other_cards_are_found(tmp_path: Path) -> None:
    honest = played("auf-ab", 3)
    first = honest.deals[0]
    # The deal of another seed, legal in itself and left unplayed.
    other = funicular.game("auf-ab", seats=3).deal(random.Random(8)).deal
    swapped = replace(
        honest,
        deals=(replace(first, cards=other, moves=(), points=None),),
        totals=(0, 0, 0),
        winners=(),
    )
    done = run(tmp_path, "verify", written(tmp_path, swapped))
    assert done.returncode == 1
    assert "✗ Deal 1" in done.stdout


def test_another_seed_is_found(tmp_path: Path) -> None:
    honest = played("dnpup", 2)
    assert isinstance(honest.proof, DealProof)
    other = replace(honest, proof=replace(honest.proof, seed="00" * 32))
    done = run(tmp_path, "verify", written(tmp_path, other))
    assert done.returncode == 2
    assert "does not match the commitment" in done.stderr


def test_a_record_without_proof_says_so(tmp_path: Path) -> None:
    record = json.loads(played("auf-ab", 3).to_json())
    del record["proof"]
    path = tmp_path / "match.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    done = run(tmp_path, "verify", str(path))
    assert done.returncode == 2
    assert "no proof" in done.stderr
