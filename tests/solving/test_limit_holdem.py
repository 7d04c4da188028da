import lzma
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from fivebet._core import (
    LimitGame,
    count_sequence_matchups,
    expected_hs2,
    simd_level,
    strength_counts,
    use_simd_level,
)
from fivebet.cards import CardSet
from fivebet.cards.combos import COMBO_MASKS, combo_index
from fivebet.errors import SolvingError
from fivebet.game import Game
from fivebet.solving.buckets import (
    ShowdownCounts,
    StrengthBuckets,
    _flop_squares,
    canonical_flops,
    make_buckets,
    nearest_together,
)
from fivebet.solving.discounting import ABSTRACTED
from fivebet.solving.limit_holdem import (
    LimitStrategy,
    check_limit_game,
    limit_game,
    measure,
    rounded,
)
from fivebet.streams import Stream

Floats = NDArray[np.float64]
SIZES = (3, 2, 1, 2)
_DECISION, _FOLD, _SHOWDOWN, _DEAL = range(4)


def index_of(cards: str) -> int:
    first, second = CardSet(cards)
    return combo_index(first, second)


def slow_strength(hole: int, board: int) -> float:
    ahead, tied, behind = strength_counts(hole, board)
    return (ahead + tied / 2) / (ahead + tied + behind)


@pytest.fixture(scope="module")
def buckets() -> StrengthBuckets:
    return make_buckets(SIZES, flops=12)


@pytest.fixture(scope="module")
def meetings(buckets: StrengthBuckets) -> ShowdownCounts:
    flops = canonical_flops()[::120]
    classes = [int(bucket) for bucket in buckets.classes]
    won, tied = count_sequence_matchups(
        buckets.sizes, classes, list(buckets.bounds), flops, 2, 2, 7, 2
    )
    return ShowdownCounts(won, tied)


@pytest.fixture
def game(buckets: StrengthBuckets, meetings: ShowdownCounts) -> LimitGame:
    return limit_game(buckets, meetings, 2)


def train(game: LimitGame, iterations: int) -> LimitGame:
    weight = 0.0
    for done in range(iterations):
        weight = ABSTRACTED.weight(done, weight)
        game.iterate(*ABSTRACTED.factors(done), 1 / weight)
    return game


def test_squares_on_the_river_are_those_of_immediate_strength() -> None:
    board = CardSet("AhKd2c7s9h").mask
    squares = expected_hs2(board)[0]
    for cards in ("AsAd", "7c6c", "QsJs", "3d3h"):
        expected = slow_strength(CardSet(cards).mask, board) ** 2
        assert squares[index_of(cards)] == pytest.approx(expected, abs=1e-6)
    assert (squares[(COMBO_MASKS & np.uint64(board)) != 0] == -1).all()


def test_squares_before_the_river_are_means_over_all_boards_to_come() -> None:
    hole, turn = CardSet("Th9h").mask, CardSet("8h7c2h2d").mask
    left = [1 << card for card in range(52) if not (hole | turn) >> card & 1]
    slow = np.mean([slow_strength(hole, turn | card) ** 2 for card in left])
    assert expected_hs2(turn)[0][index_of("Th9h")] == pytest.approx(slow, abs=1e-6)
    flop = CardSet("8h7c2h").mask
    left = [1 << card for card in range(52) if not (hole | flop) >> card & 1]
    slow = np.mean([slow_strength(hole, flop | a | b) ** 2 for a, b in combinations(left, 2)])
    assert expected_hs2(flop)[0][index_of("Th9h")] == pytest.approx(slow, abs=1e-6)


def test_a_draw_ranks_above_a_made_hand_that_wins_as_often() -> None:
    squares = expected_hs2(CardSet("8h7c2h").mask)[0]
    assert squares[index_of("Th9h")] > squares[index_of("As7d")]


@pytest.mark.parametrize("flop", ["AcKcQc", "2s2hTd", "9d8d3s"])
def test_flops_that_differ_only_in_suits_are_counted_once(flop: str) -> None:
    cards = tuple(int(card) for card in CardSet(flop))
    assert np.array_equal(_flop_squares(cards), expected_hs2(CardSet(flop).mask)[0])


def test_there_are_1755_flops_that_differ_by_more_than_suits() -> None:
    flops = canonical_flops()
    assert (len(flops), sum(weight for _, weight in flops)) == (1755, 22_100)


def test_a_sequence_tells_the_sequences_before_it(buckets: StrengthBuckets) -> None:
    board = tuple(int(card) for card in (*CardSet("Jh8c4d"), *CardSet("2s"), *CardSet("Qh")))
    before = buckets.sequences(())
    for street, cards in enumerate((3, 4, 5), start=1):
        now = buckets.sequences(board[:cards])
        live = (COMBO_MASKS & np.uint64(sum(1 << card for card in board[:cards]))) == 0
        assert (now[live] // SIZES[street] == before[live]).all()
        before = now
    assert before.max() < np.prod(SIZES)


def test_better_classes_have_higher_buckets() -> None:
    classes = make_buckets((10, 1, 1, 1), flops=40).classes.reshape(13, 13)
    assert classes[0, 0] == 9  # aces
    assert classes[11, 12] == 0 or classes[12, 11] == 0  # 32s, 32o
    assert len(set(classes.ravel().tolist())) == 10


def test_all_pairs_of_holdings_are_counted() -> None:
    none = [np.zeros((1, 0), dtype=np.float32)] * 3
    flops = canonical_flops()[::600]
    won, tied = count_sequence_matchups((1, 1, 1, 1), [0] * 169, none, flops, 2, 3, 1, 2)
    deals = 6 * sum(weight for _, weight in flops) * 1081 * 990
    assert 2 * int(won[0, 0]) + int(tied[0, 0]) == deals


def test_counts_do_not_depend_on_threads(buckets: StrengthBuckets) -> None:
    flops = canonical_flops()[::400]
    classes = [int(bucket) for bucket in buckets.classes]
    counts = [
        count_sequence_matchups(SIZES, classes, list(buckets.bounds), flops, 1, 2, 5, threads)
        for threads in (1, 3)
    ]
    assert np.array_equal(counts[0][0], counts[1][0])
    assert np.array_equal(counts[0][1], counts[1][1])


class SlowGame:
    """The abstracted game in NumPy: values of the average strategy and of best responses."""

    def __init__(self, game: LimitGame, meetings: ShowdownCounts) -> None:
        self.game, self.nodes = game, game.nodes()
        won, tied = (part.astype(float) for part in (meetings.won, meetings.tied))
        total = (2 * won + tied).sum()
        self.show = (won - won.T) / total
        self.meet = [(won + won.T + tied) / total]
        for size in SIZES[:0:-1]:
            n = len(self.meet[0]) // size
            self.meet.insert(0, self.meet[0].reshape(n, size, n, size).sum(axis=(1, 3)))

    def value(self, player: int, best: bool) -> float:
        paid = (10, 5)
        return float(self._walk(0, paid, np.ones(SIZES[0]), player, best).sum())

    def _walk(
        self, at: int, paid: tuple[int, int], reach: Floats, player: int, best: bool
    ) -> Floats:
        kind, street, actor, children = self.nodes[at]
        if kind == _FOLD:
            stake = min(paid)
            return (stake if actor == player else -stake) * self.meet[street] @ reach
        if kind == _SHOWDOWN:
            return paid[0] * self.show @ reach
        if kind == _DEAL:
            parts = SIZES[street]
            below = self._walk(children[1], paid, np.repeat(reach, parts), player, best)
            return below.reshape(-1, parts).sum(axis=1)
        strategy = self.game.strategy(at).astype(float)
        values, row = [], 0
        for action, child in enumerate(children):
            if child < 0:
                continue
            there = reach if actor == player else reach * strategy[row]
            values.append(
                self._walk(child, self._after(paid, actor, street, action), there, player, best)
            )
            row += 1
        if actor != player:
            return np.sum(values, axis=0)
        return np.max(values, axis=0) if best else np.sum(strategy * values, axis=0)

    def _after(
        self, paid: tuple[int, int], actor: int, street: int, action: int
    ) -> tuple[int, int]:
        if action == 0:
            return paid
        mine = paid[1 - actor] + (0, 0, (10, 10, 20, 20)[street])[action]
        return (mine, paid[1]) if actor == 0 else (paid[0], mine)


@pytest.mark.parametrize("iterations", [0, 3])
def test_values_are_those_of_a_plain_walk(
    game: LimitGame, meetings: ShowdownCounts, iterations: int
) -> None:
    slow = SlowGame(train(game, iterations), meetings)
    for player in (0, 1):
        for best in (False, True):
            fast = game.value(player, best)
            assert fast == pytest.approx(slow.value(player, best), abs=1e-4)


def test_players_learn_until_nobody_can_gain_much(game: LimitGame) -> None:
    gains = [sum(train(game, 0).value(player, True) for player in (0, 1))]
    gains.append(sum(train(game, 400).value(player, True) for player in (0, 1)))
    assert gains[0] > 20
    assert 0 <= gains[1] < 0.2  # chips of ten to a big blind
    assert game.value(0, False) == pytest.approx(-game.value(1, False), abs=1e-4)


def test_every_level_and_number_of_threads_learns_the_same(
    buckets: StrengthBuckets, meetings: ShowdownCounts
) -> None:
    best = simd_level()
    found = []
    try:
        for name in ("baseline", "avx2", "avx512"):
            if use_simd_level(name):
                for threads in (1, 3):
                    found.append(train(limit_game(buckets, meetings, threads), 3).strategy(0))
    finally:
        use_simd_level(best)
    assert all(np.array_equal(found[0], each) for each in found[1:])


def test_rounding_costs_little_and_drops_what_is_never_reached(
    game: LimitGame, buckets: StrengthBuckets, meetings: ShowdownCounts
) -> None:
    train(game, 100)
    before = sum(game.value(player, True) for player in (0, 1))
    kept = rounded(game, buckets)
    after = measure(kept, meetings, 1)
    assert after.exploitability == pytest.approx(100 * before / 2, abs=30)
    for node in np.flatnonzero(kept.nodes[:, 0] == _DECISION)[::50].tolist():
        assert np.allclose(kept.strategy(node).sum(axis=0), 1)


def test_a_strategy_is_the_same_when_read_back(
    game: LimitGame, buckets: StrengthBuckets, tmp_path: Path
) -> None:
    kept = rounded(train(game, 5), buckets)
    kept.save(tmp_path / "a.limit")
    read = LimitStrategy.load(tmp_path / "a.limit")
    assert np.array_equal(read.raises, kept.raises)
    assert np.array_equal(read.folds, kept.folds)
    assert read.buckets.sizes == SIZES
    assert read.node([1, 1, 2]) == kept.node([1, 1, 2])
    with pytest.raises(SolvingError, match="none of this game"):
        read.node([0, 0])


def test_files_that_are_no_strategies_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.limit"
    for damaged in (b"", b"nonsense", lzma.compress(b"nonsense")):
        path.write_bytes(damaged)
        with pytest.raises(SolvingError, match="no strategy"):
            LimitStrategy.load(path)
    with pytest.raises(SolvingError, match="cannot be read"):
        LimitStrategy.load(tmp_path / "none")


@pytest.mark.parametrize("sizes", [(0, 1, 1, 1), (170, 1, 1, 1), (100, 10, 10, 10), (2, 2, 2)])
def test_buckets_that_cannot_be_are_refused(sizes: tuple[int, int, int, int]) -> None:
    with pytest.raises(SolvingError, match="no buckets"):
        make_buckets(sizes)


@pytest.mark.parametrize("name", ["limit-3p", "nolimit-2p", "leduc"])
def test_only_the_game_that_was_solved_is_played(name: str) -> None:
    with pytest.raises(SolvingError, match="nash-limit plays heads-up limit"):
        check_limit_game(Game.named(name), "nash-limit")


def test_classes_with_equal_weights_are_grouped_by_nearness() -> None:
    stream = Stream(3, "points")
    points = np.sort([stream.uniform() for _ in range(9)])
    weights = np.ones(9)
    ours = nearest_together(points, weights, 3)

    def cost(groups: NDArray[np.uint8]) -> float:
        return sum(
            float(((points[groups == g] - points[groups == g].mean()) ** 2).sum())
            for g in set(groups.tolist())
        )

    slow = min(
        cost(np.repeat(np.arange(3, dtype=np.uint8), [a, b - a, 9 - b]))
        for a, b in combinations(range(1, 9), 2)
    )
    assert cost(ours) == pytest.approx(slow)
