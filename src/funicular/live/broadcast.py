"""Telling everybody: the connections to a table here, who is present, what each was shown."""

from __future__ import annotations

from collections.abc import Sequence

from funicular.lang import Reader
from funicular.live.connection import Connection
from funicular.live.messages import Done, Removed, Welcome
from funicular.live.presence_tracker import PresenceTracker, written
from funicular.live.updates import PublicTables, Updates, welcome
from funicular.table import commands as ask
from funicular.table.presence import Presence
from funicular.table.table import Guest, Place, Table, key_of
from funicular.table.wire import Running

# The networks of people who are connected to another server, which does not say where they are.
ELSEWHERE = ("elsewhere",)


class Broadcast:
    """Everybody who is connected to one table here."""

    def __init__(self, grace: float) -> None:
        """Begin with nobody; a bot keeps a seat whose person is away for longer than the grace."""
        self.connections: set[Connection] = set()
        self.presence = Presence()
        self._tracker = PresenceTracker(grace)
        self._public = PublicTables()
        # The places at the last look, if all who have one were here; None once any may be away.
        self._all_here_at: tuple[Place, ...] | None = None
        # The networks of those who are connected; empty if nobody is.
        self.networks: tuple[tuple[str, ...], ...] = ()
        # Who is connected here, as other servers were last told.
        self._told = self.connected
        # The guests that all connections were last found to be among; None once that may be wrong.
        self._checked: tuple[Guest, ...] | None = None

    # Who is here.

    @property
    def connected(self) -> bytes:
        """Who is connected here, for other servers."""
        return written(self.connections)

    @property
    def anybody(self) -> bool:
        """Whether anybody is connected, here or to another server."""
        return bool(self.connections) or self._tracker.anybody_elsewhere

    @property
    def deserted(self) -> bool:
        """Whether people are connected, but all of them to other servers."""
        return not self.connections and self._tracker.anybody_elsewhere

    def heard(self, guest: str | None) -> None:
        """This guest was here just now, though perhaps without a socket."""
        self._tracker.heard(guest)

    def knows(self, elsewhere: Sequence[bytes]) -> bool:
        """Whether other servers have said this already."""
        return self._tracker.knows(elsewhere)

    def are_elsewhere(self, elsewhere: Sequence[bytes]) -> None:
        """Take what other servers say of who is connected to them."""
        self._tracker.are_elsewhere(elsewhere)
        self._changed()

    def _changed(self) -> None:
        """Somebody has come or gone, or is another guest now."""
        self._all_here_at = None
        self.networks = tuple({each.networks for each in self.connections})
        if not self.connections and self._tracker.anybody_elsewhere:
            self.networks = (ELSEWHERE,)

    def look_around(self, table: Table) -> None:
        """See who is here now."""
        if self._all_here_at is not table.places:
            self.presence = self._tracker.look(table, self.connections)
            all_here = len(self.presence.present) == len(table.people)
            self._all_here_at = table.places if all_here else None

    def next_change(self, table: Table) -> float | None:
        """In how many seconds a bot is to keep another seat; None if that is not to be expected."""
        if self._all_here_at is not None:
            return None
        return self._tracker.next_change(table, self.presence)

    def has_moved(self) -> bool:
        """Whether people have come or gone since this was last asked, for other servers."""
        told, self._told = self._told, self.connected
        return told != self._told

    # Coming and going.

    def enter(self, connection: Connection, table: Table, running: tuple[Running, ...]) -> None:
        """Welcome a connection."""
        self.connections.add(connection)
        self._checked = None
        self._changed()
        self.heard(connection.guest)
        self.look_around(table)
        connection.send(
            self.welcome(table, running, connection.guest, connection.lang, connection.seen)
        )
        Updates(table, self.presence, running, self._public).note(connection)

    def leave(self, connection: Connection) -> None:
        """A connection is gone."""
        self.connections.discard(connection)
        self._changed()
        self.heard(connection.guest)
        self._public.forget_unread({each.lang for each in self.connections})

    def welcome(
        self,
        table: Table,
        running: tuple[Running, ...],
        guest: str | None,
        lang: str,
        seen: int,
    ) -> Welcome:
        """Everything as this guest sees it now."""
        # A client that has seen more than there is has seen another log.
        seen = seen if seen <= table.seq else 0
        return welcome(table, self.presence, running, guest=guest, lang=lang, seen=seen)

    # What is told.

    def answer(
        self, connection: Connection, done: Done, command: ask.AnyCommand, table: Table
    ) -> None:
        """Say that it is done. Sitting down makes a guest, standing up may unmake one."""
        if done.token is not None:
            self._checked = None
            connection.guest = table.guest_of(done.token) or connection.guest
            connection.key = key_of(done.token)
            self._changed()
        elif isinstance(command, ask.Stand) and not table.knows(connection.guest):
            connection.guest = None
            self._changed()
        connection.send(done)

    def send_removals(self, table: Table) -> None:
        """Tell those who are out: their seat is another's, or their token no longer good."""
        if self._checked is table.guests:
            return
        self._checked = table.guests
        for connection in self.connections:
            if connection.guest is None or table.key_for(connection.guest) == connection.key:
                continue
            gave_up = (
                not table.knows(connection.guest)
                and connection.own is not None
                and connection.own.you is None
            )
            connection.guest = None
            self._changed()
            if not gave_up:
                connection.send(Removed(Reader(connection.lang).say("serve.removed")))

    def send_updates(self, table: Table, running: tuple[Running, ...]) -> None:
        """Send each connection what has changed for it."""
        updates = Updates(table, self.presence, running, self._public)
        for connection in self.connections:
            updates.send(connection)
