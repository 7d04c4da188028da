"""Tournaments: everybody starts with the same chips, blinds rise, the last with chips wins.

A schedule says how many chips and which blinds; its levels change after so many
hands at each table. Payouts are shares of the prize pool by place. With one
table it is a sit-and-go.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import ceil

from fivebet.agents.hosting.registry import name_with_defaults
from fivebet.errors import GameError


@dataclass(frozen=True, slots=True)
class Level:
    """What is posted."""

    small_blind: int
    big_blind: int
    ante: int = 0
    """By everybody."""

    def __post_init__(self) -> None:
        if not 0 < self.small_blind <= self.big_blind or self.ante < 0:
            raise GameError(
                f"blinds of {self.small_blind}/{self.big_blind} with an ante of {self.ante} are "
                "none: the small blind is at least 1 and no bigger than the big blind"
            )


@dataclass(frozen=True, slots=True)
class Schedule:
    """Chips to start with, and how blinds rise."""

    name: str
    stack: int
    hands: int
    """At each table, on each level."""
    levels: tuple[Level, ...]

    def __post_init__(self) -> None:
        if self.stack < 1 or self.hands < 1 or not self.levels:
            raise GameError(
                f"schedule {self.name!r} has {self.stack} chips, {self.hands} hands a level and "
                f"{len(self.levels)} levels: each must be at least 1"
            )
        for before, after in zip(self.levels, self.levels[1:], strict=False):
            if after.big_blind <= before.big_blind:
                raise GameError(
                    f"schedule {self.name!r} does not rise: a big blind of {after.big_blind} "
                    f"follows one of {before.big_blind}"
                )

    def level(self, round_: int) -> Level:
        """Return the level of a round of hands; after the last level blinds keep doubling.

        >>> SCHEDULES["standard"].level(0)
        Level(small_blind=10, big_blind=20, ante=2)
        """
        number = round_ // self.hands
        if number < len(self.levels):
            return self.levels[number]
        last = self.levels[-1]
        times = 1 << number - len(self.levels) + 1
        return Level(last.small_blind * times, last.big_blind * times, last.ante * times)


def _levels(*big_blinds: int) -> tuple[Level, ...]:
    """Return levels with antes of a tenth of the big blind, as in Moik's thesis."""
    return tuple(Level(big // 2, big, big // 10) for big in big_blinds)


_RISING = (20, 30, 40, 60, 80, 100, 150, 200, 300, 400, 600, 800, 1000, 1500, 2000, 3000, 4000)

SCHEDULES: dict[str, Schedule] = {
    schedule.name: schedule
    for schedule in (
        Schedule("turbo", 1000, 6, _levels(*_RISING)),
        Schedule("standard", 1500, 10, _levels(*_RISING)),
        Schedule("deep", 5000, 15, _levels(*_RISING)),
    )
}

PAYOUTS: dict[int, tuple[float, ...]] = {
    3: (1.0,),
    6: (0.65, 0.35),
    10: (0.5, 0.3, 0.2),
    27: (0.4, 0.25, 0.17, 0.11, 0.07),
    1000: (0.31, 0.215, 0.165, 0.125, 0.09, 0.06, 0.035),
}
"""The shares of the prize pool by the most players they are for; the last is Moik's."""


def payouts_for(players: int) -> tuple[float, ...]:
    """Return the usual shares for a number of players.

    >>> payouts_for(9)
    (0.5, 0.3, 0.2)
    """
    return next((shares for most, shares in PAYOUTS.items() if players <= most), PAYOUTS[1000])


@dataclass(frozen=True, kw_only=True)
class Tournament:
    """A tournament, and how often it is played."""

    agents: tuple[str, ...]
    count: int = 1
    seats: int = 9
    """At a table, at most."""
    schedule: Schedule = SCHEDULES["standard"]
    payouts: tuple[float, ...] = ()
    """The usual ones if left out."""
    buy_in: int = 100
    rotations: int = 1
    """How often the same decks are played, everybody one chair further each time."""
    seed: int = 0

    def __post_init__(self) -> None:
        players = len(self.agents)
        if players < 2:
            raise GameError(f"{players} players make no tournament: give two or more")
        if not 2 <= self.seats <= 10:
            raise GameError(f"a table has 2 to 10 seats, not {self.seats}")
        if self.count < 1:
            raise GameError(f"{self.count} tournaments cannot be played: give 1 or more")
        if self.buy_in < 1:
            raise GameError(f"a buy-in of {self.buy_in} makes no prizes: give 1 or more")
        if not 1 <= self.rotations <= players:
            raise GameError(
                f"{self.rotations} rotations of {players} players are none: give 1, for every deck "
                f"once, to {players}, for everybody in every chair"
            )
        if not self.payouts:
            object.__setattr__(self, "payouts", payouts_for(players))
        self._check_payouts(players)

    def _check_payouts(self, players: int) -> None:
        given = ", ".join(f"{100 * share:g}" for share in self.payouts)
        if len(self.payouts) > players:
            raise GameError(
                f"payouts of {given} % are for {len(self.payouts)} places, but there are only "
                f"{players} players"
            )
        if not min(self.payouts) >= 0:
            raise GameError(f"payouts of {given} % cannot be paid: give 0 or more for each place")
        if not abs(sum(self.payouts) - 1) <= 1e-9:
            raise GameError(
                f"payouts of {given} % add up to {100 * sum(self.payouts):g} % of the prize pool, "
                "not to 100"
            )

    @property
    def tables(self) -> int:
        """As many as it starts with."""
        return ceil(len(self.agents) / self.seats)

    @property
    def prize_pool(self) -> int:
        """All buy-ins."""
        return self.buy_in * len(self.agents)

    def prize(self, place: int) -> float:
        """Return what a place wins."""
        return self.payouts[place - 1] * self.prize_pool if place <= len(self.payouts) else 0.0

    def named_prizes(self, name: str) -> str:
        """Return an agent's name with the prizes of this tournament, if it looks at prizes.

        >>> Tournament(agents=("push-fold",) * 6).named_prizes("push-fold")
        'push-fold:payouts=65/35'
        """
        shares = "/".join(f"{100 * share:g}" for share in self.payouts)
        return name_with_defaults(name, payouts=shares, prizes=shares)

    def rank(
        self, busted: Iterable[tuple[int, int]], players: int
    ) -> Iterator[tuple[int, int, float]]:
        """Yield the entrant, place and prize of those who bust in one round, the last first.

        They are given by their stacks before the hand and their entrants, out of so many
        `players` who were left until then. Those with equal stacks share their prizes.
        """
        ranked = sorted(busted)
        for number, (before, entrant) in enumerate(ranked):
            level = [i for i, (stack, _) in enumerate(ranked) if stack == before]
            shared = sum(self.prize(players - i) for i in level) / len(level)
            yield entrant, players - number, shared
