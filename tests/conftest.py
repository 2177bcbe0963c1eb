"""How the tests run: Hypothesis has no deadline, and assertions in `helpers` are explained as in tests."""

import signal

import pytest
from hypothesis import settings

pytest.register_assert_rewrite("helpers")

settings.register_profile("freecell", deadline=None)
settings.load_profile("freecell")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in a shell's background jobs, whose children ignore it too
    signal.signal(signal.SIGINT, signal.default_int_handler)
