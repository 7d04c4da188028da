"""Files are read within bounds: no devices, no pipes, nothing that unpacks to too much."""

import io
import lzma
import os
import resource
from pathlib import Path

import numpy as np
import pytest

from fivebet.agents.players.networks import Brain
from fivebet.agents.players.plicas import Plicas
from fivebet.errors import FivebetError
from fivebet.files import read_arrays, read_bounded, write_atomically
from fivebet.formats.acpc.gamefile import read_game
from fivebet.opponents.profiles import read_profiles
from fivebet.solving.limit_blueprint import BlueprintTraining, BoardStrategy
from fivebet.solving.limit_holdem import LimitStrategy


def test_a_file_of_the_largest_size_is_read_and_one_byte_more_is_not(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"12345678")
    assert read_bounded(file, most=8) == b"12345678"
    with pytest.raises(OSError, match="more than 7 bytes"):
        read_bounded(file, most=7)


@pytest.mark.parametrize("name", ["/dev/zero", "/", "a\0b", "half \ud800 a letter", "missing"])
def test_what_is_no_plain_file_is_an_error_of_the_system(name: str) -> None:
    with pytest.raises(OSError, match=r".") as error:
        read_bounded(name)
    assert error.value.strerror


def test_a_file_whose_size_is_not_known_is_bounded_too() -> None:
    with pytest.raises(OSError, match="more than 3 bytes"):
        read_bounded("/proc/self/status", most=3)


def test_a_folder_is_named_as_it_was_given(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="it is no plain file") as caught:
        read_bounded(tmp_path)
    assert caught.value.filename == str(tmp_path)


def test_a_full_disk_is_an_error_that_names_the_file_and_leaves_nothing(tmp_path: Path) -> None:
    file, limits = tmp_path / "file", resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, limits[1]))
    try:
        with pytest.raises(OSError, match="too large") as error:
            write_atomically(file, b"12345678" * 4)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert error.value.filename == str(file)
    assert not list(tmp_path.iterdir())


def test_pipes_and_devices_are_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_atomically(pipe, [b"12", b"34"])
        assert os.read(reader, 9) == b"1234"
    finally:
        os.close(reader)
    assert pipe.is_fifo()


def test_a_link_keeps_its_place_when_its_file_is_written(tmp_path: Path) -> None:
    file, link = tmp_path / "file", tmp_path / "link"
    link.symlink_to(file)
    write_atomically(link, b"1234")
    assert link.is_symlink()
    assert file.read_bytes() == b"1234"


LOADERS = {
    "weights": Brain.load,
    "strategy": LimitStrategy.load,
    "blueprint": BoardStrategy.load,
    "checkpoint": lambda path: BlueprintTraining.load(Path(path)),
    "cases": lambda path: Plicas(case_file=str(path)),
    "preflop": lambda path: Plicas(preflop=str(path)),
    "postflop": lambda path: Plicas(postflop=str(path)),
    "game": read_game,
    "profiles": read_profiles,
}


@pytest.mark.parametrize("loader", LOADERS)
def test_no_loader_reads_devices_or_waits_for_pipes(loader: str, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in ("/dev/zero", "/dev/tty", str(pipe), "a\0b", "half \udfff a letter"):
        with pytest.raises(FivebetError):
            LOADERS[loader](path)  # type: ignore[operator]


@pytest.mark.parametrize("loader", LOADERS)
@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"[" * 100_000, b"PK\x05\x06" + bytes(18)])
def test_no_loader_breaks_on_nonsense(loader: str, content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(content)
    with pytest.raises(FivebetError):
        LOADERS[loader](file)  # type: ignore[operator]


def packed(**arrays: object) -> bytes:
    file = io.BytesIO()
    np.savez_compressed(file, **arrays)  # type: ignore[arg-type]
    return file.getvalue()


def test_arrays_that_unpack_to_too_much_are_not_unpacked() -> None:
    content = packed(weights=np.zeros(1_000_000, np.float32))
    assert len(content) < 10_000
    assert len(read_arrays(content)["weights"]) == 1_000_000
    with pytest.raises(ValueError, match="more than 1000000 bytes"):
        read_arrays(content, most=1_000_000)


def test_a_header_that_promises_more_than_there_is_allocates_nothing_for_good() -> None:
    plain = io.BytesIO()
    np.save(plain, np.zeros(3, np.float32))
    forged = plain.getvalue().replace(b"(3,), }" + b" " * 11, b"(99999999999999,), }"[:18])
    assert len(forged) == len(plain.getvalue())
    assert forged != plain.getvalue()
    file = io.BytesIO()
    from zipfile import ZipFile  # noqa: PLC0415

    with ZipFile(file, "w") as archive:
        archive.writestr("weights.npy", forged)
    with pytest.raises(ValueError, match="Error"):
        read_arrays(file.getvalue())


def test_a_strategy_that_unpacks_to_too_much_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "huge.limit"
    packer = lzma.LZMACompressor(preset=0)
    zeros = bytes(1 << 20)
    parts = [packer.compress(zeros) for _ in range(70)]
    file.write_bytes(b"".join([*parts, packer.flush()]))
    assert file.stat().st_size < 1 << 20
    with pytest.raises(FivebetError, match="is no strategy"):
        LimitStrategy.load(file)


def test_pickles_are_not_read() -> None:
    file = io.BytesIO()
    np.savez(file, weights=np.array([object()], dtype=object))
    with pytest.raises(ValueError, match="pickle"):
        read_arrays(file.getvalue())
