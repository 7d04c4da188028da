"""The ACPC's game definitions, one key a line: reading and writing.

    GAMEDEF
    nolimit
    numPlayers = 2
    numRounds = 4
    stack = 20000 20000
    blind = 100 50
    firstPlayer = 2 1 1 1
    numSuits = 4
    numRanks = 13
    numHoleCards = 2
    numBoardCards = 0 3 1 1
    END GAMEDEF

Keys are read in any case, the `=` may be left out, `#` begins a comment.
"""

import re
from pathlib import Path

from fivebet.errors import FormatError, GameError
from fivebet.files import read_bounded
from fivebet.game.game import UNLIMITED, Game
from fivebet.game.games import GAMES, named_game
from fivebet.game.rules import ACPC

_NO_CAP_ON_RAISES = 255
_ALL_THE_CHIPS = 2**31 - 1  # what the ACPC's code takes for an unlimited stack
_KEYS = {
    key.lower(): key
    for key in (
        "numPlayers",
        "numRounds",
        "stack",
        "blind",
        "raiseSize",
        "firstPlayer",
        "maxRaises",
        "numSuits",
        "numRanks",
        "numHoleCards",
        "numBoardCards",
    )
}
_NEEDED = ("numPlayers", "numRounds", "numSuits", "numRanks", "numHoleCards")
_SINGLE = _NEEDED
_LINE = re.compile(r"([A-Za-z]+)\s*=?\s*([0-9\s]*)")
_STOCK_FILE = re.compile(
    r"holdem\.(limit|nolimit)\.(?:(2)p\.reverse_blinds|([3-9]|10)p)", re.IGNORECASE
)


def read_game(path: str | Path) -> Game:
    """Return the game of a `.game` file, named as the file."""
    path = Path(path)
    return parse_game(read_utf8(path), name=path.name.removesuffix(".game"), source=str(path))


def read_utf8(path: Path) -> str:
    """Return the text of a file; a FormatError names a file that cannot be read."""
    try:
        return read_bounded(path).decode()
    except OSError as error:
        raise FormatError(f"{str(path)!r} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise FormatError(f"{str(path)!r} is no text: {error}") from error


def parse_game(text: str, name: str = "", source: str = "game") -> Game:
    """Return the game that a definition describes, by the ACPC's rules."""
    found: dict[str, tuple[int, tuple[int, ...]]] = {}
    limit, begun, last = True, False, 0
    for last, raw in enumerate(text.splitlines(), start=1):
        line = raw.partition("#")[0].strip()
        word = " ".join(line.lower().split())
        where = f"{source}, line {last}"
        if not word:
            continue
        if word == "gamedef":
            begun = True
        elif word == "end gamedef":
            break
        elif not begun:
            raise FormatError(f"{where}: {line!r} stands before GAMEDEF")
        elif word in ("limit", "nolimit"):
            limit = word == "limit"
        else:
            key, numbers = _parse_line(line, where)
            if key in found:
                raise FormatError(
                    f"{where}: {key} stands a second time, after line {found[key][0]}"
                )
            found[key] = last, numbers
    else:
        missing = "END GAMEDEF" if begun else "GAMEDEF"
        raise FormatError(f"{source}, line {max(last, 1)}: there is no {missing}")
    return _build(found, limit, name, source, last)


def game_text(game: Game) -> str:
    """Return the definition of a game, as the ACPC writes it.

    >>> print(game_text(Game.named("kuhn")), end="")
    GAMEDEF
    limit
    numPlayers = 2
    numRounds = 1
    blind = 1 1
    raiseSize = 1
    firstPlayer = 1
    maxRaises = 1
    numSuits = 1
    numRanks = 3
    numHoleCards = 1
    numBoardCards = 0
    END GAMEDEF
    """
    check_expressible(game)
    limit = game.structure == "fixed-limit"
    lines = [
        "GAMEDEF",
        "limit" if limit else "nolimit",
        f"numPlayers = {game.seats}",
        f"numRounds = {game.rounds}",
    ]
    if game.stacks != (UNLIMITED,) * game.seats:
        lines.append(f"stack = {_list(min(chips, _ALL_THE_CHIPS) for chips in game.stacks)}")
    lines.append(f"blind = {_list(game.blinds)}")
    if limit:
        lines.append(f"raiseSize = {_list(game.raise_sizes)}")
    lines.append(f"firstPlayer = {_list(seat + 1 for seat in game.first)}")
    if game.max_raises != (_NO_CAP_ON_RAISES,) * game.rounds:
        lines.append(f"maxRaises = {_list(game.max_raises)}")
    lines += [
        f"numSuits = {game.suits}",
        f"numRanks = {game.ranks}",
        f"numHoleCards = {game.hole_cards}",
        f"numBoardCards = {_list(game.board_cards)}",
        "END GAMEDEF",
    ]
    return "\n".join(lines) + "\n"


def check_expressible(game: Game) -> None:
    """Raise a GameError unless the game can be played by the ACPC's dealer."""
    reasons = {
        f"it is {game.structure}": game.structure not in ("fixed-limit", "no-limit"),
        "it has antes": any(game.antes),
        "it is not played by the competition's rules": game.rules != ACPC,
        "raises are not capped heads-up": game.uncapped_heads_up,
        "the least bet is not the big blind": game.structure == "no-limit"
        and game.min_bet != max(1, *game.blinds),
        "a stack is smaller than its blind": any(
            stack < blind for stack, blind in zip(game.stacks, game.blinds, strict=True)
        ),
    }
    for reason, holds in reasons.items():
        if holds:
            raise GameError(f"the ACPC's dealer cannot play {game}: {reason}")


def find_game(name: str, beside: Path | None = None) -> Game:
    """Return the game of a name.

    That is the game of a file of that name, in the working folder or `beside` a log, or
    one of ours by its name or by that of the competition's own file for it.
    """
    file = Path(name)
    places = [file] if beside is None else [beside / file, beside / file.name]
    for place in places:
        if place.is_file():
            return read_game(place)
    stem = file.name.removesuffix(".game")
    if stem in GAMES:
        return GAMES[stem]
    if stock := _STOCK_FILE.fullmatch(stem):
        return GAMES[f"{stock[1].lower()}-{stock[2] or stock[3]}p"]
    if file.suffix != ".game":
        return named_game(name)
    raise GameError(f"there is no game {name!r}: it is no file, and none of ours has that name")


def _list(numbers: object) -> str:
    return " ".join(map(str, numbers))  # type: ignore[call-overload]


def _parse_line(line: str, where: str) -> tuple[str, tuple[int, ...]]:
    read = _LINE.fullmatch(line)
    key = _KEYS.get(read[1].lower()) if read else None
    if read is None or key is None:
        raise FormatError(f"{where}: {line!r} is none of {', '.join(_KEYS.values())} with numbers")
    words = read[2].split()
    if not words or (key in _SINGLE and len(words) != 1):
        wanted = "one number" if key in _SINGLE else "numbers"
        raise FormatError(f"{where}: {key} needs {wanted}, not {read[2].strip()!r}")
    if any(len(word) > 10 or int(word) > _ALL_THE_CHIPS for word in words):
        raise FormatError(f"{where}: {read[2].strip()!r} is more than {_ALL_THE_CHIPS}")
    return key, tuple(map(int, words))


def _build(
    found: dict[str, tuple[int, tuple[int, ...]]], limit: bool, name: str, source: str, last: int
) -> Game:
    for key in _NEEDED:
        if key not in found:
            raise FormatError(f"{source}, line {last}: the definition has no {key}")

    def one(key: str) -> int:
        return found[key][1][0]

    def each(key: str, length: int, default: int | None) -> tuple[int, ...]:
        line, numbers = found.get(key, (last, ()))
        if len(numbers) > length or (default is None and len(numbers) < length):
            raise FormatError(
                f"{source}, line {line}: {key} has {len(numbers)} numbers, not {length}"
            )
        return numbers + (default or 0,) * (length - len(numbers))

    seats, rounds = one("numPlayers"), one("numRounds")
    for key, most in (("numPlayers", 10), ("numRounds", 4)):
        if not (least := 2 if key == "numPlayers" else 1) <= one(key) <= most:
            line = found[key][0]
            raise FormatError(f"{source}, line {line}: {key} is {one(key)}, not {least} to {most}")
    stacks = each("stack", seats, None) if "stack" in found else (_ALL_THE_CHIPS,) * seats
    try:
        game = Game(
            name=name,
            structure="fixed-limit" if limit else "no-limit",
            seats=seats,
            blinds=each("blind", seats, 0),
            stacks=tuple(UNLIMITED if chips == _ALL_THE_CHIPS else chips for chips in stacks),
            raise_sizes=each("raiseSize", rounds, None) if limit else (),
            max_raises=tuple(
                min(most, _NO_CAP_ON_RAISES)
                for most in each("maxRaises", rounds, _NO_CAP_ON_RAISES)
            ),
            first=tuple(seat - 1 for seat in each("firstPlayer", rounds, 1)),
            board_cards=each("numBoardCards", rounds, 0),
            hole_cards=one("numHoleCards"),
            suits=one("numSuits"),
            ranks=one("numRanks"),
            rules=ACPC,
        )
        check_expressible(game)
    except GameError as error:
        raise FormatError(f"{source}, line {last}: {error}") from error
    return game
