"""Bots by level, each better than the last by measurement: from random to expert."""
