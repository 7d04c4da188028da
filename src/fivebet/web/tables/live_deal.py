"""One deal at a live table: the hand, its deck, and what was decided and why."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from fivebet.agents.sentences import explain
from fivebet.game import Action, Hand, Move, View
from fivebet.store.hands import StoredHand
from fivebet.web.fair_deck import Deck, cut_order
from fivebet.web.tables.messages import (
    SeatMap,
    events_to_list,
    hand_to_dict,
    public_view,
    visible_card_indices,
)
from fivebet.web.tables.sessions import Session
from fivebet.web.tables.settings import TableSettings


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A hand and who played it: enough to ask the coach about a decision."""

    hand: Hand
    players: tuple[int, ...]
    """The players by seat of the hand."""

    def find_decision(self, player: int, turn: int) -> tuple[View, Action] | None:
        """Return what a player saw at a turn and did then; None if it was not their turn."""
        moves = self.hand.moves
        if turn >= len(moves) or self.players[moves[turn].seat] != player:
            return None
        before = self.hand.record().start(self.hand.players_left)
        for move in moves[:turn]:
            before.act(move.action)
        return before.view(moves[turn].seat), moves[turn].action

    def decisions_of(self, player: int) -> list[tuple[int, Move]]:
        """Return the turns at which a player has acted, and what they did."""
        moves = enumerate(self.hand.moves)
        return [(turn, move) for turn, move in moves if self.players[move.seat] == player]

    @property
    def runout(self) -> int:
        """How many streets were dealt after the last decision, because players were all-in."""
        if not self.hand.over or len(self.hand.active) < 2:
            return 0
        moves = self.hand.moves
        return self.hand.street - (moves[-1].street if moves else 0)


@dataclass(frozen=True, slots=True)
class LiveDeal(PlayedHand):
    """A deal in progress, or a finished one."""

    seat_map: SeatMap
    deck: Deck
    order: tuple[int, ...]
    """The order of the deck after the cut."""
    seeds: tuple[str, ...]
    """The seeds with which human players have cut it."""
    reasons: list[Mapping[str, Any]] = field(default_factory=list)
    """The reasons of each decision."""
    notes: list[dict[str, Any]] = field(default_factory=list)
    proofs: list[dict[str, list[str]]] = field(default_factory=list)
    """The proof of the deck, once somebody has asked for it."""

    @classmethod
    def start(
        cls,
        session: Session,
        settings: TableSettings,
        number: int,
        deck: Deck,
        seeds: tuple[str, ...],
    ) -> "LiveDeal":
        """Cut the deck and deal the next hand of a session."""
        order = cut_order(number, seeds)
        hand = session.deal(
            lambda game, number, stacks, names, left: deck.deal(
                game, order, number, stacks, names, left
            )
        )
        seat_map = SeatMap(
            tuple(session.places[player] for player in session.players),
            tuple(settings.names[player] for player in session.players),
            tuple(bool(settings.agents[player]) for player in session.players),
        )
        return cls(hand, session.players, seat_map, deck, order, seeds)

    @property
    def actor(self) -> int | None:
        """The player whose turn it is."""
        seat = self.hand.actor
        return None if seat is None else self.players[seat]

    def view(self, player: int | None) -> View:
        """Return what a player may know; for those who are not in the hand, what everybody may."""
        if player is None or player not in self.players:
            return public_view(self.hand)
        return self.hand.view(self.players.index(player))

    def act(self, action: Action, reasons: Mapping[str, Any]) -> None:
        """Take the action of the seat to act, and note its reasons."""
        self.hand.act(action)
        self.reasons.append(reasons)

    def ended_by(self, action: Action, reasons: Mapping[str, Any]) -> StoredHand | None:
        """Return the finished hand as it is stored if an action ends it; the deal goes on."""
        ended = self.hand.copy()
        ended.act(action)
        if not ended.over:
            return None
        return replace(self, hand=ended, reasons=[*self.reasons, reasons]).to_stored()

    def note(self, player: int, text: str) -> None:
        """Add a note about a player that everybody sees."""
        place = self.seat_map.places[self.players.index(player)]
        self.notes.append({"turn": len(self.hand.moves), "place": place, "text": text})

    def to_stored(self) -> StoredHand:
        """Return the hand as it is stored."""
        seats = [move.seat for move in self.hand.moves]
        return StoredHand.from_hand(
            self.hand,
            serial=self.hand.number,
            seed=0,
            seating=self.players,
            decisions=list(zip(seats, self.reasons, strict=True)),
        )

    def to_dict(self, player: int | None, events_sent: int, teaching: bool) -> dict[str, Any]:
        """Return what a player or a spectator may know, with the events that were not sent yet."""
        view = self.view(player)
        you = self.players.index(player) if player in self.players else None
        state = hand_to_dict(view, self.seat_map, you)
        if teaching:
            self._show_agents_cards(state["seats"])
        return {
            "state": state,
            "events": events_to_list(view.events[events_sent:], self.seat_map, view.game.streets),
            "events_from": events_sent,
            "notes": self.notes,
            "reasons": self._visible_reasons(view, teaching),
        }

    def openings(self, player: int | None) -> dict[str, Any]:
        """Return the proof of the cards that a player or a spectator has seen."""
        known = visible_card_indices(self.view(player))
        openings = [asdict(self.deck.open(self.order, dealt)) for dealt in known]
        return {"hand": self.hand.number, "seeds": self.seeds, "openings": openings}

    def _visible_reasons(self, view: View, teaching: bool) -> list[dict[str, Any]]:
        """Return agents' reasons where their cards are open, since reasons give cards away."""
        return [
            {
                "turn": turn,
                "place": self.seat_map.places[move.seat],
                "sentence": explain(move.action, reasons),
                "reasons": reasons,
            }
            for turn, (move, reasons) in enumerate(zip(self.hand.moves, self.reasons, strict=True))
            if self.seat_map.agents[move.seat]
            and (teaching or (view.over and move.seat in view.shown))
        ]

    def _show_agents_cards(self, seats: list[dict[str, Any]]) -> None:
        """Show agents' cards, which are open at a teaching table."""
        for seat, data in enumerate(seats):
            if self.seat_map.agents[seat]:
                data["cards"] = [str(card) for card in self.hand.hole(seat) or ()]
