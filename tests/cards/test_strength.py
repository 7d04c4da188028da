import pytest

from fivebet.cards.equity import equity
from fivebet.cards.evaluator import evaluate
from fivebet.cards.ranges import Range
from fivebet.cards.strength import immediate_strength, strength
from fivebet.errors import CardError, EquityError
from tests import slow


def test_the_worked_example_of_the_thesis_is_put_right() -> None:
    """Smith, 2.2.1: printed as 253 ahead, 15 tied, 813 behind and .248."""
    result = strength("9h8h", "ThJh2d")
    assert (result.ahead, result.tied, result.behind) == (280, 9, 792)
    assert round(result.immediate, 4) == 0.2632


@pytest.mark.parametrize(
    ("hole", "board"),
    [("9h8h", "ThJh2d"), ("AsAh", "KsQsJs"), ("7c2d", "7h7s2c"), ("5h4h", "Kh6s3hQd")],
)
def test_immediate_strength_agrees_with_the_transcribed_algorithm(hole: str, board: str) -> None:
    assert strength(hole, board).immediate == pytest.approx(slow.hand_strength(hole, board))


@pytest.mark.parametrize(
    ("hole", "board"), [("5h4h", "Kh6s3hQd"), ("AsAh", "KsQsJs2d"), ("9h8h", "ThJh2d9c")]
)
def test_potential_agrees_with_the_transcribed_algorithm(hole: str, board: str) -> None:
    result = strength(hole, board)
    ppot, npot = slow.hand_potential(hole, board)
    assert result.positive == pytest.approx(ppot, abs=1e-12)
    assert result.negative == pytest.approx(npot, abs=1e-12)


def test_potential_with_two_cards_to_come_agrees_with_the_transcribed_algorithm() -> None:
    """All 1,070,190 deals of the thesis's count; the evaluator is tested on its own."""
    numbers = {card: 1 << i for i, card in enumerate(slow.DECK)}
    ppot, npot = slow.hand_potential(
        "9h8h", "ThJh2d", lambda cards: evaluate(sum(map(numbers.__getitem__, cards)))
    )
    result = strength("9h8h", "ThJh2d")
    assert result.positive == pytest.approx(ppot, abs=1e-12)
    assert result.negative == pytest.approx(npot, abs=1e-12)


def test_holdings_add_up_now_and_at_the_end() -> None:
    result = strength("9h8h", "ThJh2d")
    assert result.potential.sum(axis=1) == pytest.approx([280, 9, 792])
    won = result.potential[:, 0].sum() + result.potential[:, 1].sum() / 2
    assert won / 1081 == pytest.approx(equity("9h8h", "random", board="ThJh2d").equity[0])


def test_the_river_has_no_potential() -> None:
    result = strength("9h8h", "ThJh2dQc3c")
    assert result.positive == result.negative == 0
    assert result.effective() == result.immediate


def test_effective_strength_follows_its_equations() -> None:
    result = strength("AhKh", "Qh7h2c", opponent="15%")
    for n in (1, 2, 5):
        now = result.immediate**n
        full = now * (1 - result.negative) + (1 - now) * result.positive
        assert result.effective(n) == pytest.approx(full)
        assert result.optimistic(n) == pytest.approx(now + (1 - now) * result.positive)


def test_a_weighted_range_is_a_mixture_of_its_parts() -> None:
    sets, air = Range("QQ, 77"), Range("KcJc, 9s8s")
    mixed = strength("AhKh", "Qh7h2c", opponent=sets | 0.5 * air)
    alone, bluffs = strength("AhKh", "Qh7h2c", sets), strength("AhKh", "Qh7h2c", air)
    assert mixed.behind == pytest.approx(alone.behind + 0.5 * bluffs.behind)
    assert mixed.ahead == pytest.approx(alone.ahead + 0.5 * bluffs.ahead)
    assert mixed.potential == pytest.approx(alone.potential + 0.5 * bluffs.potential)


@pytest.mark.parametrize("board", ["ThJh2d", "ThJh2dQc", "ThJh2dQc3c"])
def test_the_quick_way_to_immediate_strength_agrees(board: str) -> None:
    assert immediate_strength("9h8h", board) == strength("9h8h", board).immediate


def test_the_nuts_have_nothing_to_gain() -> None:
    result = strength("AsKs", "QsJsTs")
    assert result.immediate == 1
    assert result.positive == 0
    assert result.negative == 0


@pytest.mark.parametrize(
    ("hole", "board", "options", "message"),
    [
        ("9h8h", "", {}, "strength needs a flop"),
        ("9h", "ThJh2d", {}, "there are two of them"),
        ("9h8h", "9hJh2d", {}, "9h cannot be in two places"),
        ("9h8h", "ThJh2d", {"dead": "2d"}, "2d cannot be in two places"),
        ("9h8h", "ThJh2d", {"opponent": "9h8h"}, "holds no hand"),
    ],
)
def test_bad_questions_are_refused(
    hole: str, board: str, options: dict[str, str], message: str
) -> None:
    with pytest.raises((CardError, EquityError)) as caught:
        strength(hole, board, **options)
    assert message in str(caught.value)


@pytest.mark.parametrize("opponents", [0, 10, -1])
def test_the_table_has_room_for_nine_opponents(opponents: int) -> None:
    with pytest.raises(EquityError, match=str(opponents)):
        strength("9h8h", "ThJh2d").effective(opponents)
