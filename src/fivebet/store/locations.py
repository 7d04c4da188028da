"""Where the store is, and a first look at it that costs a millisecond.

A URL as SQLAlchemy has it, a path of an SQLite file, or `none`. The database
library takes a quarter of a second to load: short runs do without it.
"""

import os
import re
import sqlite3
from contextlib import closing
from pathlib import Path

from fivebet.files import home

_SQLITE = "sqlite:///"
_VARIABLE = "FIVEBET_STORE"


def store_url(given: str | None = None) -> str | None:
    """Return the URL of a given store, of `FIVEBET_STORE`, or of the user's own; None for `none`.

    >>> store_url("postgres://localhost/poker")
    'postgresql+psycopg://localhost/poker'
    """
    wanted = given or os.environ.get(_VARIABLE) or str(home() / "fivebet.db")
    if wanted == "none":
        return None
    scheme, separator, rest = wanted.partition("://")
    if not separator:
        return f"{_SQLITE}{Path(wanted).expanduser().absolute()}"
    return f"postgresql+psycopg://{rest}" if scheme in ("postgres", "postgresql") else wanted


def use_store(url: str | None) -> None:
    """Make a store this process's own, and that of the processes that it starts; None for none."""
    os.environ[_VARIABLE] = url or "none"


def is_explicit(given: str | None) -> bool:
    """Return whether a store was named, instead of the user's own."""
    return bool(given or os.environ.get(_VARIABLE))


def display_url(url: str) -> str:
    """Return a URL for people: a file's path, or a server without password and options."""
    if url.startswith(_SQLITE):
        return url.removeprefix(_SQLITE)
    scheme, _, rest = without_password(url).partition("://")
    return f"{scheme.partition('+')[0]}://{rest.partition('?')[0]}"


def without_password(url: str) -> str:
    """Return the URL without its password.

    >>> without_password("postgresql://me:secret@host/poker")
    'postgresql://me@host/poker'
    """
    return re.sub(r"(://[^:@/]*):.*@", r"\1@", url)


def might_have_unfinished(url: str, fingerprint: str) -> bool:
    """Return whether a store is worth opening to look for such a run; true when in doubt."""
    if not url.startswith(_SQLITE):
        return True
    path = Path(url.removeprefix(_SQLITE))
    if not path.exists():
        return False
    question = "SELECT 1 FROM runs WHERE fingerprint = ? AND status <> 'finished' LIMIT 1"
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
            return connection.execute(question, (fingerprint,)).fetchone() is not None
    except sqlite3.Error:
        return True
