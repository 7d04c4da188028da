"""Results as pages: what `--report FILE.html` writes."""

from fivebet.arena import LeagueTable, Luck, MatchResult, TournamentResult
from fivebet.arena.charts import cross_table, finishing_places, winnings_curves
from fivebet.reports import Report

__all__ = ["league_report", "match_report", "tournament_report"]


def match_report(result: MatchResult) -> Report:
    """Of a match or a ring."""
    event, game = result.match, result.match.game
    unit = "blocks" if result.unit == "deal" else "matches"
    report = Report(
        " · ".join(dict.fromkeys(event.agents)),
        [
            f"{game}: {result.hands:,} hands of {result.deals:,} deals, seats {event.seats.value}, "
            f"seed {event.seed}; 95 % intervals over {len(result.winnings):,} {unit}"
        ],
    )
    columns = ["Player", "Chips", "BB/100", "mbb/hand"]
    if event.luck is not Luck.NONE:
        columns += [f"less luck ({event.luck.value})", "spread left"]
    rows = []
    for each in sorted(result.standings, key=lambda standing: -standing.chips):
        row = [
            each.name,
            f"{float(each.chips):+,.0f}",
            f"{each.per_hand.mean * 100 / game.big_blind:+,.1f}",
            f"{each.mbb_per_hand(game):+,.1f}",
        ]
        adjusted = each.adjusted_mbb_per_hand(game)
        if adjusted:
            row += [f"{adjusted:+,.1f}", f"{each.spread_left:.0%}"]
        rows.append(row)
    report.table("MatchResult", columns, rows)
    if result.note:
        report.note(f"Note: {result.note}.")
    report.chart("Winnings", winnings_curves(result))
    if len(event.agents) > 2 and result.from_whom is not None:
        table = result.from_whom * (1000 / game.big_blind / result.hands)
        report.chart(
            "Who wins from whom",
            cross_table(list(event.agents), table, "row's winnings from column, mbb/hand"),
        )
    failed = [each for each in result.standings if each.failures.times]
    if failed:
        report.table(
            "Failures",
            ["Player", "Times", "First"],
            [[each.name, f"{each.failures.times:,}", each.failures.first] for each in failed],
        )
    return report


def league_report(table: LeagueTable) -> Report:
    """Of a league."""
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
    order = table.by_bankroll()
    report.chart(
        "Who wins from whom",
        cross_table(
            [names[i] for i in order],
            table.matrix()[order][:, order],
            "row's winnings from column, mbb/hand",
        ),
    )
    return report


def tournament_report(result: TournamentResult) -> Report:
    """Of tournaments."""
    given = result.series.tournament
    report = Report(
        f"{result.tournaments:,} tournaments of {len(given.agents)}",
        [
            f"schedule {given.schedule.name}, {given.schedule.stack} chips, up to {given.seats} at "
            f"a table, seed {given.seed}; {result.hands:,} hands"
        ],
    )
    report.table(
        "MatchResult",
        ["Player", "Entrants", "ROI", "Mean place", "In the money", "Wins"],
        [
            [
                each.name,
                str(each.entrants),
                f"{each.roi:+.1%}",
                f"{each.place:.1f}",
                f"{each.in_the_money:.0%}",
                f"{each.won:.0%}",
            ]
            for each in sorted(result.entries, key=lambda entry: -entry.roi.mean)
        ],
    )
    report.chart("Finishing places", finishing_places(result))
    return report
