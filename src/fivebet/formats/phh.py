"""PHH, the Poker Hand History format: hands as TOML.

A `.phh` file holds one hand, a `.phhs` file many, as numbered tables. Players are
listed from the button's left, as the seats of a hand are here; heads-up the antes
and blinds stand the other way round, so that p2 has the button and the small blind.
Of the format's games those of hold'em are read: NT (no-limit) and FT (fixed-limit).

The format names no rule book and no cap on raises. A file is read by the first book
by which it happened as it says: poker rooms' rules, the same where a player is asked
although everybody else is all-in, the competition's. Results in fractions of a chip
mean that pots were split exactly. A negative blind is that of a newcomer: live, or dead,
or a dead small blind with a live big one, by what the results say. Winnings that are
all zero are not known.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import partial
from operator import add

from fivebet.errors import FivebetError, FormatError
from fivebet.formats.check import BOOKS, Judged, fit_rule_book, judge, with_payoffs
from fivebet.formats.complaints import ComplaintKind
from fivebet.formats.file_record import (
    ActionDetails,
    FileRecord,
    StatedResults,
    as_chips,
    only_hand,
)
from fivebet.formats.phh_actions import PhhActions
from fivebet.formats.phh_fields import INFINITE, Fields
from fivebet.game.action import CALL, FOLD
from fivebet.game.chips import Chips
from fivebet.game.game import UNLIMITED, Game, Structure

STRUCTURES: dict[str, Structure] = {"NT": "no-limit", "FT": "fixed-limit"}
MODELLED = (
    "variant",
    "antes",
    "blinds_or_straddles",
    "min_bet",
    "small_bet",
    "big_bet",
    "starting_stacks",
    "actions",
    "players",
    "seats",
    "finishing_stacks",
    "winnings",
)
"""The fields that the record holds; others are kept as they are."""

_CENTS = 2
"""Results with more decimal places than money has are shares of a pot."""
_VARIANT = re.compile(r"^\ufeff?[ \t]*(['\"]?)variant\1[ \t]*=", re.M)
_HEADER = re.compile(r"^[ \t]*\[([^\[\],\n]*)\][ \t]*(?:#.*)?$", re.M)


def looks_like_phh(text: str) -> bool:
    """Return whether a text names a variant of poker as PHH does."""
    return _VARIANT.search(text) is not None


def read_phh(text: str, source: str = "") -> Iterator[FileRecord | FormatError]:
    """Yield the hands of a `.phh` or `.phhs` text; a hand that cannot be read is its error."""
    for part, line in _parts(text):
        try:
            yield _parse(Fields(part, source, line))
        except FormatError as error:
            yield error


def parse_phh(text: str, source: str = "") -> FileRecord:
    """Return the hand of a text that holds one."""
    return only_hand(read_phh(text, source), source)


def first_to_act(blinds: tuple[int, ...]) -> int:
    """Return the seat after the last of the biggest blinds."""
    if not any(blinds):
        return 0
    biggest = max(range(len(blinds)), key=lambda seat: (blinds[seat], seat))
    return (biggest + 1) % len(blinds)


def _parts(text: str) -> Iterator[tuple[str, int]]:
    """Yield each hand's text and the number of lines before it."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    headers = [match for match in _HEADER.finditer(text) if "." not in match[1]]
    if not headers or _VARIANT.search(text[: headers[0].start()]):
        yield text, 0
        return
    ends = [match.start() for match in headers[1:]] + [len(text)]
    before, line = 0, 0
    for match, end in zip(headers, ends, strict=True):
        line += text.count("\n", before, match.end())
        before = match.end()
        yield text[before:end], line


def _parse(fields: Fields) -> FileRecord:
    variant = fields.need("variant")
    if not isinstance(variant, str) or variant not in STRUCTURES:
        what = f"variant {variant!r} is not read: NT and FT are"
        raise fields.error(what, "variant", kind=ComplaintKind.OTHER_GAME)
    seats = len(fields.amounts("starting_stacks"))
    if not 2 <= seats <= 10:
        raise fields.error(f"{seats} players cannot play: 2 to 10 can", "starting_stacks")
    script = PhhActions(fields, seats)
    forced = _Forced.from_fields(fields, seats)
    scale = _scale(fields, forced, script)
    stated = _stated(fields, seats, scale)

    def records() -> Iterator[FileRecord]:
        games = partial(_games, fields, forced, scale, stated)
        return _records(fields, script, games, scale, stated)

    try:
        return with_payoffs(_repaired(fit_rule_book(records()), records, script))
    except FormatError:
        raise
    except FivebetError as error:
        raise fields.error(str(error), "starting_stacks") from None


def _repaired(
    judged: Judged, records: Callable[[], Iterator[FileRecord]], script: PhhActions
) -> Judged:
    """Return the hand with the folds and checks that its annotator left out.

    As in the format's reference reader, a player who is passed over checks, or folds to a
    bet. That must lead to the results that the file states.
    """
    stated = judged.record.stated
    if (stated.stacks is None and stated.winnings is None) or not judged.differences:
        return judged
    for candidate in records():
        try:
            filled = judge(_filled(candidate, script))
        except FivebetError:
            continue
        if not filled.differences:
            return filled
    return judged


def _filled(record: FileRecord, script: PhhActions) -> FileRecord:
    hand = record.start()
    details: list[ActionDetails] = []

    def pass_by(line: int) -> None:
        details.append(ActionDetails(hand.actor or 0, hand.street, line))
        hand.act(CALL if hand.legal.call == 0 else FOLD)

    for each, action in zip(record.details, record.actions, strict=True):
        while not hand.over and (hand.actor, hand.street) != (each.seat, each.street):
            pass_by(each.line)
        details.append(each)
        hand.act(action)
    while not hand.over and (script.has_showdown or hand.street < script.street):
        pass_by(details[-1].line if details else record.line)
    actions = tuple(move.action for move in hand.moves)
    return replace(record, details=tuple(details), actions=actions)


@dataclass(frozen=True)
class _Forced:
    """Stacks, antes, blinds and bets as the file has them."""

    stacks: tuple[Decimal, ...]
    antes: tuple[Decimal, ...]
    blinds: tuple[Decimal, ...]
    bets: tuple[Decimal, ...]

    @classmethod
    def from_fields(cls, fields: Fields, seats: int) -> "_Forced":
        turn = -1 if seats == 2 else 1
        keys = ("min_bet",) if fields.values["variant"] == "NT" else ("small_bet", "big_bet")
        return cls(
            fields.amounts("starting_stacks"),
            fields.amounts("antes", seats)[::turn],
            fields.amounts("blinds_or_straddles", seats)[::turn],
            tuple(fields.amount(key, fields.need(key)) for key in keys),
        )


def _scale(fields: Fields, forced: _Forced, script: PhhActions) -> int:
    """Return the number of decimal places of the unit in which chips are counted."""
    finite = (amount for amount in forced.stacks if amount != INFINITE)
    amounts = {
        "starting_stacks": finite,
        "antes": forced.antes,
        "blinds_or_straddles": forced.blinds,
        "min_bet": forced.bets,
        "actions": script.amounts,
    }
    scale = max((fields.places(key, a) for key, given in amounts.items() for a in given), default=0)
    if scale == 0 and not _in_currency(fields):
        # Fractions of whole chips only in the results: pots were split exactly.
        return 0
    for key in ("finishing_stacks", "winnings"):
        if key in fields:
            results = [amount for amount in fields.amounts(key) if amount.is_finite()]
            scale = max(scale, *(p for a in results if (p := -_exponent(a)) <= _CENTS), 0)
    return scale


def _exponent(amount: Decimal) -> int:
    return int(amount.normalize().as_tuple().exponent)


def _in_currency(fields: Fields) -> bool:
    return "currency" in fields or "currency_symbol" in fields


def _stated(fields: Fields, seats: int, scale: int) -> StatedResults:
    def results(key: str) -> tuple[Chips, ...] | None:
        if key not in fields:
            return None
        amounts = fields.amounts(key, seats)
        if INFINITE in amounts:
            return None
        if not all(0 <= amount <= UNLIMITED for amount in amounts):
            raise fields.error(f"{key} holds what is no number of chips", key)
        return tuple(as_chips(amount, scale) for amount in amounts)

    winnings = results("winnings")
    rake = None if _in_currency(fields) else _rake(fields, scale)
    return StatedResults(
        stacks=results("finishing_stacks"),
        winnings=winnings if winnings and any(winnings) else None,
        rake=rake,
    )


def _rake(fields: Fields, scale: int) -> Chips:
    """Return the rake of a field that the format leaves to its users."""
    given = fields.values.get("rake", 0)
    if type(given) not in (int, Decimal) or not Decimal(given).is_finite():
        return 0
    return as_chips(Decimal(given), scale) if 0 <= given <= UNLIMITED else 0


def _games(fields: Fields, forced: _Forced, scale: int, stated: StatedResults) -> Iterator[Game]:
    """Yield the game by each rule book that the file may mean."""
    stacks = tuple(
        UNLIMITED if amount == INFINITE else fields.chips("starting_stacks", amount, scale)
        for amount in forced.stacks
    )
    antes = tuple(fields.chips("antes", amount, scale) for amount in forced.antes)
    if len(set(antes)) == 1 and not fields.values.get("ante_trimming_status", False):
        # Whoever cannot pay the ante plays for all of it: the others' rest is dead money.
        antes = tuple(map(min, antes, stacks))
    blinds = tuple(
        fields.chips("blinds_or_straddles", abs(amount), scale) for amount in forced.blinds
    )
    splits = any(
        not isinstance(chips, int)
        for results in (stated.stacks, stated.winnings)
        for chips in results or ()
    )
    bets = tuple(fields.chips("min_bet", amount, scale) for amount in forced.bets)
    game = Game(
        structure=STRUCTURES[fields.values["variant"]],
        seats=len(stacks),
        stacks=stacks,
        antes=antes,
        min_bet=bets[0],
        raise_sizes=tuple(bet for bet in bets for _ in range(2)) if len(bets) == 2 else (),
    )
    for dead, live in dict.fromkeys(_posts(blinds, forced, stacks, antes)):
        # A negative blind is that of a newcomer, who does not change who acts first.
        counted = (b if amount > 0 else 0 for b, amount in zip(live, forced.blinds, strict=True))
        first = (first_to_act(tuple(counted)), 0, 0, 0)
        paid = tuple(map(add, antes, dead))
        for book in BOOKS:
            rules = replace(book, splits_fractions=splits)
            yield replace(game, antes=paid, blinds=live, first=first, rules=rules)


def _posts(
    blinds: tuple[int, ...], forced: _Forced, stacks: tuple[int, ...], antes: tuple[int, ...]
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yield what may have been posted, dead and live, the format's own meaning first."""
    nothing = (0,) * len(blinds)
    yield nothing, blinds
    # Where a blind is all-in for less, some take what lies there for the bet to call.
    yield (
        nothing,
        tuple(
            min(blind, max(0, stack - ante))
            for blind, stack, ante in zip(blinds, stacks, antes, strict=True)
        ),
    )
    newcomers = [amount < 0 for amount in forced.blinds]
    if not any(newcomers):
        return
    big = max(blind for blind, new in zip(blinds, newcomers, strict=True) if not new)
    for live in (big, 0):
        yield (
            tuple(
                new * (blind if blind <= live or not live else blind - live)
                for blind, new in zip(blinds, newcomers, strict=True)
            ),
            tuple(live if new else blind for blind, new in zip(blinds, newcomers, strict=True)),
        )


def _records(
    fields: Fields,
    script: PhhActions,
    games: Callable[[], Iterator[Game]],
    scale: int,
    stated: StatedResults,
) -> Iterator[FileRecord]:
    """Yield the hand under each game; cards that were thrown away may have been known."""
    seats = len(script.holes)
    number = fields.values.get("hand")
    make = partial(
        FileRecord,
        board=script.board,
        actions=script.actions(scale),
        payoffs=None,
        players=fields.names("players", seats),
        places=fields.numbers("seats", seats),
        number=number if type(number) is int and 0 <= number < 2**63 else 0,
        mucked=script.mucked,
        details=script.details,
        stated=stated,
        scale=scale,
        metadata={key: value for key, value in fields.values.items() if key not in MODELLED},
        notations=script.notations,
        source=fields.name,
        line=fields.line + 1,
    )
    thrown = tuple(
        None if seat in script.mucked else hole for seat, hole in enumerate(script.holes)
    )
    for holes in dict.fromkeys((script.holes, thrown)):
        for game in games():
            yield make(game=game, stacks=game.stacks, holes=holes)
