"""`funicular store`: backups, moving from one store to another, and looking after one.

All of it works on the store of a server that runs.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from msgspec import Struct

from funicular.cli.arguments import add_action, read_number
from funicular.cli.data import data_at
from funicular.cli.errors import BadArguments
from funicular.lang import Reader

# Backups in a folder.
MOST_KEPT = 10_000

if TYPE_CHECKING:
    from funicular.store.copy import CopyResult, Item
    from funicular.store.open import Store


class StoreRequest(Struct, frozen=True):
    """What was asked, and how to answer."""

    names: tuple[str, ...]
    data: str
    tables: tuple[str, ...]
    keep: int | None
    reader: Reader
    out: TextIO

    def say(self, key: str, **params: object) -> None:
        """Print a sentence."""
        print(self.reader.say(key, **params), file=self.out)


def add_arguments(parser: argparse.ArgumentParser, reader: Reader) -> None:
    """Describe what can be asked."""
    parser.epilog = reader.say("cli.store.actions")
    about = reader.say("cli.help.store.action", known=tuple(ACTIONS))
    add_action(parser, reader, about, names=("cli.metavar.file", "cli.help.store.names"))
    parser.add_argument(
        "--data",
        metavar=reader.say("cli.metavar.store"),
        help=reader.say("cli.help.store.data"),
    )
    parser.add_argument(
        "--table",
        action="append",
        metavar=reader.say("cli.metavar.table"),
        help=reader.say("cli.help.store.table"),
    )
    parser.add_argument(
        "--keep",
        metavar=reader.say("cli.metavar.number"),
        help=reader.say("cli.help.store.keep"),
    )


def run_command(args: argparse.Namespace, reader: Reader, out: TextIO) -> int:
    """Do it; 1 if something in the store or the file is not as it should be."""
    if args.action not in ACTIONS:
        raise BadArguments("cli.store.no-action", known=tuple(ACTIONS), value=args.action or "")
    action, names = ACTIONS[args.action]
    if len(args.names) != names:
        raise BadArguments("cli.store.names", action=args.action, n=names, given=len(args.names))
    for name in ("table", "keep"):
        if getattr(args, name) and action is not _backup:
            raise BadArguments("cli.store.only-backup", name=f"--{name}")
    if args.table and args.keep:
        raise BadArguments("cli.store.keep-whole")
    if args.data and action is _copy:
        raise BadArguments("cli.store.not-copy", name="--data")
    keep = read_number(args.keep, "--keep", least=1, most=MOST_KEPT)
    asked = StoreRequest(
        tuple(args.names), data_at(args.data), tuple(args.table or ()), keep, reader, out
    )
    return asyncio.run(action(asked))


async def _backup(asked: StoreRequest) -> int:
    # Only here and below: other commands should not wait for the store's parts.
    from funicular.store.backup.reading import check
    from funicular.store.backup.writing import place_in, prune, writing
    from funicular.store.copy import contents

    path = Path(asked.names[0])
    if asked.keep is not None:
        path = place_in(path)
    damaged: list[str] = []
    async with _opened(asked.data, making=False) as store, store.inventory() as found:
        await _check_there(store, asked.tables)
        with writing(path) as backup:
            async for item in contents(found, damaged, only=asked.tables or None):
                backup.add(item)
    # As it will be read when it is needed.
    check(path)
    asked.say("cli.store.written", path=path)
    asked.say("cli.store.tables", n=backup.tables)
    asked.say("cli.store.rows", n=backup.rows)
    asked.say("cli.store.records", n=backup.records)
    asked.say("cli.store.side-rows", n=backup.side_rows)
    # What lacks something takes no place of a backup that may have it.
    if asked.keep is not None and not damaged:
        for older in prune(path, asked.keep):
            asked.say("cli.store.pruned", name=older)
    return _told("cli.store.left-out", damaged, asked)


async def _check_there(store: Store, tables: tuple[str, ...]) -> None:
    there = await store.heads(tables)
    for name in tables:
        if name not in there:
            raise BadArguments("cli.store.no-table", name=name)


async def _restore(asked: StoreRequest) -> int:
    from funicular.store.backup.reading import check, read
    from funicular.store.copy import copy_into

    path = Path(asked.names[0])
    if check(path):
        asked.say("cli.store.only-records", path=path)

    async def items() -> AsyncIterator[Item]:
        for item in read(path):
            yield item

    async with _opened(asked.data, making=True) as store:
        return _told_copy(await copy_into(items(), store), asked)


async def _copy(asked: StoreRequest) -> int:
    from funicular.store.copy import contents, copy_into

    source, target = asked.names
    damaged: list[str] = []
    async with (
        _opened(source, making=False) as here,
        _opened(target, making=True) as there,
        here.inventory() as found,
    ):
        result = await copy_into(contents(found, damaged), there)
    code = _told_copy(result, asked)
    return max(code, _told("cli.store.left-out", damaged, asked))


async def _check(asked: StoreRequest) -> int:
    from funicular.admin.check import check_store
    from funicular.live.table_log import table_in
    from funicular.table.snapshot import form

    async with _opened(asked.data, making=False) as store, store.inventory() as found:
        checked = await check_store(found, form(), table_in)
    asked.say("cli.store.tables", n=checked.counted.tables)
    asked.say("cli.store.rows", n=checked.counted.rows)
    asked.say("cli.store.records", n=checked.counted.records)
    asked.say("cli.store.side-rows", n=checked.counted.side_rows)
    for row in checked.garbled:
        asked.say("cli.store.garbled", name=row.table, seq=row.seq, problem=row.problem)
    for row in checked.nonsense:
        asked.say("cli.store.nonsense", name=row.table, seq=row.seq, problem=row.problem)
    code = 0 if checked.whole else 1
    _told("cli.store.broken", checked.counted.broken, asked)
    _told("cli.store.damage", checked.counted.damage, asked)
    _told("cli.store.bad-snapshot", checked.snapshots, asked)
    _told("cli.store.bad-record", checked.records, asked)
    if not code:
        asked.say("cli.store.whole")
    return code


async def _migrate(asked: StoreRequest) -> int:
    async with _opened(asked.data, making=True) as store:
        for step in store.migrations_applied:
            asked.say("cli.store.step", number=step.number, name=step.name)
        if not store.migrations_applied:
            asked.say("cli.store.no-step", path=store.place)
    return 0


async def _forget_snapshots(asked: StoreRequest) -> int:
    async with _opened(asked.data, making=False) as store:
        asked.say("cli.store.forgotten", n=await store.forget_snapshots())
    return 0


# Each with how many names it takes.
ACTIONS: dict[str, tuple[Callable[[StoreRequest], Coroutine[object, None, int]], int]] = {
    "backup": (_backup, 1),
    "restore": (_restore, 1),
    "copy": (_copy, 2),
    "check": (_check, 0),
    "migrate": (_migrate, 0),
    "forget-snapshots": (_forget_snapshots, 0),
}


@asynccontextmanager
async def _opened(where: str, *, making: bool) -> AsyncIterator[Store]:
    """A store beside the server that may have it."""
    from funicular.store.open import open_store

    store = await open_store(where, serving=False, making=making)
    try:
        yield store
    finally:
        await store.close()


def _told_copy(result: CopyResult, asked: StoreRequest) -> int:
    asked.say("cli.store.added", n=result.new)
    asked.say("cli.store.grown", n=result.longer)
    asked.say("cli.store.rows", n=result.rows)
    asked.say("cli.store.records", n=result.records)
    asked.say("cli.store.side-rows", n=result.side_rows)
    asked.say("cli.store.there", n=result.same)
    _told("cli.store.deleted-there", sorted(result.deleted), asked)
    return _told("cli.store.different", sorted(result.different), asked)


def _told(key: str, names: Sequence[str], asked: StoreRequest) -> int:
    """Say it of each; 1 if there was any."""
    for name in names:
        asked.say(key, name=name)
    return 1 if names else 0
