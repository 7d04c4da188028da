"""The runs of a store: beginning and resuming them, their chunks, results and hands."""

import json
import os
import socket
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import Select, delete, func, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from fivebet.errors import GameError, StoreError
from fivebet.game import Game
from fivebet.store.database import Database
from fivebet.store.hands import StoredHand
from fivebet.store.locations import display_url
from fivebet.store.run_spec import ChunkResult, RunSpec
from fivebet.store.tables import Chunk, Decision, GameRow, HandRow, Run

_ABANDONED_AFTER = timedelta(minutes=10)
"""A run of another machine that has written nothing for that long is taken for dead."""
_GREATEST_NUMBER = 2**63 - 1
"""The greatest number that a store can look for."""


class RunReader:
    """The runs of a store, to look at."""

    def __init__(self, url: str, seconds_to_wait: float | None = None) -> None:
        waiting = {} if seconds_to_wait is None else {"seconds_to_wait": seconds_to_wait}
        self._database = Database(url, **waiting)

    def close(self) -> None:
        """Close the store."""
        self._database.close()

    def run(self, number: int) -> Run | None:
        """Return the run of that number, if there is one."""
        if number > _GREATEST_NUMBER:
            return None
        return next(iter(self._select(select(Run).where(Run.id == number))), None)

    def _select(self, statement: Select[Any]) -> list[Run]:
        """Return runs; those whose process has died without a word count as interrupted."""
        with self._database.reading() as session:
            found = list(session.scalars(statement))
            session.expunge_all()
        for run in found:
            if run.status == "running" and not _is_active(run):
                run.status = "interrupted"
        return found


class Runs(RunReader):
    """All runs of a store."""

    def __init__(self, url: str, seconds_to_wait: float | None = None) -> None:
        super().__init__(url, seconds_to_wait)
        self._games: dict[Game, int] = {}

    def begin(self, spec: RunSpec, fresh: bool = False, wanted: int | None = None) -> int:
        """Resume an unfinished run of the same job that nobody works on, or begin a new one.

        That is the wanted run, or else the latest; never one if `fresh`.
        """
        with self._database.writing() as session:
            unfinished = (
                select(Run)
                .where(Run.fingerprint == spec.fingerprint, Run.status != "finished")
                .order_by(Run.id.desc())
                .with_for_update()
            )
            if wanted is not None:
                unfinished = unfinished.where(Run.id == wanted)
            candidates = () if fresh else session.scalars(unfinished)
            run = next((each for each in candidates if not _is_active(each)), None)
            if run is None:
                run = Run(
                    fingerprint=spec.fingerprint,
                    kind=spec.kind,
                    settings=dict(spec.settings),
                    players=list(spec.players),
                    folder=str(Path.cwd()),
                    version=spec.version,
                    chunks=spec.chunks,
                )
                session.add(run)
            run.status, run.worker = "running", _this_process()
            session.flush()
            return run.id

    def chunks(self, run: int) -> dict[int, ChunkResult]:
        """Return the chunks of an unfinished run, by number."""
        with self._database.reading() as session:
            rows = session.execute(
                select(Chunk.number, Chunk.data, Chunk.last, Chunk.state).where(Chunk.run == run)
            )
            return {
                row.number: ChunkResult(json.loads(row.data), row.last, row.state) for row in rows
            }

    def write(self, run: int, chunks: Mapping[int, ChunkResult]) -> None:
        """Write chunks and their hands, all or none."""
        rows = [
            (run, number, done.last, json.dumps(done.data), done.state)
            for number, done in chunks.items()
        ]
        covered = sum(done.last - number + 1 for number, done in chunks.items())
        with self._writing_hands() as session:
            self._write_hands(session, run, chunks)
            connection = session.connection()
            self._database.insert(connection, Chunk, rows)
            if any(done.state for done in chunks.values()):
                self._forget_states(session, run)
            session.execute(update(Run).where(Run.id == run).values(done=Run.done + covered))

    def finish(self, run: int, result: dict[str, Any], last: int) -> None:
        """Write the result; delete the chunks, and the hands of those that do not count."""
        beyond = select(HandRow.serial).where(HandRow.run == run, HandRow.chunk > last)
        with self._database.writing() as session:
            session.execute(delete(Decision).where(Decision.run == run, Decision.hand.in_(beyond)))
            session.execute(delete(HandRow).where(HandRow.run == run, HandRow.chunk > last))
            session.execute(delete(Chunk).where(Chunk.run == run))
            values = {"status": "finished", "result": result, "done": last + 1}
            session.execute(update(Run).where(Run.id == run).values(values))

    def interrupt(self, run: int) -> None:
        """Note that nobody works on a run for now."""
        with self._database.writing() as session:
            session.execute(update(Run).where(Run.id == run).values(status="interrupted"))

    def listed(self) -> list[Run]:
        """Return all runs, oldest first."""
        return self._select(select(Run).order_by(Run.id))

    def one(self, run: int) -> Run:
        """Return the run of that number."""
        found = self.run(run)
        if found is None:
            raise StoreError(
                f"there is no run {run} in {display_url(self._database.url)}: "
                "fivebet runs lists those that are"
            )
        return found

    def remove(self, run: int) -> None:
        """Delete a run and everything that belongs to it."""
        if self.one(run).status == "running":
            raise StoreError(f"run {run} is being played: interrupt it first")
        with self._database.writing() as session:
            session.execute(delete(Run).where(Run.id == run))

    def hand_count(self, run: int) -> int:
        """Return the number of recorded hands of a run."""
        with self._database.reading() as session:
            counted = select(func.count()).select_from(HandRow).where(HandRow.run == run)
            return session.scalar(counted) or 0

    def hands(self, run: int) -> Iterator[StoredHand]:
        """Iterate over the recorded hands of a run, in their order."""
        players = self.one(run).players
        with self._database.reading() as session:
            games = {
                row.id: Game.from_dict(row.definition) for row in session.scalars(select(GameRow))
            }
            rows = select(HandRow).where(HandRow.run == run).order_by(HandRow.serial)
            decided = select(Decision).where(Decision.run == run)
            decided = decided.order_by(Decision.hand, Decision.number)
            # Both in the order of hands, some at a time: a run may have millions.
            decisions = _DecisionsByHand(
                session.scalars(decided.execution_options(yield_per=10_000))
            )
            for row in session.scalars(rows.execution_options(yield_per=1_000)):
                yield read_hand(row, games[row.game], decisions.of(row.serial), players)

    def record(self, hands: Iterable[tuple[int, StoredHand]]) -> None:
        """Write hands of runs that grow hand by hand, all or none."""
        with self._writing_hands() as session:
            self._insert(session, [(run, 0, hand) for run, hand in hands])

    def has_hand(self, run: int, hand: StoredHand) -> bool:
        """Return whether a hand is stored; complain if another one is in its place."""
        with self._database.reading() as session:
            row = session.get(HandRow, (run, hand.serial))
            if row is not None and (row.cards, row.actions) != (hand.cards, hand.actions):
                raise GameError(f"hand {hand.serial} of run {run} was played by another process")
            return row is not None

    def claim(self, run: int, kind: str) -> Run | None:
        """Take over an unfinished run of a kind that nobody works on; None if there is none."""
        with self._database.reading() as session:  # most who ask for nothing do not lock the store
            if not _may_claim(session.get(Run, run), kind):
                return None
        with self._database.writing() as session:
            found = session.get(Run, run)
            if found is None or not _may_claim(found, kind):
                return None
            found.status, found.worker = "running", _this_process()
            session.flush()
            session.expunge(found)
            return found

    def amend(
        self, run: int, settings: Mapping[str, Any], players: Sequence[str] | None = None
    ) -> None:
        """Change the settings, and the players if given, of a run that grows hand by hand."""
        values: dict[str, Any] = {"settings": dict(settings)}
        if players is not None:
            values["players"] = list(players)
        with self._database.writing() as session:
            session.execute(update(Run).where(Run.id == run).values(values))

    @contextmanager
    def _writing_hands(self) -> Iterator[Session]:
        """Open a transaction for hands; what it has added is forgotten if it is not written."""
        try:
            with self._database.writing() as session:
                yield session
        except BaseException:
            self._games.clear()
            raise

    def _forget_states(self, session: Session, run: int) -> None:
        """Delete the states from which the next chunk has been done: one can be megabytes."""
        following = select(Chunk.number).where(Chunk.run == run).correlate(None)
        passed = update(Chunk).where(Chunk.run == run, Chunk.state.is_not(None))
        session.execute(passed.where((Chunk.last + 1).in_(following)).values(state=None))

    def _write_hands(self, session: Session, run: int, chunks: Mapping[int, ChunkResult]) -> None:
        self._insert(
            session,
            [(run, number, hand) for number, done in chunks.items() for hand in done.hands],
        )

    def _insert(self, session: Session, recorded: Sequence[tuple[int, int, StoredHand]]) -> None:
        players = {run: session.get_one(Run, run).players for run in {each[0] for each in recorded}}
        hands: list[tuple[Any, ...]] = []
        decisions: list[tuple[Any, ...]] = []
        for run, chunk, hand in recorded:
            game = self._games.get(hand.game) or self._game(session, hand.game)
            hands.append(_hand_row(run, chunk, game, hand))
            names = [players[run][player] for player in hand.seating]
            decisions += [
                (run, hand.serial, index, seat, names[seat], action, reasons)
                for index, (action, (seat, reasons)) in enumerate(
                    zip(hand.actions.split(), hand.decisions, strict=True)
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


def _hand_row(run: int, chunk: int, game: int, hand: StoredHand) -> tuple[Any, ...]:
    return (
        run,
        hand.serial,
        chunk,
        game,
        str(hand.seed),
        hand.number,
        " ".join(map(str, hand.seating)),
        hand.stacks,
        hand.cards,
        hand.actions,
        hand.payoffs,
        hand.mucked,
    )


def read_hand(
    row: HandRow, game: Game, decisions: Iterable[Decision], players: Sequence[str]
) -> StoredHand:
    """Return a hand from its row and those of its decisions."""
    return StoredHand(
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
        tuple(players),
    )


class _DecisionsByHand:
    """Iterates over decisions in the order of hands, reading one ahead."""

    def __init__(self, decisions: Iterable[Decision]) -> None:
        self._decisions = iter(decisions)
        self._next = next(self._decisions, None)

    def of(self, hand: int) -> Iterator[Decision]:
        """Iterate over the decisions of a hand; hands must be asked for in order."""
        while self._next is not None and self._next.hand == hand:
            yield self._next
            self._next = next(self._decisions, None)


def _this_process() -> str:
    return f"{socket.gethostname()}:{os.getpid()}"


def _is_active(run: Run) -> bool:
    """Return whether some process works on a run."""
    if run.status != "running":
        return False
    host, _, number = run.worker.rpartition(":")
    if host != socket.gethostname():
        updated = run.updated if run.updated.tzinfo else run.updated.replace(tzinfo=UTC)
        return datetime.now(UTC) - updated < _ABANDONED_AFTER
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return int(number) != os.getpid()


def _may_claim(run: Run | None, kind: str) -> bool:
    if run is None or run.kind != kind or run.status == "finished":
        return False
    return not _is_active(run)
