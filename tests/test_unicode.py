"""Half a letter, from wherever it comes, gets a sentence and no traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from fivebet.agents.hosting.wire import read_message
from fivebet.unicode import escape_halves, has_halves, json_has_halves

COMMAND = Path(sys.executable).with_name("fivebet")
HALF = b"\xff"


def run(*arguments: bytes | str, cwd: Path, **environment: bytes) -> tuple[int, str]:
    ran = subprocess.run(
        [COMMAND, *arguments],
        capture_output=True,
        cwd=cwd,
        env={**os.environb, **{key.encode(): value for key, value in environment.items()}},
        timeout=600,
        check=False,
    )
    return ran.returncode, (ran.stdout + ran.stderr).decode()


@pytest.mark.parametrize(
    "arguments",
    [
        [b"match", HALF, b"call", b"--hands", b"2"],
        [b"match", HALF + b".py::Bot", b"call", b"--hands", b"2"],
        [b"match", b"random:mix=" + HALF, b"call", b"--hands", b"2"],
        [b"match", b"evolved:weights=" + HALF, b"call", b"--hands", b"2"],
        [b"match", b"json::" + HALF, b"call", b"--hands", b"2"],
        [b"match", b"call", b"fold", b"--game", HALF],
        [b"match", b"call", b"fold", b"--until", HALF],
        [b"equity", HALF, b"AA"],
        [b"range", HALF],
        [b"evaluate", HALF],
        [b"hands", b"import", HALF],
        [b"stats", HALF],
        [b"agents", HALF],
        [HALF],
    ],
    ids=lambda words: " ".join(word.decode("ascii", "replace") for word in words),
)
def test_arguments_that_are_no_text_are_refused(arguments: list[bytes], tmp_path: Path) -> None:
    code, said = run(*arguments, cwd=tmp_path)
    assert code == 2, said
    assert "Traceback" not in said
    assert said.startswith("fivebet: ")


def test_a_store_whose_name_is_no_text_works_or_is_one_sentence(tmp_path: Path) -> None:
    asked = ["match", "call", "fair", "--hands", "2", "--record", "all", "--json"]
    home = os.fsencode(tmp_path) + b"/" + HALF
    for words, given in ((asked, {"FIVEBET_HOME": home}), ([*asked, "--store", home], {})):
        code, said = run(*words, cwd=tmp_path, **given)
        assert "Traceback" not in said
        assert (code == 0) is said.startswith("{"), said


def test_a_file_whose_name_is_no_text_can_be_played(tmp_path: Path) -> None:
    (Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + HALF + b".py"))).write_text(
        "from fivebet.game import Decision\n"
        "class Bot:\n"
        "    def act(self, view): return Decision(view.legal.passive)\n"
    )
    asked = [b"match", HALF + b".py::Bot", b"call", b"--hands", b"4", b"--store", b"none"]
    code, said = run(*asked, cwd=tmp_path)
    assert (code, "Traceback" in said) == (0, False), said
    assert "udcff" in said


@pytest.mark.parametrize(
    "line",
    [b'{"type":"\\ud800"}', b'{"type":"action","x":["\\uDFFF"]}', b'{"type":"a","\\ud800":1}'],
)
def test_half_letters_of_programs_become_question_marks(line: bytes) -> None:
    message = read_message(line)
    assert "?" in str(message)
    assert not has_halves(str(message))


def test_pairs_of_surrogates_are_letters() -> None:
    assert read_message(b'{"type":"\\ud83c\\udca1"}') == {"type": "🂡"}


def test_halves_are_found_and_shown() -> None:
    assert has_halves("x\udcff")
    assert not has_halves("♥")
    assert json_has_halves('"\\ud800"', "\ud800")
    assert not json_has_halves('"\\u2665"', "♥")
    assert escape_halves("♥\udcff") == "♥\\udcff"
