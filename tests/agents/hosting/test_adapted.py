"""Agents at tables that they were not made for."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivebet.agents.hosting.adapted import Adapted, game_played_as
from fivebet.agents.hosting.registry import make_agent
from fivebet.agents.hosting.translation import translate, translate_action
from fivebet.arena import Match, play_match
from fivebet.errors import AgentError
from fivebet.game import CALL, CHECK, FOLD, Action, Game, Hand, View, raise_to
from fivebet.testing import check_agent
from tests.agents.watcher import Watcher

LIMIT, NO_LIMIT, RING = (Game.named(name) for name in ("limit-2p", "nolimit-2p", "cash-6p"))


class Listens(Watcher):
    """Calls, and keeps what it is shown."""

    games = ("limit-2p",)


def after(hand: Hand, *actions: Action) -> View:
    for action in actions:
        hand.act(action)
    return hand.view(hand.actor if hand.actor is not None else 0)


def translated(view: View, game: Game) -> list[str]:
    return [f"{move.seat} {move.action}" for move in translate(view, game).hand.moves]


def test_raises_of_any_size_are_raises_of_the_fixed_one() -> None:
    view = after(Hand(NO_LIMIT, seed=1), raise_to(250), raise_to(900), CALL, CHECK, raise_to(600))
    assert translated(view, LIMIT) == [
        "1 raise to 20",
        "0 raise to 30",
        "1 call",
        "0 check",
        "1 bet 10",
    ]
    telling = translate(view, LIMIT)
    assert telling.hand.board == view.board
    assert telling.hand.hole(0) == view.cards
    assert telling.waits


def test_fixed_raises_keep_their_big_blinds() -> None:
    view = after(Hand(LIMIT, seed=1), raise_to(20), raise_to(30), CALL, raise_to(10))
    moves = ["1 raise to 200", "0 raise to 300", "1 call", "0 bet 100"]
    assert translated(view, NO_LIMIT) == moves


def test_more_raises_than_the_other_game_allows_lose_their_first_ones() -> None:
    hand = Hand(NO_LIMIT, seed=1)
    view = after(hand, *(raise_to(250 * 2**n) for n in range(5)))
    assert translated(view, LIMIT) == ["1 raise to 20", "0 raise to 30", "1 raise to 40"]
    assert translate(view, LIMIT).waits


def test_others_are_one_opponent_and_the_last_raiser_gives_it_his_name() -> None:
    names = list("abcdef")
    hand = Hand(RING, seed=1, players=names)
    # c opens, d calls, e raises, f folds, a folds: b, the big blind, is to act.
    view = after(hand, raise_to(300), CALL, raise_to(1_000), FOLD, FOLD)
    telling = translate(view, Game.named("cash-2p"))
    assert (view.seat, telling.seat) == (1, 0)
    assert [str(move.action) for move in telling.hand.moves] == ["raise to 1000"]
    assert telling.hand.players == ("b", "e")
    assert telling.hand.hole(0) == view.cards


def test_who_comes_first_into_the_pot_is_the_small_blind() -> None:
    view = after(Hand(RING, seed=1), FOLD, FOLD)
    telling = translate(view, Game.named("cash-2p"))
    assert (telling.seat, telling.hand.moves, telling.waits) == (1, (), True)


def test_the_depth_is_that_of_the_table() -> None:
    stacks = (500, 2_000, 3_000, 900, 800, 700)
    view = after(Hand(RING, seed=1, stacks=stacks), FOLD)
    assert translate(view, Game.named("cash-2p")).hand.starting_stacks == (3_000, 900)
    ours = after(Hand(LIMIT, seed=1))
    assert translate(ours, NO_LIMIT).hand.starting_stacks == NO_LIMIT.stacks


def test_a_fixed_raise_is_played_as_a_share_of_the_pot() -> None:
    view = after(Hand(NO_LIMIT, seed=1), raise_to(300))
    telling = translate(view, LIMIT)
    # 300 and 100 lie there: after a call the pot is 600, and so much is added.
    assert translate_action(view, telling, raise_to(30), 1.0) == raise_to(900)
    assert translate_action(view, telling, raise_to(30), 0.5) == raise_to(600)
    assert translate_action(view, telling, CALL, 1.0) == CALL
    assert translate_action(view, telling, FOLD, 1.0) == FOLD


def test_other_raises_keep_their_share_of_the_pot_and_all_in_stays_all_in() -> None:
    view = after(Hand(RING, seed=1), raise_to(300), CALL)
    telling = translate(view, Game.named("cash-2p"))
    half = translate_action(view, telling, raise_to(300 + 300), 1.0)
    assert half == raise_to(300 + (300 + 300 + 150 + 300) // 2)
    assert translate_action(view, telling, raise_to(10_000), 1.0) == raise_to(10_000)


def test_a_raise_is_the_fixed_one_at_limit_tables_and_a_call_at_the_cap() -> None:
    view = after(Hand(LIMIT, seed=1))
    assert translate_action(view, translate(view, NO_LIMIT), raise_to(5_000), 1.0) == raise_to(20)
    capped = after(Hand(LIMIT, seed=1), raise_to(20), raise_to(30), raise_to(40))
    assert translate_action(capped, translate(capped, NO_LIMIT), raise_to(900), 1.0) == CALL


def test_agents_take_a_game_for_the_nearest_that_they_know() -> None:
    taken = {
        ("nash-limit", "limit-6p"): "limit-2p",
        ("nash-limit", "cash-6p"): "limit-2p",
        ("aki", "nolimit-6p"): "limit-6p",
        ("fictitious", "limit-6p"): "cash-2p",
        ("fictitious", "potlimit-2p"): "cash-2p",
        ("fair", "limit-3p"): "limit-3p",
    }
    for (name, game), other in taken.items():
        assert str(game_played_as(name, make_agent(name), Game.named(game))) == other


def test_an_agent_that_knows_the_game_plays_as_it_is() -> None:
    for seed in range(20):
        view = Hand(Game.named("limit-6p"), seed=seed).view(2)
        assert make_agent("adapted::fair").act(view) == make_agent("fair").act(view)


@pytest.mark.parametrize("won", [True, False])
def test_it_sees_the_end_of_hands_as_they_were_translated(won: bool) -> None:
    agent = make_agent("adapted::call")
    assert isinstance(agent, Adapted)
    listens = Listens()
    agent.agent = listens
    hand = Hand(Game.named("cash-3p"), seed=3, players=("a", "b", "c"))
    last = FOLD if won else CALL
    for action in (raise_to(300), FOLD if won else CALL, CALL, raise_to(500), last, *[last] * won):
        if not hand.over:
            hand.act(action)
    while not hand.over:
        hand.act(hand.legal.passive)
    agent.observe(hand.view(1))
    (seen,) = listens.seen
    assert seen.over
    assert seen.players[0] == "b"
    assert len(seen.shown) == (0 if won else 2)
    if won:
        assert seen.payoffs[0] > 0


GAMES = ["limit-2p", "limit-6p", "nolimit-2p", "nolimit-3p", "cash-6p", "potlimit-4p"]
NAMES = ["nash-limit", "plicas", "fictitious:iterations=1"]


@pytest.mark.parametrize("name", NAMES)
def test_adapted_agents_pass_the_checks(name: str) -> None:
    games = ["limit-3p", "nolimit-2p", "cash-6p"]
    report = check_agent(f"adapted::{name}", games, hands=6, seconds=600)
    report.assert_ok()


@settings(max_examples=150)
@given(st.sampled_from(GAMES), st.integers(0, 2**32), st.data())
def test_any_hand_can_be_told_and_our_turn_is_our_turn(
    name: str, seed: int, data: st.DataObject
) -> None:
    hand = Hand(Game.named(name), seed=seed)
    while (seat := hand.actor) is not None:
        view = hand.view(seat)
        for target in ("limit-2p", "cash-2p", f"limit-{hand.game.seats}p"):
            telling = translate(view, Game.named(target))
            assert telling.hand.street <= view.street or telling.hand.over
            if target.startswith("limit"):
                assert telling.waits
                assert telling.hand.street == view.street
                assert telling.hand.board == view.board
        legal = view.legal
        # Who folds for nothing ends a hand that, by the rules of the ACPC, cannot end there.
        choices = [each for each in legal.choices if legal.call or each != FOLD]
        kinds = [*choices, *([raise_to(legal.min_raise)] * 2 if legal.can_raise else [])]
        hand.act(data.draw(st.sampled_from(kinds)))
    for seat in range(hand.game.seats):
        telling = translate(hand.view(seat), LIMIT)
        assert telling.hand.over


def test_what_cannot_be_adapted_says_why() -> None:
    with pytest.raises(AgentError, match=r"raise of 0\.0 pots is none"):
        make_agent("adapted:pot=0::aki")
    with pytest.raises(AgentError, match="there is no agent 'akki'"):
        make_agent("adapted::akki")
    agent = Adapted("call")
    agent.agent = type("Kuhn", (), {"games": ("kuhn",), "act": None})()
    with pytest.raises(AgentError, match="plays no hold'em"):
        game_played_as(agent.name, agent.agent, LIMIT)


def test_limit_with_other_bets_is_translated() -> None:
    game = replace(Game.named("limit-2p"), name="house", blinds=(10, 3))
    match = Match(game=game, agents=("adapted::nash-limit", "call"), deals=10)
    assert play_match(match).standings[0].failures.times == 0
