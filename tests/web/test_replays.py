"""Replays: films that end where the deal ended, and records from anywhere."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import msgspec
import pytest

import funicular
from funicular.core.errors import BadRecord, FunicularError
from funicular.core.match import Match
from funicular.core.record import record_of
from funicular.core.wire import to_json
from funicular.web.replays import (
    LONGEST_RECORD,
    MOST_DEALS,
    MOST_MOVES,
    Replay,
    name_of,
    read_replay,
    show_film,
    show_replay,
)

GAMES = [
    ("auf-ab", 3, {}),
    ("dnpup", 2, {}),
    ("dnpup", 4, {}),
    ("ascenseur-52", 3, {"schedule": [1, 4]}),
    ("ascenseur-32", 4, {"schedule": [2, 3], "bidding": "simultaneous"}),
]
NAMES = ("Iris", "Roméo", "Ana", "Zoé")


def played(name: str, seats: int, options: dict[str, Any], *, moves: int | None = None) -> Match:
    """A match of two deals at random; or only its first so many moves."""
    rng = random.Random(5)
    match = funicular.game(name, seats=seats, **options).match(deals=2)
    made = 0
    while not match.over and made != moves:
        if not match.under_way:
            match = match.deal(rng)
        seat = match.to_act[-1]
        assert match.state is not None
        match = match.play(seat, rng.choice(match.state.legal_moves(seat)))
        made += 1
    return match


def replayed(match: Match) -> Replay:
    return read_replay(record_of(match, NAMES[: match.game.seats]).to_json().encode())


@pytest.mark.parametrize(("name", "seats", "options"), GAMES)
def test_a_film_has_a_frame_for_the_start_and_for_every_move(
    name: str, seats: int, options: dict[str, Any]
) -> None:
    match = played(name, seats, options)
    for number, state in enumerate(match.states, 1):
        film = show_film(replayed(match), number, "en")
        first, last = film.frames[0], film.frames[-1]
        assert [frame.move for frame in film.frames] == [
            None,
            *(f"{seat} {move}" for seat, move in state.history),
        ]
        dealt = [hand.split() for hand in state.deal.hands]
        assert [Counter(map(str, hand)) for hand in first.hands] == list(map(Counter, dealt))
        assert last.hands == tuple(state.hand(seat) for seat in range(seats))
        assert last.told == len(film.told)
        assert film.points == state.points
        assert last.stop


@pytest.mark.parametrize(("name", "seats", "options"), GAMES)
def test_every_move_tells_something(name: str, seats: int, options: dict[str, Any]) -> None:
    film = show_film(replayed(played(name, seats, options)), 1, "fr")
    counts = [frame.told for frame in film.frames]
    assert counts == sorted(set(counts))
    assert all(told.text for told in film.told)


def test_a_film_is_told_in_the_language_asked_for() -> None:
    replay = replayed(played("auf-ab", 3, {}))
    assert show_film(replay, 1, "en").told[0].text.startswith("Each player gets")
    assert show_film(replay, 1, "fr").told[0].text.startswith("Chacun reçoit")


@pytest.mark.parametrize(("name", "seats", "options"), GAMES)
def test_the_overview_has_the_deals_the_sheet_and_the_result(
    name: str, seats: int, options: dict[str, Any]
) -> None:
    match = played(name, seats, options)
    shown = show_replay("abc", replayed(match), "en")
    assert [deal.points for deal in shown.deals] == [state.points for state in match.states]
    assert shown.table.sheet.totals == match.totals
    assert [row.points for row in shown.table.sheet.rows] == [deal.points for deal in shown.deals]
    assert shown.table.result is not None
    assert shown.table.result.winners == match.winners
    assert shown.table.result.replay == "abc"
    assert shown.players == NAMES[:seats]
    assert shown.proof is None
    assert msgspec.json.decode(to_json(shown))["id"] == "abc"


def test_bots_are_shown_as_bots_with_their_level() -> None:
    match = played("dnpup", 4, {})
    record = json.loads(record_of(match, NAMES).to_json())
    seats = (("Iris", None), ("Roméo", "strong"), ("Ana", "casual"), ("Zoé", "godlike"))
    record["seating"] = [
        {"deal": 0, "moves": 0, "seat": seat, "what": "began", "name": name, "level": level}
        for seat, (name, level) in enumerate(seats)
    ]
    # Somebody of the same name has taken the bot's seat.
    sat = {"deal": 1, "moves": 0, "seat": 2, "what": "sat", "name": "Ana", "level": None}
    record["seating"].append(sat)
    replay = read_replay(json.dumps(record).encode())
    chairs = show_replay("match", replay, "en").table.chairs
    found = [(chair.kind, chair.level) for chair in chairs]
    assert found == [("person", None), ("bot", "strong"), ("person", None), ("bot", "")]


def test_a_match_that_was_left_can_be_watched_as_far_as_it_goes() -> None:
    match = played("auf-ab", 3, {}, moves=7)
    shown = show_replay("abc", replayed(match), "en")
    assert shown.table.result is None
    assert len(show_film(replayed(match), 1, "en").frames) == 8


@pytest.mark.parametrize("number", [0, 3, -1])
def test_a_deal_that_is_not_there_is_refused(number: int) -> None:
    replay = replayed(played("ascenseur-32", 3, {"schedule": [1, 1]}))
    with pytest.raises(FunicularError):
        show_film(replay, number, "en")


def test_the_same_record_has_the_same_name() -> None:
    match = played("auf-ab", 3, {})
    texts = [replayed(match).record.to_json().encode() for _ in range(2)]
    assert name_of(texts[0]) == name_of(texts[1])
    assert "-" not in name_of(texts[0])


def whole() -> dict[str, Any]:
    match = played("ascenseur-52", 3, {"schedule": [1, 2]})
    record: dict[str, Any] = json.loads(record_of(match, NAMES[:3]).to_json())
    return record


def too_many_deals(record: dict[str, Any]) -> None:
    record["deals"] *= MOST_DEALS


def too_many_moves(record: dict[str, Any]) -> None:
    record["deals"][0]["moves"] = ["0 bid 0"] * (MOST_MOVES + 1)


def another_winner(record: dict[str, Any]) -> None:
    record["totals"][0] += 1


def another_card(record: dict[str, Any]) -> None:
    record["deals"][1]["moves"][-1] = "0 play XX"


def nothing(record: dict[str, Any]) -> None:
    record["deals"] = []


def a_long_name(record: dict[str, Any]) -> None:
    record["players"][0] = "x" * 1000


def a_seat_taken_too_late(record: dict[str, Any]) -> None:
    change = {"deal": 999, "moves": 0, "seat": 0, "what": "sat", "name": "Max"}
    record["seating"] = [change]


@pytest.mark.parametrize(
    "damage",
    [
        too_many_deals,
        too_many_moves,
        another_winner,
        another_card,
        nothing,
        a_long_name,
        a_seat_taken_too_late,
    ],
)
def test_a_damaged_record_is_refused_in_the_words_of_records(damage: Any) -> None:  # noqa: ANN401
    record = whole()
    damage(record)
    with pytest.raises(BadRecord) as refused:
        read_replay(json.dumps(record).encode())
    for lang in funicular.languages():
        assert refused.value.say(funicular.Reader(lang))


@pytest.mark.parametrize(
    "text", [b"", b"{", b"[]", b"\xff\xfe", b"[" * 5000, b'{"format":"funicular-record"}', b"null"]
)
def test_what_is_no_record_is_refused(text: bytes) -> None:
    with pytest.raises(BadRecord):
        read_replay(text)


def test_the_longest_real_match_fits() -> None:
    """Three players with 52 cards have the most deals and cards of any sheet."""
    game = funicular.game("ascenseur-52", seats=3)
    cards = sum(game.schedule)
    assert len(game.schedule) <= MOST_DEALS
    assert 3 * (cards + len(game.schedule)) <= MOST_MOVES
    assert 3 * cards * len('"0 play AS", ') < LONGEST_RECORD
