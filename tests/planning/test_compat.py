"""Where JSHOP2's program departs from its manual: each letter, both ways."""

import pytest

from tests.planning.asking import SAY, planner_of, plans, problem_of


def both(elements: str, state: str, tasks: str) -> tuple[list[str], list[str]]:
    """By the manual, and by the program."""
    return plans(elements, state, tasks), plans(elements, state, tasks, compat=True)


def test_a_an_unordered_tail_runs_in_order() -> None:
    manual, program = both(SAY + "(:method (m) () (:unordered (!say a) (!say b)))", "", "(m)")
    assert manual == ["(!say a) (!say b)", "(!say b) (!say a)"]
    assert program == ["(!say a) (!say b)"]


def test_a_a_nested_list_and_a_problem_are_truly_unordered() -> None:
    nested = SAY + "(:method (m) () ((:unordered (!say a) (!say b))))"
    for found in (*both(nested, "", "(m)"), *both(SAY, "", ":unordered (!say a) (!say b)")):
        assert found == ["(!say a) (!say b)", "(!say b) (!say a)"]


def test_b_a_forall_that_deletes_what_it_runs_over_skips_every_other_atom() -> None:
    elements = SAY + "(:operator (!clear) () ((forall (?x) (p ?x) ((p ?x)))) ())"
    elements += "(:method (show) ((p ?x)) ((!say ?x)))"
    manual, program = both(elements, "(p a) (p b) (p c) (p d) (p e)", "(!clear) (show)")
    assert manual == []
    assert program == ["(!clear) (!say b)", "(!clear) (!say d)"]


def test_c_a_call_with_an_unbound_argument_counts_as_true() -> None:
    elements = SAY + "(:method (m) ((call = ?x 1)) ((!say yes)) nil ((!say no)))"
    assert both(elements, "", "(m)") == (["(!say no)"], ["(!say yes)"])
    late = SAY + "(:method (m) ((or (p ?x) (q ?y)) (call = ?x a)) ((!say ?x)))"
    assert both(late, "(p a) (p b) (q c)", "(m)") == (["(!say a)"], ["(!say a)", "(!say VAR0)"])


def test_d_assigning_to_a_bound_variable_keeps_the_earlier_value() -> None:
    elements = SAY + "(:method (m) ((p ?x) (assign ?x b)) ((!say ?x)))"
    assert both(elements, "(p a) (p b)", "(m)") == (["(!say b)"], ["(!say a)", "(!say b)"])


def test_d_alone_in_a_precondition_it_changes_what_the_head_has_bound() -> None:
    elements = SAY + "(:method (m ?x) ((assign ?x b)) ((!say ?x)))"
    assert both(elements, "", "(m a)") == ([], ["(!say b)"])


def test_e_a_variable_as_an_atom_works_where_the_head_binds_it() -> None:
    elements = SAY + "(:method (m ?g) (?g) ((!say ?g))) (:method (n) ((p ?x)) ())"
    assert both(elements, "(p a)", "(m (p a))") == (["(!say (p a))"], ["(!say (p a))"])


@pytest.mark.parametrize("mention", ["", "(:operator (!x) ((extra ?x)) () ())"])
def test_f_atoms_that_the_domain_does_not_speak_of_are_dropped(mention: str) -> None:
    elements = SAY + mention + "(:method (m ?g) (?g) ((!say known)) nil ((!say unknown)))"
    manual, program = both(elements, "(extra 1)", "(m (extra 1))")
    assert manual == ["(!say known)"]
    assert program == (["(!say known)"] if mention else ["(!say unknown)"])


def test_costs_keep_the_rounding_of_what_was_backtracked_over() -> None:
    elements = """
        (:operator (!a) () () () 0.1)
        (:operator (!b) () () () 0.2)
        (:operator (!stop) ((never)) () ())
        (:method (m) () ((!a) (!b) (!stop)))
        (:method (m) () ((!b)))
    """
    problem = problem_of("", "(m)")
    assert planner_of(elements).plans(problem).plans[0].cost == 0.2
    running = 0.1 + 0.2 - 0.2 - 0.1 + 0.2
    assert planner_of(elements, compat=True).plans(problem).plans[0].cost == running != 0.2


@pytest.mark.parametrize(
    ("state", "left"),
    [
        ("(p a 1) (p b 2) (p c 1)", "b"),
        ("(p a 1) (p c 1) (p b 2) (p d 1)", "c b"),
        ("(p a 1) (p x) (p c 1)", ""),
    ],
)
def test_b_a_forall_skips_the_next_atom_of_the_predicate_whether_or_not_it_fits(
    state: str, left: str
) -> None:
    elements = SAY + "(:operator (!clear ?y) () ((forall (?x) (p ?x ?y) ((p ?x ?y)))) ())"
    elements += "(:method (show) ((p ?x ?y)) ((!say ?x)))"
    _, program = both(elements, state, "(!clear 1) (show)")
    assert program == [f"(!clear 1.0) (!say {each})" for each in left.split()]
