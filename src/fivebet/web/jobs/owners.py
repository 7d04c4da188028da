"""Who may delete a tree of the library: a digest of a token beside it.

A browser that has solved a spot first is sent a token, and keeps it. The card room keeps its
digest in the library, so that the token counts after a restart too.
"""

import secrets
from pathlib import Path

from fivebet.solving.tree_files import library_folder
from fivebet.web.tables.participants import digest

_ENDING = ".owner"


def note_owner(solve: str, token: str) -> None:
    """Note whose token deletes a solve's tree."""
    path = _path(solve)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(digest(token), "ascii")


def has_owner(solve: str) -> bool:
    """Return whether somebody's token deletes a solve's tree."""
    return _path(solve).is_file()


def is_owner(solve: str, token: str) -> bool:
    """Return whether a token deletes a solve's tree."""
    return has_owner(solve) and secrets.compare_digest(
        _path(solve).read_text("ascii"), digest(token)
    )


def forget_owner(solve: str) -> None:
    """Forget whose token deletes a solve's tree."""
    _path(solve).unlink(missing_ok=True)


def _path(solve: str) -> Path:
    return library_folder() / f"{solve}{_ENDING}"
