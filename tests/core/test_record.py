"""Records: what was edited, cut short or cannot have happened is refused, saying where."""

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

import funicular
from funicular.core.errors import BadRecord, FunicularError
from funicular.core.match import Ending
from funicular.core.record import WhatIf, play_deal, record_of
from funicular.games.records import read_record, replay_record
from tests.kit import VARIANTS, Variant, play_match

NAMES = ("Iris", "Roméo", "Ana", "Zoé", "Max", "Léa")
on_every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)
examples_in_all = settings(max_examples=settings().max_examples * 10)


DELETED = "(deleted)"


def small_record() -> dict[str, Any]:
    """Two deals, the second finished too: Ana wins the first trick, Roméo the second."""
    match = funicular.game("ascenseur-52", seats=3, schedule=[1, 1]).match()
    match = match.start(("2S", "3S", "4S"), dealer=2, upcard="2H")
    match = plays(match, "bid 0", "bid 0", "bid 0", "play 2S", "play 3S", "play 4S")
    match = match.start(("2S", "5S", "4S"), dealer=0, upcard="2H")
    match = plays(match, "bid 1", "bid 0", "bid 1", "play 5S", "play 4S", "play 2S")
    record: dict[str, Any] = json.loads(record_of(match, NAMES[:3]).to_json())
    return record


def plays(match: funicular.Match, *texts: str) -> funicular.Match:
    for text in texts:
        match = match.play(match.to_act[0], match.game.parse_move(text))
    return match


def speak(error: FunicularError) -> None:
    """Every refusal has words in every language."""
    for lang in funicular.languages():
        assert error.say(funicular.Reader(lang))


def read(record: dict[str, Any]) -> funicular.Match:
    match, _ = read_record(json.dumps(record))
    return match


def change(record: dict[str, Any], path: str, value: Any) -> None:  # noqa: ANN401 - JSON
    """Set what lies at `deals/0/moves/1`; `DELETED` takes it out."""
    *way, last = path.split("/")
    place: Any = record
    for step in way:
        place = place[int(step) if step.isdigit() else step]
    key: Any = int(last) if last.isdigit() else last
    if value == DELETED:
        del place[key]
    else:
        place[key] = value


def test_the_small_record_is_good() -> None:
    match = read(small_record())
    assert match.over
    assert match.totals == (1 - 1, 1 + 2, -1 + 1)
    assert match.winners == (1,)


EDITS: list[tuple[str, Any, str]] = [
    ("format", "funicular", "format"),
    ("format", 1, "format"),
    ("version", 2, "version"),
    ("version", "1", "version"),
    ("game", "skat", "There is no game “skat”"),
    ("game", "dnpup", "There is no option"),
    ("game", 5, "game"),
    ("game", DELETED, "game"),
    ("seats", 4, "4"),
    ("seats", 7, "3 to 6 players, not 7"),
    ("seats", "3", "seats"),
    ("seats", DELETED, "seats"),
    ("options", [], "options"),
    ("options", DELETED, "options"),
    ("options/hok", True, "There is no option “hok”"),
    ("options/seats", 3, "seats"),
    ("options/name", "dnpup", "name"),
    ("options/deck", 36, "deck cannot be 36"),
    ("options/deck", 32, "2♣"),
    ("options/removed", ["2S"], "2♠ is not in the deck"),
    ("options/schedule", [2, 1], "contradict each other"),
    ("options/schedule", [1], "contradict each other"),
    ("options/schedule", [], "at least one deal"),
    ("options/peak", 2, "contradict each other"),
    ("options/peak_repeats", 1, "contradict each other"),
    ("options/trumps_at_peak", "none", "Deal 1: Deals with 1 cards a hand have no trumps"),
    ("options/bidding", "simultaneous", "needs bids in turn"),
    ("options/hook", "yes", "hook cannot be 'yes'"),
    ("options/bonus", 2, "Deal 1: the record says the points 1, 1, -1"),
    ("options/trick_points", 2, "Deal 2: the record says the points -1, 2, 1"),
    ("options/penalty", 2, "Deal 1: the record says the points 1, 1, -1"),
    ("options/missed_scores_tricks", True, "Deal 1: the record says the points 1, 1, -1"),
    ("ending", {}, "ending"),
    ("ending", {"deals": 0}, "ending"),
    ("ending", {"deals": 2, "target": 3}, "ending"),
    ("ending", {"target": 3}, "it has no target"),
    ("ending", {"deals": 3}, "has 2 deals, not 3"),
    ("ending", {"deals": 1}, "Deal 2: The match is over"),
    ("ending", {"deals": 2, "hours": 1}, "ending"),
    ("players", ["Iris", "Roméo"], "needs 3 players, not 2"),
    ("players", [], "needs 3 players, not 0"),
    ("players/0", "", "players[0]"),
    ("players/0", "x" * 41, "players[0]"),
    ("players/0", None, "players[0]"),
    ("deals", {}, "deals"),
    ("deals/0", DELETED, "the totals are 0, 3, 0, but the moves come to -1, 2, 1"),
    ("deals/1", DELETED, "the totals are 0, 3, 0, but the moves come to 1, 1, -1"),
    ("deals/0/cards", DELETED, "cards"),
    ("deals/0/cards/hands/0", "3S", "Deal 1: 3♠ is dealt more often"),
    ("deals/0/cards/hands/0", "5S", "Deal 1, move 4 (“0 play 2S”): You do not hold 2♠"),
    ("deals/0/cards/hands/0", "2S 6S", "Deal 1: All hands have the same number"),
    ("deals/0/cards/hands/0", "", "Deal 1: All hands have the same number"),
    ("deals/0/cards/hands/0", "zz", "Deal 1: “zz” is not a card"),
    ("deals/0/cards/hands", ["2S", "3S"], "Deal 1: This game needs 3 hands, not 2"),
    ("deals/0/cards/dealer", 0, "Deal 1, move 1 (“0 bid 0”)"),
    ("deals/0/cards/dealer", 3, "Deal 1: There is no seat 3"),
    ("deals/0/cards/dealer", DELETED, "Deal 1: This game has a dealer"),
    ("deals/1/cards/dealer", 2, "Deal 2: The dealer of this deal is"),
    ("deals/1/cards/dealer", DELETED, "Deal 2: This game has a dealer"),
    ("deals/0/cards/upcard", "4S", "Deal 1: 4♠ is dealt more often"),
    ("deals/0/cards/upcard", DELETED, "Deal 1: A stock remains"),
    ("deals/0/cards/stock", "2D", "cards"),
    ("deals/0/moves", DELETED, "moves"),
    ("deals/0/moves", [], "Deal 1: the record says the points 1, 1, -1"),
    ("deals/0/moves/2", "2 bid 1", "Deal 1, move 3 (“2 bid 1”): The bids must not add up"),
    ("deals/0/moves/0", "1 bid 0", "Deal 1, move 1 (“1 bid 0”): It is not the turn of"),
    ("deals/0/moves/0", "7 bid 0", "Deal 1, move 1 (“7 bid 0”): There is no seat 7"),
    ("deals/0/moves/0", "bid 0", "Deal 1, move 1 (“bid 0”): “bid 0” does not begin"),
    ("deals/0/moves/0", "٠ bid 0", "does not begin with the number of a seat"),
    ("deals/0/moves/0", "00 bid 0", "does not begin with the number of a seat"),
    ("deals/0/moves/0", "", "does not begin with the number of a seat"),
    ("deals/0/moves/0", "0 nonsense", "Deal 1, move 1 (“0 nonsense”): “nonsense” is not a move"),
    ("deals/0/moves/0", 5, "moves[0]"),
    ("deals/0/moves/5", DELETED, "Deal 1: the record says the points 1, 1, -1"),
    ("deals/0/moves/3", DELETED, "Deal 1, move 4"),
    ("deals/0/points", [1, 1, 1], "the record says the points 1, 1, 1, but the moves come to"),
    ("deals/0/points", None, "the record says a deal that is not finished"),
    ("deals/0/points", [1, 1], "the record says the points 1, 1,"),
    ("deals/0/points/0", "1", "points[0]"),
    ("deals/0/note", "nice", "note"),
    ("totals", [0, 3, 1], "the totals are 0, 3, 1, but the moves come to 0, 3, 0"),
    ("totals/0", 0.5, "totals[0]"),
    ("winners", [0], "the winners are 0, but the moves come to 1"),
    ("winners", [], "the winners are"),
    ("winners", [1, 1], "the winners are 1, 1"),
    ("comment", "hello", "comment"),
]


@pytest.mark.parametrize(("path", "value", "sentence"), EDITS, ids=str)
def test_an_edited_record_is_refused_saying_where(path: str, value: Any, sentence: str) -> None:  # noqa: ANN401 - JSON
    record = small_record()
    change(record, path, value)
    with pytest.raises(BadRecord) as refusal:
        read(record)
    assert sentence in str(refusal.value)
    french = refusal.value.say(funicular.Reader("fr"))
    assert french != str(refusal.value)
    assert "{path" not in french


def test_a_deal_must_say_its_dealer_even_if_it_is_the_first_seat() -> None:
    match = funicular.game("ascenseur-52", seats=3, schedule=[1, 1]).match()
    match = match.start(("2S", "3S", "4S"), dealer=0, upcard="2H")
    record: dict[str, Any] = json.loads(record_of(match, NAMES[:3]).to_json())
    assert read(record) == match
    del record["deals"][0]["cards"]["dealer"]
    with pytest.raises(BadRecord, match="Deal 1"):
        read(record)


@pytest.mark.parametrize(
    ("players", "sentence"),
    [
        (("Iris", "Roméo"), "3 players, not 2"),
        (("Iris", "Roméo", "Ana", "Zoé"), "3 players, not 4"),
        (("Iris", "Roméo", ""), "40"),
        (("Iris", "Roméo", "x" * 41), "40"),
    ],
)
def test_a_match_is_not_written_down_with_wrong_players(
    players: tuple[str, ...], sentence: str
) -> None:
    match = funicular.game("ascenseur-52", seats=3).match()
    with pytest.raises(BadRecord, match=sentence) as refusal:
        record_of(match, players)
    speak(refusal.value)


HARMLESS: list[tuple[str, Any]] = [
    ("players/0", "Zoé"),
    ("options/hook", False),
    ("deals/0/cards/upcard", "3H"),
    ("deals/0/cards/hands/2", "4S"),
]


@pytest.mark.parametrize(("path", "value"), HARMLESS, ids=str)
def test_another_record_that_could_be_true_is_read_as_it_says(path: str, value: Any) -> None:  # noqa: ANN401 - JSON
    record = small_record()
    change(record, path, value)
    match, players = read_record(json.dumps(record))
    assert json.loads(record_of(match, players).to_json()) == record


def test_a_record_cut_short_is_refused_wherever_it_is_cut() -> None:
    text = json.dumps(small_record())
    for end in range(len(text)):
        with pytest.raises(BadRecord):
            read_record(text[:end])


def some_match(variant: Variant, seed: int, moves: int) -> tuple[dict[str, Any], funicular.Match]:
    match = play_match(variant.game.match(), random.Random(seed), moves)
    record: dict[str, Any] = json.loads(record_of(match, NAMES[: variant.seats]).to_json())
    return record, match


def wrong_totals(record: dict[str, Any]) -> None:
    record["totals"][-1] += 1


def wrong_winners(record: dict[str, Any]) -> None:
    record["winners"] = [*record["winners"], 0] if record["winners"] != [0] else [1]


def fewer_players(record: dict[str, Any]) -> None:
    record["players"].pop()


def move_lost(record: dict[str, Any]) -> None:
    record["deals"][0]["moves"].pop(0)


def move_by_another(record: dict[str, Any]) -> None:
    moves = record["deals"][0]["moves"]
    moves[0] = f"9{moves[0][1:]}"


def move_of_no_game(record: dict[str, Any]) -> None:
    record["deals"][0]["moves"][0] = "0 castle"


def card_twice(record: dict[str, Any]) -> None:
    hands = record["deals"][0]["cards"]["hands"]
    hands[0] = " ".join([hands[1].split()[0]] * len(hands[0].split()))


def hand_lost(record: dict[str, Any]) -> None:
    record["deals"][0]["cards"]["hands"].pop()


DAMAGE = [
    wrong_totals,
    wrong_winners,
    fewer_players,
    move_lost,
    move_by_another,
    move_of_no_game,
    card_twice,
    hand_lost,
]


@on_every_variant
@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_record_of_any_game_is_refused(
    variant: Variant, damage: Callable[[dict[str, Any]], None]
) -> None:
    record, match = some_match(variant, seed=3, moves=8)
    assert read(record) == match
    damage(record)
    # Each card may be in the deck twice (dnpup), so a doubled hand may fail only at its first move.
    with pytest.raises(BadRecord):
        read(record)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 60)
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from(["", "0 pass", "AS", "0 bid 1", "0-0", "3/6", "auf-ab", "dnpup", "in-turn"])
    | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["deals", "target", "seats", "name", "x"]), inner, max_size=2
        )
    ),
    max_leaves=4,
)


def places(value: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:  # noqa: ANN401 - JSON
    """The way to every part of a JSON value."""
    found = [way] if way else []
    if isinstance(value, dict):
        parts = list(value.items())
    elif isinstance(value, list):
        parts = list(enumerate(value))
    else:
        parts = []
    for key, part in parts:
        found += places(part, (*way, key))
    return found


@pytest.mark.unmeasured
@examples_in_all
@given(data=st.data(), variant=st.sampled_from(VARIANTS), seed=st.integers(0, 50))
def test_no_edit_of_the_structure_raises_anything_else(
    data: st.DataObject, variant: Variant, seed: int
) -> None:
    record, _ = some_match(variant, seed, moves=6)
    *way, key = data.draw(st.sampled_from(places(record)))
    place: Any = record
    for step in way:
        place = place[step]
    what = data.draw(st.sampled_from(["replace", "delete", "add"]))
    if what == "replace":
        place[key] = data.draw(JSON)
    elif what == "delete":
        del place[key]
    elif isinstance(place, dict):
        place[data.draw(st.sampled_from(["name", "seats", "given", "x", "self"]))] = data.draw(JSON)
    else:
        place.insert(key, data.draw(JSON))
    try:
        match, players = read_record(json.dumps(record))
    except FunicularError as error:
        speak(error)
    else:
        assert read_record(record_of(match, players).to_json()) == (match, players)


@pytest.mark.unmeasured
@examples_in_all
@given(data=st.data(), variant=st.sampled_from(VARIANTS), seed=st.integers(0, 50))
def test_no_flipped_byte_raises_anything_else(
    data: st.DataObject, variant: Variant, seed: int
) -> None:
    record, _ = some_match(variant, seed, moves=6)
    text = bytearray(json.dumps(record, ensure_ascii=False).encode())
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(text) - 1))
        text[place] = data.draw(st.integers(0, 255))
    try:
        match, players = read_record(bytes(text))
    except FunicularError as error:
        speak(error)
    else:
        assert read_record(record_of(match, players).to_json()) == (match, players)


@given(text=st.text() | st.binary())
def test_no_text_at_all_raises_anything_else(text: str | bytes) -> None:
    with pytest.raises(FunicularError):
        read_record(text)


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", funicular.GAMES)
@examples_in_all
@given(data=st.data())
def test_no_text_makes_a_move_reader_fail(name: str, data: st.DataObject) -> None:
    """What is read as a move is written as that very text; all else is refused in words."""
    game = next(variant.game for variant in VARIANTS if variant.game_name == name)
    alphabet = "bidplaytksxfo 0123456789-/.♠ATKQJCDHS★"
    text = data.draw(
        st.text(alphabet, max_size=14)
        | st.text(max_size=10)
        | st.from_regex(r"(bid|play|take|add|flip|pass) ?[0-9TJQKA]?[CDHS/.-]?[0-9 to]{0,6}")
        | st.from_regex(r"[0-9]-[0-9]( [0-9]-[0-9])* x[0-9]{1,2}")
    )
    try:
        move = game.parse_move(text)
    except FunicularError as error:
        speak(error)
    else:
        assert str(move) == text


@pytest.mark.parametrize("name", ["a]b", "x ]", '[ "q" {}', "\\", "] ,", "\n"])
def test_a_name_survives_whatever_brackets_it_has(name: str) -> None:
    match = funicular.game("dnpup", seats=3).match().deal(random.Random(1))
    _, players = funicular.read_record(record_of(match, (name, "B", "C")).to_json())
    assert players == (name, "B", "C")


@pytest.mark.parametrize("players", ["abc", (1, 2, 3), ("", "b", "c"), ("\ud800", "b", "c")])
def test_what_is_no_name_is_not_written_down(players: Any) -> None:  # noqa: ANN401
    match = funicular.game("dnpup", seats=3).match()
    with pytest.raises(BadRecord):
        record_of(match, players)


def test_a_record_is_text() -> None:
    with pytest.raises(BadRecord, match="not a record"):
        funicular.read_record(None)  # type: ignore[arg-type]


def newer_record(**fields: object) -> str:
    match = funicular.game("dnpup", seats=3).match().deal(random.Random(1))
    written = json.loads(record_of(match, ("A", "B", "C")).to_json())
    return json.dumps(written | {"version": 2, "mood": "bold"} | fields)


def test_a_record_of_a_newer_version_says_so() -> None:
    with pytest.raises(BadRecord, match=r"newer version.*format 2.*up to 1") as refused:
        funicular.read_record(newer_record())
    assert "plus récente" in refused.value.say(funicular.Reader("fr"))


@pytest.mark.parametrize("fields", [{"version": 1}, {"format": "another"}, {"version": "x"}])
def test_what_is_wrong_otherwise_is_not_called_newer(fields: dict[str, object]) -> None:
    with pytest.raises(BadRecord, match="not a record"):
        funicular.read_record(newer_record(**fields))


def seat_change(deal: int, moves: int) -> dict[str, Any]:
    return {"deal": deal, "moves": moves, "seat": 1, "what": "bot", "name": "Bo", "level": "casual"}


def test_changes_of_seats_are_in_order_and_within_the_deals() -> None:
    good = small_record() | {"seating": [seat_change(0, 0), seat_change(1, 4), seat_change(2, 1)]}
    assert read(good).winners
    for bad in ([seat_change(1, 4), seat_change(1, 3)], [seat_change(3, 0)], [seat_change(1, 7)]):
        with pytest.raises(BadRecord):
            read(small_record() | {"seating": bad})


def test_a_single_deal_of_a_record_can_be_played() -> None:
    match = read(small_record())
    record = record_of(match, NAMES[:3])
    steps: list[None] = []
    state = play_deal(match.game, record.deals[1], lambda: steps.append(None))
    assert state == match.states[1]
    assert len(steps) == len(record.deals[1].moves)


def test_a_match_that_was_replayed_has_the_positions_of_the_match_itself() -> None:
    match = play_match(funicular.game("dnpup", seats=3).match(), random.Random(2), 99)
    replayed = read(json.loads(record_of(match, NAMES[:3]).to_json()))
    assert replayed == match
    assert list(replayed.positions()) == list(match.positions())
    # A move later it is another match, which has one position more.
    if not replayed.over:
        after = play_match(replayed, random.Random(2), 1)
        assert len(list(after.positions())) > len(list(match.positions()))


def test_a_deal_that_was_played_on_says_where_it_comes_from() -> None:
    game = funicular.game("ascenseur-52", seats=3)
    start = replace(game.match(deals=1), ending=Ending(deals=1, alone=True))
    match = play_match(start.start(["AS", "2H", "4D"], dealer=2, upcard="9S"), random.Random(1), 99)
    source = WhatIf(replay="abc-1", deal=1, ply=2, seat=0, world="true")
    record = replace(record_of(match, NAMES[:3]), what_if=source)
    assert record.is_what_if
    assert replay_record(record) == match
    assert not record_of(read(small_record()), NAMES[:3]).is_what_if
    for wrong in (replace(source, ply=99), replace(source, seat=3)):
        with pytest.raises(BadRecord):
            replay_record(replace(record, what_if=wrong))
