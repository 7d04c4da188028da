"""A tournament's lobby, round by round, from its recorded hands."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from fivebet.arena.tournament import Tournament
from fivebet.store.hands import StoredHand


def lobby_to_dict(hands: Sequence[StoredHand], tournament: Tournament) -> dict[str, Any]:
    """Return the rounds with their tables and stacks, and the places of those who are out."""
    entrants = len(tournament.agents)
    stacks = [tournament.schedule.stack] * entrants
    places: list[dict[str, Any]] = []
    rounds: list[dict[str, Any]] = []
    left = entrants
    for number, dealt in enumerate(_rounds(hands, tournament.tables)):
        busted: list[tuple[int, int]] = []
        for hand in dealt:
            assert hand.record.payoffs is not None
            for entrant, before, won in zip(
                hand.seating, hand.record.stacks, hand.record.payoffs, strict=True
            ):
                stacks[entrant] = before + int(won)
                if stacks[entrant] == 0:
                    busted.append((before, entrant))
        for entrant, place, prize in tournament.rank(busted, left):
            places.append({"entrant": entrant, "place": place, "prize": prize, "round": number})
        left -= len(busted)
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
                "out": [entrant for _, entrant in busted],
            }
        )
    if left == 1:
        (winner,) = set(range(entrants)) - {each["entrant"] for each in places}
        prize, last = tournament.prize(1), len(rounds) - 1
        places.append({"entrant": winner, "place": 1, "prize": prize, "round": last})
    return {"rounds": rounds, "places": sorted(places, key=lambda each: each["place"])}


def _rounds(hands: Sequence[StoredHand], tables: int) -> Iterator[list[StoredHand]]:
    """Yield the hands of each round: all tables play one hand at a time."""
    for _, dealt in groupby(hands, key=lambda hand: hand.number // tables):
        yield list(dealt)


def _level(hand: StoredHand) -> dict[str, int]:
    game = hand.game
    small = min((blind for blind in game.blinds if blind), default=0)
    return {"small_blind": small, "big_blind": game.big_blind, "ante": max(game.antes)}
