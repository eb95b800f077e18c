"""An open socket: what is sent goes out together, in order, and not after a farewell."""

from __future__ import annotations

import asyncio
from typing import cast

from funicular.web.guards.guarded_transport import GuardedTransport
from funicular.web.websocket.frames import TEXT, close_frame, frame
from funicular.web.websocket.protocol import Listener, Open


class Written:
    """Stands where the guard's transport would be, and keeps each call that reaches the kernel."""

    def __init__(self) -> None:
        self.calls: list[bytes] = []
        self.closed = False

    def write(self, data: bytes) -> None:
        if not self.closed:
            self.calls.append(data)

    def is_closing(self) -> bool:
        return self.closed

    def end(self) -> None:
        pass

    def close(self) -> None:
        self.closed = True


def test_what_is_sent_in_one_turn_of_the_loop_goes_out_in_one_piece() -> None:
    async def main() -> None:
        written = Written()
        transport = cast("GuardedTransport", written)
        listener = cast("Listener", Mute())
        socket = Open(listener, transport, set(), set(), writable=True)
        assert socket.send(b"done")
        assert socket.send(b"update")
        assert written.calls == []
        await asyncio.sleep(0)
        assert written.calls == [frame(TEXT, b"done") + frame(TEXT, b"update")]
        # A farewell does not overtake what was sent before it, and nothing follows it.
        written.calls.clear()
        assert socket.send(b"last")
        socket.close(1013)
        socket.shutdown()
        assert socket.send(b"too late")
        await asyncio.sleep(0)
        assert written.calls == [frame(TEXT, b"last"), close_frame(1013), close_frame(1012)]
        # Whoever does not read is told so at once, and gets what had been sent.
        socket.pause_writing()
        assert not socket.send(b"wait")

    asyncio.run(main())


class Mute:
    """A listener that nothing is said to."""

    def received(self, message: str | bytes) -> None:
        raise AssertionError(message)

    def writable(self) -> None:
        pass

    def ended(self) -> None:
        pass
