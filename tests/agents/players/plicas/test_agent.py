"""PLICAS at the table."""

import pickle
from dataclasses import replace
from pathlib import Path

import pytest

from fivebet.agents.hosting.registry import make_agent
from fivebet.agents.players.plicas import Case, CaseBase, Plicas
from fivebet.arena import Match, play_match
from fivebet.errors import AgentError, FivebetError, GameError
from fivebet.game import CALL, CHECK, Decision, Game, Hand, View, play, raise_to
from fivebet.lab.papers.plicas_learning import MOST_FIRST_FOLDS, FirstFolds
from fivebet.testing import check_agent

GAME = Game.named("limit-2p")


def taught(name: str, opponent: str = "fair", hands: int = 400) -> Plicas:
    agent, other = make_agent(name, seed=1), make_agent(opponent, seed=2)
    assert isinstance(agent, Plicas)
    for number in range(hands):
        play(Hand(GAME, seed=9, number=number), [agent, other] if number % 2 else [other, agent])
    return agent


def on_the_flop(cards: str = "7c2d", flop: str = "AhKsQd", raised: bool = False) -> Hand:
    """PLICAS first to act on a flop, after a limp or a raise."""
    hand = Hand.with_cards(GAME, [cards, None], flop)
    for action in (raise_to(20), CALL) if raised else (CALL, CHECK):
        hand.act(action)
    return hand


@pytest.mark.parametrize("name", ["plicas", "plicas+", "plicas:dprc=off,dpac=off", "nash-limit"])
def test_it_is_an_agent(name: str) -> None:
    report = check_agent(name)
    assert report.ok, str(report)


def test_decisions_tell_which_units_spoke_and_why() -> None:
    agent = taught("plicas", hands=900)
    flop = agent.act(on_the_flop("AsJd", "Ah7c2d", raised=True).view(0))
    assert flop.reasons["unit"] == "postflop rules"
    output = flop.reasons
    assert {"strength", "bucket", "rules", "triple"} <= set(output)
    shift, cases, opponent = (output[name] for name in ("aggression control", "cases", "opponent"))
    assert isinstance(shift, dict)
    assert shift["before"] == output["bucket"]
    assert {"after", "chance"} <= set(shift)
    assert isinstance(cases, dict)
    assert {"similar", "average bucket", "triple", "weight"} <= set(cases)
    assert isinstance(opponent, dict)
    assert {"range", "aggression", "average pot"} <= set(opponent)
    before = agent.act(Hand(GAME, seed=4).view(1))
    assert {"range control", "range", "place", "situation", "triple"} <= set(before.reasons)


def test_nothing_is_adapted_before_enough_hands_are_known() -> None:
    agent = Plicas()
    flop = agent.act(on_the_flop("AsJd", "Ah7c2d").view(0))
    assert "aggression control" not in flop.reasons
    assert "cases" not in flop.reasons
    assert "range control" not in agent.act(Hand(GAME, seed=4).view(1)).reasons


@pytest.mark.parametrize(
    ("switch", "reason"),
    [("dprc", "range control"), ("dpac", "aggression control"), ("cases", "cases")],
)
def test_units_that_are_off_say_nothing(switch: str, reason: str) -> None:
    agent = taught(f"plicas:{switch}=off", hands=900)
    decisions = [
        agent.act(on_the_flop("AsJd", "Ah7c2d", raised=True).view(0)),
        agent.act(Hand(GAME, seed=4).view(1)),
    ]
    assert all(reason not in decision.reasons for decision in decisions)


def test_it_bluffs_first_to_act_on_the_flop_with_nothing() -> None:
    assert Plicas().act(on_the_flop().view(0)).reasons["unit"] == "bluff"
    assert Plicas(bluff=False).act(on_the_flop().view(0)).reasons["unit"] == "postflop rules"
    assert Plicas().act(on_the_flop("AsJd").view(0)).reasons["unit"] == "postflop rules"


def with_cases(case: Case, name: str = "plicas") -> Plicas:
    """An agent whose case base speaks, and says one thing."""
    agent = make_agent(name)
    assert isinstance(agent, Plicas)
    agent.case_base.add(case, 10_000)
    return agent


def triple_of(decision: Decision) -> dict[str, float]:
    triple = decision.reasons["triple"]
    assert isinstance(triple, dict)
    return {name: float(str(chance)) for name, chance in triple.items()}


def test_a_bluff_decides_alone() -> None:
    strong = Case("k/k/k/k", "l/k/k/k", 9, button=True, flop=9, turn=9)
    weak = replace(strong, bucket=0, flop=0, turn=0)
    view = on_the_flop().view(0)
    for case in (strong, weak):
        decision = with_cases(case).act(view)
        assert decision.reasons["unit"] == "bluff"
        assert "cases" not in decision.reasons
        assert triple_of(decision) == triple_of(Plicas().act(view))
    # Where it is the rules' turn the same cases count.
    assert "cases" in with_cases(weak).act(on_the_flop("AsJd").view(0)).reasons


def test_cases_count_for_their_position_and_street_and_limps_are_no_calls() -> None:
    def similar(agent: Plicas, view: View) -> object:
        cases = agent.act(view).reasons.get("cases")
        return cases["average bucket"] if isinstance(cases, dict) else None

    limped, raised = (on_the_flop("AsJd", "Ah7c2d", each).view(0) for each in (False, True))
    limper = Case("k/k/k/k", "l/k/k/k", 9, button=True, flop=2, turn=5)
    assert similar(with_cases(limper), limped) == 2  # the bucket of the flop
    assert similar(with_cases(limper), raised) is None
    caller = Case("r/k/k/k", "c/k/k/k", 9, button=False, flop=2, turn=5)
    assert similar(with_cases(caller), limped) is None
    for case in (limper, caller):  # by letters alone it is all the same, and the river counts
        assert similar(with_cases(case, "plicas:similar=pattern"), limped) == 9


@pytest.mark.parametrize("name", ["plicas", "plicas+"])
@pytest.mark.parametrize("opponent", ["raise", "maniac", "tight", "fold", "aki:simulations=10"])
def test_it_opens_against_every_style_once_it_knows_it(name: str, opponent: str) -> None:
    job = FirstFolds(
        game=GAME, agents=(name,), opponents=(opponent,), deals=500, after=200, seed=11
    )
    assert 0 <= job.run_chunk(0, None, 0).data["folds"] <= MOST_FIRST_FOLDS


def test_the_reading_that_collapses_is_still_there() -> None:
    job = FirstFolds(
        game=GAME,
        agents=("plicas:maximum=opponent,pots=flop",),
        opponents=("raise",),
        deals=500,
        after=200,
        seed=11,
    )
    assert job.run_chunk(0, None, 0).data["folds"] > 0.9


def test_it_notes_the_hands_that_opponents_show() -> None:
    agent, caller = Plicas(seed=1), make_agent("call")
    shown = 0
    for number in range(40):
        hand = Hand(GAME, seed=9, number=number)
        play(hand, [agent, caller] if number % 2 else [caller, agent])
        shown += len(hand.active) == 2  # who always calls shows whenever PLICAS has not folded
    assert 0 < shown < 40
    assert len(agent.case_base) == shown
    assert len(taught("plicas:cases=off", "call", hands=20).case_base) == 0


def test_case_files_are_what_it_begins_with(tmp_path: Path) -> None:
    path = tmp_path / "kept.cases"
    CaseBase([Case("r", "c", 5)] * 300).save(path)
    agent = make_agent(f"plicas:case_file={path}")
    assert isinstance(agent, Plicas)
    assert len(agent.case_base) == 300
    path.write_text("nonsense")
    with pytest.raises(FivebetError, match="no case base"):
        make_agent(f"plicas:case_file={path}")


@pytest.mark.parametrize(
    ("game", "complaint"), [("limit-3p", "one opponent"), ("nolimit-2p", "limit hold'em")]
)
def test_other_games_are_refused_in_one_sentence(game: str, complaint: str) -> None:
    played = Game.named(game)
    hand = Hand(played, seed=1)
    assert hand.actor is not None
    with pytest.raises(AgentError, match=complaint):
        Plicas().act(hand.view(hand.actor))
    with pytest.raises(GameError, match="does not play"):
        play_match(Match(game=played, agents=("plicas",) * played.seats, deals=1))


def test_it_goes_on_after_pickling_as_before() -> None:
    agent = taught("plicas")
    again = pickle.loads(pickle.dumps(agent))
    for number in range(50):
        hand = Hand(GAME, seed=77, number=number)
        decisions: list[Decision] = [each.act(hand.view(1)) for each in (agent, again)]
        assert decisions[0] == decisions[1]


def test_matches_are_the_same_on_any_number_of_workers() -> None:
    event = Match(game=GAME, agents=("plicas", "fair"), deals=60, matches=2, seed=5)
    assert play_match(event).standings == play_match(event, workers=2).standings
