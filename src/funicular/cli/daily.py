"""`funicular daily`: the deal of the day, at a server or, without one, in this process.

At a server it is the one that everybody plays, once each, and the server compares. Without one the
cards follow from the date alone: anybody can work them out, so they are compared with nothing but
the expert.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import time
from typing import TextIO

from funicular.challenge.answers import choose_now
from funicular.challenge.calendar import daily_challenge, day_of
from funicular.challenge.checking import expert_outcome, outcome_of
from funicular.cli.errors import BadArguments
from funicular.cli.game_screen import GameScreen
from funicular.cli.prompt import EndOfInput
from funicular.cli.screen import Screen
from funicular.cli.session import play_sitting
from funicular.cli.sitting import PERSON, Sitting
from funicular.core.game import View
from funicular.core.record import is_name
from funicular.lang import Reader
from funicular.table.commands import LONGEST_NAME

# Between two looks whether the server has played the match again, and how often.
LOOK_SECONDS = 0.5
MOST_LOOKS = 240


def add_arguments(parser: argparse.ArgumentParser, reader: Reader) -> None:
    """Describe what can be asked."""
    parser.add_argument(
        "--server", metavar=reader.say("cli.metavar.address"), help=reader.say("cli.help.daily")
    )
    parser.add_argument(
        "--name", metavar=reader.say("cli.metavar.name"), help=reader.say("cli.help.name")
    )


def run_command(args: argparse.Namespace, reader: Reader, out: TextIO) -> int:
    """Play the deal of the day."""
    if args.name is not None and not (is_name(args.name) and len(args.name) <= LONGEST_NAME):
        raise BadArguments("cli.bad-name", most=LONGEST_NAME)
    screen = Screen(out)
    if args.server is None:
        _play_here(args.name, screen, reader)
    else:
        _play_there(args.server, args.name or reader.say("cli.nobody"), screen, reader)
    return 0


def _play_here(name: str | None, screen: Screen, reader: Reader) -> None:
    day = day_of(time.time())
    seed = hashlib.sha256(f"funicular daily {day.isoformat()}".encode()).hexdigest()
    challenge = daily_challenge(day, seed)
    screen.say(reader.say("cli.daily.alone", day=day.isoformat(), game=challenge.game))
    sitting = Sitting(challenge.new_match(), name, challenge.bots, 0)
    shown = GameScreen(screen, sitting.reader(reader), challenge.game)
    played = play_sitting(sitting, shown, reader, challenge)
    if not played.match.over:
        screen.say(reader.say("cli.daily.left"))
        return

    async def choose(level: str, view: View, answer_seed: int) -> str:
        return choose_now(level, view, answer_seed)

    screen.say(reader.say("cli.daily.expert-plays"))
    expert = asyncio.run(expert_outcome(challenge, choose))
    own = outcome_of(played.match, PERSON)
    others = challenge.seats - 1
    screen.say(reader.say("cli.daily.lead", lead=own.score / others))
    screen.say(reader.say("cli.daily.expert", lead=expert.score / others))


def _play_there(server: str, name: str, screen: Screen, reader: Reader) -> None:
    # Only here: other commands should not wait for the network's parts.
    from funicular.cli.remote.blocking import BlockingTable
    from funicular.cli.remote.person import RemotePlayer
    from funicular.cli.remote.tokens import kept_person
    from funicular.client import read_link
    from funicular.client.challenges import begin_attempt, find_challenge

    person, lang = kept_person(), reader.lang
    seen = asyncio.run(find_challenge(server, "daily", person, lang=lang))
    if seen.state in ("new", "playing"):
        screen.say(reader.say("cli.daily.there", game=seen.game, n=seen.deals))
        link = asyncio.run(begin_attempt(server, seen.id, person, name=name, lang=lang))
        table = BlockingTable(
            read_link(link.link), lang, link.token, lambda: screen.say(reader.say("cli.join.lost"))
        )
        try:
            RemotePlayer(table, screen, lang).play()
        except EndOfInput:
            screen.say(reader.say("cli.daily.waits"))
            return
        finally:
            table.close()
    for _ in range(MOST_LOOKS):
        seen = asyncio.run(find_challenge(server, seen.id, person, lang=lang))
        waits = seen.result is not None and seen.result.expert is None
        if seen.problem is not None or (seen.state != "checking" and not waits):
            break
        time.sleep(LOOK_SECONDS)
    result = seen.result
    if result is None:
        screen.say(seen.problem or reader.say("challenge.closed"))
        return
    screen.say(reader.say("cli.daily.lead", lead=result.lead))
    screen.say(reader.say("cli.daily.rank", rank=result.rank, n=seen.finished))
    screen.say(reader.say("cli.daily.mean", lead=result.mean))
    if result.expert is not None:
        screen.say(reader.say("cli.daily.expert", lead=result.expert))
