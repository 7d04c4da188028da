"""The blueprint of limit hold'em on sampled boards, beside a plain implementation."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from fivebet._core import LimitBlueprint, evaluate_many, hand_features, nearest_centroids
from fivebet._core import Stream as CoreStream
from fivebet.cards import parse_cards
from fivebet.cards.combos import CLASS_OF_COMBO, COMBO_MASKS, combo_index, combos_with_suits
from fivebet.errors import FivebetError, SolvingError
from fivebet.solving import limit_blueprint
from fivebet.solving.board_buckets import (
    BoardBuckets,
    check_bucket_sizes,
    k_means,
    make_board_buckets,
    opponent_groups,
)
from fivebet.solving.exact_response import showdown_margins, weights_beside
from fivebet.solving.limit_blueprint import BlueprintTraining, BoardStrategy, train_blueprint
from fivebet.streams import Stream

Row = NDArray[np.float64]

BLINDS, BETS, RAISES = (4, 2), (4, 4, 8, 8), (1, 1, 1, 1)
SEED = 5
FOLD, PASSIVE, RAISE = 0, 1, 2
DECISION, FOLDED, SHOWDOWN, _, CHANCE = range(5)


@pytest.fixture(scope="module")
def buckets() -> BoardBuckets:
    return make_board_buckets((12, 10, 9), seed=2, drawn_boards=(2, 20, 20))


def dealt_board(seed: int, purpose: int, index: int) -> list[int]:
    """Return the board that the core deals: cards are drawn from a descending deck's end."""
    stream, deck, drawn = CoreStream(seed, purpose, index, 0), list(range(51, -1, -1)), []
    for _ in range(5):
        at = len(deck) - 1 - stream.below(len(deck))
        deck[at], deck[-1] = deck[-1], deck[at]
        drawn.append(deck.pop())
    return drawn


class PlainGame:
    """One board of a small limit game, its hands in the order of combos."""

    def __init__(self, buckets: BoardBuckets, board: list[int]) -> None:
        self.mask = sum(1 << card for card in board)
        self.live = ((COMBO_MASKS & np.uint64(self.mask)) == 0).astype(np.float64)
        assigned = [buckets.assign(board[:cards]) for cards in (3, 4, 5)]
        self.bucket = [CLASS_OF_COMBO.astype(int)] + [
            np.where(self.live > 0, row, 0).astype(int) for row in assigned
        ]
        self.widths = (169, *buckets.sizes)

    def others(self, reach: Row) -> Row:
        """Return the weight of all hands that a hand may meet."""
        row: Row = weights_beside(reach[None])[0] * self.live
        return row

    def margin(self, reach: Row) -> Row:
        """Return the weight of the hands that a hand beats, less that of those that beat it."""
        row: Row = showdown_margins(self.mask, reach[None])[0]
        return row


class PlainLearner:
    """Linear regrets and quadratic averages by bucket, walked recursively."""

    def __init__(self, game: PlainGame) -> None:
        self.game = game
        self.regrets: dict[object, Row] = {}
        self.averages: dict[object, Row] = {}
        self.turns: dict[object, Row] = {}

    def play(self, player: int, iteration: int, learn: bool = True) -> Row:
        def terminal(kind: str, paid: tuple[int, int], folder: int, reach: Row) -> Row:
            if kind == "fold":
                lost = paid[folder]
                return (-lost if folder == player else lost) * (self.game.others(reach))
            return paid[player] * (self.game.margin(reach))

        def decide(key: tuple[object, ...], street: int, actor: int, options: list[int],
                   reach: Row, go: Callable[[int, Row], Row]) -> Row:  # fmt: skip
            bucket, width = self.game.bucket[street], self.game.widths[street]
            new = np.zeros((len(options), width))
            regrets = self.regrets.setdefault(key, new.copy())
            averages = self.averages.setdefault(key, new.copy())
            positive = np.maximum(regrets if learn else averages, 0)
            total = positive.sum(axis=0)
            even = np.full_like(positive, 1 / len(options))
            strategy = np.divide(positive, total, out=even, where=total > 0)[:, bucket]
            if actor != player:
                for number, chances in enumerate(strategy if learn else ()):
                    weights = reach * chances * (iteration * 1e-3) ** 2
                    averages[number] += np.bincount(bucket, weights=weights, minlength=width)
                parts = zip(options, strategy, strict=True)
                return sum((go(each, reach * row) for each, row in parts), np.zeros(len(reach)))
            values = np.stack([go(each, reach) for each in options])
            value: Row = (strategy * values).sum(axis=0)
            for number, each in enumerate(values if learn else ()):
                gain = (each - value) * iteration * 1e-6
                regrets[number] += np.bincount(bucket, weights=gain, minlength=width)
            return value

        def street_from(path: tuple[object, ...], street: int, actor: int, paid: tuple[int, int],
                        raises: int, closing: bool, reach: Row) -> Row:  # fmt: skip
            owes = paid[1 - actor] > paid[actor]
            options = [FOLD] * owes + [PASSIVE] + [RAISE] * (raises < RAISES[street])

            def go(action: int, carried: Row) -> Row:
                after = (*path, action)
                if action == FOLD:
                    return terminal("fold", paid, actor, carried)
                even = (max(paid), max(paid))
                if action == RAISE:
                    more = [even[0], even[1]]
                    more[actor] += BETS[street]
                    return street_from(
                        after, street, 1 - actor, (more[0], more[1]), raises + 1, True, carried
                    )
                if not closing:
                    return street_from(after, street, 1 - actor, even, raises, True, carried)
                if street == 3:
                    return terminal("showdown", even, 0, carried)
                value = street_from((*after, "card"), street + 1, 0, even, 0, False, carried)
                if street == 1:
                    self.turns[player, after] = np.stack([value, self.game.others(carried)])
                return value

            return decide(path, street, actor, options, reach, go)

        return street_from((), 0, 1, BLINDS, 0, False, self.game.live)


def nodes_by_path(core: LimitBlueprint) -> dict[tuple[object, ...], tuple[int, int]]:
    """Return the street and node of every decision of the core, by the actions before it."""
    found: dict[tuple[object, ...], tuple[int, int]] = {}
    betting = [core.nodes(street) for street in range(4)]
    roots = [core.roots(street) for street in range(4)]

    def visit(path: tuple[object, ...], street: int, node: int) -> None:
        kind, _, next_tree, children = betting[street][node]
        if kind == DECISION:
            found[path] = street, node
            for action, child in enumerate(children):
                if child >= 0:
                    visit((*path, action), street, child)
        elif kind == CHANCE:
            visit((*path, "card"), street + 1, roots[street + 1][next_tree])

    visit((), 0, 0)
    return found


def test_learning_on_a_board_is_that_of_a_plain_implementation(buckets: BoardBuckets) -> None:
    core = LimitBlueprint(BLINDS, BETS, RAISES, buckets.core, 2)
    plain = PlainLearner(PlainGame(buckets, dealt_board(SEED, 21, 0)))
    for iteration in (1, 2, 3):
        core.iterate(SEED, 0, 1, iteration)
        for player in (0, 1):
            plain.play(player, iteration)
    places = nodes_by_path(core)
    assert set(places) == set(plain.averages)
    for path, (street, node) in places.items():
        averages = plain.averages[path]
        total = averages.sum(axis=0)
        seen = total > 1e-9
        expected = averages[:, seen] / total[seen]
        np.testing.assert_allclose(core.strategy(street, node)[:, seen], expected, atol=2e-4)


def test_values_of_turns_are_those_of_a_plain_implementation(buckets: BoardBuckets) -> None:
    core = LimitBlueprint(BLINDS, BETS, RAISES, buckets.core, 1)
    board = dealt_board(SEED, 22, 0)
    plain = PlainLearner(PlainGame(buckets, board))
    won, values = core.measure(SEED, 1)
    mine = plain.play(0, 0, learn=False)
    assert won[0] == pytest.approx(mine.sum() / plain.game.others(plain.game.live).sum(), abs=1e-3)
    plain.play(1, 0, learn=False)
    turns = [
        path[:-1]
        for path, (street, _) in nodes_by_path(core).items()
        if path[-1:] == ("card",) and street == 2
    ]
    assert len(turns) == values.shape[1]
    bucket, width = plain.game.bucket[2], plain.game.widths[2]
    for player in (0, 1):
        for tree, path in enumerate(turns):
            rows = plain.turns[player, path]
            sums = [np.bincount(bucket, weights=row, minlength=width) for row in rows]
            held = sums[1] > 0
            expected = sums[0][held] / sums[1][held]
            np.testing.assert_allclose(values[player, tree][held], expected, atol=1e-3)
            assert np.isnan(values[player, tree][~held]).all()


def test_no_more_boards_are_measured_than_can_be(buckets: BoardBuckets) -> None:
    core = LimitBlueprint(BLINDS, BETS, RAISES, buckets.core, 1)
    with pytest.raises(FivebetError, match="at most 2\\^40 deals"):
        core.measure(SEED, 1 << 41)


def test_training_does_not_depend_on_threads(buckets: BoardBuckets) -> None:
    cores = [LimitBlueprint(BLINDS, BETS, RAISES, buckets.core, threads) for threads in (1, 3)]
    for core in cores:
        core.iterate(SEED, 0, 2, 1)
        core.iterate(SEED, 2, 2, 2)
    for name in ("regrets", "averages"):
        one, three = (core.buffer(name) for core in cores)
        np.testing.assert_array_equal(one, three)
        assert one.any()


def test_a_hand_is_described_by_how_its_strength_is_distributed() -> None:
    groups = opponent_groups()
    turn = [int(card) for card in parse_cards("AhKhQhJh")]
    features = hand_features(sum(1 << card for card in turn), groups)
    royal = features[combo_index(*parse_cards("ThTs"))]
    # It wins whatever comes: all of the distribution is in the last step.
    assert royal[:-1].max() == 0
    assert royal[-1] == 1
    assert (np.diff(features, axis=1) >= 0).all()


def test_a_river_hand_is_described_by_its_equity_against_groups() -> None:
    groups = opponent_groups()
    assert sorted(set(groups.tolist())) == list(range(8))
    board = [int(card) for card in parse_cards("AhKhQhJh2c")]
    mask = sum(1 << card for card in board)
    features = hand_features(mask, groups)
    live = np.flatnonzero((COMBO_MASKS & np.uint64(mask)) == 0)
    values = evaluate_many(COMBO_MASKS[live] | np.uint64(mask), 1).astype(int)
    mine = combo_index(*parse_cards("9h2d"))
    own = values[live.tolist().index(mine)]
    for group in range(8):
        theirs = values[groups[CLASS_OF_COMBO[live]] == group]
        equity = ((theirs < own) + (theirs == own) / 2).mean()
        assert features[mine, group] == pytest.approx(equity, abs=1e-6)


def test_the_nearest_centroid_is_found() -> None:
    generator = np.random.default_rng(3)
    points = generator.random((300, 16), dtype=np.float32)
    centroids = generator.random((40, 16), dtype=np.float32)
    distances = ((points[:, None] - centroids[None]) ** 2).sum(axis=2)
    expected = distances.argmin(axis=1)
    np.testing.assert_array_equal(nearest_centroids(points, centroids, 2), expected)


def test_centroids_are_means_of_their_groups() -> None:
    stream = Stream(4, "points")
    points = stream.numpy().random((400, 16)).astype(np.float32)
    centroids = k_means(points, 5, Stream(4, "start"), rounds=60)
    nearest = nearest_centroids(points, centroids, 1)
    for number, centroid in enumerate(centroids):
        mean = points[nearest == number].mean(axis=0)
        np.testing.assert_allclose(centroid, mean, atol=0.01)


def test_flops_that_differ_by_suits_have_the_same_buckets(buckets: BoardBuckets) -> None:
    order = (2, 0, 3, 1)
    flop = [int(card) for card in parse_cards("Kh8h3d")]
    renamed = [13 * order[card // 13] + card % 13 for card in flop]
    plain, other = buckets.assign(flop), buckets.assign(renamed)
    np.testing.assert_array_equal(plain, other[combos_with_suits(order)])
    dead = (COMBO_MASKS & np.uint64(sum(1 << card for card in flop))) != 0
    assert (plain[dead] == 0xFFFF).all()
    assert plain[~dead].max() < buckets.sizes[0]


def test_resumed_training_is_the_same_as_training_in_one_go(
    tmp_path: Path, buckets: BoardBuckets, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limit_blueprint, "make_board_buckets", lambda *_: buckets)
    monkeypatch.setattr(limit_blueprint, "MAX_RAISES", RAISES)
    monkeypatch.setattr(limit_blueprint, "_LEAST_MEASURED", 2)
    whole = train_blueprint(buckets.sizes, boards=10, seed=SEED, threads=1)
    checkpoint = tmp_path / "limit.ckpt"
    # Boards are dealt eight at a time, or as many as are left.
    train_blueprint(buckets.sizes, boards=8, seed=SEED, threads=1, checkpoint=checkpoint)
    resumed = train_blueprint(boards=10, threads=1, checkpoint=checkpoint)
    assert resumed.facts == whole.facts
    assert resumed.facts["iterations"] == 2
    for ours, theirs in zip(resumed.levels, whole.levels, strict=True):
        np.testing.assert_array_equal(ours, theirs)
    with pytest.raises(SolvingError, match="has the buckets"):
        train_blueprint((3, 3, 3), boards=12, threads=1, checkpoint=checkpoint)
    checkpoint.write_bytes(checkpoint.read_bytes()[:-100])
    with pytest.raises(SolvingError, match="damaged"):
        train_blueprint(boards=12, threads=1, checkpoint=checkpoint)


@pytest.fixture(scope="module")
def strategy(buckets: BoardBuckets) -> BoardStrategy:
    training = BlueprintTraining(buckets, seed=SEED)
    training.iterate(1)
    return training.strategy(1)


def test_a_blueprint_survives_its_file(tmp_path: Path, strategy: BoardStrategy) -> None:
    strategy.save(tmp_path / "a.limit")
    read = BoardStrategy.load(tmp_path / "a.limit")
    assert read.facts == strategy.facts
    board = [int(card) for card in parse_cards("Kh8h3d")]
    place = read.place([2, 1])
    assert (place.street, place) == (1, strategy.place([2, 1]))
    rows = [each.chances(place, each.bucket_row(board)) for each in (read, strategy)]
    np.testing.assert_array_equal(rows[0][1], rows[1][1])
    np.testing.assert_allclose(read.turn_values, strategy.turn_values, rtol=1e-3)
    (tmp_path / "b.limit").write_bytes(b"nothing")
    with pytest.raises(SolvingError, match="no blueprint of limit hold'em"):
        BoardStrategy.load(tmp_path / "b.limit")
    with pytest.raises(SolvingError, match="cannot be read"):
        BoardStrategy.load(tmp_path / "c.limit")


def test_a_place_is_found_by_the_actions_before_it(strategy: BoardStrategy) -> None:
    assert strategy.place([]).street == 0
    turn = strategy.place([1, 1, 2, 1])
    assert turn.street == 2
    assert strategy.betting[2].roots[turn.tree] == turn.node
    decisions = [len(levels) for levels in strategy.levels]
    assert decisions == [8, 70, 630, 5670]
    with pytest.raises(SolvingError, match="none of this game"):
        strategy.place([2, 2, 2, 2])
    with pytest.raises(SolvingError, match="nobody acts"):
        strategy.chances(strategy.place([0]), np.zeros(1, dtype=int))


@pytest.mark.parametrize("sizes", [(1, 2), (0, 4, 4), (1, 2, 30_000)])
def test_impossible_buckets_are_refused(sizes: tuple[int, ...]) -> None:
    with pytest.raises(SolvingError, match="are no buckets"):
        check_bucket_sizes(sizes)


def test_training_without_an_end_is_refused() -> None:
    with pytest.raises(SolvingError, match="give boards or seconds"):
        train_blueprint()
