"""What a table promises about its deals, read from its log: the seed first, and never another.

A restart is what the log comes to when it is read again. Here one happens after every step of two
matches (of long ones, only with `FUNICULAR_SOAK=1`), with another source of chance each time, and
the cards stay what they were to be.
"""

from __future__ import annotations

import os
import random
from typing import Any

import msgspec
import pytest

from funicular.core.record import DealProof
from funicular.table import commands as ask
from funicular.table.deals import commitment
from funicular.table.decision import Chance, Decision, proven
from funicular.table.entries import (
    AnyEntry,
    Began,
    CardsDealt,
    Committed,
    KnownEntry,
    Readied,
    Seated,
)
from funicular.table.fold import unfold
from funicular.table.presence import Presence
from funicular.table.render import show_table
from tests.table.sitting import HOST, AtTable

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("auf-ab", {"deals": 2}),
    ("dnpup", {"deals": 2}),
    ("ascenseur-52", {"deals": 3}),
    ("ascenseur-32", {"deals": 3, "options": {"bidding": "simultaneous"}}),
]
MOST_STEPS = 3000
SOAKING = os.environ.get("FUNICULAR_SOAK") == "1"


class RestartableTable(AtTable):
    """Two people and a bot who always do the same: the table alone says what comes next."""

    def __init__(self, game: str, **settings: Any) -> None:  # noqa: ANN401 - any field of Opened
        super().__init__(game, 3, **settings)
        # Where each decision ended: what is written together is kept together or not at all.
        self.ends = [len(self.log)]
        self.shown: list[tuple[int, str]] = []

    def _keep(self, decision: Decision) -> None:
        super()._keep(decision)
        if decision.entries:
            self.ends.append(len(self.log))

    def restarted(self, length: int) -> RestartableTable:
        """The same table, read again from so much of its log, with other chances to come."""
        stored = msgspec.json.encode(self.log[:length])
        read: list[AnyEntry] = msgspec.json.decode(stored, type=list[KnownEntry])
        other = RestartableTable.__new__(RestartableTable)
        rng = random.Random(length)
        other.chance = Chance(lambda size: rng.randbytes(size).hex(), proven)
        other.log, other.ends, other.shown = read, [length], []
        other.table = unfold((entry, float(place)) for place, entry in enumerate(read, 1))
        other.presence = Presence(frozenset(other.table.people))
        return other

    def step(self) -> None:
        """The next thing that happens."""
        people = self.table.people
        if self.phase == "gathering" and len(people) < 2:
            self.sit(("Zoé", "Max")[len(people)], HOST if not people else None)
        elif self.phase == "gathering":
            self.do(HOST, ask.Start(self.nonce(0)))
        elif self.phase == "playing":
            self.move(self.table.to_act[0], random.Random(self.table.seq))
        else:
            asked = next(seat for seat in people if seat not in self.table.ready_seats)
            fresh = self.nonce(asked) if self.phase == "over" else None
            self.do(self.table.places[asked].guest, ask.Ready(fresh))

    def nonce(self, seat: int) -> str:
        return f"{self.table.begun:016x}{seat + 1:016x}"

    def play_matches(self, matches: int) -> None:
        """Go on until so many matches are over."""
        for _ in range(MOST_STEPS):
            if self.phase == "over" and self.table.begun == matches:
                return
            self.step()
            # What the match under way, or the next one where none is, has been promised.
            proof = show_table(self.table, self.presence, None, "en").proof
            over = self.phase == "over"
            self.shown.append((self.table.begun - (self.phase != "gathering"), proof.commitment))
            if over and proof.next is not None:
                self.shown.append((self.table.begun, proof.next))
        pytest.fail("the match does not end")


def dealt(log: list[AnyEntry]) -> list[list[Any]]:
    """The deals of each match."""
    matches: list[list[Any]] = []
    for entry in log:
        if isinstance(entry, Began):
            matches.append([])
        elif isinstance(entry, CardsDealt):
            matches[-1].append(entry.deal)
    return matches


@pytest.fixture(scope="module", params=GAMES, ids=lambda param: param[0])
def evening(request: pytest.FixtureRequest) -> RestartableTable:
    """Two matches at one table."""
    name, settings = request.param
    household = RestartableTable(name, **settings)
    household.play_matches(2)
    return household


def test_the_seed_is_in_the_log_before_any_nonce_that_counts(evening: RestartableTable) -> None:
    committed, began = 0, []
    given: dict[str, int] = {}
    for place, entry in enumerate(evening.log):
        if isinstance(entry, Committed):
            committed = place
        elif isinstance(entry, Seated | Readied) and entry.nonce:
            given[entry.nonce] = place
        elif isinstance(entry, Began):
            began.append(entry.nonces)
            # The host's comes with the start itself, so it is in the log with the match.
            assert all(given.get(nonce, place) > committed for nonce in entry.nonces if nonce)
    assert [[bool(nonce) for nonce in nonces] for nonces in began] == [[True, True, False]] * 2
    assert not set(began[0]) & set(began[1]) - {""}


def test_a_seed_is_drawn_once_a_match_and_never_twice(evening: RestartableTable) -> None:
    kinds = [type(entry) for entry in evening.log if isinstance(entry, Committed | Began)]
    assert kinds == [Committed, Began, Committed, Began, Committed]
    drawn = {entry.seed for entry in evening.log if isinstance(entry, Committed)}
    assert len(drawn) == 3


def test_the_commitment_shown_never_changes(evening: RestartableTable) -> None:
    """From the moment it is shown, which for the second match is the end of the first."""
    promised = [{shown for match, shown in evening.shown if match == number} for number in (0, 1)]
    assert [len(each) for each in promised] == [1, 1]
    for played, shown in zip(evening.table.played, promised, strict=True):
        assert played.proof is not None
        assert {played.proof.commitment} == shown
        assert commitment(played.proof.seed) == played.proof.commitment


def test_a_restart_at_any_moment_changes_no_card(evening: RestartableTable) -> None:
    """Also between the commitment and the start: neither the seed nor the cards are drawn anew."""
    first, second = dealt(evening.log)
    over = next(
        place
        for place, entry in enumerate(evening.log)
        if isinstance(entry, Committed) and place > 1
    )
    ends = evening.ends[:-1]
    # A long match is read again after its first steps, and then after some of them.
    for length in ends if SOAKING or len(ends) < 120 else ends[:12] + ends[12::9]:
        other = evening.restarted(length)
        matches = 1 if length <= over else 2
        other.play_matches(matches)
        assert dealt(other.log)[:matches] == [first, second][:matches], length
        proof = evening.table.played[matches - 1].proof
        assert proof is not None
        promised = {shown for match, shown in other.shown if match == matches - 1}
        assert promised == {proof.commitment}


def test_what_is_drawn_after_a_restart_is_new(evening: RestartableTable) -> None:
    """The seed of a match that was not yet promised: so the test above could fail."""
    other = evening.restarted(2)
    other.play_matches(2)
    assert dealt(other.log)[1] != dealt(evening.log)[1]


def test_a_host_who_starts_with_a_nonce_has_seen_the_commitment() -> None:
    """The nonce of the opening, drawn before anything was shown, does not count then."""
    at = RestartableTable("dnpup")
    at.step()
    at.step()
    before = show_table(at.table, at.presence, HOST, "en").proof
    assert before.nonces == ()
    opened_with = at.table.places[0].nonce
    at.step()
    after = show_table(at.table, at.presence, HOST, "en").proof
    assert after.commitment == before.commitment
    assert opened_with not in after.nonces[:1]
    assert after.nonces[0] == f"{0:016x}{1:016x}"


PROOF = {"commitment": "0" * 64, "seed": "1" * 64, "nonces": ["a" * 32, ""]}


@pytest.mark.parametrize(
    "wrong",
    [
        {"commitment": "0" * 64 + "\n"},
        {"seed": "1" * 64 + "\n"},
        {"nonces": ["a" * 32 + "\n"]},
        {"nonces": ["\n"]},
        {"nonces": ["a" * 31]},
    ],
)
def test_nor_is_anything_else_in_a_proof(wrong: dict[str, Any]) -> None:
    assert msgspec.convert(PROOF, DealProof).nonces == ("a" * 32, "")
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(PROOF | wrong, DealProof)


@pytest.mark.parametrize("bad", ["a" * 32 + "\n", "\n", "A" * 32, "a" * 31, "a" * 33, "é" * 32])
def test_a_nonce_is_hex_and_nothing_else(bad: str) -> None:
    """A line feed at its end would be a line of another seat in the text of the key."""
    text = msgspec.json.encode({"do": "sit", "name": "Zoé", "nonce": bad})
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text, type=ask.Sit)
