"""A tournament of several live tables: people and agents, moved until one of them has all chips.

It opens, is joined, stored and restored as a table is, and its players talk to it as to one
table: it knows at which one each sits. The tournament director of the arena draws seats, raises
blinds, balances and breaks tables and pays prizes. All tables play a hand at a time: the next
one begins when the last table has played this one. People who do not act in time sit out, and
are blinded out.

All hands are those of one run. Their numbers say at which table and in which round each was
played, so that a tournament is restored by giving them to the director again.
"""

import asyncio
from collections.abc import Collection, Mapping
from typing import Any, Self

from fivebet.game import Action, Hand, Move, View
from fivebet.store.hands import StoredHand
from fivebet.web.agents.worker_pool import SeatedAgent
from fivebet.web.tables.human_turn import ActionRequest
from fivebet.web.tables.live_deal import LiveDeal
from fivebet.web.tables.live_table import LiveTable, TableServices
from fivebet.web.tables.outbox import Outbox
from fivebet.web.tables.participants import Participants
from fivebet.web.tables.persistence import SeatDigests, StoredTable
from fivebet.web.tables.sessions import Session, TournamentTableSession, level_text


class _TournamentPeople(Participants):
    """All people of a tournament: what wakes it wakes each of its tables."""

    tables: Mapping[int, "TournamentTable"]

    def wake(self) -> None:
        """Let everybody who waits look again."""
        super().wake()
        for table in self.tables.values():
            table.participants.wake()

    @property
    def has_spectators(self) -> bool:
        """Whether somebody watches a table who does not play."""
        return any(table.participants.has_spectators for table in self.tables.values())

    @property
    def outboxes(self) -> list[Outbox]:
        """The messages of each seat, and of those who watch a table."""
        watching = [table.spectators for table in self.tables.values()]
        return [*watching, *(seat.outbox for seat in self.seats.values())]


class _TablePeople(Participants):
    """The people at one table of a tournament; their seats are those of the tournament."""

    def __init__(self, tournament: _TournamentPeople, players: Collection[int]) -> None:
        super().__init__((), (), tournament.clock)
        self.seats = {p: seat for p, seat in tournament.seats.items() if p in players}
        self._tournament = tournament

    def mark_active(self, player: int | None) -> None:
        """Note that somebody is there, on whom other tables may wait."""
        super().mark_active(player)
        self._tournament.wake()


class LiveTournament(LiveTable):
    """One tournament; `play` runs until it is over or closed."""

    participants: _TournamentPeople
    session: TournamentTableSession
    tables: dict[int, "TournamentTable"]
    """The tables that are left, by the director's numbers."""

    def _open_tables(self) -> None:
        for at in self.session.director.tables:
            self.tables[at] = TournamentTable(self, at)

    def _seat_people(self, seats: tuple[SeatDigests, ...]) -> Participants:
        settings = self.settings
        people = _TournamentPeople(settings.humans, seats, self.services.clock, settings.time_bank)
        people.tables = self.tables = {}
        return people

    def table_of(self, player: int) -> "TournamentTable":
        """Return the table at which a person sits, or watches after being out."""
        return next(table for table in self.tables.values() if player in table.seats)

    def table_at(self, number: int) -> "TournamentTable":
        """Return a table to watch: the one of a number, or the first that is left."""
        return self.tables.get(number) or next(iter(self.tables.values()))

    @classmethod
    def restored(cls, stored: StoredTable, services: TableServices) -> Self:
        """Return a stored tournament as it was after its last finished hand."""
        tournament = super().restored(stored, services)
        if stored.hands and not tournament.session.director.undealt:
            tournament._settle_round()
        return tournament

    def take_stored(self, stored: StoredHand) -> None:
        """Give the director a hand that was played before."""
        director = self.session.director
        if (stored.serial - 1) // director.tournament.tables > director.round:
            self._settle_round()
        self.tables[(stored.serial - 1) % director.tournament.tables].take_stored(stored)

    async def _play_session(self) -> None:
        if not self.session.dealt:
            await self.participants.wait_until(self._complete)
        while not self.session.over:
            async with asyncio.TaskGroup() as round_:
                for number in self.session.director.undealt:
                    round_.create_task(self.tables[number].play_next_hand())
            self._settle_round()

    def _settle_round(self) -> None:
        """Let the director settle a round, and seat people where it has moved them."""
        director = self.session.director
        before = {player: self.table_of(player) for player in self.seats}
        director.settle()
        now = {player: n for n, chairs in director.tables.items() for player in chairs.values()}
        broken = [
            self.tables.pop(number) for number in [*self.tables] if number not in director.tables
        ]
        for player, table in before.items():
            if table.at not in self.tables or now.get(player, table.at) != table.at:
                seat = table.seats.pop(player)
                self.table_at(now.get(player, -1)).seats[player] = seat
        for table in broken:
            self.recent.extend(table.recent)
            table.close("this table was broken, and its players sit at others now")
        self.session.table = next(iter(self.tables))
        self._publish_state()

    @property
    def is_wanted(self) -> bool:
        """Whether somebody plays or watches; it goes on without people who are out."""
        return self._wanted()

    @property
    def goes_without_people(self) -> bool:
        """Whether all people are out."""
        return self._all_out()

    def act(self, player: int, request: ActionRequest) -> None:
        """Take a person's action at their table."""
        self.table_of(player).act(player, request)

    def cut(self, player: int, hand: int, seed: str) -> None:
        """Take a person's seed for the next hand at their table."""
        self.table_of(player).cut(player, hand, seed)

    def ready(self, player: int) -> None:
        """Note that a person wants the next hand at once, or the tournament to begin."""
        super().ready(player)
        self.table_of(player).ready(player)

    def sit(self, player: int, here: bool) -> None:
        """Let a person sit out, or come back."""
        self.table_of(player).sit(player, here)
        self.participants.wake()

    def send_chat(self, player: int, text: str) -> None:
        """Send what a person says to everybody at their table."""
        self.table_of(player).send_chat(player, text)

    def find_deal(self, hand: int) -> LiveDeal | None:
        """Return the deal of a hand at any table."""
        found = (table.find_deal(hand) for table in self.tables.values())
        return next(filter(None, found), None) or super().find_deal(hand)

    def find_decision(self, player: int, hand: int, turn: int) -> tuple[View, Action] | None:
        """Return what a player saw at a turn and did then, at whichever table."""
        found = (table.find_decision(player, hand, turn) for table in self.tables.values())
        return next(filter(None, found), None) or super().find_decision(player, hand, turn)

    def decisions_of(self, player: int) -> list[tuple[Hand, int, Move]]:
        """Return a player's latest decisions at all tables, the last one first."""
        tables: list[LiveTable] = [*self.tables.values()]
        decisions = [each for table in tables for each in table.decisions_of(player)]
        decisions += super().decisions_of(player)
        return sorted(decisions, key=lambda each: (each[0].number, each[1]), reverse=True)

    def snapshot(self, player: int | None) -> list[str]:
        """Return the messages of a person's table, or of the first one."""
        table = self.table_at(-1) if player is None else self.table_of(player)
        return table.snapshot(player)

    def close(self, why: str) -> None:
        """Close all tables and tell everybody why."""
        self.closed = why
        for table in self.tables.values():
            table.close(why)

    def standing(self) -> dict[str, Any]:
        """Return what everybody may know of how the tournament stands."""
        director, names = self.session.director, self.settings.names
        tournament = director.tournament
        stacks = director.current_stacks()
        schedule, round_ = tournament.schedule, director.round
        next_level = schedule.level(round_ + schedule.hands - round_ % schedule.hands)
        return {
            "table": self.number,
            "round": round_,
            "level": self.session.level,
            "next_level": level_text(next_level),
            "hands_to_next": schedule.hands - round_ % schedule.hands,
            "entrants": len(names),
            "left": len(director.left),
            "stack": schedule.stack,
            "prizes": [tournament.prize(place + 1) for place in range(len(tournament.payouts))],
            "tables": [
                {
                    "number": number,
                    "seats": [
                        {
                            "chair": chair,
                            "name": names[player],
                            "agent": bool(self.settings.agents[player]),
                            "stack": stacks[player],
                        }
                        for chair, player in sorted(chairs.items())
                    ],
                }
                for number, chairs in director.tables.items()
            ],
            "finishes": self._finishes(),
            "expected": list(self.expected),
            "closed": self.closed,
        }

    async def _rename(self, player: int, name: str) -> None:
        await super()._rename(player, name)
        for table in self.tables.values():
            table.settings = table.session.settings = self.settings

    def _publish_state(self) -> None:
        for table in self.tables.values():
            table.publish_state()


class TournamentTable(LiveTable):
    """One of a tournament's tables, by the director's number."""

    session: TournamentTableSession

    def __init__(self, tournament: LiveTournament, at: int) -> None:
        self.tournament, self.at = tournament, at
        super().__init__(tournament.number, tournament.settings, (), tournament.services)
        self.tally = tournament.tally

    def _open_session(self) -> Session:
        return TournamentTableSession(
            self.tournament.settings, self.tournament.session.director, self.at
        )

    def _seat_people(self, seats: tuple[SeatDigests, ...]) -> Participants:  # noqa: ARG002
        return _TablePeople(self.tournament.participants, self.session.places)

    def _seat_agents(self) -> dict[int, SeatedAgent]:
        return self.tournament.agents

    def publish_state(self) -> None:
        """Send everybody at this table what they may know now."""
        self._publish_state()

    @property
    def _undealt(self) -> list[int]:
        return self.session.director.undealt

    @property
    def expected(self) -> tuple[str, ...]:
        """The names of those who were invited to the tournament and have not come yet."""
        return self.tournament.expected

    def _complete(self) -> bool:
        return True  # the tournament has waited for everybody

    def _wanted(self) -> bool:
        return self.tournament.is_wanted

    def _all_out(self) -> bool:
        return self.tournament.goes_without_people

    @property
    def _is_watched(self) -> bool:
        """Whether a person sits here or watches; nobody else needs pauses."""
        return bool(self.seats) or self.participants.has_spectators

    def _hurry(self) -> float:
        return super()._hurry() if self._is_watched else 0.0

    def _hurry_in(self, deal: LiveDeal, view: View) -> float:
        return super()._hurry_in(deal, view) if self._is_watched else 0.0

    def _place_of(self, player: int) -> int | None:
        return self.session.places.get(player)

    def _shows_hand_to(self, player: int | None) -> bool:
        """Return whether a player sees the last hand: who was moved here sees who sits here."""
        assert self._deal is not None
        is_new = player in self.session.places and player not in self._deal.players
        return not (self._deal.hand.over and is_new)

    def _message(self, player: int | None, events_sent: int) -> dict[str, Any]:
        director = self.session.director
        return super()._message(player, events_sent) | {
            "tournament": {
                "at": self.at,
                "tables": len(director.tables),
                "left": len(director.left),
                "entrants": len(self.settings.names),
                "waiting": self._waits_for_others,
            }
        }

    @property
    def _waits_for_others(self) -> bool:
        """Whether this table has played its hand of the round and others have not."""
        return self._deal is not None and self._deal.hand.over and self.at not in self._undealt
