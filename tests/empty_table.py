"""A table of hand strengths as users have it in their folder, but with nothing in it."""

from pathlib import Path

import numpy as np


def write_empty_table(home: Path) -> None:
    """Write the table; the real one takes a minute to make, and the file, sparse, no room."""
    home.mkdir(exist_ok=True)
    shape = (1755 + 16432, 1326, 2)
    path = home / "prospects-1.npy"
    np.lib.format.open_memmap(path, mode="w+", dtype=np.uint8, shape=shape).flush()
