"""Responders beside plain enumeration, in a game of ten cards."""

from functools import cache
from itertools import combinations, permutations
from typing import Any

import numpy as np
import pytest

from fivebet._core import win_loss_matrix
from fivebet.agents.hosting.registry import make_agent
from fivebet.cards import Card, parse_cards
from fivebet.cards.combos import COMBO_MASKS, combo_index
from fivebet.errors import AgentError, GameError
from fivebet.game import CALL, FOLD, Action, Decision, Game, Hand, View, raise_to
from fivebet.solving.exact_response import (
    live_combos,
    play_exact_response,
    response_gains,
    showdown_margins,
)
from fivebet.solving.local_best_response import EVERYWHERE, SETTINGS, LocalBestResponse
from fivebet.solving.range_response import LocalRangeResponse
from fivebet.streams import Stream

TEN_CARDS = Game(
    structure="fixed-limit",
    seats=2,
    blinds=(10, 5),
    raise_sizes=(10, 10, 20, 20),
    max_raises=(2, 2, 1, 1),
    suits=2,
    ranks=5,
    name="ten cards",
)
BOARD = "AsKhTs"


@cache
def whim(situation: tuple[int, ...], actions: int) -> Any:
    chances = np.random.default_rng(situation).dirichlet(np.full(actions, 0.4), 1326)
    return chances.T.copy()


class Whimsical:
    """Plays each hole cards by chances of their own, in every situation others."""

    def policy(self, view: View) -> dict[Action, Any]:
        legal = view.legal
        actions = [legal.passive]
        actions += [FOLD] if legal.call else []
        actions += [raise_to(legal.min_raise)] if legal.can_raise else []
        line = [("fold", "check", "call", "bet", "raise").index(m.action.kind) for m in view.moves]
        rows = whim((*line, 9, *map(int, view.board)), len(actions))
        return dict(zip(actions, rows, strict=True))

    def act(self, view: View) -> Decision:
        chances = {each: row[combo_index(*view.cards)] for each, row in self.policy(view).items()}
        return Decision(max(chances, key=lambda action: chances[action]))


AGENT = Whimsical()


def left(*known: int) -> list[Card]:
    return [card for card in TEN_CARDS.deck if card not in known]


def kind(action: Action) -> str:
    return {"check": "call", "bet": "raise"}.get(action.kind, action.kind)


def dealt(ours: Any, theirs: Any, seat: int, board: Any, moves: list[Action]) -> Hand:
    hand = Hand.with_cards(TEN_CARDS, [ours, theirs] if seat == 0 else [theirs, ours], board)
    for action in moves:
        hand.act(action)
    return hand


def chance(hand: Hand, action: Action) -> float:
    """How often the agent does that with the cards it has."""
    assert hand.actor is not None
    view = hand.view(hand.actor)
    rows = {kind(each): row for each, row in AGENT.policy(view).items()}
    return float(rows[kind(action)][combo_index(*view.cards)])


def choices(hand: Hand) -> list[Action]:
    return [each for each in hand.legal.choices if each != FOLD or hand.legal.call]


def best(
    ours: Any, seat: int, board: Any, moves: list[Action], held: dict[Any, float], own: bool
) -> float:
    """What we win with our hole cards over all that the agent may hold, weighted."""
    some = next(iter(held))
    hand = dealt(ours, some, seat, board, moves)
    if hand.actor is None and (len(hand.active) == 1 or len(board) == 5):
        return sum(
            weight * float(dealt(ours, theirs, seat, board, moves).payoffs[seat])
            for theirs, weight in held.items()
        )
    if len(board) < 5 and (hand.actor is None or hand.street > len(board) - 2):
        total = 0.0
        for card in left(*ours, *board):
            rest = {each: weight for each, weight in held.items() if card not in each}
            if rest:
                total += best(ours, seat, [*board, card], moves, rest, own)
        # Of the ten cards, eight are known once both hold theirs.
        return total / (10 - len(board) - 4)
    if hand.actor == seat:
        values = {
            action: best(ours, seat, board, [*moves, action], held, own) for action in choices(hand)
        }
        if not own:
            return max(values.values())
        return sum(chance(hand, action) * value for action, value in values.items())
    total = 0.0
    for action in choices(hand):
        after = {
            theirs: weight * chance(dealt(ours, theirs, seat, board, moves), action)
            for theirs, weight in held.items()
        }
        total += best(ours, seat, board, [*moves, action], after, own)
    return total


def ranges(seat: int, board: Any, moves: list[Action]) -> dict[Any, float]:
    """With which weight the agent plays each hole cards so, on a seat."""
    found = {}
    for cards in combinations(left(*board), 2):
        others = left(*board, *cards)[:2]
        hand, weight = dealt(cards, others, seat, board, []), 1.0
        for action in moves:
            weight *= chance(hand, action) if hand.actor == seat else 1.0
            hand.act(action)
        found[cards] = weight
    return found


@pytest.mark.parametrize("river", ["", "Jh"])
def test_the_exact_response_is_that_of_enumeration(river: str) -> None:
    board = parse_cards(BOARD + "Qs" + river)
    before = [CALL, CALL, raise_to(10), CALL, *([CALL, CALL] if river else [])]
    hand = dealt(left(*board)[:2], left(*board)[2:4], 0, board, before)
    gains = response_gains(AGENT, hand)
    for seat in (0, 1):
        ours, theirs = ranges(seat, board, before), ranges(1 - seat, board, before)
        gained = together = 0.0
        for cards, weight in ours.items():
            beside = {each: w for each, w in theirs.items() if not set(each) & set(cards)}
            together += weight * sum(beside.values())
            won = best(cards, seat, board, before, beside, own=False)
            gained += weight * (won - best(cards, seat, board, before, beside, own=True))
        assert gains[seat] == pytest.approx(gained / together, rel=1e-9)
        assert gains[seat] > 0


def test_the_local_response_values_actions_as_enumeration_does() -> None:
    """On the flop, facing a bet, after a raise before it."""
    board, ours, moves = parse_cards(BOARD), parse_cards("AhQh"), [raise_to(20), CALL, raise_to(10)]
    responder = LocalBestResponse(EVERYWHERE)
    belief = ranges(0, board, moves)
    for theirs, weight in belief.items():
        responder.belief[combo_index(*theirs)] = weight
    pairs = {each: w for each, w in belief.items() if not set(each) & set(ours)}
    hand = dealt(ours, next(iter(pairs)), 1, board, moves)
    found = responder.act(hand, AGENT).reasons
    expected = {"fold": 0.0, "call": 0.0, "raise to 20": 0.0}
    spent, runs = 20, 0.0
    for theirs, weight in pairs.items():
        for run in permutations(left(*board, *ours, *theirs), 2):
            runs += weight
            at = dealt(ours, theirs, 1, [*board, *run], moves)
            expected["call"] += weight * (down(at, CALL) + spent)
            raised = at.copy()
            raised.act(raise_to(20))
            folds = chance(raised, FOLD)
            gone = raised.copy()
            gone.act(FOLD)
            value = folds * float(gone.payoffs[1]) + (1 - folds) * down(raised, CALL)
            expected["raise to 20"] += weight * (value + spent)
    assert found == pytest.approx({name: value / runs for name, value in expected.items()})


def played(hand: Hand, seat: int, belief: Any) -> float:
    """What the responder wins hand by hand, over all that the agent may do."""
    if hand.actor is None:
        return float(hand.payoffs[seat])
    if hand.actor == seat:
        responder = LocalBestResponse(EVERYWHERE)
        responder.belief = belief
        after = hand.copy()
        after.act(responder.act(hand, AGENT).action)
        return played(after, seat, belief)
    view, total = hand.view(hand.actor), 0.0
    for action, row in AGENT.policy(view).items():
        after = hand.copy()
        after.act(action)
        chances = row[combo_index(*view.cards)]
        total += chances * played(after, seat, belief * row)
    return total


@pytest.mark.parametrize("seat", [0, 1])
def test_the_response_of_a_range_is_that_of_its_hands(seat: int) -> None:
    """From the turn on, over all rivers and all pairs of hole cards."""
    turn, before = parse_cards(BOARD + "Qs"), [CALL, CALL, CALL, CALL]
    theirs = np.zeros(1326)
    for cards, weight in ranges(1 - seat, turn, before).items():
        theirs[combo_index(*cards)] = weight
    response = LocalRangeResponse(AGENT, seat, EVERYWHERE, Stream(1, "test"))
    found, expected, pairs = [], 0.0, 0
    for river in left(*turn):
        board = [*turn, river]
        others = left(*board)
        start = dealt(others[:2], others[2:4], 0, board, before)
        found.append(response.value(start, live_combos(TEN_CARDS, turn), theirs))
        for ours in combinations(others, 2):
            for held in combinations([card for card in others if card not in ours], 2):
                hand = dealt(ours, held, seat, board, before)
                expected += theirs[combo_index(*held)] * played(hand, seat, theirs)
                pairs += 1
    chips, *luck = np.mean(found, axis=0)
    assert chips == pytest.approx(expected / pairs)
    assert luck == pytest.approx([0, 0, 0], abs=1e-9)
    assert np.abs(found)[:, 3].min() > 1e-3


def test_drawn_sizes_count_for_all() -> None:
    """On the river, where an agent answers each size otherwise."""
    game = Game.named("nolimit-2p")
    hand = Hand.with_cards(game, ["2c2d", "4c4d"], "Kh8h3dJc5s")
    for _ in range(6):
        hand.act(CALL)
    everything, sizes = live_combos(game, ()), SETTINGS["many-sizes"]
    fair = make_agent("fair")

    def value(index: int) -> float:
        response = LocalRangeResponse(fair, 0, sizes, Stream(1, "test", index))  # type: ignore[arg-type]
        return float(response.value(hand, everything, everything)[0])

    drawn = [value(index) for index in range(8)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("fivebet.solving.range_response._FOLLOWED", 56)
        followed = value(0)
    error = np.std(drawn, ddof=1) / len(drawn) ** 0.5
    assert np.mean(drawn) == pytest.approx(followed, abs=3 * error + 1e-9)


class Counting:
    """Folds the more often the more is bet, and counts how often it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    def policy(self, view: View) -> dict[Action, Any]:
        self.asked += 1
        folds = np.full(1326, np.log1p(view.legal.call / view.pot))
        return {FOLD: folds, view.legal.passive: 1 - folds}


def test_an_agent_is_asked_about_some_sizes_and_answers_those_that_are_bet() -> None:
    game = Game.named("nolimit-2p")
    hand = Hand.with_cards(game, ["2c2d", "4c4d"], "Kh8h3dJc5s")
    for _ in range(6):
        hand.act(CALL)
    everything, sizes = live_combos(game, ()), SETTINGS["many-sizes"]

    def value(queried: int) -> tuple[float, int]:
        agent = Counting()
        response = LocalRangeResponse(agent, 0, sizes, Stream(1, "test"), queried)
        return float(response.value(hand, everything, everything)[0]), agent.asked

    (all_sizes, calls), (some, fewer), (same, _) = value(0), value(8), value(60)
    assert same == all_sizes
    assert some == pytest.approx(all_sizes, rel=0.02)
    assert fewer == calls - (52 - 8)


def down(hand: Hand, action: Action) -> float:
    hand = hand.copy()
    hand.act(action)
    while hand.actor is not None:
        hand.act(CALL)
    return float(hand.payoffs[1])


@pytest.mark.parametrize("board", ["Kh8h3dJc5s", "2c2d2h2sAs", "AsKsQsJsTs"])
def test_margins_are_those_of_all_pairs(board: str) -> None:
    known = sum(1 << card for card in parse_cards(board))
    live = np.flatnonzero((COMBO_MASKS & np.uint64(known)) == 0)
    weights = np.zeros((3, 1326))
    weights[:, live] = np.random.default_rng(1).random((3, len(live)))
    pairs = weights[:, live] @ win_loss_matrix(known).T
    assert showdown_margins(known, weights)[:, live] == pytest.approx(pairs, abs=1e-3)


def test_folding_too_much_is_worth_the_pot_to_a_response() -> None:
    """In no-limit, where the agent checks down and folds to any bet on the river."""
    game = Game.named("nolimit-2p")
    assert play_exact_response(make_agent("fold"), game, 1, 0, "river") == 0  # it never gets there
    hand = Hand(game, seed=1)
    for _ in range(6):
        hand.act(CALL)
    assert response_gains(Weak(), hand) == pytest.approx((100, 100))


class Weak:
    """Calls until the river, and folds there."""

    def policy(self, view: View) -> dict[Action, Any]:
        fold = view.street == 3 and view.legal.call
        return {FOLD if fold else view.legal.passive: np.ones(1326)}

    def act(self, view: View) -> Decision:
        return Decision(next(iter(self.policy(view))))


def test_what_cannot_be_followed_exactly_is_said() -> None:
    with pytest.raises(GameError, match="for two"):
        play_exact_response(AGENT, Game.named("leduc"), 0, 0, "turn")
    hand = Hand(Game.named("nolimit-2p"), seed=1)
    for _ in range(6):
        hand.act(CALL)
    with pytest.raises(AgentError, match="actions at one decision"):
        response_gains(make_agent("random"), hand)  # type: ignore[arg-type]
