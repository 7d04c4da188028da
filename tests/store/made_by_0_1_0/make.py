"""Make the store of 0.1.0 beside this file: finished runs and interrupted ones of every kind.

    git worktree add ../at-0.1.0 053817c    (and set it up: make install)
    ../at-0.1.0/.venv/bin/python tests/store/made_by_0_1_0/make.py [PART ...]

It must be run by the interpreter of an installed 0.1.0, and is kept to say how the files
were made. Commands are given as users give them and interrupted by Ctrl-C, by a polite
request to end, or killed. What each comes to without an interruption is kept beside it.
Commands are slowed down after each piece, so that the interruption comes in time; what is
written does not depend on it.
"""

import json
import lzma
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
import numpy as np
from websockets.sync.client import connect

HERE = Path(__file__).parent
STORE = "store.db"
SLOWLY = """
import signal, time
signal.signal(signal.SIGINT, signal.default_int_handler)
import fivebet.arena.experiment as experiment
import fivebet.store.ledger as ledger
experiment._PATIENCE = 0.0
ledger._SECONDS_BETWEEN_WRITES = 0.0
keep = ledger.RunLedger.keep
def keep_slowly(self, number, played):
    keep(self, number, played)
    time.sleep({pause})
ledger.RunLedger.keep = keep_slowly
from fivebet.cli import main
main()
"""
FIVEBET = (sys.executable, "-c", "from fivebet.cli import main; main()")
ALONE = ("--workers", "1")

FINISHED = {
    "match": "match fair call --hands 12 --record all --seed 3",
    "match with luck": "match fair tight --game nolimit-2p --hands 8 --record 1/2 --luck aivat",
    "ring": "ring call raise random --game nolimit-3p --hands 3 --record all",
    "tournament": "tournament fold call --tournaments 1 --stack 200 --record all",
    "league": "league fold call random --hands 2 --record all",
}
INTERRUPTED = {
    # name: (pieces that are played before, by which signal, command)
    "match, compiled": (5, signal.SIGINT, "match call random --hands 1600"),
    "match, policies": (
        3,
        signal.SIGTERM,
        "match fair tight --game nolimit-2p --hands 60 --duplicate --luck aivat --record 1/5",
    ),
    "match, until a rule holds": (
        2,
        signal.SIGINT,
        "match nash-limit station --hands 150 --luck cards --until ci<400",
    ),
    "match, killed": (3, signal.SIGKILL, "match fair loose --hands 200 --record 1/20 --luck none"),
    "match, aki+": (1, signal.SIGINT, "match aki+:simulations=1 fair --hands 503 --luck none"),
    "match, aki": (
        1,
        signal.SIGTERM,
        "match aki:simulations=1,responses=on,profiles=on,adapt=on maniac --hands 503 --luck none",
    ),
    "match, plicas": (1, signal.SIGINT, "match plicas+ plicas --hands 510 --luck none"),
    "match, plicas with a file": (
        1,
        signal.SIGINT,
        "match plicas:case_file=fair.cases,half_life=200 fair --hands 510 --luck none",
    ),
    "match, evolved": (
        1,
        signal.SIGINT,
        "match evolved evolved+ --game nolimit-2p --hands 510 --luck none",
    ),
    "match, planner+": (
        1,
        signal.SIGINT,
        "match planner+:nodes=5 call --game nolimit-2p --hands 502 --luck none",
    ),
    "match, adapted": (
        1,
        signal.SIGINT,
        "match adapted::aki:simulations=1 loose --game nolimit-2p --hands 503 --luck none",
    ),
    "match, carried stacks": (
        1,
        signal.SIGTERM,
        "match maniac tight --game nolimit-2p --hands 510 --carry --luck none",
    ),
    "match, an agent from a file": (
        1,
        signal.SIGINT,
        "match bots.py::Learner random --hands 510 --luck none",
    ),
    "match, several": (
        1,
        signal.SIGINT,
        "match bots.py::Learner fair --hands 30 --matches 3 --luck cards --record 1/10",
    ),
    "ring": (
        2,
        signal.SIGINT,
        "ring fair loose station --game limit-3p --hands 40 --record 1/8 --luck cards",
    ),
    "ring, remembering": (
        1,
        signal.SIGTERM,
        "ring aki:simulations=1 evolved random --game limit-3p --hands 170 --luck none",
    ),
    "tournament": (
        2,
        signal.SIGINT,
        "tournament fair tight call fold --tournaments 5 --stack 400 --record all",
    ),
    "tournament, many": (
        3,
        signal.SIGTERM,
        "tournament 6xfold 6xcall 6xrandom:mix=moik raise --schedule turbo --tournaments 8",
    ),
    "league": (4, signal.SIGINT, "league call raise random fair --hands 60 --record 1/30"),
    "league, remembering": (
        4,
        signal.SIGTERM,
        "league evolved plicas+ fair --hands 255 --luck none",
    ),
}
SEASON = "league --standard --quick call raise random fold tight plicas --seed 3"
PAPER = "reproduce aki-switches --quick"
EVOLUTION = (
    "evolve --experiment hof-opm --generations 3 --tournaments 1 --evaluation 2 --layers 3 "
    "--folder evolution"
)


def main() -> None:
    parts = sys.argv[1:] or ["runs", "season", "room", "evolution", "paper"]
    os.chdir(HERE)
    os.environ["FIVEBET_HOME"] = str(HERE / "home")
    _fill_strengths(HERE / "home" / "prospects-1.npy")
    for part in parts:
        {"runs": runs, "season": season, "room": room, "evolution": evolution, "paper": paper}[
            part
        ]()


def runs() -> None:
    """The runs of the arena's commands."""
    expected: dict[str, Any] = {"finished": {}, "interrupted": {}}
    Path(STORE).unlink(missing_ok=True)
    if not Path("fair.cases").exists():
        _ask("cases collect fair -o fair.cases --hands 200 --json")
    for name, line in FINISHED.items():
        result = _ask(f"{line} --workers 1 --store {STORE} --json")
        number = _number(STORE)
        recorded = _ask(f"runs show {number} --store {STORE} --json")["recorded_hands"]
        expected["finished"][name] = {
            "run": number,
            "command": line,
            "result": result,
            "recorded": recorded,
            "hands": _say(f"runs hands {number} --store {STORE}"),
        }
    for name, (pieces, by, line) in INTERRUPTED.items():
        result = _ask(f"{_unrecorded(line)} --workers 1 --store none --json")
        before = _number(STORE)
        _interrupt(
            line,
            STORE,
            by,
            lambda n=pieces, before=before: _number(STORE) > before and _done(STORE) >= n,
        )
        number = _number(STORE)
        recorded = 0
        if "--record" in line:
            with TemporaryDirectory() as folder:
                other = str(Path(folder) / "whole.db")
                _ask(f"{line} --workers 1 --store {other} --json")
                recorded = _ask(f"runs show 1 --store {other} --json")["recorded_hands"]
        expected["interrupted"][name] = {
            "run": number,
            "command": line,
            "result": result,
            "recorded": recorded,
        }
        print(f"{name}: run {number}, {_done(STORE)} pieces done", flush=True)
    _keep("runs.json", expected)
    _settle(STORE)


def season() -> None:
    """A season that was interrupted in its last but one discipline."""
    store = "season.db"
    Path(store).unlink(missing_ok=True)
    result = _ask(f"{SEASON} --workers 1 --store none --json")
    _interrupt(SEASON, store, signal.SIGINT, lambda: _count(store) >= 5 and _done(store) >= 3)
    _keep("season.json", {"command": SEASON, "result": result, "runs": _count(store)})
    _settle(store)


def paper() -> None:
    """A paper's experiments, interrupted in the last but one; then resumed, in a copy."""
    store = "paper.db"
    Path(store).unlink(missing_ok=True)
    os.environ["FIVEBET_STORE"] = store
    try:
        _interrupt(
            PAPER, "", signal.SIGINT, lambda: _count(store) >= 80 and _done(store) >= 1, (), 0.0
        )
        with TemporaryDirectory() as folder:
            again = Path(folder) / "again.db"
            again.write_bytes(Path(store).read_bytes())
            os.environ["FIVEBET_STORE"] = str(again)
            result = _ask(f"{PAPER} --json")
    finally:
        del os.environ["FIVEBET_STORE"]
    _keep("paper.json", {"command": PAPER, "result": result, "runs": _count(store)})
    _settle(store)


def evolution() -> None:
    """An evolution that was interrupted after its second generation."""
    for file in Path("evolution").glob("*"):
        file.unlink()
    whole = EVOLUTION.replace("evolution", "whole")
    result = _ask(f"{whole} --workers 1 --json")
    for file in Path("whole").glob("*"):
        file.unlink()
    Path("whole").rmdir()
    generations = Path("evolution/generations.csv")
    _interrupt(
        EVOLUTION,
        "",
        signal.SIGINT,
        lambda: generations.exists() and generations.read_text().count("\n") >= 3,
    )
    for picture in Path("evolution").glob("curves.*"):
        picture.unlink()
    _keep("evolution.json", {"command": EVOLUTION, "result": result})


def room() -> None:
    """Tables, contests and imported hands of a card room."""
    store = "room.db"
    Path(store).unlink(missing_ok=True)
    process = subprocess.Popen(
        [*FIVEBET, "serve", "--port", "0", "--store", store],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    found = (re.search(r"open at (https?://\S+)", line) for line in process.stdout)
    api = next(each[1] for each in found if each) + "/api/v1"
    try:
        kept = _visit(api)
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate()
    command = "match aki:simulations=1 plicas --hands 600 --duplicate --luck none"
    kept["stopped"]["result"] = _ask(f"{command} --workers 1 --store none --json")
    _keep("room.json", kept)
    _settle(store)


def _visit(api: str) -> dict[str, Any]:
    """Play at tables, import hands, and start contests."""
    kept: dict[str, Any] = {}
    with httpx.Client(base_url=api, timeout=120) as client:
        for name, asked in {
            "left": {"opponents": ["call", "evolved"], "names": ["Ann"], "pace": "instant"},
            "closed": {"opponents": ["fair"], "names": ["Bob"], "pace": "instant"},
            "sit-and-go": {
                "opponents": ["call", "fold"],
                "names": ["Cid"],
                "pace": "instant",
                "format": "sit-and-go",
                "schedule": "turbo",
            },
        }.items():
            opened = client.post("/tables", json=asked).json()
            token = opened["seats"][0]["token"]
            number = opened["table"]
            stacks = _play(api, number, token, hands=3)
            kept[name] = {"table": number, "token": token, "hands": 3, "stacks": stacks}
            if name == "closed":
                client.delete(f"/tables/{number}", headers={"Authorization": f"Bearer {token}"})
        text = _say(f"runs hands 3 --store {STORE} --format pokerstars")
        imported = client.post("/hands/import", json={"name": "hands.txt", "text": text})
        kept["imported"] = imported.json()
        asked = {"agents": ["fair", "tight"], "game": "nolimit-2p", "deals": 20, "seed": 5}
        kept["finished"] = _contest(client, asked, lambda output: output["status"] == "finished")
        asked = {"agents": ["aki:simulations=1", "plicas"], "game": "limit-2p", "deals": 600}
        asked |= {"luck": "none", "record": False}
        kept["stopped"] = _contest(client, asked, lambda output: output["progress"] > 0, stop=True)
    return kept


def _contest(client: httpx.Client, asked: Any, until: Any, stop: bool = False) -> Any:
    started = client.post("/matches", json=asked).json()
    number = started["run"]
    while True:
        output = client.get(f"/contests/{number}").json()
        if until(output):
            break
        time.sleep(0.02)
    if stop:
        client.delete(f"/contests/{number}")
        while client.get(f"/contests/{number}").json()["status"] == "working":
            time.sleep(0.02)
        output = client.get(f"/contests/{number}").json()
    return {"run": number, "asked": asked, "status": output["status"], "result": output["result"]}


def _play(api: str, table: int, token: str, hands: int) -> dict[str, int]:
    """Check and call at a table until so many hands have ended; everybody's chips then."""
    ended: set[int] = set()
    with connect(f"{api.replace('http', 'ws', 1)}/tables/{table}/socket") as line:
        line.send(json.dumps({"v": 1, "type": "hello", "token": token}))
        while True:
            message = json.loads(line.recv(timeout=60))
            if message["type"] == "shuffle":
                seed = {"type": "seed", "id": "seed", "hand": message["hand"]}
                line.send(json.dumps(seed | {"seed": f"s{message['hand']}"}))
            state = message.get("state")
            if state and state["legal"]:
                action = "call" if state["legal"]["call"] else "check"
                act = {"id": f"{state['hand']}.{state['turn']}", "hand": state["hand"]}
                act |= {"type": "act", "turn": state["turn"], "action": action, "to": 0}
                line.send(json.dumps(act))
            if state and state["over"]:
                ended.add(state["hand"])
                if len(ended) == hands:
                    return {seat["name"]: seat["stack"] for seat in state["seats"]}


def _interrupt(
    line: str,
    store: str,
    by: int,
    ready: Any,
    more: tuple[str, ...] = ALONE,
    pause: float = 0.3,
) -> None:
    """Give a command and interrupt it once it is ready."""
    where = ("--store", store) if store else ()
    process = subprocess.Popen(
        [sys.executable, "-c", SLOWLY.format(pause=pause), *line.split(), *more, *where, "--json"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    while not ready():
        if process.poll() is not None:
            raise SystemExit(f"{line} ended too soon: {process.communicate()}")
        time.sleep(0.01)
    process.send_signal(by)
    _, said = process.communicate()
    print(line, "->", process.returncode, said.strip(), flush=True)


def _say(line: str) -> str:
    command = [*FIVEBET, *line.split()]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def _ask(line: str) -> Any:
    return json.loads(_say(line))


def _query(store: str, question: str) -> Any:
    if not Path(store).exists():
        return 0
    try:
        with closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True)) as connection:
            found = connection.execute(question).fetchone()
    except sqlite3.Error:
        return 0
    return found[0] if found and found[0] is not None else 0


def _done(store: str) -> int:
    return int(_query(store, "SELECT done FROM runs ORDER BY id DESC LIMIT 1"))


def _number(store: str) -> int:
    return int(_query(store, "SELECT max(id) FROM runs"))


def _count(store: str) -> int:
    return int(_query(store, "SELECT count(*) FROM runs"))


def _unrecorded(line: str) -> str:
    return re.sub(r" --record \S+", "", line)


def _keep(name: str, document: Any) -> None:
    Path(name).write_text(json.dumps(document, indent=1) + "\n", "utf-8")


def _settle(store: str) -> None:
    """Leave nothing of this machine in a store, and press it together."""
    with closing(sqlite3.connect(store)) as connection:
        connection.execute("UPDATE runs SET folder = '.', worker = 'elsewhere:1'")
        connection.commit()
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("VACUUM")
    Path(f"{store}.xz").write_bytes(lzma.compress(Path(store).read_bytes(), preset=9))
    print(store, Path(store).stat().st_size, Path(f"{store}.xz").stat().st_size, flush=True)


def _fill_strengths(path: Path) -> None:
    """An empty table of hand strengths: a whole one takes a minute to make."""
    path.parent.mkdir(exist_ok=True)
    shape = (1755 + 16432, 1326, 2)
    np.lib.format.open_memmap(path, mode="w+", dtype=np.uint8, shape=shape).flush()


if __name__ == "__main__":
    main()
