import copy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fivebet.cards.ranges import Range
from fivebet.errors import SolvingError
from fivebet.solving import Spot, Tree, load_tree, save_tree, solve


def spot(**changes: object) -> Spot:
    settings: dict[str, object] = {
        "board": "Kh8h3dJc5s",
        "pot": 100,
        "stack": 200,
        "oop": "AA,QQ",
        "ip": "TT+",
    }
    return Spot.create(**(settings | changes))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"board": "Kh8h"}, "has 2 cards"),
        ({"pot": 0}, "a pot of 0"),
        ({"stack": -5}, "a stack of -5"),
        ({"pot": 2.5}, "a pot of 2.5"),
        ({"pot": 2_000_000_000}, "give whole chips from 1 to 1,000,000,000"),
        ({"oop": "KhKd,AA"}, "'KhKd' in OOP's range holds a card of the board"),
        ({"ip": "KhKc:0.5"}, "'KhKc:0.5' in IP's range"),
        ({"oop": "0%"}, "OOP's range '' has no hand"),
        ({"board": "AhAdAcAs2c", "oop": "AA"}, "OOP's range 'AA' has no hand"),
        ({"oop": "AhAd", "ip": "AhAd"}, "cannot be dealt together"),
        ({"ip": "TT+:1e-36"}, "all weights of IP's range are below 1e-20"),
        ({"rake": 1.0}, "a rake of 100 %"),
        ({"merge": -1.0}, "merge=-1.0"),
        ({"add_all_in": float("inf")}, "add_all_in=inf"),
    ],
)
def test_what_cannot_be_played_is_quoted_before_any_work(
    changes: dict[str, object], why: str
) -> None:
    with pytest.raises(SolvingError, match=why.replace("(", r"\(")):
        spot(**changes)


def test_classes_that_the_board_touches_lose_those_combos_only() -> None:
    assert Tree(spot(oop="KK")).root.reach(0).sum() == 3


def test_a_spot_reads_back_from_plain_data() -> None:
    one = spot(bets="33%, a", donks="20%", rake=0.05, rake_cap=3.0, merge=0.1)
    assert Spot.from_dict(one.to_dict()) == one
    assert Spot.from_dict(one.to_dict()).fingerprint == one.fingerprint


def test_chips_may_come_from_numpy() -> None:
    one = spot(pot=np.int64(100), stack=np.uint8(200))
    assert one.fingerprint == spot().fingerprint


def test_fingerprints_tell_spots_apart() -> None:
    spots = [spot(), spot(pot=101), spot(ip="JJ+"), spot(bets="51%"), spot(rake=0.01)]
    assert len({each.fingerprint for each in spots}) == len(spots)


def test_a_tree_over_the_memory_allowed_is_refused() -> None:
    with pytest.raises(SolvingError, match="MB are allowed"):
        Tree(spot(board="Kh8h3dJc", oop="random", ip="random"), memory_limit=1_000_000)


def test_memory_is_known_before_it_is_taken() -> None:
    tree = Tree(spot())
    known = tree.memory
    tree.iterate()
    parts = sum(
        len(tree._solver.buffer(name, player))
        for name in ("regrets", "averages")
        for player in (0, 1)
    )
    assert tree.memory == known
    assert parts == tree._solver.bytes_needed


def test_too_many_sizes_are_refused() -> None:
    sizes = ", ".join(f"{n}c" for n in range(10, 40))
    with pytest.raises(SolvingError, match="offer fewer sizes"):
        Tree(spot(bets=sizes))


def test_nodes_are_walked_by_their_actions() -> None:
    tree = Tree(spot(board="Kh8h3dJc"))
    node = tree.root / "check" / "bet 50" / "call"
    assert node.deals
    assert not node.over
    assert (node.pot, node.contributed, node.path) == (200, (50, 50), ("check", "bet 50", "call"))
    river = node / "2c"
    assert str(river.board) == "KhJc8h3d2c"
    assert river.player == 0
    assert [child.step for child in river] == list(river.actions)
    assert (tree.root / "bet 50" / "fold").over
    assert (tree.root / "bet 50" / "all-in" / "call").over


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("dance", "'dance' is not possible after the start: check, bet 50, bet 100 is"),
        ("bet", "'bet' is not possible"),
        ("check, check, check", "'check' is no"),
        ("check, check, Kh", "Kh is on the board"),
    ],
)
def test_steps_that_are_not_there_are_quoted(path: str, why: str) -> None:
    tree = Tree(spot(board="Kh8h3dJc"))
    with pytest.raises(ValueError, match=why):
        tree.node(path)


def test_nobody_acts_where_the_hand_is_over() -> None:
    tree = Tree(spot())
    end = tree.node("check, check")
    for ask in (lambda: end.strategy, end.frequencies, end.action_values, lambda: end.deal("2c")):
        with pytest.raises(SolvingError, match="after check, check"):
            ask()


@pytest.mark.parametrize(
    ("strategy", "why"),
    [
        ({"dance": 1.0}, "'dance' is none of"),
        ({"check": 1.5}, "between 0 and 1"),
        ({"check": 0.7, "bet 50": 0.7}, "at most 1"),
        ({"check": 0.1, "bet 50": 0.1, "bet 100": 0.1}, "add up to 1"),
        ({"check": [0.5, 0.5]}, r"'check' is played with \(2,\) probabilities: give one"),
    ],
)
def test_locks_must_be_strategies(strategy: dict[str, Any], why: str) -> None:
    tree = Tree(spot())
    with pytest.raises(SolvingError, match=why):
        tree.lock(tree.root, strategy)


@pytest.mark.parametrize("played", ["QQ:0.5", Range("QQ:0.5"), Range("QQ:0.5").weights])
def test_a_lock_takes_ranges(played: Any) -> None:
    tree = Tree(spot())
    tree.lock(tree.root, {"check": played})
    assert tree.locks[0].strategy["check"] == "QQ:0.5"


def test_a_merged_board_is_not_locked_alone() -> None:
    tree = Tree(spot(board="Td9d6h2h"))
    with pytest.raises(SolvingError, match="merge_suits=False"):
        tree.lock(tree.node("check, check, 3s"), {"check": 1.0})
    apart = Tree(spot(board="Td9d6h2h"), merge_suits=False)
    apart.lock(apart.node("check, check, 3s"), {"check": 1.0})


def test_solving_stops_in_time_and_after_iterations() -> None:
    solution = solve(Tree(spot(), threads=1), target=0.0, iterations=25)
    assert solution.iterations == 25
    assert solve(Tree(spot(), threads=1), target=0.0, seconds=0.0).iterations == 1
    for wrong in ({"target": -1.0}, {"iterations": 0}, {"target": float("nan")}):
        with pytest.raises(SolvingError):
            solve(Tree(spot()), **wrong)  # type: ignore[arg-type]


def test_a_lock_that_tells_suits_apart_is_not_played_on_merged_boards() -> None:
    on_turn = spot(board="Td9h6h2h")
    hearts = Range("AhAd").weights
    tree, apart = Tree(on_turn), Tree(on_turn, merge_suits=False)
    tree.lock(tree.root, {"check": hearts})
    clubs = Range("AcAd").weights
    with pytest.raises(SolvingError, match="merge_suits=False"):
        tree.lock(tree.root, {"check": clubs})
    apart.lock(apart.root, {"check": clubs})


def test_a_tree_with_locks_is_copied_and_saved_with_them(tmp_path: Path) -> None:
    tree = Tree(spot())
    tree.lock(tree.root, {"check": Range("QQ:0.25,AA").weights, "bet 50": 0.0})
    tree.lock(tree.node("check"), {"check": 0.5})
    tree.iterate()
    save_tree(tree, tmp_path / "locked.5tree")
    for again in (copy.deepcopy(tree), load_tree(tmp_path / "locked.5tree")):
        assert again.locks == tree.locks
        again.iterate()
        assert again.root.strategy["check"] == pytest.approx(
            tree.root.strategy["check"], nan_ok=True
        )
    tree.unlock(tree.root)
    assert [lock.at for lock in tree.locks] == ["check"]


def test_a_node_of_another_tree_is_not_locked_instead() -> None:
    one, other = Tree(spot()), Tree(spot())
    for change in (lambda: one.lock(other.root, {"check": 1.0}), lambda: one.unlock(other.root)):
        with pytest.raises(SolvingError, match="of another tree"):
            change()
    assert not one.locks
    assert not other.locks


def test_a_removed_action_is_a_size_that_was_never_offered() -> None:
    turn = {"board": "Kh8h3dJc", "bets": "50%, 100%", "raises": "a"}
    removed = spot(**turn, removed=["bet 100"])
    fewer = spot(**turn, sizes={"bets oop turn": "50%"})
    trees = [solve(Tree(each, threads=1), 1.0, 20).tree for each in (removed, fewer)]
    assert trees[0].root.actions == trees[1].root.actions == ("check", "bet 50")
    assert trees[0].nodes == trees[1].nodes
    for path in ("", "check", "check, check, 2c", "bet 50, call, 2s, check"):
        first, second = (tree.node(path) for tree in trees)
        assert first.actions == second.actions
        for action in first.actions:
            assert np.array_equal(first.strategy[action], second.strategy[action], equal_nan=True)


def test_an_action_is_removed_after_its_line_alone_and_on_every_card() -> None:
    tree = Tree(spot(board="Kh8h3dJc", removed=["Check,  check, BET 100", "check, bet 50, fold"]))
    assert tree.node("check, check, 2c").actions == ("check", "bet 50")
    assert tree.node("check, check, As").actions == ("check", "bet 50")
    assert "bet 100" in tree.node("check, check, 2c, check").actions
    assert "bet 100" in tree.root.actions
    assert "fold" not in tree.node("check, bet 50").actions
    assert "fold" in tree.node("check, bet 100").actions


@pytest.mark.parametrize(
    ("removed", "why"),
    [
        (["check, bet 17"], "'check, bet 17' cannot be removed: the betting has no such line"),
        (["check", "bet 50", "bet 100"], "is the last action there"),
        (["check, 2c, check"], "is no line of actions"),
        ([""], "is no line of actions"),
    ],
)
def test_what_cannot_be_removed_is_refused(removed: list[str], why: str) -> None:
    with pytest.raises(SolvingError, match=why):
        Tree(spot(removed=removed))


def test_spots_without_removed_actions_keep_their_fingerprints(tmp_path: Path) -> None:
    plain, removed = spot(), spot(removed=["check, bet 50", "bet 100"])
    assert "removed" not in plain.to_dict()
    assert removed.fingerprint != plain.fingerprint
    assert Spot.from_dict(removed.to_dict()) == removed
    assert Spot.from_dict(plain.to_dict()) == plain
    path = tmp_path / "removed.5tree"
    save_tree(solve(Tree(removed, threads=1), 50.0, 10).tree, path)
    assert load_tree(path).root.actions == ("check", "bet 50")
