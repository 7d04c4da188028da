"""A tournament's lobby, round by round, from the hands that were recorded of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from fivebet.arena.tournament import Tournament
from fivebet.store.hands import StoredHand

__all__ = ["lobby_to_dict"]


@dataclass(frozen=True, slots=True)
class _Bust:
    entrant: int
    stack: int
    """At the start of the hand: who had more finishes before."""


def lobby_to_dict(hands: Sequence[StoredHand], tournament: Tournament) -> dict[str, Any]:
    """Rounds with their tables and stacks, and in which order players went out."""
    entrants = len(tournament.agents)
    stacks = [tournament.schedule.stack] * entrants
    places: list[dict[str, Any]] = []
    rounds: list[dict[str, Any]] = []
    left = entrants
    for number, dealt in enumerate(_rounds(hands, tournament.tables)):
        busts: list[_Bust] = []
        for hand in dealt:
            assert hand.record.payoffs is not None
            for entrant, before, won in zip(
                hand.seating, hand.record.stacks, hand.record.payoffs, strict=True
            ):
                stacks[entrant] = before + int(won)
                if stacks[entrant] == 0:
                    busts.append(_Bust(entrant, before))
        for entrant, place, prize in _ranked(busts, left, tournament):
            places.append({"entrant": entrant, "place": place, "prize": prize, "round": number})
        left -= len(busts)
        rounds.append(
            {
                "level": _level(dealt[0]),
                "left": left,
                "tables": [
                    {
                        "serial": hand.serial,
                        "seats": [
                            {"entrant": entrant, "stack": stacks[entrant]}
                            for entrant in hand.seating
                        ],
                    }
                    for hand in dealt
                ],
                "out": [bust.entrant for bust in busts],
            }
        )
    if left == 1:
        (winner,) = set(range(entrants)) - {each["entrant"] for each in places}
        prize, last = _prize(1, tournament), len(rounds) - 1
        places.append({"entrant": winner, "place": 1, "prize": prize, "round": last})
    return {"rounds": rounds, "places": sorted(places, key=lambda each: each["place"])}


def _rounds(hands: Sequence[StoredHand], tables: int) -> Iterator[list[StoredHand]]:
    """All tables play a hand at a time, and hands are numbered so."""
    for _, dealt in groupby(hands, key=lambda hand: hand.number // tables):
        yield list(dealt)


def _ranked(
    busts: Sequence[_Bust], left: int, tournament: Tournament
) -> Iterator[tuple[int, int, float]]:
    """Entrant, place and prize, as the director has it: equal stacks share their prizes."""
    ranked = sorted(busts, key=lambda bust: (bust.stack, bust.entrant))
    for at, bust in enumerate(ranked):
        level = [i for i, other in enumerate(ranked) if other.stack == bust.stack]
        shared = sum(_prize(left - i, tournament) for i in level) / len(level)
        yield bust.entrant, left - at, shared


def _prize(place: int, tournament: Tournament) -> float:
    shares = tournament.payouts
    return shares[place - 1] * tournament.prize_pool if place <= len(shares) else 0.0


def _level(hand: StoredHand) -> dict[str, int]:
    game = hand.game
    small = min((blind for blind in game.blinds if blind), default=0)
    return {"small_blind": small, "big_blind": game.big_blind, "ante": max(game.antes)}
