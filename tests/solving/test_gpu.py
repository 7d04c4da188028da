"""The GPU's kernels: everywhere on the processor, and on a GPU with FIVEBET_TEST_DEVICE=cuda."""

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fivebet.cards import as_cards
from fivebet.cards.combos import COMBO_MASKS
from fivebet.cards.evaluator import evaluate_many
from fivebet.cards.ranges import Range
from fivebet.errors import SolvingError
from fivebet.solving import Spot, Tree, solve
from fivebet.solving.gpu_devices import Device, HostDevice, find_device
from fivebet.solving.gpu_solver import GpuSolver
from fivebet.solving.river_batch import RiverBatch
from fivebet.solving.tree_files import load_tree, save_tree

OOP, IP = "22+,A2s+,KTs+,QJs", "99-22,A2s+,KTs+,T9s"
RIVER = Spot.create("Kh8h3dJc5s", 200, 900, OOP, IP)
TURN = Spot.create("Kh8h3dJc", 200, 900, "QQ-99,AKs", "99-77,AQs,T9s", rake=0.05, rake_cap=20)
FLOP = Spot.create("Kh8h3h", 200, 300, "AA,QQ,AKs", "99-88,AQs", bets="50%")
SPOTS = {
    "river": RIVER,
    "turn with rake": TURN,
    "flop with suits that are alike": FLOP,
    "turn that is checked down": Spot.create(
        "Kh8h3dJc", 200, 900, OOP, IP, bets="33%,75%,150%,a", last_street="turn"
    ),
    "flop that is checked down": Spot.create("Kh8h3d", 200, 900, OOP, IP, last_street="flop"),
}


@pytest.fixture(scope="module")
def device() -> Device:
    name = os.environ.get("FIVEBET_TEST_DEVICE", "host")
    return HostDevice() if name == "host" else find_device(name) or HostDevice()


def learnt(tree: Tree) -> list[float]:
    """Return what both win by their averages and by best responses."""
    return [tree.expected(player, best) for best in (False, True) for player in (0, 1)]


@pytest.mark.parametrize("compressed", [False, True])
@pytest.mark.parametrize("name", SPOTS)
def test_the_gpu_learns_what_the_processor_learns(
    name: str, compressed: bool, device: Device
) -> None:
    spot = SPOTS[name]
    ours, theirs = (Tree(spot, compressed=compressed, threads=1) for _ in range(2))
    gpu = GpuSolver([theirs], device)
    # Kernels add in another order: where regrets are near zero, the ways part later on.
    gpu.iterate(1)
    ours.iterate()
    measured = [
        float(gpu.expected(player, best)[0]) + spot.pot / 2
        for best in (False, True)
        for player in (0, 1)
    ]
    assert measured == pytest.approx(learnt(ours), abs=2e-3)
    gpu.download()
    if not compressed:
        for player in (0, 1):
            here, there = (
                tree._solver.buffer("regrets", player).view(np.float32) for tree in (ours, theirs)
            )
            assert np.abs(here - there).max() < 1e-5 * np.abs(here).max()
    gpu.iterate(11)
    gpu.download()
    assert theirs.iterations == 12
    measured = [float(gpu.expected(player)[0]) + spot.pot / 2 for player in (0, 1)]
    assert measured == pytest.approx(learnt(theirs)[:2], abs=2e-3)


def test_both_come_to_the_same_equilibrium(device: Device) -> None:
    ours, theirs = (Tree(FLOP, compressed=True) for _ in range(2))
    gpu = GpuSolver([theirs], device)
    gpu.iterate(130)
    gpu.download()
    ours.iterate(130)
    assert ours.measure() < 0.003 * FLOP.pot
    assert theirs.measure() < 0.003 * FLOP.pot
    assert theirs.expected(0) == pytest.approx(ours.expected(0), abs=0.002 * FLOP.pot)


def test_a_solution_of_the_gpu_is_one_for_the_processor(device: Device, tmp_path: Path) -> None:
    solution = solve(Tree(RIVER, compressed=True), target=0.1, device=device)
    assert solution.exploitability_pct <= 0.1
    processor = solve(Tree(RIVER, compressed=True), target=0.1)
    assert solution.ev == pytest.approx(processor.ev, abs=0.001 * RIVER.pot)
    save_tree(solution.tree, tmp_path / "solved.5tree")
    again = load_tree(tmp_path / "solved.5tree")
    assert again.measure() == pytest.approx(solution.tree.measure())
    assert again.iterations == solution.iterations


def test_the_gpu_goes_on_where_the_processor_stopped(device: Device) -> None:
    tree, other = Tree(RIVER), Tree(RIVER)
    for _ in range(15):
        tree.iterate()
        other.iterate()
    gpu = GpuSolver([tree], device)
    gpu.iterate(5)
    gpu.download()
    for _ in range(5):
        other.iterate()
    assert tree.iterations == 20
    assert tree.measure() == pytest.approx(other.measure(), rel=0.02)


def test_locked_decisions_do_not_learn_on_the_gpu(device: Device) -> None:
    trees = [Tree(RIVER), Tree(RIVER)]
    for tree in trees:
        tree.lock(tree.root, {"check": 0.25})
    gpu = GpuSolver([trees[0]], device)
    gpu.iterate(30)
    gpu.download()
    for _ in range(30):
        trees[1].iterate()
    assert np.nanmax(abs(trees[0].root.strategy["check"] - 0.25)) < 1e-6
    assert learnt(trees[0]) == pytest.approx(learnt(trees[1]), abs=0.5)


def test_trees_of_one_betting_are_solved_together(device: Device) -> None:
    boards = ("Kh8h3dJc", "2c2d7h9s", "AhKhQhTh")
    spots = [Spot.create(board, 200, 600, OOP, IP, bets="50%") for board in boards]
    together = [Tree(spot, compressed=True) for spot in spots]
    gpu = GpuSolver(together, device)
    gpu.iterate(4)
    gpu.download()
    for spot, tree in zip(spots, together, strict=True):
        alone = Tree(spot, compressed=True)
        for _ in range(4):
            alone.iterate()
        assert learnt(tree) == pytest.approx(learnt(alone), abs=0.5)


def test_trees_of_other_bettings_are_refused(device: Device) -> None:
    with pytest.raises(ValueError, match="betting is the same"):
        GpuSolver([Tree(RIVER), Tree(Spot.create(RIVER.board, 100, 900, OOP, IP))], device)


class SmallHost(HostDevice):
    """A device on which no tree's rows fit into shared memory."""

    resident_bytes = shared_bytes = 1 << 10


@pytest.mark.parametrize("compressed", [False, True])
def test_rows_may_stand_far_away(compressed: bool) -> None:
    trees = [Tree(TURN, compressed=compressed) for _ in range(2)]
    for tree, device in zip(trees, (HostDevice(), SmallHost()), strict=True):
        gpu = GpuSolver([tree], device)
        gpu.iterate(2)  # later the ways part, as above
        gpu.download()
    assert learnt(trees[0]) == pytest.approx(learnt(trees[1]), abs=0.02)


def random_rivers(count: int) -> tuple[list[str], Any, Any]:
    names = ["Kh8h3dJc5s", "2c2d2h2s7c", "AhKhQhJh3c", "5c4d3h2s9c", "KcKdQcQd2h", "Ts9s8s7s6s"]
    rng = np.random.default_rng(5)
    boards = [[int(card) for card in as_cards(name)] for name in names[:count]]
    weights = rng.random((2, count, 1326)).astype(np.float32) ** 3
    for i, name in enumerate(names[:count]):
        weights[:, i, (COMBO_MASKS & np.uint64(as_cards(name).mask)) != 0] = 0
    return names[:count], np.array(boards, dtype=np.uint8), weights


def test_rivers_are_solved_by_the_batch(device: Device) -> None:
    names, boards, weights = random_rivers(4)
    batch = RiverBatch(RIVER, boards, weights, device, compressed=False)
    batch.iterate(10)
    exploitability = batch.exploitability()
    for i, name in enumerate(names):
        ranges = [Range.from_weights(weights[player, i].astype(float)) for player in (0, 1)]
        tree = Tree(Spot.create(name, RIVER.pot, RIVER.stack, *ranges))
        for _ in range(10):
            tree.iterate()
        assert exploitability[i] == pytest.approx(tree.measure(), rel=2e-3)


def test_hands_of_a_batch_stand_in_order_of_strength(device: Device) -> None:
    names, boards, weights = random_rivers(6)
    batch = RiverBatch(RIVER, boards, weights, device)
    for name, combos in zip(names, batch.combos, strict=True):
        strengths = evaluate_many(COMBO_MASKS[combos] | np.uint64(as_cards(name).mask))
        assert (np.diff(strengths.astype(int)) >= 0).all()
        assert len(set(combos.tolist())) == 1081


def test_without_a_gpu_one_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "cupy", None)
    monkeypatch.setattr("fivebet.solving.gpu_devices._found", {})
    with pytest.raises(SolvingError, match="no GPU can be used here"):
        solve(RIVER, device="cuda")
    with pytest.raises(SolvingError, match="'tpu' is no device: cpu and cuda are"):
        solve(RIVER, device="tpu")
