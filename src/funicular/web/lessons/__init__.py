"""Lessons: a few minutes with each game, at its own table and by its own rules.

A script (`games/GAME/lesson.toml`) has chapters, each a deal of its own, and steps: moves that are
made, a word to the learner, and perhaps something to do. What lies on the table, what is allowed
and why not comes from the rules; the script knows only what is to be learned.
"""

from __future__ import annotations

from funicular.web.lessons.http import routes

__all__ = ["routes"]
