"""The card room, killed at random moments while people play: no finished hand is lost."""

import random
from contextlib import suppress
from pathlib import Path

import httpx
from tests.web.clients import Client, open_table
from tests.web.servers import CardRoom
from websockets.exceptions import ConnectionClosed

from fivebet.store.runs import Runs
from stress.programs import LostError

STACK = 2_000


def run(folder: Path, rounds: int, seed: int) -> None:
    """Play, kill, look, and go on at the same table."""
    draw = random.Random(seed)
    home = folder / "room"
    home.mkdir(parents=True)
    room = CardRoom(home)
    table, token = open_table(room, opponents=["call", "random", "fair"], stack=STACK)
    for turn in range(rounds):
        client = Client(room, table, token)
        last_over = 0
        for _ in range(draw.randint(3, 200)):
            state = client.hear().get("state")
            if state and state["over"]:
                last_over = state["hand"]
            if state and state["legal"]:
                client.act(state)
        room.kill()
        with suppress(ConnectionClosed):
            client.close()
        kept = _kept(home, table)
        if kept < last_over:
            raise LostError(f"hand {last_over} was sent as over, and {kept} are stored")
        room = CardRoom(home)
        now = httpx.get(f"{room.api}/tables/{table}").json()["hands"]
        if now != kept:
            raise LostError(f"{kept} hands are kept, and the table says {now}")
        print(f"room: killed {turn + 1} times, {kept} hands kept", flush=True)
    room.close()


def _kept(home: Path, table: int) -> int:
    """How many hands, each of which replays to its payoffs."""
    runs = Runs(f"sqlite:///{home / 'fivebet.db'}")
    hands = list(runs.hands(table))
    runs.close()
    if [hand.serial for hand in hands] != list(range(1, len(hands) + 1)):
        raise LostError("there is a gap between the kept hands")
    for hand in hands:
        if hand.record.replay().payoffs != hand.record.payoffs:
            raise LostError(f"hand {hand.serial} does not replay to its payoffs")
    return len(hands)
