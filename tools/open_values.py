"""How much the values matter that papers leave open: the figures of docs/open-values.md.

    python tools/open_values.py plicas      # two to three minutes of a processor
    python tools/open_values.py aki
    python tools/open_values.py martins
    python tools/open_values.py smith

PLICAS and AKI play the same cards with one value changed at a time; what is printed is the
difference from the published agent, with its 95 % interval over matches.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from fivebet.agents.players.aki import model
from fivebet.agents.players.plicas import Plicas
from fivebet.agents.players.plicas.settings import PUBLISHED
from fivebet.arena import Match, Seats, play_match
from fivebet.game import Game
from fivebet.lab.papers import smith_turn
from fivebet.solving.jam_fold_heads_up import JamOrFold, fictitious_play, solve_jam_or_fold

LIMIT = Game.named("limit-2p")

PLICAS_VALUES = {
    "model_hands": (20, 500),
    "caution": (0.5, 1.0),
    "cases_in_all": (50, 1000),
    "similar_cases": (5, 100),
    "case_weight": (20.0, 500.0),
    "raise_from": (0.45, 0.65),
    "fold_slope": (2.0, 20.0),
    "shift_slope": (0.5, 3.0),
    "bluff_scale": (0.5,),
    "typical_aggression": (0.6,),
}
AKI_VALUES = {"ENOUGH": (5, 100), "ENOUGH_SHOWN": (5, 100)}


class Changed(Plicas):
    """PLICAS with one of its settings changed."""

    def __init__(self, name: str, value: float, seed: int = 0) -> None:
        # Counts stay whole numbers.
        typed = type(getattr(PUBLISHED, name))(value)
        self.settings = replace(PUBLISHED, **{name: typed})  # type: ignore[misc]
        super().__init__(seed)


def won(agent: str, opponent: str, deals: int, matches: int, seed: int) -> NDArray[np.float64]:
    """Big blinds a hand, match by match."""
    event = Match(
        game=LIMIT,
        agents=(agent, opponent),
        deals=deals,
        seed=seed,
        seats=Seats.ROTATED,
        matches=matches,
    )
    return play_match(event, workers=1).winnings[:, 0] / LIMIT.big_blind


def output(values: NDArray[np.float64], digits: int) -> str:
    """A mean and its interval."""
    reach = 1.96 * values.std(ddof=1) / len(values) ** 0.5
    return f"{values.mean():+.{digits}f} ± {reach:.{digits}f}"


def plicas() -> None:
    """Against fair, in mbb/hand."""
    published = 1000 * won("plicas", "fair", 400, 20, 7001)
    print("published", output(published, 1))
    changed = {
        f"{name}={value}": f"{__file__}::Changed:name={name},value={value}"
        for name, values in PLICAS_VALUES.items()
        for value in values
    }
    switches = (
        "order=table-1",
        "half_life=500",
        "pots=flop",
        "maximum=opponent",
        "maximum=opponent,pots=flop",
        "maximum=weighted,pots=flop",
        "similar=pattern",
        "bluffs=paying",
        "shift=raises",
        "shift=calls",
    )
    options = {option: f"plicas:{option}" for option in switches}
    for label, agent in (changed | options).items():
        more = 1000 * won(agent, "fair", 400, 20, 7001) - published
        print(label, output(more, 1), flush=True)


@contextmanager
def threshold(name: str, value: int) -> Iterator[None]:
    """AKI's model with another threshold."""
    before = getattr(model, name)
    setattr(model, name, value)
    yield
    setattr(model, name, before)


def aki() -> None:
    """Heads-up against fair and station, in small bets a hand."""
    for opponent in ("fair", "station"):
        published = won("aki:simulations=200", opponent, 100, 12, 7002)
        print(opponent, "published", output(published, 3))
        for name, values in AKI_VALUES.items():
            for value in values:
                with threshold(name, value):
                    more = won("aki:simulations=200", opponent, 100, 12, 7002) - published
                print(opponent, f"{name}={value}", output(more, 3), flush=True)


def martins() -> None:
    """Fictitious play at 10 big blinds, by alpha."""
    game = JamOrFold(stack=10)
    jams = np.round(solve_jam_or_fold(game).jam)
    for alpha in (1.0, 2.0, 4.0, 8.0):
        for iterations in (50, 100, 200):
            found = fictitious_play(game, target=0, iterations=iterations, alpha=alpha)
            wrong = int((np.round(found.jam) != jams).sum())
            print(f"alpha={alpha:g}, {iterations} iterations: {wrong} wrong, ", end="")
            print(f"{1000 * found.exploitability:.3f} mBB")
        print(f"alpha={alpha:g}: {fictitious_play(game, 1e-3, alpha=alpha).iterations} to 1 mBB")


def smith() -> None:
    """Section 5.1, by reading and alpha, and by stack."""
    stack = smith_turn.STACK
    for reading in smith_turn.READINGS:
        _print_turn(f"{reading}, alpha {reading.alpha:g}", reading)
    for value in (100.0, 400.0, 1000.0):
        smith_turn.STACK = value
        _print_turn(f"a stack of {value:g}", smith_turn.TurnReading())
    smith_turn.STACK = stack


def _print_turn(what: str, reading: smith_turn.TurnReading) -> None:
    for claim in smith_turn.turn_claims(smith_turn.turn_curves(reading)):
        print(f"{what}: {claim.name}: {claim.ours}")


if __name__ == "__main__":
    parts = {"plicas": plicas, "aki": aki, "martins": martins, "smith": smith}
    if len(sys.argv) != 2 or sys.argv[1] not in parts:
        sys.exit(f"usage: python tools/open_values.py {'|'.join(parts)}")
    parts[sys.argv[1]]()
