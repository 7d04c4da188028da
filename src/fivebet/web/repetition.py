"""How a contest of the card room is played again: by a command, and by a few lines of Python."""

import shlex
from typing import Any

from fivebet.arena import League, Match, Tournament, TournamentSeries
from fivebet.arena.match import Seats
from fivebet.runs.job import Job


def contest_command(job: Job[Any], rule: str = "") -> str:
    """Return the command that plays a contest to the same result, with its stopping rule.

    >>> from fivebet.game import Game
    >>> contest_command(Match(game=Game.named("limit-2p"), agents=("call", "fold"), deals=5))
    'fivebet match call fold --game limit-2p --hands 5 --seed 0 --luck none'
    """
    match job:
        case Match():
            name = "match" if len(job.agents) == 2 else "ring"
            words = [name, *job.agents, *_sizes(job)]
            if name == "match":
                words += ["--duplicate"] if job.seats is Seats.ROTATED else []
            elif job.seats is not Seats.ROTATED:
                words += ["--seats", job.seats.value]
            words += ["--samples", job.samples] if job.samples > 1 else []
            words += ["--carry"] if job.carried else []
            words += ["--until", rule] if rule else []
        case League():
            words = ["league", *job.agents, *_sizes(job)]
            words += ["--rounds", job.rounds] if job.game.seats > 2 else []
        case TournamentSeries():
            played = job.tournament
            words = ["tournament", *played.agents, "--tournaments", played.count]
            words += ["--seats", played.seats, "--schedule", played.schedule.name]
            words += ["--buy-in", played.buy_in, "--rotations", played.rotations]
            words += ["--stack", played.schedule.stack, "--seed", played.seed]
        case _:
            raise TypeError(f"{job!r} is no contest")
    return shlex.join(["fivebet", *map(str, words)])


def contest_python(job: Job[Any]) -> str:
    """Return lines of Python that play a contest to the same result; none if it takes more."""
    match job:
        case Match() if job.carried or job.samples > 1:
            return ""
        case Match():
            call = _call("play_match", job.agents, _sizes_in_python(job) | _seats(job))
            return f"from fivebet import play_match\n\nresult = {call}\nprint(result.rows())"
        case League():
            rounds = {"rounds": job.rounds} if job.game.seats > 2 else {}
            call = _call("play_league", job.agents, _sizes_in_python(job) | rounds)
            return f"from fivebet import play_league\n\ntable = {call}\nprint(table.rows())"
        case TournamentSeries():
            return _tournament_python(job.tournament)
    raise TypeError(f"{job!r} is no contest")


def _sizes(job: Match | League) -> list[object]:
    game = ["--game", job.game.name, "--hands", job.deals]
    matches = ["--matches", job.matches] if job.matches > 1 else []
    return [*game, *matches, "--seed", job.seed, "--luck", job.luck.value]


def _sizes_in_python(job: Match | League) -> dict[str, object]:
    given: dict[str, object] = {"game": job.game.name, "deals": job.deals, "seed": job.seed}
    given["luck"] = job.luck.value
    return given | ({"matches": job.matches} if job.matches > 1 else {})


def _seats(match: Match) -> dict[str, object]:
    return {} if match.seats is Seats.ROTATED else {"seats": match.seats.value}


def _call(function: str, agents: tuple[str, ...], given: dict[str, object]) -> str:
    words = [*map(repr, agents), *(f"{key}={value!r}" for key, value in given.items())]
    return f"{function}({', '.join(words)})"


def _tournament_python(played: Tournament) -> str:
    return f"""from fivebet.arena import SCHEDULES, Tournament, TournamentSeries, play_tournaments

tournament = Tournament(
    agents={played.agents!r},
    count={played.count},
    seats={played.seats},
    schedule=SCHEDULES[{played.schedule.name!r}],
    buy_in={played.buy_in},
    rotations={played.rotations},
    seed={played.seed},
)
result = play_tournaments(TournamentSeries(tournament=tournament))
print(result.rows())"""
