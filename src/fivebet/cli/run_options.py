"""How a run is conducted: by whom it is played, where it is kept, how it is stopped and resumed."""

import inspect
import shlex
import signal
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass, replace
from functools import wraps
from pathlib import Path
from threading import current_thread, main_thread
from types import FrameType
from typing import Annotated, Any, Generic, Protocol, TypeVar

import typer

from fivebet.arena.match import play_isolated
from fivebet.arena.players import is_foreign
from fivebet.arena.stopping import Rule
from fivebet.cli.hand_logs import check_log, write_log
from fivebet.cli.output import Json, print_json, progress_bar, warn
from fivebet.errors import FivebetError, StoreError
from fivebet.reports import Report
from fivebet.runs.executors import Alone, Cluster, Crew, Pool, crew_of, default_workers
from fivebet.runs.job import Contest, play_contest
from fivebet.runs.ledger import RunLedger
from fivebet.runs.spec import plan_of
from fivebet.store.locations import is_asked_for, store_url, without_password
from fivebet.store.run_spec import Plan

__all__ = [
    "ClusterOption",
    "Conduct",
    "Fresh",
    "Kind",
    "StoreOption",
    "Workers",
    "conducted",
    "play_run",
    "recorded_deals",
]

Workers = Annotated[
    int | None, typer.Option(help="Processes; one for each core by default.", show_default=False)
]
Record = Annotated[
    str,
    typer.Option(help="Hands to record, with reasons: none, all, or of one deal in 100: 1/100."),
]
StoreOption = Annotated[
    str | None,
    typer.Option(
        "--store",
        help="Where runs are kept: an SQLite file, postgresql://… or none.",
        show_default=False,
    ),
]
ClusterOption = Annotated[
    str, typer.Option("--cluster", help="Play on Dask's workers: local, or tcp://host:port.")
]
ReportOption = Annotated[
    Path | None,
    typer.Option("--report", help="Write a page with tables and charts: FILE.html."),
]
LogOption = Annotated[
    Path | None,
    typer.Option("--log", help="Write all hands: FILE.phhs, or FILE.log as the ACPC does."),
]
Fresh = Annotated[
    bool, typer.Option("--fresh", help="Start anew even if the same run was interrupted.")
]

_PATIENCE = 1.0  # seconds: a run that is over by then is not kept, unless a store is asked for


class Hands(Protocol):
    """A result that knows how many hands were played."""

    @property
    def hands(self) -> int: ...


Outcome = TypeVar("Outcome", bound=Hands)
Outcome_co = TypeVar("Outcome_co", bound=Hands, covariant=True)


class Settled(Contest[Outcome_co], Protocol[Outcome_co]):
    """A contest that can be written down."""

    @property
    def hands(self) -> int: ...

    def plain(self) -> dict[str, Any]: ...


@dataclass(frozen=True)
class Kind(Generic[Outcome]):
    """A kind of contest: how it is read from a store, and how its result is told."""

    name: str
    read: Callable[[Mapping[str, Any]], Settled[Outcome]]
    as_dict: Callable[[Outcome], dict[str, Any]]
    show: Callable[[Outcome, float], None]
    """Takes the hands a second, too."""
    report: Callable[[Outcome], Report]
    """As a page."""


@dataclass(frozen=True, kw_only=True)
class Conduct:
    """The options that the result does not depend on, and what is recorded."""

    workers: int | None = None
    cluster: str = ""
    record: str = "none"
    store: str | None = None
    fresh: bool = False
    resumed: int | None = None
    """The run to go on with, if it is known by its number."""
    json: bool = False
    report: Path | None = None
    log: Path | None = None

    def crew(self, contest: Contest[Any]) -> Crew:
        """Who plays; agents from files never in this process, which they might end."""
        workers = default_workers() if self.workers is None else self.workers
        crew = crew_of(workers, pieces=contest.pieces)
        if self.cluster:
            return Cluster(self.cluster, workers)
        return (
            Pool(1) if isinstance(crew, Alone) and any(map(is_foreign, contest.players)) else crew
        )

    def ledger(self, plan: Plan) -> RunLedger | None:
        """Where the run is kept."""
        url = store_url(self.store)
        if url is None:
            if recorded_deals(self.record):
                raise FivebetError(f"--record {self.record} needs a store: leave out --store none")
            return None
        asked_for = is_asked_for(self.store) or recorded_deals(self.record)
        patience = 0.0 if asked_for else _PATIENCE
        return RunLedger(url, plan, patience=patience, fresh=self.fresh, wanted=self.resumed)

    def resuming(self, ledger: RunLedger) -> str:
        """The command that goes on with a run."""
        command = f"fivebet runs resume {ledger.run}"
        store = shlex.quote(without_password(self.store)) if self.store else ""
        return f"{command} --store {store}" if store else command


_OPTIONS: dict[str, tuple[Any, Any]] = {
    "workers": (Workers, None),
    "record": (Record, "none"),
    "store": (StoreOption, None),
    "cluster": (ClusterOption, ""),
    "fresh": (Fresh, False),
    "report": (ReportOption, None),
    "log": (LogOption, None),
    "json": (Json, False),
}
"""Those of every command that plays a run, with their defaults."""


def conducted(command: Callable[..., int]) -> Callable[..., int]:
    """A command that is told by its options how to conduct a run, and takes them as `conduct`."""

    @wraps(command)
    def with_options(**given: Any) -> int:
        options = {name: given.pop(name) for name in _OPTIONS}
        return command(**given, conduct=Conduct(**options))

    signature = inspect.signature(command)
    own = [each for each in signature.parameters.values() if each.name != "conduct"]
    options = [
        inspect.Parameter(
            name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=default, annotation=kind
        )
        for name, (kind, default) in _OPTIONS.items()
    ]
    told = signature.replace(parameters=[*own, *options])
    with_options.__signature__ = told  # type: ignore[attr-defined]
    with_options.__annotations__ = {each.name: each.annotation for each in (*own, *options)}
    return with_options


def play_run(
    kind: Kind[Outcome],
    contest: Settled[Outcome],
    conduct: Conduct,
    rule: Rule | None = None,
) -> int:
    """Play a contest, going on where the same run was interrupted, and print its result.

    Another stopping rule makes another run. Gives the exit code.
    """
    conduct = _checked(conduct)
    crew = conduct.crew(contest)
    try:
        every = recorded_deals(conduct.record)
        ledger = conduct.ledger(plan_of(kind.name, contest, every, rule.text if rule else ""))
    except StoreError as error:
        raise _store_lost(error, None, conduct) from error
    with closing(ledger) if ledger else nullcontext(), _terminated_as_interrupted():
        start = time.perf_counter()
        try:
            kept = _share_kept(ledger, contest.pieces)
            label = f"Going on with run {ledger.run}" if ledger and kept else "Playing"
            with progress_bar(label, quiet=conduct.json, total=contest.hands) as progress:
                result = play_contest(
                    contest,
                    crew,
                    ledger=ledger,
                    every=every,
                    until=_until(rule),
                    progress=progress,
                    rescue=play_isolated,
                )
                if rule and result.hands < contest.hands:
                    result = replace(result, stopped_by=rule.note)  # type: ignore[type-var]
        except KeyboardInterrupt as stop:
            kept_on = ledger is not None and ledger.interrupt()
            how = f"the same command goes on, or {conduct.resuming(ledger)}" if ledger else ""
            warn(f"interrupted: {how if kept_on else 'nothing is kept'}")
            return 128 + (stop.args[0] if stop.args else signal.SIGINT)
        except StoreError as error:
            raise _store_lost(error, ledger, conduct) from error
        except FivebetError as error:
            if ledger is None or not ledger.interrupt():
                raise
            raise type(error)(
                f"{error}; what was played is kept: {conduct.resuming(ledger)} goes on"
            ) from error
        seconds = time.perf_counter() - start
        rate = result.hands * (1 - kept) / seconds
        told = kind.as_dict(result) | {"timing": {"seconds": seconds, "hands_per_second": rate}}
        if conduct.json:
            print_json(told)
        else:
            kind.show(result, rate)
        try:
            if ledger:
                ledger.finish(told)
        except StoreError as error:
            raise StoreError(f"{error}; the result is complete, but it is not kept") from error
        if conduct.report:
            kind.report(result).write(conduct.report)
        if conduct.log and ledger and ledger.run is not None:
            write_log(conduct.store, ledger.run, conduct.log)
    return 0


def _checked(conduct: Conduct) -> Conduct:
    """What cannot be written in the end is said before anything is played."""
    for path in (conduct.report, conduct.log):
        if path and not path.absolute().parent.is_dir():
            raise FivebetError(f"{str(path)!r} cannot be written: there is no such folder")
    if conduct.log is None:
        return conduct
    check_log(conduct.log)
    return replace(conduct, record="all")


def recorded_deals(text: str) -> int:
    """Every so-manieth deal is recorded; 0 for none.

    >>> recorded_deals("1/100"), recorded_deals("all"), recorded_deals("none")
    (100, 1, 0)
    """
    if text in ("none", "all"):
        return int(text == "all")
    one, slash, many = text.partition("/")
    if one == "1" and slash and many.isascii() and many.isdigit() and int(many):
        return int(many)
    raise FivebetError(f"--record {text!r} says nothing: give none, all, or a share like 1/100")


def _until(rule: Rule | None) -> Callable[[Any], bool] | None:
    return None if rule is None else lambda result: rule(result.mbb)


def _share_kept(ledger: RunLedger | None, pieces: int) -> float:
    kept = ledger.kept() if ledger else {}
    return sum(played.last - number + 1 for number, played in kept.items()) / pieces


def _store_lost(error: StoreError, ledger: RunLedger | None, conduct: Conduct) -> StoreError:
    if ledger is None or ledger.run is None:
        return StoreError(f"{error}; --store none plays without one")
    return StoreError(
        f"{error}; what was kept until then stays, and {conduct.resuming(ledger)} goes on"
    )


@contextmanager
def _terminated_as_interrupted() -> Iterator[None]:
    """A polite request to end is answered as Ctrl-C is."""

    def interrupt(number: int, _: FrameType | None) -> None:
        raise KeyboardInterrupt(number)

    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
