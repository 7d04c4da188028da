"""Compares agents on the same ladder, opponent by opponent, by what `fivebet ladder --json` prints.

    python tools/compare_ladders.py docs/evidence/ladder/no-limit-*.json

The agent of the first file is compared with the others, on the opponents that all have played.
Several files of an agent count together if their opponents differ: a ladder may be climbed in
parts (`--opponents 0 --rung drawn::1-0 --rung drawn::1-1`), since deals follow from the seed and
the opponent's name.
"""

import argparse
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from fivebet.errors import FivebetError

_SETTINGS = ("game", "deals", "matches", "seed", "luck")


@dataclass(frozen=True)
class Climb:
    """What an agent wins from each opponent, with the half of its 95 % interval, in mbb/hand."""

    agent: str
    settings: Mapping[str, Any]
    won: Mapping[str, tuple[float, float]]


def read(paths: Iterable[Path]) -> list[Climb]:
    """Read files; those of one agent are put together."""
    climbs: dict[str, Climb] = {}
    first: tuple[Path, Mapping[str, Any]] | None = None
    for path in paths:
        data = json.loads(path.read_text("utf-8"))
        won = {
            each["name"]: (each["mbb_per_hand"], (each["ci95"][1] - each["ci95"][0]) / 2)
            for each in data["opponents"]
        }
        settings = {name: data[name] for name in _SETTINGS}
        before = climbs.get(data["agent"])
        if before and before.won.keys() & won.keys():
            raise FivebetError(f"{path}: {data['agent']} has met these opponents in another file")
        first = first or (path, settings)
        if settings != first[1]:
            raise FivebetError(f"{path} has other deals than {first[0]}")
        climbs[data["agent"]] = Climb(
            data["agent"], settings, {**(before.won if before else {}), **won}
        )
    return list(climbs.values())


def compare(climbs: Sequence[Climb]) -> str:
    """Return a table of the agents, and from how many opponents the first wins most."""
    first, *others = climbs
    met = [name for name in first.won if all(name in other.won for other in others)]
    if not met:
        raise FivebetError("the agents have no opponent in common")

    def more_than(rivals: Sequence[Climb]) -> int:
        return sum(all(first.won[name][0] > rival.won[name][0] for rival in rivals) for name in met)

    settings = ", ".join(f"{name} {value}" for name, value in first.settings.items())
    lines = [
        f"{len(met)} opponents: {settings}",
        "",
        f"| agent | wins on average, mbb/hand | from | `{first.agent}` wins more from |",
        "|---|--:|--:|--:|",
    ]
    for climb in climbs:
        mean = fmean(climb.won[name][0] for name in met)
        half = sum(climb.won[name][1] ** 2 for name in met) ** 0.5 / len(met)
        wins = sum(climb.won[name][0] > 0 for name in met)
        more = "" if climb is first else f"{more_than([climb])}"
        lines.append(f"| `{climb.agent}` | {mean:+,.0f} ± {half:,.0f} | {wins} | {more} |")
    if others:
        lines += ["", f"`{first.agent}` wins most from {more_than(others)} of {len(met)}."]
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the comparison."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("files", type=Path, nargs="+", help="what `fivebet ladder --json` printed")
    try:
        print(compare(read(parser.parse_args(arguments).files)))
    except (FivebetError, OSError, ValueError, KeyError, TypeError) as error:
        print(f"compare_ladders: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
