"""An hour of the card room and the arena at once: memory stays where it was."""

import json
import threading
import time
from contextlib import suppress
from pathlib import Path

import numpy as np
from tests.web.clients import Client, open_table
from tests.web.servers import CardRoom

from stress.programs import Command, LostError, resident

SETTLED = 0.25  # of the time: caches fill before
MOST_GROWTH = 0.05  # of the memory, over all that follows


def run(folder: Path, minutes: float) -> None:
    """Twenty tables are played at while matches come and go."""
    folder.mkdir(parents=True, exist_ok=True)
    room = CardRoom(folder)
    until = time.monotonic() + 60 * minutes
    hands = [0] * 20
    failures: list[str] = []

    def play(number: int) -> None:
        opponents = [["call", "random"], ["fair"], ["tight", "loose", "station"]][number % 3]
        table, token = open_table(room, opponents=opponents)
        client = Client(room, table, token)
        try:
            while time.monotonic() < until:
                hands[number] += len(client.play(5))
        except Exception as error:  # whatever it is, the soak has found it
            failures.append(f"table {number}: {error!r}")
        finally:
            with suppress(Exception):
                client.close()

    players = [threading.Thread(target=play, args=(number,)) for number in range(len(hands))]
    for player in players:
        player.start()
    memory: list[float] = []
    matches = 0
    while time.monotonic() < until and not failures:
        _match(folder)
        matches += 1
        memory.append(resident(room._process.pid))
    for player in players:
        player.join()
    room.close()
    if failures:
        raise LostError("; ".join(failures))
    _judge(memory)
    print(f"soak: {minutes:g} minutes, {sum(hands):,} hands at tables, {matches} matches")


def _match(folder: Path) -> None:
    words = "match fair tight --hands 2000 --luck cards --json"
    command = Command(tuple(words.split()), folder)
    with command.start() as process:
        out, err = process.communicate()
    if process.returncode:
        raise LostError(f"a match ended with {process.returncode}: {err}")
    json.loads(out)


def _judge(memory: list[float]) -> None:
    later = np.array(memory[int(SETTLED * len(memory)) :])
    slope = float(np.polyfit(np.arange(len(later)), later, 1)[0]) if len(later) > 2 else 0.0
    growth = slope * len(later) / later.mean()
    print(f"soak: memory {later[0]:.0f} MB, then {later[-1]:.0f} MB, a trend of {growth:+.1%}")
    if growth > MOST_GROWTH:
        raise LostError(f"memory grew by {growth:.1%}")
