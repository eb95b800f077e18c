"""`funicular admin`: an operator looks after tables, people and their data, while servers run.

What is changed is changed in the store, and servers hear of it within about a second. Nothing
secret is printed: no hand, no seed, no token and no invitation.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from typing import TextIO

from funicular.cli.admin_answer import AdminReply, AdminRequest
from funicular.cli.admin_people import ban, bans, erase, pardon, retention, sweep
from funicular.cli.admin_tables import close, delete, delete_replay, inspect, list_tables
from funicular.cli.arguments import add_action
from funicular.cli.data import data_at
from funicular.cli.errors import BadArguments
from funicular.cli.settings import KEEP, add_settings
from funicular.lang import Reader

ACTIONS = {
    "list": list_tables,
    "inspect": inspect,
    "close": close,
    "delete": delete,
    "delete-replay": delete_replay,
    "ban": ban,
    "pardon": pardon,
    "bans": bans,
    "erase": erase,
    "sweep": sweep,
    "retention": retention,
}
# How many names each takes: none, one, or at least one.
NAMES = {
    "list": "0",
    "bans": "0",
    "sweep": "0",
    "retention": "0",
    "inspect": "1",
    "ban": "1",
    "pardon": "1",
    "erase": "1",
    "close": "1+",
    "delete": "1+",
    "delete-replay": "1+",
}
# What cannot be undone.
FINAL = ("delete", "delete-replay", "erase", "sweep")
# Which options belong to which actions; the others take all.
ONLY = {
    "game": ("list",),
    "name": ("list",),
    "phase": ("list",),
    "page": ("list",),
    "most": ("list",),
    "for": ("ban",),
    "until": ("ban",),
    "reason": ("ban",),
    "kind": ("ban", "pardon"),
    "past": ("bans",),
    "table": ("erase",),
    "dry_run": ("erase",),
    "trust_clock": ("sweep",),
    "keep_tables": ("sweep", "retention"),
    "keep_chat": ("sweep", "retention"),
    "keep_records": ("sweep", "retention"),
}


def add_arguments(parser: argparse.ArgumentParser, reader: Reader) -> None:
    """Describe what can be asked."""
    parser.epilog = " ".join(reader.say(f"cli.admin.about.{action}") for action in ACTIONS)
    about = reader.say("cli.help.admin.action", known=tuple(ACTIONS))
    add_action(parser, reader, about, names=("cli.metavar.name", "cli.help.admin.names"))

    def add(flag: str, metavar: str | None) -> None:
        about = reader.say(f"cli.help.admin.{flag.removeprefix('--')}")
        if metavar is None:
            parser.add_argument(flag, action="store_true", help=about)
        else:
            parser.add_argument(flag, metavar=metavar, help=about)

    number, name = reader.say("cli.metavar.number"), reader.say("cli.metavar.name")
    add("--data", reader.say("cli.metavar.store"))
    add("--json", None)
    add("--yes", None)
    add("--game", reader.say("cli.metavar.game"))
    add("--name", name)
    add("--phase", "gathering|playing|scored|over|closed")
    add("--page", number)
    add("--most", number)
    add("--for", reader.say("cli.metavar.days"))
    add("--until", reader.say("cli.metavar.date"))
    add("--reason", reader.say("cli.metavar.text"))
    add("--kind", "address|name")
    add("--past", None)
    parser.add_argument(
        "--table",
        action="append",
        metavar=reader.say("cli.metavar.table"),
        help=reader.say("cli.help.admin.table"),
    )
    add("--dry-run", None)
    add("--trust-clock", None)
    add_settings(parser, reader, KEEP)


def run_command(args: argparse.Namespace, reader: Reader, out: TextIO) -> int:
    """Do it; 1 if something that was named is not there."""
    action = args.action
    if action not in ACTIONS:
        raise BadArguments("cli.admin.no-action", known=tuple(ACTIONS), value=action or "")
    _check_names(action, args.names)
    for name, actions in ONLY.items():
        if getattr(args, name) and action not in actions:
            flag = f"--{name.replace('_', '-')}"
            raise BadArguments("cli.admin.not-for", name=flag, action=action, known=actions)
    # Fewer days delete more; to look at them deletes nothing.
    chooses = action == "retention" and any(getattr(args, each.key) for each in KEEP)
    if (action in FINAL or chooses) and not (args.yes or args.dry_run):
        _confirm(action, args.names, reader, out)
    asked = AdminRequest(tuple(args.names), data_at(args.data), args, reader)
    answer: AdminReply = asyncio.run(ACTIONS[action](asked))
    answer.print(reader, out, as_json=args.json)
    return answer.code


def _check_names(action: str, names: list[str]) -> None:
    wanted = NAMES[action]
    if wanted == "1+" and not names:
        raise BadArguments("cli.admin.names-needed", action=action)
    if wanted != "1+" and len(names) != int(wanted):
        raise BadArguments("cli.store.names", action=action, n=int(wanted), given=len(names))


def _confirm(action: str, names: list[str], reader: Reader, out: TextIO) -> None:
    """Ask before what cannot be undone; a script has to say `--yes`."""
    if sys.stdin is None or not sys.stdin.isatty():
        raise BadArguments("cli.admin.say-yes", action=action)
    print(reader.say("cli.admin.sure", action=action, names=tuple(names)), file=out, flush=True)
    if sys.stdin.readline().strip().casefold() not in reader.say("cli.admin.yes-words").split():
        raise BadArguments("cli.admin.not-done", action=action)
