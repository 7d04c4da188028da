"""Random calls about hands, rules, rollouts and tournaments."""

import pickle
from typing import Any

from core_arguments import HUGE, Arguments


class TableCalls(Arguments):
    """Calls about hands, rules, rollouts and tournaments."""

    def network(self) -> Any:
        inputs = self.or_worse(16, 0, 40, 300, -1)
        size = 17 * 4 + 5 * 3
        return self.core.Network([inputs, 4, 3], self.array((size,), self.np.float32))

    def tables(self) -> Any:
        np = self.np
        empty = np.zeros((0, 1326, 2), np.uint8)
        return self.core.StrengthTables(self.array((169, 8), np.float32), empty, empty)

    def rules(self) -> Any:
        deck = list(range(52))
        self.random.shuffle(deck)
        return self.core.GameRules(
            self.number(2, 2),
            [self.number(1, 200), 100],
            [1, self.number(0, 5)],
            [0, 0],
            [2] * 4,
            [self.number(2, 4)] * 4,
            [self.number(0, 255)] * 4,
            True,
            False,
            1 << 40,
            [0, 0, 0, self.number(0, 1)],
            self.or_worse([0, 3, 4, 5], [0, 3, 4, 6], [5, 3, 4, 5]),
            self.number(2, 2),
            self.or_worse(deck, [0] * 52, deck[:8], [*deck, 0]),
            [False] * 7,
        )

    def hand(self) -> Any:
        game = self.game.named(self.random.choice(["nolimit-2p", "limit-3p", "nolimit-6p", "kuhn"]))
        count = game.seats * game.hole_cards + game.board_cards[-1]
        dealt = [int(card) for card in self.random.sample(list(game.deck), count)]
        broken = [
            dealt[:-1],
            [dealt[0]] * count,
            [*dealt[1:], 52],
            [*dealt[:-1], 255],
            [255] * count,
        ]
        cards = self.or_worse(bytes(dealt), *(bytes(each) for each in broken))
        return self.hand_type(
            self.or_worse(game),
            seed=self.seed(),
            number=self.seed(),
            stacks=self.or_worse(None, [1] * game.seats, [0], [1 << 41] * game.seats, [1.5, 2]),
            **({"cards": cards} if self.random.random() < 0.5 else {}),
        )

    def played(self) -> Any:
        """Return a hand that some actions have been made in, perhaps all."""
        hand = self.pooled("hand", self.hand)
        for _ in range(self.random.randint(0, 12)):
            if hand.over:
                break
            legal = hand.legal
            kinds = ["fold", "call" if legal.call else "check", "raise", "bet"]
            kind = self.random.choice(kinds)
            to = self.number(max(1, legal.min_raise), max(1, legal.max_raise))
            hand.act(self.core.Action(kind, to if kind in ("bet", "raise") else 0))
        if self.random.random() < 0.3 and self.shared["hand"]:
            self.shared["hand"].pop()
        return hand

    def rollout(self) -> Any:
        hand = self.hand_type(self.game.named("limit-3p"), seed=self.random.getrandbits(20))
        view = self.or_worse(self.view_type(hand, hand.actor), hand)
        weights = self.or_worse(self.array((3, 1326)))
        policies = self.array((3, 4, 2, 3))
        basis = [self.number(0, 2) for _ in range(3)]
        return self.core.Rollout(view, weights, policies, basis, self.weights(), self.weights())

    def call_table(self) -> object:
        core, np = self.core, self.np
        hand = self.played()
        seats = hand.game.seats
        rollout = self.pooled("rollout", self.rollout)
        seatings = np.array([[self.random.sample(range(2), 2)]] * 5, np.uint8)
        n = 3
        return self.random.choice(
            [
                lambda: [
                    getattr(hand, name)
                    for name in dir(core.HandInfo)
                    if name[:2] != "__" and name != "hole"
                ],
                lambda: hand.hole(self.number(0, seats - 1)),
                lambda: pickle.loads(pickle.dumps(hand)[: self.or_worse(None, 50, -5)]),
                lambda: self.view_type(self.or_worse(hand), self.number(0, seats - 1)).board,
                lambda: hand.copy().act(
                    self.or_worse(core.Action("call"), core.Action.__new__(core.Action))
                ),
                lambda: core.Action(self.or_worse("raise", "jump"), self.or_worse(5, *HUGE)),
                lambda: core.card_luck(hand, self.or_worse(50, 0, *HUGE), self.seed()),
                lambda: core.run_out_luck(hand),
                lambda: core.range_shares(
                    hand,
                    self.number(0, 1),
                    self.number(1, 3),
                    self.number(0, 5),
                    self.or_worse(9, *HUGE),
                    1,
                    1,
                ),
                lambda: core.checked_down(hand, self.or_worse(None, core.Action("fold"))),
                lambda: core.add_flows(
                    hand, self.array((seats, seats)), [self.number(0, seats - 1)] * seats
                ),
                lambda: core.count_statistics(
                    hand, self.number(0, 7), self.number(0, 7), self.number(1, 2)
                ),
                lambda: rollout.play(
                    self.seed(), self.or_worse(100, *HUGE), self.real(), self.threads()
                ),
                lambda: rollout.play_chunk(self.seed(), self.seed()),
                lambda: core.play_baselines(
                    self.pooled("rules", self.rules),
                    [self.number(0, 3)] * 2,
                    [1, 2],
                    self.seed(),
                    self.seed(),
                    self.or_worse(
                        seatings,
                        self.array((2, 2, 2), np.uint8),
                        np.zeros((1 << 40, 0, 2), np.uint8),
                    ),
                    self.or_worse(None, self.shared["flows"]),
                ),
                lambda: self.pooled("network", self.network).forward(self.array((16,), np.float32)),
                lambda: self.pooled("tables", self.tables).strength(
                    self.board(2), self.board(0, 4, 5), self.number(1, 8)
                ),
                lambda: core.play_tournaments(
                    self.number(2, 9),
                    self.number(5, 50),
                    self.number(1, 3),
                    [(1, 2, self.number(0, 1))],
                    [self.real()],
                    self.real(),
                    self.seed(),
                    [self.number(0, 5) for _ in range(n)],
                    [self.or_worse(None, self.pooled("network", self.network)) for _ in range(n)],
                    [(0.25, 0.25, 0.25, self.real())] * n,
                    [(0.5, self.real())] * n,
                    [self.real()] * n,
                    self.words(1, 3),
                    self.words(1, n),
                    self.pooled("tables", self.tables),
                ),
            ]
        )()
