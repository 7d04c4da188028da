"""`fivebet evolve`: networks learn tournaments, generation by generation."""

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from rich.table import Table

from fivebet.cards.showdown_strength import strength_table
from fivebet.cli.match_options import SCHEDULE_NAMES, find_schedule
from fivebet.cli.output import console, figures_table, progress_bar
from fivebet.cli.run_options import Presentation, RunOptions, run_and_present, with_run_options
from fivebet.errors import FivebetError
from fivebet.files import home
from fivebet.lab.evolution.curves import WINDOW, draw_curves, moving_average, sparkline
from fivebet.lab.evolution.evaluation import EvaluationResult
from fivebet.lab.evolution.evolution import EVOLUTION_KIND, Evolution, EvolutionResult
from fivebet.lab.evolution.evolve import Generation
from fivebet.lab.evolution.experiment import EXPERIMENTS, PLUS, SCHEDULE, Experiment
from fivebet.lab.evolution.folder import Folder

_SECONDS_BETWEEN_CURVES = 20.0


@with_run_options(without=("record", "trust", "report", "log"))
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
    *,
    options: RunOptions,
) -> int:
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
    job = Evolution(experiment=wanted, evaluation=evaluation, folder=str(place))
    options.make_executor(job)  # refuses what cannot work before anything takes long
    kept = Folder(place).begin(wanted, options.fresh)
    if evaluation or kept is None or kept.generation < generations:
        with progress_bar("Making the table of hand strengths", options.json) as progress:
            strength_table(progress)
    return run_and_present(EVOLUTION, job, replace(options, fresh=kept is None))


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


def _watch(result: EvolutionResult) -> Table:
    """Return the curves so far, and draw them into the folder now and then."""
    folder = Path(result.job.folder)
    drawn = folder / "curves.svg"
    last = drawn if drawn.exists() else folder / "experiment.json"
    if time.time() - last.stat().st_mtime > _SECONDS_BETWEEN_CURVES:
        _draw(result)
    return _curves(result.generations)


def _draw(result: EvolutionResult) -> None:
    curves = {result.job.experiment.name: result.generations}
    draw_curves(curves, Path(result.job.folder) / "curves")


def _curves(generations: Sequence[Generation]) -> Table:
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


def _show(result: EvolutionResult, _: float) -> None:
    out = console()
    job, last = result.job, result.generations[-WINDOW:]
    mean = {
        name: sum(getattr(each, name) for each in last) / len(last) for name in ("fitness", "roi")
    }
    out.print(
        f"{job.experiment.name}: {len(result.generations)} generations, the last {len(last)} with "
        f"a best fitness of {mean['fitness']:.3f} and an ROI of {mean['roi']:+.0f} % on average"
    )
    if result.evaluation:
        out.print(_results(result.evaluation, job.evaluation))
    out.print(f"kept in {job.folder}: best.npz, curves.svg, generations.csv", markup=False)


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


EVOLUTION = Presentation(
    EVOLUTION_KIND,
    _show,
    timing=lambda *_: {},
    label="Evolving",
    save=_draw,
    watch=_watch,
)
