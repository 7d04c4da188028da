"""Persons at a live table: how they are known, reached and waited for."""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from fivebet.errors import ActionError
from fivebet.web.tables.channel import Channel
from fivebet.web.tables.persistence import KeptSeat

__all__ = ["PersonSeat", "Persons", "digest"]

_PRESENT_FOR = 60.0  # seconds after the last question of somebody who polls
_REMEMBERED = 64  # answers to commands, for those that are sent again


def digest(token: str) -> str:
    """What is kept of a seat's token."""
    return sha256(token.encode()).hexdigest()


@dataclass(slots=True)
class PersonSeat:
    """A person's place: how he is known and what he is told."""

    token: str
    """A digest: what opens the seat is known to its owner alone. Empty until he has come."""
    invitation: str = ""
    """A digest of what he can take the seat with, once."""
    channel: Channel = field(default_factory=Channel)
    seed: str = ""
    """For the next cut."""
    seed_for: int = 0
    heard: float = 0.0
    away: bool = False
    """Whether his hands are folded until he says that he is back."""
    ready: bool = False
    answers: dict[str, str] = field(default_factory=dict)
    told: tuple[int, int] = (0, 0)
    """The hand, and how many of its events he has been told."""

    def answer_once(self, command: str, act: Callable[[], None]) -> None:
        """Act on a command, or answer as before if it comes again; an ActionError says why not."""
        if command not in self.answers:
            try:
                act()
                self.answers[command] = ""
            except ActionError as error:
                self.answers[command] = str(error)
            if len(self.answers) > _REMEMBERED:
                del self.answers[next(iter(self.answers))]
        if why := self.answers[command]:
            raise ActionError(why)

    def told_of(self, hand: int) -> int:
        """How many events of a hand he has been told."""
        last, events = self.told
        return events if last == hand else 0


class Persons:
    """All who play at a table or watch it from elsewhere."""

    def __init__(
        self, players: Sequence[int], kept: Sequence[KeptSeat], clock: Callable[[], float]
    ) -> None:
        self.seats = {
            player: PersonSeat(seat.token, seat.invitation, away=not seat.token)
            for player, seat in zip(players, kept, strict=True)
        }
        self.watching = Channel()
        self.touched = clock()
        """When somebody was heard of."""
        self._clock = clock
        self._watched_at = float("-inf")
        self._stirred = asyncio.Event()

    @property
    def expected(self) -> tuple[int, ...]:
        """Players who were invited and have not come yet."""
        return tuple(player for player, seat in self.seats.items() if not seat.token)

    @property
    def kept(self) -> tuple[KeptSeat, ...]:
        """Their seats as they are kept."""
        return tuple(KeptSeat(seat.token, seat.invitation) for seat in self.seats.values())

    @property
    def present(self) -> list[PersonSeat]:
        """Those who listen, or have asked a short while ago."""
        now = self._clock()
        return [
            seat
            for seat in self.seats.values()
            if seat.channel.listeners or (seat.heard and now - seat.heard < _PRESENT_FOR)
        ]

    @property
    def watched(self) -> bool:
        """Whether somebody watches who does not play."""
        return bool(self.watching.listeners) or self._clock() - self._watched_at < _PRESENT_FOR

    @property
    def channels(self) -> list[Channel]:
        """What they are told by: those who watch share one."""
        return [self.watching, *(seat.channel for seat in self.seats.values())]

    def player_of(self, token: str) -> int | None:
        """Whose token it is."""
        known = digest(token)
        return next((player for player, seat in self.seats.items() if seat.token == known), None)

    def join(self, invitation: str) -> tuple[int, str] | None:
        """Take the seat of an invitation: the player, and the token that opens it from now on."""
        known = digest(invitation)
        for player, seat in self.seats.items():
            if seat.invitation == known:
                token = secrets.token_urlsafe(24)
                seat.token, seat.invitation, seat.away = digest(token), "", False
                return player, token
        return None

    def channel(self, player: int | None) -> Channel:
        """What a player is told, or everybody who only watches."""
        return self.watching if player is None else self.seats[player].channel

    def publish(self, kind: str, told: dict[str, Any]) -> None:
        """Tell all of them the same."""
        for channel in self.channels:
            channel.publish(kind, told)

    def heard(self, player: int | None) -> None:
        """Somebody is there."""
        self.touched = self._clock()
        if player is None:
            self._watched_at = self.touched
        else:
            self.seats[player].heard = self.touched
        self.stir()

    def stir(self) -> None:
        """Something has changed that may have been waited for."""
        self._stirred.set()

    async def until(self, true: Callable[[], bool], seconds: float | None = None) -> None:
        """Wait for something that persons do, so many seconds at the most."""
        deadline = None if seconds is None else self._clock() + seconds
        while not true():
            self._stirred.clear()
            left = _PRESENT_FOR if deadline is None else deadline - self._clock()
            if left <= 0:
                return
            try:
                async with asyncio.timeout(left):
                    await self._stirred.wait()
            except TimeoutError:
                continue
