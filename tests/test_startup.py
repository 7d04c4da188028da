"""What starts at once: `import fivebet`, `fivebet --version`, `fivebet --help` and completion."""

import subprocess
import sys
from importlib import metadata

import pytest

import fivebet
from fivebet.cli.app import COMMANDS, load_command, run

NAMES = [(panel, name) for panel, commands in COMMANDS.items() for name in commands]


def modules_after(code: str) -> set[str]:
    """Return the modules that are loaded when code has run in a process of its own."""
    program = f"{code}\nimport sys\nprint(*sys.modules, file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return set(done.stderr.split())


def ours(modules: set[str]) -> set[str]:
    return {name for name in modules if name.startswith("fivebet")}


def test_import_fivebet_imports_nothing_else() -> None:
    loaded = modules_after("import fivebet")
    assert ours(loaded) == {"fivebet"}
    assert not loaded & {"numpy", "typing", "typer"}


def test_the_version_is_printed_without_loading_commands() -> None:
    code = """
import sys, fivebet.cli
sys.argv = ["fivebet", "--version"]
try:
    fivebet.cli.main()
except SystemExit as end:
    assert not end.code
"""
    # So it takes no longer than `import fivebet`, give or take a module.
    assert modules_after(code) - modules_after("import fivebet") == {"fivebet.cli"}


def test_help_loads_no_command_and_no_kernel() -> None:
    loaded = modules_after("from fivebet.cli.app import run\nassert run(['--help']) == 0")
    assert ours(loaded) == {
        "fivebet",
        "fivebet.cli",
        "fivebet.cli.app",
        "fivebet.cli.output",
        "fivebet.errors",
    }
    assert "numpy" not in loaded


def test_one_command_loads_no_other() -> None:
    loaded = modules_after("from fivebet.cli.app import run\nassert run(['odds', '--help']) == 0")
    commands = {f"fivebet.cli.{name}" for _, name in NAMES}
    assert loaded & commands == {"fivebet.cli.odds"}
    assert not any(name.startswith(("fivebet.arena", "fivebet.store")) for name in loaded)


@pytest.mark.parametrize("option", [["--version"], ["--version", "equity"]])
def test_both_ways_to_the_version_agree(
    option: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(option) == 0
    assert capsys.readouterr().out == f"fivebet {fivebet.__version__}\n"
    assert metadata.version("fivebet") == fivebet.__version__


@pytest.mark.parametrize(("panel", "name"), NAMES, ids=[name for _, name in NAMES])
def test_the_table_repeats_the_first_sentence_of_the_help(panel: str, name: str) -> None:
    first = load_command(name).help.split("\n\n")[0]
    assert " ".join(first.split()) == COMMANDS[panel][name]


def complete(words: str, number: int) -> str:
    environment = {"_FIVEBET_COMPLETE": "complete_bash", "COMP_WORDS": words}
    done = subprocess.run(
        [sys.executable, "-c", "from fivebet.cli import main; main()"],
        env=environment | {"COMP_CWORD": str(number)},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout


def test_the_shell_completes_commands_and_their_options() -> None:
    assert complete("fivebet ma", 1).split() == ["match"]
    assert "--board" in complete("fivebet equity --b", 2)
    assert complete("fivebet runs res", 2).split() == ["resume"]


def test_every_public_name_is_in_dir_and_can_be_imported() -> None:
    assert set(fivebet.__all__) <= set(dir(fivebet))
    for name in fivebet.__all__:
        assert getattr(fivebet, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'evaluat'"):
        fivebet.evaluat  # type: ignore[attr-defined]  # noqa: B018
