from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from pathlib import Path
from threading import Event as Bell
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivebet.arena import Event, play_event
from fivebet.errors import AgentError, ClusterError
from fivebet.game import Game
from fivebet.runs.executors import Alone, Crew, Given, Lent, Pool
from fivebet.runs.job import play_contest
from fivebet.store.chunks import Played
from tests.runs.crews import AnyOrder, Notebook, Toy

HERE = Path(__file__).parents[1] / "arena"


@st.composite
def toys(draw: st.DrawFn) -> Toy:
    lengths = tuple(draw(st.lists(st.integers(1, 6), min_size=1, max_size=12)))
    stuck = draw(st.frozensets(st.integers(0, sum(lengths) - 1), max_size=4))
    return Toy(lengths, stuck)


@settings(deadline=None)
@given(toys(), st.integers(0, 2**32), st.integers(1, 4))
def test_pieces_in_any_order_give_the_same_result(toy: Toy, seed: int, workers: int) -> None:
    alone = play_contest(toy)
    assert len(alone) == toy.pieces
    with AnyOrder(seed) as executor:
        assert play_contest(toy, Given(executor, workers)) == alone


@settings(deadline=None)
@given(toys(), st.integers(0, 2**32), st.integers(0, 30))
def test_a_rule_stops_at_the_same_piece_with_any_workers(toy: Toy, seed: int, enough: int) -> None:
    def until(seen: tuple[str, ...]) -> bool:
        return len(seen) >= enough

    notes, others = Notebook(), Notebook()
    alone = play_contest(toy, until=until, ledger=notes)
    with AnyOrder(seed) as executor:
        crew = Given(executor, 3)
        assert play_contest(toy, crew, until=until, ledger=others) == alone
    assert notes.ended == others.ended == len(alone) - 1
    assert set(notes.pieces) <= set(others.pieces)


@settings(deadline=None)
@given(toys(), st.integers(0, 2**32), st.lists(st.integers(1, 8), max_size=4))
def test_an_interrupted_run_ends_as_one_that_was_not(
    toy: Toy, seed: int, interruptions: list[int]
) -> None:
    notes = Notebook()
    for after in interruptions:
        left = [after]

        def interrupt(_: float, left: list[int] = left) -> None:
            left[0] -= 1
            if not left[0]:
                raise KeyboardInterrupt

        with AnyOrder(seed) as executor:
            try:
                play_contest(toy, Given(executor, 2), ledger=notes, progress=interrupt)
            except KeyboardInterrupt:
                continue
    assert play_contest(toy, ledger=notes) == play_contest(toy)


def test_nothing_is_played_twice() -> None:
    notes = Notebook()
    toy = Toy((3, 1, 2))
    whole = play_contest(toy, ledger=notes)

    class Nobody(Crew):
        def submit(self, *_: Any, **__: Any) -> "Future[Any]":
            raise AssertionError("all was kept")

    assert play_contest(toy, Nobody(), ledger=notes) == whole


def test_only_as_many_pieces_are_given_out_as_workers_need() -> None:
    with AnyOrder(1) as executor:
        play_contest(Toy((1,) * 3000), Given(executor, 3))
    assert executor.most_waiting <= 6


def test_the_ledger_is_told_when_nothing_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Slow pieces must not keep quick ones from being written."""
    monkeypatch.setattr("fivebet.runs.job._SECONDS_UNTIL_IDLE", 0.001)

    class Told(Notebook):
        def idle(self) -> None:
            super().idle()
            slow.set()

    class OneIsSlow(Toy):
        def play(self, number: int, state: bytes | None, every: int) -> Played:
            assert number != 1 or slow.wait(60)
            return super().play(number, state, every)

    slow = Bell()
    notes = Told()
    with ThreadPoolExecutor(1) as threads:
        play_contest(OneIsSlow((1, 1)), Given(threads, 1), ledger=notes)
    assert notes.idled


class Mortal(Crew):
    """Breaks when given certain pieces, and again until they are played otherwise."""

    width = 4

    def __init__(self, *deadly: int, broken: type[Exception] = BrokenExecutor) -> None:
        self.deadly, self.broken, self.mended = deadly, broken, 0
        self.died = (broken,)

    def submit(self, work: Any, *args: Any, **_: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        if args[1] in self.deadly and work is not careful:
            future.set_exception(self.broken())
        else:
            future.set_result(work(*args))
        return future

    def mend(self) -> None:
        self.mended += 1


def careful(contest: Toy, number: int, state: bytes | None, every: int) -> Played:
    return contest.play(number, state, every)


class WorkerDiedError(Exception):
    pass


@pytest.mark.parametrize("broken", [BrokenExecutor, WorkerDiedError])
@pytest.mark.parametrize("deadly", range(9))
def test_pieces_that_a_dead_worker_leaves_are_played_by_the_rescue(
    deadly: int, broken: type[Exception]
) -> None:
    toy = Toy((1, 3, 2, 1, 2))
    crew = Mortal(deadly, (deadly + 3) % 9, broken=broken)
    assert play_contest(toy, crew, rescue=careful) == play_contest(toy)
    assert crew.mended == (broken is BrokenExecutor)


def test_a_rescue_that_kills_workers_too_ends_the_run() -> None:
    class Deadly(Mortal):
        def submit(self, work: Any, *args: Any, **_: Any) -> "Future[Any]":
            return super().submit(None if args[1] in self.deadly else work, *args)

    with pytest.raises(AgentError, match="a worker died"):
        play_contest(Toy((1, 1, 1, 1)), Deadly(2), rescue=careful)


def test_without_a_rescue_a_dead_worker_ends_the_run() -> None:
    notes = Notebook()
    with pytest.raises(AgentError, match="a worker died while toy were playing"):
        play_contest(Toy((1, 1, 1, 1)), Mortal(2), ledger=notes)
    assert set(notes.pieces) >= {0, 1}


def test_a_pool_starts_anew_after_a_worker_died() -> None:
    event = Event(
        game=Game.named("limit-2p"), agents=(f"{HERE / 'bad_agents.py'}::Dies", "call"), deals=60
    )
    result = play_contest(event, Pool(2), rescue=fold_instead)
    other = Event(game=event.game, agents=("fold", "call"), deals=60)
    assert result.winnings.tolist() == play_event(other).winnings.tolist()


def test_a_lent_crew_stays_for_the_next_contest() -> None:
    class Guests(Alone):
        gone = mended = False

        def __exit__(self, *_: object) -> None:
            self.gone = True

        def mend(self) -> None:
            self.mended = True

    guests, toy = Guests(), Toy((2, 1))
    lent = Lent(guests)
    assert play_contest(toy, lent) == play_contest(toy, lent) == play_contest(toy)
    assert not guests.gone
    lent.mend()
    assert guests.mended


def fold_instead(contest: Event, number: int, state: bytes | None, every: int) -> Played:
    """What isolated seats would do of an agent that dies at once."""
    event = Event(game=contest.game, agents=("fold", "call"), deals=contest.deals)
    return event.play(number, state, every)


def test_workers_that_are_lost_are_one_sentence() -> None:
    class Lost(Crew):
        def submit(self, *_: Any, **__: Any) -> "Future[Any]":
            future: Future[Any] = Future()
            future.cancel()
            future.set_running_or_notify_cancel()
            return future

    with pytest.raises(ClusterError, match="lost in mid-run"):
        play_contest(Toy((1, 1)), Lost())
