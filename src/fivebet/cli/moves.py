"""What a player types at the terminal, and the action it means."""

import re

from fivebet.errors import ActionError
from fivebet.game.action import FOLD, Action, raise_to
from fivebet.game.view import View

__all__ = ["HELP", "parse_move"]

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


def parse_move(text: str, view: View) -> Action:
    """The action that was meant, or an ActionError in one sentence.

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
