"""Strategies for three to six players: training, files, and the words in which they know hands."""

from pathlib import Path

import numpy as np
import pytest

from fivebet._core import RingBlueprint, nearest_ring_action, ring_decision
from fivebet.errors import FivebetError, SolvingError
from fivebet.game import CALL, FOLD, Game, Hand, raise_to
from fivebet.solving.ring_blueprint import (
    ACTIONS,
    RingDecision,
    RingStrategy,
    RingTrainer,
    RingTraining,
    combo_buckets,
    train,
)

TRAINING = RingTraining(("nolimit-3p",), (1.0,), (20.0,))
BUCKETS = (8, 8, 8)


def trainer(boards: int = 2) -> RingTrainer:
    made = RingTrainer(TRAINING, BUCKETS, numbers=3_000_000, seed=5)
    for _ in range(boards):
        made.learn(1)
    return made


@pytest.fixture(scope="module")
def trained() -> RingTrainer:
    return trainer()


def test_a_strategy_has_probabilities_for_every_line(trained: RingTrainer) -> None:
    strategy = trained.strategy()
    assert len(strategy.keys) > 100
    for key in strategy.keys[:50].tolist():
        rows = strategy.rows(key)
        assert rows.shape == (bin(key & 31).count("1"), 169 if key >> 5 & 3 == 0 else 8)
        assert np.allclose(rows.sum(axis=0), 1)
    assert len(trained.strategy(least_visits=5).keys) < len(strategy.keys)


def test_a_strategy_is_read_as_it_was_written(trained: RingTrainer, tmp_path: Path) -> None:
    strategy = trained.strategy()
    strategy.save(tmp_path / "ring.npz")
    again = RingStrategy.load(tmp_path / "ring.npz")
    key = int(strategy.keys[3])
    assert key in again
    assert np.array_equal(again.rows(key), strategy.rows(key))
    (tmp_path / "none.npz").write_bytes(b"none")
    with pytest.raises(SolvingError, match="no ring strategy"):
        RingStrategy.load(tmp_path / "none.npz")


def test_training_continues_where_it_was_interrupted(trained: RingTrainer, tmp_path: Path) -> None:
    first = trainer(boards=1)
    first.save(tmp_path / "half.npz")
    second = RingTrainer(TRAINING, BUCKETS, numbers=3_000_000)
    second.load(tmp_path / "half.npz")
    second.learn(1)
    once, again = trained.strategy(), second.strategy()
    assert second.boards == 2
    assert np.array_equal(np.sort(once.keys), np.sort(again.keys))
    key = int(once.keys[0])
    assert np.array_equal(once.rows(key), again.rows(key))
    other = RingTrainer(TRAINING, (12, 12, 12), numbers=3_000_000)
    with pytest.raises(SolvingError, match="other buckets"):
        other.load(tmp_path / "half.npz")


def test_training_keeps_a_checkpoint_when_its_time_is_over(tmp_path: Path) -> None:
    short = RingTrainer(TRAINING, BUCKETS, numbers=3_000_000)
    done: list[float] = []
    train(short, tmp_path / "kept.npz", 0.05, 1, done.append)
    assert (tmp_path / "kept.npz").exists()
    assert short.slices == len(done) >= 1


def test_decisions_are_named_by_position_price_and_habits() -> None:
    hand = Hand(Game.named("nolimit-6p"), seed=1)
    first = RingDecision.of(hand)
    assert [ACTIONS[number] for number, _ in first.actions] == [
        "fold",
        "call",
        "small raise",
        "large raise",
    ]
    assert dict(first.actions)[3] == 350
    hand.act(raise_to(300))
    known = RingDecision.of(hand, exploiting=True, habits=(0, 0, 2, 0, 0, 0))
    unknown = RingDecision.of(hand, exploiting=True)
    assert len({RingDecision.of(hand).key, known.key, unknown.key}) == 3
    assert RingDecision.of(hand, moves=0) == first
    hand.act(FOLD)
    assert RingDecision.of(hand).seat == 4


def test_a_decision_of_a_view_is_that_of_the_hand() -> None:
    hand = Hand(Game.named("limit-6p"), seed=3)
    for _ in range(6):
        hand.act(CALL if hand.legal.call else hand.legal.passive)
    assert hand.street == 1
    assert hand.actor is not None
    assert RingDecision.of(hand.view(hand.actor)) == RingDecision.of(hand)


def test_buckets_are_classes_before_the_flop_and_rise_with_strength_on_the_river() -> None:
    assert combo_buckets((), BUCKETS).max() == 168
    river = combo_buckets((12, 25, 3, 17, 34), BUCKETS)
    assert river[combo_of(38, 51)] == 7  # two more aces
    assert river.min() == 0


def combo_of(low: int, high: int) -> int:
    return high * (high - 1) // 2 + low


def test_the_core_refuses_what_makes_no_sense() -> None:
    hand = Hand(Game.named("nolimit-3p"), seed=1)
    with pytest.raises(ValueError, match="fewer moves"):
        ring_decision(hand, 1, False, ())
    with pytest.raises(ValueError, match="a habit is 0 to 3"):
        ring_decision(hand, 0, True, (4,))
    with pytest.raises(ValueError, match="no such move"):
        nearest_ring_action(hand, 0)
    table = RingBlueprint([hand.game._rules], BUCKETS, 10_000)
    one, nothing = np.array([0b00001], np.uint64), np.zeros(0, np.float32)
    with pytest.raises(ValueError, match="checks or calls"):
        table.restore(one, np.zeros(1, np.uint32), nothing, nothing)
    with pytest.raises(ValueError, match="do not belong together"):
        table.restore(one + np.uint64(1), np.zeros(1, np.uint32), nothing, nothing)
    with pytest.raises(ValueError, match="multiple of 4"):
        RingBlueprint([hand.game._rules], (10, 8, 8), 10_000)
    with pytest.raises((TypeError, FivebetError)):
        RingBlueprint([None], BUCKETS, 10_000)  # type: ignore[list-item]


def test_a_blueprint_without_room_says_so() -> None:
    table = RingBlueprint([Hand(Game.named("nolimit-3p")).game._rules], BUCKETS, 300)
    with pytest.raises(FivebetError, match="more lines than room"):
        table.learn(1, 0, 1, [1.0], [], 0.5, 0.5, 1)
