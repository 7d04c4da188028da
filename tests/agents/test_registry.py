"""Agents are found by name, made with options, and the baselines play as they are named."""

from fractions import Fraction
from pathlib import Path

import pytest

from fivebet.agents.baselines import Random, play_compiled
from fivebet.agents.registry import AGENTS, make_agent
from fivebet.errors import AgentError, GameError
from fivebet.game import FOLD, Agent, Decision, Game, Hand, Observer, View, play

GAMES = (
    "limit-2p",
    "nolimit-2p",
    "limit-6p",
    "nolimit-9p",
    "potlimit-6p",
    "cash-3p",
    "leduc",
    "kuhn",
)
COMPILED = ("fold", "call", "raise", "random")
HEADS_UP = ("fictitious", "solver")  # play no-limit for two: test_solver.py


@pytest.mark.parametrize("name", sorted(set(AGENTS) - set(HEADS_UP)))
def test_every_named_agent_plays(name: str) -> None:
    small = ("kuhn", "leduc")
    for game in (game for game in GAMES if name in COMPILED or game not in small):
        seats = Game.named(game).seats
        for number in range(20):
            hand = play(Hand(Game.named(game), seed=3, number=number), [make_agent(name)] * seats)
            assert sum(hand.payoffs) == 0


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", COMPILED)
def test_compiled_baselines_play_the_same_hands(game: str, name: str) -> None:
    """One agent of the kind against callers, and all of the kind among themselves."""
    table = Game.named(game)
    for names in ([name] * table.seats, [name] + ["call"] * (table.seats - 1)):
        agents = [make_agent(f"{n}:seed=5" if n == "random" else n) for n in names]
        totals, actions = [Fraction(0)] * table.seats, 0
        for number in range(60):
            seated = [agents[(seat + number) % table.seats] for seat in range(table.seats)]
            hand = play(Hand(table, seed=5, number=number), seated)
            actions += len(hand.moves)
            for seat, payoff in enumerate(hand.payoffs):
                totals[(seat + number) % table.seats] += payoff
        assert play_compiled(table, names, hands=60, seed=5) == (totals, actions)


def test_compiled_hands_can_be_played_in_parts() -> None:
    game, names = Game.named("nolimit-3p"), ["random", "call", "raise"]
    whole, _ = play_compiled(game, names, hands=100, seed=2)
    first, _ = play_compiled(game, names, hands=40, seed=2)
    second, _ = play_compiled(game, names, hands=60, seed=2, start=40)
    assert whole == [a + b for a, b in zip(first, second, strict=True)]


def test_only_baselines_run_compiled_and_one_for_each_seat() -> None:
    with pytest.raises(AgentError, match="'hero' does not run compiled"):
        play_compiled(Game.named("limit-2p"), ["call", "hero"], hands=1)
    with pytest.raises(GameError, match="one player for each seat"):
        play_compiled(Game.named("limit-2p"), ["call"], hands=1)


def test_random_takes_each_kind_of_move_alike() -> None:
    game, kinds = Game.named("nolimit-2p"), {"fold": 0, "call": 0, "raise": 0}
    for number in range(3000):
        kinds[Random(seed=1).act(Hand(game, number=number).view(1)).action.kind] += 1
    assert all(900 < count < 1100 for count in kinds.values())


def test_options_are_given_after_a_colon() -> None:
    agent = make_agent("random:seed=7")
    assert isinstance(agent, Random)
    assert agent.seed == 7


OWN = """
from fivebet.game import FOLD, Decision

class Coward:
    def __init__(self, courage: float = 0, name: str = "", brave: bool = False) -> None:
        self.courage, self.name, self.brave = courage, name, brave

    def act(self, view):
        return Decision(FOLD, {"courage": self.courage})

class Nobody:
    pass
"""


def test_ones_own_agent_comes_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(OWN)
    agent = make_agent(f"{file}::Coward:courage=0.5,name=ann,brave=true")
    assert isinstance(agent, Agent)
    decision = agent.act(Hand(Game.named("cash-2p")).view(1))
    assert decision == Decision(FOLD, {"courage": 0.5})
    assert vars(agent) == {"courage": 0.5, "name": "ann", "brave": True}


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("rondom", "no agent 'rondom': do you mean random"),
        ("random:sead=1", "its options are: seed"),
        ("random:seed", "'seed' in 'random:seed' is no option"),
        ("random:seed=1,seed=2", "each option once"),
        ("call:seed=1", "its options are: none"),
        ("nowhere.py::Coward", "no file 'nowhere.py'"),
        ("acpc::./player.sh", "'acpc::./player.sh' cannot be seated: there is no program"),
        ("", "no agent ''"),
    ],
)
def test_what_seats_nobody_says_why(name: str, complaint: str) -> None:
    with pytest.raises(AgentError, match=complaint):
        make_agent(name)


def test_a_file_without_the_class_and_a_class_without_act_say_so(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(OWN)
    with pytest.raises(AgentError, match=r"has no 'Hero', but .*Coward, Nobody"):
        make_agent(f"{file}::Hero")
    with pytest.raises(AgentError, match="is no agent: an agent has a method act"):
        make_agent(f"{file}::Nobody")


def test_observers_see_the_end_of_the_hand_from_their_seat() -> None:
    class Watcher:
        def __init__(self) -> None:
            self.seen: list[View] = []

        def act(self, view: View) -> Decision:
            return Decision(view.legal.passive)

        def observe(self, view: View) -> None:
            self.seen.append(view)

    watcher = Watcher()
    assert isinstance(watcher, Observer)
    play(Hand(Game.named("limit-2p")), [make_agent("call"), watcher])
    assert [(view.seat, view.over) for view in watcher.seen] == [(1, True)]
