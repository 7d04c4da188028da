"""Drills: solved decisions as puzzles, graded by the expected value that is lost.

A person is whoever sends the same token; a digest of it is stored with the answers. Without a
token, or in a card room that keeps nothing, answers are graded and forgotten.
"""

import asyncio
from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, HTTPException, Query
from pydantic import BaseModel, Field, ValidationError

from fivebet.cards import as_cards
from fivebet.errors import SolvingError
from fivebet.solving import Spot
from fivebet.solving.spot import STREETS
from fivebet.store.drills import DrillBook
from fivebet.store.tables import DrillAnswer
from fivebet.study.drills import flop, own
from fivebet.study.drills.decision import Drill, SolvedDecision
from fivebet.study.drills.ratings import FIRST_RATING, next_rating, next_repetition
from fivebet.study.drills.sets import DAILY_KINDS, SET_SIZE, daily_set, draw_set, find_drill
from fivebet.study.library.flops import POTS, kept_flops
from fivebet.web.api.dependencies import JobsDependency, QuestionsDependency, Token
from fivebet.web.api.solutions import SolveRequest
from fivebet.web.tables.participants import digest

router = APIRouter(tags=["drills"])

SetName = Literal["daily", "mixed", "preflop", "pushfold", "flop", "river", "mistakes", "own"]
ActionName = Annotated[
    str, Field(pattern=r"^(fold|check|call|(bet|raise|all-in) [0-9]{1,9})$", examples=["call"])
]
_MOST_SEEDS = 2**31
LEAST_TOKEN = 16


class DrillAction(BaseModel):
    """An action that can be chosen: its name, and how people call it."""

    name: str
    label: str


class DrillResponse(BaseModel):
    """A drill without its answer; amounts are in big blinds."""

    id: str
    kind: str
    title: str
    story: str
    hand: str
    cards: str
    board: str
    pot: float
    to_call: float
    stack: float
    actions: list[DrillAction]
    rating: int
    """How hard it is, as a rating."""
    method: str
    """How the answer is known."""


class DrillSetResponse(BaseModel):
    """Some drills to be answered one after the other."""

    name: str
    day: date
    total: int
    """The number of drills in the whole set."""
    drills: list[DrillResponse]


class DrillAnswerRequest(BaseModel):
    """An answer to a drill."""

    drill: str = Field(max_length=80, examples=["pushfold.17.A5s"])
    action: str = Field(max_length=40, examples=["fold"])


class StudyLink(BaseModel):
    """Where the spot can be studied: on a page, or as a spot for the solver and a path."""

    page: str = ""
    spot: SolveRequest | None = None
    at: str = ""


class DrillGradeResponse(BaseModel):
    """What an answer is worth, in big blinds."""

    drill: str
    action: str
    best: str
    loss: float
    """What the answer wins less than the best one."""
    sentence: str
    values: dict[str, float]
    """What each action wins from here on."""
    shares: dict[str, float]
    """How often the solution takes each action."""
    study: StudyLink
    counted: bool
    """Whether the answer is kept: the first one to a drill, and those to mistakes that are due."""
    rating: float
    """The person's rating afterwards."""
    rating_before: float


class DrillKindResponse(BaseModel):
    """A person's answers to drills of one kind."""

    kind: str
    answered: int
    right: int
    lost: float


class DrillRecordResponse(BaseModel):
    """What a person has answered."""

    rating: float
    answered: int
    kinds: list[DrillKindResponse]
    ratings: list[float]
    """After each of the latest answers."""
    due: int
    """The mistakes that come again today."""
    own: int
    """The drills from the person's own hands."""
    flops: int
    """The flops of the library that are solved."""
    kept: bool
    """Whether answers are kept at all."""


class OwnDrillRequest(BaseModel):
    """A decision of a person's own hands, such as a review has found.

    Either `values` says what each action wins from here on, in big blinds, or the decision is a
    node of a turn or a river, which is solved then.
    """

    hand: str = Field(max_length=10, examples=["8c8s"])
    values: dict[ActionName, Annotated[float, Field(ge=-1e9, le=1e9)]] = Field({}, max_length=20)
    shares: dict[ActionName, Annotated[float, Field(ge=0, le=1)]] = Field({}, max_length=20)
    """How often the solution takes each action, where that is known."""
    spot: dict[str, Any] | None = None
    """The street as `Spot.to_dict` has it."""
    at: str = Field("", max_length=400, examples=["check, bet 100"])
    """The path to the decision in the spot's tree."""
    big_blind: int = Field(100, ge=1, le=10**9)
    """The chips of a big blind, in the amounts of actions."""
    board: str = Field("", max_length=20)
    pot: float = Field(0.0, ge=0, le=1e9)
    to_call: float = Field(0.0, ge=0, le=1e9)
    stack: float = Field(0.0, ge=0, le=1e9)
    title: str = Field("", max_length=200)
    story: str = Field("", max_length=1_000)
    method: str = Field("", max_length=1_000)


async def _person(token: Token) -> str:
    """Return the digest of a person's token, or nothing."""
    return digest(token) if len(token) >= LEAST_TOKEN else ""


PersonDependency = Annotated[str, Depends(_person)]


async def _book(jobs: JobsDependency, person: PersonDependency) -> DrillBook | None:
    """Return where this person's answers are kept, if they are."""
    return jobs.drills if person else None


BookDependency = Annotated[DrillBook | None, Depends(_book)]


@router.get("/drills")
async def get_drills(
    questions: QuestionsDependency,
    person: PersonDependency,
    book: BookDependency,
    name: Annotated[SetName, Query(alias="set")] = "daily",
    seed: Annotated[int, Query(ge=0, lt=_MOST_SEEDS)] = 0,
    first: Annotated[int, Query(ge=0, lt=SET_SIZE)] = 0,
    count: Annotated[int, Query(ge=1, le=SET_SIZE)] = SET_SIZE,
) -> DrillSetResponse:
    """Return drills of a set of ten: those of the day, of a kind, or one's mistakes that are due.

    Solving takes a moment: the first one can be asked for alone, and the others meanwhile.
    """
    day = _today()
    total = SET_SIZE
    if name in ("mistakes", "own"):
        names = await _own_names(book, person, name, day)
        total, names = len(names), names[first : first + count]
        decisions = [await _own_decision(book, person, each) for each in names]
        questioned = await questions.ask(_find_questions, names, decisions)
        found = [each for each in questioned if each is not None]
        if book and len(found) < len(names):
            lost = [each for each, known in zip(names, questioned, strict=True) if known is None]
            await asyncio.to_thread(book.drop, person, lost)
    else:
        rating = await _rating(book, person)
        wanted = range(SET_SIZE)[first : first + count]
        found = await questions.ask(_draw_questions, name, day, seed, wanted, rating)
    drills = [DrillResponse(**each) for each in found]
    return DrillSetResponse(name=name, day=day, total=total, drills=drills)


@router.post("/drills/answers")
async def answer_drill(
    request: DrillAnswerRequest,
    questions: QuestionsDependency,
    person: PersonDependency,
    book: BookDependency,
) -> DrillGradeResponse:
    """Grade an answer by the expected value that it loses, and keep it."""
    decision = await _own_decision(book, person, request.drill)
    graded = await questions.ask(_grade, request.drill, request.action, decision)
    weight = graded.pop("drill_rating"), graded.pop("score")
    if book is None:
        before, counted, after = FIRST_RATING, False, next_rating(FIRST_RATING, *weight, 0)
    else:
        answer = DrillAnswer(
            person=person,
            drill=request.drill,
            kind=request.drill.partition(".")[0],
            action=request.action,
            loss=graded["loss"],
            day=_today(),
        )
        before, after, counted = await asyncio.to_thread(_keep, book, answer, *weight)
    return DrillGradeResponse(**graded, counted=counted, rating=after, rating_before=before)


@router.get("/drills/record")
async def get_record(
    person: PersonDependency, book: BookDependency, jobs: JobsDependency
) -> DrillRecordResponse:
    """Return what a person has answered so far."""
    return await asyncio.to_thread(_record, book, person, jobs.drills is not None)


@router.delete("/drills/record")
async def forget_record(
    person: PersonDependency, book: BookDependency, jobs: JobsDependency
) -> DrillRecordResponse:
    """Delete all answers of a person, and the drills from their own hands."""
    if book:
        await asyncio.to_thread(book.forget, person)
    return await asyncio.to_thread(_record, book, person, jobs.drills is not None)


@router.post("/drills/own", status_code=201)
async def add_own_drill(
    request: OwnDrillRequest,
    questions: QuestionsDependency,
    person: PersonDependency,
    book: BookDependency,
) -> DrillResponse:
    """Make a drill from a decision of one's own hands, and keep it."""
    if book is None:
        raise HTTPException(401, "own drills are kept for whoever sends a token: Bearer TOKEN")
    name, decision, question = await questions.ask(_make_own, request)
    await asyncio.to_thread(book.add_own, person, {name: decision})
    return DrillResponse(**question)


def _today() -> date:
    return datetime.now(UTC).date()


async def _rating(book: DrillBook | None, person: str) -> float:
    known = (await asyncio.to_thread(book.rating, person))[0] if book else None
    return FIRST_RATING if known is None else known


async def _own_names(book: DrillBook | None, person: str, name: SetName, day: date) -> list[str]:
    if book is None:
        return []
    if name == "mistakes":
        return await asyncio.to_thread(book.due, person, day, SET_SIZE)
    return (await asyncio.to_thread(book.own, person))[-SET_SIZE:]


async def _own_decision(book: DrillBook | None, person: str, drill: str) -> dict[str, Any] | None:
    if book is None or not drill.startswith(f"{own.KIND}."):
        return None
    return await asyncio.to_thread(book.own_decision, person, drill)


def _keep(
    book: DrillBook, answer: DrillAnswer, drill_rating: float, score: float
) -> tuple[float, float, bool]:
    """Store an answer if it counts, and when the drill comes again.

    Return the rating before and after it, and whether it counts: of two at once only one may.
    """
    with book.answering:
        known, answered = book.rating(answer.person)
        before = FIRST_RATING if known is None else known
        planned = book.repetition(answer.person, answer.drill)
        is_due = planned is not None and planned[1] <= answer.day
        if not is_due and book.has_answered(answer.person, answer.drill):
            return before, before, False
        after = answer.rating = next_rating(before, drill_rating, score, answered)
        step = planned[0] if planned else None
        book.add(answer, next_repetition(step, answer.loss > 0, answer.day))
        return before, after, True


def _record(book: DrillBook | None, person: str, kept: bool) -> DrillRecordResponse:
    flops = sum(len(kept_flops(pot)) for pot in POTS)
    if book is None:
        return DrillRecordResponse(
            rating=FIRST_RATING,
            answered=0,
            kinds=[],
            ratings=[],
            due=0,
            own=0,
            flops=flops,
            kept=kept,
        )
    record = book.record(person)
    return DrillRecordResponse(
        rating=FIRST_RATING if record.rating is None else record.rating,
        answered=record.answered,
        kinds=[
            DrillKindResponse(
                kind=each.kind, answered=each.answered, right=each.right, lost=each.lost
            )
            for each in record.kinds
        ],
        ratings=list(record.ratings),
        due=book.count_due(person, _today()),
        own=len(book.own(person)),
        flops=flops,
        kept=kept,
    )


def _draw_questions(
    name: str, day: date, seed: int, wanted: range, rating: float
) -> list[dict[str, Any]]:
    if name == "daily":
        drills = daily_set(day, wanted.start, len(wanted))
    else:
        mixed = (*DAILY_KINDS, flop.KIND) if flop.has_flops() else DAILY_KINDS
        kinds = mixed if name == "mixed" else (name,)
        drills = draw_set(kinds, seed, len(wanted), rating, wanted.start)
    return [drill.question() for drill in drills]


def _find_questions(
    names: Sequence[str], decisions: Sequence[dict[str, Any] | None]
) -> list[dict[str, Any] | None]:
    """Return the questions of drills; None for one that other charts or flops have changed."""
    found: list[dict[str, Any] | None] = []
    for name, decision in zip(names, decisions, strict=True):
        try:
            found.append(_find(name, decision).question())
        except SolvingError:
            found.append(None)
    return found


def _find(name: str, decision: dict[str, Any] | None) -> Drill:
    """Return a drill by its name, or from what is kept of it."""
    if decision is None:
        return find_drill(name)
    return own.decision_from_dict(decision).drill(name.rpartition(".")[2])


def _grade(name: str, action: str, decision: dict[str, Any] | None) -> dict[str, Any]:
    drill = _find(name, decision)
    grade, answer = drill.grade(action), drill.answer()
    study = answer["study"]
    return {
        "drill": name,
        "action": action,
        "best": grade.best,
        "loss": grade.loss,
        "sentence": grade.sentence(drill),
        "values": answer["values"],
        "shares": answer["shares"],
        "study": StudyLink(
            page=study.get("page", ""),
            spot=solve_request(study) if "spot" in study else None,
            at=study.get("at", ""),
        ),
        "drill_rating": drill.rating,
        "score": grade.score,
    }


def solve_request(study: dict[str, Any]) -> SolveRequest:
    """Return a spot as the solver's endpoint takes it."""
    spot = study["spot"]
    if spot.get("limit") or spot["last_street"] != STREETS[-1]:
        raise SolvingError(
            "the card room solves no-limit spots with bets on all streets, and this is none"
        )
    sizes = {
        f"{what} {player} {street}": text
        for player, streets in zip(("oop", "ip"), spot["menus"], strict=True)
        for street, offered in zip(STREETS, streets, strict=True)
        for what, text in offered.items()
        if text is not None
    }
    rest = {name: spot[name] for name in ("board", "pot", "stack", "oop", "ip")}
    rules = {name: spot[name] for name in ("add_all_in", "force_all_in", "merge", "rake_cap")}
    rake = round(100 * spot["rake"], 10)  # 100 × 0.07 is not 7
    others = {"sizes": sizes, "removed": spot.get("removed", []), "target": study["target"]}
    body = rest | rules | others | {"rake": rake}
    try:
        return SolveRequest(**body)
    except ValidationError as error:
        problem = error.errors()[0]
        raise SolvingError(
            f"the card room cannot solve this spot: {problem['loc'][0]}: {problem['msg']}"
        ) from None


def _make_own(request: OwnDrillRequest) -> tuple[str, dict[str, Any], dict[str, Any]]:
    """Return the name of a new drill, what is kept of it, and its question."""
    spot = None if request.spot is None else _read_spot(request.spot)
    if request.values:
        decision = _known_decision(request, spot)
    elif spot is None or len(spot.board) < 4:
        raise SolvingError("give values, or a turn or a river as a spot: others take too long here")
    else:
        decision = own.decision_from_spot(
            spot,
            request.at,
            request.hand,
            big_blind=request.big_blind,
            title=request.title,
            story=request.story,
        )
    if spot is not None:
        solve_request(decision.study)  # so that it can be studied
    drill = Drill(decision, 0)
    return drill.id, own.decision_to_dict(decision), drill.question()


def _known_decision(request: OwnDrillRequest, spot: Spot | None) -> SolvedDecision:
    if len(request.values) < 2:
        raise SolvingError("a drill needs the values of two actions or more")
    if request.shares and set(request.shares) != set(request.values):
        raise SolvingError("shares are given for the same actions as values")
    hand = as_cards(request.hand)
    if len(hand) != 2 or hand & as_cards(request.board):
        raise SolvingError(f"{request.hand!r} are no two cards beside {request.board or 'nothing'}")
    study = {"spot": spot.to_dict(), "at": request.at, "target": own.TARGET} if spot else {}
    return own.decision_of_hand(
        request.hand,
        request.values,
        request.shares or None,
        title=request.title or "Your hand",
        story=request.story,
        method=request.method or "A decision of your own hands.",
        pot=request.pot,
        to_call=request.to_call,
        stack=request.stack,
        board=request.board,
        big_blind=request.big_blind,
        study=study,
    )


def _read_spot(data: dict[str, Any]) -> Spot:
    try:
        return Spot.from_dict(data)
    except (KeyError, TypeError, AttributeError, IndexError) as error:
        raise SolvingError(f"this is no spot: {type(error).__name__} {error}") from None
