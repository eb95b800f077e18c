"""What each sentence of the guidance claims of a position, asked of the rules and not of the page.

A sentence is a function of the same name, with the values the page would put into it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from funicular.core.game import Event


class Position(NamedTuple):
    """A moment at which seat 0 is to move."""

    state: Any
    names: tuple[str, ...]

    @property
    def view(self) -> Any:  # noqa: ANN401 - of any game
        return self.state.view(0)

    @property
    def public(self) -> Any:  # noqa: ANN401 - of any game
        return self.view.public

    @property
    def legal(self) -> tuple[Any, ...]:
        return tuple(move for move in self.state.legal_moves(0))

    def after(self, move: Any) -> tuple[Event, ...]:  # noqa: ANN401 - of any game
        """What happens when seat 0 makes this move."""
        told = len(self.view.events)
        return tuple(self.state.play(0, move).view(0).events[told:])

    def latest(self, *tags: str) -> Any:  # noqa: ANN401 - an event of any game
        """The latest of these things that happened; None where none did."""
        found = [event for event in self.view.events if tag(event) in tags]
        return found[-1] if found else None

    def since_own(self, *tags: str) -> tuple[Any, ...]:
        """What has happened since seat 0's own last thing of these kinds."""
        events = self.view.events
        own = [at for at, event in enumerate(events) if tag(event) in tags and event.seat == 0]
        return tuple(events[own[-1] + 1 if own else 0 :])


Claim = Callable[..., bool]


def tag(event: Any) -> str:  # noqa: ANN401 - an event of any game
    return str(event.__struct_config__.tag)


def lays(position: Position) -> list[Any]:
    return [move for move in position.legal if str(move) != "pass"]


def number(position: Position, card: Any) -> int:  # noqa: ANN401 - a card of Auf & Ab
    low, high = map(int, str(card).split("-"))
    return low if position.public.direction == "rising" else high


def led(position: Position) -> bool:
    return len(position.public.trick) > 0


def alike(position: Position, direction: str) -> bool:
    groups = [{number(position, card) for card in move.cards} for move in lays(position)]
    right = position.public.direction == direction and not led(position)
    return right and all(len(group) == 1 for group in groups)


def follows(position: Position, n: int, direction: str) -> bool:
    """Some cards of one's own, that many, beat the meld of another, and one may pass too."""
    seat, top = position.public.trick[-1]
    value = number(position, top.cards[0])
    higher = direction == "rising"
    values = [number(position, move.cards[0]) for move in lays(position) if len(move.cards) == n]
    right = seat != 0 and n == top.size and position.public.direction == direction
    beats = all((one > value) if higher else (one < value) for one in values)
    return right and len(values) > 0 and beats and "pass" in map(str, position.legal)


NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "10", "11")


def wins(position: Position, value: int, n: int, count: str) -> bool:
    """Passing takes the trick, with this meld of one's own on top."""
    seat, top = position.public.trick[-1]
    passing = next(move for move in position.legal if str(move) == "pass")
    taken = next(event for event in position.after(passing) if tag(event) == "trick")
    mine = seat == 0 and (top.size, number(position, top.cards[0])) == (n, value)
    return mine and count == NUMBERS[n - 1] and taken.seat == 0  # type: ignore[attr-defined]  # a trick that was taken


def opening(position: Position, card: str) -> bool:
    every = all(card in map(str, move.cards) for move in position.legal)
    return every and position.latest("laid") is None and card[0] == card[2]


def double_twice(position: Position, n: int, size: int) -> bool:
    found = any((len(move.cards), move.size) == (n, size) for move in lays(position))
    return found and position.public.trick[-1][1].size == size == n + 1


def passed(position: Position, player: str) -> bool:
    return player in [position.names[seat] for seat in position.public.passed]


AUF_AB: dict[str, Claim] = {
    "turned": lambda at: (
        not led(at) and at.latest("trick", "turned") == at.latest("turned") is not None
    ),
    "opening": opening,
    "group-rising": lambda at: alike(at, "rising"),
    "group-falling": lambda at: alike(at, "falling"),
    "win": lambda at, value, **many: wins(at, value, **many) and not lays(at),
    "win-or-on": lambda at, value, **many: wins(at, value, **many) and len(lays(at)) > 0,
    "follow-rising": lambda at, n: follows(at, n, "rising"),
    "follow-falling": lambda at, n: follows(at, n, "falling"),
    "again": lambda at: (
        at.latest("trick").seat == 0 and not led(at) and at.public.opening is not None
    ),
    "double": lambda at: (
        not led(at)
        and any(
            {len(move.cards), len(move.cards) + 1}
            <= {each.size for each in lays(at) if each.cards == move.cards}
            for move in lays(at)
        )
    ),
    "double-twice": double_twice,
    "pass": lambda at: list(map(str, at.legal)) == ["pass"] and at.public.trick[-1][0] != 0,
    "passed": passed,
}


def suit(card: Any) -> str:  # noqa: ANN401 - a card of Ascenseur
    return str(card)[-1]


SUITS = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}


def bidding(position: Position) -> bool:
    return str(position.legal[0]).startswith("bid ")


def hook(position: Position, n: int, bid: int) -> bool:
    made = sum(each for each in position.public.bids if each is not None)
    last = sum(each is None for each in position.public.bids) == 1
    return last and made + bid == n == position.public.cards


def follow(position: Position, **values: str) -> bool:
    asked = suit(position.public.trick[0])
    return SUITS[values["suit"]] == asked and {suit(move.card) for move in position.legal} == {
        asked
    }


def contract(position: Position, seat: int = 0) -> tuple[int, int]:
    return position.public.bids[seat], position.public.won[seat]


def more(position: Position, bid: int, won: int, n: int) -> bool:
    possible = n <= len(position.view.hand)
    return (bid, won) == contract(position) and bid - won == n > 0 and possible


def missed(position: Position, bid: int, won: int) -> bool:
    """No number of the tricks left makes it."""
    left = len(position.view.hand)
    return (bid, won) == contract(position) and not won <= bid <= won + left


def off_suit(position: Position, player: str, given: str, *, trump: bool) -> bool:
    """The player has none of the suit left, and has played a trump, or something else, on it."""
    seat = position.names.index(player)
    held = {suit(card) for card in position.state.view(seat).hand}
    cards = [
        event.card
        for event in position.since_own("played")
        if tag(event) == "played" and event.seat == seat
    ]
    others = [card for card in cards if (suit(card) == position.public.trump) == trump]
    return SUITS[given] not in held and len(others) > 0


def took(position: Position, player: str, bid: int, n: int) -> bool:
    seat = position.names.index(player)
    return position.latest("trick").seat == seat and contract(position, seat) == (bid, bid - n)


ASCENSEUR: dict[str, Claim] = {
    "bid": lambda at: bidding(at) and at.public.trump is not None,
    "bid-no-trumps": lambda at: bidding(at) and at.public.trump is None,
    "hook": hook,
    "follow": follow,
    "lead": lambda at: not at.public.trick and len(at.legal) == len(at.view.hand),
    "enough": lambda at, bid: contract(at) == (bid, bid) and not bidding(at),
    "more": more,
    "missed": missed,
    "ruffed": lambda at, **values: off_suit(at, values["player"], values["suit"], trump=True),
    "thrown": lambda at, **values: off_suit(at, values["player"], values["suit"], trump=False),
    "hunts": lambda at, player, bid, n: took(at, player, bid, n) and n > 0,
    "ducks": lambda at, player, bid, n: took(at, player, bid, n) and n == 0,
}


def some(position: Position, verb: str) -> bool:
    return any(str(move).startswith(verb) for move in position.legal)


def beat(position: Position, player: str) -> bool:
    """Some play sends a meld of this player home, turned."""
    seat = position.names.index(player)
    plays = [move for move in position.legal if str(move).startswith("play ")]
    home = [
        event
        for move in plays
        for event in position.after(move)
        if tag(event) == "beaten" and event.zone.seat == seat  # type: ignore[attr-defined]  # a meld that was beaten
    ]
    return any(event.returned for event in home)  # type: ignore[attr-defined]  # as above


def another(position: Position, kind: str, player: str) -> bool:
    moves = ("played", "added", "taken", "flipped")
    did: Iterable[Any] = [event for event in position.since_own(*moves) if tag(event) == kind]
    return player in [position.names[event.seat] for event in did]


DNPUP: dict[str, Claim] = {
    "out": lambda at: not at.public.out and len(at.view.hand) <= 3,
    "out-second": lambda at: len(at.public.out) == 1 and len(at.view.hand) <= 3,
    "lay": lambda at: some(at, "play "),
    "beat": beat,
    "add": lambda at: some(at, "add "),
    "take": lambda at: some(at, "take "),
    "flip": lambda at: some(at, "flip"),
    "flipped": lambda at, player: another(at, "flipped", player),
    "taken": lambda at, player: another(at, "taken", player),
    "added": lambda at, player: another(at, "added", player),
}

CLAIMS: dict[str, dict[str, Claim]] = {"auf-ab": AUF_AB, "ascenseur": ASCENSEUR, "dnpup": DNPUP}
