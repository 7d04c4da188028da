"""Where files are kept, and how they are written whole or not at all."""

import os
from collections.abc import Iterable
from pathlib import Path


def home() -> Path:
    """Return the user's data folder for stores, results and caches, or `FIVEBET_HOME`."""
    if given := os.environ.get("FIVEBET_HOME"):
        return Path(given).expanduser()
    from platformdirs import user_data_path  # noqa: PLC0415 - most commands keep nothing

    return user_data_path("fivebet", appauthor=False)


def write_atomically(path: Path, data: bytes | memoryview | Iterable[bytes | memoryview]) -> None:
    """Write a file under another name, flush it to the disk, then move it into place.

    Readers see the old file or the new one, and a crash leaves one of them.
    """
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with unfinished.open("wb") as file:
            for part in (data,) if isinstance(data, bytes | memoryview) else data:
                file.write(part)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
