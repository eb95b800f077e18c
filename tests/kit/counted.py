"""Counts of a test are printed when all tests are done, also where they run in other processes.

A plugin of pytest: what a test has recorded as `counted` (`record_property`) is shown.
"""

from __future__ import annotations

import pytest

COUNTED = "counted"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print them all."""
    for report in terminalreporter.getreports("passed"):
        for name, text in report.user_properties:
            if name == COUNTED and report.when == "call":
                terminalreporter.section(report.nodeid.rpartition("::")[2])
                terminalreporter.write_line(str(text))
