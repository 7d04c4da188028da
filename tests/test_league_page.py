"""The league's pages say what the season says that is kept beside them."""

import runpy
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_the_tables_are_those_of_the_season() -> None:
    tool = runpy.run_path(str(ROOT / "tools" / "make_league.py"))
    assert tool["main"](check=True) == 0
