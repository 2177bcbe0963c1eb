"""C code names members of enumerations by number; Python says which numbers are right."""

import pytest
from freecell._rules.building import enum_numbers

from freecell import AutoPlay, Supermoves


@pytest.mark.parametrize("enum", [AutoPlay, Supermoves])
def test_numbers_are_those_of_the_enumeration(enum: type[AutoPlay | Supermoves]) -> None:
    assert enum_numbers()[enum.__name__] == {member.name: member.value for member in enum}
