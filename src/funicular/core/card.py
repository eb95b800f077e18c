"""What cards of all games have in common: one object a card, one spelling, one place in the order.

Because there is only one object for each card, `==` is `is`, hashing is free, and a hand is simply
a sorted tuple of cards.
"""

from __future__ import annotations

from typing import ClassVar, Final, Self

from funicular.core.errors import BadText


class WrittenOnce:
    """What there is one object of in the whole process: its attributes are set once, for good."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> None:
        """Set what has not been set yet."""
        if hasattr(self, name):
            self.__delattr__(name)
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        """Refuse, as a frozen dataclass does."""
        message = f"{self!r} is shared by all deals: its '{name}' cannot be changed"
        raise AttributeError(message, name=name, obj=self)


class Card(WrittenOnce):
    """A card. Games subclass it and make all their cards once, at import."""

    __slots__ = ("order", "text")

    # Every subclass has its own table of its cards by spelling.
    by_text: ClassVar[dict[str, Card]]

    def __init__(self, text: str, order: int) -> None:
        """Make the only object of the card spelled `text`; `order` places it in a sorted hand."""
        self.text: Final = text
        self.order: Final = order

    def __init_subclass__(cls) -> None:
        """Give each game's cards a table of their own."""
        cls.by_text = {}

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a card in its one spelling. The inverse of `str`."""
        card = cls.by_text.get(text)
        if not isinstance(card, cls):
            raise BadText("text.card", text=text)
        return card

    def __str__(self) -> str:
        """Spell the card."""
        return self.text

    def __repr__(self) -> str:
        """Spell the card, with its kind."""
        return f"{type(self).__name__}({self.text})"

    def __lt__(self, other: Self) -> bool:
        """Order cards as a hand is sorted."""
        return self.order < other.order

    def __reduce__(self) -> tuple[object, tuple[str]]:
        """Copy and unpickle to the one object there is."""
        return type(self).parse, (self.text,)

    def spoken(self, lang: str) -> str:  # noqa: ARG002 - games whose cards have words override it
        """How a person would write the card in this language."""
        return self.text
