"""The history of opponents that AKI-RealBot keeps."""

import pickle
from dataclasses import replace

import pytest

from fivebet.agents.hosting.registry import make_agent
from fivebet.cards import Card
from fivebet.errors import GameError
from fivebet.game import CALL, CHECK, FOLD, Game, Hand, bet, play, raise_to
from fivebet.opponents import HandBuckets, History, Triple, variation
from fivebet.opponents.history import player_actions
from fivebet.opponents.statistics import Statistics

LIMIT = Game.named("limit-3p")


def pairs_high(hole: tuple[Card, ...], board: tuple[Card, ...]) -> int:
    """Bucket 2 for a pocket pair, 1 for a pair with the board, else 0."""
    ranks = [card.rank for card in hole]
    if ranks[0] == ranks[1]:
        return 2
    return int(any(card.rank in ranks for card in board))


def shown_down() -> Hand:
    """Seat 2 raises tens and bets twice, seat 0 calls with AK until the river, seat 1 folds."""
    hand = Hand.with_cards(LIMIT, ["AsKh", "7c2d", "TsTh"], "Ac5d9hJs3c")
    preflop = (raise_to(20), CALL, FOLD)
    flop = (CHECK, bet(10), CALL)
    turn = (CHECK, bet(20), CALL)
    for action in (*preflop, *flop, *turn, CHECK, CHECK):
        hand.act(action)
    return hand


def test_one_record_per_player_and_hand() -> None:
    small, big, button = player_actions(shown_down().view(1))
    assert [action.kind for street in button.actions for action in street] == [
        "raise",
        "bet",
        "bet",
        "check",
    ]
    assert button.chips == (20, 10, 20, 0)
    assert small.chips == (20, 10, 20, 0)
    assert big.chips == (10, 0, 0, 0)
    assert (big.folded, small.folded) == (0, None)
    assert (small.winnings, big.winnings, button.winnings) == (60, -10, -50)
    assert (small.position, big.position, button.position) == ("SB", "BB", "BTN")


def test_cards_are_known_where_they_were_shown_or_are_ones_own() -> None:
    hand = shown_down()
    seen_by_big = player_actions(hand.view(1))
    assert seen_by_big[1].cards == hand.hole(1)
    assert seen_by_big[0].cards == hand.hole(0)
    folded = Hand(LIMIT, seed=3)
    for action in (raise_to(20), FOLD, FOLD):
        folded.act(action)
    assert [each.cards is None for each in player_actions(folded.view(0))] == [False, True, True]
    assert [each.cards for each in player_actions(folded)] == [None] * 3


def test_strengths_come_from_the_cards_shown_by_street_and_action() -> None:
    history = History(buckets=HandBuckets(3, pairs_high))
    history.observe(shown_down().view(1), ["Ann", "me", "Cat"])
    assert history.strengths("Ann", "preflop", aggressive=False) == pytest.approx([1, 0, 0])
    assert history.strengths("Ann", "flop", aggressive=False) == pytest.approx([0, 1, 0])
    assert history.strengths("Ann", "flop", aggressive=True) is None
    assert history.strengths("Cat", "turn", aggressive=True) == pytest.approx([0, 0, 1])
    assert history.average_bucket("Cat", "river", aggressive=False) == 2
    assert history.average_bucket("Dan", "river", aggressive=False) is None
    with pytest.raises(GameError, match="give it buckets"):
        History().strengths("Ann", "flop", aggressive=True)
    wrong = History(buckets=HandBuckets(2, pairs_high))
    with pytest.raises(GameError, match="bucket 2 is none of 2"):
        wrong.observe(shown_down(), "abc")


def test_chips_lost_are_kept_by_opponent_and_by_window() -> None:
    history = History(window=2)
    for _ in range(3):
        history.observe(shown_down(), ["Ann", "me", "Cat"])
    assert history.lost_to("Cat", "Ann", recent=False) == 150
    assert history.lost_to("Cat", "Ann") == 100
    assert history.lost_to("Ann", "Cat") == -100
    assert history.lost_to("me", "Ann") == 20
    assert len(history.hands["Ann"]) == 2


def test_ratios_are_those_of_all_hands_or_the_last() -> None:
    history = History(window=2)
    for _ in range(3):
        history.observe(shown_down(), ["Ann", "me", "Cat"])
    assert history.triple("me", "preflop") == Triple(1, 0, 0)
    assert history.triple("Cat", "preflop", recent=True) == Triple(0, 0, 1)
    assert history.triple("Ann", "flop") == Triple(0, 1, 0)
    assert history.triple("nobody", "flop") == Triple(0, 1, 0)
    assert history.recent["Ann"].hands == 2
    assert history.total["Ann"].hands == 3


def played_by(history: History, name: str, start: int, hands: int) -> None:
    agents = [make_agent(name, seed=1), make_agent("fair", seed=2)]
    for number in range(start, start + hands):
        hand = play(Hand(Game.named("limit-2p"), seed=1, number=number), agents)
        history.observe(hand.view(1), ["them", "me"])


def test_a_change_of_strategy_is_noticed_and_old_hands_are_forgotten() -> None:
    history = History(window=100, buckets=HandBuckets(3, pairs_high))
    played_by(history, "station", 0, 200)
    assert history.variation("them") < 0.15
    assert not history.renew_if_changed("them", 0.15)
    played_by(history, "maniac", 200, 100)
    assert history.variation("them") > 0.5
    before = history.total["me"].hands
    assert history.renew_if_changed("them", 0.15)
    assert history.total["them"].hands == 100
    assert history.total["me"].hands == before
    assert history.variation("them") == 0
    one = history.strengths("them", "flop", aggressive=True)
    other = history.strengths("them", "flop", aggressive=True, recent=True)
    assert one is not None
    assert other is not None
    assert (one == other).all()


def test_variation_is_the_mean_over_streets_of_absolute_differences() -> None:
    history = History()
    for _ in range(2):
        history.observe(shown_down(), "abc")
    caller, raiser = history.total["a"], history.total["c"]
    # Call against raise on three streets, check against check on the last.
    assert variation(caller, raiser) == pytest.approx((2 + 2 + 2 + 0) / 4)
    # The big blind is seen before the flop alone: fold against call.
    assert variation(caller, history.total["b"]) == pytest.approx(2)
    nothing = Statistics(0 * caller.counts)
    assert variation(caller, nothing) == 0


def test_a_history_goes_on_after_pickling() -> None:
    history = History(window=5, buckets=HandBuckets(3, pairs_high))
    for _ in range(3):
        history.observe(shown_down(), "abc")
    twin = pickle.loads(pickle.dumps(history))
    for each in (history, twin):
        each.observe(shown_down(), "abc")
    assert twin.lost_to("c", "a") == history.lost_to("c", "a") == 200
    assert (twin.total["a"].counts == history.total["a"].counts).all()
    assert twin.hands["a"] == history.hands["a"]


def test_records_know_their_players_and_a_dead_button() -> None:
    record = replace(shown_down().record(["Ann", "me", "Cat"]), places=(1, 2, 4), button=9)
    history = History()
    history.observe(record)
    assert history.total["Cat"].at("CO").hands == 1
    assert history.hands["Cat"][0].position == "CO"
    nameless = History()
    nameless.observe(shown_down().record())
    assert nameless.total["BTN"].hands == 1
