"""Code generation for operators: what they cost, delete and add, perhaps with probabilities."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from fivebet.errors import PlanningError
from fivebet.planning import runtime
from fivebet.planning.axioms import AxiomCompiler
from fivebet.planning.code_writer import CodeWriter
from fivebet.planning.conditions import passed_arguments, query_targets
from fivebet.planning.functions import STANDARD
from fivebet.planning.language import (
    Alternative,
    Atom,
    CallTerm,
    Effects,
    ForAllEffect,
    Operator,
    Pattern,
    Protection,
    Variable,
    VariableAtom,
    What,
)
from fivebet.planning.patterns import Scope, find_variables

_SURE = 1.0


class OperatorCompiler(AxiomCompiler):
    """Writes the functions that fire operators."""

    def head(self, name: str, head: Sequence[Pattern], writer: CodeWriter) -> Scope:
        """Match the arguments of a task with a head; return the variables that they bind."""
        self.alternatives.setdefault((name, len(head)), []).append(writer.name)
        scope: Scope = {}
        for index, pattern in enumerate(head):
            loose = (name, len(head), index) in self.loose.tasks
            if loose:
                writer.line(f"p{index} = closed(p{index})")
            self.receive(writer, pattern, f"p{index}", loose, scope)
        return scope

    def operator(self, operator: Operator) -> None:
        """Write the function that fires an operator."""
        out = self.writer("o", [f"p{index}" for index in range(len(operator.head))], "return")
        scope = self.head(operator.name, operator.head, out)
        outcomes = self._outcomes(operator)
        sure = all(outcome.effects == outcomes[0].effects for outcome in outcomes)

        def fire(inner: Scope) -> None:
            step = self.terms(operator.head, inner)
            cost = self._cost(operator, outcomes, inner)
            if not sure:
                # Of outcomes that differ in their cost alone, the effects are one function.
                costs = len(operator.cost) if self.independent else 1
                functions = "".join(
                    f"lambda log: {self._effects(operator, outcome.effects, inner, 'log')}, "
                    for outcome in outcomes[::costs]
                )
                listed = f"({functions})" if costs == 1 else f"repeated(({functions}), {costs})"
                out.line(f"yield {step}, {cost}, {listed}")
                return
            if any(outcomes[0].effects):
                out.line("log = []")
                effects = self._effects(operator, outcomes[0].effects, inner, "log")
                out.line(f"if {effects}: yield {step}, {cost}, None")
                out.line("undo(log)")
            else:
                out.line(f"yield {step}, {cost}, None")

        self.precondition(out, operator.precondition, scope, fire)

    def _outcomes(self, operator: Operator) -> list["_Outcome"]:
        """Return the outcomes: delete, add and cost together."""
        delete, add, cost = operator.delete, operator.add, operator.cost
        if self.independent:
            return [
                _Outcome((taken.what, given.what), paid.what)
                for taken, given, paid in product(delete, add, cost)
            ]
        sizes = len(delete), len(add), len(cost)
        if any(size not in (1, max(sizes)) for size in sizes):
            raise PlanningError(
                f"{operator.location}: {operator.name} has {sizes[0]} alternatives to delete, "
                f"{sizes[1]} to add and {sizes[2]} costs: they happen together, so that each "
                "part has one alternative or as many as the others"
            )
        return [
            _Outcome((_nth(delete, index).what, _nth(add, index).what), _nth(cost, index).what)
            for index in range(max(sizes))
        ]

    def _cost(self, operator: Operator, outcomes: Sequence["_Outcome"], scope: Scope) -> str:
        """Return the code of the cost: a number or a lottery."""
        name = repr(operator.name)
        parts = operator.delete, operator.add, operator.cost
        if len(outcomes) == 1 and all(part[0].probability == _SURE for part in parts):
            cost = outcomes[0].cost
            if isinstance(cost, float):
                return repr(cost)
            return f"number({self.term(cost, scope)}, {name})"
        costs = self.terms([outcome.cost for outcome in outcomes], scope)
        uncertain = [part for part in parts if len(part) > 1 or part[0].probability != _SURE]
        _check_written(operator, uncertain)
        probabilities = [
            self.terms([each.probability for each in part], scope) for part in uncertain
        ]
        if not self.independent:
            probabilities = [
                each
                for index, (each, part) in enumerate(zip(probabilities, uncertain, strict=True))
                if each not in probabilities[:index] or not _is_repeatable(part)
            ]
        if self.independent:
            return f"product_lottery({name}, ({', '.join(probabilities)},), {costs})"
        # A part with one alternative must be sure, or it does not add up to 1.
        return f"lottery({name}, ({', '.join(probabilities)},), {costs})"

    def _effects(
        self, operator: Operator, effects: tuple[Effects, Effects], scope: Scope, log: str
    ) -> str:
        """Return the code of a call that makes the effects unless a protection forbids them."""
        used = [each for part in effects for each in _effect_variables(part)]
        names = list(dict.fromkeys(scope[each].name for each in used if each in scope))
        out = self.writer("e", ["log", *names], "return True")
        delete, add = effects
        if not (isinstance(delete, Variable) or isinstance(add, Variable)):
            for old, new in _replacements(delete, add):
                relation, before = self._target(out, operator, old, scope)
                _, after = self._target(out, operator, new, scope)
                out.line(f"if not {relation}.replace({before}, {after}, log): return False")
                delete = tuple(each for each in delete if each is not old)
                add = tuple(each for each in add if each is not new)
        self._change(out, operator, delete, scope, adding=False)
        self._change(out, operator, add, scope, adding=True)
        out.line("return True")
        return f"{out.name}({', '.join([log, *names])})"

    def _change(
        self, out: CodeWriter, operator: Operator, effects: Effects, scope: Scope, adding: bool
    ) -> None:
        if isinstance(effects, Variable):
            self._note_loose_atom(effects, scope)
            value = scope[effects].name if effects in scope else None
            with out.loop(f"for name, atom in atoms_in({value}, {operator.name!r}):"):
                self._write_change(out, "relation(name, len(atom))", "atom", adding)
            return
        for effect in effects:
            match effect:
                case Protection(atom):
                    relation, arguments = self._target(out, operator, atom, scope)
                    out.line(f"{relation}.{'protect' if adding else 'release'}({arguments}, log)")
                case ForAllEffect():
                    self._change_all(out, operator, effect, scope, adding)
                case Atom() | VariableAtom():
                    relation, arguments = self._target(out, operator, effect, scope)
                    self._write_change(out, relation, arguments, adding)

    def _change_all(
        self, out: CodeWriter, operator: Operator, effect: ForAllEffect, scope: Scope, adding: bool
    ) -> None:
        # JSHOP2 iterates over a list from which it is deleting, and misses atoms.
        with self.while_shifting(self.compat):
            name, inner = self.query(effect.condition, scope)
        solutions = f"{name}({passed_arguments(effect.condition, scope)})"
        if not self.compat:
            solutions = f"list({solutions})"
        with out.loop(f"for {query_targets(scope, inner)} in {solutions}:"):
            for atom in effect.atoms:
                relation, arguments = self._target(out, operator, atom, inner)
                self._write_change(out, relation, arguments, adding)

    def _write_change(self, out: CodeWriter, relation: str, arguments: str, adding: bool) -> None:
        if adding:
            out.line(f"{relation}.add({arguments}, log)")
        else:
            out.line(f"if not {relation}.remove({arguments}, log): return False")

    def _target(
        self, out: CodeWriter, operator: Operator, atom: Atom | VariableAtom, scope: Scope
    ) -> tuple[str, str]:
        """Return the relation and the arguments of an atom that changes."""
        if isinstance(atom, VariableAtom):
            self._note_loose_atom(atom.variable, scope)
            value = scope[atom.variable].name if atom.variable in scope else None
            out.line(f"name, atom = atom_in({value}, {operator.name!r})")
            return "relation(name, len(atom))", "atom"
        key = atom.name, len(atom.arguments)
        if not all(self.ground(each, scope) for each in atom.arguments):
            self.loose.atoms.add(key)
        return self.relation(key), self.terms(atom.arguments, scope)

    def _note_loose_atom(self, variable: Variable, scope: Scope) -> None:
        if variable in scope and scope[variable].loose:
            self.loose.every_atom = True


@dataclass(frozen=True, slots=True)
class _Outcome:
    """One outcome of an operator."""

    effects: tuple[Effects, Effects]
    cost: Pattern


def _check_written(operator: Operator, parts: Sequence[Sequence[Alternative[Any]]]) -> None:
    """Reject constant probabilities that are wrong, whether or not they are used."""
    for part in parts:
        written = tuple(each.probability for each in part)
        if all(isinstance(each, float) for each in written):
            try:
                runtime.lottery(operator.name, [written], (0.0,) * len(written))  # type: ignore[list-item]
            except PlanningError as error:
                raise PlanningError(f"{operator.location}: {error}") from None


def _replacements(delete: tuple[object, ...], add: tuple[object, ...]) -> list[tuple[Atom, Atom]]:
    """Return the atoms that are deleted and added as the only ones of their relation.

    What users' functions give may depend on the order in which they are asked: atoms with
    such calls are left where they are.
    """
    gone, come = [[each for each in effects if isinstance(each, Atom)] for effects in (delete, add)]
    if len(gone) < len(delete) or len(come) < len(add):
        return []
    found = []
    for old in gone:
        key = old.name, len(old.arguments)
        olds = [each for each in gone if (each.name, len(each.arguments)) == key]
        news = [each for each in come if (each.name, len(each.arguments)) == key]
        if len(olds) == len(news) == 1 and all(map(_repeats, old.arguments + news[0].arguments)):
            found.append((old, news[0]))
    return found


def _is_repeatable(part: Sequence[Alternative[Any]]) -> bool:
    """Return whether a part's probabilities are the same when they are worked out again."""
    return all(_repeats(each.probability) for each in part)


def _repeats(term: Pattern) -> bool:
    if isinstance(term, CallTerm):
        return term.function in STANDARD and all(map(_repeats, term.arguments))
    return True


def _nth(alternatives: Sequence[Alternative[What]], index: int) -> Alternative[What]:
    """Return the alternative of an outcome; a single one holds for all."""
    return alternatives[index if len(alternatives) > 1 else 0]


def _effect_variables(effects: Effects) -> list[Variable]:
    if isinstance(effects, Variable):
        return [effects]
    found: list[Variable] = []
    for effect in effects:
        match effect:
            case Protection(atom):
                found += find_variables(atom)
            case ForAllEffect(condition, atoms):
                found += find_variables(condition)
                for atom in atoms:
                    found += find_variables(atom)
            case Atom() | VariableAtom():
                found += find_variables(effect)
    return found
