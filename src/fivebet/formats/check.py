"""Checking hands of files: each is replayed and compared with what its file states.

Every action must be legal, by the player whose turn it was, on its street; stacks,
winnings, returned bets and totals must be those of the replay. A rake comes off
what is collected, pot by pot, and the odd chips of a split pot, of the smallest coin in
use, may lie with any of its winners. A file that does not mention a returned bet may
count it as won.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import gcd

from fivebet.errors import FivebetError, FormatError
from fivebet.formats.complaints import ComplaintKind
from fivebet.formats.file_record import ActionDetails, FileRecord, money
from fivebet.game.action import Action
from fivebet.game.chips import Chips, simplify_chips
from fivebet.game.game import UNLIMITED
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
_MOST_TAKEN = Fraction(1, 5)
"""The same with what it puts aside for a jackpot, which is a big blind at most."""
_ROUNDED = Fraction(1, 1000)
"""Thirds of a chip are written with at least this precision."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A statement of a file that the replay does not confirm."""

    line: int
    what: str
    kind: str

    def __str__(self) -> str:
        return f"{self.line}: {self.what}"


@dataclass(frozen=True, slots=True)
class Judged:
    """A record with its replay, and where the two differ."""

    record: FileRecord
    hand: Hand | None
    """The hand at its end, or None if an action of the file is not possible."""
    differences: list[Difference]


def differences(record: FileRecord) -> list[Difference]:
    """Return where a file and the replay of its hand differ."""
    return judge(record).differences


def judge(record: FileRecord) -> Judged:
    """Replay a hand, and compare it with its file."""
    try:
        hand = replay_checked(record)
    except FormatError as error:
        return Judged(record, None, [Difference(error.line, error.what, error.kind)])
    found = [Difference(record.line, what, kind) for kind, what in _results(record, hand)]
    return Judged(record, hand, found)


def fit_rule_book(candidates: Iterable[FileRecord]) -> Judged:
    """Return the first of these records of a hand that agrees with its file.

    They differ in their rule books, which files do not name. If none agrees, the
    first with legal actions is taken, or else the first.
    """
    first: Judged | None = None
    for judged in map(judge, candidates):
        if not judged.differences:
            return judged
        if first is None or (first.hand is None and judged.hand is not None):
            first = judged
    assert first is not None
    return first


def replay_checked(record: FileRecord) -> Hand:
    """Replay the hand; a FormatError names the line of an action that is not possible."""
    try:
        hand = record.start()
    except FivebetError as error:
        raise FormatError(
            str(error), record.source, record.line, kind=ComplaintKind.MALFORMED
        ) from None
    for details, action in zip(record.details, record.actions, strict=True):
        complaint = _complaint(record, hand, details, action)
        if complaint:
            kind, what = complaint
            raise FormatError(what, record.source, details.line or record.line, kind=kind)
    return hand


def with_payoffs(judged: Judged) -> FileRecord:
    """Return the hand with its payoffs, stated or replayed, and with the table's actions."""
    record, hand = judged.record, judged.hand
    stated = record.stated
    payoffs: tuple[Chips, ...] | None = None
    if stated.stacks is not None:
        payoffs = _minus(stated.stacks, record.stacks)
    if hand is None:
        return replace(record, payoffs=payoffs)
    if payoffs is None and hand.over and stated.winnings is not None:
        won = _collected(record, hand, stated.winnings)
        ends = tuple(a + b for a, b in zip(_left(hand), won, strict=True))
        payoffs = _minus(ends, record.stacks)
    elif payoffs is None and hand.decided:
        payoffs = hand.payoffs
    actions = tuple(move.action for move in hand.moves)
    return replace(record, payoffs=payoffs, actions=actions)


def _minus(after: tuple[Chips, ...], before: tuple[Chips, ...]) -> tuple[Chips, ...]:
    return tuple(simplify_chips(a - b) for a, b in zip(after, before, strict=True))


Complaint = tuple[ComplaintKind, str]


def _complaint(
    record: FileRecord, hand: Hand, details: ActionDetails, action: Action
) -> Complaint | None:
    """Take an action; return what is wrong with it."""
    if hand.over or (hand.actor, hand.street) != (details.seat, details.street):
        return ComplaintKind.TURN, _untimely(record, hand, details, action)
    owed, on_the_table = hand.legal.call + hand.bets[details.seat], max(hand.bets)
    most = hand.pot + hand.legal.call + owed
    try:
        hand.act(action)
    except FivebetError as error:
        unit = f", in chips of {money(1, record.scale)}" if record.scale else ""
        return ComplaintKind.ACTION, f"{_who(record, details.seat)}: {error}{unit}"
    if record.pot_limit_preflop and details.street == 0 and action.to > most:
        who, deed = _who(record, details.seat), _deed(record, action)
        by_pot = f"at most {_text(record, most)} in pot-limit before the flop"
        return ComplaintKind.ACTION, f"{who}: {deed} is against the rules: {by_pot}"
    paid = hand.moves[-1].paid
    if details.paid is not None and details.paid != paid:
        who, deed = _who(record, details.seat), _deed(record, action)
        pays, costs = _text(record, details.paid), _text(record, paid)
        return ComplaintKind.AMOUNT, f"{who} pays {pays}, but {deed} costs {costs}"
    # Beyond a blind that is all-in for less, some count from what lies there. Converters write
    # the whole raise, or what it costs.
    counted = (action.to - owed, action.to - on_the_table, action.to, paid)
    if details.by is not None and details.by not in counted:
        who, deed = _who(record, details.seat), _deed(record, action)
        by, right = _text(record, details.by), _text(record, action.to - owed)
        return ComplaintKind.AMOUNT, f"{who} raises by {by}, but a {deed} is by {right}"
    return None


def _untimely(record: FileRecord, hand: Hand, details: ActionDetails, action: Action) -> str:
    who, deed = _who(record, details.seat), _deed(record, action)
    if hand.over:
        return f"{who} acts ({deed}) after the hand is over"
    if hand.actor != details.seat:
        return f"{who} acts ({deed}), but it is the turn of {_who(record, hand.actor or 0)}"
    stated, right = (hand.game.streets[street] for street in (details.street, hand.street))
    return f"{who} acts ({deed}) on the {stated}, not {right}"


def _results(record: FileRecord, hand: Hand) -> Iterator[Complaint]:
    stated = record.stated
    known = len(record.board)
    if not hand.over:
        if stated.complete:
            turn = _who(record, hand.actor or 0)
            yield ComplaintKind.UNFINISHED, f"the hand ends while it is the turn of {turn}"
        elif stated.stacks is not None and tuple(stated.stacks) != hand.stacks:
            yield from _compare(record, stated.stacks, hand.stacks)
        return
    reached = sum(hand.game.board_cards[: hand.street + 1])
    if known > reached:
        what = f"the board has {known} cards, but the hand is over after {reached}"
        yield ComplaintKind.BOARD, what
    if stated.uncalled is not None and stated.uncalled != hand.uncalled:
        said, right = (_returned(record, each) for each in (stated.uncalled, hand.uncalled))
        yield ComplaintKind.RETURNED_BET, f"returned is {said}, replayed {right}"
    pot = _pot(hand)
    # Converters state the pot without the rake.
    pots = (pot, pot - (stated.rake or 0), None)
    if stated.pot not in pots and not _pot_counts_returned(record, hand):
        what = f"the pot is {_text(record, stated.pot)}, replayed {_text(record, pot)}"
        yield ComplaintKind.POT, what
    left = _left(hand)
    if stated.stacks is not None:
        won = _minus(stated.stacks, left)
        yield from _compare_winnings(record, hand, won, left)
    for winnings in (stated.winnings, stated.summary):
        if winnings is not None:
            yield from _compare_winnings(record, hand, _collected(record, hand, winnings))


def _left(hand: Hand) -> tuple[Chips, ...]:
    """Return the stacks before anybody is paid."""
    if not hand.decided:
        return hand.stacks
    return _minus(hand.stacks, hand.winnings)


def _pot(hand: Hand) -> int:
    return sum(chips for chips, _ in hand.pots)


def _pot_counts_returned(record: FileRecord, hand: Hand) -> bool:
    """Return whether the stated pot holds a returned bet, which is then not mentioned."""
    if hand.uncalled is None or record.stated.uncalled is not None:
        return False
    return record.stated.pot == _pot(hand) + hand.uncalled[1]


def _collected(record: FileRecord, hand: Hand, winnings: tuple[Chips, ...]) -> tuple[Chips, ...]:
    """Return winnings without a returned bet, where the file counts it among them."""
    if hand.uncalled is None:
        return winnings
    seat, back = hand.uncalled
    less = tuple(simplify_chips(won - back * (i == seat)) for i, won in enumerate(winnings))
    if record.stated.pot is not None:
        return less if _pot_counts_returned(record, hand) else winnings
    if less[seat] < 0:
        return winnings
    complaints = {each: list(_compare_winnings(record, hand, each)) for each in (winnings, less)}
    return min(complaints, key=lambda each: len(complaints[each]))


def _compare_winnings(
    record: FileRecord,
    hand: Hand,
    collected: tuple[Chips, ...],
    left: tuple[Chips, ...] | None = None,
) -> Iterator[Complaint]:
    """Compare what was collected, or stacks if what was `left` before it is given."""
    pot = _pot(hand)
    kind, what = (
        (ComplaintKind.WINNINGS, "winnings") if left is None else (ComplaintKind.STACK, "stack")
    )
    before = left or (0,) * hand.game.seats
    rake = _rake(record, hand, collected)
    if rake is None:
        sum_ = _text(record, sum(collected))
        yield kind, f"{sum_} are collected from a pot of {_text(record, pot)}"
        return
    coin = _coin(record, hand)
    for seat, won in enumerate(collected):
        least, most = _bounds(hand, seat, rake, coin)
        if not (least <= won <= most or least - _ROUNDED <= won <= most + _ROUNDED):
            right = hand.winnings[seat] if hand.decided else most
            yield (
                kind,
                f"{_who(record, seat)} has {what} {_text(record, won + before[seat])}, "
                f"replayed {_text(record, right + before[seat])}"
                + (f" before a rake of {_text(record, rake)}" if rake else ""),
            )


def _coin(record: FileRecord, hand: Hand) -> int:
    """Return the smallest coin in use: all amounts of the hand are multiples of it."""
    stated = record.stated
    amounts = [stack for stack in record.stacks if stack != UNLIMITED]
    amounts += [*hand.game.antes, *hand.game.blinds, *(move.paid for move in hand.moves)]
    for results in (stated.stacks, stated.winnings, stated.summary, (stated.rake or 0,)):
        amounts += [chips for chips in results or () if isinstance(chips, int)]
    least = min((blind for blind in hand.game.blinds if blind), default=1)
    return max(1, min(gcd(*amounts), least))


def _rake(record: FileRecord, hand: Hand, collected: tuple[Chips, ...]) -> Chips | None:
    """Return what the room took from a pot; None if the results are not possible."""
    pot = _pot(hand)
    gap = simplify_chips(pot - sum(collected))
    if -_ROUNDED <= gap <= _ROUNDED:
        gap = 0
    rake = record.stated.rake
    if rake is None:
        most = min(pot * _MOST_RAKE + hand.game.big_blind, pot * _MOST_TAKEN)
        return gap if 0 <= gap <= most else None
    return rake if gap == rake else None


def _bounds(hand: Hand, seat: int, rake: Chips, coin: int) -> tuple[Chips, Chips]:
    """Return the least and the most that a seat may have collected."""
    pot = _pot(hand)
    if not hand.decided:
        return (0, pot) if seat in hand.active else (0, 0)
    least, most = _share(hand, seat, coin)
    if not rake or not most:
        return least, most
    if len(hand.pots) == 1:
        # The room takes its part before the pot is split, so odd chips may move.
        share = Fraction(hand.winnings[seat]) * (pot - rake) / pot
        return share - coin, share + coin
    return max(0, least - rake), most


def _share(hand: Hand, seat: int, coin: int) -> tuple[Chips, Chips]:
    """Return what a seat has won without and with the odd chips of its split pots.

    Rooms and programs give these to one winner or to several.
    """
    won = hand.winnings[seat]
    if hand.game.rules.splits_fractions:
        return won, won
    least, odd = 0, 0
    for number in {pot for pot, winner, _ in hand.awards if winner == seat}:
        shares = [int(chips) for pot, _, chips in hand.awards if pot == number]
        if len(shares) == 1:
            least += shares[0]
            continue
        each = sum(shares) // (len(shares) * coin) * coin
        least += each
        odd += sum(shares) - each * len(shares)
    return least, least + odd


def _compare(
    record: FileRecord, stated: tuple[Chips, ...], right: tuple[Chips, ...]
) -> Iterator[Complaint]:
    for seat, (said, played) in enumerate(zip(stated, right, strict=True)):
        if said != played:
            yield (
                ComplaintKind.STACK,
                f"{_who(record, seat)} has stack {_text(record, said)}, "
                f"replayed {_text(record, played)}",
            )


def _returned(record: FileRecord, uncalled: tuple[int, int] | None) -> str:
    if uncalled is None:
        return "nothing"
    return f"{_text(record, uncalled[1])} to {_who(record, uncalled[0])}"


def _who(record: FileRecord, seat: int) -> str:
    players = record.players
    name = players[seat] if players else ""
    return name or f"p{seat + 1}"


def _deed(record: FileRecord, action: Action) -> str:
    """Return an action with its amount in the file's money."""
    match action.kind:
        case "bet":
            return f"bet {_text(record, action.to)}"
        case "raise":
            return f"raise to {_text(record, action.to)}"
        case _:
            return str(action)


def _text(record: FileRecord, chips: Chips) -> str:
    return money(chips, record.scale)
