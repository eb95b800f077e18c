"""The daily deal of a date, and how long a challenge is open. A day is a day of UTC, everywhere.

A seed is shown only some minutes after the last result was taken: the clocks of servers that share
a store need not agree to the second, and nobody may play with open cards on the slower one.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime

from msgspec import UNSET
from msgspec.structs import fields

from funicular.challenge.answers import ENGINE, bots_for
from funicular.challenge.challenge import Challenge
from funicular.core.options import OptionsByName
from funicular.games.registry import GAMES, USUAL_SEATS, make_game, spec_of

DAY_SECONDS = 86_400.0
DUEL_SECONDS = 7 * DAY_SECONDS
# A match under way at the end of the day may still be finished.
GRACE_SECONDS = 300.0
# After the closing: later than the grace, by more than clocks differ.
REVEAL_SECONDS = 900.0
# Where the short match of a game goes on until somebody has enough points.
DEALS = 3
LENGTH = "short"

_DAILY = re.compile("daily-([0-9]{4}-[0-9]{2}-[0-9]{2})")


def day_of(now: float) -> date:
    """The day of UTC at this time."""
    return datetime.fromtimestamp(now, UTC).date()


def day_begins(day: date) -> float:
    """When this day begins."""
    return datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()


def daily_id(day: date) -> str:
    """What the daily deal of this day is called."""
    return f"daily-{day.isoformat()}"


def day_named(name: str) -> date | None:
    """The day whose daily deal has this id; None if it is no such id."""
    found = _DAILY.fullmatch(name)
    try:
        return None if found is None else date.fromisoformat(found[1])
    except ValueError:
        return None


def daily_game(day: date) -> str:
    """The game of this day: all of them in turn."""
    return GAMES[day.toordinal() % len(GAMES)]


def daily_challenge(day: date, seed: str) -> Challenge:
    """The daily deal of this day with this seed."""
    game = daily_game(day)
    begins = day_begins(day)
    options, deals = length_setup(game, USUAL_SEATS, LENGTH)
    bots, expert = bots_for(game)
    return Challenge(
        id=daily_id(day),
        kind="daily",
        game=game,
        seats=USUAL_SEATS,
        options=options,
        deals=deals,
        seat=0,
        bots=bots,
        expert=expert,
        engine=ENGINE,
        seed=seed,
        opened=begins,
        closes=begins + DAY_SECONDS,
    )


def length_setup(game: str, seats: int, length: str) -> tuple[OptionsByName, int | None]:
    """Options and number of deals of a match of this length.

    Where a length is a number of points, it is a number of deals here: `DEALS` in the shortest.
    """
    lengths = spec_of(game).lengths
    options, deals = setup_of(game, seats, dict(lengths[length].options))
    if deals is None or "deals" in lengths[length].options:
        return options, deals
    return {}, DEALS * (1 + tuple(lengths).index(length))


def setup_of(
    game: str, seats: int, options: OptionsByName, deals: int | None = None
) -> tuple[OptionsByName, int | None]:
    """The game's own options, and the number of deals where it leaves that open.

    Everybody plays the same number of deals: a match to a number of points has `DEALS` instead.
    """
    own = {field.name for field in fields(spec_of(game).choice)}
    kept = {name: value for name, value in options.items() if value is not None}
    given = UNSET if "deals" in own else kept.pop("deals", UNSET)
    if deals is None and given is not UNSET:
        deals = given
    if deals is None and make_game(game, seats, kept).match().ending.deals is None:
        deals = DEALS
    return kept, deals


def takes_results(challenge: Challenge, now: float) -> bool:
    """Whether a match that is over now still counts."""
    return now < challenge.closes + GRACE_SECONDS


def may_begin(challenge: Challenge, now: float) -> bool:
    """Whether an attempt may begin now."""
    return challenge.opened <= now < challenge.closes


def is_revealed(challenge: Challenge, now: float, finished: int) -> bool:
    """Whether the seed may be shown, and with it all cards.

    Also once all who may play have finished: nobody is left to gain by it.
    """
    if challenge.players is not None and finished >= challenge.players:
        return True
    return now >= challenge.closes + REVEAL_SECONDS
