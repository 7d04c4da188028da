"""The proof that 52 commitments are to 52 different cards, which shows none of them.

Cards are the numbers 0 to 51, and place i of the deck is committed to by C_i = m_i·G + r_i·H
(`curve`). The polynomials ∏(m_i − X) and ∏(j − X) over all 52 cards j are the same if and
only if the committed numbers are a permutation of the cards. So it is enough to show that both
have the same value at a point x that nobody could choose, as it is a hash of the commitments:
two different polynomials of degree 52 meet at no more than 52 of 2²⁵⁶ points (Neff 2001, and
Groth's shuffle of known contents, 2003).

The server commits to the products b_i = (m_0 − x) … (m_i − x), the last of which everybody knows,
and shows for each i that B_i holds the product of what B_{i−1} and C_i − x·G hold. For that it
needs t_i with B_i = a_i·B_{i−1} + t_i·H, where a_i = m_i − x:

    server       U_i = α·G + ρ·H          V_i = α·B_{i−1} + τ·H          α, ρ, τ random
    challenge    c, a hash of all of these (Fiat and Shamir 1986)
    server       y_i = α + c·a_i          z_i = ρ + c·r_i                w_i = τ + c·t_i
    checked      y_i·G + z_i·H = U_i + c·(C_i − x·G)        y_i·B_{i−1} + w_i·H = V_i + c·B_i

A server that does not know 52 different cards behind its commitments passes with a probability
of less than 2⁻¹²⁷, unless it can compute discrete logarithms, which takes some 2¹²⁸ steps. What it
sends could be made without knowing any card, if the challenge were known in advance: the proof
gives nothing away. All equations are checked at once, each times a random number of 128 bits.
"""

import secrets
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any

from fivebet.errors import FormatError, GameError
from fivebet.web.curve import (
    ORDER,
    Point,
    commit_all,
    decode_point,
    encode_point,
    negate,
    weighted_sum,
)

CARDS = 52
_WEIGHT_BITS = 128

Proof = dict[str, list[str]]
"""The points `products`, `first` and `second`, and the numbers `answers`, as hexadecimal digits."""


def prove_deck(cards: Sequence[int], salts: Sequence[int]) -> Proof:
    """Prove that the commitments to these cards with these salts are to 52 different cards."""
    if sorted(cards) != list(range(CARDS)):
        raise GameError("these are not 52 different cards")
    return _prove(cards, salts)


def _prove(
    cards: Sequence[int], salts: Sequence[int], draw: Callable[[int], int] = secrets.randbelow
) -> Proof:
    commitments = [
        encode_point(point) for point in commit_all(list(zip(cards, salts, strict=True)))
    ]
    x = _hash("x", commitments)
    factors = [(card - x) % ORDER for card in cards]
    products, product_salts = [factors[0]], [salts[0]]
    for factor in factors[1:]:
        products.append(products[-1] * factor % ORDER)
        product_salts.append(draw(ORDER))
    products[-1], product_salts[-1] = _known_product(x), 0
    nonces = [(draw(ORDER), draw(ORDER), draw(ORDER)) for _ in range(1, CARDS)]
    points = commit_all(
        [
            *zip(products[1:-1], product_salts[1:-1], strict=True),
            *((a, b) for a, b, _ in nonces),
            *(
                (a * products[i] % ORDER, (a * product_salts[i] + d) % ORDER)
                for i, (a, _, d) in enumerate(nonces)
            ),
        ]
    )
    texts = [encode_point(point) for point in points]
    challenge = _hash("c", commitments + texts)
    answers: list[str] = []
    for i, (a, b, d) in enumerate(nonces, start=1):
        difference = product_salts[i] - factors[i] * product_salts[i - 1]
        for nonce, secret in ((a, factors[i]), (b, salts[i]), (d, difference)):
            answers.append(f"{(nonce + challenge * secret) % ORDER:064x}")
    middle = CARDS - 2
    return {
        "products": texts[:middle],
        "first": texts[middle : middle + CARDS - 1],
        "second": texts[middle + CARDS - 1 :],
        "answers": answers,
    }


def find_proof_fault(commitments: Sequence[str], proof: Mapping[str, Any]) -> str:
    """Return why a proof does not show that commitments are to 52 different cards, or nothing."""
    try:
        terms = _equations(commitments, proof)
    except (FormatError, KeyError, TypeError) as error:
        return f"the proof cannot be read: {error}"
    return "" if weighted_sum(terms) is None else "these are not 52 different cards"


def _equations(commitments: Sequence[str], proof: Mapping[str, Any]) -> list[tuple[int, Point]]:
    """Return points and factors whose sum is nothing if all equations hold."""
    texts = [proof[name] for name in ("products", "first", "second")]
    lengths = [len(commitments), *map(len, texts), len(proof["answers"])]
    if lengths != [CARDS, CARDS - 2, CARDS - 1, CARDS - 1, 3 * (CARDS - 1)]:
        raise FormatError("it has not as many parts as a proof has")
    decks = [decode_point(text) for text in commitments]
    products, first, second = ([decode_point(text) for text in part] for part in texts)
    answers = [_read_number(text) for text in proof["answers"]]
    x = _hash("x", commitments)
    challenge = _hash("c", [*commitments, *texts[0], *texts[1], *texts[2]])
    of_decks, of_products = [0] * CARDS, [0] * CARDS
    of_g = of_h = 0
    terms: list[tuple[int, Point]] = []
    for i in range(1, CARDS):
        y, z, w = answers[3 * i - 3 : 3 * i]
        one, other = secrets.randbits(_WEIGHT_BITS), secrets.randbits(_WEIGHT_BITS)
        of_g += one * (y + challenge * x)
        of_h += one * z + other * w
        of_decks[i] -= one * challenge
        of_products[i - 1] += other * y
        of_products[i] -= other * challenge
        terms += [(one, negate(first[i - 1])), (other, negate(second[i - 1]))]
    of_decks[0] = of_products[0]  # the first product is the first card less x
    of_g += -of_products[0] * x + of_products[-1] * _known_product(x)
    terms += [(factor % ORDER, point) for factor, point in zip(of_decks, decks, strict=True)]
    middle = zip(of_products[1:-1], products, strict=True)
    terms += [(factor % ORDER, point) for factor, point in middle]
    return [*terms, (1, commit_all([(of_g % ORDER, of_h % ORDER)])[0])]


def _known_product(x: int) -> int:
    """Return the product of all cards less x, which everybody can compute."""
    product = 1
    for card in range(CARDS):
        product = product * (card - x) % ORDER
    return product


def _hash(purpose: str, texts: Sequence[str]) -> int:
    digest = sha256("|".join((f"fivebet deck {purpose}", *texts)).encode()).digest()
    return int.from_bytes(digest, "big") % ORDER


def _read_number(text: str) -> int:
    if len(text) != 64 or set(text) - set("0123456789abcdef") or int(text, 16) >= ORDER:
        raise FormatError(f"{text[:80]!r} is no number below the order of the curve")
    return int(text, 16)
