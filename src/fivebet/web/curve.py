"""Commitments as points of the elliptic curve secp256k1, after Pedersen (1991).

A commitment to a value m with a random salt r is the point m·G + r·H. It says nothing about m,
as for every m there is an r that gives the same point; and nobody who cannot compute the discrete
logarithm of H can open it in two ways. H is the first point whose x is a hash of a sentence, so
that nobody knows its logarithm. Commitments can be added, which is what proofs about them need.

Points are pairs (x, y), and None stands for the point at infinity. They are added in the compiled
core, which gets and gives them as bytes.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import sha256
from itertools import count

from fivebet._core import CommitmentTable, curve_root, curve_sum
from fivebet.errors import FormatError

Point = tuple[int, int] | None

PRIME = 2**256 - 2**32 - 977
ORDER = 0xFFFFFFFF_FFFFFFFF_FFFFFFFF_FFFFFFFE_BAAEDCE6_AF48A03B_BFD25E8C_D0364141
"""The number of points, a prime: values and salts are numbers below it."""
G = (
    0x79BE667E_F9DCBBAC_55A06295_CE870B07_029BFCDB_2DCE28D9_59F2815B_16F81798,
    0x483ADA77_26A3C465_5DA4FBFC_0E1108A8_FD17B448_A6855419_9C47D08F_FB10D4B8,
)
_NUMBER_BYTES = 32
_POINT_BYTES = 2 * _NUMBER_BYTES


def commit_all(pairs: Sequence[tuple[int, int]]) -> list[Point]:
    """Return the commitments m·G + r·H to pairs (m, r) of numbers below the order."""
    found = _table().commit(_to_bytes(number for pair in pairs for number in pair))
    return [_read_point(found[at : at + _POINT_BYTES]) for at in range(0, len(found), _POINT_BYTES)]


def weighted_sum(terms: Sequence[tuple[int, Point]]) -> Point:
    """Return the sum of points, each times a number below the order."""
    factors = _to_bytes(factor for factor, _ in terms)
    return _read_point(curve_sum(factors, b"".join(_point_bytes(point) for _, point in terms)))


def negate(point: Point) -> Point:
    """Return the point that adds up to nothing with this one."""
    return point and (point[0], PRIME - point[1])


def encode_point(point: Point) -> str:
    """Return a point as 66 hexadecimal digits: whether y is even, then x."""
    if point is None:
        raise FormatError("the point at infinity commits to nothing")
    return f"{2 + point[1] % 2:02x}{point[0]:064x}"


def decode_point(text: str) -> Point:
    """Return the point that 66 hexadecimal digits stand for."""
    digits = text[2:]
    if text[:2] not in ("02", "03") or len(digits) != 64 or set(digits) - set("0123456789abcdef"):
        raise FormatError(f"{text[:80]!r} is no point: 02 or 03 and 64 hexadecimal digits are")
    x = int(digits, 16)
    y = _root(x)
    if y is None:
        raise FormatError(f"{text!r} is no point of the curve")
    return x, y if text[1] == "2" else PRIME - y


@cache
def second_generator() -> tuple[int, int]:
    """Return H, whose logarithm nobody knows."""
    for number in count():
        x = int.from_bytes(sha256(f"fivebet fair deck {number}".encode()).digest(), "big")
        y = _root(x)
        if y is not None:
            return x, y
    raise AssertionError("one number in two is on the curve")


def _root(x: int) -> int | None:
    """Return the even y of the curve at x, if there is one."""
    found = curve_root(_to_bytes([x]))
    return int.from_bytes(found, "big") if found else None


@cache
def _table() -> CommitmentTable:
    """Return the multiples of G and H that commitments are summed up from."""
    return CommitmentTable(_point_bytes(G), _point_bytes(second_generator()))


def _to_bytes(numbers: Iterable[int]) -> bytes:
    return b"".join(int(number).to_bytes(_NUMBER_BYTES, "big") for number in numbers)


def _point_bytes(point: Point) -> bytes:
    return _to_bytes(point or (0, 0))


def _read_point(data: bytes) -> Point:
    x, y = (int.from_bytes(part, "big") for part in (data[:_NUMBER_BYTES], data[_NUMBER_BYTES:]))
    return (x, y) if x or y else None
