import numpy as np
import pytest

from fivebet.arena.stopping import (
    IntervalBelow,
    RatioTest,
    StoppingError,
    hands_to_tell,
    parse_rule,
)


def played(mean: float, spread: float, blocks: int, seed: int) -> np.ndarray:
    first = np.random.default_rng(seed).normal(mean, spread, blocks)
    return np.stack([first, -first], axis=1)


def stopped_at(rule: IntervalBelow | RatioTest, winnings: np.ndarray) -> int | None:
    return next((n for n in range(10, len(winnings) + 1, 10) if rule(winnings[:n])), None)


def test_an_interval_rule_stops_when_intervals_are_narrow_enough() -> None:
    # 1.96 * 100 / sqrt(n) < 5 from n = 1537 on.
    assert stopped_at(IntervalBelow(5), played(0, 100, 3000, 1)) == pytest.approx(1537, rel=0.1)


def test_no_rule_stops_before_thirty_blocks() -> None:
    winnings = played(50, 1e-3, 29, 2)
    assert not IntervalBelow(5)(winnings)
    assert not RatioTest(0, 20)(winnings)


@pytest.mark.parametrize(
    ("truth", "verdict"), [(0.0, 0.0), (20.0, 20.0), (-30.0, 0.0), (60.0, 20.0)]
)
def test_a_ratio_test_errs_no_more_often_than_it_says(truth: float, verdict: float) -> None:
    rule = RatioTest(0, 20, 0.1)
    wrong = 0
    for seed in range(200):
        winnings = played(truth, 100, 3000, seed)
        end = stopped_at(rule, winnings)
        assert end is not None
        wrong += rule.verdict(winnings[:end]) != verdict
    assert wrong <= 33  # three standard deviations above 20 of 200


def test_a_ratio_test_says_that_its_interval_is_too_narrow() -> None:
    assert "too narrow" in RatioTest(0, 20).note
    assert "too narrow" not in IntervalBelow(5).note


@pytest.mark.parametrize("rule", [IntervalBelow(0.1), RatioTest(-1.5, 20), RatioTest(0, 1, 0.001)])
def test_rules_can_be_written_down(rule: IntervalBelow | RatioTest) -> None:
    assert parse_rule(rule.text) == rule


def test_rules_are_read_as_they_are_written() -> None:
    assert parse_rule("ci<5") == IntervalBelow(5)
    assert parse_rule(" CI < 2.5 ") == IntervalBelow(2.5)
    assert parse_rule("sprt:0,20") == RatioTest(0, 20, 0.05)
    assert parse_rule("sprt:-5,5,0.01") == RatioTest(-5, 5, 0.01)


@pytest.mark.parametrize(
    "text",
    ["", "ci", "ci<", "ci<0", "ci<-1", "ci<x", "ci<nan", "ci:5", "sprt<0,1", "sprt:1", "sprt:5,5",
     "sprt:0,1,0.5", "sprt:0,1,2,3", "until tea"],
)  # fmt: skip
def test_what_is_no_rule_is_answered_by_one_sentence(text: str) -> None:
    with pytest.raises(StoppingError, match="no rule to stop by"):
        parse_rule(text)


def test_power_is_what_repeated_runs_find() -> None:
    blocks = hands_to_tell(20, 200)
    found = 0
    for seed in range(1000):
        first = played(20, 200, blocks, seed)[:, 0]
        found += abs(first.mean()) > 1.96 * first.std(ddof=1) / blocks**0.5
    assert 760 <= found <= 840


def test_no_difference_takes_forever() -> None:
    with pytest.raises(StoppingError, match="a difference of 0 mbb/hand cannot be shown"):
        hands_to_tell(0, 100)
