"""The numbered semantics, one after the other, with plans worked out by hand."""

import pytest

from fivebet.errors import PlanningError
from fivebet.planning import NEUTRAL, Planner, parse_domain, parse_problems
from tests.planning.asking import SAY, SAY2, planner_of, plans, problem_of

# 1. Order of search, and the state as ordered lists.


def test_bindings_come_in_the_order_in_which_atoms_entered_the_state() -> None:
    method = "(:method (m) ((p ?x)) ((!say ?x)))"
    assert plans(SAY + method, "(p b) (p a) (p c)", "(m)") == ["(!say b)", "(!say a)", "(!say c)"]


def test_axioms_come_after_atoms_in_file_order() -> None:
    elements = SAY + "(:- (p ?x) ((q ?x))) (:method (m) ((p ?x)) ((!say ?x))) (:- (p z) nil)"
    assert plans(elements, "(q b) (p a)", "(m)") == ["(!say a)", "(!say b)", "(!say z)"]


def test_operators_and_methods_are_tried_in_file_order() -> None:
    elements = """
        (:operator (!go ?x) ((fast ?x)) () () 2)
        (:operator (!go ?x) () () () 7)
        (:method (m) () ((!go a)))
        (:method (m) () ((!go b)))
    """
    problem = problem_of("(fast a)", "(m)")
    found = planner_of(elements).plans(problem, None).plans
    assert [(plan.cost, str(plan)) for plan in found] == [
        (2.0, "(!go a)"),
        (7.0, "(!go a)"),
        (7.0, "(!go b)"),
    ]


def test_adding_what_is_there_changes_nothing() -> None:
    elements = SAY + "(:operator (!add ?x) () () ((p ?x))) (:method (m) ((p ?x)) ((!say ?x)))"
    expected = ["(!add a) (!say a)", "(!add a) (!say b)"]
    assert plans(elements, "(p a) (p b)", "(!add a) (m)") == expected


def test_an_atom_deleted_and_added_again_goes_to_the_end() -> None:
    elements = SAY + (
        "(:operator (!touch ?x) () ((p ?x)) ((p ?x))) (:method (m) ((p ?x)) ((!say ?x)))"
    )
    expected = ["(!touch a) (!say b)", "(!touch a) (!say a)"]
    assert plans(elements, "(p a) (p b)", "(!touch a) (m)") == expected


def test_backtracking_restores_the_place_of_every_atom() -> None:
    elements = (
        SAY
        + """
        (:operator (!move ?x) () ((p ?x)) ((q ?x)))
        (:method (m) ((p ?x)) ((!move ?x) (rest)))
        (:method (rest) ((p ?y) (q ?z)) ((!say (?y ?z))))
    """
    )
    assert plans(elements, "(p a) (p b) (p c) (q o)", "(m)") == [
        f"(!move {x}) (!say ({y} {z}))" for x in "abc" for y in "abc" if y != x for z in ("o", x)
    ]


# 2. Branches.


def test_a_later_branch_is_tried_only_if_the_earlier_has_no_binding() -> None:
    elements = SAY + "(:method (m) ((p ?x)) ((!say ?x) (!never)) () ((!say other)))"
    assert plans(elements, "(p a)", "(m)") == []
    assert plans(elements, "", "(m)") == ["(!say other)"]


def test_branches_of_an_axiom_are_if_then_else_too() -> None:
    elements = SAY + "(:- (r ?x) ((p ?x)) ((q ?x))) (:method (m) ((r ?x)) ((!say ?x)))"
    assert plans(elements, "(p a) (q b)", "(m)") == ["(!say a)"]
    assert plans(elements, "(q b)", "(m)") == ["(!say b)"]


def test_separate_axioms_are_alternatives() -> None:
    elements = SAY + "(:- (r ?x) ((p ?x))) (:- (r ?x) ((q ?x))) (:method (m) ((r ?x)) ((!say ?x)))"
    assert plans(elements, "(p a) (q b)", "(m)") == ["(!say a)", "(!say b)"]


def test_an_axiom_goes_to_its_next_branch_if_its_head_never_fits() -> None:
    elements = SAY + "(:- (same ?x ?y) ((p ?x) (q ?y)) ((r ?x) (r ?y)))"
    elements += "(:method (m) ((same ?z ?z)) ((!say ?z)))"
    assert plans(elements, "(p a) (q b) (r c)", "(m)") == ["(!say c)"]


def test_two_proofs_are_two_plans() -> None:
    elements = SAY + "(:- (r a) nil) (:- (r ?x) ((p ?x))) (:method (m) ((r a)) ((!say yes)))"
    assert plans(elements, "(p a)", "(m)") == ["(!say yes)"] * 2


def test_tasks_are_overloaded_by_number_of_arguments() -> None:
    elements = (
        SAY
        + SAY2
        + """
        (:method (m ?x) () ((!say ?x)))
        (:method (m ?x ?y) () ((!say2 ?x ?y)))
        (:operator (!say ?x ?y ?z) () () ())
    """
    )
    assert plans(elements, "", "(m 1) (m 1 2) (!say a b c)") == [
        "(!say 1.0) (!say2 1.0 2.0) (!say a b c)"
    ]


def test_recursive_axioms_find_every_way() -> None:
    elements = SAY + "(:- (path ?x ?y) ((edge ?x ?y)))"
    elements += "(:- (path ?x ?y) ((edge ?x ?z) (path ?z ?y)))"
    elements += "(:method (m) ((path a ?y)) ((!say ?y)))"
    state = "(edge a b) (edge b d) (edge a c) (edge c d)"
    expected = ["(!say b)", "(!say c)", "(!say d)", "(!say d)"]
    assert plans(elements, state, "(m)") == expected


# 3 and 4. Tasks in any order.

ABC = (
    SAY
    + """
    (:method (two ?x ?y) () ((!say ?x) (!say ?y)))
    (:method (nothing) () ())
    (:method (deep ?x) () ((two ?x ?x)))
"""
)


def test_tasks_in_any_order_interleave_after_every_operator() -> None:
    found = plans(ABC, "", ":unordered (two a b) (two c d)")
    assert found == [
        f"(!say {one}) (!say {two}) (!say {three}) (!say {four})"
        for one, two, three, four in ["abcd", "acbd", "acdb", "cabd", "cadb", "cdab"]
    ]


def test_after_a_decomposition_only_its_result_is_in_focus() -> None:
    # Once (deep a) is chosen its decomposition goes on to an operator before (two b c) may begin.
    found = plans(ABC, "", ":unordered (deep a) (two b c)")
    assert len(found) == 6
    trail: list[str] = []
    planner_of(ABC).plans(
        problem_of("", ":unordered (deep a) (two b c)"),
        trace=lambda _, what, task: trail.append(f"{what} {task}"),
    )
    assert trail[:4] == [
        "try (deep a)",
        "method (deep a) by branch 1",
        "try (two a a)",
        "method (two a a) by branch 1",
    ]


def test_an_empty_decomposition_gives_the_whole_network_back() -> None:
    assert plans(ABC, "", ":unordered (nothing) (!say a) (!say b)") == [
        "(!say a) (!say b)",
        "(!say b) (!say a)",
        "(!say a) (!say b)",
        "(!say a) (!say b)",
        "(!say b) (!say a)",
        "(!say b) (!say a)",
    ]


def test_nested_lists_of_tasks_keep_their_order() -> None:
    found = plans(ABC, "", "(:unordered ((!say a) (!say b)) (!say c)) (!say d)")
    assert found == [
        "(!say a) (!say b) (!say c) (!say d)",
        "(!say a) (!say c) (!say b) (!say d)",
        "(!say c) (!say a) (!say b) (!say d)",
    ]


def test_an_immediate_task_that_comes_first_anywhere_is_the_only_choice() -> None:
    found = plans(ABC, "", ":unordered (!say a) ((!say b) (:immediate !say c)) (!say d)")
    for plan in found:
        assert "(!say b) (!say c)" in plan
    assert plans(ABC, "", ":unordered (!say a) (:immediate !say b)") == ["(!say b) (!say a)"]


def test_an_immediate_compound_task_is_decomposed_first() -> None:
    found = plans(ABC, "", ":unordered (!say a) (:immediate two b c)")
    assert found == [
        "(!say b) (!say a) (!say c)",
        "(!say b) (!say c) (!say a)",
    ]


# 5. Protections.

GUARD = (
    SAY
    + """
    (:operator (!guard ?x) () () ((:protection (p ?x))))
    (:operator (!free ?x) () ((:protection (p ?x))) ())
    (:operator (!take ?x) () ((p ?x)) ())
"""
)


def test_a_protected_atom_cannot_be_deleted() -> None:
    assert plans(GUARD, "(p a) (p b)", "(!guard a) (!take b)") == ["(!guard a) (!take b)"]
    assert plans(GUARD, "(p a)", "(!guard a) (!take a)") == []


def test_protections_are_counted() -> None:
    assert plans(GUARD, "(p a)", "(!guard a) (!guard a) (!free a) (!take a)") == []
    freed = "(!guard a) (!guard a) (!free a) (!free a) (!take a)"
    assert plans(GUARD, "(p a)", freed) == [freed]
    assert plans(GUARD, "(p a)", "(!free a) (!guard a) (!take a)") == []


def test_an_operator_that_fails_half_way_leaves_no_trace() -> None:
    elements = (
        GUARD
        + """
        (:operator (!both) () ((q) (p a)) ())
        (:method (m) () ((!both)))
        (:method (m) ((q)) ((!say still)))
    """
    )
    assert plans(elements, "(q) (p a)", "(!guard a) (m)") == ["(!guard a) (!say still)"]


# 6. How things print.


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("1", "1.0"),
        ("-0.5", "-0.5"),
        ("1e7", "1.0E7"),
        ("12345678", "1.2345678E7"),
        ("9999999", "9999999.0"),
        ("0.001", "0.001"),
        ("0.0001", "1.0E-4"),
        ("-125e-6", "-1.25E-4"),
        ("+3", "3.0"),
        ("nil", "NIL"),
        ("()", "NIL"),
        ("(a . (b c))", "(a b c)"),
        ("(a b . c)", "(a b . c)"),
        ("(a nil (1))", "(a NIL (1.0))"),
        ("Word", "word"),
        ("(call + 1 (call * 2 3))", "7.0"),
        ("(call / 1 0)", "Infinity"),
        ("(call / -1 0)", "-Infinity"),
        ("(call / 0 0)", "NaN"),
        ("(call ^ 2 3 2)", "64.0"),
        ("(call ^ -8 0.5)", "NaN"),
        ("(call ^ 10 400)", "Infinity"),
        ("(call - 10 1 2)", "7.0"),
        ("(call = 1 1.0 1)", "1.0"),
        ("(call < 1 2 2)", "NIL"),
        ("(call <= 1 2 2)", "1.0"),
        ("(call member (a b) (x (a b)))", "1.0"),
        ("(call != a a)", "NIL"),
    ],
)
def test_terms_print_as_in_jshop2(written: str, printed: str) -> None:
    assert plans(SAY, "", f"(!say {written})") == [f"(!say {printed})"]


def test_a_variable_that_nothing_binds_prints_by_its_number() -> None:
    elements = "(:operator (!op ?a ?b ?c) () () ()) (:method (m) () ((!op a ?free 1)))"
    assert plans(elements, "", "(m)") == ["(!op a VAR1 1.0)"]


def test_what_an_operator_binds_is_not_passed_back() -> None:
    elements = SAY + "(:operator (!give ?x) ((p ?x)) () ()) (:method (m) () ((!give ?y) (!say ?y)))"
    assert plans(elements, "(p a)", "(m)") == ["(!give a) (!say VAR0)"]


# 7. First and sorted.


def test_first_takes_one_binding_only() -> None:
    elements = SAY + "(:method (m) (:first ((p ?x) (q ?x))) ((!say ?x)))"
    assert plans(elements, "(p a) (p b) (p c) (q c) (q b)", "(m)") == ["(!say b)"]
    assert plans(elements, "(p a)", "(m)") == []


def test_first_in_an_operator_and_in_an_axiom() -> None:
    operator = "(:operator (!any ?x) (:first (p ?x)) () ())"
    assert plans(operator, "(p a) (p b)", "(!any ?x)") == ["(!any a)"]
    axiom = SAY + "(:- (some ?x) (:first (p ?x))) (:method (m) ((some ?x)) ((!say ?x)))"
    assert plans(axiom, "(p a) (p b)", "(m)") == ["(!say a)"]


def test_sorting_is_numeric_and_stable() -> None:
    state = "(n 10 a) (n 9 b) (n 10 c) (n 1 d)"
    up = SAY + "(:method (m) (:sort-by ?k (n ?k ?x)) ((!say ?x)))"
    assert plans(up, state, "(m)") == [f"(!say {x})" for x in "dbac"]
    down = SAY + "(:method (m) (:sort-by ?k > ((n ?k ?x))) ((!say ?x)))"
    assert plans(down, state, "(m)") == [f"(!say {x})" for x in "acbd"]


def test_sorting_by_a_computed_value() -> None:
    elements = SAY + "(:method (m) (:sort-by ?d < ((n ?k) (assign ?d (call * ?k -1)))) ((!say ?k)))"
    assert plans(elements, "(n 1) (n 3) (n 2)", "(m)") == ["(!say 3.0)", "(!say 2.0)", "(!say 1.0)"]


def test_sorting_by_a_function_of_the_user() -> None:
    elements = SAY + "(:method (m) (:sort-by ?k OddFirst ((n ?k))) ((!say ?k)))"
    functions = {"oddfirst": lambda one, two: one % 2 > two % 2}
    found = plans(elements, "(n 2) (n 4) (n 3) (n 1)", "(m)", functions=functions)
    assert found == ["(!say 3.0)", "(!say 1.0)", "(!say 2.0)", "(!say 4.0)"]


def test_sorting_words_is_an_error() -> None:
    elements = SAY + "(:method (m) (:sort-by ?k ((n ?k))) ((!say ?k)))"
    with pytest.raises(PlanningError, match="sorts numbers, and found a"):
        plans(elements, "(n 1) (n a)", "(m)")


# 8. Conditions.


@pytest.mark.parametrize(
    ("condition", "solutions"),
    [
        ("nil", ["free"]),
        ("(and)", ["free"]),
        ("(and (p ?x) (q ?x))", ["b"]),
        ("((p ?x) ((q ?x)))", ["b"]),
        ("(or (p ?x) (q ?x))", ["a", "b", "b", "c"]),
        ("((p ?x) (not (q ?x)))", ["a"]),
        ("((not (q ?x)) (p ?x))", []),
        ("(not (none ?x))", ["free"]),
        ("((p ?x) (imply (q ?x) (r ?x)))", ["a"]),
        ("((p ?x) (imply (r ?x) (q ?x)))", ["a", "b", "b"]),
        ("((r ?x) (imply (p ?y) (q ?x)))", ["c"]),
        ("((r ?x) (forall (?y) (p ?y) (q ?y)))", []),
        ("((r ?x) (forall (?y) (r ?y) (q ?y)))", ["c"]),
        ("((r ?x) (forall (?y) (none ?y) (q ?y)))", ["c"]),
        ("(forall (?y) (q ?y) (or (p ?y) (r ?y)))", ["free"]),
        ("((p ?x) (call != ?x a))", ["b"]),
        ("((p ?x) (call member ?x (b c)))", ["b"]),
        ("(assign ?x 5)", ["5.0"]),
        ("((assign ?x (call + 1 1)) (num ?x))", ["2.0"]),
        ("((p ?x) (assign ?x b))", ["b"]),
        ("((assign ?y b) (p ?x) (call = ?x ?y))", ["b"]),
        ("(pair ?x ?x)", ["e"]),
        ("(list (?x . ?rest))", ["a"]),
        ("(list (a ?x c))", ["b"]),
        ("(list (?y ?x))", []),
        ("(list (?y ?x . (c)))", ["b"]),
        ("((list ?l) (assign ?x (call member b ?l)))", ["1.0"]),
        ("(num (call + 1 1))", ["free"]),
        ("((num ?x) (call > ?x 1))", ["2.0", "3.0"]),
        ("((num ?x) (call >= 3 ?x 2))", ["2.0", "3.0"]),
    ],
)
def test_conditions_give_these_solutions(condition: str, solutions: list[str]) -> None:
    elements = SAY + f"(:method (m) {condition} ((!say ?x)))"
    state = (
        "(p a) (p b) (q b) (q c) (r c) (pair a b) (pair e e) (list (a b c)) (num 1) (num 2) (num 3)"
    )
    found = [plan[6:-1] for plan in plans(elements, state, "(m)")]
    assert ["free" if each == "VAR0" else each for each in found] == solutions


def test_not_of_an_axiom_and_of_a_conjunction() -> None:
    elements = SAY + "(:- (big ?x) ((num ?x) (call > ?x 2)))"
    elements += "(:method (m) ((num ?x) (not (big ?x)) (not (and (num ?x) (odd ?x)))) ((!say ?x)))"
    assert plans(elements, "(num 1) (num 2) (num 3) (odd 1)", "(m)") == ["(!say 2.0)"]


def test_conditions_may_be_longer_than_python_nests_loops() -> None:
    many = " ".join(f"(p ?x{number})" for number in range(30))
    elements = SAY + f"(:method (m) ({many} (call = ?x0 ?x29)) ((!say ?x29)))"
    assert plans(elements, "(p a)", "(m)") == ["(!say a)"]
    bound = " ".join(f"(q ?x{number} ?x{number + 1})" for number in range(40))
    elements = (
        SAY + f"(:method (m) ({bound}) ((!say ?x40))) (:method (t) (not ({bound})) ((!say no)))"
    )
    state = " ".join(f"(q n{number} n{number + 1})" for number in range(40))
    assert plans(elements, state, "(m)") == ["(!say n40)"]
    assert plans(elements, state, "(t)") == []


def test_tasks_may_have_many_arguments() -> None:
    names = " ".join(f"?x{number}" for number in range(40))
    words = " ".join(f"w{number}" for number in range(40))
    elements = SAY + f"(:- (ok ?x) ((p ?x))) (:method (m {names}) ((ok ?x39)) ((!say ?x39)))"
    assert plans(elements, "(p w39)", f"(m {words})") == ["(!say w39)"]


def test_a_method_may_have_more_tasks_than_python_nests_parentheses() -> None:
    tasks = " ".join(f"(!say {number})" for number in range(300))
    (plan,) = plans(SAY + f"(:method (m) () ({tasks}))", "", "(m)")
    assert plan.count("(!say") == 300


# 9. Variables that stand for atoms and lists of atoms.


def test_a_variable_stands_for_an_atom_of_a_precondition() -> None:
    elements = SAY + "(:method (m ?goal) (?goal) ((!say done)) nil ((!say todo)))"
    assert plans(elements, "(on a b)", "(m (on a b)) (m (on b a))") == ["(!say done) (!say todo)"]
    later = SAY + "(:method (m) ((goal ?g) ?g) ((!say ?g)))"
    assert plans(later, "(goal (p a)) (goal (p b)) (p b)", "(m)") == ["(!say (p b))"]


def test_a_variable_atom_may_be_proved_by_an_axiom() -> None:
    elements = SAY + "(:- (q ?x) ((p ?x))) (:method (m ?g) (?g) ((!say ?g)))"
    assert plans(elements, "(p a)", "(m (q a))") == ["(!say (q a))"]
    assert plans(elements, "(p a)", "(m (q b))") == []


def test_variables_stand_for_effects() -> None:
    elements = (
        SAY
        + """
        (:operator (!change ?del ?add) () ?del ?add)
        (:operator (!one ?atom) () (?atom) ())
        (:method (show) ((p ?x)) ((!say ?x)))
    """
    )
    tasks = "(!change ((p a) (p b)) ((p c) (p d))) (!one (p d)) (show)"
    (plan,) = plans(elements, "(p a) (p b)", tasks)
    assert plan.endswith("(!one (p d)) (!say c)")


def test_effects_that_are_no_atoms_are_an_error() -> None:
    with pytest.raises(PlanningError, match="!change takes a list of atoms"):
        plans("(:operator (!change ?del) () ?del ())", "", "(!change a)")


def test_forall_effects_change_everything_that_fits() -> None:
    elements = (
        SAY
        + """
        (:operator (!sweep ?x) () ((forall (?y) ((p ?y) (call != ?y ?x)) ((p ?y))))
                                  ((forall (?y) (p ?y) ((kept ?y)))))
        (:method (show) ((kept ?x)) ((!say ?x)))
    """
    )
    assert plans(elements, "(p a) (p b) (p c)", "(!sweep b) (show)") == ["(!sweep b) (!say b)"]


# 10. Costs.


def test_a_plans_cost_is_the_sum_of_its_operators() -> None:
    elements = """
        (:operator (!free) () () () 0)
        (:operator (!one) () () ())
        (:operator (!by ?n) () () () (call * ?n 2))
        (:operator (!!book) () () () 0.25)
    """
    found = planner_of(elements).plans(problem_of("", "(!free) (!one) (!by 3) (!!book)"))
    assert found.plans[0].cost == 7.25


def test_a_cost_that_is_no_number_is_an_error() -> None:
    with pytest.raises(PlanningError, match=r"the cost of !a is word: expected a number"):
        plans("(:operator (!a ?x) () () () ?x)", "", "(!a word)")


# Functions, problems and limits.


def test_functions_of_the_user_match_in_any_case_and_see_plain_data() -> None:
    seen: list[object] = []

    def describe(*values: object) -> object:
        seen.extend(values)
        return ["Result", len(values), True]

    elements = SAY + "(:method (m ?x) ((assign ?y (call DescribeThis ?x (a 1) nil))) ((!say ?y)))"
    found = plans(elements, "", "(m w)", functions={"describethis": describe})
    assert found == ["(!say (result 3.0 1.0))"]
    assert seen == ["w", ["a", 1.0], []]


def test_a_function_that_is_not_registered_is_named() -> None:
    with pytest.raises(PlanningError, match=r"there is no function 'nosuch'; registered are: mine"):
        plans(SAY + "(:method (m) ((call NoSuch)) ())", "", "(m)", functions={"Mine": print})


def test_a_function_that_gives_nonsense_is_an_error() -> None:
    with pytest.raises(PlanningError, match=r"the function f gave back <object"):
        plans(SAY, "", "(!say (call f 1))", functions={"f": lambda _: object()})


def test_arithmetic_on_words_is_an_error() -> None:
    with pytest.raises(PlanningError, match=r"\(call \+ …\) takes numbers, not a"):
        plans(SAY, "", "(!say (call + 1 a))")
    with pytest.raises(PlanningError, match=r"\(call < …\) takes numbers, not b"):
        plans(SAY + "(:method (m ?x) ((call < 1 ?x)) ())", "", "(m b)")


def test_a_problem_file_may_hold_several_problems() -> None:
    domain = parse_domain(f"(defdomain d ({SAY} (:method (m) ((p ?x)) ((!say ?x)))))")
    problems = parse_problems("(defproblem p d ((p a)) ((m)) nil ((!say 2)) ((p b) (p c)) nil)")
    planner = Planner(domain)
    found = [[str(plan) for plan in planner.plans(each, None).plans] for each in problems]
    assert found == [["(!say a)"], ["(!say 2.0)"], [""]]


def test_limits_stop_the_search() -> None:
    elements = SAY + "(:method (m) ((p ?x)) ((!say ?x)))"
    planner, problem = planner_of(elements), problem_of("(p a) (p b) (p c)", "(m)")
    assert not planner.plans(problem, 2).complete
    assert [str(plan) for plan in planner.plans(problem, 2).plans] == ["(!say a)", "(!say b)"]
    assert planner.plans(problem, 4).complete
    with pytest.raises(PlanningError, match="0 plans cannot be sought"):
        planner.plans(problem, 0)


def test_a_problem_of_another_domain_is_refused() -> None:
    (problem,) = parse_problems("(defproblem p other () ())")
    with pytest.raises(PlanningError, match="is one of 'other', not of the domain 'd'"):
        planner_of(SAY).plans(problem)


def test_tasks_that_nothing_does_have_no_plan_and_are_named() -> None:
    planner = planner_of(SAY + "(:method (m) () ((!shout) (n 1)))")
    problem = problem_of("", "(m) (!say 1 2)")
    assert planner.plans(problem).plans == ()
    assert planner.undefined(problem) == ["!say/2", "!shout/0", "n/1"]


@pytest.mark.parametrize("length", [3_000])
def test_long_plans_and_long_proofs_need_no_recursion(length: int) -> None:
    elements = (
        SAY
        + """
        (:operator (!count ?n) () ((at ?n)) ((at (call + ?n 1))) 0)
        (:method (up ?n ?m) ((call < ?n ?m)) ((!count ?n) (up (call + ?n 1) ?m)) nil nil)
        (:- (far ?x ?y) ((next ?x ?y)))
        (:- (far ?x ?y) ((next ?x ?z) (far ?z ?y)))
        (:method (look ?x ?y) ((far ?x ?y)) ((!say found)))
        (:method (list ?l) () ((each ?l)))
        (:method (each (?x . ?l)) () ((!say ?x) (each ?l)))
        (:method (each nil) () ())
    """
    )
    planner = planner_of(elements)
    (counted,) = planner.plans(problem_of("(at 0)", f"(up 0 {length})")).plans
    assert len(counted.steps) == length
    tree = str(counted.tree(NEUTRAL)).splitlines()
    assert len(tree) == 1 + 2 * length + 1
    assert max(map(len, tree)) < 300
    chain = " ".join(f"(next n{number} n{number + 1})" for number in range(length))
    (found,) = planner.plans(problem_of(chain, f"(look n0 n{length})")).plans
    assert str(found) == "(!say found)"
    words = " ".join(f"w{number}" for number in range(length))
    (listed,) = planner.plans(problem_of("", f"(list ({words}))")).plans
    assert len(listed.steps) == length
    best = planner.best(problem_of("(at 0)", f"(up 0 {length})"))
    assert best.optimal
    assert best.plan is not None
    assert len(best.plan.steps) == length


def test_variables_are_numbered_through_all_problems_of_a_file() -> None:
    planner = planner_of(SAY)
    problems = parse_problems("(defproblem p d () ((!say (?x))) () ((!say (?y ?x))))")
    found = [str(planner.plans(problem).plans[0]) for problem in problems]
    assert found == ["(!say (VAR0))", "(!say (VAR1 VAR0))"]
