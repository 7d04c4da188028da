import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivebet.cards.odds import (
    bet_value,
    call_value,
    implied_odds,
    implied_winnings,
    pot_odds,
    realized_equity,
    required_fold_equity,
)
from fivebet.errors import EquityError

shares = st.floats(0, 1)
chips = st.floats(0, 1000)


def test_the_pot_odds_of_the_thesis_are_one_in_six() -> None:
    """Smith, 2.2.2: 100 to call into 500 is printed as .2."""
    assert pot_odds(call=100, pot=500) == pytest.approx(1 / 6)


def test_the_call_of_the_thesis_is_worth_24_big_blinds() -> None:
    """Martins, 2.2.6: printed as 22.5."""
    assert call_value(equity=0.4, stack=20, pot=40, call=20) == pytest.approx(24)


def test_jacks_realise_what_the_thesis_says() -> None:
    assert realized_equity(0.7715, 0.6) == pytest.approx(0.463, abs=1e-3)


@given(chips, chips, chips)
def test_a_call_at_its_pot_odds_breaks_even(call: float, pot: float, more: float) -> None:
    stack = call + more
    assert call_value(pot_odds(call, pot), stack, pot, call) == pytest.approx(stack)


@given(st.floats(0.1, 1000), st.floats(0.1, 1000))
def test_a_bluff_at_its_fold_equity_breaks_even(bet: float, pot: float) -> None:
    folds = required_fold_equity(bet, pot)
    assert bet_value(folds, 0, bet, pot, bet) == pytest.approx(bet)


@given(shares, shares, chips, chips)
def test_a_bet_is_worth_its_branches(folds: float, e: float, pot: float, bet: float) -> None:
    stack = 1000.0
    called = e * (stack + pot + bet) + (1 - e) * (stack - bet)
    assert bet_value(folds, e, stack, pot, bet) == pytest.approx(
        folds * (stack + pot) + (1 - folds) * called
    )


@given(st.floats(0.1, 1000), chips, st.floats(0.01, 1))
def test_implied_winnings_make_a_call_break_even(call: float, pot: float, e: float) -> None:
    later = implied_winnings(call, pot, e)
    if later > 0:
        assert implied_odds(call, pot, later) == pytest.approx(e)
    else:
        assert pot_odds(call, pot) <= e + 1e-12


def test_edges_have_values() -> None:
    assert pot_odds(0, 0) == 0
    assert required_fold_equity(0, 0) == 0
    assert implied_winnings(10, 10, 0) == float("inf")
    assert implied_winnings(0, 10, 0) == 0


@pytest.mark.parametrize("bad", [-1, float("nan"), float("inf")])
def test_amounts_are_not_negative(bad: float) -> None:
    for ask in (pot_odds, required_fold_equity):
        with pytest.raises(EquityError, match="is no amount"):
            ask(bad, 10)


def test_shares_are_probabilities_and_bets_are_paid_from_the_stack() -> None:
    with pytest.raises(EquityError, match=r"equity=1\.5 is no probability"):
        call_value(1.5, 10, 10, 10)
    with pytest.raises(EquityError, match="20 cannot be paid from a stack of 10"):
        call_value(0.5, 10, 10, 20)
    with pytest.raises(EquityError, match="20 cannot be paid from a stack of 10"):
        bet_value(0.5, 0.5, 10, 10, 20)
