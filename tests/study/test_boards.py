"""Boards that a spot may come to, and those that stand for all."""

from math import comb

import pytest

from fivebet.cards import CardSet
from fivebet.cards.equity import equity
from fivebet.cards.ranges import Range
from fivebet.errors import SolvingError
from fivebet.study.boards import WeightedBoard, all_boards, choose_boards, share_ahead
from fivebet.study.textures import DIMENSIONS, texture_of, texture_order

RANGES = Range("QQ-22,AQs-A2s,K9s+,QTs+,AJo"), Range("22+,A2s+,KTs+,ATo+")


@pytest.fixture(scope="module")
def flops() -> list[WeightedBoard]:
    return all_boards(RANGES)


def share(boards: list[WeightedBoard], dimension: str, value: str) -> float:
    return sum(
        each.weight for each in boards if getattr(texture_of(each.board), dimension) == value
    )


def test_there_are_1755_flops_and_their_weights_are_those_of_all_deals(
    flops: list[WeightedBoard],
) -> None:
    assert len(flops) == 1755
    assert sum(each.weight for each in flops) == pytest.approx(1)
    everything = all_boards((Range("random"), Range("random")))
    monotone = share(everything, "suits", "monotone")
    assert monotone == pytest.approx(4 * comb(13, 3) / comb(52, 3))
    assert share(everything, "pairs", "trips") == pytest.approx(13 * 4 / comb(52, 3))


def test_a_flop_counts_as_often_as_it_comes() -> None:
    aces = all_boards((Range("AA"), Range("KK")))
    assert not any(str(each.board).count("A") == 3 for each in aces)
    two = sum(each.weight for each in aces if str(each.board).count("A") == 2)
    # Of 48 cards two are aces, which come with any of the others.
    assert two == pytest.approx(46 / comb(48, 3))


def test_a_flop_counts_less_if_it_holds_cards_that_others_folded() -> None:
    ranges, folded = (Range("AA"), Range("KK")), Range("Q2s,72s,22")
    flops = all_boards(ranges, folded=[folded])

    def left(board: CardSet) -> float:
        """Count what each pair of hands, and the board, leave of the folded range."""
        pairs = [
            sum(not (held | CardSet([*other])) & board for other, _ in folded)
            for ours, _ in ranges[0]
            for theirs, _ in ranges[1]
            if not (held := CardSet([*ours, *theirs])) & board
        ]
        return float(sum(pairs))

    def rainbow(ranks: str) -> WeightedBoard:
        return next(
            each
            for each in flops
            if texture_of(each.board).suits == "rainbow" and str(each.board)[::2] == ranks
        )

    blank, queen = rainbow("953"), rainbow("Q95")
    ratio = queen.weight / blank.weight
    assert ratio == pytest.approx(left(queen.board) / left(blank.board))
    assert ratio < 1


def test_suits_count_where_a_range_distinguishes_them() -> None:
    assert len(all_boards((Range("AhKh"), Range("QQ+")))) > 1755
    turns = all_boards((Range("AA"), Range("KK")), CardSet("Td9d6h"))
    assert len(turns) == 49 - 13  # clubs and spades are alike
    rivers = all_boards((Range("AA"), Range("KK")), CardSet("Td9d6h2c"))
    assert len(rivers) == 48
    assert sum(each.weight for each in rivers) == pytest.approx(1)
    with pytest.raises(SolvingError, match="cannot be dealt together"):
        all_boards((Range("AhAd"), Range("AhAd")))


def test_a_subset_stands_for_all_flops(flops: list[WeightedBoard]) -> None:
    chosen = choose_boards(flops, 40, RANGES)
    assert len(chosen) == 40
    assert sum(each.weight for each in chosen) == pytest.approx(1)
    assert min(each.weight for each in chosen) > 0.25 / 40

    def mean_ahead(boards: list[WeightedBoard]) -> float:
        return sum(each.weight * share_ahead(each.board, RANGES) for each in boards)

    assert mean_ahead(chosen) == pytest.approx(mean_ahead(flops), abs=1e-6)
    for dimension in DIMENSIONS:
        for value in {getattr(texture_of(each.board), dimension) for each in flops}:
            expected = share(flops, dimension, value)
            assert share(chosen, dimension, value) == pytest.approx(expected, abs=2 / 40)
    assert choose_boards(flops, 5000, RANGES) == flops
    assert choose_boards(flops, 40, RANGES) == chosen
    assert len(choose_boards(flops, 1, RANGES)) == 1
    with pytest.raises(SolvingError, match="0 boards stand for nothing"):
        choose_boards(flops, 0, RANGES)


def test_who_is_ahead_is_the_equity_of_a_river() -> None:
    board = CardSet("Kh8h3dJc5s")
    first, second = Range("AA:0.5,QQ,T9s"), Range("KQs,22,A2s")
    hands = share_ahead(board, (first, second))
    # The ranges share few cards, so that leaving blockers out changes little.
    assert hands == pytest.approx(equity(first, second, board=board).equity[0], abs=0.03)


@pytest.mark.parametrize(
    ("board", "texture"),
    [
        ("AhKh2h", ("monotone", "unpaired", "A", "draws")),
        ("7c7d2h", ("rainbow", "paired", "9 or lower", "disconnected")),
        ("5c4d3d", ("two-tone", "unpaired", "9 or lower", "connected")),
        ("Ac2d5d", ("two-tone", "unpaired", "A", "connected")),
        ("QcQdQh", ("rainbow", "trips", "Q", "disconnected")),
        ("Kd9d4d2c", ("three of a suit", "unpaired", "K", "draws")),
        ("Jd9s4h2cTc", ("no flush", "unpaired", "J", "connected")),
    ],
)
def test_textures(board: str, texture: tuple[str, ...]) -> None:
    found = texture_of(CardSet(board)).to_dict()
    assert tuple(found.values()) == texture
    assert all(texture_order(name, value) >= 0 for name, value in found.items())
