"""Stored hands as a viewer may see them.

Everything is shown where agents played among themselves. Of a hand at a live table a
player sees what they saw there, and others see what everybody saw.
"""

import json
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from fivebet.agents.sentences import explain
from fivebet.formats.file_record import as_file_record
from fivebet.game import Action, Hand, HandRecord
from fivebet.game.positions import positions
from fivebet.store.archive import HandHit
from fivebet.web.jobs.contests import CONTEST_KINDS
from fivebet.web.tables.messages import (
    SeatMap,
    chips_to_number,
    events_to_list,
    hand_to_dict,
    visible_record,
)
from fivebet.web.tables.participants import digest
from fivebet.web.tables.persistence import TABLE_KIND
from fivebet.web.tables.settings import HUMAN, TableSettings, unique_names

IMPORT_KIND = "import"
"""The kind of runs that hold hands from files."""

OPEN_KINDS = (IMPORT_KIND, *CONTEST_KINDS)
"""The kinds of runs in which all cards may be seen."""


@dataclass(frozen=True, slots=True)
class Money:
    """What the chips of a hand from a file are worth: none are worth anything elsewhere."""

    currency: str = ""
    """A sign or a code, as the file has it; empty for chips."""
    scale: int = 0
    """How many decimal places of the file's money chips stand for."""


@dataclass(frozen=True)
class Replay:
    """A stored hand without the cards that the viewer may not know."""

    hit: HandHit
    record: HandRecord
    you: int | None
    """The viewer's seat, if they played the hand."""
    seat_map: SeatMap
    open_seats: frozenset[int]
    """The seats of agents whose cards lay open though the record does not show them."""
    reasons: tuple[dict[str, Any], ...]
    """The reasons of each decision, where the viewer may know them."""
    hero: int | None = None
    """The seat of whoever has saved an imported hand, if that is known."""
    money: Money = Money()

    def summary(self) -> dict[str, Any]:
        """Return the hand for a list of hands, as JSON data."""
        hand = self.record.replay()
        run, stored, game = self.hit.run, self.hit.hand, hand.game
        named = positions(game)
        payoffs = hand.payoffs if hand.decided else (None,) * game.seats
        if run.kind == IMPORT_KIND and self.record.payoffs:
            payoffs = self.record.payoffs  # after the rake
        return {
            "run": run.id,
            "serial": stored.serial,
            "kind": run.kind,
            "number": stored.number,
            "game": str(game),
            "big_blind": game.big_blind,
            "played": run.updated.isoformat(),
            "street": game.streets[hand.street],
            "board": [str(card) for card in hand.board],
            "pot": chips_to_number(
                sum((chips for _, _, chips in hand.awards), Fraction(0)) or hand.pot
            ),
            "currency": self.money.currency,
            "scale": self.money.scale,
            "rake": chips_to_number(self.rake),
            "players": [
                {
                    "name": self.seat_map.names[seat],
                    "position": named[seat],
                    "cards": self._cards(hand, seat),
                    "won": None if won is None else chips_to_number(won),
                    "you": seat == self.you,
                }
                for seat, won in enumerate(payoffs)
            ],
        }

    @property
    def rake(self) -> Fraction:
        """What the players of an imported hand have lost together: the rake."""
        is_imported = self.hit.run.kind == IMPORT_KIND
        return -sum(map(Fraction, self.record.payoffs or ()), Fraction(0)) * is_imported

    def to_dict(self) -> dict[str, Any]:
        """Return the table before the first decision and after each, and all events."""
        hand = self.record.start()
        frames = [self._frame(hand)]
        for action in self.record.actions:
            hand.act(action)
            frames.append(self._frame(hand))
        streets = hand.game.streets
        return self.summary() | {
            "you": None if self.you is None else self.seat_map.places[self.you],
            "hero": None if self.hero is None else self.seat_map.places[self.hero],
            "chairs": hand.game.seats,
            "frames": frames,
            "events": events_to_list(hand.events, self.seat_map, streets),
            "reasons": list(self.reasons),
        }

    def _frame(self, hand: Hand) -> dict[str, Any]:
        state = hand_to_dict(hand, self.seat_map, None)
        state["you"] = None if self.you is None else self.seat_map.places[self.you]
        for seat in self.open_seats:
            state["seats"][seat]["cards"] = self._cards(hand, seat)
        return {"state": state | {"clock": None}, "events": len(hand.events)}

    def _cards(self, hand: Hand, seat: int) -> list[str] | None:
        is_open = seat in self.open_seats
        cards = self.hit.hand.record.holes[seat] if is_open else hand.hole(seat)
        return None if cards is None else [str(card) for card in cards]


def make_replay(hit: HandHit, token: str = "") -> Replay:
    """Return a hand as the owner of a table's token may see it, or as everybody may."""
    run, stored, record = hit.run, hit.hand, hit.hand.record
    order = sorted(stored.seating)
    names = unique_names(map(str, run.players))  # formats tell players apart by their names
    agents = [run.kind != IMPORT_KIND] * len(names)
    you, open_seats = None, frozenset[int]()
    shown = frozenset(range(record.game.seats))
    if run.kind not in (TABLE_KIND, *OPEN_KINDS):
        hand = record.replay()
        record, shown = visible_record(hand), frozenset(hand.shown)
    if run.kind == TABLE_KIND:
        settings = TableSettings.from_dict(run.settings["plan"])
        agents = [agent != HUMAN for agent in settings.agents]
        you = _find_seat(token, settings, hit)
        if settings.humans:
            hand = record.replay()
            record = visible_record(hand, you)
            shown = frozenset(hand.shown)
        if settings.teaching:
            open_seats = frozenset(i for i, player in enumerate(stored.seating) if agents[player])
    seat_map = SeatMap(
        places=tuple(order.index(player) for player in stored.seating),
        names=tuple(names[player] for player in stored.seating),
        agents=tuple(agents[player] for player in stored.seating),
    )
    money, hero = Money(), None
    record = replace(record, players=seat_map.names)
    if run.kind == IMPORT_KIND:
        money = _money(run.settings, stored.serial)
        wanted = run.settings.get("hero")
        players = [str(run.players[player]) for player in stored.seating]
        hero = players.index(wanted) if wanted in players else None
        symbol = {"currency_symbol": money.currency} if money.currency else {}
        record = replace(
            as_file_record(record), scale=money.scale, metadata={"hand": record.number, **symbol}
        )
    return Replay(
        hit=hit,
        record=record,
        hero=hero,
        money=money,
        you=you,
        seat_map=seat_map,
        open_seats=open_seats,
        reasons=tuple(
            _reason(turn, seat_map.places[seat], record.actions[turn], json.loads(text))
            for turn, (seat, text) in enumerate(stored.decisions)
            if text and seat_map.agents[seat] and (seat in shown or seat in open_seats)
        ),
    )


def _money(settings: dict[str, Any], serial: int) -> Money:
    """Return the money of a hand; runs of earlier versions do not know it."""
    stated = [each for each in settings.get("money", ()) if each[0] <= serial]
    return Money(*stated[-1][1:]) if stated else Money()


def _reason(turn: int, place: int, action: Action, reasons: dict[str, Any]) -> dict[str, Any]:
    """Return the reasons of a decision, with the sentence that they come to."""
    sentence = explain(action, reasons)
    return {"turn": turn, "place": place, "sentence": sentence, "reasons": reasons}


def _find_seat(token: str, settings: TableSettings, hit: HandHit) -> int | None:
    if not token:
        return None
    known = dict(zip(hit.run.settings["tokens"], settings.humans, strict=True))
    player = known.get(digest(token))
    seating = hit.hand.seating
    return seating.index(player) if player in seating else None
