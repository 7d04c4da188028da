"""The players by rules written out once more, for one hand and one draw at a time."""

from fivebet.agents.players.rule_players import RuleStyle
from fivebet.cards import Card
from fivebet.cards.class_orders import class_order
from fivebet.cards.combos import CLASS_OF_COMBO, CLASS_SIZES, combo_index
from fivebet.cards.strength import immediate_strength
from fivebet.game import FOLD, Action, View, raise_to

STYLES = {
    "tight": RuleStyle(enter=0.7, call=0.1, bet=0.72, aggression=0.9, bluff=0.03),
    "loose": RuleStyle(enter=0.25, call=-0.1, bet=0.9, aggression=0.4, bluff=0.01),
    "maniac": RuleStyle(enter=0.1, call=-0.2, bet=0.4, aggression=0.9, bluff=0.35),
    "station": RuleStyle(enter=0.0, call=-1.0, bet=0.97, aggression=0.3, bluff=0.0),
    "timid": RuleStyle(enter=0.1, call=0.45, bet=0.9, aggression=0.5, bluff=0.0),
}


def slow_strength(cards: tuple[Card, ...], view: View) -> float:
    opponents = len(view.active) - 1
    if view.board:
        return float(immediate_strength(cards, view.board) ** opponents)
    mine = CLASS_OF_COMBO[combo_index(*cards)]
    order = class_order("three-random")
    worse = sum(int(CLASS_SIZES[each]) for each in order[order.index(int(mine)) + 1 :])
    return float(((worse + CLASS_SIZES[mine] / 2) / 1326) ** (opponents**0.5))


def slow_action(name: str, strength: float, view: View, draw: float) -> Action:
    """What the rule does with a hand of this strength if its draw is this."""
    return (
        slow_fair(strength, view, draw)
        if name == "fair"
        else slow_style(STYLES[name], strength, view, draw)
    )


def slow_style(style: RuleStyle, strength: float, view: View, draw: float) -> Action:
    legal = view.legal
    odds = legal.call / (view.pot + legal.call) if legal.call else 0.0
    wants_to_bet = draw < style.bluff or (
        strength >= style.bet and draw < style.bluff + style.aggression
    )
    if legal.can_raise and wants_to_bet:
        return three_quarters(view)
    needed = style.enter if view.street == 0 else odds + style.call
    return FOLD if legal.call and strength < needed else legal.passive


def slow_fair(strength: float, view: View, draw: float) -> Action:
    legal = view.legal
    raises = sum(
        move.street == view.street and move.action.kind in ("bet", "raise") for move in view.moves
    )
    value = 1 - 0.38 * 0.72**raises
    if legal.can_raise:
        if strength >= value:
            return three_quarters(view)
        risk = three_quarters(view).to - view.bets[view.seat]
        bluffs = risk / (view.pot + 2 * risk) * (1 - value)
        if not legal.call and strength < 0.3 and draw < bluffs / 0.3:
            return three_quarters(view)
    if legal.call:
        price = legal.call / (view.pot + legal.call)
        if strength < 1 - (1 - price / (1 - price)) * 0.95**raises:
            return FOLD
    return legal.passive


def three_quarters(view: View) -> Action:
    legal = view.legal
    wanted = round(view.bets[view.seat] + legal.call + 0.75 * (view.pot + legal.call))
    return raise_to(min(max(wanted, legal.min_raise), legal.max_raise))
