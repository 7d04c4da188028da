"""Lines of a Python function in the making."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

__all__ = ["CodeWriter"]


class CodeWriter:
    """One function: its lines, how deep in loops it is, and how it gives up."""

    def __init__(self, name: str, parameters: Sequence[str], fail: str, every: bool) -> None:
        self.name = name
        self.fail = fail
        self.every = every
        """Whether each way to satisfy a condition counts, and not only whether there is one."""
        self.loops = 0
        self._lines = [f"def {name}({', '.join(parameters)}):"]

    def line(self, text: str) -> None:
        """One line at the present depth."""
        self._lines.append(f"{' ' * (self.loops + 1)}{text}")

    def require(self, test: str) -> None:
        """Give up the present solution unless a test holds."""
        self.line(f"if not ({test}): {'continue' if self.loops else self.fail}")

    @contextmanager
    def loop(self, head: str) -> Iterator[None]:
        """What is written inside is repeated."""
        self.line(head)
        self.loops += 1
        yield
        self.loops -= 1

    @contextmanager
    def once(self) -> Iterator[None]:
        """What is written inside may give up without ending the function."""
        with self.loop("for _ in ONCE:"):
            yield

    def source(self) -> str:
        """The function's text."""
        return "\n".join(self._lines)
