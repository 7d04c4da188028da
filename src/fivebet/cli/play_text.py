"""The text of a game in the terminal: what the person reads, and the moves that are typed."""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction

from rich.text import Text

from fivebet._core import UNLIMITED
from fivebet.cards import Card
from fivebet.errors import ActionError
from fivebet.formats.acpc.states import chips_text
from fivebet.game import events
from fivebet.game.action import FOLD, Action, raise_to
from fivebet.game.agent import Reason
from fivebet.game.view import View

YOU = "you"
HELP = """\
  f        fold
  c, k     call, or check when that is free
  r 300    raise so that 300 of your chips lie in front of you on this street; also b 300
  r        raise, in a limit game
  a        all-in
  why      the opponents' reasons, after the hand
  ?        this
  q        leave the table"""

_MOVE = re.compile(r"([a-z-]+)\s*([0-9][0-9,_]*)?", re.I)
_WORDS = {
    **dict.fromkeys(("f", "fold"), "fold"),
    **dict.fromkeys(("c", "call"), "call"),
    **dict.fromkeys(("k", "check", "x"), "check"),
    **dict.fromkeys(("r", "raise", "b", "bet"), "raise"),
    **dict.fromkeys(("a", "all-in", "allin"), "all-in"),
}
_MOST_DIGITS = 15


def coloured(text: str) -> Text:
    """Show hearts and diamonds in red, where the terminal has colours."""
    painted = Text(text)
    painted.highlight_regex(r"\S[♥♦]", "red")
    return painted


def event_text(event: events.Event, names: Sequence[str], streets: Sequence[str]) -> str:
    """Describe one thing that has happened; names are by seat."""
    match event:
        case events.AntePosted(seat, chips):
            return _does(names[seat], "post", f"an ante of {chips:,}")
        case events.BlindPosted(seat, chips):
            return _does(names[seat], "post", f"a blind of {chips:,}")
        case events.Dealt(seat, cards):
            return f"You hold {_pretty(cards)}" if names[seat] == YOU and cards else ""
        case events.Acted(seat, action, paid, all_in):
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
        case events.StreetDealt(street, cards):
            return f"— {streets[street]}: {_pretty(cards)}"
        case events.UncalledReturned(seat, chips):
            return _does(names[seat], "take", f"{chips:,} back that nobody called")
        case events.Shown(seat, cards):
            return _does(names[seat], "show", _pretty(cards))
        case events.Mucked(seat):
            return _does(names[seat], "muck", "")
        case events.Won(seat, chips, _):
            return _does(names[seat], "win", _chips(chips))


def table_text(view: View, names: Sequence[str]) -> str:
    """Draw the table as a seat sees it before its move."""
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
    """Write reasons on one line."""
    return ", ".join(f"{key} {_reason(value)}" for key, value in reasons.items()) or "gives none"


def signed(chips: int | Fraction) -> str:
    """Write chips with their sign: +300."""
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
        text = f"You {verb} {what}"
    else:
        text = f"{name} {verb}{'es' if verb.endswith('s') else 's'} {what}"
    return text.rstrip()


def _pretty(cards: Sequence[Card]) -> str:
    return " ".join(card.pretty for card in cards)


def _chips(chips: int | Fraction) -> str:
    if chips > UNLIMITED // 2:
        return "∞"
    return f"{chips:,}" if isinstance(chips, int) else chips_text(chips)


def parse_move(text: str, view: View) -> Action:
    """Return the action that a text means, or raise an ActionError with one sentence.

    >>> from fivebet.game import Game, Hand
    >>> parse_move("r 300", Hand(Game.named("nolimit-2p")).view(1))
    Action('raise', 300)
    """
    read = _MOVE.fullmatch(text.strip())
    word = _WORDS.get(read[1].lower()) if read else None
    if read is None or word is None or (read[2] and word != "raise"):
        raise ActionError(f"{text.strip()!r} is no move: type f, c, r 300, a, or ? for help")
    legal = view.legal
    if word == "fold":
        if not legal.can_fold:
            raise ActionError("there is nothing to fold to: you may check for free")
        return FOLD
    if word == "check" and legal.call:
        raise ActionError(f"you cannot check: there are {legal.call:,} to call")
    if word in ("call", "check"):
        return legal.passive
    if word == "all-in":
        return _all_in(view)
    return _raise(read[2], view)


def _raise(digits: str | None, view: View) -> Action:
    legal = view.legal
    if not legal.can_raise:
        raise ActionError(f"you cannot raise here: you may {legal}")
    if digits is None:
        if legal.min_raise != legal.max_raise:
            raise ActionError(
                f"a raise needs an amount from {legal.min_raise:,} to {legal.max_raise:,}, "
                f"like r {legal.min_raise}"
            )
        return raise_to(legal.min_raise)
    number = digits.replace(",", "").replace("_", "")
    to = int(number[:_MOST_DIGITS]) if len(number) <= _MOST_DIGITS else legal.max_raise + 1
    if not legal.min_raise <= to <= legal.max_raise:
        raise ActionError(f"you cannot raise to {digits[:20]}: you may {legal}")
    return raise_to(to)


def _all_in(view: View) -> Action:
    legal = view.legal
    everything = view.bets[view.seat] + view.stack
    if legal.can_raise and legal.max_raise == everything:
        return raise_to(everything)
    if legal.call == view.stack:
        return legal.passive
    raise ActionError(f"you cannot go all-in here: you may {legal}")
