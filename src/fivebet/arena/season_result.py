"""What a season comes to, and the figures by which seasons are compared."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from fivebet.arena.league_table import LeagueTable
from fivebet.arena.present import league_to_dict, tournament_to_dict
from fivebet.arena.season_table import TOURNAMENTS, Cell, agent_cell, home_name, pair_cell
from fivebet.arena.style_survey import AgentStyle
from fivebet.arena.tournament_series import TournamentResult

if TYPE_CHECKING:
    from fivebet.arena.season import Season


@dataclass(frozen=True)
class SeasonResult:
    """What a season comes to."""

    season: "Season"
    tables: dict[str, LeagueTable]
    """The leagues of all agents, by discipline."""
    home: dict[str, LeagueTable]
    """The six-player leagues of agents at home, by discipline."""
    series: TournamentResult | None
    home_series: TournamentResult | None
    styles: dict[str, tuple[AgentStyle, ...]]
    """How the entrants play, by discipline."""

    def cells(self, early: bool = False) -> dict[str, Cell]:
        """Return every figure by which seasons are compared.

        Early ones are those of a season that ends matches early where anybody
        remembers, as a quick one does.
        """
        names = self.season.entrants
        cells: dict[str, Cell] = {}
        for discipline, table in self.tables.items():
            cells |= _league_cells(discipline, names, table, early)
        for discipline, table in self.home.items():
            at_home = self.season.at_home(discipline)
            cells |= _league_cells(home_name(discipline), at_home, table, early)
        for discipline, series, entrants in self._tournaments():
            for name, entry in zip(entrants, series.entries, strict=True):
                cells[agent_cell(discipline, name)] = Cell.of(entry.roi)
        return cells

    def to_dict(self) -> dict[str, Any]:
        """Return the season as JSON data."""
        names = list(self.season.entrants)
        home = {
            discipline: league_to_dict(table) | {"entrants": list(self.season.at_home(discipline))}
            for discipline, table in self.home.items()
        }
        return {
            "scale": self.season.scale.value,
            "seed": self.season.seed,
            "entrants": names,
            "made_for": {name: list(self.season.at_home(name)) for name in self.season.disciplines},
            "leagues": {name: league_to_dict(table) for name, table in self.tables.items()},
            "home": home,
            "tournaments": self.series and tournament_to_dict(self.series),
            "home_tournaments": self.home_series
            and tournament_to_dict(self.home_series)
            | {"entrants_by_name": list(self.season.at_home(TOURNAMENTS))},
            "conducts": {
                discipline: {name: asdict(style) for name, style in zip(names, styles, strict=True)}
                for discipline, styles in self.styles.items()
            },
            "cells": {name: list(cell) for name, cell in self.cells().items()},
            "early_cells": {name: list(cell) for name, cell in self.cells(early=True).items()},
        }

    def _tournaments(self) -> Iterator[tuple[str, TournamentResult, tuple[str, ...]]]:
        if self.series:
            yield TOURNAMENTS, self.series, self.season.entrants
        if self.home_series:
            yield home_name(TOURNAMENTS), self.home_series, self.season.at_home(TOURNAMENTS)


def _league_cells(
    discipline: str, names: tuple[str, ...], table: LeagueTable, early: bool
) -> dict[str, Cell]:
    figures = (early and table.early) or table
    cells = {
        agent_cell(discipline, name): Cell.of(won)
        for name, won in zip(names, figures.bankrolls, strict=True)
    }
    if table.league.game.seats == 2:
        for (i, j), won in figures.cross.items():
            if i < j:
                cells[pair_cell(discipline, names[i], names[j])] = Cell.of(won)
    return cells
