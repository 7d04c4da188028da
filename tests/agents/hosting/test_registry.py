"""Agents are found by name, made with options, and the baselines play as they are named."""

import pickle
from fractions import Fraction
from pathlib import Path

import pytest

from fivebet.agents.hosting.registry import (
    AGENTS,
    AgentInfo,
    agent_traits,
    describe_agents,
    is_agent,
    make_agent,
    name_with_defaults,
    plays,
)
from fivebet.agents.players.baselines import Call, Random, play_compiled
from fivebet.errors import AgentError
from fivebet.game import FOLD, Agent, Decision, Game, Hand, Observer, play
from tests.agents.watcher import Watcher

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
THINKERS = ("planner", "planner+")
HEADS_UP = ("fictitious", "solver")  # play no-limit for two: test_solver.py
SOLVERS = ("champion",)  # solve at the table: test_champion.py


@pytest.mark.parametrize("name", sorted(set(AGENTS) - {*HEADS_UP, *SOLVERS}))
def test_every_named_agent_plays(name: str) -> None:
    small = ("kuhn", "leduc")
    agent = make_agent(name)
    assert any(plays(agent, game) for game in GAMES)
    for game in (game for game in GAMES if name in COMPILED or game not in small):
        if not plays(agent, game):
            continue
        seats = Game.named(game).seats
        for number in range(1 if name in THINKERS else 20):
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
    with pytest.raises(AgentError, match="limit-2p is played by 2, not by 1 players"):
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
        ("random:sead=1", "its options are: seed, mix"),
        ("random:seed=abc", "seed='abc' is not a whole number"),
        ("random:seed=1.5", "seed='1.5' is not a whole number"),
        ("acpc:seconds=x::true", "seconds='x' is not a number"),
        ("acpc:speed=1::true", "its options are: seconds"),
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


TYPED = """
from typing import Literal

class Typed:
    def __init__(
        self, on: bool = False, n: int | None = None, style: Literal["tight", "loose"] = "tight",
        word: str = "", share: float = 0.5, guess=None, switch=True,
    ) -> None:
        self.given = on, n, style, word, share, guess, switch

    def act(self, view):
        ...
"""


def test_options_are_read_as_the_types_that_they_have(tmp_path: Path) -> None:
    file = tmp_path / "typed.py"
    file.write_text(TYPED)

    def given(options: str) -> object:
        return make_agent(f"{file}::Typed:{options}").given  # type: ignore[attr-defined]

    full = "on=on,n=4,style=loose,word=7,share=1,guess=1.5,switch=off"
    assert given(full) == (True, 4, "loose", "7", 1.0, 1.5, False)
    assert given("on=No,n=none,guess=yes") == (False, None, "tight", "", 0.5, True, True)
    for wrong, complaint in (
        ("on=2", "on='2' is not on or off"),
        ("n=x", "n='x' is not a whole number or none"),
        ("style=wild", "style='wild' is not one of tight, loose"),
        ("share=much", "share='much' is not a number"),
        ("switch=3", "switch='3' is not on or off"),
    ):
        with pytest.raises(AgentError, match=complaint):
            given(wrong)


def test_agents_from_files_can_be_pickled_and_change_with_their_file(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(OWN)
    first, second = make_agent(f"{file}::Coward"), make_agent(f"{file}::Coward:courage=2")
    assert type(first) is type(second)
    assert vars(pickle.loads(pickle.dumps(second))) == vars(second)
    file.write_text(OWN.replace("courage: float = 0", "courage: float = 10"))
    assert vars(make_agent(f"{file}::Coward"))["courage"] == 10


def test_a_file_that_does_not_load_says_why(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text("import sys\nsys.exit('not today')")
    with pytest.raises(AgentError, match=r"its file does not load \(SystemExit: not today"):
        make_agent(f"{file}::Coward")


def package(folder: Path, name: str, module: str, points: str) -> None:
    """A tiny installed package: a module and what pip writes beside it."""
    (folder / f"{name}.py").write_text(module)
    metadata = folder / f"{name}-1.2.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.2\n")
    (metadata / "entry_points.txt").write_text(f"[fivebet.agents]\n{points}\n")


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


SHY = """
from fivebet.game import FOLD, Decision

class Shy:
    '''Folds.

    Always.'''

    games = "limit-*"
    remembers = True

    def __init__(self, shyness: float = 0.9, table=object, limit: float = float("inf")) -> None:
        self.shyness = shyness

    def act(self, view):
        return Decision(FOLD)
"""


def test_installed_packages_bring_agents(packages: Path) -> None:
    package(packages, "shy_bots", SHY, "shy = shy_bots:Shy")
    assert is_agent("shy:shyness=0.5")
    assert not is_agent("shyy")
    assert make_agent("shy:shyness=0.5").shyness == 0.5  # type: ignore[attr-defined]
    found = {agent.name: agent for agent in describe_agents()}
    assert found["shy"] == AgentInfo(
        name="shy",
        about="Folds.",
        options={"shyness": 0.9, "table": "<class 'object'>", "limit": "inf"},
        games=("limit-*",),
        made_for=("limit-*",),
        remembers=True,
        source="shy_bots 1.2",
    )
    assert found["call"] == AgentInfo(name="call", about="Checks and calls.", policy=True)
    with pytest.raises(AgentError, match="no agent 'shyy': do you mean shy"):
        make_agent("shyy")


def test_a_broken_package_does_not_break_the_rest(packages: Path) -> None:
    package(packages, "broken_bots", "raise RuntimeError('no')", "broken = broken_bots:Bot")
    odd = "odd = odd_bots:Bot\nnone = odd_bots:Nobody\nmuddled = odd_bots:Muddled"
    package(packages, "odd_bots", "Bot = 3\nclass Muddled: games = 3", odd)
    package(packages, "shy_bots", SHY, "shy = shy_bots:Shy\ncall = shy_bots:Shy")
    problems = {agent.name: agent.problem for agent in describe_agents() if agent.problem}
    assert problems.keys() == {"broken", "odd", "none", "muddled", "call"}
    assert "games=3 names no games" in problems["muddled"]
    assert "its package broken_bots 1.2 does not load (RuntimeError: no)" in problems["broken"]
    assert "is 3, which makes no agent" in problems["odd"]
    assert "AttributeError" in problems["none"]
    assert problems["call"] == "an agent of ours has this name"
    with pytest.raises(AgentError, match=r"broken_bots 1\.2 does not load"):
        make_agent("broken")
    assert isinstance(make_agent("call"), Call)
    assert isinstance(make_agent("shy"), Agent)


def test_a_name_that_two_packages_claim_is_nobodys(packages: Path) -> None:
    package(packages, "shy_bots", SHY, "shy = shy_bots:Shy")
    package(packages, "coy_bots", SHY, "shy = coy_bots:Shy")
    with pytest.raises(AgentError, match=r"several agents: (shy|coy)_bots 1.2 and"):
        make_agent("shy")


def test_a_file_without_the_class_and_a_class_without_act_say_so(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(OWN)
    with pytest.raises(AgentError, match=r"has no 'Hero', but .*Coward, Nobody"):
        make_agent(f"{file}::Hero")
    with pytest.raises(AgentError, match="is no agent: an agent has a method act"):
        make_agent(f"{file}::Nobody")


def test_observers_see_the_end_of_the_hand_from_their_seat() -> None:
    watcher = Watcher()
    assert isinstance(watcher, Observer)
    play(Hand(Game.named("limit-2p")), [make_agent("call"), watcher])
    assert [(view.seat, view.over) for view in watcher.seen] == [(1, True)]


def test_who_plays_no_limit_or_cash_games_plays_tournaments_too() -> None:
    assert plays(agent_traits("fair"), "tournament-6p")
    assert plays(agent_traits("champion"), "tournament-2p")
    assert not plays(agent_traits("aki"), "tournament-6p")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("push-fold", "push-fold:payouts=65/35"),
        ("push-fold:payouts=100", "push-fold:payouts=100"),
        ("adapted::champion:seed=3", "adapted::champion:seed=3,payouts=65/35"),
        ("fair", "fair"),
        ("somewhere.py::Mine", "somewhere.py::Mine"),
        ("mybot@3f9c01ab", "mybot@3f9c01ab"),
    ],
)
def test_a_name_is_given_options_that_the_agent_has(name: str, expected: str) -> None:
    assert name_with_defaults(name, payouts="65/35") == expected
