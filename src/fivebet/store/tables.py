"""The tables: runs, their chunks while they are unfinished, hands and decisions; drills.

Tables and columns keep the names that stores of 0.1.0 have.
"""

from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, Date, DateTime, Double, ForeignKey, MetaData, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    """All tables; constraints have names, so that migrations can change them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(column_0_label)s",
            "uq": "uq_%(table_name)s_%(column_0_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


def _now() -> datetime:
    return datetime.now(UTC)


def _of_run() -> Mapped[int]:
    return mapped_column(ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True)


class Run(Base):
    """A job on record: what is run, how far it is and what it came to."""

    __tablename__ = "runs"

    id: Mapped[int] = mapped_column(primary_key=True)
    fingerprint: Mapped[str] = mapped_column(index=True)
    """The same for the same settings, while results stay the same."""
    kind: Mapped[str]
    settings: Mapped[dict[str, Any]] = mapped_column(JSON)
    """Enough to run it again."""
    players: Mapped[list[str]] = mapped_column(JSON)
    folder: Mapped[str]
    """The working folder of the command: agents in files are found from there."""
    version: Mapped[str]
    status: Mapped[str]
    """running, interrupted or finished."""
    worker: Mapped[str]
    """The process that works on it, as host:number."""
    chunks: Mapped[int] = mapped_column("pieces")
    done: Mapped[int] = mapped_column(default=0)
    created: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=_now)
    updated: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=_now, onupdate=_now)
    result: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))


class Chunk(Base):
    """A chunk of an unfinished run."""

    __tablename__ = "pieces"
    __table_args__ = ({"sqlite_with_rowid": False},)

    run: Mapped[int] = _of_run()
    number: Mapped[int] = mapped_column(primary_key=True)
    last: Mapped[int]
    data: Mapped[str] = mapped_column(Text)
    """JSON, as the job's reducer takes it."""
    state: Mapped[bytes | None]
    """The pickled state that the next chunk continues from, if agents remember."""


class GameRow(Base):
    """A game as hands were played in it."""

    __tablename__ = "games"

    id: Mapped[int] = mapped_column(primary_key=True)
    fingerprint: Mapped[str] = mapped_column(unique=True)
    name: Mapped[str]
    definition: Mapped[dict[str, Any]] = mapped_column(JSON)


class HandRow(Base):
    """A recorded hand, in the texts of `fivebet.store.hands`."""

    __tablename__ = "hands"
    __table_args__ = ({"sqlite_with_rowid": False},)

    run: Mapped[int] = _of_run()
    serial: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    chunk: Mapped[int] = mapped_column("piece")
    game: Mapped[int] = mapped_column(ForeignKey("games.id"))
    seed: Mapped[str]
    number: Mapped[int] = mapped_column(BigInteger)
    seating: Mapped[str]
    stacks: Mapped[str]
    cards: Mapped[str]
    actions: Mapped[str]
    payoffs: Mapped[str]
    mucked: Mapped[str]


class Decision(Base):
    """One action of a recorded hand, with its agent and reasons."""

    __tablename__ = "decisions"
    __table_args__ = ({"sqlite_with_rowid": False},)

    run: Mapped[int] = _of_run()
    hand: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    """The hand's serial number."""
    number: Mapped[int] = mapped_column(primary_key=True)
    """From 0, in the order of the hand."""
    seat: Mapped[int]
    agent: Mapped[str]
    action: Mapped[str]
    reasons: Mapped[str]
    """JSON, or nothing."""


class DrillAnswer(Base):
    """A person's answer to a drill."""

    __tablename__ = "drill_answers"

    id: Mapped[int] = mapped_column(primary_key=True)
    person: Mapped[str] = mapped_column(index=True)
    """A digest of the token that the person's browser has."""
    drill: Mapped[str]
    kind: Mapped[str]
    action: Mapped[str]
    loss: Mapped[float] = mapped_column(Double)
    """The big blinds that the answer loses against the best one."""
    rating: Mapped[float] = mapped_column(Double)
    """The person's rating afterwards."""
    day: Mapped[date] = mapped_column(Date)


class DrillRepetition(Base):
    """A mistake that comes again."""

    __tablename__ = "drill_repetitions"
    __table_args__ = ({"sqlite_with_rowid": False},)

    person: Mapped[str] = mapped_column(primary_key=True)
    drill: Mapped[str] = mapped_column(primary_key=True)
    step: Mapped[int]
    """How often it was answered well since."""
    due: Mapped[date] = mapped_column(Date)


class OwnDrill(Base):
    """A drill from a person's own hands, with its answer."""

    __tablename__ = "own_drills"
    __table_args__ = ({"sqlite_with_rowid": False},)

    person: Mapped[str] = mapped_column(primary_key=True)
    drill: Mapped[str] = mapped_column(primary_key=True)
    decision: Mapped[dict[str, Any]] = mapped_column(JSON)
    serial: Mapped[int] = mapped_column(server_default="0")
    """Later drills of a person have a larger one."""
