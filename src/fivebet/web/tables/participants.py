"""The people at a live table: how they are identified, reached and waited for."""

import asyncio
import secrets
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from fivebet.errors import ActionError
from fivebet.web.tables.outbox import Outbox
from fivebet.web.tables.persistence import SeatDigests

_SECONDS_PRESENT = 60.0  # after the last request of somebody who polls
_MOST_SAID = 5  # lines of chat in so many seconds
_SECONDS_OF_TALK = 10.0
_MOST_REMEMBERED = 64  # actions and how they were answered, for those that are sent again


def digest(token: str) -> str:
    """Return what is stored of a seat's token."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(slots=True)
class HumanSeat:
    """The seat of a human player: how it is opened, and the messages for it."""

    token: str
    """A digest: only the owner knows the token. Empty until somebody has taken the seat."""
    invitation: str = ""
    """A digest of what the seat can be taken with, once."""
    outbox: Outbox = field(default_factory=Outbox)
    seed: str = ""
    """The player's seed for the next cut."""
    seed_for: int = 0
    """The hand that the seed is for."""
    last_active: float = 0.0
    away: bool = False
    """Whether the player sits out: hands are folded until they are back."""
    ready: bool = False
    """Whether the player wants the next hand at once."""
    refusals: dict[str, str] = field(default_factory=dict)
    """By the id of an action: why it was refused, or an empty text."""
    bank: float = 0.0
    """The seconds that are left of the player's time bank."""
    rebuy: int = 0
    """The chips to which the player fills up before the next hand; 0 for none."""
    said_at: deque[float] = field(default_factory=lambda: deque(maxlen=_MOST_SAID))
    """When the player has said something last."""
    events_sent: tuple[int, int] = (0, 0)
    """The number of a hand, and how many of its events were sent."""

    def act_once(self, id_: str, act: Callable[[], None]) -> None:
        """Act on a request, or answer as before if the same one comes again."""
        if id_ not in self.refusals:
            try:
                act()
                self.refusals[id_] = ""
            except ActionError as error:
                self.refusals[id_] = str(error)
            if len(self.refusals) > _MOST_REMEMBERED:
                del self.refusals[next(iter(self.refusals))]
        if refusal := self.refusals[id_]:
            raise ActionError(refusal)

    def may_say(self, now: float) -> bool:
        """Return whether the player may say something now, and note it if so."""
        if len(self.said_at) == _MOST_SAID and now - self.said_at[0] < _SECONDS_OF_TALK:
            return False
        self.said_at.append(now)
        return True

    def events_sent_of(self, hand: int) -> int:
        """Return how many events of a hand were sent."""
        last, events = self.events_sent
        return events if last == hand else 0


class Participants:
    """All people who play at a table or watch it."""

    def __init__(
        self,
        players: Sequence[int],
        digests: Sequence[SeatDigests],
        clock: Callable[[], float],
        time_bank: float = 0.0,
    ) -> None:
        self.seats = {
            player: HumanSeat(seat.token, seat.invitation, away=not seat.token, bank=time_bank)
            for player, seat in zip(players, digests, strict=True)
        }
        self.spectators = Outbox()
        """The messages for all who only watch."""
        self.last_active = clock()
        """When somebody was active last."""
        self.clock = clock
        self._spectator_active = float("-inf")
        self._woken = asyncio.Event()

    @property
    def invited(self) -> tuple[int, ...]:
        """The players who were invited and have not come yet."""
        return tuple(player for player, seat in self.seats.items() if not seat.token)

    @property
    def digests(self) -> tuple[SeatDigests, ...]:
        """What opens their seats, as it is stored."""
        return tuple(SeatDigests(seat.token, seat.invitation) for seat in self.seats.values())

    @property
    def present(self) -> list[HumanSeat]:
        """The seats of those who are connected or were active a short while ago."""
        now = self.clock()
        return [
            seat
            for seat in self.seats.values()
            if seat.outbox.connections
            or (seat.last_active and now - seat.last_active < _SECONDS_PRESENT)
        ]

    @property
    def has_spectators(self) -> bool:
        """Whether somebody watches who does not play."""
        since = self.clock() - self._spectator_active
        return bool(self.spectators.connections) or since < _SECONDS_PRESENT

    @property
    def outboxes(self) -> list[Outbox]:
        """The spectators' messages and those of each seat."""
        return [self.spectators, *(seat.outbox for seat in self.seats.values())]

    def find_player(self, token: str) -> int | None:
        """Return the player whose token this is."""
        known = digest(token)
        return next((player for player, seat in self.seats.items() if seat.token == known), None)

    def join(self, invitation: str) -> tuple[int, str] | None:
        """Take the seat of an invitation; return the player and the token that opens it now."""
        known = digest(invitation)
        for player, seat in self.seats.items():
            if seat.invitation == known:
                token = secrets.token_urlsafe(24)
                seat.token, seat.invitation, seat.away = digest(token), "", False
                return player, token
        return None

    def give_back(self, player: int, invitation: str) -> None:
        """Make an invitation valid again that has taken a seat in vain."""
        seat = self.seats[player]
        seat.token, seat.invitation, seat.away = "", digest(invitation), True

    def outbox(self, player: int | None) -> Outbox:
        """Return the messages for a player, or for spectators."""
        return self.spectators if player is None else self.seats[player].outbox

    def publish(self, type_: str, content: dict[str, Any]) -> None:
        """Send all of them the same message."""
        for outbox in self.outboxes:
            outbox.publish(type_, content)

    def mark_active(self, player: int | None) -> None:
        """Note that a player, or a spectator, is there."""
        self.last_active = self.clock()
        if player is None:
            self._spectator_active = self.last_active
        else:
            self.seats[player].last_active = self.last_active
        self.wake()

    def wake(self) -> None:
        """Let `wait_until` look again: something has changed."""
        self._woken.set()

    async def wait_until(self, condition: Callable[[], bool], seconds: float | None = None) -> None:
        """Wait for something that people do, at most so many seconds."""
        deadline = None if seconds is None else self.clock() + seconds
        while not condition():
            self._woken.clear()
            left = _SECONDS_PRESENT if deadline is None else deadline - self.clock()
            if left <= 0:
                return
            try:
                async with asyncio.timeout(left):
                    await self._woken.wait()
            except TimeoutError:
                continue
