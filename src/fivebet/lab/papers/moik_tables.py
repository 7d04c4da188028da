"""The tables and figures of Moik's chapter 5, of all seeds, scalings and readings."""

from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from fivebet.lab.evolution.calibration import (
    Calibration,
    after_fee,
    implied_call_roi,
    implied_fee,
)
from fivebet.lab.evolution.curves import WINDOW
from fivebet.lab.evolution.evaluation import EvaluationResult
from fivebet.lab.evolution.evolution_run import READINGS
from fivebet.lab.evolution.experiment import STATIC
from fivebet.lab.papers.moik_runs import PlayedRun, Runs
from fivebet.lab.papers.reproduction import Figure, ReportTable, line_chart

Row = tuple[str | float, ...]
_BEST_SCHEDULES = 3  # of each way to compare them


def tables(
    runs: Mapping[str, Runs],
    labels: Mapping[str, str],
    references: Mapping[str, tuple[float, EvaluationResult]],
    calibrated: Sequence[Calibration],
) -> tuple[ReportTable, ...]:
    """Return all tables; runs are by the label of their scaling."""
    made = [_champions(runs, labels, references), _spread(runs, labels)]
    for scaling, played in runs.items():
        made += [_fields(scaling, labels[name], played[name]) for name in played]
    made.append(_curves(runs, labels))
    if calibrated:
        made.append(_schedules(calibrated))
    return tuple(made)


def _champions(
    runs: Mapping[str, Runs],
    labels: Mapping[str, str],
    references: Mapping[str, tuple[float, EvaluationResult]],
) -> ReportTable:
    """Tabulate champions by reading: mean, worst and best of the seeds."""
    rows: list[Row] = []
    fee = implied_fee()
    for scaling, by_experiment in runs.items():
        for name, played in by_experiment.items():
            for reading in READINGS:
                found = [each.champions[reading] for each in played]
                heroes = [each.results["hero"] for each in found]
                roi = [hero.roi for hero in heroes]
                rows.append(
                    (
                        f"{labels[name]}, {scaling}",
                        reading,
                        float(np.mean(roi)),
                        min(roi),
                        max(roi),
                        after_fee(float(np.mean(roi)), fee),
                        *(
                            float(np.mean([getattr(hero, what) for hero in heroes]))
                            for what in ("fitness", "vpip", "pfr")
                        ),
                        float(np.mean([each.sensitivity for each in found])),
                    )
                )
    for label, (sensitivity, hero) in references.items():
        figures = (hero.roi - hero.roi_error, hero.roi + hero.roi_error, after_fee(hero.roi, fee))
        style = hero.fitness, hero.vpip, hero.pfr
        rows.append((label, "no evolution", hero.roi, *figures, *style, sensitivity))
    return ReportTable(
        "Champions among static players, by reading: "
        + "; ".join(map(": ".join, READINGS.items())),
        (
            *("", "reading", "ROI, %", "lowest", "highest", f"after a fee of {100 * fee:.1f} %"),
            *("fitness", "VPIP", "PFR", "aces v 7-2"),
        ),
        tuple(rows),
    )


def _spread(runs: Mapping[str, Runs], labels: Mapping[str, str]) -> ReportTable:
    """Tabulate the returns of all players of the last populations."""
    rows: list[Row] = []
    for scaling, by_experiment in runs.items():
        for name, played in by_experiment.items():
            roi = [[row.roi for row in each.candidates] for each in played]
            quartiles = np.mean(np.quantile(roi, (0, 0.25, 0.5, 0.75, 1), axis=1), axis=1)
            rows.append((f"{labels[name]}, {scaling}", *(float(each) for each in quartiles)))
    return ReportTable(
        "ROI of the last population among static players, %, mean of the seeds",
        ("", "worst", "lower quartile", "median", "upper quartile", "best"),
        tuple(rows),
    )


def _fields(scaling: str, label: str, played: Sequence[PlayedRun]) -> ReportTable:
    """Tabulate what everybody reached in the champion's field, on average over the seeds."""
    columns = ("fitness", "place", "roi", "vpip", "pfr", "afq")
    rows: list[Row] = [
        (
            who,
            *(float(np.mean([getattr(e.results[who], what) for e in played])) for what in columns),
        )
        for who in ("hero", *STATIC)
    ]
    title = f"{label} among static players, {scaling}, mean of {len(played)} seeds"
    return ReportTable(title, ("", *columns), tuple(rows))


def _curves(runs: Mapping[str, Runs], labels: Mapping[str, str]) -> ReportTable:
    """Tabulate the averaged curves at ten points."""
    rows: list[Row] = []
    for scaling, by_experiment in runs.items():
        for name, played in by_experiment.items():
            own = {what: _mean(played, what) for what in ("fitness", "vpip", "pfr")}
            static = {
                what: _static_mean(played, what) for what in ("fitness", "roi", "vpip", "pfr")
            }
            numbers, floor = _floor(played)
            length = len(own["fitness"])
            for stop in np.linspace(length / 10, length, 10).astype(int):
                row = [float(own["fitness"][stop - 1])]
                row.append(float(np.interp(stop - 1, numbers, floor)))
                row += [float(own[what][stop - 1]) for what in ("vpip", "pfr")]
                row += [float(static[what][stop - 1]) for what in static]
                rows.append((f"{labels[name]}, {scaling}", float(stop), *row))
    return ReportTable(
        f"Best player by generation, {WINDOW}-generation averages; the floor is the best fitness "
        "of identical players",
        (
            *("", "generation", "fitness", "floor", "VPIP", "PFR"),
            *("fitness among static", "ROI there, %", "VPIP there", "PFR there"),
        ),
        tuple(rows),
    )


def _schedules(calibrated: Sequence[Calibration]) -> ReportTable:
    """Tabulate the schedules in use and those nearest to the print, by each way to compare."""
    chosen: dict[str, Calibration] = {each.schedule.name: each for each in calibrated[:2]}
    for distance in ("distance", "distance_with_fee", "fitness_distance"):
        nearest = sorted(calibrated, key=lambda each: float(getattr(each, distance)))
        chosen |= {each.schedule.name: each for each in nearest[:_BEST_SCHEDULES]}
    rows: list[Row] = [
        (
            name,
            *(each.roi[who] for who in STATIC),
            each.distance,
            each.distance_with_fee,
            each.fitness_distance,
        )
        for name, each in chosen.items()
    ]
    return ReportTable(
        "Static players by schedule (big blinds, hands a level, rise, ante): ROI, %, and the "
        f"distance from the print without a fee (always-call {implied_call_roi():.2f}, not "
        f"counted), with a fee of {100 * implied_fee():.2f} %, and from the printed fitnesses",
        ("", *STATIC, "without fee", "with fee", "fitness"),
        tuple(rows),
    )


def _mean(played: Sequence[PlayedRun], what: str) -> NDArray[np.float64]:
    mean: NDArray[np.float64] = np.mean([each.curve(what) for each in played], axis=0)
    return mean


def _static_mean(played: Sequence[PlayedRun], what: str) -> NDArray[np.float64]:
    mean: NDArray[np.float64] = np.mean([each.static_curve(what) for each in played], axis=0)
    return mean


def _floor(played: Sequence[PlayedRun]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the generations in which the floor was measured, and its mean over the seeds."""
    floors = np.array([[row.floor for row in each.survey] for each in played])
    numbers = np.flatnonzero(np.isfinite(floors).all(axis=0))
    mean: NDArray[np.float64] = floors[:, numbers].mean(axis=0)
    return numbers, mean


def figures(runs: Mapping[str, Runs], labels: Mapping[str, str]) -> tuple[Figure, ...]:
    """Return the figures of chapter 5, by their numbers, each with all scalings."""
    drawn = []
    for i, name in enumerate(labels):
        played = {scaling: by_experiment[name] for scaling, by_experiment in runs.items()}
        label = labels[name]
        for number, title, curves in (
            (1 + 5 * i, "overall fitness of the best", _fitness_curves(played)),
            (2 + 5 * i, "fitness by parts", _own(played, ("place", "hands_won", "mean_money"))),
            (5 + 5 * i, "ROI of the best among static players, %", _static(played, ("roi",))),
            (16 + i, "playing style of the best, %", _own(played, ("vpip", "pfr", "afq"))),
        ):
            axis = f"generation ({WINDOW}-generation average over the seeds)"
            drawn.append(line_chart(f"figure-5-{number}", f"{label}: {title}", curves, (axis, "")))
        for number, what in ((3 + 5 * i, "fitness"), (4 + 5 * i, "roi")):
            draw = partial(_draw_bars, played, what)
            drawn.append(Figure(f"figure-5-{number}", f"{label}: {what} by type", draw))
    return tuple(drawn)


Curves = dict[str, tuple[NDArray[np.int64], NDArray[np.float64]]]


def _fitness_curves(played: Mapping[str, Sequence[PlayedRun]]) -> Curves:
    curves = _own(played, ("fitness",)) | _static(played, ("fitness",))
    for scaling, each in played.items():
        curves[f"{scaling}: floor of identical players"] = _floor(each)
    return curves


def _own(played: Mapping[str, Sequence[PlayedRun]], names: Sequence[str]) -> Curves:
    return {
        f"{scaling}: {name.replace('_', ' ')}": _numbered(_mean(each, name))
        for scaling, each in played.items()
        for name in names
    }


def _static(played: Mapping[str, Sequence[PlayedRun]], names: Sequence[str]) -> Curves:
    return {
        f"{scaling}: {name} among static players": _numbered(_static_mean(each, name))
        for scaling, each in played.items()
        for name in names
    }


def _numbered(values: NDArray[np.float64]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    return np.arange(len(values)), values


def _draw_bars(played: Mapping[str, Sequence[PlayedRun]], what: str, axes: Axes) -> None:
    types = ("hero", *STATIC)
    width = 0.8 / len(played)
    for i, (scaling, each) in enumerate(played.items()):
        means = [float(np.mean([getattr(run.results[who], what) for run in each])) for who in types]
        axes.bar(np.arange(len(types)) + i * width, means, width, label=scaling)
    axes.set_xticks(np.arange(len(types)) + 0.4 - width / 2, types)
    axes.set_ylabel(what)
    axes.legend()
