"""The named games: a registry that `rules` begins and `games` fills."""

from __future__ import annotations

import ast
import inspect
import typing
from itertools import pairwise

import pytest

import freecell.rules
from freecell import Layout, Rules

ROOM = ast.parse(inspect.getsource(freecell.rules))


def test_every_named_game_is_declared_on_rules_and_no_other() -> None:
    declared = [
        name for name, hint in typing.get_type_hints(Rules).items() if typing.get_origin(hint) is typing.ClassVar
    ]
    assert [name.lower() for name in declared] == list(Rules.named())


@pytest.mark.parametrize("name", Rules.named())
def test_a_name_means_the_same_as_an_attribute_and_as_text(name: str) -> None:
    rules = Rules.named()[name]
    assert getattr(Rules, name.upper()) is rules
    assert Rules.parse(name) == rules
    assert str(rules) == name


def test_no_two_names_mean_the_same_game() -> None:
    assert len(set(Rules.named().values())) == len(Rules.named())


def test_every_layout_is_dealt_by_a_named_game() -> None:
    assert {rules.layout for rules in Rules.named().values()} == set(Layout)


def test_every_named_game_is_described() -> None:
    """Sphinx shows the text after an attribute as its documentation."""
    classes = [node for node in ROOM.body if isinstance(node, ast.ClassDef) and node.name == "Rules"]
    described = [
        ast.unparse(declared.target).lower()
        for declared, text in pairwise(classes[0].body)
        if isinstance(declared, ast.AnnAssign) and isinstance(text, ast.Expr)
    ]
    assert described == list(Rules.named())


@pytest.mark.parametrize(
    ("name", "title"),
    {
        "freecell": "FreeCell",
        "relaxed_freecell": "Relaxed FreeCell",
        "forecell": "ForeCell",
        "bakers_game": "Baker's Game",
        "kings_only_bakers_game": "Kings Only Baker's Game",
        "eight_off": "Eight Off",
        "seahaven_towers": "Seahaven Towers",
        "relaxed_seahaven_towers": "Relaxed Seahaven Towers",
        "penguin": "Penguin",
        "bakers_dozen": "Baker's Dozen",
        "beleaguered_castle": "Beleaguered Castle",
        "streets_and_alleys": "Streets and Alleys",
        "citadel": "Citadel",
        "fan": "Fan",
        "good_measure": "Good Measure",
        "cruel": "Cruel",
    }.items(),
)
def test_titles(name: str, title: str) -> None:
    assert Rules.named()[name].title() == title
    assert Rules.named()[name].title(617) == f"{title} deal 617"


def test_rules_does_not_know_the_room_of_the_games() -> None:
    imported = {node.module for node in ast.walk(ROOM) if isinstance(node, ast.ImportFrom)}
    assert "freecell.games" not in imported
