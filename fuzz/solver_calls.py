"""Random calls of solvers: spots after the flop, small games, jam or fold."""

import math
from typing import Any

from core_arguments import HUGE, Arguments


class SolverCalls(Arguments):
    """Calls of solvers."""

    def sizes(self) -> Any:
        kinds = [
            (self.number(0, 4), self.real(0.3, 2.0), self.number(0, 3))
            for _ in range(self.random.randint(0, 2))
        ]
        return self.or_worse(kinds)

    def limit(self) -> Any:
        """Return fixed bets and numbers of raises, or that there are none."""
        if self.random.random() < 0.6:
            return self.or_worse(None, ((1, 1), (1, 1)), ([], []), [])
        bets, raises = (self.random.randint(1, 9) for _ in range(3)), [self.number(0, 3)] * 3
        return self.or_worse((list(bets), raises), ((0, 1, 1), (1, 1, 1)), ((1,) * 3, (101,) * 3))

    def solver(self) -> Any:
        np = self.np
        ranges = []
        for _ in range(2):
            drawn = np.zeros(1326, np.float32)
            drawn[self.random.sample(range(1326), 40)] = self.random.random()
            ranges.append(self.or_worse(drawn, self.array((1326,), np.float32)))
        board, last_street = self.board(4, 5), 2
        if self.random.random() < 0.3:  # a flop or turn to its end alone
            board, last_street = self.board(3, 4), self.random.randint(0, 1)
        return self.core.Solver(
            board,
            self.number(1, 100),
            self.number(1, 100),
            *ranges,
            self.or_worse([[(self.sizes(), self.sizes(), None)] * 3] * 2, [], [[]] * 2),
            self.or_worse((0.0, 0.0, 0.0), (math.nan, 0, 0), (0.1, math.inf, 0)),
            self.or_worse((0.0, 0.0), (math.nan, 0.0), (0.5, math.inf)),
            self.or_worse(last_street, 0, 3, -1),
            bool(self.random.getrandbits(1)),
            bool(self.random.getrandbits(1)),
            self.threads(),
            self.or_worse(None, *self.shared.get("solver", ())),
            self.limit(),
            self.or_worse(
                [], [[(1, 0), (3, self.number(1, 50))]], [[]], [[(9, 0)]], [[(1, 0)] * 9]
            ),
        )

    def alternatives(self, solver: Any, player: Any) -> tuple[Any, Any]:
        """Return what a player may stop for at the root, and with which hands it cannot."""
        street = next(
            street for street in range(3) if len(solver.nodes()) == 3 - street
        )  # fewer than three are left of those after the flop
        hands = len(solver.hands(street, 0, player))
        values = self.array((hands,), self.np.float32, 100)
        return values, self.array((hands,), self.np.float32)

    def public_tree(self) -> Any:
        first, second = self.random.randint(1, 20), self.random.randint(1, 20)
        payoffs = [self.array((first, second), self.np.float32)]
        nodes = [(0, [1, 2], 0, 0.0), (-2, [], 0, 1.0), (1, [3, 4], 0, 0.0), (-2, [], 0, 1.0)]
        nodes += [(-2, [], self.number(0, 0), self.real())]
        nodes[0] = (self.number(-1, 1), self.or_worse([1, 2], [0, 1], [2, 9], []), 0, 0.0)
        return self.core.PublicTree(nodes, first, self.or_worse(second, *HUGE), payoffs)

    def jam_solver(self) -> Any:
        n = self.random.randint(2, 4)
        return self.core.JamFoldSolver(
            [self.number(5, 50) for _ in range(n)],
            [*(self.number(0, 1) for _ in range(n - 1)), 2],
            self.number(0, 1),
            self.or_worse([], [math.nan], [1e308] * n, [50.0, 30.0]),
        )

    def call_solver(self) -> object:
        solver = self.pooled("solver", self.solver)
        where = self.number(1, 2), self.number(0, 3), self.number(0, 8)
        name, player = (
            self.or_worse(self.random.choice(["regrets", "averages", "scales"])),
            self.number(0, 1),
        )
        views = self.shared.setdefault("views", [])

        def view() -> object:
            if len(views) > 5:
                views.pop()
            views.append(solver.buffer(name, player))
            return views[-1].sum()

        return self.random.choice(
            [
                solver.allocate,
                lambda: solver.iterate(*self.step()),
                lambda: solver.iterate(*self.step()),
                lambda: solver.expected_value(player, True),
                lambda: solver.strategy(*where),
                lambda: solver.values(
                    *where,
                    player,
                    self.array((len(solver.hands(*where[:2], 1 - player)),), self.np.float32),
                    True,
                ),
                lambda: solver.lock(
                    *where, self.or_worse(None, self.array((2, 30), self.np.float32))
                ),
                lambda: solver.lock(
                    *where, self.np.full_like(solver.strategy(*where), self.real())
                ),
                view,
                lambda: sum(int(each.sum()) for each in list(views)),
                lambda: solver.set_buffer(name, player, solver.buffer(name, player)),
                lambda: solver.set_buffer(
                    name, player, self.np.full(len(solver.buffer(name, player)), 255, self.np.uint8)
                ),
                lambda: (
                    solver.node(where[0], where[2]),
                    solver.root(where[0], where[1]),
                    solver.nodes(),
                ),
                lambda: (solver.deal(*where), solver.class_size(*where[:2]), solver.allocated),
                lambda: solver.set_alternatives(player, *self.alternatives(solver, player)),
                lambda: (solver.place(*where), solver.bytes_needed, solver.overhead_bytes),
                lambda: self.core.plan_for_gpu(self.or_worse([solver], [solver] * 2, [None], [])),
            ]
        )()

    def call_games(self) -> object:
        core = self.core
        tree = self.pooled("tree", self.public_tree)
        jam = self.pooled("jam", self.jam_solver)
        node = self.number(0, 4)
        return self.random.choice(
            [
                lambda: tree.iterate(*self.step()),
                lambda: tree.values(self.number(0, 1), True),
                lambda: tree.strategy(node),
                lambda: tree.set_strategy(
                    node, self.or_worse(tree.strategy(node), self.array((2, 7)))
                ),
                lambda: jam.iterate(
                    self.seed(), self.seed(), self.or_worse(500, *HUGE), *self.step(), 2
                ),
                lambda: jam.measure(self.seed(), self.or_worse(500, *HUGE), self.threads()),
                lambda: jam.strategy(self.number(0, 3), self.number(0, 7)),
                lambda: core.icm_values(
                    [self.number(0, 9)] * 3, [5] * 3, [self.real(), self.real()]
                ),
            ]
        )()
