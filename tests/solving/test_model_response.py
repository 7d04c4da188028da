"""The best response to a model of an opponent, against plain enumeration and known answers."""

import numpy as np
import pytest
from numpy.typing import NDArray

from fivebet._core import (
    evaluate_many,
    model_situation,
    respond_to_model,
    strength_levels,
)
from fivebet.cards import parse_cards
from fivebet.cards.class_orders import strengths_before_flop
from fivebet.cards.combos import COMBO_MASKS, combo_index
from fivebet.game import FOLD, Action, Game, Hand, raise_to

Table = NDArray[np.float32]
Row = NDArray[np.float64]
NO_LIMIT, LIMIT = Game.named("nolimit-2p"), Game.named("limit-2p")
SIZES = (0.4, 0.85, 2.5)


def constant(*chances: float) -> Table:
    return np.broadcast_to(np.array(chances, np.float32), (128, 16, 5)).copy()


def respond(
    hand: Hand, model: Table, weights: NDArray[np.float64] | None = None, deals: int = 2000
) -> tuple[list[tuple[int, int]], NDArray[np.float64], NDArray[np.float64], NDArray[np.uint8]]:
    models = model.reshape(-1, 128, 16, 5)
    ranges = np.ones((len(models), 1326)) if weights is None else weights.reshape(-1, 1326)
    return respond_to_model(
        hand, models, SIZES, ranges, strengths_before_flop(), (1.0,), (1.0,), deals, 1, 0
    )


def at_street(game: Game, street: int) -> Hand:
    hand = Hand(game, seed=7)
    while hand.street < street:
        hand.act(hand.legal.passive)
    return hand


class PlainResponse:
    """The same by recursion over pairs of hands on a river, with the engine and no tricks.

    All hands of ours in a bucket choose together, as they do not know more; they do not know
    either by which of the models the opponent plays.
    """

    def __init__(
        self,
        hand: Hand,
        model: Table,
        weights: NDArray[np.float64],
        buckets: NDArray[np.uint8],
    ) -> None:
        self.models, self.player = model.reshape(-1, 128, 16, 5), hand.actor
        board = sum(1 << card for card in hand.board)
        live = np.flatnonzero((COMBO_MASKS & np.uint64(board)) == 0)
        worth = np.zeros(1326, np.int64)
        worth[live] = evaluate_many(COMBO_MASKS[live] | np.uint64(board), 1)
        ranges = weights.reshape(-1, 1326)
        pairs = np.array(
            [
                (own, other, number)
                for number, row in enumerate(ranges)
                for other in live
                if row[other] > 0
                for own in live
                if not COMBO_MASKS[own] & COMBO_MASKS[other]
            ]
        )
        own, other, self.number = pairs.T
        self.buckets = buckets[own]
        self.levels = strength_levels(board, strengths_before_flop())[other]
        self.results = np.sign(worth[own] - worth[other])
        self.reach = ranges[self.number, other]
        # All models are as likely as each other.
        self.reach /= np.bincount(self.number, self.reach)[self.number]

    def by_bucket(self, totals: Row) -> Row:
        sums: Row = np.bincount(self.buckets, totals, 48).astype(np.float64)
        return sums

    def actions(self, hand: Hand) -> list[Action]:
        legal = hand.legal
        found = [FOLD] if legal.call else []
        return [*found, legal.passive, *([raise_to(legal.min_raise)] if legal.can_raise else [])]

    def after(self, hand: Hand, action: Action, reach: Row) -> Row:
        """Return what each pair wins us after an action, times its reach."""
        following = hand.copy()
        following.act(action)
        if not following.over:
            ours = following.actor == self.player
            return (self.chosen if ours else self.answered)(following, reach)
        paid = list(following.game.blinds)
        for move in following.moves:
            paid[move.seat] += move.paid
        stake = min(paid)
        if len(following.active) == 1:
            stake = stake if self.player in following.active else -stake
            return reach * stake
        shown: Row = reach * stake * self.results
        return shown

    def chosen(self, hand: Hand, reach: Row) -> Row:
        options = np.array([self.after(hand, action, reach) for action in self.actions(hand)])
        best = np.argmax([self.by_bucket(each) for each in options], axis=0)
        chosen: Row = options[best[self.buckets], np.arange(len(reach))]
        return chosen

    def answered(self, hand: Hand, reach: Row) -> Row:
        situation = model_situation(hand, len(hand.moves))
        fold, passive, raises = self.models[self.number, situation, self.levels, :3].T
        legal = hand.legal
        rows = {FOLD: fold, legal.passive: passive if legal.call else passive + fold}
        if legal.can_raise:
            rows[raise_to(legal.min_raise)] = raises
        else:
            rows[legal.passive] = rows[legal.passive] + raises
        total = np.zeros(len(reach))
        for action in self.actions(hand):
            total += self.after(hand, action, reach * rows[action])
        return total


def test_on_a_river_it_wins_what_enumeration_wins() -> None:
    draws = np.random.default_rng(4)
    model = np.zeros((128, 16, 5), np.float32)
    model[..., :3] = draws.dirichlet([1, 1, 1], (128, 16))
    hand = at_street(LIMIT, 3)
    weights = np.where(np.arange(1326) % 23 == 0, draws.random(1326), 0.0)
    actions, values, errors, buckets = respond(hand, model, weights)
    assert [kind for kind, _ in actions] == [1, 2]
    assert (errors == 0).all()
    plain = PlainResponse(hand, model, weights, buckets)
    mass = plain.by_bucket(plain.reach)
    seen = mass > 0
    for row, action in zip(values, plain.actions(hand), strict=True):
        expected = plain.by_bucket(plain.after(hand, action, plain.reach))
        assert row[seen] == pytest.approx(expected[seen] / mass[seen], rel=1e-4, abs=2e-3)
    assert np.isnan(values[:, ~seen]).all()


def test_several_models_are_answered_by_what_wins_most_on_average() -> None:
    draws = np.random.default_rng(9)
    models = np.zeros((2, 128, 16, 5), np.float32)
    models[..., :3] = draws.dirichlet([0.5, 0.5, 0.5], (2, 128, 16))
    hand = at_street(LIMIT, 3)
    weights = np.where(np.arange(1326) % 47 == 0, draws.random((2, 1326)), 0.0)
    _, values, errors, buckets = respond(hand, models, weights)
    plain = PlainResponse(hand, models, weights, buckets)
    mass = plain.by_bucket(plain.reach)
    seen = mass > 0
    won = [plain.after(hand, action, plain.reach) for action in plain.actions(hand)]
    for row, each in zip(values, won, strict=True):
        expected = plain.by_bucket(each)[seen] / mass[seen]
        assert row[seen] == pytest.approx(expected, rel=1e-4, abs=2e-3)
    # How far the models differ about a bet: the standard deviation of two numbers.
    both = np.array([plain.by_bucket(plain.reach * (plain.number == i)) for i in (0, 1)])
    sums = np.array([plain.by_bucket(won[1] * (plain.number == i)) for i in (0, 1)])
    means, parts = sums / np.maximum(both, 1e-300), both / np.maximum(mass, 1e-300)
    spread = np.sqrt(parts[0] * parts[1]) * abs(means[0] - means[1])
    assert errors[1][seen] == pytest.approx(spread[seen], rel=1e-3, abs=2e-2)
    assert errors[1][seen].max() > 1


def test_against_who_always_calls_value_bets_are_for_everything_on_the_river() -> None:
    hand = at_street(NO_LIMIT, 3)
    actions, values, _, buckets = respond(hand, constant(0, 1, 0, 0, 0))
    check, all_in = 0, len(actions) - 1
    assert actions[all_in] == (2, 19_900)
    best = np.nan_to_num(values, nan=-1e9).argmax(axis=0)
    # By bucket, from the weakest to the best hand: check below the middle, else all-in.
    seen = np.unique(buckets)
    choices = [int(best[bucket]) for bucket in seen if np.isfinite(values[0, bucket])]
    assert choices == sorted(choices)
    assert set(choices) == {check, all_in}
    assert np.nanmax(values) == pytest.approx(20_000, rel=0.02)


def test_against_who_always_folds_every_bet_wins_the_pot() -> None:
    hand = at_street(NO_LIMIT, 1)
    actions, values, errors, _ = respond(hand, constant(1, 0, 0, 0, 0))
    bets = [i for i, (kind, _) in enumerate(actions) if kind == 2]
    seen = np.isfinite(values[0])
    assert values[bets][:, seen] == pytest.approx(100)
    assert errors[bets][:, seen] == pytest.approx(0)


@pytest.mark.parametrize("street", [0, 1, 2])
def test_before_the_river_checking_down_wins_the_equity(street: int) -> None:
    # Nobody can bet: both have called all-in but for one who still has to call.
    hand = Hand(NO_LIMIT, seed=7)
    while hand.street < street:
        hand.act(hand.legal.passive)
    hand.act(raise_to(hand.legal.max_raise))
    actions, values, errors, buckets = respond(hand, constant(0, 1, 0, 0, 0), deals=20_000)
    assert [kind for kind, _ in actions] == [0, 1]
    paid = 100
    assert np.nan_to_num(values[0], nan=-paid) == pytest.approx(-paid)
    live = (COMBO_MASKS & np.uint64(sum(1 << card for card in hand.board))) == 0
    mean = np.nansum(values[1] * np.bincount(buckets[live], minlength=48)) / live.sum()
    # Of two random hands each wins half; the rest is noise of the sample.
    assert abs(mean) < 4 * 20_000 / 20_000**0.5
    assert np.nanmax(errors) > 0


def test_good_hands_are_in_more_deals_than_they_are_dealt_in() -> None:
    """Who always calls is bet everything: what that wins is known the better, the more deals."""
    hand = at_street(NO_LIMIT, 0)
    _, values, errors, buckets = respond(hand, constant(0, 1, 0, 0, 0))
    aces = buckets[combo_index(*parse_cards("AsAd"))]
    held = np.unique(buckets)
    assert np.isfinite(values[:, held]).all()
    assert values[-1, aces] == pytest.approx(0.7 * 20_000, abs=3 * errors[-1, aces])
    # Of 2,000 deals aces and what counts as the same are in nine; here they are in over twenty.
    spread = 20_000 * 2 * (0.85 * 0.15) ** 0.5
    assert errors[-1, aces] < spread / 20**0.5


def test_the_same_seed_finds_the_same_response() -> None:
    hand = at_street(NO_LIMIT, 2)
    model = constant(0.2, 0.5, 0.1, 0.1, 0.1)
    first, second = respond(hand, model, deals=300), respond(hand, model, deals=300)
    assert first[0] == second[0]
    np.testing.assert_array_equal(first[1], second[1])


def test_nobody_answers_who_has_no_possible_hand() -> None:
    hand = at_street(NO_LIMIT, 3)
    board = np.uint64(sum(1 << card for card in hand.board))
    blocked = ((COMBO_MASKS & board) != 0).astype(np.float64)
    with pytest.raises(ValueError, match="no hand that is possible"):
        respond(hand, constant(0, 1, 0, 0, 0), blocked)
    with pytest.raises(ValueError, match="weights of its own"):
        respond(hand, constant(0, 1, 0, 0, 0), np.ones((2, 1326)))
    with pytest.raises(ValueError, match="1 to 16 models"):
        respond(hand, np.zeros((17, 128, 16, 5), np.float32))
    with pytest.raises(ValueError, match="for two"):
        respond(Hand(Game.named("nolimit-3p")), constant(0, 1, 0, 0, 0))
    over = Hand(NO_LIMIT, seed=7)
    over.act(FOLD)
    with pytest.raises(ValueError, match="over"):
        respond(over, constant(0, 1, 0, 0, 0))
