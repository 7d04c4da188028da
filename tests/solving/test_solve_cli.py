"""`fivebet solve`: devices, locks and previews."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from fivebet.cli.app import run
from fivebet.solving import Spot, find_tree, gpu_devices
from fivebet.solving.gpu_devices import HostDevice
from fivebet.solving.tree_files import library_folder

RIVER = {"board": "Kh8h3dJc5s", "pot": 200, "stack": 900, "oop": "22+,A2s+", "ip": "TT+,AKs"}
SPOT = Spot.create(**RIVER)  # type: ignore[arg-type]
COMMAND = ["solve", *(f"--{key}={value}" for key, value in RIVER.items()), "--target=1"]


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIVEBET_HOME", str(tmp_path / "home"))


@pytest.fixture
def _gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(gpu_devices._found, "cuda", HostDevice())


def solved(capsys: pytest.CaptureFixture[str], *options: str) -> dict[str, Any]:
    """Return the JSON that `fivebet solve` prints for the river."""
    assert run([*COMMAND, *options, "--json"]) == 0
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    return answer


def refused(capsys: pytest.CaptureFixture[str], *options: str) -> str:
    """Return the sentence with which `fivebet solve` refuses."""
    assert run([*COMMAND, *options]) == 2
    printed = capsys.readouterr()
    assert not printed.out
    return printed.err


@pytest.mark.usefixtures("_gpu")
def test_a_gpu_solves_what_the_processor_finds_in_the_library(
    capsys: pytest.CaptureFixture[str],
) -> None:
    answer = solved(capsys, "--device", "cuda")
    assert answer["device"] == HostDevice.name
    tree = find_tree(SPOT)
    assert tree is not None
    assert tree.compressed
    assert tree.device == HostDevice.name
    again = solved(capsys)
    assert again["looked_up"]
    assert (again["ev"], again["device"]) == (answer["ev"], answer["device"])
    further = solved(capsys, "--target=0.1")
    assert further["iterations"] > answer["iterations"]
    assert further["device"] == "cpu"


@pytest.mark.usefixtures("_gpu")
def test_people_read_on_which_gpu_a_spot_was_solved(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*COMMAND, "--device", "cuda"]) == 0
    assert f"on {HostDevice.name}" in " ".join(capsys.readouterr().out.split())


def test_without_a_gpu_one_sentence_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "cupy", None)
    assert "no GPU can be used here (CuPy is not installed)" in refused(capsys, "--device", "cuda")
    assert run(["serve", "--device", "cuda"]) == 2
    assert "no GPU can be used here" in capsys.readouterr().err
    assert "'tpu' is no device: cpu and cuda are" in refused(capsys, "--device", "tpu")
    assert not library_folder().exists()
