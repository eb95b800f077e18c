"""What a client knows of its table, told everything once, in order, without a gap."""

from __future__ import annotations

from tests.kit.serving import Message


class Picture:
    """The messages of the server folded together, whatever connection they came over."""

    def __init__(self, *, undo: bool = False) -> None:
        """With `undo`, moves may be taken back; else nothing that was told is ever told again."""
        self.seq = 0
        self.table: Message = {}
        self.deal: Message | None = None
        self.told: list[Message] = []
        self.said: list[Message] = []
        self._undo = undo
        self._of: tuple[object, ...] = ()

    def take(self, message: Message) -> None:
        """A `welcome` or an `update`."""
        assert message["seq"] >= self.seq, (message["seq"], self.seq)
        self.seq = message["seq"]
        self.table = message.get("table") or self.table
        if message.get("deal") is not None:
            self._follow(message["deal"])
        for line in message.get("said", ()):
            assert not self.said or line["seq"] > self.said[-1]["seq"], (self.said[-1], line)
            assert line["seq"] <= self.seq
            self.said.append(line)

    def _follow(self, deal: Message) -> None:
        # A seat changed in the middle of a deal sees it anew.
        of = (self.table["match"], deal["number"], self.table["you"])
        if of != self._of:
            assert deal["before"] == 0, (of, self._of, deal["before"])
            self._of, self.told = of, []
        if self._undo:
            assert deal["before"] <= len(self.told), (deal["before"], len(self.told))
        else:
            assert deal["before"] == len(self.told), (deal["before"], len(self.told))
        self.told[deal["before"] :] = deal["told"]
        self.deal = deal

    @property
    def phase(self) -> str:
        phase: str = self.table.get("phase", "")
        return phase

    @property
    def you(self) -> int | None:
        """One's seat."""
        seat: int | None = self.table.get("you")
        return seat

    def sees(self, seat: int) -> bool:
        """Whether somebody is there in this seat."""
        return bool(self.table and self.table["chairs"][seat]["present"])

    @property
    def my_turn(self) -> bool:
        return self.phase == "playing" and self.deal is not None and bool(self.deal["legal"])

    @property
    def ready(self) -> bool:
        """Whether the table knows that one is ready."""
        return self.you is not None and bool(self.table["chairs"][self.you]["ready"])
