"""The papers as experiments: each printed figure beside ours, with a verdict.

A paper is a module with a function `run(scale, seed, progress, size) -> Reproduction`,
named here. Without a size, `SIZES` of its module has that of the scale.
"""

from collections.abc import Callable
from difflib import get_close_matches
from importlib import import_module
from typing import Any, cast

from fivebet.errors import FivebetError
from fivebet.lab.papers.reproduction import Claim, Figure, Reproduction, Scale, Verdict

__all__ = ["PAPERS", "Claim", "Figure", "Reproduction", "Scale", "Verdict", "reproduce"]

PAPERS: dict[str, str] = {
    "moik": "fivebet.lab.papers.moik",
    "smith": "fivebet.lab.papers.smith",
    "aki": "fivebet.lab.papers.aki",
    "aki-switches": "fivebet.lab.papers.aki_switches",
    "plicas": "fivebet.lab.papers.plicas",
    "martins": "fivebet.lab.papers.martins",
}
"""Name to module; a module is loaded when its paper is asked for."""

Run = Callable[[Scale, int, Callable[[float], None], Any], Reproduction]


def reproduce(
    paper: str,
    scale: Scale = Scale.QUICK,
    seed: int = 0,
    progress: Callable[[float], None] = lambda _: None,
    size: Any = None,
) -> Reproduction:
    """Run a paper's experiments, at a size of the paper's own if one is given."""
    if paper not in PAPERS:
        near = get_close_matches(paper, PAPERS, n=3) or sorted(PAPERS)
        raise FivebetError(f"there is no paper {paper!r}: do you mean {', '.join(near)}?")
    run = cast(Run, import_module(PAPERS[paper]).run)
    return run(scale, seed, progress, size)
