"""The champion in tournaments: the pace of the field, prizes and habits."""

import numpy as np
import pytest

from fivebet.agents.players.champion_tournament import (
    TournamentChampion,
    players_in,
)
from fivebet.agents.players.policies import improbable
from fivebet.arena import Tournament, TournamentSeries, play_tournaments
from fivebet.cards.combos import CLASS_SIZES, CLASSES
from fivebet.game import CALL, FOLD, Game, Hand, raise_to
from fivebet.opponents.jam_habits import Share


def hand_with(left: int, stacks: tuple[int, ...], seats: int = 9) -> Hand:
    names = tuple(f"p{seat}" for seat in range(seats))
    return Hand(
        Game.named(f"cash-{seats}p"), seed=1, stacks=stacks, players=names, players_left=left
    )


def share(agent: TournamentChampion, hand: Hand) -> float:
    assert hand.actor is not None
    return float(agent.chances(hand.view(hand.actor)) @ CLASS_SIZES / 1326)


def seen(lefts: tuple[int, ...], exploit: bool = True) -> TournamentChampion:
    """Return the champion after hands that were dealt with so many players left."""
    agent = TournamentChampion(exploit=exploit)
    for left in lefts:
        hand = hand_with(left, (7500,) * 9)
        while hand.actor is not None:
            hand.act(FOLD)
        agent.observe(hand.view(0))
    return agent


def test_it_waits_where_players_go_out_fast_and_plays_where_they_wait() -> None:
    fast, slow = seen((45, 20)), seen((45, 20, *(20,) * 40))
    shares = []
    for agent in (fast, slow):
        agent.shares.raises["p2"] = Share(20, 20)
        hand = hand_with(20, (7500,) * 9)
        hand.act(raise_to(7500))
        shares.append(share(agent, hand))
    assert shares[0] < 0.5 * shares[1]


def test_what_was_seen_counts_only_where_it_exploits() -> None:
    agents = [seen(lefts, exploit=False) for lefts in ((45, 42, 38, 35, 30), (30,) * 5)]
    hand = hand_with(30, (7500,) * 9)
    first, second = (agent.chances(hand.view(2)) for agent in agents)
    assert np.array_equal(first, second)


def test_it_plays_more_hands_when_one_place_is_left_to_win() -> None:
    agent = TournamentChampion()
    shares = [share(agent, hand_with(seats, (1500,) * seats, seats=seats)) for seats in (7, 2)]
    assert 0 < shares[0] < shares[1]


def test_who_called_jams_is_believed_to_call_again() -> None:
    shares = []
    for called in (0, 20):
        agent = TournamentChampion()
        for name in ("p0", "p1"):
            agent.shares.calls[name] = Share(called, 20)
        hand = hand_with(3, (1500,) * 3, seats=3)
        shares.append(share(agent, hand))
    assert shares[0] > 2 * shares[1]


def test_who_folds_too_much_is_robbed_and_who_calls_too_much_is_not() -> None:
    shares = []
    for folds, calls in ((30, 0), (0, 30)):
        agent = TournamentChampion()
        for name in ("p0", "p1"):
            counts = agent.habits.counts[name]
            counts.actions = counts.before_flop = 30
            counts.folds_before_flop = folds
            counts.bets_faced = calls
        hand = hand_with(4, (1500,) * 4, seats=4)
        hand.act(FOLD)
        shares.append(share(agent, hand))
    assert shares[0] > 0.9
    assert shares[1] < 0.5 * shares[0]


def test_a_short_raiser_is_called_for_its_stack_alone() -> None:
    hand = hand_with(3, (1500, 1500, 400), seats=3)
    hand.act(raise_to(400))
    assert players_in(hand.view(0)) == (2,)
    assert TournamentChampion().commitment(hand.view(0)) == CALL
    deep = hand_with(3, (1500, 1500, 900), seats=3)
    deep.act(raise_to(300))
    assert TournamentChampion().commitment(deep.view(0)) == raise_to(900)


def test_among_several_it_waits_for_the_best_hands() -> None:
    agent = TournamentChampion()
    agent.shares.raises["p2"] = Share(20, 20)
    hand = hand_with(4, (1000,) * 4, seats=4)
    hand.act(raise_to(300))
    alone = hand.copy()
    hand.act(CALL)
    alone.act(FOLD)
    assert agent.chances(hand.view(0))[CLASSES.index("AA")] == 1
    assert share(agent, hand) < 0.0151 < share(agent, alone)


def test_who_has_called_the_blind_is_expected_to_call_again() -> None:
    agent = TournamentChampion()
    called, folded = (hand_with(3, (1500,) * 3, seats=3) for _ in range(2))
    called.act(CALL)
    folded.act(FOLD)
    assert share(agent, called) < share(agent, folded)


def test_policies_are_legal_in_whole_tournaments() -> None:
    agent = TournamentChampion()
    for seed in range(3):
        hand = hand_with(5, (900, 1500, 400, 2000, 700), seats=5)
        while (seat := hand.actor) is not None:
            view = hand.view(seat)
            assert improbable(agent.policy(view), view) == ""
            hand.act(agent.act(view).action)
        assert np.isfinite(float(sum(hand.payoffs))), seed


def test_it_outlasts_those_who_put_their_chips_in() -> None:
    names = ("champion", "maniac", "call", "raise", "station", "loose")
    tournament = Tournament(agents=names, count=3, seed=3)
    result = play_tournaments(TournamentSeries(tournament=tournament))
    by_name = {entry.name: entry for entry in result.entries}
    assert by_name[names[0]].place.mean < 3.5


def test_who_has_a_blind_left_is_believed_to_call() -> None:
    agent = TournamentChampion()
    deep, short = (hand_with(3, (rest, rest, 1500), seats=3) for rest in (1500, 180))
    order = [2, 0, 1]
    _, deep_calls = agent._believed(deep.view(2), order)
    _, short_calls = agent._believed(short.view(2), order)
    assert float(deep_calls[0, 2] @ CLASS_SIZES / 1326) == pytest.approx(0.25)
    assert float(short_calls[0, 2] @ CLASS_SIZES / 1326) == pytest.approx(0.5)
