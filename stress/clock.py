"""The clock of the computer jumps by hours and days while people play; nobody is timed out."""

import os
import random
import shutil
from pathlib import Path
from unittest.mock import patch

from tests.web.clients import Client, open_table
from tests.web.servers import CardRoom

from stress.programs import LostError

LIBRARIES = ("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1",)


def run(folder: Path, rounds: int, seed: int) -> None:
    """Needs libfaketime: `apt install faketime`."""
    library = next((path for path in LIBRARIES if Path(path).exists()), None)
    if library is None or shutil.which("faketime") is None:
        raise LostError("there is no faketime here: apt install faketime")
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
    table, token = open_table(room, opponents=["call", "fair"])
    client = Client(room, table, token)
    for _ in range(rounds):
        hours = draw.choice((-48, -1, 1, 24, 24 * 365))
        shift.write_text(f"{hours:+d}h")
        ends = client.play(3)
        late = [end for end in ends for seat in end["seats"] if seat.get("late")]
        if late:
            raise LostError(f"after a jump of {hours} hours somebody was late")
        print(f"clock: {hours:+d} hours, three hands played on", flush=True)
    client.close()
    room.close()
