"""The state of a search: keys, replacements and undoing, against plain sets of facts."""

from random import Random

import pytest

from fivebet.errors import PlanningError
from fivebet.planning import Planner, parse_domain, parse_problems
from fivebet.planning.functions import OF_TWO, STANDARD, NumericFunction, function_table
from fivebet.planning.network import Group, Network, NetworkNumbers, TaskKind
from fivebet.planning.state import Index, Log, Relation, State, undo


def _state() -> tuple[State, Relation, Relation, list[tuple[object, ...]]]:
    listed: list[tuple[object, ...]] = []
    one = Relation("one", (), (listed,))  # type: ignore[arg-type]
    two = Relation("two", (Index(lambda atom: atom[0]),))
    return State({("one", 1): one, ("two", 2): two}), one, two, listed


@pytest.mark.parametrize("seed", range(20))
def test_key_is_the_same_for_the_same_facts_and_undoing_restores_all(seed: int) -> None:
    state, one, two, listed = _state()
    draw = Random(seed)
    keys: dict[int, object] = {}
    facts: dict[object, int] = {}
    logs: list[tuple[Log, object, list[object], int]] = []
    for _ in range(300):
        if logs and draw.random() < 0.3:
            log, before, order, key = logs.pop()
            undo(log)
            assert (state.facts(), list(listed), state.key()) == (before, order, key)
            continue
        log = []
        logs.append((log, state.facts(), list(listed), state.key()))
        for _ in range(draw.randrange(1, 4)):
            atom, other = (float(draw.randrange(3)),), (float(draw.randrange(3)),)
            match draw.randrange(7):
                case 0 | 1 | 2:
                    one.replace(atom, other, log)
                case 3:
                    one.add(atom, log)
                case 4:
                    one.remove(atom, log)
                case 5:
                    two.replace((*atom, "x"), (*other, "y"), log)
                case 6 if draw.random() < 0.5:
                    one.protect(atom, log)
                case _:
                    one.release(atom, log)
        here = state.facts()
        assert sorted(listed) == sorted(one.atoms)
        assert keys.setdefault(state.key(), here) == here
        assert facts.setdefault(here, state.key()) == state.key()


def test_replacing_is_deleting_and_adding() -> None:
    state, one, _, listed = _state()
    for atom in ((1.0,), (2.0,)):
        one.add(atom, [])
    log: Log = []
    assert one.replace((1.0,), (3.0,), log)
    assert listed == [(2.0,), (3.0,)]  # the new one comes last
    one.protect((2.0,), log)
    assert not one.replace((2.0,), (4.0,), log)
    assert listed == [(2.0,), (3.0,)]
    undo(log)
    assert listed == [(1.0,), (2.0,)]
    assert state.facts() == {("one", (1.0,)), ("one", (2.0,))}


def test_relations_that_are_made_later_and_are_empty_do_not_change_the_key() -> None:
    state, one, _, _ = _state()
    one.add((1.0,), [])
    before = state.key()
    log: Log = []
    state.relation("new", 1).add((1.0,), log)
    assert state.key() != before
    undo(log)
    assert state.key() == before


def test_equal_networks_have_the_same_number() -> None:
    numbers = NetworkNumbers()
    go, stay = TaskKind("!go", 1), TaskKind("!stay", 0)

    def network(where: str) -> Network:
        either = Group((((go, (where,)), ()), ((stay, ()), ())))
        return (go, ("a",)), (either, ((stay, ()), ()))

    assert numbers.number(()) == 0
    assert numbers.number(network("b")) == numbers.number(network("b"))
    assert numbers.number(network("b")) != numbers.number(network("c"))
    assert numbers.number(network("b")[1]) not in (0, numbers.number(network("b")))
    around = (network("b"),), (network("c"),), (), None
    assert numbers.of_frames(around) == numbers.of_frames(
        ((network("b"),), (network("c"),), (), None)
    )
    assert numbers.of_frames(around) != numbers.of_frames(
        ((), (network("b"), network("c")), (), None)
    )


def test_functions_of_two_arguments_are_the_general_ones() -> None:
    for name, of_two in OF_TWO.items():
        for one in (-0.0, 0.0, 1.5, -2.25, float("inf")):
            for two in (-0.0, 0.1, -7.0):
                assert repr(of_two(one, two)) == repr(STANDARD[name](one, two))
        with pytest.raises(PlanningError, match="takes numbers, not word"):
            of_two(1.0, "word")


def test_numeric_functions_are_called_as_they_are() -> None:
    least = NumericFunction(min)
    assert function_table({"Least": least})["least"] is min
    assert least(2.0, 1.0) == 1.0


_DOMAIN = """(defdomain d (
    (:operator (!go ?x) ((way ?x) (at ?y)) ((at ?y)) ((at ?x)) (call Cost ?x))
    (:method (leave) ((way ?x)) ((!go ?x)))))"""


def test_searches_after_each_other_do_not_meet() -> None:
    broken: list[bool] = []

    def cost(place: str) -> float:
        if broken:
            raise ValueError(place)
        return {"a": -1.0, "b": -2.0, "c": -3.0}[place]

    planner = Planner(parse_domain(_DOMAIN), {"Cost": cost})
    first, second = parse_problems("""(defproblem p d
        ((at home) (way a) (way b)) ((leave))
        ((at home) (way b) (way c) (new thing)) ((leave)))""")
    for _ in range(2):
        for problem, best in ((first, "(!go a)"), (second, "(!go b)")):
            assert str(planner.best(problem).plan) == best
            assert len(planner.options(problem)) == 2
        broken.append(True)
        with pytest.raises(ValueError, match="a"):
            planner.best(first)
        broken.clear()
