"""Matches and leagues in one call, for scripts and notebooks.

    play_match("aki+", MyBot, game="limit-2p", deals=200)
    play_league("fair", "tight", MyBot(margin=0.1), lambda view: view.legal.passive)

Agents are names, objects, classes or functions, games are names or `Game`s. Agents that
are not named run in this process, however many workers are allowed. Agents from files
have processes of their own, unless `trust` lets them run in this one or its workers.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import TypeVar

from fivebet.agents.hosting.local import AgentLike, is_local, name_agent
from fivebet.arena.league import League
from fivebet.arena.league import play_league as run_league
from fivebet.arena.league_table import LeagueTable
from fivebet.arena.luck import Luck
from fivebet.arena.match import Match, Seats
from fivebet.arena.match import play_match as run_match
from fivebet.arena.results import MatchResult
from fivebet.errors import GameError
from fivebet.game import Game

Choice = TypeVar("Choice", bound=StrEnum)


def play_match(
    *agents: AgentLike,
    game: Game | str | None = None,
    deals: int = 1000,
    seed: int = 0,
    seats: Seats | str = Seats.ROTATED,
    matches: int = 1,
    luck: Luck | str = Luck.NONE,
    workers: int = 1,
    on_progress: Callable[[float], None] = lambda _: None,
    trust: bool = False,
) -> MatchResult:
    """Let two or more agents play a match, each deal with everybody once on each seat.

    The game is no-limit hold'em for that many players unless another is given.

    >>> result = play_match("call", "fold", game="limit-2p", deals=10)
    >>> [standing.name for standing in result.standings], result.hands
    (['call', 'fold'], 20)
    """
    names = _names(agents)
    match = Match(
        game=_game(game, len(agents)),
        agents=names,
        deals=deals,
        seed=seed,
        seats=_choice(Seats, "seats", seats),
        matches=matches,
        luck=_choice(Luck, "luck", luck),
    )
    return run_match(match, _allowed(match.agents, workers), on_progress, trust=trust)


def play_league(
    *agents: AgentLike,
    game: Game | str | None = None,
    deals: int = 500,
    seed: int = 0,
    rounds: int = 10,
    matches: int = 1,
    luck: Luck | str = Luck.NONE,
    workers: int = 1,
    on_progress: Callable[[float], None] = lambda _: None,
    trust: bool = False,
) -> LeagueTable:
    """Let everybody play everybody, heads-up unless a game for more players is given.

    >>> play_league("call", "fold", "raise", game="limit-2p", deals=10).hands
    60
    """
    league = League(
        game=_game(game, 2),
        agents=_names(agents),
        deals=deals,
        seed=seed,
        rounds=rounds,
        matches=matches,
        luck=_choice(Luck, "luck", luck),
    )
    return run_league(league, _allowed(league.agents, workers), on_progress, trust=trust)


def _names(agents: Sequence[AgentLike]) -> tuple[str, ...]:
    for agent in agents:
        if isinstance(agent, Match | League):
            kind = type(agent).__name__
            raise GameError(
                f"a {kind} is played by fivebet.arena.play_{kind.lower()}: give its agents here"
            )
    return tuple(map(name_agent, agents))


def _game(game: Game | str | None, seats: int) -> Game:
    if isinstance(game, Game):
        return game
    if game is None and not 2 <= seats <= 10:
        raise GameError(f"there is no table for {seats}: give 2 to 10 agents")
    return Game.named(game or f"nolimit-{seats}p")


def _choice(kind: type[Choice], name: str, given: str) -> Choice:
    try:
        return kind(given)
    except ValueError:
        raise GameError(f"{name}={given!r} is none: give {', '.join(kind)}") from None


def _allowed(agents: tuple[str, ...], workers: int) -> int:
    """Return how many workers can seat these agents."""
    return 1 if any(map(is_local, agents)) else workers
