"""The kinds of complaints about hands and logs in files, by which they are counted."""

from enum import StrEnum


class ComplaintKind(StrEnum):
    """What is wrong with a hand, a log or a file."""

    # What cannot be read.
    UNKNOWN_FORMAT = "unknown-format"
    OTHER_ROOM = "other-room"
    """A hand history of another room, or another kind of file."""
    OTHER_GAME = "other-game"
    """Omaha, stud or another game that is not hold'em."""
    OTHER_LANGUAGE = "other-language"
    CUT_OFF = "cut-off"
    """The end of a hand is missing."""
    CANCELLED = "cancelled"
    RUN_TWICE = "run-twice"
    MALFORMED = "malformed"
    """A line or a field that makes no sense."""

    # What did not happen as the file says.
    TURN = "turn"
    """Somebody acts out of turn, on another street or after the end."""
    ACTION = "action"
    """An action that is against the rules."""
    AMOUNT = "amount"
    """A bet, call or raise of another amount."""
    UNFINISHED = "unfinished"
    BOARD = "board"
    RETURNED_BET = "returned-bet"
    POT = "pot"
    WINNINGS = "winnings"
    STACK = "stack"

    # Of match logs.
    TOTALS = "totals"
    PLAYERS = "players"
    HANDS = "hands"
    """Another number of hands than announced, or lines after the end."""
    ABORTED = "aborted"
    """The match was not played to its end."""
