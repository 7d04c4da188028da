"""Code generation for axioms: each becomes functions that prove atoms.

A function is written on first use, and may call itself.
"""

from collections.abc import Sequence

from fivebet.planning.code_writer import CodeWriter
from fivebet.planning.conditions import ConditionCompiler
from fivebet.planning.language import Atom, Axiom, Variable
from fivebet.planning.patterns import Bound, Scope

_BEYOND = 1_000_000  # more variables than a domain has


class AxiomCompiler(ConditionCompiler):
    """Writes the functions that prove atoms."""

    def proof(self, name: str, signature: str, every: bool) -> str:
        """Name the function that proves an atom; it is written once for each signature."""
        shifting = self.shifting
        key = name, signature, every, shifting
        if key not in self.proofs:
            given = [f"p{index}" for index, mark in enumerate(signature) if mark in "bm"]
            out = self.writer("prove", given, "return" if every else "return False", every)
            self.proofs[key] = out.name
            self.pending.append(lambda: self._write_proof(out, name, signature, shifting))
        return self.proofs[key]

    def _write_proof(self, out: CodeWriter, name: str, signature: str, shifting: bool) -> None:
        with self.while_shifting(shifting):
            self._write_proofs(out, name, signature)

    def _write_proofs(self, out: CodeWriter, name: str, signature: str) -> None:
        scope: Scope = {}
        arguments = []
        for index, mark in enumerate(signature):
            if mark == "m":
                out.line(f"p{index} = closed(p{index})")
            free = mark not in "bm"
            variable = Variable(mark, _BEYOND + ord(mark) if free else _BEYOND + 1000 + index)
            if not free:
                scope[variable] = Bound(f"p{index}", loose=mark == "m")
            arguments.append(variable)

        def in_state(inner: Scope) -> None:
            given = [
                (index, inner[arguments[index]])
                for index, mark in enumerate(signature)
                if mark != "b"
            ]
            for index, bound in given:
                if bound.loose:
                    self.loose.proofs.add((name, signature, index))
            self._proven(out, [bound.name for _, bound in given])

        with out.once():
            self.stored(out, Atom(name, tuple(arguments)), scope, in_state)
        for axiom in self.axioms[name, len(signature)]:
            with out.once():
                self._write_axiom(out, axiom, signature)
        if not out.every:
            out.line("return False")

    def _proven(self, out: CodeWriter, values: Sequence[str]) -> None:
        listed = "".join(f"{value}, " for value in values)
        out.line(f"yield ({listed})" if out.every else "return True")

    def _write_axiom(self, out: CodeWriter, axiom: Axiom, signature: str) -> None:
        several = len(axiom.branches) > 1
        found = self.fresh("d")

        def reached(inner: Scope) -> None:
            values = self._head_values(out, axiom, signature, inner)
            if several:
                out.line(f"{found} = True")
            self._proven(out, values)

        scope: Scope = {}
        for index, mark in enumerate(signature):
            if mark in "bm":
                self.receive(out, axiom.head[index], f"p{index}", mark == "m", scope)
        if several:
            out.line(f"{found} = False")
        for number, (_, precondition) in enumerate(axiom.branches):
            if number:
                out.require(f"not {found}")
            with out.once():
                self.precondition(out, precondition, scope, reached)

    def _head_values(
        self, out: CodeWriter, axiom: Axiom, signature: str, scope: Scope
    ) -> list[str]:
        """Return the values that an axiom has found for the arguments that were not bound.

        Its head must fit the arguments: JSHOP2 looks at the next branch if it never does.
        """
        values: list[str] = []
        groups: dict[str, str] = {}
        for index, mark in enumerate(signature):
            pattern, value = axiom.head[index], self.fresh("x")
            if mark == "b":
                if isinstance(pattern, Variable) and scope[pattern].name != f"p{index}":
                    out.require(f"fits({scope[pattern].name}, p{index})")
                continue
            ground = self.ground(pattern, scope)
            if isinstance(pattern, Variable) and not ground:
                out.line(f"{value} = {scope[pattern].name if pattern in scope else None}")
            else:
                out.line(f"{value} = {self.term(pattern, scope)}")
            if not ground:
                self.loose.proofs.add((axiom.name, signature, index))
            asked = f"p{index}" if mark == "m" else groups.get(mark)
            if asked is not None:
                out.require(f"fits({asked}, {value})")
            groups.setdefault(mark, value)
            values.append(value)
        return values
