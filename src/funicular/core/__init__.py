"""The words that everything else is written in: game, state, view, move, match, record, errors."""
