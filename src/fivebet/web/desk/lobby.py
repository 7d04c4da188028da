"""A tournament's lobby, round by round, from the hands that were recorded of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from fivebet.store.hands import KeptHand
from fivebet.store.runs import StoredHand

__all__ = ["tell_lobby"]


@dataclass(frozen=True, slots=True)
class _Bust:
    entrant: int
    stack: int
    """At the start of the hand: who had more finishes before."""


def tell_lobby(
    hands: Sequence[StoredHand], entrants: int, stack: int, prizes: Sequence[float]
) -> dict[str, Any]:
    """Rounds with their tables and stacks, and in which order players went out."""
    stacks = [stack] * entrants
    places: dict[int, dict[str, Any]] = {}
    rounds: list[dict[str, Any]] = []
    left = entrants
    for number, dealt in enumerate(_rounds(hands)):
        busts: list[_Bust] = []
        for hand in dealt:
            assert hand.record.payoffs is not None
            for entrant, before, won in zip(
                hand.kept.seating, hand.record.stacks, hand.record.payoffs, strict=True
            ):
                stacks[entrant] = before + int(won)
                if stacks[entrant] == 0:
                    busts.append(_Bust(entrant, before))
        for entrant, place, sharing in _ranked(busts, left):
            paid = sum(prizes[place - 1 : place - 1 + sharing]) / sharing
            places[entrant] = {"entrant": entrant, "place": place, "prize": paid, "round": number}
        left -= len(busts)
        rounds.append(
            {
                "level": _level(dealt[0].kept),
                "left": left,
                "tables": [
                    {
                        "serial": hand.kept.serial,
                        "seats": [
                            {"entrant": entrant, "stack": stacks[entrant]}
                            for entrant in hand.kept.seating
                        ],
                    }
                    for hand in dealt
                ],
                "out": [bust.entrant for bust in busts],
            }
        )
    for entrant in range(entrants):
        if left == 1 and entrant not in places:
            prize = prizes[0] if prizes else 0.0
            last = len(rounds) - 1
            places[entrant] = {"entrant": entrant, "place": 1, "prize": prize, "round": last}
    return {"rounds": rounds, "places": sorted(places.values(), key=lambda each: each["place"])}


def _rounds(hands: Sequence[StoredHand]) -> Iterator[list[StoredHand]]:
    """All tables play a hand at a time: a round is over when somebody is dealt in again."""
    dealt: list[StoredHand] = []
    seen: set[int] = set()
    for hand in hands:
        if seen.intersection(hand.kept.seating):
            yield dealt
            dealt, seen = [], set()
        dealt.append(hand)
        seen.update(hand.kept.seating)
    if dealt:
        yield dealt


def _ranked(busts: Sequence[_Bust], left: int) -> Iterator[tuple[int, int, int]]:
    """Entrant, place, and how many share it; those with as many chips do."""
    for bust in busts:
        better = sum(other.stack > bust.stack for other in busts)
        equal = sum(other.stack == bust.stack for other in busts)
        yield bust.entrant, left - len(busts) + better + 1, equal


def _level(kept: KeptHand) -> dict[str, int]:
    game = kept.game
    small = min((blind for blind in game.blinds if blind), default=0)
    return {"small_blind": small, "big_blind": game.big_blind, "ante": max(game.antes)}
