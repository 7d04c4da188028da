"""Games as plain data, so that a kept hand can be replayed whatever the registry says by then."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from fivebet.game import Game
from fivebet.game.rules import RuleBook

__all__ = ["game_of", "plain_game"]


def plain_game(game: Game) -> dict[str, Any]:
    """A game as JSON has it.

    >>> game_of(plain_game(Game.named("cash-6p"))) == Game.named("cash-6p")
    True
    """
    told: dict[str, Any] = {
        each.name: getattr(game, each.name) for each in fields(game) if each.init
    }
    rules = {each.name: getattr(game.rules, each.name) for each in fields(RuleBook)}
    plain = {key: list(value) if isinstance(value, tuple) else value for key, value in told.items()}
    return plain | {"rules": rules}


def game_of(plain: Mapping[str, Any]) -> Game:
    """The way back."""
    told: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in plain.items()
    }
    return Game(**told | {"rules": RuleBook(**plain["rules"])})
