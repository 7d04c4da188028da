"""What commands print: tables for people, JSON for scripts, one sentence for errors."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.progress import ProgressColumn

Json = Annotated[bool, typer.Option("--json", help="Print JSON, unrounded, for scripts.")]
DeviceOption = Annotated[
    str, typer.Option("--device", help="Where to solve: cpu, or cuda for an NVIDIA GPU.")
]
Threads = Annotated[int | None, typer.Option(help="The number of threads; all cores by default.")]


class _Output(Console):
    """A console that raises BrokenPipeError when nobody reads any more."""

    def on_broken_pipe(self) -> None:
        raise  # noqa: PLE0704 - called while the BrokenPipeError is handled


def console() -> Console:
    """Return a console for results, on standard output."""
    return _Output(highlight=False)


def command_group(about: str) -> typer.Typer:
    """Return a group of commands, which shows its help if none of them is given."""
    return typer.Typer(help=about, no_args_is_help=True, rich_markup_mode="rich")


def bold_mean(interval: str) -> str:
    """Mark up an interval such as +31.0 ± 4.2 for a cell of a table, its mean in bold type."""
    mean, mark, reach = interval.partition(" ± ")
    return f"[bold]{mean}[/bold]{mark}{reach}"


def figures_table(title: str | None, first: str, *others: str, caption: str | None = None) -> Table:
    """Return a table whose first column is text and whose other columns are figures."""
    table = Table(title=title, caption=caption)
    table.add_column(first)
    for name in others:
        table.add_column(name, justify="right")
    return table


def print_json(result: Any) -> None:
    """Print one JSON document on standard output."""
    print(json.dumps(result, allow_nan=False, indent=None))


def warn(sentence: str) -> int:
    """Print one sentence on standard error and return the exit code of a user error."""
    print(f"fivebet: {sentence}", file=sys.stderr)
    return 2


@contextmanager
def progress_bar(
    label: str,
    quiet: bool = False,
    total: int = 0,
    below: "Callable[[], RenderableType]" = lambda: "",
) -> Iterator[Callable[[float], None]]:
    """Show a progress bar on standard error if it is a terminal; call it with 0 to 1.

    With a total number of hands the bar also shows how many are played a second.
    What `below` returns is shown below the bar.
    """
    from rich.progress import (  # noqa: PLC0415 - only commands that take a while need it
        BarColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    class Bar(Progress):
        def get_renderables(self) -> "Iterator[RenderableType]":
            yield self.make_tasks_table(self.tasks)
            if shown := below():
                yield shown

    errors = Console(stderr=True)
    bar = Bar(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TimeRemainingColumn(),
        *([_hands_a_second(total)] if total else ()),
        console=errors,
        transient=True,
        disable=quiet or not errors.is_terminal,
    )
    with bar:
        task = bar.add_task(label, total=1.0)
        yield lambda done: bar.update(task, completed=done)


def _hands_a_second(total: int) -> "ProgressColumn":
    from rich.progress import ProgressColumn, Task  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    class Rate(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(f"{task.speed * total:,.0f} hands/s" if task.speed else "")

    return Rate()
