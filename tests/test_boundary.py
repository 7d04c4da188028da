"""What Python may do to the compiled core: anything, and it stays alive."""

import gc
import math
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Any

import numpy as np
import pytest

from fivebet import Stream, _core, equity, machine
from fivebet.cards.ranges import Range
from fivebet.errors import CardError, FivebetError, GameError, SolvingError
from fivebet.game import Game, Hand, View, bet, raise_to
from fivebet.solving import Spot, Tree
from tests.test_native import LEVELS, ONE_ROUND

W = Range("random").weights
W32 = W.astype(np.float32)
SIZES = [[([(0, 0.5, 0)], [(0, 1.0, 0)], None)] * 3] * 2
BOARD = 0b11_0000_1000_0100
NAN = math.nan


def solver(**changes: Any) -> _core.Solver:
    given: dict[str, Any] = {
        "board": BOARD,
        "pot": 10,
        "stack": 50,
        "first": W32,
        "second": W32,
        "bet_sizes": SIZES,
        "thresholds": (0.0, 0.0, 0.0),
        "rake": (0.0, 0.0),
        "last_street": 2,
        "compressed": False,
        "merge_suits": True,
        "threads": 2,
    }
    made = _core.Solver(**given | changes)
    made.allocate()
    return made


def public_tree() -> _core.PublicTree:
    nodes = [(0, [1, 2], 0, 0.0), (-2, [], 0, 1.0), (-2, [], 0, 2.0)]
    return _core.PublicTree(nodes, 600, 600, [np.ones((600, 600), np.float32)])


def limit_game(threads: int = 2) -> _core.LimitGame:
    counts = np.ones((36, 36), np.uint64)
    return _core.LimitGame([1, 2], [2, 2, 4, 4], [2] * 4, [3, 3, 2, 2], counts, counts, threads)


def blueprint(**changes: Any) -> _core.Blueprint:
    sizes = [(0, 1.0, 0)]
    given: dict[str, Any] = {
        "stack": 20,
        "small_blind": 1,
        "big_blind": 2,
        "raises": [sizes],
        "streets": [(sizes, sizes)] * 3,
        "thresholds": (0.0, 0.0, 0.0),
        "buckets": [3, 3, 3],
    }
    return _core.Blueprint(**given | changes)


def jam_solver(**changes: Any) -> _core.JamFoldSolver:
    given: dict[str, Any] = {"stacks": [10, 10], "blinds": [1, 2], "ante": 0, "prizes": []}
    return _core.JamFoldSolver(**given | changes)


def rollout(weights: Any = None, policies: Any = None, shares: Any = W) -> _core.Rollout:
    hand = Hand(Game.named("limit-2p"))
    view = View(hand, hand.actor or 0)
    weights = np.ones((2, 1326)) if weights is None else weights
    policies = np.zeros((2, 4, 2, 3)) if policies is None else policies
    return _core.Rollout(view, weights, policies, [1, 1], shares, shares)


def response(hand: _core.HandInfo, deals: int = 10) -> object:
    models, weights = np.full((1, 128, 16, 5), 0.2, np.float32), np.ones((1, 1326))
    sizes = (0.25, 0.5, 1.0, 2.0)
    return _core.respond_to_model(
        hand, models, (0.5, 1.0, 2.0), weights, W, sizes, sizes, deals, 1, 1
    )


HOLDEM = ONE_ROUND | {
    "least": [2] * 4,
    "most": [100] * 4,
    "max_raises": [255] * 4,
    "first": [1, 0, 0, 0],
    "board_cards": [0, 3, 4, 5],
}


def ring_of(**changes: Any) -> _core.RingBlueprint:
    rules = _core.GameRules(**HOLDEM | changes)
    return _core.RingBlueprint([rules], (8, 8, 8), 1 << 16)


def unknown_flop() -> Hand:
    hand = Hand.with_cards(Game.named("nolimit-2p"), ["AsKs", "QdQh"])
    while not hand.street:
        hand.act(hand.legal.passive)
    return hand


STEP = (1.0, 1.0, 1.0)
CALLS: dict[str, tuple[Callable[[], Any], Callable[[Any], object]]] = {
    "Solver": (solver, lambda one: one.iterate(*STEP)),
    "PublicTree": (public_tree, lambda one: one.iterate(*STEP)),
    "LimitGame": (limit_game, lambda one: one.iterate(*STEP)),
    "Blueprint": (blueprint, lambda one: one.iterate(1, 1, *STEP, 3)),
    "JamFoldSolver": (jam_solver, lambda one: one.iterate(1, 1, 10_000, *STEP, 2)),
    "Stream": (lambda: _core.Stream(1, 2, 3, 4), lambda one: one.words(1 << 20)),
}


@pytest.mark.parametrize("name", CALLS)
def test_whoever_is_at_work_refuses_a_second_caller(name: str) -> None:
    make, call = CALLS[name]
    one = make()
    refusals: list[FivebetError] = []

    def insist() -> None:
        for _ in range(2_000):
            if refusals:
                return
            try:
                call(one)
            except FivebetError as error:
                refusals.append(error)

    threads = [Thread(target=insist) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert f"this {name} is at work for another caller" in str(refusals[0])
    call(one)  # and it is there for the next


def test_what_never_changes_can_be_asked_at_any_time() -> None:
    one = solver()
    thread = Thread(target=lambda: [one.iterate(*STEP) for _ in range(5)])
    thread.start()
    facts = [(one.node(1, 0), one.nodes(), one.bytes_needed) for _ in range(100)]
    thread.join()
    assert facts == [facts[0]] * 100


def test_buffers_outlive_new_memory_and_the_solver() -> None:
    one = solver()
    one.iterate(*STEP)
    views = {name: one.buffer(name, 0) for name in ("regrets", "averages", "scales")}
    copies = {name: view.copy() for name, view in views.items()}
    one.allocate()
    assert not one.buffer("regrets", 0).any()
    del one
    gc.collect()
    assert all(np.array_equal(views[name], copies[name]) for name in views)
    assert copies["regrets"].any()


def dealt(*cards: int) -> bytes:
    return bytes(cards)


@pytest.mark.parametrize(
    "cards",
    [
        dealt(0, 1, 2, 3, 4, 5, 6, 7, 0),
        dealt(0, 0, 2, 3, 4, 5, 6, 7, 8),
        dealt(0, 1, 2, 3, 4, 4, 4, 4, 4),
        dealt(0, 1, 2, 3, 4, 5, 6, 7, 52),
        dealt(0, 1, 2, 3, 4, 5, 6, 7),
    ],
)
def test_no_hand_has_a_card_twice(cards: bytes) -> None:
    with pytest.raises(GameError):
        _core.Hand(Game.named("limit-2p"), cards=cards)


def test_cards_that_nobody_has_seen_may_be_many() -> None:
    assert _core.Hand(Game.named("limit-2p"), cards=b"\xff" * 9).hole(0) is None


@pytest.mark.parametrize("deck", [[0] * 52, [*range(51), 0], [*range(51), 52], [*range(51), -1]])
def test_no_deck_has_a_card_twice(deck: list[int]) -> None:
    with pytest.raises(GameError):
        _core.GameRules(**ONE_ROUND | {"deck": deck})


def locked(rows: Any) -> object:
    one = solver(board=BOARD | 1 << 20)
    return one.lock(2, 0, 0, np.full_like(one.strategy(2, 0, 0), rows))


def entered(buffer: str, number: float) -> object:
    one = solver()
    data = np.full(len(one.buffer(buffer, 0)) // 4, number, np.float32).view(np.uint8)
    return one.set_buffer(buffer, 0, data)


def tournaments(**changes: Any) -> object:
    words = np.zeros((1, 3), np.uint64)
    empty = np.zeros((0, 1326, 2), np.uint8)
    given: dict[str, Any] = {
        "seats": 2,
        "stack": 10,
        "hands": 1,
        "levels": [(1, 2, 0)],
        "payouts": [1.0],
        "prize_pool": 1.0,
        "seed": 1,
        "kinds": [1, 1, 1],
        "networks": [None] * 3,
        "mixes": [(0.25,) * 4] * 3,
        "thresholds": [(0.5, 0.5)] * 3,
        "stretches": [4.0] * 3,
        "numbers": words,
        "seeds": words,
        "strengths": _core.StrengthTables(np.zeros((169, 8), np.float32), empty, empty),
    }
    return _core.play_tournaments(**given | changes)


def holes_of(hand: Hand, players: int = 3, samples: int = 10) -> object:
    return _core.range_shares(hand, 0, players, 3, samples, 1, 1)


def baselines(seatings: Any) -> object:
    rules = _core.GameRules(**ONE_ROUND)
    return _core.play_baselines(rules, [1, 1], [1, 1], 1, 1, seatings)


@pytest.mark.parametrize(
    "call",
    [
        lambda: solver(first=W32 * NAN),
        lambda: solver(rake=(0.05, NAN)),
        lambda: solver(rake=(0.05, math.inf)),
        lambda: solver(thresholds=(0.0, math.inf, 0.0)),
        lambda: solver(bet_sizes=[[([(0, math.inf, 0)], [], None)] * 3] * 2),
        lambda: solver(removed=[[]]),
        lambda: solver(removed=[[(9, 0)]]),
        lambda: solver(removed=[[(1, 0)], [(1, 0), (1, 0)]]),
        lambda: solver().iterate(NAN, 1.0, 1.0),
        lambda: solver().iterate(1.0, math.inf, 1.0),
        lambda: solver().iterate(1.0, 1.0, 2.0),
        lambda: solver().iterate(*STEP, lookahead=math.nan),
        lambda: solver().iterate_many([(*STEP, 0.5), (*STEP, 1.5)]),
        lambda: solver().values(1, 0, 0, 0, np.full(1128, NAN, np.float32), True),
        lambda: locked(NAN),
        lambda: entered("regrets", NAN),
        lambda: entered("scales", math.inf),
        lambda: _core.PublicTree([(-2, [], 0, NAN)], 1, 1, [np.ones((1, 1), np.float32)]),
        lambda: _core.PublicTree([(-2, [], 0, 1.0)], 1, 1, [np.full((1, 1), NAN, np.float32)]),
        lambda: public_tree().set_strategy(0, np.full((2, 600), NAN, np.float32)),
        lambda: limit_game().set_strategy(0, np.full((3, 3), NAN, np.float32)),
        lambda: blueprint(thresholds=(NAN, 0.0, 0.0)),
        lambda: blueprint().measure(1, 1 << 60),
        lambda: blueprint().action_values(1, 0, 1 << 60),
        lambda: jam_solver(stacks=[1 << 62, 1 << 62]),
        lambda: jam_solver(ante=1 << 62),
        lambda: jam_solver(prizes=[NAN]),
        lambda: jam_solver().iterate(1, 1, 1 << 60, *STEP, 1),
        lambda: _core.icm_values([1 << 62, 1 << 62], [5, 5], [1.0]),
        lambda: _core.icm_values([5, 5], [5, 5], [NAN]),
        lambda: rollout(weights=np.full((2, 1326), math.inf)),
        lambda: rollout(weights=np.full((2, 1326), -1.0)),
        lambda: rollout(policies=np.full((2, 4, 2, 3), NAN)),
        lambda: rollout(shares=W * NAN),
        lambda: rollout().play(1, 1 << 60, 1.0, 1),
        lambda: rollout().play(1, 10, NAN, 1),
        lambda: tournaments(mixes=[(NAN,) * 4] * 3),
        lambda: tournaments(payouts=[NAN]),
        lambda: tournaments(prize_pool=math.inf),
        lambda: tournaments(networks=[None, 5, None]),
        lambda: _core.deal_chunks([W, W], 0, 0, 1, (1 << 64) - 3, (1 << 64) - 1, False, 2),
        lambda: _core.preflop_counts(0, 1 << 60, 1),
        lambda: _core.sampled_strength(3, 0, 1, 1 << 60, 1),
        lambda: _core.Stream(1, 2, 3, 4).words(1 << 40),
        lambda: _core.weighted_sums(np.zeros((1 << 34, 0, 1)), np.zeros(0), np.zeros(1)),
        lambda: baselines(np.zeros((1 << 34, 0, 2), np.uint8)),
        lambda: holes_of(Hand(Game.named("limit-2p")), samples=1 << 60),
        lambda: holes_of(Hand(Game.named("limit-2p")), players=8),
        lambda: _core.Hand(Game.named("limit-2p"), mucked=1 << 9),
        lambda: _core.Hand(Game.named("limit-2p"), cards="2c3c"),  # type: ignore[arg-type]
        lambda: _core.Rollout(
            View.__new__(View), np.ones((2, 1326)), np.zeros((2, 4, 2, 3)), [1, 1], W, W
        ),
        lambda: response(unknown_flop()),
        lambda: ring_of(blinds=[0, 0]),
        lambda: ring_of(blinds=[0, 0], antes=[1, 1]),
        lambda: _core.Network([1, 3], np.ones(6, np.float32)).forward(np.array([NAN], np.float32)),
    ],
)
def test_numbers_are_finite_and_counts_are_bounded(call: Callable[[], object]) -> None:
    with pytest.raises(FivebetError):
        call()


def test_what_is_given_here_can_be_used_if_it_makes_sense() -> None:
    solver().iterate(*STEP)
    locked(0.5)
    entered("scales", 0.0)
    assert tournaments()
    assert rollout().play(1, 64, 1.0, 1)[0] == 64
    assert baselines(np.array([[[0, 1]]], np.uint8))
    assert jam_solver()
    assert blueprint()
    assert response(Hand(Game.named("nolimit-2p")))
    ring_of().learn(1, 0, 1, [1.0], [], 0.5, 0.5, 1)


GAME, THREE = Game.named("nolimit-2p"), np.int64(3)


@pytest.mark.parametrize(
    ("call", "complaint"),
    [
        (lambda: raise_to(150.0), r"150\.0 is no amount to raise: chips are whole numbers"),  # type: ignore[arg-type]
        (lambda: bet(None), "None is no amount to bet"),  # type: ignore[arg-type]
        (lambda: Hand(None), "None is no Game"),  # type: ignore[arg-type]
        (lambda: Hand(GAME, seed=-1), "-1 is no seed"),
        (lambda: Hand(GAME, seed=1.5), r"1\.5 is no seed"),  # type: ignore[arg-type]
        (lambda: Hand(GAME, number="3"), "'3' is no number of a hand"),  # type: ignore[arg-type]
        (lambda: Hand(GAME, players_left=None), "None is no number of players left"),  # type: ignore[arg-type]
        (lambda: Hand(GAME).view(None), "there is no seat None: seats go from 0 to 1"),  # type: ignore[arg-type]
        (lambda: Hand(GAME).hole("x"), "there is no seat 'x'"),  # type: ignore[arg-type]
        (lambda: View(Hand(GAME), 2), "there is no seat 2"),
        (lambda: Stream(1.5, "deal"), r"1\.5 is no seed"),  # type: ignore[arg-type]
        (lambda: Stream(1, 3), "3 is no purpose"),  # type: ignore[arg-type]
        (lambda: Stream(1, "deal").below(-1), "-1 is no limit"),
        (lambda: Stream(1, "deal").words(1.5), r"1\.5 is no number of words"),  # type: ignore[arg-type]
        (lambda: equity("AA", "KK", "QQ", seed=1.5, deals=10, exact=False), r"1\.5 is no seed"),  # type: ignore[arg-type]
    ],
)
def test_numbers_of_the_wrong_kind_are_named(call: Callable[[], object], complaint: str) -> None:
    with pytest.raises(FivebetError, match=complaint):
        call()


def test_numbers_of_numpy_are_numbers() -> None:
    assert raise_to(np.int64(300)) == raise_to(300)  # type: ignore[arg-type]
    assert Stream(THREE, "deal", THREE).word() == Stream(3, "deal", 3).word()  # type: ignore[arg-type]
    assert Stream(THREE, "deal").numpy().random() == Stream(3, "deal").numpy().random()  # type: ignore[arg-type]
    assert Hand(GAME, seed=THREE)._cards == Hand(GAME, seed=3)._cards  # type: ignore[arg-type]
    sampled = [equity("AA", "KK", "QQ", seed=s, deals=10, exact=False) for s in (3, THREE)]  # type: ignore[arg-type]
    assert sampled[0].equity == sampled[1].equity


def test_arrays_that_begin_in_the_middle_of_a_number_are_no_danger() -> None:
    askew = np.frombuffer(bytes(8 * 1326 + 1), np.float64, offset=1)
    assert not _core.heads_up(askew, W, BOARD, 0, 1)[0].any()
    with pytest.raises(CardError):
        _core.weighted_sums(askew.reshape(1, 2, 663), np.ones(2), np.ones(663))


def test_hands_that_change_while_they_are_evaluated_are_no_danger() -> None:
    hands = np.full(200_000, 0b1111111, np.uint64)
    good = _core.evaluate_many(hands, 1)[0]
    done = False

    def change() -> None:
        while not done:
            hands[::7] = (1 << 64) - 1
            hands[::7] = 0b1111111

    thread = Thread(target=change)
    thread.start()
    for _ in range(20):
        try:
            assert set(_core.evaluate_many(hands, 2).tolist()) == {good}
        except CardError as error:
            assert "64 and others" in str(error) or "were changed" in str(error)
    done = True
    thread.join()


FORKING = """
import os, sys, warnings
warnings.simplefilter("ignore")
from tests.test_boundary import STEP, limit_game, solver
objects = [solver(), limit_game()]
alone = solver(threads=1)
for one in objects: one.iterate(*STEP)
child = os.fork()
for one in objects:
    try:
        one.iterate(*STEP)
        print("child" if child == 0 else "parent", "iterates")
    except Exception as error:
        print("child" if child == 0 else "parent", type(error).__name__, str(error)[:60])
alone.iterate(*STEP)
sys.stdout.flush()
if child:
    print("exit", os.waitpid(child, 0)[1])
"""


def test_a_fork_says_that_its_threads_are_gone_and_can_end() -> None:
    done = subprocess.run(
        [sys.executable, "-c", FORKING], capture_output=True, text=True, timeout=300, check=True
    )
    gone = [
        f"child FivebetError this {name} was made before the process was forked, and its "
        for name in ("Solver", "LimitGame")
    ]
    lines = done.stdout.splitlines()
    assert sorted(lines) == sorted(
        [
            *(line[: len("child FivebetError ") + 60] for line in gone),
            *["parent iterates"] * 2,
            "exit 0",
        ]
    )


INTERRUPTED = """
import os, signal, sys, threading
import numpy as np
from fivebet import _core
from fivebet.cards.ranges import Range
from fivebet.game import Game, Hand
from tests.test_boundary import STEP, blueprint, jam_solver, rollout, tournaments
from tests.test_native import ONE_ROUND

W = Range("random").weights
words = np.zeros((1 << 18, 3), np.uint64)
seatings = np.zeros((1 << 16, 1 << 8, 2), np.uint8)
hand = Hand(Game.named("limit-2p"))
endless = {
    "multiway": lambda: _core.multiway([W] * 3, 0, 0, 0, 1326, 2),
    "deal_chunks": lambda: _core.deal_chunks([W] * 3, 0, 0, 1, 0, 1 << 52, True, 2),
    "three_random": lambda: _core.three_random_points(0, 1 << 40, 2),
    "jam iterate": lambda: jam_solver().iterate(1, 1, 1 << 40, *STEP, 2),
    "jam measure": lambda: jam_solver().measure(1, 1 << 40, 1),
    "blueprint": lambda: blueprint().measure(1, 1 << 40),
    "action values": lambda: blueprint().action_values(1, 0, 1 << 40),
    "sequences": lambda: _core.count_sequence_matchups(
        [1] * 4, [0] * 169, [np.zeros((1, 0), np.float32)] * 3, [(7, 1)], 1 << 30, 1 << 30, 1, 2
    ),
    "preflop counts": lambda: _core.preflop_counts(0, 1 << 40, 1),
    "sampled strength": lambda: _core.sampled_strength(3, 0, 8, 1 << 40, 1),
    "rollout": lambda: rollout().play(1, 1 << 40, float("inf"), 2),
    "tournaments": lambda: tournaments(kinds=[3, 3, 3], numbers=words, seeds=words, stack=1 << 30),
    "baselines": lambda: _core.play_baselines(
        _core.GameRules(**ONE_ROUND), [3, 3], [1, 1], 1, 1, seatings
    ),
    "luck": lambda: _core.range_shares(hand, 0, 3, 0, 10_000_000, 1, 1),
}
# Also where the tests run in the background, which ignores it.
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.setswitchinterval(1e6)  # another thread runs only when the core lets go of the GIL
go = threading.Semaphore(0)

def press() -> None:
    for _ in endless:
        go.acquire()
        os.kill(os.getpid(), signal.SIGINT)

threading.Thread(target=press, daemon=True).start()
for name, call in endless.items():
    try:
        go.release()
        call()
        print(name, "came to its end")
    except KeyboardInterrupt:
        pass
print("all interrupted")
"""


def test_ctrl_c_reaches_every_long_loop() -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("all interrupted\n", "")


RESPONDING = """
import os, signal, threading, time
from fivebet.game import Game, Hand
from tests.test_boundary import response

signal.signal(signal.SIGINT, signal.default_int_handler)
threading.Timer(3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
began = time.monotonic()
try:
    response(Hand(Game.named("nolimit-2p")), 1_000_000)
    print("came to its end")
except KeyboardInterrupt:
    print(time.monotonic() - began < 30)
"""


def test_ctrl_c_reaches_a_response_whose_deals_are_drawn() -> None:
    """It takes minutes: drawing the deals is a second of them, and the betting is all the rest."""
    done = subprocess.run(
        [sys.executable, "-c", RESPONDING], capture_output=True, text=True, timeout=300, check=False
    )
    assert (done.stdout, done.stderr) == ("True\n", "")


def test_a_tree_that_does_not_fit_into_what_is_free_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tree = Tree(Spot.create("Kh8h3d", 200, 900, oop="20%", ip="20%"), threads=2)
    assert tree.memory > 100 << 20
    monkeypatch.setattr(machine, "free_memory", lambda: 99 << 20)
    with pytest.raises(SolvingError, match=r"103 MB are free\): offer fewer sizes or keep"):
        tree.iterate()
    assert tree.iterations == 0


def files(root: Path, contents: dict[str, str]) -> Path:
    for name, text in contents.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


MEMINFO = {"proc/meminfo": "MemTotal: 2000 kB\nMemAvailable:    1000 kB\n"}


def test_free_memory_is_what_the_system_has_available(tmp_path: Path) -> None:
    assert machine.free_memory(files(tmp_path, MEMINFO)) == 1000 * 1024


@pytest.mark.parametrize(
    ("contents", "free"),
    [
        (
            {
                "proc/self/cgroup": "0::/box/job\n",
                "sys/fs/cgroup/box/memory.max": "9000\n",
                "sys/fs/cgroup/box/memory.current": "5000\n",
                "sys/fs/cgroup/box/memory.stat": "anon 3000\ninactive_file 500\n",
                "sys/fs/cgroup/box/job/memory.max": "max\n",
                "sys/fs/cgroup/box/job/memory.current": "5000\n",
                "sys/fs/cgroup/box/job/memory.stat": "anon 3000\n",
            },
            4500,
        ),
        (
            {
                "proc/self/cgroup": "9:name=systemd:/\n4:memory:/box\n0::/\n",
                "sys/fs/cgroup/memory/box/memory.limit_in_bytes": "8000\n",
                "sys/fs/cgroup/memory/box/memory.usage_in_bytes": "7000\n",
                "sys/fs/cgroup/memory/box/memory.stat": "cache 0\ntotal_inactive_file 200\n",
            },
            1200,
        ),
        ({"proc/self/cgroup": "0::/gone\n"}, 1000 * 1024),
    ],
)
def test_free_memory_is_what_control_groups_leave(
    tmp_path: Path, contents: dict[str, str], free: int
) -> None:
    assert machine.free_memory(files(tmp_path, MEMINFO | contents)) == free


def test_a_machine_that_tells_nothing_has_no_less_than_it_was_built_with(tmp_path: Path) -> None:
    assert machine.free_memory(tmp_path) > 1 << 28


def test_every_level_gives_the_same_sums_of_fractions() -> None:
    """Multiplications that are fused with additions made a tenth of them differ."""
    best = _core.simd_level()
    draw = np.random.default_rng(1)
    first, second = draw.random(1326), draw.random(1326)
    answers = {}
    for level in LEVELS:
        if _core.use_simd_level(level):
            tree = Tree(
                Spot.create("Kh8h3dJc5s", 200, 900, "22+:0.3,A2s+:0.7", "33+:0.9"), threads=1
            )
            for _ in range(5):
                tree.iterate()
            answers[level] = (
                *(sums.tobytes() for sums in _core.heads_up(first, second, BOARD, 0, 2)),
                *(tree._solver.buffer(name, 0).tobytes() for name in ("regrets", "averages")),
            )
    _core.use_simd_level(best)
    assert set(answers.values()) == {answers["baseline"]}
