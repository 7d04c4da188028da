from pathlib import Path
from typing import Any

import pytest

from fivebet.runs.handle import RunHandle
from fivebet.runs.job import ChunkResult
from fivebet.store.runs import Runs
from tests.interrupting import interrupting
from tests.runs.toy_jobs import Toy


def handle_of(path: Path, **options: Any) -> RunHandle[tuple[str, ...]]:
    return RunHandle("toy", Toy((1,) * 9), f"sqlite:///{path}", **options)


def test_a_run_that_is_over_at_once_leaves_no_trace(tmp_path: Path) -> None:
    now = [0.0]
    handle = handle_of(tmp_path / "runs.db", patience=1.0, clock=lambda: now[0])
    handle.add(0, ChunkResult(1, 0))
    handle.finish({})
    assert not (tmp_path / "runs.db").exists()
    handle.add(1, ChunkResult(1, 1))
    now[0] = 1.5
    handle.add(2, ChunkResult(1, 2))
    assert (tmp_path / "runs.db").exists()
    handle.close()


def test_chunks_are_written_a_few_times_a_second(tmp_path: Path) -> None:
    now = [0.0]
    url = f"sqlite:///{tmp_path / 'runs.db'}"
    handle = handle_of(tmp_path / "runs.db", clock=lambda: now[0])
    runs = Runs(url)
    seen = []
    for number in range(8):
        now[0] += 0.2
        handle.add(number, ChunkResult(number, number))
        assert handle.run
        seen.append(len(runs.chunks(handle.run)))
    assert seen == [1, 1, 1, 4, 4, 4, 7, 7]
    handle.idle()
    assert len(runs.chunks(handle.run)) == 7
    now[0] += 0.4
    handle.idle()
    assert len(runs.chunks(handle.run)) == 8
    handle.add(8, ChunkResult(8, 8))
    handle.pause()
    assert len(runs.chunks(handle.run)) == 9
    runs.close()
    handle.close()


def test_a_run_that_is_interrupted_again_and_again_is_stored_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = Runs.write
    handle = handle_of(tmp_path / "runs.db")
    with handle, interrupting() as interrupt:

        def disturbed(*args: Any) -> None:
            interrupt()
            write(*args)
            interrupt()

        monkeypatch.setattr(Runs, "write", disturbed)
        with pytest.raises(KeyboardInterrupt):
            handle.add(0, ChunkResult("first", 0))
        handle.add(1, ChunkResult("second", 1))
        handle.pause()
        assert handle.is_resumable
        stored = {number: done.data for number, done in handle.stored().items()}
    assert stored == {0: "first", 1: "second"}
