"""No answer of the API holds a card that its asker may not know, during hands or after them.

Persons and agents play at random while everybody asks for everything: each person,
somebody who sits at another table, somebody with a forged token, and somebody without
one. The oracle is what the table store was given: the deals themselves.
"""

import asyncio
import json
import os
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from fivebet.game import Hand, View
from fivebet.store.hands import StoredHand
from fivebet.web.agents.worker import AgentResponse
from fivebet.web.agents.worker_pool import SeatedAgent
from fivebet.web.app import make_app
from fivebet.web.jobs.background import BackgroundJobs
from fivebet.web.questions import QuestionPool
from fivebet.web.tables.live_table import LiveTable
from fivebet.web.tables.live_tables import LiveTables
from fivebet.web.tables.persistence import SeatDigests, SqlTableStore
from fivebet.web.tables.settings import TableSettings

from .rooms import Person, Talkative, decks, random_legal
from .witness import cards_in, may_know

HANDS = int(os.environ.get("FIVEBET_SECRECY_HANDS", "8"))  # of each of eight tables
SAMPLE = 3  # of a table's hands are asked for one by one, by everybody

ASKED = {
    "/contests",
    "/contests/{number}",
    "/contests/{number}/lobby",
    "/hands",
    "/hands/text",
    "/hands/{run}/{serial}",
    "/hands/{run}/{serial}/text",
    "/leaders",
    "/tables",
    "/tables/{number}",
    "/tables/{number}/coach",
    "/tables/{number}/hands/{hand}/proof",
    "/tables/{number}/messages",
    "/tables/{number}/statistics",
}
HOLDING_NO_HANDS = {
    "/agents",
    "/bench/agents",
    "/characters",
    "/contests/{number}/figures",
    "/contests/{number}/plan",
    "/contests/{number}/report",
    "/drills",
    "/drills/record",
    "/games",
    "/library",
    "/papers",
    "/pushfold",
    "/pushfold/chart",
    "/ranges/orders",
    "/schedules",
    "/solutions",
    "/statistics",
    "/tables/{number}/standings",
}
HELD_ELSEWHERE = {
    "/hands/{run}/{serial}/spot",
    "/reviews/{number}",
    "/reviews/{number}/spots/{decision}",
}
"""Ranges name most cards of the deck: `test_reviews_api` shows that no hidden one changes them."""
ABOUT_NO_TABLE = {"id", "name", "figure", "chart"}
"""Parts of addresses that name solutions, papers and their pictures, and charts."""


class TalkativePool:
    """A pool without work; an agent's opinion says all that it was shown."""

    load = 0.0


class AtOnce(QuestionPool):
    """Answers heavy questions here, and keeps no process for them."""

    async def ask(self, _: str, call: Callable[..., Any], *given: Any, **named: Any) -> Any:
        return call(*given, **named)


class TalkativeService(Talkative):
    """An agent service with a pool, as the coach asks for one."""

    pool = TalkativePool()

    async def start(self) -> None:
        """Nothing has to be started."""

    async def close(self) -> None:
        """Nothing has to be ended."""

    async def decide(
        self, agent: SeatedAgent, view: View, seconds: float, with_probabilities: bool = False
    ) -> AgentResponse:
        answer = await super().decide(agent, view, seconds, with_probabilities)
        if not agent.key.startswith("coach/"):
            return answer
        seen = [str(view.hole(seat)) for seat in range(view.game.seats)]
        return AgentResponse(answer.action, answer.to, json.dumps({"seen": seen}), answer.failure)


class Witnessed(SqlTableStore):
    """A table store that remembers the deals."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.deals: dict[int, dict[int, tuple[Hand, tuple[int, ...]]]] = {}
        self.names: dict[int, tuple[str, ...]] = {}

    async def create(self, settings: TableSettings, seats: tuple[SeatDigests, ...]) -> int:
        number = await super().create(settings, seats)
        self.deals[number], self.names[number] = {}, settings.names
        return number

    async def save_hand(self, table: int, hand: StoredHand) -> None:
        dealt = replace(hand, players=tuple(self.names[table])).record.replay()
        self.deals[table][hand.serial] = dealt, hand.seating
        await super().save_hand(table, hand)


@dataclass
class Asker:
    """Somebody, their token, and whose cards they may always know."""

    token: str
    player: int | None
    known: set[int]
    asked: int = 0
    cards: int = 0


class Inquiry:
    """Asks everything about one table, and holds each answer against its deals."""

    def __init__(self, client: httpx.AsyncClient, store: Witnessed, table: LiveTable) -> None:
        self.client, self.table = client, table
        self.deals = store.deals[table.number]

    async def ask(self, asker: Asker, method: str, path: str, **more: Any) -> httpx.Response:
        headers = {"authorization": f"Bearer {asker.token}"} if asker.token else {}
        answer = await self.client.request(method, f"/api/v1{path}", headers=headers, **more)
        assert answer.status_code < 500, (path, answer.text)
        asker.asked += 1
        return answer

    def hold(self, asker: Asker, data: Any, serial: int) -> None:
        """Check that the data about one hand names no hidden card."""
        named = cards_in(data)
        asker.cards += len(named)
        if serial in self.deals:
            hand, players = self.deals[serial]
        else:
            assert self.table._hand is not None
            assert self.table._hand.number == serial
            hand, players = self.table._hand, self.table.session.players
        hidden = named - may_know(hand, players, asker.known)
        assert not hidden, (serial, asker, data)

    async def listed(self, asker: Asker, **query: Any) -> None:
        before: str | None = ""
        while before is not None:
            asked = {"run": self.table.number, "limit": 100, "before": before, **query}
            data = (await self.ask(asker, "GET", "/hands", params=asked)).json()
            before = data["before"]
            for hand in data["hands"]:
                self.hold(asker, hand, hand["serial"])

    async def exported(self, asker: Asker, format_: str) -> None:
        asked = {"run": self.table.number, "format": format_}
        text = (await self.ask(asker, "GET", "/hands/text", params=asked)).text
        found = dict(parts(text, format_))
        assert len(found) == min(len(self.deals), 1000)
        for serial, part in found.items():
            self.hold(asker, part, serial)

    async def one(self, asker: Asker, serial: int) -> None:
        """A hand by its permanent address, with its reasons, and as a file."""
        path = f"/hands/{self.table.number}/{serial}"
        replay = await self.ask(asker, "GET", path)
        self.hold(asker, replay.json(), serial)
        for format_ in ("phh", "pokerstars"):
            text = await self.ask(asker, "GET", f"{path}/text", params={"format": format_})
            self.hold(asker, text.text, serial)

    async def coached(self, asker: Asker, serial: int) -> None:
        """Every decision of a hand, whoever took it: the coach speaks to those who did."""
        hand, players = self.deals[serial]
        path = f"/tables/{self.table.number}/coach"
        listed = await self.ask(asker, "GET", path)
        assert (listed.status_code == 200) is (asker.player is not None)
        for each in listed.json() if asker.player is not None else ():
            self.hold(asker, each, each["hand"])
        for turn, move in enumerate(hand.moves):
            mine = players[move.seat] == asker.player
            spot = {"hand": serial, "turn": turn}
            for rest in ("", "/agents/call"):
                answer = await self.ask(asker, "POST", path + rest, json=spot)
                assert (answer.status_code == 200) is mine
                self.hold(asker, answer.json(), serial)

    async def at_the_table(self, asker: Asker) -> None:
        """Ask for the table itself."""
        number = self.table.number
        for path in ("/tables", f"/tables/{number}", f"/tables/{number}/statistics"):
            assert not cards_in((await self.ask(asker, "GET", path)).json())
        for message in (await self.ask(asker, "GET", f"/tables/{number}/messages")).json():
            if isinstance(message, dict) and message.get("state"):
                self.hold(asker, message, message["state"]["hand"])

    async def proved(self, asker: Asker, hand: int) -> None:
        """Ask for the proof of a deck, which names no card."""
        answer = await self.ask(asker, "GET", f"/tables/{self.table.number}/hands/{hand}/proof")
        assert not cards_in(answer.json())
        salts = self.table.recent[-1].deck.salts
        assert not any(f"{salt:064x}" in answer.text for salt in salts)

    async def elsewhere(self, asker: Asker) -> None:
        """Routes of contests: a table is none."""
        number = self.table.number
        for path in ("", "/lobby"):
            answer = await self.ask(asker, "GET", f"/contests/{number}{path}")
            assert answer.status_code == 404
        answer = await self.ask(asker, "POST", f"/contests/{number}/resume")
        assert answer.status_code == 404
        for path in ("/contests", "/leaders?hands=0"):
            assert not cards_in((await self.ask(asker, "GET", path)).json())


def parts(text: str, format_: str) -> Iterator[tuple[int, str]]:
    """A file's hands by number."""
    if format_ == "phh":
        found = re.split(r"(?m)^\[\d+\]$", text)[1:]
        numbers = [re.findall(r"(?m)^hand = (\d+)$", part) for part in found]
    else:
        found = text.split("PokerStars Hand ")[1:]
        numbers = [re.findall(r"^#(\d+):", part) for part in found]
    for (number,), part in zip(numbers, found, strict=True):
        yield int(number), part


def everybody(table: LiveTable, tokens: tuple[str, ...], elsewhere: str) -> list[Asker]:
    agents = {player for player, agent in enumerate(table.settings.agents) if agent}
    always = agents if table.settings.teaching else set()
    players = zip(table.seats, tokens, strict=True)
    return [
        *(Asker(token, player, {player} | always) for player, token in players),
        *(Asker(token, None, set(always)) for token in ("", "forged", elsewhere)),
    ]


async def play_and_ask(url: str, seed: int) -> list[Asker]:
    draw = random.Random(seed)
    agents, store = TalkativeService(seed), Witnessed(url)
    app = make_app(url)
    room = app.state.tables = LiveTables(agents, store, decks(seed))  # type: ignore[arg-type]
    app.state.jobs, app.state.questions = BackgroundJobs(url), AtOnce()
    settings = TableSettings.seating(
        ("Ann", "Bob", "Eve")[: draw.randint(1, 3)],
        ("call",) * draw.randint(1, 3),
        pace="instant",
        stack=1_000,
        betting=draw.choice(["no-limit", "fixed-limit"]),
        teaching=seed == 7,
    )
    _, (elsewhere,) = await room.open_table(TableSettings.seating(("Zoe",), ("call",)))
    table, tokens = await room.open_table(settings)
    askers = everybody(table, tokens, elsewhere)
    admitted = [asker for asker in askers if asker.token in ("", *tokens)]
    persons = [Person(table, player, random_legal(seed)) for player in table.seats]
    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        inquiry = Inquiry(client, store, table)
        playing = asyncio.gather(*(person.play(HANDS) for person in persons))
        while not playing.done():
            await asyncio.sleep(0)
            await inquiry.at_the_table(draw.choice(admitted))
            await inquiry.listed(draw.choice(askers), street=draw.choice(["", "river"]))
            if inquiry.deals:
                await inquiry.one(draw.choice(askers), max(inquiry.deals))
        await playing
        serials = draw.sample(sorted(inquiry.deals), SAMPLE)
        for asker in askers:
            await inquiry.listed(asker)
            for format_ in ("phh", "pokerstars"):
                await inquiry.exported(asker, format_)
            for serial in serials:
                await inquiry.one(asker, serial)
            await inquiry.elsewhere(asker)
            await inquiry.proved(asker, table.recent[-1].hand.number)
            if asker in admitted:
                await inquiry.coached(asker, table.recent[-1].hand.number)
    await app.state.jobs.close()
    await room.close()
    return askers


@pytest.mark.parametrize("seed", range(8))
def test_nobody_learns_a_card_from_any_answer_that_he_may_not_know(
    tmp_path: Path, seed: int
) -> None:
    askers = asyncio.run(play_and_ask(f"sqlite:///{tmp_path}/room.db", seed))
    for asker in askers:
        assert asker.asked > 10
        assert asker.cards > 5 * HANDS


def test_every_route_that_tells_of_tables_or_hands_is_asked() -> None:
    data = {
        path.removeprefix("/api/v1")
        for path, operations in make_app().openapi()["paths"].items()
        if "get" in operations and not set(re.findall(r"{(\w+)}", path)) & ABOUT_NO_TABLE
    }
    assert data == ASKED | HOLDING_NO_HANDS | HELD_ELSEWHERE
