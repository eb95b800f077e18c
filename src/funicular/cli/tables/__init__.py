"""How each game looks in a terminal, one file a game. A new game is one more line here."""

from __future__ import annotations

from funicular.cli.tables import ascenseur, auf_ab, dnpup
from funicular.cli.tables.table import Listing, Table

TABLES: dict[str, Table] = {
    "auf-ab": auf_ab,
    "dnpup": dnpup,
    "ascenseur-52": ascenseur,
    "ascenseur-32": ascenseur,
}

__all__ = ["TABLES", "Listing", "Table"]
