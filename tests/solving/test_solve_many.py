"""Many spots in one call."""

import sys

import pytest

import fivebet
from fivebet.errors import SolvingError
from fivebet.solving import Solution, Spot, Tree, solve, solve_many
from fivebet.solving.gpu_devices import Device, HostDevice, Kernels
from fivebet.solving.tree import Node

OOP, IP = "22+,A2s+,KTs+", "99-22,A2s+,T9s"
RIVERS = [
    Spot.create("Kh8h3dJc5s", 200, 900, OOP, IP),
    Spot.create("2c2d7h9sTc", 200, 900, IP, OOP),
]
OTHER_BETS = Spot.create("Kh8h3dJc5s", 200, 900, OOP, IP, bets="75%")
TURN = Spot.create("Kh8h3dJc", 200, 300, "QQ-99,AKs", "99-77,AQs", bets="50%")
MODULE = sys.modules[solve_many.__module__]
SPOTS = [RIVERS[0], OTHER_BETS, TURN, RIVERS[1]]


class CountingDevice(HostDevice):
    """Counts how many groups of spots are sent to it."""

    def __init__(self) -> None:
        self.uploads = 0

    def kernels(self, compressed: bool) -> Kernels:
        self.uploads += 1
        return super().kernels(compressed)


@pytest.mark.parametrize("device", ["cpu", CountingDevice()])
def test_solutions_come_in_the_order_of_the_spots(device: str | Device) -> None:
    seen: list[tuple[int, int]] = []
    solutions = solve_many(SPOTS, 0.5, device=device, progress=lambda *now: seen.append(now))
    assert [solution.tree.spot for solution in solutions] == SPOTS
    assert seen[-1] == (4, 4)
    for spot, solution in zip(SPOTS, solutions, strict=True):
        alone = solve(Tree(spot), 0.1)
        assert solution.exploitability_pct <= 0.5
        assert 100 * solution.tree.measure() / spot.pot == pytest.approx(
            solution.exploitability_pct, abs=0.01
        )
        assert solution.ev == pytest.approx(alone.ev, abs=0.006 * spot.pot)
        assert solution.tree.root.frequencies().keys() == alone.tree.root.frequencies().keys()
    if isinstance(device, CountingDevice):
        assert device.uploads == 3  # two rivers have the same betting


def test_only_the_wanted_strategies_come_back_from_a_gpu() -> None:
    def wanted(tree: Tree) -> list[Node]:
        return [tree.root, tree.root / "check"]

    whole = solve_many(RIVERS, 1.0, device=HostDevice())
    some = solve_many(RIVERS, 1.0, device=HostDevice(), fetch=wanted)
    for all_of_it, part in zip(whole, some, strict=True):
        assert part.ev == all_of_it.ev
        for known, fetched in zip(wanted(all_of_it.tree), wanted(part.tree), strict=True):
            assert fetched.frequencies() == pytest.approx(known.frequencies(), abs=1e-6)
        with pytest.raises(SolvingError, match="only some strategies"):
            (part.tree.root / "bet 100").frequencies()
        with pytest.raises(SolvingError, match="only some strategies"):
            part.tree.iterate()


def test_spots_that_do_not_fit_together_are_solved_one_after_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(MODULE, "_MOST_BYTES", 1000)
    device = CountingDevice()
    assert len(solve_many(RIVERS, 1.0, device=device)) == 2
    assert device.uploads == 2


def test_large_trees_take_all_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MODULE, "_SMALL", 200_000)
    solutions = solve_many([TURN, RIVERS[0]], 1.0, threads=2)
    assert [solution.tree.threads for solution in solutions] == [2, 1]


def test_nothing_to_solve_is_solved() -> None:
    assert solve_many([]) == []
    with pytest.raises(SolvingError, match="is no spot"):
        solve_many(["Kh8h3dJc5s"])  # type: ignore[list-item]
    with pytest.raises(SolvingError, match="one spot is no list of spots: give"):
        solve_many(Spot.create("Kh8h3dJc5s", 100, 100, "AA", "KK"))  # type: ignore[arg-type]
    with pytest.raises(SolvingError, match="0 threads cannot solve"):
        solve_many([], threads=0)
    assert fivebet.solve_many is solve_many


def test_an_interrupt_ends_all_threads() -> None:
    def interrupt(*_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve_many(RIVERS * 3, 0.0, 2_000, threads=1, progress=interrupt)


def test_iterations_are_bounded() -> None:
    (solution,) = solve_many([RIVERS[0]], 0.0, 7, device=HostDevice())
    assert isinstance(solution, Solution)
    assert solution.iterations == 7
