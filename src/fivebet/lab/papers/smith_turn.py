"""Smith, section 5.1: what every action of one turn is worth, by pot and by opponents."""

import numpy as np

from fivebet.agents.players.planner.functions import PlanningContext, poker_functions
from fivebet.agents.players.planner.situation import Situation, domain_named
from fivebet.lab.papers.reproduction import Claim, Figure, holds, line_chart
from fivebet.planning import Planner, attitude

ALPHA = 0.05
"""The exponent of utility, in chips; figures 4.2 and 4.3 show several, chapter 5 names none."""
STACK = 200.0
POTS = np.arange(10.0, 101.0, 10.0)
SIZES = ("small", "med", "big")


def _situation(pot: float, opponents: int) -> Situation:
    """Return a turn in one of the middle streets with 10 chips to call."""
    return Situation(
        street=2,
        position=3,
        opponents=opponents,
        stack=STACK,
        pot=pot,
        call=10.0,
        min_raise=10.0,
        may_raise=True,
        small_blind=1.0,
        big_blind=2.0,
        cards=(0.0,) * 7,
    )


def one_turn_utilities(who: str, pot: float, opponents: int) -> dict[str, float]:
    """Return the expected utility of every action of a turn."""
    planner = Planner(domain_named("one-turn"), poker_functions(PlanningContext()))
    problem = _situation(pot, opponents).problem("one-turn")
    plans = planner.plans(problem, None, utility=attitude(who, ALPHA)).plans
    return {
        action_name(plan.steps[-1].name, plan.steps[-1].arguments): plan.utility for plan in plans
    }


def action_name(name: str, arguments: tuple[object, ...]) -> str:
    """Return the name of a decision in table 5.1, where raises are named by their size."""
    names = {"!fold": "fold", "!check": "check", "!call_bet": "call"}
    return names.get(name) or str(arguments[0])


def one_turn() -> tuple[list[Claim], list[Figure]]:
    """Compute figures 5.1 to 5.4, and test what the text says of them."""
    attitudes = ("seeking", "averse")
    by_pot = {who: [one_turn_utilities(who, float(pot), 4) for pot in POTS] for who in attitudes}
    by_opponents = {
        who: [one_turn_utilities(who, 50.0, n) for n in range(1, 8)] for who in attitudes
    }
    best_raise = {
        who: [max(each[size] for size in SIZES if size in each) for each in rows]
        for who, rows in by_pot.items()
    }
    rises = np.diff(best_raise["seeking"])
    falls = np.diff(best_raise["averse"])
    small_best = [_best_size(each) == "small" for each in by_opponents["seeking"]]
    folds = [max(each, key=lambda key: each[key]) == "fold" for each in by_pot["averse"]]
    prefers = [
        raised > each["fold"]
        for raised, each in zip(best_raise["seeking"], by_pot["seeking"], strict=True)
    ]
    flat = all(
        abs(each[action] - by_pot[who][0][action]) < 1e-12
        for who in by_pot
        for each in by_pot[who]
        for action in ("fold", "call")
    )
    below = all(each[size] < 0 for each in by_opponents["averse"] for size in SIZES if size in each)
    claims = [
        holds(
            "5.1 folding and calling do not change with the pot",
            "both constant",
            flat,
            "constant" if flat else "not constant",
        ),
        holds(
            "5.1 raising gains with the pot for the seeking agent",
            "rises",
            bool((rises > 0).all()),
            f"rises at {int((rises > 0).sum())} of {len(rises)} steps",
        ),
        holds(
            "5.1 the seeking agent prefers raising even in small pots",
            "always",
            all(prefers),
            f"{sum(prefers)} of {len(prefers)} pots",
        ),
        holds(
            "5.2 raising falls with the pot for the averse agent",
            "falls",
            bool((falls < 0).all()),
            f"falls at {int((falls < 0).sum())} of {len(falls)} steps",
        ),
        holds(
            "5.2 the averse agent always folds to a bet",
            "always",
            all(folds),
            f"{sum(folds)} of {len(folds)} pots",
        ),
        holds(
            "5.3 the small raise is always the seeking agent's best",
            "always",
            all(small_best),
            f"for {sum(small_best)} of {len(small_best)} numbers of opponents",
        ),
        holds(
            "5.3 the small raise has a positive utility against seven",
            "positive",
            by_opponents["seeking"][6]["small"] > 0,
            f"{by_opponents['seeking'][6]['small']:.4g}",
        ),
        holds(
            "5.4 every raise is below zero for the averse agent",
            "all",
            below,
            "all" if below else "not all",
        ),
    ]
    figures = [
        *(_pot_chart(1 + i, who, by_pot[who], best_raise[who]) for i, who in enumerate(attitudes)),
        *(_opponents_chart(3 + i, who, by_opponents[who]) for i, who in enumerate(attitudes)),
    ]
    return claims, figures


def _best_size(utilities: dict[str, float]) -> str:
    return max((size for size in SIZES if size in utilities), key=lambda size: utilities[size])


def _pot_chart(number: int, who: str, rows: list[dict[str, float]], raises: list[float]) -> Figure:
    curves = {action: (POTS, [row[action] for row in rows]) for action in ("fold", "call")}
    curves["best raise"] = (POTS, raises)
    labels = ("pot", "expected utility")
    return line_chart(f"figure-5-{number}", f"Utilities of actions, {who}", curves, labels)


def _opponents_chart(number: int, who: str, rows: list[dict[str, float]]) -> Figure:
    numbers = range(1, 8)
    curves = {size: (numbers, [row.get(size, np.nan) for row in rows]) for size in SIZES}
    labels = ("opponents", "expected utility")
    return line_chart(f"figure-5-{number}", f"Utilities of raises, {who}", curves, labels, level=0)
