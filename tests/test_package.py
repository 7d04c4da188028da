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
    if name not in ("fivebet._core", "fivebet.lab.networks.training")  # which needs JAX
]


def test_the_public_names_are_these() -> None:
    assert sorted(fivebet.__all__) == [
        "Action",
        "Agent",
        "CALL",
        "CHECK",
        "Card",
        "CardError",
        "CardSet",
        "Category",
        "DECK",
        "Decision",
        "Equity",
        "EquityError",
        "FOLD",
        "FivebetError",
        "Game",
        "Hand",
        "HandRecord",
        "LeagueTable",
        "MatchResult",
        "Range",
        "RangeError",
        "Solution",
        "Spot",
        "Stream",
        "Strength",
        "Tree",
        "View",
        "best_five",
        "bet",
        "category",
        "describe",
        "equity",
        "equity_many",
        "evaluate",
        "evaluate_many",
        "evaluate_on_boards",
        "make_agent",
        "play",
        "play_league",
        "play_match",
        "raise_to",
        "solve",
        "solve_many",
        "strength",
        "strength_many",
    ]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_hold(name: str) -> None:
    results = doctest.testmod(importlib.import_module(name))
    assert results.failed == 0


def test_every_dependency_has_its_reason() -> None:
    root = Path(__file__).parent.parent
    settings = tomllib.loads((root / "pyproject.toml").read_text())
    project = settings["project"]
    extras = chain.from_iterable(project["optional-dependencies"].values())
    groups = chain.from_iterable(settings["dependency-groups"].values())
    named = [line for line in groups if isinstance(line, str)]
    reasons = (root / "docs" / "dependencies.md").read_text()
    for line in [*settings["build-system"]["requires"], *project["dependencies"], *extras, *named]:
        name = re.match(r"[a-z0-9_-]+", line)
        assert name
        assert re.search(rf"\b{name[0]}\b", reasons), name[0]


def test_the_citation_has_the_version() -> None:
    citation = (Path(__file__).parent.parent / "CITATION.cff").read_text()
    assert f"\nversion: {fivebet.__version__}\n" in citation
