"""What must hold between the levels of the compiled core."""

import platform
import subprocess
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from fivebet import _core
from fivebet.cards import CardSet
from fivebet.cards.equity import equity
from fivebet.cards.evaluator import evaluate_many, evaluate_on_boards
from fivebet.cards.ranges import Range
from fivebet.game import Action, Game, Hand
from fivebet.streams import Stream

LEVELS = ("baseline", "neon", "avx2", "avx512")
W = Range("random").weights
ONE_ROUND: dict[str, Any] = {
    "seats": 2,
    "stacks": [100, 100],
    "blinds": [1, 2],
    "antes": [0, 0],
    "least": [2],
    "most": [2],
    "max_raises": [3],
    "uncapped_heads_up": False,
    "pot_limit": False,
    "cap": 100,
    "first": [0],
    "board_cards": [5],
    "hole_cards": 2,
    "deck": range(52),
    "book": [False] * 7,
}
MANNERS = np.zeros((2, 4, 2, 3))


def blindfolded() -> _core.View:
    """Of somebody who has not seen his own cards."""
    hand = _core.Hand(Game.named("limit-2p"), cards=b"\xff" * 9)
    return _core.View(hand, hand.actor or 0)


@pytest.fixture
def best_level() -> Iterator[str]:
    level = _core.simd_level()
    yield level
    _core.use_simd_level(level)


@pytest.mark.usefixtures("best_level")
def test_every_level_gives_the_same_numbers() -> None:
    stream = Stream(9, "hands")
    deck = list(range(52))
    hands = []
    for _ in range(2000):
        deck = stream.shuffled(deck)
        hands.append(CardSet(deck[:7]).mask)
    answers = set()
    ran = 0
    for level in LEVELS:
        if not _core.use_simd_level(level):
            continue
        ran += 1
        answers.add(
            (
                evaluate_many(hands).tobytes(),
                evaluate_on_boards([CardSet(deck[:5]).mask, CardSet("Qh7h2c").mask]).tobytes(),
                equity("15%", "20%", board="Qh7h2c").equity,
                equity("AsAh", "KsKh", "QsQh").equity,
                equity("99+", "ATs+", "KQs", board="Qh7h2c", exact=True).equity,
                equity("15%", "20%:0.3", "random", exact=False, deals=20_000).equity,
                _core.matchup_table(1)[0].tobytes(),
            )
        )
    assert ran >= 1
    assert len(answers) == 1


def test_the_best_level_is_in_use(best_level: str) -> None:
    possible = [level for level in LEVELS if _core.use_simd_level(level)]
    assert best_level == possible[-1]
    assert not _core.use_simd_level("abacus")


def test_levels_share_no_code_that_a_linker_could_mix_up() -> None:
    """A weak function of a higher level could be taken for a lower one's."""
    root = Path(__file__).parent.parent / "build"
    objects = [
        path
        for level in ("avx2", "avx512")
        for path in root.glob(f"cp*/CMakeFiles/fivebet_{level}.dir/native/simd/*.o")
    ]
    assert objects or platform.machine() not in ("x86_64", "AMD64")
    for path in objects:
        symbols = subprocess.run(
            ["nm", "--defined-only", path], capture_output=True, text=True, check=True
        ).stdout
        weak = [line for line in symbols.splitlines() if " W " in line]
        assert not weak, f"{path.name}: {weak}"


@pytest.mark.parametrize(
    "call",
    [
        lambda: _core.heads_up(W, W, 0, 0, 1),
        lambda: _core.multiway([W], 0, 0, 0, 1, 1),
        lambda: _core.multiway([W] * 11, 0, 0, 0, 1, 1),
        lambda: _core.deal_chunks([W] * 11, 0, 0, 0, 0, 1, False, 1),
        lambda: _core.hand_potential(1, W, 0b11100, 0),
        lambda: _core.count_values(8, 1),
        lambda: _core.hand_potential(1 << 60 | 1 << 61, W, 0b111, 0),
        lambda: _core.strength_counts(1 << 60 | 1 << 61, 0b111),
        lambda: _core.deal_chunks([W * float("nan")] * 2, 0, 0, 1, 0, 2, False, 1),
        lambda: _core.deal_chunks([W * 0] * 2, 0, 0, 1, 0, 2, False, 1),
        lambda: _core.deal_chunks([W] * 2, 0, (1 << 48) - 1, 1, 0, 2, False, 1),
        lambda: _core.heads_up(W * 2, W, 0b111, 0, 1),
        lambda: _core.Hand(SimpleNamespace(_rules=5)),  # type: ignore[arg-type]
        lambda: Hand.__new__(Hand).copy(),
        lambda: Hand(Game.named("limit-2p")).act(Action.__new__(Action)),
        lambda: _core.Stream(1, 2, 3, 4).below(0),
        lambda: _core.GameRules(**ONE_ROUND | {"hole_cards": 3}),
        lambda: _core.GameRules(**ONE_ROUND | {"least": [3]}),
        lambda: _core.Rollout(blindfolded(), np.ones((2, 1326)), MANNERS, [1, 1], W, W),
        lambda: _core.fill_turn_points(np.zeros((1, 1326, 2), np.uint32), (1 << 64) - 1, 1),
    ],
)
def test_kernels_refuse_what_would_break_them(call: object) -> None:
    with pytest.raises(ValueError):
        call()  # type: ignore[operator]


def test_what_is_filled_in_place_is_never_a_copy() -> None:
    hand = Hand(Game.named("limit-2p"))
    hand.act(Action("fold"))
    with pytest.raises(TypeError):
        _core.add_flows(hand, np.zeros((2, 2), np.int64), [0, 1])
    with pytest.raises(TypeError):
        _core.fill_turn_points(np.zeros((1, 1326, 2), np.int32), 0, 1)
    flows = np.zeros((2, 2))
    _core.add_flows(hand, flows, [0, 1])
    assert flows[0, 1] == -flows[1, 0] != 0


def test_the_rules_used_here_are_those_of_a_game() -> None:
    assert _core.GameRules(**ONE_ROUND)


def test_what_cannot_be_named_is_refused_as_an_action() -> None:
    class Unspeakable:
        def __repr__(self) -> str:
            return "\ud800"

    unspeakable: Any = Unspeakable()
    hand = Hand(Game.named("limit-2p"))
    with pytest.raises(RuntimeError):
        hand.act(unspeakable)
    assert hand.moves == ()
