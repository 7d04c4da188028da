"""Measure what AKI-RealBot assumes of players whom it does not know.

    python tools/aki_priors.py              # under a minute of a processor
    python tools/aki_priors.py --tables 5   # fewer tables

Six strangers sit at each table. Their styles are drawn at random, so that none of them is a
player of the paper's event, of the league or of any other experiment here: a prior that was
measured on those would know its opponents before the first hand. What is printed goes into
`UNKNOWN` and `PROFILES` of `fivebet.agents.players.aki.priors`.
"""

import argparse
from collections import defaultdict
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from fivebet.agents.players.aki.priors import StreetResponse, profile
from fivebet.agents.players.rule_players import RuleStyle, StylePlayer
from fivebet.game import Game, Hand, play
from fivebet.opponents import Statistics, Tally, Triple
from fivebet.streams import Stream

STYLES: dict[str, tuple[float, float]] = {
    "enter": (0.0, 0.8),
    "call": (-0.2, 0.2),
    "bet": (0.5, 1.0),
    "aggression": (0.0, 1.0),
    "bluff": (0.0, 0.2),
}
"""The ends between which the numbers of a stranger's style are drawn, all alike."""
SEATS = 6
HANDS = 120
"""The hands of a table: enough to tell every stranger's profile."""


class Stranger(StylePlayer):
    """A player of any style."""

    def __init__(self, style: RuleStyle, seed: int) -> None:
        self.style = style
        super().__init__(seed)


def any_style(stream: Stream) -> RuleStyle:
    """Draw a style."""
    return RuleStyle(
        **{name: low + (high - low) * stream.uniform() for name, (low, high) in STYLES.items()}
    )


def strangers(tables: int, hands: int = HANDS, seed: int = 1) -> list[Statistics]:
    """Return what is known of every stranger after the hands of their table."""
    game = Game.named(f"limit-{SEATS}p")
    known = []
    for table in range(tables):
        stream = Stream(seed, "strangers", table)
        agents = [Stranger(any_style(stream), seat) for seat in range(SEATS)]
        names = [str(seat) for seat in range(SEATS)]
        tally = Tally()
        for number in range(hands):
            turn = number % SEATS
            hand = Hand(game, seed=seed, number=table * hands + number)
            tally.observe(play(hand, agents[turn:] + agents[:turn]), names[turn:] + names[:turn])
        known += [tally[name] for name in names]
    return known


def unknown(known: list[Statistics]) -> tuple[Triple, ...]:
    """Return the mean ratios of each street, over those who have seen it at least ten times."""
    found = []
    for street in range(4):
        seen = [each for each in known if each.on(street).ratio("seen").times >= 10]
        fold, call, raise_ = np.mean([each.triple(street) for each in seen], axis=0)
        found.append(Triple(float(fold), float(call), float(raise_)))
    return tuple(found)


def profiles(known: list[Statistics]) -> Mapping[str, tuple[StreetResponse, StreetResponse]]:
    """Return the mean responses before and after the flop of each kind of player."""
    kinds: defaultdict[str, list[Statistics]] = defaultdict(list)
    for each in known:
        kinds[profile(each)].append(each)
    return {
        kind: (_responses(members, (0,)), _responses(members, (1, 2, 3)))
        for kind, members in sorted(kinds.items())
    }


def _responses(members: list[Statistics], streets: tuple[int, ...]) -> StreetResponse:
    def pooled(name: str) -> float:
        counts: NDArray[np.float64] = np.zeros(2)
        for each in members:
            ratio = each.on(*streets).ratio(name)
            counts += ratio.times, ratio.opportunities
        return float(counts[0] / counts[1]) if counts[1] else 0.0

    raise_ = pooled("raise")
    # Before the flop the blind is a bet: who may check may only raise it.
    return StreetResponse(pooled("fold"), raise_, raise_ if streets == (0,) else pooled("bet"))


def main() -> None:
    """Print the priors."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--tables", type=int, default=60)
    known = strangers(options.parse_args().tables)
    for street, triple in zip(("preflop", "flop", "turn", "river"), unknown(known), strict=True):
        print(street, *(f"{each:.2f}" for each in triple))
    for kind, (before, after) in profiles(known).items():
        members = sum(profile(each) == kind for each in known)
        print(kind, f"({members} of {len(known)}):", end=" ")
        print(*(f"{each:.2f}" for each in before), "and", *(f"{each:.2f}" for each in after))


if __name__ == "__main__":
    main()
