"""`fivebet drill`: solved decisions as puzzles."""

import sys
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime
from typing import Annotated

import typer

from fivebet.cards import Card
from fivebet.cli.output import Json, console, figures_table, print_json, progress_bar
from fivebet.cli.play_text import coloured
from fivebet.errors import SolvingError
from fivebet.study.drills.decision import Drill, Grade, cards_of, signed
from fivebet.study.drills.sets import (
    DAILY_KINDS,
    SET_SIZE,
    daily_set,
    draw_set,
    known_kinds,
)

_MOST_DRILLS = 1000


def command(
    kind: Annotated[
        str | None,
        typer.Option(
            help="preflop, pushfold, flop or river, or several with commas; flop needs flops that "
            "fivebet library has made.",
            show_default="all but flop",
        ),
    ] = None,
    count: Annotated[
        int | None,
        typer.Option(
            help="The number of drills.", show_default=str(SET_SIZE), min=1, max=_MOST_DRILLS
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="The seed of the drills.", show_default="0", min=0)
    ] = None,
    rating: Annotated[
        float | None,
        typer.Option(
            help="How hard drills are: 800 is easy, 2000 hard.",
            show_default="as it comes",
            min=0,
            max=4000,
        ),
    ] = None,
    daily: Annotated[
        bool, typer.Option("--daily", help="Play the ten drills of today (UTC).")
    ] = False,
    day: Annotated[
        str | None, typer.Option(help="Play the ten drills of this day, like 2026-11-30.")
    ] = None,
    json: Json = False,
) -> None:
    """Answer solved decisions; each answer is graded by the expected value that it loses.

    With --json, or if there is nobody to ask, drills are listed with their answers.

    [bold]Examples[/bold]

      fivebet drill --daily

      fivebet drill --kind pushfold --count 20 --rating 1400

      fivebet drill --kind river --seed 7 --json
    """
    if daily or day is not None:
        if any(each is not None for each in (kind, count, seed, rating)):
            raise SolvingError(
                "the ten drills of a day are the same for everybody: leave out --kind, --count, "
                "--seed and --rating"
            )
        wanted = _date(day)
        drawn = (daily_set(wanted, first, 1)[0] for first in range(SET_SIZE))
    else:
        kinds = DAILY_KINDS if kind is None else tuple(map(str.strip, kind.split(",")))
        for each in kinds:
            if each not in known_kinds():
                raise SolvingError(f"there are no drills {each!r}: {', '.join(known_kinds())} are")
        numbers = range(SET_SIZE if count is None else count)
        drawn = (draw_set(kinds, seed or 0, 1, rating, first)[0] for first in numbers)
    if not json and sys.stdin.isatty():
        _ask(drawn)
        return
    drills: list[Drill] = []
    with progress_bar("Solving drills", quiet=json) as progress:
        for drill in drawn:
            drills.append(drill)
            progress(len(drills) / (count or SET_SIZE))
    if json:
        print_json([drill.question() | drill.answer() for drill in drills])
    else:
        _list(drills)


def _date(text: str | None) -> date:
    try:
        return datetime.now(UTC).date() if text is None else date.fromisoformat(text)
    except ValueError:
        raise SolvingError(f"{text!r} is no day: write it like 2026-11-30") from None


def _list(drills: Sequence[Drill]) -> None:
    table = figures_table("Drills", "Decision", "Hand", "Board", "Best", "Values", "Rating")
    for drill in drills:
        text, best = drill.decision.action_text, drill.answer()["best"]
        values = ", ".join(f"{text(name)} {signed(value)}" for name, value in drill.values.items())
        table.add_row(
            f"{drill.decision.title}\n{drill.decision.story}",
            *(
                cards_of(drill.hand, drill.decision.seed),
                drill.decision.board,
                text(best),
                values,
                f"{drill.rating:.0f}",
            ),
        )
    console().print(table)


def _ask(drills: Iterable[Drill]) -> None:
    """Ask one drill after the other, each solved when it comes, and say what answers cost."""
    out = console()
    grades: list[Grade] = []
    for number, drill in enumerate(drills, 1):
        out.print(f"\n[bold]{number}. {drill.decision.title}[/bold]")
        out.print(drill.decision.story, markup=False)
        out.print(coloured(_situation(drill)))
        for key, name in enumerate(drill.decision.actions, 1):
            out.print(f"  {key}  {drill.decision.action_text(name)}", markup=False)
        action = _choice(drill.decision.actions)
        if action is None:
            break
        grades.append(drill.grade(action))
        out.print(grades[-1].sentence(drill), markup=False)
    if grades:
        right = sum(not grade.is_mistake for grade in grades)
        lost = sum(grade.loss for grade in grades)
        out.print(f"\n{right} of {len(grades)} right, {lost:.2f} big blinds lost in all")


def _situation(drill: Drill) -> str:
    decision = drill.decision
    cards = _pretty(cards_of(drill.hand, decision.seed))
    where = f"  on  {_pretty(decision.board)}" if decision.board else ""
    call = f", {decision.to_call:g} to call" if decision.to_call else ""
    return f"{cards}{where}   pot {decision.pot:g}{call}, {decision.stack:g} behind"


def _pretty(cards: str) -> str:
    """Return cards with signs for their suits, in the order in which they were dealt."""
    return " ".join(Card(cards[at : at + 2]).pretty for at in range(0, len(cards), 2))


def _choice(actions: Sequence[str]) -> str | None:
    """Return the action that is typed, by its number or its first letters; None to leave."""
    while True:
        try:
            typed = input("> ").strip().lower()
        except EOFError:
            return None
        if typed in ("q", "quit"):
            return None
        if typed.isdecimal() and 1 <= int(typed) <= len(actions):
            return actions[int(typed) - 1]
        found = [name for name in actions if typed and name.startswith(typed)]
        if len(found) == 1:
            return found[0]
        print(f"type a number from 1 to {len(actions)}, the first letters of an action, or q")
