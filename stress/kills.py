"""Kill -9 at random moments: the same command goes on, and its result is the same."""

import random
from pathlib import Path

from stress.programs import Command, LostError, killed_until_done

RUNS = {
    "match": "match fair tight --game nolimit-2p --hands 4000 --luck cards --workers 2",
    "match that remembers": "match plicas fair --game limit-2p --hands 1500 --workers 2",
    "tournament": "tournament 5xfair 4xtight --tournaments 60 --workers 2",
    "league": "league fair tight loose --game nolimit-2p --hands 800 --luck cards",
    "evolution": "evolve --experiment base --generations 6 --tournaments 60 --evaluation 200",
    "solve": "solve --board Td9d6h2c --pot 200 --stack 900 --oop 66+,A8s+ --ip 22+,A2s+ "
    "--iterations 60 --target 0.0001",
}
"""Each long enough to be killed several times."""

FOLDERS = {"evolution": ("--folder", "evolution"), "solve": ("-o", "solution.fbs")}


def run(folder: Path, rounds: int, seed: int) -> None:
    """Every kind of run, so many times."""
    draw = random.Random(seed)
    for name, words in RUNS.items():
        arguments = tuple(words.split())
        quiet = _command(name, arguments, folder / f"{name} quiet").result()
        for turn in range(rounds):
            command = _command(name, arguments, folder / f"{name} {turn}")
            kills, result = killed_until_done(command, draw, most=3.0)
            if result != quiet:
                raise LostError(f"{name}: killed {kills} times, it came to another result")
            print(f"{name}: killed {kills} times, the same result", flush=True)


def _command(name: str, arguments: tuple[str, ...], home: Path) -> Command:
    home.mkdir(parents=True)
    option, file = FOLDERS.get(name, ("", ""))
    where = (option, str(home / file)) if option else ()
    return Command((*arguments, *where, "--json"), home)
