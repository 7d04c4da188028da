"""Random hands played and written by PokerKit, the reference reader of PHH."""

import random
from typing import Any

from pokerkit import (
    Automation,
    FixedLimitTexasHoldem,
    HandHistory,
    Mode,
    NoLimitTexasHoldem,
)

AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
    Automation.RUNOUT_COUNT_SELECTION,
    Automation.HOLE_DEALING,
    Automation.BOARD_DEALING,
    Automation.CARD_BURNING,
)


def random_hand(rng: random.Random) -> tuple[str, tuple[int, ...]]:
    """The text of a hand and its payoffs."""
    players = rng.randint(2, 9)
    small = rng.choice((1, 5, 50))
    blinds = (small, 2 * small)
    depth = rng.choice((3, 10, 40, 100))
    stacks = [rng.randint(1, 2 * small * depth) for _ in range(players)]
    game, trim = _game(rng, players, small, blinds)
    state = game(stacks, players)
    while state.status:
        _act(rng, state)
    history = HandHistory.from_game_state(
        game, state, ante_trimming_status=trim, finishing_stacks=list(state.stacks)
    )
    return history.dumps(), tuple(state.payoffs)


def _game(rng: random.Random, players: int, small: int, blinds: tuple[int, int]) -> Any:
    kind = rng.random()
    ante = 0 if kind < 0.4 else small
    antes: Any = ante if kind < 0.8 else {1: ante}
    trim = kind < 0.8
    rest = {"mode": rng.choice((Mode.CASH_GAME, Mode.TOURNAMENT))}
    if rng.random() < 0.3:
        game = FixedLimitTexasHoldem(AUTOMATIONS, trim, antes, blinds, 2 * small, 4 * small, **rest)
    else:
        # PokerKit would let one raise a straddle by a big blind: here the bet is the straddle.
        straddles = (4 * small,) if players > 3 and rng.random() < 0.2 else ()
        least = max(*blinds, *straddles)
        game = NoLimitTexasHoldem(AUTOMATIONS, trim, antes, blinds + straddles, least, **rest)
    return game, trim


def _act(rng: random.Random, state: Any) -> None:
    if state.can_complete_bet_or_raise_to() and rng.random() < 0.35:
        least = state.min_completion_betting_or_raising_to_amount
        most = state.max_completion_betting_or_raising_to_amount
        state.complete_bet_or_raise_to(rng.choice((least, most, rng.randint(least, most))))
    elif state.checking_or_calling_amount and rng.random() < 0.25:
        state.fold()
    else:
        state.check_or_call()
