"""The protocol's schema, from which the client's types are made, is that of the code."""

from __future__ import annotations

import json
from pathlib import Path

from funicular.web.schema import schema

WRITTEN = Path(__file__).parents[2] / "docs" / "protocol.schema.json"


def test_the_written_schema_has_not_fallen_behind() -> None:
    written = json.loads(WRITTEN.read_text(encoding="utf-8"))
    assert written == json.loads(json.dumps(schema())), (
        "`python -m funicular.web.schema > docs/protocol.schema.json` writes it again, and then "
        "`sh tools/client .venv protocol` the client's types"
    )
