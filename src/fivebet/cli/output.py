"""How commands speak: tables for people, JSON for scripts, one sentence for errors."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from fivebet.arena.statistics import Interval

__all__ = ["Json", "Threads", "bold_mean", "console", "print_json", "progress_bar", "warn"]

Json = Annotated[bool, typer.Option("--json", help="Print JSON, unrounded, for scripts.")]
Threads = Annotated[
    int | None, typer.Option(help="Threads to use; all cores by default.", show_default=False)
]


class _Output(Console):
    """A console that tells whoever prints that nobody reads any more."""

    def on_broken_pipe(self) -> None:
        raise  # noqa: PLE0704 - called while the BrokenPipeError is handled


def console() -> Console:
    """Where results go."""
    return _Output(highlight=False)


def bold_mean(interval: Interval, form: str) -> str:
    """An interval as a cell of a table, its mean in bold type."""
    mean, mark, reach = format(interval, form).partition(" ± ")
    return f"[bold]{mean}[/bold]{mark}{reach}"


def print_json(result: Any) -> None:
    """One JSON document on standard output."""
    print(json.dumps(result, allow_nan=False, indent=None))


def warn(sentence: str) -> int:
    """One sentence on standard error; the exit code of a user error."""
    print(f"fivebet: {sentence}", file=sys.stderr)
    return 2


class _Rate(ProgressColumn):
    """Hands a second."""

    def __init__(self, hands: int) -> None:
        super().__init__()
        self._hands = hands

    def render(self, task: Task) -> Text:
        """Nothing until it can be told."""
        return Text(f"{task.speed * self._hands:,.0f} hands/s" if task.speed else "")


@contextmanager
def progress_bar(
    label: str, quiet: bool = False, total: int = 0
) -> Iterator[Callable[[float], None]]:
    """A bar with the time left on standard error, if somebody watches; call it with 0 to 1.

    With a total of hands it also tells how many are played a second.
    """
    errors = Console(stderr=True)
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TimeRemainingColumn(),
        *([_Rate(total)] if total else ()),
        console=errors,
        transient=True,
        disable=quiet or not errors.is_terminal,
    )
    with bar:
        task = bar.add_task(label, total=1.0)
        yield lambda done: bar.update(task, completed=done)
