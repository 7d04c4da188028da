from pathlib import Path

import pytest

from fivebet.combos import CLASSES
from fivebet.errors import RangeError
from fivebet.pictures import grid_text, save_grid
from fivebet.ranges import Range


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
