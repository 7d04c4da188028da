"""Views and games cross the line whole, and take nothing hidden along."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivebet.agents.hosting.agent_program import answer_lines
from fivebet.agents.hosting.failures import FailureKind, SeatError
from fivebet.agents.hosting.registry import make_agent
from fivebet.agents.hosting.wire import (
    decision_message,
    encode,
    game_message,
    policy_message,
    read_decision,
    read_game,
    read_message,
    read_policy,
    read_view,
    view_message,
)
from fivebet.game import CALL, FOLD, TDA, Decision, Game, Hand, View, bet, raise_to
from fivebet.game.games import GAMES
from fivebet.game.pickling import hand_state
from tests.game.strategies import Player, deals, players

PAGE = Path(__file__).parents[3] / "docs" / "agents.md"

ODD_GAMES = [
    Game.named("nolimit-3p").with_big_blind_ante(100),
    Game.named("cash-6p").with_straddle(200),
    replace(Game.named("limit-4p"), rules=TDA, uncapped_heads_up=True, name=""),
    Game(structure="cap-limit", seats=3, blinds=(1, 2), stacks=(90, 80, 70), cap=30),
    Game(
        structure="spread-limit",
        seats=2,
        blinds=(2, 1),
        raise_sizes=(2, 2, 4, 4),
        max_raise_sizes=(6, 6, 8, 8),
    ),
]


def views_of(hand: Hand, player: Player) -> Iterator[tuple[Hand, View]]:
    """Every view of everybody, of a hand that is played on."""
    while True:
        yield from ((hand, hand.view(seat)) for seat in range(hand.game.seats))
        if hand.over:
            return
        hand.act(player(hand))


ONLY_IN_PLAY = {"legal"}
ONLY_AT_THE_END = {"awards", "payoffs", "winnings"}


def contents(view: View) -> dict[str, str]:
    """All that a view tells, by name."""
    left_out = {"hole"} | (ONLY_IN_PLAY if view.over else set())
    left_out |= set() if view.decided else ONLY_AT_THE_END
    names = [name for name in dir(View) if not name.startswith("_") and name not in left_out]
    holes = [view.hole(seat) for seat in range(view.game.seats)]
    return {name: str(getattr(view, name)) for name in names} | {"holes": str(holes)}


@settings(max_examples=60)
@given(deals(), players())
def test_a_view_crosses_the_line_whole(hand: Hand, player: Player) -> None:
    for _, view in views_of(hand, player):
        line = encode(view_message(view))
        again = read_view(read_message(line), hand.game)
        assert hand_state(again) == hand_state(view)
        assert contents(again) == contents(view)
        assert encode(view_message(again)) == line


def test_names_cross_the_line() -> None:
    game = Game.named("limit-2p")
    view = Hand(game, seed=1, players=("Ann", "Ben")).view(1)
    assert read_view(view_message(view), game).players == ("Ann", "Ben")


def test_players_left_in_a_tournament_cross_the_line() -> None:
    view = Hand(Game.named("nolimit-6p"), seed=1, players_left=27).view(2)
    message = read_message(encode(view_message(view)))
    assert message["players_left"] == read_view(message, view.game).players_left == 27


@settings(max_examples=60)
@given(deals(), players())
def test_cards_that_a_seat_has_not_seen_are_not_on_the_line(hand: Hand, player: Player) -> None:
    """The line may name a card only where the rules of the table let the seat see it."""
    for now, view in views_of(hand, player):
        message = json.loads(encode(view_message(view)))
        named = re.findall(r'"((?:[2-9TJQKA][cdhs])+)"', json.dumps(message))
        seen = {str(card) for card in now.board}
        seen |= {str(card) for card in now.hole(view.seat) or ()}
        for seat in now.shown if now.over else ():
            seen |= {str(card) for card in now.hole(seat) or ()}
        assert {text[i : i + 2] for text in named for i in range(0, len(text), 2)} <= seen


@pytest.mark.parametrize("game", [*GAMES.values(), *ODD_GAMES], ids=str)
def test_a_game_crosses_the_line_whole(game: Game) -> None:
    assert read_game(read_message(encode(game_message(game)))) == game


@pytest.mark.parametrize(
    "decision",
    [Decision(FOLD), Decision(bet(20), {"why": "so", "n": 1.5}), Decision(raise_to(300))],
)
def test_a_decision_crosses_the_line_whole(decision: Decision) -> None:
    assert read_decision(read_message(encode(decision_message(decision, 3)))) == decision


def test_probabilities_are_kept_among_the_reasons() -> None:
    answer = {"type": "action", "action": "call", "probabilities": {"call": 0.75, "fold": 0.25}}
    assert read_decision(answer).reasons == {"probabilities": {"call": 0.75, "fold": 0.25}}


def test_a_policy_crosses_the_line_whole() -> None:
    view = Hand(Game.named("limit-2p")).view(1)
    policy = make_agent("maniac").policy(view)  # type: ignore[attr-defined]
    again = read_policy(read_message(encode(policy_message(policy, 1))), 1326)
    assert policy.keys() == again.keys()
    assert all(np.array_equal(policy[action], again[action]) for action in policy)


@pytest.mark.parametrize(
    "policy",
    [
        None,
        3,
        ["fold"],
        [{"action": "fold"}],
        [{"action": "fold", "probabilities": [1, 0]}],
        [{"action": "fold", "probabilities": "1"}],
        [{"action": "hide", "probabilities": 1}],
    ],
)
def test_policies_that_are_none_say_so(policy: object) -> None:
    with pytest.raises(SeatError, match='"policy" is no list of actions'):
        read_policy({"type": "policy", "policy": policy}, 1326)


def test_numbers_of_numpy_are_numbers_on_the_line() -> None:
    decision = Decision(FOLD, {"a": np.float64(0.5), "b": np.int64(3)})  # type: ignore[dict-item]
    assert json.loads(encode(decision_message(decision, 1)))["reasons"] == {"a": 0.5, "b": 3}


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        ({"action": "jump"}, "fold, check, call, bet or raise"),
        ({"action": ["call"]}, "fold, check, call, bet or raise"),
        ({}, "fold, check, call, bet or raise"),
        ({"action": "raise"}, 'chips "to"'),
        ({"action": "raise", "to": -5}, 'chips "to"'),
        ({"action": "raise", "to": 10**30}, 'chips "to"'),
        ({"action": "raise", "to": 20.5}, 'chips "to"'),
        ({"action": "raise", "to": True}, 'chips "to"'),
        ({"action": "call", "reasons": "none"}, '"reasons" are no object'),
        ({"action": "call", "reasons": {"a": [float("inf")]}}, "no object of finite numbers"),
        ({"action": "call", "probabilities": {"call": 2}}, "numbers from 0 to 1"),
        ({"action": "call", "probabilities": [1]}, "numbers from 0 to 1"),
    ],
)
def test_answers_that_are_none_are_quoted(answer: dict[str, object], complaint: str) -> None:
    with pytest.raises(SeatError, match=complaint) as caught:
        read_decision({"type": "action"} | answer)
    assert caught.value.kind is FailureKind.NONSENSE


@pytest.mark.parametrize(
    "line", [b"[" * 100_000, b'{"type": NaN}', b'{"type": "action", "x": Infinity}', b"\xff", b"3"]
)
def test_lines_that_are_no_message_say_so(line: bytes) -> None:
    with pytest.raises(SeatError, match="is no JSON object"):
        read_message(line)


@given(st.binary(max_size=60))
def test_any_bytes_are_a_message_or_an_error(line: bytes) -> None:
    try:
        assert isinstance(read_message(line)["type"], str)
    except SeatError as error:
        assert error.kind is FailureKind.NONSENSE


@pytest.mark.parametrize(
    "change",
    [
        {"holes": []},
        {"holes": [None, "AsAs"]},
        {"holes": [None, "Xx2c"]},
        {"holes": 3},
        {"board": "2c"},
        {"moves": [{"action": "fly"}]},
        {"moves": [{"action": "call"}] * 40},
        {"seat": 7},
        {"hand": "first"},
        {"starting_stacks": [0, 5]},
    ],
)
def test_views_that_are_none_say_so(change: dict[str, object]) -> None:
    view = Hand(Game.named("cash-2p")).view(1)
    message = json.loads(encode(view_message(view))) | change
    with pytest.raises(SeatError, match="this is no view"):
        read_view(message, view.game)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=2)
    ),
    max_leaves=4,
)
CALLED = Hand(Game.named("cash-3p"), seed=2)
CALLED.act(CALL)
VIEW: dict[str, Any] = json.loads(encode(view_message(CALLED.view(0))))
GAME: dict[str, Any] = json.loads(encode(game_message(CALLED.game)))


@given(st.sampled_from(sorted(VIEW)), JSON)
def test_any_change_of_a_view_is_a_view_or_an_error(name: str, value: object) -> None:
    try:
        read_view(VIEW | {name: value}, CALLED.game)
    except SeatError as error:
        assert "this is no view" in str(error)


@given(st.sampled_from(sorted(GAME)), JSON)
def test_any_change_of_a_game_is_a_game_or_an_error(name: str, value: object) -> None:
    try:
        read_game(GAME | {name: value})
    except SeatError as error:
        assert "this is no game" in str(error)


@given(st.sampled_from(["action", "to", "reasons", "probabilities"]), JSON)
def test_any_answer_is_a_decision_or_an_error(name: str, value: object) -> None:
    try:
        read_decision({"type": "action", "action": "raise", "to": 300} | {name: value})
    except SeatError as error:
        assert "is no answer" in str(error)


def test_games_that_are_none_say_so() -> None:
    message = json.loads(encode(game_message(Game.named("cash-2p"))))
    for change in ({"seats": 44}, {"rules": {}}, {"structure": "strip"}):
        with pytest.raises(SeatError, match="this is no game"):
            read_game(message | change)


def exchange() -> list[tuple[str, str]]:
    """The worked exchange of the page: (who, line)."""
    found = re.search(r"<!-- exchange -->\n\n```text\n(.*?)```", PAGE.read_text("utf-8"), re.S)
    assert found
    lines = (line.partition(" ") for line in found[1].splitlines())
    return [(who, line) for who, _, line in lines]


def test_the_exchange_of_the_page_is_what_our_agent_answers() -> None:
    answers: list[bytes] = []
    asked = [f"{line}\n".encode() for who, line in exchange() if who == ">"]
    assert answer_lines("fold", asked, answers.append) == 0
    assert [answer.decode().rstrip() for answer in answers] == [
        line for who, line in exchange() if who == "<"
    ]


def test_the_exchange_of_the_page_is_what_our_table_asks() -> None:
    game = Game.named("nolimit-2p")
    hand = Hand(game, seed=7, number=3)
    asked = [encode(game_message(game)), encode(view_message(hand.view(1), "view", 1))]
    hand.act(FOLD)
    asked.append(encode(view_message(hand.view(1), "observe", 2)))
    output = [line for who, line in exchange() if who == ">"]
    assert [line.decode().rstrip() for line in asked] == output[1:4]
    assert json.loads(output[0])["type"] == "hello"
    assert json.loads(output[4]) == {"type": "goodbye"}
