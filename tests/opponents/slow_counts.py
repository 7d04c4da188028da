"""The statistics once more, slowly, from the text of a hand.

Every street is a line such as `2f 3r 0c 1f`: seat and letter, f(old), k (check), c(all),
b(et), r(aise). What a decision is an opportunity of is read from the lines before it by
counting and searching in them; what the player could do, from the table's own `legal`.
"""

import re
from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction

from fivebet.game import Hand
from fivebet.game.events import Acted, StreetDealt, Won
from fivebet.game.positions import positions
from fivebet.game.record import HandRecord

__all__ = ["SlowDecision", "slow_counts", "slow_decisions"]

LETTERS = {"fold": "f", "check": "k", "call": "c", "bet": "b", "raise": "r"}

Counts = dict[tuple[int, int, str], tuple[Fraction, int]]
"""By seat, street and name: times and opportunities."""


@dataclass(frozen=True)
class SlowDecision:
    """A decision: the lines of the streets before it, its own line so far, and what it was."""

    lines: tuple[str, ...]
    line: str
    seat: int
    letter: str
    call: int
    can_raise: bool
    can_act: frozenset[int]
    """Who is in and has chips."""
    opened: bool
    size: Fraction | None
    """Of a bet or raise, in parts of the pot after a call."""

    @property
    def street(self) -> int:
        return len(self.lines)


def slow_decisions(record: HandRecord) -> list[SlowDecision]:
    """The decisions of a hand."""
    hand = record.start()
    each: list[SlowDecision] = []
    lines = [""]
    for action in record.replay().moves:
        while len(lines) <= hand.street:
            lines.append("")
        seat, legal = hand.actor, hand.legal
        assert seat is not None
        level = max(*hand.bets, max(hand.game.blinds) if hand.street == 0 else 0)
        pot = hand.pot + level - hand.bets[seat]
        letter = LETTERS[action.action.kind]
        size = Fraction(action.action.to - level, pot) if letter in "br" and pot else None
        able = frozenset(hand.active) - frozenset(hand.all_in)
        each.append(
            SlowDecision(
                tuple(lines[:-1]),
                lines[-1],
                seat,
                letter,
                legal.call,
                legal.can_raise,
                able,
                level > 0,
                size,
            )
        )
        lines[-1] += f"{seat}{letter} "
        hand.act(action.action)
    return each


def bets_in(line: str) -> list[int]:
    """Who bet or raised, in order."""
    return [int(seat) for seat in re.findall(r"(\d)[br]", line)]


def continuation(lines: tuple[str, ...]) -> int | None:
    """Who made a continuation bet in the last of these lines."""
    if len(lines) < 2:
        return None
    last, before = bets_in(lines[-1]), bets_in(lines[-2])
    if not last or not before or last[0] != before[-1]:
        return None
    if len(lines) > 2 and continuation(lines[:-1]) != last[0]:
        return None
    return last[0]


def opportunities(each: SlowDecision, names: tuple[str, ...], blinds: bool) -> dict[str, str]:
    """What the decision is an opportunity of, and the letters that take it."""
    found = _after_flop(each) if each.street else _before_flop(each, names)
    found |= _raises(each, blinds)
    if each.call or each.letter == "f":
        found["fold"] = "f"
    found["call" if each.call else "check"] = "c" if each.call else "k"
    if each.can_raise:
        found["raise" if each.opened else "bet"] = "br"
    return found


def _before_flop(each: SlowDecision, names: tuple[str, ...]) -> dict[str, str]:
    line, makers = each.line, bets_in(each.line)
    first = str(each.seat) not in re.findall(r"\d", line)
    found = {"vpip": "cbr"}
    if each.can_raise:
        found["pfr"] = "br"
    if first and not makers and each.call:
        found["limp"] = "c"
    if first and each.can_raise and not re.search("[cbr]", line):
        found["rfi"] = "br"
        if names[each.seat] in ("CO", "BTN", "SB"):
            found["steal"] = "br"
    if names[each.seat] in ("SB", "BB"):
        # Folds and checks of others, the opener's first word a raise, then folds and calls.
        steal = re.fullmatch(r"(?:\d[fk] )*(\d)[br] (?:\d[fc] )*", line)
        opener = int(steal[1]) if steal else each.seat
        if (
            opener != each.seat
            and names[opener] in ("CO", "BTN", "SB")
            and len(re.findall(str(opener), line)) == 1
        ):
            found["fold_to_steal"] = "f"
    return found


def _after_flop(each: SlowDecision) -> dict[str, str]:
    seat, line, makers = each.seat, each.line, bets_in(each.line)
    leader = bets_in(each.lines[-1])[-1:]
    found = {}
    if not makers and each.can_raise:
        if leader == [seat] and (each.street == 1 or continuation(each.lines) == seat):
            found["cbet"] = "b"
        if leader and leader != [seat] and leader[0] in each.can_act and str(leader[0]) not in line:
            found["donk_bet"] = "b"
    if len(makers) == 1 and continuation((*each.lines, line)) is not None:
        found["fold_to_cbet"] = "f"
    if makers and re.search(f"{seat}k", line) and not re.search(f"{seat}[cbr]", line):
        found["check_fold"] = "f"
        if each.can_raise:
            found["check_raise"] = "r"
    return found


def _raises(each: SlowDecision, blinds: bool) -> dict[str, str]:
    first = 2 if each.street == 0 and blinds else 1
    made = dict(enumerate(bets_in(each.line), start=first))
    bets = max(made, default=first - 1)
    found = {}
    for number, name in ((2, "three_bet"), (3, "four_bet"), (4, "five_bet")):
        if bets == number and each.can_raise:
            found[name] = "br"
    for number, name in ((3, "fold_to_three_bet"), (4, "fold_to_four_bet")):
        if bets == number and made.get(number - 1) == each.seat:
            found[name] = "f"
    return found


def slow_counts(record: HandRecord) -> Counts:
    """All counts of a hand that are not nothing."""
    counts: defaultdict[tuple[int, int, str], list[Fraction]] = defaultdict(
        lambda: [Fraction(0), Fraction(0)]
    )
    once = {"vpip", "pfr"}
    names = positions(record.game)
    for each in slow_decisions(record):
        for name, letters in opportunities(each, names, any(record.game.blinds)).items():
            cell = counts[each.seat, each.street, name]
            done = each.letter in letters
            if name in once:
                cell[0], cell[1] = max(cell[0], Fraction(done)), Fraction(1)
            else:
                cell[0] += done
                cell[1] += 1
        if each.size is not None:
            counts[each.seat, each.street, "bet_size"][0] += each.size
            counts[each.seat, each.street, "bet_size"][1] += 1
        if each.letter in "br":
            counts[each.seat, 0, "raised_hand"][0] = Fraction(1)
        if each.letter == "c":
            counts[each.seat, 0, "called_hand"][0] = Fraction(1)
    _count_ends(record.replay(), counts)
    return {
        key: (times, int(chances)) for key, (times, chances) in counts.items() if times or chances
    }


def _count_ends(hand: Hand, counts: defaultdict[tuple[int, int, str], list[Fraction]]) -> None:
    seats = range(hand.game.seats)
    still = set(seats)
    saw: dict[int, set[int]] = {0: set(seats)}
    winners = set()
    for event in hand.events:
        match event:
            case Acted(seat, action, _, _) if action.kind == "fold":
                still.discard(seat)
            case StreetDealt(street, _):
                saw[street] = set(still)
            case Won(seat, chips, _) if chips:
                winners.add(seat)
    unit = hand.game.big_blind or hand.game.min_bet
    saw_flop = saw.get(1, set()) if hand.game.rounds > 1 else saw[0]
    staked = hand.pot
    if hand.decided:
        staked = sum(won - net for won, net in zip(hand.winnings, hand.payoffs, strict=True))
    for seat in seats:
        for street in range(hand.game.rounds):
            before = street == 0 or seat in saw.get(street - 1, set())
            cell = counts[seat, street, "seen"]
            cell[0], cell[1] = Fraction(seat in saw.get(street, set())), Fraction(before)
        counts[seat, 0, "raised_hand"][1] = Fraction(1)
        counts[seat, 0, "called_hand"][1] = Fraction(1)
        counts[seat, 0, "seats"] = [Fraction(hand.game.seats), Fraction(1)]
        shows = seat in still and len(still) > 1
        if seat in saw_flop and hand.over:
            counts[seat, 0, "showdown"] = [Fraction(shows), Fraction(1)]
            counts[seat, 0, "pot"] = [Fraction(staked) / unit, Fraction(1)]
        if not hand.decided:
            continue
        if shows:
            counts[seat, 0, "won_showdown"] = [Fraction(seat in winners), Fraction(1)]
        if seat in saw_flop:
            counts[seat, 0, "won_seeing_flop"] = [Fraction(seat in winners), Fraction(1)]
        payoff = Fraction(hand.payoffs[seat]) / unit
        counts[seat, 0, "winnings"] = [payoff, Fraction(1)]
        counts[seat, 0, "squared_winnings"] = [payoff**2, Fraction(1)]
