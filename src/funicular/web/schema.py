"""The protocol as JSON Schema, made from the message types themselves.

    python -m funicular.web.schema > docs/protocol.schema.json

The client's types are made from that file in turn; a test sees that neither has fallen behind.
"""

from __future__ import annotations

import re
import sys
from typing import get_args, get_type_hints

import msgspec

from funicular.core.game import EventPause
from funicular.core.wire import JsonObject, Written
from funicular.games.registry import WIRE_FORMATS
from funicular.live import messages
from funicular.live.challenge_messages import (
    ChallengeShown,
    DailyListed,
    Leaderboard,
    NewAttempt,
    NewDuel,
    SubmittedResult,
)
from funicular.live.game_forms import GameShown
from funicular.live.hints import HintShown, ViewNumbers
from funicular.live.what_if import NewWhatIf
from funicular.review.positions import PositionsShown
from funicular.table.moment import MomentShown
from funicular.table.puzzle_table import PuzzleShown, PuzzleVerdict
from funicular.table.replay import AnyFilm
from funicular.table.wire import PACES
from funicular.web.lessons.http import Try
from funicular.web.lessons.steps import LessonShown, Tried
from funicular.web.lobby import LanguageShown
from funicular.web.privacy import PrivacyShown
from funicular.web.profile_messages import (
    BestRated,
    ProfileShown,
    ProfileWish,
    ResultsPage,
    SeatClaimed,
)
from funicular.web.puzzles import PuzzleListed, PuzzleTry
from funicular.web.replays import Kept, ReplayShown
from funicular.web.reviews import (
    AccountsShown,
    AccountsWish,
    JudgedHere,
    JudgeWish,
    ReviewHandedIn,
    ReviewKept,
)
from funicular.web.rules_html import RulesShown

ROOTS = (
    messages.AnyFromClient,
    messages.AnyFromServer,
    messages.NewTable,
    messages.Opened,
    messages.Listed,
    messages.QuickMatch,
    messages.Matched,
    messages.Playing,
    ViewNumbers,
    HintShown,
    GameShown,
    LanguageShown,
    RulesShown,
    PrivacyShown,
    LessonShown,
    Try,
    Tried,
    ChallengeShown,
    Leaderboard,
    DailyListed,
    NewDuel,
    NewAttempt,
    SubmittedResult,
    PuzzleListed,
    MomentShown,
    PuzzleShown,
    PuzzleTry,
    PuzzleVerdict,
    ReplayShown,
    AnyFilm,
    PositionsShown,
    ReviewKept,
    ReviewHandedIn,
    JudgeWish,
    JudgedHere,
    AccountsWish,
    AccountsShown,
    Kept,
    ProfileWish,
    ProfileShown,
    ResultsPage,
    BestRated,
    SeatClaimed,
    NewWhatIf,
    EventPause,
)


def schema() -> JsonObject:
    """Every message, by name, under `$defs`; the two directions as unions of their own."""
    found, parts = msgspec.json.schema_components(
        ROOTS, schema_hook=_written, ref_template="#/$defs/{name}"
    )
    both = dict(zip(("FromClient", "FromServer"), found, strict=False))
    return _short_names(
        {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "FunicularProtocol",
            "description": f"Protocol {messages.PROTOCOL} between a table and its clients.",
            "$defs": dict(sorted((both | parts).items())),
            # Not of the schema proper: what clients need to show events at the same pace as bots.
            "paces": PACES,
            "pauses": pauses(),
        }
    )


def pauses() -> dict[str, dict[str, EventPause]]:
    """How long the table rests for each event, by kind of deal and type of event."""
    return {
        str(wire.deal.__struct_config__.tag): {
            str(event.__struct_config__.tag): event.pause
            for event in get_args(get_type_hints(wire.told)["event"])
        }
        for wire in WIRE_FORMATS
    }


def _short_names(whole: JsonObject) -> JsonObject:
    """Events of one name in several games are called by game and name."""
    text = msgspec.json.encode(whole).decode()
    named = re.sub(
        r"funicular\.games\.(\w+)\.events\.(\w+)",
        lambda found: found[1].title().replace("_", "") + found[2],
        text,
    )
    short: JsonObject = msgspec.json.decode(named)
    return short


def _written(kind: type) -> JsonObject:
    """A card, a move or a zone is its text."""
    if issubclass(kind, Written):
        return {"type": "string"}
    raise NotImplementedError


if __name__ == "__main__":
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(schema()), indent=1) + b"\n")
