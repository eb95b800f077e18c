"""How many random examples a test tries: few and always the same by default, many when soaking.

And Ctrl-C reaches the programs that tests start, even where the tests run in the background of a
shell, which lets such programs ignore it.
"""

import os
import signal

from hypothesis import HealthCheck, settings

pytest_plugins = [
    "tests.system.servers.fixtures",
    "tests.kit.counted",
    "tests.kit.failures",
    "tests.kit.long_first",
    "tests.kit.measured",
]

settings.register_profile(
    "normal",
    max_examples=20,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "soak",
    max_examples=1000,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("soak" if os.environ.get("FUNICULAR_SOAK") == "1" else "normal")

signal.signal(signal.SIGINT, signal.default_int_handler)
