"""A hand told to the person who sits in it: what happens, the table, the reasons."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from rich.text import Text

from fivebet._core import UNLIMITED
from fivebet.cards import Card
from fivebet.formats.acpc.states import chips_text
from fivebet.game.agent import Reason
from fivebet.game.events import (
    Acted,
    AntePosted,
    BlindPosted,
    Dealt,
    Event,
    Mucked,
    Shown,
    StreetDealt,
    UncalledReturned,
    Won,
)
from fivebet.game.view import View

__all__ = ["coloured", "event_text", "reasons_text", "signed", "table_text"]

YOU = "you"


def coloured(text: str) -> Text:
    """Hearts and diamonds in red, where the terminal has colours."""
    painted = Text(text)
    painted.highlight_regex(r"\S[♥♦]", "red")
    return painted


def event_text(event: Event, names: Sequence[str], streets: Sequence[str]) -> str:
    """One thing that has happened; names are by seat."""
    match event:
        case AntePosted(seat, chips):
            return _does(names[seat], "post", f"an ante of {chips:,}")
        case BlindPosted(seat, chips):
            return _does(names[seat], "post", f"a blind of {chips:,}")
        case Dealt(seat, cards):
            return f"You hold {_pretty(cards)}" if names[seat] == YOU and cards else ""
        case Acted(seat, action, paid, all_in):
            end = " and is all-in" if all_in and names[seat] != YOU else ""
            end = " and are all-in" if all_in and names[seat] == YOU else end
            what = {
                "fold": "",
                "check": "",
                "call": f"{paid:,}",
                "bet": f"{action.to:,}",
                "raise": f"to {action.to:,}",
            }[action.kind]
            return _does(names[seat], action.kind, what) + end
        case StreetDealt(street, cards):
            return f"— {streets[street]}: {_pretty(cards)}"
        case UncalledReturned(seat, chips):
            return _does(names[seat], "take", f"{chips:,} back that nobody called")
        case Shown(seat, cards):
            return _does(names[seat], "show", _pretty(cards))
        case Mucked(seat):
            return _does(names[seat], "muck", "")
        case Won(seat, chips, _):
            return _does(names[seat], "win", _chips(chips))


def table_text(view: View, names: Sequence[str]) -> str:
    """The table as a seat sees it, before its move."""
    game = view.game
    width = max(map(len, names))
    lines = [f"pot {view.pot:,}" + (f"   board {_pretty(view.board)}" if view.board else "")]
    for seat, name in enumerate(names):
        arrow = "→" if seat == view.actor else " "
        button = "button" if seat == game.button else ""
        bet = f"{view.bets[seat]:,}" if view.bets[seat] else ""
        cards = view.hole(seat)
        held = _pretty(cards) if cards else " ".join(["??"] * game.hole_cards)
        state = "folded" if seat not in view.active else "all-in" if seat in view.all_in else ""
        held = "" if state == "folded" and not cards else held
        stack = _chips(view.stacks[seat])
        line = f"{arrow} {name:{width}}  {button:6} {stack:>9} {bet:>8}  {held}  {state}"
        lines.append(line.rstrip())
    return "\n".join(f"  {line}" for line in lines)


def reasons_text(reasons: Mapping[str, Reason]) -> str:
    """Reasons on one line."""
    return ", ".join(f"{key} {_reason(value)}" for key, value in reasons.items()) or "gives none"


def signed(chips: int | Fraction) -> str:
    """With its sign: +300."""
    return ("+" if chips > 0 else "") + _chips(chips)


def _reason(value: Reason) -> str:
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, Mapping):
        return "(" + ", ".join(f"{key} {_reason(each)}" for key, each in value.items()) + ")"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "(" + ", ".join(map(_reason, value)) + ")"
    return str(value)


def _does(name: str, verb: str, what: str) -> str:
    if name == YOU:
        said = f"You {verb} {what}"
    else:
        said = f"{name} {verb}{'es' if verb.endswith('s') else 's'} {what}"
    return said.rstrip()


def _pretty(cards: Sequence[Card]) -> str:
    return " ".join(card.pretty for card in cards)


def _chips(chips: int | Fraction) -> str:
    if chips > UNLIMITED // 2:
        return "∞"
    return f"{chips:,}" if isinstance(chips, int) else chips_text(chips)
