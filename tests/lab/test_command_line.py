"""How programs of the lab end."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from fivebet.errors import FivebetError
from fivebet.lab.command_line import exit_with


def ends(main: object, capsys: pytest.CaptureFixture[str]) -> tuple[object, str]:
    with pytest.raises(SystemExit) as ended:
        exit_with(main, ["folder"])  # type: ignore[arg-type]
    return ended.value.code, capsys.readouterr().err


def test_a_program_exits_with_its_code(capsys: pytest.CaptureFixture[str]) -> None:
    def main(given: Sequence[str]) -> int:
        assert given == ["folder"]
        return 3

    assert ends(main, capsys) == (3, "")


def test_an_error_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    def main(_: Sequence[str]) -> int:
        raise FivebetError("there is no GPU")

    assert ends(main, capsys) == (2, "fivebet: there is no GPU\n")


def test_an_interrupt_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    def main(_: Sequence[str]) -> int:
        raise KeyboardInterrupt

    assert ends(main, capsys)[0] == 130


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("fivebet.lab.networks turns FOLDER", "fivebet: turns are solved on a GPU: no GPU"),
        ("fivebet.lab.networks turns FOLDER --device cpu", "fivebet: turns are solved on a GPU:"),
        ("fivebet.lab.networks turns FOLDER --device host", "make the boards first"),
        ("fivebet.lab.networks turn-start FOLDER", "fivebet: networks are trained with JAX"),
        ("fivebet.lab.evolution.campaign FOLDER --seeds 0", "fivebet: there are no evolutions"),
    ],
)
def test_a_users_error_is_no_traceback(tmp_path: Path, arguments: str, sentence: str) -> None:
    hidden = "import runpy, sys; sys.modules.update(cupy=None, jax=None); sys.argv[1:2] = []"
    module, *given = arguments.replace("FOLDER", str(tmp_path)).split()
    program = f"{hidden}; runpy.run_module({module!r}, run_name='__main__')"
    command = [sys.executable, "-c", program, module, *given]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert len(done.stderr.splitlines()) == 1
