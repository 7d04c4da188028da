"""Fivebet: five published poker agents, and the arena, solver and card room around them.

Names are imported when they are first used, so that `import fivebet` itself takes no time.
"""

from importlib import import_module

TYPE_CHECKING = False  # as typing's, whose import would take half of the time
if TYPE_CHECKING:
    from fivebet.agents.hosting.registry import make_agent
    from fivebet.api import play_league, play_match
    from fivebet.arena.league_table import LeagueTable
    from fivebet.arena.results import MatchResult
    from fivebet.cards import DECK, Card, CardSet
    from fivebet.cards.batch import equity_many, strength_many
    from fivebet.cards.equity import Equity, equity
    from fivebet.cards.evaluator import (
        Category,
        best_five,
        category,
        describe,
        evaluate,
        evaluate_many,
        evaluate_on_boards,
    )
    from fivebet.cards.ranges import Range
    from fivebet.cards.strength import Strength, strength
    from fivebet.errors import CardError, EquityError, FivebetError, RangeError
    from fivebet.game import (
        CALL,
        CHECK,
        FOLD,
        Action,
        Agent,
        Decision,
        Game,
        Hand,
        HandRecord,
        View,
        bet,
        play,
        raise_to,
    )
    from fivebet.solving import Solution, Spot, Tree, solve, solve_many
    from fivebet.streams import Stream

__version__ = "0.1.0"

_MODULES = {
    "fivebet.agents.hosting.registry": "make_agent",
    "fivebet.api": "play_league play_match",
    "fivebet.arena.league_table": "LeagueTable",
    "fivebet.arena.results": "MatchResult",
    "fivebet.cards": "DECK Card CardSet",
    "fivebet.cards.batch": "equity_many strength_many",
    "fivebet.cards.equity": "Equity equity",
    "fivebet.cards.evaluator": "Category best_five category describe evaluate evaluate_many "
    "evaluate_on_boards",
    "fivebet.cards.ranges": "Range",
    "fivebet.cards.strength": "Strength strength",
    "fivebet.errors": "CardError EquityError FivebetError RangeError",
    "fivebet.game": "CALL CHECK FOLD Action Agent Decision Game Hand HandRecord View bet play "
    "raise_to",
    "fivebet.solving": "Solution Spot Tree solve solve_many",
    "fivebet.streams": "Stream",
}
_HOMES = {name: module for module, names in _MODULES.items() for name in names.split()}

__all__ = [
    "CALL",
    "CHECK",
    "DECK",
    "FOLD",
    "Action",
    "Agent",
    "Card",
    "CardError",
    "CardSet",
    "Category",
    "Decision",
    "Equity",
    "EquityError",
    "FivebetError",
    "Game",
    "Hand",
    "HandRecord",
    "LeagueTable",
    "MatchResult",
    "Range",
    "RangeError",
    "Solution",
    "Spot",
    "Stream",
    "Strength",
    "Tree",
    "View",
    "best_five",
    "bet",
    "category",
    "describe",
    "equity",
    "equity_many",
    "evaluate",
    "evaluate_many",
    "evaluate_on_boards",
    "make_agent",
    "play",
    "play_league",
    "play_match",
    "raise_to",
    "solve",
    "solve_many",
    "strength",
    "strength_many",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
