"""What a cheat with twenty keys can reach among a thousand honest players.

    python -m bench.false_ratings [--honest 1000] [--seed 7]

The rules are the server's own, on a store in memory. Honest players have a strength each, and play
with others on most days for two months. Then a cheat with twenty keys has an hour: as many matches
as it likes between its own keys, whose ends it chooses, and a dozen for each key with honest
players. Printed is what its best key reaches: the place on the list that everybody sees, and the
place that it would have if everybody was listed. The same is tried with an hour on each of several
days.
"""

from __future__ import annotations

import argparse
import random
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from itertools import count, permutations

from funicular.live.profile_ratings import USUAL, rate_people
from funicular.store import profiles as stored
from funicular.store.migrations import migrations
from funicular.store.profiles import StoredProfile
from funicular.store.results import DAY, Against, NewMatch, NewResult, RatingMark, keep_results
from funicular.store.sqlite.steps import run_steps

GAME = "dnpup"
SEATS = 4
# Of strengths, and of what a player shows of theirs in a match.
SPREAD, LUCK = 4.0, 25 / 6
# Matches that fit into an hour, by one key: with people, who take five minutes, and with oneself.
WITH_PEOPLE, WITH_ONESELF = 12, 120
KEYS = 20
# A program plays for the cheat: better than all but a few people.
PROGRAM = 33.0

Order = Sequence[str]


class Server:
    """Profiles, and the matches between them."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.connection = sqlite3.connect(":memory:", isolation_level=None)
        for step in migrations("sqlite"):
            self.connection.executescript(step.sql)
        self.day = 0
        self.strengths: dict[str, float] = {}
        self._numbers = count()

    def copy(self) -> Server:
        """The same once more, to try something else on."""
        other = Server(7)
        self.connection.backup(other.connection)
        other.day, other.strengths = self.day, dict(self.strengths)
        other._numbers = count(10**6)
        return other

    def join(self, name: str, strength: float) -> str:
        """A new profile, which wants to be listed."""
        self.strengths[name] = strength
        made = StoredProfile(name, name, name, name, "rating", 1.0, 1)
        run_steps(self.connection, stored.make_profile(made))
        return name

    def finish(self, order: Order) -> None:
        """Keep a match in which these came in so."""
        places = {name: place for place, name in enumerate(order)}
        orders = {pair: (places[pair[0]], places[pair[1]]) for pair in permutations(order, 2)}

        def rate(
            _: Against,
            marks: Mapping[str, RatingMark],
            weights: Mapping[tuple[str, str], float],
        ) -> None:
            rate_people(marks, orders, weights)

        table = f"t{next(self._numbers)}"
        match = NewMatch(
            replay=f"{table}-1",
            at=float(self.day * DAY),
            game=GAME,
            seats=SEATS,
            results=[NewResult(name, "{}", {}) for name in order],
            pairs=dict.fromkeys(orders, 1 / (len(order) - 1)),
            rated={"people": tuple(order)},
            rate=rate,
        )
        run_steps(self.connection, keep_results(table, 0, (1, "{}"), [match], USUAL))

    def play(self, names: Sequence[str]) -> None:
        """A match in which everybody does their best."""
        shown = {name: self.rng.gauss(self.strengths[name], LUCK) for name in names}
        self.finish(sorted(names, key=lambda name: -shown[name]))

    def ranks(self, *, listed: bool) -> list[tuple[str, float, float]]:
        """Everybody's rating, the best first."""
        where = "WHERE listed = 1" if listed else ""
        return self.connection.execute(
            f"SELECT profile, value, deviation FROM ratings {where} ORDER BY rank DESC, profile"  # noqa: S608 - ours
        ).fetchall()


def honest(server: Server, players: int, days: int) -> list[str]:
    """These play with whom they meet; a few much, most little."""
    names = [
        server.join(f"honest {number:04d}", server.rng.gauss(25, SPREAD))
        for number in range(players)
    ]
    often = [1 / (1 + number) ** 0.4 for number in range(players)]
    for server.day in range(days):
        for _ in range(players // SEATS):
            drawn = server.rng.choices(names, often, k=SEATS)
            if len(set(drawn)) == SEATS:
                server.play(drawn)
    server.day = days
    return names


def tables(server: Server, best: str, others: Sequence[str]) -> None:
    """The others lose to the best one, at full tables."""
    for _ in range(WITH_ONESELF):
        server.finish([best, *server.rng.sample(list(others), SEATS - 1)])


def star(server: Server, keys: list[str], _: list[str]) -> None:
    """All lose to one."""
    tables(server, keys[0], keys[1:])


def ring(server: Server, keys: list[str], _: list[str]) -> None:
    """Each wins against the next, so that all have won; then all lose to one."""
    for number in range(WITH_ONESELF):
        first = number % KEYS
        server.finish([keys[first], keys[(first + 1) % KEYS]])
    tables(server, keys[0], keys[1:])


def chain(server: Server, keys: list[str], _: list[str]) -> None:
    """Each loses to the next, which has won against all before it."""
    for best in range(KEYS - 1, -1, -1):
        for each in range(best + 1, KEYS):
            server.finish([keys[best], keys[each]])


def alternating(server: Server, keys: list[str], _: list[str]) -> None:
    """All win in turn, so that nobody sinks; the best one a little more often."""
    for number in range(WITH_ONESELF):
        order = server.rng.sample(keys[1:], SEATS - 1)
        order.insert(0 if number % 3 else 1, keys[0])
        server.finish(order)


def farming(server: Server, keys: list[str], people: list[str]) -> None:
    """A program plays for all keys against the weakest; then all lose to one."""
    weakest = sorted(people, key=server.strengths.__getitem__)[:100]
    for key in keys:
        for _ in range(WITH_PEOPLE):
            server.play([key, *server.rng.sample(weakest, SEATS - 1)])
    tables(server, keys[0], keys[1:])


def three_to_one(server: Server, keys: list[str], people: list[str]) -> None:
    """Three keys at a table let one of them win against a player; then all lose to that one."""
    for _ in range(WITH_PEOPLE):
        player = server.rng.choice(people)
        server.finish([keys[0], player, *server.rng.sample(keys[1:], SEATS - 2)])
    tables(server, keys[0], keys[1:])


def playing(server: Server, keys: list[str], people: list[str]) -> None:
    """A program plays for one key, against anybody; no feeding."""
    for _ in range(WITH_PEOPLE):
        server.play([keys[0], *server.rng.sample(people, SEATS - 1)])


STRATEGIES: dict[str, Callable[[Server, list[str], list[str]], None]] = {
    each.__name__.replace("_", " "): each
    for each in (star, ring, chain, alternating, farming, three_to_one, playing)
}


def attack(before: Server, people: list[str], name: str, days: int) -> str:
    """A row: what this strategy reaches on one day, after so many before."""
    server = before.copy()
    keys = [server.join(f"key {number:02d}", PROGRAM) for number in range(KEYS)]
    for _ in range(days + 1):
        STRATEGIES[name](server, keys, people)
        server.day += 1
    best = keys[0]
    found = server.ranks(listed=False)
    value, deviation = next((v, d) for each, v, d in found if each == best)
    listed = [each for each, _, _ in server.ranks(listed=True)]
    place = str(listed.index(best) + 1) if best in listed else "not listed"
    everybody = [each for each, _, _ in found].index(best) + 1
    return f"| {name} | {days} | {value:.1f} ± {deviation:.1f} | {place} | {everybody} |"


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--honest", type=int, default=1000)
    parser.add_argument("--days", type=int, default=60)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--prepared", default="0,8", help="days, with commas")
    args = parser.parse_args()
    server = Server(args.seed)
    people = honest(server, args.honest, args.days)
    listed = server.ranks(listed=True)
    for place in (1, 10, 100):
        if place <= len(listed):
            _, value, deviation = listed[place - 1]
            print(f"place {place} of {len(listed)}: {value:.1f} ± {deviation:.1f}")
    print("\n| strategy | days before | rating | place | if all were listed |")
    print("| --- | --- | --- | --- | --- |")
    for days in map(int, args.prepared.split(",")):
        for name in STRATEGIES:
            print(attack(server, people, name, days), flush=True)


if __name__ == "__main__":
    main()
