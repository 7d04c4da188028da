from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from fivebet import equity, evaluate
from fivebet._core import range_shares
from fivebet.arena.luck import Luck, _Imagined, check_game, count_terms, luck_terms
from fivebet.arena.luck_adjustment import adjust, spread_left
from fivebet.cards import Card, parse_cards
from fivebet.cards.combos import COMBOS, combo_index
from fivebet.errors import AgentError, GameError
from fivebet.game import CALL, CHECK, FOLD, Action, Game, Hand, raise_to
from tests.arena.policies import Mixer

Floats = NDArray[np.float64]

STUDIED = 900


def run_out(hand: Hand) -> Floats:
    return luck_terms(Luck.ALL_IN, hand, [], [], 0)[0]


def test_all_in_before_the_flop_pays_the_equity() -> None:
    game = Game.named("nolimit-2p")
    hand = Hand.with_cards(game, ["AsAh", "KsKh"], "2c7d9hJcKd")
    hand.act(raise_to(20000))
    hand.act(CALL)
    adjusted = np.array([float(each) for each in hand.payoffs]) + run_out(hand)
    exact = equity("AsAh", "KsKh").equity[0]
    assert adjusted == pytest.approx([20000 * (2 * exact - 1), 20000 * (1 - 2 * exact)], abs=1e-6)


def test_side_pots_of_an_all_in_on_the_flop_pay_their_own_equities() -> None:
    game = replace(Game.named("nolimit-4p"), stacks=(300, 900, 2000, 2000))
    holes = ["AsKs", "QhQd", "8c7c", "2d2h"]
    hand = Hand.with_cards(game, holes, "Qs9c6cTc2s")
    for action in (raise_to(300), FOLD, CALL, CALL, raise_to(600), CALL):
        hand.act(action)
    assert hand.over
    expected = expected_chips(hand, [parse_cards(each) for each in holes], board_cards=3)
    found = np.array([float(each) for each in hand.payoffs]) + run_out(hand)
    assert found == pytest.approx([float(each) for each in expected], abs=1e-9)


def expected_chips(hand: Hand, holes: list[list[Card]], board_cards: int) -> list[Fraction]:
    """Every board counted, every pot split by hand; folded cards are dead."""
    board = list(hand.board)[:board_cards]
    gone = {card for hole in holes for card in hole} | set(board)
    rest = [Card(card) for card in range(52) if card not in gone]
    boards = [board + list(more) for more in combinations(rest, 5 - board_cards)]
    chips = [
        Fraction(payoff) - won for payoff, won in zip(hand.payoffs, hand.winnings, strict=True)
    ]
    for amount, players in hand.pots:
        for full in boards:
            values = {seat: evaluate(holes[seat] + full) for seat in players}
            best = [seat for seat in players if values[seat] == max(values.values())]
            for seat in best:
                chips[seat] += Fraction(amount, len(boards) * len(best))
    return chips


def test_a_hand_that_ends_by_folding_has_no_luck_after_the_last_decision() -> None:
    hand = Hand(Game.named("nolimit-2p"), seed=3)
    hand.act(FOLD)
    assert not run_out(hand).any()


def test_terms_of_the_river_average_to_nothing_over_all_rivers() -> None:
    holes, board = ["AsKd", "7h7d"], parse_cards("Ah8h7c2s")
    gone = set(board) | set(parse_cards("".join(holes)))
    total = np.zeros((count_terms(Luck.CARDS), 2))
    for river in set(range(52)) - gone:
        hand = Hand.with_cards(Game.named("limit-2p"), holes, [*board, Card(river)])
        for action in (CALL, CHECK, CHECK, raise_to(20), CALL, raise_to(40), CALL, CHECK, CHECK):
            hand.act(action)
        total += luck_terms(Luck.CARDS, hand, [], [], 0)
    assert total[3] == pytest.approx([0, 0], abs=1e-9)
    assert abs(total[2]).max() > 1


def test_shares_of_a_range_are_those_of_every_hand_in_turn() -> None:
    game = Game.named("limit-3p")
    hand = Hand.with_cards(game, ["AsKd", "7h7d", "9c8c"], "Ah8h7c2sTs")
    found = range_shares(hand, 1, 0b111, 4, 48, 0, 0)
    for hole in ("2d2h", "AcKh", "JhTh", "4d5c"):
        cards = parse_cards(hole)
        other = Hand.with_cards(game, ["AsKd", hole, "9c8c"], "Ah8h7c2sTs")
        slow = slow_shares(other, board_cards=4)
        assert found[:, combo_index(*cards)] == pytest.approx(slow, abs=1e-12)
    assert not found[:, combo_index(*parse_cards("AsKd"))].any()


def slow_shares(hand: Hand, board_cards: int) -> list[float]:
    holes = [list(hand.hole(seat) or ()) for seat in range(3)]
    for action in (CALL, CALL, *[CHECK] * 10):
        hand.act(action)
    board = list(hand.board)[:board_cards]
    gone = {card for hole in holes for card in hole} | set(board)
    shares = [0.0] * 3
    rivers = [Card(card) for card in range(52) if card not in gone]
    for river in rivers:
        values = [evaluate([*hole, *board, river]) for hole in holes]
        best = [seat for seat in range(3) if values[seat] == max(values)]
        for seat in best:
            shares[seat] += 1 / len(best) / len(rivers)
    return shares


def play_stated(
    game: Game, agents: list[Mixer], number: int
) -> tuple[Hand, list[dict[Action, Floats]]]:
    hand = Hand(game, seed=11, number=number)
    policies = []
    while (seat := hand.actor) is not None:
        view = hand.view(seat)
        policies.append(agents[seat].policy(view))
        hand.act(agents[seat].act(view).action)
    return hand, policies


def test_action_terms_average_to_nothing_over_all_lines_of_play() -> None:
    game = replace(Game.named("limit-2p"), max_raises=(2, 1, 1, 1))
    agents = [Mixer(bold=1), Mixer(bold=2)]
    deal = Hand(game, seed=11, number=4)
    total = np.zeros((count_terms(Luck.AIVAT), 2))
    lines = 0

    def explore(
        hand: Hand, policies: list[dict[Action, Floats]], chance: float, weights: Floats
    ) -> None:
        nonlocal total, lines
        if hand.over:
            total += chance * _Imagined(hand, 0, 7).terms(policies)
            lines += 1
            return
        seat = hand.actor
        assert seat is not None
        # On a later street the imagined hand cannot hold the cards of the board.
        weights = weights * [not set(combo) & set(hand.board) for combo in COMBOS]
        stated = agents[seat].policy(hand.view(seat))
        policy = {action: 0.9 * chances + 0.1 / len(stated) for action, chances in stated.items()}
        for action, chances in policy.items():
            after = weights * chances if seat == 0 else weights
            drawn = after.sum() / weights.sum() if seat == 0 else chances[own]
            copy = hand.copy()
            copy.act(action)
            explore(copy, [*policies, policy], chance * drawn, after)

    own = combo_index(*(deal.hole(1) or ()))
    explore(
        deal,
        [],
        1.0,
        np.array([not set(combo) & set(deal.hole(1) or ()) for combo in COMBOS], float),
    )
    assert lines == 270
    assert total[6:] == pytest.approx(np.zeros((8, 2)), abs=1e-9)


@pytest.fixture(scope="module")
def studied() -> tuple[Floats, dict[Luck, Floats]]:
    """Hands of three who state their policies: winnings and luck terms."""
    agents = [Mixer(1, 0.5), Mixer(2, 1.0), Mixer(3, 2.0)]
    winnings = []
    terms: dict[Luck, list[Floats]] = {Luck.CARDS: [], Luck.AIVAT: []}
    for number in range(STUDIED):
        hand, policies = play_stated(Game.named("limit-3p"), agents, number)
        winnings.append([float(each) for each in hand.payoffs])
        for luck, found in terms.items():
            found.append(luck_terms(luck, hand, policies, range(3), 5))
    return np.array(winnings), {luck: np.array(found) for luck, found in terms.items()}


@pytest.mark.parametrize("luck", [Luck.CARDS, Luck.AIVAT])
def test_every_luck_term_has_mean_zero(
    luck: Luck, studied: tuple[Floats, dict[Luck, Floats]]
) -> None:
    terms = studied[1][luck]
    error = terms.std(axis=0, ddof=1) / len(terms) ** 0.5
    assert (abs(terms.mean(axis=0)) <= 4.5 * error).all()
    assert abs(terms.sum(axis=2)).max() < 1e-8


@pytest.mark.parametrize(("luck", "most"), [(Luck.CARDS, 0.6), (Luck.AIVAT, 0.35)])
def test_taking_out_luck_leaves_the_mean_and_little_of_the_spread(
    luck: Luck, most: float, studied: tuple[Floats, dict[Luck, Floats]]
) -> None:
    winnings, terms = studied
    adjusted = adjust(winnings, terms[luck])
    difference = adjusted.winnings - winnings
    error = difference.std(axis=0, ddof=1) / len(winnings) ** 0.5
    assert (abs(difference.mean(axis=0)) <= 4 * error).all()
    assert (spread_left(winnings, adjusted.winnings) < most).all()
    assert adjusted.winnings.sum(axis=1) == pytest.approx(np.zeros(len(winnings)), abs=1e-8)


def test_cards_alone_are_adjusted_where_nobody_states_a_policy() -> None:
    hand, policies = play_stated(Game.named("limit-3p"), [Mixer(each) for each in range(3)], 0)
    silent = luck_terms(Luck.AIVAT, hand, [None] * len(policies), [], 5)
    cards = luck_terms(Luck.CARDS, hand, [], [], 5)
    assert (silent[1:6] == cards).all()
    assert not silent[6:].any()


def test_an_action_that_its_policy_excludes_is_named() -> None:
    hand = Hand(Game.named("limit-2p"), seed=1)
    policies: list[dict[Action, Floats]] = [{FOLD: np.ones(1326)}]
    hand.act(CALL)
    while not hand.over:
        hand.act(CHECK)
        policies.append({CHECK: np.ones(1326)})
    with pytest.raises(AgentError, match="seat 1 chose to call, which its policy never does"):
        luck_terms(Luck.AIVAT, hand, policies, [0, 1], 0)


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_only_holdem_has_its_luck_taken_out(name: str) -> None:
    with pytest.raises(GameError, match="luck is taken out of hold'em results"):
        check_game(Game.named(name))


def test_few_blocks_count_every_term_once() -> None:
    winnings = np.array([[1.0, -1.0], [2.0, -2.0]])
    terms = np.array([[[-0.5, 0.5]], [[-1.0, 1.0]]])
    assert adjust(winnings, terms).winnings.tolist() == [[0.5, -0.5], [1.0, -1.0]]


def test_no_block_helps_to_find_its_own_weights() -> None:
    generator = np.random.default_rng(5)
    terms = generator.normal(size=(50, 1, 2))
    winnings = generator.normal(size=(50, 2)) - 1.5 * terms[:, 0]
    before = adjust(winnings, terms).winnings
    winnings[7] += 10
    after = adjust(winnings, terms).winnings
    assert after[7] - before[7] == pytest.approx([10, 10])
    assert abs(after[8] - before[8]).max() > 0.01


def test_a_term_that_shows_in_few_blocks_is_not_believed() -> None:
    """Two small terms of deals that were won big would make a great one weigh a hundred times."""
    rng = np.random.default_rng(3)
    winnings = rng.normal(0, 10, (100, 1))
    winnings[[3, 7]] = -200.0
    terms = np.zeros((100, 1, 1))
    terms[[3, 7], 0] = 2.0
    terms[15, 0] = 100.0
    found = adjust(winnings, terms)
    assert abs(found.winnings[15] - winnings[15]) <= 200
    assert 0 <= found.weights[0] <= 2


def test_terms_that_cancel_but_for_rounding_do_no_harm() -> None:
    generator = np.random.default_rng(6)
    luck = generator.normal(size=(200, 2)) * [1, -1]
    rounding = generator.normal(size=(200, 2)) * 1e-14
    winnings = np.array([10.0, -10.0]) - 2 * luck
    adjusted = adjust(winnings, np.stack([luck, rounding], axis=1))
    assert adjusted.winnings == pytest.approx(np.tile([10.0, -10.0], (200, 1)), abs=0.5)
    assert adjusted.weights[1] == pytest.approx(1)
