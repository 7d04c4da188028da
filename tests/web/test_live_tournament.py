"""Tournaments of several live tables: people and agents, moved, blinded out, kept and restored."""

import asyncio
import json
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from fivebet.arena.director import Director
from fivebet.errors import ActionError, GameError
from fivebet.game import Hand, View
from fivebet.store.hands import StoredHand
from fivebet.web.agents.worker import AgentResponse
from fivebet.web.agents.worker_pool import SeatedAgent, WorkerPool
from fivebet.web.tables.human_turn import ActionRequest
from fivebet.web.tables.live_table import LiveTable, TableServices
from fivebet.web.tables.live_tournament import LiveTournament
from fivebet.web.tables.participants import digest
from fivebet.web.tables.persistence import SeatDigests, StoredTable, TableStore
from fivebet.web.tables.sessions import make_director
from fivebet.web.tables.settings import TableSettings

from .rooms import Messages, Person, Talkative, decks, random_legal

BAD = Path(__file__).with_name("bad_agents.py")


class Kept(TableStore):
    """Keeps hands in memory; from a number of hands on it lets nobody finish one."""

    def __init__(self, most: int = 10**9) -> None:
        super().__init__()
        self.hands: list[StoredHand] = []
        self.result: dict[str, Any] = {}
        self.full = asyncio.Event()
        self._most = most

    async def save_hand(self, table: int, hand: StoredHand) -> None:
        del table
        if len(self.hands) >= self._most:
            self.full.set()
            await asyncio.Event().wait()
        self.hands.append(hand)

    async def finish(self, table: int, result: dict[str, object]) -> None:
        del table
        self.result = result


class Entrant(Person):
    """A person who plays at whichever table the tournament has put them."""

    table: LiveTournament

    def _answer(self, message: dict[str, Any]) -> None:
        assert self.player is not None
        if message["type"] == "shuffle":
            try:
                self.table.cut(self.player, message["hand"], f"seed{message['hand']}")
            except ActionError:
                return  # it was cut before the player was moved
        state = message.get("state")
        if not state or not state["legal"]:
            return
        kind, to = self._choose(state["legal"])
        id_ = f"{state['hand']}.{state['turn']}"
        try:
            self.table.act(self.player, ActionRequest(id_, state["hand"], state["turn"], kind, to))
        except ActionError:
            return  # an older message


def settings_of(people: int = 2, agents: int = 10, **given: Any) -> TableSettings:
    options = {"stack": 300, "table_seats": 4, "clock": 60.0, "pace": "instant", "seat_draw": 5}
    names = tuple(f"Person {number}" for number in range(people))
    return TableSettings.seating(names, ("fair",) * agents, format="tournament", **options | given)


def open_tournament(
    settings: TableSettings, store: TableStore, seed: int = 1, here: int = 99
) -> LiveTournament:
    """A tournament, in which people after the first few are only invited."""
    seats = tuple(
        SeatDigests(token=digest(f"token {player}"))
        if player < here
        else SeatDigests(invitation=digest(f"invitation {player}"))
        for player in settings.humans
    )
    agents = Talkative(seed)
    services = TableServices(agents, store, decks(seed), seconds_before_retry=0)
    return LiveTournament(1, settings, seats, services)


async def play(tournament: LiveTournament, *people: Entrant) -> None:
    async with asyncio.timeout(600):
        await asyncio.gather(tournament.play(), *(person.play(10**9) for person in people))


class OneForAll:
    """An agent service that lets one agent decide for all, in a worker process."""

    def __init__(self, pool: WorkerPool) -> None:
        self.names: set[str] = set()
        self._pool = pool

    async def decide(
        self, agent: SeatedAgent, view: View, seconds: float, with_probabilities: bool = False
    ) -> AgentResponse:
        del with_probabilities
        self.names.add(agent.name)
        return await self._pool.decide(SeatedAgent(f"{BAD}::Reporting", 0, "r"), view, seconds)

    async def observe(self, agent: SeatedAgent, view: View, seconds: float) -> None:
        del agent, view, seconds

    def leave(self, agents: Mapping[int, SeatedAgent]) -> None:
        del agents


def replayed(settings: TableSettings, hands: list[StoredHand]) -> Director:
    """The arena's director, given the hands that were played."""
    director = make_director(settings)
    by_number = {hand.serial: hand.record.replay() for hand in hands}
    tables = director.tournament.tables
    while not director.over:
        round_ = director.round * tables
        for number in director.undealt:
            director.deal_at(number, lambda *_, at=round_ + number + 1: by_number[at])
        director.settle()
        sizes = [len(chairs) for chairs in director.tables.values()]
        assert max(sizes) - min(sizes) <= 1
    return director


def test_people_and_agents_are_moved_until_one_has_all_chips() -> None:
    settings, store = settings_of(), Kept()

    async def scenario() -> tuple[LiveTournament, Messages]:
        tournament = open_tournament(settings, store)
        people = [Entrant(tournament, player, random_legal(player)) for player in (0, 1)]
        await play(tournament, *people)
        return tournament, people[0].heard

    tournament, heard = asyncio.run(scenario())
    assert tournament.closed == "it is over"
    director = replayed(settings, store.hands)
    finishes = director.finishes()
    assert store.result["finishes"] == [
        {"place": each.place, "prize": each.prize, "hands": each.hands} for each in finishes
    ]
    assert sorted(each.place for each in finishes) == list(range(1, 13))
    assert sum(each.prize for each in finishes) == pytest.approx(director.tournament.prize_pool)
    assert sum(tournament.session.stacks) == 12 * 300
    standing = tournament.standing()
    assert (standing["left"], standing["entrants"], len(standing["finishes"])) == (1, 12, 12)
    # Everybody was sent the tables as they were broken, and where they sit.
    tables = [message["tournament"] for message in heard if message["type"] == "table"]
    assert {each["tables"] for each in tables} == {1, 2, 3}
    assert heard[-1]["type"] == "closed"


@pytest.mark.parametrize("format_", ["sit-and-go", "tournament"])
def test_agents_in_workers_see_the_tournament_and_its_prizes(format_: str) -> None:
    is_several = format_ == "tournament"
    agents = ("push-fold", "adapted::champion:exploit=false", "fair", "planner+")
    settings = TableSettings.seating(
        ("Ann",),
        agents,
        format=format_,
        table_seats=3 if is_several else 0,
        stack=300,
        pace="instant",
        seat_draw=5,
    )
    store = Kept()

    async def scenario() -> set[str]:
        pool = WorkerPool(1)
        await pool.start()
        service = OneForAll(pool)
        seats = (SeatDigests(token=digest("token 0")),)
        try:
            opened = LiveTournament if is_several else LiveTable
            services = TableServices(service, store, seconds_before_retry=0)
            table = opened(1, settings, seats, services)
            person = (Entrant if is_several else Person)(table, 0)
            async with asyncio.timeout(60):
                await asyncio.gather(table.play(), person.play(10**9))
        finally:
            await pool.close()
        return service.names

    # Five entrants: two places are paid.
    assert asyncio.run(scenario()) == {
        "push-fold:payouts=65/35",
        "adapted::champion:exploit=false,payouts=65/35",
        "fair",
        "planner+:prizes=65/35",
    }
    director, by_number = make_director(settings), {hand.serial: hand for hand in store.hands}
    while not director.over:
        left = len(director.left)
        for number in director.undealt:
            hand = by_number[director.round * director.tournament.tables + number + 1]
            director.deal_at(number, lambda *_, hand=hand: hand.record.replay())
            seen = [json.loads(reasons) for _, reasons in hand.decisions if reasons]
            game = f"tournament-{len(hand.seating)}p"
            assert seen == [{"game": game, "players_left": left}] * len(seen)
        director.settle()
    assert sum(bool(reasons) for hand in store.hands for _, reasons in hand.decisions) > 3


def test_the_coach_sees_the_tournament_that_the_player_saw() -> None:
    settings, store = settings_of(people=1), Kept()

    async def scenario() -> LiveTournament:
        tournament = open_tournament(settings, store)
        await play(tournament, Entrant(tournament, 0, random_legal(1)))
        stored = StoredTable(1, settings, tournament.participants.digests, tuple(store.hands))
        return LiveTournament.restored(stored, TableServices(Talkative(), store))

    tournament = asyncio.run(scenario())
    hand, turn, _ = tournament.decisions_of(0)[0]
    assert hand.players_left
    found = tournament.find_decision(0, hand.number, turn)
    assert found
    view, _ = found
    assert (view.players_left, view.game.name) == (hand.players_left, hand.game.name)


def test_nobody_hears_cards_that_they_have_not_seen_at_their_table() -> None:
    settings, store = settings_of(), Kept()
    heard: list[Messages] = []

    async def scenario() -> None:
        tournament = open_tournament(settings, store, seed=2)
        people = [Entrant(tournament, player, random_legal(player)) for player in (0, 1)]
        await play(tournament, *people)
        heard.extend(person.heard for person in people)

    asyncio.run(scenario())
    hands = {hand.serial: hand for hand in store.hands}
    for player, messages in enumerate(heard):
        for state in filter(None, (message.get("state") for message in messages)):
            stored = hands[state["hand"]]
            played: Hand = stored.record.replay()
            for seat in state["seats"]:
                number = settings.names.index(seat["name"])
                at = stored.seating.index(number)
                if seat["cards"] and number != player:
                    assert at in played.shown, (state["hand"], seat)


def test_who_has_not_come_is_blinded_out() -> None:
    settings, store = settings_of(people=2, agents=6, table_seats=4), Kept()

    async def scenario() -> None:
        tournament = open_tournament(settings, store, here=1)
        person = Entrant(tournament, 0)
        assert tournament.expected == ("Person 1",)
        tournament.ready(0)  # begin without the other one
        await play(tournament, person)

    asyncio.run(scenario())
    moves = [
        move.action.kind
        for hand in store.hands
        if 1 in hand.seating
        for move in hand.record.replay().moves
        if hand.seating[move.seat] == 1
    ]
    assert moves
    assert set(moves) <= {"check", "fold"}
    assert replayed(settings, store.hands).finishes()[1].place > 1


def test_a_tournament_is_restored_in_the_middle_of_a_round() -> None:
    settings, store = settings_of(people=1), Kept(most=4)

    async def interrupted() -> LiveTournament:
        tournament = open_tournament(settings, store, seed=3)
        person = Entrant(tournament, 0, random_legal(3))
        tasks = [asyncio.create_task(each) for each in (tournament.play(), person.play(10**9))]
        async with asyncio.timeout(600):
            await store.full.wait()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return tournament

    before = asyncio.run(interrupted())
    kept = Kept()
    kept.hands = [*store.hands]
    random.Random(1).shuffle(kept.hands)  # tables end their hands in any order
    hands = tuple(sorted(kept.hands, key=lambda hand: hand.serial))

    async def resumed() -> LiveTournament:
        stored = StoredTable(1, settings, (SeatDigests(token=digest("token 0")),), hands)
        tournament = LiveTournament.restored(stored, TableServices(Talkative(4), kept, decks(4)))
        director = tournament.session.director
        assert director.stacks == before.session.director.stacks
        assert director.tables == before.session.director.tables
        assert set(director.undealt) < set(director.tables)  # the others have played this round
        assert tournament.standing() == before.standing()
        await play(tournament, Entrant(tournament, 0, random_legal(3)))
        return tournament

    again = asyncio.run(resumed())
    assert again.closed == "it is over"
    assert len({hand.serial for hand in kept.hands}) == len(kept.hands)
    assert replayed(settings, kept.hands).finishes() == tuple(again.session.finishes())


def test_a_round_of_which_all_hands_are_kept_is_settled_when_it_is_restored() -> None:
    settings, store = settings_of(people=0), Kept()

    async def scenario() -> None:
        director = make_director(settings)
        for number in director.undealt:
            hand = director.deal_at(number).hand
            while not hand.over:
                hand.act(hand.legal.passive)
        kept = [
            StoredHand.from_hand(
                each.hand, serial=each.table + 1, seed=0, seating=each.entrants, decisions=[]
            )
            for each in director.deal()
        ]
        director.settle()
        stored = StoredTable(1, settings, (), tuple(kept))
        tournament = LiveTournament.restored(stored, TableServices(Talkative(), store, decks()))
        assert tournament.session.director.stacks == director.stacks
        assert tournament.standing()["round"] == 1

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"agents": 60}, "62 players make no tournament"),
        ({"table_seats": 11}, "2 to 10 seats, not 11"),
        ({"clock": 0.0}, "needs time to act"),
        ({"betting": "fixed-limit"}, "played no-limit"),
    ],
)
def test_a_tournament_that_cannot_be_played_is_refused(given: dict[str, Any], why: str) -> None:
    with pytest.raises(GameError, match=why):
        settings_of(**given)
