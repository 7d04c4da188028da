"""What people have answered to drills: ratings, results by kind, and mistakes that come again.

A person is known by a digest of the token that their browser has; nothing else is stored.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from threading import Lock
from typing import Any

from sqlalchemy import delete, func, select

from fivebet.store.database import Database
from fivebet.store.tables import DrillAnswer, DrillRepetition, OwnDrill

_MOST_OWN = 500  # drills of one person


@dataclass(frozen=True, slots=True)
class KindResult:
    """A person's answers to the drills of one kind."""

    kind: str
    answered: int
    right: int
    lost: float
    """The big blinds that all answers have lost together."""


@dataclass(frozen=True, slots=True)
class DrillRecord:
    """All that a person has answered."""

    rating: float | None
    """None before the first answer."""
    answered: int
    kinds: tuple[KindResult, ...]
    ratings: tuple[float, ...]
    """After each of the latest answers, the last one at the end."""


class DrillBook:
    """The results of all people who have answered drills."""

    def __init__(self, url: str) -> None:
        self._database = Database(url)
        self.answering = Lock()
        """Held while an answer is judged by those before it and stored."""

    def close(self) -> None:
        """Close the store."""
        self._database.close()

    def rating(self, person: str) -> tuple[float | None, int]:
        """Return a person's rating, None before the first answer, and the number of answers."""
        mine = DrillAnswer.person == person
        latest = select(DrillAnswer.rating).where(mine).order_by(DrillAnswer.id.desc()).limit(1)
        with self._database.reading() as session:
            answered = session.scalar(select(func.count()).where(mine)) or 0
            return session.scalar(latest), answered

    def record(self, person: str, latest: int = 100) -> DrillRecord:
        """Return what a person has answered, and how the rating went over the latest answers."""
        mine = DrillAnswer.person == person
        by_kind = (
            select(
                DrillAnswer.kind,
                func.count(),
                func.count().filter(DrillAnswer.loss == 0),
                func.sum(DrillAnswer.loss),
            )
            .where(mine)
            .group_by(DrillAnswer.kind)
            .order_by(DrillAnswer.kind)
        )
        ratings = select(DrillAnswer.rating).where(mine).order_by(DrillAnswer.id.desc())
        with self._database.reading() as session:
            kinds = tuple(KindResult(*row) for row in session.execute(by_kind))
            course = tuple(session.scalars(ratings.limit(latest)))[::-1]
        return DrillRecord(
            course[-1] if course else None, sum(each.answered for each in kinds), kinds, course
        )

    def add(
        self,
        answer: DrillAnswer,
        repetition: tuple[int, date] | None,
    ) -> None:
        """Store an answer, and when its drill comes again if it does."""
        key = (answer.person, answer.drill)
        with self._database.writing() as session:
            old = session.get(DrillRepetition, key)
            if repetition is None:
                if old:
                    session.delete(old)
            else:
                step, due = repetition
                session.merge(DrillRepetition(person=key[0], drill=key[1], step=step, due=due))
            session.add(answer)

    def repetition(self, person: str, drill: str) -> tuple[int, date] | None:
        """Return how often a mistake was answered well since and when it is due, if it is one."""
        with self._database.reading() as session:
            found = session.get(DrillRepetition, (person, drill))
            return (found.step, found.due) if found else None

    def has_answered(self, person: str, drill: str) -> bool:
        """Return whether a person has answered a drill."""
        mine = (DrillAnswer.person == person, DrillAnswer.drill == drill)
        with self._database.reading() as session:
            return session.scalar(select(DrillAnswer.id).where(*mine).limit(1)) is not None

    def due(self, person: str, day: date, limit: int = 10) -> list[str]:
        """Return the drills that come again by a day, the longest due first."""
        statement = (
            select(DrillRepetition.drill)
            .where(DrillRepetition.person == person, DrillRepetition.due <= day)
            .order_by(DrillRepetition.due, DrillRepetition.drill)
            .limit(limit)
        )
        with self._database.reading() as session:
            return list(session.scalars(statement))

    def count_due(self, person: str, day: date) -> int:
        """Return the number of drills that come again by a day."""
        statement = select(func.count()).where(
            DrillRepetition.person == person, DrillRepetition.due <= day
        )
        with self._database.reading() as session:
            return session.scalar(statement) or 0

    def drop(self, person: str, drills: Sequence[str]) -> None:
        """Let drills of a person not come again."""
        mine = (DrillRepetition.person == person, DrillRepetition.drill.in_(list(drills)))
        with self._database.writing() as session:
            session.execute(delete(DrillRepetition).where(*mine))

    def add_own(self, person: str, decisions: Mapping[str, dict[str, Any]]) -> None:
        """Store drills from a person's own hands; of too many, the oldest make way."""
        latest = select(func.max(OwnDrill.serial)).where(OwnDrill.person == person)
        with self._database.writing() as session:
            before = session.scalar(latest) or 0
            for serial, (drill, decision) in enumerate(decisions.items(), before + 1):
                session.merge(
                    OwnDrill(person=person, drill=drill, decision=decision, serial=serial)
                )
            session.flush()
            names = list(session.scalars(_own_names(person)))
            _delete_own(session, person, names[: max(0, len(names) - _MOST_OWN)])

    def own(self, person: str) -> list[str]:
        """Return the names of a person's own drills, the latest last."""
        with self._database.reading() as session:
            return list(session.scalars(_own_names(person)))

    def own_decision(self, person: str, drill: str) -> dict[str, Any] | None:
        """Return the decision of a person's own drill, if there is one."""
        with self._database.reading() as session:
            found = session.get(OwnDrill, (person, drill))
            return found.decision if found else None

    def forget(self, person: str) -> None:
        """Delete all that is stored of a person's drills."""
        with self._database.writing() as session:
            for table in (DrillAnswer, DrillRepetition, OwnDrill):
                session.execute(delete(table).where(table.person == person))


def _own_names(person: str) -> Any:
    mine = select(OwnDrill.drill).where(OwnDrill.person == person)
    return mine.order_by(OwnDrill.serial, OwnDrill.drill)


def _delete_own(session: Any, person: str, names: Iterable[str]) -> None:
    session.execute(
        delete(OwnDrill).where(OwnDrill.person == person, OwnDrill.drill.in_(list(names)))
    )
