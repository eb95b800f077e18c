"""Stands between the event loop and uvicorn: what a connection costs is bounded here.

Every byte that arrives passes through before uvicorn sees it, whichever HTTP parser it uses, and
everything uvicorn writes passes through on its way out:

- Bytes are handed on in small pieces, one each time round the event loop, so that no single read
  occupies the server. While uvicorn wants nothing, or the peer does not read our answers, nothing
  is read from it.
- The head of a request must come in time and must not be too long. The next one is not handed on
  before the answer has been taken (`request_scanner`).
- Requests are counted. After the upgrade frames are: they are read here, once, and handed on to
  the socket (`socket_budget`).
- What the peer has not taken yet is counted for its address (`unsent`).
- A connection that exceeds its limits is aborted at once: no closing handshake, no waiting.
- A peer that does not read what it is sent, and one that does not answer when we close, is aborted
  when its time is up.

The application finds the guard of its connection in the request's state (`guard_of`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, MutableMapping
from typing import Any

from funicular.live.admission.figures import OF_CONNECTION
from funicular.live.admission.rates import Bucket
from funicular.web.guards.addresses import UNKNOWN, Caller
from funicular.web.guards.cut_connections import Cuts
from funicular.web.guards.guard_phase import GuardPhase
from funicular.web.guards.guarded_transport import GuardedTransport
from funicular.web.guards.request_scanner import TOO_LONG, RequestScanner
from funicular.web.guards.socket_budget import Excess, SocketBudget
from funicular.web.guards.timers import Timers
from funicular.web.guards.unsent import Backlog, Unsent
from funicular.web.websocket.frames import Received

KEY = "funicular.guard"

HEAD_SECONDS = 20.0
# One piece of what has arrived: some seven hundred of the smallest frames.
PIECE = 4096
# Answers that say "wait" to one connection before it is cut.
MOST_SCOLDED = 50
# How long a peer has to answer a close, or to take the last of what it is sent.
CLOSE_SECONDS = 2.0
# What still comes meanwhile is read and thrown away, so that the peer hears why we hang up.
MOST_THROWN_AWAY = 4 << 20
# The same of a socket, where a request's body cannot be under way: some five thousand messages.
MOST_AFTER_CLOSE = 1 << 17
# A peer that has let our answers pile up must take some of them in this time.
DEAF_SECONDS = 5.0
LEAST_READ = 16 * 1024
OVER = (GuardPhase.LINGERING, GuardPhase.CLOSED)
# What may wait to be written to a socket; no answer is nearly as long.
MOST_UNREAD = 4 << 20


class FrameProtocol(asyncio.Protocol):
    """Who is told what comes after the upgrade."""

    __slots__ = ()

    def frames_received(self, frames: list[Received], failed: int | None) -> None:
        """These have come; `failed` is the code to close with if what follows is no frame."""


class Guard(asyncio.Protocol):
    """One connection."""

    # A server has thousands, for hours.
    __slots__ = (
        *("_loop", "_cuts", "_inner", "_transport", "_phase", "_held", "_at", "_scheduled"),
        *("_reading", "_inner_paused", "_write_paused", "_timers", "_address", "_table"),
        *("_received", "_answering", "_unread_body", "_stream", "_requests", "_proxied"),
        *("_scolded", "_budget", "backlog"),
    )

    def __init__(
        self,
        make: Callable[..., asyncio.Protocol],
        cuts: Cuts,
        *,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
        **settings: Any,  # noqa: ANN401 - what uvicorn gives its protocols
    ) -> None:
        """Take what makes uvicorn's protocol, and all that it needs."""
        self._loop = _loop or asyncio.get_running_loop()
        self._cuts = cuts
        self._inner = make(app_state=app_state | {KEY: self}, _loop=_loop, **settings)
        self._transport: asyncio.Transport = asyncio.Transport()
        self._phase = GuardPhase.HTTP
        # Bytes that have arrived and were not handed on yet, from `_at`.
        self._held, self._at = b"", 0
        self._scheduled, self._reading = False, True
        self._inner_paused = self._write_paused = False
        self._timers = Timers(self._loop)
        # For the log.
        self._address = UNKNOWN
        self._table: str | None = None
        self._received = 0
        # Whether a request is being answered.
        self._answering = False
        self._unread_body = False
        self._stream = RequestScanner()
        self._requests = Bucket(OF_CONNECTION["requests"])
        self._proxied = False
        self._scolded = 0
        # Of frames, from the upgrade on.
        self._budget: SocketBudget | None = None
        self.backlog = Backlog()

    # What the event loop tells.

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Wait for the first request."""
        self._transport = transport
        self.backlog.begin(transport, self._cut_unsent)
        peer = transport.get_extra_info("peername")
        if peer:
            self._address = str(peer[0])
        self._timers.start("head", HEAD_SECONDS, self._head_late)
        self._inner.connection_made(GuardedTransport(self, transport))

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget everything: nothing must hold on to itself in a circle."""
        self._phase = GuardPhase.CLOSED
        self._timers.stop_all()
        self._held = b""
        self.backlog.end()
        inner, self._inner = self._inner, asyncio.Protocol()
        inner.connection_lost(exc)

    def eof_received(self) -> bool | None:
        """Let uvicorn say what to do; where it is not asked any more, close."""
        if self._phase in (GuardPhase.HTTP, GuardPhase.UPGRADED, GuardPhase.SOCKET):
            return self._inner.eof_received()
        return None

    def pause_writing(self) -> None:
        """The peer does not read: do not read from it either, and not for ever."""
        self._write_paused = True
        self._watch_reader("deaf", DEAF_SECONDS, self._deaf)
        self._inner.pause_writing()
        self._set_reading()

    def resume_writing(self) -> None:
        """It has read."""
        self._write_paused = False
        self._timers.stop("deaf")
        self.backlog.count()
        self._inner.resume_writing()
        self._go_on()

    def data_received(self, data: bytes) -> None:
        """Count, and hand on."""
        self._received += len(data)
        if self._throws_away:
            self._throw_away(data)
        elif self._phase is not GuardPhase.CLOSED:
            self._held += data
            if not self._scheduled:
                self._hand_on()
            if self._held:
                self.backlog.leave(len(self._held))

    # Handing on.

    def _hand_on(self) -> None:
        """Give uvicorn the next piece."""
        self._scheduled = False
        if not self._held or not self._wanted:
            self._set_reading()
            return
        piece = self._held[self._at : self._at + PIECE]
        head_ends = False
        if self._phase is GuardPhase.HTTP:
            size, head_ends = self._stream.scan(piece)
            piece = piece[:size]
        self._at += len(piece)
        if self._at >= len(self._held):
            self._held, self._at = b"", 0
            if self.backlog.ahead:
                self.backlog.leave(0)
        try:
            if self._phase is GuardPhase.SOCKET:
                self._hand_frames_on(piece)
            else:
                self._hand_request_on(piece, head_ends=head_ends)
        except Excess as excess:
            self.cut(excess.of)
        else:
            self._go_on()

    def _hand_frames_on(self, piece: bytes) -> None:
        """Read and count the frames, then tell them."""
        if self._budget is not None and isinstance(self._inner, FrameProtocol):
            frames = self._budget.read(piece)
            self._inner.frames_received(frames, self._budget.failed)

    def _hand_request_on(self, piece: bytes, *, head_ends: bool) -> None:
        """Count the request, if it is one, then let uvicorn read it."""
        self._count_head(head_ends=head_ends)
        if self._phase is GuardPhase.HTTP:
            self._inner.data_received(piece)
            if head_ends and not self._scheduled:
                # The application hears of the request first.
                self._scheduled = True
                self._loop.call_soon(self._hand_on)

    def _go_on(self) -> None:
        """Hand on the next piece the next time round, or read on."""
        if self._held and self._wanted and not self._scheduled:
            self._scheduled = True
            self._loop.call_soon(self._hand_on)
        self._set_reading()

    @property
    def _wanted(self) -> bool:
        """Whether uvicorn may have more."""
        if self._inner_paused or self._write_paused:
            return False
        return self._phase is GuardPhase.SOCKET or (
            self._phase is GuardPhase.HTTP and not self._is_ahead
        )

    @property
    def _is_ahead(self) -> bool:
        """Whether what comes belongs to a request that has to wait for an answer before it."""
        return self._answering and not self._stream.body

    @property
    def _throws_away(self) -> bool:
        """Whether nobody wants what comes, and we read only to hear of the end."""
        unheard_of = self._phase is GuardPhase.UPGRADED and not self._answering
        return unheard_of or self._phase in (GuardPhase.ENDING, GuardPhase.LINGERING)

    def _set_reading(self) -> None:
        # An answer that nobody waits for any more is given up: so its end must be heard of.
        listening = self._phase is GuardPhase.HTTP and self._is_ahead and not self._write_paused
        reading = self._throws_away or ((self._wanted or listening) and not self._held)
        if reading == self._reading or self._transport.is_closing():
            return
        self._reading = reading
        if reading:
            self._transport.resume_reading()
        else:
            self._transport.pause_reading()

    def _count_head(self, *, head_ends: bool) -> None:
        """Bound a head, and count it once it has come."""
        if not self._answering:
            # Nobody answers, so this is a head, or the beginning of one.
            if "head" not in self._timers:
                self._timers.start("head", HEAD_SECONDS, self._head_late)
            if self._stream.is_too_long:
                self._transport.write(TOO_LONG)
                self._unread_body = True
                self.close()
                return
        if head_ends and not self._proxied and not self._requests.spend(1):
            raise Excess("requests")

    # What the application tells.

    def request_begins(self, caller: Caller, unsent: Unsent, *, body: int) -> None:
        """A whole head has come, from this caller; so many bytes of body follow."""
        self._address = caller.address
        self._proxied = caller.proxied
        # Behind a proxy each request may be another visitor's.
        self.backlog.belong(unsent, () if caller.exempt else caller.networks)
        self._stream.body = body
        self._answering = True
        self._timers.stop("head")
        self._go_on()

    def body_ends(self) -> None:
        """The application has the whole body."""
        self._stream.body = 0
        self._set_reading()

    def request_ends(self) -> None:
        """It was answered; another may come."""
        self._answering = False
        self._stream.body = 0
        if self._phase is GuardPhase.HTTP:
            self._timers.start("head", HEAD_SECONDS, self._head_late)
            self._go_on()

    def leave_unread(self) -> None:
        """The rest of this request's body is not wanted: the connection ends with the answer."""
        self._unread_body = True

    def scold(self, reason: str) -> bool:
        """Count that the peer is told to wait; whether it is not cut off for it."""
        self._scolded += 1
        if self._scolded > MOST_SCOLDED:
            self.cut(reason)
        return self._phase is not GuardPhase.CLOSED

    def listen(
        self, table: str, shared: tuple[tuple[str, Bucket], ...], *, hello_only: bool = False
    ) -> None:
        """Read the socket, which is at this table, and count it against these buckets too."""
        if self._phase is GuardPhase.UPGRADED and self._budget is not None:
            self._table = table
            self._budget.begin(shared, hello_only=hello_only)
            self._phase = GuardPhase.SOCKET
            self._go_on()

    def welcome(self) -> None:
        """It has said hello with a right secret, and may stay for hours."""
        if self._budget is not None:
            self._budget.welcome()

    def end(self) -> None:
        """We are about to close the socket: read no more messages, and wait only a moment."""
        if self._phase in (GuardPhase.UPGRADED, GuardPhase.SOCKET):
            self._phase = GuardPhase.ENDING
            if self._held:
                # Where frames begin is not worth finding out: time will end the connection.
                self._budget = None
            self._held, self._received = b"", 0
            self._timers.start("close", CLOSE_SECONDS, self._close_late)
            self._set_reading()

    def cut(self, reason: str, *, quiet: bool = False) -> None:
        """End the connection now."""
        if self._phase is not GuardPhase.CLOSED:
            self._phase = GuardPhase.CLOSED
            self._held = b""
            self._transport.abort()
            self.backlog.end()
            self._cuts.cut(
                reason,
                self._address,
                quiet=quiet,
                table=self._table,
                frames=self._budget and self._budget.count,
                bytes=self._received,
            )

    # What uvicorn does to its transport.

    @property
    def protocol(self) -> asyncio.BaseProtocol:
        """Who is told what arrives."""
        return self._inner

    @property
    def is_closing(self) -> bool:
        """Whether the end has begun."""
        return self._phase in OVER or self._transport.is_closing()

    @property
    def is_reading(self) -> bool:
        """Whether uvicorn wants to read."""
        return not self._inner_paused

    def upgrade(self, protocol: asyncio.Protocol) -> None:
        """Hand what follows to this socket, once the application listens.

        Clients must wait for the answer before they send frames (RFC 6455, section 4.1): what came
        with the request is thrown away, as uvicorn does with the rest of the same piece.
        """
        self._inner = protocol
        if self._phase is GuardPhase.HTTP:
            self._phase = GuardPhase.UPGRADED
            self._budget = SocketBudget()
            self._held, self._at = b"", 0
            # Some wait for ever on a handshake that is wrong, and never tell the application.
            self._timers.start("head", CLOSE_SECONDS, self._head_late)
            self._set_reading()

    def end_handshake(self) -> None:
        """Cut a connection whose upgrade the application has not heard of."""
        if self._phase is GuardPhase.UPGRADED and not self._answering:
            self.cut("slow-head", quiet=True)

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Send; but not without end to a peer that does not read."""
        transport, backlog = self._transport, self.backlog
        if self._phase in OVER or transport.is_closing():
            return
        transport.write(data)
        backlog.written += len(data)
        # Nearly always the kernel takes all of it.
        if transport.get_write_buffer_size() or backlog.counted:
            backlog.count_much()
            self._check_unread()

    def hold(self, size: int) -> None:
        """So many bytes of an answer, or of messages, wait to be written."""
        self.backlog.hold(size)
        self._check_unread()

    def _check_unread(self) -> None:
        if self._phase is not GuardPhase.HTTP and self.backlog.size > MOST_UNREAD:
            self.cut("deaf")

    def _cut_unsent(self) -> None:
        self.cut("unsent")

    def pause_reading(self) -> None:
        """Hand nothing on for now."""
        self._inner_paused = True
        self._set_reading()

    def resume_reading(self) -> None:
        """Hand on again."""
        self._inner_paused = False
        self._go_on()

    def close(self) -> None:
        """Send what waits, then close; a peer that takes too long over it is cut off."""
        if self.is_closing:
            return
        backlog, self._held = self._held, b""
        self._timers.stop("head")
        lingers = bool(backlog or self._unread_body) and self._transport.can_write_eof()
        if self._phase is GuardPhase.HTTP and not lingers:
            self._watch_reader("close", CLOSE_SECONDS, self._close_late)
        else:
            self._timers.start("close", CLOSE_SECONDS, self._close_late)
        if lingers:
            # Closed with unread bytes, a connection is reset, and the peer may lose the answer.
            self._phase = GuardPhase.LINGERING
            self._received = 0
            self._transport.write_eof()
            self._set_reading()
        else:
            self._transport.close()

    # Time.

    def _head_late(self) -> None:
        self.cut("slow-head", quiet=True)

    def _close_late(self) -> None:
        """The peer has not answered our close, or has not taken all of an answer."""
        self.cut("slow-close", quiet=True)

    def _deaf(self) -> None:
        self.cut("deaf")

    def _watch_reader(self, name: str, seconds: float, late: Callable[[], None]) -> None:
        """Be late once the peer has hardly taken anything of what is sent for so many seconds."""
        self._timers.watch(name, seconds, lambda: self.backlog.taken, LEAST_READ, late)

    def _throw_away(self, data: bytes) -> None:
        """Read on after the end, which is bounded, for the peer's close frame at most."""
        most = MOST_AFTER_CLOSE if self._phase is GuardPhase.ENDING else MOST_THROWN_AWAY
        if self._received > most:
            self.cut("after-close")
        elif self._phase is GuardPhase.ENDING and self._budget is not None:
            if len(data) > PIECE:
                self._budget = None
            elif self._budget.closes(data):
                self._transport.close()


def guard_of(scope: MutableMapping[str, Any]) -> Guard | None:
    """The guard of a request's connection; None where something else than our server runs us."""
    found: Guard | None = scope.get("state", {}).get(KEY)
    return found
