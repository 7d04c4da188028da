"""Models of heads-up opponents: their words for a hand, the library, and what is believed."""

from pathlib import Path

import numpy as np
import pytest

from fivebet._core import model_situation, modelled_move, strength_levels
from fivebet.agents.hosting.registry import make_agent
from fivebet.agents.players.relative_strength import strengths_on_board
from fivebet.cards import parse_cards
from fivebet.cards.class_orders import strengths_before_flop
from fivebet.cards.combos import COMBO_MASKS, combo_index
from fivebet.errors import FivebetError
from fivebet.game import CALL, Action, Game, Hand, bet, play, raise_to
from fivebet.opponents.action_models import (
    ACTIONS,
    LEVELS,
    SITUATIONS,
    OpponentBelief,
    TypeLibrary,
    load_types,
    nearness,
    range_by_model,
    save_types,
    shipped_types,
    situation_of,
    smoothed_parts,
)

NO_LIMIT, LIMIT = Game.named("nolimit-2p"), Game.named("limit-2p")


def played(*actions: Action, game: Game = NO_LIMIT) -> Hand:
    hand = Hand(game, seed=3)
    for action in actions:
        hand.act(action)
    return hand


def test_situations_tell_streets_what_is_faced_and_prices_apart() -> None:
    blind = model_situation(played(), 0)
    raised = model_situation(played(raise_to(300)), 1)
    free = model_situation(played(CALL), 1)
    checked = played(CALL, CALL)
    flop = model_situation(checked, 2)
    small = played(CALL, CALL, raise_to(100))
    large = played(CALL, CALL, raise_to(1000))
    found = [blind, raised, free, flop, model_situation(small, 3), model_situation(large, 3)]
    assert len(set(found)) == len(found)
    assert all(0 <= each < SITUATIONS for each in found)
    assert [each // 32 for each in found] == [0, 0, 0, 1, 1, 1]
    # The street, the bets and raises of it, and the price.
    asked = [
        (0, 0, 0.25),
        (0, 1, 1 / 3),
        (0, 0, 0.0),
        (1, 0, 0.0),
        (1, 1, 0.25),
        (1, 1, 1000 / 2200),
    ]
    assert [situation_of(*each) for each in asked] == found


@pytest.mark.parametrize("to", [100, 150, 200, 250, 400, 700, 1500, 3000, 9000])
def test_prices_have_the_same_bounds_as_in_the_core(to: int) -> None:
    hand = played(CALL, CALL, bet(to))
    price = to / (200 + 2 * to)
    assert model_situation(hand, 3) == situation_of(1, 1, price)


def test_raises_are_small_large_or_huge_by_the_pot() -> None:
    # After both have called the pot is 200.
    found = [
        modelled_move(played(CALL, CALL, raise_to(to)), 2)[1:]
        for to in (100, 180, 1000, 20000 - 100)
    ]
    assert found == [(2, 0.5), (3, 0.9), (4, 5.0), (4, 99.5)]
    assert modelled_move(played(raise_to(20), game=LIMIT), 0)[1] == 2
    assert modelled_move(played(CALL), 0)[1:] == (1, 0.0)


def test_levels_follow_the_strength_that_players_by_rules_look_at() -> None:
    board = sum(1 << card for card in parse_cards("Kh8h3d"))
    levels = strength_levels(board, strengths_before_flop())
    live = (COMBO_MASKS & np.uint64(board)) == 0
    strengths = strengths_on_board(board)
    # They rank the hands, but for those that a holding's own cards rule out.
    by_level = [strengths[live & (levels == level)] for level in range(LEVELS)]
    assert all(len(each) for each in by_level)
    means = [float(each.mean()) for each in by_level]
    assert means == sorted(means)
    assert all(abs(float(each.max() - each.min())) < 0.2 for each in by_level)
    assert levels[combo_index(*parse_cards("KsKd"))] == LEVELS - 1


def library_of(**rows: list[float]) -> TypeLibrary:
    """Return types that do the same in every situation; capitals play soundly."""
    parts = np.array(
        [
            np.broadcast_to(np.array(row) * 250, (SITUATIONS, LEVELS, ACTIONS))
            for row in rows.values()
        ]
    )
    sound = np.array([name.isupper() for name in rows])
    return TypeLibrary(tuple(rows), sound, parts.round().astype(np.uint8))


CALLS, FOLDS, MIXES = [0.0, 1.0, 0, 0, 0], [1.0, 0, 0, 0, 0], [0.2, 0.4, 0.2, 0.1, 0.1]


def test_actions_move_the_types_by_bayes_rule() -> None:
    library = library_of(calls=CALLS, folds=FOLDS, MIXES=MIXES)
    belief = OpponentBelief.before_play(library)
    assert belief.sound(library) == pytest.approx(0.3)
    hand = played(raise_to(300), CALL, *[CALL] * 6)
    belief.observe(hand, 0, 1, library)
    # Four times it called or checked: twice as likely each time for who always does.
    likelihood = library.chances[:, 0, 0, 1].astype(np.float64) ** 4
    expected = library.prior * likelihood**0.6
    assert belief.types() == pytest.approx(expected / expected.sum(), rel=1e-4)
    for _ in range(20):
        belief.observe(hand, 0, 1, library)
    assert belief.types()[0] > 0.99
    assert belief.sound(library) < 0.01


def test_shown_cards_count_for_their_strength() -> None:
    parts = np.zeros((2, SITUATIONS, LEVELS, ACTIONS))
    parts[:, 32:, :, 1] = 250  # both call after the flop
    parts[0, :32, :5, 1] = parts[0, :32, 5:, 2] = 250  # raises with the better half of hands
    parts[1, :32, :5, 2] = parts[1, :32, 5:, 1] = 250  # with the other half
    library = TypeLibrary(("honest", "bluffs"), np.array([False, False]), parts.astype(np.uint8))
    hands = [Hand(LIMIT, seed=5, number=number) for number in range(40)]
    strong = [each for each in hands if _level(each, 1) >= 12]
    assert strong
    belief = OpponentBelief.before_play(library)
    shown = strong[0]
    shown.act(raise_to(20))
    while not shown.over:
        shown.act(shown.legal.passive)
    belief.observe(shown, 1, 0, library)
    assert belief.types()[0] > 0.8  # the raise was honest
    hidden = OpponentBelief.before_play(library)
    folded = Hand(LIMIT, seed=5)
    folded.act(raise_to(20))
    folded.act(Action("fold"))
    hidden.observe(folded.view(0), 1, 0, library)
    assert hidden.types()[0] == pytest.approx(0.5, abs=0.1)  # nobody saw with what


def _level(hand: Hand, seat: int) -> int:
    cards = hand.hole(seat)
    assert cards is not None
    return int(strength_levels(0, strengths_before_flop())[combo_index(*cards)])


def test_counts_take_over_from_the_types() -> None:
    library = library_of(calls=CALLS, MIXES=MIXES)
    belief = OpponentBelief.before_play(library)
    hand = played(raise_to(300), Action("fold"))
    situation, _, _ = modelled_move(hand, 1)
    before = belief.model(library)[situation, :, 0].mean()
    for _ in range(400):
        belief.observe(hand.view(1), 0, 1, library)
    after = belief.model(library)[situation, :, 0]
    assert before < 0.2
    assert after[:8].min() > 0.75  # where most hands are
    assert belief.model(library).sum(axis=-1) == pytest.approx(1, abs=1e-5)


def test_sizes_of_raises_are_remembered() -> None:
    library = library_of(MIXES=MIXES)
    belief = OpponentBelief.before_play(library)
    hand = played(CALL, CALL, raise_to(600), Action("fold"))  # three pots
    for _ in range(40):
        belief.observe(hand.view(1), 0, 1, library)
    small, large, huge = belief.raise_sizes()
    assert (small, large) == (0.4, 0.85)
    assert huge == pytest.approx(3, abs=0.1)


def test_a_raise_counts_as_a_thousand_pots_at_most() -> None:
    """Responses are found for raises by so much, and all-in may be more on deep stacks."""
    library = library_of(MIXES=MIXES)
    belief = OpponentBelief.before_play(library)
    deep = Game(structure="no-limit", seats=2, blinds=(10, 5), stacks=(100_000, 100_000))
    hand = played(CALL, raise_to(100_000), Action("fold"), game=deep)
    for _ in range(40):
        belief.observe(hand.view(1), 0, 1, library)
    assert 500 < belief.raise_sizes()[2] <= 1_000


def test_ranges_are_carried_by_the_model() -> None:
    model = np.zeros((SITUATIONS, LEVELS, ACTIONS), np.float32)
    model[:, :8, 1] = model[:, 8:, 2] = 1
    raised = played(raise_to(200))
    weights = range_by_model(raised, 1, model)
    levels = strength_levels(0, strengths_before_flop())
    assert (weights[levels >= 8] == 1).all()
    assert (weights[levels < 8] == 0).all()
    assert (range_by_model(raised, 0, model) == 1).all()


def test_smoothing_keeps_what_was_seen_and_fills_the_rest_by_level() -> None:
    counts = np.zeros((SITUATIONS, LEVELS, ACTIONS))
    seen = (1 * 4 + 1) * 8 + 1  # facing a bet on the flop
    counts[seen, :8, 0] = counts[seen, 8:, 2] = 200
    parts = smoothed_parts(counts) / 250
    assert parts.sum(axis=-1) == pytest.approx(1, abs=0.02)
    assert parts[seen, 0, 0] > 0.95
    other_price, river = seen + 1, seen + 64
    for unseen in (other_price, river):
        assert parts[unseen, 0, 0] > 0.9
        assert parts[unseen, 12, 2] > 0.9


def test_smoothing_follows_the_price_before_anything_else() -> None:
    counts = np.zeros((SITUATIONS, LEVELS, ACTIONS))
    bet, raised = (1 * 4 + 1) * 8, (1 * 4 + 2) * 8
    counts[[bet + 1, raised + 1], :, 1] = 100  # calls bets and raises of half the pot
    counts[bet + 6, :, 0] = 20  # folds to bets of twenty pots
    parts = smoothed_parts(counts) / 250
    assert parts[raised + 6, :, 0].min() > 0.8  # so it does to raises that were never seen
    assert parts[raised + 1, :, 1].min() > 0.9


def test_a_player_between_two_types_is_not_taken_for_one_who_plays_at_random() -> None:
    parts = np.zeros((3, SITUATIONS, LEVELS, ACTIONS))
    parts[0, :, :4, 0] = parts[0, :, 4:, 1] = 250
    parts[1, :, :8, 0] = parts[1, :, 8:, 1] = 250
    parts[2] = 50
    library = TypeLibrary(("loose", "tight", "random"), np.zeros(3, bool), parts.astype(np.uint8))
    belief = OpponentBelief.before_play(library)
    for number in range(60):
        hand = Hand(NO_LIMIT, seed=4, number=number)
        hand.act(raise_to(300))
        hand.act(CALL if _level(hand, 0) >= 6 else Action("fold"))
        while not hand.over:
            hand.act(hand.legal.passive)
        belief.observe(hand, 0, 1, library)
    situation, _, _ = modelled_move(hand, 1)
    model = belief.model(library)[situation]
    assert model[:4, 0].min() > 0.8
    assert model[9:, 1].min() > 0.8


def test_who_calls_small_bets_may_fold_to_large_ones() -> None:
    small, large = (3 * 4 + 1) * 8 + 1, (3 * 4 + 1) * 8 + 6
    parts = np.zeros((2, SITUATIONS, LEVELS, ACTIONS))
    parts[..., 1] = 250
    parts[0, large] = parts[1, small] = [250, 0, 0, 0, 0]
    library = TypeLibrary(("fears size", "fears none"), np.zeros(2, bool), parts.astype(np.uint8))
    belief = OpponentBelief.before_play(library)
    belief.evidence[small] = [0.0, -8.0]  # it called small bets
    belief.counts[small, :, 1] = 1
    assert belief.types_by_situation()[small, 0] > 0.9
    assert 0.5 < belief.types_by_situation()[large, 0] < 0.8
    drawn = belief.drawn_models(library, 8, np.random.default_rng(2))
    assert drawn.shape == (8, SITUATIONS, LEVELS, ACTIONS)
    assert drawn.sum(axis=-1) == pytest.approx(1, abs=1e-5)
    assert drawn[:, small].std(axis=0).max() < 0.2  # they agree about what was seen
    assert drawn[:, large, :, 1].std(axis=0).min() > 0.3  # and differ about the rest
    assert drawn.mean(axis=0)[large] == pytest.approx(belief.model(library)[large], abs=0.15)


def test_the_first_actions_count_in_full_and_all_of_them_as_forty_at_most() -> None:
    library = library_of(calls=CALLS, folds=FOLDS)
    belief = OpponentBelief.before_play(library)
    for actions, as_many in ((0, 0), (4, 3.64), (40, 20), (4000, 39.6)):
        belief.counts[50, :, 1] = actions / LEVELS
        belief.evidence[50] = [0.0, -0.1 * actions]
        calls, folds = belief.types_by_situation()[50]
        assert np.log(calls / folds) == pytest.approx(0.1 * as_many, abs=0.01)


def test_situations_are_nearer_the_more_they_have_in_common() -> None:
    near = nearness()
    flop_bet = (1 * 4 + 1) * 8 + 2
    others = [flop_bet, flop_bet + 1, flop_bet + 3, flop_bet + 32, flop_bet - 32, flop_bet - 10]
    counts = near[flop_bet, others].tolist()
    assert counts == sorted(counts, reverse=True)
    assert (near == near.T).all()
    assert (near.diagonal() == 1).all()


def test_types_are_written_and_read(tmp_path: Path) -> None:
    library = library_of(calls=CALLS, MIXES=MIXES)
    path = tmp_path / "types.npz"
    save_types({"no-limit": library}, path)
    read = load_types(path)
    assert list(read) == ["no-limit"]
    assert read["no-limit"].names == ("calls", "MIXES")
    assert (read["no-limit"].parts == library.parts).all()
    (tmp_path / "other").write_bytes(b"nothing")
    with pytest.raises(FivebetError, match="no types of opponents"):
        load_types(tmp_path / "other")


@pytest.mark.parametrize(("game", "least"), [(LIMIT, 0.9), (NO_LIMIT, 0.9)])
@pytest.mark.parametrize("name", ["call", "maniac", "timid"])
def test_house_agents_are_recognised_by_their_play(game: Game, least: float, name: str) -> None:
    library = shipped_types("fixed-limit" if game is LIMIT else "no-limit")
    belief = OpponentBelief.before_play(library)
    agent, other = make_agent(name), make_agent("fair")
    for number in range(25):
        seat = number % 2
        hand = Hand(game, seed=11, number=number)
        play(hand, [agent, other] if seat == 0 else [other, agent])
        belief.observe(hand.view(1 - seat), seat, 1 - seat, library)
    assert belief.sound(library) < 1 - least
