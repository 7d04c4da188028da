"""A full disk: one sentence, no half-written file, and what was there before stays readable."""

from pathlib import Path

from stress.programs import Command, LostError

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


def _still_readable(home: Path) -> None:
    """Whatever was written can be listed."""
    Command(("runs", "--json"), home).result()
