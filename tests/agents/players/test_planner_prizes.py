"""Chips in tournaments: the independent chip model by brute force, and what it does to play."""

from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivebet.agents.hosting.registry import make_agent
from fivebet.agents.players.planner.prizes import expected_prizes, parse_prizes, prize_utility
from fivebet.errors import AgentError
from fivebet.game import Game, Hand


def prize_by_force(stacks: tuple[float, ...], prizes: tuple[float, ...]) -> float:
    """The first player's expected prize over all orders of finish."""
    worth = 0.0
    for order in permutations(range(len(stacks))):
        chance, left = 1.0, sum(stacks)
        for player in order:
            chance *= stacks[player] / left
            left -= stacks[player]
        place = order.index(0)
        worth += chance * (prizes[place] if place < len(prizes) else 0.0)
    return worth


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.integers(1, 900), min_size=2, max_size=5),
    st.lists(st.integers(1, 90), min_size=1, max_size=6),
)
def test_prizes_are_those_of_all_orders_of_finish(stacks: list[int], prizes: list[int]) -> None:
    paid = tuple(map(float, sorted(prizes, reverse=True)))
    chips = tuple(map(float, stacks))
    found = expected_prizes(np.array([chips]), stacks, paid)[0]
    assert found == pytest.approx(prize_by_force(chips, paid), rel=1e-9)


def test_nothing_left_is_the_last_place_and_everything_the_first() -> None:
    rows = np.array([[0.0, 600.0, 400.0], [1000.0, 0.0, 0.0]])
    before = (300, 400, 300)
    assert expected_prizes(rows, before, (50, 30, 20)).tolist() == [20.0, 50.0]
    assert expected_prizes(rows, before, (100,)).tolist() == [0.0, 100.0]


def table(stacks: tuple[int, ...]) -> Hand:
    return Hand(replace(Game.named(f"cash-{len(stacks)}p"), stacks=stacks), seed=5)


def test_chips_that_may_be_lost_are_worth_more_than_chips_to_win() -> None:
    hand = table((2000, 2000, 2000, 2000))
    seat = hand.actor
    assert seat is not None
    view = hand.view(seat)
    several = prize_utility(view, (50.0, 30.0, 20.0))
    assert several.value(0.0) == 0
    assert -several.value(-1500.0) > several.value(1500.0) > 0
    assert several.equivalent(((0.5, 1500.0), (0.5, -1500.0))) < 0
    first = prize_utility(view, (100.0,))  # where the first takes all, chips are prizes
    assert first.equivalent(((0.5, 1500.0), (0.5, -1500.0))) == pytest.approx(0.0, abs=1e-6)


def test_the_bubble_folds_what_a_cash_game_plays() -> None:
    def equivalents(name: str) -> dict[str, float]:
        hand = table((2000, 2000, 2000, 100))
        seat = hand.actor
        assert seat is not None
        return make_agent(name).act(hand.view(seat)).reasons["options"]  # type: ignore[return-value]

    chips = equivalents("planner+:nodes=20")
    bubble = equivalents("planner+:nodes=20,attitude=prizes,prizes=50/30/20")
    risky = max(chips, key=lambda step: "all-in" in step)
    assert "all-in" in risky
    assert bubble[risky] < chips[risky]
    assert set(bubble) == set(chips)


@pytest.mark.parametrize("text", ["", "50/60", "a/b", "50/-1", "0", "nan"])
def test_what_is_no_list_of_prizes_is_refused(text: str) -> None:
    with pytest.raises(AgentError, match="from the first place down"):
        parse_prizes(text)


@pytest.mark.parametrize("option", ["odds=fair", "equity=two", "attitude=prizes,prizes=1/2"])
def test_readings_that_are_none_are_refused(option: str) -> None:
    with pytest.raises(AgentError):
        make_agent(f"planner:{option}")


def test_by_the_printed_odds_fewer_call() -> None:
    hand = Hand.with_cards(Game.named("nolimit-2p"), [None, "AsAh"])

    def small_raise(name: str) -> float:
        options = make_agent(name).act(hand.view(1)).reasons["options"]
        assert isinstance(options, dict)
        return float(next(worth for step, worth in options.items() if "small" in step))

    one_turn = "planner:domain=one-turn,attitude=neutral"
    assert small_raise(f"{one_turn},odds=printed") > small_raise(one_turn)


def test_the_pivot_says_where_the_dynamic_attitude_turns() -> None:
    hand = Hand(Game.named("nolimit-2p"), seed=3)
    seat = hand.actor
    assert seat is not None
    view = hand.view(seat)

    def options(name: str) -> object:
        return make_agent(name).act(view).reasons["options"]

    brief = "nodes=5,samples=1"
    assert options(f"planner:attitude=dynamic,{brief}") == options(f"planner:{brief}")
    assert options(f"planner:attitude=dynamic,pivot=1000,{brief}") == options(
        f"planner:attitude=seeking,{brief}"
    )
