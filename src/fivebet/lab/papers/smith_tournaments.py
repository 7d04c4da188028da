"""Attitudes where risk counts: tournaments, which the thesis speaks of and never played.

In a cash game chips are money, and whoever is not neutral gives some away. In a tournament
prizes are: what chips are worth depends on all stacks, which is `attitude=prizes`. Section
2.4.1 describes good players as averse with many chips and seeking with few, which is
`attitude=dynamic`. Each plays against the others at one table; what is compared is the
return on the buy-in beside that of the neutral one on the same decks.
"""

from collections.abc import Callable

from fivebet.arena.tournament import SCHEDULES, Tournament
from fivebet.arena.tournament_series import TournamentResult, TournamentSeries
from fivebet.lab.papers.reproduction import Claim, ReportTable, estimated
from fivebet.runs.group import RunGroup

PAYOUTS = (0.5, 0.3, 0.2)
NODES = 40
"""The nodes of each search: fewer than usual, since tournaments are long."""
NEUTRAL = f"planner+:nodes={NODES}"
ATTITUDES = {
    "prizes": f"{NEUTRAL},attitude=prizes,prizes=50/30/20",
    "dynamic, turning at 15 BB": f"{NEUTRAL},attitude=dynamic,pivot=15,alpha=0.01",
    "averse": f"{NEUTRAL},attitude=averse,alpha=0.01",
    "seeking": f"{NEUTRAL},attitude=seeking,alpha=0.01",
}
"""What each attitude is called, and its agent."""
FIELD = (NEUTRAL, *ATTITUDES.values(), "fair")


def tournaments_of_attitudes(
    count: int, rotations: int, seed: int, on_progress: Callable[[float], None]
) -> tuple[list[Claim], ReportTable]:
    """Play so many tournaments of six, each from so many chairs."""
    series = TournamentSeries(
        tournament=Tournament(
            agents=FIELD,
            count=count,
            seats=len(FIELD),
            schedule=SCHEDULES["turbo"],
            payouts=PAYOUTS,
            rotations=rotations,
            seed=seed,
        )
    )
    with RunGroup(on_progress, [series]) as group:
        result = group.run(series)
    return attitude_claims(result), attitude_table(result)


def attitude_claims(result: TournamentResult) -> list[Claim]:
    """Compare each attitude's return with that of the neutral one, block by block."""
    names = [entry.name for entry in result.entries]
    neutral = result.roi[:, names.index(NEUTRAL)]
    return [
        estimated(
            f"tournaments: return of planner+ {label} less that of the neutral one",
            None,
            result.roi[:, names.index(agent)] - neutral,
        )
        for label, agent in ATTITUDES.items()
    ]


def attitude_table(result: TournamentResult) -> ReportTable:
    """Return what each attitude has returned; of one tournament there is no interval."""
    labels = {NEUTRAL: "planner+ neutral", "fair": "fair"}
    labels |= {agent: f"planner+ {label}" for label, agent in ATTITUDES.items()}
    rows = [
        (
            labels[entry.name],
            f"{entry.roi:+.2f}",
            entry.place.mean,
            entry.in_the_money,
            entry.won,
        )
        for entry in result.entries
    ]
    played = "one tournament" if result.tournaments == 1 else f"{result.tournaments} tournaments"
    return ReportTable(
        f"Attitudes in {played} of six, turbo, prizes of 50, 30 and 20 %, {result.hands} hands",
        ("agent", "return, 95 %", "mean place", "in the money", "won"),
        tuple(rows),
    )
