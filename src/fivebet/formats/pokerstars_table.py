"""The head of a PokerStars hand: the game, the players' seats and what they post.

From it follow the seats from the button's left, the antes and the blinds. A player
who is all-in for less than the blind still owes the whole of it.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Protocol

from fivebet.errors import FormatError
from fivebet.formats.complaints import ComplaintKind
from fivebet.formats.file_record import as_chips
from fivebet.game.game import Game, Structure
from fivebet.game.rules import RuleBook

SYMBOL = r"(?:[A-Z]{0,2}\$|[€£¥₹₽₩\ufffd]|â‚¬|Â£|kr ?)?"
"""The sign of a currency, or what a wrong encoding has made of it."""
_WHOLE = r"(?:[0-9]{1,3}(?:,[0-9]{2,3}){0,5},[0-9]{3}|[0-9]{1,21})"
COIN = rf"(?:{_WHOLE}(?:\.[0-9]{{1,6}})?|\.[0-9]{{1,6}})"
"""An amount without its sign; a comma stands before thousands, never before cents."""

_STAKES = re.compile(rf"({SYMBOL})({COIN})/{SYMBOL}({COIN})(?:.*?{SYMBOL}({COIN}) Cap\b)?", re.I)
_LIMITS = "No Limit|Limit|Pot Limit Pre-Flop, No Limit Post-Flop|Pot Limit"
# Any other word before "Hold'em" is part of a game's name, as in "6+ Hold'em".
_BUY_IN = r"(?:.*\s)?(?:(?!6\+)\S*[0-9]\S*|Freeroll|(?-i:[A-Z]{2,4}))"
_HEADER = re.compile(
    r"PokerStars (?P<site>[A-Za-z ]*?)#[A-Z]{0,3}(?P<hand>[0-9]{1,18}):\s+"
    r"(?:\{(?P<club>[^}]*)\}\s+)?"
    r"(?:(?P<zoom>Zoom )?Tournament #(?P<tournament>[0-9]{1,18}), "
    rf"(?:(?P<buy_in>{_BUY_IN})\s+)?)?"
    r"(?:(?P<mix>Mixed [A-Za-z'/ ]{1,30}|[0-9]{1,2}-Game|HORSE|HOSE|HOE) \()?"
    rf"Hold'em (?P<limit>{_LIMITS})"
    # A mix of cash games has its stakes where tournaments have nothing.
    r"(?:, (?P<mixed_stakes>[^()]*))?(?(mix)\))"
    r"(?: - (?P<level>[^()]*?level ?[a-z0-9]+))?"
    r"(?(mixed_stakes)| \((?P<stakes>[^()]*)\))"
    # Italy's regulator numbers every hand.
    r"(?: \[(?P<regulator>[A-Za-z]+ ID: [^\[\]]*)\])?"
    r"(?: - (?P<date>.*))?",
    re.IGNORECASE,
)
_STRUCTURES: dict[str, Structure] = {
    "no limit": "no-limit",
    "pot limit": "pot-limit",
    "limit": "fixed-limit",
    "pot limit pre-flop, no limit post-flop": "no-limit",
}
_KEPT = (
    "site",
    "club",
    "zoom",
    "tournament",
    "buy_in",
    "mix",
    "level",
    "stakes",
    "regulator",
    "date",
)
_LONGEST_HEADER = 500
_NONE = Decimal(0)


class Complain(Protocol):
    """Makes an error at the line that is being read."""

    def __call__(self, what: str, kind: str = ComplaintKind.MALFORMED) -> FormatError:
        """Return the error."""
        ...


@dataclass
class TableSetup:
    """The players with their seats, stacks and posts; amounts as in the file."""

    structure: Structure
    small: Decimal
    big: Decimal
    cap: Decimal | None = None
    """The most that a player may put into a pot, where there is such a limit."""
    button: int = 0
    closed: bool = False
    """Nobody sits down once cards are dealt."""
    stacks: dict[str, Decimal] = field(default_factory=dict)
    places: dict[str, int] = field(default_factory=dict)
    playing: set[str] = field(default_factory=set)
    antes: dict[str, Decimal] = field(default_factory=dict)
    dead: dict[str, Decimal] = field(default_factory=dict)
    blinds: dict[str, Decimal] = field(default_factory=dict)
    small_blind: str | None = None
    big_blind: str | None = None
    straddle: str | None = None
    _names: list[str] = field(default_factory=list)
    _posts: list[tuple[str, str, Decimal]] = field(default_factory=list)
    """Who posted what, as the file lists it."""

    @classmethod
    def from_header(cls, line: str, metadata: dict[str, Any], complain: Complain) -> "TableSetup":
        """Read the first line of a hand; what else it says goes into `metadata`."""
        found = _HEADER.fullmatch(line) if len(line) < _LONGEST_HEADER else None
        stakes = _STAKES.match(found["mixed_stakes"] or found["stakes"]) if found else None
        if not found:
            game = line.partition(": ")[2].strip()[:100]
            what = f"{game!r} is not read: Hold'em No Limit, Pot Limit or Limit is"
            raise complain(what, ComplaintKind.OTHER_GAME)
        if not stakes:
            given = (found["mixed_stakes"] or found["stakes"])[:100]
            raise complain(f"{given!r} are no stakes: '$0.50/$1' is expected")
        metadata["hand"] = int(found["hand"])
        for key, text in {**found.groupdict(), "stakes": stakes.string}.items():
            if text and key in _KEPT:
                metadata[f"_{key}"] = text.strip()
        if "," in found["limit"]:
            metadata["_limit"] = found["limit"]
        if stakes[1]:
            metadata["currency_symbol"] = stakes[1]
        small, big = (Decimal(amount.replace(",", "")) for amount in stakes.group(2, 3))
        cap = Decimal(stakes[4].replace(",", "")) if stakes[4] else None
        return cls(_STRUCTURES[found["limit"].lower()], small, big, cap)

    def sit(self, place: int, name: str, stack: Decimal) -> None:
        """Seat a player at a numbered seat of the table."""
        self.stacks[name] = stack
        self.places[name] = place
        self._names = sorted(self.stacks, key=len, reverse=True)

    def name_at(self, line: str, then: str) -> str | None:
        """Return the player's name that a line begins with; names may hold anything."""
        if then not in line:
            return None
        return next((name for name in self._names if line.startswith(name + then)), None)

    def name_in_summary(self, place: str, line: str) -> str | None:
        """Return the player of a numbered seat, with whose name the line must begin.

        The seat tells "Ann (button)" from "Ann", who has the button.
        """
        seated = next((name for name, at in self.places.items() if str(at) == place), None)
        if seated is not None and line.startswith(f"{seated} "):
            return seated
        return self.name_at(line, " ")

    def is_all_in(self, name: str) -> bool:
        """Return whether blinds and antes have taken a player's last chips."""
        return name in self.playing and self._left(name) == 0

    def play(self, name: str) -> None:
        """Note that a player was dealt in."""
        self.playing.add(name)

    def post(self, name: str, what: str, amount: Decimal) -> None:
        """Note that a player has posted a blind or an ante."""
        self.playing.add(name)
        self._posts.append((name, what, amount))

    def amounts(self) -> Iterable[Decimal]:
        """Yield all amounts, from which the unit of the file is found."""
        yield from self.stacks.values()
        yield from (amount for _, _, amount in self._posts)
        yield from (self.small, self.big)

    def seated(
        self, scale: int, rules: RuleBook, complain: Complain
    ) -> tuple[Game, tuple[str, ...], tuple[int, ...]]:
        """Return the game, the names and the places by seat from the button's left."""
        if not self.button:
            raise complain("the hand has no line with its table and button")
        if len(set(self.places.values())) < len(self.places):
            raise complain("two players have the same seat")
        if not 2 <= len(self.playing) <= 10:
            raise complain(f"{len(self.playing)} players take part: 2 to 10 can play")
        names = sorted(self.playing, key=lambda n: (self.places[n] <= self.button, self.places[n]))

        def chips(amounts: Iterable[Decimal]) -> tuple[int, ...]:
            return tuple(int(as_chips(amount, scale)) for amount in amounts)

        self._assign_posts(names)
        blinds = self._owed_blinds(names)
        limit = self.structure == "fixed-limit"
        sizes = chips((self.small, self.small, self.big, self.big)) if limit else ()
        game = Game(
            structure=self.structure,
            seats=len(names),
            stacks=chips(self._stack(name) for name in names),
            antes=chips(self._owed_antes(names)),
            blinds=chips(blinds.get(name, _NONE) for name in names),
            min_bet=0 if limit else max(1, *chips([self.big])),
            raise_sizes=sizes,
            first=(self._first(names), 0, 0, 0),
            rules=rules,
        )
        return game, tuple(names), tuple(self.places[name] for name in names)

    def _assign_posts(self, names: list[str]) -> None:
        """Find the blinds among all posts: newcomers post too, and may be listed before them.

        At tables of three and more the blinds are those next to the button. A small blind that
        is posted behind the big one is dead.
        """
        two = len(names) == 2
        posts = self._posts if two else sorted(self._posts, key=lambda post: names.index(post[0]))
        for name, what, amount in posts:
            if what == "the ante":
                self.antes[name] = self.antes.get(name, _NONE) + amount
            elif what == "small & big blinds":
                live = min(amount, self._big())
                self.blinds[name] = live
                self.dead[name] = amount - live
            elif what == "small blind" and self.small_blind is None and (two or not self.big_blind):
                self.small_blind = name
                self.blinds[name] = amount
            elif what == "small blind":
                self.dead[name] = self.dead.get(name, _NONE) + amount
            else:
                self.blinds[name] = amount
                if what == "big blind":
                    self.big_blind = self.big_blind or name
                else:
                    self.straddle = name

    def _big(self) -> Decimal:
        """Return the big blind: in limit games it is the small bet."""
        return self.small if self.structure == "fixed-limit" else self.big

    def _owed_antes(self, names: list[str]) -> list[Decimal]:
        most = max(self.antes.values(), default=_NONE)
        everybody = len(self.antes) == len(names)
        owed = []
        for name in names:
            ante = self.antes.get(name, _NONE)
            short = everybody and ante == self._stack(name)
            owed.append((most if short else ante) + self.dead.get(name, _NONE))
        return owed

    def _owed_blinds(self, names: list[str]) -> dict[str, Decimal]:
        """Return the blinds; players who are all-in, even by the ante, owe them in full."""
        blinds = dict(self.blinds)
        self._find_missing(names)
        for name in self.playing:
            posts = name in self.blinds or name in (self.small_blind, self.big_blind)
            if posts and self._left(name) == 0:
                blinds[name] = max(self._due(name), blinds.get(name, _NONE))
        return blinds

    def _due(self, name: str) -> Decimal:
        # A limit game's first line names its bets, not the small blind: at most a whole one.
        limit = self.structure == "fixed-limit"
        return self.small if name == self.small_blind and not limit else self._big()

    def _find_missing(self, names: list[str]) -> None:
        """Find the blinds of players whom the ante has put all-in; they post nothing more."""
        small, big = (names[-1], names[0]) if len(names) == 2 else names[:2]
        if self.small_blind is None and self._cannot_post(small):
            if self.big_blind is None and not self._cannot_post(big):
                self.big_blind = small  # somebody must have it: the small blind is nobody's
                return
            self.small_blind = small
        if self.small_blind or self.big_blind is None:
            after = names.index(self.small_blind or small) + 1
            second = names[after % len(names)]
            if self._cannot_post(second):
                self.big_blind = second

    def _cannot_post(self, name: str) -> bool:
        return name not in self.blinds and self._left(name) == 0

    def _stack(self, name: str) -> Decimal:
        """Return the chips that a player may lose."""
        return self.stacks[name] if self.cap is None else min(self.stacks[name], self.cap)

    def _left(self, name: str) -> Decimal:
        return self._stack(name) - sum(amount for who, _, amount in self._posts if who == name)

    def _first(self, names: list[str]) -> int:
        last = self.straddle or self.big_blind or self.small_blind
        return (names.index(last) + 1) % len(names) if last else 0
