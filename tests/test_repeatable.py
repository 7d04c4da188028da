"""Examples that hypothesis draws are the same in every run."""

import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st


def examples() -> list[tuple[str, int, float]]:
    drawn: list[tuple[str, int, float]] = []

    @given(st.text(), st.integers(), st.floats(allow_nan=False))
    def draw(text: str, whole: int, number: float) -> None:
        drawn.append((text, whole, number))

    draw()
    return drawn


@pytest.mark.skipif(
    settings.get_current_profile_name() != "repeatable", reason="new examples are asked for"
)
def test_examples_do_not_depend_on_the_modules_that_are_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = examples()
    numbers = ", ".join(str(10**6 + 7 * n) for n in range(900))
    (tmp_path / "full_of_numbers.py").write_text(f"NUMBERS = [{numbers}]\nNAME = 'Zanzibar'\n")
    monkeypatch.syspath_prepend(tmp_path)
    __import__("full_of_numbers")
    try:
        assert examples() == before
    finally:
        del sys.modules["full_of_numbers"]
