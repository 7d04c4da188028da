import json
import pickle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivebet.agents.players.plicas.cases import (
    Case,
    CaseBase,
    Similar,
    _checksum,
    case_triple,
    pattern_of,
)
from fivebet.agents.players.plicas.strength import BUCKETS
from fivebet.errors import FormatError
from fivebet.game import CALL, CHECK, Game, Hand, bet, raise_to

patterns = st.text("klcr/", max_size=12)
buckets = st.integers(0, BUCKETS - 1)
cases = st.builds(Case, patterns, patterns, buckets) | st.builds(
    Case, patterns, patterns, buckets, st.booleans(), buckets, buckets
)


def test_a_limp_is_told_from_a_call() -> None:
    hand = Hand(Game.named("limit-2p"), seed=3)
    for action in (CALL, raise_to(20), CALL, bet(10), CALL):
        hand.act(action)
    assert pattern_of(hand.view(0), 1) == "lc/c"
    assert pattern_of(hand.view(0), 0) == "r/r"


def test_a_pattern_tells_one_seats_actions_street_by_street() -> None:
    hand = Hand(Game.named("limit-2p"), seed=3)
    for action in (raise_to(20), CALL, CHECK, bet(10), raise_to(20), CALL, CHECK):
        hand.act(action)
    view = hand.view(0)
    assert pattern_of(view, 1) == "r/rc/"
    assert pattern_of(view, 0) == "c/kr/k"


@given(st.lists(cases, max_size=30), patterns)
def test_similar_cases_are_those_that_began_alike(kept: list[Case], now: str) -> None:
    base = CaseBase(kept)
    alike = now.replace("l", "c")
    slow = [case for case in kept if case.opponent.replace("l", "c").startswith(alike)]
    found = base.similar(now)
    if not slow:
        assert found is None
    else:
        assert found is not None
        assert found.cases == len(slow)
        assert found.average == pytest.approx(sum(case.bucket for case in slow) / len(slow))


@given(st.lists(cases, max_size=30), st.booleans(), patterns)
def test_situations_are_those_of_one_position_and_street(
    kept: list[Case], button: bool, now: str
) -> None:
    street = now.count("/")
    slow = [
        (case.flop, case.turn, case.bucket)[street - 1]
        for case in kept
        if case.button is button and 1 <= street <= 3 and case.opponent.startswith(now)
    ]
    found = CaseBase(kept).similar_situations(button, now)
    counts = tuple(slow.count(bucket) for bucket in range(BUCKETS))
    assert (found.counts if found else (0,) * BUCKETS) == counts


def test_cases_of_the_first_format_are_read_and_count_by_letters(tmp_path: Path) -> None:
    path = tmp_path / "old.cases"
    rows = [["r/k", "c/r", 7, 3]]
    document = {"format": "fivebet case base 1", "buckets": BUCKETS, "checksum": _checksum(rows)}
    path.write_text(json.dumps(document | {"cases": rows}))
    base = CaseBase.load(path)
    assert len(base) == 3
    assert base.similar("c/") == Similar((0, 0, 0, 0, 0, 0, 0, 3, 0, 0))
    assert base.similar_situations(True, "c/") is None
    base.save(path)
    assert CaseBase.load(path) == base


@given(st.lists(cases, max_size=20), st.lists(cases, max_size=20))
def test_merged_bases_hold_the_cases_of_both(first: list[Case], second: list[Case]) -> None:
    merged = CaseBase(first).merge(CaseBase(second))
    assert merged == CaseBase([*first, *second])
    assert len(merged) == len(first) + len(second)


@given(st.lists(cases, max_size=20))
def test_bases_survive_pickling(kept: list[Case]) -> None:
    again = pickle.loads(pickle.dumps(CaseBase(kept)))
    assert again == CaseBase(kept)
    assert again.similar("") == CaseBase(kept).similar("")


def test_bases_are_the_same_when_read_back(tmp_path: Path) -> None:
    base = CaseBase([Case("r/k", "c/r", 7), Case("r/k", "c/r", 7), Case("c", "k", 0)])
    path = tmp_path / "kept.cases"
    base.save(path)
    base.save(path)
    assert CaseBase.load(path) == base
    assert [each.name for each in tmp_path.iterdir()] == ["kept.cases"]


def damaged(path: Path) -> list[str]:
    """Texts that are no sound case bases."""
    CaseBase([Case("r", "c", 3)]).save(path)
    good = json.loads(path.read_text())
    return [
        "",
        "{",
        "[]",
        '{"format": "somebody else\'s"}',
        json.dumps(good | {"buckets": 5}),
        json.dumps(good | {"cases": [["r", "c", 4, 1]]}),
        json.dumps(good | {"checksum": "0"}),
        path.read_text()[:-20],
    ]


def test_whatever_is_no_case_base_is_refused_and_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "x.cases"
    for text in damaged(tmp_path / "good.cases"):
        path.write_text(text)
        with pytest.raises(FormatError):
            CaseBase.load(path)
        with pytest.raises(FormatError):
            CaseBase([Case("r", "c", 1)]).save(path)
        assert path.read_text() == text


def test_files_that_cannot_be_read_or_written_are_named(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"none.cases.* cannot be read"):
        CaseBase.load(tmp_path / "none.cases")
    with pytest.raises(FormatError, match="cannot be written"):
        CaseBase().save(tmp_path / "no folder" / "x.cases")


def test_a_base_whose_successor_cannot_be_written_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "kept.cases"
    base = CaseBase([Case("r", "c", 3)])
    base.save(path)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(FormatError, match="No space left"):
        CaseBase([Case("k", "k", 0)]).save(path)
    assert CaseBase.load(path) == base
    assert [each.name for each in tmp_path.iterdir()] == ["kept.cases"]


def test_a_checksum_does_not_make_nonsense_a_case(tmp_path: Path) -> None:
    path = tmp_path / "x.cases"
    CaseBase().save(path)
    good = json.loads(path.read_text())
    for row in (["r", "c", 10, 1], ["x", "c", 1, 1], ["r", "c", 1, 0], ["r", "c"], "rc"):
        path.write_text(json.dumps(good | {"cases": [row], "checksum": _checksum([row])}))
        with pytest.raises(FormatError, match="is no case"):
            CaseBase.load(path)


@given(st.integers(0, BUCKETS - 1), st.floats(0.05, 0.5))
def test_a_stronger_average_bucket_means_more_folding(bucket: int, odds: float) -> None:
    folds = []
    for shown in range(BUCKETS):
        counts = tuple(50 * (each == shown) for each in range(BUCKETS))
        wanted = case_triple(Similar(counts), bucket, odds)
        assert sum(wanted) == pytest.approx(1)
        folds.append(wanted.fold)
    assert folds == sorted(folds)
    assert case_triple(Similar(counts), bucket, 0.0).fold == 0
