"""Options of commands that run jobs: who does them, where they are stored, how they resume."""

import inspect
import shlex
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from functools import wraps
from pathlib import Path
from threading import current_thread, main_thread
from types import FrameType
from typing import TYPE_CHECKING, Annotated, Any, Generic, Protocol, TypeVar

import typer

from fivebet.agents.hosting.registry import is_foreign
from fivebet.arena.stopping import Rule
from fivebet.cli.hand_logs import check_log, write_log
from fivebet.cli.output import Json, print_json, progress_bar, warn
from fivebet.errors import FivebetError, StoreError
from fivebet.files import check_writable
from fivebet.machine import core_count
from fivebet.reports import Report
from fivebet.runs.executors import (
    Cluster,
    InProcess,
    JobExecutor,
    Pool,
    make_executor,
)
from fivebet.runs.handle import RunHandle
from fivebet.runs.job import Job, Reducer
from fivebet.runs.kinds import JobKind
from fivebet.store.locations import is_explicit, store_url, without_password

if TYPE_CHECKING:
    from rich.console import RenderableType

Workers = Annotated[
    int | None, typer.Option(help="The number of worker processes; one for each core by default.")
]
Record = Annotated[
    str,
    typer.Option(
        help="Hands to record with their reasons: none, all, or a share of the deals like 1/100."
    ),
]
StoreOption = Annotated[
    str | None,
    typer.Option("--store", help="Where runs are stored: an SQLite file, postgresql://… or none."),
]
ClusterOption = Annotated[
    str, typer.Option("--cluster", help="Use Dask's workers: local, or tcp://host:port.")
]
ReportOption = Annotated[
    Path | None, typer.Option("--report", help="Write a page with tables and charts to FILE.html.")
]
LogOption = Annotated[
    Path | None,
    typer.Option(
        "--log", help="Write all hands to FILE.phhs, or to FILE.log in the format of the ACPC."
    ),
]
Trust = Annotated[
    bool,
    typer.Option(
        "--trust",
        help="Let agents from files run inside our processes: faster, but nothing protects the "
        "result from them.",
    ),
]
Fresh = Annotated[
    bool, typer.Option("--fresh", help="Start over even if the same run was interrupted.")
]

_PATIENCE = 1.0  # seconds: a run that is finished by then is not stored, unless a store is named


class HandCount(Protocol):
    """A result that knows how many hands were played."""

    @property
    def hands(self) -> int:
        """The number of hands."""
        ...


Result = TypeVar("Result", bound=HandCount)


@dataclass(frozen=True)
class Presentation(Generic[Result]):
    """How results of a kind of job are presented to people."""

    kind: JobKind[Result]
    show: Callable[[Result, float], None]
    """Prints a result with the number of hands a second."""
    report: Callable[[Result], Report] | None = None
    """Makes a page of a result."""
    timing: Callable[[float, float], dict[str, Any]] = lambda seconds, rate: {
        "timing": {"seconds": seconds, "hands_per_second": rate}
    }
    """Presents the seconds and the hands a second as JSON data."""
    label: str = "Playing"
    """What is being done; hands are counted where they are played."""
    save: Callable[[Result], None] = lambda _: None
    """Writes further files of a result."""
    watch: "Callable[[Result], RenderableType] | None" = None
    """Presents the result so far, below the progress bar."""


@dataclass(frozen=True, kw_only=True)
class RunOptions:
    """The options of commands that run a job: the result does not depend on them."""

    workers: Workers = None
    record: Record = "none"
    store: StoreOption = None
    cluster: ClusterOption = ""
    trust: Trust = False
    fresh: Fresh = False
    report: ReportOption = None
    log: LogOption = None
    json: Json = False
    resumed: int | None = None
    """The number of the run to resume, if it is known; not an option of a command."""

    def make_executor(self, job: Job[Any]) -> JobExecutor:
        """Return an executor; agents from files never run in this process, which they might end."""
        workers = core_count() if self.workers is None else self.workers
        executor = make_executor(workers, chunks=job.most_workers)
        if self.cluster:
            executor = Cluster(self.cluster, workers)
        elif self.trust and isinstance(executor, InProcess) and any(map(is_foreign, job.players)):
            executor = Pool(1)
        executor.trusts_agents = self.trust
        return executor

    def make_handle(self, kind: str, job: Job[Result], rule: str) -> RunHandle[Result]:
        """Return a handle to the run of a job, new or resumed."""
        record_every, url = parse_record(self.record), store_url(self.store)
        if url is None and record_every:
            raise FivebetError(f"--record {self.record} needs a store: leave out --store none")
        return RunHandle(
            kind,
            job,
            url,
            record_every=record_every,
            rule=rule,
            fresh=self.fresh,
            run=self.resumed,
            patience=0.0 if is_explicit(self.store) or record_every else _PATIENCE,
        )

    def resume_command(self, handle: RunHandle[Any]) -> str:
        """Return the command that resumes a run."""
        command = f"fivebet runs resume {handle.run}"
        store = shlex.quote(without_password(self.store)) if self.store else ""
        return f"{command} --store {store}" if store else command


def with_run_options(
    kind: type[RunOptions] = RunOptions, *, without: Sequence[str] = ()
) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Give a command the options that a class has as fields; it gets them as `options`."""
    inherited = {each.name for each in fields(RunOptions)}
    chosen = [
        inspect.Parameter(
            each.name,
            inspect.Parameter.POSITIONAL_OR_KEYWORD,
            default=each.default,
            annotation=each.type,
        )
        for each in sorted(fields(kind), key=lambda each: each.name in inherited)
        if each.name != "resumed" and each.name not in without
    ]

    def decorate(command: Callable[..., int]) -> Callable[..., int]:
        @wraps(command)
        def with_options(**arguments: Any) -> int:
            options = {each.name: arguments.pop(each.name) for each in chosen}
            return command(**arguments, options=kind(**options))

        signature = inspect.signature(command)
        own = [each for each in signature.parameters.values() if each.name != "options"]
        parameters = [*own, *chosen]
        with_options.__signature__ = signature.replace(  # type: ignore[attr-defined]
            parameters=parameters
        )
        with_options.__annotations__ = {each.name: each.annotation for each in parameters}
        return with_options

    return decorate


def run_and_present(
    presentation: Presentation[Result],
    job: Job[Result],
    options: RunOptions,
    rule: Rule | None = None,
) -> int:
    """Do a job, resuming its run if it was interrupted, print its result, return the exit code.

    Another stopping rule makes another run.
    """
    kind, watch = presentation.kind, presentation.watch
    shown: list[RenderableType] = [""]

    def on_result(reducer: Reducer[Result]) -> None:
        shown[0] = watch(reducer.result()) if watch else ""

    options = _check_paths(options)
    executor = options.make_executor(job)
    try:
        handle = options.make_handle(kind.name, job, rule.text if rule else "")
    except StoreError as error:
        raise _store_lost(error, None, options) from error
    with handle, terminated_as_interrupted():
        start = time.perf_counter()
        try:
            done_before = handle.share_done
            label = f"Resuming run {handle.run}" if done_before else presentation.label
            hands = job.hands if presentation.label == "Playing" else 0
            with progress_bar(label, options.json, hands, lambda: shown[0]) as on_progress:
                result = handle.execute(
                    executor,
                    until=(lambda result: rule(result.mbb)) if rule else None,  # type: ignore[attr-defined]
                    on_progress=on_progress,
                    on_result=on_result,
                )
            if rule and result.hands < job.hands:
                result = replace(result, stopped_by=rule.note)  # type: ignore[type-var]
        except KeyboardInterrupt as stop:
            warn(f"interrupted: {_how_to_resume(handle, options)}")
            given = stop.args[0] if stop.args else None  # by us; an agent may raise it too
            return 128 + (given if isinstance(given, int) else signal.SIGINT)
        except StoreError as error:
            raise _store_lost(error, handle, options) from error
        except FivebetError as error:
            if not handle.is_resumable:
                raise
            raise type(error)(
                f"{error}; what was played is stored: resume with {options.resume_command(handle)}"
            ) from error
        seconds = time.perf_counter() - start
        rate = result.hands * (1 - done_before) / seconds
        data = kind.to_dict(result) | presentation.timing(seconds, rate)
        if options.json:
            print_json(data)
        else:
            presentation.show(result, rate)
        try:
            handle.finish(data)
        except StoreError as error:
            raise StoreError(f"{error}; the result is complete, but it is not stored") from error
        presentation.save(result)
        if options.report and presentation.report:
            presentation.report(result).write(options.report)
        if options.log and handle.run is not None:
            write_log(options.store, handle.run, options.log)
    return 0


def parse_record(text: str) -> int:
    """Return n to record every n-th deal; 0 for none.

    >>> parse_record("1/100"), parse_record("all"), parse_record("none")
    (100, 1, 0)
    """
    if text in ("none", "all"):
        return int(text == "all")
    one, slash, many = text.partition("/")
    if one == "1" and slash and many.isascii() and many.isdigit() and int(many):
        return int(many)
    raise FivebetError(f"--record {text!r} says nothing: give none, all, or a share like 1/100")


def _check_paths(options: RunOptions) -> RunOptions:
    """Refuse files that could not be written in the end; a log needs all hands recorded."""
    for path in (options.report, options.log):
        if path:
            check_writable(path)
    if options.log is None:
        return options
    check_log(options.log)
    return replace(options, record="all")


def _how_to_resume(handle: RunHandle[Any], options: RunOptions) -> str:
    if not handle.is_resumable:
        return "nothing is stored"
    return f"resume with the same command, or {options.resume_command(handle)}"


def _store_lost(
    error: StoreError, handle: RunHandle[Any] | None, options: RunOptions
) -> StoreError:
    if handle is None or handle.run is None:
        return StoreError(f"{error}; --store none plays without one")
    return StoreError(
        f"{error}; what was stored until then stays: resume with {options.resume_command(handle)}"
    )


@contextmanager
def terminated_as_interrupted() -> Iterator[None]:
    """Answer SIGTERM as Ctrl-C is answered."""

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
