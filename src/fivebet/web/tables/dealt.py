"""A hand of a live table: who sits where, the deck it is dealt from, what was decided and why."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from fivebet.game import Action, Hand, View
from fivebet.store.hands import StoredHand
from fivebet.web.fair_deck import Deck, cut_order
from fivebet.web.tables.messages import Chairs, known_cards, public_view, tell_events, tell_hand
from fivebet.web.tables.plan import TablePlan
from fivebet.web.tables.sessions import Session

__all__ = ["DealtHand"]


@dataclass(frozen=True, slots=True)
class DealtHand:
    """The hand that is played, or one that was."""

    hand: Hand
    players: tuple[int, ...]
    """By seat of the hand."""
    chairs: Chairs
    deck: Deck
    order: tuple[int, ...]
    """That of the deck, once it is cut."""
    seeds: tuple[str, ...]
    """With which persons have cut it."""
    reasons: list[Mapping[str, Any]] = field(default_factory=list)
    """Of every decision."""
    notes: list[dict[str, Any]] = field(default_factory=list)

    @classmethod
    def next_of(
        cls, session: Session, plan: TablePlan, number: int, deck: Deck, seeds: tuple[str, ...]
    ) -> "DealtHand":
        """Cut the deck and deal."""
        order = cut_order(number, seeds)
        hand = session.deal(
            lambda game, number, stacks, names: deck.deal(game, order, number, stacks, names)
        )
        chairs = Chairs(
            tuple(session.places[player] for player in session.players),
            tuple(plan.names[player] for player in session.players),
            tuple(bool(plan.agents[player]) for player in session.players),
        )
        return cls(hand, session.players, chairs, deck, order, seeds)

    @property
    def actor(self) -> int | None:
        """The player whose turn it is."""
        seat = self.hand.actor
        return None if seat is None else self.players[seat]

    def view(self, player: int | None) -> View:
        """What a player may know; or everybody, if he is not in the hand."""
        if player is None or player not in self.players:
            return public_view(self.hand)
        return self.hand.view(self.players.index(player))

    def decide(self, action: Action, reasons: Mapping[str, Any]) -> None:
        """Whoever is to act does, for some reasons."""
        self.hand.act(action)
        self.reasons.append(reasons)

    def note(self, player: int, text: str) -> None:
        """Everybody is told something of a player."""
        place = self.chairs.places[self.players.index(player)]
        self.notes.append({"turn": len(self.hand.moves), "place": place, "text": text})

    def spot(self, player: int, turn: int) -> tuple[View, Action] | None:
        """What a player saw when he took a decision, and what he did; None if it was not his."""
        moves = self.hand.moves
        if turn >= len(moves) or self.players[moves[turn].seat] != player:
            return None
        before = self.hand.record().start()
        for move in moves[:turn]:
            before.act(move.action)
        return before.view(moves[turn].seat), moves[turn].action

    def kept(self) -> StoredHand:
        """As it is written down."""
        seats = [move.seat for move in self.hand.moves]
        return StoredHand.from_hand(
            self.hand,
            serial=self.hand.number,
            seed=0,
            seating=self.players,
            decisions=list(zip(seats, self.reasons, strict=True)),
        )

    def tell(self, player: int | None, told: int, teaching: bool) -> dict[str, Any]:
        """The hand as a player, or somebody who watches, may know it; events after those told."""
        view = self.view(player)
        you = self.players.index(player) if player in self.players else None
        state = tell_hand(view, self.chairs, you)
        if teaching:
            self._lay_open(state["seats"])
        return {
            "state": state,
            "events": tell_events(view.events[told:], self.chairs, view.game.streets),
            "events_from": told,
            "notes": self.notes,
            "reasons": self._told_reasons(view, teaching),
        }

    def openings(self, player: int | None) -> dict[str, Any]:
        """The proof of the cards that a player, or somebody who watches, has seen."""
        known = known_cards(self.view(player))
        openings = [asdict(self.deck.open(self.order, dealt)) for dealt in known]
        return {"hand": self.hand.number, "seeds": self.seeds, "openings": openings}

    def _told_reasons(self, view: View, teaching: bool) -> list[dict[str, Any]]:
        """Why agents acted: they give their cards away, so only where these are open."""
        return [
            {"turn": turn, "place": self.chairs.places[move.seat], "reasons": reasons}
            for turn, (move, reasons) in enumerate(zip(self.hand.moves, self.reasons, strict=True))
            if self.chairs.agents[move.seat]
            and (teaching or (view.over and move.seat in view.shown))
        ]

    def _lay_open(self, seats: list[dict[str, Any]]) -> None:
        """At a teaching table agents play with open cards."""
        for seat, told in enumerate(seats):
            if self.chairs.agents[seat]:
                told["cards"] = [str(card) for card in self.hand.hole(seat) or ()]
