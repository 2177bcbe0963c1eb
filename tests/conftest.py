"""How the tests run: no deadline for Hypothesis, since none of them is about time."""

from typing import Any

from hypothesis import settings
from hypothesis.vendor.pretty import for_type_by_name

settings.register_profile("freecell", deadline=None)
settings.load_profile("freecell")


def _print_rules(rules: object, printer: Any, cycle: bool) -> None:
    printer.text(repr(rules))


# Hypothesis takes the named rules for fields, and would print them in each other without end.
for_type_by_name("freecell.rules", "Rules", _print_rules)
