"""For how many days a server keeps things: said at every start, chosen at the first one.

A person at the terminal is asked, a server without one takes what most would choose. A table at
home, which opens a browser or listens on this machine only, keeps all and asks nothing.
"""

from __future__ import annotations

import asyncio
import math
from typing import TYPE_CHECKING, TextIO

from funicular.cli.errors import BadArguments
from funicular.cli.prompt import EndOfInput, ask, is_conversation
from funicular.cli.screen import Screen
from funicular.cli.settings import DAYS_OR_NEVER, KEEP, NEVER, ChosenSettings, read_keep
from funicular.lang import Reader

if TYPE_CHECKING:
    from funicular.admin.retention import Keep


def say_keep(keep: Keep, reader: Reader) -> str:
    """What is kept for how long, in a sentence."""

    def days(n: float | None) -> str:
        if n is None or n == math.inf:
            return reader.say("cli.keep.for-ever")
        return reader.say("cli.keep.days", n=int(n) if n.is_integer() else n)

    return reader.say(
        "cli.keep.all",
        tables=days(keep.tables),
        chat=days(keep.chat),
        records=days(keep.records),
    )


def first_keep(chosen: ChosenSettings, data: str, reader: Reader, out: TextIO | None) -> Keep:
    """What is to be chosen for a store that is new, with the person at this terminal if any."""
    # Only here: other commands should not wait for the server's parts.
    from funicular.admin.retention import SERVER_KEEP

    usual = read_keep(chosen).over(SERVER_KEEP)
    if out is None or all(chosen[each.name] is not None for each in KEEP):
        return usual
    screen = Screen(out)
    if not is_conversation(screen) or not asyncio.run(_lacks_choice(data)):
        return usual
    return _asked(chosen, usual, reader, screen)


async def _lacks_choice(data: str) -> bool:
    from funicular.admin.retention import lacks_choice
    from funicular.store.log import StoreFailed
    from funicular.store.open import open_store

    try:
        store = await open_store(data, serving=False, making=False)
    except StoreFailed as error:
        # Anything else the server will say itself.
        return error.phrase.key == "store.nothing-there"
    try:
        return await lacks_choice(store)
    finally:
        await store.close()


def _asked(chosen: ChosenSettings, usual: Keep, reader: Reader, screen: Screen) -> Keep:
    """What the person says; Enter takes what is usual, and so does an end of input."""
    from msgspec.structs import replace

    keep = usual
    screen.say(reader.say("cli.keep.ask"))
    try:
        for each in KEEP:
            what = each.name.removeprefix("keep-")
            if chosen[each.name] is None:
                days = _ask_days(what, getattr(usual, what), reader, screen)
                keep = replace(keep, **{what: days})
    except EndOfInput:
        pass
    return keep


def _ask_days(what: str, usual: float, reader: Reader, screen: Screen) -> float:
    said = NEVER if usual == math.inf else f"{usual:g}"
    question = reader.say(f"cli.keep.ask-{what}", usual=said)
    while True:
        try:
            days: float = DAYS_OR_NEVER.read(f"--keep-{what}", ask(screen, question) or said)
        except BadArguments as error:
            screen.say(error.say(reader))
        else:
            return days
