"""What this process may take of the machine: its cores, and the memory that is left.

Memory is what the system calls available, or what the limits of the process's control groups
leave (containers and batch systems set them), whichever is less.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

__all__ = ["core_count", "free_memory"]

_UNLIMITED = sys.maxsize


def core_count() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def free_memory(root: Path = Path("/")) -> int:
    """Return the bytes of memory that are free, or `sys.maxsize` where nobody knows."""
    return min(_available(root), *_left_in_groups(root))


def _available(root: Path) -> int:
    try:
        for line in (root / "proc/meminfo").read_text().splitlines():
            name, _, amount = line.partition(":")
            if name == "MemAvailable":
                return int(amount.split()[0]) * 1024
    except (OSError, ValueError, IndexError):
        pass
    try:  # macOS and others report no more than all of it
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return _UNLIMITED


def _left_in_groups(root: Path) -> Iterator[int]:
    """Yield what each control group around this process leaves, and no limit at last."""
    try:
        groups = (root / "proc/self/cgroup").read_text().splitlines()
    except OSError:
        groups = []
    for line in groups:
        _, _, rest = line.partition(":")
        controllers, _, path = rest.partition(":")
        if controllers and "memory" not in controllers.split(","):
            continue
        old = bool(controllers)
        mount = root / ("sys/fs/cgroup/memory" if old else "sys/fs/cgroup")
        inner = mount / path.lstrip("/")
        for folder in (inner, *inner.parents):
            yield _left_in_group(folder, old)
            if folder == mount:
                break
    yield _UNLIMITED


def _left_in_group(folder: Path, old: bool) -> int:
    limit, used = (
        ("memory.limit_in_bytes", "memory.usage_in_bytes")
        if old
        else ("memory.max", "memory.current")
    )
    try:
        most = int((folder / limit).read_text())
        taken = int((folder / used).read_text())
        statistics = (folder / "memory.stat").read_text().split()
        counts = dict(zip(statistics[::2], statistics[1::2], strict=False))
    except (OSError, ValueError):  # no limit, or no such group
        return _UNLIMITED
    # Files in the cache are given up for memory that a process asks for.
    cached = int(counts.get("total_inactive_file" if old else "inactive_file", 0))
    return max(0, most - taken + cached)
