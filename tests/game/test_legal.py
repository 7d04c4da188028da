"""Legal actions, their bounds and what can be asked of them."""

import pickle

import pytest

from fivebet.errors import ActionError
from fivebet.game import CALL, CHECK, FOLD, Action, Game, Hand, Legal, bet, raise_to

FACING = Legal(can_fold=True, call=50, can_raise=True, min_raise=200, max_raise=900)
FREE = Legal(can_fold=False, call=0, can_raise=True, min_raise=900, max_raise=900)
ALL_IN = Legal(can_fold=True, call=900, can_raise=False, min_raise=0, max_raise=0)
EVERYTHING = [
    FOLD,
    CHECK,
    CALL,
    *(make(to) for make in (bet, raise_to) for to in (1, 200, 900, 901)),
]


@pytest.mark.parametrize(
    ("legal", "allowed"),
    [
        (FACING, [FOLD, CALL, bet(200), bet(900), raise_to(200), raise_to(900)]),
        (FREE, [CHECK, bet(900), raise_to(900)]),
        (ALL_IN, [FOLD, CALL]),
    ],
)
def test_an_action_is_in_legal_if_the_rules_allow_it(legal: Legal, allowed: list[Action]) -> None:
    assert [action for action in EVERYTHING if action in legal] == allowed


@pytest.mark.parametrize(
    "nonsense", [None, "fold", 200, (True, 0), object(), Action.__new__(Action)]
)
def test_what_is_no_action_is_not_legal(nonsense: object) -> None:
    assert nonsense not in FACING


def test_choices_are_one_action_of_each_kind_and_both_bounds_of_a_raise() -> None:
    assert FACING.choices == (FOLD, CALL, raise_to(200), raise_to(900))
    assert FREE.choices == (CHECK, raise_to(900))
    assert ALL_IN.choices == (FOLD, CALL)
    assert (FACING.passive, FREE.passive) == (CALL, CHECK)


def test_legal_actions_can_be_read() -> None:
    assert str(FACING) == "fold, call 50, raise to 200 to 900"
    assert str(FREE) == "check, raise to 900"
    assert repr(ALL_IN) == "<Legal: fold, call 900>"


def test_legal_actions_are_values() -> None:
    hand = Hand(Game.named("nolimit-2p"))
    assert hand.legal == Legal(True, 50, True, 200, 20_000) == hand.view(1).legal
    assert hand.legal != FACING
    assert hash(hand.legal) == hash(hand.view(0).legal)
    assert pickle.loads(pickle.dumps(FACING)) == FACING


def test_nothing_is_legal_once_the_hand_is_over() -> None:
    hand = Hand(Game.named("nolimit-2p"))
    hand.act(FOLD)
    with pytest.raises(ActionError, match="the hand is over"):
        hand.legal  # noqa: B018 - reading it is what fails
