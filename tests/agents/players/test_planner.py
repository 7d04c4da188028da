"""The planner at the table: its functions against the core, its domains, its play."""

from itertools import combinations
from math import comb, fsum, isclose

import numpy as np
import pytest

from fivebet.agents.hosting.registry import make_agent
from fivebet.agents.players.planner.agent import PlannerAgent, PlannerPlus
from fivebet.agents.players.planner.equities import CLASS_EQUITIES
from fivebet.agents.players.planner.functions import (
    SLOTS,
    PlanningContext,
    calling_share,
    card_number,
    card_of,
    draw_cards,
    hand_rank,
    joint_hand_rank,
    number_of_calling_opponents,
    poker_functions,
)
from fivebet.agents.players.planner.habits import DEFAULT_HABITS, Habits, habits_of
from fivebet.agents.players.planner.opponents import ModelledOpponents
from fivebet.agents.players.planner.plan_monitor import departs_from_plan, expected_turns
from fivebet.agents.players.planner.reading import Reading, read
from fivebet.agents.players.planner.situation import Situation, domain_named, streets_we_end
from fivebet.cards import Card, parse_cards
from fivebet.cards.combos import CLASS_SIZES, COMBOS
from fivebet.cards.evaluator import evaluate
from fivebet.cards.preflop_matchups import class_matrix
from fivebet.cards.strength import immediate_strength
from fivebet.errors import AgentError, PlanningError
from fivebet.game import CALL, CHECK, FOLD, Game, Hand, play, raise_to
from fivebet.opponents import Tally
from fivebet.planning import NEUTRAL, Plan, Planner, attitude


def situation(**changes: object) -> Situation:
    """A turn on the river with two pair, four opponents and 10 to call."""
    cards = tuple(card_number(card) for card in parse_cards("AhKdAcKs2d7h9c"))
    values: dict[str, object] = {
        "street": 4,
        "position": 3,
        "opponents": 4,
        "stack": 200.0,
        "pot": 40.0,
        "call": 10.0,
        "min_raise": 10.0,
        "may_raise": True,
        "small_blind": 1.0,
        "big_blind": 2.0,
        "cards": cards,
    }
    return Situation(**(values | changes))  # type: ignore[arg-type]


def planner_for(domain: str, where: Situation | None = None, seed: int = 0) -> Planner:
    drawn = draw_cards(where.known if where else {}, seed, 0)
    return Planner(domain_named(domain), poker_functions(PlanningContext(drawn)))


# Functions on the core.


def test_stored_equities_are_those_of_the_core() -> None:
    matrix = class_matrix()
    exact = matrix.share.sum(axis=1) / matrix.deals.sum(axis=1)
    assert np.abs(exact - np.array(CLASS_EQUITIES)).max() < 1e-6


@pytest.mark.parametrize("required", [0.0, 0.33, 0.4, 0.5, 0.6534, 0.9])
def test_callers_are_the_hands_whose_equity_meets_the_odds(required: float) -> None:
    meets = [
        size for equity, size in zip(CLASS_EQUITIES, CLASS_SIZES, strict=True) if equity >= required
    ]
    assert calling_share(required, 1) == sum(meets) / 1326


def test_on_a_board_one_minus_x_of_the_hands_reach_a_strength_of_x() -> None:
    board = parse_cards("Qh9d5s3c2h")
    deck = [card for card in range(52) if card not in board]
    strengths = [immediate_strength([a, b], board) for a, b in combinations(deck, 2)]
    for required in (0.2, 0.5, 0.8):
        reached = sum(strength >= required for strength in strengths) / len(strengths)
        assert abs(reached - calling_share(required, 4)) < 0.04


@pytest.mark.parametrize("street", [1, 3])
@pytest.mark.parametrize("opponents", range(9))
def test_numbers_of_callers_are_binomial_and_add_up(opponents: int, street: int) -> None:
    chances = [number_of_calling_opponents(150, 60, opponents, k, street) for k in range(10)]
    assert isclose(fsum(chances), 1, abs_tol=1e-12)
    share = calling_share(60 / 210, street)
    for k in range(opponents + 1):
        expected = comb(opponents, k) * share**k * (1 - share) ** (opponents - k)
        assert isclose(chances[k], expected, abs_tol=1e-15)


def test_hand_rank_is_immediate_strength_to_the_power_of_the_opponents() -> None:
    hole, board = tuple(parse_cards("AhKd")), tuple(parse_cards("AcKs2d7h9c"))
    single = immediate_strength(hole, board)
    for opponents in (1, 2, 5):
        assert isclose(hand_rank(hole, board, opponents), single**opponents)
    assert isclose(joint_hand_rank(hole, board, 1), single, abs_tol=1e-12)
    joint = joint_hand_rank(hole, board, 2)
    assert joint != hand_rank(hole, board, 2)
    assert abs(joint - hand_rank(hole, board, 2)) < 0.01


def test_cards_have_numbers_and_back() -> None:
    assert [card_of(card_number(Card(index))) for index in range(52)] == list(range(52))
    with pytest.raises(PlanningError, match=r"515\.0 is no card"):
        card_of(515.0)


def test_drawn_cards_are_new_and_follow_from_the_seed() -> None:
    known = {"hole1": card_number(Card("As")), "hole2": card_number(Card("Ks"))}
    drawn = draw_cards(known, 7, 3)
    assert drawn == draw_cards(known, 7, 3) != draw_cards(known, 7, 4)
    assert set(drawn) == set(SLOTS)
    assert len({*drawn.values(), *known.values()}) == 9


# The domains.


def steps_of(domain: str, where: Situation) -> list[str]:
    return list(planner_for(domain, where).options(where.problem(domain), effects="policy"))


@pytest.mark.parametrize("domain", ["one-turn", "whole-round"])
def test_one_may_fold_call_and_raise_in_four_sizes(domain: str) -> None:
    assert set(steps_of(domain, situation())) == {
        "(!fold)",
        "(!call_bet 10.0)",
        "(!raise small 25.0)",
        "(!raise med 50.0)",
        "(!raise big 100.0)",
        "(!raise all-in 190.0)",
    }


@pytest.mark.parametrize("domain", ["one-turn", "whole-round"])
def test_without_a_bet_one_checks_and_does_not_fold(domain: str) -> None:
    steps = set(steps_of(domain, situation(call=0.0)))
    assert "(!check)" in steps
    assert "(!fold)" not in steps
    assert "(!call_bet 0.0)" not in steps


@pytest.mark.parametrize("domain", ["one-turn", "whole-round"])
def test_raises_keep_to_the_minimum_the_stack_and_the_table(domain: str) -> None:
    short = set(steps_of(domain, situation(stack=45.0, min_raise=30.0)))
    assert short == {"(!fold)", "(!call_bet 10.0)", "(!raise small 30.0)", "(!raise all-in 35.0)"}
    assert set(steps_of(domain, situation(stack=8.0))) == {"(!fold)", "(!call_bet 8.0)"}
    assert set(steps_of(domain, situation(may_raise=False))) == {"(!fold)", "(!call_bet 10.0)"}


@pytest.mark.parametrize("domain", ["one-turn", "whole-round"])
@pytest.mark.parametrize(
    ("position", "paid", "owed"), [(1, -1.0, "1.0"), (2, -2.0, None), (3, 0.0, "2.0")]
)
def test_blinds_are_paid_once_by_those_who_owe_them(
    domain: str, position: int, paid: float, owed: str | None
) -> None:
    where = situation(
        street=1, position=position, pot=0.0, call=0.0, posted=False, cards=(0.0,) * 7
    )
    plans = planner_for(domain, where).plans(where.problem(domain), None).plans
    blinds = [step for step in plans[0].steps if step.name == "!pay_blind"]
    assert [step.cost for step in blinds] == [paid]
    texts = {str(step) for plan in plans for step in plan.steps}
    assert (f"(!call_bet {owed})" in texts) if owed else ("(!check)" in texts)
    posted = situation(street=1)
    again = planner_for(domain, posted).plans(posted.problem(domain), 50).plans
    assert not any(step.name == "!pay_blind" for plan in again for step in plan.steps)


def branches_of(plan: Plan) -> list[tuple[float, list[float], list[str]]]:
    """Probability, costs and steps of every way that a policy may go."""
    costs = [step.lottery[0][1] for step in plan.steps if len(step.lottery) == 1]
    names = [step.name for step in plan.steps]
    if not plan.outcomes:
        return [(1.0, costs, names)]
    return [
        (outcome.chance * chance, [*costs, outcome.cost, *more], [*names, *then])
        for outcome in plan.outcomes
        for chance, more, then in branches_of(outcome.plan)
    ]


def test_no_pot_is_won_twice_and_every_branch_ends() -> None:
    where = situation(opponents=8)
    options = planner_for("whole-round", where).options(
        where.problem("whole-round"), attitude("seeking", 0.01), effects="policy"
    )
    for best in options.values():
        assert best.plan is not None
        branches = branches_of(best.plan)
        assert isclose(fsum(chance for chance, _, _ in branches), 1, abs_tol=1e-9)
        for _, costs, names in branches:
            won = sum(cost > 0 for cost in costs)
            assert won + ("!showdown" in names) <= 1
            assert "!showdown" in names or "!fold" in names or won == 1


def test_known_cards_are_kept_and_only_missing_ones_drawn() -> None:
    cards = situation().cards
    turn = situation(street=3, cards=(*cards[:6], 0.0), stack=0.0, call=0.0)
    (plan,) = planner_for("whole-round", turn).plans(turn.problem("whole-round"), None).plans
    assert [str(step) for step in plan.steps] == [
        "(!next_street 3.0 4.0)",
        "(!draw river)",
        "(!showdown)",
    ]


def test_an_all_in_is_dealt_out_and_shown_down() -> None:
    where = situation(street=1, cards=(*situation().cards[:2], *(0.0,) * 5), opponents=1)
    best = planner_for("whole-round", where).options(
        where.problem("whole-round"), effects="policy"
    )["(!raise all-in 190.0)"]
    assert best.plan is not None
    called = next(each for each in best.plan.outcomes if each.cost < 0)
    names = [step.name for step in called.plan.steps]
    assert names.count("!draw") == 5
    assert names[-1] == "!showdown"
    assert not {"!check", "!raise", "!guess_opponent_raise"} & set(names)


def test_the_averse_fold_what_the_seeking_raise() -> None:
    cards = tuple(card_number(card) for card in parse_cards("3h4dAcKs2d7h9c"))
    where = situation(cards=cards, opponents=1)
    planner, problem = planner_for("whole-round", where), where.problem("whole-round")
    averse = planner.best(problem, attitude("averse", 0.05), effects="policy").plan
    seeking = planner.best(problem, attitude("seeking", 0.05), effects="policy").plan
    assert averse is not None
    assert seeking is not None
    assert str(averse.steps[0]) == "(!fold)"
    assert seeking.steps[0].name == "!raise"


# The agent.


@pytest.mark.parametrize("seats", [2, 3, 6, 10])
@pytest.mark.parametrize("name", ["planner", "planner+", "planner:attitude=dynamic,domain=mixed"])
def test_it_plays_legally_at_every_table(name: str, seats: int) -> None:
    game = Game.named(f"nolimit-{seats}p")
    agents = [make_agent(name, seed=seat) for seat in range(2)]
    others = [make_agent("random", seed=seat) for seat in range(seats - 2)]
    for number in range(1):
        hand = play(Hand(game, seed=5, number=number), [*agents, *others])
        assert hand.over


def test_the_same_view_gives_the_same_answer() -> None:
    view = Hand(Game.named("nolimit-3p"), seed=2).view(2)
    for name in ("planner", "planner+:deception=0.2", "planner:domain=one-turn"):
        first, second = (make_agent(name, seed=4).act(view) for _ in range(2))
        assert (first.action, first.reasons) == (second.action, second.reasons)


def test_its_reasons_are_the_plan() -> None:
    hand = Hand.with_cards(Game.named("nolimit-2p"), ["AsAh", "KsKh"], "2c3c4d5d9h")
    decision = PlannerAgent(attitude="neutral").act(hand.view(1))
    reasons = decision.reasons
    assert reasons["domain"] == "whole-round"
    options = reasons["options"]
    assert isinstance(options, dict)
    assert max(options, key=lambda step: options[step]) == reasons["step"]
    tree = reasons["plan"]
    assert isinstance(tree, dict)
    assert tree["task"] == "play_round"
    assert {"task", "method", "probability", "cost", "utility", "parts"} == set(tree)
    assert decision.action in hand.legal


def test_one_turn_never_looks_at_the_cards() -> None:
    game = Game.named("nolimit-2p")
    actions = set()
    for cards in ("AsAh", "7c2d"):
        hand = Hand.with_cards(game, [None, cards])
        actions.add(str(PlannerAgent(domain="one-turn").act(hand.view(1)).action))
    assert len(actions) == 1


def test_a_dynamic_attitude_turns_with_the_stack() -> None:
    agent = PlannerAgent(attitude="dynamic")
    deep, short = situation(stack=1000.0), situation(stack=20.0)
    view = Hand.with_cards(Game.named("nolimit-2p"), [None, "KsKh"]).view(1)
    assert agent.utility(deep, view) == attitude("averse", 0.025)
    assert agent.utility(short, view) == attitude("seeking", 0.025)


def test_mixed_falls_back_to_one_turn_when_the_table_departs_from_the_plan() -> None:
    hand = Hand.with_cards(Game.named("nolimit-2p"), ["KsKh", "AsAh"], "2c3c4d5d9h")
    agent = PlannerAgent(domain="mixed", attitude="neutral")
    first = agent.act(hand.view(1))
    assert first.reasons["domain"] == "whole-round"
    hand.act(CALL)
    hand.act(raise_to(9_000))  # nothing that a plan provides for
    assert agent.act(hand.view(1)).reasons["domain"] == "one-turn"
    fresh = Hand.with_cards(Game.named("nolimit-2p"), ["KsKh", "AsAh"], number=1)
    assert agent.act(fresh.view(1)).reasons["domain"] == "whole-round"


def test_planners_of_both_kinds_share_a_table() -> None:
    hand = Hand.with_cards(Game.named("nolimit-2p"), [None, "KsKh"])
    plus = PlannerPlus(domain="mixed")
    plus.act(hand.view(1))
    memory = plus._memory
    assert memory.situation is not None
    view, situation = hand.view(1), memory.situation
    utility = plus.utility(situation, view)
    weighed = plus._weigh(view, situation, "whole-round", memory.opponents, utility)
    memory.plan = next(each.plan for each in weighed if "all-in" in each.step)
    PlannerAgent().act(hand.view(1))  # leaves its own luck in the planner that they share
    hand.act(CALL)
    hand.act(raise_to(600))
    assert plus.act(hand.view(1)).action in hand.legal


def test_expected_turns_are_worked_out_from_the_plan() -> None:
    where = situation(street=3, opponents=1, call=0.0, cards=(*situation().cards[:6], 0.0))
    planner = planner_for("whole-round", where)
    plan = planner.options(where.problem("whole-round"), effects="policy")["(!check)"].plan
    assert plan is not None
    turns = set(expected_turns(planner, where.problem("whole-round"), plan))
    assert (1.0, 80.0, 40.0) in turns  # an opponent bets the pot
    assert (1.0, 40.0, 0.0) in turns  # or checks, and the river comes
    as_planned = situation(street=4, opponents=1, call=0.0)
    assert not departs_from_plan(planner, where, plan, as_planned)
    assert departs_from_plan(
        planner, where, plan, situation(street=4, opponents=1, pot=400.0, call=300.0)
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            "attitude=brave",
            "there is no attitude 'brave': expected averse, neutral, seeking, dynamic",
        ),
        ("domain=chess", "there is no domain 'chess': expected one-turn, whole-round or mixed"),
        ("samples=0", "give 1 or more of each"),
        ("alpha=0", "alpha and seconds are above 0"),
    ],
)
def test_wrong_options_are_refused(options: str, message: str) -> None:
    with pytest.raises(AgentError, match=message):
        make_agent(f"planner:{options}")


def test_it_says_which_games_it_plays() -> None:
    with pytest.raises(AgentError, match="hold'em with four streets"):
        PlannerAgent().act(Hand(Game.named("kuhn"), seed=1).view(0))


# Chapter 7.


def played(names: tuple[str, str], fold: bool, count: int) -> Tally:
    """What the shared statistics make of hands in which the second is bet at."""
    seen = Tally()
    for number in range(count):
        hand = Hand(Game.named("nolimit-2p"), seed=1, number=number)
        hand.act(raise_to(300))
        hand.act(FOLD if fold else CALL)
        while not hand.over:
            hand.act(CHECK)
        seen.observe(hand.view(1), names)
    return seen


def test_opponents_are_told_apart_by_the_shared_statistics() -> None:
    folder, caller = played(("Bob", "us"), True, 60), played(("Bob", "us"), False, 60)
    view = Hand(Game.named("nolimit-2p"), seed=1, players=("Bob", "us")).view(1)
    found = [habits_of(view, seen, 0.3)[0] for seen in (folder, caller)]
    assert found[0].folds(0.3) > 0.7
    assert found[1].folds(0.3) < 0.2
    assert habits_of(view, played(("Eve", "us"), True, 60), 0.3)[0] == Habits(bets=0.3)


def test_opponents_without_names_are_known_by_where_they_sit() -> None:
    agent = PlannerPlus(ranges=False, reacting=False)
    game = Game.named("nolimit-2p")
    for number in range(60):
        hand = Hand(game, seed=1, number=number)
        hand.act(raise_to(300))
        hand.act(FOLD)
        agent.observe(hand.view(1))
    view = Hand(game, seed=1, number=70).view(1)
    assert agent._habits(view)[0].folds(0.3) > 0.7


def test_habits_without_statistics_change_nothing() -> None:
    for share in (0.0, 0.25, 0.7, 1.0):
        assert isclose(DEFAULT_HABITS.folds(share), share)


def test_only_one_who_counts_remembers() -> None:
    assert not PlannerAgent().remembers
    assert PlannerPlus().remembers


@pytest.mark.parametrize("reacting", [False, True])
@pytest.mark.parametrize("opponents", [1, 4, 8])
def test_callers_add_up_whoever_they_are(opponents: int, reacting: bool) -> None:
    habits = [Habits(fold_odds=place / 3) for place in range(opponents)]
    chances = ModelledOpponents(habits, reacting).callers(150, 60, opponents, 3)
    assert len(chances) == opponents + 1
    assert isclose(fsum(chances), 1, abs_tol=1e-12)


def test_without_switches_callers_are_those_of_the_thesis() -> None:
    for k, chance in enumerate(ModelledOpponents().callers(150, 60, 5, 2)):
        assert isclose(chance, number_of_calling_opponents(150, 60, 5, k, 2))


def test_later_callers_need_better_hands_when_they_react() -> None:
    apart, together = (
        ModelledOpponents(reacting=each).callers(150, 60, 6, 3) for each in (False, True)
    )
    mean = [sum(k * chance for k, chance in enumerate(each)) for each in (apart, together)]
    assert mean[1] < mean[0]


# Hands that are read.


def river(ours: str) -> Hand:
    """Heads-up on a river that was checked down so far; seat 0 is to act."""
    hand = Hand.with_cards(Game.named("nolimit-2p"), [None, ours], "Ac9d5s3cQh")
    hand.act(CALL)
    for _ in range(7):
        hand.act(CHECK)
        if hand.street == 3:
            break
    return hand


def test_the_chance_against_what_is_read_is_exact_where_nothing_was_shown() -> None:
    view = Hand.with_cards(Game.named("nolimit-2p"), [None, "AsAh"]).view(1)
    assert abs(read(view, {0: DEFAULT_HABITS}).chance() - 0.852) < 0.001
    hole, board = parse_cards("AsKh"), parse_cards("Ac9d5s3cQh")
    strengths = np.zeros(1326)
    chances = np.zeros(1326)
    for place, combo in enumerate(COMBOS):
        if not {*combo} & {*hole, *board}:
            strengths[place] = immediate_strength(combo, board)
            theirs, ours = evaluate([*combo, *board]), evaluate([*hole, *board])
            chances[place] = (ours > theirs) + (ours == theirs) / 2
    quiet = Hand.with_cards(Game.named("nolimit-2p"), [None, "AsKh"], "Ac9d5s3cQh")
    possible = (strengths > 0).astype(float)
    expected = (chances * possible).sum() / possible.sum()
    assert isclose(Reading(strengths, possible, chances).chance(), expected)
    assert isclose(expected, immediate_strength(hole, board), abs_tol=1e-12)
    assert quiet.view(1).cards == tuple(hole)


def test_one_who_bets_is_put_on_better_hands_and_some_bluffs() -> None:
    hand = river("KsKh")
    checked = read(hand.view(1), {0: Habits(bets=0.4)}).chance()
    hand.act(raise_to(200))
    bet = read(hand.view(1), {0: Habits(bets=0.4)}).chance()
    assert bet < checked - 0.05
    assert read(hand.view(1), {0: Habits(bets=0.95)}).chance() > bet


def test_fewer_hands_are_better_hands() -> None:
    reading = read(river("KsKh").view(1), {0: DEFAULT_HABITS})
    chances = [reading.chance(range_) for range_ in (1.0, 0.5, 0.2, 0.01)]
    assert chances == sorted(chances, reverse=True)
    assert reading.staying(1.0, 0.0) == 1.0
    assert 0.4 < reading.staying(1.0, 0.5) < 0.6
    assert reading.staying(0.3, 0.5) == 1.0
    assert reading.betting(0.4) < 0.4 < reading.betting(1.0) < 1.0


def test_plans_that_read_hands_draw_no_cards_and_their_callers_are_stronger() -> None:
    view = Hand.with_cards(Game.named("nolimit-2p"), [None, "AsAh"]).view(1)
    agent = PlannerPlus()
    decision = agent.act(view)
    assert "!draw" not in str(decision.reasons["plan"])
    model = agent._opponents(view, agent._habits(view))
    assert model.narrowed(1.0, 300, 200, 1) < 1.0
    assert model.narrowed(0.1, 300, 200, 1) == 0.1
    small, big = (model.calling(300 + bet, bet, 1, 1, 1, 1.0) for bet in (100, 1000))
    assert big < small


def test_streets_end_with_us_where_nobody_is_left_to_act() -> None:
    hand = Hand(Game.named("nolimit-2p"), seed=1)
    assert streets_we_end(hand.view(1)) == (2, 3, 4)  # the big blind has his option
    hand.act(CALL)
    assert streets_we_end(hand.view(0)) == (1,)
    hand.act(CHECK)
    assert streets_we_end(hand.view(0)) == ()
    hand.act(raise_to(200))
    assert streets_we_end(hand.view(1)) == (2, 3, 4)
    hand.act(raise_to(600))
    assert streets_we_end(hand.view(0)) == (2,)


def test_nobody_bets_after_a_street_is_over() -> None:
    where = situation(opponents=1, call=0.0)
    for last_on, feared in ((None, True), ((), True), ((4,), False)):
        known = situation(opponents=1, call=0.0, last_on=last_on)
        options = planner_for("whole-round", where).options(
            known.problem("whole-round"), effects="policy"
        )
        plan = options["(!check)"].plan
        assert plan is not None
        assert ("!guess_opponent_raise" in [step.name for step in plan.steps]) == feared


def test_deception_chooses_among_good_plans_by_weight() -> None:
    game = Game.named("nolimit-2p")
    chosen = set()
    for number in range(12):
        hand = Hand.with_cards(game, [None, "9s8s"], number=number)
        agent = PlannerAgent(attitude="neutral", deception=1.0, samples=1, seed=3)
        chosen.add(str(agent.act(hand.view(1)).action))
    assert len(chosen) > 1


def test_a_plan_is_worth_the_average_over_the_cards_that_may_come() -> None:
    hand = Hand.with_cards(Game.named("nolimit-2p"), [None, "9s8s"])
    one, four = (
        PlannerAgent(attitude="neutral", samples=samples).act(hand.view(1)).reasons["options"]
        for samples in (1, 4)
    )
    assert isinstance(one, dict)
    assert isinstance(four, dict)
    assert one["(!fold)"] == four["(!fold)"] == NEUTRAL.value(0.0)
    assert one != four
