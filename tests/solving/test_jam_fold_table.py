import json
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

from fivebet.cards.combos import CLASS_SIZES, CLASSES
from fivebet.cli.app import run
from fivebet.errors import SolvingError
from fivebet.solving.jam_fold_heads_up import JamOrFold, solve_jam_or_fold
from fivebet.solving.jam_fold_table import JamTable, icm_values, solve_jam_table

AA, TRASH = CLASSES.index("AA"), CLASSES.index("72o")


def slow_prizes(chips: list[float], prizes: list[float]) -> list[float]:
    """Every order of finish with its chance, after Malmuth and Harville."""
    shares = [0.0] * len(chips)
    for order in permutations(range(len(chips))):
        chance, left = 1.0, sum(chips)
        for player in order:
            chance *= chips[player] / left
            left -= chips[player]
        for place, player in enumerate(order):
            shares[player] += chance * (prizes[place] if place < len(prizes) else 0)
    return shares


@pytest.mark.parametrize("prizes", [[100.0], [50.0, 30.0, 20.0], [1.0, 1.0, 1.0, 1.0, 1.0]])
def test_prizes_are_shared_as_all_orders_of_finish_say(prizes: list[float]) -> None:
    chips = [50.0, 30.0, 12.0, 7.5, 0.5]
    assert icm_values(chips, prizes) == pytest.approx(slow_prizes(chips, prizes))


def test_whoever_is_out_takes_the_last_prize() -> None:
    assert icm_values([60, 40, 0], [50, 30, 20]) == pytest.approx([42, 38, 20])


def test_two_players_sampled_come_near_the_exact_equilibrium() -> None:
    sampled = solve_jam_table(JamTable((10, 10)), iterations=300, measured=400_000)
    exact = solve_jam_or_fold(JamOrFold(10), 1e-6)
    assert sampled.values[0] == pytest.approx(exact.value, abs=5 * sampled.errors[0][0])
    gain = JamOrFold(10).exploitability(sampled.strategy("BTN"), sampled.strategy("BB", "BTN"))
    assert gain < 0.005
    assert sum(sampled.values) == pytest.approx(0, abs=1e-9)


def test_three_players_jam_sensibly() -> None:
    solved = solve_jam_table(JamTable((10, 10, 10)), iterations=200, measured=200_000)
    shares = [solved.strategy(name) @ CLASS_SIZES / 1326 for name in ("BTN", "SB")]
    assert shares[0] < shares[1]
    assert solved.strategy("BTN")[AA] > 0.99
    assert solved.strategy("BB", "BTN")[AA] > 0.99
    assert solved.strategy("BB", "BTN", "SB")[TRASH] < 0.1
    called = solved.strategy("BB", "SB") @ CLASS_SIZES
    assert called > solved.strategy("BB", "BTN") @ CLASS_SIZES
    assert solved.exploitability < 0.03


def test_prizes_make_players_careful() -> None:
    """On the bubble, calls cost more than chips say."""
    chips = solve_jam_table(JamTable((10, 10, 10, 10)), iterations=150, measured=20_000)
    bubble = solve_jam_table(
        JamTable((10, 10, 10, 10), prizes=(50, 30, 20)), iterations=150, measured=20_000
    )
    calls = [solved.strategy("BB", "SB") @ CLASS_SIZES for solved in (chips, bubble)]
    assert calls[1] < 0.7 * calls[0]
    assert sum(bubble.values) == pytest.approx(0, abs=1e-9)


def test_any_number_of_threads_gives_the_same() -> None:
    table = JamTable((8, 12, 10))
    one, two = (solve_jam_table(table, iterations=5, measured=16_000, threads=n) for n in (1, 2))
    assert one.values == two.values
    assert np.array_equal(one.strategy("SB"), two.strategy("SB"))


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"stacks": (10,)}, "1 players"),
        ({"stacks": (10,) * 10}, "10 players"),
        ({"stacks": (10, 10, 1)}, "BB's stack of 1"),
        ({"stacks": (10, 10), "prizes": (1, 2)}, "from the first place down"),
        ({"stacks": (10, 10), "prizes": (3, 2, 1)}, "cannot be won by 2 players"),
        ({"stacks": (10, 1e12)}, r"a stack of 1e\+12 is too large: give 1,000,000,000 at most"),
        ({"stacks": (10, 10), "prizes": (1e300, 1)}, r"a prize of 1e\+300 is too large"),
        ({"stacks": (10, 10), "small_blind": 3}, "blinds of 3 and 1"),
    ],
)
def test_tables_that_cannot_be_played_are_quoted(settings: dict[str, object], why: str) -> None:
    with pytest.raises(SolvingError, match=why):
        JamTable(**settings)  # type: ignore[arg-type]


def test_positions_are_named_from_the_button() -> None:
    assert JamTable((10,) * 6).names == ("UTG", "HJ", "CO", "BTN", "SB", "BB")
    assert JamTable((10, 10)).names == ("BTN", "BB")
    solved = solve_jam_table(JamTable((10, 10, 10)), iterations=1, measured=16)
    for wrong in (("UTG",), ("BTN", "SB"), ("BB",)):
        with pytest.raises(SolvingError):
            solved.strategy(*wrong)


def test_the_command_reports_every_position(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    picture = tmp_path / "jam.svg"
    command = ["pushfold", "--stacks", "10,6,14", "--prizes", "50,30", "--iterations", "5"]
    assert run([*command, "--json", "--svg", str(picture)]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert [each["position"] for each in answer["positions"]] == ["BTN", "SB", "BB"]
    assert answer["unit"] == "prizes"
    assert "jam" in picture.read_text("utf-8")
    assert run(command) == 0
    assert "Could gain" in capsys.readouterr().out
    assert run(["pushfold", "--stacks", "10,x"]) == 2
