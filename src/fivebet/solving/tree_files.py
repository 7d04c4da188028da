"""Files of solved trees, and the library of spots that were solved before.

A file begins with eight bytes `5BETTREE`, the version and the header's length as 32-bit
little-endian numbers. The header is JSON: the spot, how its numbers are kept, what was
reached, which decisions are locked, and the parts that follow, each with its name, its
player and its length in bytes. Parts are the averages and, where a solve can be
continued, the regrets and their scales, as the solver keeps them. The last sixteen bytes
are the BLAKE2b checksum of everything before them.
"""

import json
import struct
from collections.abc import Iterable
from dataclasses import astuple
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from fivebet.errors import FivebetError, SolvingError
from fivebet.files import home, write_atomically
from fivebet.solving.discounting import Discounting
from fivebet.solving.locks import Lock, locks_to_list
from fivebet.solving.spot import Spot
from fivebet.solving.tree import PARTS, Tree, check_threads

ENDING = ".5tree"
_MAGIC = b"5BETTREE"
_VERSION = 1
_PREFIX = struct.Struct("<8sII")
_DIGEST = 16
_LONGEST_HEADER = 1 << 24


def save_tree(tree: Tree, path: Path | str, resumable: bool = True, stopped: bool = False) -> None:
    """Write a tree; without its regrets the file is half as long and cannot be solved further.

    `stopped` notes in its header that somebody has stopped the solve before its target.
    """
    path = Path(path)
    if not tree.iterations:
        raise SolvingError("a tree that nobody has solved is not worth keeping")
    names = PARTS if resumable else PARTS[:1]
    parts = [(name, player) for name in names for player in (0, 1)]
    data = {(name, player): tree._solver.buffer(name, player) for name, player in parts}
    header = json.dumps(
        {
            "spot": tree.spot.to_dict(),
            "small": tree.compressed,
            "merge_suits": tree.merge_suits,
            "discounting": [_plain(each) for each in astuple(tree.discounting)],
            "iterations": tree.iterations,
            "weight": tree.weight,
            "exploitability": tree.exploitability,
            "measured": tree.measured,
            "device": tree.device,
            "stopped": stopped,
            "locks": locks_to_list(tree.locks),
            "parts": [[name, player, len(data[name, player])] for name, player in parts],
        }
    ).encode()
    if not path.parent.is_dir():
        raise SolvingError(f"{str(path)!r} cannot be written: there is no folder {path.parent}")
    prefix = _PREFIX.pack(_MAGIC, _VERSION, len(header))
    content: list[bytes | memoryview] = [prefix, header, *(part.data for part in data.values())]
    checksum = blake2b(digest_size=_DIGEST)
    for part in content:
        checksum.update(part)
    try:
        write_atomically(path, [*content, checksum.digest()])
    except OSError as error:
        raise SolvingError(f"{str(path)!r} cannot be written: {error.strerror}") from error


def read_header(path: Path | str) -> dict[str, Any]:
    """Return the header of a file, without reading the rest."""
    path = Path(path)
    with path.open("rb") as file:
        return _header(path, file.read(_PREFIX.size), file)


def load_tree(
    path: Path | str, threads: int | None = None, memory_limit: int | None = None
) -> Tree:
    """Read a tree from a file."""
    check_threads(threads)
    path = Path(path)
    try:
        with path.open("rb") as file:
            prefix = file.read(_PREFIX.size)
            header = _header(path, prefix, file)
            return _load(path, header, prefix, file, threads, memory_limit)
    except FileNotFoundError:
        raise SolvingError(f"there is no file {str(path)!r}") from None
    except OSError as error:
        raise SolvingError(f"{str(path)!r} cannot be read: {error.strerror}") from None


def _load(
    path: Path,
    header: dict[str, Any],
    prefix: bytes,
    file: Any,
    threads: int | None,
    memory_limit: int | None,
) -> Tree:
    try:
        spot = Spot.from_dict(header["spot"])
        discounting = Discounting(*(float(each) for each in header["discounting"]))
        tree = Tree(
            spot,
            compressed=bool(header["small"]),
            merge_suits=bool(header["merge_suits"]),
            threads=threads,
            memory_limit=memory_limit,
            discounting=discounting,
        )
        tree.apply_locks(map(Lock.from_dict, header.get("locks", ())))
        iterations, weight = int(header["iterations"]), float(header["weight"])
        exploitability = header["exploitability"]
        measured = [(int(when), float(pct)) for when, pct in header.get("measured", ())]
        if any(a[0] >= b[0] for a, b in pairwise([(0, 0.0), *measured])):
            raise ValueError("measurements follow each other")
        parts = [(str(name), int(player), int(size)) for name, player, size in header["parts"]]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        if isinstance(error, SolvingError) and "are allowed" in str(error):
            raise
        raise _damaged(path, "its header makes no sense") from error
    checksum = blake2b(digest_size=_DIGEST)
    checksum.update(prefix)
    checksum.update(header["text"])
    tree.prepare()
    for name, player, size in parts:
        expected = (
            len(tree._solver.buffer(name, player)) if name in PARTS and player in (0, 1) else -1
        )
        data = file.read(size) if size == expected else b""
        if len(data) != expected:
            raise _damaged(path, f"its {name} are cut off")
        checksum.update(data)
        tree._solver.set_buffer(name, player, np.frombuffer(data, dtype=np.uint8))
    if file.read(_DIGEST + 1) != checksum.digest():
        raise _damaged(path, "its checksum is wrong")
    tree.iterations, tree.weight = iterations, weight
    tree.exploitability = None if exploitability is None else float(exploitability)
    tree.measured = measured
    tree.device = str(header.get("device", tree.device))
    tree.resumable = any(name == "regrets" for name, _, _ in parts)
    return tree


def _header(path: Path, prefix: bytes, file: Any) -> dict[str, Any]:
    if len(prefix) < _PREFIX.size or not prefix.startswith(_MAGIC):
        raise SolvingError(f"{str(path)!r} is no solved tree: it does not begin with 5BETTREE")
    _, version, length = _PREFIX.unpack(prefix)
    if version != _VERSION:
        raise SolvingError(f"{str(path)!r} has version {version}: version {_VERSION} is read")
    text = file.read(length) if length <= _LONGEST_HEADER else b""
    try:
        header = json.loads(text)
        if not isinstance(header, dict):
            raise TypeError
    except (ValueError, TypeError):
        raise _damaged(path, "its header cannot be read") from None
    return {**header, "text": text}


def _damaged(path: Path, how: str) -> SolvingError:
    return SolvingError(f"{str(path)!r} is damaged: {how}")


def _plain(exponent: float) -> float | str:
    """Return an exponent as JSON data: infinity becomes a text."""
    return exponent if abs(exponent) != float("inf") else str(exponent)


def library_folder() -> Path:
    """Return the folder of solved trees, in the user's data or under FIVEBET_HOME."""
    return home() / "solutions"


def solve_fingerprint(spot: Spot, locks: Iterable[Lock] = ()) -> str:
    """Return the spot's fingerprint, or another where decisions are locked (`Tree.locks`)."""
    locked = locks_to_list(locks)
    if not locked:
        return spot.fingerprint
    text = json.dumps([spot.to_dict(), locked], sort_keys=True)
    return blake2b(text.encode(), digest_size=12).hexdigest()


def library_path(spot: Spot, locks: Iterable[Lock] = ()) -> Path:
    """Return the file of a spot's tree, whether it exists or not."""
    return library_folder() / f"{solve_fingerprint(spot, locks)}{ENDING}"


def find_tree(
    spot: Spot,
    threads: int | None = None,
    memory_limit: int | None = None,
    locks: Iterable[Lock] = (),
) -> Tree | None:
    """Read a spot's tree from the library, or return None if it was not solved before."""
    path = library_path(spot, locks)
    if not path.is_file():
        return None
    try:
        return load_tree(path, threads, memory_limit)
    except FivebetError as error:
        raise SolvingError(f"{error}; remove it to solve the spot anew") from error
