"""Where things are sent to: the server, the control table, and tables of the attackers' own."""

from __future__ import annotations

import json
import random
import time
import urllib.request
from typing import Any

from msgspec import Struct

from tests.system.fuzz.wire import PATIENCE


class Target(Struct, frozen=True):
    """A server, and the table at which others play and nothing may be disturbed."""

    port: int
    table: str
    invite: str


class Desk(Struct, frozen=True):
    """A table that somebody may enter: with a seat's token, or with the invitation only."""

    table: str
    secret: dict[str, str]
    # Whether it is the control table, where nothing that is asked may be done.
    foreign: bool = False


# With one card each and two deals a match is soon between two deals, and soon over.
GAMES: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("auf-ab", 3, {}),
    ("dnpup", 2, {}),
    ("ascenseur-52", 3, {"schedule": [1, 1]}),
    ("ascenseur-32", 4, {"schedule": [1, 1]}),
)
PHASES = ("gathering", "playing", "scored", "over")


def shared_desks(target: Target, rng: random.Random) -> tuple[Desk, ...]:
    """The control table, and a table of one's own in every phase, all as a visitor."""
    own = [_own_table(target.port, phase, rng) for phase in PHASES]
    desks = (Desk(each["table"], {"invite": each["invite"]}) for each in own)
    return (Desk(target.table, {"invite": target.invite}, foreign=True), *desks)


def own_desk(target: Target, rng: random.Random) -> Desk:
    """A new table, as its host. A token is soon lost there, so it serves only once."""
    opened = _own_table(target.port, rng.choice(PHASES), rng)
    return Desk(opened["table"], {"token": opened["token"]})


def _own_table(port: int, phase: str, rng: random.Random) -> dict[str, Any]:
    short = phase in ("scored", "over")
    game, seats, options = rng.choice(GAMES[2:] if short else GAMES)
    wish = {
        "game": game,
        "seats": seats,
        "options": options,
        "name": "Mallory",
        "nonce": f"{rng.getrandbits(128):032x}",
        "lang": "en",
        "level": "casual",
        "pace": "instant",
        "start": phase != "gathering",
    }
    opened = asked(port, "/api/tables", wish)
    while short:
        now = asked(port, f"/api/tables/{opened['table']}", token=opened["token"])
        if now["table"]["phase"] in (phase, "over"):
            break
        if now["deal"]["legal"]:
            move = {"do": "move", "move": now["deal"]["legal"][0], "turn": now["deal"]["turn"]}
            _command(port, opened, move, rng)
        elif now["table"]["phase"] == "scored":
            _command(port, opened, {"do": "start"}, rng)
        else:
            # A bot is about to play.
            time.sleep(0.002)
    return opened


def _command(port: int, opened: dict[str, Any], command: object, rng: random.Random) -> None:
    body = {"type": "do", "id": f"{rng.getrandbits(64):x}", "command": command}
    asked(port, f"/api/tables/{opened['table']}/commands", body, token=opened["token"])


def asked(port: int, path: str, body: object = None, token: str | None = None) -> dict[str, Any]:
    """What a well-behaved request is answered with."""
    data = None if body is None else json.dumps(body).encode()
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data, headers)
    with urllib.request.urlopen(request, timeout=PATIENCE) as found:  # noqa: S310 - our own server
        answer: dict[str, Any] = json.loads(found.read())
        return answer
