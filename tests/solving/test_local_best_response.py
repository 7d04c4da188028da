import json
from pathlib import Path

import numpy as np
import pytest

from fivebet.agents.hosting.registry import make_agent
from fivebet.cards import Card
from fivebet.cards.combos import COMBO_MASKS, COMBOS, combo_index
from fivebet.cli.app import run
from fivebet.errors import AgentError
from fivebet.game import CALL, FOLD, Game, Hand, PolicyAgent, raise_to
from fivebet.solving.local_best_response import LocalBestResponse, play_local_best_response


def walked(game: str, agent: str, number: int) -> list[tuple[Hand, int]]:
    """Every decision of a hand that an agent plays with itself."""
    hand, player = Hand(Game.named(game), seed=3, number=number), make_agent(agent)
    seen = []
    while (seat := hand.actor) is not None:
        seen.append((hand.copy(), seat))
        hand.act(player.act(hand.view(seat)).action)
    return seen


@pytest.mark.parametrize("game", ["limit-2p", "nolimit-2p"])
@pytest.mark.parametrize("name", ["fold", "call", "raise", "tight", "loose", "maniac", "fair"])
def test_a_policy_says_what_the_agent_does(name: str, game: str) -> None:
    """What an agent does with its hand has a probability in its policy, and rows add up."""
    agent = make_agent(name)
    for number in range(6):
        for hand, seat in walked(game, name, number):
            view = hand.view(seat)
            policy = agent.policy(view)  # type: ignore[attr-defined]
            assert sum(policy.values()) == pytest.approx(np.ones(1326))
            action = agent.act(view).action
            assert policy[action][combo_index(*view.cards)] > 0


def test_frequencies_of_play_are_those_of_the_policy() -> None:
    game = Game.named("limit-2p")
    hand = Hand(game, seed=3, number=0)
    policy = make_agent("maniac").policy(hand.view(1))  # type: ignore[attr-defined]
    index = combo_index(*hand.view(1).cards)
    counts = dict.fromkeys(policy, 0)
    for seed in range(400):
        counts[make_agent(f"maniac:seed={seed}").act(hand.view(1)).action] += 1
    for action, row in policy.items():
        assert counts[action] / 400 == pytest.approx(row[index], abs=0.08)


class Nit:
    """Calls all-in with aces, folds everything else."""

    def act(self, view):  # type: ignore[no-untyped-def]
        from fivebet.game import Decision  # noqa: PLC0415

        aces = all(card.rank == 12 for card in view.cards)
        return Decision(view.legal.passive if aces or not view.legal.call else FOLD)

    def policy(self, view):  # type: ignore[no-untyped-def]
        aces = np.array([a.rank == 12 and b.rank == 12 for a, b in COMBOS], dtype=float)
        passive = view.legal.passive
        return {passive: aces, FOLD: 1 - aces} if view.legal.call else {passive: np.ones(1326)}


def test_whoever_folds_too_much_is_bluffed() -> None:
    game = Game.named("nolimit-2p")
    hand = Hand.with_cards(game, ["2c7d", "Kh3s"])
    decision = LocalBestResponse().act(hand, Nit())
    assert decision.action.kind == "raise"
    won = [play_local_best_response(Nit(), game, 1, n, seat) for n in range(30) for seat in (0, 1)]
    assert np.mean(won) > 40


def test_the_belief_follows_the_policy() -> None:
    responder = LocalBestResponse()
    policy = {CALL: np.array([a.rank == 12 for a, _ in COMBOS], dtype=float), FOLD: np.ones(1326)}
    responder.observe_action(policy, CALL)
    held = responder.belief > 0
    ace = np.uint64(sum(1 << int(Card(f"A{suit}")) for suit in "cdhs"))
    assert ((COMBO_MASKS[held] & ace) != 0).all()
    with pytest.raises(AgentError, match="does not name"):
        responder.observe_action(policy, raise_to(300))


def test_the_value_of_a_call_is_that_of_showing_down() -> None:
    """On the river facing a bet of half the pot with a known share of better hands."""
    game = Game.named("nolimit-2p")
    hand = Hand.with_cards(game, ["AsAh", "KsKh"], "2c3c4d9d9h")
    hand.act(CALL)
    for _ in range(5):
        hand.act(CALL)
    hand.act(raise_to(200))
    responder = LocalBestResponse()
    responder.belief = np.zeros(1326)
    responder.belief[combo_index(Card("As"), Card("Ah"))] = 1
    responder.belief[combo_index(Card("Qs"), Card("Qh"))] = 3
    reasons = responder.act(hand, Nit()).reasons
    assert reasons["call"] == pytest.approx(0.75 * 400 - 0.25 * 200)


def test_the_command_gives_an_interval(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["exploit", "call", "--game", "limit-2p", "--hands", "30", "--seed", "2", "--json"]
    assert run([*command, "--workers", "1"]) == 0
    one = json.loads(capsys.readouterr().out)
    assert one["ci95"][0] < one["mbb_per_hand"] < one["ci95"][1]
    assert run([*command, "--workers", "2"]) == 0
    assert json.loads(capsys.readouterr().out)["mbb_per_hand"] == one["mbb_per_hand"]
    assert run(["exploit", "fold", "--game", "nolimit-2p", "--hands", "20"]) == 0
    assert "+750" in capsys.readouterr().out


SILENT = Path(__file__).parents[1] / "arena" / "bad_agents.py"


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ([f"{SILENT}::Illegal", "--exact", "turn"], "does not state its policy"),
        (["fair", "--game", "limit-6p"], "for two"),
        (["fair", "--game", "leduc"], "for two"),
        (["fair", "--hands", "0"], "0 deals"),
        (["fair", "--workers", "0"], "0 workers"),
    ],
)
def test_what_cannot_be_exploited_is_said(
    arguments: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["exploit", *arguments]) == 2
    assert why in capsys.readouterr().err


@pytest.mark.parametrize(("game", "name"), [("limit-2p", "station"), ("nolimit-2p", "loose")])
def test_showdowns_on_average_are_worth_what_they_come_to(game: str, name: str) -> None:
    """Beside the chips that change hands, on the same deals: the same mean, less spread."""
    agent, played = make_agent(name), Game.named(game)
    assert isinstance(agent, PolicyAgent)
    expected, paid = [], []
    for number in range(150):
        hand, responder = Hand(played, seed=5, number=number), LocalBestResponse()
        while (actor := hand.actor) is not None:
            if actor == 0:
                hand.act(responder.act(hand, agent).action)
                continue
            view = hand.view(actor)
            policy, action = agent.policy(view), agent.act(view).action
            responder.observe_action(policy, action)
            hand.act(action)
        paid.append(float(hand.payoffs[0]))
        expected.append(play_local_best_response(agent, played, 5, number, 0))
    apart = np.array(expected) - np.array(paid)
    assert abs(apart.mean()) < 3 * apart.std() / len(apart) ** 0.5
    assert np.std(expected) < 0.9 * np.std(paid)
