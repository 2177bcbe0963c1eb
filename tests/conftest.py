"""How the tests run: Hypothesis has no deadline, and assertions in `helpers` are explained as in tests."""

import pytest
from hypothesis import settings

pytest.register_assert_rewrite("helpers")

settings.register_profile("freecell", deadline=None)
settings.load_profile("freecell")
