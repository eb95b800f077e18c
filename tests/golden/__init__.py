"""Golden files: how many ways a deal can go (perft), and one deal of each game told in full.

`python -m tests.golden` writes them again. The cards dealt are kept from the file that is there,
so that a change of generator changes nothing; read the difference before committing it.
"""

from pathlib import Path

FOLDER = Path(__file__).parent
PERFT = FOLDER / "perft"
PLAYTHROUGHS = FOLDER / "playthroughs"


def golden_file(folder: Path, game: str, seats: int) -> Path:
    """Where the golden file of a game for so many seats lies."""
    return folder / f"{game}-{seats}.txt"
