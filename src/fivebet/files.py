"""Where files are kept, how they are read within bounds, and written whole or not at all."""

import errno
import io
import os
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fivebet.errors import FivebetError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

MOST_BYTES = 64 << 20
"""The largest file that is read as a whole, and the most that a packed one may unpack to."""


def home() -> Path:
    """Return the user's data folder for stores, results and caches, or `FIVEBET_HOME`."""
    if given := os.environ.get("FIVEBET_HOME"):
        return Path(given).expanduser()
    from platformdirs import user_data_path  # noqa: PLC0415 - most commands keep nothing

    return user_data_path("fivebet", appauthor=False)


def read_bounded(path: Path | str, most: int = MOST_BYTES) -> bytes:
    """Return the content of a plain file of bounded size, or raise an OSError that says why not.

    Devices and pipes, which may never end or never begin, are not read.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except ValueError:  # a null byte, or half a surrogate
        raise OSError(errno.EINVAL, "no file has such a name") from None
    status = os.fstat(descriptor)
    if not stat.S_ISREG(status.st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "it is no plain file", str(path))
    with open(descriptor, "rb") as file:
        content = file.read(most + 1) if status.st_size <= most else b""
    if len(content) > most or status.st_size > most:
        raise OSError(errno.EFBIG, f"it has more than {most} bytes", str(path))
    return content


def read_arrays(content: bytes, most: int = MOST_BYTES) -> "dict[str, NDArray[Any]]":
    """Return the arrays of an `.npz` file, or raise a ValueError; nothing in it is executed.

    What would unpack to more than `most` bytes is refused before it is unpacked.
    """
    from zipfile import ZipFile  # noqa: PLC0415 - most commands read no arrays

    import numpy as np  # noqa: PLC0415

    try:
        with ZipFile(io.BytesIO(content)) as packed:
            sizes = [each.file_size for each in packed.infolist()]
        if sum(sizes) > most:
            raise ValueError(f"it unpacks to more than {most} bytes")
        with np.load(io.BytesIO(content), allow_pickle=False) as file:
            return {name: file[name] for name in file.files}
    except Exception as error:  # whatever the readers of damaged archives and headers come up with
        raise ValueError(f"{type(error).__name__}: {error}") from error


def pack_arrays(**arrays: "ArrayLike") -> bytes:
    """Return arrays as the content of an `.npz` file, which `read_arrays` reads."""
    import numpy as np  # noqa: PLC0415 - most commands write no arrays

    file = io.BytesIO()
    np.savez(file, **arrays)  # type: ignore[arg-type]  # no array is named as an option
    return file.getvalue()


def compress_arrays(**arrays: "ArrayLike") -> bytes:
    """Return arrays as `pack_arrays` does, but in fewer bytes."""
    import numpy as np  # noqa: PLC0415

    file = io.BytesIO()
    np.savez_compressed(file, **arrays)  # type: ignore[arg-type]
    return file.getvalue()


def check_writable(path: Path) -> None:
    """Raise before long work whose result could not be written there."""
    if not path.parent.is_dir():
        raise FivebetError(f"{str(path)!r} cannot be written: there is no folder {path.parent}")
    if path.is_dir():
        raise FivebetError(f"{str(path)!r} cannot be written: it is a folder")


def save_text(path: Path, text: str, *, with_folder: bool = False) -> None:
    """Write a text file that somebody has asked for, whole or not at all."""
    try:
        if with_folder:
            path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, text.encode())
    except OSError as error:
        raise FivebetError(f"{str(path)!r} cannot be written: {error.strerror}") from error


def write_atomically(path: Path, data: bytes | memoryview | Iterable[bytes | memoryview]) -> None:
    """Write a file under another name, flush it to the disk, then move it into place.

    Readers see the old file or the new one, and a crash leaves one of them. An OSError names the
    file, also when the disk is full. Links keep their place, and devices and pipes are written to.
    """
    parts = (data,) if isinstance(data, bytes | memoryview) else data
    if path.is_symlink():
        path = path.resolve()
    if path.exists() and not path.is_file():
        with path.open("wb") as file:
            file.writelines(parts)
        return
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with unfinished.open("wb") as file:
            file.writelines(parts)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except BaseException as error:
        unfinished.unlink(missing_ok=True)
        if isinstance(error, OSError):
            error.filename = str(path)
        raise
