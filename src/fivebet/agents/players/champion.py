"""The champion: an equilibrium at every table that it knows, each by a part of its own.

Heads-up limit is played by `champion_limit`, no-limit by `champion_no_limit`, tables of three
and more by `champion_ring` and tournaments by `champion_tournament`. All of them remember what
opponents do: heads-up by `champion_exploiting`, the others by habits. A part is chosen by the
kind of game, and made when the first hand of its kind is dealt. It gets those of the champion's
options that it has too: a name means the same everywhere.
"""

import inspect
from dataclasses import dataclass, field, fields
from typing import Annotated, ClassVar

from fivebet.agents.hosting.options import Bounds, FileName, Seed
from fivebet.agents.players.baselines import checked_seed
from fivebet.agents.players.champion_exploiting import ExploitingChampion
from fivebet.agents.players.champion_limit import LimitChampion, Solving
from fivebet.agents.players.champion_no_limit import NoLimitChampion
from fivebet.agents.players.champion_ring import RingChampion
from fivebet.agents.players.champion_tournament import TournamentChampion
from fivebet.errors import AgentError
from fivebet.game.agent import Decision, Observer, Policy, PolicyAgent
from fivebet.game.view import View
from fivebet.opponents.action_models import ModelledStructure
from fivebet.solving.limit_holdem import is_limit_game


@dataclass(eq=False)
class Champion:
    """Plays an equilibrium, solved at the table where that is possible."""

    games: ClassVar[tuple[str, ...]] = ("limit-*", "nolimit-*", "cash-*", "tournament-*")
    solving: Solving = "turn"
    """From where on limit is solved at the table: from turn or river, or not at all (none)."""
    gadget: bool = True
    """Solve safely, also against hands that the opponent should not have."""
    network: bool = True
    """Value the ends of no-limit flops by a network, instead of checking hands down."""
    nested: bool = True
    """Solve what follows an unusual size in no-limit alone, instead of the street with it."""
    budget: Annotated[float, Bounds(0.001, 15)] = 1.0
    """The seconds that a decision may take."""
    iterations: Annotated[int, Bounds(0, 200)] = 0
    """The iterations of solutions, instead of as many as fit into the budget."""
    threads: Annotated[int, Bounds(1, 64)] = 2
    """The threads that solve heads-up no-limit."""
    seed: Seed = 0
    """The seed of its random numbers."""
    exploit: bool = True
    """Whether it plays to win more from opponents whose play it knows."""
    explain: bool = False
    """Whether its reasons say what the equilibrium would do wherever it plays otherwise heads-up,
    which has to be solved then. Tables with people do."""
    payouts: Annotated[str, Bounds(0, 60)] = "31/21.5/16.5/12.5/9/6/3.5"
    """The prizes of tournaments in per cent, from the first place down."""
    limit_file: FileName = ""
    """A file with another blueprint of limit, made by `fivebet nash train --method boards`."""
    remembers: bool = field(init=False)

    def __post_init__(self) -> None:
        self.remembers = self.exploit
        self.seed = checked_seed(self.seed)
        if self.threads < 1:
            raise AgentError(f"threads={self.threads} cannot solve: give 1 or more")
        self._parts: dict[str, PolicyAgent] = {}
        for part in dict.fromkeys(PARTS.values()):
            self._make_part(part)  # it refuses options that it cannot play with

    @classmethod
    def remembers_with(cls, exploit: bool | None = None, **_: object) -> bool:
        """Return whether an agent with these options remembers."""
        return cls.exploit if exploit is None else exploit

    def act(self, view: View) -> Decision:
        """Let the part that knows the game decide."""
        return self._part(view).act(view)

    def policy(self, view: View) -> Policy:
        """Return the probability of each action for each of the 1,326 hole cards."""
        return self._part(view).policy(view)

    def observe(self, view: View) -> None:
        """Let the part that knows the game remember how a hand went."""
        part = self._part(view)
        if isinstance(part, Observer):
            part.observe(view)

    def _part(self, view: View) -> PolicyAgent:
        kind = _kind(view)
        if kind not in PARTS:
            raise AgentError(f"champion does not play {view.game}: {', '.join(self.games)} it does")
        if kind not in self._parts:
            self._parts[kind] = self._make_part(PARTS[kind])
        return self._parts[kind]

    def _make_part(self, part: type[PolicyAgent]) -> PolicyAgent:
        """Make a part with the options that it has too; heads-up, let it exploit opponents."""
        options = {each.name: getattr(self, each.name) for each in fields(self) if each.init}
        wanted = inspect.signature(part).parameters.keys() & options.keys()
        made = part(**{name: options[name] for name in wanted})
        if not self.exploit or not isinstance(made, LimitChampion | NoLimitChampion):
            return made
        structure: ModelledStructure = (
            "fixed-limit" if isinstance(made, LimitChampion) else "no-limit"
        )
        return ExploitingChampion(
            made, made.blueprint_policy, structure, self.seed, explain=self.explain
        )


def _kind(view: View) -> str:
    """Return the kind of a game: its structure, and whether two play it or more.

    Limit for two with other blinds, bets or caps than those that are solved is played as at
    larger tables, whose strategy knows a line by prices.
    """
    game = view.game
    if view.players_left:
        return f"{game.structure}, tournament"
    solved = game.structure != "fixed-limit" or is_limit_game(game)
    return f"{game.structure}, {'2' if game.seats == 2 and solved else 'ring'}"


PARTS: dict[str, type[PolicyAgent]] = {
    "fixed-limit, 2": LimitChampion,
    "no-limit, 2": NoLimitChampion,
    "fixed-limit, ring": RingChampion,
    "no-limit, ring": RingChampion,
    "no-limit, tournament": TournamentChampion,
}
"""Who plays each kind of game."""
