"""The `fivebet` command and how its errors reach the user."""

import os
import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from fivebet.cli import (
    acpc,
    agents,
    bench,
    cases,
    check,
    equity,
    evaluate,
    evolve,
    exploit,
    hands,
    league,
    match,
    nash,
    odds,
    plan,
    play,
    power,
    pushfold,
    range,
    reproduce,
    ring,
    runs,
    serve,
    sit,
    solve,
    stats,
    strength,
    tables,
    tour,
    tournament,
)
from fivebet.cli.output import warn
from fivebet.errors import FivebetError

__all__ = ["app", "run"]

ARENA = "The arena"
CARDS = "Cards and odds"
TABLE = "The table"
PLANS = "Plans and papers"
SOLVING = "Solving"
HOUSE = "The house"


class _InterruptedError(Exception):
    """Ctrl-C, where the command itself has not answered it."""


class _Interruptible(TyperGroup):
    """All commands; Typer would end them without a word."""

    def make_context(self, *args: Any, **kwargs: Any) -> Any:
        """Read the options."""
        try:
            return super().make_context(*args, **kwargs)
        except KeyboardInterrupt:
            raise _InterruptedError from None

    def invoke(self, ctx: Any) -> Any:
        """Run the command that was asked for."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise _InterruptedError from None


app = typer.Typer(
    name="fivebet",
    cls=_Interruptible,
    help="Five published poker agents, playable, measurable and beatable.",
    epilog="Try: fivebet equity AhKh 'QQ+,AKs' --board Qh7h2c",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("equity", rich_help_panel=CARDS)(equity.command)
app.command("range", rich_help_panel=CARDS)(range.command)
app.command("strength", rich_help_panel=CARDS)(strength.command)
app.command("evaluate", rich_help_panel=CARDS)(evaluate.command)
app.command("odds", rich_help_panel=CARDS)(odds.command)
app.command("play", rich_help_panel=TABLE)(play.command)
app.add_typer(hands.app, name="hands", rich_help_panel=TABLE)
app.command("stats", rich_help_panel=TABLE)(stats.command)
app.add_typer(acpc.app, name="acpc", rich_help_panel=TABLE)
app.command("match", rich_help_panel=ARENA)(match.command)
app.command("ring", rich_help_panel=ARENA)(ring.command)
app.command("tournament", rich_help_panel=ARENA)(tournament.command)
app.command("league", rich_help_panel=ARENA)(league.command)
app.command("power", rich_help_panel=ARENA)(power.command)
app.add_typer(runs.app, name="runs", rich_help_panel=ARENA)
app.command("agents", rich_help_panel=ARENA)(agents.command)
app.command("check", rich_help_panel=ARENA)(check.command)
app.add_typer(cases.app, name="cases", rich_help_panel=ARENA)
app.command("evolve", rich_help_panel=ARENA)(evolve.command)
app.command("sit", rich_help_panel=ARENA)(sit.command)
app.command("plan", rich_help_panel=PLANS)(plan.command)
app.command("solve", rich_help_panel=SOLVING)(solve.command)
app.command("exploit", rich_help_panel=SOLVING)(exploit.command)
app.add_typer(nash.app, name="nash", rich_help_panel=SOLVING)
app.command("pushfold", rich_help_panel=SOLVING)(pushfold.command)
app.command("serve", rich_help_panel=HOUSE)(serve.command)
app.command("reproduce", rich_help_panel=PLANS)(reproduce.command)
app.command("tour", rich_help_panel=HOUSE)(tour.command)
app.command("bench", rich_help_panel=HOUSE)(bench.command)
app.command("tables", rich_help_panel=HOUSE)(tables.command)


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version  # noqa: PLC0415

        print(f"fivebet {version('fivebet')}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    del version


def run(arguments: list[str]) -> int:
    """Run one command; the exit code."""
    command = typer.main.get_command(app)
    try:
        result = command.main(arguments, prog_name="fivebet", standalone_mode=False)
    except FivebetError as error:
        return warn(str(error))
    except _InterruptedError:
        warn("interrupted")
        return 130
    except BrokenPipeError:
        # Whoever read our output has gone: say nothing more, not even at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        return warn(f"{error.filename or 'output'}: {error.strerror or error}")
    except Exception as error:
        # Click's own errors carry an exit code and a message; others are bugs.
        if not hasattr(error, "format_message"):
            if type(error).__name__ == "Abort":
                warn("interrupted")
                return 130
            raise
        if not error.format_message():
            return 0  # help was asked for, and printed
        context = getattr(error, "ctx", None)
        path = context.command_path if context else "fivebet"
        return warn(f"{error.format_message().rstrip('.')} (see {path} --help)")
    return result if isinstance(result, int) else 0
