"""Programs from outside at the arena's table: JSON lines on their standard input and output.

`docs/outside-bots.md` is the page for those who write one. A program sits in one seat for one deal.
It is started for it, told what its seat sees and nothing else, and gone when the deal is over.
"""

from funicular.arena.external.player import ExternalPlayer, external_player

__all__ = ["ExternalPlayer", "external_player"]
