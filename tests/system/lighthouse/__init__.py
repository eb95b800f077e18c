"""Lighthouse on the pages that a newcomer sees: `make lighthouse`; no part of `make test`."""
