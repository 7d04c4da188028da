"""A hand translated into a hand of another game.

What counts is who raised and who folded, in order; calls and checks follow. So
a hand is translated by these alone, in three steps that can go together:

- *limits*: a raise of any size is a raise of the fixed one. Where a street has had
  more raises than the other game allows, its first ones are left out.
- *sizes*: fixed raises become raises of as many big blinds.
- *duels*: all others are one opponent, whose cards and name are those of the most
  dangerous one left: who raised last, else who has put most into the pot. Who has
  put chips in first, voluntarily, is the small blind; the big blind of the real
  table stays it. What folded players have left in the pot is left out.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from fivebet.game import FOLD, Action, Game, Hand, View, raise_to
from fivebet.game.game import UNLIMITED

_RAISES = ("bet", "raise")


@dataclass(frozen=True)
class TranslatedHand:
    """A hand of the other game, and the seat that is ours there."""

    hand: Hand
    seat: int

    @property
    def waits(self) -> bool:
        """Whether it is our turn in the other game too."""
        return self.hand.actor == self.seat


@dataclass(frozen=True)
class _RaiseOrFold:
    """A raise to a number of chips, or a fold."""

    seat: int
    to: int = 0


def translate(view: View, game: Game) -> TranslatedHand:
    """Return the hand so far as a hand of the other game, for as many players or for two."""
    seats = _seats(view, game)
    ours = seats[view.seat]
    hand = _dealt(view, game, seats)
    folded: set[int] = set()
    for street in range(view.street + 1):
        for turn in _turns(view, street, seats, game.max_raises[street]):
            if not turn.to:
                folded.add(turn.seat)
                continue
            _pass_on(hand, street, folded, until=turn.seat)
            if hand.actor == turn.seat and hand.street == street:
                hand.act(_raise(hand, turn.to * game.big_blind / view.game.big_blind))
        over = street < view.street or view.over
        _pass_on(hand, street, folded, until=None if over else ours)
    return TranslatedHand(hand, ours)


def translate_action(
    view: View, translated: TranslatedHand, action: Action, share: float
) -> Action:
    """Return the action at the real table for one of the other game.

    A raise of a fixed size becomes one of that share of the pot; others keep
    the share of the pot that they had.
    """
    legal = view.legal
    if action.kind == "fold":
        return FOLD if legal.can_fold else legal.passive
    if action.kind not in _RAISES or not legal.can_raise:
        return legal.passive
    theirs = translated.hand.legal
    if translated.hand.game.structure != "fixed-limit":
        if action.to == theirs.max_raise:
            return raise_to(legal.max_raise)
        share = (action.to - max(translated.hand.bets)) / (translated.hand.pot + theirs.call)
    to = max(view.bets) + round(share * (view.pot + legal.call))
    return raise_to(min(max(to, legal.min_raise), legal.max_raise))


def _seats(view: View, game: Game) -> tuple[int, ...]:
    """Return the other game's seat of each seat here."""
    if game.seats == view.game.seats:
        return tuple(range(game.seats))
    big_blind = game.blinds.index(max(game.blinds))
    ours = big_blind if _is_big_blind(view) else 1 - big_blind
    return tuple(ours if seat == view.seat else 1 - ours for seat in range(view.game.seats))


def _is_big_blind(view: View) -> bool:
    """Return whether another one has opened, or could have: we are then the second to act."""
    if view.game.blinds[view.seat] == view.game.big_blind:
        return True
    for move in view.moves:
        if move.street or move.seat == view.seat:
            return False
        if move.action.kind in _RAISES:
            return True
    return False


def _turns(view: View, street: int, seats: Sequence[int], most: int) -> list[_RaiseOrFold]:
    """Return the raises and folds of a street, consecutive raises of one side as one."""
    stayed = _stayed(view, seats)
    turns: list[_RaiseOrFold] = []
    for move in view.moves:
        if move.street != street:
            continue
        seat = seats[move.seat]
        if move.action.kind in _RAISES:
            if turns and turns[-1].to and turns[-1].seat == seat:
                turns.pop()
            turns.append(_RaiseOrFold(seat, move.action.to))
        elif move.action.kind == "fold" and move.seat not in stayed:
            turns.append(_RaiseOrFold(seat))
    excess = sum(turn.to > 0 for turn in turns) - most
    while excess > 0:
        turns.remove(next(turn for turn in turns if turn.to))
        excess -= 1
    return turns


def _stayed(view: View, seats: Sequence[int]) -> set[int]:
    """Return the seats whose folds are left out: in a duel all others but the last to fold."""
    if len(set(seats)) == len(seats):
        return set()
    others = {seat for seat in range(len(seats)) if seat != view.seat}
    if _left(view):
        return others
    folds = [move.seat for move in view.moves if move.action.kind == "fold"]
    return others - {folds[-1]}


def _left(view: View) -> tuple[int, ...]:
    """Return the opponents who have not folded."""
    return tuple(seat for seat in view.active if seat != view.seat)


def _dealt(view: View, game: Game, seats: Sequence[int]) -> Hand:
    """Return a hand of the other game with the same cards, names and depths."""
    places = list(range(game.seats))
    if len(set(seats)) < len(seats):
        places[seats[view.seat]], places[1 - seats[view.seat]] = (
            view.seat,
            most_dangerous(view),
        )
    known = [
        view.hole(seat) if seat == view.seat or seat in view.shown else None for seat in places
    ]
    return Hand.with_cards(
        game,
        known,
        view.board,
        stacks=_stacks(view, game, seats),
        number=view.number,
        mucked=[seat for seat, cards in enumerate(known) if cards is None],
        players=[view.players[seat] for seat in places] if view.players else (),
    )


def most_dangerous(view: View) -> int:
    """Return the opponent left who raised last, or else has put most into the pot."""
    left = _left(view) or tuple(s for s in range(view.game.seats) if s != view.seat)
    for move in reversed(view.moves):
        if move.seat in left and move.action.kind in _RAISES:
            return move.seat
    return max(left, key=lambda seat: view.bets[seat])


def _stacks(view: View, game: Game, seats: Sequence[int]) -> tuple[int, ...]:
    """Return stacks of as many big blinds as here; unlimited ones become the game's own."""
    if game.structure == "fixed-limit":
        return game.stacks
    deepest = [0] * game.seats
    for seat, stack in zip(seats, view.starting_stacks, strict=True):
        usual = stack >= UNLIMITED
        scaled = game.stacks[seat] if usual else stack * game.big_blind // view.game.big_blind
        deepest[seat] = max(deepest[seat], scaled, 1)
    return tuple(deepest)


def _pass_on(hand: Hand, street: int, folded: set[int], until: int | None) -> None:
    """Let others check, call or fold, up to a seat or the street's end."""
    while hand.actor is not None and hand.street == street and hand.actor != until:
        leaves = hand.actor in folded and hand.legal.can_fold
        hand.act(FOLD if leaves else hand.legal.passive)


def _raise(hand: Hand, to: float) -> Action:
    legal = hand.legal
    if not legal.can_raise:
        return legal.passive
    return raise_to(min(max(round(to), legal.min_raise), legal.max_raise))
