"""Kill -9 at any moment: finished hands are kept, an unfinished one was never played."""

import os
import random
from contextlib import suppress
from pathlib import Path

import httpx
from websockets.exceptions import ConnectionClosed

from fivebet.store.runs import Runs

from .clients import Client, open_table
from .servers import CardRoom

STACK = 2_000
BIG_BLIND = 100
KILLS = int(os.environ.get("FIVEBET_KILLS", "3"))


def test_a_killed_card_room_loses_no_finished_hand_and_voids_the_unfinished(
    tmp_path: Path,
) -> None:
    draw = random.Random(7)
    room = CardRoom(tmp_path)
    table, token = open_table(room, opponents=["call", "random"], stack=STACK)
    last_over = 0
    for _ in range(KILLS):
        client = Client(room, table, token)
        moments = draw.randint(5, 60)
        for _ in range(moments):
            message = client.hear()
            state = message.get("state")
            if state and state["over"]:
                last_over = max(last_over, state["hand"])
            if state and state["legal"]:
                client.act(state)
        room.kill()
        with suppress(ConnectionClosed):
            client.close()

        runs = Runs(f"sqlite:///{tmp_path / 'fivebet.db'}")
        hands = list(runs.hands(table))
        runs.close()
        serials = [hand.serial for hand in hands]
        assert serials == list(range(1, len(hands) + 1))
        assert len(hands) >= last_over
        chips = dict.fromkeys(("Guest", "call", "random"), STACK)
        for hand in hands:
            record = hand.record
            assert record.replay().payoffs == record.payoffs
            assert tuple(chips[name] for name in record.players) == record.stacks
            for name, payoff in zip(record.players, record.payoffs or (), strict=True):
                left = chips[name] + int(payoff)
                chips[name] = left or STACK

        room = CardRoom(tmp_path)
        assert httpx.get(f"{room.api}/tables/{table}").json()["hands"] == len(hands)
        again = Client(room, table, token)
        while (state := again.until("table")["state"]) is None:
            pass
        if min(chips.values()) > BIG_BLIND:  # else all may be all-in by the blinds, without a turn
            assert state["hand"] == len(hands) + 1
        before = {seat["name"]: seat["stack"] + seat["bet"] for seat in state["seats"]}
        if (state["hand"], state["turn"]) == (len(hands) + 1, 0):
            assert before == chips
        again.close()
    room.close()
