"""The blueprint of limit hold'em on sampled boards, beside a plain implementation."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from fivebet._core import LimitBlueprint
from fivebet._core import Stream as CoreStream
from fivebet.cards.combos import CLASS_OF_COMBO, COMBO_MASKS
from fivebet.solving.board_buckets import (
    BoardBuckets,
    make_board_buckets,
)
from fivebet.solving.exact_response import showdown_margins, weights_beside

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
                for row, chances in zip(averages, strategy, strict=True):
                    if learn:
                        weights = reach * chances * (iteration * 1e-3) ** 2
                        row += np.bincount(bucket, weights=weights, minlength=width)
                parts = zip(options, strategy, strict=True)
                return sum((go(each, reach * row) for each, row in parts), np.zeros(len(reach)))
            values = np.stack([go(each, reach) for each in options])
            value: Row = (strategy * values).sum(axis=0)
            for row, each in zip(regrets, values, strict=True):
                if learn:
                    gain = (each - value) * iteration * 1e-6
                    row += np.bincount(bucket, weights=gain, minlength=width)
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
