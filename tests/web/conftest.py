"""One card room for all tests that talk to a real one."""

from collections.abc import Iterator

import pytest

from .servers import CardRoom


@pytest.fixture(scope="session")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CardRoom]:
    opened = CardRoom(tmp_path_factory.mktemp("room"))
    yield opened
    assert opened.close() == 0
