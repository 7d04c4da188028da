from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.store.server import PostgresServer


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test touches the store of whoever runs it."""
    monkeypatch.setenv("FIVEBET_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("FIVEBET_STORE", raising=False)


@pytest.fixture(scope="session")
def _server() -> Iterator[PostgresServer]:
    with PostgresServer() as server:
        yield server


@pytest.fixture
def postgres(_server: PostgresServer) -> str:
    """The URL of an empty database on a real server."""
    return _server.new_database()


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A store of each kind, new."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'runs.db'}"
    url: str = request.getfixturevalue("postgres")
    return url
