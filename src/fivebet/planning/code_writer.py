"""Writing Python functions line by line."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager


class CodeWriter:
    """The writer of one function: its lines, its depth of loops, and how it gives up."""

    def __init__(self, name: str, parameters: Sequence[str], fail: str, every: bool) -> None:
        self.name = name
        self.fail = fail
        self.every = every
        """Whether all solutions of a condition are wanted, and not only whether there is one."""
        self.loops = 0
        self._lines = [f"def {name}({', '.join(parameters)}):"]

    def line(self, text: str) -> None:
        """Write one line at the present depth."""
        self._lines.append(f"{' ' * (self.loops + 1)}{text}")

    def require(self, test: str) -> None:
        """Give up the present solution unless a test holds."""
        self.line(f"if not ({test}): {'continue' if self.loops else self.fail}")

    @contextmanager
    def loop(self, head: str) -> Iterator[None]:
        """Write what is inside the block into a loop."""
        self.line(head)
        self.loops += 1
        yield
        self.loops -= 1

    @contextmanager
    def once(self) -> Iterator[None]:
        """Write what is inside the block so that it may give up without ending the function."""
        with self.loop("for _ in ONCE:"):
            yield

    def source(self) -> str:
        """Return the function's text."""
        return "\n".join(self._lines)
