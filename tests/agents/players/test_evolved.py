import pickle
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivebet.agents.hosting.registry import make_agent
from fivebet.agents.players.evolved import BET_SIZES, UNKNOWN, Evolved
from fivebet.agents.players.networks import Brain, weights_needed
from fivebet.cards.showdown_strength import showdown_strength
from fivebet.errors import AgentError
from fivebet.game import CALL, FOLD, Game, Hand, raise_to
from fivebet.game.agent import play


def brain(layers: tuple[int, ...] = (16, 12, 3), seed: int = 0) -> Brain:
    weights = np.random.default_rng(seed).normal(0, 1, weights_needed(layers))
    return Brain(layers, weights.astype(np.float32))


def only(output: int, layers: tuple[int, ...] = (16, 3)) -> Brain:
    """A network that always does the same: its biases decide."""
    weights = np.zeros(weights_needed(layers), np.float32)
    weights[-3 + output] = 60
    return Brain(layers, weights)


def seated(kept: Brain, tmp_path: Path) -> Evolved:
    kept.save(tmp_path / "network.npz")
    agent = make_agent(f"evolved:weights={tmp_path / 'network.npz'}")
    assert isinstance(agent, Evolved)
    return agent


def slow_triple(kept: Brain, inputs: np.ndarray) -> np.ndarray:
    """The network in NumPy, from its definition."""
    values, at = inputs.astype(np.float64), 0
    for i, (before, after) in enumerate(zip(kept.layers, kept.layers[1:], strict=False)):
        matrix = kept.weights[at : at + before * after].reshape(before, after)
        at += before * after
        values = values @ matrix + kept.weights[at : at + after]
        at += after
        if i + 2 < len(kept.layers):
            values = 1 / (1 + np.exp(np.clip(-values, -500, 500)))
    shares = np.exp(values - values.max())
    return shares / shares.sum()


@given(
    layers=st.sampled_from(
        [(16, 12, 3), (40, 22, 3), (16, 3), (16, 1, 3), (40, 33, 6, 3), (16, 256, 3)]
    ),
    seed=st.integers(0, 10**6),
    scale=st.sampled_from([0.1, 1.0, 30.0]),
)
def test_a_network_is_its_definition(layers: tuple[int, ...], seed: int, scale: float) -> None:
    rng = np.random.default_rng(seed)
    weights = rng.normal(0, scale, weights_needed(layers)).astype(np.float32)
    kept = Brain(layers, weights)
    inputs = rng.uniform(-1, 4, layers[0]).astype(np.float32)
    triple = kept.network.forward(inputs)
    assert triple.sum() == pytest.approx(1, abs=1e-5)
    assert triple.tolist() == pytest.approx(slow_triple(kept, inputs).tolist(), abs=2e-3)


def test_what_a_network_is_told_in_the_order_of_the_thesis(tmp_path: Path) -> None:
    agent = seated(brain(), tmp_path)
    game = Game(structure="no-limit", seats=4, blinds=(50, 100), antes=(10,) * 4)
    hand = Hand(game, seed=3, stacks=[1000, 2000, 3000, 500], players_left=9)
    hand.act(raise_to(300))  # seat 2
    shown = agent.inputs(hand.view(3)).tolist()  # the button, with 490 behind
    assert shown[0] == pytest.approx(20 * showdown_strength(hand.hole(3), "", 3))
    assert shown[1] == 0
    assert shown[2] == pytest.approx(4 * 490 / (490 + 2000))
    assert shown[3] == pytest.approx(4 * 490 / (490 + 2000))  # 40 in antes, 50, 100 and 300
    assert shown[4] == pytest.approx(4 * 300 / 2300)
    assert shown[5:8] == pytest.approx([4 * 3 / 8, 4 * 9 / 45, 4])
    behind = (940, 1890, 2690)  # seats 0, 1 and 2, from the left
    assert shown[8:11] == pytest.approx([4 * chips / (chips + 2000) for chips in behind])
    assert shown[11:] == [UNKNOWN] * 5


def test_the_pot_is_what_the_player_can_win(tmp_path: Path) -> None:
    game = Game(structure="no-limit", seats=3, blinds=(5, 10))
    hand = Hand(game, seed=1, stacks=[1000, 60, 1000])
    hand.act(raise_to(500))  # seat 2
    hand.act(FOLD)  # seat 0
    shown = seated(brain(), tmp_path).inputs(hand.view(1))
    # Of the 500 only 60 can be won, with 5 of the small blind and 10 of one's own.
    assert shown[3] == pytest.approx(4 * 75 / (75 + 200))
    assert shown[4] == pytest.approx(4 * 50 / (50 + 200))


def test_opponents_are_known_by_what_they_did(tmp_path: Path) -> None:
    agent = seated(brain((40, 22, 3)), tmp_path)
    game = Game(structure="no-limit", seats=3, blinds=(50, 100), stacks=(10_000,) * 3)
    names = ("hero", "caller", "raiser")
    fresh = Hand(game, seed=1, number=0, players=names)
    assert agent.inputs(fresh.view(0))[16:].tolist() == [UNKNOWN] * 24
    hand = Hand(game, seed=1, number=1, players=names)
    for action in (raise_to(300), FOLD, CALL):  # raiser, hero, caller
        hand.act(action)
    while not hand.over:
        hand.act(CALL)
    agent.observe(hand.view(0))
    shown = agent.inputs(fresh.view(0))[16:]
    assert shown[:6].tolist() == [4, 0, 0, 4, 4, 4]
    assert shown[6:].tolist() == [UNKNOWN] * 18


def test_a_raise_counts_against_all_hands_and_not_only_those_that_could_be_raised(
    tmp_path: Path,
) -> None:
    agent = seated(brain((40, 22, 3)), tmp_path)
    game = Game(structure="no-limit", seats=2, blinds=(100, 50), stacks=(1000,) * 2)
    names = ("hero", "other")
    first = Hand(game, seed=1, number=0, players=names)
    for action in (raise_to(300), FOLD):  # other raises, hero folds
        first.act(action)
    all_in = Hand(game, seed=1, number=1, players=names[::-1])
    for action in (raise_to(1000), FOLD):  # hero is all-in: other cannot raise, and folds
        all_in.act(action)
    agent.observe(first.view(0))
    agent.observe(all_in.view(1))
    # Equation 4.2: one raise in two hands, where trackers say one of the one possible.
    assert agent.seen["other"].pfr.opportunities == 1
    assert agent.inputs(Hand(game, seed=1, number=2, players=names).view(0))[17] == 4 * 1 / 2


def test_a_network_sees_inputs_by_the_scaling_it_was_evolved_with(tmp_path: Path) -> None:
    stretched = brain((40, 22, 3))
    hand = Hand(Game.named("nolimit-6p"), seed=3)
    view = hand.view(hand.actor or 0)
    wide = seated(stretched, tmp_path).inputs(view)
    narrow = seated(replace(stretched, scaling="unit"), tmp_path).inputs(view)
    assert wide[0] == narrow[0]  # strength reaches 20 in both
    known = wide != UNKNOWN
    known[0] = False
    assert (wide[known] == 4 * narrow[known]).all()
    assert ((narrow[known] >= 0) & (narrow[known] <= 1)).all()
    assert (narrow[~known][1:] == UNKNOWN).all()


def test_files_of_older_versions_have_the_scaling_of_their_time(tmp_path: Path) -> None:
    kept = brain()
    np.savez(
        tmp_path / "old.npz", layers=kept.layers, weights=kept.weights, thresholds=kept.thresholds
    )
    assert Brain.load(tmp_path / "old.npz").scaling == "stretched"
    replace(kept, scaling="unit").save(tmp_path / "new.npz")
    assert Brain.load(tmp_path / "new.npz").scaling == "unit"
    assert pickle.loads(pickle.dumps(Brain.load(tmp_path / "new.npz"))).scaling == "unit"
    with pytest.raises(AgentError, match="no scaling 'wide' of inputs: there are stretched, unit"):
        Brain(kept.layers, kept.weights, scaling="wide")  # type: ignore[arg-type]


@pytest.mark.parametrize(("output", "kind"), [(0, "fold"), (1, "call"), (2, "raise")])
def test_a_certain_network_does_one_thing(output: int, kind: str, tmp_path: Path) -> None:
    agent = seated(only(output), tmp_path)
    hand = Hand(Game.named("nolimit-6p"), seed=2)
    decision = agent.act(hand.view(hand.actor or 0))
    assert decision.action.kind == kind
    assert decision.reasons[kind] == pytest.approx(1)


def test_who_would_fold_for_nothing_checks(tmp_path: Path) -> None:
    hand = Hand(Game.named("nolimit-2p"), seed=2)
    hand.act(CALL)
    agent = seated(only(0), tmp_path)
    assert agent.act(hand.view(hand.actor or 0)).action.kind == "check"


def test_bets_are_drawn_around_the_sizes_of_the_thesis(tmp_path: Path) -> None:
    game = Game(structure="no-limit", seats=2, blinds=(2, 1), stacks=(100_000,) * 2)
    agent = seated(only(2), tmp_path)
    sizes = []
    for number in range(2000):
        hand = Hand(game, seed=4, number=number)
        sizes.append((agent.act(hand.view(1)).action.to - 1) / 99_999)
    mean, deviation = BET_SIZES[2]
    assert np.mean(sizes) == pytest.approx(mean, abs=0.005)
    assert np.std(sizes) == pytest.approx(deviation, abs=0.005)


@pytest.mark.parametrize(
    "name", ["evolved", "evolved:experiment=base", "evolved:experiment=hof", "evolved+"]
)
def test_the_published_agents_play_by_name(name: str) -> None:
    agents = [make_agent(name, seed=seat) for seat in range(6)]
    for number in range(3):
        hand = Hand(Game.named("nolimit-6p"), seed=1, number=number, players=tuple("abcdef"))
        assert play(hand, agents).over


def test_a_file_that_holds_no_network_is_told_in_one_sentence(tmp_path: Path) -> None:
    whole = tmp_path / "whole.npz"
    brain().save(whole)
    again = Brain.load(whole)
    assert again.layers == (16, 12, 3)
    assert (again.weights == brain().weights).all()
    for cut in (0, 10, 200, len(whole.read_bytes()) - 30):
        part = tmp_path / "part.npz"
        part.write_bytes(whole.read_bytes()[:cut])
        with pytest.raises(AgentError, match="holds no weights"):
            make_agent(f"evolved:weights={part}")
    with pytest.raises(AgentError, match="no such file"):
        make_agent("evolved:weights=nowhere.npz")
    np.savez(tmp_path / "other.npz", layers=[16, 3], weights=[1.0], thresholds=[0.4, 0.7])
    with pytest.raises(AgentError, match="have 51 weights, not 1"):
        make_agent(f"evolved:weights={tmp_path / 'other.npz'}")
    np.savez(tmp_path / "nan.npz", layers=[16, 3], weights=[np.nan] * 51, thresholds=[0.4, 0.7])
    with pytest.raises(AgentError, match="no finite number"):
        make_agent(f"evolved:weights={tmp_path / 'nan.npz'}")


def test_other_games_than_holdem_are_refused() -> None:
    hand = Hand(Game.named("leduc"), seed=1)
    with pytest.raises(AgentError, match="plays hold'em"):
        make_agent("evolved").act(hand.view(hand.actor or 0))
