import signal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivebet.cards import DECK, Card
from fivebet.cards.combos import COMBOS
from fivebet.cards.equity import equity
from fivebet.cards.ranges import Range
from fivebet.errors import CardError, EquityError, FivebetError
from tests import slow

TEN = "88+,A9s+,KTs+,QTs+,AJo+,KQo"
FIFTEEN = "77+,A7s+,K9s+,QTs+,JTs,ATo+,KTo+,QJo"


@pytest.mark.parametrize(
    ("players", "board", "expected"),
    [
        (("AsAh", "KsKh"), "", 0.826366),
        (("AhKh", FIFTEEN), "Qh7h2c", 0.676366),
        ((TEN, FIFTEEN), "", 0.549886),
        (("88+,A9s+,KTs+,QTs+,JTs,AJo+,KQo", FIFTEEN), "Qh7h2c", 0.557046),
        (("AKs", "random"), "", 0.670446),
    ],
)
def test_known_equities_come_out_to_the_last_digit(
    players: tuple[str, str], board: str, expected: float
) -> None:
    result = equity(*players, board=board)
    assert result.exact
    assert round(result.equity[0], 6) == expected
    assert sum(result.equity) == pytest.approx(1, abs=1e-12)


def as_list(range_: Range) -> list[tuple[str, float]]:
    return [(f"{low}{high}", weight) for (low, high), weight in range_]


@st.composite
def spots(draw: st.DrawFn, players: int, board: int) -> tuple[list[Range], str, str]:
    deck = draw(st.permutations(range(52)))
    cards = "".join(str(Card(i)) for i in deck[:board])
    dead = "".join(str(Card(i)) for i in deck[board : board + draw(st.integers(0, 2))])
    ranges = []
    for _ in range(players):
        weights = np.zeros(1326)
        for index in draw(st.lists(st.integers(0, 1325), min_size=1, max_size=4, unique=True)):
            weights[index] = draw(st.sampled_from([0.25, 0.5, 1.0]))
        ranges.append(Range.from_weights(weights))
    return ranges, cards, dead


def check_against_brute_force(ranges: list[Range], board: str, dead: str) -> None:
    try:
        result = equity(*ranges, board=board, dead=dead, exact=True)
    except EquityError:
        with pytest.raises(ZeroDivisionError):
            slow.equities([as_list(r) for r in ranges], board, dead)
        return
    expected = slow.equities([as_list(r) for r in ranges], board, dead)
    assert result.equity == pytest.approx(expected, abs=1e-12)


@settings(max_examples=40)
@given(spots(players=2, board=4))
def test_two_players_on_the_turn_agree_with_brute_force(
    spot: tuple[list[Range], str, str],
) -> None:
    check_against_brute_force(*spot)


@settings(max_examples=60)
@given(st.integers(2, 5).flatmap(lambda n: spots(players=n, board=5)))
def test_any_number_of_players_on_the_river_agrees_with_brute_force(
    spot: tuple[list[Range], str, str],
) -> None:
    check_against_brute_force(*spot)


@settings(max_examples=25)
@given(spots(players=3, board=4))
def test_three_players_on_the_turn_agree_with_brute_force(
    spot: tuple[list[Range], str, str],
) -> None:
    check_against_brute_force(*spot)


@settings(max_examples=6)
@given(spots(players=2, board=3))
def test_two_players_on_the_flop_agree_with_brute_force(
    spot: tuple[list[Range], str, str],
) -> None:
    check_against_brute_force(*[[*spot[0]], spot[1], spot[2]])


def test_hands_before_the_flop_agree_with_sampling_for_every_number_of_players() -> None:
    hands = ["AsAh", "KsQs", "7h7d", "JcTc", "9h8h", "5c5d", "AdKd", "3s2s", "QhJh", "6s4s"]
    for n in range(2, 11):
        exact = equity(*hands[:n], exact=True)
        sampled = equity(*hands[:n], exact=False, deals=200_000, seed=n)
        assert exact.exact
        assert not sampled.exact
        assert sum(exact.equity) == pytest.approx(1, abs=1e-12)
        for a, b, error in zip(exact.equity, sampled.equity, sampled.standard_error, strict=True):
            assert abs(a - b) < 5 * error


def test_dead_cards_change_the_odds_before_the_flop() -> None:
    alive = equity("AsAh", "KsKh").equity[0]
    drawing_dead = equity("AsAh", "KsKh", dead="KcKd").equity[0]
    assert drawing_dead > alive + 0.1
    sampled = equity("AsAh", "KsKh", dead="KcKd", exact=False, deals=500_000)
    assert abs(sampled.equity[0] - drawing_dead) < 5 * sampled.standard_error[0]


def test_look_up_and_enumeration_agree_on_uneven_ranges_before_the_flop() -> None:
    one, two = Range("AhKh, AsKs:0.5, 72o:0.25"), Range("QQ, JhTh")
    looked_up = equity(one, two)
    assert looked_up.method == "look-up"
    total = share = 0.0
    for a, weight_a in one:
        for b, weight_b in two:
            if {*a} & {*b}:
                continue
            total += weight_a * weight_b
            share += weight_a * weight_b * equity(list(a), list(b)).equity[0]
    assert looked_up.equity[0] == pytest.approx(share / total, abs=1e-12)


@pytest.mark.parametrize(
    ("players", "board"),
    [((TEN, FIFTEEN), "Qh7h2c"), ((TEN, FIFTEEN), ""), (("AA", "KK", "QQ"), "2c3d4h")],
)
def test_equities_of_single_combos_average_to_the_whole(
    players: tuple[str, ...], board: str
) -> None:
    result = equity(*players, board=board, per_combo=True)
    assert result.per_combo is not None
    for player, by_combo in zip(players, result.per_combo, strict=True):
        held = ~np.isnan(by_combo)
        assert set(np.flatnonzero(held)) <= set(np.flatnonzero(Range(player).weights))
        assert 0 <= np.nanmin(by_combo) <= np.nanmax(by_combo) <= 1
    combo = int(np.flatnonzero(~np.isnan(result.per_combo[0]))[0])
    others = players[1:]
    alone = equity(list(COMBOS[combo]), *others, board=board, exact=True)
    assert result.per_combo[0][combo] == pytest.approx(alone.equity[0], abs=1e-12)


def test_sampled_combos_agree_with_exact_ones() -> None:
    exact = equity("QQ+", "random", board="Qh7h2c", per_combo=True)
    sampled = equity("QQ+", "random", board="Qh7h2c", per_combo=True, exact=False, deals=400_000)
    assert exact.per_combo is not None
    assert sampled.per_combo is not None
    difference = exact.per_combo[0] - sampled.per_combo[0]
    assert np.nanmax(np.abs(difference)) < 0.02


def test_the_same_seed_gives_the_same_answer_on_any_number_of_threads() -> None:
    ranges = ("15%", "20%", "random", "AhKh")
    answers = {
        equity(*ranges, exact=False, deals=300_000, seed=11, threads=n).equity for n in (1, 2, 3, 7)
    }
    assert len(answers) == 1
    assert equity(*ranges, exact=False, deals=300_000, seed=12).equity not in answers
    exact = {equity(TEN, FIFTEEN, board="Qh7h2c", threads=n).equity for n in (1, 2, 5)}
    assert len(exact) == 1


def test_sampling_stops_at_the_error_asked_for() -> None:
    result = equity("15%", "random", "random", error=0.001)
    assert not result.exact
    assert 0 < max(result.standard_error) <= 0.001
    assert equity("15%", "random", "random", exact=False, deals=5000).deals == 8192
    assert equity("15%", "random", "random", exact=False, deals=5e3).deals == 8192


def test_stated_errors_are_those_of_repeated_runs() -> None:
    runs = [equity("10%", "random", "random", exact=False, deals=4096, seed=i) for i in range(400)]
    equities = np.array([run.equity[0] for run in runs])
    stated = np.mean([run.standard_error[0] for run in runs])
    assert equities.std(ddof=1) == pytest.approx(stated, rel=0.15)


def test_sampling_is_unbiased_for_uneven_weights_and_many_ranges() -> None:
    ranges = ("AA:0.1, 22", "KK, 77:0.3", "QQ:0.7, 54s", "JJ", "TT:0.2, AKs", "99")
    exact = equity(*[Range(r) for r in ranges], board="2c7d9h", exact=True)
    sampled = equity(*ranges, board="2c7d9h", exact=False, deals=1_000_000, seed=5)
    for a, b, error in zip(exact.equity, sampled.equity, sampled.standard_error, strict=True):
        assert abs(a - b) < 4.5 * error


def test_progress_ends_at_one() -> None:
    seen: list[float] = []
    equity("15%", "random", "random", error=0.002, progress=seen.append)
    assert seen[-1] == 1
    seen.clear()
    equity("AA", "KK", "QQ", progress=seen.append)
    assert seen[-1] == 1


@pytest.mark.parametrize(
    ("players", "options", "message"),
    [
        (("AA",), {}, "1 player cannot be compared: give 2 to 10"),
        (("random",) * 11, {}, "11 players cannot be compared: give 2 to 10"),
        (("AsAh", "AsKs"), {}, "cannot be dealt together"),
        (("AsAh", "AsKs", "QQ"), {"exact": False}, "hardly ever be dealt together"),
        (("AA", "KK"), {"board": "AsAhAdAc"}, "'AA' holds no hand"),
        (("AA", "KK"), {"board": "As"}, "is no board: it has 1 cards"),
        (("AA", "KK"), {"board": "AsKsQs", "dead": "As"}, "on the board and dead"),
        (("AA", "0%"), {}, "'0%' is an empty range"),
        (("AA", "KK"), {"error": 0.0, "exact": False}, "error=0.0"),
        (("AA", "KK"), {"deals": -5, "exact": False}, "deals=-5"),
        (("AA", "KK"), {"threads": 0}, "threads=0"),
        (("AA", "KK", "QQ"), {"exact": True, "seconds": 2.0}, "has no error, deals or seconds"),
        (("random",) * 10, {"dead": list(DECK)[:30]}, "only 22 cards are left for 10 players"),
    ],
)
def test_questions_without_an_answer_say_why(
    players: tuple[str, ...], options: dict[str, object], message: str
) -> None:
    with pytest.raises(FivebetError) as caught:
        equity(*players, **options)  # type: ignore[arg-type]
    assert message in str(caught.value)


def test_errors_of_cards_are_errors_of_values() -> None:
    with pytest.raises(CardError):
        equity("AA", "KK", board="Zz")
    assert issubclass(FivebetError, ValueError)


def test_an_exact_answer_can_be_interrupted() -> None:
    before = signal.signal(signal.SIGVTALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_VIRTUAL, 0.5)  # of computing, however long that takes
    try:
        with pytest.raises(KeyboardInterrupt):
            equity("random", "random", "random", exact=True)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@pytest.mark.parametrize("limit", [0, -1.0, float("nan"), float("inf")])
@pytest.mark.parametrize("name", ["error", "deals", "seconds"])
def test_a_limit_that_never_ends_is_refused(name: str, limit: float) -> None:
    with pytest.raises(EquityError, match="no limit"):
        equity("AA", "KK", "QQ", **{name: limit})  # type: ignore[arg-type]
