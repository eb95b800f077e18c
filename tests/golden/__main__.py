"""Write the golden files of every registered game again, keeping the deals they have."""

from tests.golden import PERFT, PLAYTHROUGHS, golden_file
from tests.golden.deals import head_for
from tests.golden.perft import perft_text
from tests.golden.playthrough import playthrough_text
from tests.kit import BY_GAME_AND_SEATS


def main() -> None:
    """Write all files."""
    for folder, text_of in ((PERFT, perft_text), (PLAYTHROUGHS, playthrough_text)):
        folder.mkdir(exist_ok=True)
        for name, seats in BY_GAME_AND_SEATS:
            path = golden_file(folder, name, seats)
            path.write_text(text_of(head_for(path, name, seats)), encoding="utf-8")


main()
