"""Writing hands as PokerStars' text.

All known hole cards are dealt face up, so that the text holds the whole record. The
layout knows hold'em, no-limit, pot-limit and limit, with a small and a big blind,
straddles and newcomers' blinds: other games are refused.
"""

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from fivebet.cards import Card
from fivebet.cards.evaluator import describe
from fivebet.errors import FivebetError, FormatError
from fivebet.formats.file_record import as_file_record
from fivebet.formats.pokerstars_table import SYMBOL
from fivebet.game.chips import Chips
from fivebet.game.events import Acted, Mucked, Shown, StreetDealt, UncalledReturned
from fivebet.game.game import UNLIMITED, Game
from fivebet.game.hand import Hand
from fivebet.game.record import HandRecord

_LIMITS = {"no-limit": "No Limit", "pot-limit": "Pot Limit", "fixed-limit": "Limit"}
_TABLE_SIZES = (2, 6, 9, 10)
_STREETS = ("HOLE CARDS", "FLOP", "TURN", "RIVER")
_FOLDED = ("before Flop", "on the Flop", "on the Turn", "on the River")
_SYMBOL = re.compile(SYMBOL)
_NO_DATE = "2000/01/01 0:00:00 ET"


def write_pokerstars(hands: Iterable[HandRecord]) -> str:
    """Return hands as text, with empty lines between them."""
    return "\n\n\n".join("\n".join(_HandWriter(hand).lines()) for hand in hands) + "\n"


class _HandWriter:
    """The writer of one hand's lines."""

    def __init__(self, given: HandRecord) -> None:
        self.record = as_file_record(given)
        self.game = given.game
        self.metadata: dict[str, Any] = self.record.metadata
        self.symbol = _symbol(self.metadata)
        self.hand: Hand = given.replay()
        _check(self.game, self.record, self.hand)
        seats = self.game.seats
        self.names = _names(self.record)
        self.places = self.record.places or tuple(range(1, seats + 1))
        self.button = self.record.button or self.places[-1]
        self.by_place = sorted(range(seats), key=lambda seat: self.places[seat])
        self.small_blind, self.big_blind = _blind_seats(self.game)
        self.won = self._won()

    def lines(self) -> Iterator[str]:
        yield self._header()
        yield self._table()
        for seat in self.by_place:
            stack = self._money(self.record.stacks[seat])
            yield f"Seat {self.places[seat]}: {self.names[seat]} ({stack} in chips)"
        yield from self._posts()
        yield "*** HOLE CARDS ***"
        for seat in self.by_place:
            hole = self.record.holes[seat]
            if hole is not None:
                yield f"Dealt to {self.names[seat]} {_cards(hole)}"
        yield from self._play()
        yield from self._summary()

    def _money(self, chips: Chips) -> str:
        amount = Fraction(chips) / 10**self.record.scale
        if amount.denominator == 1:
            return f"{self.symbol}{amount.numerator}"
        places = max(2 if self.symbol else 1, self.record.scale)
        if (amount * 10**places).denominator != 1:
            raise FormatError(f"{self.record.name} has {amount}: no such coin is known")
        return f"{self.symbol}{float(amount):.{places}f}"

    def _header(self) -> str:
        data, game = self.metadata, self.game
        number = data.get("hand", self.record.number)
        kind = f"Hold'em {data.get('_limit') or _LIMITS[game.structure]}"
        if "_mix" in data:
            kind = f"{data['_mix']} ({kind})"
        club = f"{{{data['_club']}}} " if "_club" in data else ""
        if "_tournament" in data:
            buy_in = f"{data['_buy_in']} " if "_buy_in" in data else ""
            zoom = "Zoom " if "_zoom" in data else ""
            kind = f"{zoom}Tournament #{data['_tournament']}, {buy_in}{kind}"
        else:
            kind = f" {kind}"
        level = f" - {data['_level']}" if "_level" in data else ""
        stakes = data.get("_stakes") or self._stakes()
        regulator = f" [{data['_regulator']}]" if "_regulator" in data else ""
        date = data.get("_date") or _date(data)
        number = number if isinstance(number, int) and number >= 0 else self.record.number
        site = data.get("_site", "Hand")
        return f"PokerStars {site} #{number}: {club}{kind}{level} ({stakes}){regulator} - {date}"

    def _stakes(self) -> str:
        game = self.game
        if game.structure == "fixed-limit":
            small, big = game.raise_sizes[1:3]
        else:
            small = 0 if self.small_blind is None else game.blinds[self.small_blind]
            big = game.min_bet
        return f"{self._money(small)}/{self._money(big)}"

    def _table(self) -> str:
        name = self.metadata.get("table", "Fivebet")
        least = max(*self.places, self.button)
        size = self.metadata.get("seat_count") or next(
            (n for n in _TABLE_SIZES if n >= least), least
        )
        money = " (Play Money)" if self.metadata.get("_play_money") else ""
        return f"Table '{name}' {size}-max{money} Seat #{self.button} is the button"

    def _posts(self) -> Iterator[str]:
        game, stacks = self.game, self.record.stacks
        common = min(game.antes)
        newcomers = _newcomers(game)
        for seat in self.by_place:
            ante = common if seat in newcomers else game.antes[seat]
            if ante:
                yield self._post(seat, "posts the ante", min(ante, stacks[seat]))
        order = [self.small_blind, self.big_blind]
        order += [seat for seat in range(game.seats) if seat not in order]
        for blind_seat in order:
            if blind_seat is not None:
                yield from self._blind(blind_seat, common if blind_seat in newcomers else None)

    def _blind(self, seat: int, common: int | None) -> Iterator[str]:
        game = self.game
        ante = game.antes[seat] if common is None else common
        left = max(0, self.record.stacks[seat] - ante)
        dead = 0 if common is None else game.antes[seat] - common
        paid = min(game.blinds[seat] + dead, left)
        if not paid:
            return
        what = "posts big blind"
        if dead:
            what = "posts small & big blinds" if game.blinds[seat] else "posts small blind"
        elif seat == self.small_blind:
            what = "posts small blind"
        elif game.blinds[seat] > game.blinds[self.big_blind]:
            what = "posts straddle"
        yield self._post(seat, what, paid)

    def _post(self, seat: int, what: str, paid: int) -> str:
        return f"{self.names[seat]}: {what} {self._money(paid)}"

    def _play(self) -> Iterator[str]:
        hand = self.record.start()
        shown = False
        for event in self.hand.events:
            match event:
                case Acted(seat, action, paid, all_in):
                    before = hand.legal.call + hand.bets[seat]
                    hand.act(action)
                    what = self._action(action.kind, paid, action.to, before)
                    yield f"{self.names[seat]}: {what}{' and is all-in' if all_in else ''}"
                case StreetDealt(street, cards):
                    earlier = self.hand.board[: sum(self.game.board_cards[:street])]
                    old = f" {_cards(earlier)}" if earlier else ""
                    if cards:
                        yield f"*** {_STREETS[street]} ***{old} {_cards(cards)}"
                case UncalledReturned(seat, chips):
                    yield f"Uncalled bet ({self._money(chips)}) returned to {self.names[seat]}"
                case Shown() | Mucked():
                    if not shown:
                        yield "*** SHOW DOWN ***"
                    shown = True
                    yield self._showdown(event)
                case _:
                    pass
        yield from self._collected()

    def _action(self, kind: str, paid: int, to: int, before: int) -> str:
        match kind:
            case "call":
                return f"calls {self._money(paid)}"
            case "bet":
                return f"bets {self._money(paid)}"
            case "raise":
                return f"raises {self._money(to - before)} to {self._money(to)}"
            case _:
                return f"{kind}s"

    def _showdown(self, event: Shown | Mucked) -> str:
        if isinstance(event, Mucked):
            return f"{self.names[event.seat]}: mucks hand"
        return f"{self.names[event.seat]}: shows {_cards(event.cards)} ({self._value(event.seat)})"

    def _value(self, seat: int) -> str:
        hole = self.record.holes[seat]
        try:
            return describe([*(hole or ()), *self.hand.board]).lower()
        except FivebetError:
            return "cards"

    def _collected(self) -> Iterator[str]:
        if self._side_pots():
            for pot, seat, chips in reversed(self.hand.awards):
                name = f"side pot-{pot}" if pot else "main pot"
                yield f"{self.names[seat]} collected {self._money(chips)} from {name}"
            return
        for seat in self.by_place:
            if self.won[seat]:
                yield f"{self.names[seat]} collected {self._money(self.won[seat])} from pot"

    def _side_pots(self) -> bool:
        """Return whether pots are listed one by one: a rake is only known for all together."""
        return len(self.hand.pots) > 1 and self.hand.decided and self.hand.winnings == self.won

    def _won(self) -> tuple[Chips, ...]:
        """Return what each seat collected, after the rake."""
        payoffs = self.record.payoffs
        if payoffs is None:
            raise FormatError(
                f"PokerStars' layout cannot tell {self.record.name}: its result is open"
            )
        spent = [0] * self.game.seats
        for seat, stack in enumerate(self.record.stacks):
            won = self.hand.winnings[seat] if self.hand.decided else 0
            spent[seat] = stack - int(Fraction(self.hand.stacks[seat]) - Fraction(won))
        collected = tuple(cost + won for cost, won in zip(spent, payoffs, strict=True))
        if min(collected) < 0 or sum(collected) > sum(chips for chips, _ in self.hand.pots):
            raise FormatError(f"{self.record.name} pays out other chips than were bet")
        return collected

    def _summary(self) -> Iterator[str]:
        yield "*** SUMMARY ***"
        pot = sum(chips for chips, _ in self.hand.pots)
        pots = ""
        if self._side_pots():
            main, *sides = (self._money(chips) for chips, _ in self.hand.pots)
            pots = f" Main pot {main}."
            pots += "".join(f" Side pot-{i} {side}." for i, side in enumerate(sides, 1))
        rake = self._money(pot - sum(self.won, Fraction(0)))
        yield f"Total pot {self._money(pot)}{pots} | Rake {rake}"
        if self.hand.board:
            yield f"Board {_cards(self.hand.board)}"
        folded = {move.seat: move for move in self.hand.moves if move.action.kind == "fold"}
        for seat in self.by_place:
            role = self._role(seat)
            if seat in folded:
                what = f"folded {_FOLDED[folded[seat].street]}"
            elif seat in self.hand.shown:
                what = f"showed {_cards(self.record.holes[seat] or ())} and "
                what += f"won ({self._money(self.won[seat])})" if self.won[seat] else "lost"
                what += f" with {self._value(seat)}"
            elif self.won[seat]:
                what = f"collected ({self._money(self.won[seat])})"
            else:
                what = "mucked"
            yield f"Seat {self.places[seat]}: {self.names[seat]}{role} {what}"

    def _role(self, seat: int) -> str:
        roles = {
            " (button)": self.places[seat] == self.button,
            " (small blind)": seat == self.small_blind,
            " (big blind)": seat == self.big_blind,
        }
        return "".join(role for role, fits in roles.items() if fits)


def _cards(cards: Iterable[Card]) -> str:
    return f"[{' '.join(map(str, cards))}]"


def _symbol(data: dict[str, Any]) -> str:
    """Return the sign of the currency, if the layout knows it."""
    symbol = str(data.get("currency_symbol", ""))
    return symbol if _SYMBOL.fullmatch(symbol) else ""


def _date(data: dict[str, Any]) -> str:
    if not all(isinstance(data.get(key), int) for key in ("year", "month", "day")):
        return _NO_DATE
    day = f"{data['year']}/{data['month']:02}/{data['day']:02}"
    zone = data.get("time_zone_abbreviation", "ET")
    return f"{day} {data.get('time', '0:00:00')} {zone}"


def _names(record: HandRecord) -> tuple[str, ...]:
    places = record.places or tuple(range(1, record.game.seats + 1))
    given = record.players or ("",) * record.game.seats
    names = tuple(name or f"Player {place}" for name, place in zip(given, places, strict=True))
    if len(set(names)) < len(names) or any(
        "\n" in name or "\r" in name or name != name.strip() for name in names
    ):
        raise FormatError(f"PokerStars' layout cannot tell players {names} apart")
    return names


def _blind_seats(game: Game) -> tuple[int | None, int]:
    """Return who posts the small blind, if anybody, and who the big blind."""
    blinds = game.blinds
    if game.seats == 2:
        return (1 if blinds[1] else None), 0
    if blinds[0] and blinds[1]:
        return 0, 1
    return None, 0 if blinds[0] else 1


def _newcomers(game: Game) -> list[int]:
    """Return who posts dead money besides the ante: half a blind, or on top of a live one."""
    common = min(game.antes)
    blinds = _blind_seats(game)
    return [
        seat
        for seat, ante in enumerate(game.antes)
        if ante > common
        and seat not in blinds
        and (game.blinds[seat] or ante - common < game.blinds[blinds[1]])
    ]


def _check(game: Game, record: HandRecord, hand: Hand) -> None:
    def need(fine: bool, what: str) -> None:
        if not fine:
            raise FormatError(f"PokerStars' layout cannot tell {what} of {game}")

    need(game.structure in _LIMITS and game.is_holdem, "the game")
    need(hand.over, "the unfinished hand")
    need(UNLIMITED not in record.stacks, "the unlimited stacks")
    small, big = _blind_seats(game)
    need(game.blinds[big] > 0, "the missing big blind")
    need(small is None or game.blinds[small] <= game.blinds[big], "the bigger small blind")
    others = [blind for seat, blind in enumerate(game.blinds) if seat not in (small, big) and blind]
    straddles = [blind for blind in others if blind > game.blinds[big]]
    need(all(blind >= game.blinds[big] for blind in others), "the small blinds")
    need(len(straddles) <= 1, "the straddles")
    last = game.blinds.index(straddles[0]) if straddles else big
    need(game.first == ((last + 1) % game.seats, 0, 0, 0), "the order")
    paid = [stack - ante for stack, ante in zip(record.stacks, game.antes, strict=True)]
    need(not straddles or paid[last] >= straddles[0], "the short straddle")
    common = min(game.antes)
    extra = [seat for seat, ante in enumerate(game.antes) if ante > common]
    need(not set(straddles) & {game.blinds[seat] for seat in extra}, "the straddle's dead money")
    alone = common == 0 and len(extra) == 1
    newcomers = extra == _newcomers(game)
    need(alone or newcomers, "the antes")
    need(newcomers or extra[0] == big or not game.blinds[extra[0]], "the antes")
    need(all(paid[seat] >= game.blinds[seat] for seat in extra), "the short antes")
    if game.structure == "fixed-limit":
        need(game.blinds[big] == game.raise_sizes[0] == game.raise_sizes[1], "the bets")
        need(game.raise_sizes[2] == game.raise_sizes[3], "the bets")
    else:
        need(game.min_bet == game.blinds[big], "the least bet")
