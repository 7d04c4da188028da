"""The solver against plain Python, a linear program and known values."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from fivebet import _core
from fivebet.errors import SolvingError
from fivebet.solving import CFR_PLUS, DISCOUNTED, LINEAR, Spot, Tree, solve
from fivebet.solving.solver import next_measurement, solve_steps
from fivebet.solving.tree import compatible_weights
from tests.solving import slow
from tests.solving.program import river_value

OOP = "JJ-22,AJs-A2s,K4s+,Q6s+,J7s+,T7s+,96s+,86s+,75s+,64s+,54s,AJo-A5o,K9o+,QTo+,JTo"
IP = "22+,A2s+,K5s+,Q7s+,J7s+,T7s+,97s+,86s+,75s+,65s,54s,A7o+,K9o+,Q9o+,J9o+,T9o"
RIVER = Spot.create("Kh8h3dJc5s", 200, 900, OOP, IP)


def small_turn(**rules: float) -> Spot:
    return Spot.create(
        "Kh8h3dJc", 20, 50, "KdQd,9h7h,8s8d:0.5", "AhQh,QcTc:0.7,KdQd", "100%", "", **rules
    )


def solved(spot: Spot, iterations: int = 40, **how: object) -> Tree:
    tree = Tree(spot, **{"threads": 1, **how})  # type: ignore[arg-type]
    for _ in range(iterations):
        tree.iterate()
    return tree


@pytest.mark.parametrize("rules", [{}, {"rake": 0.05, "rake_cap": 3.0}], ids=["free", "raked"])
def test_values_and_best_responses_agree_with_plain_python(rules: dict[str, float]) -> None:
    tree = solved(small_turn(**rules), iterations=12)
    for player in (0, 1):
        for best in (False, True):
            slowly = slow.expected(tree.root, player, best)
            assert tree.expected(player, best) - 10 == pytest.approx(slowly, abs=2e-4)


@pytest.mark.parametrize("rules", [{}, {"rake": 0.05, "rake_cap": 3.0}], ids=["free", "raked"])
def test_folds_that_follow_from_other_actions_agree_with_plain_python(
    rules: dict[str, float],
) -> None:
    """On a river with so few ends, folds are what is left of the reach before them."""
    spot = Spot.create(
        "Kh8h3dJc5s", 20, 90, "KdQd,9h7h,8s8d:0.5,AhTh", "AhQh,QcTc:0.7,KdQd,5c5d", **rules
    )
    tree = solved(spot, iterations=12)
    assert len(tree.root.actions) == 3
    for player in (0, 1):
        for best in (False, True):
            slowly = slow.expected(tree.root, player, best)
            assert tree.expected(player, best) - 10 == pytest.approx(slowly, abs=2e-4)
    node = tree.node("check, bet 10, raise 50")
    reach = node.reach(1 - node.player)
    slowly = slow.values(node, node.player, reach, best=False)
    known = np.flatnonzero(node.reach(node.player) > 0)
    ours = node.values(node.player)[known] - 10 - node.contributed[node.player]
    assert ours == pytest.approx(slowly[known] / compatible_weights(reach)[known], abs=2e-4)


def test_lookahead_needs_fewer_iterations_where_betting_is_long() -> None:
    ranges = "TT+,AJs+,KTs+,76s", "JJ-88,KJs+,QJs,AQs"
    spot = Spot.create("Kh8h3dJc", 20, 200, *ranges, bets="50%", raises="50%")
    plain, ahead = (
        solve(Tree(spot, threads=1, discounting=each), target=0.3, every=1)
        for each in (replace(DISCOUNTED, lookahead=0.0), DISCOUNTED)
    )
    assert ahead.iterations < 0.9 * plain.iterations
    assert ahead.ev[0] == pytest.approx(plain.ev[0], abs=0.04)


@pytest.mark.parametrize("every", [10, 7])
def test_iterations_in_one_call_are_those_of_many(every: int) -> None:
    at_once = solve(Tree(RIVER, threads=1), target=0.5, every=every)
    alone = Tree(RIVER, threads=1)
    steps = list(solve_steps(alone, target=0.5, every=every))
    assert [step.iterations for step in steps] == [*range(1, at_once.iterations + 1)]
    for part, player in product(("regrets", "averages"), (0, 1)):
        ours, theirs = (tree._solver.buffer(part, player) for tree in (at_once.tree, alone))
        assert ours.tobytes() == theirs.tobytes()


@pytest.mark.parametrize("target", [0.3, 0.1])
def test_exploitability_is_measured_where_the_target_is_near(target: float) -> None:
    tree = Tree(RIVER, threads=1)
    measured: list[tuple[int, float]] = []
    for step in solve_steps(tree, target):
        if step.exploitability_pct not in (None, *(pct for _, pct in measured[-1:])):
            assert step.exploitability_pct is not None
            measured.append((step.iterations, step.exploitability_pct))
    assert measured[0][0] == 10
    assert len(measured) < tree.iterations / 12
    assert [pct <= target for _, pct in measured] == [False] * (len(measured) - 1) + [True]
    assert 100 * tree.measure() / RIVER.pot == measured[-1][1]
    before = solved(RIVER, iterations=measured[-2][0])
    assert 100 * before.measure() / RIVER.pot > target


@pytest.mark.parametrize("power", [1.3, 2.0, 2.8])
@pytest.mark.parametrize("step", [1, 10])
def test_few_measurements_find_the_target(step: int, power: float) -> None:
    reached = 183.7
    measured: list[tuple[int, float]] = []
    while not measured or measured[-1][1] > 0.25:
        done = measured[-1][0] if measured else 0
        then = next_measurement(measured, done, 0.25, 10, step)
        assert done < then <= done + 100
        assert then % step == 0
        measured.append((then, 0.25 * (reached / then) ** power))
    assert reached <= measured[-1][0] <= 1.02 * reached + step
    assert len(measured) <= 8


def test_a_target_of_nothing_is_measured_every_so_often() -> None:
    assert [next_measurement([(7, 1.0)], done, 0, 10, 1) for done in (7, 10, 19)] == [10, 20, 20]


def test_where_exploitability_rises_it_is_measured_later() -> None:
    then = next_measurement([(100, 0.31), (200, 0.6)], 200, 0.3, 10, 1)
    assert 200 < then <= 300


def test_a_flop_with_everybody_all_in_agrees_with_plain_python() -> None:
    spot = Spot.create("Td9d6h", 20, 15, "AhAc,8h7h", "KsKd,QdJd", bets="a", raises="a")
    tree = solved(spot, iterations=6)
    path = tree.root / "all-in" / "call"
    assert path.over
    reach = path.reach(1)
    slowly = slow.showdown(path, 0, reach, [int(i) for i in np.flatnonzero(spot.oop.weights)])
    known = np.flatnonzero(path.reach(0) > 0)
    ours = path.values(0)[known] - 10 - path.contributed[0]
    assert ours == pytest.approx(slowly[known] / compatible_weights(reach)[known], abs=1e-4)


@pytest.mark.parametrize(
    ("oop", "ip"),
    [("QQ-99,AKs,87s", "QQ-99,AKs,87s"), ("QQ-99,AKs", "QQ-99,AQs"), ("QQ-99,AKs", "88-66,KJs")],
    ids=["alike", "overlapping", "apart"],
)
@pytest.mark.parametrize("board", ["Td9d6h", "Td9d6h2c"])
def test_hands_that_are_run_out_win_their_equity(board: str, oop: str, ip: str) -> None:
    tree = Tree(Spot.create(board, 20, 20, oop, ip, "a", "a"), threads=1)
    tree.iterate()
    path = tree.root / "all-in 20" / "call"
    for player in (0, 1):
        # By another way: all boards are played out for ranges, hand by hand.
        equity = path.equity(player)
        held = ~np.isnan(equity)
        assert held.sum() > 15
        assert path.values(player)[held] == pytest.approx(equity[held] * path.pot, abs=1e-4)


def test_a_tree_like_another_learns_the_same_bits() -> None:
    spot = Spot.create(
        "Td9d6h", 20, 50, "QQ-99,AKs,87s", "JJ-88,AQs", "100%", "", last_street="flop"
    )
    first = solved(spot, 5)
    for each in (spot, replace(spot, oop=spot.ip, ip=spot.oop)):
        alone, like = solved(each, 5), solved(each, 5, like=first)
        for name in alone.root.actions:
            assert np.array_equal(
                alone.root.strategy[name], like.root.strategy[name], equal_nan=True
            )


def test_the_benchmark_river_has_its_known_value() -> None:
    solution = solve(Tree(RIVER, threads=1), target=0.001)
    root = solution.tree.root
    assert solution.ev[0] == pytest.approx(86.918, abs=0.002)
    assert sum(solution.ev) == pytest.approx(200)
    assert root.frequencies()["check"] == pytest.approx(0.832, abs=0.003)
    weights = root.reach(0) * compatible_weights(root.reach(1))
    assert np.nansum(root.equity(0) * weights) / weights.sum() == pytest.approx(0.478, abs=5e-4)
    assert np.nansum(root.values(0) * weights) / weights.sum() == pytest.approx(solution.ev[0])


def test_a_river_agrees_with_a_linear_program() -> None:
    spot = Spot.create(
        "Kh8h3dJc5s", 100, 250, "KdQd,QhTh,8d8c:0.5,AsJs,7c6c,9d9c", "KsTs,AhQh,J9s,55,QcTc"
    )
    solution = solve(Tree(spot, threads=1), target=0.005)
    assert solution.exploitability_pct <= 0.005
    exact = river_value(solution.tree.root)
    assert solution.ev[0] - 50 == pytest.approx(exact, abs=1e-4 * 100)


def test_any_number_of_threads_gives_the_same_bits() -> None:
    trees = [solved(small_turn(), iterations=5, threads=n) for n in (1, 2, 3)]
    parts = {tree._solver.buffer("regrets", 1).tobytes() for tree in trees}
    assert len(parts) == 1


def test_every_instruction_set_gives_the_same_bits() -> None:
    level, answers = _core.simd_level(), set()
    try:
        for name in ("baseline", "avx2", "avx512"):
            if _core.use_simd_level(name):
                tree = solved(small_turn(rake=0.03), iterations=5)
                answers.add((tree._solver.buffer("averages", 0).tobytes(), tree.expected(1, True)))
    finally:
        _core.use_simd_level(level)
    assert len(answers) == 1


def test_merged_suits_agree_with_plain_python_on_every_card() -> None:
    spot = Spot.create("Td9d6h2h", 20, 50, "8s7s,8c7c,AhAd:0.5", "JcJs,KdQd", "100%", "")
    tree = solved(spot, iterations=8)
    assert tree.nodes < solved(spot, 1, merge_suits=False).nodes
    for player in (0, 1):
        for best in (False, True):
            slowly = slow.expected(tree.root, player, best)
            assert tree.expected(player, best) - 10 == pytest.approx(slowly, abs=2e-4)


@pytest.mark.parametrize("board", ["Td9d6h2h", "Td9d6h"])
def test_merged_and_separate_suits_solve_to_the_same(board: str) -> None:
    spot = Spot.create(board, 20, 18, "QQ+,87s", "JJ-TT,KQs", "a", "a")
    merged = solve(Tree(spot, threads=1), target=0.05)
    apart = solve(Tree(spot, threads=1, merge_suits=False), target=0.05)
    assert merged.tree.memory < 0.8 * apart.tree.memory
    assert merged.ev[0] == pytest.approx(apart.ev[0], abs=0.02)


def test_small_numbers_come_to_the_same_value_in_half_the_memory() -> None:
    wide, small = Tree(RIVER, threads=1), Tree(RIVER, threads=1, compressed=True)
    assert small._solver.bytes_needed * 2 == wide._solver.bytes_needed
    assert solve(small, 0.2).ev[0] == pytest.approx(solve(wide, 0.2).ev[0], abs=0.4)


@pytest.mark.parametrize("discounting", [CFR_PLUS, LINEAR], ids=["cfr+", "linear"])
def test_every_discounting_converges(discounting: object) -> None:
    tree = Tree(RIVER, threads=1, discounting=discounting)  # type: ignore[arg-type]
    assert solve(tree, target=0.5, iterations=3000).exploitability_pct <= 0.5


def test_rake_is_taken_from_both() -> None:
    tree = solved(small_turn(rake=0.1), iterations=60)
    taken = 20 - tree.expected(0) - tree.expected(1)
    assert 0.1 * 20 <= taken <= 0.1 * 120
    capped = solved(small_turn(rake=0.1, rake_cap=0.5), iterations=60)
    assert 20 - capped.expected(0) - capped.expected(1) == pytest.approx(0.5, abs=1e-4)


def test_a_locked_player_is_exploited_to_the_full() -> None:
    tree = Tree(RIVER, threads=1)
    node = tree.node("bet 100")
    tree.lock(node, {"fold": 1.0})
    for _ in range(300):
        tree.iterate()
    assert np.nanmin(node.strategy["fold"]) == 1
    # Whoever is never called bets and takes the pot.
    assert tree.expected(0) == pytest.approx(tree.expected(0, best=True), abs=0.5)
    assert tree.expected(0) == pytest.approx(200, abs=2)
    tree.unlock(node)
    for _ in range(300):
        tree.iterate()
    assert np.nanmin(node.strategy["fold"]) < 0.5


def test_a_best_response_takes_the_best_action() -> None:
    tree = solved(RIVER, iterations=10)
    response = tree.root.best_response()
    values = tree.root.action_values(best=True)
    held = tree.root.reach(0) > 0
    best = np.stack(list(values.values()))[:, held].max(axis=0)
    taken = sum(response[action][held] * values[action][held] for action in values)
    assert taken == pytest.approx(best)
    weights = (tree.root.reach(0) * compatible_weights(tree.root.reach(1)))[held]
    assert best @ weights / weights.sum() == pytest.approx(tree.expected(0, best=True), abs=1e-3)


def test_realisation_compares_value_with_equity() -> None:
    root = solved(RIVER).root
    ratio = root.realisation(0)
    nuts = ratio[root.equity(0) > 0.97]
    assert (nuts > 1).all()


def test_a_time_limit_that_is_no_number_is_refused() -> None:
    spot = Spot.create("Kh8h3dJc5s", 10, 10, "AA", "QQ")
    with pytest.raises(SolvingError, match="nan seconds are no time limit"):
        solve(Tree(spot), seconds=float("nan"))
