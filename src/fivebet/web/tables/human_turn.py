"""The turn of a human player: the action that it waits for, its clock and the time bank.

An action names the hand and the turn it is meant for, so that one that comes twice, late or from
the wrong seat can never be played.
"""

import asyncio
from collections.abc import Callable
from typing import Annotated, Literal, NamedTuple

from pydantic import Field
from pydantic.dataclasses import dataclass

from fivebet.errors import ActionError
from fivebet.game import Action, Hand
from fivebet.web.tables.participants import HumanSeat

Number = Annotated[int, Field(ge=0, lt=2**53)]


@dataclass(frozen=True, slots=True)
class ActionRequest:
    """What a player wants to do, and the hand and turn that it is meant for."""

    id: Annotated[str, Field(min_length=1, max_length=64)]
    """Chosen by the client; the same action sent twice counts once."""
    hand: Number
    turn: Number
    action: Literal["fold", "check", "call", "bet", "raise"]
    to: Number = 0

    def on(self, hand: Hand) -> Action:
        """Return the action, if it can be taken in a hand now."""
        try:
            action = Action(self.action, self.to) if self.to else Action(self.action)
        except ValueError:
            raise ActionError(
                f"{self.action!r} to {self.to} is no action: fold, check, call, bet and raise are"
            ) from None
        if action not in hand.legal:
            raise ActionError(f"you cannot {action}: you may {hand.legal}")
        return action


class _Deadline(NamedTuple):
    """Until when a human player has to act."""

    at: float
    of: float
    """The seconds that the player had."""
    bank: float
    """The seconds in the player's time bank when the clock was started."""
    in_bank: bool
    """Whether these are the seconds of the time bank."""


class HumanTurn:
    """One turn; `action` waits until the player has acted, or the time is over."""

    def __init__(
        self,
        seat: HumanSeat,
        seconds: float,
        clock: Callable[[], float],
        on_start: Callable[[], None],
    ) -> None:
        self.allowed = seconds + seat.bank if seconds else 0.0
        """The seconds that the player may take, with the time bank; 0 for as many as they like."""
        self._seat, self._seconds, self._clock, self._on_start = seat, seconds, clock, on_start
        self._acted: asyncio.Future[Action] = asyncio.get_running_loop().create_future()
        self._deadline: _Deadline | None = None

    @property
    def is_open(self) -> bool:
        """Whether the player has not acted yet."""
        return not self._acted.done()

    def act(self, action: Action) -> None:
        """Take the player's action."""
        self._acted.set_result(action)

    async def action(self) -> Action | None:
        """Wait for the action; return None if clock and time bank have run down before."""
        if not self._seconds or not self.is_open:
            return await self._acted
        if await self._acted_within(self._seconds) or await self._acted_from_bank():
            return self._acted.result()
        return None

    def clock_left(self) -> dict[str, float | bool] | None:
        """Return what the clock shows, once it runs."""
        if self._deadline is None:
            return None
        at, of, bank, in_bank = self._deadline
        left = round(at - self._clock(), 2)
        return {"left": left, "of": of, "bank": bank, "in_bank": in_bank}

    async def _acted_within(self, seconds: float, in_bank: bool = False) -> bool:
        """Start the clock, and return whether the player has acted before it has run down."""
        self._deadline = _Deadline(self._clock() + seconds, seconds, self._seat.bank, in_bank)
        self._on_start()
        done, _ = await asyncio.wait((self._acted,), timeout=seconds)
        return bool(done)

    async def _acted_from_bank(self) -> bool:
        """Let the player use up the time bank, and return whether they have acted."""
        bank = self._seat.bank
        if not bank:
            return False
        started = self._clock()
        try:
            return await self._acted_within(bank, in_bank=True)
        finally:
            self._seat.bank = max(0.0, bank - (self._clock() - started))
