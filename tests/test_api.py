"""Matches and leagues in one call."""

import multiprocessing
from typing import Any, ClassVar

import pytest

from fivebet import Game, Hand, play, play_league, play_match
from fivebet.arena import League, Match, Seats
from fivebet.arena import play_league as run_league
from fivebet.arena import play_match as run_match
from fivebet.errors import AgentError, FivebetError, GameError
from fivebet.game import Action, Decision, View


class Folds:
    """Counts in the class what its objects were asked, and where."""

    processes: ClassVar[set[str]] = set()

    def act(self, view: View) -> Decision:
        self.processes.add(multiprocessing.current_process().name)
        return Decision(view.legal.passive)


def test_a_match_of_names_is_the_arenas() -> None:
    game = Game.named("limit-2p")
    match = Match(game=game, agents=("fair", "random"), deals=30, seed=4, seats=Seats.ROTATED)
    expected = run_match(match)
    for given in ("limit-2p", game):
        ours = play_match("fair", "random", game=given, deals=30, seed=4)
        assert ours.standings == expected.standings


def test_a_league_of_names_is_the_arenas() -> None:
    league = League(game=Game.named("limit-2p"), agents=("fair", "call", "fold"), deals=10, seed=2)
    ours = play_league("fair", "call", "fold", game="limit-2p", deals=10, seed=2)
    assert ours.cross == run_league(league).cross


def test_the_game_follows_the_number_of_agents() -> None:
    assert play_match("call", "fold", "raise", deals=2).match.game.name == "nolimit-3p"
    assert play_match("call", "fold", deals=2).match.game.name == "nolimit-2p"


def test_objects_play_like_their_names() -> None:
    named = play_match("call", "random:seed=3", game="limit-2p", deals=30)

    def call(view: View) -> Action:
        return view.legal.passive

    for agent in (Folds, Folds(), call):
        ours = play_match(agent, "random:seed=3", game="limit-2p", deals=30)
        assert ours.standings[0].chips == named.standings[0].chips


def test_agents_without_a_name_play_in_this_process() -> None:
    Folds.processes.clear()
    play_match(Folds, "random", game="limit-2p", deals=60, workers=2)
    assert Folds.processes == {multiprocessing.current_process().name}


def test_names_use_the_workers() -> None:
    one = play_match("fair", "tight", game="limit-2p", deals=60)
    two = play_match("fair", "tight", game="limit-2p", deals=60, workers=2)
    assert one.standings == two.standings


def test_a_failing_object_is_reported() -> None:
    def fails(view: View) -> Action:
        raise RuntimeError(f"seat {view.seat} is lost")

    row = play_match(fails, "call", game="limit-2p", deals=5).rows()[0]
    assert row["failures"] > 0
    assert "is lost" in row["first_failure"]


def test_what_the_arena_plays_is_sent_there() -> None:
    game = Game.named("limit-2p")
    match = Match(game=game, agents=("call", "fold"), deals=1)
    league = League(game=game, agents=("call", "fold"), deals=1)
    with pytest.raises(GameError, match=r"a Match is played by fivebet\.arena\.play_match"):
        play_match(match)  # type: ignore[arg-type]
    with pytest.raises(GameError, match=r"a League is played by fivebet\.arena\.play_league"):
        play_league(league)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ({"game": "limit-2p"}, r"'limit-2p' is no Game: take Game\.named"),
        ({"agents": ("call", 5)}, r"5 is no agent's name: fivebet\.play_match takes objects"),
        ({"seats": "round"}, "seats='round' is none: give plain, rotated, all"),
        ({"luck": None}, "luck=None is none: give none, all-in, cards, aivat"),
    ],
)
def test_a_match_of_what_is_none_is_refused(wrong: dict[str, Any], complaint: str) -> None:
    given = {"game": Game.named("limit-2p"), "agents": ("call", "fold"), "deals": 1}
    with pytest.raises(FivebetError, match=complaint):
        Match(**given | wrong)


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(GameError):
        play_match("call", "fold", game="limit-3p")
    with pytest.raises(AgentError):
        play_match("call", 7)  # type: ignore[arg-type]
    with pytest.raises(GameError, match="there is no table for 1: give 2 to 10 agents"):
        play_match("call")
    with pytest.raises(GameError, match="seats='round' is none: give plain, rotated, all"):
        play_match("call", "fold", seats="round")
    with pytest.raises(GameError, match="luck='good' is none: give none, all-in, cards, aivat"):
        play_league("call", "fold", luck="good")
    with pytest.raises(GameError, match="1 agents cannot play limit-2p: give one for each"):
        play(Hand(Game.named("limit-2p")), [Folds()])
    assert repr(Hand(Game.named("limit-2p"))).startswith("<Hand limit-2p")
