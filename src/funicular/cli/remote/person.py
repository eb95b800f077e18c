"""Somebody at the terminal, at a table on a server: reads what happens, types a move."""

from __future__ import annotations

from funicular.cli.prompt import EndOfInput, ask
from funicular.cli.remote.clock import clock_text
from funicular.cli.remote.line import Line, Message
from funicular.cli.remote.remote_view import move_line, table_lines
from funicular.cli.screen import Screen
from funicular.cli.words import command_of
from funicular.lang import Reader, languages
from funicular.lang.plain_text import plain


class Person:
    """One sitting of somebody who types."""

    def __init__(self, line: Line, screen: Screen, lang: str) -> None:
        """Take the connection and the terminal."""
        self._line = line
        self._screen = screen
        self._lang = lang
        # The deal that one was ready to go on from.
        self._ready: tuple[int, int] | None = None
        self._refused = False

    def play(self) -> None:
        """Play until the match is over; `EndOfInput` when the person leaves before."""
        self._screen.say(self._reader.say("cli.join.seated"))
        self._screen.say(self._reader.say("cli.join.may-pause"))
        while True:
            self._tell()
            match self._line.table["phase"]:
                case "over":
                    self._screen.say(self._line.table["result"]["text"])
                    return
                case "scored" if self._ready != self._at:
                    self._ready = self._at
                    ask(self._screen, self._reader.say("cli.join.next"))
                    self._hear(self._line.do("ready"))
                case "playing" if self._line.paused:
                    self._wait()
                case "playing" if self._deal["legal"]:
                    self._move()
                case _:
                    self._line.listen()

    @property
    def _reader(self) -> Reader:
        table = self._line.table
        return Reader(self._lang, tuple(chair["name"] for chair in table["chairs"]), table["you"])

    @property
    def _deal(self) -> Message:
        return self._line.deal or {"number": 0, "turn": 0, "legal": ()}

    @property
    def _at(self) -> tuple[int, int]:
        return self._line.table["match"], self._deal["number"]

    def _tell(self) -> None:
        news, self._line.news = self._line.news, []
        for sentence in news:
            self._screen.say(sentence)

    def _move(self) -> None:
        """Ask for a move until one is made, or the turn has passed."""
        deal = self._deal
        self._screen.say()
        for text in table_lines(deal, self._reader):
            self._screen.say(text, hang="  ")
        self._screen.say(move_line(self._line.table, deal, self._reader), hang="  ")
        typed = self._ask(self._prompt)
        if means(typed, "cli.join.words.pause"):
            self._stop(wanted=True)
            return
        move = self._chosen(typed, deal["legal"])
        if move is None:
            self._screen.say(
                self._reader.say("cli.not-understood", text=typed, example=deal["legal"][0])
            )
            return
        self._hear(self._line.do("move", move=move, turn=deal["turn"]))
        # Until the update has come, the turn would seem to be still one's own.
        while self._deal["turn"] == deal["turn"] and self._deal["number"] == deal["number"]:
            if self._refused:
                return
            self._line.listen()

    def _wait(self) -> None:
        """The game is stopped: tell who has stopped it, and go on when the person wants to."""
        name = self._line.table["chairs"][self._line.table["paused"]]["name"]
        self._ask(self._reader.say("cli.join.paused", name=name))
        self._stop(wanted=False)

    def _stop(self, *, wanted: bool) -> None:
        """Stop the game, or go on; until the update has come it would seem as before."""
        self._hear(self._line.do("pause" if wanted else "resume"))
        while not self._refused and self._line.paused is not wanted:
            if self._line.table["phase"] != "playing":
                return
            self._line.listen()

    def _ask(self, question: str) -> str:
        typed = ask(self._screen, question)
        command = command_of(plain(typed))
        if command is not None and command[0] == "quit":
            raise EndOfInput
        return typed

    @property
    def _prompt(self) -> str:
        """What is asked for a move, with the clock where there is one."""
        table = self._line.table
        spent = self._line.spent(table["you"])
        if table["clock"] is None or spent is None:
            return self._reader.say("cli.prompt")
        bank = table["chairs"][table["you"]]["bank"] or 0.0
        over = max(0.0, spent - table["clock"]["turn"])
        return self._reader.say(
            "cli.join.prompt",
            turn=clock_text(table["clock"]["turn"] - spent),
            reserve=clock_text(bank - over),
        )

    def _chosen(self, typed: str, legal: list[str]) -> str | None:
        """By number, or as it is written."""
        if typed.isascii() and typed.isdigit() and 1 <= int(typed) <= len(legal):
            return legal[int(typed) - 1]
        return next((move for move in legal if plain(move) == plain(typed)), None)

    def _hear(self, answer: Message) -> None:
        self._refused = answer["type"] == "refused"
        if self._refused:
            self._screen.say(answer["text"])


def means(typed: str, key: str) -> bool:
    """Whether this is one of the words of that key, in any language."""
    words = (Reader(lang).say(key).split() for lang in languages())
    return plain(typed) in {plain(word) for each in words for word in each}
