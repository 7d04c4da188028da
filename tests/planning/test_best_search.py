"""The best plan against brute force over everything that could have been done."""

from dataclasses import dataclass
from math import fsum, isclose

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivebet.errors import PlanningError
from fivebet.planning import (
    NEUTRAL,
    CustomUtility,
    Dynamic,
    Exponential,
    Planner,
    Utility,
    parse_domain,
    parse_problems,
)
from fivebet.planning.best_search import Aggregate, BestSearch
from fivebet.planning.monitor import Fact, world_after
from fivebet.planning.runtime import Lottery
from tests.planning.asking import planner_of, problem_of
from tests.planning.test_utility import enumerated

UTILITIES = st.sampled_from(
    [
        NEUTRAL,
        Exponential(-1, 0.1),
        Exponential(1, 0.1),
        Dynamic(0.1, pivot=2.0, atom="stack"),
        CustomUtility(lambda cost: cost if cost < 0 else cost / 3),
    ]
)
AGGREGATES = st.sampled_from(["exact", "sum"])


@dataclass(frozen=True)
class Node:
    """A place of a game against chance: what one may do, and what may come of it."""

    number: int
    actions: tuple[tuple[tuple[float, float, "Node"], ...], ...]


@st.composite
def games(draw: st.DrawFn) -> Node:
    count = 0

    def node(depth: int) -> Node:
        nonlocal count
        count += 1
        number = count
        actions = []
        for _ in range(draw(st.integers(1, 3)) if depth else 0):
            weights = draw(st.lists(st.integers(1, 9), min_size=1, max_size=3))
            actions.append(
                tuple(
                    (weight / sum(weights), float(draw(st.integers(-9, 9))), node(depth - 1))
                    for weight in weights
                )
            )
        return Node(number, tuple(actions))

    return node(draw(st.integers(1, 2)))


def nodes_of(node: Node) -> list[Node]:
    children = [child for action in node.actions for _, _, child in action]
    return [node, *(each for child in children for each in nodes_of(child))]


def planner_for(root: Node) -> Planner:
    """The game as a domain: (go) acts wherever (at n) says one is."""
    elements = []
    for node in nodes_of(root):
        if not node.actions:
            elements.append(f"(:method (go) ((at {node.number})) ())")
        for place, action in enumerate(node.actions):
            name = f"!do-{node.number}-{place}"
            adds = " ".join(f"({chance!r} ((at {child.number})))" for chance, _, child in action)
            costs = " ".join(f"({chance!r} {cost!r})" for chance, cost, _ in action)
            elements.append(
                f"(:operator ({name}) ((at {node.number})) ((at {node.number})) ({adds}) ({costs}))"
            )
            elements.append(f"(:method (go) ((at {node.number})) (({name}) (go)))")
    return Planner(parse_domain(f"(defdomain d ({' '.join(elements)}))"))


def best_by_force(node: Node, utility: Utility, spent: float) -> float:
    """The highest expected utility of the total, whatever was spent before."""
    if not node.actions:
        return utility.value(spent)
    return max(
        fsum(chance * best_by_force(child, utility, spent + cost) for chance, cost, child in action)
        for action in node.actions
    )


def best_sum_by_force(node: Node, utility: Utility) -> float:
    if not node.actions:
        return 0.0
    return max(
        fsum(
            chance * (utility.value(cost) + best_sum_by_force(child, utility))
            for chance, cost, child in action
        )
        for action in node.actions
    )


@settings(max_examples=60)
@given(games(), UTILITIES, AGGREGATES)
def test_policies_are_the_best_that_there_are(
    root: Node, utility: Utility, aggregate: Aggregate
) -> None:
    problem = problem_of(f"(at {root.number}) (stack 4)", "(go)")
    found = planner_for(root).best(problem, utility, effects="policy", aggregate=aggregate)
    assert found.optimal
    assert found.plan is not None
    here = utility.at(problem.state)
    expected = (
        best_by_force(root, here, 0.0) if aggregate == "exact" else best_sum_by_force(root, here)
    )
    assert isclose(found.plan.utility, expected, rel_tol=1e-9, abs_tol=1e-9)
    if aggregate == "exact":
        assert isclose(here.expected(found.plan.lottery), expected, rel_tol=1e-9, abs_tol=1e-9)


@st.composite
def choices(draw: st.DrawFn) -> list[list[list[Lottery]]]:
    """Tasks one after the other; each may be done in some ways, each way has some steps."""
    found = []
    for _ in range(draw(st.integers(1, 3))):
        ways = []
        for _ in range(draw(st.integers(1, 3))):
            steps = []
            for _ in range(draw(st.integers(0, 2))):
                weights = draw(st.lists(st.integers(1, 9), min_size=1, max_size=3))
                steps.append(
                    tuple(
                        (weight / sum(weights), float(draw(st.integers(-9, draw(MOST)))))
                        for weight in weights
                    )
                )
            ways.append(steps)
        found.append(ways)
    return found


MOST = st.sampled_from([0, 9])


@settings(max_examples=60)
@given(choices(), UTILITIES, AGGREGATES)
def test_plans_are_the_best_that_there_are(
    tasks: list[list[list[Lottery]]], utility: Utility, aggregate: Aggregate
) -> None:
    elements = []
    for number, ways in enumerate(tasks):
        for way, steps in enumerate(ways):
            names = [f"!s-{number}-{way}-{step}" for step in range(len(steps))]
            for name, lottery in zip(names, steps, strict=True):
                costs = " ".join(f"({chance!r} {cost!r})" for chance, cost in lottery)
                elements.append(f"(:operator ({name}) () () ((seen {name[1:]})) ({costs}))")
            listed = " ".join(f"({name})" for name in names)
            elements.append(f"(:method (t{number}) () ({listed}))")
    planner = planner_of(" ".join(elements) + "(:operator (!unused) () () ())")
    problem = problem_of("(stack 4)", " ".join(f"(t{n})" for n in range(len(tasks))))
    found = planner.best(problem, utility, aggregate=aggregate)
    listed_plans = planner.plans(problem, None, utility=utility, aggregate=aggregate).plans
    here = utility.at(problem.state)
    assert found.optimal
    assert found.plan is not None
    worths = [
        enumerated(here, [step.lottery for step in plan.steps])
        if aggregate == "exact"
        else fsum(enumerated(here, [step.lottery]) for step in plan.steps)
        for plan in listed_plans
    ]
    assert isclose(found.plan.utility, max(worths), rel_tol=1e-9, abs_tol=1e-9)
    for plan, worth in zip(listed_plans, worths, strict=True):
        assert isclose(plan.utility, worth, rel_tol=1e-9, abs_tol=1e-9)


ROADS = """
    (:operator (!go ?x ?y) ((at ?x) (road ?x ?y ?c)) ((at ?x)) ((at ?y)) (call * -1 ?c))
    (:method (reach ?y) ((at ?y)) ())
    (:method (reach ?y) ((at ?x) (road ?x ?z ?c)) ((!go ?x ?z) (reach ?y)))
"""
MAP = "(at a) (road a b 5) (road b a 5) (road a c 1) (road c b 1) (road b d 1) (road d a 0)"


def test_loops_are_left_and_the_shortest_way_is_found() -> None:
    found = planner_of(ROADS).best(problem_of(MAP, "(reach d)"))
    assert found.optimal
    assert found.plan is not None
    assert str(found.plan).split("\n") == ["(!go a c)", "(!go c b)", "(!go b d)"]
    assert found.plan.cost == -3


def test_places_inside_a_loop_are_not_remembered_by_halves() -> None:
    # From b the way back to a is best, but while a is being looked at it leads in a circle.
    roads = "(at a) (road a b 1) (road b a 1) (road a g 9) (road b g 30) (road s b 1) (road s g 50)"
    planner = planner_of(ROADS)
    assert planner.best(problem_of(roads, "(reach g)")).plan.cost == -9  # type: ignore[union-attr]
    from_s = roads.replace("(at a)", "(at s)")
    assert planner.best(problem_of(from_s, "(reach g)")).plan.cost == -11  # type: ignore[union-attr]


def test_a_loop_that_gains_and_never_ends_is_a_dead_end() -> None:
    trap = """
        (:operator (!gain) () () () 1) (:operator (!walk) () () () -3)
        (:method (go) () ((trap))) (:method (go) () ((!walk)))
        (:method (trap) () ((!gain) (trap)))
    """
    found = planner_of(trap).best(problem_of("", "(go)"))
    assert found.plan is not None
    assert found.optimal
    assert [str(step) for step in found.plan.steps] == ["(!walk)"]
    way_out = trap + "(:operator (!leave) () () () -100) (:method (trap) () ((!leave)))"
    into_it = "(:method (go) () ((trap)))"
    for elements in (way_out, way_out.replace(into_it, "") + into_it):
        with pytest.raises(PlanningError, match="a loop of tasks gains 1 each time"):
            planner_of(elements).best(problem_of("", "(go)"))


def test_tasks_that_are_their_own_decomposition_have_first_steps_too() -> None:
    again = """
        (:operator (!go) () () () -1)
        (:method (get) () ((get))) (:method (get) () ((other))) (:method (get) () ((!go)))
        (:method (other) () ((get)))
    """
    for effects in ("sampled", "policy"):
        options = planner_of(again).options(
            problem_of("", "(get)"),
            effects=effects,  # type: ignore[arg-type]
        )
        assert list(options) == ["(!go)"]
        assert options["(!go)"].optimal


def test_rounding_is_no_gain() -> None:
    loop = """
        (:operator (!spend ?n) () () () (call - 0 ?n)) (:operator (!win ?n) () () () ?n)
        (:method (go) () ((!spend 1000000.3) (loop)))
        (:method (loop) () ((!win 0.3) (!win 0.4) (!spend 0.7) (loop)))
        (:method (loop) () ())
    """
    found = planner_of(loop).best(problem_of("", "(go)"))
    assert found.optimal
    assert found.plan is not None
    assert [str(step) for step in found.plan.steps] == ["(!spend 1000000.3)"]


def test_a_loop_that_gains_has_no_best_plan() -> None:
    gaining = MAP.replace("(road d a 0)", "(road d a -20)")
    with pytest.raises(PlanningError, match="there is no best plan: a loop of tasks gains"):
        planner_of(ROADS).best(problem_of(gaining, "(reach b)"))


def test_no_plan_is_proved_too() -> None:
    found = planner_of(ROADS).best(problem_of(MAP, "(reach nowhere)"))
    assert found.plan is None
    assert found.optimal


COSTLY = """
    (:operator (!pay ?n) () () () -5)
    (:operator (!less) () () () -1)
    (:method (t ?n) ((call > ?n 0)) ((!pay ?n) (t (call - ?n 1))))
    (:method (t ?n) ((call > ?n 0)) ((!less) (t (call - ?n 1))))
    (:method (t 0) () ())
"""


def test_branches_that_cannot_reach_the_best_plan_are_cut() -> None:
    problem = problem_of("", "(t 12)")
    bounded = planner_of(COSTLY).best(problem)
    unbounded = planner_of(COSTLY).best(problem, gain=float("inf"))
    assert bounded.plan is not None
    assert unbounded.plan is not None
    assert bounded.plan.cost == unbounded.plan.cost == -12
    assert bounded.optimal


def test_a_search_that_is_stopped_gives_its_best_plan_unproved() -> None:
    problem = problem_of("", "(t 12)")
    stopped = planner_of(COSTLY).best(problem, nodes=20)
    assert stopped.plan is not None
    assert not stopped.optimal
    assert -60 <= stopped.plan.cost <= -12
    timed = planner_of(COSTLY).best(problem_of("", "(t 300)"), seconds=0.0)
    assert timed.plan is not None
    assert not timed.optimal


DETOURS = """
    (:operator (!go) () () () 0)
    (:operator (!toll ?n) () () () ?n)
    (:operator (!turn ?n ?way) () () ((took ?n ?way)) 0)
    (:method (reach) () ((!toll -1)))
    (:method (reach) () ((walk 40)))
    (:method (walk ?n) ((call > ?n 0)) ((!turn ?n left) (walk (call - ?n 1))))
    (:method (walk ?n) ((call > ?n 0)) ((!turn ?n right) (walk (call - ?n 1))))
    (:method (walk 0) () ((!toll -2)))
"""


def test_a_search_that_is_stopped_does_not_look_for_more_than_a_plan() -> None:
    """Of the 2^40 detours none is better than the toll, which is known when the limit comes."""
    found = planner_of(DETOURS).best(problem_of("", "(reach)"), nodes=100)
    assert found.plan is not None
    assert [step.name for step in found.plan.steps] == ["!toll"]
    assert not found.optimal
    assert found.nodes < 2_000


SHOPPING = """
    (:operator (!go ?x ?y) ((at ?x) (road ?x ?y)) ((at ?x)) ((at ?y)) (call * -1 ?x))
    (:operator (!buy ?what) ((at ?x) (sells ?x ?what ?price) (money ?m) (call >= ?m ?price))
               ((money ?m)) ((money (call - ?m ?price)) (has ?what)) (call * -1 ?price))
    (:method (get ?what) ((at ?x)) ((travel 3) (!buy ?what)))
    (:method (travel ?n) () ())
    (:method (travel ?n) ((call > ?n 0) (at ?x) (road ?x ?y)) ((!go ?x ?y) (travel (call - ?n 1))))
"""


@pytest.mark.parametrize("nodes", [1, 5, 20, 80, 320])
def test_a_search_that_is_stopped_leaves_the_state_as_it_was(nodes: int) -> None:
    roads = " ".join(f"(road {a} {b})" for a in range(4) for b in range(4) if a != b)
    sells = "(sells 1 milk 5) (sells 2 milk 3) (sells 3 bread 4) (sells 0 bread 9)"
    problem = problem_of(f"(at 0) (money 20) {roads} {sells}", "(get milk) (get bread)")
    planner = planner_of(SHOPPING)
    loaded, network = planner.start(problem)
    before = loaded.state.key()
    assert BestSearch(loaded, NEUTRAL, policy=True, nodes=nodes).run(network) is not None
    assert loaded.state.key() == before
    firsts = BestSearch(loaded, NEUTRAL, policy=True, nodes=nodes).by_first_step(network)
    assert loaded.state.key() == before
    assert set(firsts) == {"(!go 0.0 1.0)", "(!go 0.0 2.0)", "(!go 0.0 3.0)"}
    for best in planner.options(problem, nodes=nodes).values():
        assert best.plan is not None
        world: frozenset[Fact] | None = frozenset(problem.state)
        for step in best.plan.steps:
            assert world is not None
            world = world_after(planner, problem, world, step, None)
        assert world is not None
        assert {("has", ("milk",)), ("has", ("bread",))} <= world


def test_what_was_learnt_is_used_again() -> None:
    found = planner_of(COSTLY).best(problem_of("", "(t 200)"), gain=float("inf"))
    assert found.plan is not None
    assert found.plan.cost == -200
    assert found.nodes < 2000  # of 2^200 plans


LUCK = """
    (:operator (!draw ?n) () ((1 ())) ((0.5 ((red ?n))) (0.5 ((black ?n)))) ((0.5 1) (0.5 0)))
    (:operator (!wait) () () () 0)
    (:method (play) early () ((!draw 1) (!wait) (!draw 2)))
    (:method (play) late () ((!wait) (!draw 1) (!draw 2)))
"""


def test_plans_that_are_compared_meet_the_same_luck() -> None:
    planner, problem = planner_of(LUCK), problem_of("", "(play)")
    totals = set()
    for seed in range(30):
        early, late = planner.plans(problem, None, seed=seed).plans
        assert early.cost == late.cost
        assert early.steps[0].chance == 0.5
        totals.add(early.cost)
        again = planner.plans(problem, None, seed=seed).plans
        assert [plan.cost for plan in again] == [early.cost, late.cost]
        best = planner.best(problem, seed=seed)
        assert best.plan is not None
        assert best.plan.cost == early.cost
    assert totals == {0.0, 1.0, 2.0}


def test_a_policy_provides_for_every_outcome() -> None:
    found = planner_of(LUCK).best(problem_of("", "(play)"), effects="policy")
    assert found.plan is not None
    assert found.plan.cost == 1.0
    assert found.plan.lottery == ((0.25, 0.0), (0.5, 1.0), (0.25, 2.0))
    assert isclose(fsum(chance for chance, step in found.plan.walk() if step.name == "!draw"), 2.0)


def test_an_outcome_without_a_plan_spoils_the_policy() -> None:
    elements = LUCK + "(:operator (!only ?n) ((red ?n)) () ()) (:method (m) () ((play) (!only 1)))"
    found = planner_of(elements).best(problem_of("", "(m)"), effects="policy")
    assert found.plan is None


@pytest.mark.parametrize(
    ("costs", "message"),
    [
        ("((0.5 1) (0.4 2))", r"line 2: the probabilities of !a add up to 0\.9: expected 1"),
        ("((1.5 1) (-0.5 2))", r"line 2: !a has a probability of 1\.5: expected 0 to 1"),
        ("((0.7 1))", r"line 2: the probabilities of !a add up to 0\.7"),
    ],
)
def test_probabilities_are_checked_as_they_are_written(costs: str, message: str) -> None:
    with pytest.raises(PlanningError, match=message):
        planner_of(f"\n(:operator (!a) () () () {costs})")


@pytest.mark.parametrize(
    ("chance", "message"),
    [
        ("0.4", r"the probabilities of !a add up to 0\.9: expected 1"),
        ("-0.5", r"!a has a probability of -0\.5: expected 0 to 1"),
        ("word", "the probability of !a is word: expected a number"),
    ],
)
def test_probabilities_are_checked_when_they_are_worked_out(chance: str, message: str) -> None:
    planner = planner_of("(:operator (!a ?x) () () () ((0.5 1) (?x 1)))")
    with pytest.raises(PlanningError, match=message):
        planner.plans(problem_of("", f"(!a {chance})"))


def test_sums_within_a_billionth_and_any_sign_of_cost_are_accepted() -> None:
    third = repr(1 / 3)
    elements = f"(:operator (!a) () () () (({third} 7) ({third} -7) ({third} 0) (0 99)))"
    (plan,) = planner_of(elements).plans(problem_of("", "(!a)")).plans
    assert abs(plan.cost) < 1e-12


def test_the_parts_of_an_operator_happen_together() -> None:
    with pytest.raises(PlanningError, match="has 1 alternatives to delete, 2 to add and 3 costs"):
        planner_of("(:operator (!a) () () ((0.5 ((x))) (0.5 ())) ((0.2 1) (0.3 2) (0.5 3)))")
    crossed = "(:operator (!a) () () ((0.2 ((x))) (0.8 ())) ((0.8 1) (0.2 2)))"
    with pytest.raises(PlanningError, match="different probabilities to the same outcome"):
        planner_of(crossed).plans(problem_of("", "(!a)"))


def test_separate_lotteries_are_there_for_the_thesis() -> None:
    domain = parse_domain(
        "(defdomain d ((:operator (!a) () () ((0.2 ((x))) (0.8 ())) ((0.8 1) (0.2 2)))))"
    )
    (problem,) = parse_problems("(defproblem p d () ((!a)))")
    found = Planner(domain, independent=True).best(problem, effects="policy").plan
    assert found is not None
    assert sorted((round(each.chance, 9), each.cost) for each in found.outcomes) == [
        (0.04, 2.0),
        (0.16, 1.0),
        (0.16, 2.0),
        (0.64, 1.0),
    ]


def test_trees_tell_what_every_part_is_worth() -> None:
    planner, problem = (
        planner_of(LUCK + "(:method (all) two () ((play) (play)))"),
        problem_of("", ":unordered (all) (!wait)"),
    )
    plan = planner.plans(problem).plans[0]
    tree = plan.tree(NEUTRAL, "everything")
    assert tree.cost == plan.cost
    assert [child.task for child in tree.children] == ["(all)", "(!wait)"]
    assert tree.children[0].label == "two"
    assert [child.label for child in tree.children[0].children] == ["early", "early"]
    assert tree.children[0].chance == 0.5**4
    lines = str(tree).split("\n")
    assert lines[0].startswith("everything  p 0.0625  cost")
    assert lines[1].startswith("├─ (all) by two")
    data = tree.to_dict()
    assert data["parts"][1]["task"] == "(!wait)"  # type: ignore[index]
