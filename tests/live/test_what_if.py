"""A table that plays on from a move of a replay: it stands where the record stood, and it ends."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from funicular.bots.levels import bot
from funicular.core.errors import BadOptions, BadRecord, BadSeat, FunicularError
from funicular.core.game import Game, State
from funicular.core.match import Ending, Match
from funicular.core.record import Record, WhatIf, parse_record, record_of
from funicular.core.wire import to_json
from funicular.games.records import replay_record
from funicular.live.table_log import CHANCE
from funicular.live.what_if import NewWhatIf, new_what_if
from funicular.table import commands as ask
from funicular.table.decide import closed, decide, moved
from funicular.table.decision import CannotDo
from funicular.table.entries import AnyEntry, CardsDealt, GivenPosition, TableOpened
from funicular.table.fold import after, unfold
from funicular.table.log_format import read_entry, write_entry
from funicular.table.presence import Presence
from funicular.table.render import show_deal, show_table
from funicular.table.snapshot import freeze, thaw
from funicular.table.table import Table
from funicular.table.what_if import NoSuchPosition, given_position, position_in
from tests.kit.variants import VARIANTS, Variant
from tests.kit.walks import begin, random_step, walk

NONCE = "ab" * 16
# One of every game, of sealed bids, and of deals that end without counting.
SOME = [
    Variant("ascenseur-52", 4, {"peak": 3}),
    Variant("ascenseur-32", 3, {"bidding": "simultaneous"}),
    Variant("auf-ab", 3),
    Variant("dnpup", 2, {"turn_cap": 12}),
]
NO_TRUMPS = Variant("ascenseur-52", 3, {"trumps_at_peak": "none", "peak": 3})


def alone(state: State, game: Game) -> Record:
    """The record of a single deal of any size."""
    match = Match(game, Ending(deals=1, alone=True), state.deal.dealer, (state,))
    return record_of(match, [f"P{seat}" for seat in range(game.seats)])


def recorded(variant: Variant, seed: int = 4) -> tuple[Record, list[State]]:
    """A deal as it was played at random, and all its states."""
    rng = random.Random(seed)
    path = walk(begin(variant.game, rng), rng)
    return alone(path[-1], variant.game), path


def opened(record: Record, ply: int, seat: int, **more: str) -> list[AnyEntry]:
    """The log of a table that plays on from there."""
    wish = NewWhatIf("abc-1", 1, ply, seat, "Zoé", "en", **more)  # type: ignore[arg-type]  # a world or a level
    entries, _ = new_what_if(record.to_json().encode(), wish)
    return list(entries)


def table_of(log: list[AnyEntry]) -> Table:
    """The table that these entries come to, each written into a row and read back."""
    return unfold((read_entry(write_entry(entry)), 0.0) for entry in log)


class Played:
    """A table of which a test makes the moves."""

    def __init__(self, log: list[AnyEntry]) -> None:
        self.log = log
        self.table = table_of(log)
        self.host = self.table.opened.host

    @property
    def phase(self) -> str:
        """Where the table is now; a property, so that no reader takes it for settled."""
        return self.table.phase

    def write(self, entries: tuple[AnyEntry, ...]) -> None:
        for entry in entries:
            self.log.append(entry)
            self.table = after(self.table, entry, 0.0)

    def do(self, command: ask.AnyCommand) -> None:
        self.write(decide(self.table, Presence(), self.host, command, CHANCE).entries)

    def play_on(self, rng: random.Random, most: int = 10_000) -> None:
        for _ in range(most):
            if self.phase != "playing":
                return
            state = self.table.state
            assert state is not None
            seat, move = random_step(state, rng)
            play = ask.MakeMove(str(move), self.table.turns[seat])
            if self.table.bot_plays(seat):
                self.write(moved(self.table, seat, play, CHANCE).entries)
            else:
                self.do(play)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_the_table_stands_where_the_record_stood(variant: Variant) -> None:
    """Any move, every seat in turn: same cards, same moves, same seat to move; bots elsewhere.

    Of a deal that goes on and on, every move of the beginning and some of the rest.
    """
    record, path = recorded(variant)
    plies = [*range(min(8, len(path) - 1)), *range(8, len(path) - 1, 1 + len(path) // 12)]
    for ply in plies:
        state = path[ply]
        seat = ply % variant.seats
        table = table_of(opened(record, ply, seat))
        assert table.state == state
        assert table.state is not None
        assert table.state.history == state.history
        assert (table.phase, table.to_act, table.made) == ("playing", state.to_act, ply)
        assert [place.kind for place in table.places].count("bot") == variant.seats - 1
        assert table.seat_seen_by(table.opened.host) == seat
        assert not table.open


@pytest.mark.parametrize("variant", SOME, ids=str)
def test_another_plausible_deal_is_one_the_seat_cannot_tell_from_the_true_one(
    variant: Variant,
) -> None:
    record, path = recorded(variant)
    others = 0
    for ply in (1, len(path) // 3):
        seat = path[ply].to_act[0]
        table = table_of(opened(record, ply, seat, world="plausible"))
        assert table.state is not None
        assert table.state.view(seat) == path[ply].view(seat)
        others += table.state.deal != path[ply].deal
    assert others


@pytest.mark.parametrize("variant", [*SOME, NO_TRUMPS], ids=str)
def test_the_deal_ends_the_match_and_its_record_can_be_read_again(variant: Variant) -> None:
    record, path = recorded(variant)
    ply = len(path) // 2
    at = Played(opened(record, ply, 0))
    at.play_on(random.Random(5))
    assert at.phase == "over"
    written = parse_record(at.table.played[-1].record.to_json())
    assert written.is_what_if
    assert written.what_if == WhatIf(replay="abc-1", deal=1, ply=ply, seat=0, world="true")
    assert replay_record(written).states[-1] == at.table.state
    assert written.deals[0].moves[:ply] == record.deals[0].moves[:ply]
    assert "proof" not in written.to_json()
    # Again from here: the same cards, the same moves.
    at.do(ask.Ready(NONCE))
    assert at.phase == "playing"
    assert at.table.state == path[ply]
    assert at.table.begun == 2
    at.play_on(random.Random(6))
    assert at.table.finished == 2
    assert unfold((entry, 0.0) for entry in at.log) == at.table


def test_a_void_deal_is_not_dealt_again_and_nobody_wins() -> None:
    variant = Variant("dnpup", 2, {"turn_cap": 12})
    for seed in range(50):
        record, path = recorded(variant, seed)
        if path[-1].void:
            break
    assert path[-1].void
    at = Played(opened(record, 0, 0))
    for move in path[-1].history:
        seat = move[0]
        play = ask.MakeMove(str(move[1]), at.table.turns[seat])
        if at.table.bot_plays(seat):
            at.write(moved(at.table, seat, play, CHANCE).entries)
        else:
            at.do(play)
    assert at.phase == "over"
    assert at.table.match.winners == ()
    shown = show_table(at.table, Presence(), at.host, "en")
    assert shown.result is not None
    assert shown.result.text == "The deal did not count: nobody wins it."
    assert replay_record(at.table.played[-1].record).winners == ()


def test_what_was_played_before_stands() -> None:
    """One's own moves can be taken back, down to where the line began."""
    record, path = recorded(SOME[0])
    ply = next(place for place, state in enumerate(path) if place > 6 and 1 in state.to_act)
    at = Played(opened(record, ply, 1))
    with pytest.raises(CannotDo):
        at.do(ask.Undo())
    at.play_on(random.Random(1), most=1)
    at.do(ask.Undo())
    assert at.table.state == path[ply]
    assert at.table.made == ply
    with pytest.raises(CannotDo):
        at.do(ask.Undo())


def test_it_proves_nothing_and_says_where_it_comes_from() -> None:
    record, _ = recorded(SOME[0])
    at = Played(opened(record, 2, 3))
    for _ in range(2):
        shown = show_table(at.table, Presence(), at.host, "en")
        assert (shown.proof.commitment, shown.proof.seed, shown.proof.nonces) == ("", None, ())
        assert shown.what_if == WhatIf(replay="abc-1", deal=1, ply=2, seat=3, world="true")
        assert (shown.sheet.deals, len(shown.sheet.schedule)) == (1, 1)
        at.play_on(random.Random(1))


def test_it_cannot_be_listed_for_others() -> None:
    at = Played(opened(recorded(SOME[0])[0], 2, 3))
    with pytest.raises(CannotDo) as refused:
        at.do(ask.SetOpen(open=True))
    assert refused.value.phrase.key == "table.what-if-unlisted"
    at.do(ask.SetOpen(open=False))


def test_a_forgotten_one_is_closed_without_a_seed() -> None:
    at = Played(opened(recorded(SOME[0])[0], 2, 3))
    at.write(closed(at.table, CHANCE).entries)
    assert (at.phase, at.table.seed) == ("over", "")
    assert at.table.played[-1].record.deals[0].points is None


def test_a_snapshot_keeps_it() -> None:
    table = table_of(opened(recorded(SOME[0])[0], 2, 3))
    assert thaw(freeze(table), table.game) == table


def test_what_if_of_a_what_if() -> None:
    record, path = recorded(SOME[1])
    at = Played(opened(record, 4, 0))
    at.play_on(random.Random(8))
    own = at.table.played[-1].record
    again = table_of(opened(own, 5, 1))
    assert again.state is not None
    assert again.state.history[:4] == path[4].history
    assert len(again.state.history) == 5


@pytest.mark.parametrize(
    ("deal", "ply", "key"),
    [(0, 0, "replay.no-deal"), (2, 0, "replay.no-deal"), (1, 999, "what-if.no-move")],
)
def test_a_deal_or_move_that_is_not_there(deal: int, ply: int, key: str) -> None:
    record, _ = recorded(SOME[0])
    wish = NewWhatIf("abc-1", deal, ply, 0, "Zoé", "en")
    with pytest.raises(NoSuchPosition) as refused:
        new_what_if(record.to_json().encode(), wish)
    assert refused.value.phrase.key == key


def test_the_end_of_a_deal_and_a_seat_that_is_not_there() -> None:
    record, path = recorded(SOME[0])
    with pytest.raises(NoSuchPosition) as over:
        opened(record, len(path) - 1, 0)
    assert over.value.phrase.key == "what-if.over"
    with pytest.raises(BadSeat):
        opened(record, 0, 4)
    with pytest.raises(FunicularError):
        opened(record, 0, 0, level="grandmaster")


def test_a_deal_alone_is_one_deal() -> None:
    for ending in ({"target": 3}, {"deals": 2}):
        with pytest.raises(BadOptions):
            Ending(alone=True, **ending)


def test_a_record_with_a_source_that_it_cannot_have_is_refused() -> None:
    record, path = recorded(SOME[0])
    late = WhatIf(replay="abc-1", deal=1, ply=len(path), seat=0, world="true")
    with pytest.raises(BadRecord):
        replay_record(replace(record, what_if=late))
    match = SOME[0].game.match()
    played = record_of(match.deal(random.Random(1)), ["a", "b", "c", "d"])
    assert not played.is_what_if
    with pytest.raises(BadRecord):
        replay_record(replace(played, what_if=replace(late, ply=0)))


@pytest.mark.parametrize("variant", SOME, ids=str)
def test_a_plausible_deal_depends_on_nothing_that_the_seat_cannot_see(variant: Variant) -> None:
    """Everything hidden dealt otherwise, and all that came later: not a byte changes.

    The true deal, told to the same test, is caught.
    """
    record, path = recorded(variant)
    game = variant.game
    ply = len(path) // 3
    seat = path[ply].to_act[0]
    other = next(
        world
        for world in (game.world(path[ply].view(seat), random.Random(n)) for n in range(99))
        if world.deal != path[ply].deal
    )
    twin = alone(other, game)

    def sent(of: Record, world: str) -> bytes:
        source = WhatIf(replay="abc-1", deal=1, ply=ply, seat=seat, world=world)  # type: ignore[arg-type]
        given = given_position(of, source, random.Random(11))
        at = Played([_given(entry, given) for entry in opened(record, ply, seat)])
        parts = [to_json(given)]
        rng = random.Random(3)
        # What is sent of it, and after a few more moves.
        while len(parts) < 5 and at.phase == "playing":
            parts.append(to_json(show_deal(at.table, seat, "en")))
            state = at.table.state
            assert state is not None
            mover = state.to_act[0]
            move = bot("casual").choose(state.view(mover), rng)
            play = ask.MakeMove(str(move), at.table.turns[mover])
            at.write(moved(at.table, mover, play, CHANCE).entries)
        return b"\n".join(parts)

    assert sent(record, "plausible") == sent(twin, "plausible")
    assert sent(record, "true") != sent(twin, "true")
    assert (
        position_in(record, WhatIf(replay="a", deal=1, ply=ply, seat=seat, world="true")) != other
    )


def _given(entry: AnyEntry, given: GivenPosition) -> AnyEntry:
    """The entry of a table that plays on from this position instead."""
    match entry:
        case TableOpened():
            return replace(entry, what_if=given)
        case CardsDealt():
            return CardsDealt(given.cards)
    return entry
