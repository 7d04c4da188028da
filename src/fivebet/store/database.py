"""Opens a store, brings it up to date, and says in one sentence what is wrong with it."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.orm import Session

from fivebet.errors import StoreError
from fivebet.store.locations import display_url
from fivebet.store.tables import Base

_SECONDS_TO_WAIT = 30.0  # for another process that is writing, or for a server to answer
_TO_A_SERVER = {
    "connect_timeout": int(_SECONDS_TO_WAIT),
    "tcp_user_timeout": int(1000 * _SECONDS_TO_WAIT),
}
_NEW_STORE_LOCK = 0x5BE7


class Database:
    """A store that is open and up to date."""

    def __init__(self, url: str, seconds_to_wait: float = _SECONDS_TO_WAIT) -> None:
        self.url = url
        self._seconds_to_wait = seconds_to_wait
        self.engine = self._connect(url)
        self.on_server = self.engine.dialect.name == "postgresql"
        try:
            with self.translate_errors("cannot be opened"):
                self._bring_up_to_date()
        except StoreError:
            self.close()
            raise

    def close(self) -> None:
        """Close the store."""
        self.engine.dispose()

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """Open a transaction that is written whole or not at all."""
        with (
            self.translate_errors("cannot be written"),
            Session(self.engine) as session,
            session.begin(),
        ):
            yield session

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """Open a transaction that reads while others may write."""
        engine = self.engine.execution_options(reading=True)
        with self.translate_errors("cannot be read"), Session(engine) as session, session.begin():
            yield session

    @contextmanager
    def translate_errors(self, what: str) -> Iterator[None]:
        """Raise what the database complains about as one sentence."""
        try:
            yield
        except (SQLAlchemyError, self.engine.dialect.loaded_dbapi.Error) as error:
            why = str(error.orig if isinstance(error, DBAPIError) else error)
            raise StoreError(
                f"the store {display_url(self.url)} {what}: {_first_line(why)}"
            ) from error

    def insert(
        self, connection: Connection, table: type[Base], rows: Sequence[tuple[Any, ...]]
    ) -> None:
        """Insert whole rows in the order of the table's columns, as fast as the database can."""
        if not rows:
            return
        columns = [column.name for column in table.__table__.columns]
        if self.on_server:
            cursor = connection.connection.cursor()
            with cursor.copy(
                f"COPY {table.__tablename__} ({','.join(columns)}) FROM STDIN"
            ) as copy:
                for row in rows:
                    copy.write_row(row)
            return
        marks = ",".join("?" * len(columns))
        connection.exec_driver_sql(
            f"INSERT INTO {table.__tablename__} VALUES ({marks})", list(rows)
        )

    def _connect(self, given: str) -> Engine:
        try:
            url = make_url(given)
            if url.get_backend_name() == "sqlite":
                return _sqlite(url, self._seconds_to_wait)
            if url.get_backend_name() != "postgresql":
                raise NoSuchModuleError(url.get_backend_name())
            return create_engine(url, connect_args=_TO_A_SERVER)
        except (ArgumentError, NoSuchModuleError) as error:
            raise StoreError(
                f"{given!r} is no store: give the path of an SQLite file, "
                "postgresql://user:password@host/database, or none"
            ) from error
        except ImportError as error:
            raise StoreError(
                f"PostgreSQL is reached by psycopg: pip install 'fivebet[postgres]' ({error})"
            ) from error
        except OSError as error:
            where = display_url(given)
            raise StoreError(f"the store {where} cannot be made: {error.strerror}") from error

    def _bring_up_to_date(self) -> None:
        with self.engine.connect().execution_options(reading=True) as connection:
            if _version(connection) == versions()[-1]:
                return
        with self.engine.begin() as connection:
            if self.on_server:
                connection.execute(text(f"SELECT pg_advisory_xact_lock({_NEW_STORE_LOCK})"))
            version = _version(connection)
            if version not in (None, *versions()):
                raise StoreError(
                    f"the store {display_url(self.url)} is of version {version}, newer than this "
                    f"program, which knows {versions()[-1]}: upgrade fivebet or give another store"
                )
            _upgrade(connection)


@cache
def versions() -> tuple[str, ...]:
    """Return the versions of stores that this program knows, oldest first."""
    folder = files("fivebet.store").joinpath("migrations", "versions")
    names = (each.name for each in folder.iterdir())
    return tuple(sorted(name.partition("_")[0] for name in names if name[:4].isdigit()))


def _version(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def _upgrade(connection: Connection) -> None:
    from alembic import command  # noqa: PLC0415 - slow to load, and seldom needed
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(files("fivebet.store").joinpath("migrations")))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _sqlite(url: URL, seconds_to_wait: float) -> Engine:
    if url.database and url.database != ":memory:":
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(url, connect_args={"timeout": seconds_to_wait})

    @event.listens_for(engine, "connect")
    def set_up(connection: sqlite3.Connection, _: object) -> None:
        connection.isolation_level = None  # transactions begin where we say
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")  # in WAL mode, safe against crashes
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA cache_size = -65536")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # A transaction that writes takes its lock at once: two that read first and
        # write then could not both go on.
        reading = connection.get_execution_options().get("reading")
        connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")

    return engine


def _first_line(text: str) -> str:
    lines = [line.strip() for line in text.strip().splitlines() if line.strip()]
    return lines[0] if lines else "it does not say why"
