"""Results as JSON data, which `--json` prints, the store keeps and the pages show."""

from math import isfinite
from typing import Any

from fivebet.arena.league_table import LeagueTable
from fivebet.arena.results import MatchResult
from fivebet.arena.statistics import Interval
from fivebet.arena.tournament_series import Entry, TournamentResult
from fivebet.game import Game


def match_to_dict(result: MatchResult) -> dict[str, Any]:
    """Present the result of a match or a ring."""
    match = result.match
    return {
        "game": str(match.game),
        "seed": match.seed,
        "deals": result.deals,
        "matches": match.matches,
        "hands": result.hands,
        "seats": match.seats.value,
        "carried": match.carried,
        "luck": match.luck.value,
        "unit": result.unit,
        "note": result.note,
        "players": [_player(result, i) for i in range(len(result.standings))],
    }


def league_to_dict(table: LeagueTable) -> dict[str, Any]:
    """Present the result of a league."""
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
                "mbb_per_hand": won.mean,
                "ci95": [won.low, won.high] if won.units > 1 else None,
                "bankroll_rank": by_bankroll.index(i) + 1,
                "runoff_rank": by_runoff.index(i) + 1,
                "elo": table.ratings[i].points,
                "elo_error": table.ratings[i].error,
                "failures": table.failures[i],
            }
            for i, (name, won) in enumerate(zip(league.agents, table.bankrolls, strict=True))
        ],
        "cross": table.matrix().tolist(),
        "cross_errors": [
            # Nothing is known of the error where two have met at one table only.
            [error if isfinite(error) else None for error in row]
            for row in table.errors().tolist()
        ],
    } | _learning(table)


def _learning(table: LeagueTable) -> dict[str, Any]:
    """Present learning curves, where a league draws them."""
    data: dict[str, Any] = {}
    if table.repeat_spread:
        spread = table.repeat_spread
        data["repeat_spread"] = {"mean": spread.mean, "ci95": [spread.low, spread.high]}
    if table.learning:
        data["learning"] = {
            "spans": list(table.league.spans),
            "players": [
                {
                    "name": table.league.agents[curve.player],
                    "opponents": curve.opponents,
                    "spans": [_interval(span) for span in curve.spans],
                    "gain": _interval(curve.gain),
                }
                for curve in table.learning
            ],
        }
    return data


def tournament_to_dict(result: TournamentResult) -> dict[str, Any]:
    """Present the result of a series of tournaments."""
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
        "rounds": result.rounds,
        "half_out": result.half_out,
        "players": [_entry(entry) for entry in result.entries],
    }


def _player(result: MatchResult, player: int) -> dict[str, Any]:
    standing, game = result.standings[player], result.match.game
    data = {"name": standing.name, "chips": float(standing.chips)}
    data |= _interval(standing.mbb_per_hand(game))
    data["bb_per_100"] = standing.per_hand.mean * 100 / game.big_blind
    data["sb_per_hand"] = standing.per_hand.mean / _small_bet(game)
    data["blocks"] = standing.per_hand.units
    adjusted = standing.adjusted_mbb_per_hand(game)
    if adjusted:
        data["adjusted"] = {
            "method": result.match.luck.value,
            **_interval(adjusted),
            "spread_left": standing.spread_left,
        }
    if result.from_whom is not None:
        data["won_from"] = [float(chips) for chips in result.from_whom[player]]
    data["failures"] = standing.failures.times
    data["failure_kinds"] = {kind.value: n for kind, n in standing.failures.kinds.items()}
    data["first_failure"] = standing.failures.first
    return data


def _interval(mbb: Interval) -> dict[str, Any]:
    bounded = isfinite(mbb.low)
    return {
        "mbb_per_hand": mbb.mean,
        "standard_error": mbb.standard_error if bounded else None,
        "ci95": [mbb.low, mbb.high] if bounded else None,
    }


def _small_bet(game: Game) -> int:
    """Return the first street's bet in limit games, else the big blind."""
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
        "pool_share": entry.pool_share,
        "dealt": entry.dealt,
        "places": list(entry.places),
        "failures": entry.failures.times,
        "first_failure": entry.failures.first,
    }
