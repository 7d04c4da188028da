import json
import re

import numpy as np
import pytest
from scipy.optimize import linprog

from fivebet.cards.combos import CLASS_SIZES, CLASSES
from fivebet.cli.app import run
from fivebet.errors import SolvingError
from fivebet.lab.papers.martins import FIGURE_48
from fivebet.solving.jam_fold_heads_up import JamOrFold, _deals, fictitious_play, solve_jam_or_fold

KNOWN = [
    (2, 0.009549, 0.8944, 1.0),
    (5, 0.056201, 0.7148, 0.6207),
    (10, -0.045371, 0.5828, 0.3738),
    (20, -0.183190, 0.4024, 0.2173),
]


def share(row: np.ndarray) -> float:
    return float(row @ CLASS_SIZES / 1326)


@pytest.mark.parametrize(("stack", "value", "jams", "calls"), KNOWN)
def test_equilibria_have_their_known_values(
    stack: float, value: float, jams: float, calls: float
) -> None:
    solved = solve_jam_or_fold(JamOrFold(stack), target=2e-7)
    assert solved.value == pytest.approx(value, abs=2e-6)
    assert share(solved.jam) == pytest.approx(jams, abs=0.004)
    assert share(solved.call) == pytest.approx(calls, abs=0.004)


def test_the_chart_at_ten_big_blinds_is_figure_48() -> None:
    solved = solve_jam_or_fold(JamOrFold(10), target=1e-7)
    starred = [name for name, text in zip(CLASSES, FIGURE_48, strict=True) if text == "*"]
    assert starred == ["A4s", "A3s", "63s", "53s", "43s"]
    for name, text, jam in zip(CLASSES, FIGURE_48, solved.jam, strict=True):
        if text != "*":
            assert (jam > 0.5) == (float(text) >= 10), name
            assert min(jam, 1 - jam) < 0.01, name
    jam = dict(zip(CLASSES, solved.jam, strict=True))
    assert min(jam["A4s"], jam["A3s"], jam["53s"]) > 0.99
    assert jam["63s"] < 0.01
    assert jam["43s"] == pytest.approx(0.7, abs=0.06)
    call = dict(zip(CLASSES, solved.call, strict=True))
    assert [name for name in CLASSES if 0.01 < call[name] < 0.99] == ["Q6s"]


@pytest.mark.parametrize("game", [JamOrFold(7.5, ante=0.125), JamOrFold(25, 1, 2)])
def test_a_linear_program_finds_the_same_value(game: JamOrFold) -> None:
    deals, shown = _deals()
    # Maximise over jams what is left when each class of the big blind answers best.
    total = deals.sum(axis=1)
    goal = np.concatenate([-(game.steal + game.surrender) * total, -np.ones(169)])
    rows = -(game.stack * shown - game.steal * deals).T
    limits = np.vstack(
        [np.hstack([np.zeros((169, 169)), np.eye(169)]), np.hstack([rows, np.eye(169)])]
    )
    result = linprog(
        goal,
        A_ub=limits,
        b_ub=np.zeros(338),
        bounds=[(0, 1)] * 169 + [(None, None)] * 169,
    )
    exact = -result.fun - game.surrender
    assert solve_jam_or_fold(game, 1e-6).value == pytest.approx(exact, abs=1e-5)
    assert fictitious_play(game).value == pytest.approx(exact, abs=4e-4)


def test_fictitious_play_stops_where_nobody_gains() -> None:
    solved = fictitious_play(JamOrFold(10), target=1e-4)
    assert solved.exploitability <= 1e-4
    assert solved.value == pytest.approx(-0.045371, abs=2e-4)
    few = fictitious_play(JamOrFold(10), target=0, iterations=100)
    more = fictitious_play(JamOrFold(10), target=0, iterations=200)
    assert few.iterations == 100
    assert more.exploitability < few.exploitability


def test_the_first_guess_matters_less_and_less() -> None:
    def after(iterations: int, guess: str) -> np.ndarray:
        return fictitious_play(JamOrFold(10), 0, iterations, jam=guess, call=guess).jam

    apart = [np.abs(after(n, "random") - after(n, "5%")).mean() for n in (5, 200)]
    assert apart[1] < apart[0] / 4


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"stack": 1}, "a stack of 1 cannot jam"),
        ({"stack": float("nan")}, "a stack of nan"),
        ({"stack": 1e300}, r"a stack of 1e\+300 is too large: give 1,000,000,000 at most"),
        ({"stack": 10, "small_blind": 2}, "blinds of 2 and 1"),
        ({"stack": 10, "ante": -1}, "ante=-1"),
    ],
)
def test_what_cannot_be_posted_is_quoted(settings: dict[str, float], why: str) -> None:
    with pytest.raises(SolvingError, match=why):
        JamOrFold(**settings)


def test_the_command_prints_what_scripts_rely_on(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["pushfold", "--stack", "10", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["value"] == pytest.approx(-0.045371, abs=1e-5)
    assert answer["jam"]["AA"] == pytest.approx(1)
    assert set(answer["jam"]) == set(answer["call"]) == set(CLASSES)
    assert answer["exploitability"] < 1e-4
    assert run(["pushfold", "--method", "fictitious", "--iterations", "100", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["iterations"] == 100


def test_the_command_shows_both_charts(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["pushfold", "--stack", "10"]) == 0
    out = capsys.readouterr().out
    jams = re.search(r"The small blind jams ([\d.]+)%", out)
    assert jams
    assert float(jams[1]) == pytest.approx(58.28, abs=0.05)  # 43s is mixed
    assert "The big blind calls 37.3" in out
    assert "72o" not in out
