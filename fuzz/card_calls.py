"""Random calls about cards, equity, random numbers and the curve of fair dealing."""

from typing import Any

from core_arguments import HUGE, Arguments

G = bytes.fromhex(
    "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"
    "483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8"
)
"""The point from which the curve of fair dealing is counted."""


class CardCalls(Arguments):
    """Calls about cards, equity, random numbers and the curve of fair dealing."""

    def bytes(self, usual: int) -> object:
        """As many bytes as are wanted, or others, or none."""
        return self.or_worse(self.random.randbytes(usual), b"", self.random.randbytes(usual - 1))

    def stream(self) -> Any:
        return self.core.Stream(self.seed(), self.seed(), self.seed(), self.seed())

    def call_cards(self) -> object:
        core, n = self.core, self.random.randint
        board = self.board()
        hole = self.or_worse(self.cards(2, board if isinstance(board, int) else 0), 7)
        ranges = [self.weights() for _ in range(self.random.choice([2, 3, 3, 1, 11]))]
        thin = self.np.zeros(1326)
        thin[self.random.sample(range(1326), 5)] = 0.3
        return self.random.choice(
            [
                lambda: core.evaluate(self.or_worse(self.cards(n(5, 7)), 0, 1 << 60, -1)),
                lambda: core.evaluate_many(
                    self.random.choice([self.shared["hands"], self.words(1, 50)]), 2
                ),
                lambda: core.evaluate_on_boards(
                    self.np.array([self.cards(n(3, 5)) for _ in range(n(0, 9))] + [board])
                    if self.random.random() < 0.9
                    else self.words(0, 50),
                    self.random.choice([self.shared["pairs"], self.words(0, 50)]),
                    2,
                ),
                lambda: core.heads_up(
                    self.weights(), self.weights(), board, self.or_worse(0, 7), 2
                ),
                lambda: core.multiway(
                    [thin] * n(2, 4), board, 0, self.number(0, 5), self.number(0, 9), 2
                ),
                lambda: core.deal_chunks(
                    ranges,
                    self.board(0, 3, 4, 5),
                    0,
                    self.seed(),
                    0,
                    self.or_worse(2, -1, 1 << 64),
                    True,
                    2,
                ),
                lambda: core.deal_chunks(
                    ranges,
                    board,
                    self.or_worse(0, (1 << 52) - 1),
                    1,
                    (1 << 64) - 3,
                    (1 << 64) - 1,
                    False,
                    2,
                ),
                lambda: core.hand_potential(hole, self.weights(), board, 0),
                lambda: core.strength_counts(hole, board),
                lambda: core.three_random_points(
                    self.number(0, 9), self.or_worse(9, -1, 1 << 64), 2
                ),
                lambda: core.weighted_sums(
                    self.array((2, 3, 4)), self.array((3,)), self.array((4,))
                ),
                lambda: core.expected_hs2(self.board(4, 5)),
                lambda: core.win_loss_matrix(self.board(5)),
                lambda: core.count_values(self.or_worse(5, 4, 8), 2),
                lambda: core.use_simd_level(
                    self.random.choice(["baseline", "avx2", "avx512", "neon", "x"])
                ),
                lambda: core.purpose_key(self.or_worse("deal")),
                lambda: core.curve_root(self.bytes(32)),
                lambda: core.curve_sum(
                    self.bytes(64), self.random.choice([2 * G, self.bytes(128)])
                ),
                lambda: core.CommitmentTable(G, self.random.choice([G, self.bytes(64)])).commit(
                    self.bytes(128)
                ),
                lambda: core.preflop_counts(self.number(0, 168), self.or_worse(100, *HUGE), 1),
                lambda: core.sampled_strength(
                    hole, board, self.number(1, 8), self.or_worse(50, *HUGE), 1
                ),
                lambda: core.fill_turn_points(
                    self.array((2, 1326, 2), self.np.uint32, 9), self.number(0, 16430), 2
                ),
                lambda: core.turn_prospects(self.array((3, 1326, 2), self.np.uint32, 900)),
                lambda: core.flop_prospects(self.array((2, 1326, 2), self.np.uint32), 0, 1, 1),
            ]
        )()

    def call_stream(self) -> object:
        stream = self.pooled("stream", self.stream)
        return self.random.choice(
            [
                lambda: stream.words(self.or_worse(20_000, *HUGE)),
                stream.word,
                lambda: stream.below(self.or_worse(7, 0, *HUGE)),
                stream.uniform,
                lambda: setattr(stream, "position", self.seed()),
            ]
        )()
