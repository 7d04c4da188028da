"""Situations to learn from: boards up to suits, ranges, and turns solved for them."""

import numpy as np
import pytest

from fivebet.cards import CardSet
from fivebet.cards.combos import combos_with_suits
from fivebet.errors import SolvingError
from fivebet.lab.networks.__main__ import main
from fivebet.lab.networks.boards import Boards, BoardsJob, make_turns_of_flops
from fivebet.lab.networks.situations import (
    LEAST_WEIGHT,
    ORDERS,
    BoardClasses,
    canonical,
    draw_ranges,
    live_combos,
    rename_suits,
)
from fivebet.lab.networks.solved_turns import TurnSolves, solve_turns, turn_spot
from fivebet.runs.runner import run_job
from fivebet.solving.gpu_devices import HostDevice
from fivebet.solving.tree import Tree
from fivebet.solving.value_network import board_hands


@pytest.mark.parametrize(("cards", "classes"), [(1, 13), (2, 169), (3, 1755)])
def test_boards_are_counted_up_to_suits(cards, classes):
    found = BoardClasses.of(cards)
    assert len(found.masks) == classes
    assert found.chances.sum() == pytest.approx(1)


def test_a_board_is_the_same_after_suits_are_renamed():
    masks = BoardClasses.of(3).masks[::100]
    for order in ORDERS[::5]:
        least, chosen = canonical(rename_suits(masks, order))
        assert (least == masks).all()
        renamed = rename_suits(masks, order)
        for mask, number, expected in zip(renamed, chosen, least, strict=True):
            assert rename_suits(np.array([mask]), ORDERS[number])[0] == expected


def test_ranges_differ_and_leave_no_hand_out():
    combos = np.tile(live_combos(0b111), (4, 1))
    order = np.tile(np.arange(combos.shape[1]), (4, 1))
    weights = draw_ranges(np.random.default_rng(1), combos, order)
    assert (weights.max(axis=1) == 1).all()
    assert weights.min() >= LEAST_WEIGHT
    assert len(np.unique(weights.sum(axis=1))) == 4
    again = draw_ranges(np.random.default_rng(1), combos, order)
    assert (again == weights).all()


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with one flop and two of its turns."""
    flop = BoardClasses.of(3).masks[1000]
    cards = [card for card in range(52) if not int(flop) >> card & 1][:2]
    turns = np.unique(canonical(np.array([int(flop) | 1 << card for card in cards], np.uint64))[0])
    masks = {3: np.array([flop]), 4: turns}

    def few(count):
        return BoardClasses(masks[count], np.full(len(masks[count]), 1 / len(masks[count])))

    monkeypatch.setattr("fivebet.lab.networks.boards.BoardClasses.of", few)
    for count in (3, 4):
        assert run_job(BoardsJob(folder=str(tmp_path), cards=count)) == len(masks[count])
        boards = Boards(tmp_path, count)
        hands = board_hands(CardSet.from_mask(int(masks[count][0])))
        assert (boards.array("combos")[0] == hands.combos).all()
        assert np.abs(boards.array("matrices")[0] / 127 - hands.matrix).max() < 0.005
    make_turns_of_flops(tmp_path)
    return tmp_path


def test_hands_keep_their_place_from_flop_to_turn(folder):
    numbers = np.load(folder / "turn-of-flop.npy")[0]
    places = np.load(folder / "places-of-turn.npy")[0]
    flop = int(Boards(folder, 3).array("masks")[0])
    turns = Boards(folder, 4).array("masks")
    known = np.flatnonzero(numbers >= 0)
    assert len(known) >= 2
    cards = [card for card in range(52) if not flop >> card & 1]
    for card in known:
        turn = int(turns[numbers[card]])
        before = live_combos(flop)[places[card]]
        board = flop | 1 << cards[card]
        order = next(
            each for each in ORDERS if rename_suits(np.array([board], np.uint64), each)[0] == turn
        )
        assert sorted(combos_with_suits(order)[before]) == sorted(live_combos(turn))


def test_turns_are_solved_and_kept_once(folder):
    arguments = ["turns", str(folder), "--device", "host", "--turns", "1", "--batch", "1"]
    arguments += ["--iterations", "2", "--checks", "0", "--seed", "7"]
    assert main([*arguments, "--minutes", "0"]) == 3
    assert not list(folder.glob("solved-*.npz"))
    assert main(arguments) == 0
    (path,) = folder.glob("solved-*.npz")
    before = path.stat().st_mtime_ns
    assert main(arguments) == 0
    assert path.stat().st_mtime_ns == before
    with np.load(path) as file:
        number, spr, weights, values = (
            file[name] for name in ("classes", "spr", "weights", "values")
        )
    boards = Boards(folder, 4)
    live = boards.array("combos")[int(number[0])].astype(int)
    mask = int(boards.array("masks")[int(number[0])])
    ranges = np.zeros((2, 1326))
    ranges[:, live] = weights[0]
    tree = Tree(turn_spot(mask, float(spr), ranges), compressed=True, merge_suits=False)
    for _ in range(2):
        tree.iterate()
    again, _ = solve_turns(
        np.array([mask], np.uint64), ranges[None], float(spr), HostDevice(), iterations=2
    )
    for player in (0, 1):
        expected = tree.root.values(player)[live] / tree.spot.pot - 0.5
        assert np.abs(values[0, player] - expected).max() < 0.02  # weights were kept in 16 bits
        assert np.abs(again[0, player, live] - expected).max() < 0.002


def test_jobs_travel_as_plain_data():
    job = TurnSolves(folder="there", turns=65, device="host")
    assert TurnSolves.from_dict(job.to_dict()) == job
    assert job.chunks == 1 + 3
    with pytest.raises(SolvingError, match="give 1 turn or more"):
        TurnSolves(folder="there", turns=0)
