"""What a type checker has to refuse: every line that it is told to ignore is an error to both.

Nothing runs this. Both checkers complain of a comment that ignores nothing.
"""

from __future__ import annotations

import random

import funicular
from funicular.client import open_table

RNG = random.Random(1)


def wrong_options() -> None:
    """Options of no game, of another game, of another type."""
    funicular.game("ascenseur-52", seats=4, nonsense=1)  # type: ignore[call-overload]
    funicular.game("ascenseur-32", seats=4, turn_cap=9)  # type: ignore[call-overload]
    funicular.game("auf-ab", seats=3, target="30")  # type: ignore[call-overload]
    funicular.game("dnpup", seats=2, hook=True)  # type: ignore[call-overload]
    funicular.game("ascenseur-52")  # type: ignore[call-overload]


async def wrong_wishes() -> None:
    """What no table can be opened with."""
    await open_table("http://host", "dnpup", seats=2, name="Ada", levels="strong")  # type: ignore[call-arg]
    await open_table("http://host", "dnpup", seats=2, name="Ada", pace="slow")  # type: ignore[arg-type]


def wrong_fields() -> None:
    """What another game has, and what nobody may see or change."""
    ascenseur = funicular.game("ascenseur-52", seats=4).deal(RNG).view(0)
    _ = ascenseur.public.melds  # type: ignore[attr-defined]
    _ = ascenseur.dealer  # type: ignore[attr-defined]
    ascenseur.hand[0].text = "2C"  # type: ignore[misc]
    ascenseur.hand = ()  # type: ignore[misc]
    dnpup = funicular.game("dnpup", seats=2)
    _ = dnpup.setup.options.hook  # type: ignore[attr-defined]
    dnpup.world(ascenseur, RNG)  # type: ignore[arg-type]
    funicular.bot("casual").choose(dnpup.deal(RNG), RNG)  # type: ignore[arg-type]
