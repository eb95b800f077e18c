"""A person at the terminal, at a table on a server: reads what happens, types a move."""

from __future__ import annotations

from funicular.cli.prompt import EndOfInput, ask
from funicular.cli.remote.blocking import BlockingTable
from funicular.cli.remote.clock import clock_text
from funicular.cli.remote.remote_view import move_line, table_lines
from funicular.cli.screen import Screen
from funicular.cli.words import command_of
from funicular.client import TableView
from funicular.lang import Reader, languages
from funicular.lang.plain_text import plain
from funicular.table import commands
from funicular.table.wire import AnyDeal


class Person:
    """A person's evening at the table."""

    def __init__(self, table: BlockingTable, screen: Screen, lang: str) -> None:
        """Take the connection and the terminal."""
        self._table = table
        self._screen = screen
        self._lang = lang
        # The deal after which the person was ready to go on.
        self._ready: tuple[int, int] | None = None

    def play(self) -> None:
        """Play until the match is over; `EndOfInput` when the person leaves before."""
        view = self._table.next_view()
        self._screen.say(self._reader(view).say("cli.join.seated"))
        self._screen.say(self._reader(view).say("cli.join.may-pause"))
        while True:
            for sentence in view.news:
                self._screen.say(sentence)
            if view.table.result is not None:
                self._screen.say(view.table.result.text)
                return
            view = self._table.newest() if self._act(view) else self._table.next_view()

    def _act(self, view: TableView) -> bool:
        """Ask what there is to ask; False if one has to wait for others."""
        if view.phase == "scored" and self._ready != _deal_of(view):
            self._ready = _deal_of(view)
            ask(self._screen, self._reader(view).say("cli.join.next"))
            self._do(commands.Ready())
        elif view.paused:
            self._resume(view)
        elif view.deal is not None and view.my_turn:
            self._move(view, view.deal)
        else:
            return False
        return True

    def _reader(self, view: TableView) -> Reader:
        return Reader(self._lang, view.names, view.seat)

    def _move(self, view: TableView, deal: AnyDeal) -> None:
        """Ask for a move, once."""
        reader = self._reader(view)
        self._screen.say()
        for text in table_lines(deal, reader):
            self._screen.say(text, hang="  ")
        self._screen.say(move_line(view.table, deal, reader), hang="  ")
        typed = self._ask(self._prompt(view))
        if means(typed, "cli.join.words.pause"):
            self._do(commands.Pause())
        elif (move := _chosen(typed, deal.legal)) is not None:
            self._do(commands.Play(move, deal.turn))
        else:
            self._screen.say(reader.say("cli.not-understood", text=typed, example=deal.legal[0]))

    def _resume(self, view: TableView) -> None:
        """The game is stopped: tell who has stopped it, and go on when the person wants to."""
        name = view.names[view.table.paused or 0]
        self._ask(self._reader(view).say("cli.join.paused", name=name))
        self._do(commands.Resume())

    def _ask(self, question: str) -> str:
        typed = ask(self._screen, question)
        command = command_of(plain(typed))
        if command is not None and command[0] == "quit":
            raise EndOfInput
        return typed

    def _prompt(self, view: TableView) -> str:
        """What is asked for a move, with the clock where there is one."""
        clock, seat = view.table.clock, view.seat
        spent = None if seat is None else view.spent(seat)
        if clock is None or seat is None or spent is None:
            return self._reader(view).say("cli.prompt")
        bank = view.table.chairs[seat].bank or 0.0
        over = max(0.0, spent - clock.turn)
        return self._reader(view).say(
            "cli.join.prompt",
            turn=clock_text(clock.turn - spent),
            reserve=clock_text(bank - over),
        )

    def _do(self, command: commands.AnyCommand) -> None:
        """Do it; if it is refused, tell why."""
        refused = self._table.do(command)
        if refused is not None:
            self._screen.say(refused.text)


def _deal_of(view: TableView) -> tuple[int, int]:
    return view.table.match, 0 if view.deal is None else view.deal.number


def _chosen(typed: str, legal: tuple[str, ...]) -> str | None:
    """By number, or as it is written."""
    if typed.isascii() and typed.isdigit() and 1 <= int(typed) <= len(legal):
        return legal[int(typed) - 1]
    return next((move for move in legal if plain(move) == plain(typed)), None)


def means(typed: str, key: str) -> bool:
    """Whether this is one of the words of that key, in any language."""
    words = (Reader(lang).say(key).split() for lang in languages())
    return plain(typed) in {plain(word) for each in words for word in each}
