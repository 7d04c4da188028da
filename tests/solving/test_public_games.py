import numpy as np
import pytest

from fivebet import _core
from fivebet.errors import SolvingError
from fivebet.solving.discounting import CFR_PLUS, DISCOUNTED, LINEAR, Discounting, parse_discounting
from fivebet.solving.public_games import PublicGame, PublicNode, Terminal, kuhn, leduc, solve_game

CARDS = ("J", "Q", "K")


def test_kuhn_has_its_known_value_and_strategies() -> None:
    solved = solve_game(kuhn(), target=1e-5)
    assert solved.value == pytest.approx(-1 / 18, abs=2e-5)
    first, facing = solved.strategy[()], solved.strategy["check", "bet"]
    bluff, value = first["bet"][0], first["bet"][2]
    assert value == pytest.approx(3 * bluff, abs=0.02)
    assert facing["call"][1] == pytest.approx(bluff + 1 / 3, abs=0.02)
    assert solved.strategy["bet",]["call"] == pytest.approx([0, 1 / 3, 1], abs=0.02)
    assert solved.strategy["check",]["bet"] == pytest.approx([1 / 3, 0, 1], abs=0.02)


def test_leduc_has_its_known_value() -> None:
    solved = solve_game(leduc(), target=2e-4)
    assert solved.value == pytest.approx(-0.0856, abs=3e-4)
    assert len(solved.strategy) == 6 + 6 * 5 * 6


@pytest.mark.parametrize("cards", [16, 17, 40])
def test_chance_deals_any_number_of_cards(cards: int) -> None:
    payoffs = {str(card): np.full((1, 1), float(card), np.float32) for card in range(cards)}
    dealt = tuple(
        (card, PublicNode(0, (("take", Terminal(card)), ("leave", Terminal("0")))))
        for card in payoffs
    )
    solved = solve_game(PublicGame(PublicNode(None, dealt), (("-",), ("-",)), payoffs))
    assert solved.value == pytest.approx(sum(range(cards)))


@pytest.mark.parametrize("discounting", [CFR_PLUS, LINEAR])
def test_other_ways_to_discount_find_the_same_value(discounting: Discounting) -> None:
    solved = solve_game(kuhn(), target=1e-3, discounting=discounting)
    assert solved.value == pytest.approx(-1 / 18, abs=2e-3)


def test_a_matrix_game_is_solved_as_its_linear_program_says() -> None:
    """Matching pennies with an edge: the row player wins 2 or 1 on a match."""
    payoffs = {name: np.full((1, 1), won) for name, won in (("2", 2.0), ("1", 1.0), ("-1", -1.0))}
    rows = [
        PublicNode(1, (("heads", Terminal(a)), ("tails", Terminal(b))))
        for a, b in (("2", "-1"), ("-1", "1"))
    ]
    game = PublicGame(
        PublicNode(0, (("heads", rows[0]), ("tails", rows[1]))), (("-",), ("-",)), payoffs
    )
    # The second player sees the first one's choice here: it takes the worse end.
    assert solve_game(game, target=1e-5).value == pytest.approx(-1, abs=1e-4)


def test_ends_name_matrices_that_are_there() -> None:
    game = kuhn()
    with pytest.raises(SolvingError, match="'shew' is none of the matrices deal, show"):
        solve_game(PublicGame(PublicNode(0, (("x", Terminal("shew")),)), game.hands, game.matrices))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("discounted", DISCOUNTED),
        ("CFR+", CFR_PLUS),
        ("2,0,3", Discounting(2, 0, 3)),
        ("2,0,3,0.5", Discounting(2, 0, 3, lookahead=0.5)),
        ("2,0,3,0,0.25", Discounting(2, 0, 3, growth=0.25)),
    ],
)
def test_discounting_is_read_from_text(text: str, expected: Discounting) -> None:
    assert parse_discounting(text) == expected


def test_beta_grows_for_a_hundred_iterations() -> None:
    growing = Discounting(1.5, 0.25, 4, growth=0.25)
    for done, beta in ((50, 0.375), (100, 0.5), (400, 0.5)):
        assert growing.factors(done) == Discounting(1.5, beta, 4).factors(done)


@pytest.mark.parametrize(
    "text", ["dcfr", "1,2", "1,2,-1", "nan,0,1", "a,b,c", "1,2,3,2", "1,2,3,0,-1", "1,2,3,0,0,0"]
)
def test_unknown_discounting_is_quoted(text: str) -> None:
    with pytest.raises(SolvingError, match=text):
        parse_discounting(text)


M = np.zeros((1, 1), dtype=np.float32)


@pytest.mark.parametrize(
    ("nodes", "matrices"),
    [
        ([], [M]),
        ([(0, [], 0, 0.0)], [M]),
        ([(-2, [], 1, 0.0)], [M]),
        ([(0, [0], 0, 0.0)], [M]),
        ([(0, [1, 1], 0, 0.0), (-2, [], 0, 1.0)], [M]),
        ([(2, [1], 0, 0.0), (-2, [], 0, 1.0)], [M]),
        ([(-2, [1], 0, 0.0), (-2, [], 0, 1.0)], [M]),
        ([(-2, [], 0, 0.0)], [np.zeros((2, 1), dtype=np.float32)]),
    ],
)
def test_the_compiled_tree_refuses_what_is_none(
    nodes: list[tuple[int, list[int], int, float]], matrices: list[np.ndarray]
) -> None:
    with pytest.raises(ValueError):
        _core.PublicTree(nodes, 1, 1, matrices)
