"""What can go wrong, as one tree.

FivebetError (a ValueError)
├── CardError      a card, a set of cards or a board that cannot be
├── RangeError     a range that cannot be read or holds nothing
├── EquityError    a question about equity or strength that has no answer
├── GameError      a game, a table or a hand's setting that cannot be played
├── ActionError    an action or a question that the state of the hand does not allow
├── AgentError     a name or a file that seats no agent
└── FormatError    a file or text that cannot be read as what it claims to be

Every message quotes what was given and says what is accepted.
"""

__all__ = [
    "ActionError",
    "AgentError",
    "CardError",
    "EquityError",
    "FivebetError",
    "FormatError",
    "GameError",
    "RangeError",
]


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


class FormatError(FivebetError):
    """A file or text that cannot be read as what it claims to be."""
