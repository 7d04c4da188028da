"""PostgreSQL goes away in mid-run: what was kept stays, and the run goes on when it is back."""

import json
import random
import time
from pathlib import Path

from tests.store.server import PostgresServer

from stress.programs import Command, LostError, timeless

MATCH = "match fair tight --game nolimit-2p --hands 6000 --luck cards --record 1/50 --workers 2"


def run(folder: Path, rounds: int, seed: int) -> None:
    """Stop the server at a random moment, start it, and give the same command again.

    The time grows, so that the command gets through on a slow machine too.
    """
    draw = random.Random(seed)
    with PostgresServer() as server:
        quiet = _command(server.new_database(), folder / "quiet").result()
        for turn in range(rounds):
            command = _command(server.new_database(), folder / str(turn))
            stops = 0
            while True:
                process = command.start()
                time.sleep(draw.uniform(1.0, 4.0 * 1.1**stops))
                if process.poll() is None:
                    server.stop()
                    stops += 1
                    _, err = process.communicate()
                    server.start()
                    if process.returncode != 2 or "Traceback" in err:
                        raise LostError(
                            f"without its database it ended {process.returncode}: {err}"
                        )
                    continue
                out, err = process.communicate()
                if process.returncode:
                    raise LostError(f"ended with {process.returncode}: {err}")
                if timeless(json.loads(out)) != quiet:
                    raise LostError(f"{stops} stops of the database gave another result")
                break
            print(f"database: stopped {stops} times, the same result", flush=True)


def _command(url: str, home: Path) -> Command:
    home.mkdir(parents=True)
    return Command((*MATCH.split(), "--store", url, "--json"), home)
