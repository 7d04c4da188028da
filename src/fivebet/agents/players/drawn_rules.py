"""Rule players whose styles are drawn: opponents that nobody has tuned anything to.

A style is drawn by a seed and a number, in three steps as people differ: how loose, how
aggressive, how honest and how easily frightened the player is; how much these change from
street to street; and small differences on each street. So there are rocks and calling
stations, maniacs and players who bluff every river, people who give up on the flop and
people who never fold to a second bet, minimum bettors and overbettors.

They look at hand strength alone, like the other players by rules, keep no memory, and
state their policy. `fivebet ladder` plays them; no agent may be tuned against them.
"""

import re
from dataclasses import dataclass
from functools import cache
from typing import Annotated, ClassVar

import numpy as np

from fivebet.agents.hosting.options import Seed
from fivebet.agents.players.rule_players import RulePlan, RulePlayer, sized_raise
from fivebet.errors import AgentError
from fivebet.game.action import FOLD, Action, Legal
from fivebet.game.view import View
from fivebet.streams import Stream

_NAME = re.compile(r"(\d{1,18})-(\d{1,9})")
_STREETS = 4


@dataclass(frozen=True, slots=True)
class StreetStyle:
    """How a player plays one street; strengths are shares of the hands that its own beats."""

    enter: float
    """The strength with which it stays in for a bet: before the flop by itself, after it on top
    of the pot odds."""
    fear_of_size: float
    """How much more strength it wants for each pot that it is asked to pay."""
    fear_of_raises: float
    """How much more strength it wants for each raise before on the street, after the first."""
    bet: float
    """The strength with which it bets."""
    step: float
    """How much of the way to the nuts each raise before it on the street moves that strength."""
    aggression: float
    """How often it bets or raises when it is strong enough."""
    slow_play: float
    """How much seldomer it does so with its very best hands."""
    air: float
    """The strength below which a hand is good for a bluff."""
    bluff: float
    """How often it bluffs with such a hand, where nobody has bet."""
    bluff_raise: float
    """How often it does so where somebody has."""
    pot_fraction: float
    """The size of its bets and raises, of the pot after calling."""


@cache
def draw_style(seed: int, number: int) -> tuple[StreetStyle, ...]:
    """Return the style of the four streets that a seed draws with a number."""
    draws = Stream(seed, "drawn styles", number).numpy()
    loose, bold, sly, timid = draws.uniform(-1, 1, 4)
    drift = draws.normal(0, 0.06, 3)
    honest = draws.random() < 0.25
    size = float(np.exp(draws.normal(-0.35, 0.45)))
    streets = []
    for street in range(_STREETS):
        own = draws.normal(0, 1, 8)
        after = street - 1
        tight = 0.36 - 0.36 * loose if street == 0 else 0.1 - 0.33 * loose + drift[0] * after
        wild = float(np.clip(0.16 * (1 + sly) * np.exp(0.5 * own[0]) + drift[2] * after, 0, 0.7))
        streets.append(
            StreetStyle(
                enter=_between(tight + 0.04 * own[1], -1.0, 0.92),
                fear_of_size=max(0.0, 0.13 * (1 + timid) + 0.04 * own[2]),
                fear_of_raises=max(0.0, 0.08 * (1 + timid) + 0.03 * own[3]),
                bet=_between(0.62 - 0.27 * bold + drift[1] * after + 0.05 * own[4], 0.2, 0.98),
                step=_between(0.25 - 0.1 * bold + 0.08 * own[5], 0.0, 0.6),
                aggression=_between(0.62 + 0.33 * bold + 0.1 * own[6], 0.05, 1.0),
                slow_play=float(draws.choice([0.0, 0.0, 0.3, 0.7])),
                air=_between(0.3 + 0.1 * sly + 0.05 * own[7], 0.05, 0.6),
                bluff=0.0 if honest else wild,
                bluff_raise=0.0 if honest else wild * float(draws.uniform(0, 0.4)),
                pot_fraction=_between(size * float(np.exp(draws.normal(0, 0.25))), 0.2, 3.0),
            )
        )
    return tuple(streets)


def drawn_names(seed: int, count: int) -> tuple[str, ...]:
    """Return the names of the first opponents that a seed draws."""
    return tuple(f"drawn::{seed}-{number}" for number in range(count))


_NUTS = 0.95  # the strength from which on a hand may be played slowly


class DrawnRules(RulePlayer):
    """Plays by a style that is drawn: `style` is the seed and the number, like 7-12."""

    games: ClassVar[tuple[str, ...]] = ("limit-*", "nolimit-*", "potlimit-*", "cash-*")

    def __init__(self, style: Annotated[str, "a seed and a number"], seed: Seed = 0) -> None:
        found = _NAME.fullmatch(style)
        if found is None:
            raise AgentError(
                f"drawn::{style} names no style: give a seed and a number, like drawn::7-12"
            )
        super().__init__(seed=seed)
        self.style = style
        self.streets = draw_style(int(found[1]), int(found[2]))

    def sized_raise(self, view: View, legal: Legal) -> Action:
        """Return the raise that it makes on a street."""
        return sized_raise(view, legal, self.streets[view.street].pot_fraction)

    def plan(self, view: View, legal: Legal) -> RulePlan:
        """Bet or raise for value or as a bluff, else stay in if the price is right."""
        style = self.streets[view.street]
        raised = sum(
            move.street == view.street and move.action.kind in ("bet", "raise")
            for move in view.moves
        )
        value = 1 - (1 - style.bet) * (1 - style.step) ** raised
        needed, odds = 0.0, 0.0
        if legal.call:
            odds = legal.call / (view.pot + legal.call)
            price = legal.call / max(view.pot - legal.call, 1)
            fear = style.fear_of_size * price + style.fear_of_raises * max(raised - 1, 0)
            needed = min(style.enter + fear + (odds if view.street else 0.0), 0.99)
        bluffs = style.bluff_raise if legal.call else style.bluff
        air = min(style.air, value)

        def raises(strength: float) -> float:
            if strength >= max(value, _NUTS):
                return style.aggression * (1 - style.slow_play)
            if strength >= value:
                return style.aggression
            return bluffs if strength < air else 0.0

        return RulePlan(
            (value, max(value, _NUTS), air, needed),
            raises,
            lambda strength: FOLD if legal.call and strength < needed else legal.passive,
            {"pot odds": odds, "bets from": value, "folds below": needed},
        )


def _between(value: float, low: float, high: float) -> float:
    return float(min(max(value, low), high))
