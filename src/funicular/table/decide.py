"""What comes of a command: entries for the log, or a refusal that changes nothing.

Pure: whatever is random or of the moment comes in as an argument. The caller writes the entries,
and only when they are kept does anything happen.
"""

from __future__ import annotations

from funicular.lang import Phrase
from funicular.table import commands as ask
from funicular.table.challenge_table import check_allowed
from funicular.table.claims import claim_now
from funicular.table.deals import SEED_BYTES
from funicular.table.decide_hints import answer_hints
from funicular.table.decide_match import MatchDecisions
from funicular.table.decide_seats import SeatDecisions
from funicular.table.decision import NOTHING, CannotDo, Chance, Deciding, Decision
from funicular.table.entries import (
    Closed,
    Committed,
    ListingChanged,
    Paced,
    Reacted,
    Said,
)
from funicular.table.presence import Presence
from funicular.table.table import Table
from funicular.table.text_safety import plain_line


def decide(  # noqa: C901, PLR0911, PLR0912, PLR0913 - one command, one way; all that it depends on
    table: Table,
    presence: Presence,
    guest: str | None,
    command: ask.AnyCommand,
    chance: Chance,
    *,
    spent: float = 0.0,
) -> Decision:
    """What comes of this guest's command; `FunicularError` says why nothing does.

    `spent` is how many seconds they have had for a move, where there is a clock.
    """
    if table.challenge is not None:
        check_allowed(table, command)
    asked = (table, presence, guest, chance, spent)
    match command:
        case ask.MakeMove():
            return MatchDecisions(*asked).play(command)
        case ask.Sit():
            return SeatDecisions(*asked).sit(command)
        case ask.Stand():
            return SeatDecisions(*asked).stand()
        case ask.Rename():
            return SeatDecisions(*asked).rename(command)
        case ask.Rekey():
            return SeatDecisions(*asked).rekey(command)
        case ask.SeatBot():
            return SeatDecisions(*asked).seat_bot(command)
        case ask.Clear():
            return SeatDecisions(*asked).clear(command)
        case ask.Start():
            return MatchDecisions(*asked).start(command)
        case ask.Ready():
            return MatchDecisions(*asked).ready(command)
        case ask.ClaimTricks():
            return MatchDecisions(*asked).claim(command)
        case ask.AnswerHints():
            return answer_hints(Deciding(*asked), command)
        case ask.Undo():
            return MatchDecisions(*asked).undo()
        case ask.Answer():
            return MatchDecisions(*asked).answer(command)
        case ask.Pause():
            return MatchDecisions(*asked).pause()
        case ask.Resume():
            return MatchDecisions(*asked).resume()
        case ask.SetPace(pace):
            return Deciding(*asked).by_host(Paced(pace))
        case ask.SetOpen(is_open):
            return _listed(Deciding(*asked), is_open=is_open)
        case ask.Say():
            return _said(Deciding(*asked), command)
        case ask.React():
            return _reacted(Deciding(*asked), command)


def _listed(by: Deciding, *, is_open: bool) -> Decision:
    by.check_host()
    if is_open and by.table.what_if is not None:
        raise CannotDo("table.what-if-unlisted", "forbidden")
    return by.kept(ListingChanged(is_open))


def _said(by: Deciding, command: ask.Say) -> Decision:
    text = plain_line(command.text)
    if not text:
        raise CannotDo("table.empty-line", "malformed")
    return by.kept(Said(by.own_seat(), text))


def _reacted(by: Deciding, command: ask.React) -> Decision:
    return by.kept(Reacted(by.own_seat(), command.reaction))


def moved(
    table: Table, seat: int, play: ask.MakeMove, chance: Chance, spent: float = 0.0
) -> Decision:
    """A bot's move, for itself or for a person; nothing if another was made in its place."""
    due = seat in table.to_act and table.turns[seat] == play.turn and table.paused is None
    if not due:
        return NOTHING
    kept = not table.bot_plays(seat)
    return MatchDecisions(table, Presence(), None, chance, spent).moved(seat, play.move, kept=kept)


# What `why` calls laying the hand open, which is no move of any game.
CLAIM = "claim"


def check_may_play(table: Table, guest: str | None, move: str) -> None:
    """Say why this guest may not make this move, or claim, now, as a `FunicularError`."""
    seat = table.seat_of(guest)
    state = table.state
    if seat is None:
        raise CannotDo("table.no-seat", "forbidden")
    if state is None or table.phase != "playing":
        raise CannotDo("table.not-playing", "forbidden")
    if table.seat_seen_by(guest) is None:
        raise CannotDo("table.from-next-deal", "forbidden")
    if move == CLAIM:
        claim = claim_now(table, seat)
        if isinstance(claim, Phrase):
            raise CannotDo(claim.key, "forbidden", **claim.params)
        return
    state.play(seat, table.game.parse_move(move))


def closed(table: Table, chance: Chance) -> Decision:
    """Nobody has come for long: the table rests, and a match under way is given up."""
    if table.closed:
        return NOTHING
    unfinished = table.phase in ("playing", "scored")
    # The seed of a match given up is open, so the next one needs another.
    drawn = unfinished and table.what_if is None
    fresh = (Committed(chance.secret(SEED_BYTES)),) if drawn else ()
    return Decision((Closed(), *fresh))


def gone_on(table: Table, presence: Presence, chance: Chance) -> Decision:
    """What comes of somebody's leaving: those who are left may all be ready."""
    return MatchDecisions(table, presence, None, chance).gone_on()
