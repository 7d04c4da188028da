"""Random calls of what is learnt for whole hands, and of networks that value ranges."""

import math
from typing import Any

from core_arguments import HUGE
from table_calls import TableCalls


class BlueprintCalls(TableCalls):
    """Calls of blueprints and their buckets, at tables too, and of value networks."""

    def limit_game(self) -> Any:
        counts = [self.array((4, 4), self.np.uint64, 100) for _ in range(2)]
        lists = [1, 2], [2, 2, 4, 4], [1, 1, 1, self.number(0, 2)], [2, 2, 1, self.number(1, 1)]
        return self.core.LimitGame(*lists, *counts, self.threads())

    def blueprint(self) -> Any:
        sizes = [(0, self.real(0.5, 1.5), 0)]
        return self.core.Blueprint(
            self.number(10, 20),
            1,
            2,
            self.or_worse([sizes], []),
            [(sizes, sizes)] * 3,
            self.or_worse((0.0, 0.0, 0.0), (math.nan,) * 3),
            [3, 3, self.number(1, 5)],
        )

    def board_buckets(self) -> Any:
        np = self.np
        groups = self.or_worse(
            np.arange(169, dtype=np.uint8) % 8, np.full(169, 9, np.uint8), np.zeros(168, np.uint8)
        )
        points = (self.array((self.random.randint(1, 6), 16), np.float32) for _ in range(3))
        return self.core.BoardBuckets(groups, *points)

    def board_blueprint(self) -> Any:
        """Return a blueprint of limit hold'em that learns on sampled boards."""
        return self.core.LimitBlueprint(
            self.or_worse((4, 2), (0, 2), (1, 1001)),
            (4, 4, self.number(4, 8), 8),
            (1, 1, 1, self.number(1, 2)),
            self.pooled("buckets", self.board_buckets),
            self.threads(),
        )

    def ring_blueprint(self) -> Any:
        """Return a blueprint for three or four players with little room."""
        name = self.random.choice(["limit", "nolimit"])
        games = [self.game.named(f"{name}-{seats}p")._rules for seats in (3, 4)]
        return self.core.RingBlueprint(
            self.or_worse(games[: self.random.randint(1, 2)], [], [None], games * 9),
            self.or_worse((4, 4, 8), (0, 4, 4), (10, 8, 8), (4, 4, 1 << 20), (244, 4, 4)),
            self.or_worse(self.random.choice([3000, 200_000]), 0, *HUGE),
        )

    def network_board(self) -> Any:
        """Return a board of few hands, as value networks read it."""
        np, hands = self.np, self.random.choice([12, 12, 12, 1, 30])
        order = np.array(self.random.sample(range(hands), hands), np.uint16)
        cards = np.array([self.random.sample(range(52), 2) for _ in range(hands)], np.uint8)
        return self.core.NetworkBoard(
            self.array((hands, hands), np.float32),
            self.array((hands, 3), np.float32),
            self.or_worse(np.arange(hands, dtype=np.uint8) % 4, np.full(hands, 4, np.uint8)),
            self.or_worse(order, np.zeros(hands, np.uint16), np.full(hands, hands, np.uint16)),
            self.or_worse(cards, cards + np.uint8(52), cards[:1]),
        )

    def value_network(self) -> Any:
        hidden, context = self.random.randint(1, 20), self.random.randint(1, 20)
        size = sum(math.prod(shape) for shape in self.shapes(hidden, context).values())
        return self.core.ValueNetwork(
            self.or_worse(hidden, 0, 257, *HUGE),
            self.or_worse(context, 0, 257, *HUGE),
            self.or_worse(self.array((size,), self.np.float32), self.array((7,), self.np.float32)),
        )

    def call_blueprints(self) -> object:
        core, np = self.core, self.np
        limit = self.pooled("limit", self.limit_game)
        blueprint = self.pooled("blueprint", self.blueprint)
        boards = self.pooled("boards", self.board_blueprint)
        node, street = self.number(0, 4), self.number(0, 3)
        name = self.or_worse(self.random.choice(["regrets", "averages"]))
        points = self.array((self.random.randint(0, 40), 16), np.float32)
        return self.random.choice(
            [
                lambda: limit.iterate(*self.step()),
                lambda: limit.value(self.number(0, 1), True),
                lambda: limit.set_strategy(
                    node, self.or_worse(limit.strategy(node), self.array((2, 2)))
                ),
                lambda: blueprint.iterate(self.seed(), 0, *self.step(), self.number(1, 3)),
                lambda: blueprint.measure(self.seed(), self.or_worse(1, *HUGE)),
                lambda: (blueprint.strategy(node), blueprint.node(node), blueprint.bytes),
                lambda: blueprint.copy_from(
                    self.or_worse(self.pooled("blueprint", self.blueprint))
                ),
                lambda: blueprint.action_values(self.seed(), self.number(0, 1), self.number(1, 1)),
                lambda: boards.iterate(
                    self.seed(), self.seed(), self.number(1, 2), self.or_worse(1, 0, *HUGE)
                ),
                lambda: boards.measure(self.seed(), self.or_worse(1, 0, *HUGE)),
                lambda: (boards.nodes(street), boards.roots(street)),
                lambda: boards.strategy(street, node),
                lambda: boards.set_buffer(
                    name, self.or_worse(boards.buffer(name), self.array((9,), np.float32))
                ),
                lambda: self.pooled("buckets", self.board_buckets).assign(self.board()),
                lambda: core.hand_features(self.board(4, 5), self.array((169,), np.uint8, 9)),
                lambda: core.nearest_centroids(
                    points, self.array((self.random.randint(1, 9), 16), np.float32), self.threads()
                ),
                lambda: core.count_sequence_matchups(
                    [2, 2, 1, 1],
                    [self.number(0, 1) for _ in range(169)],
                    [self.array((2, 1), self.np.float32), self.array((4, 0)), self.array((4, 0))],
                    [(self.board(3), self.number(1, 9))],
                    self.or_worse(1, 0, -1),
                    1,
                    self.seed(),
                    2,
                ),
            ]
        )()

    def call_ring(self) -> object:
        core, np = self.core, self.np
        ring = self.pooled("ring", self.ring_blueprint)
        hand = self.played()
        moves = len(hand.moves)
        habits = [self.number(0, 3) for _ in range(self.random.randint(0, hand.game.seats))]

        def restore() -> None:
            learnt = list(ring.learnt())
            which = self.random.randrange(4)
            learnt[which] = self.or_worse(
                learnt[which], learnt[which][:-1], np.full_like(learnt[which], self.seed())
            )
            self.pooled("ring", self.ring_blueprint).restore(*learnt)

        return self.random.choice(
            [
                lambda: ring.learn(
                    self.seed(),
                    self.seed(),
                    self.number(0, 1),
                    self.or_worse([1.0, 1.0], [0.0], [math.nan], [], [1.0] * 30),
                    self.or_worse([], [self.real(2, 100)], [1.0], [math.inf]),
                    self.real(),
                    self.real(),
                    self.threads(),
                ),
                lambda: ring.discount(self.real(), self.real()),
                lambda: (ring.used, [int(each.sum()) for each in ring.learnt()]),
                restore,
                lambda: core.ring_buckets(
                    self.board(4, 5), self.or_worse((8, 8, 8), (3, 8, 8), (8, 8, 241), (9,) * 3)
                ),
                lambda: core.ring_decision(
                    self.or_worse(hand), self.number(0, moves), self.or_worse(True), habits
                ),
                lambda: core.nearest_ring_action(
                    self.or_worse(hand), self.number(0, max(0, moves - 1))
                ),
            ]
        )()

    def call_value_network(self) -> object:
        np = self.np
        board = self.pooled("network board", self.network_board)
        network = self.pooled("value network", self.value_network)
        situations, hands = self.random.randint(0, 3), self.random.choice([12, 12, 12, 1, 30])
        if self.random.random() < 0.2:
            return board.margins(self.array((situations, hands), np.float32))
        return network.values(
            self.or_worse(board),
            self.array((situations, 2, hands), np.float32),
            self.array((situations,), np.float32, 3),
            self.threads(),
        )
