"""The card core: evaluation, equity and strength, beside packages from PyPI."""

import subprocess
import sys
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from fivebet._core import matchup_table
from fivebet.cards import Card, CardSet
from fivebet.cards.equity import equity
from fivebet.cards.evaluator import count_values, evaluate, evaluate_many, evaluate_on_boards
from fivebet.cards.ranges import Range
from fivebet.cards.strength import strength
from fivebet.lab.benchmarks.measure import Measurement, import_peer, seconds
from fivebet.streams import Stream

TEN = "88+,A9s+,KTs+,QTs+,AJo+,KQo"
FIFTEEN = "77+,A7s+,K9s+,QTs+,JTs,ATo+,KTo+,QJo"
SIX = ("15%", "20%", "25%", "30%", "40%", "50%")
FLOP = "Qh7h2c"


def _random_hands(n: int, cards: int = 7) -> list[list[Card]]:
    stream = Stream(1, "benchmark")
    return [[Card(card) for card in stream.shuffled(range(52))[:cards]] for _ in range(n)]


def _millions(work: Callable[[], object], n: int) -> float:
    return n / seconds(work) / 1e6


def _single_call(name: str) -> Measurement:
    hands = _random_hands(1000)
    sets = [CardSet(hand).mask for hand in hands]

    def ours() -> None:
        for cards in sets:
            evaluate(cards)

    peers = {}
    if phevaluator := import_peer("phevaluator"):
        evaluate_cards = phevaluator.evaluate_cards
        rows = [[4 * card.rank + card.suit for card in hand] for hand in hands]
        peers["phevaluator"] = _millions(lambda: [evaluate_cards(*row) for row in rows], 1000)
    if eval7 := import_peer("eval7"):
        decks = [[eval7.Card(str(card)) for card in hand] for hand in hands]
        peers["eval7"] = _millions(lambda: [eval7.evaluate(hand) for hand in decks], 1000)
    if pkrbot := import_peer("pkrbot"):
        cards = [[pkrbot.Card(str(card)) for card in hand] for hand in hands]
        peers["pkrbot"] = _millions(lambda: [pkrbot.evaluate(hand) for hand in cards], 1000)
    if treys := import_peer("treys"):
        judge = treys.Evaluator()
        numbers = [[treys.Card.new(str(card)) for card in hand] for hand in hands[:200]]
        peers["treys"] = _millions(lambda: [judge.evaluate(hand, []) for hand in numbers], 200)
    if pokerkit := import_peer("pokerkit"):
        from_game = pokerkit.StandardHighHand.from_game
        texts = ["".join(map(str, hand)) for hand in hands[:20]]
        peers["pokerkit"] = _millions(lambda: [from_game(text[:4], text[4:]) for text in texts], 20)
    return Measurement(name, _millions(ours, 1000), "M hands/s", True, 15, peers)


def _batch(name: str) -> Measurement:
    sets: NDArray[np.uint64] = np.array(
        [CardSet(hand).mask for hand in _random_hands(1 << 14)] * 32, dtype=np.uint64
    )
    return Measurement(
        name, _millions(lambda: evaluate_many(sets), len(sets)), "M hands/s", True, 300
    )


def _on_boards(name: str) -> Measurement:
    """Take values of prepared hands; OMPEval's, which carry their keys too, are the goal."""
    boards = np.array([CardSet(hand[:5]).mask for hand in _random_hands(1000)], dtype=np.uint64)
    rate = _millions(lambda: evaluate_on_boards(boards), 1326 * len(boards))
    return Measurement(name, rate, "M hands/s", True, 951)


def _enumeration(name: str) -> Measurement:
    took = seconds(lambda: count_values(7), repeats=3)
    return Measurement(name, 133_784_560 / took / 1e6, "M hands/s", True, 850)


def _milliseconds(goal: float, *players: str, **options: object) -> Callable[[str], Measurement]:
    def run(name: str) -> Measurement:
        ranges = [Range(player) for player in players]
        work = lambda: equity(*ranges, threads=1, **options)  # type: ignore[arg-type] # noqa: E731
        return Measurement(name, seconds(work) * 1e3, "ms", False, goal)

    return run


def _hand_against_range(name: str) -> Measurement:
    hero, villain = Range("AhKh"), Range(FIFTEEN)
    took = seconds(lambda: equity(hero, villain, board=FLOP, threads=1)) * 1e3
    peers = {}
    if eval7 := import_peer("eval7"):
        hole = [eval7.Card(text) for text in ("Ah", "Kh")]
        board = [eval7.Card(text) for text in ("Qh", "7h", "2c")]
        range_ = eval7.HandRange(FIFTEEN)
        sampled = seconds(lambda: eval7.py_hand_vs_range_monte_carlo(hole, range_, board, 10_000))
        peers["eval7, 10,000 samples"] = sampled * 1e3
    return Measurement(name, took, "ms", False, 0.3, peers)


def _class_ranges(name: str) -> Measurement:
    ten, fifteen = Range(TEN), Range(FIFTEEN)
    equity(ten, fifteen)
    return Measurement(name, seconds(lambda: equity(ten, fifteen)) * 1e6, "µs", False, 20)


def _matrix(name: str) -> Measurement:
    return Measurement(name, seconds(lambda: matchup_table(2), repeats=3), "s", False, 2)


def _six_way(name: str) -> Measurement:
    ranges = [Range(text) for text in SIX]
    deals = 1 << 20
    took = seconds(lambda: equity(*ranges, deals=deals, threads=1), repeats=3)
    return Measurement(name, deals / took / 1e6, "M deals/s", True, 10)


def _strength(name: str) -> Measurement:
    return Measurement(name, seconds(lambda: strength("AhKh", FLOP)) * 1e3, "ms", False, 2)


def _stream(name: str) -> Measurement:
    stream = Stream(1, "benchmark")
    ours = _millions(lambda: stream.words(1 << 16), 1 << 16)
    numpy = np.random.Philox(1)
    peers = {"numpy.random.Philox": _millions(lambda: numpy.random_raw(1 << 16), 1 << 16)}
    return Measurement(name, ours, "M words/s", True, None, peers)


def _import_time(name: str) -> Measurement:
    def milliseconds(statement: str) -> float:
        code = f"import time; t = time.perf_counter(); {statement}; print(time.perf_counter() - t)"
        command = [sys.executable, "-c", code]
        return 1e3 * min(float(subprocess.check_output(command, text=True)) for _ in range(7))

    peers = {"numpy alone": milliseconds("import numpy")}
    # The package imports nothing until a name is used; this one needs the core and NumPy.
    return Measurement(name, milliseconds("from fivebet import equity"), "ms", False, 150, peers)


BENCHMARKS: dict[str, Callable[[str], Measurement]] = {
    "evaluate: one seven-card hand a call": _single_call,
    "evaluate: random hands in a batch": _batch,
    "evaluate: hole cards on boards": _on_boards,
    "evaluate: all seven-card hands": _enumeration,
    "equity: AsAh v KsKh before the flop": _milliseconds(1.2, "AsAh", "KsKh"),
    "equity: AhKh v 15 % on a flop": _hand_against_range,
    "equity: 10 % v 15 % on a flop": _milliseconds(2, TEN, FIFTEEN, board=FLOP),
    "equity: random v random on a flop": _milliseconds(30, "random", "random", board=FLOP),
    "equity: 10 % v 15 % before the flop": _class_ranges,
    "equity: all 169 × 169, two threads": _matrix,
    "equity: six ranges sampled": _six_way,
    "strength: one hand on a flop": _strength,
    "streams: random words": _stream,
    "import fivebet": _import_time,
}
