"""Finished hands: what was played, by whom, with which cards and result."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from fivebet.cards import Card
from fivebet.errors import GameError
from fivebet.game.action import Action
from fivebet.game.game import UNLIMITED, Game
from fivebet.game.hand import Hand
from fivebet.notebook import preformatted_html


@dataclass(frozen=True, kw_only=True)
class HandRecord:
    """The record of one hand, by seat from the button's left.

    Hole cards are None where they are not known; the board holds the cards that
    were dealt. `places` are the numbers of the seats at a real table, where
    they matter, and `button` the number of the one that has the button, which a
    dead button leaves empty.
    """

    game: Game
    stacks: tuple[int, ...]
    holes: tuple[tuple[Card, ...] | None, ...]
    board: tuple[Card, ...]
    actions: tuple[Action, ...]
    payoffs: tuple[int | Fraction, ...] | None
    """What each seat has won; None if the hand is not over or its result is not known."""
    players: tuple[str, ...] = ()
    places: tuple[int, ...] = ()
    button: int | None = None
    number: int = 0
    mucked: tuple[int, ...] = ()
    """Seats whose unknown cards were thrown away at the showdown."""

    @classmethod
    def from_hand(cls, hand: Hand, players: Sequence[str] = ()) -> "HandRecord":
        """Make the record of a hand as the dealer knows it."""
        names = tuple(players) or hand.players
        if names and len(names) != hand.game.seats:
            raise GameError(f"{len(names)} names {names} for {hand.game.seats} seats")
        unseen = (seat for seat in hand.active if hand.decided and hand.hole(seat) is None)
        return cls(
            game=hand.game,
            stacks=hand.starting_stacks,
            holes=tuple(hand.hole(seat) for seat in range(hand.game.seats)),
            board=hand.board,
            actions=tuple(move.action for move in hand.moves),
            payoffs=hand.payoffs if hand.decided else None,
            players=names,
            number=hand.number,
            mucked=tuple(unseen) if len(hand.active) > 1 else (),
        )

    def rows(self) -> list[dict[str, Any]]:
        """Return one mapping for each player, as `pandas.DataFrame` takes them."""
        from fivebet.game.positions import players_by_position  # noqa: PLC0415 - positions read records

        shared = {
            "hand": self.number,
            "game": str(self.game),
            "board": "".join(map(str, self.board)),
            "actions": len(self.actions),
        }
        found, _ = players_by_position(self, range(self.game.seats))
        return [
            {
                **shared,
                "seat": seat,
                "position": found.names[seat],
                "player": self.players[seat] if self.players else f"seat {seat}",
                "hole": "".join(map(str, hole)) if hole else None,
                "stack": None if self.stacks[seat] >= UNLIMITED else self.stacks[seat],
                "payoff": None if self.payoffs is None else float(self.payoffs[seat]),
            }
            for seat, hole in enumerate(self.holes)
        ]

    def _repr_html_(self) -> str:
        return preformatted_html(str(self.replay()))

    def start(self, players_left: int = 0) -> Hand:
        """Deal the hand; nobody has acted yet.

        `players_left` are those left in the tournament, which is not on record.
        """
        return Hand.with_cards(
            self.game,
            self.holes,
            self.board,
            stacks=self.stacks,
            number=self.number,
            mucked=self.mucked,
            players=self.players,
            players_left=players_left,
        )

    def replay(self, players_left: int = 0) -> Hand:
        """Deal the hand and play all its actions by the rules."""
        hand = self.start(players_left)
        for action in self.actions:
            hand.act(action)
        return hand
