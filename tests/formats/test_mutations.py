"""Damaged files: a clear error or a hand whose chips add up, never anything else."""

import random
from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivebet.errors import FormatError
from fivebet.formats import WRITERS, FileRecord, differences, name_file, read_text
from fivebet.formats.phh import read_phh
from fivebet.formats.pokerstars import read_pokerstars
from tests.formats import test_old_pokerstars as old
from tests.formats import test_phh, test_phh_results, test_pokerstars

PHH = (test_phh.CASH, test_phh.LIMIT, test_phh.SPLIT, test_phh_results.CALLED)
STARS = (
    *test_pokerstars.HANDS.values(),
    old.FIRST_OF_2006,
    old.SHORT_BLIND,
    old.ABSENT,
    old.FOUR_WAYS,
    old.CAPPED,
)
NUMBERS = ("0", "-1", "1e9", "99999999999999999999", "0.333333333", "inf", "nan", "1_000", "$", "")


def damaged(rng: random.Random, text: str) -> str:
    """The text after one mishap."""
    start, end = sorted(rng.randrange(len(text) + 1) for _ in range(2))
    lines = text.split("\n")
    i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
    words = text.split(" ")
    mishaps: tuple[Callable[[], str], ...] = (
        lambda: text[:start] + text[min(end, start + rng.randrange(1, 6)) :],
        lambda: text[:start] + rng.choice("'\"[]{}=#,. \n\0é☃p1d$:*") + text[start:],
        lambda: text[:start] + text[start : start + 20] * 2 + text[start + 20 :],
        lambda: "\n".join(lines[:i] + lines[i + 1 :]),
        lambda: "\n".join([*lines[:i], lines[j], *lines[i:]]),
        lambda: " ".join([*words[:-1][: start % len(words)], rng.choice(NUMBERS), words[-1]]),
        lambda: _renumbered(rng, text),
        lambda: text[:start],
    )
    return rng.choice(mishaps)()


def _renumbered(rng: random.Random, text: str) -> str:
    places = [i for i, letter in enumerate(text) if letter.isdigit()]
    if not places:
        return text
    place = rng.choice(places)
    return text[:place] + rng.choice((*NUMBERS, "2", "7")) + text[place + 1 :]


def look_at(hand: FileRecord | FormatError) -> None:
    if isinstance(hand, FormatError):
        assert hand.line >= 1
        assert hand.what
        return
    found = differences(hand)
    record = hand
    if not found and record.payoffs is not None and hand.stated.rake is not None:
        assert abs(sum(record.payoffs, Fraction(0)) + hand.rake) < Fraction(1, 100)
        assert all(s + p >= 0 for s, p in zip(record.stacks, record.payoffs, strict=True))
    for write in WRITERS.values():
        try:
            write([hand])
        except ValueError as error:
            assert str(error)


@pytest.mark.parametrize(("texts", "read"), [(PHH, read_phh), (STARS, read_pokerstars)])
@given(seed=st.integers(0, 2**32))
@settings(max_examples=400)
def test_damaged_files_are_errors_or_hands(
    texts: tuple[str, ...], read: Callable[[str, str], object], seed: int
) -> None:
    rng = random.Random(seed)
    text = rng.choice(texts)
    for _ in range(rng.randint(1, 4)):
        text = damaged(rng, text)
    for hand in read(text, "damaged"):  # type: ignore[attr-defined]
        look_at(hand)


@given(st.text())
@settings(max_examples=200)
def test_any_text_is_an_error_or_a_hand(text: str) -> None:
    for each in (text, "PokerStars Hand #1: " + text, "variant = 'NT'\n" + text):
        hands = list(read_text(each))
        assert hands
        for hand in hands:
            look_at(hand)


@pytest.mark.parametrize(
    "piece",
    ["[", "'p1 cc', ", "PokerStars #1: ", "PokerStars Hand #1: ", "a\n", " \t", "a (", "1", "\n*"],
)
def test_long_nonsense_takes_no_long_time(piece: str) -> None:
    header = "PokerStars Hand #1:  Hold'em No Limit (1/2) - x\n"
    seats = "Seat 1: a (5 in chips)\n"
    for start in (
        "variant = ",
        "PokerStars Hand #1: Tournament #1, ",
        header + "Seat 1: ",
        header + "Table '",
        header + seats + "a: folds [",
        header + seats + "a: raises 1",
        header + seats + "*** SUMMARY ***\nTotal pot 1 ",
        header + seats + "*** FLOP *** [",
        header + seats * 2000,
    ):
        text = start + piece * 50_000
        assert list(read_phh(text, ""))
        assert list(read_pokerstars(text, ""))
        name_file(text)
    name_file(piece * 50_000)
