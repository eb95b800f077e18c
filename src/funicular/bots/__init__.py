"""Bots by level, each better than the last by measurement: random, beginner, casual."""
