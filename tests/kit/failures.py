"""Names a failed test at once: whatever ends the run early, what failed so far has been said."""

from __future__ import annotations

import pytest


class Failures:
    """Writes a line for each failure, with its reason, where the dots are written."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        terminal = self._config.pluginmanager.get_plugin("terminalreporter")
        if report.failed and terminal is not None:
            reason = report.longreprtext.strip().splitlines()[-1:] or [""]
            terminal.write_line(f"\nfailed: {report.nodeid} ({report.when}): {reason[0]}")


def pytest_configure(config: pytest.Config) -> None:
    # Of several processes only the first speaks.
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Failures(config))
