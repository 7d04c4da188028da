"""A season: all agents in five disciplines, as one experiment.

Heads-up and six-player, limit and no-limit, are leagues; the fifth is a series of
tournaments of 45. Agents sit as they are where they play the game, else adapted.
Those that think for long get a budget of work, the same on every machine.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any

from fivebet.agents.hosting.guard import isolated_name
from fivebet.agents.hosting.registry import agent_traits, plays
from fivebet.arena.league import League, Pace
from fivebet.arena.league_table import LeagueTable
from fivebet.arena.luck import Luck
from fivebet.arena.match import hashed_seed
from fivebet.arena.present import league_to_dict, tournament_to_dict
from fivebet.arena.season_table import Cell, agent_cell, pair_cell
from fivebet.arena.style_survey import AgentStyle, StyleSurvey
from fivebet.arena.tournament import Tournament
from fivebet.arena.tournament_series import TournamentResult, TournamentSeries
from fivebet.errors import GameError
from fivebet.game import Game
from fivebet.runs.executors import JobExecutor
from fivebet.runs.group import RunGroup, executor_on_every_core
from fivebet.runs.job import Job

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
    """The options that keep an agent from thinking for too long, and whether it still does."""

    full: str = ""
    quick: str = ""
    """The same as `full` unless given."""
    slow: bool = False

    def at(self, scale: Scale) -> str:
        """Return the options of a scale."""
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


_SLOW_MATCH = {"heads-up limit": 20, "heads-up no-limit": 40}


@dataclass(frozen=True)
class SeasonSize:
    """How much is played."""

    matches: int
    """Repeats of heads-up matches between fast agents."""
    slow_matches: Mapping[str, int]
    """Repeats of the others, by discipline."""
    rounds: int
    """The number of six-player tables of each agent."""
    ring: int
    """The deals at each of them."""
    tournaments: int
    survey: int
    """Hands of each agent in the surveys of playing styles."""
    match: int = 100
    """The deals of a match, the same at either scale: agents that learn need them."""
    slow_match: Mapping[str, int] = field(default_factory=lambda: _SLOW_MATCH)
    """The same for slow agents, by discipline."""


SIZES = {
    Scale.QUICK: SeasonSize(2, dict.fromkeys(_SLOW_MATCH, 1), 12, 1, 16, 20),
    Scale.FULL: SeasonSize(8, {"heads-up limit": 4, "heads-up no-limit": 3}, 45, 2, 60, 80),
}


@dataclass(frozen=True)
class Season:
    """All agents in five disciplines."""

    scale: Scale = Scale.FULL
    seed: int = 0
    entrants: tuple[str, ...] = field(default=tuple(ENTRANTS))
    own_size: SeasonSize | None = None
    """Another than that of the scale."""

    @property
    def size(self) -> SeasonSize:
        """Return how much is played."""
        return self.own_size or SIZES[self.scale]

    def __post_init__(self) -> None:
        if not 6 <= len(self.entrants) <= _SEATS_IN_TOURNAMENTS:
            raise GameError(
                f"{len(self.entrants)} agents make no season: "
                f"give 6 to {_SEATS_IN_TOURNAMENTS}, or none for all"
            )
        if twice := [name for name in self.entrants if self.entrants.count(name) > 1]:
            raise GameError(f"{twice[0]} takes part once in a season, not more often")

    def leagues(self) -> dict[str, League]:
        """Return the leagues by discipline."""
        return {name: self._league(name, Game.named(game)) for name, game in DISCIPLINES.items()}

    def _league(self, discipline: str, game: Game) -> League:
        size, seated = self.size, self.seated(game.name)
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
            deals=size.match,
            matches=size.matches,
            by_deal=True,
            slow=Pace(slow, size.slow_match[discipline], size.slow_matches[discipline]),
            seed=self._seed(discipline),
            luck=Luck.CARDS,
        )

    def _seed(self, discipline: str) -> int:
        """Return a seed for each discipline, so that odd cards do not count twice."""
        return hashed_seed(f"{self.seed}/{discipline}")

    def series(self) -> TournamentSeries:
        """Return tournaments of 45: agents sit equally often, the first ones once more."""
        agents = self.seated("cash-9p")
        chairs = tuple(agents[i % len(agents)] for i in range(_SEATS_IN_TOURNAMENTS))
        count = self.size.tournaments
        return TournamentSeries(tournament=Tournament(agents=chairs, count=count, seed=self.seed))

    def surveys(self) -> dict[str, StyleSurvey]:
        """Return the surveys of playing styles, by discipline."""
        return {
            discipline: StyleSurvey(
                game=Game.named(name),
                agents=self.seated(name),
                deals=self.size.survey,
                seed=self.seed,
            )
            for discipline, name in DISCIPLINES.items()
        }

    def seated(self, game: str) -> tuple[str, ...]:
        """Return the entrants' full names in a game."""
        names = []
        for entrant in self.entrants:
            options = ENTRANTS.get(entrant, Budget()).at(self.scale)
            name = f"{entrant}:{options}" if options else entrant
            names.append(
                name if plays(agent_traits(isolated_name(name)), game) else f"adapted::{name}"
            )
        return tuple(names)

    def play(
        self,
        on_progress: Callable[[float], None] = lambda _: None,
        make_executor: Callable[[Job[Any]], JobExecutor] = executor_on_every_core,
        store: str | None = None,
    ) -> "SeasonResult":
        """Play the season, or resume it where it was interrupted."""
        leagues, series, surveys = self.leagues(), self.series(), self.surveys()
        jobs: list[Job[Any]] = [*leagues.values(), series, *surveys.values()]
        with RunGroup(
            on_progress, jobs, kind="season", make_executor=make_executor, store=store
        ) as group:
            return SeasonResult(
                season=self,
                tables={name: group.run(league) for name, league in leagues.items()},
                series=group.run(series),
                styles={name: group.run(survey) for name, survey in surveys.items()},
            )


@dataclass(frozen=True)
class SeasonResult:
    """What a season comes to."""

    season: Season
    tables: dict[str, LeagueTable]
    series: TournamentResult
    styles: dict[str, tuple[AgentStyle, ...]]
    """How the entrants play, by discipline."""

    def cells(self) -> dict[str, Cell]:
        """Return every figure by which seasons are compared."""
        names = self.season.entrants
        cells: dict[str, Cell] = {}
        for discipline, table in self.tables.items():
            for name, won in zip(names, table.bankrolls, strict=True):
                cells[agent_cell(discipline, name)] = Cell.of(won)
            if table.league.game.seats == 2:
                for (i, j), won in table.cross.items():
                    if i < j:
                        cells[pair_cell(discipline, names[i], names[j])] = Cell.of(won)
        for name, entry in zip(names, self.series.entries, strict=True):
            cells[agent_cell(TOURNAMENTS, name)] = Cell.of(entry.roi)
        return cells

    def to_dict(self) -> dict[str, Any]:
        """Return the season as JSON data."""
        names = list(self.season.entrants)
        return {
            "scale": self.season.scale.value,
            "seed": self.season.seed,
            "entrants": names,
            "leagues": {name: league_to_dict(table) for name, table in self.tables.items()},
            "tournaments": tournament_to_dict(self.series),
            "conducts": {
                discipline: {name: asdict(style) for name, style in zip(names, styles, strict=True)}
                for discipline, styles in self.styles.items()
            },
            "cells": {name: list(cell) for name, cell in self.cells().items()},
        }
