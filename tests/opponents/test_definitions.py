"""The definitions, where they are written and where they are counted."""

from pathlib import Path

from fivebet._core import STATISTICS
from fivebet.opponents import DEFINITIONS

PAGE = Path(__file__).parents[2] / "docs" / "opponents.md"


def test_the_page_tells_the_definitions_word_for_word() -> None:
    rows = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| `")]
    output = {
        row.split("|")[1].strip(" `"): [cell.strip() for cell in row.split("|")] for row in rows
    }
    for name, definition in DEFINITIONS.items():
        cells = output[name]
        assert [cells[2], cells[4], cells[5]] == [
            definition.label,
            definition.times,
            definition.opportunities,
        ]


def test_everything_defined_is_counted() -> None:
    assert set(DEFINITIONS) - set(STATISTICS) == {"aggression_frequency"}
    helpers = {
        "bet_size",
        "raised_hand",
        "called_hand",
        "winnings",
        "squared_winnings",
        "seats",
        "pot",
    }
    assert set(STATISTICS) - set(DEFINITIONS) == helpers
