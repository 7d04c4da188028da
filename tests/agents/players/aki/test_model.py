"""Opponents as the search sees them, by the wishes of sections 7.3 and 7.4."""

import pickle

import numpy as np
import pytest

from fivebet.agents.hosting.registry import make_agent
from fivebet.agents.players.aki.buckets import (
    HOLE_BUCKETS,
    hole_bucket,
    preflop_strengths,
    strength_bucket,
)
from fivebet.agents.players.aki.model import (
    Basis,
    CardModel,
    Modeller,
    ModelTraits,
    thresholds,
)
from fivebet.agents.players.aki.priors import PROFILES, StreetResponse, profile
from fivebet.cards.combos import COMBO_MASKS
from fivebet.game import CALL, CHECK, FOLD, Game, Hand, View, bet, play, raise_to
from fivebet.opponents import HandBuckets, History, Tally

TWO = Game.named("limit-2p")
STRENGTH = ModelTraits(cards="strength", guess=True, responses=True)


def history(hands: int = 60, opponent: str = "fair", buckets: HandBuckets | None = None) -> History:
    """Of somebody called ben, against a caller."""
    of_20 = HandBuckets(20, lambda cards, board: strength_bucket(20, cards, board))
    seen = History(500, buckets or of_20)
    agents = [make_agent("call"), make_agent(opponent)]
    for number in range(hands):
        names = ["(me)", "ben"]
        seated = agents[:]
        if number % 2:
            names.reverse()
            seated.reverse()
        hand = play(Hand(TWO, seed=3, number=number), seated)
        seen.observe(hand.view(names.index("(me)")), names)
    return seen


def after(*actions: object) -> View:
    """What the big blind sees when the button has acted."""
    hand = Hand.with_cards(TWO, ["QhJd", None], "Qs8c5d2h3s")
    for action in actions:
        hand.act(action)  # type: ignore[arg-type]
    return hand.view(0)


def strength_of(weights: np.ndarray) -> float:
    return float(weights @ preflop_strengths())


def test_a_raise_means_better_cards_than_a_call() -> None:
    modeller = Modeller(history(), "(me)", STRENGTH)
    raised = modeller.opponent(after(raise_to(20)), 1, "ben")
    called = modeller.opponent(after(CALL), 1, "ben")
    assert strength_of(raised.weights) > strength_of(called.weights) + 0.1
    assert raised.card_reasons["hands"] < 1225


def test_behind_a_call_lies_no_hand_that_he_folds() -> None:
    seen = history(opponent="tight")
    guessed = Modeller(seen, "(me)", STRENGTH)
    blind = Modeller(seen, "(me)", ModelTraits(cards="strength", responses=True))
    view = after(CALL)
    weakest = preflop_strengths() < 0.2
    one, other = (each.opponent(view, 1, "ben").weights for each in (guessed, blind))
    assert one[weakest].sum() < 0.5 * other[weakest].sum()


def test_weights_are_a_distribution_over_hands_that_can_be_held() -> None:
    modeller = Modeller(history(), "(me)", STRENGTH)
    view = after(raise_to(20), CALL, CHECK, bet(10))
    weights = modeller.opponent(view, 1, "ben").weights
    assert weights.sum() == pytest.approx(1)
    assert (weights >= 0).all()
    seen = sum(1 << card for card in (*view.cards, *view.board))
    assert not weights[(COMBO_MASKS & np.uint64(seen)) != 0].any()


def test_responses_are_counted_by_opportunity() -> None:
    """Facing a bet he folds more often than hands present tell."""
    seen = history(200, "tight")
    responses = Modeller(seen, "(me)", ModelTraits(responses=True)).responses("ben")
    on_flop = seen.total["ben"].on("flop")
    prior = PROFILES["middling"][1]
    assert responses[1].fold == pytest.approx(on_flop.ratio("fold").shrunk(prior.fold, 10))
    assert responses[1].bet == pytest.approx(on_flop.ratio("bet").shrunk(prior.bet, 10))
    plain = Modeller(seen, "(me)", ModelTraits()).responses("ben")
    assert plain[1].fold == seen.total["ben"].triple("flop").fold


def test_somebody_unknown_is_middling() -> None:
    modeller = Modeller(History(10), "(me)", ModelTraits(responses=True, profiles=True))
    assert modeller.responses("nobody")[0] == PROFILES["middling"][0]
    assert modeller.responses("nobody")[3] == PROFILES["middling"][1]


@pytest.mark.parametrize(
    ("name", "kind"), [("tight", "tight"), ("loose", "loose"), ("maniac", "aggressive")]
)
def test_profiles_are_told_by_play(name: str, kind: str) -> None:
    tally = Tally()
    agents = [make_agent(each) for each in (name, "call", "fair", "tight", "loose", "fair")]
    seats = tuple("abcdef")
    for number in range(150):
        turn = number % 6
        hand = play(
            Hand(Game.named("limit-6p"), seed=2, number=number), agents[turn:] + agents[:turn]
        )
        tally.observe(hand, seats[turn:] + seats[:turn])
    assert profile(tally["a"]) == kind


def test_thresholds_by_strength_fold_the_share_of_his_range_that_he_folds() -> None:
    traits = ModelTraits(cards="strength", guess=True, responses=True, folding="strength")
    modeller = Modeller(history(120, "tight"), "(me)", traits)
    view = after(raise_to(20))
    ben = modeller.opponent(view, 1, "ben")
    wanted = modeller.responses("ben")[0].fold
    folded = ben.weights[preflop_strengths() < ben.thresholds[0, 1, 0]].sum()
    assert ben.basis is Basis.STRENGTH
    assert folded == pytest.approx(wanted, abs=0.05)
    # Streets to come are measured against random hands.
    assert ben.thresholds[2] == pytest.approx(thresholds(modeller.responses("ben"))[2])


def test_bluffs_that_were_shown_make_bets_less_trusted() -> None:
    traits = ModelTraits(cards="strength", bluffs=True, responses=True)
    honest = Modeller(history(80, "tight"), "(me)", traits)
    wild = Modeller(history(80, "raise"), "(me)", traits)
    assert wild.bluff_share("ben", 3) > honest.bluff_share("ben", 3)
    assert Modeller(history(5), "(me)", ModelTraits()).bluff_share("ben", 3) == 0
    bluffing = wild.opponent(after(CALL, CHECK), 1, "ben")
    assert (bluffing.thresholds[:, 0, 2] > 0).all()


def test_opponents_who_never_fold_do_not() -> None:
    traits = ModelTraits(cards="random", folding="never")
    found = Modeller(history(), "(me)", traits).opponent(after(CALL), 1, "ben")
    assert not found.thresholds[:, 1, 0].any()


def test_ratios_become_places() -> None:
    found = thresholds((StreetResponse(0.3, 0.2, 0.5),) * 4)
    assert found[1, 1].tolist() == [0.3, 0.8, 0]
    assert found[1, 0].tolist() == [0, 0.5, 0]


def test_a_floor_leaves_every_hand_a_chance_and_strangers_the_more() -> None:
    traits = ModelTraits(cards="strength", guess=True, floor=0.1)
    view = after(raise_to(20), CALL, CHECK, bet(10))
    seen = sum(1 << card for card in (*view.cards, *view.board))
    live = (COMBO_MASKS & np.uint64(seen)) == 0
    known = Modeller(history(200), "(me)", traits).opponent(view, 1, "ben").weights
    unknown = Modeller(history(200), "(me)", traits).opponent(view, 1, "ann").weights
    assert known.sum() == pytest.approx(1)
    assert known[live].min() >= 0.1 / live.sum()
    assert unknown[live].min() >= 0.5 / live.sum()
    assert not known[~live].any()


def folded_on_the_flop() -> View:
    hand = Hand.with_cards(TWO, ["QhJd", None], "Qs8c5d2h3s")
    for action in (raise_to(20), CALL, bet(10), FOLD):
        hand.act(action)
    return hand.view(0)


@pytest.mark.parametrize("cards", ["paper", "strength"])
def test_the_buckets_of_a_folded_hand_are_guessed_behind_each_action(cards: CardModel) -> None:
    """Section 7.3: a fold, too, links actions to buckets."""
    buckets = HandBuckets(HOLE_BUCKETS, hole_bucket) if cards == "paper" else None
    seen = history(200, "tight", buckets)
    modeller = Modeller(seen, "(me)", ModelTraits(cards=cards))
    view = folded_on_the_flop()
    counts = modeller.folded_buckets(view, "ben", 1)
    raised = counts[0, 1]
    assert raised.sum() == pytest.approx(1)
    assert counts.sum() == pytest.approx(1)  # one action before the fold, and no other
    held = modeller.opponent(after(raise_to(20)), 1, "ben").weights
    places = np.arange(len(raised))
    before = modeller._in_buckets((), held)
    assert raised @ places < before @ places  # the weakest of those that raise


def test_guessed_buckets_count_where_no_cards_were_shown() -> None:
    seen = History(500, HandBuckets(HOLE_BUCKETS, hole_bucket))
    guessed = np.zeros((4, 2, HOLE_BUCKETS))
    guessed[0, 1, 2] = 1.0
    view = folded_on_the_flop()
    seen.observe(view, ("(me)", "ben"), {0: guessed, 1: guessed})
    assert seen.shown("ben", 0, aggressive=True).tolist() == [0, 0, 1, 0, 0]
    own = seen.shown("(me)", 0, aggressive=True)  # our own cards are known
    assert own.sum() == 0
    assert seen.shown("(me)", 0, aggressive=False).sum() == 1


def test_who_folds_once_a_street_does_not_fold_after_acting_on_it() -> None:
    traits = ModelTraits(cards="random", folding="once")
    modeller = Modeller(history(0), "(me)", traits)
    acted = modeller.opponent(after(raise_to(20)), 1, "ben")
    assert acted.basis is Basis.CHANCE_ONCE
    assert not acted.thresholds[0, :, 0].any()
    assert acted.thresholds[1:, 1, 0].all()


def test_traits_of_a_version_with_fewer_switches_are_taken_back() -> None:
    """Runs that were begun then are resumed with the opponent model that they had."""
    traits = ModelTraits.__new__(ModelTraits)
    traits.__setstate__(["strength", True, "chance", False, True, False, False, 30])
    assert traits == ModelTraits(cards="strength", folding="chance", guess=True, buckets=30)
    assert pickle.loads(pickle.dumps(traits)) == traits
