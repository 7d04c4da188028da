"""Programs at the other end of the line, and a clock that need not wait for them."""

import select
import sys
from pathlib import Path

HELLO = '{"type": "hello", "protocol": 1}'

ANSWERING = """
import json, os, sys, threading
def say(**message): print(json.dumps(message), flush=True)
def hang(): threading.Event().wait()
asked, heard = 0, []
for line in sys.stdin:
    message = json.loads(line)
    heard.append(message["type"])
    if message["type"] == "hello":
        say(type="hello", protocol=1%s)
    if message["type"] == "view":
        asked += 1
        id = message["id"]
        passive = "call" if message["legal"]["call"] else "check"
        %s
    if message["type"] == "observe":
        %s
"""


def program(
    folder: Path, view: str, observe: str = "pass", hello: str = "", name: str = "program"
) -> str:
    """The command of a program that does so when it is shown a view or the end of a hand."""
    file = folder / f"{name}.py"
    file.write_text(ANSWERING % (hello, view, observe))
    return f"{sys.executable} -S {file}"


PASSIVE = 'say(type="action", id=id, action=passive)'


class ImpatientClock:
    """Waits for real while it is patient; else the time is up at once, unless all is there."""

    def __init__(self) -> None:
        self.time = 0.0
        self.patient = True

    def now(self) -> float:
        return self.time

    def wait(self, pipes: select.poll, seconds: float) -> list[tuple[int, int]]:
        if self.patient:
            return pipes.poll()
        ready = pipes.poll(0)
        if not ready:
            self.time += seconds
        return ready
