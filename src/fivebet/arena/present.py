"""Results as plain data: what `--json` prints, the store keeps and the page shows."""

from math import isfinite
from typing import Any

from fivebet.arena.league_table import LeagueTable
from fivebet.arena.results import Result
from fivebet.arena.series import Entry, SeriesResult
from fivebet.arena.statistics import Interval
from fivebet.game import Game

__all__ = ["event_as_dict", "league_as_dict", "series_as_dict"]


def event_as_dict(result: Result) -> dict[str, Any]:
    """A match or a ring."""
    event = result.event
    return {
        "game": str(event.game),
        "seed": event.seed,
        "deals": result.deals,
        "matches": event.matches,
        "hands": result.hands,
        "seats": event.seats.value,
        "carried": event.carried,
        "luck": event.luck.value,
        "unit": result.unit,
        "note": result.note,
        "players": [_player(result, i) for i in range(len(result.standings))],
    }


def league_as_dict(table: LeagueTable) -> dict[str, Any]:
    """A league."""
    league = table.league
    by_bankroll, by_runoff = table.by_bankroll(), table.by_runoff()
    return {
        "game": str(league.game),
        "seed": league.seed,
        "deals": league.deals,
        "matches": league.matches,
        "tables": len(league.tables),
        "hands": table.hands,
        "luck": league.luck.value,
        "spread_left": table.spread_left,
        "players": [
            {
                "name": name,
                "mbb_per_hand": found.mean,
                "ci95": [found.low, found.high] if found.units > 1 else None,
                "bankroll_rank": by_bankroll.index(i) + 1,
                "runoff_rank": by_runoff.index(i) + 1,
                "elo": table.ratings[i].points,
                "elo_error": table.ratings[i].error,
                "failures": table.failures[i],
            }
            for i, (name, found) in enumerate(zip(league.agents, table.bankrolls, strict=True))
        ],
        "cross": table.matrix().tolist(),
        "cross_errors": [
            # Of one table that two have met at nothing is known.
            [error if isfinite(error) else None for error in row]
            for row in table.errors().tolist()
        ],
    }


def series_as_dict(result: SeriesResult) -> dict[str, Any]:
    """A series of tournaments."""
    given = result.series.tournament
    return {
        "schedule": given.schedule.name,
        "stack": given.schedule.stack,
        "payouts": list(given.payouts),
        "buy_in": given.buy_in,
        "rotations": given.rotations,
        "seed": given.seed,
        "entrants": len(given.agents),
        "tournaments": result.tournaments,
        "hands": result.hands,
        "players": [_entry(entry) for entry in result.entries],
    }


def _player(result: Result, player: int) -> dict[str, Any]:
    standing, game = result.standings[player], result.event.game
    told = {"name": standing.name, "chips": float(standing.chips)}
    told |= _interval(standing.mbb_per_hand(game))
    told["bb_per_100"] = standing.per_hand.mean * 100 / game.big_blind
    told["sb_per_hand"] = standing.per_hand.mean / _small_bet(game)
    told["blocks"] = standing.per_hand.units
    adjusted = standing.adjusted_mbb_per_hand(game)
    if adjusted:
        told["adjusted"] = {
            "method": result.event.luck.value,
            **_interval(adjusted),
            "spread_left": standing.spread_left,
        }
    if result.from_whom is not None:
        told["won_from"] = [float(chips) for chips in result.from_whom[player]]
    told["failures"] = standing.failures.times
    told["failure_kinds"] = {kind.value: n for kind, n in standing.failures.kinds.items()}
    told["first_failure"] = standing.failures.first
    return told


def _interval(mbb: Interval) -> dict[str, Any]:
    bounded = isfinite(mbb.low)
    return {
        "mbb_per_hand": mbb.mean,
        "standard_error": mbb.standard_error if bounded else None,
        "ci95": [mbb.low, mbb.high] if bounded else None,
    }


def _small_bet(game: Game) -> int:
    """In limit games the first street's bet, else the big blind."""
    return game.raise_sizes[0] if game.raise_sizes else game.big_blind


def _entry(entry: Entry) -> dict[str, Any]:
    bounded = isfinite(entry.roi.low)
    return {
        "name": entry.name,
        "entrants": entry.entrants,
        "roi": entry.roi.mean,
        "ci95": [entry.roi.low, entry.roi.high] if bounded else None,
        "mean_place": entry.place.mean,
        "place_ci95": [entry.place.low, entry.place.high] if bounded else None,
        "in_the_money": entry.in_the_money,
        "won": entry.won,
        "places": list(entry.places),
        "failures": entry.failures.times,
        "first_failure": entry.failures.first,
    }
