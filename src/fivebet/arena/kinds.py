"""The kinds of jobs that the arena has."""

from dataclasses import asdict
from typing import Any

from fivebet.arena.curves import match_curve, tournament_curve
from fivebet.arena.exploit import ExactExploit, Exploit, exploit_to_dict
from fivebet.arena.ladder import Ladder, ladder_to_dict
from fivebet.arena.league import League
from fivebet.arena.league_table import LeagueReducer, LeagueTable, cross_table
from fivebet.arena.match import Match
from fivebet.arena.present import league_to_dict, match_to_dict, tournament_to_dict
from fivebet.arena.tournament_series import TournamentSeries
from fivebet.arena.trained_exploit import TrainedExploit
from fivebet.runs.job import Reducer
from fivebet.runs.kinds import JobKind
from fivebet.study.board_report import BoardReport, report_to_dict
from fivebet.study.library.flops import FlopLibrary, library_to_dict
from fivebet.study.review import Review, review_to_dict
from fivebet.study.spot_solve import SpotSolve


def _league_so_far(reducer: Reducer[LeagueTable]) -> dict[str, Any]:
    """Present the results so far; nobody is ranked before everybody has played everybody."""
    assert isinstance(reducer, LeagueReducer)
    league, results = reducer.league, reducer.results()
    cross: list[list[float | None]] = [[None] * len(league.agents) for _ in league.agents]
    for (i, j), won in cross_table(results).items():
        cross[i][j] = won.mean
    return {
        "game": str(league.game),
        "seed": league.seed,
        "deals": league.deals,
        "hands": sum(result.hands for _, result in results),
        "luck": league.luck.value,
        "players": [{"name": name} for name in league.agents],
        "cross": cross,
    }


KINDS: dict[str, JobKind[Any]] = {
    kind.name: kind
    for kind in (
        JobKind("solve", SpotSolve.from_dict, asdict),
        JobKind("report", BoardReport.from_dict, report_to_dict),
        JobKind("review", Review.from_dict, review_to_dict),
        JobKind("flops", FlopLibrary.from_dict, library_to_dict),
        JobKind("exploit", Exploit.from_dict, exploit_to_dict),
        JobKind("exact exploit", ExactExploit.from_dict, exploit_to_dict),
        JobKind("trained exploit", TrainedExploit.from_dict, exploit_to_dict),
        JobKind("match", Match.from_dict, match_to_dict, match_curve),
        JobKind("ring", Match.from_dict, match_to_dict, match_curve),
        JobKind("league", League.from_dict, league_to_dict, so_far=_league_so_far),
        JobKind("ladder", Ladder.from_dict, ladder_to_dict),
        JobKind("tournament", TournamentSeries.from_dict, tournament_to_dict, tournament_curve),
    )
}
"""Every kind by its name in the store."""
