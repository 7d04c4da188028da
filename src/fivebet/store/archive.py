"""Queries over a store: its runs by kind, and its hands by who played what and how far."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, and_, false, func, or_, select
from sqlalchemy.orm import Session

from fivebet.errors import StoreError
from fivebet.game import Game
from fivebet.store.hands import StoredHand
from fivebet.store.runs import RunReader, read_hand
from fivebet.store.tables import Decision, GameRow, HandRow, Run

_BOARDS = {"preflop": 0, "flop": 6, "turn": 8, "river": 10}
_MOST_RUNS = 200
"""The latest of a player that are searched: a query must not be endless."""


@dataclass(frozen=True, slots=True)
class HandHit:
    """A hand that was found, and its run."""

    run: Run
    hand: StoredHand


@dataclass(frozen=True, kw_only=True)
class HandQuery:
    """Which hands are wanted; fields that are left out do not matter."""

    run: int | None = None
    kind: str = ""
    player: str = ""
    """A player's name, or its beginning."""
    game: str = ""
    street: str = ""
    """The last street that was dealt."""
    cards: tuple[str, ...] = ()
    """Cards that somebody held or that lay on the board, in runs of `open_kinds` only."""
    open_kinds: tuple[str, ...] = ()
    """The kinds of runs in which all cards may be known: a search must not find others out."""
    before: tuple[int, int] | None = None
    """Run and serial: only hands before that one, counting from the latest."""


class Archive(RunReader):
    """A store that is read while others write to it."""

    def runs(self, kinds: Sequence[str], limit: int = 200, status: str = "") -> list[Run]:
        """Return the latest runs of some kinds."""
        statement = select(Run).where(Run.kind.in_(kinds)).order_by(Run.id.desc()).limit(limit)
        if status:
            statement = statement.where(Run.status == status)
        return self._select(statement)

    def hand_counts(self, runs: Sequence[int]) -> dict[int, int]:
        """Return the number of recorded hands of each run."""
        counted = (
            select(HandRow.run, func.count()).where(HandRow.run.in_(runs)).group_by(HandRow.run)
        )
        with self._database.reading() as session:
            return {row[0]: row[1] for row in session.execute(counted)}

    def hands(self, query: HandQuery, limit: int) -> list[HandHit]:
        """Return the latest hands that a query wants."""
        with self._database.reading() as session:
            conditions = self._conditions(session, query)
            latest = select(HandRow).order_by(HandRow.run.desc(), HandRow.serial.desc())
            rows = list(session.scalars(latest.where(*conditions).limit(limit)))
            found = list(self._found(session, rows))
            session.expunge_all()
        return found

    def one(self, run: int, serial: int) -> HandHit:
        """Return the hand of that number in a run."""
        with self._database.reading() as session:
            row = session.get(HandRow, (run, serial))
            found = list(self._found(session, [row] if row else []))
            session.expunge_all()
        if not found:
            raise StoreError(f"there is no hand {serial} in run {run}")
        return found[0]

    def of_run(self, run: int, first: int, last: int, limit: int) -> list[HandHit]:
        """Return hands of a run from one serial number to another, in their order."""
        statement = (
            select(HandRow)
            .where(HandRow.run == run, HandRow.serial.between(first, last))
            .order_by(HandRow.serial)
            .limit(limit)
        )
        with self._database.reading() as session:
            found = list(self._found(session, list(session.scalars(statement))))
            session.expunge_all()
        return found

    def beside(self, run: int, serial: int) -> tuple[int | None, int | None]:
        """Return the serial numbers of the hands before and after one, within its run."""
        with self._database.reading() as session:
            of_run = HandRow.run == run
            before = select(func.max(HandRow.serial)).where(of_run, HandRow.serial < serial)
            after = select(func.min(HandRow.serial)).where(of_run, HandRow.serial > serial)
            return session.scalar(before), session.scalar(after)

    def _conditions(self, session: Session, query: HandQuery) -> list[ColumnElement[bool]]:
        found: list[ColumnElement[bool]] = []
        if query.run is not None:
            found.append(HandRow.run == query.run)
        if query.before:
            run, serial = query.before
            same = and_(HandRow.run == run, HandRow.serial < serial)
            found.append(or_(HandRow.run < run, same))
        if query.game:
            found.append(HandRow.game.in_(select(GameRow.id).where(GameRow.name == query.game)))
        if query.street:
            if query.street not in _BOARDS:
                raise StoreError(f"{query.street!r} is no street: give {', '.join(_BOARDS)}")
            # The board stands after the last bar; no hole cards are as long as one.
            found.append(HandRow.cards.like("%|" + "_" * _BOARDS[query.street]))
        if query.cards:
            found += [HandRow.cards.contains(card) for card in query.cards]
            found.append(HandRow.run.in_(select(Run.id).where(Run.kind.in_(query.open_kinds))))
        if query.kind:
            found.append(HandRow.run.in_(select(Run.id).where(Run.kind == query.kind)))
        if query.player:
            found.append(self._with_player(session, query))
        return found

    def _with_player(self, session: Session, query: HandQuery) -> ColumnElement[bool]:
        """Return a condition on players' numbers, by which hands know a run's players."""
        runs = select(Run.id, Run.players).order_by(Run.id.desc())
        if query.run is not None:
            runs = runs.where(Run.id == query.run)
        given = query.player.lower()
        cases: list[ColumnElement[bool]] = []
        for run, players in session.execute(runs):
            numbers = [i for i, name in enumerate(players) if str(name).lower().startswith(given)]
            if numbers and len(cases) < _MOST_RUNS:
                seated = [(" " + HandRow.seating + " ").like(f"% {n} %") for n in numbers]
                cases.append(and_(HandRow.run == run, or_(*seated)))
        return or_(false(), *cases)

    def _found(self, session: Session, rows: Sequence[HandRow]) -> Iterator[HandHit]:
        games: dict[int, Game] = {}
        for row in rows:
            run = session.get_one(Run, row.run)
            if row.game not in games:
                games[row.game] = Game.from_dict(session.get_one(GameRow, row.game).definition)
            decided = select(Decision).where(Decision.run == row.run, Decision.hand == row.serial)
            decisions = session.scalars(decided.order_by(Decision.number))
            yield HandHit(run, read_hand(row, games[row.game], decisions, run.players))
