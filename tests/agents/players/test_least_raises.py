"""Streets on which small raises could follow each other hundreds of times."""

import pytest

from fivebet.agents.hosting.registry import make_agent
from fivebet.agents.players.champion_no_limit import NoLimitChampion
from fivebet.agents.players.least_raises import without_least_raises
from fivebet.agents.players.policies import improbable
from fivebet.game import Game, Hand
from fivebet.game.action import CALL, CHECK, raise_to
from fivebet.solving.spot import Spot
from fivebet.solving.tree import betting_tree

MADE = (("bets oop", 101), ("raises ip", 303), ("raises oop", 506))


def spot(stack, **more):
    sizes = {
        "bets oop flop": "50%, 101c",
        "raises ip flop": "3x, 303c",
        "raises oop flop": "3x, 506c",
    }
    return Spot.create(
        "Ks8h3c", 600, stack, "AA", "KK", "50%", "3x", sizes=sizes, last_street="flop", **more
    )


def streets_nodes(node):
    yield node
    if node.player is not None:
        for after in node:
            yield from streets_nodes(after)


def test_a_small_tree_stays_as_it_is() -> None:
    shallow = spot(2_000)
    assert without_least_raises(shallow, MADE) is shallow
    deep = Spot.create("Ks8h3c", 600, 100_000, "AA", "KK", "50%", "3x", last_street="flop")
    assert without_least_raises(deep, ()) is deep


def test_a_deep_tree_keeps_sizes_that_were_made_and_no_other_least_raise() -> None:
    deep = spot(20_000)
    before = betting_tree(deep).root / "bet 101" / "raise 303" / "raise 506"
    assert before.actions == ("fold", "call", "raise 709", "raise 1518")
    bounded = without_least_raises(deep, MADE)
    root = betting_tree(bounded).root
    after = root / "bet 101" / "raise 303" / "raise 506"
    assert after.actions == ("fold", "call", "raise 1518")
    assert len(list(streets_nodes(root))) < 200
    assert len(list(streets_nodes(betting_tree(deep).root))) > 800


@pytest.mark.parametrize("options", ["", ",nested=off"])
def test_the_champion_answers_least_raises_on_deep_stacks(options: str) -> None:
    game = Game(structure="no-limit", seats=2, blinds=(100, 50), stacks=(300_000,) * 2)
    hand = Hand(game, seed=1)
    for action in (raise_to(300), CALL):
        hand.act(action)
    for _ in range(4):
        hand.act(raise_to(hand.legal.min_raise))
    view = hand.view(hand.actor)
    champion = make_agent(f"champion:exploit=off,iterations=1{options}")
    assert not improbable(champion.policy(view), view)


def test_a_street_follows_any_number_of_least_raises() -> None:
    hand = Hand(Game.named("nolimit-2p"), seed=1)
    for action in (raise_to(300), CALL, *[CHECK] * 4):
        hand.act(action)
    champion = NoLimitChampion(iterations=1, threads=1, gadget=False, network=False)
    for _ in range(7):
        hand.act(raise_to(hand.legal.min_raise))
    view = hand.view(hand.actor)
    assert not improbable(champion.policy(view), view)
