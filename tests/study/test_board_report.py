"""A spot over many boards."""

import csv
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fivebet.cards import CardSet
from fivebet.cards.ranges import Range
from fivebet.cli.app import run
from fivebet.errors import SolvingError
from fivebet.runs.runner import run_job
from fivebet.solving import Spot, Tree, gpu_devices, solve
from fivebet.solving.bunching import account_for_folds
from fivebet.solving.gpu_devices import HostDevice
from fivebet.study.board_report import BoardReport, _equities, report_to_dict
from fivebet.study.boards import all_boards

RANGES = ("22+,A2s+", "TT+,AKs")
OPTIONS = [f"--oop={RANGES[0]}", f"--ip={RANGES[1]}", "--pot=200", "--stack=300", "--target=1"]
RIVERS = ["report", "--board=Kh8h3dJc", *OPTIONS, "--workers=1", "--store=none"]


def job(device: str = "cpu", most: int = 48) -> BoardReport:
    ranges = Range(RANGES[0]), Range(RANGES[1])
    boards = all_boards(ranges, CardSet("Kh8h3dJc"))[:most]
    spot = Spot.create(boards[0].board, 200, 300, *ranges, bets="50%")
    return BoardReport.create(spot, boards, target=1.0, device=device)


def printed(capsys: pytest.CaptureFixture[str], *options: str) -> dict[str, Any]:
    assert run([*RIVERS, *options, "--json"]) == 0
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    return answer


def test_figures_are_those_of_each_board_alone() -> None:
    result = run_job(job())
    assert len(result.boards) == len(job().boards) == result.hands
    each = result.boards[7]
    spot = Spot.create(each.board, 200, 300, *RANGES, bets="50%")
    alone = solve(Tree(spot), 1.0)
    assert each.ev == pytest.approx(alone.ev)
    assert each.frequencies == alone.tree.root.frequencies()
    assert each.ip_frequencies == (alone.tree.root / "check").frequencies()
    assert sum(each.equity) == pytest.approx(1)
    mean = result.mean
    assert sum(mean.ev) == pytest.approx(200)
    assert mean.weight == pytest.approx(1)
    assert mean.ev[0] == pytest.approx(sum(b.weight * b.ev[0] for b in result.boards))
    for dimension in ("suits", "pairs", "high_card", "straights"):
        groups = result.by_texture(dimension)
        assert sum(group.weight for group in groups) == pytest.approx(1)
        assert sum(group.boards for group in groups) == result.hands
        total = sum(group.weight * group.ev[0] for group in groups)
        assert total == pytest.approx(mean.ev[0])


def test_folded_hands_count_on_each_board_by_themselves(
    capsys: pytest.CaptureFixture[str],
) -> None:
    folded = Range("A2o+,K2o+")
    rivers = printed(capsys, f"--folded={folded}", "--bets=50%")["rivers"]
    assert len(rivers) == 48
    for each in (rivers[0], rivers[-1]):
        board = CardSet(each["board"])
        ranges = [account_for_folds(Range(hands), [folded], board) for hands in RANGES]
        alone = solve(Tree(Spot.create(board, 200, 300, *ranges, bets="50%")), 1.0)
        assert each["ev"] == pytest.approx(alone.ev)
    plain = {each["board"]: each["weight"] for each in printed(capsys, "--bets=50%")["rivers"]}
    aces = sum(weight for board, weight in plain.items() if "A" in board)
    assert sum(each["weight"] for each in rivers if "A" in each["board"]) < aces


def test_the_equity_over_all_rivers_is_that_of_the_turn() -> None:
    result = run_job(job())
    turn = Tree(Spot.create("Kh8h3dJc", 200, 300, *RANGES)).root
    assert result.mean.equity == pytest.approx(_equities(turn), abs=1e-6)


def test_a_gpu_solves_mosttogether(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(gpu_devices._found, "cuda", HostDevice())
    there, here = job("cuda", 4), job("cpu", 4)
    assert there.chunks == 1
    assert here.chunks == len(here.boards)
    assert run_job(there).mean.ev == pytest.approx(run_job(here).mean.ev, abs=1.0)


def test_a_job_is_read_back() -> None:
    again = BoardReport.from_dict(json.loads(json.dumps(job().to_dict())))
    assert again == job()


def test_what_is_solved_so_far_can_be_seen() -> None:
    report = job()
    reducer = report.reducer()
    reducer.add(report.run_chunk(0, None, 0).data)
    assert len(report_to_dict(reducer.result())["rivers"]) == 1


def test_the_command_writes_table_csv_picture_and_page(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    files = [tmp_path / name for name in ("all.csv", "all.svg", "all.html")]
    options = [f"--{path.suffix[1:]}={path}" for path in files]
    assert run([*RIVERS, *options]) == 0
    out = capsys.readouterr().out
    assert "OOP, by texture" in out
    assert "IP after a check, by texture" in out
    rows = list(csv.DictReader(files[0].read_text().splitlines()))
    assert len(rows) == len(job().boards)
    assert sum(float(row["weight"]) for row in rows) == pytest.approx(1)
    assert files[1].read_text().startswith("<?xml")
    page = files[2].read_text()
    assert "<svg" in page
    assert rows[0]["board"] in page


def test_json_has_a_line_for_each_board(capsys: pytest.CaptureFixture[str]) -> None:
    answer = printed(capsys)
    assert answer.keys() >= {"rivers", "mean", "textures", "seconds"}
    first = answer["rivers"][0]
    assert first.keys() >= {"board", "weight", "ev", "equity", "frequencies"}
    assert sum(first["frequencies"].values()) == pytest.approx(1)


def test_a_report_over_some_flops(capsys: pytest.CaptureFixture[str]) -> None:
    flops = ["--oop=QQ+,AKs", "--ip=TT+,AQs", "--pot=200", "--stack=200", "--target=5"]
    assert run(["report", "--flops=2", *flops, "--workers=1", "--store=none", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert [len(each["board"]) for each in answer["flops"]] == [6, 6]
    assert sum(each["weight"] for each in answer["flops"]) == pytest.approx(1)


def test_an_interrupted_report_is_resumed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FIVEBET_HOME", str(tmp_path))
    solved: list[int] = []
    run_chunk = BoardReport.run_chunk

    def interrupted(self: BoardReport, number: int, state: bytes | None, every: int) -> Any:
        if len(solved) == 5:
            raise KeyboardInterrupt
        solved.append(number)
        return run_chunk(self, number, state, every)

    command = [*RIVERS[:-1], f"--store={tmp_path / 'runs.db'}", "--json"]
    monkeypatch.setattr(BoardReport, "run_chunk", interrupted)
    assert run(command) == 130
    assert "resume with the same command" in capsys.readouterr().err
    again: list[int] = []

    def counted(self: BoardReport, number: int, state: bytes | None, every: int) -> Any:
        again.append(number)
        return run_chunk(self, number, state, every)

    monkeypatch.setattr(BoardReport, "run_chunk", counted)
    assert (
        run(["runs", "resume", "1", "--workers=1", f"--store={tmp_path / 'runs.db'}", "--json"])
        == 0
    )
    assert sorted([*solved, *again]) == list(range(len(job().boards)))
    assert len(json.loads(capsys.readouterr().out)["rivers"]) == len(job().boards)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ([], "give --flops all, --flops 25 or --board"),
        (["--flops=all", "--board=Kh8h3d"], "give --flops all"),
        (["--flops=0"], "--flops '0' says nothing"),
        (["--flops=some"], "--flops 'some' says nothing"),
        (["--board=Kh8h3dJc5s"], "has 5 cards: give 3 for all turns"),
        (["--flops=5", "--csv=nowhere/a.csv"], "there is no folder nowhere"),
        (["--flops=5", "--csv=/"], "it is a folder"),
        (["--flops=5", "--device=tpu"], "'tpu' is no device"),
    ],
)
def test_what_is_refused(capsys: pytest.CaptureFixture[str], options: list[str], why: str) -> None:
    assert run(["report", *OPTIONS, *options, "--store=none"]) == 2
    assert why in capsys.readouterr().err


def test_the_help_says_that_it_is_not_the_report_of_matches(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["report", "--help"]) == 0
    assert "not the --report of matches" in " ".join(capsys.readouterr().out.split())


def test_a_report_of_no_boards_is_refused() -> None:
    with pytest.raises(SolvingError, match="needs boards"):
        BoardReport.create(job().spot, [])


def test_a_report_that_cannot_be_reached_is_refused_before_it_is_begun() -> None:
    with pytest.raises(SolvingError, match=r"a target of -1\.0 cannot be reached"):
        replace(job(), target=-1.0)
