"""How the tests run: no deadline for Hypothesis, since none of them is about time."""

from hypothesis import settings

settings.register_profile("freecell", deadline=None)
settings.load_profile("freecell")
