"""Classes of players and the strategies that belong to them."""

from importlib import resources
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from fivebet.agents.hosting.registry import make_agent
from fivebet.cards.ranges import Range
from fivebet.errors import FivebetError, FormatError
from fivebet.game import Game, Hand, play
from fivebet.opponents import Statistics, Tally, classify, read_profiles
from fivebet.opponents.definitions import INDEX

SHIPPED = resources.files("fivebet.data").joinpath("profiles.toml").read_text("utf-8")


def somebody(vpip: float, frequency: float, hands: int, seats: int = 6) -> Statistics:
    counts = np.zeros((10, 4, len(INDEX), 2))
    counts[7, 0, INDEX["seen"]] = hands
    counts[7, 0, INDEX["seats"]] = (seats * hands, hands)
    counts[7, 0, INDEX["vpip"]] = (vpip * hands, hands)
    counts[7, 1, INDEX["bet"], 0] = frequency * hands
    counts[7, 1, INDEX["call"], 0] = (1 - frequency) * hands
    return Statistics(counts)


@pytest.mark.parametrize("seats", [2, 6, 9])
@pytest.mark.parametrize("vpip", [0.0, 0.2, 0.5, 0.9, 1.0])
@pytest.mark.parametrize("frequency", [0.0, 0.4, 1.0])
def test_somebody_is_always_something(seats: int, vpip: float, frequency: float) -> None:
    profile = classify(somebody(vpip, frequency, 200, seats))
    assert sum(profile.probabilities.values()) == pytest.approx(1)
    assert profile.confidence == max(profile.probabilities.values())
    assert profile.probabilities[profile.name] == profile.confidence
    for street in range(4):
        triple = profile.strategy.triple(street)
        assert sum(triple) == pytest.approx(1)
        assert min(triple) >= 0


def test_a_class_is_as_probable_as_its_shares_are_in_its_intervals() -> None:
    profile = classify(somebody(0.2, 0.4, 50))
    vpip = stats.beta(0.2 * 50 + 0.28 * 20, 0.8 * 50 + 0.72 * 20)
    frequency = stats.beta(0.4 * 50 + 0.42 * 20, 0.6 * 50 + 0.58 * 20)
    expected = (vpip.cdf(0.24) - vpip.cdf(0.12)) * frequency.sf(0.35)
    assert profile.probabilities["tight-aggressive"] == pytest.approx(expected)


def test_few_hands_make_one_of_the_population() -> None:
    few, enough = classify(somebody(0.9, 0.9, 29)), classify(somebody(0.9, 0.9, 30))
    assert few.name == "population"
    assert few.strategy == read_profiles().strategy("population", 6)
    assert enough.name == "maniac"
    assert enough.confidence < classify(somebody(0.9, 0.9, 300)).confidence


def test_the_strategy_does_not_jump_at_a_border() -> None:
    # Six-handed, 24 % is the border of tight and loose.
    below, above = (classify(somebody(vpip, 0.5, 400)) for vpip in (0.2365, 0.240))
    assert (below.name, above.name) == ("tight-aggressive", "loose-aggressive")
    assert below.confidence < 0.6
    assert above.confidence < 0.6
    assert above.strategy.plays.share == pytest.approx(below.strategy.plays.share, abs=0.01)
    for street in range(4):
        pair = below.strategy.triple(street), above.strategy.triple(street)
        assert pair[0] == pytest.approx(pair[1], abs=0.01)


def test_the_same_figures_mean_something_else_heads_up() -> None:
    assert classify(somebody(0.4, 0.5, 500, seats=6)).name == "loose-aggressive"
    assert classify(somebody(0.4, 0.5, 500, seats=2)).name == "tight-aggressive"
    assert classify(somebody(0.4, 0.5, 500, seats=6), seats=2).name == "tight-aggressive"


@pytest.mark.parametrize("game", ["limit-2p", "nolimit-2p", "limit-6p", "nolimit-6p"])
@pytest.mark.parametrize(
    ("agent", "name"),
    [
        ("tight", "tight-aggressive"),
        ("maniac", "maniac"),
        ("raise", "maniac"),
        ("station", "calling-station"),
        ("call", "calling-station"),
        ("fold", "nit"),
    ],
)
def test_players_by_rules_are_what_they_are_called(game: str, agent: str, name: str) -> None:
    rules = Game.named(game)
    agents = [make_agent(agent, seed=0)]
    agents += [make_agent("fair", seed=seat) for seat in range(1, rules.seats)]
    tally = Tally()
    for number in range(300):
        seating = [(number + seat) % rules.seats for seat in range(rules.seats)]
        hand = play(Hand(rules, seed=5, number=number), [agents[player] for player in seating])
        tally.observe(hand, seating)
    assert classify(tally[0]).name == name


def test_strategies_can_be_had_by_name() -> None:
    strategy = read_profiles().strategy("tight-aggressive", 6)
    assert strategy.plays == Range("20%")
    assert strategy.raises.share == pytest.approx(0.16)
    assert strategy.calls.share == pytest.approx(0.04)
    assert strategy.three_bets.share == pytest.approx(0.07)
    assert strategy.triple("preflop") == pytest.approx((0.8, 0.04, 0.16))
    assert strategy.triple("flop") == (0.20, 0.42, 0.38)
    with pytest.raises(FivebetError, match="no class 'shark'"):
        read_profiles().strategy("shark", 6)


def test_every_class_plays_what_lies_in_its_interval_and_raises_with_the_best_of_it() -> None:
    for table in read_profiles().tables.values():
        for each in table.classes:
            low, high = each.intervals[0]
            assert low < each.strategy.plays.share < high
            assert each.strategy.raises & each.strategy.plays == each.strategy.raises
            assert each.strategy.three_bets & each.strategy.raises == each.strategy.three_bets


def test_ones_own_classes_are_read(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(SHIPPED.replace('name = "maniac"', 'name = "whale"'), "utf-8")
    mine = read_profiles(file)
    assert classify(somebody(0.9, 0.9, 300), profiles=mine).name == "whale"


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("[sample]", "[sample", "is no TOML"),
        ("hands = 30", "", "'hands' is missing"),
        ("weight = 20 ", "weight = 0 ", "the population's weight is 0.0"),
        ("vpip = [0.00, 0.12]", "vpip = [0.00, 0.13]", "belongs to nit and tight-passive"),
        ("vpip = [0.00, 0.12]", "vpip = [0.00, 0.11]", "belongs to no class"),
        ("flop = [0.30, 0.40, 0.30]", "flop = [0.30, 0.50, 0.30]", "sum to 1"),
        ('plays = "9%"', 'plays = "9x"', "these are no profiles"),
        ("vpip = [0.00, 0.12]", "vpip = 0.12", "these are no profiles"),
    ],
)
def test_wrong_classes_are_refused(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    assert old in SHIPPED
    file = tmp_path / "wrong.toml"
    file.write_text(SHIPPED.replace(old, new, 1), "utf-8")
    with pytest.raises(FormatError, match=complaint) as error:
        read_profiles(file)
    assert str(file) in str(error.value)
    with pytest.raises(FormatError, match="cannot be read"):
        read_profiles(tmp_path / "none.toml")
