"""Counting hand by hand, for ever, for a while, or less and less."""

import copy
import pickle
from collections.abc import Sequence
from functools import cache

import numpy as np
import pytest

from fivebet.agents.hosting.registry import make_agent
from fivebet.errors import GameError
from fivebet.game import CALL, FOLD, Game, Hand, HandRecord, play
from fivebet.opponents import DEFINITIONS, Memory, Statistics, Tally, Triple, statistics
from fivebet.opponents.definitions import INDEX

NAMES = ("Ann", "Bob", "Cat", "Dan")


@cache
def records(hands: int = 120) -> tuple[HandRecord, ...]:
    game = Game.named("nolimit-4p")
    agents = [make_agent(name, seed=1) for name in ("fair", "loose", "maniac", "tight")]
    made = []
    for number in range(hands):
        seating = [(number + seat) % 4 for seat in range(4)]
        hand = play(Hand(game, seed=9, number=number), [agents[player] for player in seating])
        made.append(hand.record([NAMES[player] for player in seating]))
    return tuple(made)


def tally_of(hands: Sequence[HandRecord], memory: Memory | None = None) -> Tally:
    tally = Tally(memory or Memory())
    for record in hands:
        tally.observe(record)
    return tally


def test_positions_and_streets_add_up_to_the_whole() -> None:
    for known in statistics(records()).values():
        for name, definition in DEFINITIONS.items():
            whole = known.ratio(name)
            places = [known.at(p).ratio(name) for p in ("CO", "BTN", "SB", "BB")]
            assert sum(each.times for each in places) == whole.times
            assert sum(each.opportunities for each in places) == whole.opportunities
            if definition.streets:
                streets = [known.on(street).ratio(name) for street in definition.shown]
                assert sum(each.times for each in streets) == whole.times
            assert whole.times <= whole.opportunities
        assert known.at("CO", "BTN").hands == known.at("CO").hands + known.at("BTN").hands
        assert known.seats == 4


def test_everybodys_winnings_sum_to_nothing() -> None:
    everybody = statistics(records()).values()
    assert sum(known.bb_per_100.mean for known in everybody) == pytest.approx(0)


def test_winnings_have_their_mean_and_standard_error() -> None:
    won = [
        float(record.replay().payoffs[record.players.index("Bob")]) / 100 for record in records()
    ]
    found = statistics(records())["Bob"].bb_per_100
    assert found.mean == pytest.approx(100 * np.mean(won))
    assert found.standard_error == pytest.approx(100 * np.std(won, ddof=1) / len(won) ** 0.5)
    assert statistics(records()[:1])["Bob"].bb_per_100.standard_error == float("inf")


def test_a_window_holds_the_last_hands_alone() -> None:
    windowed, last = tally_of(records(), Memory(window=30)), tally_of(records()[-30:])
    assert windowed.keys() == last.keys()
    for name, known in last.items():
        assert windowed[name].counts == pytest.approx(known.counts, abs=1e-9)
        assert windowed[name].hands == 30


def test_a_fading_memory_halves_what_was_a_half_life_ago() -> None:
    fading = tally_of(records()[:1], Memory(half_life=10))
    first = fading["Ann"].counts
    for record in records()[1:11]:
        fading.observe(record)
    keep = 0.5 ** (1 / 10)
    expected = sum(
        statistics([record])["Ann"].counts * keep ** (10 - age)
        for age, record in enumerate(records()[:11])
    )
    assert fading["Ann"].counts == pytest.approx(expected, abs=1e-9)
    assert fading["Ann"].hands == pytest.approx(sum(keep**age for age in range(11)))
    assert first.sum() > 0


def test_a_changed_player_is_known_by_his_last_hands_only() -> None:
    total, recent = tally_of(records()), tally_of(records(), Memory(window=30))
    other = total["Bob"].counts
    total.renew("Ann", recent)
    assert (total["Ann"].counts == recent["Ann"].counts).all()
    assert (total["Bob"].counts == other).all()
    total.observe(records()[0])
    assert total["Ann"].hands == 31


@pytest.mark.parametrize("memory", [Memory(), Memory(window=20), Memory(half_life=20)])
def test_a_tally_goes_on_after_a_copy(memory: Memory) -> None:
    for copied in (lambda t: pickle.loads(pickle.dumps(t)), copy.deepcopy):
        tally = tally_of(records()[:40], memory)
        twin = copied(tally)
        for record in records()[40:80]:
            twin.observe(record)
        assert tally["Ann"].hands <= 40
        expected = tally_of(records()[:80], memory)
        for name in NAMES:
            assert (twin[name].counts == expected[name].counts).all()


def test_what_was_handed_out_does_not_change() -> None:
    tally = tally_of(records()[:10])
    known = tally["Ann"]
    before = known.counts.copy()
    tally.observe(records()[10])
    assert (known.counts == before).all()


def test_an_agent_at_the_table_counts_as_the_dealer_does() -> None:
    seen, dealt = Tally(), tally_of(records()[:30])
    for record in records()[:30]:
        seen.observe(record.replay().view(2), record.players)
    for name in NAMES:
        assert (seen[name].counts == dealt[name].counts).all()


def test_who_sits_where_must_be_known_of_a_view() -> None:
    hand = Hand(Game.named("nolimit-2p"))
    with pytest.raises(GameError, match="no players for 2 seats"):
        Tally().observe(hand.view(0))
    with pytest.raises(GameError, match="3 players"):
        Tally().observe(hand, "abc")


def test_nameless_records_go_by_position() -> None:
    hand = Hand(Game.named("nolimit-3p"), seed=1)
    hand.act(FOLD)
    hand.act(FOLD)
    assert set(statistics([hand.record()])) == {"SB", "BB", "BTN"}


def test_memory_that_cannot_be_is_refused() -> None:
    for wrong in ({"window": 0}, {"half_life": 0.0}, {"window": 5, "half_life": 5.0}):
        with pytest.raises(GameError):
            Memory(**wrong)  # type: ignore[arg-type]


def known_of(**cells: tuple[int, float, float]) -> Statistics:
    """Statistics with these counts: street, times, opportunities."""
    counts = np.zeros((10, 4, len(INDEX), 2))
    for name, (street, times, opportunities) in cells.items():
        counts[7, street, INDEX[name]] = (times, opportunities)
    return Statistics(counts)


def test_the_triple_is_akis() -> None:
    # Folded in 20 of 100 flops, 30 raises and bets, 50 calls and checks.
    counts = np.zeros((10, 4, len(INDEX), 2))
    output = {"seen": 100, "fold": 20, "bet": 10, "raise": 20, "call": 15, "check": 35}
    for name, times in output.items():
        counts[7, 1, INDEX[name], 0] = times
    known = Statistics(counts)
    assert known.triple("flop") == pytest.approx(Triple(0.2, 0.8 * 50 / 80, 0.8 * 30 / 80))


def test_the_triple_has_its_limits() -> None:
    never = known_of()
    assert never.triple("turn") == Triple(0, 1, 0)
    assert never.triple("turn", Triple(0.5, 0.5, 0)) == Triple(0.5, 0.5, 0)
    assert known_of(seen=(1, 10, 10), call=(1, 5, 5)).triple(1) == Triple(0, 1, 0)
    assert known_of(seen=(1, 10, 10), bet=(1, 5, 5)).triple(1) == Triple(0, 0, 1)
    assert known_of(seen=(1, 10, 10), fold=(1, 10, 10)).triple(1) == Triple(1, 0, 0)
    all_in = known_of(seen=(1, 10, 10), fold=(1, 4, 4)).triple(1)
    assert all_in == pytest.approx(Triple(0.4, 0.6, 0))


def test_aggression_is_counted_after_the_flop_unless_asked() -> None:
    known = statistics(records())["Cat"]
    after = known.on("flop", "turn", "river")
    assert known.aggression_factor == after.aggression_factor
    assert known.aggression_frequency == after.aggression_frequency
    assert known.on("preflop").aggression_factor != known.aggression_factor
    assert known_of(bet=(1, 3, 3)).aggression_factor is None


def test_aggression_by_hands_counts_each_hand_once() -> None:
    hand = Hand(Game.named("limit-2p"), seed=2)
    while not hand.over:
        hand.act(CALL)
    caller = statistics([hand.record(["a", "b"])])["b"]
    assert caller.aggression_frequency_by_hands.times == 0
    assert caller.aggression_frequency_by_hands.opportunities == 1


def test_names_that_are_none_are_refused() -> None:
    known = known_of()
    with pytest.raises(GameError, match="no statistic 'vip'"):
        known.ratio("vip")
    with pytest.raises(GameError, match="'fourth' is no street"):
        known.on("fourth")
    with pytest.raises(GameError, match="XX is no position"):
        known.at("XX")


def test_players_can_be_taken_together_as_a_population() -> None:
    everybody = statistics(records())
    ann, bob = everybody["Ann"], everybody["Bob"]
    together = ann + bob
    assert together.hands == ann.hands + bob.hands
    assert together.vpip.times == ann.vpip.times + bob.vpip.times


def test_the_average_pot_is_that_of_hands_seen_to_the_flop() -> None:
    hand = Hand(Game.named("limit-3p"), seed=2)
    hand.act(FOLD)
    while not hand.over:
        hand.act(CALL)
    known = statistics([hand.record("abc")])
    assert known["a"].pot == 2
    assert known["c"].pot is None
