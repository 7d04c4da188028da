"""Hostile agents in the arena: each fails in its own way, and the match is played to its end."""

from pathlib import Path

from stress.programs import Command, LostError

BAD = Path(__file__).parent.parent / "tests" / "agents" / "hosting" / "bad_agents.py"


def run(folder: Path, rounds: int, seed: int) -> None:
    """Every bad agent of the tests against `call`, in a process of its own and in ours."""
    names = [
        line.split()[1].split("(")[0].rstrip(":")
        for line in BAD.read_text().splitlines()
        if line.startswith("class ")
    ]
    for turn in range(rounds):
        for name in names:
            home = folder / f"{name} {turn}"
            home.mkdir(parents=True)
            agent = f"{BAD}::{name}"
            words = ("match", agent, "call", "--hands", "20", "--clock", "1", "--json")
            with Command((*words, "--seed", str(seed + turn)), home).start() as process:
                _, err = process.communicate()
            if process.returncode not in (0, 2) or "Traceback" in err:
                raise LostError(f"{name} brought the arena down: {err}")
            what = "played on" if process.returncode == 0 else err.strip().splitlines()[-1]
            print(f"hostile: {name}: {what}", flush=True)
