"""Tables without processes and without waiting: agents that answer on the spot."""

import asyncio
import json
import random
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from fivebet.game import View
from fivebet.web.agents.worker import AgentResponse
from fivebet.web.agents.worker_pool import SeatedAgent
from fivebet.web.fair_deck import Deck, shuffled_deck
from fivebet.web.tables.human_turn import ActionRequest
from fivebet.web.tables.live_table import LiveTable, TableServices
from fivebet.web.tables.participants import digest
from fivebet.web.tables.persistence import SeatDigests, TableStore
from fivebet.web.tables.settings import TableSettings

Messages = list[dict[str, Any]]


def random_choice(view: View, draw: random.Random) -> tuple[str, int]:
    """Any legal action; seldom a fold, so that hands go on."""
    legal = view.legal
    kinds = ["call" if legal.call else "check"] * 4
    kinds += ["fold"] if legal.call else []
    kinds += ["raise"] * 2 if legal.can_raise else []
    kind = draw.choice(kinds)
    to = 0
    if kind == "raise":
        to = draw.choice([legal.min_raise, draw.randint(legal.min_raise, legal.max_raise)])
    return kind, to


class Talkative:
    """Agents who act at random at once, and whose reasons and failures say what they hold."""

    def __init__(self, seed: int = 0) -> None:
        self.draw = random.Random(seed)
        self.observed: list[View] = []

    async def decide(
        self, agent: SeatedAgent, view: View, seconds: float, with_probabilities: bool = False
    ) -> AgentResponse:
        del seconds, with_probabilities
        kind, to = random_choice(view, self.draw)
        held = "".join(map(str, view.cards))
        reasons = json.dumps({"held": held, "cards": list(map(str, view.cards))})
        failure = f"KeyError: {held}" if self.draw.random() < 0.1 else ""
        return AgentResponse(kind, to, reasons, failure)

    async def observe(self, agent: SeatedAgent, view: View, seconds: float) -> None:
        self.observed.append(view)

    def leave(self, agents: Mapping[int, SeatedAgent]) -> None:
        del agents


class Scripted(Talkative):
    """Agents who check and call."""

    async def decide(
        self, agent: SeatedAgent, view: View, seconds: float, with_probabilities: bool = False
    ) -> AgentResponse:
        return AgentResponse("call" if view.legal.call else "check", 0, "")


def decks(seed: int = 0) -> Callable[[], Deck]:
    """Decks that are the same in every run: what a test asserts is not a matter of luck."""
    return partial(shuffled_deck, random.Random(seed))


def a_table(agents: Any = None, store: Any = None, seed: int = 0, **settings: Any) -> LiveTable:
    """A table for one person, or as many as `names` says, with the decks of a seed."""
    names = settings.pop("names", ("Ann",))
    opponents = settings.pop("opponents", ("call",))
    given = TableSettings.seating(tuple(names), tuple(opponents), **{"pace": "instant"} | settings)
    seats = tuple(SeatDigests(digest(f"token {player}")) for player in given.humans)
    services = TableServices(
        agents or Scripted(), store or TableStore(), decks(seed), seconds_before_retry=0
    )
    return LiveTable(1, given, seats, services)


class Person:
    """Sits at a table, hears everything and acts by a rule."""

    def __init__(
        self,
        table: LiveTable,
        player: int | None,
        choose: Callable[[dict[str, Any]], tuple[str, int]] | None = None,
    ) -> None:
        self.table, self.player = table, player
        self.heard: Messages = []
        self.on: Callable[[dict[str, Any]], None] = lambda _: None
        self._choose = choose or (lambda legal: ("call" if legal["call"] else "check", 0))
        self._outbox = table.participants.outbox(player)
        self._outbox.connections += 1
        table.participants.mark_active(player)

    async def play(self, hands: int) -> None:
        """Until so many hands have ended, or the table is closed."""
        seen, ended = -1, 0
        while ended < hands:
            backlog = self._outbox.since(seen) if seen >= 0 else None
            texts = self.table.snapshot(self.player) if backlog is None else [t for _, t in backlog]
            seen = self._outbox.last
            for text in texts:
                message = json.loads(text)
                self.heard.append(message)
                self.on(message)
                self._answer(message)
                ended += message["type"] == "opened"
                if message["type"] == "closed":
                    return
            await self._outbox.wait_after(seen)

    def _answer(self, message: dict[str, Any]) -> None:
        if self.player is None:
            return
        if message["type"] == "shuffle" and message["hand"] == self.table.hand_number + 1:
            self.table.cut(self.player, message["hand"], f"seed{self.player}x{message['hand']}")
        state = message.get("state")
        current = self.table._hand
        if not state or not state["legal"] or current is None or current.number != state["hand"]:
            return
        if len(current.moves) != state["turn"]:
            return
        kind, to = self._choose(state["legal"])
        id_ = f"{state['hand']}.{state['turn']}"
        command = ActionRequest(id_, state["hand"], state["turn"], kind, to)
        self.table.act(self.player, command)


async def playing(table: LiveTable, *persons: Person, hands: int) -> None:
    """Let a table play until everybody has seen so many hands."""
    task = asyncio.create_task(table.play())
    try:
        async with asyncio.timeout(600):
            await asyncio.gather(*(person.play(hands) for person in persons))
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def random_legal(seed: int) -> Callable[[dict[str, Any]], tuple[str, int]]:
    """A person who acts at random."""
    draw = random.Random(seed)

    def choose(legal: dict[str, Any]) -> tuple[str, int]:
        kinds = ["call" if legal["call"] else "check"] * 4
        kinds += ["fold"] if legal["call"] else []
        kinds += ["raise"] * 2 if legal["raise"] else []
        kind = draw.choice(kinds)
        return kind, draw.randint(*legal["raise"]) if kind == "raise" else 0

    return choose
