"""The deck is proved to be 52 different cards, and the proof shows none of them."""

import json
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from fivebet._core import CommitmentTable, curve_sum
from fivebet.cards import Card
from fivebet.cli.app import run
from fivebet.errors import FivebetError, FormatError, GameError
from fivebet.web import curve, deck_proof
from fivebet.web.app import STATIC
from fivebet.web.curve import ORDER, commit_all, decode_point, encode_point, weighted_sum
from fivebet.web.deal_check import find_deal_fault
from fivebet.web.deck_proof import find_proof_fault, prove_deck
from fivebet.web.fair_deck import Deck, cut_order, shuffled_deck

from .clients import Client, open_table
from .servers import CardRoom

DECK = shuffled_deck(random.Random(7))
NUMBERS = [int(card) for card in DECK.cards]
PROOF = prove_deck(NUMBERS, DECK.salts)
ORDER_OF_CUT = cut_order(5, ["mine"])


def deck_with(changes: dict[int, str], deck: Deck = DECK) -> Deck:
    """A deck with other cards at some places."""
    cards = [Card(changes.get(place, str(card))) for place, card in enumerate(deck.cards)]
    return Deck(tuple(cards), deck.salts)


def aces_for_deuces() -> Deck:
    aces = {
        place: f"A{str(card)[1]}" for place, card in enumerate(DECK.cards) if str(card)[0] == "2"
    }
    return deck_with(aces)


def deal(deck: Deck = DECK, seen: int = 9, proof: Any = PROOF) -> dict[str, Any]:
    """What a player copies who has seen the first cards of a deal."""
    openings = [vars_of(deck, dealt) for dealt in range(seen)]
    return {
        "hand": 5,
        "commitments": list(deck.commitments),
        "seeds": ["mine"],
        "mine": "mine",
        "openings": openings,
        "cards": [{name: opening[name] for name in ("dealt", "card")} for opening in openings],
        "proof": proof,
    }


def vars_of(deck: Deck, dealt: int) -> dict[str, Any]:
    opening = deck.open(ORDER_OF_CUT, dealt)
    return {name: getattr(opening, name) for name in ("dealt", "place", "card", "salt")}


def openssl(number: int) -> tuple[int, int]:
    """A multiple of G, by OpenSSL."""
    point = ec.derive_private_key(number, ec.SECP256K1()).public_key().public_numbers()
    return point.x, point.y


def test_points_are_those_of_openssl() -> None:
    draw = random.Random(1)
    numbers = [1, 2, 3, 255, 256, 257, ORDER - 1, *(draw.randrange(1, ORDER) for _ in range(20))]
    assert commit_all([(number, 0) for number in numbers]) == list(map(openssl, numbers))
    assert weighted_sum([(number, curve.G) for number in numbers]) == openssl(sum(numbers) % ORDER)
    assert weighted_sum([(5, curve.G), (ORDER - 5, curve.G)]) is None
    assert weighted_sum([]) is None


def test_a_commitment_is_card_times_g_plus_salt_times_h() -> None:
    second = curve.second_generator()
    pairs = list(zip(NUMBERS, DECK.salts, strict=True))
    for (card, salt), point in zip(pairs, commit_all(pairs), strict=True):
        assert point == weighted_sum([(card, curve.G), (salt, second)])
        assert decode_point(encode_point(point)) == point
    assert (second[1] ** 2 - second[0] ** 3 - 7) % curve.PRIME == 0
    assert weighted_sum([(ORDER - 1, second), (1, second)]) is None


@pytest.mark.parametrize(
    "text", ["", "02", "00" * 33, "05" + "1" * 64, "02" + "f" * 64, "02" + "G" * 64]
)
def test_what_is_no_point_is_refused(text: str) -> None:
    with pytest.raises(FormatError):
        decode_point(text)


@pytest.mark.parametrize(
    ("factors", "points", "complaint"),
    [
        (bytes(31), bytes(64), "32 bytes"),
        (bytes(32), bytes(32), "64 bytes"),
        (bytes(32), bytes(128), "every point has a factor"),
        (bytes(32), bytes(31) + b"\1" + bytes(31) + b"\1", "not on the curve"),
        (bytes(32), b"\xff" * 64, "not below the curve's prime"),
    ],
)
def test_the_core_adds_points_of_the_curve_alone(
    factors: bytes, points: bytes, complaint: str
) -> None:
    with pytest.raises(FivebetError, match=complaint):
        curve_sum(factors, points)
    with pytest.raises(FivebetError):
        CommitmentTable(points, points[:63])


def test_a_whole_deck_is_proved() -> None:
    assert find_proof_fault(DECK.commitments, PROOF) == ""
    assert find_proof_fault(DECK.commitments, json.loads(json.dumps(PROOF))) == ""


def test_aces_for_deuces_are_found_even_if_no_double_was_seen() -> None:
    """Without the proof such a deck passes every other check."""
    deck = aces_for_deuces()
    with pytest.raises(GameError, match="52 different cards"):
        prove_deck([int(card) for card in deck.cards], deck.salts)
    cheating = deck_proof._prove(
        [int(card) for card in deck.cards], deck.salts, random.Random(1).randrange
    )
    seen = {str(deck.cards[place]) for place in ORDER_OF_CUT[:9]}
    assert len(seen) == 9
    assert find_deal_fault(deal(deck, proof=None)) == ""
    assert find_deal_fault(deal(deck, proof=cheating)) == "these are not 52 different cards"
    assert find_deal_fault(deal(deck)) == "these are not 52 different cards"


@pytest.mark.parametrize("seed", range(5))
def test_one_doubled_card_is_found(seed: int) -> None:
    draw = random.Random(seed)
    one, other = draw.sample(range(52), 2)
    deck = deck_with({one: str(DECK.cards[other])})
    numbers = [int(card) for card in deck.cards]
    cheating = deck_proof._prove(numbers, deck.salts, draw.randrange)
    assert find_proof_fault(deck.commitments, cheating) == "these are not 52 different cards"


def test_numbers_that_only_multiply_to_the_same_are_found() -> None:
    """A server may commit to numbers that are no cards; x comes from the commitments."""
    numbers = [*NUMBERS]
    x = deck_proof._hash("x", DECK.commitments)
    one, other = (numbers[0] - x) * 2 % ORDER, (numbers[1] - x) * pow(2, -1, ORDER) % ORDER
    numbers[:2] = (one + x) % ORDER, (other + x) % ORDER
    cheating = deck_proof._prove(numbers, DECK.salts, random.Random(3).randrange)
    texts = [
        encode_point(point) for point in commit_all(list(zip(numbers, DECK.salts, strict=True)))
    ]
    assert find_proof_fault(texts, cheating) == "these are not 52 different cards"


@pytest.mark.parametrize("part", ["products", "first", "second", "answers"])
def test_a_proof_that_was_changed_anywhere_is_found(part: str) -> None:
    draw = random.Random(part)
    for place in {0, len(PROOF[part]) - 1, draw.randrange(len(PROOF[part]))}:
        changed = {name: [*texts] for name, texts in PROOF.items()}
        if part == "answers":
            changed[part][place] = f"{(int(changed[part][place], 16) + 1) % ORDER:064x}"
        else:
            changed[part][place] = encode_point(openssl(draw.randrange(1, ORDER)))
        assert find_proof_fault(DECK.commitments, changed)


def test_the_proof_of_another_deck_or_order_is_none() -> None:
    other = shuffled_deck(random.Random(8))
    assert find_proof_fault(other.commitments, PROOF)
    turned = (*DECK.commitments[1:], DECK.commitments[0])
    assert find_proof_fault(turned, PROOF)


@pytest.mark.parametrize(
    "change",
    [
        lambda proof: proof.pop("first"),
        lambda proof: proof["answers"].pop(),
        lambda proof: proof["answers"].__setitem__(0, "f" * 64),
        lambda proof: proof["answers"].__setitem__(0, 5),
        lambda proof: proof["first"].__setitem__(0, "02" + "z" * 64),
        lambda proof: proof.__setitem__("first", None),
    ],
)
def test_what_is_no_proof_is_refused(change: Callable[[dict[str, Any]], Any]) -> None:
    proof: dict[str, Any] = {name: [*texts] for name, texts in PROOF.items()}
    change(proof)
    assert "cannot be read" in find_proof_fault(DECK.commitments, proof)


def test_a_proof_shows_no_card() -> None:
    """What is sent can be made from the commitments alone, without any card or salt.

    Given the challenge in advance, random answers and products determine the other points, and
    all equations hold. So a proof holds nothing that the commitments do not hold.
    """
    draw = random.Random(4)
    decks = [decode_point(text) for text in DECK.commitments]
    x = deck_proof._hash("x", DECK.commitments)
    challenge = draw.randrange(ORDER)
    answers = [draw.randrange(ORDER) for _ in range(3 * 51)]
    shift = weighted_sum([(ORDER - x, curve.G)])
    products = [
        weighted_sum([(1, decks[0]), (1, shift)]),
        *(openssl(draw.randrange(1, ORDER)) for _ in range(50)),
        openssl(deck_proof._known_product(x)),
    ]
    back = ORDER - challenge
    first, second = [], []
    for i in range(1, 52):
        y, z, w = answers[3 * i - 3 : 3 * i]
        own = commit_all([(y, z), (0, w)])
        first.append(weighted_sum([(1, own[0]), (back, decks[i]), (back, shift)]))
        second.append(weighted_sum([(1, own[1]), (y, products[i - 1]), (back, products[i])]))
    simulated = {
        "products": [encode_point(point) for point in products[1:-1]],
        "first": [encode_point(point) for point in first],
        "second": [encode_point(point) for point in second],
        "answers": [f"{answer:064x}" for answer in answers],
    }
    hashed = deck_proof._hash
    deck_proof._hash = lambda purpose, texts: (
        challenge if purpose == "c" else hashed(purpose, texts)
    )
    try:
        assert find_proof_fault(DECK.commitments, simulated) == ""
    finally:
        deck_proof._hash = hashed


def test_two_proofs_of_one_deck_share_nothing() -> None:
    again = prove_deck(NUMBERS, DECK.salts)
    for name, texts in PROOF.items():
        assert not set(texts) & set(again[name])


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda _: None, ""),
        (lambda data: data.update(proof=None), ""),
        (lambda data: data["openings"].append(data["openings"][0]), "was dealt twice"),
        (lambda data: data["cards"].append({"dealt": 30, "card": "Ah"}), "shown without proof"),
        (lambda data: data["cards"][0].update(card="Xx"), "Xx was shown where"),
        (lambda data: data["openings"][0].update(dealt=-52), "where the cut says"),
        (lambda data: data.update(mine="other"), "your seed"),
        (lambda data: data.update(seeds=["other"], mine=""), "where the cut says"),
        (lambda data: data["openings"][0].update(salt="0" * 64), "committed to"),
        (lambda data: data["openings"][0].update(salt="f" * 64), "no deal"),
        (lambda data: data["openings"][0].update(card="Zz"), "no deal"),
        (lambda data: data["commitments"].pop(), "52 commitments"),
        (lambda data: data.pop("openings"), "no deal"),
    ],
)
def test_every_way_to_cheat_with_a_deal_is_found(
    change: Callable[[dict[str, Any]], Any], fault: str
) -> None:
    data = json.loads(json.dumps(deal()))
    change(data)
    found = find_deal_fault(data)
    assert fault in found
    assert bool(found) == bool(fault)


def test_doubled_cards_that_were_seen_are_refused_without_a_proof() -> None:
    deck = deck_with({ORDER_OF_CUT[1]: str(DECK.cards[ORDER_OF_CUT[0]])})
    assert "was dealt twice" in find_deal_fault(deal(deck, proof=None))


def test_the_page_checks_the_same() -> None:
    bad = aces_for_deuces()
    cheating = deck_proof._prove(
        [int(card) for card in bad.cards], bad.salts, random.Random(1).randrange
    )
    changed = {**PROOF, "answers": PROOF["answers"][::-1]}
    cases = [
        (DECK.commitments, PROOF),
        (bad.commitments, cheating),
        (DECK.commitments, changed),
        (DECK.commitments, {**PROOF, "first": []}),
    ]
    openings = [vars_of(DECK, dealt) for dealt in range(20)]
    library = json.dumps((STATIC / "lib" / "curve.js").as_uri())
    script = f"""
        import {{ areOpenings, commit, findProofFault }} from {library};
        const faults = {json.dumps(cases)}.map(([deck, proof]) => findProofFault(deck, proof));
        const opened = {json.dumps(openings)};
        const deck = {json.dumps(DECK.commitments)};
        const openings = opened.map((each) => ({{ ...each, commitment: deck[each.place] }}));
        const wrong = [...openings, {{ ...openings[0], card: openings[1].card }}];
        const made = opened.map(({{ card, salt }}) => commit(card, salt));
        console.log(JSON.stringify([faults, areOpenings(openings), areOpenings(wrong), made]));
    """
    node = Path(sys.executable).with_name("node")
    asked = [node, "--input-type=module", "--eval", script]
    data = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
    faults, right, wrong, made = json.loads(data)
    different = "these are not 52 different cards"
    assert faults[:3] == ["", different, different]
    assert "cannot be read" in faults[3]
    assert (right, wrong) == (True, False)
    assert made == [DECK.commitments[opening["place"]] for opening in openings]


def test_the_command_checks_deals(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad, none = (tmp_path / name for name in ("good[b].json", "bad.json", "none.json"))
    good.write_text(json.dumps(deal()))
    bad.write_text(json.dumps(deal(aces_for_deuces())))
    none.write_text("[]")
    assert run(["deal", str(good)]) == 0
    shown = capsys.readouterr().out
    assert "good[b].json" in "".join(shown.split())
    assert "52 different cards" in " ".join(shown.split())
    assert run(["deal", str(good), str(bad), "--json"]) == 1
    first, second = json.loads(capsys.readouterr().out)
    assert (first["fair"], first["deck_proved"]) == (True, True)
    assert (second["fair"], second["deck_proved"]) == (False, False)
    assert "52 different" in second["fault"]
    assert run(["deal", str(none)]) == 2
    assert run(["deal", str(tmp_path / "nowhere")]) == 2
    assert run(["deal", "/dev/zero"]) == 2


def test_a_table_proves_its_decks(room: CardRoom) -> None:
    """To everybody, also in the middle of a hand; the same proof to all."""
    table, token = open_table(room, opponents=["call", "call"])
    client = Client(room, table, token)
    shuffled = client.until("shuffle")
    client.my_turn()
    url = f"{room.api}/tables/{table}/hands/{shuffled['hand']}/proof"
    answer = httpx.get(url).json()
    assert answer["commitments"] == shuffled["commitments"]
    assert find_proof_fault(shuffled["commitments"], answer) == ""
    assert httpx.get(url).json() == answer
    assert httpx.get(f"{room.api}/tables/{table}/hands/999/proof").status_code == 404
    client.close()
