"""Each unit of PLICAS by itself."""

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivebet.agents.players.plicas import Plicas
from fivebet.agents.players.plicas.aggression import shift_bucket, shift_chance, with_raises_of
from fivebet.agents.players.plicas.bluff import (
    FLOPS,
    _by_class,
    bluff_chance,
    bluff_pays,
    count_class,
    fold_chance,
    playable_chances,
)
from fivebet.agents.players.plicas.control import (
    Maximum,
    control_range,
    gain,
    range_equities,
    range_shares,
)
from fivebet.agents.players.plicas.model import UNKNOWN, OpponentModel
from fivebet.agents.players.plicas.postflop import PostflopRules
from fivebet.agents.players.plicas.preflop import PreflopRules, hand_place, table_1_classes
from fivebet.agents.players.plicas.rules import Triple, choose, merge, triple
from fivebet.agents.players.plicas.strength import BUCKETS, bucket_of, effective_strength, made_on
from fivebet.cards import parse_cards
from fivebet.cards.class_orders import class_order
from fivebet.cards.combos import CLASSES, COMBOS, combos_of_class
from fivebet.cards.equity import equity
from fivebet.cards.evaluator import Category, category, evaluate
from fivebet.cards.ranges import Range
from fivebet.errors import FormatError, GameError
from fivebet.game import CALL, CHECK, FOLD, Game, Hand, raise_to

GAME = Game.named("limit-2p")
PRINTED = {130: "88+,A9s+,KTs+,QTs+,AJo+,KQo", 200: "77+,A7s+,K9s+,QTs+,JTs,ATo+,KTo+,QJo"}


def best_classes(number: int) -> Range:
    return Range.from_weights(np.isin(np.arange(169), class_order()[:number]).astype(float))


def test_the_core_order_yields_the_printed_ranges() -> None:
    for combos, printed in PRINTED.items():
        number = int(np.searchsorted(range_shares(), combos / 1326)) + 1
        assert best_classes(number) == Range(printed)


def test_the_worked_example_is_55_percent() -> None:
    tight, wide = (int(np.searchsorted(range_shares(), n / 1326)) for n in PRINTED)
    assert round(100 * range_equities()[tight, wide]) == 55


@pytest.mark.parametrize(("row", "column"), [(0, 0), (0, 168), (24, 37), (80, 120), (168, 60)])
def test_range_equities_are_those_of_enumeration(row: int, column: int) -> None:
    exact = equity(best_classes(row + 1), best_classes(column + 1), exact=True).equity[0]
    assert range_equities()[row, column] == pytest.approx(exact, abs=1e-12)


@given(st.integers(1, 169), st.integers(1, 169), st.floats(0.5, 30))
def test_f_is_as_printed(r_p: int, r_o: int, pot: float) -> None:
    ev = range_equities()[r_p - 1, r_o - 1]
    lost = (range_shares()[r_o - 1] - range_shares()[r_p - 1]) * -1
    printed = ev * (pot / 2) + (1 - ev) * (-pot / 2) + lost
    assert gain(r_p, r_o, pot) == pytest.approx(printed)


@pytest.mark.parametrize("maximum", ["own", "opponent"])
@pytest.mark.parametrize(("opponent", "pot"), [(0.3, 3.0), (0.67, 5.0), (0.85, 8.0), (1.0, 7.5)])
def test_control_stops_at_a_local_maximum_that_dominates(
    opponent: float, pot: float, maximum: Maximum
) -> None:
    found = control_range(opponent, pot, maximum, 0.85)
    shares = range_shares()
    at = int(np.argmin(np.abs(shares - found.range)))
    r_o = int(np.searchsorted(shares, opponent)) + 1
    around = [gain(i + 1, r_o, pot) for i in (at - 1, at, at + 1) if 0 <= i < 169]
    assert found.adapted
    assert found.gain == max(around)
    assert found.gain >= 0


@pytest.mark.parametrize(("opponent", "pot"), [(0.95, 12), (0.87, 14), (0.2, 4)])
def test_the_end_of_the_scale_is_no_local_maximum(opponent: float, pot: float) -> None:
    aces = pytest.approx(6 / 1326)
    assert control_range(opponent, pot, "opponent").range == aces
    for maximum in ("own", "weighted"):
        assert control_range(opponent, pot, maximum, 0.85).range > 0.5


def test_no_opponent_and_no_pot_make_range_control_collapse() -> None:
    found = [
        (control_range(float(theirs), pot, "own", 0.85), pot)
        for theirs in range_shares()[::4]
        for pot in np.arange(1.0, 48.5, 0.5).tolist()
    ]
    assert min(each.range for each, _ in found) > 0.35
    assert all(each.gain >= 0 for each, _ in found if each.adapted)
    # What is left as it is has no better local maximum next to it.
    assert {each.range for each, _ in found if not each.adapted} == {0.85}


def test_pots_that_end_before_the_flop_count_unless_switched_off() -> None:
    models = {pots: OpponentModel(pots=pots) for pots in ("all", "flop")}
    for number in range(4):
        hand = Hand(GAME, seed=1, number=number)
        for action in [FOLD] if number % 2 else [CALL, *[CHECK] * 7]:
            hand.act(action)
        for model in models.values():
            model.observe(hand.view(0))
    assert models["flop"].opponent.pot == 2
    assert models["all"].opponent.pot == 1.5  # a blind that was not called goes back


def test_as_printed_f_is_highest_at_aces_alone() -> None:
    for r_o in (60, 120, 169):
        gains = [gain(r_p, r_o, 6.0) for r_p in range(1, 170)]
        assert int(np.argmax(gains)) == 0
        weighted = [gain(r_p, r_o, 6.0, weighted=True) for r_p in range(1, 170)]
        assert range_shares()[int(np.argmax(weighted))] > 0.3


def test_table_1_has_the_classes_that_the_text_names() -> None:
    classes = dict(zip(CLASSES, table_1_classes().tolist(), strict=True))
    first = {name for name, number in classes.items() if number == 1}
    assert first == {"AA", "KK", "QQ", "JJ", "AKs"}
    assert classes["J8o"] == 7
    assert classes["72o"] == 8
    assert set(classes.values()) == set(range(1, 9))


def test_places_follow_the_order() -> None:
    aces, trash = ((int(a), int(b)) for a, b in map(parse_cards, ("AsAh", "3c2d")))
    for order in ("three-random", "table-1"):
        assert hand_place(aces, order) < 0.01
        assert hand_place(trash, order) > 0.95


def test_a_tighter_range_plays_fewer_hands() -> None:
    rules = PreflopRules()
    assert rules.triple("first", 0.8, rules.range).fold == 0
    assert rules.triple("first", 0.8, rules.range / 2).fold == 1
    assert rules.triple("first", 0.99, 1.0).fold == 0


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("plays = 0", "plays = 0"),
        ("plays = 85", r"\[first\] is missing"),
        ('plays = 85\n[first]\n"0-50" = [1, 0, 0]', "cover 0 to 100"),
        ('plays = 85\n[first]\n"0-50" = [1, 0, 0]\n"60-100" = [1, 0, 0]', "begin at 50"),
        ('plays = 85\n[first]\n"0-100" = [1, 1, 0]', "sum to 1"),
        ('plays = 85\n[first]\n"some" = [1, 0, 0]', "no band"),
        ("plays = ", "no file of rules"),
    ],
)
def test_rules_that_cannot_be_are_refused(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(FormatError, match=complaint):
        PreflopRules(str(path))
    with pytest.raises(FormatError, match="cannot be read"):
        PostflopRules(str(tmp_path / "none.toml"))


def test_every_situation_has_a_triple() -> None:
    rules = PostflopRules()
    for street in (1, 2, 3):
        for bets in range(5):
            for bucket in range(BUCKETS):
                assert sum(rules.triple(street, bets, bucket)) == pytest.approx(1)
        assert rules.triple(street, 1, 0).fold == 1
        assert rules.triple(street, 0, 9).raise_ > 0.5


@pytest.mark.parametrize(
    ("hole", "board", "expected"),
    [
        ("AsKd", "Qh7c2d", (False, True, False, False)),
        ("AsKd", "Ah7c2d", (True, False, False, False)),
        ("9h8h", "Th2h5h", (True, False, False, False)),
        ("9h8h", "Kh2h5c", (False, False, True, False)),
        ("9h8c", "Td7s2c", (False, False, False, True)),
        ("9h8c", "Jd7s2c", (False, False, False, True)),
        ("As4c", "2d3h9s", (False, False, False, True)),
        ("7c2d", "AhKsQd", (False, False, False, False)),
        ("7c2d", "AhAsQd", (True, False, False, False)),
        ("6h7h", "8h9hTh", (True, False, False, False)),
    ],
)
def test_hands_make_what_players_say(
    hole: str, board: str, expected: tuple[bool, bool, bool, bool]
) -> None:
    made = made_on(parse_cards(hole), parse_cards(board))
    assert tuple(made) == expected
    assert made.playable == any(expected)


def test_draws_lift_a_hand_until_the_river() -> None:
    draw, nothing = parse_cards("9h8h"), parse_cards("9c8d")
    flop, river = parse_cards("Kh5h2c"), parse_cards("Kh5h2c3sJd")
    assert effective_strength(draw, flop) > effective_strength(nothing, flop) + 0.2
    assert effective_strength(draw, river) == pytest.approx(effective_strength(nothing, river))


@given(st.floats(0, 1))
def test_buckets_are_tenths(strength: float) -> None:
    assert 0 <= bucket_of(strength) < BUCKETS
    assert bucket_of(strength) <= strength * BUCKETS


def slow_made(hole: tuple[int, ...], flop: tuple[int, ...]) -> list[bool]:
    """Figure 4's definitions again, by trying every next card."""
    cards = set(hole) | set(flop)
    now = category(evaluate(sum(1 << card for card in cards)))
    next_cards = [card for card in range(52) if card not in cards]
    after = [category(evaluate(sum(1 << c for c in (*cards, card)))) for card in next_cards]
    straights = (Category.STRAIGHT, Category.STRAIGHT_FLUSH)
    flushes = (Category.FLUSH, Category.STRAIGHT_FLUSH)
    found = [
        now > Category.HIGH_CARD,
        min(card % 13 for card in hole) > max(card % 13 for card in flop),
        now not in flushes and any(each in flushes for each in after),
        # Cards that would make a flush of it hide the straight that they also make.
        now < Category.STRAIGHT
        and any(
            each in straights or (each in flushes and _straight({*cards, card}))
            for card, each in zip(next_cards, after, strict=True)
        ),
    ]
    return [*found, any(found)]


def _straight(cards: set[int]) -> bool:
    ranks = {card % 13 for card in cards} | ({-1} if any(c % 13 == 12 for c in cards) else set())
    return any(set(range(low, low + 5)) <= ranks for low in range(-1, 9))


@pytest.mark.parametrize("name", ["98s", "A5o"])
def test_flops_are_counted_as_every_next_card_tells(name: str) -> None:
    hole = COMBOS[combos_of_class(name)[0]]
    left = [card for card in range(52) if card not in hole]
    for flop in list(combinations(left, 3))[::37]:
        made = made_on(hole, flop)
        assert [*made, made.playable] == slow_made(hole, flop)


def test_the_shipped_counts_are_those_of_all_flops() -> None:
    counted = count_class("76s")
    assert playable_chances(0.0).pair == 1.0  # aces
    assert (_by_class()[CLASSES.index("76s")] * FLOPS).round().astype(int).tolist() == counted


def test_tight_ranges_are_bluffed_less() -> None:
    assert bluff_chance(0.1) < bluff_chance(0.5) < bluff_chance(1.0) < 0.4
    assert bluff_chance(1.0, scale=0.5) == pytest.approx(bluff_chance(1.0) / 2)


def test_passive_opponents_lift_buckets_and_aggressive_ones_lower_them() -> None:
    station = replace(UNKNOWN, aggression=0.05)
    maniac = replace(UNKNOWN, aggression=0.95)
    tight = replace(maniac, range=0.1)
    up, down = (shift_chance(who, 0.5, 1.0) for who in (station, maniac))
    assert up > 0 > down
    assert shift_chance(tight, 0.5, 1.0) > down  # a tight range may be aggressive
    assert shift_bucket(5, up, 0.0).after == 6
    assert shift_bucket(5, down, 0.0).after == 4
    assert shift_bucket(5, down, 0.99).after == 5
    assert shift_bucket(9, 1.0, 0.0).after == 9
    assert shift_bucket(0, -1.0, 0.0).after == 0


def test_raises_alone_are_shifted_without_folds() -> None:
    before, lower = Triple(0.2, 0.5, 0.3), Triple(0.9, 0.1, 0.0)
    assert with_raises_of(lower, before) == pytest.approx((0.2, 0.8, 0.0))
    assert with_raises_of(Triple(0, 0, 1), before) == pytest.approx((0.2, 0, 0.8))


def test_bluffs_are_made_where_the_opponent_folds_enough() -> None:
    by_range = 1 - playable_chances(UNKNOWN.range).playable
    assert fold_chance(UNKNOWN, 20) == pytest.approx(by_range)
    station = replace(UNKNOWN, flop_bets=200.0, flop_folds=2.0)
    nit = replace(UNKNOWN, flop_bets=200.0, flop_folds=150.0)
    assert fold_chance(station, 20) < 0.1
    assert fold_chance(nit, 20) > 0.6
    # A bet of 1 into 4 needs one fold in five.
    assert not bluff_pays(0.19, 4, 1)
    assert bluff_pays(0.21, 4, 1)


def test_triples_are_drawn_from_in_their_order() -> None:
    wanted = triple(0.2, 0.5, 0.3)
    assert wanted == pytest.approx(Triple(0.3, 0.5, 0.2))
    drawn = [choose(wanted, draw) for draw in (0.1, 0.3, 0.6, 0.8)]
    assert drawn == ["raise", "call", "call", "fold"]
    assert merge(Triple(1, 0, 0), Triple(0, 0, 1), 0.25) == (0.75, 0, 0.25)


def test_the_model_counts_what_the_opponent_did() -> None:
    model = OpponentModel()
    assert model.opponent == UNKNOWN
    folded = Hand.with_cards(GAME, ["AsAh", "7c2d"], "", number=0)
    folded.act(FOLD)  # the button folds
    model.observe(folded.view(0))
    shown = Hand.with_cards(GAME, ["KsKh", "QsQh"], "2c3d4h8s9c")
    for action in (raise_to(20), CALL, CHECK, raise_to(10), CALL, CHECK, CHECK, CHECK, CHECK):
        shown.act(action)
    model.observe(shown.view(0))
    now = model.opponent
    assert (now.hands, now.range, now.raises, now.calls) == (2, 0.5, 0.5, 0)
    assert now.aggression == 1.0
    assert now.pot == pytest.approx((1.0 + 6.0) / 2)  # small bets, of both hands


def test_forgetting_is_a_parameter() -> None:
    fading = OpponentModel(half_life=1)
    for _ in range(10):
        hand = Hand(GAME, seed=1)
        hand.act(FOLD)
        fading.observe(hand.view(0))
    assert fading.opponent.hands < 2.01
    with pytest.raises(GameError, match="half-life of 0"):
        Plicas(half_life=0)
