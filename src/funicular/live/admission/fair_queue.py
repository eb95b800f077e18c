"""A queue in which turns go round by cause: by network, inside it by narrower network and table.

Who asks for much waits behind themselves, however much that is. What somebody waits for comes
before what nobody waits for. No network ever has all turns, so a stranger finds one; and where the
queue is full, the newest job of those who have most in it gives way to who has little.

Everything happens in the event loop. A turn costs the same however many wait.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from time import monotonic

from funicular.live.admission.causes import Cause
from funicular.live.admission.figures import QueueFigures
from funicular.live.refusals import Busy


class _Branch:
    """What waits for one cause: jobs of its own, and narrower causes that take turns."""

    __slots__ = ("branches", "jobs", "since", "waiting")

    def __init__(self) -> None:
        self.waiting = 0
        # When it came, or last had a turn.
        self.since = monotonic()
        self.jobs: OrderedDict[Ticket, None] = OrderedDict()
        # The one whose turn it is comes first.
        self.branches: OrderedDict[str, _Branch] = OrderedDict()

    def first(self) -> Ticket:
        """The job whose turn it is; each cause on the way to it goes to the end."""
        branch = self
        while not branch.jobs:
            key = next(iter(branch.branches))
            branch.branches.move_to_end(key)
            branch = branch.branches[key]
        return next(iter(branch.jobs))


class Ticket:
    """What one job has of a queue: it waits for a turn, then has it."""

    __slots__ = ("begun", "cause", "future", "outermost", "since")

    def __init__(self, cause: Cause) -> None:
        """Take who causes it; its turn has not come."""
        self.cause = cause
        # The first of its path.
        self.outermost = cause.networks[0] if cause.networks else cause.table
        self.since = monotonic()
        self.begun = False
        self.future: asyncio.Future[None] | None = None


class FairQueue:
    """Few turns at once, given to one cause after the other."""

    def __init__(self, figures: QueueFigures) -> None:
        """Begin with nobody."""
        self.figures = figures
        self._most_of_a_network = figures.most_of_a_network
        self._roots = {True: _Branch(), False: _Branch()}
        # All that wait, in the order in which they came.
        self._line: OrderedDict[Ticket, None] = OrderedDict()
        self._timer: asyncio.TimerHandle | None = None
        # Turns that are had: in all, by outermost cause, by those that nobody waits for.
        self.running = 0
        self._running: Counter[str] = Counter()
        self._unattended = 0
        self._closed = False

    @property
    def name(self) -> str:
        """What metrics call it."""
        return self.figures.name

    @property
    def waiting(self) -> int:
        """How many wait for their turn."""
        return len(self._line)

    @property
    def oldest_wait(self) -> float:
        """The longest that a network with people now waits for a turn, in seconds.

        One that has a turn waits behind itself, which says nothing about the server.
        """
        branches = self._roots[True].branches.items()
        since = (branch.since for key, branch in branches if not self._running[key])
        return max(0.0, monotonic() - min(since, default=monotonic()))

    @asynccontextmanager
    async def turn(self, cause: Cause) -> AsyncIterator[None]:
        """Wait for a turn, and have it; `Busy` says when to come again if there is none."""
        ticket = await self.enter(cause)
        try:
            yield
        finally:
            self.leave(ticket)

    async def enter(self, cause: Cause) -> Ticket:
        """Wait for a turn, to be given back with `leave`; `Busy` as in `turn`."""
        if self._closed:
            raise self.busy()
        ticket = Ticket(cause)
        if not self._line and self._is_free(ticket.outermost, attended=cause.attended):
            self._begin(ticket)
            return ticket
        loop = asyncio.get_running_loop()
        ticket.future = loop.create_future()
        self._add(ticket)
        self._serve()
        if not ticket.begun:
            self._keep_bounds(ticket)
            self._watch(loop)
        try:
            await ticket.future
        except BaseException:
            if ticket.begun:
                self.leave(ticket)
            else:
                self._remove(ticket)
            raise
        return ticket

    async def pass_by(self, cause: Cause) -> None:
        """Wait for a turn that lasts until the event loop comes round again."""
        ticket = await self.enter(cause)
        asyncio.get_running_loop().call_soon(self.leave, ticket)

    def leave(self, ticket: Ticket) -> None:
        """Give a turn back."""
        outermost = ticket.outermost
        self.running -= 1
        self._running[outermost] -= 1
        if not self._running[outermost]:
            del self._running[outermost]
        self._unattended -= not ticket.cause.attended
        if self._line:
            self._serve()

    def lightest(self, causes: Sequence[Cause]) -> Cause:
        """Of these the one that has least in the queue, which is served soonest."""
        return causes[0] if len(causes) == 1 else min(causes, key=self._load)

    def close(self) -> None:
        """Let nobody in any more, and turn away all that wait."""
        self._closed = True
        for ticket in list(self._line):
            self._refuse(ticket)

    def busy(self) -> Busy:
        """The refusal of one that finds no turn here."""
        return Busy(self.figures.again)

    # Turns.

    def _serve(self) -> None:
        """Give the turns that are free."""
        while self._line and (ticket := self._next()) is not None:
            self._remove(ticket)
            # One that was cancelled a moment ago does not know of it yet.
            if ticket.future is not None and not ticket.future.done():
                self._begin(ticket)
                ticket.future.set_result(None)

    def _next(self) -> Ticket | None:
        """Whose turn it is; None if all that wait have as many turns as they may."""
        for attended, root in self._roots.items():
            # Few have as many turns as they may: this ends soon.
            for key, branch in root.branches.items():
                if not self._is_free(key, attended=attended):
                    continue
                root.branches.move_to_end(key)
                branch.since = monotonic()
                return branch.first()
        return None

    def _is_free(self, outermost: str, *, attended: bool) -> bool:
        """Whether there is a turn for somebody from there."""
        figures = self.figures
        return (
            self.running < figures.at_once
            and self._running[outermost] < self._most_of_a_network
            and (attended or self._unattended < figures.most_unattended)
        )

    def _begin(self, ticket: Ticket) -> None:
        ticket.begun = True
        self.running += 1
        self._running[ticket.outermost] += 1
        self._unattended += not ticket.cause.attended

    # Waiting.

    def _way(self, cause: Cause, *, make: bool = False) -> list[_Branch]:
        """From the root to what waits for this cause, as far as there is any of it."""
        way = [self._roots[cause.attended]]
        for key in cause.path:
            if key not in way[-1].branches:
                if not make:
                    break
                way[-1].branches[key] = _Branch()
            way.append(way[-1].branches[key])
        return way

    def _load(self, cause: Cause) -> list[int]:
        loads = [branch.waiting for branch in self._way(cause)[1:]]
        loads += [0] * (len(cause.path) - len(loads))
        loads[0] += self._running[cause.path[0]]
        return loads

    def _add(self, ticket: Ticket) -> None:
        self._line[ticket] = None
        way = self._way(ticket.cause, make=True)
        for branch in way:
            branch.waiting += 1
        way[-1].jobs[ticket] = None

    def _remove(self, ticket: Ticket) -> None:
        """Take it out, and forget causes of which nothing waits any more."""
        if ticket not in self._line:
            return
        del self._line[ticket]
        way = self._way(ticket.cause)
        del way[-1].jobs[ticket]
        for branch in way:
            branch.waiting -= 1
        for outer, key, inner in zip(way, ticket.cause.path, way[1:], strict=False):
            if not inner.waiting:
                del outer.branches[key]
                break
        if not self._line and self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _keep_bounds(self, newest: Ticket) -> None:
        """Turn one away if too many wait: of one network, or in all."""
        depth = next(
            (
                depth
                for depth, branch in enumerate(self._way(newest.cause)[1:-1], 1)
                if branch.waiting > self.figures.most_each
            ),
            None,
        )
        if depth is not None:
            self._refuse(self._most(newest, depth))
        elif len(self._line) > self.figures.most:
            self._refuse(self._most(newest, 0))

    def _most(self, newest: Ticket, depth: int) -> Ticket:
        """The newest job of those who have most, among all on this level of the way to `newest`.

        Who has as much as the one who comes is not driven out by it.
        """
        own = self._way(newest.cause)
        branch = own[depth]
        if depth == 0 and self._roots[False].waiting:
            # What nobody waits for gives way first.
            branch = self._roots[False]
        while branch.branches:
            heaviest = max(reversed(branch.branches.values()), key=lambda each: each.waiting)
            kept = own[depth + 1] if branch is own[depth] else heaviest
            branch = kept if kept.waiting >= heaviest.waiting else heaviest
            depth = min(depth + 1, len(own) - 1)
        return next(reversed(branch.jobs))

    def _refuse(self, ticket: Ticket) -> None:
        self._remove(ticket)
        if ticket.future is not None and not ticket.future.done():
            ticket.future.set_exception(self.busy())

    def _watch(self, loop: asyncio.AbstractEventLoop) -> None:
        """Turn away those who have waited for too long: they came in order, so one timer does."""
        if self._timer is None and self._line:
            until = next(iter(self._line)).since + self.figures.seconds
            self._timer = loop.call_later(max(0.0, until - monotonic()), self._expire, loop)

    def _expire(self, loop: asyncio.AbstractEventLoop) -> None:
        self._timer = None
        # A timer may come a moment early.
        before = monotonic() - self.figures.seconds + 0.001
        while self._line and (ticket := next(iter(self._line))).since <= before:
            self._refuse(ticket)
        self._watch(loop)
