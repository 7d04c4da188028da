"""Files are read however they are packed and encoded."""

import gzip
from pathlib import Path

import pytest

from fivebet.errors import FormatError
from fivebet.formats import FileRecord, read_hands
from fivebet.formats.acpc import looks_like_log, read_log
from fivebet.formats.file_text import read_file_opening, read_file_text
from fivebet.game import Game
from tests.formats.test_acpc_log import LOG
from tests.formats.test_pokerstars import LIMIT

ENCODINGS = ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"]


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("packed", [False, True])
def test_every_encoding_is_recognised(tmp_path: Path, encoding: str, packed: bool) -> None:
    file = tmp_path / "hands.txt"
    content = LIMIT.replace("Nia", "Niña").encode(encoding)
    file.write_bytes(gzip.compress(content) if packed else content)
    (hand,) = read_hands(file)
    assert isinstance(hand, FileRecord)
    assert hand.players == ("Max", "Niña")
    assert hand.metadata["currency_symbol"] == "€"
    assert read_file_opening(file, 40).startswith("PokerStars Hand"[:10])


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_logs_are_recognised_packed_and_in_any_encoding(tmp_path: Path, encoding: str) -> None:
    file = tmp_path / "match.log"
    file.write_bytes(gzip.compress(LOG.encode(encoding)))
    assert looks_like_log(file)
    assert read_log(file, Game.named("nolimit-2p")).records


def test_an_opening_may_end_within_a_letter(tmp_path: Path) -> None:
    file = tmp_path / "some.txt"
    file.write_text("a€", "utf-8")
    assert read_file_opening(file, 3) == "a"


def test_zeros_that_fill_up_a_text_are_left_out(tmp_path: Path) -> None:
    file = tmp_path / "filled.txt"
    file.write_bytes(b"one\0\0\0\r\ntwo, three and four\r\n\0")
    assert read_file_text(file) == "one\r\ntwo, three and four\r\n"


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\1\2\3", "is no text"),
        (gzip.compress(b"x" * 999, mtime=0)[:20], "no whole gzip file"),
        (b"\x1f\x8bnonsense and more of it", "no whole gzip file"),
    ],
)
def test_what_is_no_text_is_one_sentence(tmp_path: Path, content: bytes, complaint: str) -> None:
    file = tmp_path / "some.txt"
    file.write_bytes(content)
    with pytest.raises(FormatError, match=complaint):
        read_file_text(file)
    with pytest.raises(FormatError, match="cannot be read"):
        read_file_text(tmp_path)


def test_too_much_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "bomb.txt.gz"
    file.write_bytes(gzip.compress(b"x" * 3000))
    assert len(read_file_text(file, most=3000)) == 3000
    with pytest.raises(FormatError, match="smaller files"):
        read_file_text(file, most=2999)
