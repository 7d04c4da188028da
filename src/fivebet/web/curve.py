"""Commitments as points of the elliptic curve secp256k1, after Pedersen (1991).

A commitment to a value m with a random salt r is the point m·G + r·H. It says nothing about m,
as for every m there is an r that gives the same point; and nobody who cannot compute the discrete
logarithm of H can open it in two ways. H is the first point whose x is a hash of a sentence, so
that nobody knows its logarithm. Commitments can be added, which is what proofs about them need.

Points are pairs (x, y), and None stands for the point at infinity. Many points are added at a
time in affine coordinates, as they share one inversion; multiples of G and H come from tables.
"""

from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from itertools import count

from fivebet.errors import FormatError

Point = tuple[int, int] | None

PRIME = 2**256 - 2**32 - 977
ORDER = 0xFFFFFFFF_FFFFFFFF_FFFFFFFF_FFFFFFFE_BAAEDCE6_AF48A03B_BFD25E8C_D0364141
"""The number of points, a prime: values and salts are numbers below it."""
G = (
    0x79BE667E_F9DCBBAC_55A06295_CE870B07_029BFCDB_2DCE28D9_59F2815B_16F81798,
    0x483ADA77_26A3C465_5DA4FBFC_0E1108A8_FD17B448_A6855419_9C47D08F_FB10D4B8,
)
_TABLE_BITS = 8  # of a factor of G or H that are looked up at once
_SUM_BITS = 4  # of a factor of any other point


def commit_all(pairs: Sequence[tuple[int, int]]) -> list[Point]:
    """Return the commitments m·G + r·H to pairs (m, r) of numbers below the order."""
    sums: list[Point] = [None] * len(pairs)
    for which, table in enumerate(_tables()):
        for window, multiples in enumerate(table):
            digits = [_digit(pair[which], window, _TABLE_BITS) for pair in pairs]
            if any(digits):
                sums = _add_all(sums, [multiples[digit] for digit in digits])
    return sums


def weighted_sum(terms: Sequence[tuple[int, Point]]) -> Point:
    """Return the sum of points, each times a number below the order."""
    points = [point for _, point in terms]
    multiples: list[list[Point]] = [[None] * len(points)]
    for _ in range(1, 1 << _SUM_BITS):
        multiples.append(_add_all(multiples[-1], points))
    total: Point = None
    for window in reversed(range(256 // _SUM_BITS)):
        for _ in range(_SUM_BITS):
            total = _sum([total, total])
        digits = [_digit(factor, window, _SUM_BITS) for factor, _ in terms]
        total = _sum([total, *(multiples[digit][i] for i, digit in enumerate(digits) if digit)])
    return total


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
    return x, y if y % 2 == int(text[1]) % 2 else PRIME - y


@cache
def second_generator() -> tuple[int, int]:
    """Return H, whose logarithm nobody knows."""
    for number in count():
        x = int.from_bytes(sha256(f"fivebet fair deck {number}".encode()).digest(), "big")
        y = _root(x)
        if y is not None:
            return x, y if y % 2 == 0 else PRIME - y
    raise AssertionError("one number in two is on the curve")


def _root(x: int) -> int | None:
    """Return a y of the curve at x, if there is one."""
    square = (x * x * x + 7) % PRIME
    y = pow(square, (PRIME + 1) // 4, PRIME)
    return y if x < PRIME and y * y % PRIME == square else None


def _digit(number: int, window: int, bits: int) -> int:
    return (number >> (window * bits)) & ((1 << bits) - 1)


@cache
def _tables() -> tuple[list[list[Point]], list[list[Point]]]:
    """Return the multiples of G and H by 0 to 255 times each power of 256."""
    powers: list[Point] = [G, second_generator()]
    steps: list[Point] = []
    for _ in range(256 // _TABLE_BITS):
        steps += powers
        for _ in range(_TABLE_BITS):
            powers = _add_all(powers, powers)
    rows: list[list[Point]] = [[None] * len(steps)]
    for _ in range(1, 1 << _TABLE_BITS):
        rows.append(_add_all(rows[-1], steps))
    columns = [list(column) for column in zip(*rows, strict=True)]
    return columns[0::2], columns[1::2]


def _sum(points: list[Point]) -> Point:
    """Return the sum of points, half of which are added to the other half at a time."""
    while len(points) > 1:
        half = len(points) // 2
        points = _add_all(points[:half], points[half : 2 * half]) + points[2 * half :]
    return points[0] if points else None


def _add_all(left: Sequence[Point], right: Sequence[Point]) -> list[Point]:
    """Return the sums of pairs of points; their slopes share one inversion."""
    sums: list[Point] = [None] * len(left)
    slopes: list[tuple[int, int, int]] = []  # index, numerator, product of those before
    denominators: list[int] = []
    product = 1
    for i, (a, b) in enumerate(zip(left, right, strict=True)):
        if a is None or b is None:
            sums[i] = a or b
            continue
        if a[0] != b[0]:
            numerator, denominator = b[1] - a[1], b[0] - a[0]
        elif a[1] == b[1]:
            numerator, denominator = 3 * a[0] * a[0], 2 * a[1]
        else:
            continue  # they add up to nothing
        slopes.append((i, numerator, product))
        denominators.append(denominator)
        product = product * denominator % PRIME
    inverse = pow(product, -1, PRIME)
    for (i, numerator, before), denominator in zip(
        reversed(slopes), reversed(denominators), strict=True
    ):
        slope = numerator * inverse * before % PRIME
        inverse = inverse * denominator % PRIME
        a, b = left[i], right[i]
        assert a is not None
        assert b is not None
        x = (slope * slope - a[0] - b[0]) % PRIME
        sums[i] = x, (slope * (a[0] - x) - a[1]) % PRIME
    return sums
