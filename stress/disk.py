"""A full disk: one sentence, no half-written file, and what was there before stays readable.

In the card room the tables wait, and play on when there is space again, or when a program that
has locked the store lets it go.
"""

import resource
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from tests.web.clients import Client, open_table
from tests.web.servers import CardRoom

from fivebet.store.runs import Runs
from stress.programs import Command, LostError

Trouble = Callable[[CardRoom], AbstractContextManager[None]]

FULL = 150_000
"""Bytes after which a file cannot grow."""

WRITING = {
    "match": "match fair tight --hands 3000 --record all --luck none",
    "report": "match fair tight --hands 200 --store none --report {home}/report.html",
    "solution": "solve --board Td9d6h2c --pot 200 --stack 900 --oop 22+,A2s+,K9s+ --ip 22+,A2s+ "
    "--iterations 3 -o {home}/solution.fbs",
    "evolution": "evolve --experiment hof-opm --generations 2 --tournaments 20 --evaluation 50 "
    "--folder {home}/evolution",
}


def run(folder: Path, rounds: int, _: int) -> None:
    """Each command that writes, with files that stay smaller and smaller."""
    for name, words in WRITING.items():
        for turn in range(rounds):
            home = folder / f"{name} {turn}"
            home.mkdir(parents=True)
            most = FULL >> turn
            arguments = tuple(word.format(home=home) for word in words.split())
            with Command((*arguments, "--json"), home, largest_file=most).start() as process:
                _, err = process.communicate()
            if "Traceback" in err:
                raise LostError(f"{name} with files of {most} bytes: {err}")
            if process.returncode not in (0, 2):
                raise LostError(f"{name} ended with {process.returncode}: {err}")
            sentence = err.strip().splitlines()[-1] if err.strip() else "it fitted"
            print(f"disk: {name}, files up to {most:,} bytes: {sentence}", flush=True)
            _still_readable(home)

    for name, trouble in (("full", _full), ("locked", _locked)):
        home = folder / name
        home.mkdir(parents=True)
        _play_through(home, name, trouble, rounds)


@contextmanager
def _full(room: CardRoom) -> Iterator[None]:
    """No file of the card room can grow."""
    pid = room.pid
    before = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (1, before[1]))
    yield
    resource.prlimit(pid, resource.RLIMIT_FSIZE, before)


@contextmanager
def _locked(room: CardRoom) -> Iterator[None]:
    """Another program writes to the store and does not come to an end."""
    other = sqlite3.connect(room.home / "fivebet.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    yield
    other.execute("ROLLBACK")
    other.close()


def _play_through(home: Path, name: str, trouble: Trouble, rounds: int) -> None:
    """Play, take the store away until the table says so, give it back, and play on."""
    room = CardRoom(home)
    table, token = open_table(room, opponents=["call"])
    client = Client(room, table, token)
    sent = 0
    for turn in range(rounds):
        sent = client.play(3)[-1]["hand"]
        with trouble(room):
            while not (message := client.hear()).get("problem"):
                state = message.get("state")
                if state and state["legal"]:
                    client.act(state)
                if state and state["over"] and state["hand"] > sent:
                    raise LostError(f"hand {state['hand']} was shown to be over, and is not stored")
        ended = client.play(1)[0]["hand"]
        if ended != sent + 1:
            raise LostError(f"after hand {sent} hand {ended} has ended")
        sent = ended
        print(f"disk: {name} {turn + 1} times, the table waited and plays on", flush=True)
    client.close()
    room.close()
    runs = Runs(f"sqlite:///{home / 'fivebet.db'}")
    kept = [hand.serial for hand in runs.hands(table)]
    runs.close()
    if kept[:sent] != list(range(1, sent + 1)):
        raise LostError(f"{sent} hands have ended, and {len(kept)} are stored")


def _still_readable(home: Path) -> None:
    """Whatever was written can be listed."""
    Command(("runs", "--json"), home).result()
