"""The tests. A package, so that `from tests.kit import …` never finds another's `tests`."""
