"""Results as pages: what `--report FILE.html` writes."""

from fivebet.arena import LeagueTable, Luck, MatchResult, TournamentResult
from fivebet.arena.charts import cross_table, finishing_places, winnings_curves
from fivebet.reports import Report

TOURNAMENT_COLUMNS = ("Player", "Entrants", "ROI", "Mean place", "In the money", "Wins")


def match_report(result: MatchResult) -> Report:
    """Return the page of a match or a ring."""
    match, game = result.match, result.match.game
    unit = "blocks" if result.unit == "deal" else "matches"
    report = Report(
        " · ".join(dict.fromkeys(match.agents)),
        [
            f"{game}: {result.hands:,} hands of {result.deals:,} deals, seats {match.seats.value}, "
            f"seed {match.seed}; 95 % intervals over {len(result.winnings):,} {unit}"
        ],
    )
    report.table("Result", match_columns(result), match_rows(result))
    if result.note:
        report.note(f"Note: {result.note}.")
    report.chart("Winnings", winnings_curves(result))
    if len(match.agents) > 2 and result.from_whom is not None:
        table = result.from_whom * (1000 / game.big_blind / result.hands)
        report.chart(
            "Who wins from whom",
            cross_table(list(match.agents), table, "row's winnings from column, mbb/hand"),
        )
    failed = [each for each in result.standings if each.failures.times]
    if failed:
        report.table(
            "Failures",
            ["Player", "Times", "First"],
            [[each.name, f"{each.failures.times:,}", each.failures.first] for each in failed],
        )
    return report


def match_columns(result: MatchResult) -> list[str]:
    """Return the names of the columns of `match_rows`."""
    luck = result.match.luck
    less = [f"less luck ({luck.value})", "sd left"] if luck is not Luck.NONE else []
    return ["Player", "Chips", "BB/100", "mbb/hand", *less, *["Failures"] * _has_failed(result)]


def match_rows(result: MatchResult) -> list[list[str]]:
    """Return what each player has won, the winner first."""
    game, rows = result.match.game, []
    for each in sorted(result.standings, key=lambda standing: -standing.chips):
        row = [
            each.name,
            f"{float(each.chips):+,.0f}",
            f"{each.per_hand.mean * 100 / game.big_blind:+,.1f}",
            f"{each.mbb_per_hand(game):+,.1f}",
        ]
        adjusted = each.adjusted_mbb_per_hand(game)
        row += [f"{adjusted:+,.1f}", f"{each.spread_left:.0%}"] if adjusted else []
        rows.append(row + [f"{each.failures.times:,}"] * _has_failed(result))
    return rows


def _has_failed(result: MatchResult) -> bool:
    return any(each.failures.times for each in result.standings)


def league_report(table: LeagueTable) -> Report:
    """Return the page of a league."""
    league = table.league
    names = list(league.agents)
    report = Report(
        f"League of {len(names)}: {league.game}",
        [f"{table.hands:,} hands, each deal in rotated seats, seed {league.seed}"],
    )
    runoff = table.by_runoff()
    report.table(
        "Table",
        ["Player", "Bankroll, mbb/hand", "Run-off rank", "Elo"],
        [
            [
                names[i],
                f"{table.bankrolls[i]:+,.1f}",
                str(runoff.index(i) + 1),
                f"{table.ratings[i].points:,.0f} ± {1.96 * table.ratings[i].error:,.0f}",
            ]
            for i in table.by_bankroll()
        ],
    )
    chart_league(report, table)
    return report


def chart_league(report: Report, table: LeagueTable) -> None:
    """Add the chart of who wins from whom to a report."""
    order = table.by_bankroll()
    report.chart(
        "Who wins from whom",
        cross_table(
            [table.league.agents[i] for i in order],
            table.matrix()[order][:, order],
            "row's winnings from column, mbb/hand",
        ),
    )


def tournament_report(result: TournamentResult) -> Report:
    """Return the page of tournaments."""
    played = result.series.tournament
    report = Report(
        f"{result.tournaments:,} tournaments of {len(played.agents)}",
        [
            f"schedule {played.schedule.name}, {played.schedule.stack} chips, up to "
            f"{played.seats} at a table, seed {played.seed}; {result.hands:,} hands"
        ],
    )
    report.table("Result", TOURNAMENT_COLUMNS, tournament_rows(result))
    report.chart("Finishing places", finishing_places(result))
    return report


def tournament_rows(result: TournamentResult) -> list[list[str]]:
    """Return how the entrants of each name did, the best return first."""
    return [
        [
            each.name,
            str(each.entrants),
            f"{each.roi:+.1%}",
            f"{each.place:.1f}",
            f"{each.in_the_money:.0%}",
            f"{each.won:.0%}",
        ]
        for each in sorted(result.entries, key=lambda entry: -entry.roi.mean)
    ]
