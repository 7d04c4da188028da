from pathlib import Path

import numpy as np
import pytest

from fivebet.cards.combos import CLASSES
from fivebet.cards.ranges import Range
from fivebet.errors import RangeError
from fivebet.pictures import action_colours, grid_text, save_grid, save_strategy


def test_the_plain_grid_marks_classes_and_weights_within_80_columns() -> None:
    lines = grid_text(Range("AA, AKs, 76s:0.5"), colour=False).plain.splitlines()
    assert len(lines) == 13
    assert lines[0].split()[:2] == ["AA", "AKs"]
    assert "76s.5" in lines[7]
    assert max(map(len, lines)) <= 79


def test_the_coloured_grid_names_every_class() -> None:
    text = grid_text(Range("15%"))
    assert tuple(text.plain.split()) == CLASSES
    assert len(text.spans) == 169


@pytest.mark.parametrize(
    ("name", "start"), [("a.png", b"\x89PNG"), ("a.svg", b"<?xml"), ("a.PDF", b"%PDF")]
)
def test_the_grid_is_saved_by_its_ending(tmp_path: Path, name: str, start: bytes) -> None:
    path = tmp_path / name
    save_grid(Range("22+, A2s+, 76s:0.5"), path)
    assert path.read_bytes().startswith(start)


def test_an_svg_holds_what_it_shows(tmp_path: Path) -> None:
    save_grid(Range("22+"), tmp_path / "a.svg", title="Pairs")
    assert "78 combos" in (tmp_path / "a.svg").read_text("utf-8")


@pytest.mark.parametrize("name", ["a.gif", "a", "none/a.png"])
def test_what_cannot_be_saved_is_quoted(tmp_path: Path, name: str) -> None:
    with pytest.raises(RangeError, match=name.rsplit("/", maxsplit=1)[-1]):
        save_grid(Range("22+"), tmp_path / name)


def test_a_strategy_shows_its_actions_and_how_often_they_are_taken(tmp_path: Path) -> None:
    weights = Range("AA,KK:0.5,72o").weights
    bets = Range("AA").weights
    save_strategy(weights, {"check": 1 - bets, "bet 100": bets}, tmp_path / "a.svg", "OOP")
    text = (tmp_path / "a.svg").read_text("utf-8")
    assert "OOP" in text
    assert "21 combos" in text
    # Six combos of aces bet; three of kings and twelve of seven-deuce check.
    assert f"bet 100 {6 / 21:.1%}" in text
    assert f"check {15 / 21:.1%}" in text


def test_a_strategy_is_drawn_by_class_as_well(tmp_path: Path) -> None:
    jam = np.linspace(0, 1, 169)
    save_strategy(np.ones(169), {"fold": 1 - jam, "jam": jam}, tmp_path / "a.png")
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


def test_more_chips_are_a_darker_red() -> None:
    colours = action_colours(["fold", "call", "raise 300", "all-in 900"])
    assert sum(colours["all-in 900"]) < sum(colours["raise 300"])
    assert len(set(colours.values())) == 4
