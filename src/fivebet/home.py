"""Where results, stores and caches live: the user's data folder, or `FIVEBET_HOME`."""

import os
from pathlib import Path

__all__ = ["home"]


def home() -> Path:
    """The folder; it may have to be made."""
    if given := os.environ.get("FIVEBET_HOME"):
        return Path(given).expanduser()
    from platformdirs import user_data_path  # noqa: PLC0415 - most commands keep nothing

    return user_data_path("fivebet", appauthor=False)
