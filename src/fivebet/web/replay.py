"""Kept hands as somebody may see them: all of it where agents played among themselves, and
no more than he saw, or everybody did, where it was played at a table of this room.
"""

import json
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from fivebet.game import Hand, HandRecord
from fivebet.game.positions import positions
from fivebet.store.archive import HandHit
from fivebet.web.tables.messages import Chairs, seen_record, tell_events, tell_hand
from fivebet.web.tables.persistence import KIND as TABLE
from fivebet.web.tables.persons import digest
from fivebet.web.tables.plan import PERSON, TablePlan

__all__ = ["IMPORT", "SeenHand", "seen_hand"]

IMPORT = "import"
"""The kind of runs that hold hands from files."""

_OPEN = (IMPORT, "match", "ring", "league", "tournament")
"""Kinds of runs in which nobody has anything to hide."""


@dataclass(frozen=True)
class SeenHand:
    """A kept hand without the cards that the one who asks may not know."""

    found: HandHit
    record: HandRecord
    you: int | None
    """The asker's seat, if he sat there."""
    chairs: Chairs
    open: frozenset[int]
    """Agents' seats whose cards lay open though the record does not show them."""
    reasons: tuple[dict[str, Any], ...]
    """By decision: why, where that may be known."""

    def summary(self) -> dict[str, Any]:
        """For a list."""
        hand = self.record.replay()
        run, stored, game = self.found.run, self.found.hand, hand.game
        named = positions(game)
        payoffs = hand.payoffs if hand.decided else (None,) * game.seats
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
            "pot": _chips(sum((chips for _, _, chips in hand.awards), Fraction(0)) or hand.pot),
            "players": [
                {
                    "name": self.chairs.names[seat],
                    "position": named[seat],
                    "cards": self._cards(hand, seat),
                    "won": None if won is None else _chips(won),
                    "you": seat == self.you,
                }
                for seat, won in enumerate(payoffs)
            ],
        }

    def replay(self) -> dict[str, Any]:
        """The table before the first decision and after each, and all that happened."""
        hand = self.record.start()
        frames = [self._frame(hand)]
        for action in self.record.actions:
            hand.act(action)
            frames.append(self._frame(hand))
        streets = hand.game.streets
        return self.summary() | {
            "you": None if self.you is None else self.chairs.places[self.you],
            "chairs": hand.game.seats,
            "frames": frames,
            "events": tell_events(hand.events, self.chairs, streets),
            "reasons": list(self.reasons),
        }

    def _frame(self, hand: Hand) -> dict[str, Any]:
        told = tell_hand(hand, self.chairs, None)
        told["you"] = None if self.you is None else self.chairs.places[self.you]
        for seat in self.open:
            told["seats"][seat]["cards"] = self._cards(hand, seat)
        return {"state": told | {"clock": None}, "events": len(hand.events)}

    def _cards(self, hand: Hand, seat: int) -> list[str] | None:
        whole = self.found.hand.record.holes[seat] if seat in self.open else hand.hole(seat)
        return None if whole is None else [str(card) for card in whole]


def seen_hand(found: HandHit, token: str = "") -> SeenHand:
    """The hand as the owner of a table's token may see it, or everybody."""
    stored, record = found.hand, found.hand.record
    order = sorted(stored.seating)
    names = _unique([str(found.run.players[player]) for player in range(len(found.run.players))])
    agents = [True] * len(names)
    you, laid_open = None, frozenset[int]()
    shown = frozenset(range(record.game.seats))
    if found.run.kind == IMPORT:
        agents = [False] * len(names)
    if found.run.kind not in (TABLE, *_OPEN):
        hand = record.replay()
        record, shown = seen_record(hand), frozenset(hand.shown)
    if found.run.kind == TABLE:
        plan = TablePlan.from_dict(found.run.settings["plan"])
        agents = [agent != PERSON for agent in plan.agents]
        you = _seat_of(token, plan, found)
        if plan.persons:
            hand = record.replay()
            record = seen_record(hand, you)
            shown = frozenset(hand.shown)
        if plan.teaching:
            laid_open = frozenset(i for i, player in enumerate(stored.seating) if agents[player])
    chairs = Chairs(
        places=tuple(order.index(player) for player in stored.seating),
        names=tuple(names[player] for player in stored.seating),
        agents=tuple(agents[player] for player in stored.seating),
    )
    return SeenHand(
        found=found,
        record=replace(record, players=chairs.names),
        you=you,
        chairs=chairs,
        open=laid_open,
        reasons=tuple(
            {"turn": turn, "place": chairs.places[seat], "reasons": json.loads(text)}
            for turn, (seat, text) in enumerate(stored.decisions)
            if text and chairs.agents[seat] and (seat in shown or seat in laid_open)
        ),
    )


def _seat_of(token: str, plan: TablePlan, found: HandHit) -> int | None:
    if not token:
        return None
    known = dict(zip(found.run.settings["tokens"], plan.persons, strict=True))
    player = known.get(digest(token))
    seating = found.hand.seating
    return seating.index(player) if player in seating else None


def _unique(names: list[str]) -> list[str]:
    """Formats tell players apart by their names: copies of an agent are numbered."""
    found: list[str] = []
    for given in names:
        name, copies = given, 2
        while name in found:
            name, copies = f"{given} {copies}", copies + 1
        found.append(name)
    return found


def _chips(chips: int | Fraction) -> int | float:
    return chips if isinstance(chips, int) else float(chips)
