"""Who sits where: taking, leaving and losing a seat, names, bots, the host's rights."""

from __future__ import annotations

import pytest

from funicular.core.errors import BadSeat, FunicularError, UnknownBot
from funicular.table import commands as ask
from funicular.table.decision import CannotDo
from funicular.table.fold import unfold
from funicular.table.render import public_table, show_lines
from tests.table.sitting import HOST, NONCE, AtTable


def refused(at: AtTable, guest: str | None, command: ask.AnyCommand) -> FunicularError:
    """The refusal, which must change nothing."""
    before = at.table, at.presence, len(at.log)
    with pytest.raises(FunicularError) as caught:
        at.do(guest, command)
    assert (at.table, at.presence, len(at.log)) == before
    return caught.value


def code(at: AtTable, guest: str | None, command: ask.AnyCommand) -> str:
    error = refused(at, guest, command)
    assert isinstance(error, CannotDo)
    return error.code


def test_people_take_the_first_free_seat_or_the_one_they_name() -> None:
    at = AtTable()
    at.sit("Zoé", HOST)
    at.sit("Max", seat=2)
    at.sit("Ida")
    assert at.table.names == ("Zoé", "Ida", "Max", "")


def test_a_name_belongs_to_one_person() -> None:
    at = AtTable()
    at.sit("Zoé", HOST)
    assert code(at, None, ask.Sit("zOÉ", NONCE)) == "taken"


def test_a_name_that_looks_like_another_is_taken() -> None:
    at = AtTable()
    at.sit("Capa", HOST)
    assert code(at, None, ask.Sit("\u0421\u0430\u0440\u0430", NONCE)) == "taken"
    at.sit("\u0410\u043d\u043d\u0430")
    assert at.table.names[1] == "\u0410\u043d\u043d\u0430"


def test_a_bot_takes_another_name_than_one_that_looks_like_its_own() -> None:
    at = AtTable()
    at.do(HOST, ask.SeatBot(1, "casual"))
    assert at.table.names[1] == "Iris"
    at.sit("lris", seat=0)
    assert at.table.names[1] not in ("", "Iris")


def test_a_face_is_worn_until_another_is_chosen_or_the_seat_is_anothers() -> None:
    at = AtTable()
    zoe = at.sit("Zoé", HOST)
    at.do(zoe, ask.Rename("Zoé", face=7))
    at.do(zoe, ask.Rename("Zoé II"))
    assert at.table.places[0].face == 7
    # A face is nothing to tell everybody about, and the same again is nothing at all.
    told = len(at.table.lines)
    assert at.do(zoe, ask.Rename("Zoé II", face=7)).entries == ()
    at.do(zoe, ask.Rename("Zoé II", face=0))
    assert (at.table.places[0].face, len(at.table.lines)) == (0, told)
    assert public_table(at.table, at.presence, "en").chairs[0].face == 0
    at.do(zoe, ask.Stand())
    at.sit("Max", seat=0)
    at.do(None, ask.Sit("Ida", NONCE, face=23))
    assert [place.face for place in at.table.places[:2]] == [None, 23]


@pytest.mark.parametrize("name", [" Zoé", "Zo\né", "\ud800", "\u202eZoé", "Zoé\ufe0f", "Z\u043eé"])
def test_a_name_is_plain_text(name: str) -> None:
    assert code(AtTable(), None, ask.Sit(name, NONCE)) == "malformed"


def test_a_bot_whose_name_a_person_wants_takes_another() -> None:
    at = AtTable()
    at.do(HOST, ask.SeatBot(1, "casual"))
    name = at.table.names[1]
    at.sit(name, seat=0)
    assert at.table.names[0] == name
    assert at.table.names[1] not in ("", name)
    assert at.table.places[1].level == "casual"


def test_a_seat_that_a_person_has_is_taken_and_one_that_a_bot_has_is_free() -> None:
    at = AtTable()
    at.sit("Zoé", HOST)
    at.do(HOST, ask.Start())
    assert code(at, None, ask.Sit("Max", NONCE, 0)) == "taken"
    at.sit("Max", seat=3)
    assert at.table.places[3].kind == "person"


def test_a_table_full_of_people_is_full() -> None:
    at = AtTable(seats=3)
    for name in ("Zoé", "Max", "Ida"):
        at.sit(name)
    assert code(at, None, ask.Sit("Eva", NONCE)) == "full"


def test_one_may_change_seats_while_people_gather_and_not_later() -> None:
    at = AtTable()
    zoe = at.sit("Zoé", HOST)
    at.do(zoe, ask.Sit("Zoé", NONCE, 2))
    assert at.table.names == ("", "", "Zoé", "")
    at.do(HOST, ask.Start())
    assert code(at, zoe, ask.Sit("Zoé", NONCE, 1)) == "taken"


def test_a_token_lets_back_in_until_the_seat_is_anothers() -> None:
    at = AtTable()
    token = at.do(None, ask.Sit("Max", NONCE)).token
    assert token is not None
    max_ = at.table.guest_of(token)
    assert at.table.seat_of(max_) == 0
    at.do(HOST, ask.Clear(0))
    assert at.table.guest_of(token) is None
    assert at.table.guest_of("token") == HOST
    assert at.table.guest_of("") is None


def test_who_leaves_in_a_match_leaves_a_bot_behind() -> None:
    at = AtTable()
    zoe = at.sit("Zoé", HOST)
    at.do(HOST, ask.Start())
    at.do(zoe, ask.Stand())
    assert at.table.places[0].kind == "bot"
    assert at.table.guest_of("token") is None or at.table.seat_of(HOST) is None


def test_the_host_keeps_the_rights_without_a_seat() -> None:
    at = AtTable()
    at.sit("Zoé", HOST)
    at.do(HOST, ask.Stand())
    at.do(HOST, ask.SeatBot(1, "beginner"))
    at.do(HOST, ask.Start())
    assert at.table.phase == "playing"


@pytest.mark.parametrize(
    "command",
    [
        ask.SeatBot(1, "casual"),
        ask.Clear(1),
        ask.Start(),
        ask.SetPace("calm"),
        ask.SetOpen(open=True),
    ],
)
def test_only_the_host_may(command: ask.AnyCommand) -> None:
    at = AtTable()
    max_ = at.sit("Max")
    assert code(at, max_, command) == "forbidden"
    assert code(at, None, command) == "forbidden"


@pytest.mark.parametrize(
    "command",
    [
        ask.Stand(),
        ask.Rename("Max"),
        ask.Ready(),
        ask.MakeMove("bid 0", 1),
        ask.Undo(),
        ask.Answer(yes=True),
        ask.Say("hello"),
        ask.React("bravo"),
    ],
)
def test_whoever_watches_may_not(command: ask.AnyCommand) -> None:
    assert code(AtTable(), None, command) == "forbidden"


def test_bad_seats_and_levels_are_refused() -> None:
    at = AtTable(seats=3)
    assert isinstance(refused(at, HOST, ask.SeatBot(3, "casual")), BadSeat)
    assert isinstance(refused(at, HOST, ask.SeatBot(1, "genius")), UnknownBot)
    assert isinstance(refused(at, None, ask.Sit("Max", NONCE, 9)), BadSeat)


def test_what_is_said_is_kept_with_who_said_it() -> None:
    at = AtTable()
    zoe = at.sit("Zoé", HOST)
    seen = at.table.seq
    at.do(zoe, ask.Say("  Bonsoir  "))
    at.do(zoe, ask.React("bravo"))
    said = show_lines(at.table, seen, "en")
    assert [(line.name, line.text, line.reaction) for line in said] == [
        ("Zoé", "Bonsoir", None),
        ("Zoé", None, "bravo"),
    ]
    assert code(at, zoe, ask.Say("   ")) == "malformed"
    at.do(zoe, ask.Say("a\nb"))
    assert show_lines(at.table, 0, "en")[-1].text == "a b"


def test_the_log_alone_makes_the_same_table() -> None:
    at = AtTable("dnpup", 3)
    zoe = at.sit("Zoé", HOST)
    at.do(HOST, ask.SetPace("calm"))
    at.do(HOST, ask.SetOpen(open=True))
    at.do(zoe, ask.Rename("Zoë"))
    at.do(HOST, ask.Start())
    at.do(zoe, ask.Say("Go"))
    at.finish_deal()
    assert unfold((entry, float(n)) for n, entry in enumerate(at.log, 1)) == at.table
    with pytest.raises(TypeError):
        unfold([(at.log[1], 0.0)])
