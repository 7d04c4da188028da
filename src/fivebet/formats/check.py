"""Checking hands of files: each is replayed and compared with what its file states.

Every action must be legal, by the player whose turn it was, on its street; stacks,
winnings, returned bets and totals must be those of the replay. A rake comes off
what is collected, pot by pot, and the odd chips of a split pot may lie with any of
its winners.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from fivebet.errors import FivebetError, FormatError
from fivebet.formats.file_record import ActionDetails, FileRecord, money
from fivebet.game.action import Action
from fivebet.game.chips import Chips, simplify_chips
from fivebet.game.hand import Hand
from fivebet.game.rules import ACPC, TDA

BOOKS = (
    TDA,
    replace(TDA, last_player_acts=True),
    replace(ACPC, corrects=False, fold_when_free=True, splits_fractions=False),
)
"""The rule books by which hands in files may have been played, the usual one first."""

_MOST_RAKE = Fraction(1, 10)
"""The most that a room takes of a pot, where a file does not say what it took."""
_ROUNDED = Fraction(1, 1000)
"""Thirds of a chip are written with at least this precision."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A statement of a file that the replay does not confirm."""

    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.line}: {self.what}"


def differences(record: FileRecord) -> list[Difference]:
    """Return where a file and the replay of its hand differ."""
    try:
        hand = replay_checked(record)
    except FormatError as error:
        return [Difference(error.line, error.what)]
    return [Difference(record.line, what) for what in _results(record, hand)]


def fit_rule_book(candidates: Iterable[FileRecord]) -> FileRecord:
    """Return the first of these records of a hand that agrees with its file.

    They differ in their rule books, which files do not name. If none agrees, the
    first with legal actions is taken, or else the first.
    """
    first: FileRecord | None = None
    legal: FileRecord | None = None
    for candidate in candidates:
        if not differences(candidate):
            return candidate
        first = first or candidate
        if legal is None and not _is_illegal(candidate):
            legal = candidate
    assert first is not None
    return legal or first


def replay_checked(record: FileRecord) -> Hand:
    """Replay the hand; a FormatError names the line of an action that is not possible."""
    try:
        hand = record.start()
    except FivebetError as error:
        raise FormatError(str(error), record.source, record.line) from None
    for details, action in zip(record.details, record.actions, strict=True):
        complaint = _complaint(record, hand, details, action)
        if complaint:
            raise FormatError(complaint, record.source, details.line or record.line)
    return hand


def with_payoffs(record: FileRecord) -> FileRecord:
    """Return the hand with its payoffs, stated or replayed, and with the table's actions."""
    stated = record.stated
    payoffs: tuple[Chips, ...] | None = None
    if stated.stacks is not None:
        payoffs = _minus(stated.stacks, record.stacks)
    try:
        hand = replay_checked(record)
    except FormatError:
        return replace(record, payoffs=payoffs)
    if payoffs is None and hand.over and stated.winnings is not None:
        won = _collected(hand, stated.winnings)
        ends = tuple(a + b for a, b in zip(_left(hand), won, strict=True))
        payoffs = _minus(ends, record.stacks)
    elif payoffs is None and hand.decided:
        payoffs = hand.payoffs
    actions = tuple(move.action for move in hand.moves)
    return replace(record, payoffs=payoffs, actions=actions)


def _minus(after: tuple[Chips, ...], before: tuple[Chips, ...]) -> tuple[Chips, ...]:
    return tuple(simplify_chips(a - b) for a, b in zip(after, before, strict=True))


def _is_illegal(record: FileRecord) -> bool:
    try:
        replay_checked(record)
    except FormatError:
        return True
    return False


def _complaint(record: FileRecord, hand: Hand, details: ActionDetails, action: Action) -> str:
    """Take an action; return what is wrong with it, or nothing."""
    who = _who(record, details.seat)
    if hand.over:
        return f"{who} acts ({action}) after the hand is over"
    if hand.actor != details.seat:
        return f"{who} acts ({action}), but it is the turn of {_who(record, hand.actor or 0)}"
    if hand.street != details.street:
        streets = hand.game.streets
        return f"{who} acts ({action}) on the {streets[details.street]}, not {streets[hand.street]}"
    before = hand.legal.call + hand.bets[details.seat]
    try:
        hand.act(action)
    except FivebetError as error:
        return f"{who}: {error}"
    paid = hand.moves[-1].paid
    if details.paid is not None and details.paid != paid:
        return f"{who} pays {_text(record, details.paid)}, but {action} costs {_text(record, paid)}"
    if details.by is not None and action.to - before != details.by:
        by = _text(record, action.to - before)
        return f"{who} raises by {_text(record, details.by)}, but to {action.to} is by {by}"
    return ""


def _results(record: FileRecord, hand: Hand) -> Iterable[str]:
    stated = record.stated
    known = len(record.board)
    if not hand.over:
        if stated.complete:
            yield f"the hand ends while it is the turn of {_who(record, hand.actor or 0)}"
        elif stated.stacks is not None and tuple(stated.stacks) != hand.stacks:
            yield from _compare(record, stated.stacks, hand.stacks)
        return
    reached = sum(hand.game.board_cards[: hand.street + 1])
    if known > reached:
        yield f"the board has {known} cards, but the hand is over after {reached}"
    if stated.uncalled != hand.uncalled and (stated.complete or stated.uncalled):
        yield (
            f"returned is {_returned(record, stated.uncalled)}, "
            f"replayed {_returned(record, hand.uncalled)}"
        )
    pot = sum(chips for chips, _ in hand.pots)
    if stated.pot is not None and stated.pot != pot:
        yield f"the pot is {_text(record, stated.pot)}, replayed {_text(record, pot)}"
    left = _left(hand)
    if stated.stacks is not None:
        won = _minus(stated.stacks, left)
        yield from _compare_winnings(record, hand, won, "stack", left)
    nothing = (0,) * hand.game.seats
    for winnings in (stated.winnings, stated.summary):
        if winnings is not None:
            won = _collected(hand, winnings)
            yield from _compare_winnings(record, hand, won, "winnings", nothing)


def _left(hand: Hand) -> tuple[Chips, ...]:
    """Return the stacks before anybody is paid."""
    if not hand.decided:
        return hand.stacks
    return _minus(hand.stacks, hand.winnings)


def _collected(hand: Hand, winnings: tuple[Chips, ...]) -> tuple[Chips, ...]:
    """Return winnings without a returned bet: some files add a blind that nobody called."""
    pot = sum(chips for chips, _ in hand.pots)
    if hand.uncalled is None or sum(winnings, Fraction(0)) <= pot:
        return winnings
    seat, back = hand.uncalled
    return tuple(simplify_chips(won - back * (i == seat)) for i, won in enumerate(winnings))


def _compare_winnings(
    record: FileRecord, hand: Hand, stated: tuple[Chips, ...], what: str, left: tuple[Chips, ...]
) -> Iterable[str]:
    """Compare what was collected; `left` is added to both in the messages."""
    pot = sum(chips for chips, _ in hand.pots)
    rake = _rake(record, pot, stated)
    if rake is None:
        collected = _text(record, sum(stated, Fraction(0)))
        yield f"{collected} are collected from a pot of {_text(record, pot)}"
        return
    for seat, won in enumerate(stated):
        least, most = _bounds(hand, seat, rake, pot)
        if not least - _ROUNDED <= won <= most + _ROUNDED:
            right = hand.winnings[seat] if hand.decided else most
            yield (
                f"{_who(record, seat)} has {what} {_text(record, won + left[seat])}, "
                f"replayed {_text(record, right + left[seat])}"
                + (f" before a rake of {_text(record, rake)}" if rake else "")
            )


def _rake(record: FileRecord, pot: int, stated: tuple[Chips, ...]) -> Chips | None:
    """Return what the room took from a pot; None if the results are not possible."""
    gap = Fraction(pot) - sum(stated, Fraction(0))
    if abs(gap) <= _ROUNDED:
        gap = Fraction(0)
    rake = record.stated.rake
    if rake is None:
        return simplify_chips(gap) if 0 <= gap <= pot * _MOST_RAKE else None
    return rake if gap == rake else None


def _bounds(hand: Hand, seat: int, rake: Chips, pot: int) -> tuple[Chips, Chips]:
    """Return the least and the most that a seat may have collected."""
    if not hand.decided:
        return (0, pot) if seat in hand.active else (0, 0)
    least, most = _share(hand, seat)
    if not rake or not most:
        return least, most
    if len(hand.pots) == 1:
        # The room takes its part before the pot is split, so odd chips may move.
        share = Fraction(hand.winnings[seat]) * (pot - rake) / pot
        return share - 1, share + 1
    return max(0, least - rake), most


def _share(hand: Hand, seat: int) -> tuple[Chips, Chips]:
    """Return what a seat has won without and with the odd chips of its split pots.

    Rooms and programs give these to one winner or to several.
    """
    won = hand.winnings[seat]
    if hand.game.rules.splits_fractions:
        return won, won
    least, odd = 0, 0
    for number in {pot for pot, winner, _ in hand.awards if winner == seat}:
        shares = [int(chips) for pot, _, chips in hand.awards if pot == number]
        least += sum(shares) // len(shares)
        odd += sum(shares) % len(shares)
    return least, least + odd


def _compare(
    record: FileRecord, stated: tuple[Chips, ...], right: tuple[Chips, ...]
) -> Iterable[str]:
    for seat, (said, played) in enumerate(zip(stated, right, strict=True)):
        if said != played:
            yield (
                f"{_who(record, seat)} has stack {_text(record, said)}, "
                f"replayed {_text(record, played)}"
            )


def _returned(record: FileRecord, uncalled: tuple[int, int] | None) -> str:
    if uncalled is None:
        return "nothing"
    return f"{_text(record, uncalled[1])} to {_who(record, uncalled[0])}"


def _who(record: FileRecord, seat: int) -> str:
    players = record.players
    name = players[seat] if players else ""
    return name or f"p{seat + 1}"


def _text(record: FileRecord, chips: Chips) -> str:
    return money(chips, record.scale)
