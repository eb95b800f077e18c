"""What an attack is told: where the server is, what the attacker knows, how long it may last."""

from __future__ import annotations

from msgspec import Struct

# Of one attack: it is bounded in count as well as in time.
MOST_CONNECTIONS = 400
MOST_BYTES = 512 << 20
# Whatever comes from here is believed to be a proxy, and may name any address before it.
PROXIES = "127.0.5.0/24"
# The share of one core that all attackers together may use. They run on the machine that is
# measured, so an attacker that only burns our own processor would show nothing.
CORE_SHARE = 0.5


class Key(Struct, frozen=True):
    """A table that somebody may enter, and what lets them in."""

    table: str
    secret: str


class Target(Struct, frozen=True):
    """The servers under attack."""

    host: str
    ports: tuple[int, ...]
    # A table of honest people whose invitation is known, as that of every open table is.
    invited: Key
    # Old tables with very long logs; each is asked for by one of the two runs that load it.
    giants: tuple[Key, ...] = ()
    # The file of a record that is dear to look at.
    poison: str = ""
    # The file of a record whose positions are a large reply.
    large: str = ""


class Order(Struct, frozen=True):
    """Run these attacks at the same time for so many seconds, each from its own address."""

    target: Target
    seconds: float
    # The attack's name, and the address it comes from; "" is the machine's usual one.
    attacks: tuple[tuple[str, str], ...]


class Outcome(Struct):
    """What an attacker has seen."""

    attack: str
    connections: int = 0
    # Connections that got no further than the handshake or the greeting.
    turned_away: int = 0
    # Ended by the server.
    cut: int = 0
    # Still open when the time was up.
    left: int = 0
    sent: int = 0
    # What each connection that was cut had sent.
    cut_after: list[int] = []
    # Answers by status or code.
    answers: dict[str, int] = {}

    def count(self, answer: object, number: int = 1) -> None:
        """Note an answer."""
        self.answers[str(answer)] = self.answers.get(str(answer), 0) + number
