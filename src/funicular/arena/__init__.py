"""Measuring bots against each other, on the same cards from every seat."""
