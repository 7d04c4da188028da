"""Compiled domains, and programs loaded with a state of their own."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from types import CodeType
from typing import Any

from fivebet.errors import PlanningError
from fivebet.planning import runtime
from fivebet.planning.functions import Function
from fivebet.planning.language import CallTerm, Domain, ListTerm, Pattern, Task, TaskList, Variable
from fivebet.planning.network import Group, Network, TaskKind, TaskNode, join_networks
from fivebet.planning.patterns import Key, relation_name
from fivebet.planning.state import Arguments, Index, Relation, State
from fivebet.planning.terms import Term, Unbound, cons


@dataclass(frozen=True)
class CompiledDomain:
    """The code of a domain and the names that it needs."""

    domain: Domain
    source: str
    code: CodeType
    constants: dict[str, Any]
    functions: Mapping[str, Function]
    indices: dict[Key, dict[str, str]]
    """The key of each index and its name in the code, by relation."""
    kinds: dict[tuple[str, int, bool], str]
    alternatives: dict[Key, list[str]]
    provers: dict[Key, str]
    shifting: frozenset[str]
    """Predicates whose atoms may vanish during iteration."""
    idle: list["LoadedProgram"] = field(default_factory=list, repr=False, compare=False)
    """Programs that nobody uses at present."""

    def load(self) -> "LoadedProgram":
        """Load the code with an empty state."""
        try:
            return self.idle.pop()
        except IndexError:
            return self._load()

    def _load(self) -> "LoadedProgram":
        names: dict[str, Any] = runtime.NAMES | self.constants
        relations = {}
        for key, listed in self.indices.items():
            indices, lists = [], []
            for expression, name in listed.items():
                if name.startswith("l"):
                    names[name] = []
                    lists.append(names[name])
                else:
                    index = Index(_key_function(expression))
                    names[name] = index.lists
                    indices.append(index)
            relations[key] = Relation(key[0], indices, lists)
        state = State(relations, self.shifting)
        for key, relation in relations.items():
            names[relation_name(key)] = relation
            names[f"s{relation_name(key)}"] = relation.atoms
        prover = runtime.Prover(state)
        kinds = {key: TaskKind(*key) for key in self.kinds}
        names |= {name: kinds[key] for key, name in self.kinds.items()}
        names |= {"relation": state.relation, "shifting": state.shifting}
        names |= {"proofs": prover.proofs, "holds": prover.holds}
        exec(self.code, names)
        prover.axioms = {key: names[name] for key, name in self.provers.items()}
        alternatives = {
            key: [names[name] for name in listed] for key, listed in self.alternatives.items()
        }
        for (name, arity, _), kind in kinds.items():
            kind.alternatives = alternatives.get((name, arity), [])
        return LoadedProgram(state, kinds, alternatives, self.functions, self.idle)


@cache
def _key_function(expression: str) -> Callable[[Arguments], object]:
    """Return the function by which an index finds an atom."""
    return eval(f"lambda a: {expression}", {})  # type: ignore[no-any-return]


@dataclass(frozen=True)
class LoadedProgram:
    """A state and the functions that work on it."""

    state: State
    kinds: dict[tuple[str, int, bool], TaskKind]
    alternatives: dict[Key, list[Any]]
    functions: Mapping[str, Function]
    idle: list["LoadedProgram"]

    def give_back(self) -> None:
        """Empty the state and let the next search have the program."""
        self.state.clear()
        self.idle.append(self)

    def network(self, tasks: TaskList) -> Network:
        """Return a problem's tasks as a network."""
        parts = [
            (self._task(part), ()) if isinstance(part, Task) else self.network(part)
            for part in tasks.parts
        ]
        parts = [part for part in parts if part]
        if not tasks.ordered and len(parts) > 1:
            return (Group(tuple(parts)), ())
        return join_networks(parts)

    def _task(self, task: Task) -> TaskNode:
        key = task.name, len(task.arguments), task.immediate
        if key not in self.kinds:
            self.kinds[key] = TaskKind(*key, self.alternatives.get(key[:2], []))
        return self.kinds[key], tuple(map(self._term, task.arguments))

    def _term(self, term: Pattern) -> Term:
        match term:
            case Variable():
                return Unbound(term.index)
            case ListTerm(items, tail):
                listed = tuple(map(self._term, items))
                return listed if tail is None else cons(listed, self._term(tail))
            case CallTerm():
                if term.function not in self.functions:
                    raise PlanningError(f"{term.location}: there is no function {term.function!r}")
                return self.functions[term.function](*map(self._term, term.arguments))
        return term
