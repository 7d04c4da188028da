import os
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest
from hypothesis.internal.conjecture import providers

from tests.store.server import PostgresServer

# The same examples on every machine and in every run, however slow it is. Another profile, by
# `--hypothesis-profile explore`, draws new ones each time and remembers those that failed.
_PATIENT = hypothesis.settings(
    deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.register_profile("repeatable", _PATIENT, derandomize=True)
hypothesis.settings.register_profile("explore", _PATIENT, print_blob=True)
hypothesis.settings.load_profile("repeatable")

# Card rooms are on this machine, whatever proxy leads to others; and programs print to tests what
# they print to files, whatever the terminal likes.
for _name in (
    "http_proxy",
    "https_proxy",
    "all_proxy",
    "columns",
    "force_color",
    "lines",
    "pythonwarnings",
    "tty_compatible",
    "tty_interactive",
):
    os.environ.pop(_name, None)
    os.environ.pop(_name.upper(), None)


def pytest_configure(config: pytest.Config) -> None:
    """Let examples depend on nothing but the test.

    Hypothesis also draws numbers and texts that occur in the modules that are loaded, and
    those depend on which tests have run before in the same process.
    """
    if config.getoption("--hypothesis-profile") is None:
        # There is no setting for it; nothing has been collected yet.
        providers._get_local_constants = lambda: providers._local_constants


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
