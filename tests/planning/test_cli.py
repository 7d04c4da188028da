"""`fivebet plan` in the terminal and for scripts."""

import json
from pathlib import Path

import pytest

from fivebet.cli.app import run

DOMAIN = """
(defdomain d (
  (:operator (!sure) () () () -20)
  (:operator (!bet) () ((1 ())) ((0.1 ((lost))) (0.9 ((kept)))) ((0.1 -107) (0.9 0)))
  (:operator (!pay) ((lost)) () () -3)
  (:operator (!cheer ?n) ((kept)) () () 1)
  (:method (end) ((lost)) ((!pay)) ((kept)) ((!cheer (call Twice 1))))
  (:method (m) many () ((!sure) (!sure) (!sure) (!sure) (!sure)))
  (:method (m) one () ((!bet) (end)))
))
"""


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    (tmp_path / "domain.htn").write_text(DOMAIN)
    (tmp_path / "problem.htn").write_text("(defproblem p d () ((m)) ((lost)) ((end)))")
    (tmp_path / "functions.py").write_text("def Twice(n):\n    return 2 * n\n")
    return [str(tmp_path / name) for name in ("domain.htn", "problem.htn", "functions.py")]


def ask(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = run(["plan", *arguments])
    out, err = capsys.readouterr()
    return code, out, err


def test_json_has_the_promised_shape(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    domain, problem, functions = files
    code, out, _ = ask(capsys, domain, problem, "--functions", functions, "--all", "--json")
    assert code == 0
    first, second = json.loads(out)["problems"]
    assert [plan["steps"] for plan in second["plans"]] == [["(!pay)"]]
    assert second["plans"][0] == {
        "cost": -3.0,
        "utility": -3.0,
        "certainty_equivalent": -3.0,
        "steps": ["(!pay)"],
    }
    assert second["optimal"] is True
    assert [plan["cost"] for plan in first["plans"]] == [-100.0, 1.0]
    assert first["plans"][1]["steps"] == ["(!bet)", "(!cheer 2.0)"]


def test_the_best_plan_depends_on_the_attitude(
    files: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    domain, problem, functions = files
    options = ("--functions", functions, "--best", "--attitude", "averse", "--json")
    policy = (*options, "--effects", "policy", "--alpha", "0.05")
    exact = json.loads(ask(capsys, domain, problem, *policy)[1])["problems"][0]
    assert exact["optimal"] is True
    assert exact["plans"][0]["steps"] == ["(!bet)"]
    assert [each["then"]["steps"] for each in exact["plans"][0]["outcomes"]] == [
        ["(!pay)"],
        ["(!cheer 2.0)"],
    ]
    summed = json.loads(ask(capsys, domain, problem, *policy, "--aggregate", "sum")[1])
    assert summed["problems"][0]["plans"][0]["steps"] == ["(!sure)"] * 5


@pytest.mark.parametrize(("chips", "step"), [(20, "(!gamble)"), (200, "(!keep)")])
def test_a_dynamic_attitude_asks_the_state_what_one_has(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], chips: int, step: str
) -> None:
    domain, problem = tmp_path / "d.htn", tmp_path / "p.htn"
    domain.write_text("""(defdomain d (
        (:operator (!gamble) () () () ((0.5 -15) (0.5 15)))
        (:operator (!keep) () () () 0)
        (:method (m) () ((!gamble)))
        (:method (m) () ((!keep)))))""")
    problem.write_text(f"(defproblem p d ((chips {chips})) ((m)))")
    options = ("--best", "--attitude", "dynamic", "--pivot", "100", "--wealth", "Chips", "--json")
    _, out, _ = ask(capsys, str(domain), str(problem), *options)
    assert json.loads(out)["problems"][0]["plans"][0]["steps"] == [step]


def test_people_see_plans_trees_and_policies(
    files: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    domain, problem, functions = files
    _, out, _ = ask(capsys, domain, problem, "--functions", functions)
    assert "problem 1" in out
    assert "plan 1: cost -100.0, expected utility -100" in out
    assert "  (!sure)" in out
    _, out, _ = ask(capsys, domain, problem, "--functions", functions, "--tree", "--all")
    assert "└─ (m) by many  cost -100  utility -100" in out
    _, out, _ = ask(
        capsys, domain, problem, "--functions", functions, "--best", "--effects", "policy"
    )
    assert "with probability 0.1, cost -107:" in out
    assert "proved to be the best" in out


def test_a_tree_is_drawn(
    files: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    domain, problem, functions = files
    picture = tmp_path / "plan.svg"
    code, _, _ = ask(capsys, domain, problem, "--functions", functions, "--draw", str(picture))
    assert code == 0
    assert "<svg" in picture.read_text("utf-8")
    code, _, err = ask(capsys, domain, problem, "--functions", functions, "--draw", "plan.txt")
    assert code == 2
    assert "'plan.txt' is no picture" in err


def test_a_trace_tells_the_search_on_standard_error(
    files: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    domain, problem, functions = files
    _, out, err = ask(capsys, domain, problem, "--functions", functions, "--trace", "--json")
    assert len(json.loads(out)["problems"]) == 2
    assert err.split("\n")[:3] == ["try (m)", "  method (m) by many", "  try (!sure)"]


def test_what_has_no_plan_is_said(
    files: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    lost = tmp_path / "lost.htn"
    lost.write_text("(defproblem p d () ((nowhere 1)))")
    code, out, _ = ask(capsys, files[0], str(lost), "--functions", files[2])
    assert code == 0
    assert "no plan: nothing does nowhere/1" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--best", "--all"], "--best looks for one plan"),
        (["--all", "--limit", "3"], "--all has no limit"),
        (["--pivot", "80"], "--pivot is for --attitude dynamic"),
        (["--best", "--trace"], "--trace tells the search"),
        (["--seconds", "-2"], "nothing is planned in -2.0 seconds"),
        (["--best", "--seconds", "nan"], "nothing is planned in nan seconds"),
        (["--effects", "policy"], "add --best"),
        (["--alpha", "-1", "--attitude", "averse"], "alpha is -1.0: expected a number above 0"),
        (["--attitude", "dynamic"], "--attitude dynamic needs --pivot"),
        (["--attitude", "dynamic", "--pivot", "9"], "the state has no (stack number)"),
        (["--limit", "0"], "0 plans cannot be sought"),
        (["--compat", "shop3"], "jshop2"),
        (["--functions", "no.py"], "there is no Python file 'no.py'"),
    ],
)
def test_wrong_arguments_are_one_sentence(
    files: list[str], capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    options = [] if "--functions" in arguments else ["--functions", files[2]]
    code, out, err = ask(capsys, files[0], files[1], *options, *arguments)
    assert code == 2
    assert not out
    assert message in err
    assert err.count("\n") == 1


def test_a_syntax_error_names_file_line_column_and_what_was_expected(
    files: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    bad = tmp_path / "bad.htn"
    bad.write_text("(defdomain d (\n  (:operator (bad) () () ())))")
    code, _, err = ask(capsys, str(bad), files[1])
    assert code == 2
    assert err == f"fivebet: {bad}:2:14: found (bad): expected (!name term …)\n"


def test_a_function_that_is_missing_is_named(
    files: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = ask(capsys, files[0], files[1])
    assert code == 2
    assert "there is no function 'twice'" in err


def test_help_has_examples(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("plan", "reproduce"):
        assert run([command, "--help"]) == 0
        assert f"fivebet {command}" in capsys.readouterr().out.split("Examples")[1]


ENDLESS = {
    "steps": "(:operator (!go) () () ()) (:method (walk) () ((!go) (walk)))",
    "tasks": "(:method (walk) () ((walk)))",
    "a proof": """
        (:- (never) ((n ?a) (n ?b) (n ?c) (n ?d) (n ?e) (n ?f) (n ?g) (n ?h) (call > ?a 9)))
        (:operator (!go) ((never)) () ()) (:method (walk) () ((!go)))""",
    "a function": "(:operator (!go ?n) () () ()) (:method (walk) () ((!go (call Sleepless))))",
}


@pytest.fixture(params=ENDLESS)
def endless(request: pytest.FixtureRequest, tmp_path: Path) -> list[str]:
    files = {
        "d.htn": f"(defdomain d ({ENDLESS[request.param]}))",
        "p.htn": f"(defproblem p d ({' '.join(f'(n {n})' for n in range(9))}) ((walk)))",
        "f.py": "def Sleepless():\n    while True:\n        pass\n",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    return [*(str(tmp_path / name) for name in ("d.htn", "p.htn")), "--functions", "f.py"]


def test_endless_planning_ends_when_time_is_up(
    endless: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("fivebet.planning.planner._LEAST_PATIENCE", 0.05)
    code, out, _ = ask(capsys, *endless, "--seconds", "0.05")
    assert (code, out) == (0, "no plan was found in 0.05 s\n")
    output = json.loads(ask(capsys, *endless, "--all", "--seconds", "0.05", "--json")[1])
    assert output == {"problems": [{"plans": [], "optimal": False, "timed_out": True}]}


@pytest.mark.parametrize("endless", ["a proof", "a function"], indirect=True)
def test_the_best_plan_is_not_waited_for_where_a_step_takes_for_ever(
    endless: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("fivebet.planning.planner._LEAST_PATIENCE", 0.05)
    code, out, _ = ask(capsys, *endless, "--best", "--seconds", "0.05")
    assert (code, out) == (0, "no plan was found in 0.05 s\n")


def test_plans_that_were_found_in_time_are_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    domain, problem = tmp_path / "d.htn", tmp_path / "p.htn"
    domain.write_text("""(defdomain d (
        (:operator (!go) () () ())
        (:method (walk) () ((!go)) )
        (:method (walk) () ((walk)))))""")
    problem.write_text("(defproblem p d () ((walk)))")
    code, out, _ = ask(capsys, str(domain), str(problem), "--all", "--seconds", "0.2")
    assert code == 0
    assert out.startswith("plan 1: cost 1.0")
    assert out.endswith("found in 0.2 s: there may be others\n")
    output = json.loads(ask(capsys, str(domain), str(problem), "--limit", "3", "--json")[1])
    assert [plan["steps"] for plan in output["problems"][0]["plans"]] == [["(!go)"]] * 3
    assert output["problems"][0]["timed_out"] is False


def test_a_search_without_end_ends_before_memory_is_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("fivebet.planning.search.DEEPEST", 1000)
    domain, problem = tmp_path / "d.htn", tmp_path / "p.htn"
    domain.write_text("(defdomain d ((:operator (!go) () () ()) (:method (m) () ((!go) (m)))))")
    problem.write_text("(defproblem p d () ((m)))")
    code, out, err = ask(capsys, str(domain), str(problem))
    assert (code, out) == (2, "")
    assert "tasks that come round again may have no end" in err
    domain.write_text(domain.read_text().replace("(:method", "(:method (m) () ((!go))) (:method"))
    code, out, _ = ask(capsys, str(domain), str(problem), "--all")
    assert code == 0
    assert out.endswith("found before memory was full: there may be others\n")


def test_a_policy_too_large_for_memory_is_not_proved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("fivebet.planning.cyclic_search._MOST_NODES", 50)
    domain, problem = tmp_path / "d.htn", tmp_path / "p.htn"
    domain.write_text("""(defdomain d (
        (:operator (!go) ((on)) ((on)) ((off)) 0)
        (:operator (!back) ((off)) ((off)) ((on)) 0)
        (:operator (!step) () () ())
        (:method (m ?n) () ((!go) (!back) (m ?n)))
        (:method (m ?n) () ((!step) (m (call + ?n 1))))))""")
    problem.write_text("(defproblem p d ((on)) ((m 0)))")
    options = ("--best", "--effects", "policy")
    code, out, _ = ask(capsys, str(domain), str(problem), *options)
    assert (code, out) == (0, "no plan was found before memory was full\n")


def test_a_function_that_fails_is_named_with_its_arguments(
    files: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    broken = tmp_path / "broken.py"
    broken.write_text("def Twice(n):\n    return n / 0\n")
    code, _, err = ask(capsys, *files[:2], "--functions", str(broken), "--all")
    assert code == 2
    assert "the function in (call Twice 1.0) fails: ZeroDivisionError" in err
    assert err.count("\n") == 1


def test_the_first_of_all_plans_is_best_by_the_utility_that_was_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    domain, problem = tmp_path / "d.htn", tmp_path / "p.htn"
    domain.write_text("""(defdomain d (
        (:operator (!risk) () () () ((0.5 -60) (0.5 0)))
        (:operator (!pay) () () () -10)
        (:method (m) () ((!risk)))
        (:method (m) () ((!pay) (!pay) (!pay) (!pay) (!pay) (!pay)))))""")
    problem.write_text("(defproblem p d () ((m)))")
    options = ("--all", "--attitude", "averse", "--alpha", "0.1", "--json")
    for aggregate, best in (("exact", True), ("sum", False)):
        _, out, _ = ask(capsys, str(domain), str(problem), *options, "--aggregate", aggregate)
        assert json.loads(out)["problems"][0]["optimal"] is best
