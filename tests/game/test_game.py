"""Games: what can be played and what cannot."""

import pickle
from dataclasses import replace
from typing import Any

import pytest

from fivebet.errors import GameError
from fivebet.game import ACPC, Game, Hand
from fivebet.game.games import GAMES, playable_names


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_named_game_can_be_played_and_kept(name: str) -> None:
    game = Game.named(name)
    assert game.name == name
    assert pickle.loads(pickle.dumps(game)) == game
    hand = Hand(game)
    while not hand.over:
        hand.act(hand.legal.passive)
    assert sum(hand.payoffs) == 0


def test_the_acpc_games_are_those_of_its_files() -> None:
    limit = Game.named("limit-2p")
    assert (limit.blinds, limit.raise_sizes, limit.max_raises, limit.first) == (
        (10, 5),
        (10, 10, 20, 20),
        (3, 4, 4, 4),
        (1, 0, 0, 0),
    )
    assert Game.named("nolimit-2p").stacks == (20_000, 20_000)
    assert Game.named("limit-3p").first == (2, 0, 0, 0)
    assert Game.named("limit-6p").rules == ACPC


def test_an_unknown_name_is_answered_with_the_nearest() -> None:
    with pytest.raises(GameError, match="no game 'no-limit-2p': do you mean nolimit-2p"):
        Game.named("no-limit-2p")


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"seats": 1}, "1 players cannot play"),
        ({"seats": 11}, "11 players cannot play"),
        ({"blinds": (1, 2, 3)}, r"blinds \(1, 2, 3\) do not fit 2 seats"),
        ({"blinds": (-5, 10)}, "no whole numbers from 0"),
        ({"blinds": (0.5, 1)}, "no whole numbers from 0"),
        ({"stacks": (10**30, 100)}, "no whole numbers from 0"),
        ({"structure": "cap-limit", "cap": -1}, "no whole numbers from 0"),
        ({"min_bet": 10**30}, "no whole numbers from 0"),
        ({"stacks": (100,)}, "do not fit"),
        ({"stacks": (100, 0)}, r"stacks \(100, 0\) cannot play"),
        ({"structure": "half-limit"}, "no structure 'half-limit'"),
        ({"structure": "fixed-limit"}, "fixed-limit has 4 raise sizes"),
        ({"structure": "cap-limit"}, "cap limit and a cap go together"),
        ({"cap": 100}, "cap limit and a cap go together"),
        ({"first": (0, 0, 0)}, "first"),
        ({"first": (2, 0, 0, 0)}, "are no seats"),
        ({"max_raises": (1, 1, 1, -1)}, "max_raises"),
        ({"board_cards": (0, 3, 1, 2)}, "8 cards cannot be valued"),
        ({"board_cards": ()}, "1 to 4 rounds"),
        ({"suits": 1, "ranks": 8}, "9 cards cannot be dealt"),
        ({"hole_cards": 0}, "there are 1 to 3"),
        ({"raise_sizes": (1, 1, 1, 1)}, "no-limit has 0 raise sizes"),
    ],
)
def test_what_cannot_be_played_says_why(changes: dict[str, Any], complaint: str) -> None:
    fine: dict[str, Any] = {"structure": "no-limit", "seats": 2, "blinds": (100, 50)}
    with pytest.raises(GameError, match=complaint):
        Game(**fine | changes)


def test_a_spread_needs_room() -> None:
    with pytest.raises(GameError, match="the spread"):
        Game(
            structure="spread-limit",
            seats=2,
            blinds=(2, 1),
            raise_sizes=(2, 2, 2, 2),
            max_raise_sizes=(2, 4, 4, 4),
        )


def test_another_level_moves_the_least_bet_with_the_blinds() -> None:
    game = Game.named("cash-3p").with_blinds((100, 200), antes=(25, 25, 25))
    assert (game.min_bet, game.big_blind, game.antes) == (200, 200, (25, 25, 25))


def test_a_straddle_is_twice_the_big_blind_by_a_seat_without_blind() -> None:
    with pytest.raises(GameError, match="seat 2 cannot straddle with 150"):
        Game.named("cash-4p").with_straddle(150)
    with pytest.raises(GameError, match="seat 0 cannot straddle with 200"):
        Game.named("cash-4p").with_straddle(200, seat=0)
    assert Game.named("cash-4p").with_straddle(200).big_blind == 100


def test_streets_have_their_names() -> None:
    assert Game.named("cash-2p").streets == ("preflop", "flop", "turn", "river")
    assert Game.named("leduc").streets == ("round 1", "round 2")


def test_hold_em_of_any_name_is_like_a_named_game() -> None:
    for name, game in GAMES.items():
        assert playable_names(game) == (name,)
    deep = replace(GAMES["nolimit-3p"], name="house", stacks=(1_000, 2_000, 3_000))
    assert playable_names(deep) == ("house", "nolimit-3p")
    limit = replace(
        GAMES["limit-2p"], name="house", blinds=(100, 50), raise_sizes=(100, 100, 200, 200)
    )
    assert playable_names(limit) == ("house", "limit-2p")
    for other in ({"max_raises": (3, 3, 3, 3)}, {"blinds": (100, 30)}, {"antes": (5, 5)}):
        assert playable_names(replace(limit, **other)) == ("house", "limit-other-2p")  # type: ignore[arg-type]
    antes = replace(limit, blinds=(0, 0), antes=(5, 5), first=())
    assert playable_names(antes) == ("house", "limit-other-2p")
    assert playable_names(replace(GAMES["leduc"], name="house")) == ("house",)
    assert playable_names(replace(deep, name="")) == ("",)
