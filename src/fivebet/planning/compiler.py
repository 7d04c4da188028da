"""The compiler: a domain becomes Python code that fires operators and decomposes tasks.

Like JSHOP2, which writes Java, the planner does not interpret a domain but turns
each operator, method and axiom into a function. An operator's function gives, for
each way to satisfy the precondition, the step's arguments, its cost and, where its
effects are uncertain, one function for each outcome; sure effects are made before
it gives and undone when it is asked again. A method's function gives the label of
a branch and the network with the task's decomposition in front.
"""

from collections.abc import Mapping

from fivebet.planning.functions import UserFunction, function_table
from fivebet.planning.language import Domain, Method, MethodBranch, Task, TaskList
from fivebet.planning.operators import OperatorCompiler
from fivebet.planning.patterns import LooseArguments, Scope
from fivebet.planning.program import CompiledDomain

_NESTED = 20  # tasks written as nested pairs; Python limits how deep parentheses go


def compile_domain(
    domain: Domain,
    functions: Mapping[str, UserFunction],
    *,
    compat: bool = False,
    independent: bool = False,
    open_arguments: frozenset[tuple[str, int, int]] = frozenset(),
) -> CompiledDomain:
    """Compile a domain.

    `open_arguments` are arguments of tasks (name, number of arguments, index) that
    problems leave unbound. With `independent`, what an operator deletes, adds and
    costs are separate lotteries, as in Smith's thesis, instead of one.
    """
    table = function_table(functions)
    loose = LooseArguments(set(open_arguments))
    while True:
        known = loose.size
        compiler = _Compiler(domain, table, loose, compat, independent)
        compiler.compile()
        if loose.size == known:
            return compiler.program()


class _Compiler(OperatorCompiler):
    """Writes the functions of methods, after those of operators and axioms."""

    def compile(self) -> None:
        """Write all functions, and those of the axioms that they need."""
        for operator in self.domain.operators:
            self.operator(operator)
        for method in self.domain.methods:
            self.method(method)
        for name, arity in self.axioms:
            # Variables that stand for atoms may ask for any axiom.
            self.provers[name, arity] = self.proof(name, "b" * arity, every=True)
        while self.pending:
            self.pending.pop()()

    def program(self) -> CompiledDomain:
        """Return the functions that were written, compiled by Python."""
        source = "\n".join(writer.source() for writer in self.functions) + "\n"
        return CompiledDomain(
            domain=self.domain,
            source=source,
            code=compile(source, f"<plans of {self.domain.name}>", "exec"),
            constants=self.constants,
            functions=self.table,
            indices=self.indices,
            kinds=self.kinds,
            alternatives=self.alternatives,
            provers=self.provers,
            shifting=frozenset(self.shifting_names),
        )

    def method(self, method: Method) -> None:
        """Write the function that decomposes a task."""
        names = [f"p{index}" for index in range(len(method.head))]
        out = self.writer("m", ["rest", *names], "return")
        scope = self.head(method.name, method.head, out)
        several = len(method.branches) > 1
        if several:
            out.line("found = False")
        for number, branch in enumerate(method.branches):
            last = number == len(method.branches) - 1
            if number:
                out.line("if found: return")

            def decompose(inner: Scope, branch: MethodBranch = branch, last: bool = last) -> None:
                if not last:
                    out.line("found = True")
                tail = branch.tasks
                if self.compat and not tail.ordered:
                    tail = TaskList(tail.parts)  # JSHOP2 forgets it here, and only here.
                network = self._network(tail, inner, "rest")
                out.line(f"yield {branch.label!r}, {network}")

            if last:
                self.precondition(out, branch.precondition, scope, decompose)
            else:
                with out.once():
                    self.precondition(out, branch.precondition, scope, decompose)

    def _network(self, tasks: TaskList, scope: Scope, rest: str) -> str:
        """Return the code of a network that ends in another one."""
        if tasks.ordered:
            parts = self._parts(tasks, scope)
            if len(parts) > _NESTED:
                return f"chain(({', '.join(parts)}), {rest})"
            for part in reversed(parts):
                rest = f"({part}, {rest})"
            return rest
        group = self._group(tasks, scope)
        return f"({group}, {rest})" if group else rest

    def _parts(self, tasks: TaskList, scope: Scope) -> list[str]:
        parts = []
        for part in tasks.parts:
            if isinstance(part, Task):
                parts.append(self._task(part, scope))
            elif part.ordered:
                parts += self._parts(part, scope)
            elif group := self._group(part, scope):
                parts.append(group)
        return parts

    def _group(self, tasks: TaskList, scope: Scope) -> str:
        members = [
            self._network(part if isinstance(part, TaskList) else TaskList((part,)), scope, "()")
            for part in tasks.parts
        ]
        members = [member for member in members if member != "()"]
        return f"Group(({''.join(f'{member}, ' for member in members)}))" if members else ""

    def _task(self, task: Task, scope: Scope) -> str:
        arity = len(task.arguments)
        for index, argument in enumerate(task.arguments):
            if not self.ground(argument, scope):
                self.loose.tasks.add((task.name, arity, index))
        key = task.name, arity, task.immediate
        kind = self.kinds.setdefault(key, f"T{len(self.kinds)}")
        return f"({kind}, {self.terms(task.arguments, scope)})"
