import numpy as np
import pytest

from fivebet.errors import SolvingError
from fivebet.solving.jam_fold_heads_up import JamOrFold, solve_jam_or_fold
from fivebet.solving.raise_response import FacedRaise, solve_raise_response

ALL = np.ones(169)


def test_a_raise_all_in_is_jam_or_fold() -> None:
    answer = solve_raise_response(FacedRaise(0.5, 1, 10, 10), ALL, ALL)
    solved = solve_jam_or_fold(JamOrFold(10))
    assert answer.jam is None
    assert JamOrFold(10).exploitability(answer.raises, answer.call) < 1e-3
    assert np.abs(answer.call - solved.call).mean() < 0.01
    assert answer.fold + answer.call == pytest.approx(1, abs=1e-5)


def test_who_may_check_for_nothing_raises_less() -> None:
    must, may = (
        solve_raise_response(FacedRaise(1, 1, 6, 100, free), ALL, ALL) for free in (False, True)
    )
    assert may.raises.mean() < must.raises.mean()


def test_a_stronger_raiser_is_called_less() -> None:
    strong = np.where(np.arange(169) < 30, 1.0, 0.0)
    wide, narrow = (
        solve_raise_response(FacedRaise(0.5, 1, 8, 100), row, ALL) for row in (ALL, strong)
    )
    assert narrow.fold.mean() > wide.fold.mean()


@pytest.mark.parametrize("wrong", [(1, 1, 1, 10), (0.5, 1, 20, 10), (0.5, 3, 2, 10)])
def test_raises_that_cannot_be_made_are_quoted(wrong: tuple[float, ...]) -> None:
    with pytest.raises(SolvingError, match="cannot be made"):
        FacedRaise(*wrong)


def test_ranges_that_cannot_be_dealt_together_are_refused() -> None:
    with pytest.raises(SolvingError, match="by nobody"):
        solve_raise_response(FacedRaise(0.5, 1, 8, 100), ALL, np.zeros(169))
