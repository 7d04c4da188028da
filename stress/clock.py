"""The clock of the computer jumps by hours and days while people play; nobody is timed out.

Needs libfaketime: `apt install faketime`, or FAKETIME_LIBRARY with the path of libfaketimeMT.so.1.
"""

import os
import random
from pathlib import Path
from unittest.mock import patch

from tests.web.clients import Client, open_table
from tests.web.servers import CardRoom

from stress.programs import LostError

LIBRARIES = tuple(
    f"/usr/lib/{machine}-linux-gnu/faketime/libfaketimeMT.so.1" for machine in ("x86_64", "aarch64")
)


def run(folder: Path, rounds: int, seed: int) -> None:
    """Let the clock jump that often, and play three hands after each jump."""
    named = os.environ.get("FAKETIME_LIBRARY")
    library = next(
        (path for path in ([named] if named else LIBRARIES) if Path(path).exists()), None
    )
    if library is None:
        raise LostError("there is no libfaketime here: apt install faketime, or FAKETIME_LIBRARY")
    draw = random.Random(seed)
    folder.mkdir(parents=True, exist_ok=True)
    shift = folder / "shift"
    shift.write_text("+0")
    faked = {
        "LD_PRELOAD": library,
        "FAKETIME_TIMESTAMP_FILE": str(shift),
        "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    }
    with patch.dict(os.environ, faked):
        room = CardRoom(folder)
    table, token = open_table(room, opponents=["call", "fair"], clock=60)
    client = Client(room, table, token)
    for _ in range(rounds):
        hours = draw.choice((-48, -1, 1, 24, 24 * 365))
        shift.write_text(f"{hours:+d}h")
        _play_on(client, 3, f"after a jump of {hours} hours")
        print(f"clock: {hours:+d} hours, three hands played on", flush=True)
    client.close()
    room.close()


def _play_on(client: Client, hands: int, when: str) -> None:
    """Check and call until so many hands have ended; nobody may be past a clock."""
    ended: set[int] = set()
    while len(ended) < hands:
        message = client.hear()
        if late := [note["text"] for note in message.get("notes", ())]:
            raise LostError(f"{when}: {', '.join(late)}")
        state = message.get("state")
        if state and state["over"]:
            ended.add(state["hand"])
        if state and state["legal"]:
            client.act(state)
