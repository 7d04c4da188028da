"""What files of other rooms look like, by a line that only they have.

Such files are not read, but it is said what they are.
"""

import re

_OPENING = 20_000
"""Letters of a file that are looked at."""

_HISTORY = "a hand history of "
_SIGNS: tuple[tuple[str, str], ...] = (
    ("a tournament summary of PokerStars", r"^[^\w\n]{0,9}PokerStars Tournament #\d+, "),
    ("a tournament summary", r"^.{0,40} Tournament [Ss]ummary\b|^[A-Z][\w ]+ Tournament #\d+, "),
    (_HISTORY + "Full Tilt Poker", r"^Full ?Tilt ?(?:Poker Game|(?:Rush )?Hand) #\d+"),
    (_HISTORY + "888poker", r"^\*{5} (?:Cassava|888|Pacific)[\w. -]* Hand History for Game"),
    (_HISTORY + "Betfair", r"^\*{5} Betfair Poker Hand History for Game"),
    (_HISTORY + "partypoker", r"^\*{5} Hand History [Ff]or Game \d+|^Game #\d+ starts\."),
    (_HISTORY + "Everleaf", r"^Everleaf Gaming|^Partouche Poker|^\*{5} Hand history for game #"),
    (_HISTORY + "OnGame", r"^\*{5} History for hand [A-Z]\d+-"),
    (_HISTORY + "Winamax", r"^Winamax Poker - "),
    (_HISTORY + "GGPoker", r"^Poker Hand #[A-Z]*\d+"),
    (_HISTORY + "Bovada, Bodog or Ignition", r"^(?:Bovada|Bodog|Ignition)[\w. ]* Hand #\d+"),
    (_HISTORY + "the Merge network", r"<description type=\"[^\"]*\" stakes="),
    (
        _HISTORY + "the Winning network",
        r"^Game started at: .*\s+Game ID: |^(?:Game )?Hand #\d+ - .*\(",
    ),
    (_HISTORY + "the Cake network", r"^[^\w\n]{0,9}Hand#[0-9A-F]+ - "),
    (_HISTORY + "the Boss network", r"<HISTORY ID=\"\d+\" SESSION="),
    (_HISTORY + "Microgaming", r"<Game [^>]*\bid=\"\d+\" date=|^-+PRIMA\.DAT-+"),
    (_HISTORY + "iPoker", r"<session sessioncode="),
    (_HISTORY + "Everest", r"<SESSION time=\"\d+\""),
    (_HISTORY + "PKR", r"^Starting Hand #\d+"),
    (_HISTORY + "Absolute Poker or Ultimate Bet", r"^Stage #\w?\d+"),
    (_HISTORY + "Entraction", r"^Game # \d+ - "),
    (_HISTORY + "Unibet", r"^Game #\d+: Table "),
    (_HISTORY + "the Enet network", r"^Game #\d+: [\w' ]+ \("),
    (_HISTORY + "King's Club", r"^#\d+: .* - [\d,]+/[\d,]+\s+\d{4}-\d\d-\d\d "),
    (_HISTORY + "Seals with Clubs", r"^Site: Seals ?With ?Clubs"),
    (
        "an export of PokerTracker",
        r"^(?:\w+_)?GAME #[\d-]+[: ]|^\*\* (?:Game ID|Hand #) \d+ |^Merge Game #",
    ),
    ("hands of a television show", r"^LoadHand\(\{Hand:"),
    ("a file of the Open Hand History format", r"\"ohh\"\s*:|\"spec_version\"\s*:"),
    ("hands in PHH", r"^[ \t]*(['\"]?)variant\1[ \t]*="),
    ("a game of the ACPC", r"^\s*GAMEDEF\b"),
    ("messages of the ACPC's dealer, not its log", r"^(?:.* )?MATCHSTATE:\d+:\d+:"),
    (
        _HISTORY + "PokerStars in another language",
        r"^[^\n]{0,40}PokerStars[^\n\d]{0,20}(?:#|№|[nN][.°ºr]+) ?\d+"
        r"|^\w+ n[.°º]+ ?\d+ de PokerStars",
    ),
)
_ROOMS = [(name, re.compile(sign, re.MULTILINE)) for name, sign in _SIGNS]
_LIKE_POKERSTARS = re.compile(
    r"^[^\w\n]{0,9}([A-Z][\w'. ]{1,30}?) (?:Hand|Game) #\d+: ", re.MULTILINE
)
"""Many rooms and converters write what PokerStars does, under a name of their own."""


def name_file(text: str) -> str:
    """Return what a file looks like that no reader knows; nothing if it looks like nothing.

    >>> name_file("Winamax Poker - CashGame - HandId: #1-2-3")
    'a hand history of Winamax'
    """
    opening = text[:_OPENING].lstrip("\ufeffï»¿\r\n")  # a byte-order mark, as it is or misread
    for name, sign in _ROOMS:
        if sign.search(opening):
            return name
    other = _LIKE_POKERSTARS.search(opening)
    return f"{_HISTORY}{other[1]}" if other else ""
