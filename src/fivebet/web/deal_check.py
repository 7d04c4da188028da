"""Checks a deal as the page does, from what a player has seen of it: nothing here trusts a server.

A deal is JSON data: the hand's number, the 52 `commitments` from before the deal, the `seeds`
of its cut, the player's own seed (`mine`, empty for those who watch), the `openings` of the
cards that were seen, the `cards` that the table showed with their places among the dealt cards,
and the `proof` of the deck, if it was asked for.
"""

from collections.abc import Mapping
from typing import Any

from fivebet.errors import FivebetError
from fivebet.web.deck_proof import find_proof_fault
from fivebet.web.fair_deck import commitment, cut_order


def find_deal_fault(deal: Mapping[str, Any]) -> str:
    """Return what is wrong with a deal in one sentence; an empty text if nothing is."""
    try:
        return _find_fault(deal)
    except (KeyError, TypeError, ValueError, IndexError) as error:
        why = str(error) if isinstance(error, FivebetError) else f"{type(error).__name__}: {error}"
        return f"this is no deal that was saved from a table ({why})"


def _find_fault(deal: Mapping[str, Any]) -> str:
    commitments, seeds, openings = deal["commitments"], deal["seeds"], deal["openings"]
    if len(commitments) != 52:
        return f"a deck has 52 commitments, and this one has {len(commitments)}"
    mine = deal.get("mine", "")
    if mine and mine not in seeds and "" not in seeds:
        return "your seed did not go into the cut"
    order = cut_order(int(deal["hand"]), seeds)
    for opening in openings:
        card, place = opening["card"], opening["place"]
        if opening["dealt"] not in range(52) or order[opening["dealt"]] != place:
            return f"{card} did not come from where the cut says"
        if commitment(card, opening["salt"]) != commitments[place]:
            return f"{card} is not the card that was committed to"
    cards = [opening["card"] for opening in openings]
    if doubled := sorted({card for card in cards if cards.count(card) > 1}):
        return f"{' '.join(doubled)} was dealt twice"
    opened = {opening["dealt"]: opening["card"] for opening in openings}
    for shown in deal.get("cards", ()):
        card, dealt = shown["card"], opened.get(shown["dealt"])
        if dealt is None:
            return f"{card} was shown without proof"
        if dealt != card:
            return f"{card} was shown where {dealt} was dealt"
    proof = deal.get("proof")
    return find_proof_fault(commitments, proof) if proof else ""
