"""A table in this process: the server's own table (`funicular.table`), with one person and bots.

Commands are decided and entries folded as on a server, and what the person sees is rendered as
for a browser. Two things are local: cards and bots draw from the sitting's seed, so that a match
can be played again, and nothing is written down but the save.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, replace

from msgspec.structs import replace as replace_fields

from funicular.bots.levels import bot
from funicular.challenge.answers import answer_seed_at
from funicular.challenge.challenge import Challenge
from funicular.cli.seeded_rng import seeded_rng
from funicular.cli.sitting import Sitting
from funicular.core.game import Deal, Move, State
from funicular.core.match import Match
from funicular.core.record import record_of
from funicular.lang import Reader
from funicular.review.hint import Hint
from funicular.review.turn_hint import turn_hint
from funicular.table import commands, entries
from funicular.table.deals import SEED_BYTES
from funicular.table.decide import decide
from funicular.table.decide import moved as bot_decision
from funicular.table.decision import Chance, Decision, proven
from funicular.table.fold import after, unfold
from funicular.table.presence import Presence
from funicular.table.render import show_deal
from funicular.table.table import Table
from funicular.table.undo import undo_kind
from funicular.table.wire import AnyDeal

# How the table knows the person, who is always there.
GUEST = "person"


@dataclass(frozen=True)
class LocalTable:
    """A table and the sitting it was set up for."""

    table: Table
    began: Sitting
    lang: str
    # Where everything follows from its seed, as on a server.
    challenge: Challenge | None = None

    @property
    def seat(self) -> int:
        """Where the person sits."""
        return self.began.seat

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self.table.match

    @property
    def sitting(self) -> Sitting:
        """What a save keeps of it."""
        return replace_fields(self.began, match=self.match)

    @property
    def state(self) -> State:
        """The last deal, of which there must be one."""
        state: State = self.match.states[-1]
        return state

    def deal_shown(self, before: int = 0) -> AnyDeal:
        """The last deal as the person sees it, told from the `before`-th event on."""
        deal = show_deal(self.table, self.seat, self.lang, before)
        if deal is None:
            message = "nothing was dealt yet"
            raise RuntimeError(message)
        return deal

    def rng(self, seat: int) -> random.Random:
        """The random numbers of this seat's decision at hand."""
        if self.challenge is not None:
            return random.Random(answer_seed_at(self.challenge.seed, self.match.states, seat))
        number, move = len(self.match.states), len(self.state.history)
        return seeded_rng(self.began.seed, "deal", number, "move", move, "seat", seat)


def set_up(sitting: Sitting, reader: Reader, challenge: Challenge | None = None) -> LocalTable:
    """The table of a sitting, as its match stands; perhaps as an attempt at a challenge."""
    log = ((entry, 0.0) for entry in _log_of(sitting, reader, challenge))
    return LocalTable(unfold(log), sitting, reader.lang, challenge)


def _log_of(
    sitting: Sitting, reader: Reader, challenge: Challenge | None
) -> Iterator[entries.AnyEntry]:
    """What must have happened at the table of this sitting."""
    match: Match = sitting.match
    record = record_of(match, sitting.players(reader))
    yield entries.TableOpened(
        id="",
        game=record.game,
        seats=record.seats,
        options=record.options,
        lang=reader.lang,
        invite="",
        host=GUEST,
        key="",
        level=sitting.level,
        pace="instant",
        deals=match.ending.deals,
        target=match.ending.target,
        what_if=sitting.given,
        challenge=None if challenge is None else challenge.id,
    )
    if sitting.given is None:
        seed = secrets.token_hex(SEED_BYTES) if challenge is None else challenge.seed
        yield entries.Committed(seed)
    for seat, name in enumerate(sitting.reader(reader).names):
        if seat == sitting.seat:
            yield entries.Seated(seat, GUEST, name, "", "")
        else:
            yield entries.BotSeated(seat, name, sitting.level)
    yield entries.Began(("",) * record.seats)
    # Those that the table was given follow from the cards.
    made = 0 if sitting.given is None else len(sitting.given.moves)
    for state in match.states:
        yield entries.CardsDealt(state.deal)
        for seat, move in state.history[made:]:
            yield entries.Moved(seat, str(move))


def dealt(local: LocalTable) -> LocalTable:
    """The table with the next deal begun."""
    return _done(local, commands.Ready())


def moved(local: LocalTable, move: Move) -> LocalTable:
    """The table after the person's move; `IllegalMove` says which rule forbids it."""
    if move not in local.state.legal_moves(local.seat):
        # Shorthand makes moves that have no spelling: the rules explain those too.
        local.state.play(local.seat, move)
    return _done(local, commands.MakeMove(str(move), local.table.turns[local.seat]))


def claimed(local: LocalTable) -> LocalTable:
    """The table with the person's hand laid open; `CannotDo` says why it may not be."""
    return _done(local, commands.ClaimTricks(local.table.turns[local.seat]))


def bot_moved(local: LocalTable, seat: int) -> LocalTable:
    """The table after the bot in this seat has moved."""
    move = bot(local.began.level).choose(local.state.view(seat), local.rng(seat))
    play = commands.MakeMove(str(move), local.table.turns[seat])
    return _folded(local, bot_decision(local.table, seat, play, _chance(local)))


def hint_for_person(local: LocalTable) -> Hint:
    """The hint for the person's decision at hand, from their view alone."""
    view, number = local.state.view(local.seat), len(local.match.states)
    return turn_hint(view, number, local.table.turns[local.seat])


def taken_back(local: LocalTable) -> LocalTable | None:
    """The table at the person's last decision in this deal; None if there was none yet."""
    if undo_kind(local.table, local.seat) == "no":
        return None
    return _done(local, commands.Undo())


def _done(local: LocalTable, command: commands.AnyCommand) -> LocalTable:
    presence = Presence(present=frozenset({local.seat}))
    return _folded(local, decide(local.table, presence, GUEST, command, _chance(local)))


def _folded(local: LocalTable, decision: Decision) -> LocalTable:
    table = local.table
    for entry in decision.entries:
        table = after(table, entry, 0.0)
    return replace(local, table=table)


def _chance(local: LocalTable) -> Chance:
    if local.challenge is not None:
        return Chance(secrets.token_hex, proven)

    def deal(table: Table) -> Deal:
        rng = seeded_rng(local.began.seed, "deal", len(table.match.states))
        return table.match.deal(rng).states[-1].deal

    return Chance(secrets.token_hex, deal)
