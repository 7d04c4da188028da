import json
from pathlib import Path

import pytest

from fivebet.cli.app import run


def ask(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = run(list(arguments))
    out, err = capsys.readouterr()
    return code, out, err


def test_help_groups_the_commands_and_shows_examples(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = ask(capsys, "--help")
    assert code == 0
    assert "Cards and odds" in out
    assert "The table" in out
    assert "Card room and tools" in out
    for command in ("equity", "range", "strength", "evaluate", "odds", "play", "bench", "tables"):
        code, out, _ = ask(capsys, command, "--help")
        assert code == 0
        assert f"fivebet {command}" in out.split("Examples")[1]


@pytest.mark.parametrize("group", ["acpc", "cases", "hands", "nash", "runs"])
def test_help_of_groups_shows_examples(group: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = ask(capsys, group, "--help")
    assert code == 0
    assert f"fivebet {group}" in out.split("Examples")[1]


@pytest.mark.parametrize("command", [["match", "--hands"], ["tournament", "--tournaments"]])
def test_of_one_sample_no_interval_is_shown(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    kind, how_many = command
    alone = ("--store", "none", "--workers", "1")
    code, out, _ = ask(capsys, kind, "call", "fold", how_many, "1", *alone)
    assert code == 0
    assert "inf" not in out
    assert "no intervals: they take 2 blocks or more" in " ".join(out.split())
    assert "±" not in out
    assert "±" in ask(capsys, kind, "call", "fold", how_many, "9", *alone)[1]


def test_a_strategy_is_told_with_its_units(capsys: pytest.CaptureFixture[str]) -> None:
    lines = ask(capsys, "nash", "show")[1].splitlines()
    shown = {line.split("  ")[0].strip(): line for line in lines}
    assert shown["exploitability"].endswith("mbb/hand")
    assert shown["button wins"].endswith("mbb/hand")
    assert "mbb" not in shown["iterations"]
    assert json.loads(ask(capsys, "nash", "show", "--json")[1])["unit"] == "mbb/hand"


def test_equity_prints_unrounded_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = ask(capsys, "equity", "AsAh", "KsKh", "--json")
    assert code == 0
    assert not err
    answer = json.loads(out)
    assert answer["equity"] == [0.826366112559452, 0.17363388744054795]
    assert answer["exact"] is True


def test_equity_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = ask(capsys, "equity", "AhKh", "QQ+,AKs", "--board", "Qh7h2c")
    assert code == 0
    assert "Q♥ 7♥ 2♣" in out
    assert "44.3056%" in out
    assert "exact" in out


def test_sampled_equity_states_its_error_and_seed(capsys: pytest.CaptureFixture[str]) -> None:
    command = ("equity", "15%", "random", "random", "--deals", "50000", "--seed", "4", "--json")
    first = json.loads(ask(capsys, *command)[1])
    second = json.loads(ask(capsys, *command, "--threads", "2")[1])
    assert first == second
    assert first["seed"] == 4
    assert max(first["standard_error"]) > 0


def test_a_range_is_shown_and_saved(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    picture = tmp_path / "out.png"
    code, out, _ = ask(capsys, "range", "22+,A2s+", "--png", str(picture))
    assert code == 0
    assert "126 combos, 9.50% of all: 22+, A2s+" in out
    assert picture.read_bytes().startswith(b"\x89PNG")
    answer = json.loads(ask(capsys, "range", "AKs:0.5", "--json")[1])
    assert answer == {"text": "AKs:0.5", "combos": 2.0, "share": 2 / 1326, "classes": {"AKs": 0.5}}


def test_strength_evaluate_and_odds_answer_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    answer = json.loads(ask(capsys, "strength", "9h8h", "ThJh2d", "--json")[1])
    assert answer["ahead"] == 280
    answer = json.loads(ask(capsys, "evaluate", "Kh7dKs7c2sQh3d", "--json")[1])
    assert answer["name"] == "two pair, kings and sevens"
    assert answer["best_five"] == ["Ks", "Kh", "7d", "7c", "Qh"]
    command = ("odds", "--pot", "40", "--call", "20", "--equity", "0.4", "--stack", "20", "--json")
    assert json.loads(ask(capsys, *command)[1])["stack_after_a_call"] == 24


def test_strength_evaluate_and_odds_answer_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert "jack high" in ask(capsys, "strength", "9h8h", "ThJh2d")[1]
    assert "two pair, kings and sevens" in ask(capsys, "evaluate", "Kh7dKs7c2sQh3d")[1]
    command = ("odds", "--pot", "100", "--bet", "50", "--equity", "0.3", "--stack", "400")
    assert "folds needed" in ask(capsys, *command)[1]


def test_the_tour_shows_the_core_at_work(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = ask(capsys, "tour")
    assert code == 0
    assert "133,784,560" in out
    assert "82.64%" in out
    answer = json.loads(ask(capsys, "tour", "--json")[1])
    assert sum(answer["seven_card_hands"].values()) == 133_784_560


@pytest.mark.parametrize(
    ("arguments", "quoted"),
    [
        (["equity", "AsAs", "KK"], "'AsAs'"),
        (["equity", "Xx", "KK"], "'Xx'"),
        (["equity", "", "KK"], "empty range"),
        (["equity", "0%", "KK"], "'0%' is an empty range"),
        (["equity", *["random"] * 11], "11 players"),
        (["equity", "AA", "KK", "--board", "AhKhQhJhTh9h8h7h6h"], "9 cards"),
        (["equity", "AA", "KK", "--board", "AhAh2c"], "Ah stands twice in 'AhAh2c'"),
        (["equity", "AsKs", "AsQs"], "cannot be dealt together"),
        (["equity"], "Missing argument"),
        (["equity", "AA", "KK", "--error", "x", "--sample"], "Invalid value for '--error'"),
        (["equity", "AA", "KK", "--nonsense"], "No such option"),
        (["range", "22+", "--png", "out.gif"], "'out.gif'"),
        (["range", "22+", "--png", "/nowhere/out.png"], "no folder /nowhere"),
        (["strength", "9h8h", ""], "needs a flop"),
        (["evaluate", "As"], "five to seven"),
        (["odds", "--pot", "10"], "--call or a --bet"),
        (["odds", "--pot", "10", "--call", "5", "--folds", "0.5"], "--folds is how often a bet"),
        (["odds", "--pot", "10", "--bet", "5", "--folds", "2"], "takes our --equity"),
        (["odds", "--pot", "10", "--bet", "5", "--equity", "0.5"], "takes our --stack"),
        (
            [
                "odds",
                "--pot",
                "10",
                "--bet",
                "5",
                "--equity",
                "0.5",
                "--stack",
                "20",
                "--folds",
                "2",
            ],
            "folds=2.0 is no probability",
        ),
        (["pushfold", "--stack", "5", "--stacks", "10,10"], "leave out --stack"),
        (["pushfold", "--players", "3", "--stacks", "10,10"], "leave out --stack and --players"),
        (["pushfold", "--players", "3", "--target", "1"], "leave out --method and --target"),
        (["pushfold", "--prizes", "2,1", "--method", "fictitious"], "are sampled"),
        (["pushfold", "--alpha", "3"], "add --method fictitious"),
        (["pushfold", "--players", "1"], "1 player cannot jam or fold: two to nine can"),
        (["match", "call", "call", "--report", "."], "'.' cannot be written: it is a folder"),
        (["pushfold", "--stacks", ""], "'' is no list for --stacks"),
        (["pushfold", "--prizes", ""], "'' is no list for --prizes"),
        (["pushfold", "--method", "fictitious", "--start", ""], "'' is an empty range"),
        (["pushfold", "--players", "3", "--threads", "0"], "0 threads cannot solve"),
        (["drill", "--daily", "--kind", "river"], "leave out --kind"),
        (["drill", "--day", "2026-11-30", "--count", "3"], "leave out --kind, --count"),
        (["drill", "--day", ""], "'' is no day"),
        (["drill", "--kind", ""], "there are no drills ''"),
        (["pushfold", "--players", "-3"], "-3 players cannot jam or fold"),
        (["pushfold", "--stacks", "10"], "1 player cannot jam or fold"),
        (["pushfold", "--iterations", "0"], "0 iterations solve nothing: give"),
        (["pushfold", "--players", "3", "--iterations", "0"], "0 iterations solve nothing"),
        (["pushfold", "--target", "nan"], "target nan and 100000 iterations solve nothing"),
        (
            [
                "ring",
                "call",
                "call",
                "call",
                "--game",
                "limit-3p",
                "--seats",
                "plain",
                "--samples",
                "3",
            ],
            "--samples is for --seats sampled: leave it out with plain ones",
        ),
        (["match", "call", "fold", "--seed", "-1"], "Invalid value for '--seed'"),
        (["tournament", "call", "fold", "--seed", "-1"], "Invalid value for '--seed'"),
        (["tournament", "call", "fold", "--payouts", "60,30"], "60, 30 % add up to 90 %"),
        (
            ["tournament", "call", "fold", "--schedule", "slow"],
            "choose turbo, standard, deep, moik",
        ),
        (["evolve", "--schedule", "slow"], "there is no schedule 'slow': choose turbo"),
        (["tables", "nothing", "-o", "x"], "Invalid value for"),
        (["dance"], "No such command 'dance'"),
    ],
)
def test_user_errors_are_one_sentence_and_exit_with_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str], quoted: str
) -> None:
    code, out, err = ask(capsys, *arguments)
    assert code == 2
    assert not out
    assert quoted in err
    assert err.startswith("fivebet: ")
    assert err.count("\n") == 1


def test_a_command_that_is_interrupted_says_so_in_a_word(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: float) -> float:
        raise KeyboardInterrupt

    monkeypatch.setattr("fivebet.cli.odds.pot_odds", interrupted)
    code, out, err = ask(capsys, "odds", "--pot", "500", "--call", "100")
    assert (code, out, err) == (130, "", "fivebet: interrupted\n")


def test_the_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert ask(capsys, "--version")[1].startswith("fivebet 0.")


def test_one_benchmark_runs_and_reads_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = ask(capsys, "bench", "--only", "strength: one", "--json")
    assert code == 0
    rows = json.loads(out)
    assert [row["name"] for row in rows] == ["strength: one hand on a flop"]
    assert set(rows[0]) >= {"name", "ours", "unit", "peers"}
    assert "strength" in ask(capsys, "bench", "--only", "strength: one")[1]
