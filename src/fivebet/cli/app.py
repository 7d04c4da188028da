"""The `fivebet` command: its table of commands, and how errors reach the user.

A command's module is imported when the command runs. The list of commands, for `--help` and
for shell completion, comes from the table here.
"""

import os
import sys
from importlib import import_module
from io import TextIOWrapper
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from fivebet import __version__
from fivebet.cli.output import warn
from fivebet.errors import FivebetError

_QUOTED = 40
"""Letters before and after one that cannot be written."""
COMMANDS = {
    "Cards and odds": {
        "equity": "Compute each player's share of the pot, exactly where that is quick.",
        "range": "Show a range on the 13 × 13 grid.",
        "strength": "Compute hand strength and potential after the flop, exactly.",
        "evaluate": "Find the best five cards of a hand, their name and their value.",
        "odds": "Compute pot odds, fold equity and the expected value of a call or a bet.",
    },
    "The table": {
        "play": "Play against agents in the terminal.",
        "hands": "Check hands from files, and convert them between formats.",
        "stats": "Show how players play: VPIP, PFR, AF and more, and who wins from whom.",
        "review": (
            "Review a player's decisions: what each cost in big blinds, the worst ones first."
        ),
        "acpc": "Deal to programs that speak the ACPC protocol, or play at such a dealer.",
    },
    "The arena": {
        "match": "Let two agents play a match and say who won how much, with 95 % intervals.",
        "ring": "Let a table of agents play each deal in several seatings, with 95 % intervals.",
        "tournament": (
            "Let agents play freeze-out tournaments and say what a buy-in returned, "
            "with 95 % intervals."
        ),
        "league": "Let everybody play everybody, and rank agents by bankroll and instant run-off.",
        "ladder": (
            "Play an agent against many drawn rule players, and say what it wins from each."
        ),
        "power": "Estimate how many hands it takes to measure a difference.",
        "runs": "List runs, show them, and resume those that were interrupted.",
        "agents": "List the agents that can be seated by name, or describe one of them.",
        "check": (
            "Check an agent: legal actions, hidden cards, repeatability, time, pickling, policy."
        ),
        "cases": "Collect and inspect case bases of PLICAS: what opponents showed, and when.",
        "evolve": "Evolve networks that play tournaments, as in Moik's thesis (Graz 2018).",
        "sit": "Run an agent as a program that reads and writes one JSON object a line.",
    },
    "Plans and papers": {
        "plan": "Decompose tasks into plans, as JSHOP2 does, and weigh their risk.",
        "reproduce": (
            "Run a paper's experiments and print every claim next to our figure, with a verdict."
        ),
    },
    "Solving": {
        "solve": "Solve a heads-up spot from any flop, turn or river.",
        "report": (
            "Solve a spot on all flops, or on some that stand for them, and compare textures."
        ),
        "exploit": (
            "Play a local best response against an agent: a lower bound of its exploitability."
        ),
        "nash": "Compute equilibria of bucketed heads-up limit hold'em, which nash-limit plays.",
        "pushfold": "Solve jam or fold: exactly for two players, sampled for three to nine.",
        "library": "Read charts and flops that are solved already, and make more of them.",
        "drill": (
            "Answer solved decisions; each answer is graded by the expected value that it loses."
        ),
    },
    "Card room and tools": {
        "serve": "Open the card room: play agents in the browser, watch them, study.",
        "deal": "Check that a deal at the card room was fair, from what a player saw of it.",
        "tour": "See the core at work: equities, a range, and all 133,784,560 seven-card hands.",
        "bench": "Measure the core next to packages from PyPI, in the same run on this machine.",
        "tables": "Rebuild a table that ships with the package, to check it or to change it.",
    },
}
"""All commands by panel, each with the first sentence of its help."""

_SETTINGS: dict[str, Any] = {
    "rich_markup_mode": "rich",
    "pretty_exceptions_enable": False,
    "context_settings": {"help_option_names": ["-h", "--help"]},
}


def load_command(name: str) -> Any:
    """Import a command's module and return its click command."""
    module = import_module(f"fivebet.cli.{name}")
    parent = typer.Typer(**_SETTINGS)
    if hasattr(module, "app"):
        parent.add_typer(module.app, name=name)
    else:
        parent.command(name)(module.command)
    return typer.main.get_group(parent).commands[name]


class _InterruptedError(Exception):
    """Ctrl-C that the command itself did not handle."""


class _Commands(TyperGroup):
    """The group of all commands, which loads the one that runs and lets Ctrl-C through."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Replace the table's entry by the command that it names."""
        name, entry, rest = super().resolve_command(ctx, args)
        return name, load_command(name) if name and entry else entry, rest

    def make_context(self, *args: Any, **kwargs: Any) -> Any:
        """Parse the options."""
        try:
            return super().make_context(*args, **kwargs)
        except KeyboardInterrupt:
            raise _InterruptedError from None

    def invoke(self, ctx: Any) -> Any:
        """Run the chosen command; Typer itself would exit silently on Ctrl-C."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise _InterruptedError from None


app = typer.Typer(
    name="fivebet",
    cls=_Commands,
    help="Five published poker agents, playable, measurable and beatable.",
    epilog="Try: fivebet equity AhKh 'QQ+,AKs' --board Qh7h2c",
    no_args_is_help=True,
    **_SETTINGS,
)
for _panel, _commands in COMMANDS.items():
    for _name, _help in _commands.items():
        app.command(_name, help=_help, rich_help_panel=_panel)(lambda: None)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"fivebet {__version__}")
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
    """Run one command and return the exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a file may have any name
    command = typer.main.get_command(app)
    try:
        result = command.main(arguments, prog_name="fivebet", standalone_mode=False)
    except FivebetError as error:
        return warn(str(error))
    except _InterruptedError:
        warn("interrupted")
        return 130
    except BrokenPipeError:
        # Nobody reads our output any more: print nothing else, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except UnicodeEncodeError as error:
        near = error.object[max(0, error.start - _QUOTED) : error.end + _QUOTED]
        return warn(f"{near!r} cannot be written: it is no text in UTF-8")
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
            return 0  # help was requested and has been printed
        context = getattr(error, "ctx", None)
        path = context.command_path if context else "fivebet"
        return warn(f"{error.format_message().rstrip('.')} (see {path} --help)")
    return result if isinstance(result, int) else 0
