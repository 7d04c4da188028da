"""The competition's rules against the competition's own code.

OpenSpiel's universal poker wraps the ACPC's game code.
"""

import random
from itertools import pairwise
from typing import Any

import pyspiel
import pytest

from fivebet.cards import RANKS, SUITS, Card
from fivebet.game import ACPC, CALL, FOLD, Game, Hand, raise_to

FOLD_CODE, CALL_CODE = 0, 1


def universal_poker(game: Game) -> Any:
    numbers = {
        "blind": game.blinds,
        "firstPlayer": [seat + 1 for seat in game.first],
        "stack": game.stacks,
        "numBoardCards": game.board_cards,
    }
    lists = ",".join(f"{key}={' '.join(map(str, values))}" for key, values in numbers.items())
    return pyspiel.load_game(
        f"universal_poker(betting=nolimit,bettingAbstraction=fullgame,numPlayers={game.seats},"
        f"numRounds=4,numSuits=4,numRanks=13,numHoleCards=2,{lists})"
    )


@pytest.mark.parametrize("seed", range(4))
def test_legal_actions_and_payoffs_are_those_of_the_acpc_code(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(100):
        seats = rng.choice((2, 3, 4, 6))
        depth = rng.choice((2, 5, 20))
        game = Game(
            structure="no-limit",
            seats=seats,
            blinds=(10, 5) if seats == 2 else (5, 10),
            stacks=tuple(rng.randint(10, 10 * depth + 10) for _ in range(seats)),
            rules=ACPC,
        )
        state = universal_poker(game).new_initial_state()
        cards, turns = play_at_random(rng, state)
        hand = Hand.with_cards(game, holes_of(cards, seats), cards[2 * seats :])
        for player, legal, code in turns:
            assert (hand.actor, legal_codes(hand)) == (player, legal)
            if code == FOLD_CODE:
                hand.act(FOLD)
            else:
                hand.act(CALL if code == CALL_CODE else raise_to(code - hand.base))
        assert hand.over
        assert [float(payoff) for payoff in hand.payoffs] == pytest.approx(state.returns())


def play_at_random(rng: random.Random, state: Any) -> tuple[list[Card], list[tuple[int, Any, int]]]:
    cards, turns = [], []
    while not state.is_terminal():
        codes = state.legal_actions()
        if state.is_chance_node():
            code = rng.choice(codes)
            cards.append(Card(RANKS[code // 4] + SUITS[code % 4]))
        else:
            few = [code for code in codes if code <= CALL_CODE]
            raises = codes[len(few) :]
            passive = rng.random() < 0.6 or not raises
            code = rng.choice([*few, CALL_CODE, CALL_CODE] if passive else [raises[0], raises[-1]])
            assert all(b - a == 1 for a, b in pairwise(raises))
            legal = (FOLD_CODE in codes, raises[0] if raises else 0, raises[-1] if raises else 0)
            turns.append((state.current_player(), legal, code))
        state.apply_action(code)
    return cards, turns


def holes_of(cards: list[Card], seats: int) -> list[list[Card]]:
    return [cards[2 * seat : 2 * seat + 2] for seat in range(seats)]


def legal_codes(hand: Hand) -> tuple[bool, int, int]:
    legal = hand.legal
    if not legal.can_raise:
        return legal.can_fold, 0, 0
    return legal.can_fold, legal.min_raise + hand.base, legal.max_raise + hand.base
