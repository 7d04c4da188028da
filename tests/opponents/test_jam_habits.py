"""How often opponents raise first in and call jams."""

import pytest

from fivebet.game import CALL, FOLD, Game, Hand, raise_to
from fivebet.opponents.jam_habits import JamShares, Share

NAMES = ("a", "b", "c", "d")


def played(*actions: object) -> Hand:
    """Return a hand of four in which the third player, the fourth and both blinds act."""
    hand = Hand(Game.named("cash-4p"), seed=3, stacks=(1500,) * 4, players=NAMES)
    for action in actions:
        hand.act(action)  # type: ignore[arg-type]
    return hand


def test_raises_first_in_and_answers_to_jams_are_counted() -> None:
    shares = JamShares()
    shares.observe(played(FOLD, raise_to(1500), CALL, FOLD), own=2)
    assert shares.raises["d"] == Share(1, 1)
    assert "c" not in shares.raises  # the player itself
    assert shares.calls["a"] == Share(1, 1)
    assert shares.calls["b"] == Share(0, 1)
    assert shares.all_calls == Share(1, 2)
    assert shares.all_raises == Share(1, 1)


def test_small_raises_are_no_jams() -> None:
    big_blind = Game.named("cash-4p").big_blind
    shares = JamShares()
    shares.observe(played(raise_to(2 * big_blind), FOLD, FOLD, FOLD), own=0)
    assert not shares.calls
    shares.observe(played(raise_to(5 * big_blind), FOLD, FOLD, FOLD), own=0)
    assert set(shares.calls) == {"b", "d"}


def test_a_player_is_believed_to_do_what_all_do_until_it_is_known() -> None:
    shares = JamShares(all_calls=Share(60, 108))
    assert shares.calling("new", 0.25, known=False) == pytest.approx(63 / 120)
    assert shares.calling("new", 0.02, known=True) == 0.02
    shares.calls["folds"] = Share(0, 16)
    assert shares.calling("folds", 0.25, known=False) == pytest.approx(63 / 120 * 4 / 20)
    assert shares.raising("new", 0.2, known=False) == pytest.approx(0.2)
