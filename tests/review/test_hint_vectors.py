"""What the browser's hints are held against is what Python says now."""

from __future__ import annotations

from pathlib import Path

import msgspec

from tests.review.hint_vectors import vectors

KEPT = Path(__file__).parents[2] / "client" / "tests" / "hint_vectors.json"


def test_the_browser_is_held_against_what_python_says() -> None:
    kept = msgspec.json.decode(KEPT.read_bytes())
    now = msgspec.json.decode(msgspec.json.encode(vectors()))
    assert kept == now, "python -m tests.review.hint_vectors > client/tests/hint_vectors.json"
