import pytest

from fivebet.errors import SolvingError
from fivebet.solving import BetSizes, Spot, Tree


def actions(path: str, **how: object) -> tuple[str, ...]:
    settings: dict[str, object] = {"board": "Kh8h3dJc5s", "pot": 200, "stack": 900} | how
    tree = Tree(Spot.create(oop="AA", ip="QQ", **settings))  # type: ignore[arg-type]
    return tree.node(path).actions


def test_bets_are_parts_of_the_pot() -> None:
    assert actions("", bets="50%, 100%") == ("check", "bet 100", "bet 200")


def test_raises_are_parts_of_the_pot_after_calling() -> None:
    assert actions("bet 100", bets="50%", raises="100%") == ("fold", "call", "raise 500")


def test_raises_are_multiples_of_the_last_bet() -> None:
    assert actions("bet 100", bets="50%", raises="2.5x") == ("fold", "call", "raise 250")
    assert actions("bet 100, raise 250", bets="50%", raises="2.5x")[2] == "raise 625"


@pytest.mark.parametrize(
    "how", [{"bets": "50%, 2.5x"}, {"donks": "3x"}, {"sizes": {"bets ip river": "2x"}}]
)
def test_a_multiple_of_a_bet_is_no_first_bet(how: dict[str, object]) -> None:
    with pytest.raises(SolvingError, match=r"x is a size of raises.*50%"):
        actions("", **how)


def test_where_no_sizes_are_offered_nobody_bets() -> None:
    """Street by street, or instead of the bets after a call."""
    assert actions("", bets="", donks="") == ("check",)
    assert actions("", bets="50%", sizes={"bets oop river": ""}) == ("check",)


def test_a_raise_is_at_least_the_last_one() -> None:
    assert actions("bet 100", bets="50%", raises="1.1x")[2] == "raise 200"


def test_bets_beyond_the_stack_are_all_in() -> None:
    assert actions("", bets="1000%") == ("check", "all-in 900")
    assert actions("bet 200", bets="100%", raises="3x, a") == (
        "fold",
        "call",
        "raise 600",
        "all-in 900",
    )


def test_bets_beyond_all_numbers_are_all_in() -> None:
    nines = "9" * 30
    assert actions("", bets=f"{nines}%") == ("check", "all-in 900")
    assert actions("", bets=f"{nines}c") == ("check", "all-in 900")
    assert actions("", bets="50%", add_all_in=1e30) == ("check", "bet 100", "all-in 900")


def test_smallest_raises_may_go_on_as_long_as_there_are_chips() -> None:
    """A thread's stack would not hold as many calls."""
    assert actions("bet 1, raise 2", stack=60_000, bets="1c", raises="1c")[2] == "raise 3"


def test_chips_are_bet_as_they_are() -> None:
    assert actions("", bets="37c") == ("check", "bet 37")


def test_geometric_bets_get_the_stack_in_by_the_river() -> None:
    # (2 * 900 / 200 + 1) ** (1 / 3) = 2.154: 57.7 % of the pot, three times.
    flop = actions("", board="Kh8h3d", bets="e")
    assert flop == ("check", "bet 115")
    later = "bet 115, call, 2c, bet 249, call, 2d"
    assert actions(later, board="Kh8h3d", bets="e") == ("check", "all-in 536")
    assert actions("", bets="e") == ("check", "all-in 900")
    assert actions("", board="Kh8h3d", bets="2e") == ("check", "bet 216")
    assert actions("", board="Kh8h3d", bets="2e50%") == ("check", "bet 100")


def test_all_in_is_added_below_a_threshold() -> None:
    assert actions("", bets="50%", add_all_in=4.5) == ("check", "bet 100", "all-in 900")
    assert actions("", bets="50%", add_all_in=4.4) == ("check", "bet 100")


def test_a_bet_that_leaves_little_is_all_in() -> None:
    # 400 more on both sides make a pot of 1,000; 500 stay behind.
    assert actions("", bets="200%", force_all_in=0.5) == ("check", "all-in 900")
    assert actions("", bets="200%", force_all_in=0.49) == ("check", "bet 400")


def test_near_sizes_are_merged_into_the_larger() -> None:
    assert actions("", bets="50%, 55%, 100%", merge=0.1) == ("check", "bet 110", "bet 200")
    assert actions("", bets="50%, 55%, 100%", merge=0.0) == (
        "check",
        "bet 100",
        "bet 110",
        "bet 200",
    )


def test_donks_are_offered_after_a_call_out_of_position_only() -> None:
    settings = {"board": "Kh8h3dJc", "bets": "100%", "sizes": {"donks river": "25%"}}
    assert actions("check, bet 200, call, 2c", **settings) == ("check", "bet 150")
    assert actions("check, check, 2c", **settings) == ("check", "bet 200")
    assert actions("bet 200, call, 2c", **settings) == ("check", "bet 600")


def test_sizes_differ_by_player_and_street() -> None:
    sizes = {"bets ip": "75%", "bets ip river": "a", "raises oop": ""}
    assert actions("check", board="Kh8h3dJc", sizes=sizes) == ("check", "bet 150")
    assert actions("check, check, 2c, check", board="Kh8h3dJc", sizes=sizes) == (
        "check",
        "all-in 900",
    )
    assert actions("check, bet 150", board="Kh8h3dJc", sizes=sizes) == ("fold", "call")


@pytest.mark.parametrize("text", ["50", "x", "50%%", "-5%", "4e", "2.5", "5e%", "nan%"])
def test_what_is_no_size_is_quoted(text: str) -> None:
    with pytest.raises(SolvingError, match="is no bet size"):
        BetSizes(text)


@pytest.mark.parametrize(("text", "why"), [("0%", "bets nothing"), ("1x", "does not raise")])
def test_sizes_of_nothing_are_refused(text: str, why: str) -> None:
    with pytest.raises(SolvingError, match=why):
        BetSizes(text)


@pytest.mark.parametrize("key", ["bets preflop", "sizes flop", "donk"])
def test_unknown_places_of_sizes_are_quoted(key: str) -> None:
    with pytest.raises(SolvingError, match=key):
        Spot.create("Kh8h3d", 10, 10, "AA", "QQ", sizes={key: "50%"})


def test_sizes_read_back_as_they_are_written() -> None:
    sizes = BetSizes(" 33% ,e,2E150%,2.5X, all-in,120c")
    assert str(sizes) == "33%, e, 2e150%, 2.5x, a, 120c"
    assert BetSizes(str(sizes)) == sizes
    assert not BetSizes("")
