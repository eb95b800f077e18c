"""What can be agreed before a game of Ascenseur, by name; the two sheets are the presets.

A call may leave any option out; `settle` fills it in from the preset and the number of seats, and
refuses what is unknown or contradicts itself (the rules page lists the options).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Literal, TypedDict

from msgspec import Meta, Struct

from funicular.core.actions import Actions
from funicular.core.cards_text import read_hand, within_deck
from funicular.core.errors import BadDeal, BadOptions
from funicular.core.game_base import SetupBase
from funicular.core.observation import Observation
from funicular.core.options import Given, OptionsByName, check_seats, read_options
from funicular.games.ascenseur.actions import actions_of
from funicular.games.ascenseur.cards import Card, deck_of
from funicular.games.ascenseur.moves import AscenseurMove
from funicular.games.ascenseur.observation import observation_of
from funicular.games.ascenseur.schedule import Shape, climb, longest_run

if TYPE_CHECKING:
    from funicular.games.ascenseur.view import View

HandSize = Annotated[int, Meta(ge=1, le=52)]
# Enough for any evening, and a bound on what a record can make us build.
MOST_DEALS = 1000
Small = Annotated[int, Meta(ge=-1000, le=1000)]


class Options(Struct, frozen=True, kw_only=True):
    """Every option of a game of Ascenseur, settled."""

    deck: Literal[52, 32]
    # Cards left out of the deck, such as the 2♣ with three players.
    removed: tuple[Card, ...]
    # The hand size of each deal.
    schedule: tuple[int, ...]
    # The largest hand size, and how many deals in a row are played with it.
    peak: int
    peak_repeats: int
    # "none": deals at the peak have no trumps; "turned": a card is turned up there too.
    trumps_at_peak: Literal["none", "turned"]
    bidding: Literal["in-turn", "simultaneous"]
    # Whether the dealer, who bids last, must not make the bids add up to the tricks.
    hook: bool
    # The score: a made contract earns bonus + trick_points a trick; a missed one loses `penalty`
    # for each trick too many or too few, and earns its tricks all the same if missed_scores_tricks.
    bonus: int
    trick_points: int
    penalty: int
    missed_scores_tricks: bool


class Setup(SetupBase[Options], frozen=True):
    """Which game this is: its name, its seats, its options."""

    @property
    def actions(self) -> Actions[AscenseurMove]:
        """Every move with its number: `n`, `index(move)`, `move(i)`."""
        return actions_of(self.options.deck)

    @property
    def observation(self) -> Observation[View]:
        """How a view is written as flags."""
        return observation_of(self.seats, self.options.deck)

    @property
    def simultaneous(self) -> bool:
        """Whether bids stay sealed until all are in."""
        return self.options.bidding == "simultaneous"


class Choice(Given, frozen=True, kw_only=True):
    """What a caller may say: the same names, none of them required."""

    deck: Literal[52, 32] | None = None
    removed: str | tuple[str, ...] | None = None
    schedule: Shape | Annotated[tuple[HandSize, ...], Meta(max_length=MOST_DEALS)] | None = None
    peak: HandSize | None = None
    peak_repeats: Annotated[int, Meta(ge=1, le=MOST_DEALS)] | None = None
    trumps_at_peak: Literal["none", "turned"] | None = None
    bidding: Literal["in-turn", "simultaneous"] | None = None
    hook: bool | None = None
    bonus: Small | None = None
    trick_points: Small | None = None
    penalty: Small | None = None
    missed_scores_tricks: bool | None = None


class Keywords(TypedDict, total=False):
    """The same for a type checker: what `funicular.game` takes besides the seats."""

    deck: Literal[52, 32]
    removed: str | Sequence[str]
    schedule: Shape | Sequence[int]
    peak: int
    peak_repeats: int
    trumps_at_peak: Literal["none", "turned"]
    bidding: Literal["in-turn", "simultaneous"]
    hook: bool
    bonus: int
    trick_points: int
    penalty: int
    missed_scores_tricks: bool


class Preset(Struct, frozen=True):
    """What one of the two sheets says."""

    deck: Literal[52, 32]
    seats: range
    # Which cards go, by number of seats.
    removed: dict[int, str]
    # How often the peak is played when it leaves no stock.
    repeats_without_stock: int
    bonus: int
    penalty: int


PRESETS = {
    "ascenseur-52": Preset(
        deck=52,
        seats=range(3, 7),
        removed={3: "2C", 5: "2C 2D", 6: "2C 2D 2H 2S"},
        repeats_without_stock=1,
        bonus=1,
        penalty=1,
    ),
    "ascenseur-32": Preset(
        deck=32, seats=range(3, 6), removed={}, repeats_without_stock=4, bonus=10, penalty=5
    ),
}

# House rules by name: options that go together, for any preset.
HOUSE_RULES: dict[str, OptionsByName] = {
    "oh-hell": {"bonus": 10, "trick_points": 1, "penalty": 0, "missed_scores_tricks": True},
    "free-dealer": {"hook": False},
    "up-only": {"schedule": "up"},
    "sealed-bids": {"bidding": "simultaneous"},
}


def settle(name: str, seats: int, given: OptionsByName) -> Options:
    """Fill in what was left out and refuse what cannot be. Settled options settle to themselves."""
    preset = PRESETS[name]
    check_seats(seats, preset.seats, game=name)
    choice = read_options(given, Choice, game="ascenseur")
    deck = choice.deck or preset.deck
    removed = _settle_removed(preset, deck, seats, choice.removed)
    schedule, peak, stock_at_peak = _settle_schedule(
        choice, seats, len(deck_of(deck, removed)), preset.repeats_without_stock
    )
    if choice.trumps_at_peak == "turned" and not stock_at_peak:
        raise BadOptions("ascenseur.no-stock-at-peak", n=peak)
    bidding = choice.bidding or "in-turn"
    if choice.hook and bidding == "simultaneous":
        raise BadOptions("ascenseur.hook-needs-turns")
    return Options(
        deck=deck,
        removed=removed,
        schedule=schedule,
        peak=peak,
        peak_repeats=longest_run(schedule, peak),
        trumps_at_peak=choice.trumps_at_peak or ("turned" if stock_at_peak else "none"),
        bidding=bidding,
        hook=bidding == "in-turn" if choice.hook is None else choice.hook,
        bonus=preset.bonus if choice.bonus is None else choice.bonus,
        trick_points=1 if choice.trick_points is None else choice.trick_points,
        penalty=preset.penalty if choice.penalty is None else choice.penalty,
        missed_scores_tricks=bool(choice.missed_scores_tricks),
    )


def _settle_removed(
    preset: Preset, deck: int, seats: int, given: str | tuple[str, ...] | None
) -> tuple[Card, ...]:
    if given is None:
        # The sheet removes twos so that the cards come out even; a 32-card deck has none.
        given = preset.removed.get(seats, "") if deck == preset.deck else ""
    try:
        removed = read_hand(given, Card)
        within_deck(removed, Counter(deck_of(deck)))
    except BadDeal as error:
        raise BadOptions("ascenseur.removed", problem=error.phrase) from error
    return tuple(sorted(removed))


def _settle_schedule(
    choice: Choice, seats: int, cards: int, repeats_without_stock: int
) -> tuple[tuple[int, ...], int, bool]:
    """The hand sizes, the largest of them, and whether it leaves a stock to turn up from."""
    most = cards // seats
    if most < 1:
        raise BadOptions("ascenseur.too-few-cards", n=seats, given=cards)
    sizes = choice.schedule if isinstance(choice.schedule, tuple) else None
    if sizes == ():
        raise BadOptions("ascenseur.empty-schedule")
    peak = (max(sizes) if sizes else most) if choice.peak is None else choice.peak
    if peak > most:
        raise BadOptions("ascenseur.peak-too-high", n=peak, most=most)
    stock_at_peak = cards > peak * seats
    if sizes is None:
        repeats = choice.peak_repeats or (1 if stock_at_peak else repeats_without_stock)
        shape = choice.schedule if isinstance(choice.schedule, str) else "up-down"
        sizes = climb(shape, peak, repeats)
        if len(sizes) > MOST_DEALS:
            raise BadOptions("ascenseur.too-many-deals", n=MOST_DEALS, given=len(sizes))
        return sizes, peak, stock_at_peak
    at_peak = longest_run(sizes, max(sizes))
    if peak != max(sizes) or choice.peak_repeats not in (None, at_peak):
        raise BadOptions("ascenseur.schedule-and-peak", n=max(sizes), times=at_peak)
    return sizes, peak, stock_at_peak
