"""The agent as a whole: what it decides, why, and what it notes."""

import json
import pickle
import random

import pytest

from fivebet.agents.hosting.registry import make_agent
from fivebet.agents.players.aki import Aki, AkiPlus
from fivebet.agents.players.aki.model import ENOUGH, Folding, Modeller, ModelTraits
from fivebet.agents.players.aki.priors import UNKNOWN
from fivebet.agents.players.relative_strength import strengths_on_board
from fivebet.arena import Match, play_match
from fivebet.cards.combos import combo_index
from fivebet.errors import AgentError, GameError
from fivebet.game import CALL, FOLD, Decision, Game, Hand, View, bet, play, raise_to
from fivebet.opponents import History
from tests.agents.players.aki.situations import step

SIX = Game.named("limit-6p")
NAMES = ("ann", "ben", "cay", "dan", "eve", "fay")


def play_hands(agent: Aki, hands: int, opponent: str = "random", game: Game = SIX) -> Aki:
    """Some hands against opponents of one kind, everybody moving on by a seat."""
    others = [
        make_agent(f"{opponent}:seed={i}") if opponent == "random" else make_agent(opponent)
        for i in range(game.seats - 1)
    ]
    for number in range(hands):
        turn = number % game.seats
        players = [agent, *others]
        seated = players[turn:] + players[:turn]
        names = [*NAMES[: game.seats]]
        names = names[turn:] + names[:turn]
        play(Hand(game, seed=4, number=number, players=names), seated)
    return agent


def test_reasons_tell_values_errors_bounds_and_every_opponent() -> None:
    agent = Aki(simulations=200)
    play_hands(agent, 40)
    hand = Hand(SIX, seed=2, players=NAMES)
    hand.act(CALL)
    hand.act(raise_to(20))
    reasons = agent.act(hand.view(4)).reasons
    assert json.loads(json.dumps(reasons)) == reasons
    expected = reasons["expected"]
    assert expected["fold"] == 0
    for choice in ("call", "raise", "raise less call"):
        assert set(expected[choice]) == {"value", "error"}
    assert reasons["simulations"] == 400
    assert -0.6 <= reasons["delta"] <= 0 <= reasons["rho"] <= 1.5
    assert set(reasons["opponents"]) == set(NAMES) - {"eve"}
    for output in reasons["opponents"].values():
        assert output["fold"] + output["call"] + output["raise"] == pytest.approx(1, abs=1e-3)
        assert 0 <= output["buckets"][0] <= output["buckets"][1] <= 4
    assert reasons["opponents"]["dan"]["showed"] == "raise or high call"
    assert reasons["opponents"]["cay"]["showed"] == "low call"
    assert reasons["opponents"]["fay"]["showed"] == "not acted"


def test_opponents_of_the_same_name_are_told_apart() -> None:
    hand = Hand(Game.named("limit-3p"), seed=1, players=("me", "bot", "bot"))
    for _ in range(2):
        hand.act(hand.legal.passive)
    hand.act(hand.legal.passive)
    output = Aki(simulations=10).act(hand.view(0)).reasons["opponents"]
    assert set(output) == {"bot", "bot (seat 2)"}


def test_aces_are_raised_and_rags_are_folded_to_a_raise_of_somebody_tight() -> None:
    agent = play_hands(Aki(simulations=10, bounds="off"), 60, "tight")
    agent.simulations = 2000
    for cards, wanted in (("AsAh", "raise"), ("7s2h", "fold")):
        hole = [None, None, None, cards, None, None]
        hand = Hand.with_cards(SIX, hole, players=NAMES)
        hand.act(raise_to(20))
        assert agent.act(hand.view(3)).action.kind == wanted


@pytest.mark.parametrize("folding", ["never", "once"])
def test_seven_deuce_is_not_worth_a_re_raise_against_somebody_tight(folding: Folding) -> None:
    """A ratio of hands that are folded is none of decisions: who has raised does not fold again."""
    agent = play_hands(Aki(simulations=10, folding=folding), 40, "tight")
    agent.simulations = 4000
    hand = Hand.with_cards(SIX, [None, None, None, "7s2h", None, None], players=NAMES)
    hand.act(raise_to(20))
    decision = agent.act(hand.view(3))
    assert decision.reasons["expected"]["raise"]["value"] < 0
    assert decision.action == FOLD


class FirstFolds(Aki):
    """AKI, who counts its hands and those that it folds in its first decision."""

    hands_begun = folds = 0
    number = -1

    def act(self, view: View) -> Decision:
        decision = super().act(view)
        if view.number != self.number:
            self.number = view.number
            self.hands_begun += 1
            self.folds += decision.action == FOLD
        return decision


def test_the_published_agent_folds_most_of_its_first_decisions() -> None:
    """Section 5: 'most of the time an agent folds in the first decision made'."""
    assert Aki().folding == "never"
    published, by_chance = (
        FirstFolds(simulations=300),
        FirstFolds(simulations=300, folding="chance"),
    )
    for agent in (published, by_chance):
        play_hands(agent, 60, "tight")
    assert published.folds > 0.5 * published.hands_begun
    assert by_chance.folds < 0.25 * by_chance.hands_begun


def test_the_same_budget_gives_the_same_decisions_on_any_number_of_threads() -> None:
    rng = random.Random(1)
    hand = Hand(SIX, seed=8)
    alone, many = Aki(simulations=3000, threads=1), Aki(simulations=3000, threads=4)
    while not hand.over:
        view = hand.view(hand.actor or 0)
        assert alone.act(view) == many.act(view)
        step(hand, rng)


def test_opponents_are_known_by_name_wherever_they_sit() -> None:
    agent = play_hands(Aki(simulations=20), 60)
    assert set(agent.history.total) == {"(me)", *NAMES[1:]}
    assert all(agent.history.total[name].hands == 60 for name in NAMES[1:])


def test_what_an_opponent_lost_to_us_is_counted_in_small_bets() -> None:
    agent = Aki(simulations=20)
    hand = Hand(Game.named("limit-2p"), seed=1, players=("me", "ann"))
    hand.act(raise_to(20))
    hand.act(FOLD)
    agent.observe(hand.view(1))  # we sit on the button, the blind folds to us
    output = agent.act(Hand(Game.named("limit-2p"), seed=2, players=("ann?", "me")).view(1))
    assert output.reasons["opponents"]["ann?"]["lost to us"] == 0
    output = agent.act(Hand(Game.named("limit-2p"), seed=2, players=("me", "x")).view(1))
    assert output.reasons["opponents"]["me"]["lost to us"] == 1


def test_an_opponent_is_unknown_until_enough_hands_were_seen() -> None:
    history = History(500)
    modeller = Modeller(history, "(me)", ModelTraits())
    for number in range(ENOUGH):
        assert modeller.triples("ben") == UNKNOWN
        hand = Hand(Game.named("limit-2p"), seed=1, number=number)
        hand.act(FOLD)
        history.observe(hand, ("(me)", "ben"))
        modeller.forget()
    assert modeller.triples("ben")[0] == (1, 0, 0)
    assert modeller.triples("ben")[1:] == UNKNOWN[1:]


def test_ratios_are_shrunk_towards_those_of_a_stranger() -> None:
    history = History(500)
    modeller = Modeller(history, "(me)", ModelTraits(shrink=10))
    assert modeller.triples("ben") == UNKNOWN
    for number in range(30):
        hand = Hand(Game.named("limit-2p"), seed=1, number=number)
        hand.act(FOLD)
        history.observe(hand, ("(me)", "ben"))
    modeller.forget()
    fold, call, raise_ = modeller.triples("ben")[0]
    assert fold == pytest.approx((30 + 10 * UNKNOWN[0].fold) / 40)
    assert fold + call + raise_ == pytest.approx(1)
    assert modeller.triples("ben")[1] == pytest.approx(UNKNOWN[1])


def test_a_set_of_kings_is_ahead_of_somebody_never_seen() -> None:
    """Nobody's cards are known to a few hands by the actions of one hand."""
    game = Game.named("limit-2p")
    hand = Hand.with_cards(game, ["KhKd", None], "Ks8c5dAh")
    for action in (raise_to(20), raise_to(30), raise_to(40), CALL):
        hand.act(action)
    for _ in range(2):
        hand.act(bet(hand.legal.min_raise))
        for _ in range(3):
            hand.act(raise_to(hand.legal.min_raise))
        if hand.street == 1:
            hand.act(CALL)
    view = hand.view(0)
    strengths = strengths_on_board(sum(1 << card for card in view.board))
    beaten = strengths < strengths[combo_index(*view.cards)]
    narrow, wide = AkiPlus(simulations=500, floor=0.0, shrink=0), AkiPlus(simulations=500)
    ahead = [float(each.opponents(view)[0].weights[beaten].sum()) for each in (narrow, wide)]
    assert ahead[0] < 0.35  # without a floor nearly everything is aces
    assert ahead[1] > 0.6
    values = [each.evaluate(view, each.opponents(view)).call for each in (narrow, wide)]
    assert values[0] < -3
    assert values[1] > 3


def test_a_change_of_strategy_makes_old_hands_forgotten() -> None:
    """A caller becomes a raiser: after N hands of it only those count."""
    game = Game.named("limit-2p")
    for change, folds_little in ((True, True), (False, False)):
        agent = Aki(simulations=1, window=60, checks=60, change=change)
        for number in range(240):
            other = make_agent("call" if number < 120 else "raise")
            play(Hand(game, seed=1, number=number, players=("me", "ben")), [agent, other])
        raised = agent.history.total["ben"].triple("flop").raise_
        assert (raised > 0.9) is folds_little


@pytest.mark.parametrize("make", [Aki, AkiPlus])
def test_a_pickled_agent_goes_on_as_before(make: type[Aki]) -> None:
    agent = play_hands(make(simulations=50), 30)
    copy = pickle.loads(pickle.dumps(agent))
    view = Hand(SIX, seed=77, players=NAMES).view(2)
    assert copy.act(view) == agent.act(view)


@pytest.mark.parametrize(
    "options",
    [
        {"cards": "random"},
        {"cards": "strength", "bluffs": True, "guess": True},
        {"folding": "chance", "folded": True},
        {"folding": "once", "shrink": 20},
        {"cards": "strength", "folded": True, "floor": 0.1, "shrink": 20},
        {"folding": "strength", "responses": True, "profiles": True},
        {"own": "history"},
        {"own": "odds"},
        {"bounds": "tempered", "pool": "weighted", "adapt": True},
        {"bounds": "off", "pool": "weighted"},
        {"pool": "max", "shown": False, "change": False},
    ],
)
@pytest.mark.parametrize("seats", [2, 10])
def test_every_switch_plays_at_tables_of_any_size(options: dict[str, object], seats: int) -> None:
    event = Match(
        game=Game.named(f"limit-{seats}p"),
        agents=(
            "aki:simulations=20," + ",".join(f"{k}={_word(v)}" for k, v in options.items()),
            *["random"] * (seats - 1),
        ),
        deals=60,
    )
    result = play_match(event)
    assert result.standings[0].failures.times == 0, result.standings[0].failures.first


def _word(value: object) -> str:
    return (
        {True: "on", False: "off"}.get(value, str(value)) if isinstance(value, bool) else str(value)
    )


def test_a_clock_gives_seconds_instead_of_a_number() -> None:
    agent = Aki(seconds=1, hands=1)
    decision = agent.act(Hand(SIX, seed=1).view(2))
    assert decision.reasons["seconds"] == 0.5
    assert decision.reasons["simulations"] > 0
    assert agent.keeper is not None
    assert agent.keeper.used > 0


def test_without_any_time_left_it_checks_or_folds() -> None:
    agent = Aki(seconds=0.001, hands=1)
    hand = Hand.with_cards(Game.named("limit-2p"), ["AsAh", "AdAc"])
    assert agent.act(hand.view(1)).action == FOLD
    hand.act(CALL)
    assert agent.act(hand.view(0)).action.kind == "check"


@pytest.mark.parametrize(
    ("name", "output"),
    [
        ("aki:simulations=0", "simulations=0 .* 1 or more"),
        ("aki:simulations=-5", "1 or more"),
        ("aki:seconds=-1", "seconds=-1 .* or 0"),
        ("aki:seconds=nan", "seconds"),
        ("aki:hands=0,seconds=1", "1 or more"),
        ("aki:bounds=wild", "paper, tempered, delta, rho, off"),
        ("aki:floor=2,cards=strength", "from 0 to 1"),
        ("aki:cards=marked", "paper, strength, random"),
        ("aki:colour=red", "its options are: seed, simulations"),
        ("aki:buckets=1", "2 or more"),
    ],
)
def test_bad_options_get_one_sentence(name: str, output: str) -> None:
    with pytest.raises(AgentError, match=output):
        make_agent(name)


def test_a_no_limit_game_gets_one_sentence() -> None:
    event = Match(game=Game.named("nolimit-2p"), agents=("aki", "call"), deals=1)
    with pytest.raises(GameError, match=r"aki does not play nolimit-2p: it plays limit-\*"):
        play_match(event)
    with pytest.raises(AgentError, match="limit hold'em"):
        Aki().act(Hand(Game.named("cash-2p")).view(1))
