import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, text

from fivebet.errors import StoreError
from fivebet.store.database import Database, versions
from fivebet.store.locations import display_url, might_have_unfinished, store_url
from fivebet.store.tables import Base


def test_migrations_make_the_tables_that_the_program_uses(store_url: str) -> None:
    database = Database(store_url)
    with database.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []
    database.close()


def test_a_store_is_opened_again_as_it_was_left(store_url: str) -> None:
    Database(store_url).close()
    database = Database(store_url)
    with database.reading() as session:
        assert session.scalar(text("SELECT version_num FROM alembic_version")) == versions()[-1]
    database.close()


def test_a_store_of_a_newer_program_is_refused_in_one_sentence(store_url: str) -> None:
    Database(store_url).close()
    engine = create_engine(store_url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(StoreError, match="version 9999, newer than this program"):
        Database(store_url)


def test_sqlite_is_set_up_for_writing_beside_readers(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'deep' / 'er' / 'runs.db'}")
    with database.reading() as session:
        assert session.scalar(text("PRAGMA journal_mode")) == "wal"
        assert session.scalar(text("PRAGMA foreign_keys")) == 1
        with database.writing() as other:
            other.execute(text("DELETE FROM runs"))
    database.close()


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("mysql://localhost/poker", "is no store: give the path"),
        ("nonsense://", "is no store"),
        ("postgresql+psycopg://me:secret@127.0.0.1:1/poker", "cannot be opened: .*refused"),
        ("sqlite:////proc/fivebet/runs.db", "cannot be made"),
        ("sqlite:////proc/version", "cannot be opened"),
    ],
)
def test_what_cannot_be_opened_is_said_in_one_sentence(url: str, message: str) -> None:
    with pytest.raises(StoreError, match=message) as caught:
        Database(url)
    assert "\n" not in str(caught.value)
    assert "secret" not in str(caught.value)


def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("queens are overrated\n" * 100)
    with pytest.raises(StoreError, match=r"notes.txt cannot be opened: file is not a database"):
        Database(f"sqlite:///{tmp_path / 'notes.txt'}")


def test_the_store_is_where_one_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIVEBET_HOME", str(tmp_path))
    assert store_url() == f"sqlite:///{tmp_path}/fivebet.db"
    assert store_url("none") is None
    assert store_url("/x/y.db") == "sqlite:////x/y.db"
    assert store_url("sqlite:////x/y.db") == "sqlite:////x/y.db"
    monkeypatch.setenv("FIVEBET_STORE", "postgresql://me@host/poker")
    assert store_url() == "postgresql+psycopg://me@host/poker"
    assert store_url("/x/y.db") == "sqlite:////x/y.db"
    monkeypatch.delenv("FIVEBET_HOME")
    monkeypatch.delenv("FIVEBET_STORE")
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert store_url() == "sqlite:////data/fivebet/fivebet.db"


def test_passwords_are_not_shown() -> None:
    assert display_url("postgresql+psycopg://me:pa@ss@host:5432/poker?x=1") == (
        "postgresql://me@host:5432/poker"
    )


def test_a_first_look_does_not_make_a_store(tmp_path: Path) -> None:
    assert not might_have_unfinished(f"sqlite:///{tmp_path / 'runs.db'}", "abc")
    assert list(tmp_path.iterdir()) == []


def test_a_first_look_that_cannot_tell_says_perhaps(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "other.db")) as connection:
        connection.execute("CREATE TABLE other (x)")
    assert might_have_unfinished(f"sqlite:///{tmp_path / 'other.db'}", "abc")
    assert might_have_unfinished("postgresql+psycopg://host/poker", "abc")
