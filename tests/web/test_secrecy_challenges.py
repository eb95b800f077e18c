"""Nothing that a challenge shows before it is over depends on its cards.

The same is asked at two servers whose challenges differ in nothing but the seed. Whoever has not
played must be told the same, byte for byte, though others have played and the expert has; and no
byte that a player is sent through a whole attempt has the seed in it. A server that tells a result
too early is caught.
"""

from __future__ import annotations

import asyncio
import re
import secrets
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from funicular.challenge import calendar
from funicular.core.wire import from_json
from funicular.games.registry import spec_of
from funicular.live.admission.causes import SERVER
from funicular.native.numbers import view_numbers
from funicular.table.moment import MomentShown
from tests.web.challenging import Contender, refused
from tests.web.live import Guest, Place, live_server

SEEDS = ("1a" * 32, "2b" * 32)
DUEL = "theduelthatbothhave"
# What follows from the seed openly, and what differs by chance.
OPEN = re.compile(rb'"commitment":"[0-9a-f]{64}"|"table":"[a-z0-9]+"|"(opened|closes)":[0-9.e]+')


@pytest.fixture
def twins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Place, Place]]:
    """Two servers with a duel of the same name; only the seeds differ."""
    monkeypatch.setattr("funicular.live.challenges._letters", _letters)
    with live_server(tmp_path / "one.db") as one, live_server(tmp_path / "two.db") as two:
        for place, seed in zip((one, two), SEEDS, strict=True):
            with monkeypatch.context() as patch:
                patch.setattr("funicular.live.challenges.secrets.token_hex", lambda *_, it=seed: it)
                assert Contender(place, "Zoé").duel(players=9) == DUEL
        yield one, two


def _letters(n: int) -> str:
    return DUEL if n > 10 else secrets.token_hex(5).replace("0", "a").replace("1", "b")


def seen_by_others(place: Place, played_at: str) -> list[bytes]:
    """All that a person is told who has not played; one who has begun; and nobody in particular."""
    eve, begun = Contender(place, "Eve"), Contender(place, "Ben")
    paths = (
        f"/api/challenges/{DUEL}?lang=en",
        f"/api/challenges/{DUEL}/leaderboard?lang=en",
        f"/api/challenges/{DUEL}/leaderboard?skip=1&lang=fr",
        f"/api/challenges/{DUEL}/positions?lang=en",
        "/api/challenges/dailies?lang=en",
        f"/api/replays/{played_at}-1?lang=en",
        f"/api/replays/{played_at}-1/record?lang=en",
        f"/api/replays/{played_at}-1/deals/1?lang=en",
    )
    answers = [person.ask(path) for person in (eve, begun) for path in paths]
    answers += [place.ask(path) for path in paths]
    return [OPEN.sub(b"", each.body) for each in answers]


def play(place: Place) -> str:
    """Ada finishes, the expert too, Ben begins; Ada's table."""
    ada = Contender(place, "Ada")
    opened = ada.begun(DUEL)
    asyncio.run(ada.play(opened))
    ada.result(DUEL)
    found: Any = place.app.services.challenges

    async def expert_has_played() -> None:
        while await found.expert(await found.find(DUEL), SERVER) is None:  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(0.02)

    place.inside(expert_has_played())
    Contender(place, "Ben").begun(DUEL)
    table: str = opened["table"]
    return table


def test_whoever_has_not_played_is_told_the_same_whatever_the_cards(
    twins: tuple[Place, Place], monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [play(place) for place in twins]
    one, other = (seen_by_others(*each) for each in zip(twins, tables, strict=True))
    assert one == other
    # A server that shows everybody the results is caught.
    monkeypatch.setattr(calendar, "is_revealed", lambda *_: True)
    one, other = (seen_by_others(*each) for each in zip(twins, tables, strict=True))
    assert one != other


def test_who_has_played_is_shown_what_their_own_seat_saw_and_nothing_else(
    twins: tuple[Place, Place],
) -> None:
    place = twins[0]
    table = play(place)
    path = f"/api/challenges/{DUEL}/positions?lang=en"
    ada = Contender(place, "Ada").ask(path)
    assert ada.status == 200, ada.body

    async def match_played() -> Any:  # noqa: ANN401 - of any game
        return (await place.app.services.rooms.find(table)).table.played[0].match

    own = [each for each in place.inside(match_played()).positions() if each.seat == 0]
    assert len(own) == len(ada.json["decisions"]) > 2
    for position, shown in zip(own, ada.json["decisions"], strict=True):
        legal = position.view.legal_moves()
        assert (shown["deal"], shown["ply"], shown["seat"]) == (position.deal, position.ply, 0)
        numbers = b64encode(view_numbers(position.view)).decode() if len(legal) > 1 else None
        assert shown["numbers"] == numbers
        assert [ada.json["moves"][at] for at in shown["legal"]] == list(map(str, legal))
        path_to = f"/api/challenges/{DUEL}/positions/{position.deal}/{position.ply}?lang=en"
        moment = Contender(place, "Ada").ask(path_to)
        sight = from_json(moment.body, MomentShown).deal.sight
        assert sight == spec_of(position.view.setup.name).wire.sight(position.view, history=True)
        assert moment.json["table"]["result"] is None
        assert Contender(place, "Ben").ask(path_to).status == 403
    others = [each for each in place.inside(match_played()).positions() if each.seat != 0]
    for position in others[:3]:
        path_to = f"/api/challenges/{DUEL}/positions/{position.deal}/{position.ply}?lang=en"
        assert refused(Contender(place, "Ada").ask(path_to)) == "unknown"
    # No move is named that was not this seat's to make.
    assert set(ada.json["moves"]) == {str(move) for each in own for move in each.view.legal_moves()}
    # Who has only begun, or not even that, or does not say who they are, is shown none of it; nor
    # is Ada shown the whole match.
    for who in ("Ben", "Eve"):
        assert Contender(place, who).ask(path).status == 403
    assert place.ask(path).status in {401, 403}
    assert Contender(place, "Ada").ask(f"/api/replays/{table}-1/positions?lang=en").status == 404


def test_no_byte_of_an_attempt_has_the_seed(
    twins: tuple[Place, Place], monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str] = []
    next_message = Guest._next

    async def noting(self: Guest) -> dict[str, Any]:
        message = await next_message(self)
        heard.append(repr(message))
        return message

    monkeypatch.setattr(Guest, "_next", noting)
    place = twins[0]
    table = play(place)
    ada = Contender(place, "Ada")
    own = [ada.ask(f"/api/challenges/{DUEL}"), ada.ask(f"/api/challenges/{DUEL}/leaderboard")]
    own += [ada.ask(f"/api/challenges/{DUEL}/positions")]
    own += [ada.ask(f"/api/replays/{table}-1{path}") for path in ("", "/record", "/deals/1")]
    everything = "".join(heard) + "".join(each.body.decode() for each in own)
    assert len(heard) > 10
    assert SEEDS[0] not in everything
