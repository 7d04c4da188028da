"""The commands whose answers are kept: every command and subcommand, right and wrong.

A scenario is a folder in which some commands are given one after the other; those that
write files or runs come before those that read them.
"""

from collections.abc import Sequence

from tests.golden.cases import cases
from tests.golden.commands import Case
from tests.golden.play_scenarios import (
    ACPC,
    AGENTS,
    HANDS,
    LEAGUES,
    MATCHES,
    PLAY,
    RINGS,
    RUNS,
    TOURNAMENTS,
    YARDSTICKS,
)
from tests.golden.study_scenarios import CARDS, CASES, EVOLUTIONS, PLANS, SOLVING, STUDY

__all__ = ["COMMANDS", "SCENARIOS", "SLOW"]

COMMANDS = (
    "",
    "equity",
    "range",
    "strength",
    "evaluate",
    "odds",
    "play",
    "hands",
    "hands check",
    "hands convert",
    "stats",
    "review",
    "acpc",
    "acpc deal",
    "acpc connect",
    "match",
    "ring",
    "tournament",
    "league",
    "ladder",
    "power",
    "runs",
    "runs show",
    "runs resume",
    "runs hands",
    "runs remove",
    "agents",
    "check",
    "cases",
    "cases show",
    "cases merge",
    "cases collect",
    "evolve",
    "sit",
    "plan",
    "solve",
    "report",
    "exploit",
    "nash",
    "nash train",
    "nash show",
    "pushfold",
    "library",
    "library list",
    "library show",
    "library make",
    "drill",
    "serve",
    "deal",
    "reproduce",
    "tour",
    "bench",
    "tables",
)
"""All commands and groups, whose options are read from their --help."""

REST = [
    *cases("", "acpc", "cases", "hands", "nash", help_only=True),
    *cases(
        "--version",
        "--nonsense",
        "nonsense",
        "tour --json",
        "bench --only nothing-of-the-kind",
        "tables class-matchups -o class_matchups.npz --json",
        "tables nonsense -o out.json",
        "tables preflop -o nowhere/out.json",
        "tables preflop -o .",
        "tables preflop -o bots.py",
        "serve --port x",
        "serve --port 70000",
        "serve --tls-cert missing.pem",
        "serve --tls-cert missing.pem --tls-key missing.key",
        "serve --agent-server nowhere",
        "serve --store ftp://x",
        "serve extra",
        "reproduce",
        "reproduce smit",
        "reproduce smith --quick --paper",
        "reproduce smith --seed -1",
    ),
]

TRAINING = cases(
    "nash train -o tiny.limit --buckets 3,2,2,2 --iterations 5 --threads 1 --json",
    "nash show tiny.limit --json",
    tolerance=1e-4,
)

PAPERS = {
    f"paper-{name}": cases(f"reproduce {name} --quick --json")
    for name in ("moik", "smith", "aki", "aki-switches", "plicas", "martins")
}

SCENARIOS: dict[str, Sequence[Case]] = {
    "cards": CARDS,
    "agents": AGENTS,
    "match": MATCHES,
    "ring": RINGS,
    "tournament": TOURNAMENTS,
    "league": LEAGUES,
    "yardsticks": YARDSTICKS,
    "runs": RUNS,
    "hands": HANDS,
    "play": PLAY,
    "acpc": ACPC,
    "cases": CASES,
    "evolve": EVOLUTIONS,
    "plan": PLANS,
    "solving": SOLVING,
    "study": STUDY,
    "rest": REST,
    "training": TRAINING,
    **PAPERS,
}
SLOW = {"training", *PAPERS}
"""Scenarios that take minutes: not part of the tests."""
