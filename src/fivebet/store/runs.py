"""Runs in a store: beginning and resuming them, their pieces, results and hands."""

import json
import os
import socket
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import delete, func, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from fivebet.errors import StoreError
from fivebet.game import Game, HandRecord
from fivebet.store.chunks import Played
from fivebet.store.database import Database
from fivebet.store.hands import KeptHand, record_of
from fivebet.store.locations import shown_url
from fivebet.store.run_spec import Plan
from fivebet.store.tables import Decision, GameRow, HandRow, Piece, Run

__all__ = ["Runs", "StoredHand", "kept_of", "settle"]

_GIVEN_UP_AFTER = timedelta(minutes=10)
"""A run of another machine that has written nothing for so long is taken for dead."""


class StoredHand(NamedTuple):
    """A recorded hand, and why everybody acted as they did."""

    kept: KeptHand
    record: HandRecord


class Runs:
    """All runs of a store."""

    def __init__(self, url: str) -> None:
        self._database = Database(url)
        self._games: dict[Game, int] = {}

    def close(self) -> None:
        """Let go of the store."""
        self._database.close()

    def begin(self, plan: Plan, fresh: bool = False, wanted: int | None = None) -> int:
        """Claim an unfinished run of the same plan that nobody plays, or begin one.

        That is the wanted one, or else the latest; none if the start is to be fresh.
        """
        with self._database.writing() as session:
            unfinished = (
                select(Run)
                .where(Run.fingerprint == plan.fingerprint, Run.status != "finished")
                .order_by(Run.id.desc())
                .with_for_update()
            )
            if wanted is not None:
                unfinished = unfinished.where(Run.id == wanted)
            candidates = () if fresh else session.scalars(unfinished)
            run = next((each for each in candidates if not _is_played(each)), None)
            if run is None:
                run = Run(
                    fingerprint=plan.fingerprint,
                    kind=plan.kind,
                    settings=dict(plan.settings),
                    players=list(plan.players),
                    folder=str(Path.cwd()),
                    version=plan.version,
                    pieces=plan.pieces,
                )
                session.add(run)
            run.status, run.worker = "running", _ourselves()
            session.flush()
            return run.id

    def pieces(self, run: int) -> dict[int, Played]:
        """What is kept of an unfinished run, by number."""
        with self._database.reading() as session:
            rows = session.execute(
                select(Piece.number, Piece.data, Piece.last, Piece.state).where(Piece.run == run)
            )
            return {row.number: Played(json.loads(row.data), row.last, row.state) for row in rows}

    def write(self, run: int, pieces: Mapping[int, Played]) -> None:
        """Keep pieces and their hands, all or none."""
        rows = [
            (run, number, played.last, json.dumps(played.data), played.state)
            for number, played in pieces.items()
        ]
        covered = sum(played.last - number + 1 for number, played in pieces.items())
        with self._database.writing() as session:
            self._write_hands(session, run, pieces)
            connection = session.connection()
            self._database.insert(connection, Piece, rows)
            session.execute(update(Run).where(Run.id == run).values(done=Run.done + covered))

    def finish(self, run: int, result: dict[str, Any], last: int) -> None:
        """Keep the result; forget the pieces, and the hands of those that do not count."""
        beyond = select(HandRow.serial).where(HandRow.run == run, HandRow.piece > last)
        with self._database.writing() as session:
            session.execute(delete(Decision).where(Decision.run == run, Decision.hand.in_(beyond)))
            session.execute(delete(HandRow).where(HandRow.run == run, HandRow.piece > last))
            session.execute(delete(Piece).where(Piece.run == run))
            values = {"status": "finished", "result": result, "done": last + 1}
            session.execute(update(Run).where(Run.id == run).values(values))

    def interrupt(self, run: int) -> None:
        """Say that nobody plays it for now."""
        with self._database.writing() as session:
            session.execute(update(Run).where(Run.id == run).values(status="interrupted"))

    def listed(self) -> list[Run]:
        """All runs, oldest first."""
        with self._database.reading() as session:
            runs = list(session.scalars(select(Run).order_by(Run.id)))
            session.expunge_all()
        for run in runs:
            settle(run)
        return runs

    def one(self, run: int) -> Run:
        """The run of that number."""
        with self._database.reading() as session:
            found = session.get(Run, run)
            session.expunge_all()
        if found is None:
            raise StoreError(
                f"there is no run {run} in {shown_url(self._database.url)}: "
                "fivebet runs lists those that are"
            )
        settle(found)
        return found

    def remove(self, run: int) -> None:
        """Forget a run and all that belongs to it."""
        if self.one(run).status == "running":
            raise StoreError(f"run {run} is being played: interrupt it first")
        with self._database.writing() as session:
            session.execute(delete(Run).where(Run.id == run))

    def hand_count(self, run: int) -> int:
        """How many hands of a run were recorded."""
        with self._database.reading() as session:
            counted = select(func.count()).select_from(HandRow).where(HandRow.run == run)
            return session.scalar(counted) or 0

    def hands(self, run: int) -> Iterator[StoredHand]:
        """The recorded hands of a run, in their order."""
        players = self.one(run).players
        with self._database.reading() as session:
            games = {
                row.id: Game.from_dict(row.definition) for row in session.scalars(select(GameRow))
            }
            rows = select(HandRow).where(HandRow.run == run).order_by(HandRow.serial)
            decided = select(Decision).where(Decision.run == run)
            decided = decided.order_by(Decision.hand, Decision.number)
            # Both in the order of hands, some at a time: a run may have millions.
            decisions = _Ahead(session.scalars(decided.execution_options(yield_per=10_000)))
            for row in session.scalars(rows.execution_options(yield_per=1_000)):
                kept = kept_of(row, games[row.game], decisions.of(row.serial))
                yield StoredHand(kept, record_of(kept, players))

    def record(self, hands: Iterable[tuple[int, KeptHand]]) -> None:
        """Keep hands of runs that go on hand by hand, all or none."""
        with self._database.writing() as session:
            self._insert(session, [(run, 0, kept) for run, kept in hands])

    def claim(self, run: int, kind: str) -> Run | None:
        """Take over an unfinished run of a kind that nobody plays; None if there is no such run."""
        with self._database.writing() as session:
            found = session.get(Run, run)
            if found is None or found.kind != kind or found.status == "finished":
                return None
            if _is_played(found):
                return None
            found.status, found.worker = "running", _ourselves()
            session.flush()
            session.expunge(found)
            return found

    def amend(self, run: int, settings: Mapping[str, Any]) -> None:
        """Change what is known of a run that goes on hand by hand."""
        with self._database.writing() as session:
            session.execute(update(Run).where(Run.id == run).values(settings=dict(settings)))

    def _write_hands(self, session: Session, run: int, pieces: Mapping[int, Played]) -> None:
        self._insert(
            session,
            [(run, number, kept) for number, played in pieces.items() for kept in played.hands],
        )

    def _insert(self, session: Session, recorded: Sequence[tuple[int, int, KeptHand]]) -> None:
        players = {run: session.get_one(Run, run).players for run in {each[0] for each in recorded}}
        hands: list[tuple[Any, ...]] = []
        decisions: list[tuple[Any, ...]] = []
        for run, piece, kept in recorded:
            game = self._games.get(kept.game) or self._game(session, kept.game)
            hands.append(_hand_row(run, piece, game, kept))
            names = [players[run][player] for player in kept.seating]
            decisions += [
                (run, kept.serial, index, seat, names[seat], action, reasons)
                for index, (action, (seat, reasons)) in enumerate(
                    zip(kept.actions.split(), kept.decisions, strict=True)
                )
            ]
        connection = session.connection()
        self._database.insert(connection, HandRow, hands)
        self._database.insert(connection, Decision, decisions)

    def _game(self, session: Session, game: Game) -> int:
        definition = game.to_dict()
        fingerprint = json.dumps(definition, sort_keys=True, separators=(",", ":"))
        on = postgresql if self._database.on_server else sqlite
        session.execute(
            on.insert(GameRow)
            .values(fingerprint=fingerprint, name=str(game), definition=definition)
            .on_conflict_do_nothing(index_elements=["fingerprint"])
        )
        found = select(GameRow.id).where(GameRow.fingerprint == fingerprint)
        self._games[game] = session.scalars(found).one()
        return self._games[game]


def _hand_row(run: int, piece: int, game: int, kept: KeptHand) -> tuple[Any, ...]:
    return (
        run,
        kept.serial,
        piece,
        game,
        str(kept.seed),
        kept.number,
        " ".join(map(str, kept.seating)),
        kept.stacks,
        kept.cards,
        kept.actions,
        kept.payoffs,
        kept.mucked,
    )


def kept_of(row: HandRow, game: Game, decisions: Iterable[Decision]) -> KeptHand:
    """A hand as it was written down, from its row and those of its decisions."""
    return KeptHand(
        row.serial,
        game,
        int(row.seed),
        row.number,
        tuple(map(int, row.seating.split())),
        row.stacks,
        row.cards,
        row.actions,
        row.payoffs,
        row.mucked,
        tuple((each.seat, each.reasons) for each in decisions),
    )


class _Ahead:
    """Decisions in the order of hands, one ahead."""

    def __init__(self, decisions: Iterable[Decision]) -> None:
        self._decisions = iter(decisions)
        self._next = next(self._decisions, None)

    def of(self, hand: int) -> Iterator[Decision]:
        """Those of the next hand that has some."""
        while self._next is not None and self._next.hand == hand:
            yield self._next
            self._next = next(self._decisions, None)


def _ourselves() -> str:
    return f"{socket.gethostname()}:{os.getpid()}"


def _is_played(run: Run) -> bool:
    """Whether some process is at it."""
    if run.status != "running":
        return False
    host, _, number = run.worker.rpartition(":")
    if host != socket.gethostname():
        updated = run.updated if run.updated.tzinfo else run.updated.replace(tzinfo=UTC)
        return datetime.now(UTC) - updated < _GIVEN_UP_AFTER
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return int(number) != os.getpid()


def settle(run: Run) -> None:
    """A run whose process has died without a word is interrupted."""
    if run.status == "running" and not _is_played(run):
        run.status = "interrupted"
