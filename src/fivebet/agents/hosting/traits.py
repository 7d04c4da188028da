"""What agents say of themselves; those who host them need no more to know of each other."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from fivebet.agents.hosting.options import Option


@dataclass(frozen=True, slots=True)
class AgentTraits:
    """What an agent says of itself, known without letting it play."""

    games: tuple[str, ...] = ("*",)
    """Patterns of the names of games that it plays."""
    remembers: bool = False
    """Whether it keeps anything from hand to hand."""
    states_policy: bool = False
    """Whether it can state its probabilities for all hole cards."""
    maker: Callable[..., object] | None = None
    """Its class, if it sits in this process as it is."""
    options: Mapping[str, Option] = field(default_factory=dict)
    """The options that its name gives."""
    made_for: tuple[str, ...] = ()
    """Patterns of those of its games that it was made for; none: all."""
