"""`adapted::name`: an agent at tables that it was not made for.

The hand is translated into a game that it plays (`translation`), and its
answer is played here: a raise of a fixed size as one of the pot, any other as the
same share of the pot. Where no hand of its game is like this one, it checks or
calls, and its reasons say so.
"""

from fivebet.agents.hosting.guard import dismiss
from fivebet.agents.hosting.registry import make_agent, plays
from fivebet.agents.hosting.translation import translate, translate_action
from fivebet.errors import AgentError
from fivebet.game import Decision, Game, Observer, View
from fivebet.game.agent import Reason
from fivebet.game.games import playable_names

_SAME_KIND = {
    "fixed-limit": ("limit",),
    "pot-limit": ("potlimit", "cash", "nolimit"),
    "no-limit": ("cash", "nolimit", "potlimit"),
}
_OTHER_KIND = {"fixed-limit": ("cash", "nolimit", "potlimit")}


class Adapted:
    """An agent that plays every game of hold'em, by way of those it knows."""

    games = ("limit-*", "nolimit-*", "potlimit-*", "cash-*")

    def __init__(self, name: str, seed: int | None = None, pot: float = 1.0) -> None:
        if not 0 < pot <= 10:
            raise AgentError(f"a raise of {pot} pots is none: give pot more than 0, at most 10")
        self.agent = make_agent(name, **({} if seed is None else {"seed": seed}))
        self.name = name
        self.pot = pot

    @property
    def remembers(self) -> bool:
        """Whether the agent keeps anything from hand to hand."""
        return getattr(self.agent, "remembers", False) is True

    def act(self, view: View) -> Decision:
        """Return what the agent does in the hand that is most like this one."""
        if self._knows(view.game):
            return self.agent.act(view)
        game = game_played_as(self.name, self.agent, view.game)
        translated = translate(view, game)
        if not translated.waits:
            why = f"no hand of {game} is like this one"
            return Decision(view.legal.passive, {"adapted": why})
        decision = self.agent.act(translated.hand.view(translated.seat))
        action = translate_action(view, translated, decision.action, self.pot)
        adapted: dict[str, Reason] = {
            "game": str(game),
            "seat": translated.seat,
            "said": str(decision.action),
        }
        return Decision(action, {"adapted": adapted, **decision.reasons})

    def observe(self, view: View) -> None:
        """Show the agent the end of the hand, translated like the rest of it."""
        if not isinstance(self.agent, Observer):
            return
        if self._knows(view.game):
            self.agent.observe(view)
            return
        translated = translate(view, game_played_as(self.name, self.agent, view.game))
        if translated.hand.over:
            self.agent.observe(translated.hand.view(translated.seat))

    def close(self) -> None:
        """Close a program that the agent has started."""
        dismiss(self.agent)

    def put_aside(self) -> None:
        """Put the agent's program aside, if it has one."""
        dismiss(self.agent, reusable=True)

    def _knows(self, game: Game) -> bool:
        """Return whether it plays the game as it is, by its name or as one of its kind."""
        if any(plays(self.agent, name) for name in playable_names(game)):
            return True
        if game.structure == "fixed-limit":
            return False  # its bets are others
        target = game_played_as(self.name, self.agent, game)
        return (target.structure, target.seats) == (game.structure, game.seats)


def game_played_as(name: str, agent: object, game: Game) -> Game:
    """Return the game that an agent takes another for.

    It is of the same kind, and for as many players, if the agent plays such a game.
    """
    same = _SAME_KIND.get(game.structure, _SAME_KIND["no-limit"])
    other = _OTHER_KIND.get(game.structure, ("limit",))
    for kinds in (same, other):
        for seats in (game.seats, 2):
            for kind in kinds:
                if plays(agent, f"{kind}-{seats}p"):
                    return Game.named(f"{kind}-{seats}p")
    raise AgentError(f"{name!r} cannot be adapted to {game}: it plays no hold'em")
