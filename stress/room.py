"""The card room, killed while people play: at random, and between writing a hand and telling it.

No hand whose end was sent to anybody is lost, and none is played twice.
"""

import random
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
from tests.web import faulty_room
from tests.web.clients import Client, open_table
from tests.web.faulty_room import MOMENTS
from tests.web.servers import CardRoom
from websockets.exceptions import ConnectionClosed

from fivebet.store.runs import Runs
from stress.programs import LostError

STACK = 2_000
FAULTY = Path(faulty_room.__file__)


def run(folder: Path, rounds: int, seed: int) -> None:
    """Play, kill, look, and go on at the same table."""
    draw = random.Random(seed)
    for moment in MOMENTS:
        for turn in range(rounds):
            home = folder / f"{moment} {turn}"
            home.mkdir(parents=True)
            _die_at(home, moment, draw.randint(1, 20))
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


def _die_at(home: Path, moment: str, serial: int) -> None:
    """A card room that dies at a chosen moment of a hand, and one that goes on after it."""
    room = CardRoom(home, program=(FAULTY, moment, str(serial)))
    table, token = open_table(room, opponents=["call", "random"], stack=STACK)
    client = Client(room, table, token)
    sent: dict[int, list[Any]] = {}
    with suppress(ConnectionClosed):
        while True:
            state = client.hear().get("state")
            if state and state["over"]:
                sent[state["hand"]] = [seat["won"] for seat in state["seats"]]
            if state and state["legal"]:
                client.act(state)
    room.reap()
    kept = _kept(home, table)
    if kept != serial - (moment == "before writing") or max(sent, default=0) != serial - 1:
        raise LostError(f"{moment} of hand {serial}: {kept} are stored, {max(sent)} were sent")
    again = CardRoom(home)
    client = Client(again, table, token)
    first = client.play(1)[0]["hand"]
    if first != kept + 1:
        raise LostError(f"after {kept} hands the table went on with hand {first}")
    client.close()
    again.close()
    print(f"room: killed {moment} of hand {serial}: {kept} hands kept, none twice", flush=True)


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
