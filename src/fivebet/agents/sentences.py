"""Why an agent has acted, in one sentence that a player understands.

    >>> from fivebet.game.action import CALL
    >>> explain(CALL, {"equity": 0.42, "price": 0.31})
    'Calls: wins 42 % of the time and needs 31 %.'

Reasons are plain data (`fivebet.game.agent.Decision`), and agents of one kind give reasons of one
shape: that shape, not the agent's name, says how they are put into words. Where no shape is known,
as of a stranger's agent, the sentence names the action alone.
"""

from collections.abc import Callable, Mapping
from numbers import Real
from typing import Any

from fivebet.game.action import Action

_VERBS = {"fold": "Folds", "check": "Checks", "call": "Calls", "bet": "Bets", "raise": "Raises to"}
_DOES = {"fold": "folds", "check": "checks", "call": "calls", "bet": "bets", "raise": "raises to"}
_MOST_LIKELY = 3
"""The actions of a mixed strategy that a sentence names."""
_LEAST_GAIN = 0.05
"""The big blinds from which on a gain is worth a word."""

Reasons = Mapping[str, Any]


def explain(action: Action, reasons: Reasons) -> str:
    """Return what was done, and why if the reasons are of a known shape."""
    done = action_words(action)
    for explain_shape in _SHAPES:
        try:
            why = explain_shape(action, reasons)
        except (KeyError, TypeError, ValueError, OverflowError, AttributeError):
            continue  # a stranger's reasons may look like ours and be something else
        if why:
            return f"{done}: {why}."
    return f"{done}."


def action_words(action: Action) -> str:
    """Return what was done: "Raises to 300"."""
    verb = _VERBS[action.kind]
    return f"{verb} {action.to:,}" if action.to else verb.removesuffix(" to")


def _explain_odds(_: Action, reasons: Reasons) -> str:
    """Explain an equity beside the price of a call, as PotOdds of the tutorial gives them."""
    equity, price = _share(reasons["equity"]), _share(reasons["price"])
    return f"wins {equity} of the time" + (f" and needs {price}" if reasons["price"] else "")


def _explain_rules(action: Action, reasons: Reasons) -> str:
    """Explain the rules by strength: tight, loose, maniac, station, timid, fair and drawn ones."""
    needed = reasons["pot odds"]
    _share(needed)
    hand = f"its hand is better than {_share(reasons['strength'])} of all hands"
    if action.kind in ("bet", "raise"):
        often = reasons.get("raises", 1.0)
        return f"{hand}, and it raises such hands {_share(often)} of the time"
    if action.kind == "check":
        bets = reasons.get("value bets from")
        return f"{hand}, and it bets from {_share(bets)} on" if bets else hand
    from_ = reasons.get("folds below") or needed
    return f"{hand}, and it needs {_share(from_)} at this price"


def _explain_simulations(action: Action, reasons: Reasons) -> str:
    """Explain the simulated values of AKI-RealBot, in small bets."""
    values = {
        kind: _value(reasons["expected"][kind])
        for kind in ("fold", "call", "raise")
        if kind in reasons["expected"]
    }
    kind = {"check": "call", "bet": "raise"}.get(action.kind, action.kind)
    others = [f"{each} {value:+.1f}" for each, value in values.items() if each != kind]
    simulations = f"{int(reasons['simulations']):,} simulations"
    return f"in {simulations} it comes to {values[kind]:+.1f} small bets, {', '.join(others)}"


def _explain_equilibrium(_: Action, reasons: Reasons) -> str:
    """Explain what the equilibrium of limit hold'em does with a hand."""
    raises, folds = reasons["raise"], reasons["fold"]
    int(reasons["bucket sequence"])
    calls = max(0.0, 1 - raises - folds)
    return (
        f"in equilibrium such a hand raises {_share(raises)} of the time, "
        f"calls {_share(calls)} and folds {_share(folds)}"
    )


def _explain_rule_book(_: Action, reasons: Reasons) -> str:
    """Explain the unit of PLICAS that has decided, and its triple."""
    triple = reasons["triple"]
    unit = {"bluff": "it bluffs"}.get(reasons["unit"], f"its {reasons['unit']} decide")
    seen = reasons["opponent"]["hands"]
    known = f", after {seen:,} hands with this opponent" if seen else ""
    chances = ", ".join(f"{kind} {_share(triple[kind])}" for kind in ("raise", "call", "fold"))
    return f"{unit}: {chances}{known}"


def _explain_plan(_: Action, reasons: Reasons) -> str:
    """Explain the worth of the planner's best plan, and of the next best."""
    step, options = reasons["step"], reasons["options"]
    worth = _value(reasons["certainty equivalent"])
    attitude = {"averse": ", as it shuns risk", "seeking": ", as it seeks risk"}
    why = f"its plan is worth {worth:+,.0f} chips{attitude.get(reasons['attitude'], '')}"
    others = {each: _value(value) for each, value in options.items() if each != step}
    if not others:
        return why
    best = max(others, key=lambda each: others[each])
    return f"{why}, and the next best ({_step_words(best)}) {others[best]:+,.0f}"


def _explain_network(_: Action, reasons: Reasons) -> str:
    """Explain the outputs of an evolved network."""
    outputs = ", ".join(f"{kind} {_share(reasons[kind])}" for kind in ("fold", "call", "raise"))
    return f"with a strength of {_share(reasons['strength'])} its network says {outputs}"


def _explain_draw(_: Action, reasons: Reasons) -> str:
    """Explain a draw among actions."""
    return f"drawn at random, with a chance of {_share(reasons['probability'])}"


def _explain_exploiting(action: Action, reasons: Reasons) -> str:
    """Explain an answer to a model of the opponent, beside the equilibrium."""
    likely, chance = next(iter(reasons["believes"]["plays like"].items()))
    known = f"the opponent plays like {likely} ({_share(chance)})"
    if "expected gain" not in reasons:  # what the equilibrium does is not known at once
        worth = _value(reasons["expected big blinds"][str(action)])
        return f"{known}, and this wins {worth:+,.1f} big blinds on average"
    gain = _value(reasons["expected gain"])
    if abs(gain) < _LEAST_GAIN:
        return f"{known}, and the equilibrium does as well"
    usual = _named_chances(reasons["in equilibrium"])
    return (
        f"{known}, and this wins {gain:+,.1f} big blinds more than the equilibrium, which {usual}"
    )


def _explain_mix(action: Action, reasons: Reasons) -> str:
    """Explain a mixed strategy: actions in words, with their probabilities."""
    chances = {
        each: float(chance)
        for each, chance in reasons.items()
        if each.partition(" ")[0] in _VERBS and not isinstance(chance, str | Mapping)
    }
    mine = chances.pop(str(action))
    if any(not 0 <= chance <= 1 for chance in (mine, *chances.values())):
        return ""
    named, often = _named_chances(chances), f"it does so {_share(mine)} of the time here"
    return f"{often}, and {named}" if named else often


def _named_chances(chances: Mapping[str, Any]) -> str:
    """Return the likeliest actions in words: "checks 60 %, raises to 300 40 %"."""
    likely = sorted((-float(chance), each) for each, chance in chances.items() if chance >= 0.005)
    named = [f"{_in_third_person(each)} {_share(-chance)}" for chance, each in likely]
    return ", ".join(named[:_MOST_LIKELY])


_SHAPES: tuple[Callable[[Action, Reasons], str], ...] = (
    _explain_odds,
    _explain_rules,
    _explain_simulations,
    _explain_equilibrium,
    _explain_rule_book,
    _explain_plan,
    _explain_network,
    _explain_draw,
    _explain_exploiting,
    _explain_mix,
)


def _share(value: object) -> str:
    """Return a share in percent, or raise an error if it is none.

    >>> _share(0.416)
    '42 %'
    """
    if not isinstance(value, Real) or not 0 <= (share := float(value)) <= 1:
        raise ValueError(f"{value!r} is no share")
    return f"{100 * share:.0f} %"


def _value(value: Any) -> float:
    """Return a value, which may come with its error."""
    return float(value["value"] if isinstance(value, Mapping) else value)


def _in_third_person(action: str) -> str:
    kind, _, rest = action.partition(" ")
    to = rest.removeprefix("to ")
    return f"{_DOES[kind]} {int(to):,}" if to else _DOES[kind].removesuffix(" to")


def _step_words(step: str) -> str:
    """Return a step of a plan in words.

    >>> _step_words("(!raise med 200.0)"), _step_words("(!check)")
    ('raise med', 'check')
    """
    words = step.strip("()!").split()
    return " ".join(word for word in words if not word.replace(".", "").isdigit())
