"""The rules of plicas+: how nash-limit plays in the situations that PLICAS tells apart.

    python tools/plicas_rules.py 6000 4242 src/fivebet/agents/players/plicas

Lets nash-limit play itself, so many hands of a seed, and writes preflop_plus.toml, the
mean of its probabilities by place, and postflop_plus.toml, what it does most often by
bucket and what was bet. It never limps: against a limp the rules of plicas stay.
"""

import sys
from collections import defaultdict
from importlib import resources
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fivebet.agents.players.nash_limit import NashLimit
from fivebet.agents.players.plicas.postflop import bets_on
from fivebet.agents.players.plicas.preflop import hand_place, situation_of
from fivebet.agents.players.plicas.strength import BUCKETS, bucket_of, effective_strength
from fivebet.cards.combos import combo_index
from fivebet.game import FOLD, Game, Hand, View
from fivebet.opponents.definitions import STREETS

PLACES = 20
FACING = ("checked", "bet", "raised")
Key = tuple[str, int]
Sums = dict[Key, NDArray[np.float64]]


def situation(view: View) -> Key:
    """A section of the files, and the band in it."""
    first, second = view.cards
    if view.street == 0:
        return situation_of(view), min(PLACES - 1, int(PLACES * hand_place((first, second))))
    bucket = bucket_of(effective_strength(view.cards, view.board))
    return f"{STREETS[view.street]}.{FACING[min(2, bets_on(view))]}", bucket


def collect(hands: int, seed: int) -> Sums:
    """Sums of raise, call and fold probabilities."""
    players = NashLimit(seed), NashLimit(seed + 1)
    sums: Sums = defaultdict(lambda: np.zeros(3))
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


def section(name: str, step: int, sums: Sums, pure: bool = False) -> str:
    """As TOML; a band that never came is played as the one before it, like bands are one."""
    count = BUCKETS if pure else PLACES
    rows: list[tuple[int, str]] = []
    last = np.array([0.0, 0.0, 1.0])
    for band in range(count):
        last = sums.get((name, band), last)
        wanted = np.eye(3)[np.argmax(last)] if pure else last / last.sum()
        raised, fold = round(100 * wanted[0]), round(100 * wanted[2])
        shares = (raised, 100 - raised - fold, fold)
        output = f"[{', '.join(f'{share / 100:.2f}' for share in shares)}]"
        if not rows or rows[-1][1] != output:
            rows.append((step * band, output))
    # A bucket's band ends with it, a place's where the next begins.
    ends = [start - pure for start, _ in rows[1:]] + [step * count - pure]
    lines = [f'"{start}-{end}" = {output}' for (start, output), end in zip(rows, ends, strict=True)]
    return "\n".join([f"[{name}]", *lines]) + "\n"


def limped() -> str:
    """The section of plicas's own rules."""
    rules = resources.files("fivebet.agents.players.plicas").joinpath("preflop.toml")
    text = rules.read_text("utf-8")
    start = text.index("[limped]")
    return text[start : text.index("\n[raised]")]


def main(hands: str, seed: str, folder: str) -> None:
    """Write both files."""
    sums = collect(int(hands), int(seed))
    source = f"{hands} hands of seed {seed} (tools/plicas_rules.py)"
    preflop = [section(name, 100 // PLACES, sums) for name in ("first", "raised", "reraised")]
    preflop.insert(1, limped())
    head = f"# How often nash-limit raises, calls and folds: means of {source}.\n"
    firsts = [sums["first", band] for band in range(PLACES)]
    plays = round(100 * np.mean([1 - each[2] / each.sum() for each in firsts]))
    text = f"{head}\nplays = {plays}\n\n" + "\n".join(preflop)
    Path(folder, "preflop_plus.toml").write_text(text, "utf-8")
    postflop = [
        section(f"{street}.{facing}", 1, sums, pure=True)
        for street in STREETS[1:]
        for facing in FACING
    ]
    head = f"# What nash-limit does most often, by bucket: {source}.\n"
    Path(folder, "postflop_plus.toml").write_text(f"{head}\n" + "\n".join(postflop), "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
