"""Games, hands in progress, views of one seat, records and the agent protocol."""

from fivebet.game.action import CALL, CHECK, FOLD, Action, Legal, Move, bet, raise_to
from fivebet.game.agent import Agent, Decision, Observer, PolicyAgent, play
from fivebet.game.game import Game
from fivebet.game.hand import Hand
from fivebet.game.record import HandRecord
from fivebet.game.rules import ACPC, TDA, RuleBook
from fivebet.game.view import View

__all__ = [
    "ACPC",
    "CALL",
    "CHECK",
    "FOLD",
    "TDA",
    "Action",
    "Agent",
    "Decision",
    "Game",
    "Hand",
    "HandRecord",
    "Legal",
    "Move",
    "Observer",
    "PolicyAgent",
    "RuleBook",
    "View",
    "bet",
    "play",
    "raise_to",
]
