"""The rule models of `rlcard` (Zha et al., 2019) at our tables, as opponents.

Of its models that need no training, `limit-holdem-rule-v1` plays hold'em. Where a model
would give up a hand that costs nothing to keep, it checks: our tables do not let players
fold then.
"""

from importlib import import_module
from typing import Any, ClassVar

from fivebet.cards import Card
from fivebet.errors import AgentError
from fivebet.game.action import FOLD, raise_to
from fivebet.game.agent import Decision
from fivebet.game.view import View

_HOLDEM = "limit-holdem-"


class RlcardModel:
    """A rule model of rlcard by its name there."""

    games: ClassVar[tuple[str, ...]] = ("limit-*",)

    def __init__(self, model: str) -> None:
        if not model.startswith(_HOLDEM):
            raise AgentError(f"rlcard::{model} does not play hold'em: give a model {_HOLDEM}…")
        try:
            models = import_module("rlcard.models")
        except ImportError as error:
            raise AgentError(
                f"rlcard::{model} needs the package rlcard: pip install 'fivebet[rlcard]'"
            ) from error
        try:
            self._model: Any = models.load(model).agents[0]
        except ValueError as error:
            raise AgentError(f"rlcard has no model {model!r}: {error}") from error

    def act(self, view: View) -> Decision:
        """Return what the model does, in our words."""
        legal = view.legal
        names = ["fold", "call" if legal.call else "check"]
        names += ["raise"] if legal.can_raise else []
        seen = {
            "hand": [_card(card) for card in view.cards],
            "public_cards": [_card(card) for card in view.board],
            "legal_actions": names,
        }
        chosen, _ = self._model.eval_step({"raw_obs": seen, "raw_legal_actions": names})
        action = legal.passive
        if chosen == "raise" and legal.can_raise:
            action = raise_to(legal.min_raise)
        elif chosen == "fold" and legal.call:
            action = FOLD
        return Decision(action, {"rlcard": chosen})


def _card(card: Card) -> str:
    """Return a card as rlcard writes it: the suit first, like SA."""
    text = str(card)
    return f"{text[1].upper()}{text[0]}"
