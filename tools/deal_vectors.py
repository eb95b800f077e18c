"""Writes docs/deals-vectors.json: known answers for whoever checks deals with their own program.

`python -m tools.deal_vectors` writes the file anew. Nothing in it is random: a test sees that the
file is what this program writes. `docs/deals.md` says what each part is for.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from hashlib import sha256
from hmac import digest
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from funicular.core.game import Deal, State
from funicular.core.match import Match
from funicular.core.record import DealProof, Record, record_of
from funicular.games.registry import SEATS, game
from funicular.table.deals import Proven, commitment, proven_deal

WRITTEN = Path(__file__).parents[1] / "docs" / "deals-vectors.json"
NAMES = ("Iris", "Roméo", "Ana", "Zoé", "Max", "Lou")
DEALS = 3
STREAM_BYTES = 80

Json = dict[str, Any]
# Game, seats, options, and the seats of people as bits.
Setup = tuple[str, int, Json, int]

# Besides every game at every number of seats: options that change the deck, the hands, the upcard.
HOUSES: tuple[tuple[str, int, Json], ...] = (
    ("ascenseur-52", 4, {"removed": "2S 2H AC"}),
    ("ascenseur-52", 3, {"removed": ""}),
    ("ascenseur-52", 3, {"deck": 32}),
    ("ascenseur-32", 5, {"deck": 52, "removed": "2C 2D"}),
    ("ascenseur-52", 4, {"schedule": "down-up"}),
    ("ascenseur-52", 4, {"schedule": [3, 12, 13]}),
    ("ascenseur-32", 5, {"schedule": [6, 5, 6], "trumps_at_peak": "none"}),
    ("ascenseur-32", 3, {"schedule": [10, 2, 10]}),
)


def seed_of(name: str) -> str:
    """A seed that anybody can make again."""
    return sha256(f"funicular seed {name}".encode()).hexdigest()


def nonces_of(name: str, seats: int, people: int) -> tuple[str, ...]:
    """The same for nonces: the seats of `people`'s bits have one, the others are bots'."""
    return tuple(
        sha256(f"funicular nonce {name} {seat}".encode()).hexdigest()[:32]
        if people >> seat & 1
        else ""
        for seat in range(seats)
    )


def numbers() -> Iterator[Json]:
    """The seed's hash, the key, the stream, and what is drawn from it in turn."""
    draws = {
        "a byte at a time": [("bits", 8)] * 40,
        "bits that are no whole bytes": [("bits", size) for size in (1, 3, 8, 9, 26, 30, 36, 40)],
        "a shuffle of 52": [("below", size) for size in range(52, 1, -1)],
        "a dealer and a shuffle of 32": [("below", 4), *(("below", n) for n in range(32, 1, -1))],
        "below 1, 2, 3, 4, 255, 256, 257": [("below", n) for n in (1, 2, 3, 4, 255, 256, 257)],
    }
    for number, (name, wanted) in enumerate(draws.items()):
        seed, deal = seed_of(name), (1, 2, 10, 33, 1000)[number]
        nonces = nonces_of(name, 3, number)
        rng = Proven(seed, deal, nonces)
        drawn = [
            [kind, size, rng.getrandbits(size) if kind == "bits" else rng.below(size)]
            for kind, size in wanted
        ]
        yield {"name": name} | _given(seed, nonces, deal) | {"drawn": drawn}


def _given(seed: str, nonces: tuple[str, ...], deal: int) -> Json:
    """Everything up to the stream, by the words of the page and not by `Proven`."""
    text = "\n".join((f"funicular deal {deal}", *nonces))
    key = digest(bytes.fromhex(seed), text.encode("ascii"), "sha256")
    stream = b"".join(digest(key, block.to_bytes(8, "big"), "sha256") for block in range(3))
    return {
        "seed": seed,
        "commitment": commitment(seed),
        "nonces": nonces,
        "deal": deal,
        "text": text,
        "key": key.hex(),
        "stream": stream[:STREAM_BYTES].hex(),
    }


def deals() -> Iterator[Json]:
    """The first deals of every game at every number of seats, and with some options."""
    sheets: list[tuple[str, int, Json]] = [
        (name, seats, {}) for name, range_ in SEATS.items() for seats in range_
    ]
    for place, (name, seats, options) in enumerate((*sheets, *HOUSES)):
        people = (0b111111, 0b000001, 0b000000, 0b101010)[place % 4]
        record = played(name, seats, options, people)
        proof = _proof(record)
        yield {
            "game": record.game,
            "seats": seats,
            "options": record.options,
            "seed": proof.seed,
            "commitment": proof.commitment,
            "nonces": proof.nonces,
            "deals": [
                {
                    "key": _given(proof.seed, proof.nonces, number)["key"],
                    "hands": deal.cards.hands,
                    "dealer": deal.cards.dealer,
                    "upcard": deal.cards.upcard,
                }
                for number, deal in enumerate(record.deals, 1)
            ],
        }


def played(
    name: str,
    seats: int,
    options: Json,
    people: int,
    forged: Callable[[int, Deal], Deal] = lambda _, deal: deal,
) -> Record:
    """A match of three deals, each played at random; `forged` may deal other cards."""
    label = f"{name} {seats} {json.dumps(options)}"
    seed, nonces = seed_of(label), nonces_of(label, seats, people)
    match: Match = game(name, seats=seats, **options).match(deals=DEALS)
    rng = random.Random(3)
    # A void deal does not count for the match, but it is one of the three.
    while not match.over and (match.under_way or len(match.states) < DEALS):
        if not match.under_way:
            deal = forged(len(match.states) + 1, proven_deal(match, seed, nonces))
            match = match.start(deal.hands, dealer=deal.dealer, upcard=deal.upcard)
        state: State = match.states[-1]
        seat = match.to_act[0]
        match = match.play(seat, rng.choice(state.legal_moves(seat)))
    proof = DealProof(commitment=commitment(seed), seed=seed, nonces=nonces)
    return replace(record_of(match, NAMES[:seats]), proof=proof)


def _proof(record: Record) -> DealProof:
    if not isinstance(record.proof, DealProof):
        message = "a record of these always has a proof"
        raise TypeError(message)
    return record.proof


SMALL: Setup = ("ascenseur-32", 3, {"schedule": [2, 3, 10]}, 0b011)
TURNING: Setup = ("dnpup", 2, {}, 0b01)


def records() -> Iterator[Json]:
    """Whole matches, honest and not, with what has to be said of each."""
    for setup in (("auf-ab", 3, {}, 0b100), TURNING, SMALL):
        honest = played(*setup)
        yield _case(f"honest {honest.game}", "follows", honest, [True] * len(honest.deals))
    yield from _other_cards()
    yield from _other_proofs()


def _other_cards() -> Iterator[Json]:
    """Matches that were dealt and played by the rules, but with cards that nobody's seed gave."""

    def swapped(number: int, deal: Deal) -> Deal:
        if number != 2:
            return deal
        (first, *mine), (theirs, *others) = deal.hands[0].split(), deal.hands[1].split()
        hands = (" ".join([theirs, *mine]), " ".join([first, *others]), *deal.hands[2:])
        return replace(deal, hands=hands)

    def exchanged(number: int, deal: Deal) -> Deal:
        return replace(deal, hands=deal.hands[::-1]) if number == 3 else deal

    def turned(number: int, deal: Deal) -> Deal:
        if number != 1:
            return deal
        card, *rest = deal.hands[0].split()
        other = "/".join(reversed(card.split("/")))
        return replace(deal, hands=(" ".join([other, *rest]), deal.hands[1]))

    def shown(number: int, deal: Deal) -> Deal:
        if number != 1 or deal.upcard is None:
            return deal
        held = {deal.upcard, *" ".join(deal.hands).split()}
        ranks = ("7", "8", "9", "T", "J", "Q", "K", "A")
        other = next(card for rank in ranks if (card := f"{rank}S") not in held)
        return replace(deal, upcard=other)

    ways: tuple[tuple[str, Setup, Callable[[int, Deal], Deal], int], ...] = (
        ("two cards swapped between two hands", SMALL, swapped, 2),
        ("all hands at other seats", SMALL, exchanged, 3),
        ("another card turned up", SMALL, shown, 1),
        ("one card lying the other way up", TURNING, turned, 1),
    )
    for name, setup, forged, wrong in ways:
        record = played(*setup, forged)
        says = [number != wrong for number in range(1, len(record.deals) + 1)]
        yield _case(name, "other-cards", record, says)


def _other_proofs() -> Iterator[Json]:
    """An honest match with a proof that is not its own."""
    honest = played(*SMALL)
    proof = _proof(honest)
    none = [False] * len(honest.deals)
    other = ("0" * 32, *proof.nonces[1:])
    yield _case("another nonce", "other-cards", _with(honest, nonces=other), none)
    exchanged = (proof.nonces[1], proof.nonces[0], proof.nonces[2])
    yield _case("two nonces exchanged", "other-cards", _with(honest, nonces=exchanged), none)
    silent = ("", "", "")
    yield _case("no nonces", "other-cards", _with(honest, nonces=silent), none)
    seed = seed_of("another")
    yield _case("another seed", "other-seed", _with(honest, seed=seed))
    both = _with(honest, seed=seed, commitment=commitment(seed))
    yield _case("another seed and its commitment", "other-cards", both, none)
    few = _with(honest, nonces=proof.nonces[:2])
    yield _case("a nonce too few", "not-a-record", few)
    without = _case("no proof", "no-proof", honest)
    del without["record"]["proof"]
    yield without
    loud = _case("a seed in capital letters", "not-a-record", honest)
    loud["record"]["proof"]["seed"] = proof.seed.upper()
    yield loud


def _with(record: Record, **changes: Any) -> Record:  # noqa: ANN401 - any field of the proof
    return replace(record, proof=replace(_proof(record), **changes))


def _case(name: str, says: str, record: Record, follow: list[bool] | None = None) -> Json:
    return {"name": name, "says": says, "deals": follow, "record": json.loads(record.to_json())}


def vectors() -> str:
    """The whole file: a line a case, so that a change shows where it is."""
    parts = {"numbers": numbers(), "deals": deals(), "records": records()}
    lines = [
        f'"{name}": [\n'
        + ",\n".join(json.dumps(case, ensure_ascii=False, separators=(",", ":")) for case in cases)
        + "\n]"
        for name, cases in parts.items()
    ]
    head = '"format": "funicular-deal-vectors",\n"version": 1'
    return "{\n" + ",\n".join([head, *lines]) + "\n}\n"


if __name__ == "__main__":
    WRITTEN.write_text(vectors(), encoding="utf-8")
    print(f"{WRITTEN.name}: {WRITTEN.stat().st_size:,} bytes")
