"""Small random domains in which every construct of the language may meet every other.

Methods only use tasks of higher numbers, so that every search ends.
"""

from random import Random

CONSTANTS = ["a", "b", "a", "b", "a", "1", "2", "(a b)", "(b a)", "nil"]
PREDICATES = {"p": 1, "q": 2, "r": 1, "n": 1, "w": 2}
AXIOMS = {"x": 1, "y": 2}


class Maker:
    """Makes one domain and one problem from a seed."""

    def __init__(self, seed: int, open_terms: bool) -> None:
        self.random = Random(seed)
        self.open_terms = open_terms

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def pick(self, options: list[str]) -> str:
        return self.random.choice(options)

    def variable(self, pool: list[str]) -> str:
        return self.pick(pool)

    def term(self, pool: list[str], depth: int = 0) -> str:
        if self.chance(0.6) and pool:
            return self.pick(pool)
        if depth < 2 and self.chance(0.15):
            inner = " ".join(self.term(pool, depth + 1) for _ in range(self.random.randint(1, 2)))
            tail = f" . {self.term(pool, depth + 1)}" if self.chance(0.3) else ""
            return f"({inner}{tail})"
        return self.pick(CONSTANTS)

    def atom(self, pool: list[str], names: dict[str, int]) -> str:
        name = self.pick(list(names))
        return f"({' '.join([name, *(self.term(pool) for _ in range(names[name]))])})"

    def condition(self, pool: list[str], depth: int = 0, axioms: bool = True) -> str:
        names = PREDICATES | (AXIOMS if axioms else {})
        kind = self.random.random()
        if depth >= 2 or kind < 0.5:
            return self.atom(pool, names)
        inner = lambda: self.condition(pool, depth + 1, axioms)  # noqa: E731
        if kind < 0.6:
            return f"(not {inner()})"
        if kind < 0.68:
            return f"(or {inner()} {inner()})"
        if kind < 0.74:
            return f"(and {inner()} {inner()})"
        if kind < 0.79:
            return f"(imply {inner()} {inner()})"
        if kind < 0.84:
            return f"(forall ({self.pick(pool)}) {inner()} {inner()})"
        if kind < 0.91:
            return f"(assign {self.pick(pool)} {self.term(pool)})"
        if kind < 0.96:
            return f"(call {self.pick(['=', '!='])} {self.term(pool)} {self.term(pool)})"
        return f"(call member {self.term(pool)} (a b 1 (a b)))"

    def expression(self, pool: list[str], axioms: bool = True) -> str:
        count = self.random.choice([0, 0, 1, 1, 1, 2, 3])
        parts = [self.condition(pool, 0, axioms) for _ in range(count)]
        return parts[0] if count == 1 and self.chance(0.3) else f"({' '.join(parts)})"

    def precondition(self, pool: list[str], axioms: bool = True) -> str:
        kind = self.random.random()
        if kind < 0.15:
            return f"(:first {self.expression(pool, axioms)})"
        if kind < 0.25:
            order = self.pick(["", "<", ">"])
            return f"(:sort-by ?k {order} ((n ?k) {self.condition(pool, 1, axioms)}))"
        return self.expression(pool, axioms)

    def effects(self, pool: list[str]) -> str:
        found = []
        for _ in range(self.random.randint(0, 2)):
            kind = self.random.random()
            if kind < 0.7:
                found.append(self.atom(pool, PREDICATES))
            elif kind < 0.85:
                found.append(f"(:protection {self.atom(pool, PREDICATES)})")
            else:
                atom = self.atom([*pool, "?z"], PREDICATES)
                found.append(f"(forall (?z) {self.condition([*pool, '?z'], 1)} ({atom}))")
        return f"({' '.join(found)})"

    def tasks(self, pool: list[str], above: int, depth: int = 0) -> str:
        parts = []
        for _ in range(self.random.randint(0 if depth else 1, 2 if depth else 3)):
            if depth < 2 and self.chance(0.2):
                parts.append(self.tasks(pool, above, depth + 1))
                continue
            number = self.random.randint(above, 5)
            immediate = ":immediate " if self.chance(0.12) else ""
            name = f"m{number}" if number < 4 else f"!o{number}"
            # Lists with variables that nothing binds are not passed on: JSHOP2 mixes up
            # the variables of the two scopes then.
            parts.append(f"({immediate}{name} {self.term(pool, 2 if self.open_terms else 0)})")
        unordered = ":unordered " if self.chance(0.35) else ""
        return f"({unordered}{' '.join(parts)})"

    def domain(self) -> str:
        elements = []
        for number in (4, 5):
            for _ in range(self.random.randint(1, 2)):
                pool = ["?x", "?y"]
                cost = self.pick(["", "0", "2.5", "(call + 1 2)"])
                precondition = self.precondition(pool)
                if not self.open_terms:
                    precondition = f"((p ?y) {self.condition(pool)})" if self.chance(0.7) else "()"
                elements.append(
                    f"(:operator (!o{number} {self.pick(['?x'] * 4 + ['(?x . ?y)', 'a'])}) "
                    f"{precondition} {self.effects(pool)} {self.effects(pool)} {cost})"
                )
        for number in range(1, 4):
            for _ in range(self.random.randint(1, 2)):
                pool = ["?x", "?y", "?z"]
                head = self.pick(["?x", "?x", "?x", "?x", "(?x ?y)", "(?x . ?y)", "b"])
                branches = []
                for _ in range(self.random.randint(1, 3)):
                    label = self.pick(["", "one", "two"])
                    precondition = self.precondition(pool)
                    if not self.open_terms:
                        precondition = f"((q ?y ?z) {self.condition(pool)})"
                        precondition = precondition if self.chance(0.7) else "((q ?y ?z))"
                    branches.append(f"{label} {precondition} {self.tasks(pool, number + 1)}")
                elements.append(f"(:method (m{number} {head}) {' '.join(branches)})")
        for _ in range(self.random.randint(1, 3)):
            head = self.pick(["(x ?x)", "(x (?x . ?y))", "(y ?x ?y)", "(y ?x ?x)", "(y a ?x)"])
            branches = [
                self.precondition(["?x", "?y", "?z"], axioms=False)
                for _ in range(self.random.randint(1, 2))
            ]
            elements.append(f"(:- {head} {' '.join(branches)})")
        self.random.shuffle(elements)
        return f"(defdomain d ({' '.join(elements)}))"

    def problem(self) -> str:
        atoms = [self.atom([], PREDICATES) for _ in range(self.random.randint(6, 14))]
        numbers = [f"(n {number})" for number in self.random.sample(range(5), 3)]
        atoms += [*numbers, "(p a)", "(q b 1)"]
        self.random.shuffle(atoms)
        tasks = self.tasks(["?v"] if self.open_terms and self.chance(0.2) else [], 1)
        return f"(defproblem pr d ({' '.join(atoms)}) {tasks})"
