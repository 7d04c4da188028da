"""Code generation for conditions: nested loops over the atoms that fit.

What is bound is known while compiling, so that a condition without free variables
is one look into a set, and others walk only the atoms that agree in what is bound
(an `Index`, kept in the relation's order).
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

from fivebet.errors import PlanningError
from fivebet.planning.code_writer import CodeWriter
from fivebet.planning.language import (
    And,
    Assign,
    Atom,
    CallCondition,
    CallTerm,
    Expression,
    ForAll,
    Not,
    Or,
    Precondition,
    Variable,
    VariableAtom,
)
from fivebet.planning.patterns import Bound, PatternCompiler, Scope, Walk, find_variables

_LOOPS = 12  # Python allows twenty loops in each other; what is deeper gets its own function
_COMPARISONS = {"=": "==", "!=": "!="}
_ORDERS = {"<": "less", "<=": "at_most", ">": "more", ">=": "at_least"}
_DESCENDING = (">", ">=")

Next = Callable[[Scope], None]


class ConditionCompiler(PatternCompiler, ABC):
    """Writes the functions that find the solutions of conditions."""

    @abstractmethod
    def proof(self, name: str, signature: str, every: bool) -> str:
        """Name the function that proves an atom of which some arguments are given.

        In the signature, b is an argument that is bound and m one that may be; a
        capital stands for a free variable. It gives every proof, each with the
        values of what was not bound, or returns whether there is one.
        """

    # Conditions. Each writes its code and calls `then` once, where it holds.

    def precondition(self, out: CodeWriter, what: Precondition, scope: Scope, then: Next) -> None:
        """Write code for all solutions of a precondition, its first, or all in order."""
        expression = what.expression
        if what.sort_by is not None:
            self._sorted(out, what, what.sort_by, scope, then)
        elif what.first:
            name, inner = self.query(expression, scope, every=False)
            found = self.fresh("b")
            out.line(f"{found} = {name}({passed_arguments(expression, scope)})")
            out.require(f"{found} is not None")
            if _changed(scope, inner):
                out.line(f"{query_targets(scope, inner)} = {found}")
            then(inner)
        else:
            self.condition(out, expression, scope, then, top=True)

    def condition(
        self, out: CodeWriter, what: Expression, scope: Scope, then: Next, top: bool = False
    ) -> None:
        """Write code for a condition; at the `top`, in no conjunction, JSHOP2 assigns otherwise."""
        match what:
            case And(parts):
                self._conjunction(out, parts, scope, then)
            case Atom():
                self.atom(out, what, scope, then)
            case VariableAtom(variable):
                self._variable_atom(out, variable, scope, then)
            case Not(part):
                with self.while_shifting(False):
                    test = self._negation(part, scope)
                out.require(test)
                then(scope)
            case Or():
                self._disjunction(out, what, scope, then, top)
            case ForAll():
                with self.while_shifting(False):
                    test = self._for_all(what, scope)
                out.require(test)
                then(scope)
            case Assign():
                self._assign(out, what, scope, then, top)
            case CallCondition(call):
                self._check(out, call, scope, then)

    def _conjunction(
        self, out: CodeWriter, parts: Sequence[Expression], scope: Scope, then: Next
    ) -> None:
        if not parts:
            then(scope)
        elif out.loops >= _LOOPS and len(parts) > 1:
            rest = And(tuple(parts))
            name, inner = self.query(rest, scope, every=True)
            call = f"{name}({passed_arguments(rest, scope)})"
            with out.loop(f"for {query_targets(scope, inner)} in {call}:"):
                then(inner)
        else:
            self.condition(
                out,
                parts[0],
                scope,
                lambda inner: self._conjunction(out, parts[1:], inner, then),
            )

    def query(
        self, what: Expression, scope: Scope, every: bool = True, top: bool = True
    ) -> tuple[str, Scope]:
        """Write a function that gives every solution, or the first, as newly bound values."""
        fail = "return" if every else "return None"
        out = self.writer("q", _parameters(what, scope), fail, every)
        reached = scope

        def found(inner: Scope) -> None:
            nonlocal reached
            reached = inner
            values = "".join(f"{inner[each].name}, " for each in _changed(scope, inner))
            out.line(f"{'yield' if every else 'return'} ({values})")

        self.condition(out, what, scope, found, top)
        return out.name, reached

    def _sorted(
        self, out: CodeWriter, what: Precondition, variable: Variable, scope: Scope, then: Next
    ) -> None:
        name, inner = self.query(what.expression, scope, every=True)
        new = _changed(scope, inner)
        walked = f"{name}({passed_arguments(what.expression, scope)})"
        order = what.order.function if what.order else "<"
        if variable not in new:
            pass  # The same value in every solution: nothing to sort.
        elif order in _ORDERS:
            index, descending = new.index(variable), order in _DESCENDING
            walked = f"in_order({walked}, {index}, {descending}, {variable.name!r})"
        else:
            assert what.order is not None
            function = self.function(what.order)
            walked = f"in_order_of({walked}, {new.index(variable)}, {function})"
        with out.loop(f"for {query_targets(scope, inner)} in {walked}:"):
            then(inner)

    def atom(self, out: CodeWriter, atom: Atom, scope: Scope, then: Next) -> None:
        """Write code for an atom of the state, or for one that axioms prove."""
        if (atom.name, len(atom.arguments)) in self.axioms:
            self._proved(out, atom, scope, then)
        else:
            self.stored(out, atom, scope, then)

    def stored(self, out: CodeWriter, atom: Atom, scope: Scope, then: Next) -> None:
        """Write code for an atom that must be in the state."""
        key = atom.name, len(atom.arguments)
        name = self.relation(key)
        if self.loose.has(key):
            found, inner = self.fresh("b"), dict(scope)
            listed = self.listed(key, Walk("a"))
            wanted = self.terms(atom.arguments, scope)
            with out.loop(f"for {found} in matches({listed}, {wanted}):"):
                for variable in find_variables(atom):
                    if not self.ground(variable, scope):
                        known = scope[variable].name if variable in scope else "None"
                        value = self.fresh("v")
                        out.line(f"{value} = {found}.get({variable.index}, {known})")
                        inner[variable] = Bound(value, loose=True)
                then(inner)
        elif all(self.ground(each, scope) for each in atom.arguments):
            out.require(f"{self.terms(atom.arguments, scope)} in s{name}")
            then(scope)
        else:
            walk = self.walk(atom, scope, self.fresh("a"))
            with out.loop(f"for {walk.name} in {self.listed(key, walk)}:"):
                inner = dict(scope)
                for pattern, value in walk.rest:
                    self.receive(out, pattern, value, False, inner)
                then(inner)

    def _proved(self, out: CodeWriter, atom: Atom, scope: Scope, then: Next) -> None:
        signature, passed, outputs = "", [], []
        groups: dict[Variable, int] = {}
        for index, argument in enumerate(atom.arguments):
            if self.ground(argument, scope):
                signature += "b"
                passed.append(self.term(argument, scope))
                continue
            outputs.append((index, argument, self.fresh("x")))
            if isinstance(argument, Variable) and argument not in scope:
                signature += chr(ord("A") + groups.setdefault(argument, len(groups)))
            else:
                signature += "m"
                passed.append(self.term(argument, scope))
        if not outputs and not out.every:
            out.require(f"{self.proof(atom.name, signature, False)}({', '.join(passed)})")
            then(scope)
            return
        function = self.proof(atom.name, signature, every=True)
        targets = "".join(f"{name}, " for _, _, name in outputs) or "_"
        with out.loop(f"for {targets} in {function}({', '.join(passed)}):"):
            inner = dict(scope)
            # Free variables first: terms that hold them are then matched with their values.
            for index, argument, name in sorted(
                outputs, key=lambda each: signature[each[0]] == "m"
            ):
                loose = (atom.name, signature, index) in self.loose.proofs
                if signature[index] == "m":
                    self.receive(out, argument, name, loose, inner)
                elif isinstance(argument, Variable) and argument not in inner:
                    inner[argument] = Bound(name, loose)
            then(inner)

    # Other conditions.

    def _variable_atom(self, out: CodeWriter, variable: Variable, scope: Scope, then: Next) -> None:
        if variable not in scope:
            where = self.domain.source or f"the domain {self.domain.name}"
            raise PlanningError(f"{where}: {variable.name} stands as an atom but is not bound")
        name = scope[variable].name
        if out.every:
            with out.loop(f"for _ in proofs({name}):"):
                then(scope)
        else:
            out.require(f"holds({name})")
            then(scope)

    def _negation(self, part: Expression, scope: Scope) -> str:
        """Return the code of a test that a condition cannot be satisfied."""
        if isinstance(part, Atom):
            key = part.name, len(part.arguments)
            if key not in self.axioms and not self.loose.has(key):
                name = self.relation(key)
                if all(self.ground(each, scope) for each in part.arguments):
                    return f"{self.terms(part.arguments, scope)} not in s{name}"
                walk = self.walk(part, scope, "a")
                free = [pattern for pattern, _ in walk.rest]
                if all(isinstance(each, Variable) and each not in scope for each in free) and len(
                    set(free)
                ) == len(free):
                    return f"not {self.listed(key, walk)}"
        return f"not {self._test(part, scope)}"

    def _test(self, what: Expression, scope: Scope) -> str:
        """Return the code of a call that tests whether a condition can be satisfied."""
        out = self.writer("t", _parameters(what, scope), "return False", every=False)
        self.condition(out, what, scope, lambda _: out.line("return True"))
        out.line("return False")
        return f"{out.name}({passed_arguments(what, scope)})"

    def _for_all(self, what: ForAll, scope: Scope) -> str:
        out = self.writer("t", _parameters(what, scope), "return True", every=False)

        def holds(inner: Scope) -> None:
            out.line(f"if not {self._test(what.conclusion, inner)}: return False")

        self.condition(out, what.premise, scope, holds)
        out.line("return True")
        return f"{out.name}({passed_arguments(what, scope)})"

    def _disjunction(self, out: CodeWriter, what: Or, scope: Scope, then: Next, top: bool) -> None:
        """Write code for all solutions of each part; what only some parts bind becomes loose."""
        mentioned = find_variables(what)
        free = [each for each in mentioned if not self.ground(each, scope)]
        if not free and not out.every:
            out.require(" or ".join(self._test(part, scope) for part in what.parts))
            then(scope)
            return
        results = mentioned if top and self.compat else free
        parts = self.writer("q", _parameters(what, scope), "return")
        ends: list[Scope] = []

        def found(inner: Scope) -> None:
            ends.append(inner)
            values = (inner[each].name if each in inner else "None" for each in results)
            parts.line(f"yield ({''.join(f'{value}, ' for value in values)})")

        for part in what.parts:
            with parts.once():
                self.condition(parts, part, scope, found, top)
        inner = dict(scope)
        names = []
        for each in results:
            kept = [end[each] for end in ends if each in end]
            names.append(self.fresh("v"))
            if kept:
                loose = len(kept) < len(ends) or any(bound.loose for bound in kept)
                inner[each] = Bound(names[-1], loose)
        targets = "".join(f"{name}, " for name in names) or "_"
        with out.loop(f"for {targets} in {parts.name}({passed_arguments(what, scope)}):"):
            then(inner)

    def _assign(self, out: CodeWriter, what: Assign, scope: Scope, then: Next, top: bool) -> None:
        """Write code that binds a variable, or compares it with the value that it has.

        JSHOP2 neither checks nor changes a variable that is bound, unless the
        assignment is the whole precondition: then it changes it.
        """
        known = scope.get(what.variable)
        keeps = self.compat and not top
        ground = self.ground(what.value, scope)
        if (known and not known.loose and keeps) or (
            isinstance(what.value, Variable) and what.value not in scope
        ):
            then(scope)
            return
        name, inner = self.fresh("v"), dict(scope)
        if isinstance(what.value, Variable):
            out.line(f"{name} = {scope[what.value].name}")
        elif ground or not isinstance(what.value, CallTerm):
            out.line(f"{name} = {self.term(what.value, scope)}")
        else:
            listed = self.terms(what.value.arguments, scope)
            out.line(f"{name} = call_if_closed({self.function(what.value)}, {listed})")
            if not self.compat:
                out.require(f"{name} is not None")
        inner[what.variable] = Bound(name, not ground)
        if known is None or (self.compat and top and ground):
            then(inner)
        elif self.compat and top:
            out.line(f"if {name} is None: {name} = {known.name}")
            then(inner)
        elif keeps:
            out.line(f"if {known.name} is not None: {name} = {known.name}")
            inner[what.variable] = Bound(name, loose=True)
            then(inner)
        elif known.loose or not ground:
            out.require(f"{known.name} is None or {name} is None or {known.name} == {name}")
            out.line(f"if {name} is None: {name} = {known.name}")
            then(inner if known.loose else scope)
        else:
            out.require(f"{known.name} == {name}")
            then(scope)

    def _check(self, out: CodeWriter, call: CallTerm, scope: Scope, then: Next) -> None:
        function = self.function(call)
        if not self.ground(call, scope):
            # What cannot be computed counts as true in JSHOP2; by the manual it is not proved.
            listed = self.terms(call.arguments, scope)
            out.require(f"check_open({function}, {listed}, {self.compat})")
            then(scope)
            return
        values = [self.term(each, scope) for each in call.arguments]
        if len(values) == 2 and call.function in _COMPARISONS:
            out.require(f"{values[0]} {_COMPARISONS[call.function]} {values[1]}")
        elif len(values) == 2 and call.function in _ORDERS:
            out.require(f"{_ORDERS[call.function]}({values[0]}, {values[1]})")
        else:
            out.require(f"{function}({', '.join(values)}) != ()")
        then(scope)


def _parameters(what: Expression, scope: Scope) -> list[str]:
    return list(dict.fromkeys(scope[each].name for each in find_variables(what) if each in scope))


def passed_arguments(what: Expression, scope: Scope) -> str:
    """Return the code of the arguments with which a query is called."""
    return ", ".join(_parameters(what, scope))


def _changed(scope: Scope, inner: Scope) -> list[Variable]:
    return [each for each, bound in inner.items() if scope.get(each) != bound]


def query_targets(scope: Scope, inner: Scope) -> str:
    """Return the code of the names that take what a query binds anew."""
    return "".join(f"{inner[each].name}, " for each in _changed(scope, inner)) or "_"
