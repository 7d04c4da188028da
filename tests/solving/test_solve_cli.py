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


def lock_file(folder: Path, *entries: Any) -> str:
    """Write a file of locks and return the option that names it."""
    path = folder / "locks.json"
    path.write_text(json.dumps(entries))
    return f"--lock={path}"


@pytest.mark.usefixtures("_gpu")
@pytest.mark.parametrize("device", ["cpu", "cuda"])
def test_locked_decisions_are_played_and_kept_apart_from_the_plain_spot(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, device: str
) -> None:
    options = (f"--device={device}", "--target=0.3")
    plain = solved(capsys, *options)
    lock = lock_file(
        tmp_path,
        {"at": "", "strategy": {"check": 1}},
        {"at": "check, bet 100", "strategy": {"call": "22+,A2s+:0.5", "raise 500": 0}},
    )
    answer = solved(capsys, *options, lock, "--at=check, bet 100")
    assert answer["root"] == {"check": 1.0, "bet 100": 0.0, "bet 200": 0.0}
    assert answer["ev"][0] < plain["ev"][0]
    assert answer["at"]["frequencies"]["raise 500"] == 0.0
    assert answer["exploitability_pct"] <= 0.3
    assert [each["at"] for each in answer["locks"]] == ["", "check, bet 100"]
    assert solved(capsys, *options, lock)["looked_up"]
    again = solved(capsys, *options)
    assert again["looked_up"]
    assert again["ev"] == plain["ev"]
    assert again["locks"] == []
    assert run([*COMMAND, *options, lock]) == 0
    assert "locked: check, bet 100: fold" in capsys.readouterr().out


def test_a_file_with_other_locks_is_not_taken(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    output = f"--output={tmp_path / 'tree.5tree'}"
    solved(capsys, output)
    lock = lock_file(tmp_path, {"at": "", "strategy": {"check": 1}})
    assert "holds the spot with other locks" in refused(capsys, output, lock)
    solved(capsys, output, lock, "--anew")
    assert "holds the spot with other locks" in refused(capsys, output)


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ({"at": "check"}, "is no lock: write"),
        ({"at": 1, "strategy": {"check": 1}}, "1 is no path"),
        ({"at": "", "strategy": {}}, "is no strategy"),
        ({"at": "", "strategy": {"check": True}}, "cannot be played true"),
        ({"at": "", "strategy": {"check": 2}}, "between 0 and 1"),
        ({"at": "", "strategy": {"dance": 1}}, "'dance' is none of check, bet 100, bet 200"),
        ({"at": "", "strategy": {"check": "XX"}}, "XX"),
        ({"at": "bet 7", "strategy": {"fold": 1}}, "'bet 7' is not possible after the start"),
        ({"at": "check, check", "strategy": {"fold": 1}}, "there is nothing to lock"),
        ({"at": "check, ", "strategy": {"check": 1}}, "entry 1 locks the same decision"),
    ],
)
def test_a_bad_entry_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, entry: Any, why: str
) -> None:
    first = {"at": "check", "strategy": {"check": 1}}
    sentence = refused(capsys, lock_file(tmp_path, first, entry))
    assert f"'{tmp_path / 'locks.json'}', entry 2: " in sentence
    assert why in sentence


def test_a_bad_file_of_locks_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "locks.json"
    assert "there is no file" in refused(capsys, f"--lock={path}")
    path.write_text("[")
    assert "is no JSON" in refused(capsys, f"--lock={path}")
    path.write_text("[" * 100_000)
    assert "is no JSON" in refused(capsys, f"--lock={path}")
    path.write_text("[]")
    assert "holds no locks: write a list like [{" in refused(capsys, f"--lock={path}")
    assert "cannot be read: it is no plain file" in refused(capsys, "--lock=/dev/zero")


def test_a_board_is_locked_after_a_card_alone(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    board, narrow = "--board=Td9d6h2h", ("--oop=AA,QJs", "--ip=KK,T9s", "--bets=50%")
    lock = lock_file(tmp_path, {"at": "check, check, 3s", "strategy": {"bet": "AA"}})
    assert "'bet' is none of check, bet 100" in refused(capsys, board, *narrow, lock)
    lock = lock_file(tmp_path, {"at": "check, check, 3s", "strategy": {"bet 100": "AA"}})
    there = solved(capsys, board, *narrow, lock, "--at=check, check, 3s")["at"]["frequencies"]
    other = solved(capsys, board, *narrow, lock, "--at=check, check, 3c")["at"]["frequencies"]
    assert there["bet 100"] != pytest.approx(other["bet 100"], abs=0.01)


def test_fixed_limit_betting_is_solved(capsys: pytest.CaptureFixture[str]) -> None:
    answer = solved(capsys, "--limit=10,20,20", "--at=bet")
    assert list(answer["at"]["frequencies"]) == ["fold", "call", "raise 40"]
    assert "like 10,20,20" in refused(capsys, "--limit=10,20")
    assert "fixes all sizes" in refused(capsys, "--limit=10,20,20", "--within=1")


def test_removed_actions_are_not_offered(capsys: pytest.CaptureFixture[str]) -> None:
    answer = solved(capsys, "--remove=bet 200", "--remove=check, bet 100")
    assert set(answer["root"]) == {"check", "bet 100"}
    found = find_tree(Spot.create(**RIVER, removed=["check, bet 100", "bet 200"]))  # type: ignore[arg-type]
    assert found
    assert found.node("check").actions == ("check", "bet 200")
    assert "'bet 7' cannot be removed" in refused(capsys, "--remove=bet 7")
    assert "--remove" in refused(capsys, "--remove=bet 200", "--within=5")
