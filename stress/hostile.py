"""Hostile agents in the arena: each fails in its own way, and the match is played to its end."""

from pathlib import Path

from stress.programs import Command, LostError

TESTS = Path(__file__).parent.parent / "tests"
FILES = (TESTS / "agents" / "hosting" / "bad_agents.py", TESTS / "arena" / "hostile_agents.py")


def run(folder: Path, rounds: int, seed: int) -> None:
    """Every bad agent of the tests against `call`, in a process of its own and in ours."""
    agents = [
        f"{file}::{line.split()[1].split('(')[0].rstrip(':')}"
        for file in FILES
        for line in file.read_text().splitlines()
        if line.startswith("class ") and not line.startswith("class _")
    ]
    for turn in range(rounds):
        for number, agent in enumerate(agents):
            # Who attacks on purpose is not to be trusted; who fails may be.
            for trust in ((), ("--trust",)) if str(FILES[0]) in agent else ((),):
                home = folder / f"{number} {turn} {len(trust)}"
                home.mkdir(parents=True)
                words = ("match", agent, "call", "--hands", "20", "--clock", "1", "--json", *trust)
                with Command((*words, "--seed", str(seed + turn)), home).start() as process:
                    _, err = process.communicate()
                name = f"{agent.rpartition(':')[2]} {' '.join(trust)}".strip()
                if process.returncode not in (0, 2) or "Traceback" in err:
                    raise LostError(f"{name} brought the arena down: {err}")
                what = "played on" if process.returncode == 0 else err.strip().splitlines()[-1]
                print(f"hostile: {name}: {what}", flush=True)
