"""A season: all agents in five disciplines, as one experiment.

Heads-up and six-player, limit and no-limit, are leagues; the fifth is a series of
tournaments of 45. Agents sit as they are where they play the game, else adapted.
Those that think for long get a budget of work, the same on every machine.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any

from fivebet.agents.hosting.registry import make_agent, plays
from fivebet.arena.league import League, Pace
from fivebet.arena.league_table import LeagueTable
from fivebet.arena.luck import Luck
from fivebet.arena.match import hashed_seed
from fivebet.arena.present import league_as_dict, series_as_dict
from fivebet.arena.season_table import Cell, agent_cell, pair_cell
from fivebet.arena.series import Series, SeriesResult
from fivebet.arena.style_survey import Conduct, Manners
from fivebet.arena.tournament import Tournament
from fivebet.errors import GameError
from fivebet.game import Game
from fivebet.runs.executors import Crew
from fivebet.runs.experiment import Experiment, Sized, on_every_core

__all__ = ["DISCIPLINES", "ENTRANTS", "TOURNAMENTS", "Scale", "Season", "SeasonResult"]

DISCIPLINES = {
    "heads-up limit": "limit-2p",
    "heads-up no-limit": "nolimit-2p",
    "six-player limit": "limit-6p",
    "six-player no-limit": "nolimit-6p",
}
TOURNAMENTS = "tournaments"
_SEATS_IN_TOURNAMENTS = 45


class Scale(StrEnum):
    """How much is played."""

    QUICK = "quick"
    FULL = "full"


@dataclass(frozen=True)
class Budget:
    """Options of an agent that would think for too long, and whether it still does."""

    full: str = ""
    quick: str = ""
    """The same, unless given."""
    slow: bool = False

    def at(self, scale: Scale) -> str:
        """Those of a scale."""
        return (scale is Scale.QUICK and self.quick) or self.full


ENTRANTS: dict[str, Budget] = {
    "aki": Budget("simulations=300", "simulations=100"),
    "aki+": Budget("simulations=300", "simulations=100"),
    "plicas": Budget(),
    "plicas+": Budget(),
    "evolved": Budget(),
    "evolved+": Budget(),
    "fictitious": Budget(slow=True),
    "solver": Budget("budget=0.05,iterations=15", slow=True),
    "planner": Budget(quick="nodes=50", slow=True),
    "planner+": Budget(slow=True),
    "nash-limit": Budget(),
    "fair": Budget(),
    "tight": Budget(),
    "loose": Budget(),
    "maniac": Budget(),
    "station": Budget(),
    "call": Budget(),
    "raise": Budget(),
    "random": Budget(),
    "fold": Budget(),
}


@dataclass(frozen=True)
class _Size:
    matches: int
    """Heads-up, of those who think fast: a hundred deals each."""
    slow_matches: dict[str, int]
    """Of the others, by discipline."""
    rounds: int
    """Six-player tables for everybody."""
    ring: int
    """Deals at each of them."""
    tournaments: int
    manners: int


_MATCH = 100
_SLOW_MATCH = {"heads-up limit": 20, "heads-up no-limit": 40}
"""Deals of a match, at either scale: agents that remember have as much to learn from."""
_SIZES = {
    Scale.QUICK: _Size(2, dict.fromkeys(_SLOW_MATCH, 1), 12, 1, 16, 20),
    Scale.FULL: _Size(8, {"heads-up limit": 4, "heads-up no-limit": 3}, 45, 2, 60, 80),
}


@dataclass(frozen=True)
class Season:
    """What is to be played."""

    scale: Scale = Scale.FULL
    seed: int = 0
    entrants: tuple[str, ...] = field(default=tuple(ENTRANTS))

    def __post_init__(self) -> None:
        if not 6 <= len(self.entrants) <= _SEATS_IN_TOURNAMENTS:
            raise GameError(
                f"{len(self.entrants)} agents make no season: "
                f"give 6 to {_SEATS_IN_TOURNAMENTS}, or none for all"
            )
        if twice := [name for name in self.entrants if self.entrants.count(name) > 1]:
            raise GameError(f"{twice[0]} takes part once in a season, not more often")

    def leagues(self) -> dict[str, League]:
        """By discipline."""
        return {name: self._league(name, Game.named(game)) for name, game in DISCIPLINES.items()}

    def _league(self, discipline: str, game: Game) -> League:
        size, seated = _SIZES[self.scale], self.seated(game.name)
        if game.seats > 2:
            return League(
                game=game,
                agents=seated,
                deals=size.ring,
                rounds=size.rounds,
                seed=self._seed(discipline),
                luck=Luck.CARDS,
            )
        slow = tuple(
            name
            for entrant, name in zip(self.entrants, seated, strict=True)
            if ENTRANTS.get(entrant, Budget(slow=True)).slow
        )
        return League(
            game=game,
            agents=seated,
            deals=_MATCH,
            matches=size.matches,
            by_deal=True,
            slow=Pace(slow, _SLOW_MATCH[discipline], size.slow_matches[discipline]),
            seed=self._seed(discipline),
            luck=Luck.CARDS,
        )

    def _seed(self, discipline: str) -> int:
        """Cards of its own: what is odd about some must not show twice."""
        return hashed_seed(f"{self.seed}/{discipline}")

    def series(self) -> Series:
        """Forty-five chairs: everybody as often as can be, those named first once more."""
        agents = self.seated("cash-9p")
        chairs = tuple(agents[i % len(agents)] for i in range(_SEATS_IN_TOURNAMENTS))
        count = _SIZES[self.scale].tournaments
        return Series(tournament=Tournament(agents=chairs, count=count, seed=self.seed))

    def manners(self) -> dict[str, Manners]:
        """How everybody plays, by discipline."""
        return {
            discipline: Manners(
                game=Game.named(name),
                agents=self.seated(name),
                deals=_SIZES[self.scale].manners,
                seed=self.seed,
            )
            for discipline, name in DISCIPLINES.items()
        }

    def seated(self, game: str) -> tuple[str, ...]:
        """The entrants' full names in a game."""
        names = []
        for entrant in self.entrants:
            options = ENTRANTS.get(entrant, Budget()).at(self.scale)
            name = f"{entrant}:{options}" if options else entrant
            names.append(name if plays(make_agent(name), game) else f"adapted::{name}")
        return tuple(names)

    def play(
        self,
        progress: Callable[[float], None] = lambda _: None,
        crew: Callable[[Sized[Any]], Crew] = on_every_core,
        store: str | None = None,
    ) -> "SeasonResult":
        """All of it; what was interrupted goes on."""
        leagues, series, manners = self.leagues(), self.series(), self.manners()
        contests: Sequence[Sized[Any]] = [*leagues.values(), series, *manners.values()]
        with Experiment(progress, contests, kind="season", crew=crew, store=store) as experiment:
            return SeasonResult(
                season=self,
                tables={name: experiment.play(league) for name, league in leagues.items()},
                series=experiment.play(series),
                conducts={name: experiment.play(each) for name, each in manners.items()},
            )


@dataclass(frozen=True)
class SeasonResult:
    """Who is good at what."""

    season: Season
    tables: dict[str, LeagueTable]
    series: SeriesResult
    conducts: dict[str, tuple[Conduct, ...]]
    """By discipline, in the entrants' order."""

    def cells(self) -> dict[str, Cell]:
        """Every figure that another season can be compared by."""
        names = self.season.entrants
        found: dict[str, Cell] = {}
        for discipline, table in self.tables.items():
            for name, won in zip(names, table.bankrolls, strict=True):
                found[agent_cell(discipline, name)] = Cell.of(won)
            if table.league.game.seats == 2:
                for (i, j), won in table.cross.items():
                    if i < j:
                        found[pair_cell(discipline, names[i], names[j])] = Cell.of(won)
        for name, entry in zip(names, self.series.entries, strict=True):
            found[agent_cell(TOURNAMENTS, name)] = Cell.of(entry.roi)
        return found

    def as_dict(self) -> dict[str, Any]:
        """As JSON has it."""
        names = list(self.season.entrants)
        return {
            "scale": self.season.scale.value,
            "seed": self.season.seed,
            "entrants": names,
            "leagues": {name: league_as_dict(table) for name, table in self.tables.items()},
            "tournaments": series_as_dict(self.series),
            "conducts": {
                discipline: {
                    name: asdict(conduct) for name, conduct in zip(names, seen, strict=True)
                }
                for discipline, seen in self.conducts.items()
            },
            "cells": {name: list(cell) for name, cell in self.cells().items()},
        }
