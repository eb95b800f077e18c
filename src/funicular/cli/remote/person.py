"""A person at the terminal, at a table on a server: reads what happens, types a move."""

from __future__ import annotations

from funicular.cli.answers import TypedCommand, TypedMove, understand
from funicular.cli.game_screen import GameScreen
from funicular.cli.prompt import EndOfInput, ask, ask_yes_no
from funicular.cli.remote.blocking import BlockingTable
from funicular.cli.remote.clock import clock_text
from funicular.cli.screen import Screen
from funicular.cli.words import command_of
from funicular.client import ClientError, TableView
from funicular.core.game import Game
from funicular.games.registry import make_game
from funicular.lang import Reader, languages
from funicular.lang.plain_text import plain
from funicular.table import commands
from funicular.table.wire import AnyDeal


class RemotePlayer:
    """A person's evening at the table."""

    def __init__(self, table: BlockingTable, screen: Screen, lang: str) -> None:
        """Take the connection and the terminal."""
        self._table = table
        self._screen = screen
        self._lang = lang
        shown = table.view.table
        self._game: Game = make_game(shown.game, shown.seats, shown.options)
        # The deal after which the person was ready to go on.
        self._ready: tuple[int, int] | None = None

    def play(self) -> None:
        """Play until the match is over; `EndOfInput` when the person leaves before."""
        view = self._table.next_view()
        if view.table.challenge is None:
            self._screen.say(self._reader(view).say("cli.join.seated"))
            self._screen.say(self._reader(view).say("cli.join.may-pause"))
        else:
            self._screen.say(self._reader(view).say("cli.daily.seated"))
        self._ask_about_hints(view)
        while True:
            for sentence in view.news:
                self._screen.say(sentence)
            if view.table.result is not None:
                self._screen.say(view.table.result.text)
                return
            view = self._table.newest() if self._act(view) else self._table.next_view()

    def _ask_about_hints(self, view: TableView) -> None:
        """At a table that was opened with hints, whether the person agrees to them."""
        chair = view.table.chairs[view.seat or 0]
        asked = view.table.hints_offered and view.phase in ("gathering", "over")
        if asked and not chair.agrees_to_hints:
            reader = self._reader(view)
            if ask_yes_no(self._screen, reader, reader.say("cli.join.hints")):
                self._do(commands.AnswerHints(yes=True))

    def _act(self, view: TableView) -> bool:
        """Ask what there is to ask; False if one has to wait for others."""
        if view.phase == "scored" and self._ready != _deal_of(view):
            self._ready = _deal_of(view)
            ask(self._screen, self._reader(view).say("cli.join.next"))
            self._do(commands.Ready())
        elif view.paused:
            self._resume(view)
        elif view.deal is not None and view.my_turn:
            self._turn(view, view.deal)
        else:
            return False
        return True

    def _reader(self, view: TableView) -> Reader:
        return Reader(self._lang, view.names, view.seat)

    def _turn(self, view: TableView, deal: AnyDeal) -> None:
        """Show the table and ask until something is done there, or it is another's turn."""
        shown = GameScreen(self._screen, self._reader(view), self._game.name)
        shown.show_turn(deal)
        while self._table.view.my_turn and self._table.view.turn == deal.turn:
            typed = ask(self._screen, self._prompt(view))
            if means(typed, "cli.join.words.pause"):
                self._do(commands.Pause())
                return
            answer = understand(typed, self._game, deal, shown.listing(deal), shown.reader)
            if isinstance(answer, TypedMove):
                if self._do(commands.MakeMove(str(answer.move), deal.turn)):
                    return
            elif not isinstance(answer, TypedCommand):
                self._screen.say(shown.reader.say(answer.why))
            elif answer.command == "claim":
                if self._do(commands.ClaimTricks(deal.turn)):
                    return
            elif answer.command == "undo":
                self._do(commands.Undo())
                return
            else:
                self._show(answer, view, deal, shown)

    def _show(self, asked: TypedCommand, view: TableView, deal: AnyDeal, shown: GameScreen) -> None:
        """Show what a command asks for, or leave."""
        if asked.command == "quit":
            raise EndOfInput
        if asked.command == "hint":
            self._show_hint(deal, shown)
        elif not shown.show_asked(asked, deal, view.told):
            # The page has the score sheet.
            self._screen.say(shown.reader.say("cli.join.not-here"))

    def _show_hint(self, deal: AnyDeal, shown: GameScreen) -> None:
        """Tell what the server says to do, or why it says nothing."""
        try:
            hint = self._table.hint(self._lang)
        except ClientError as error:
            self._screen.say(error.say(shown.reader))
        else:
            shown.show_hint(hint.text, self._game.parse_move(hint.move), deal)

    def _resume(self, view: TableView) -> None:
        """The game is stopped: tell who has stopped it, and go on when the person wants to."""
        name = view.names[view.table.paused or 0]
        typed = ask(self._screen, self._reader(view).say("cli.join.paused", name=name))
        command = command_of(plain(typed))
        if command is not None and command[0] == "quit":
            raise EndOfInput
        self._do(commands.Resume())

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

    def _do(self, command: commands.AnyCommand) -> bool:
        """Whether it was done; if it was refused, the reason is told."""
        refused = self._table.do(command)
        if refused is not None:
            self._screen.say(refused.text)
        return refused is None


def _deal_of(view: TableView) -> tuple[int, int]:
    return view.table.match, 0 if view.deal is None else view.deal.number


def means(typed: str, key: str) -> bool:
    """Whether this is one of the words of that key, in any language."""
    words = (Reader(lang).say(key).split() for lang in languages())
    return plain(typed) in {plain(word) for each in words for word in each}
