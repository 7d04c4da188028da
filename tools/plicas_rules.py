"""The rules of plicas+: how nash-limit plays on average in the situations that PLICAS tells apart.

    python tools/plicas_rules.py 6000 4242 src/fivebet/agents/plicas

Lets nash-limit play itself, so many hands of a seed, and writes preflop_plus.toml and
postflop_plus.toml: the mean of its probabilities by place or bucket and what was bet.
It never limps: against a limp the rules of plicas stay.
"""

import sys
from collections import defaultdict
from importlib import resources
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fivebet.agents.nash_limit import NashLimit
from fivebet.agents.plicas.postflop import bets_on
from fivebet.agents.plicas.preflop import hand_place, situation_of
from fivebet.agents.plicas.strength import BUCKETS, bucket_of, effective_strength
from fivebet.combos import combo_index
from fivebet.game import FOLD, Game, Hand, View
from fivebet.opponents.definitions import STREETS

PLACES = 20
FACING = ("checked", "bet", "raised")
Key = tuple[str, int]


def situation(view: View) -> Key:
    """A section of the files, and the band in it."""
    first, second = view.cards
    if view.street == 0:
        return situation_of(view), min(PLACES - 1, int(PLACES * hand_place((first, second))))
    bucket = bucket_of(effective_strength(view.cards, view.board))
    return f"{STREETS[view.street]}.{FACING[min(2, bets_on(view))]}", bucket


def collect(hands: int, seed: int) -> dict[Key, NDArray[np.float64]]:
    """Sums of raise, call and fold probabilities."""
    players = NashLimit(seed), NashLimit(seed + 1)
    sums: dict[Key, NDArray[np.float64]] = defaultdict(lambda: np.zeros(3))
    for number in range(hands):
        hand = Hand(Game.named("limit-2p"), seed=seed, number=number)
        while (seat := hand.actor) is not None:
            view = hand.view(seat)
            policy, index = players[seat].policy(view), combo_index(*view.cards)
            chances = {action.kind: float(row[index]) for action, row in policy.items()}
            fold, raised = chances.get(FOLD.kind, 0.0), chances.get("raise", 0.0)
            sums[situation(view)] += (raised, 1 - fold - raised, fold)
            hand.act(players[seat].act(view).action)
    return sums


def section(name: str, bands: list[str], sums: dict[Key, NDArray[np.float64]]) -> str:
    """As TOML; a band that never came is played as the one before it."""
    lines, last = [f"[{name}]"], np.array([0.0, 0.0, 1.0])
    for band, text in enumerate(bands):
        if (name, band) in sums:
            last = sums[name, band]
        raised, _, fold = np.round(last / last.sum(), 2)
        lines.append(f'"{text}" = [{raised:.2f}, {1 - raised - fold:.2f}, {fold:.2f}]')
    return "\n".join(lines) + "\n"


def limped() -> str:
    """The section of plicas's own rules."""
    text = resources.files("fivebet.agents.plicas").joinpath("preflop.toml").read_text("utf-8")
    start = text.index("[limped]")
    return text[start : text.index("[raised]")]


def main(hands: str, seed: str, folder: str) -> None:
    """Write both files."""
    sums = collect(int(hands), int(seed))
    head = (
        f"# How nash-limit plays: means of {hands} hands of seed {seed} (tools/plicas_rules.py).\n"
    )
    step = 100 // PLACES
    places = [f"{step * i}-{step * (i + 1)}" for i in range(PLACES)]
    preflop = [section(name, places, sums) for name in ("first", "raised", "reraised")]
    preflop.insert(1, limped())
    text = head + "\nplays = 85\n\n" + "\n".join(preflop)
    Path(folder, "preflop_plus.toml").write_text(text, "utf-8")
    buckets = [str(bucket) for bucket in range(BUCKETS)]
    postflop = [
        section(f"{street}.{facing}", buckets, sums) for street in STREETS[1:] for facing in FACING
    ]
    Path(folder, "postflop_plus.toml").write_text(head + "\n" + "\n".join(postflop), "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
