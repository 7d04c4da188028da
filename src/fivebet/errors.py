"""All errors, as one tree.

FivebetError (a ValueError)
├── CardError      a card, a set of cards or a board that cannot be
├── RangeError     a range that cannot be read or holds nothing
├── EquityError    a question about equity or strength that has no answer
├── GameError      a game, a table or a hand's setting that cannot be played
├── ActionError    an action or a question that the state of the hand does not allow
├── AgentError     a name or a file that seats no agent
│   └── SeatError  an agent or a program that fails to answer (in agents.failures)
├── FormatError    a text that is no hand, game, log or planning domain of its format
├── PlanningError  a planning domain, a problem or a question about plans that has no answer
├── SolvingError   a spot, a tree or a file of one that cannot be solved
├── StoppingError  a rule to stop a run by that cannot be read (in arena.stopping)
├── StoreError     a database that cannot be opened, read or written
├── ClusterError   machines that cannot be reached, or were lost
└── ServerError    a card room that cannot be opened, or cannot do what is asked

Every message quotes what was given and says what is accepted.
"""


class FivebetError(ValueError):
    """Something given to Fivebet that it cannot take."""


class CardError(FivebetError):
    """A card, a set of cards or a board that cannot be."""


class RangeError(FivebetError):
    """A range that cannot be read or holds nothing."""


class EquityError(FivebetError):
    """A question about equity or strength that has no answer."""


class GameError(FivebetError):
    """A game, a table or a hand's setting that cannot be played."""


class ActionError(FivebetError):
    """An action or a question that the state of the hand does not allow."""


class AgentError(FivebetError):
    """A name or a file that seats no agent."""


class PlanningError(FivebetError):
    """A planning domain, a problem or a question about plans that has no answer."""


class SolvingError(FivebetError):
    """A spot, a tree or a file of one that cannot be solved."""


class FormatError(FivebetError):
    """A text that is no hand, game or log of its format, and where it goes wrong."""

    def __init__(
        self,
        what: str,
        source: str = "",
        line: int = 1,
        column: int = 1,
        *,
        kind: str = "malformed",
    ) -> None:
        super().__init__(what, source, line, column)
        self.kind = kind
        """The kind of what is wrong, as `fivebet.formats.complaints` lists them."""
        self.what = what
        self.source = source
        self.line = line
        self.column = column

    def __str__(self) -> str:
        if not self.source:
            return self.what
        return f"{self.source}:{self.line}:{self.column}: {self.what}"


class StoreError(FivebetError):
    """A database that cannot be opened, read or written."""


class ClusterError(FivebetError):
    """Machines that cannot be reached, or were lost in mid-run."""


class ServerError(FivebetError):
    """A card room that cannot be opened, or cannot do what is asked."""
