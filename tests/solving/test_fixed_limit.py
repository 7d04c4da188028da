"""Fixed-limit betting after the flop: the engine's actions, a game's value, safe re-solving."""

import numpy as np
import pytest

from fivebet.cards import CardSet
from fivebet.cards.combos import combo_index
from fivebet.errors import SolvingError
from fivebet.game import Game, Hand
from fivebet.game.action import FOLD, raise_to
from fivebet.solving import Spot, Tree, solve
from fivebet.solving.spot import FixedLimit
from fivebet.solving.tree import Node
from tests.solving.program import river_value

LIMIT = FixedLimit((10, 20, 20))
BOARD = "Kh8h3dJc5s"
TURN = "Kh8h3dJc"


def test_a_limit_tree_has_the_actions_of_the_table() -> None:
    spot = Spot.create(TURN, 40, 1000, "AA,QTs", "KK,98s", limit=LIMIT)
    hand = Hand.with_cards(
        Game.named("limit-2p"), ["AsAd", "KsKd"], ["Kh", "8h", "3d", "Jc", "5s"], number=1
    )
    for _ in range(2):  # both put in 20 before the flop
        hand.act(raise_to(20) if hand.legal.min_raise == 20 else hand.legal.passive)
    for _ in range(2):
        hand.act(hand.legal.passive)
    assert hand.street == 2
    assert _compare(Tree(spot).root, hand, "5s") == 100


def _compare(node: Node, hand: Hand, river: str) -> int:
    """Compare everything below a node with the table, and return the number of decisions."""
    if node.deals:
        return _compare(node / river, hand, river)
    if node.over:
        assert hand.actor is None
        return 0
    assert hand.actor == node.player
    legal = hand.legal
    expected = [*(["fold"] if legal.call else []), "call" if legal.call else "check"]
    if legal.can_raise:
        expected.append(f"{'raise' if legal.call else 'bet'} {legal.min_raise}")
        assert legal.min_raise == legal.max_raise
    assert node.actions == tuple(expected)
    decisions = 1
    for action, child in zip(node.actions, node, strict=True):
        after = hand.copy()
        word = action.split()[0]
        after.act(
            FOLD
            if word == "fold"
            else legal.passive
            if word in ("check", "call")
            else raise_to(legal.min_raise)
        )
        decisions += _compare(child, after, river)
    return decisions


def test_a_limit_spot_survives_a_dictionary() -> None:
    spot = Spot.create(BOARD, 40, 1000, "AA", "KK", limit=FixedLimit((10, 20, 20), (4, 4, 2)))
    assert Spot.from_dict(spot.to_dict()) == spot
    assert spot.fingerprint != Spot.create(BOARD, 40, 1000, "AA", "KK").fingerprint
    assert "limit" not in Spot.create(BOARD, 40, 1000, "AA", "KK").to_dict()


def test_a_limit_river_is_worth_what_a_linear_program_says() -> None:
    spot = Spot.create(
        BOARD, 40, 1000, "AA,KQs,T9s:0.5,76s", "KJs,AQs,44,Q9s", limit=FixedLimit((10, 20, 20))
    )
    solution = solve(spot, target=0.02, every=50)
    assert solution.ev[0] - 20 == pytest.approx(river_value(solution.tree.root), abs=0.02)


def test_a_limit_bet_is_all_in_where_the_stack_is_short() -> None:
    root = Tree(Spot.create(BOARD, 40, 30, "AA", "QQ", limit=LIMIT)).root
    assert root.actions == ("check", "bet 20")
    assert (root / "bet").actions == ("fold", "call", "all-in 30")


@pytest.mark.parametrize(
    ("bets", "raises"), [((10, 20), (4, 4, 4)), ((10, 20, 0), (4, 4, 4)), ((1, 2, 2), (4, 4, 0))]
)
def test_an_impossible_limit_is_refused(bets: object, raises: object) -> None:
    with pytest.raises(SolvingError, match="is no fixed limit"):
        FixedLimit(bets, raises)  # type: ignore[arg-type]


def test_numbers_of_numpy_are_a_limit_and_a_tuple_alone_is_none() -> None:
    bets = tuple(np.array([10, 20, 20]))
    spot = Spot.create(BOARD, 40, 1000, "AA", "KK", limit=FixedLimit(bets))  # type: ignore[arg-type]
    assert Spot.from_dict(spot.to_dict()) == spot
    assert spot.fingerprint == Spot.create(BOARD, 40, 1000, "AA", "KK", limit=LIMIT).fingerprint
    with pytest.raises(
        SolvingError, match=r"limit=\(10, 20, 20\) is no fixed limit: give one like"
    ):
        Spot.create(BOARD, 40, 1000, "AA", "KK", limit=(10, 20, 20))  # type: ignore[arg-type]


OOP, IP = "AA,KQs,QTs,T9s,76s,44", "KJs,AQs,99,Q9s,65s,A4s"
WRONG = "KJs:0.02,AQs,99:0.02,Q9s,65s:0.02,A4s"


def _gain(tree: Tree, promised: np.ndarray) -> float:
    """Return the most chips that a hand of IP wins above what it was promised."""
    best = tree.root.values(1, best=True)
    return float(np.nanmax(best - promised))


def test_a_player_who_may_stop_wins_no_more_than_it_was_promised() -> None:
    spot = Spot.create(BOARD, 40, 1000, OOP, IP, limit=LIMIT)
    before = Tree(spot)
    for _ in range(12):
        before.iterate()
    promised = before.root.values(1, best=True)
    wrong = Spot.create(BOARD, 40, 1000, OOP, WRONG, limit=LIMIT)
    safe, trusting = Tree(wrong), Tree(wrong)
    safe.offer(1, np.nan_to_num(promised))
    for _ in range(400):
        safe.iterate()
        trusting.iterate()
    assert _gain(trusting, promised) > 3
    assert _gain(safe, promised) < 0.15
    # By the promise nobody is better off than in the strategy that it came from.
    assert safe.measure() < 0.05


def test_hands_without_a_choice_play_on() -> None:
    spot = Spot.create(BOARD, 40, 1000, OOP, WRONG, limit=LIMIT)
    plain, forced = Tree(spot), Tree(spot)
    forced.offer(1, np.full(1326, 1000.0), np.ones(1326))
    for _ in range(30):
        plain.iterate()
        forced.iterate()
    for action, row in plain.root.strategy.items():
        np.testing.assert_array_equal(row, forced.root.strategy[action])


def test_everybody_stops_who_is_promised_more_than_there_is_to_win() -> None:
    spot = Spot.create(BOARD, 40, 1000, OOP, IP, limit=LIMIT)
    tree = Tree(spot)
    tree.offer(1, np.full(1326, 1000.0))
    for _ in range(100):
        tree.iterate()
    assert tree.expected(1) == pytest.approx(1000, rel=0.01)


def test_an_offer_that_cannot_be_made_is_refused() -> None:
    tree = Tree(Spot.create(BOARD, 40, 1000, OOP, IP, limit=LIMIT))
    with pytest.raises(SolvingError, match="give one for each combo"):
        tree.offer(1, np.zeros(12))
    raked = Tree(Spot.create(BOARD, 40, 1000, OOP, IP, limit=LIMIT, rake=0.05))
    with pytest.raises(SolvingError, match="rake"):
        raked.offer(1, np.zeros(1326))
    merged = Tree(Spot.create("Kh8h3hJh", 40, 1000, "AA,KK", "QQ,JJ", limit=LIMIT))
    uneven = np.zeros(1326)
    uneven[combo_index(*CardSet("QcQd"))] = 1.0
    with pytest.raises(SolvingError, match="tells suits apart"):
        merged.offer(1, uneven)
