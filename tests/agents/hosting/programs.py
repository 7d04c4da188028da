"""Programs at the other end of the line."""

import shlex
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
    return shlex.join([sys.executable, "-S", str(file)])


PASSIVE = 'say(type="action", id=id, action=passive)'
