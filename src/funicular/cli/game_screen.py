"""What the person at the table is shown and told; nothing here changes the match."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from msgspec.structs import replace

from funicular.cli.answers import TypedCommand
from funicular.cli.rules_pages import readable, single_rule
from funicular.cli.scores import show_score_sheet
from funicular.cli.screen import Screen
from funicular.cli.words import PROMPT_COMMANDS
from funicular.core.errors import FunicularError
from funicular.core.game import Move, OwnMove
from funicular.core.match import Match
from funicular.core.score_sheet import result
from funicular.games.registry import spec_of
from funicular.games.rules_pages import rules_page
from funicular.games.terminal import Listing, Terminal
from funicular.games.wire import OwnDeal, Told
from funicular.lang import Reader, catalogue, languages
from funicular.table.wire import AnyDeal


@dataclass(frozen=True)
class GameScreen:
    """A screen, the person in front of it, and the game they play.

    It draws what the wire shows of a deal, so it does not matter where the table is.
    """

    screen: Screen
    reader: Reader
    # One of `funicular.GAMES`.
    game: str

    @property
    def _terminal(self) -> Terminal[OwnDeal, OwnMove]:
        return spec_of(self.game).terminal

    def show_deal_heading(self, match: Match) -> None:
        """Which deal begins."""
        number = len(match.states)
        if match.ending.deals is not None:
            text = self.reader.say("cli.deal-of", number=number, deals=match.ending.deals)
        else:
            text = self.reader.say("cli.deal-to", number=number, n=match.ending.target)
        self.screen.heading(text)

    def tell(self, deal: AnyDeal) -> None:
        """Tell what has happened."""
        self.screen.tell(each.text for each in deal.told)

    def show_asked(self, asked: TypedCommand, deal: AnyDeal, told: Iterable[Told]) -> bool:
        """Show what a command asks for, if every table has it; whether it does."""
        match asked.command:
            case "help":
                self.show_help()
            case "moves":
                self.show_every_move(deal)
            case "table":
                self.show_turn(deal)
            case "hand":
                self.show_hand(deal)
            case "log":
                self.show_log(told)
            case "rules":
                self.show_rules(asked.rest)
            case _:
                return False
        return True

    def show_turn(self, deal: AnyDeal) -> None:
        """Everything one needs to decide."""
        self.screen.say()
        for line in self._terminal.table_lines(deal, self.reader):
            self.screen.row(line)
        self.show_hand(deal)
        for line in self.listing(deal).lines:
            self.screen.row(line)

    def show_hand(self, deal: AnyDeal) -> None:
        """One's own cards."""
        self.screen.row(self._terminal.hand_line(deal, self.reader))

    def listing(self, deal: AnyDeal) -> Listing:
        """What one may do."""
        return self._terminal.listing(deal, self.reader)

    def show_every_move(self, deal: AnyDeal) -> None:
        """Each legal move in its notation."""
        self.screen.say(self.reader.say("cli.every-move", n=len(deal.legal)))
        for move in deal.legal:
            self.screen.row(f"  {move}")

    def show_hint(self, hint: str, move: Move, deal: AnyDeal) -> None:
        """The hint in words, and how its move is typed."""
        label = self._terminal.move_label(move, deal, self.reader)
        listed = self.listing(deal).numbered
        text = str(listed.index(move) + 1 if move in listed else move)
        self.screen.say(hint)
        self.screen.say(self.reader.say("cli.hint", move=label, text=text))

    def show_log(self, told: Iterable[Told]) -> None:
        """What has happened in the deal so far, all at once."""
        for each in told:
            self.screen.say(each.text)

    def show_score(self, match: Match) -> None:
        """The sheet; a deal under way is on it only once it has scored something."""
        state = match.state
        if state is not None and state.points is None and not any(state.points_so_far):
            match = replace(match, states=match.states[:-1])
        self.screen.say()
        show_score_sheet(match, self.screen, self.reader)

    def show_rules(self, number: str) -> None:
        """The rules page, or one rule of it."""
        page = rules_page(self.game, self.reader.lang)
        try:
            text = single_rule(page, number) if number else page
        except FunicularError as error:
            self.screen.say(error.say(self.reader))
        else:
            self.screen.block(readable(text))

    def show_help(self) -> None:
        """How to write moves, and the other words one may type."""
        self.screen.say(self.reader.say("cli.help-moves"))
        for line in self.reader.say(f"cli.how.{self.game}").splitlines():
            self.screen.row(f"  {line}")
        known = tuple(catalogue(lang).name for lang in languages())
        self.screen.say(self.reader.say("cli.help-words", known=known))
        for command in PROMPT_COMMANDS:
            words = self.reader.say(f"cli.words.command.{command}").split()
            about = self.reader.say(f"cli.about-word.{command}")
            line = self.reader.say("cli.word-line", words=tuple(words), about=about)
            self.screen.row(f"  {line}")

    def show_result(self, match: Match) -> None:
        """Who has won."""
        self.screen.say()
        self.screen.say(result(match, self.reader))
