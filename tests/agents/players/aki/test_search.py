"""Simulated hands against the table, and their means against exact equities."""

import random

import numpy as np
import pytest

from fivebet._core import ROLLOUT_CHUNK_DEALS, Rollout
from fivebet.cards.combos import COMBO_MASKS
from fivebet.cards.equity import equity
from fivebet.cards.ranges import Range
from fivebet.game import CALL, CHECK, Game, Hand, View, bet
from tests.agents.players.aki.situations import (
    a_decision,
    play_out,
    random_manners,
    random_weights,
)

NEVER = 2.0
FOREVER = float("inf")


def test_a_million_quick_hands_are_those_of_the_table() -> None:
    rng = random.Random(20080713)
    hands = 0
    while hands < 1_000_000:
        view = a_decision(rng)
        seats = view.game.seats
        weights, thresholds = random_weights(rng, seats), random_manners(rng, seats)
        by = [rng.randrange(4) for _ in range(seats)]
        quick = play_out(view, weights, thresholds, by)
        table = play_out(view, weights, thresholds, by, on_table=True)
        assert quick.quick
        assert not table.quick
        for chunk in range(20):
            assert (quick.play_chunk(7, chunk) == table.play_chunk(7, chunk)).all(), view
            hands += ROLLOUT_CHUNK_DEALS * (2 if quick.can_raise else 1)


def test_short_stacks_are_played_on_the_table_and_nobody_loses_more_than_he_has() -> None:
    rng = random.Random(5)
    on_table = 0
    for _ in range(150):
        view = a_decision(rng, short=True)
        seats = view.game.seats
        found = play_out(view, random_weights(rng, seats), random_manners(rng, seats), [0] * seats)
        on_table += not found.quick
        stacks = view.starting_stacks
        chips = found.play_chunk(3, 0) / 2520
        assert (chips >= -stacks[view.seat]).all()
        assert (chips <= sum(stacks) - stacks[view.seat]).all()
    assert on_table > 100


def test_the_number_of_threads_does_not_matter() -> None:
    rng = random.Random(2)
    view = a_decision(rng)
    seats = view.game.seats
    found = play_out(view, random_weights(rng, seats), random_manners(rng, seats), [0] * seats)
    alone = found.play(11, 5000, FOREVER, 1)
    assert alone[0] == 5000
    assert found.play(11, 5000, FOREVER, 2) == alone
    assert found.play(11, 5000, FOREVER, 5) == alone
    assert found.play(12, 5000, FOREVER, 1) != alone


def test_no_time_is_no_simulation() -> None:
    view = a_decision(random.Random(3))
    seats = view.game.seats
    found = play_out(view, np.ones((seats, 1326)), np.zeros((seats, 4, 2, 3)), [0] * seats)
    assert found.play(1, 1 << 40, 0.0, 2)[0] == 0


def calling(seats: int) -> np.ndarray:
    thresholds = np.zeros((seats, 4, 2, 3))
    thresholds[:, :, :, 1] = NEVER
    return thresholds


def facing_a_river_bet() -> View:
    """Heads-up: a pot of 40 chips, a bet of 20 to call with a pair of queens."""
    game = Game.named("limit-2p")
    hand = Hand.with_cards(game, ["QhJd", None], "Qs8c5d2h3s")
    for action in (CALL, CHECK, CHECK, bet(10), CALL, CHECK, CHECK):
        hand.act(action)
    hand.act(CHECK)
    hand.act(bet(20))
    return hand.view(0)


def test_a_call_on_the_river_is_worth_its_equity() -> None:
    view = facing_a_river_bet()
    range_ = Range("22+,A2s+,KQo,87s:0.5")
    weights = np.ones((2, 1326))
    weights[1] = range_.weights
    deals, (call, raised), (error, _), _ = play_out(view, weights, calling(2), [0, 0]).play(
        1, 100_000, FOREVER, 1
    )
    share = equity("QhJd", range_, board="Qs8c5d2h3s").equity[0]
    assert deals == 100_000
    assert call == pytest.approx(80 * share - 40, abs=4 * error)
    # A raise that is always called wins and loses 20 more.
    assert raised == pytest.approx(120 * share - 60, abs=8 * error)


def test_a_raise_wins_the_pot_as_often_as_the_opponent_folds() -> None:
    view = facing_a_river_bet()
    weights = np.ones((2, 1326))
    thresholds = calling(2)
    thresholds[1, 3, 1, 0] = 0.25
    _, (_, raised), (_, error), _ = play_out(view, weights, thresholds, [0, 0]).play(
        1, 100_000, FOREVER, 1
    )
    share = equity("QhJd", "random", board="Qs8c5d2h3s").equity[0]
    won_at_once = 60 - 20
    assert raised == pytest.approx(0.25 * won_at_once + 0.75 * (120 * share - 60), abs=4 * error)


def test_who_folds_once_a_street_folds_with_the_first_action_or_not_at_all() -> None:
    """We bet into somebody who raises or folds: by chance our re-raise is folded to as well."""
    game = Game.named("limit-2p")
    hand = Hand.with_cards(game, ["QhJd", None], "Qs8c5d2h3s")
    for action in (CALL, CHECK, CHECK, CHECK, CHECK, CHECK):
        hand.act(action)
    view = hand.view(0)  # first on the river, with 10 chips in of a pot of 20
    thresholds = np.zeros((2, 4, 2, 3))
    thresholds[1, 3, 1] = 0.5, 0.5, 0.0  # folds half of the time, else raises
    thresholds[0, 3, 1] = 0.0, 0.0, 0.0  # and so do we, without folding
    won = {}
    for basis in (0, 3):
        chunks = [
            play_out(view, np.ones((2, 1326)), thresholds, [0, basis]).play_chunk(1, chunk)[:, 1]
            for chunk in range(40)
        ]
        won[basis] = np.concatenate(chunks) / 2520
    # Our bet wins ten chips at once, a fold after the re-raise fifty.
    assert {10, 50} <= {*won[0]}
    assert 50 not in won[3]
    assert (won[3] == 10).mean() == pytest.approx(0.5, abs=0.05)


def test_an_opponent_by_strength_folds_his_weakest_hands() -> None:
    """Against a raise he keeps what beats three quarters of all hands: it must cost us."""
    view = facing_a_river_bet()
    thresholds = calling(2)
    thresholds[1, 3, 1, 0] = 0.75
    chance = play_out(view, np.ones((2, 1326)), thresholds, [0, 0]).play(1, 50_000, FOREVER, 1)
    strong = play_out(view, np.ones((2, 1326)), thresholds, [0, 1]).play(1, 50_000, FOREVER, 1)
    assert strong[1][1] < chance[1][1] - 5 * chance[2][1]


def test_hole_cards_follow_their_weights() -> None:
    """An opponent with one hand to hold holds it; what he may hold he holds by weight."""
    view = facing_a_river_bet()
    weights = np.zeros((2, 1326))
    nuts, beaten = Range("6c4c").weights, Range("AcKc").weights
    weights[1] = 3 * nuts + beaten
    chips = np.concatenate(
        [play_out(view, weights, calling(2), [0, 0]).play_chunk(1, i)[:, 0] for i in range(300)]
    )
    assert set(chips / 2520) == {-40, 40}
    lost = (chips < 0).mean()
    assert lost == pytest.approx(0.75, abs=4 * (0.75 * 0.25 / len(chips)) ** 0.5)


def test_opponents_never_hold_cards_that_are_seen() -> None:
    """Every hand but those that hold one of ours: as if only live ones had a weight."""
    view = facing_a_river_bet()
    seen = sum(1 << card for card in (*view.cards, *view.board))
    dead = (COMBO_MASKS & np.uint64(seen)) != 0
    weights = np.ones((2, 1326))
    weights[1] = np.random.default_rng(1).random(1326)
    cleared = weights.copy()
    cleared[1][dead] = 0
    one, other = (play_out(view, each, calling(2), [0, 0]) for each in (weights, cleared))
    assert (one.play_chunk(1, 0) == other.play_chunk(1, 0)).all()


def test_only_hold_em_is_played_out() -> None:
    hand = Hand(Game.named("leduc"), seed=1)
    with pytest.raises(ValueError, match="hold'em only"):
        Rollout(
            hand.view(0), np.ones((2, 1326)), np.zeros((2, 4, 2, 3)), [0, 0], *np.ones((2, 1326))
        )
