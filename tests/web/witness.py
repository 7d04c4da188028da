"""Which cards a text names: the eyes of the secrecy tests."""

import re
from collections.abc import Iterator
from typing import Any

from fivebet.game import Hand

CARD = re.compile(r"[2-9TJQKA][shdc]")
RUN_TOGETHER = re.compile(rf"(?<![0-9A-Za-z])(?:{CARD.pattern})+(?![0-9A-Za-z])")
HIDDEN_ON_PURPOSE = {"commitments", "salt", "seeds"}


def texts(value: Any) -> Iterator[str]:
    """All texts of a message but digests, salts and seeds, which look like anything."""
    if isinstance(value, dict):
        for key, each in value.items():
            if key not in HIDDEN_ON_PURPOSE:
                yield from texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from texts(each)
    elif isinstance(value, str):
        yield value


def cards_in(data: Any) -> set[str]:
    """Cards that a message or a text names, alone or run together like AsKd."""
    return {
        card
        for text in texts(data)
        for word in RUN_TOGETHER.findall(text)
        for card in CARD.findall(word)
    }


def may_know(hand: Hand, players: tuple[int, ...], known: set[int]) -> set[str]:
    """The board, the cards of players whom the receiver knows, and what the rules show."""
    cards = set(map(str, hand.board))
    for seat, player in enumerate(players):
        if player in known or (hand.over and seat in hand.shown):
            cards.update(map(str, hand.hole(seat) or ()))
    return cards
