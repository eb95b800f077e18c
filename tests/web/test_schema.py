"""The protocol's schema, from which the client's types are made, is that of the code."""

from __future__ import annotations

import json
from pathlib import Path

from funicular.web.schema import schema

WRITTEN = Path(__file__).parents[2] / "docs" / "protocol.schema.json"


def test_the_written_schema_has_not_fallen_behind() -> None:
    """`python -m funicular.web.schema > docs/protocol.schema.json` brings it along."""
    assert json.loads(WRITTEN.read_text(encoding="utf-8")) == json.loads(json.dumps(schema()))
