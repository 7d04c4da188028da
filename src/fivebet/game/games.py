"""The games that have names.

Those with limits and blinds of the ACPC are its games, by its rules; pot-limit
and the `cash-` games are played by the rules of poker rooms.
"""

from difflib import get_close_matches
from fractions import Fraction

from fivebet.errors import GameError
from fivebet.game.game import Game, Structure
from fivebet.game.rules import ACPC


def named_game(name: str) -> Game:
    """Return the game of that name; the GameError of a wrong name lists the nearest ones."""
    if name in GAMES:
        return GAMES[name]
    near = get_close_matches(name, GAMES, n=3) or sorted(GAMES)
    raise GameError(f"there is no game {name!r}: do you mean {', '.join(near)}?")


_KINDS = {"fixed-limit": "limit", "no-limit": "nolimit", "pot-limit": "potlimit"}


def playable_names(game: Game) -> tuple[str, ...]:
    """Return by which names agents may know a game: its own, and that of the game it is like.

    Hold'em of any blinds and stacks is like the named game of its structure and players. Fixed
    limit whose bets are others is none of the named games: `limit-other-2p`.
    """
    kind = _KINDS.get(game.structure)
    if not game.name or not game.is_holdem or kind is None or game.name in GAMES:
        return (game.name,)
    alike = f"{kind}-{game.seats}p"
    if kind == "limit" and _bets(game) != _bets(GAMES[alike]):
        alike = f"{kind}-other-{game.seats}p"
    return game.name, alike


def _bets(game: Game) -> tuple[object, ...]:
    """Return the bets of fixed limit in big blinds, and how many there may be."""
    unit = game.big_blind or 1  # antes may be all that is posted
    blinds, antes, raises = (
        tuple(Fraction(chips, unit) for chips in each)
        for each in (game.blinds, game.antes, game.raise_sizes)
    )
    return blinds, antes, raises, game.max_raises


def _blinds(seats: int, small: int, big: int) -> tuple[int, ...]:
    return (big, small) if seats == 2 else (small, big)


def _limit(seats: int) -> Game:
    return Game(
        name=f"limit-{seats}p",
        structure="fixed-limit",
        seats=seats,
        blinds=_blinds(seats, 5, 10),
        raise_sizes=(10, 10, 20, 20),
        max_raises=(3, 4, 4, 4),
        rules=ACPC,
    )


def _no_limit(seats: int) -> Game:
    return Game(
        name=f"nolimit-{seats}p",
        structure="no-limit",
        seats=seats,
        blinds=_blinds(seats, 50, 100),
        stacks=(20_000,) * seats,
        rules=ACPC,
    )


def _by_room_rules(kind: str, structure: Structure, seats: int) -> Game:
    return Game(
        name=f"{kind}-{seats}p",
        structure=structure,
        seats=seats,
        blinds=_blinds(seats, 50, 100),
        stacks=(10_000,) * seats,
    )


# Kuhn (1950): three cards, one bet. Leduc hold'em (Southey et al., 2005): six
# cards, two rounds of at most two bets, 2 and then 4 chips.
_KUHN = Game(
    name="kuhn",
    structure="fixed-limit",
    seats=2,
    blinds=(1, 1),
    raise_sizes=(1,),
    max_raises=(1,),
    first=(0,),
    board_cards=(0,),
    hole_cards=1,
    suits=1,
    ranks=3,
    rules=ACPC,
)
_LEDUC = Game(
    name="leduc",
    structure="fixed-limit",
    seats=2,
    blinds=(1, 1),
    raise_sizes=(2, 4),
    max_raises=(2, 2),
    first=(0, 0),
    board_cards=(0, 1),
    hole_cards=1,
    suits=2,
    ranks=3,
    rules=ACPC,
)

GAMES: dict[str, Game] = {
    game.name: game
    for game in (
        *(make(seats) for make in (_limit, _no_limit) for seats in range(2, 11)),
        *(_by_room_rules("potlimit", "pot-limit", seats) for seats in range(2, 11)),
        *(_by_room_rules("cash", "no-limit", seats) for seats in range(2, 11)),
        _KUHN,
        _LEDUC,
    )
}
