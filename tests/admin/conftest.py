"""Both databases, as in the tests of the store."""

from tests.store.conftest import database, shared_database, where

__all__ = ["database", "shared_database", "where"]
