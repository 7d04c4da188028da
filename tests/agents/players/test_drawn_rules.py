"""Drawn rule players: by seed, in many styles, and true to the policy that they state."""

import numpy as np
import pytest

from fivebet.agents.hosting.registry import agent_options, agent_traits, check_public_name
from fivebet.agents.hosting.registry import make_agent as make
from fivebet.agents.players.drawn_rules import draw_style, drawn_names
from fivebet.cards.combos import combo_index
from fivebet.errors import AgentError
from fivebet.game import FOLD, Game, Hand, PolicyAgent


@pytest.mark.parametrize("game", ["limit-2p", "nolimit-2p"])
def test_the_policy_says_what_is_played(game: str) -> None:
    for number, name in enumerate(drawn_names(3, 12)):
        agent, hand = make(name), Hand(Game.named(game), seed=2, number=number)
        assert isinstance(agent, PolicyAgent)
        while (seat := hand.actor) is not None:
            view = hand.view(seat)
            policy, action = agent.policy(view), agent.act(view).action
            assert sum(policy.values()) == pytest.approx(np.ones(1326))
            assert policy[action][combo_index(*view.cards)] > 0
            hand.act(action)


def test_a_style_follows_from_its_seed_and_number() -> None:
    assert draw_style(5, 2) == draw_style.__wrapped__(5, 2)
    assert len({draw_style(seed, number) for seed in (1, 2) for number in range(50)}) == 100


def test_styles_range_from_rocks_to_stations_and_from_honest_to_wild() -> None:
    """How much of all hands folds to a raise before the flop, and bets when checked to."""
    folds, bets, sizes, honest = [], [], [], 0
    for name in drawn_names(1, 60):
        agent = make(name)
        assert isinstance(agent, PolicyAgent)
        raised = Hand(Game.named("nolimit-2p"), seed=1)
        raised.act(raised.legal.choices[-2])  # the least raise
        folds.append(float(agent.policy(raised.view(0)).get(FOLD, np.zeros(1)).mean()))
        flop = Hand(Game.named("nolimit-2p"), seed=1)
        for _ in range(2):
            flop.act(flop.legal.passive)
        stated = agent.policy(flop.view(0))
        bets.append(sum(float(row.mean()) for action, row in stated.items() if action.to))
        sizes += [action.to for action in stated if action.to]
        honest += agent.streets[1].bluff == 0  # type: ignore[attr-defined]
    assert np.quantile(folds, 0.1) < 0.2
    assert np.quantile(folds, 0.9) > 0.6
    assert np.quantile(bets, 0.1) < 0.2
    assert np.quantile(bets, 0.9) > 0.5
    assert (min(sizes), max(sizes) > 300) == (100, True)
    assert 5 < honest < 30


def test_names_are_checked_and_strangers_cannot_give_them() -> None:
    traits = agent_traits("drawn::1-2")
    assert (traits.states_policy, traits.remembers) == (True, False)
    assert [option.name for option in agent_options("drawn::1-2")] == ["seed"]
    assert make("drawn:seed=4::1-2").seed == 4  # type: ignore[attr-defined]
    for name in ("drawn::", "drawn::7", "drawn::a-1"):
        with pytest.raises(AgentError, match="names no style"):
            make(name)
    with pytest.raises(AgentError, match="cannot be seated from here"):
        check_public_name("drawn::1-2")
