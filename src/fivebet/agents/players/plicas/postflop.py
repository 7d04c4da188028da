"""PLICAS after the flop (4.2.1): a rule for each bucket and what was bet."""

from fivebet.agents.players.plicas.rules import Bands, read_bands, read_rules
from fivebet.agents.players.plicas.strength import BUCKETS
from fivebet.game.game import STREETS
from fivebet.game.view import View
from fivebet.opponents import Triple

_FACING = ("checked", "bet", "raised")


class PostflopRules:
    """The rules of a file, by street, what is faced, and bucket."""

    def __init__(self, path: str = "") -> None:
        rules, name = read_rules("postflop.toml", path)
        self._bands: list[list[Bands]] = [[]]
        for street in STREETS[1:]:
            section = rules.get(street)
            given = section if isinstance(section, dict) else {}
            self._bands.append(
                [
                    read_bands(given.get(each), f"{name}, [{street}.{each}]", BUCKETS - 1, True)
                    for each in _FACING
                ]
            )

    def triple(self, street: int, bets: int, bucket: int) -> Triple:
        """Return what to do with a bucket when so many bets lie on the street."""
        return self._bands[street][min(bets, 2)].at(bucket)


def bets_on(view: View) -> int:
    """Return the number of bets and raises on the street."""
    street = view.street
    return sum(
        move.street == street and move.action.kind in ("bet", "raise") for move in view.moves
    )
