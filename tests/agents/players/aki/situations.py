"""Decisions to search from, in limit games of every size."""

import random

import numpy as np
from numpy.typing import NDArray

from fivebet._core import Rollout
from fivebet.agents.players.aki.buckets import preflop_strengths
from fivebet.agents.players.relative_strength import strengths_on_board
from fivebet.game import CALL, CHECK, FOLD, Game, Hand, View, raise_to
from fivebet.game.rules import ACPC, TDA

Floats = NDArray[np.float64]


def limit_game(rng: random.Random, short: bool) -> Game:
    """A limit game by either rule book; with short stacks players go all-in."""
    seats = rng.randint(2, 10)
    return Game(
        structure="fixed-limit",
        seats=seats,
        blinds=(10, 5) if seats == 2 else (5, 10),
        antes=(rng.choice((0, 0, 1)),) * seats,
        stacks=tuple(rng.randint(3, 150) for _ in range(seats)) if short else (10**6,) * seats,
        raise_sizes=(10, 10, 20, 20),
        max_raises=rng.choice(((3, 4, 4, 4), (1, 1, 1, 1), (255,) * 4)),
        uncapped_heads_up=short and rng.random() < 0.5,
        rules=rng.choice((ACPC, TDA)),
    )


def a_decision(rng: random.Random, short: bool = False) -> View:
    """A seat that has to act, anywhere in a hand."""
    while True:
        hand = Hand(limit_game(rng, short), seed=rng.getrandbits(60))
        for _ in range(rng.randrange(0, 40)):
            if hand.over:
                break
            step(hand, rng)
        if not hand.over:
            return hand.view(hand.actor or 0)


def step(hand: Hand, rng: random.Random) -> None:
    legal = hand.legal
    draw = rng.random()
    if draw < 0.1 and legal.call:
        hand.act(FOLD)
    elif draw < 0.3 and legal.can_raise:
        hand.act(raise_to(legal.min_raise))
    else:
        hand.act(CALL if legal.call else CHECK)


def random_weights(rng: random.Random, seats: int) -> Floats:
    """Any two cards for some, a few hands for others."""
    numbers = np.random.default_rng(rng.getrandbits(32))
    weights = np.ones((seats, 1326))
    for seat in range(seats):
        if rng.random() < 0.7:
            weights[seat] = numbers.random(1326) * (numbers.random(1326) < rng.random())
    return weights


def random_manners(rng: random.Random, seats: int) -> Floats:
    thresholds = np.zeros((seats, 4, 2, 3))
    for cell in thresholds.reshape(-1, 3):
        fold = rng.random() * 0.6
        cell[:] = fold, fold + rng.random() * (1.1 - fold), rng.choice((0.0, 0.2))
    return thresholds


def strengths_now(view: View) -> Floats:
    if not view.board:
        return preflop_strengths()
    return strengths_on_board(sum(1 << card for card in view.board))


def play_out(
    view: View, weights: Floats, thresholds: Floats, by: list[int], on_table: bool = False
) -> Rollout:
    now = strengths_now(view)
    return Rollout(view, weights, thresholds, by, preflop_strengths(), now, on_table)
