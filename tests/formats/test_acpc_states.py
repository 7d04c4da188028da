"""Betting strings and MATCHSTATE lines, beside those of the ACPC's own code."""

import random
from fractions import Fraction
from itertools import product
from typing import Any

import pyspiel
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivebet.errors import FormatError
from fivebet.formats.acpc import game_text, match_state, parse_match_state
from fivebet.formats.acpc.states import (
    action_text,
    betting_text,
    chips_text,
    correct_action,
    parse_state,
    state_text,
)
from fivebet.game import ACPC, CALL, CHECK, FOLD, Action, Game, Hand, raise_to
from tests.formats.acpc_hands import random_acpc_game, random_action
from tests.game.test_acpc_code import play_at_random, universal_poker

NO_LIMIT = Game.named("nolimit-2p")
LIMIT = Game.named("limit-2p")
PARTS = (Fraction(100, 3), Fraction(1, 2), Fraction(-5, 4), 7, Fraction(0), Fraction(-1, 10**9))
ALL_IN = ("1", "cr253c/r9880r19775r20000c//", "6c9h|4h5c/5s2hAd/3c/Kh")


def test_an_all_in_prints_the_remaining_rounds_and_the_whole_board() -> None:
    hand = parse_state(NO_LIMIT, *ALL_IN)
    assert hand.payoffs == (-20_000, 20_000)
    assert state_text(hand) == "STATE:" + ":".join(ALL_IN)


def test_nothing_more_is_printed_on_a_last_fold() -> None:
    hand = parse_state(NO_LIMIT, "0", "r300c/r600f", "6c9h|4h5c/5s2hAd")
    assert state_text(hand) == "STATE:0:r300c/r600f:6c9h|4h5c/5s2hAd"
    assert hand.payoffs == (300, -300)


def test_raises_count_the_chips_of_the_whole_hand() -> None:
    hand = Hand(NO_LIMIT)
    for action in (raise_to(300), CALL, raise_to(200), raise_to(700)):
        hand.act(action)
    assert betting_text(hand) == "r300c/r500r1000"
    assert action_text(hand, raise_to(2000)) == "r2300"
    hand = Hand(LIMIT)
    for action in (raise_to(20), CALL, raise_to(10)):
        hand.act(action)
    assert betting_text(hand) == "rc/r"


def test_a_position_sees_its_own_cards_until_others_are_shown() -> None:
    hand = parse_state(NO_LIMIT, "1", "cr253c/r9880", "6c9h|4h5c/5s2hAd")
    assert match_state(hand, 0) == "MATCHSTATE:0:1:cr253c/r9880:6c9h|/5s2hAd"
    assert match_state(hand, 1) == "MATCHSTATE:1:1:cr253c/r9880:|4h5c/5s2hAd"
    over = parse_state(NO_LIMIT, *ALL_IN)
    assert match_state(over, 0) == "MATCHSTATE:0:" + ":".join(ALL_IN)
    hand.act(FOLD)
    assert match_state(hand, 0) == "MATCHSTATE:0:1:cr253c/r9880f:6c9h|/5s2hAd"


def test_players_who_have_folded_are_not_shown() -> None:
    game = Game.named("limit-3p")
    hand = parse_state(game, "5", "cfc/cc/cc/cc", "2c3c|4c5c|6c7c/8c9cTc/Jc/Qc")
    assert match_state(hand, 1) == "MATCHSTATE:1:5:cfc/cc/cc/cc:|4c5c|6c7c/8c9cTc/Jc/Qc"
    assert match_state(hand, 0).endswith(":2c3c|4c5c|6c7c/8c9cTc/Jc/Qc")


def test_a_state_of_the_dealer_becomes_a_view() -> None:
    state = parse_match_state("MATCHSTATE:0:30:r300c/:6c9h|/5s2hAd", NO_LIMIT)
    assert state.to_act
    view = state.hand.view(0)
    assert (view.number, view.street, view.pot) == (30, 1, 600)
    assert [str(card) for card in view.cards] == ["6c", "9h"]
    assert view.hole(1) is None
    state = parse_match_state("MATCHSTATE:1:30:r300c/:|6c9h/5s2hAd", NO_LIMIT)
    assert not state.to_act


@pytest.mark.parametrize("seed", range(3))
def test_states_are_those_of_the_acpc_code(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(60):
        game = random_acpc_game(rng, seats=rng.randint(2, 6))
        while game.structure != "no-limit":
            game = random_acpc_game(rng, seats=rng.randint(2, 6))
        state = universal_poker(game).new_initial_state()
        play_at_random(rng, state)
        check_like_the_acpc_code(state, game)


@pytest.mark.parametrize("name", ["limit-2p", "limit-3p", "nolimit-2p", "nolimit-6p", "nolimit-9p"])
def test_our_definitions_are_played_the_same_by_the_acpc_code(name: str) -> None:
    """Its reader takes our game files; it plays them with a few sizes of raises."""
    rng, game = random.Random(1), Game.named(name)
    load = pyspiel.universal_poker.load_universal_poker_from_acpc_gamedef
    theirs = load(game_text(game))
    for _ in range(60):
        state = theirs.new_initial_state()
        while not state.is_terminal():
            few = state.legal_actions()
            state.apply_action(rng.choice(few if state.is_chance_node() else [*few, 1]))
        check_like_the_acpc_code(state, game)


def check_like_the_acpc_code(state: Any, game: Game) -> None:
    theirs = state.to_struct().acpc_state.splitlines()[0]
    word, number, betting, cards = theirs.split(":")
    hand = parse_state(game, number, betting, cards)
    assert state_text(hand) == theirs
    assert word == "STATE"
    assert [float(payoff) for payoff in hand.payoffs] == pytest.approx(state.returns())


@given(st.integers(0, 2**32))
def test_what_a_position_is_told_is_read_back(seed: int) -> None:
    rng = random.Random(seed)
    game = random_acpc_game(rng)
    hand = Hand(game, seed=seed, number=rng.randint(0, 99))
    while True:
        for position in range(game.seats):
            line = match_state(hand, position)
            state = parse_match_state(line, game)
            assert state.position == position
            assert match_state(state.hand, position) == line
            assert state.hand.actor == hand.actor
            if hand.over:
                assert state.hand.payoffs == hand.payoffs
            elif state.to_act:
                assert state.hand.legal == hand.legal
                assert str(state.hand.view(position)) == str(hand.view(position))
        if hand.over:
            break
        hand.act(random_action(rng, hand))


def test_a_board_card_of_the_first_round_follows_the_hole_cards() -> None:
    game = Game(
        structure="no-limit",
        seats=2,
        blinds=(2, 1),
        stacks=(9, 9),
        board_cards=(1, 1),
        rules=ACPC,
    )
    hand = Hand.with_cards(game, ["2c3c", "4c5c"], "6c7c")
    hand.act(CALL)
    hand.act(CHECK)
    assert match_state(hand, 0) == "MATCHSTATE:0:0:cc/:2c3c|6c/7c"
    assert match_state(hand, 1) == "MATCHSTATE:1:0:cc/:|4c5c6c/7c"
    for position in (0, 1):
        line = match_state(hand, position)
        assert match_state(parse_match_state(line, game).hand, position) == line


@pytest.mark.parametrize(
    ("answer", "action"),
    [
        ("f", FOLD),
        ("F", FOLD),
        ("c", CALL),
        ("k", CALL),
        ("C", CALL),
        ("r900", raise_to(900)),
        ("R900", raise_to(900)),
        ("b900", raise_to(900)),
        ("r1", raise_to(500)),
        ("r-7", raise_to(500)),
        ("r499", raise_to(500)),
        ("r20001", raise_to(20_000)),
        ("r" + "9" * 5000, raise_to(20_000)),
        ("r", CALL),
        ("", CALL),
        ("x", CALL),
        (":", CALL),
    ],
)
def test_the_dealer_puts_answers_right(answer: str, action: Action) -> None:
    hand = Hand(NO_LIMIT)
    hand.act(raise_to(300))
    assert correct_action(hand, answer) == action


def test_a_fold_for_nothing_and_a_raise_too_many_become_calls() -> None:
    hand = Hand(LIMIT)
    hand.act(CALL)
    assert correct_action(hand, "f") == CHECK
    assert correct_action(hand, "r") == raise_to(20)
    for _ in range(3):
        hand.act(raise_to(hand.legal.min_raise))
    assert correct_action(hand, "r") == CALL


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("MATCHSTATE:0:0:x:|", "'x' at character 1 of the betting 'x' is no action"),
        ("MATCHSTATE:2:0::|", "position 2: nolimit-2p has 2"),
        ("MATCHSTATE:0:0:", "is no MATCHSTATE:position:hand:betting:cards"),
        ("MATCHSTATE:0:-1::|", "'-1' in '-1' is no number"),
        ("MATCHSTATE:0:0::6c|", "1 hole cards of position 0"),
        ("MATCHSTATE:0:0::6c6c|", "6c is dealt twice"),
        ("MATCHSTATE:0:0::6x6c|", "'6x6c' at character 1 of '6x6c|' are no cards"),
        ("MATCHSTATE:0:0::||", "hole cards of 3 players, not of 2"),
        ("MATCHSTATE:0:0:cc:|", "'cc' lacks the / of round 1"),
        ("MATCHSTATE:0:0:cc/:|", "cards of 1 rounds, and 'cc/' the betting of 2"),
        ("MATCHSTATE:0:0:cc/:|/2c3c", "2 board cards in round 1, not 3"),
        ("MATCHSTATE:0:0:c/:|/2c3c4c", "'/' at character 2 of the betting 'c/' comes too early"),
        ("MATCHSTATE:0:0:ccc:|", "'c' at character 3 .* comes without the /"),
        ("MATCHSTATE:0:0:ff:|", "'f' at character 2 .* comes after the hand's end"),
        ("MATCHSTATE:0:0:cf:|", "'f' at character 2 .* is not legal: position 0 may check"),
        ("MATCHSTATE:0:0:r:|", "'r' at character 1 .* is no raise to an amount above 0"),
        ("MATCHSTATE:0:0:r199:|", "'r199' at character 1 .* is not legal"),
        ("MATCHSTATE:0:0:r20001:|", "is not legal"),
        ("MATCHSTATE:0:0:r٣٠٠:|", "'r' at character 1 .* is no raise"),
    ],
)
def test_wrong_states_say_where(line: str, complaint: str) -> None:
    with pytest.raises(FormatError, match=complaint):
        parse_match_state(line, NO_LIMIT)


def test_a_raise_too_many_in_a_limit_game_says_where() -> None:
    with pytest.raises(
        FormatError, match=r"'r' at character 4 .* is not legal: position 0 may fold"
    ):
        parse_match_state("MATCHSTATE:0:0:rrrr:|", LIMIT)
    with pytest.raises(FormatError, match=r"'r20' at character 1 .* has a size"):
        parse_match_state("MATCHSTATE:0:0:r20:|", LIMIT)


@given(st.text("MATCHSTATE:0123456789cfrkb/|AKQJT2hs", max_size=60))
def test_any_text_is_a_state_or_a_clear_error(text: str) -> None:
    starts = ("", "MATCHSTATE:0:", "MATCHSTATE:0:0:", "MATCHSTATE:0:0::")
    for game, line in product((NO_LIMIT, LIMIT), (start + text for start in starts)):
        try:
            state = parse_match_state(line, game)
        except FormatError as error:
            assert str(error)
        else:
            assert parse_match_state(match_state(state.hand, 0), game).position == 0


def test_chips_have_up_to_six_decimals() -> None:
    texts = [chips_text(chips) for chips in PARTS]
    assert texts == ["33.333333", "0.5", "-1.25", "7", "0", "0"]
