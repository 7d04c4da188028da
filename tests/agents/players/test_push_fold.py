"""The yardstick of tournaments: all-in or fold before the flop."""

import numpy as np
import pytest

from fivebet.agents.hosting.registry import make_agent
from fivebet.agents.players.policies import improbable
from fivebet.agents.players.push_fold import PushFold
from fivebet.arena import Match, Tournament, TournamentSeries, play_match, play_tournaments
from fivebet.cards.combos import CLASS_SIZES, CLASSES
from fivebet.errors import AgentError
from fivebet.game import CALL, FOLD, Action, Game, Hand, raise_to
from fivebet.solving.jam_fold_heads_up import JamOrFold, solve_jam_or_fold


def chances(agent: PushFold, hand: Hand) -> np.ndarray:
    assert hand.actor is not None
    return agent.chances(hand.view(hand.actor))


def test_heads_up_it_plays_the_equilibrium() -> None:
    agent = PushFold(iterations=300)
    hand = Hand(Game.named("cash-2p"), stacks=(1000, 1000))
    exact = solve_jam_or_fold(JamOrFold(10), 1e-6)
    jam = chances(agent, hand)
    hand.act(raise_to(1000))
    call = chances(agent, hand)
    assert JamOrFold(10).exploitability(jam, call) < 1e-4
    assert float(jam @ CLASS_SIZES) == pytest.approx(float(exact.jam @ CLASS_SIZES), rel=0.01)


def test_it_is_all_in_or_out_and_checks_where_that_is_free() -> None:
    agent = PushFold()
    game = Game.named("cash-3p")
    holes = ["AsAh", "7d2c", "KsKh"]
    hand = Hand.with_cards(game, holes, "5c7h9d3s4s", stacks=(1000, 1000, 1000))
    hand.act(CALL)
    assert agent.act(hand.view(0)).action == raise_to(1000)
    hand.act(CALL)
    assert str(agent.act(hand.view(1)).action) == "check"
    hand.act(Action("check"))
    hand.act(raise_to(hand.legal.min_raise))
    assert hand.street == 1
    assert agent.act(hand.view(1)).action == FOLD


def test_a_raise_counts_as_a_jam_from_where_it_was_made() -> None:
    agent = PushFold()
    early = Hand(Game.named("cash-6p"), stacks=(1500,) * 6)
    early.act(raise_to(300))
    for _ in range(4):
        early.act(FOLD)
    late = Hand(Game.named("cash-6p"), stacks=(1500,) * 6)
    for _ in range(3):
        late.act(FOLD)
    late.act(raise_to(300))
    late.act(FOLD)
    assert early.actor == late.actor == 1
    tight, loose = (float(chances(agent, hand) @ CLASS_SIZES) for hand in (early, late))
    assert tight < 0.75 * loose


def test_prizes_count_at_the_final_table_alone() -> None:
    def jammed(agent: PushFold, left: int) -> float:
        hand = Hand(Game.named("cash-4p"), stacks=(1000,) * 4, players_left=left)
        hand.act(raise_to(1000))
        return float(chances(agent, hand) @ CLASS_SIZES)

    by_prizes, by_chips = PushFold(payouts="40/35/25"), PushFold(icm=False)
    assert jammed(by_prizes, 4) < 0.5 * jammed(by_prizes, 12)
    assert jammed(by_prizes, 12) == jammed(by_chips, 12) == jammed(by_chips, 4)


@pytest.mark.parametrize("game", ["nolimit-2p", "cash-6p"])
def test_it_plays_without_a_mistake(game: str) -> None:
    table = Game.named(game)
    agents = tuple(("push-fold", "fair", "maniac")[i % 3] for i in range(table.seats))
    result = play_match(Match(game=table, agents=agents, deals=12))
    assert [each.failures.times for each in result.standings] == [0] * table.seats
    hand = Hand(table)
    assert hand.actor is not None
    view = hand.view(hand.actor)
    assert improbable(PushFold().policy(view), view) == ""


def test_it_plays_tournaments_without_a_mistake() -> None:
    agents = ("push-fold:iterations=5",) * 2 + ("call",) * 2
    result = play_tournaments(TournamentSeries(tournament=Tournament(agents=agents, seed=3)))
    assert [entry.failures.times for entry in result.entries] == [0, 0]


def test_other_games_and_odd_options_are_refused() -> None:
    with pytest.raises(AgentError, match="no-limit hold'em, not"):
        PushFold().act(Hand(Game.named("limit-2p")).view(1))
    with pytest.raises(AgentError, match="50/30/20"):
        make_agent("push-fold:payouts=half")
    with pytest.raises(AgentError, match="0 to 100"):
        make_agent("push-fold:payouts=-5/105")
    with pytest.raises(AgentError, match="1 or more"):
        make_agent("push-fold:iterations=0")


def test_aces_are_played_otherwise_than_seven_deuce() -> None:
    jam = chances(PushFold(), Hand(Game.named("nolimit-6p")))
    assert jam[CLASSES.index("AA")] > 0.95
    assert jam[CLASSES.index("72o")] < 0.05
