"""A card room in a process of its own, as people start it."""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

COMMAND = Path(sys.executable).with_name("fivebet")


class CardRoom:
    """`fivebet serve` on a free port, with a home of its own."""

    def __init__(
        self, home: Path, *options: str, program: tuple[Path | str, ...] = (COMMAND,)
    ) -> None:
        self.home = home
        started = (sys.executable, *program) if program[0] != COMMAND else program
        self._process = subprocess.Popen(
            [*started, "serve", "--port", "0", *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "FIVEBET_HOME": str(home)},
        )
        assert self._process.stdout is not None
        said = ""
        for line in self._process.stdout:
            said += line
            if found := re.search(r"open at (https?://\S+)", line):
                self.url = found[1]
                break
        else:
            raise AssertionError(f"the card room did not open: {said}")
        # What it says later is read too: it would wait for somebody to do so.
        self.log: list[str] = []
        self._listening = threading.Thread(
            target=self.log.extend, args=(self._process.stdout,), daemon=True
        )
        self._listening.start()

    @property
    def secret(self) -> str:
        """What the host registers agents with, as soon as it is printed."""
        while True:
            if found := re.search(r"give this secret: (\S+)", "".join(self.log)):
                return found[1]
            assert self._process.poll() is None, "the card room has closed"
            time.sleep(0.01)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def api(self) -> str:
        return f"{self.url}/api/v1"

    def socket(self, table: int | str) -> str:
        return f"{self.api.replace('http', 'ws', 1)}/tables/{table}/socket"

    def kill(self) -> None:
        """As a power cut would, if it only hit this process."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        self._hang_up()

    def reap(self) -> None:
        """Wait for a card room that ends by itself."""
        self._process.wait(120)
        self._hang_up()

    def close(self) -> int:
        """As Ctrl-C would."""
        self._process.send_signal(signal.SIGINT)
        code = self._process.wait(120)
        self._hang_up()
        return code

    def _hang_up(self) -> None:
        assert self._process.stdout is not None
        self._listening.join(120)
        self._process.stdout.close()
