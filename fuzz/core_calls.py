"""Calls everything in the compiled core at random, with sense and without, from several threads.

    python fuzz/core_calls.py --minutes 60 [--threads 2] [--seed 1] [--core build/…/_core….so]

A call may return or raise a FivebetError, TypeError, OverflowError or MemoryError; all
else is a finding, and so is a process that dies or hangs. Objects and arrays are shared
among the threads, and another thread changes the arrays meanwhile. Rounds of a minute run
in processes of their own; the seed of a round and the last calls of a bad one are printed.
`make calls` runs it with cores that are built with the sanitizers.
"""

import argparse
import faulthandler
import importlib.util
import math
import os
import pickle
import random
import subprocess
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from blueprint_calls import BlueprintCalls
from card_calls import CardCalls
from solver_calls import SolverCalls

from fivebet.lab.command_line import exit_with

_ENOUGH_CALLS = 100
_LEAST_SENSE = 0.05
"""The share of calls that is answered at least: where it is not, the core has changed."""
_WITHOUT_ANSWER = 300
"""The seconds after which a round is given up as hanging."""


def load_core(path: Path) -> None:
    """Let a core from elsewhere be fivebet's."""
    spec = importlib.util.spec_from_file_location("fivebet._core", path)
    assert spec is not None
    assert spec.loader is not None
    sys.modules["fivebet._core"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(sys.modules["fivebet._core"])


class Caller(CardCalls, SolverCalls, BlueprintCalls):
    """One thread's random calls."""

    def __init__(self, seed: str, shared: dict[str, Any], log: int) -> None:
        super().__init__(seed, shared)
        self.log = log
        self.calls = self.answered = 0
        self.kinds: dict[str, list[bool]] = {}
        """Whether calls were answered, by kind."""

    def run(self, until: float) -> None:
        kinds = (
            self.call_cards,
            self.call_solver,
            self.call_games,
            self.call_table,
            self.call_stream,
            self.call_blueprints,
            self.call_ring,
            self.call_value_network,
        )
        while time.monotonic() < until and not self.shared.get("failed"):
            state = self.random.getrandbits(64)
            self.random.seed(state)
            call = self.random.choice(kinds)
            line = f"{call.__name__:12} {state:020d}\n".encode()
            os.pwrite(self.log, line, len(line) * (self.calls % 20))
            answers = self.kinds.setdefault(call.__name__, [])
            answers.append(False)
            try:
                call()
                self.answered += 1
                answers[-1] = True
            except self.allowed:
                pass
            except ValueError as error:
                if "pickle" not in str(error):
                    raise
            except (EOFError, pickle.UnpicklingError, AttributeError, KeyError, IndexError):
                pass  # what a truncated pickle and nonsense in our own code raise
            self.random.seed(state + 1)
            self.calls += 1


def run_round(options: argparse.Namespace) -> int:
    if options.core:
        load_core(options.core)
    import numpy as np  # noqa: PLC0415

    warnings.simplefilter("ignore", RuntimeWarning)  # of objects that were never made
    faulthandler.enable()
    faulthandler.dump_traceback_later(_WITHOUT_ANSWER, exit=True)
    until = time.monotonic() + options.round_seconds
    shared: dict[str, Any] = {
        "weights": np.random.default_rng(1).random(1326),
        "hands": np.full(3000, 0b1111111, np.uint64),
        "pairs": np.full(300, 0b11, np.uint64),
        "flows": np.zeros((2, 2)),
    }

    def change() -> None:
        randoms = random.Random(options.seed)
        while time.monotonic() < until:
            shared["weights"][:] = randoms.choice([0.0, 1.0, math.nan, 0.5, math.inf])
            shared["hands"][randoms.randrange(3000)] = randoms.choice([0, (1 << 64) - 1, 0b1111111])
            shared["weights"][randoms.randrange(1326) :] = randoms.random()
            shared["pairs"][randoms.randrange(300)] = randoms.choice([0, (1 << 64) - 1, 0b11])
            shared["hands"][:] = 0b1111111

    callers = []
    for number in range(options.threads):
        log = os.open(f"{options.log}.{number}", os.O_RDWR | os.O_CREAT)
        callers.append(Caller(f"{options.seed} {number}", shared, log))
    failures: list[str] = []

    def work(caller: Caller) -> None:
        try:
            caller.run(until)
        except BaseException as error:
            import traceback  # noqa: PLC0415

            failures.append("".join(traceback.format_exception(error)))
            shared["failed"] = True

    threads = [threading.Thread(target=work, args=(caller,)) for caller in callers]
    threads.append(threading.Thread(target=change))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    calls, answered = (sum(getattr(each, of) for each in callers) for of in ("calls", "answered"))
    print(f"seed {options.seed}: {calls:,} calls, {answered:,} of them answered", flush=True)
    failures += _senseless(callers)
    for failure in failures:
        print(failure, file=sys.stderr)
    return 1 if failures else 0


def _senseless(callers: Sequence[Caller]) -> list[str]:
    """Return a complaint for each kind of call that hardly ever makes sense any more."""
    complaints = []
    for kind in callers[0].kinds:
        answers = [answer for caller in callers for answer in caller.kinds.get(kind, ())]
        if len(answers) >= _ENOUGH_CALLS and sum(answers) < _LEAST_SENSE * len(answers):
            complaints.append(f"{kind}: {sum(answers)} of {len(answers)} calls are answered")
    return complaints


def main(given: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--core", type=Path)
    parser.add_argument("--round-seconds", type=float, default=60.0)
    parser.add_argument("--log", help=argparse.SUPPRESS)
    options = parser.parse_args(given)
    if options.log:
        return run_round(options)
    end = time.monotonic() + 60 * options.minutes
    while time.monotonic() < end:
        with tempfile.TemporaryDirectory() as folder:
            log = f"{folder}/calls"
            seconds = min(options.round_seconds, max(1.0, end - time.monotonic()))
            arguments = [*sys.argv, "--seed", str(options.seed), "--log", log]
            arguments += ["--round-seconds", str(seconds)]
            done = subprocess.run([sys.executable, *arguments], check=False)
            if done.returncode:
                print(
                    f"seed {options.seed}: ended by {done.returncode}; last calls:", file=sys.stderr
                )
                for path in sorted(Path(folder).iterdir()):
                    print(path.read_text(errors="replace"), file=sys.stderr)
                return 1
        options.seed += 1
    print("nothing was found")
    return 0


if __name__ == "__main__":
    exit_with(main)
