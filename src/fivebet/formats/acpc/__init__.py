"""The Annual Computer Poker Competition's files: game definitions, states, match logs."""

from fivebet.formats.acpc.gamefile import find_game, game_text, parse_game, read_game
from fivebet.formats.acpc.matchlog import (
    LogProblem,
    MatchLog,
    log_text,
    looks_like_log,
    parse_log,
    read_log,
)
from fivebet.formats.acpc.states import MatchState, match_state, parse_match_state

__all__ = [
    "LogProblem",
    "MatchLog",
    "MatchState",
    "find_game",
    "game_text",
    "log_text",
    "looks_like_log",
    "match_state",
    "parse_game",
    "parse_log",
    "parse_match_state",
    "read_game",
    "read_log",
]
