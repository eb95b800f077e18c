"""The known answers of `docs/deals-vectors.json`, and the verifier of `examples/`.

`FUNICULAR_SOAK=1` builds it with the sanitizers too and feeds it many more damaged records.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import shlex
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from funicular.core.errors import BadRecord
from funicular.core.record import Record
from funicular.core.wire import from_json
from funicular.games.records import read_record
from funicular.table.deals import Proven, commitment, verify
from tests.kit import VARIANTS, Variant
from tests.web.live import live_server
from tools.deal_vectors import WRITTEN, nonces_of, played, vectors

ROOT = Path(__file__).parents[2]
README = (ROOT / "examples" / "README.md").read_text(encoding="utf-8")
VECTORS: dict[str, Any] = json.loads(WRITTEN.read_text(encoding="utf-8"))
SOAKING = os.environ.get("FUNICULAR_SOAK") == "1"
DAMAGED = 5_000 if SOAKING else 250
# Generous: what takes so long hangs.
PATIENCE = 60.0

FOLLOWS, DIFFERS, NO_RECORD = 0, 1, 2


@pytest.fixture(scope="module")
def verifier(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example, built as its README says, every warning an error."""
    program = tmp_path_factory.mktemp("built here") / "verify"
    (line,) = re.findall(r"^(c\+\+ .*) -o verify (.*)$", README, re.MULTILINE)
    checks = "-Wall -Wextra -Wpedantic -Werror"
    if SOAKING:
        checks += " -g -fsanitize=address,undefined -fno-sanitize-recover=all"
    words = shlex.split(f"{line[0]} {checks} -o")
    subprocess.run((*words, str(program), line[1]), cwd=ROOT, check=True)
    return program


def run(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(word) for word in words],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )


def say(verifier: Path, folder: Path, record: str | bytes) -> subprocess.CompletedProcess[str]:
    """What the verifier says of this text."""
    path = folder / "match.json"
    path.write_bytes(record if isinstance(record, bytes) else record.encode())
    return run(verifier, path)


def test_the_vectors_are_what_the_program_writes() -> None:
    """`python -m tools.deal_vectors` brings them along."""
    assert WRITTEN.read_text(encoding="utf-8") == vectors()


def test_the_vectors_have_every_game_and_every_kind_of_answer() -> None:
    sheets = {(str(variant.game_name), variant.seats) for variant in VARIANTS}
    assert {(case["game"], case["seats"]) for case in VECTORS["deals"]} == sheets
    said = Counter(case["says"] for case in VECTORS["records"])
    assert set(said) == {"follows", "other-cards", "other-seed", "no-proof", "not-a-record"}
    nonces = [case["nonces"] for case in VECTORS["deals"]]
    assert any(all(each) for each in nonces)
    assert any(not any(each) for each in nonces)


@pytest.mark.parametrize("case", VECTORS["numbers"], ids=lambda case: case["name"])
def test_our_own_numbers_are_those_of_the_vectors(case: dict[str, Any]) -> None:
    assert commitment(case["seed"]) == case["commitment"]
    rng = Proven(case["seed"], case["deal"], case["nonces"])
    for kind, size, value in case["drawn"]:
        assert (rng.getrandbits(size) if kind == "bits" else rng.below(size)) == value


@pytest.mark.parametrize("case", VECTORS["records"], ids=lambda case: case["name"])
def test_our_own_check_says_the_same_of_the_records(case: dict[str, Any]) -> None:
    text = json.dumps(case["record"])
    if case["deals"] is None:
        with pytest.raises(BadRecord):
            verify(from_json(text, Record), read_record(text)[0])
    else:
        assert list(verify(from_json(text, Record), read_record(text)[0])) == case["deals"]


def test_the_verifier_agrees_with_every_vector(verifier: Path) -> None:
    done = run(verifier, "--vectors", WRITTEN)
    assert done.returncode == FOLLOWS, done.stdout + done.stderr
    for part in ("numbers", "deals", "records"):
        count = len(VECTORS[part])
        assert f"{part}: {count} of {count} agree" in done.stdout


def test_a_wrong_vector_is_noticed(verifier: Path, tmp_path: Path) -> None:
    """So that agreeing means something."""
    wrong = json.loads(WRITTEN.read_text(encoding="utf-8"))
    wrong["numbers"][1]["drawn"][3][2] ^= 1
    hands = wrong["deals"][4]["deals"][2]["hands"]
    hands[0], hands[1] = hands[1], hands[0]
    wrong["records"][0]["says"] = "other-cards"
    path = tmp_path / "wrong.json"
    path.write_text(json.dumps(wrong), encoding="utf-8")
    done = run(verifier, "--vectors", path)
    assert done.returncode == DIFFERS
    lines = done.stdout.splitlines()
    assert [line for line in lines if line.endswith("does not agree")] == [
        "numbers 1: does not agree",
        "deals 4: does not agree",
        "records 0: does not agree",
    ]


@pytest.mark.parametrize("case", VECTORS["records"], ids=lambda case: case["name"])
def test_the_verifier_ends_as_the_page_says(
    verifier: Path, tmp_path: Path, case: dict[str, Any]
) -> None:
    done = say(verifier, tmp_path, json.dumps(case["record"]))
    statuses = {"follows": FOLLOWS, "other-cards": DIFFERS, "other-seed": DIFFERS}
    assert done.returncode == statuses.get(case["says"], NO_RECORD)
    for number, follows in enumerate(case["deals"] or (), 1):
        assert f"deal {number}: {'follows' if follows else 'OTHER CARDS'}" in done.stdout


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_the_verifier_confirms_matches_of_every_variant(
    verifier: Path, tmp_path: Path, variant: Variant
) -> None:
    record = played(variant.game_name, variant.seats, _without_ending(variant), 0b010101)
    done = say(verifier, tmp_path, record.to_json())
    assert done.returncode == FOLLOWS, done.stdout + done.stderr
    assert done.stdout.count("follows") == len(record.deals) >= 3


def _without_ending(variant: Variant) -> dict[str, Any]:
    return {name: value for name, value in variant.options.items() if name != "target"}


def test_it_confirms_a_match_downloaded_from_a_server(verifier: Path, tmp_path: Path) -> None:
    """And the commitment in it is the one that was shown before the first card."""
    with live_server(tmp_path / "tables.db") as server:
        opened = server.open("ascenseur-32", seats=4, deals=2)

        async def play() -> tuple[str, str]:
            async with server.guest(opened) as host:
                before: str = host.table["proof"]["commitment"]
                mine = nonces_of("host", 1, 1)[0]
                assert (await host.do("start", nonce=mine))["type"] == "done"
                await host.play_on(lambda me: me.phase == "over")
                return before, mine

        before, mine = asyncio.run(play())
        record = server.ask(f"/api/replays/{opened['table']}-1/record").body
    proof = json.loads(record)["proof"]
    assert proof["commitment"] == before
    assert proof["nonces"] == [mine, "", "", ""]
    assert say(verifier, tmp_path, record).returncode == FOLLOWS


HOSTILE = {
    "nothing": b"",
    "half a brace": b"{",
    "an array": b"[]",
    "a number": b"7",
    "two values": b"{} {}",
    "deep arrays": b"[" * 200_000,
    "deep objects": b'{"a":' * 200_000,
    "a huge number": b'{"format":"funicular-record","version":' + b"9" * 100_000 + b"}",
    "an exponent": b'{"format":"funicular-record","version":1e400}',
    "a negative": b'{"format":"funicular-record","version":-1}',
    "no UTF-8": b'{"format":"\xff\xfe\x00"}',
    "half a letter": b'{"format":"\\ud800"}',
    "an open escape": b'{"format":"\\u12',
    "a name twice": b'{"format":1,"format":2}',
    "a comma too many": b'{"format":"funicular-record",}',
    "many values": b"[" + b"0," * 500_000 + b"0]",
    "too large": b" " * (5 << 20),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_no_record_is_refused_in_one_line(
    verifier: Path, tmp_path: Path, name: str
) -> None:
    done = say(verifier, tmp_path, HOSTILE[name])
    assert done.returncode == NO_RECORD
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1


def test_a_file_that_is_not_there_and_wrong_words(verifier: Path, tmp_path: Path) -> None:
    assert run(verifier, tmp_path / "nothing.json").returncode == NO_RECORD
    assert run(verifier, tmp_path).returncode == NO_RECORD
    assert "usage" in run(verifier).stderr


def test_a_record_cut_short_anywhere_is_refused(verifier: Path, tmp_path: Path) -> None:
    text = played("ascenseur-32", 3, {"schedule": [2, 3, 10]}, 1).to_json().strip().encode()
    lengths = random.Random(5).sample(range(len(text)), min(len(text), DAMAGED // 10))
    for length in lengths:
        assert say(verifier, tmp_path, text[:length]).returncode == NO_RECORD


def test_damage_anywhere_is_answered_and_never_passes_for_other_cards_that_follow(
    verifier: Path, tmp_path: Path
) -> None:
    """Bytes changed at random: refused, or different, or the same cards after all."""
    text = played("dnpup", 3, {}, 0b101).to_json().encode()
    honest = json.loads(text)
    rng = random.Random(11)
    ended: Counter[int] = Counter()
    for _ in range(DAMAGED):
        damaged = bytearray(text)
        for _ in range(rng.randint(1, 3)):
            place = rng.randrange(len(damaged))
            damaged[place] = rng.choice((rng.randrange(256), ord(rng.choice('0123456789"[]{},/'))))
        done = say(verifier, tmp_path, bytes(damaged))
        assert done.returncode in (FOLLOWS, DIFFERS, NO_RECORD), done.stderr
        ended[done.returncode] += 1
        if done.returncode == FOLLOWS:
            # Then only what no proof is about was hit: a name, a move, points, white space.
            given = json.loads(damaged.decode(errors="replace"))
            for here, there in zip(given["deals"], honest["deals"], strict=True):
                assert _sorted(here) == _sorted(there)
            assert given["proof"] == honest["proof"]
    assert set(ended) == {FOLLOWS, DIFFERS, NO_RECORD}
    sys.stdout.write(f"{DAMAGED} damaged records: {dict(ended)}\n")


def _sorted(deal: dict[str, Any]) -> list[list[str]]:
    return [sorted(hand.split()) for hand in deal["cards"]["hands"]]
