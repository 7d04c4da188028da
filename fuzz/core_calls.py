"""Calls everything in the compiled core at random, with sense and without, from several threads.

    python fuzz/core_calls.py --minutes 60 [--threads 2] [--seed 1] [--core build/…/_core….so]

A call may return or raise a FivebetError, TypeError, OverflowError or MemoryError; all
else is a finding, and so is a process that dies or hangs. Objects and arrays are shared
among the threads, and another thread changes the arrays meanwhile. Rounds of a minute run
in processes of their own; the seed of a round and the last calls of a bad one are printed.
`make calls` runs it with cores that are built with the sanitizers.
"""

import argparse
import faulthandler
import importlib.util
import math
import os
import pickle
import random
import subprocess
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

_HUGE = (1 << 41, 1 << 63, (1 << 64) - 1, 1 << 64, -1, -(1 << 63), -(1 << 70))
_NUMBERS = (math.nan, math.inf, -math.inf, -1.0, 1e308, -0.0, 2.0, 1e-320)
_THINGS: tuple[Any, ...] = (None, "", "AsKd", b"\xff\x00", (), [], {}, object(), 1.5, True, ...)
_WITHOUT_ANSWER = 300
"""Seconds after which a round is given up as hanging."""


def load_core(path: Path) -> None:
    """Let a core from elsewhere be fivebet's."""
    spec = importlib.util.spec_from_file_location("fivebet._core", path)
    assert spec is not None
    assert spec.loader is not None
    sys.modules["fivebet._core"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(sys.modules["fivebet._core"])


class Caller:
    """One thread's random calls. Objects and arrays are common to all threads."""

    def __init__(self, seed: str, shared: dict[str, Any], log: int) -> None:
        import numpy  # noqa: PLC0415 - only once the core has been chosen

        from fivebet import _core  # noqa: PLC0415
        from fivebet.errors import FivebetError  # noqa: PLC0415
        from fivebet.game import Game, Hand, View  # noqa: PLC0415

        self.random = random.Random(seed)
        self.np: Any = numpy
        self.core: Any = _core
        self.shared = shared
        self.log = log
        self.allowed = (FivebetError, TypeError, OverflowError, MemoryError)
        self.game, self.hand_type, self.view_type = Game, Hand, View
        self.calls = self.answered = 0

    # What is given: sense mostly, nonsense now and then.

    def or_worse(self, sense: Any, *nonsense: Any) -> Any:
        if self.random.random() < 0.93:
            return sense
        worse = nonsense or _THINGS
        return self.random.choice((*worse, *_THINGS) if self.random.random() < 0.3 else worse)

    def number(self, least: int, most: int) -> Any:
        return self.or_worse(self.random.randint(least, most), least - 1, *_HUGE)

    def real(self, least: float = 0.0, most: float = 1.0) -> Any:
        return self.or_worse(self.random.uniform(least, most), *_NUMBERS)

    def cards(self, n: int, without: int = 0) -> int:
        left = [card for card in range(52) if not without >> card & 1] if without > 0 else []
        left = left if len(left) > 40 else list(range(52))
        return sum(1 << card for card in self.random.sample(left, n))

    def board(self, *sizes: int, without: int = 0) -> Any:
        drawn = self.cards(self.random.choice(sizes or (3, 4, 5)), without)
        return self.or_worse(drawn, 0, 1, 3 << 51, (1 << 64) - 1, 0xFF, -1)

    def array(self, shape: tuple[int, ...], dtype: Any = None, most: float = 1.0) -> Any:
        """Return an array of sense, or of a wrong type, shape, layout or content."""
        np = self.np
        dtype = np.dtype(dtype or np.float64)
        made = np.array([self.random.random() for _ in range(7)])
        made = np.resize(made * most, shape).astype(dtype)
        wrong = self.random.random()
        if wrong > 0.2 or made.size == 0:
            return made
        flat = made.reshape(-1)
        choice = self.random.randrange(11)
        if choice == 0 and dtype.kind == "f":
            flat[self.random.randrange(flat.size)] = self.random.choice(_NUMBERS)
        elif choice == 1:
            return made.astype(
                self.random.choice([np.float16, np.int8, np.complex128, object, bool])
            )
        elif choice == 2:
            return self.random.choice([made[..., ::2], made[:0], made[..., None], made.T, flat])
        elif choice == 3:
            return np.asfortranarray(made)
        elif choice == 4:
            made.flags.writeable = False
        elif choice == 5:
            return np.broadcast_to(flat[:1], shape)
        elif choice == 6:
            raw = bytes(made.nbytes + 1)
            return np.frombuffer(raw, dtype, offset=1, count=made.size).reshape(shape)
        elif choice == 7:
            return np.empty((1 << 40, *shape[1:-1], 0), dtype)
        elif choice == 8:
            return made.tolist()
        elif choice == 9:
            return self.random.choice(_THINGS)
        else:
            return made.astype(dtype.newbyteorder())
        return made

    def weights(self) -> Any:
        if self.random.random() < 0.3:
            return self.shared["weights"]
        return self.array((1326,))

    def words(self, rows: int, columns: int) -> Any:
        return self.or_worse(
            self.np.array(
                [[self.random.getrandbits(64) for _ in range(columns)] for _ in range(rows)],
                self.np.uint64,
            ).reshape(rows, columns),
            self.array((rows, columns), self.np.uint64, 100),
        )

    def seed(self) -> Any:
        return self.or_worse(self.random.getrandbits(64), *_HUGE)

    def threads(self) -> Any:
        return self.or_worse(self.random.randint(1, 3), 0, -1, 10**6, 1 << 40)

    def step(self) -> tuple[Any, ...]:
        return self.real(), self.real(), self.real()

    # Objects that calls are made on.

    def pooled(self, name: str, make: Callable[[], Any]) -> Any:
        """Return an object of the pool, or a new one, or one that was never made."""
        pool = self.shared.setdefault(name, [])
        if len(pool) < 3 or self.random.random() < 0.03:
            made = make()
            if len(pool) < 3:
                pool.append(made)
            else:
                pool[self.random.randrange(3)] = made
            return made
        if self.random.random() < 0.02:
            return type(pool[0]).__new__(type(pool[0]))
        return self.random.choice(pool)

    def sizes(self) -> Any:
        kinds = [
            (self.number(0, 4), self.real(0.3, 2.0), self.number(0, 3))
            for _ in range(self.random.randint(0, 2))
        ]
        return self.or_worse(kinds)

    def solver(self) -> Any:
        np = self.np
        ranges = []
        for _ in range(2):
            drawn = np.zeros(1326, np.float32)
            drawn[self.random.sample(range(1326), 40)] = self.random.random()
            ranges.append(self.or_worse(drawn, self.array((1326,), np.float32)))
        return self.core.Solver(
            self.board(4, 5),
            self.number(1, 100),
            self.number(1, 100),
            *ranges,
            self.or_worse([[(self.sizes(), self.sizes(), None)] * 3] * 2, [], [[]] * 2),
            self.or_worse((0.0, 0.0, 0.0), (math.nan, 0, 0), (0.1, math.inf, 0)),
            self.or_worse((0.0, 0.0), (math.nan, 0.0), (0.5, math.inf)),
            self.or_worse(2, 0, 3, -1),
            bool(self.random.getrandbits(1)),
            bool(self.random.getrandbits(1)),
            self.threads(),
            self.or_worse(None, *self.shared.get("solver", ())),
            self.or_worse(
                [], [[(1, 0), (3, self.number(1, 50))]], [[]], [[(9, 0)]], [[(1, 0)] * 9]
            ),
        )

    def public_tree(self) -> Any:
        first, second = self.random.randint(1, 20), self.random.randint(1, 20)
        payoffs = [self.array((first, second), self.np.float32)]
        nodes = [(0, [1, 2], 0, 0.0), (-2, [], 0, 1.0), (1, [3, 4], 0, 0.0), (-2, [], 0, 1.0)]
        nodes += [(-2, [], self.number(0, 0), self.real())]
        nodes[0] = (self.number(-1, 1), self.or_worse([1, 2], [0, 1], [2, 9], []), 0, 0.0)
        return self.core.PublicTree(nodes, first, self.or_worse(second, *_HUGE), payoffs)

    def jam_solver(self) -> Any:
        n = self.random.randint(2, 4)
        return self.core.JamFoldSolver(
            [self.number(5, 50) for _ in range(n)],
            [*(self.number(0, 1) for _ in range(n - 1)), 2],
            self.number(0, 1),
            self.or_worse([], [math.nan], [1e308] * n, [50.0, 30.0]),
        )

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

    def stream(self) -> Any:
        return self.core.Stream(self.seed(), self.seed(), self.seed(), self.seed())

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
            to = self.number(max(1, legal.min_to), max(1, legal.max_to))
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

    # The calls.

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
                lambda: core.preflop_counts(self.number(0, 168), self.or_worse(100, *_HUGE), 1),
                lambda: core.sampled_strength(
                    hole, board, self.number(1, 8), self.or_worse(50, *_HUGE), 1
                ),
                lambda: core.fill_turn_points(
                    self.array((2, 1326, 2), self.np.uint32, 9), self.number(0, 16430), 2
                ),
                lambda: core.turn_prospects(self.array((3, 1326, 2), self.np.uint32, 900)),
                lambda: core.flop_prospects(self.array((2, 1326, 2), self.np.uint32), 0, 1, 1),
            ]
        )()

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
            ]
        )()

    def call_games(self) -> object:
        core = self.core
        tree = self.pooled("tree", self.public_tree)
        jam = self.pooled("jam", self.jam_solver)
        limit = self.pooled("limit", self.limit_game)
        blueprint = self.pooled("blueprint", self.blueprint)
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
                    self.seed(), self.seed(), self.or_worse(500, *_HUGE), *self.step(), 2
                ),
                lambda: jam.measure(self.seed(), self.or_worse(500, *_HUGE), self.threads()),
                lambda: jam.strategy(self.number(0, 3), self.number(0, 7)),
                lambda: limit.iterate(*self.step()),
                lambda: limit.value(self.number(0, 1), True),
                lambda: limit.set_strategy(
                    node, self.or_worse(limit.strategy(node), self.array((2, 2)))
                ),
                lambda: blueprint.iterate(self.seed(), 0, *self.step(), self.number(1, 3)),
                lambda: blueprint.measure(self.seed(), self.or_worse(1, *_HUGE)),
                lambda: (blueprint.strategy(node), blueprint.node(node), blueprint.bytes),
                lambda: blueprint.copy_from(
                    self.or_worse(self.pooled("blueprint", self.blueprint))
                ),
                lambda: core.icm_values(
                    [self.number(0, 9)] * 3, [5] * 3, [self.real(), self.real()]
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
                lambda: core.Action(self.or_worse("raise", "jump"), self.or_worse(5, *_HUGE)),
                lambda: core.card_luck(hand, self.or_worse(50, 0, *_HUGE), self.seed()),
                lambda: core.run_out_luck(hand),
                lambda: core.range_shares(
                    hand,
                    self.number(0, 1),
                    self.number(1, 3),
                    self.number(0, 5),
                    self.or_worse(9, *_HUGE),
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
                    self.seed(), self.or_worse(100, *_HUGE), self.real(), self.threads()
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

    def call_stream(self) -> object:
        stream = self.pooled("stream", self.stream)
        return self.random.choice(
            [
                lambda: stream.words(self.or_worse(20_000, *_HUGE)),
                stream.word,
                lambda: stream.below(self.or_worse(7, 0, *_HUGE)),
                stream.uniform,
                lambda: setattr(stream, "position", self.seed()),
            ]
        )()

    def run(self, until: float) -> None:
        kinds = (
            self.call_cards,
            self.call_solver,
            self.call_games,
            self.call_table,
            self.call_stream,
        )
        while time.monotonic() < until and not self.shared.get("failed"):
            state = self.random.getrandbits(64)
            self.random.seed(state)
            call = self.random.choice(kinds)
            line = f"{call.__name__:12} {state:020d}\n".encode()
            os.pwrite(self.log, line, len(line) * (self.calls % 20))
            try:
                call()
                self.answered += 1
            except self.allowed:
                pass
            except ValueError as error:
                if "pickle" not in str(error):
                    raise
            except (EOFError, pickle.UnpicklingError, AttributeError, KeyError, IndexError):
                pass  # what a truncated pickle and nonsense in our own code raise
            self.random.seed(state + 1)
            self.calls += 1


def run_round(options: argparse.Namespace) -> int:
    if options.core:
        load_core(options.core)
    import numpy as np  # noqa: PLC0415

    warnings.simplefilter("ignore", RuntimeWarning)  # of objects that were never made
    faulthandler.enable()
    faulthandler.dump_traceback_later(_WITHOUT_ANSWER, exit=True)
    until = time.monotonic() + options.round_seconds
    shared: dict[str, Any] = {
        "weights": np.random.default_rng(1).random(1326),
        "hands": np.full(3000, 0b1111111, np.uint64),
        "flows": np.zeros((2, 2)),
    }

    def change() -> None:
        randoms = random.Random(options.seed)
        while time.monotonic() < until:
            shared["weights"][:] = randoms.choice([0.0, 1.0, math.nan, 0.5, math.inf])
            shared["hands"][randoms.randrange(3000)] = randoms.choice([0, (1 << 64) - 1, 0b1111111])
            shared["weights"][randoms.randrange(1326) :] = randoms.random()
            shared["hands"][:] = 0b1111111

    callers = []
    for number in range(options.threads):
        log = os.open(f"{options.log}.{number}", os.O_RDWR | os.O_CREAT)
        callers.append(Caller(f"{options.seed} {number}", shared, log))
    failures: list[str] = []

    def work(caller: Caller) -> None:
        try:
            caller.run(until)
        except BaseException as error:
            import traceback  # noqa: PLC0415

            failures.append("".join(traceback.format_exception(error)))
            shared["failed"] = True

    threads = [threading.Thread(target=work, args=(caller,)) for caller in callers]
    threads.append(threading.Thread(target=change))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    calls, answered = (sum(getattr(each, of) for each in callers) for of in ("calls", "answered"))
    print(f"seed {options.seed}: {calls:,} calls, {answered:,} of them answered", flush=True)
    for failure in failures:
        print(failure, file=sys.stderr)
    return 1 if failures else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--core", type=Path)
    parser.add_argument("--round-seconds", type=float, default=60.0)
    parser.add_argument("--log", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.log:
        return run_round(options)
    end = time.monotonic() + 60 * options.minutes
    while time.monotonic() < end:
        with tempfile.TemporaryDirectory() as folder:
            log = f"{folder}/calls"
            seconds = min(options.round_seconds, max(1.0, end - time.monotonic()))
            arguments = [*sys.argv, "--seed", str(options.seed), "--log", log]
            arguments += ["--round-seconds", str(seconds)]
            done = subprocess.run([sys.executable, *arguments], check=False)
            if done.returncode:
                print(
                    f"seed {options.seed}: ended by {done.returncode}; last calls:", file=sys.stderr
                )
                for path in sorted(Path(folder).iterdir()):
                    print(path.read_text(errors="replace"), file=sys.stderr)
                return 1
        options.seed += 1
    print("nothing was found")
    return 0


if __name__ == "__main__":
    sys.exit(main())
