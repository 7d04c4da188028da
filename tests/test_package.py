"""The public surface and the documentation's promises."""

import doctest
import importlib
import pkgutil
import re
import tomllib
from itertools import chain
from pathlib import Path

import pytest

import fivebet

MODULES = [
    name
    for _, name, _ in pkgutil.walk_packages(fivebet.__path__, "fivebet.")
    if name != "fivebet._core"
]


def test_the_public_names_are_these() -> None:
    assert sorted(fivebet.__all__) == [
        "Card",
        "CardError",
        "CardSet",
        "Category",
        "DECK",
        "Equity",
        "EquityError",
        "FivebetError",
        "Range",
        "RangeError",
        "Stream",
        "Strength",
        "best_five",
        "category",
        "describe",
        "equity",
        "evaluate",
        "evaluate_many",
        "strength",
    ]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_hold(name: str) -> None:
    results = doctest.testmod(importlib.import_module(name))
    assert results.failed == 0


def test_every_dependency_has_its_reason() -> None:
    root = Path(__file__).parent.parent
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    extras = chain.from_iterable(project["optional-dependencies"].values())
    asked = [*project["dependencies"], *extras]
    told = (root / "docs" / "dependencies.md").read_text()
    for line in asked:
        name = re.match(r"[a-z0-9-]+", line)
        assert name
        assert re.search(rf"\b{name[0]}\b", told), name[0]
