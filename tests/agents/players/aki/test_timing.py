"""Section 5 on a clock of our own: thinking takes exactly as long as it may."""

import random

import pytest

from fivebet.agents.players.aki.timing import FLOOR, TimedDecision, TimeKeeper, TimeScheme
from fivebet.errors import AgentError

ALLOWED = 7.0


def played_hand(rng: random.Random) -> list[TimedDecision]:
    """Three hands of four end with the first decision."""
    turns = []
    for street in range(4):
        rounds = 1 + (rng.random() < 0.2)
        turns += [TimedDecision(street, each, rng.randint(2, 6)) for each in range(rounds)]
        if rng.random() < 0.75 - 0.2 * street:
            break
    return turns


def time_match(clock: TimeScheme, hands: int, seed: int = 1, slow: float = 1.0) -> list[float]:
    """Seconds of each hand; thinking may take longer than was meant."""
    rng = random.Random(seed)
    keeper = TimeKeeper(ALLOWED, hands, clock)
    used = []
    for _ in range(hands):
        before = keeper.used
        for turn in played_hand(rng):
            keeper.spend(keeper.allot(turn) * slow)
        keeper.end_hand()
        used.append(keeper.used - before)
    return used


@pytest.mark.parametrize("clock", ["adaptive", "naive", "measured"])
def test_a_match_never_takes_longer_than_allowed(clock: TimeScheme) -> None:
    for seed in range(5):
        assert sum(time_match(clock, 1000, seed)) <= 1000 * ALLOWED


@pytest.mark.parametrize("clock", ["adaptive", "naive", "measured"])
def test_the_floor_yields_when_nothing_is_left(clock: TimeScheme) -> None:
    keeper = TimeKeeper(0.01, 100, clock)
    for _ in range(100):
        for street in range(4):
            keeper.spend(keeper.allot(TimedDecision(street, 0, 2)))
        keeper.end_hand()
    # What the way to the server costs is spent whether or not one thinks.
    assert keeper.used <= 100 * 0.01 + 400 * 0.005
    assert keeper.allot(TimedDecision(0, 0, 2)) < FLOOR


def test_the_adaptive_clock_settles_on_the_average() -> None:
    used = time_match("adaptive", 6000)
    for start in range(1000, 6000, 500):
        assert sum(used[start : start + 500]) / 500 == pytest.approx(ALLOWED, rel=0.12)


def test_the_naive_clock_saves_its_time_for_the_end() -> None:
    used = time_match("naive", 6000)
    assert sum(used[:500]) / 500 < 0.6 * ALLOWED
    assert sum(used[-500:]) > 1.5 * sum(used[:500])


def test_the_measured_clock_gives_time_by_the_players_left() -> None:
    keeper = TimeKeeper(ALLOWED, 1000, "measured")
    for _ in range(200):
        keeper.spend(keeper.allot(TimedDecision(0, 0, 6)))
        keeper.spend(keeper.allot(TimedDecision(1, 0, 2)))
        keeper.end_hand()
    many, few = keeper.allot(TimedDecision(0, 0, 6)), keeper.allot(TimedDecision(1, 0, 2))
    assert many == pytest.approx(3 * few)
    assert many + few == pytest.approx(ALLOWED, rel=0.03)


def test_streets_and_rounds_get_the_printed_shares() -> None:
    keeper = TimeKeeper(70.0, 6000)
    first = keeper.allot(TimedDecision(0, 0, 6))
    assert first == pytest.approx(0.5 * 0.5 * keeper.round_time)
    shares = [(0, 1, 0.125), (0, 2, 0.0625), (0, 5, 0.0625), (1, 0, 0.15), (2, 0, 0.075)]
    for street, round_, share in shares:
        assert keeper.allot(TimedDecision(street, round_, 6)) == pytest.approx(
            share * keeper.round_time
        )


def test_a_slow_thinker_gets_less_from_then_on() -> None:
    """Whose decisions take half as long again keeps to the average all the same."""
    used = time_match("adaptive", 6000, slow=1.5)
    assert sum(used) <= 6000 * ALLOWED
    assert sum(used[3000:]) / 3000 == pytest.approx(ALLOWED, rel=0.12)


@pytest.mark.parametrize(
    ("seconds", "hands", "clock", "output"),
    [
        (-1.0, 10, "adaptive", "above 0"),
        (1.0, 0, "adaptive", "1 or more"),
        (1.0, 10, "quartz", "adaptive, naive, measured"),
    ],
)
def test_wrong_settings_are_refused(seconds: float, hands: int, clock: str, output: str) -> None:
    with pytest.raises(AgentError, match=output):
        TimeKeeper(seconds, hands, clock)  # type: ignore[arg-type]
