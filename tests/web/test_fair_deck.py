"""Fair dealing: what is committed, how the cut decides, what is opened."""

import json
import random
import subprocess
import sys
from collections import Counter
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivebet.errors import GameError
from fivebet.game import Game
from fivebet.web.app import STATIC
from fivebet.web.fair_deck import commitment, cut_order, shuffled_deck

SEEDS = st.lists(st.text("0123456789abcdef", max_size=64), max_size=3)


@given(hand=st.integers(1, 10**6), seeds=SEEDS)
def test_a_cut_is_an_order_of_all_places_and_the_same_for_the_same_seeds(
    hand: int, seeds: list[str]
) -> None:
    order = cut_order(hand, seeds)
    assert sorted(order) == list(range(52))
    assert order == cut_order(hand, seeds)


def test_another_hand_or_another_seed_cuts_elsewhere() -> None:
    orders = {cut_order(hand, [seed]) for hand in (1, 2, 3) for seed in ("a", "b", "c")}
    assert len(orders) == 9


def test_every_place_is_dealt_first_about_equally_often() -> None:
    first = Counter(cut_order(hand, ["seed"])[0] for hand in range(5200))
    # Chi-squared with 51 degrees of freedom: 99.9 % of fair cuts lie below 87.97.
    assert sum((first[place] - 100) ** 2 / 100 for place in range(52)) < 87.97


def test_the_page_computes_the_same_cuts_and_commitments() -> None:
    cases = [(hand, [f"{hand:x}" * (hand % 9), "é" * (hand % 3)]) for hand in range(1, 60)]
    texts = ["", "abc", "x" * 55, "x" * 56, "x" * 64, "♠" * 100]
    library, digests = (
        json.dumps((STATIC / "lib" / name).as_uri()) for name in ("fair-deck.js", "sha256.js")
    )
    script = f"""
        import {{ cutOrder }} from {library};
        import {{ hex, sha256 }} from {digests};
        const cuts = {json.dumps(cases)}.map(([hand, seeds]) => cutOrder(hand, seeds));
        const digests = {json.dumps(texts)}.map((text) => hex(sha256(text)));
        console.log(JSON.stringify([cuts, digests]));
    """
    node = Path(sys.executable).with_name("node")
    asked = [node, "--input-type=module", "--eval", script]
    data = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
    cuts, digests = json.loads(data)
    assert cuts == [list(cut_order(hand, seeds)) for hand, seeds in cases]
    assert digests == [sha256(text.encode()).hexdigest() for text in texts]


def test_dealt_cards_are_those_at_the_cut_places_and_openings_prove_them() -> None:
    deck = shuffled_deck(random.Random(7))
    commitments = deck.commitments
    order = cut_order(1, ["mine"])
    hand = deck.deal(Game.named("cash-6p"), order, 1, (10_000,) * 6, "abcdef")
    dealt = [card for seat in range(6) for card in hand.hole(seat) or ()]
    for place, card in enumerate(dealt):
        opening = deck.open(order, place)
        assert opening.card == str(card)
        assert opening.place == order[place]
        assert commitment(opening.card, opening.salt) == commitments[opening.place]


def test_decks_and_salts_differ_every_time() -> None:
    first, second = shuffled_deck(), shuffled_deck()
    assert first.cards != second.cards
    assert len(set(first.salts + second.salts)) == 104
    assert sorted(first.cards) == list(range(52))


def test_a_short_deck_is_refused() -> None:
    with pytest.raises(GameError, match="52 cards"):
        shuffled_deck().deal(Game.named("leduc"), cut_order(1, []), 1, (100, 100), "ab")
