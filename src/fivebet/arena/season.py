"""A season: all agents in five disciplines, as one experiment.

Heads-up and six-player, limit and no-limit, are leagues; the fifth is a series of
tournaments of 45. Agents sit as they are where they play the game, else adapted, and
what they come to is reported twice: among everybody, and *at home*, among agents in games
that they were made for. Heads-up the matches are the same; six-player leagues and
tournaments are played apart, since company counts there.

Heads-up and at six-player tables at home matches last 2,000 hands if anybody remembers, so
that there is something to learn from, and curves show what was learnt. Agents that think
for long get a budget of work, the same on every machine, and play less where nobody
remembers.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import chain, cycle, islice, repeat
from typing import Any

from fivebet.agents.hosting.guard import isolated_name
from fivebet.agents.hosting.registry import agent_traits, is_made_for, plays
from fivebet.agents.hosting.traits import AgentTraits
from fivebet.arena.league import League, Pace
from fivebet.arena.luck import Luck
from fivebet.arena.match import hashed_seed
from fivebet.arena.season_result import SeasonResult
from fivebet.arena.season_table import TOURNAMENTS, home_name
from fivebet.arena.style_survey import StyleSurvey
from fivebet.arena.tournament import Tournament
from fivebet.arena.tournament_series import TournamentSeries
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
ALL_DISCIPLINES = (*DISCIPLINES, TOURNAMENTS)
SPANS = (200, 500, 1000, 2000)
"""The hands of a match at which the spans of learning curves end."""
UNSOUND = ("loose", "maniac", "station", "call", "raise", "random")
"""Players who put their chips in without looking at price or cards: at home in no tournament,
since among them a tournament is over before anybody has played it."""
_SEATS_IN_TOURNAMENTS = 45
_CHAIRS_OF_SLOW = 2
_TOURNAMENT_GAMES = ("tournament-9p", "cash-9p")


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
    "champion": Budget("budget=0.05,iterations=15", slow=True),
    "nash-limit": Budget(),
    "push-fold": Budget(),
    "fair": Budget(),
    "tight": Budget(),
    "loose": Budget(),
    "maniac": Budget(),
    "station": Budget(),
    "timid": Budget(),
    "call": Budget(),
    "raise": Budget(),
    "random": Budget(),
    "fold": Budget(),
}


@dataclass(frozen=True)
class SeasonSize:
    """How much is played."""

    match: int
    """The deals of a heads-up match."""
    matches: int
    """Repeats of heads-up matches between fast agents."""
    slow_match: Mapping[str, int]
    """The deals of a match with a slow agent in which nobody remembers, by discipline."""
    slow_learning: int
    """The deals of a match with a slow agent in which anybody remembers; 0: as many."""
    rounds: int
    """The number of six-player tables of each agent."""
    ring: int
    """The deals at each of them."""
    home_rounds: Mapping[str, int]
    """The number of six-player tables of each agent at home, by discipline."""
    home_ring: int
    """The deals at each of them."""
    tournaments: int
    home_tournaments: int
    survey: int
    """Hands of each agent in the surveys of playing styles."""


SIZES = {
    Scale.QUICK: SeasonSize(
        match=100,
        matches=2,
        slow_match={"heads-up limit": 20, "heads-up no-limit": 40},
        slow_learning=0,
        rounds=12,
        ring=1,
        home_rounds={"six-player limit": 12, "six-player no-limit": 6},
        home_ring=1,
        tournaments=16,
        home_tournaments=6,
        survey=20,
    ),
    Scale.FULL: SeasonSize(
        match=1000,
        matches=3,
        slow_match={"heads-up limit": 200, "heads-up no-limit": 200},
        slow_learning=500,
        rounds=45,
        ring=20,
        home_rounds={"six-player limit": 48, "six-player no-limit": 12},
        home_ring=334,
        tournaments=60,
        home_tournaments=100,
        survey=80,
    ),
}


@dataclass(frozen=True)
class Season:
    """All agents in five disciplines."""

    scale: Scale = Scale.FULL
    seed: int = 0
    entrants: tuple[str, ...] = field(default=tuple(ENTRANTS))
    own_size: SeasonSize | None = None
    """Another than that of the scale."""
    only: tuple[str, ...] = ()
    """The disciplines that are played; none for all five."""

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
        for name in self.only:
            if name not in ALL_DISCIPLINES:
                raise GameError(
                    f"{name!r} is no discipline of a season: give {', '.join(ALL_DISCIPLINES)}"
                )

    @property
    def disciplines(self) -> tuple[str, ...]:
        """The disciplines that are played, in their order."""
        return tuple(name for name in ALL_DISCIPLINES if not self.only or name in self.only)

    @property
    def _games(self) -> dict[str, str]:
        """The games of the leagues that are played, by discipline."""
        return {name: game for name, game in DISCIPLINES.items() if name in self.disciplines}

    def leagues(self) -> dict[str, League]:
        """Return the leagues of all agents by discipline."""
        size = self.size
        leagues = {}
        for discipline, name in self._games.items():
            game = Game.named(name)
            if game.seats == 2:
                leagues[discipline] = self._duels(discipline, game)
            else:
                leagues[discipline] = self._ring(
                    discipline, game, self.entrants, size.rounds, size.ring, self._early.ring
                )
        return leagues

    def home_leagues(self) -> dict[str, League]:
        """Return the six-player leagues of agents at home, where there are enough of them."""
        size = self.size
        return {
            discipline: self._ring(
                home_name(discipline),
                game,
                entrants,
                size.home_rounds[discipline],
                size.home_ring,
                self._early.home_ring,
            )
            for discipline, name in self._games.items()
            if (game := Game.named(name)).seats > 2
            and len(entrants := self.at_home(discipline)) >= game.seats
        }

    def at_home(self, discipline: str) -> tuple[str, ...]:
        """Return the entrants who were made for a discipline; in tournaments the sound ones."""
        if discipline == TOURNAMENTS:
            games: tuple[str, ...] = _TOURNAMENT_GAMES
        else:
            games = (DISCIPLINES[discipline],)
        return tuple(
            entrant
            for entrant in self.entrants
            if is_made_for(self._traits(entrant), *games)
            and not (discipline == TOURNAMENTS and entrant in UNSOUND)
        )

    @property
    def _early(self) -> SeasonSize:
        """How far matches are played at the smaller scale, with which this one is compared."""
        return SIZES[Scale.QUICK]

    def _ring(
        self,
        name: str,
        game: Game,
        entrants: tuple[str, ...],
        rounds: int,
        deals: int,
        early: int,
    ) -> League:
        return League(
            game=game,
            agents=self.seated(game.name, entrants),
            deals=deals,
            rounds=rounds,
            seed=self._seed(name),
            luck=Luck.CARDS,
            spans=SPANS if deals * game.seats >= SPANS[-1] else (),
            early=early if early < deals else 0,
        )

    def _duels(self, discipline: str, game: Game) -> League:
        size, early, seated = self.size, self._early, self.seated(game.name, self.entrants)
        slow = tuple(
            name
            for entrant, name in zip(self.entrants, seated, strict=True)
            if ENTRANTS.get(entrant, Budget(slow=True)).slow  # as strangers are taken to be
        )
        long = max(size.slow_learning, size.slow_match[discipline])
        return League(
            game=game,
            agents=seated,
            deals=size.match,
            matches=size.matches,
            by_deal=True,
            slow=Pace(
                slow,
                size.slow_match[discipline],
                learning=size.slow_learning,
                early=early.slow_match[discipline] if early.slow_match[discipline] < long else 0,
            ),
            seed=self._seed(discipline),
            luck=Luck.CARDS,
            spans=SPANS if size.match * game.seats >= SPANS[-1] else (),
            early=early.match if early.match < size.match else 0,
        )

    def _seed(self, discipline: str) -> int:
        """Return a seed for each discipline, so that odd cards do not count twice."""
        return hashed_seed(f"{self.seed}/{discipline}")

    def series(self) -> TournamentSeries | None:
        """Return tournaments of 45 among all agents, if they are played."""
        if TOURNAMENTS not in self.disciplines:
            return None
        return self._series(self.entrants, self.size.tournaments, self.seed)

    def home_series(self) -> TournamentSeries | None:
        """Return tournaments of 45 among sound agents at home, if there are two of them."""
        entrants = self.at_home(TOURNAMENTS)
        if len(entrants) < 2 or TOURNAMENTS not in self.disciplines:
            return None
        seed = self._seed(home_name(TOURNAMENTS))
        return self._series(entrants, self.size.home_tournaments, seed)

    def _series(self, entrants: tuple[str, ...], count: int, seed: int) -> TournamentSeries:
        """Return tournaments in which slow agents have two chairs and the others the rest."""
        agents = self.seated("cash-9p", entrants)
        slow = {
            name
            for name, entrant in zip(agents, entrants, strict=True)
            if ENTRANTS.get(entrant, Budget()).slow
        }
        fast = [name for name in agents if name not in slow] or agents
        rounds = chain(*repeat(agents, _CHAIRS_OF_SLOW), cycle(fast))
        chairs = tuple(islice(rounds, _SEATS_IN_TOURNAMENTS))
        return TournamentSeries(tournament=Tournament(agents=chairs, count=count, seed=seed))

    def surveys(self) -> dict[str, StyleSurvey]:
        """Return the surveys of playing styles, by discipline."""
        return {
            discipline: StyleSurvey(
                game=Game.named(name),
                agents=self.seated(name, self.entrants),
                deals=self.size.survey,
                seed=self.seed,
            )
            for discipline, name in self._games.items()
        }

    def seated(self, game: str, entrants: tuple[str, ...]) -> tuple[str, ...]:
        """Return entrants' full names in a game."""
        names = map(self._full_name, entrants)
        return tuple(
            name if plays(agent_traits(isolated_name(name)), game) else f"adapted::{name}"
            for name in names
        )

    def _full_name(self, entrant: str) -> str:
        options = ENTRANTS.get(entrant, Budget()).at(self.scale)
        return f"{entrant}:{options}" if options else entrant

    def _traits(self, entrant: str) -> AgentTraits:
        return agent_traits(isolated_name(self._full_name(entrant)))

    def play(
        self,
        on_progress: Callable[[float], None] = lambda _: None,
        make_executor: Callable[[Job[Any]], JobExecutor] = executor_on_every_core,
        store: str | None = None,
    ) -> "SeasonResult":
        """Play the season, or resume it where it was interrupted."""
        leagues, home, surveys = self.leagues(), self.home_leagues(), self.surveys()
        series, home_series = self.series(), self.home_series()
        jobs: list[Job[Any]] = [*leagues.values(), *home.values(), *surveys.values()]
        jobs += filter(None, (series, home_series))
        with RunGroup(
            on_progress, jobs, kind="season", make_executor=make_executor, store=store
        ) as group:
            return SeasonResult(
                season=self,
                tables={name: group.run(league) for name, league in leagues.items()},
                home={name: group.run(league) for name, league in home.items()},
                series=group.run(series) if series else None,
                home_series=group.run(home_series) if home_series else None,
                styles={name: group.run(survey) for name, survey in surveys.items()},
            )
