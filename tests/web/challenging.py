"""People at challenges over HTTP and sockets, who always make the first move that they may."""

from __future__ import annotations

import hashlib
import time
from typing import Any

from tests.web.live import PATIENCE, Answer, Guest, Message, Place

# Two short deals.
WISH = {"game": "ascenseur-52", "seats": 3, "options": {"schedule": [1, 2]}}


class Contender:
    """A person with a browser's secret, at one server."""

    def __init__(self, place: Place, name: str) -> None:
        self.place = place
        self.name = name
        self.secret = hashlib.sha256(name.encode()).hexdigest()[:32]

    def at(self, place: Place) -> Contender:
        """The same person at another server."""
        return Contender(place, self.name)

    def ask(self, path: str, body: object = None) -> Answer:
        return self.place.ask(path, body, **{"Funicular-Person": self.secret})

    def duel(self, **wish: object) -> str:
        answer = self.ask("/api/challenges", WISH | wish)
        assert answer.status == 201, answer.body
        name: str = answer.json["id"]
        return name

    def see(self, challenge: str) -> Message:
        answer = self.ask(f"/api/challenges/{challenge}?lang=en")
        assert answer.status == 200, answer.body
        seen: Message = answer.json
        return seen

    def begin(self, challenge: str, **wish: object) -> Answer:
        usual = {"name": self.name, "lang": "en", "pace": "instant"}
        return self.ask(f"/api/challenges/{challenge}/attempts", usual | wish)

    def begun(self, challenge: str) -> Message:
        answer = self.begin(challenge)
        assert answer.status == 201, answer.body
        opened: Message = answer.json
        return opened

    async def play(self, opened: Message, moves: int | None = None) -> Guest:
        """Make at most so many moves, always the first; who they were at the end."""
        made = 0
        async with self.place.guest(opened) as guest:
            while guest.phase != "over" and made != moves:
                if guest.phase == "scored":
                    deal = guest.deal or {}
                    await guest.do("ready")
                    await guest.until(lambda me, at=deal: (me.deal or {})["number"] > at["number"])  # type: ignore[misc]
                elif guest.my_turn and guest.deal is not None:
                    turn = guest.deal["turn"]
                    await guest.move(guest.deal["legal"][0])
                    made += 1
                    await guest.until(
                        lambda me, at=turn: me.phase != "playing" or (me.deal or {})["turn"] != at  # type: ignore[misc]
                    )
                else:
                    await guest.until(lambda me: me.my_turn or me.phase != "playing")
            return guest

    def result(self, challenge: str) -> Message:
        """One's result, once the server has taken it."""
        until = time.monotonic() + PATIENCE
        while (seen := self.see(challenge))["state"] == "checking" and time.monotonic() < until:
            assert seen["problem"] is None, seen
            time.sleep(0.02)
        assert seen["state"] == "played", seen
        return seen


def refused(answer: Answer) -> Any:  # noqa: ANN401 - the code and the sentence
    said = answer.json
    assert said["type"] == "refused", said
    assert said["text"]
    return said["code"]
