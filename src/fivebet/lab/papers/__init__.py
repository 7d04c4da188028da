"""The papers as experiments: each printed figure beside ours, with a verdict.

The module of a paper, which is named in `PAPERS`, has a `TITLE`, `SIZES` (how much is played
at each scale) and a function `run(size, seed, on_progress)` that returns `Findings`. A size
with a `folder` says where unfinished work is kept.
"""

import time
from collections.abc import Callable
from dataclasses import replace
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import Any

from fivebet.errors import FivebetError
from fivebet.lab.papers.reproduction import Findings, PaperScale, Reproduction

__all__ = ["PAPERS", "Findings", "PaperScale", "Reproduction", "reproduce"]

PAPERS: dict[str, str] = {
    "moik": "fivebet.lab.papers.moik",
    "smith": "fivebet.lab.papers.smith",
    "aki": "fivebet.lab.papers.aki",
    "aki-switches": "fivebet.lab.papers.aki_switches",
    "aki-plus": "fivebet.lab.papers.aki_plus",
    "plicas": "fivebet.lab.papers.plicas",
    "plicas-switches": "fivebet.lab.papers.plicas_switches",
    "martins": "fivebet.lab.papers.martins",
}
"""The module of each paper, which is loaded when the paper is reproduced."""


def reproduce(
    paper: str,
    scale: PaperScale = PaperScale.QUICK,
    seed: int = 0,
    on_progress: Callable[[float], None] = lambda _: None,
    *,
    size: Any = None,
    folder: Path | None = None,
) -> Reproduction:
    """Run a paper's experiments at a scale, or at a size of the paper's own if one is given.

    A folder keeps the work of papers whose size has one, and resumes what was interrupted.
    """
    if paper not in PAPERS:
        near = get_close_matches(paper, PAPERS, n=3) or sorted(PAPERS)
        raise FivebetError(f"there is no paper {paper!r}: do you mean {', '.join(near)}?")
    module = import_module(PAPERS[paper])
    start = time.perf_counter()
    size = size or module.SIZES[scale]
    if folder and not hasattr(size, "folder"):
        raise FivebetError(f"{paper!r} keeps nothing in a folder: leave --folder out")
    size = replace(size, folder=folder) if folder else size
    findings: Findings = module.run(size, seed, on_progress)
    return Reproduction(
        findings.claims,
        findings.tables,
        findings.figures,
        paper=paper,
        title=module.TITLE,
        seconds=time.perf_counter() - start,
        seed=seed,
    )
