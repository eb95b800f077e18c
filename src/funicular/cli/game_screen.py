"""What the person at the table is shown and told; nothing here changes the match."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace

from funicular.cli.rules_pages import readable, single_rule
from funicular.cli.scores import show_score_sheet
from funicular.cli.screen import Screen
from funicular.cli.sitting import Sitting, suggestion
from funicular.cli.words import PROMPT_COMMANDS
from funicular.core.errors import FunicularError
from funicular.core.game import State, View
from funicular.core.match import Match
from funicular.core.score_sheet import result
from funicular.games.registry import spec_of
from funicular.games.rules_pages import rules_page
from funicular.lang import Reader, catalogue, languages


@dataclass(frozen=True)
class Desk:
    """A screen, and the person in front of it."""

    screen: Screen
    reader: Reader

    def show_deal_heading(self, match: Match) -> None:
        """Which deal begins."""
        number = len(match.states)
        if match.ending.deals is not None:
            text = self.reader.say("cli.deal-of", number=number, deals=match.ending.deals)
        else:
            text = self.reader.say("cli.deal-to", number=number, n=match.ending.target)
        self.screen.heading(text)

    def tell(self, view: View, told: int) -> int:
        """Tell what has happened since; how much has been told then."""
        events = view.events
        self.screen.tell(self.reader.say(event.phrase) for event in events[told:])
        return len(events)

    def show_turn(self, view: View) -> None:
        """Everything one needs to decide."""
        self.screen.say()
        self.show_table(view)
        self.show_hand(view)
        self.show_listing(view)

    def show_table(self, view: View) -> None:
        """What lies open."""
        for line in spec_of(view.setup.name).terminal.table_lines(view, self.reader):
            self.screen.row(line)

    def show_hand(self, view: View) -> None:
        """One's own cards."""
        self.screen.row(spec_of(view.setup.name).terminal.hand_line(view, self.reader))

    def show_listing(self, view: View) -> None:
        """What one may do."""
        for line in spec_of(view.setup.name).terminal.listing(view, self.reader).lines:
            self.screen.row(line)

    def show_every_move(self, view: View) -> None:
        """Each legal move in its notation."""
        moves = view.legal_moves()
        self.screen.say(self.reader.say("cli.every-move", n=len(moves)))
        for move in moves:
            self.screen.row(f"  {move}")

    def show_hint(self, sitting: Sitting, state: State, view: View) -> None:
        """What a casual player would do."""
        move = suggestion(sitting, state)
        terminal = spec_of(view.setup.name).terminal
        label = terminal.move_label(move, view, self.reader)
        listed = terminal.listing(view, self.reader).numbered
        text = str(listed.index(move) + 1 if move in listed else move)
        self.screen.say(self.reader.say("cli.hint", move=label, text=text))

    def show_log(self, view: View) -> None:
        """The deal so far, as this seat saw it."""
        for event in view.events:
            self.screen.say(self.reader.say(event.phrase))

    def show_score(self, match: Match) -> None:
        """The sheet; a deal under way is on it only once it has scored something."""
        state = match.state
        if state is not None and state.points is None and not any(state.points_so_far):
            match = replace(match, states=match.states[:-1])
        self.screen.say()
        show_score_sheet(match, self.screen, self.reader)

    def show_rules(self, game: str, number: str) -> None:
        """The rules page, or one rule of it."""
        page = rules_page(game, self.reader.lang)
        try:
            text = single_rule(page, number) if number else page
        except FunicularError as error:
            self.screen.say(error.say(self.reader))
        else:
            self.screen.block(readable(text))

    def show_help(self, game: str) -> None:
        """How to write moves, and the other words one may type."""
        self.screen.say(self.reader.say("cli.help-moves"))
        for line in self.reader.say(f"cli.how.{game}").splitlines():
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
