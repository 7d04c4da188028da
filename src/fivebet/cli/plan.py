"""`fivebet plan`: plans for the problems of a planning domain."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import module_from_spec, spec_from_file_location
from math import isfinite
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from fivebet.cli.output import Json, console, print_json
from fivebet.errors import PlanningError
from fivebet.planning import (
    BestPlan,
    Dynamic,
    Plan,
    Planner,
    Plans,
    Problem,
    Utility,
    attitude,
    read_domain,
    read_problems,
)
from fivebet.planning.best_search import Aggregate
from fivebet.planning.drawing import save_plan_tree
from fivebet.planning.planner import Compat, Effects
from fivebet.planning.utility import Attitude


def command(
    domain: Annotated[Path, typer.Argument(help="A file with (defdomain …).")],
    problem: Annotated[Path, typer.Argument(help="A file with (defproblem …).")],
    limit: Annotated[int, typer.Option(help="The number of plans to look for.")] = 1,
    every: Annotated[bool, typer.Option("--all", help="Look for all plans.")] = False,
    best: Annotated[
        bool, typer.Option("--best", help="Look for the plan of highest expected utility.")
    ] = False,
    attitude_: Annotated[
        Literal[Attitude, "dynamic"], typer.Option("--attitude", help="The attitude towards risk.")
    ] = "neutral",
    alpha: Annotated[float, typer.Option(help="The strength of the attitude towards risk.")] = 0.01,
    pivot: Annotated[
        float | None,
        typer.Option(
            help="--attitude dynamic: seek risk with less than this and avoid it with more."
        ),
    ] = None,
    wealth: Annotated[
        str, typer.Option(help="--attitude dynamic: the atom that gives the wealth.")
    ] = "stack",
    aggregate: Annotated[
        Aggregate,
        typer.Option(help="Use the utility of the total, or the thesis's sum over steps."),
    ] = "exact",
    printed: Annotated[
        bool, typer.Option("--printed", help="Use the utility as the thesis prints it.")
    ] = False,
    effects: Annotated[
        Effects,
        typer.Option(
            help="How to treat uncertain effects: sample them, or cover all in a policy (--best)."
        ),
    ] = "sampled",
    independent: Annotated[
        bool,
        typer.Option("--independent", help="Treat deletes, adds and costs as separate lotteries."),
    ] = False,
    seed: Annotated[int, typer.Option(help="Same seed, same luck.", min=0)] = 0,
    seconds: Annotated[
        float | None,
        typer.Option(help="The seconds after which each problem is answered with what was found."),
    ] = None,
    functions: Annotated[
        Path | None, typer.Option(help="A Python file with the functions that the domain calls.")
    ] = None,
    compat: Annotated[
        Compat | None, typer.Option(help="Follow the JSHOP2 program, not its manual.")
    ] = None,
    tree: Annotated[bool, typer.Option("--tree", help="Show the tasks of each plan.")] = False,
    draw: Annotated[
        Path | None, typer.Option(help="Draw the first plan's tree: .svg, .png or .pdf.")
    ] = None,
    trace: Annotated[
        bool, typer.Option("--trace", help="Print a trace of the search on standard error.")
    ] = False,
    json: Json = False,
) -> None:
    """Decompose tasks into plans, as JSHOP2 does, and weigh their risk.

    [bold]Examples[/bold]

      fivebet plan travel.htn trip.htn --all

      fivebet plan poker.htn hand.htn --best --attitude averse --alpha 0.01 --tree

      fivebet plan poker.htn hand.htn --best --attitude dynamic --pivot 80 --wealth stack

      fivebet plan blocks.htn towers.htn --compat jshop2 --limit 3 --json

      fivebet plan blocks.htn towers.htn --all --seconds 10
    """
    if best and (every or limit != 1):
        raise PlanningError("--best looks for one plan: leave out --all and --limit")
    if every and limit != 1:
        raise PlanningError("--all has no limit: leave out --limit")
    if best and trace:
        raise PlanningError("--trace tells the search for plans in order: leave out --best")
    if effects == "policy" and not best:
        raise PlanningError("--effects policy is for the best plan: add --best")
    planner = Planner(
        read_domain(domain),
        _functions(functions),
        compat=compat,
        independent=independent,
    )
    utility = _utility(attitude_, alpha, printed, pivot, wealth)
    how: dict[str, Any] = {
        "utility": utility,
        "aggregate": aggregate,
        "seed": seed,
        "seconds": seconds,
    }
    most = None if every else limit
    shown = _show_step if trace else None
    answers = [
        _best(each, planner.best(each, **how, effects=effects))
        if best
        else _listed(each, planner.plans(each, most, **how, trace=shown), most, aggregate)
        for each in read_problems(problem)
    ]
    drawn = next((answer for answer in answers if answer.plans), None)
    if draw and drawn:
        worth = utility.at(drawn.problem.state)
        save_plan_tree(drawn.plans[0].tree(worth, drawn.problem.name), draw)
    if json:
        problems = [
            {
                "plans": [_plan_dict(plan) for plan in each.plans],
                "optimal": each.optimal,
                "timed_out": each.timed_out,
            }
            for each in answers
        ]
        print_json({"problems": problems})
        return
    for number, answer in enumerate(answers, start=1):
        _print(answer, utility, tree, number if len(answers) > 1 else 0)
        if not answer.plans:
            missing = ", ".join(planner.undefined(answer.problem))
            late = f" was found {_within(seconds)}" if answer.timed_out else ""
            print(f"no plan{late}{f': nothing does {missing}' if missing else ''}")
        elif best:
            proved = answer.optimal
            print(
                "proved to be the best"
                if proved
                else f"the best found {_within(seconds)}, not proved"
            )
        elif answer.timed_out:
            print(f"found {_within(seconds)}: there may be others")


def _within(seconds: float | None) -> str:
    """Return the limit at which a search was ended."""
    return "before memory was full" if seconds is None else f"in {seconds:g} s"


@dataclass(frozen=True)
class _Answer:
    """The plans of a problem."""

    problem: Problem
    plans: tuple[Plan, ...]
    optimal: bool
    """Whether the first is proved to be the best."""
    timed_out: bool


def _best(problem: Problem, best: BestPlan) -> _Answer:
    plans = (best.plan,) if best.plan else ()
    return _Answer(problem, plans, best.optimal, timed_out=not best.optimal)


def _listed(problem: Problem, listed: Plans, limit: int | None, aggregate: Aggregate) -> _Answer:
    plans = listed.plans
    worths = [plan.utility if aggregate == "sum" else plan.equivalent for plan in plans]
    first_is_best = listed.complete and all(worth <= worths[0] for worth in worths)
    enough = limit is not None and len(plans) >= limit
    return _Answer(problem, plans, first_is_best, timed_out=not (listed.complete or enough))


def _utility(name: str, alpha: float, printed: bool, pivot: float | None, wealth: str) -> Utility:
    if name != "dynamic":
        if pivot is not None:
            raise PlanningError("--pivot is for --attitude dynamic: add that")
        return attitude(name, alpha, printed)
    if pivot is None or printed:
        raise PlanningError("--attitude dynamic needs --pivot, and the thesis prints no formula")
    return Dynamic(alpha, pivot, wealth.lower())


def _functions(path: Path | None) -> dict[str, Callable[..., object]]:
    if path is None:
        return {}
    spec = spec_from_file_location(path.stem, path)
    if not path.is_file() or spec is None or spec.loader is None:
        raise PlanningError(f"there is no Python file {str(path)!r} with functions")
    module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        raise PlanningError(f"the functions in {str(path)!r} do not load ({why})") from error
    return {
        name: value
        for name, value in vars(module).items()
        if callable(value) and not name.startswith("_")
    }


def _show_step(depth: int, what: str, task: str) -> None:
    print(f"{'  ' * min(depth, 40)}{what} {task}", file=sys.stderr)


def _plan_dict(plan: Plan) -> dict[str, Any]:
    data: dict[str, Any] = {
        "cost": plan.cost,
        # Exponential utilities may be beyond a double, and policies infinitely bad.
        "utility": plan.utility if isfinite(plan.utility) else None,
        "certainty_equivalent": plan.equivalent if isfinite(plan.equivalent) else None,
        "steps": [str(step) for step in plan.steps],
    }
    if plan.part:
        data["part"] = plan.part
    if plan.back:
        data["continue_with_part"] = plan.back
    if plan.outcomes:
        data["outcomes"] = [
            {"probability": each.chance, "cost": each.cost, "then": _plan_dict(each.plan)}
            for each in plan.outcomes
        ]
    return data


def _print(answer: _Answer, utility: Utility, tree: bool, number: int) -> None:
    out, problem = console(), answer.problem
    if number:
        out.print(f"[bold]problem {number}[/bold]")
    for count, plan in enumerate(answer.plans, start=1):
        out.print(
            f"[bold]plan {count}[/bold]: cost {plan.cost!r}, expected utility {plan.utility:.6g}, "
            f"certainty equivalent {plan.equivalent:.6g}, {len(plan.steps)} steps"
        )
        if tree:
            print(plan.tree(utility.at(problem.state), problem.name))
        else:
            _print_steps(plan, "  ")


def _print_steps(plan: Plan, indent: str) -> None:
    if plan.part:
        print(f"{indent}part {plan.part}:")
    for step in plan.steps:
        print(f"{indent}{step}")
    if plan.back:
        print(f"{indent}continue with part {plan.back}")
    for outcome in plan.outcomes:
        print(f"{indent}with probability {outcome.chance:.4g}, cost {outcome.cost:g}:")
        _print_steps(outcome.plan, f"{indent}  ")
