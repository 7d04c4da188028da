"""The champion: a part for every kind of game, and what the parts remember."""

from dataclasses import fields, replace

import pytest

from fivebet import make_agent
from fivebet.agents.hosting.memory import dump_memory, load_memory
from fivebet.agents.players.champion import Champion
from fivebet.agents.players.champion_exploiting import ExploitingChampion
from fivebet.agents.players.champion_limit import LimitChampion
from fivebet.agents.players.champion_ring import RingChampion
from fivebet.agents.players.champion_tournament import TournamentChampion
from fivebet.errors import AgentError, FivebetError
from fivebet.game import Game, Hand, play
from fivebet.opponents.habits import CALLS


@pytest.mark.parametrize(
    ("game", "left", "part"),
    [
        ("limit-2p", 0, LimitChampion),
        ("limit-6p", 0, RingChampion),
        ("nolimit-6p", 0, RingChampion),
        ("cash-3p", 0, RingChampion),
        ("cash-9p", 30, TournamentChampion),
        ("cash-2p", 2, TournamentChampion),
    ],
)
def test_every_kind_of_game_has_its_part(game: str, left: int, part: type) -> None:
    hand = Hand(Game.named(game), seed=1, players_left=left)
    assert hand.actor is not None
    champion = Champion(budget=0.01, exploit=False)
    assert type(champion._part(hand.view(hand.actor))) is part


@pytest.mark.parametrize("game", ["limit-6p", "nolimit-6p", "nolimit-9p", "cash-3p", "limit-4p"])
def test_whole_hands_are_played_at_full_tables(game: str) -> None:
    champion = make_agent("champion:iterations=1")
    for number in range(3):
        hand = Hand(Game.named(game), seed=3, number=number)
        play(hand, [champion] * hand.game.seats)
        assert sum(hand.payoffs) == 0


@pytest.mark.parametrize(
    "betting",
    [
        {"blinds": (10, 3)},
        {"antes": (1, 1), "blinds": (10, 10)},
        {"max_raises": (2, 3, 3, 3)},
        {"raise_sizes": (10, 10, 30, 30)},
    ],
)
def test_limit_for_two_that_is_not_solved_is_played_as_at_full_tables(
    betting: dict[str, tuple[int, ...]],
) -> None:
    game = replace(Game.named("limit-2p"), name="", **betting)  # type: ignore[arg-type]
    champion = make_agent("champion:iterations=1")
    for number in range(5):
        hand = Hand(game, seed=3, number=number)
        play(hand, [champion, make_agent("fair")])
        champion.observe(hand.view(0))  # type: ignore[attr-defined]
        assert sum(hand.payoffs) == 0
    assert isinstance(champion, Champion)
    assert [type(part) for part in champion._parts.values()] == [RingChampion]


def test_games_without_a_part_are_refused() -> None:
    hand = Hand(Game.named("potlimit-3p"), seed=1)
    with pytest.raises(AgentError, match="champion does not play"):
        Champion().act(hand.view(2))


def test_habits_are_remembered_by_kind_of_game() -> None:
    champion = make_agent("champion")
    caller = make_agent("call")
    for number in range(30):
        hand = Hand(Game.named("cash-3p"), seed=2, number=number, players_left=20)
        while (seat := hand.actor) is not None:
            hand.act((champion if seat == 0 else caller).act(hand.view(seat)).action)
        champion.observe(hand.view(0))  # type: ignore[attr-defined]
    memory = dump_memory([champion])
    assert memory is not None
    fresh = Champion()
    load_memory([fresh], memory)
    part = fresh._part(Hand(Game.named("cash-3p"), seed=2, players_left=20).view(2))
    assert isinstance(part, TournamentChampion)
    assert part.habits.habit(1) == CALLS


def test_every_option_reaches_the_parts_that_have_it() -> None:
    given = {"solving": "none", "gadget": False, "network": False, "nested": False, "budget": 0.25}
    given |= {"iterations": 7, "threads": 3, "seed": 11, "exploit": False, "payouts": "60/40"}
    champion = Champion(**given)  # type: ignore[arg-type]
    reached = {"limit_file", "explain"}  # there is no other blueprint here, and it does not exploit
    for game, left in [("limit-2p", 0), ("nolimit-2p", 0), ("limit-6p", 0), ("cash-9p", 30)]:
        hand = Hand(Game.named(game), seed=1, players_left=left)
        assert hand.actor is not None
        part = champion._part(hand.view(hand.actor))
        shared = {each.name for each in fields(part) if each.init} & given.keys()  # type: ignore[arg-type]
        assert {name: getattr(part, name) for name in shared} == {
            name: given[name] for name in shared
        }
        reached |= shared
    assert reached == {each.name for each in fields(Champion) if each.init}


@pytest.mark.parametrize(
    "option",
    ["budget=0", "budget=nan", "iterations=-1", "payouts=x", "threads=0", "limit_file=/nowhere"],
)
def test_options_that_a_part_cannot_play_with_are_refused_before_the_first_hand(
    option: str,
) -> None:
    with pytest.raises(FivebetError, match=option.removeprefix("limit_file=").split("=")[0]):
        make_agent(f"champion:{option}")


@pytest.mark.parametrize("explain", [False, True])
def test_it_explains_what_it_exploits_where_that_is_asked_for(explain: bool) -> None:
    part = Champion(explain=explain)._part(Hand(Game.named("nolimit-2p"), seed=1).view(0))
    assert isinstance(part, ExploitingChampion)
    assert part.explain is explain


def test_it_takes_a_thread_at_least() -> None:
    with pytest.raises(AgentError, match="threads=0 cannot solve"):
        Champion(threads=0)
