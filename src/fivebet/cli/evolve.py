"""`fivebet evolve`: networks learn tournaments, generation by generation."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from fivebet.agents.players.networks import Brain
from fivebet.cards.showdown_strength import strength_table
from fivebet.cli.match_options import SCHEDULE_NAMES, find_schedule
from fivebet.cli.output import Json, console, figures_table, print_json, progress_bar
from fivebet.cli.run_options import ClusterOption, Fresh, Workers
from fivebet.errors import FivebetError
from fivebet.files import home
from fivebet.lab.evolution.curves import WINDOW, draw_curves, moving_average, sparkline
from fivebet.lab.evolution.evaluation import EvaluationResult, evaluate
from fivebet.lab.evolution.evolve import Generation, evolve
from fivebet.lab.evolution.experiment import EXPERIMENTS, PLUS, SCHEDULE, Experiment
from fivebet.lab.evolution.folder import Folder
from fivebet.runs.executors import Cluster, JobExecutor, default_workers, make_executor

_SECONDS_BETWEEN_CURVES = 20.0


def command(
    experiment: Annotated[
        Literal["base", "hof", "hof-opm", "plus"],
        typer.Option(
            help="Without a hall of fame, with one, with one and opponent models; or plus, by "
            "CMA-ES for the return."
        ),
    ] = "hof-opm",
    generations: Annotated[int, typer.Option(help="The number of generations in all.")] = 1000,
    tournaments: Annotated[
        int, typer.Option(help="The number of tournaments in each generation.")
    ] = 200,
    evaluation: Annotated[
        int,
        typer.Option(
            help="The number of tournaments of the best network among static players, at the end."
        ),
    ] = 10_000,
    layers: Annotated[str, typer.Option(help="Other hidden layers: 20, or 20-10.")] = "",
    scaling: Annotated[
        Literal["stretched", "unit"],
        typer.Option(
            help="Inputs other than hand strength reach 4 (stretched) or 1 (unit); strength 20."
        ),
    ] = "stretched",
    schedule: Annotated[
        str, typer.Option(help=f"Stacks and blinds: {SCHEDULE_NAMES}.")
    ] = SCHEDULE.name,
    seed: Annotated[int, typer.Option(help="The same seed evolves the same players.", min=0)] = 0,
    folder: Annotated[
        Path | None, typer.Option(help="The folder for the results; in the user's data by default.")
    ] = None,
    workers: Workers = None,
    cluster: ClusterOption = "",
    fresh: Fresh = False,
    json: Json = False,
) -> None:
    """Evolve networks that play tournaments, as in Moik's thesis (Graz 2018).

    Every generation is stored, so that an interrupted evolution resumes where it stopped.
    The folder holds the best network as best.npz, the curves as curves.svg and a line for
    each generation in generations.csv. Seat the result with evolved:weights=…/best.npz.

    [bold]Examples[/bold]

      fivebet evolve --experiment base --generations 50 --evaluation 2000

      fivebet evolve --experiment hof-opm --folder runs/opm   (the whole experiment)

      fivebet evolve --experiment hof --layers 20 --seed 3 --cluster tcp://10.0.0.5:8786

      fivebet evolve --experiment plus --generations 100 --tournaments 100
    """
    started = {**EXPERIMENTS, PLUS.name: PLUS}[experiment]
    chosen = _changes(started, layers, schedule) | {
        "generations": generations,
        "tournaments": tournaments,
        "scaling": scaling,
        "seed": seed,
    }
    wanted = replace(started, **_fitting(chosen))
    place = folder or home() / "evolution" / f"{experiment}-{seed}"
    evolved = _evolve(wanted, Folder(place), _make_executor(workers, cluster), fresh, json)
    best = Brain.load(place / "best.npz")
    results: dict[str, EvaluationResult] = {}
    if evaluation:
        with (
            _make_executor(workers, cluster) as executor,
            progress_bar("Evaluating", quiet=json) as progress,
        ):
            results = evaluate(
                {"best": best},
                evaluation,
                schedule=wanted.schedule,
                seed=seed,
                executor=executor,
                on_progress=progress,
            )
    if json:
        print_json(
            {
                "experiment": wanted.to_dict(),
                "folder": str(place),
                "generations": [each.to_dict() for each in evolved],
                "evaluation": [result.to_dict() for result in results.values()],
            }
        )
        return
    _show(wanted, place, evolved, results, evaluation)


def _changes(started: Experiment, layers: str, schedule: str) -> dict[str, Any]:
    changes: dict[str, Any] = {}
    if layers:
        try:
            hidden = [int(size) for size in layers.split("-")]
        except ValueError:
            raise FivebetError(
                f"--layers {layers!r} names no hidden layers: give sizes like 20 or 20-10"
            ) from None
        changes["layers"] = (started.layers[0], *hidden, 3)
    return changes | {"schedule": find_schedule(schedule)}


def _fitting(changes: dict[str, Any]) -> dict[str, Any]:
    """Choose batches as long as the tournaments of a generation allow."""
    tournaments = changes["tournaments"]
    longest = EXPERIMENTS["base"].batch
    sizes = (size for size in range(min(longest, tournaments), 0, -1) if tournaments % size == 0)
    return changes | {"batch": next(sizes, longest)}


def _make_executor(workers: int | None, cluster: str) -> JobExecutor:
    count = default_workers() if workers is None else workers
    executor = make_executor(count)
    return Cluster(cluster, count) if cluster else executor


def _evolve(
    wanted: Experiment, folder: Folder, executor: JobExecutor, fresh: bool, quiet: bool
) -> list[Generation]:
    population = folder.begin(wanted, fresh)
    done = population.generation if population else 0
    if done > wanted.generations:
        raise FivebetError(
            f"{str(folder.path)!r} has done {done} generations already: give --generations {done} "
            "or more, another --folder, or --fresh to start anew"
        )
    generations = folder.generations()[:done]
    if done < wanted.generations:
        with progress_bar("Making the table of hand strengths", quiet=quiet) as progress:
            strength_table(progress)
        drawn = time.monotonic()
        with executor, _live(wanted, generations, quiet) as show:
            for now, generation in evolve(wanted, population, executor):
                folder.keep(wanted, now, generation)
                generations.append(generation)
                show()
                if time.monotonic() - drawn > _SECONDS_BETWEEN_CURVES:
                    draw_curves({wanted.name: generations}, folder.path / "curves")
                    drawn = time.monotonic()
    draw_curves({wanted.name: generations}, folder.path / "curves")
    return generations


@contextmanager
def _live(wanted: Experiment, generations: list[Generation], quiet: bool) -> Iterator[Any]:
    """A bar with the time left and the curves so far, on standard error, if somebody watches."""
    errors = Console(stderr=True)
    if quiet or not errors.is_terminal:
        yield lambda: None
        return
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("generation {task.completed:.0f} of {task.total:.0f}"),
        TimeRemainingColumn(),
        console=errors,
    )
    task = bar.add_task(
        f"Evolving {wanted.name}", total=wanted.generations, completed=len(generations)
    )

    def picture() -> Group:
        return Group(bar, _curves(generations))

    with Live(picture(), console=errors, transient=True, refresh_per_second=4) as live:

        def show() -> None:
            bar.update(task, completed=len(generations))
            live.update(picture())

        yield show


def _curves(generations: list[Generation]) -> Table:
    table = Table.grid(padding=(0, 2))
    for label, name, form in (
        ("fitness", "fitness", ".3f"),
        ("ROI %", "roi", ".0f"),
        ("VPIP %", "vpip", ".0f"),
        ("PFR %", "pfr", ".0f"),
    ):
        averages = moving_average([getattr(each, name) for each in generations])
        if len(averages):
            table.add_row(label, sparkline(averages.tolist()), f"{averages[-1]:{form}}")
    return table


def _show(
    wanted: Experiment,
    place: Path,
    generations: list[Generation],
    results: dict[str, EvaluationResult],
    evaluation: int,
) -> None:
    out = console()
    last = generations[-WINDOW:]
    mean = {
        name: sum(getattr(each, name) for each in last) / len(last) for name in ("fitness", "roi")
    }
    out.print(
        f"{wanted.name}: {len(generations)} generations, the last {len(last)} with a best "
        f"fitness of {mean['fitness']:.3f} and an ROI of {mean['roi']:+.0f} % on average"
    )
    if results:
        out.print(_results(results, evaluation))
    out.print(f"kept in {place}: best.npz, curves.svg, generations.csv", markup=False)


def _results(results: dict[str, EvaluationResult], tournaments: int) -> Table:
    title = f"Among eleven of each static type, {tournaments:,} tournaments"
    table = figures_table(title, "", "Fitness", "Place", "ROI %", "VPIP", "PFR", "AFq")
    for result in results.values():
        table.add_row(
            result.name,
            f"{result.fitness:.4f}",
            f"{result.place:.1f}",
            f"{result.roi:+.1f} ± {result.roi_error:.1f}",
            *(f"{figure:.0f}" for figure in (result.vpip, result.pfr, result.afq)),
        )
    return table
