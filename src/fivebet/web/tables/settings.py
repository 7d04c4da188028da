"""The settings of a live table: what is played, and who sits there."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

from fivebet.agents.hosting.registry import check_public_name, describe_agents, plays
from fivebet.arena.tournament import SCHEDULES
from fivebet.errors import AgentError, GameError
from fivebet.game import Game

TableFormat = Literal["cash", "sit-and-go", "tournament"]
Betting = Literal["no-limit", "pot-limit", "fixed-limit"]
Pace = Literal["instant", "fast", "normal", "slow"]
Rebuys = Literal["automatic", "ask"]
MOST_SEATS = 10
MOST_ENTRANTS = 45
"""The most players of a tournament of several tables."""
HUMAN = ""
"""Stands in the list of agents for a human player."""
ADAPTED = "adapted::"
"""The prefix of an agent that is to play a game that it was not made for."""
_NAMES = {"no-limit": "cash", "pot-limit": "potlimit", "fixed-limit": "limit"}
_MOST_CHIPS = 10**9
_LONGEST_NAME = 24
_LEAST_BLINDS = 20
_NAMELESS = "Guest"


@dataclass(frozen=True, kw_only=True)
class TableSettings:
    """A table as somebody has asked for it."""

    agents: tuple[str, ...]
    """The agents by player; empty for a human player."""
    names: tuple[str, ...]
    """The players' names, all different."""
    format: TableFormat = "cash"
    betting: Betting = "no-limit"
    stack: int = 10_000
    big_blind: int = 100
    schedule: str = "turbo"
    """The name of the blind schedule of a sit-and-go or a tournament."""
    clock: float = 0.0
    """Seconds for a human player's decision; 0 sets no limit."""
    time_bank: float = 0.0
    """Seconds that a human player has for all decisions that take longer than the clock."""
    agent_clock: float = 10.0
    pace: Pace = "normal"
    teaching: bool = False
    """Whether agents play with open cards and say why."""
    seat_draw: int = 0
    """The seed by which the seats of a sit-and-go or a tournament are drawn."""
    rebuys: Rebuys = "automatic"
    """Whether people who are broke in a cash game get a new stack, or choose one."""
    table_seats: int = 0
    """The seats at each table of a tournament; 0 elsewhere."""

    def __post_init__(self) -> None:
        self._check_seats()
        if not 2 <= self.big_blind <= _MOST_CHIPS or self.big_blind % 2:
            raise GameError(
                f"a big blind of {self.big_blind} is none: give an even number from 2 on"
            )
        if not self.big_blind <= self.stack <= _MOST_CHIPS:
            raise GameError(
                f"a stack of {self.stack} is none: give {self.big_blind} to {_MOST_CHIPS} chips"
            )
        if self.format != "cash" and self.betting != "no-limit":
            raise GameError(f"a {self.format} is played no-limit, not {self.betting}")
        if self.schedule not in SCHEDULES:
            raise GameError(
                f"there is no schedule {self.schedule!r}: there are {', '.join(SCHEDULES)}"
            )
        for agent in filter(None, self.agents):
            check_agent_name(agent, f"{self._kind_of_game}-{self.chairs}p")

    def _check_seats(self) -> None:
        players = len(self.agents)
        if self.format != "tournament":
            if not 2 <= players <= MOST_SEATS:
                raise GameError(
                    f"{players} players cannot sit down: a table has 2 to {MOST_SEATS} seats"
                )
            return
        if not 2 <= players <= MOST_ENTRANTS:
            raise GameError(f"{players} players make no tournament: give 2 to {MOST_ENTRANTS}")
        if not 2 <= self.table_seats <= MOST_SEATS:
            raise GameError(
                f"a table of a tournament has 2 to {MOST_SEATS} seats, not {self.table_seats}"
            )
        if len(self.humans) > 1 and not self.clock:
            raise GameError(
                "a tournament of several people needs time to act: give seconds as clock"
            )

    @classmethod
    def seating(
        cls, humans: tuple[str, ...], agents: tuple[str, ...], **settings: Any
    ) -> "TableSettings":
        """Return settings for human players, who come first, and agents."""
        given = (*humans, *map(agent_title, agents))
        names = unique_names(map(_cleaned_name, given))
        return cls(agents=(*(HUMAN for _ in humans), *agents), names=tuple(names), **settings)

    def renamed(self, player: int, name: str) -> "TableSettings":
        """Return the settings with another name of a player, different from all others."""
        others = [each for i, each in enumerate(self.names) if i != player]
        unique = unique_names([*others, _cleaned_name(name)])[-1]
        names = [unique if i == player else each for i, each in enumerate(self.names)]
        return replace(self, names=tuple(names))

    @property
    def smallest_stack(self) -> int:
        """The fewest chips for which people may buy in again."""
        return min(self.stack, _LEAST_BLINDS * self.big_blind)

    @property
    def chairs(self) -> int:
        """The chairs around the table, or around each table of a tournament."""
        players = len(self.agents)
        return min(players, self.table_seats) if self.format == "tournament" else players

    @property
    def humans(self) -> tuple[int, ...]:
        """The human players."""
        return tuple(player for player, agent in enumerate(self.agents) if agent == HUMAN)

    @property
    def stakes(self) -> str:
        """The blinds, or the bets of a limit game."""
        if self.betting == "fixed-limit":
            return f"{self.big_blind}/{2 * self.big_blind} limit"
        return f"{self.big_blind // 2}/{self.big_blind}"

    @property
    def _kind_of_game(self) -> str:
        """The kind of game, by which agents say whether they play it."""
        return _NAMES[self.betting] if self.format == "cash" else "tournament"

    def game(self) -> Game:
        """Return the game of a full table as it begins, by the rules of poker rooms."""
        seats, big = self.chairs, self.big_blind
        limit = self.betting == "fixed-limit"
        return Game(
            name=f"{self._kind_of_game}-{seats}p",
            structure=self.betting,
            seats=seats,
            blinds=(big, big // 2) if seats == 2 else (big // 2, big),
            stacks=(self.stack,) * seats,
            raise_sizes=(big, big, 2 * big, 2 * big) if limit else (),
            max_raises=(3, 4, 4, 4) if limit else (),
        )

    def summary(self) -> dict[str, Any]:
        """Return what everybody at the table may know of the settings, as JSON data."""
        return {
            "format": self.format,
            "betting": self.betting,
            "stakes": self.stakes,
            "teaching": self.teaching,
            "clock": self.clock,
            "time_bank": self.time_bank,
            "seats": self.chairs,
            "people": len(self.humans),
        }

    def to_dict(self) -> dict[str, Any]:
        """Return the settings as JSON data."""
        return {
            key: list(value) if isinstance(value, tuple) else value
            for key, value in asdict(self).items()
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "TableSettings":
        """Return the settings that `to_dict` has written."""
        fields: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value for key, value in data.items()
        }
        return cls(**fields)


def _cleaned_name(name: str) -> str:
    """Return a name that means the same player on every screen: "You" is no name.

    Letters that cannot be seen are left out: some turn the letters after them around.

    >>> [_cleaned_name(name) for name in ("  Ann  B ", "You", "")]
    ['Ann B', 'Guest', 'Guest']
    """
    seen = "".join(letter for letter in name if letter.isprintable() or letter.isspace())
    cleaned = " ".join(seen.split())[:_LONGEST_NAME]
    return _NAMELESS if cleaned.casefold() in ("", "you") else cleaned


def unique_names(names: Iterable[str]) -> list[str]:
    """Return the names with namesakes numbered.

    >>> unique_names(["fair", "call", "fair"])
    ['fair', 'call', 'fair 2']
    """
    unique: list[str] = []
    for given in names:
        name, copies = given, 2
        while name in unique:
            name, copies = f"{given} {copies}", copies + 1
        unique.append(name)
    return unique


def agent_title(name: str) -> str:
    """Return an agent's name without its options.

    >>> agent_title("adapted::random:seed=7")
    'random'
    """
    return name.removeprefix(ADAPTED).partition(":")[0]


def check_agent_name(name: str, game: str = "") -> None:
    """Refuse what strangers may not seat: files and programs are for the command line."""
    check_public_name(name)
    title = agent_title(name)
    (info,) = describe_agents([title])
    if info.problem:
        raise AgentError(info.problem)
    if not name.startswith(ADAPTED) and not plays(info, game):
        raise AgentError(f"{title!r} does not play {game}: it plays {', '.join(info.games)}")
