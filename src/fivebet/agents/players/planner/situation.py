"""A seat's view of the table as the state of a planning problem, and steps as actions."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import local

from fivebet.agents.players.planner.functions import (
    SLOTS,
    PlanningContext,
    card_number,
    poker_functions,
)
from fivebet.errors import AgentError
from fivebet.game.action import FOLD, Action, raise_to
from fivebet.game.view import View
from fivebet.planning import Domain, Planner, Problem, read_domain
from fivebet.planning.language import Task, TaskList
from fivebet.planning.plan import Step

DOMAINS = ("one-turn", "whole-round")
DECISIONS = frozenset({"!fold", "!check", "!call_bet", "!raise"})

_NOT_DRAWN = -1.0
"""A card that may be any: the chance to win is taken over all of them."""
_PLAY_ROUND = TaskList((Task("play_round", ()),))


@cache
def domain_named(name: str) -> Domain:
    """Read one of the poker domains, which are files beside this one."""
    return read_domain(Path(__file__).parent / "domains" / f"{name}.htn")


_COMPILED = local()


def compiled(name: str) -> tuple[Planner, PlanningContext]:
    """Return a poker domain's planner and the context that its functions use.

    There is one in each thread: whoever asks it sets the luck first.
    """
    planners: dict[str, tuple[Planner, PlanningContext]] = _COMPILED.__dict__
    if name not in planners:
        luck = PlanningContext()
        planners[name] = Planner(domain_named(name), poker_functions(luck)), luck
    return planners[name]


@dataclass(frozen=True, slots=True)
class Situation:
    """What a plan needs to know of the table when it is our turn."""

    street: int
    """The street, from 1 (before the flop) to 4 (the river)."""
    position: int
    opponents: int
    stack: float
    pot: float
    call: float
    min_raise: float
    may_raise: bool
    small_blind: float
    big_blind: float
    cards: tuple[float, ...]
    """The cards by slot; 0 is a card that is not known."""
    posted: bool = True
    aggression: float = 0.05
    """The chance that an opponent raises; the thesis fixes 1 - 0.95."""
    enemy_bet: float = 1.0
    """What an opponent bets, in parts of the pot; the thesis says all of it."""
    last_on: tuple[int, ...] | None = None
    """The streets that our check or call ends; None for the thesis, which does not ask."""
    drawing: bool = True
    """Whether plans draw the cards that are not known."""

    @classmethod
    def of(
        cls,
        view: View,
        aggression: float,
        enemy_bet: float = 1.0,
        turns: bool = False,
        drawing: bool = True,
    ) -> "Situation":
        """Return the situation of the seat to act."""
        if len(view.cards) != 2 or view.game.rounds != 4:
            raise AgentError(f"the planner plays hold'em with four streets, not {view.game}")
        legal, seat = view.legal, view.seat
        level = view.bets[seat] + legal.call
        others = [other for other in view.active if other != seat]
        # Nobody can win more from us than they have themselves.
        reach = max(float(view.stacks[other]) + view.bets[other] for other in others)
        stack = min(float(view.stack), max(reach - view.bets[seat], float(legal.call)))
        blinds = sorted(blind for blind in view.game.blinds if blind)
        cards = [*view.cards, *view.board]
        return cls(
            street=view.street + 1,
            position=seat + 1,
            opponents=len(others),
            stack=stack,
            pot=float(view.pot),
            call=float(min(legal.call, stack)),
            min_raise=float(max(legal.min_raise - level, 1) if legal.can_raise else blinds[-1]),
            may_raise=legal.can_raise,
            small_blind=float(blinds[0]),
            big_blind=float(view.game.big_blind),
            cards=tuple(card_number(card) for card in cards) + (0.0,) * (7 - len(cards)),
            aggression=aggression,
            enemy_bet=enemy_bet,
            last_on=streets_we_end(view) if turns else None,
            drawing=drawing,
        )

    @property
    def known(self) -> dict[str, float]:
        """The cards that are seen, by slot."""
        return {slot: card for slot, card in zip(SLOTS, self.cards, strict=True) if card}

    def problem(self, domain: str) -> Problem:
        """Return the planning problem of playing on from here."""
        numbers = {
            "current-street": self.street,
            "position": self.position,
            "number-of-opponents": self.opponents,
            "stack": self.stack,
            "pot": self.pot,
            "amount-to-call": self.call,
            "min-raise": self.min_raise,
            "small-blind": self.small_blind,
            "big-blind": self.big_blind,
            "enemy-aggression": self.aggression,
            "enemy-bet": self.enemy_bet,
            "range": 1.0,
        }
        facts: list[tuple[str, tuple[str | float, ...]]] = [("playing", ())]
        facts += [("blinds-posted", ())] if self.posted else []
        facts += [("may-raise", ())] if self.may_raise else []
        facts += [(name, (float(number),)) for name, number in numbers.items()]
        if self.last_on is not None:
            facts += [("turns-known", ()), *(("last-on", (float(each),)) for each in self.last_on)]
        unknown = 0.0 if self.drawing else _NOT_DRAWN
        facts += [
            ("card", (slot, card or unknown)) for slot, card in zip(SLOTS, self.cards, strict=True)
        ]
        return Problem("hand", domain, tuple(facts), _PLAY_ROUND)

    def listing_problem(self, domain: str) -> Problem:
        """Return the problem in the words of the listings as they are printed."""
        numbers: dict[str, float] = {
            "current-street": self.street,
            "position": self.position,
            "numberofplayers": self.opponents,
            "stack": self.stack,
            "pot": self.pot,
            "amount-to-call": self.call,
            "small-blind": self.small_blind,
            "big-blind": self.big_blind,
            "enemy-aggression": self.aggression,
        }
        names = ("card1", "card2", *(f"communitycard{n}" for n in range(1, 6)))
        numbers |= dict(zip(names, self.cards, strict=True))
        facts = [("playing", ()), *((name, (float(each),)) for name, each in numbers.items())]
        return Problem("hand", domain, tuple(facts), _PLAY_ROUND)


def streets_we_end(view: View) -> tuple[int, ...]:
    """Return the streets, from 1, that end if we check or call on them.

    On this one that is so when everybody else has acted since the last raise, on later
    ones when we sit last.
    """
    others = {seat for seat in view.active if seat != view.seat and view.stacks[seat] > 0}
    to_act = set(others)
    for move in view.moves:
        if move.street == view.street:
            if move.action.kind in ("bet", "raise"):
                to_act = set(others)
            to_act.discard(move.seat)
    later = range(view.street + 2, 5) if all(seat < view.seat for seat in others) else ()
    return (*(() if to_act else (view.street + 1,)), *later)


def is_decision(step: Step) -> bool:
    """Return whether a step is a player's decision, and not something that happens."""
    return step.name in DECISIONS


def as_action(step: Step, view: View) -> Action:
    """Return a step as an action that is legal now."""
    legal = view.legal
    match step.name:
        case "!fold":
            return FOLD if legal.call else legal.passive
        case "!raise" if legal.can_raise:
            size, more = step.arguments
            if size == "all-in" or not isinstance(more, float):
                return raise_to(legal.max_raise)
            wanted = round(view.bets[view.seat] + legal.call + more)
            return raise_to(min(max(wanted, legal.min_raise), legal.max_raise))
    return legal.passive
