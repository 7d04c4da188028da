import json
import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivebet.errors import StoreError
from fivebet.game import Action, Game, Hand
from fivebet.game.games import GAMES
from fivebet.store.hands import StoredHand, action_text, parse_action, reasons_text
from tests.game.random_games import random_game
from tests.game.strategies import Player, deals, play_on, players


@given(st.integers(0, 2**32))
def test_games_survive_json(seed: int) -> None:
    game = random_game(random.Random(seed))
    assert Game.from_dict(json.loads(json.dumps(game.to_dict()))) == game


def test_games_with_names_keep_them() -> None:
    assert all(Game.from_dict(game.to_dict()).name == name for name, game in GAMES.items())


@given(deals(), players())
def test_a_hand_in_few_letters_is_the_record_again(hand: Hand, player: Player) -> None:
    play_on(hand, player)
    whys = [(move.seat, {"n": n}) for n, move in enumerate(hand.moves)]
    seats = hand.game.seats
    kept = StoredHand.from_hand(hand, serial=7, seed=1, seating=range(seats)[::-1], decisions=whys)
    names = [f"player {seat}" for seat in range(seats)]
    record = replace(kept, players=tuple(names)).record
    assert record == hand.record(names[::-1])
    assert record.replay().payoffs == hand.payoffs
    assert [(seat, json.loads(why)) for seat, why in kept.decisions] == whys


def test_pots_that_were_split_exactly_are_kept_exactly() -> None:
    hand = Hand.with_cards(Game.named("limit-3p"), ["AsKs", "AhKh", "AdKd"], "2c3c4d5d9h")
    hand.act(Action("call"))
    hand.act(Action("fold"))
    while not hand.over:
        hand.act(hand.legal.passive)
    kept = StoredHand.from_hand(
        hand,
        serial=0,
        seed=0,
        seating=(0, 1, 2),
        decisions=[(move.seat, {}) for move in hand.moves],
    )
    assert kept.record.payoffs == (-5, Fraction(5, 2), Fraction(5, 2))


@pytest.mark.parametrize(
    ("reasons", "output"),
    [
        ({"strength": np.float64(0.5), "wins": np.int64(3)}, {"strength": 0.5, "wins": 3}),
        ({"odds": float("inf"), "seen": (1, 2)}, {"odds": "inf", "seen": [1, 2]}),
        ({"row": np.array([1.5, float("nan")])}, {"row": [1.5, "nan"]}),
        ({3: {"set"}, "why": object}, {"3": ["set"], "why": "<class 'object'>"}),
    ],
)
def test_reasons_of_any_kind_become_json(reasons: dict[str, object], output: object) -> None:
    assert json.loads(reasons_text(reasons), parse_constant=pytest.fail) == output


def endless() -> dict[str, object]:
    circle: dict[str, object] = {}
    circle["again"] = circle
    return circle


def deep() -> dict[str, object]:
    well: dict[str, object] = {}
    for _ in range(100_000):
        well = {"below": well}
    return well


@pytest.mark.parametrize(
    ("reasons", "output"),
    [
        (endless(), {"not stored": "reasons that raise RecursionError"}),
        (deep(), {"not stored": "reasons that raise RecursionError"}),
        ({"chips": 10**5000}, {"not stored": "reasons that raise ValueError"}),
        (np.array([1, 2]), {"not stored": "reasons that raise ValueError"}),
        ("because", {"reasons": "because"}),
    ],
    ids=["endless", "deep", "large", "array", "text"],
)
def test_reasons_that_no_json_holds_stop_no_match(reasons: Any, output: object) -> None:
    assert json.loads(reasons_text(reasons)) == output


@pytest.mark.parametrize("text", ["x", "r", "r1.5", "f?", "rr"])
def test_what_is_no_action_is_refused(text: str) -> None:
    with pytest.raises(StoreError, match="is no action"):
        parse_action(text)


def test_actions_in_letters_are_read_back() -> None:
    for action in (Action("fold"), Action("check"), Action("call"), Action("bet", 5)):
        assert parse_action(action_text(action)) == action
