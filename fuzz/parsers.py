"""Fuzzes every parser with atheris: a value or a FivebetError, never anything else.

python fuzz/parsers.py --seconds 60 [--only ranges]
"""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import FunctionType

try:
    import atheris
except ImportError:
    print("fivebet: parsers are fuzzed with atheris: run tools/set-up fuzz", file=sys.stderr)
    sys.exit(2)

from fivebet.agents.hosting import wire
from fivebet.cards import CardSet, canonical_suits, parse_cards
from fivebet.cards import range_notation as notation
from fivebet.errors import FivebetError, FormatError
from fivebet.formats import FileRecord, acpc, differences, phh, pokerstars, pokerstars_table
from fivebet.formats.acpc import gamefile, matchlog, states
from fivebet.formats.phh_actions import PhhActions
from fivebet.formats.phh_fields import Fields
from fivebet.game import Game
from fivebet.lab.command_line import exit_with
from fivebet.planning import Planner, expressions, parse_domain, parse_problems, parser, syntax

# Coverage guides the fuzzer through these; an editable install hides imports from it.
_MODULES = (
    *(notation, phh, pokerstars, pokerstars_table, gamefile, matchlog, states),
    *(wire, parser, syntax),
)
# Atheris loses the memory of arrays whose comparisons it traces.
_WITH_ARRAYS = ("parse_range", "format_range")
for _home in (
    *(*_MODULES, PhhActions, Fields, pokerstars._Reader),
    *(parser._Parser, expressions.ExpressionReader),
):
    _module = getattr(_home, "__module__", _home.__name__)
    for _name, _function in list(vars(_home).items()):
        of_home = isinstance(_function, FunctionType) and _function.__module__ == _module
        if of_home and _name not in _WITH_ARRAYS:
            setattr(_home, _name, atheris.instrument_func(_function))
parse_cards = atheris.instrument_func(parse_cards)

NO_LIMIT = Game.named("nolimit-2p")


def read_cards(text: str) -> None:
    cards = parse_cards(text)
    assert parse_cards("".join(map(str, cards))) == cards


def read_sets(text: str) -> None:
    cards = CardSet(text)
    assert CardSet(str(cards)) == cards
    assert canonical_suits(*canonical_suits(cards)) == canonical_suits(cards)


def read_ranges(text: str) -> None:
    weights = notation.parse_range(text)
    assert ((weights >= 0) & (weights <= 1)).all()
    if weights.any():
        assert (notation.parse_range(notation.format_range(weights)) == weights).all()


def read_games(text: str) -> None:
    game = acpc.parse_game(f"GAMEDEF\n{text}\nEND GAMEDEF")
    assert acpc.parse_game(acpc.game_text(game)) == game


def read_states(text: str) -> None:
    state = acpc.parse_match_state(text, NO_LIMIT)
    line = acpc.match_state(state.hand, state.position)
    again = acpc.parse_match_state(line, NO_LIMIT)
    assert acpc.match_state(again.hand, state.position) == line


def read_logs(text: str) -> None:
    log = acpc.parse_log(text, NO_LIMIT)
    assert acpc.parse_log(acpc.log_text(log), NO_LIMIT).records == log.records


def read_phh(text: str) -> None:
    look_at(phh.read_phh("variant = 'NT'\n" + text, "fuzz"))


def read_pokerstars(text: str) -> None:
    first = "PokerStars Hand #1:  Hold'em No Limit ($1/$2 USD) - 2021/03/04 20:15:00 ET\n"
    look_at(pokerstars.read_pokerstars(first + text, "fuzz"))


def look_at(hands: Iterator[FileRecord | FormatError]) -> None:
    for hand in hands:
        if isinstance(hand, FormatError):
            assert hand.line >= 1
        else:
            differences(hand)


def read_domains(text: str) -> None:
    Planner(parse_domain(f"(defdomain d ({text}))"))


def read_problems(text: str) -> None:
    parse_problems(f"(defproblem p d {text})")


def read_messages(text: str) -> None:
    """Whatever another program may say at a seat, or to one."""
    message = wire.read_message(('{"type": "view",' + text).encode())
    for read in (
        wire.read_decision,
        wire.read_game,
        lambda message: wire.read_view(message, NO_LIMIT),
        lambda message: wire.read_policy(message, 1326),
    ):
        try:
            read(message)
        except FivebetError as error:
            assert str(error)


PARSERS: dict[str, Callable[[str], None]] = {
    "cards": read_cards,
    "sets": read_sets,
    "ranges": read_ranges,
    "acpc-games": read_games,
    "acpc-states": read_states,
    "acpc-logs": read_logs,
    "phh": read_phh,
    "pokerstars": read_pokerstars,
    "planning-domains": read_domains,
    "planning-problems": read_problems,
    "messages": read_messages,
}


LENGTHS = dict.fromkeys(
    ("phh", "pokerstars", "planning-domains", "planning-problems", "messages"), 2000
)
WORDS = {
    "ranges": ["AhKh", "22+", "A2s+", "KTs-K8s", "15%@one-random", "76s:0.5", "10♠", "random"],
    "phh": [
        "antes = [0, 0]\n",
        "blinds_or_straddles = [1, 2]\n",
        "min_bet = 2\n",
        "starting_stacks = [9.5, inf]\n",
        "actions = ['d dh p1 AsKs', 'p2 cbr 4', 'p1 cc', 'd db 2c3c4d', 'p1 f']\n",
        "finishing_stacks = [5.5, 13]\n",
        "'p1 sm'",
    ],
    "pokerstars": [
        "Table 'X' 6-max Seat #1 is the button\n",
        "Seat 1: a ($50 in chips)\n",
        "Seat 2: b ($9.50 in chips)\n",
        "a: posts small blind $1\n",
        "b: posts big blind $2\n",
        "a: posts the ante $1\n",
        "*** HOLE CARDS ***\n",
        "a: raises $2 to $4\n",
        "b: folds\n",
        "Uncalled bet ($2) returned to a\n",
        "a collected $4 from pot\n",
        "*** SUMMARY ***\nTotal pot $4 | Rake $0\n",
    ],
    "planning": [
        "(:operator (!go ?x) ((at ?y)) ((at ?y)) ((at ?x)) 2)",
        "(:method (m ?x) first ((p ?x) (not (q))) ((!go ?x)) () (:unordered (m a)))",
        "(:- (p ?x) ((q ?x)) (or (r) (s)))",
        "(forall (?x) ((p ?x)) ((q ?x)))",
        "(call >= ?x 3)",
        "(assign ?z (call + 1 2.5))",
        "(:sort-by ?x >)",
        "(:first (p ?x))",
        "(:protection (p))",
        "(imply (p) (q))",
        "((p a) (q 1 (b . c)) (r nil))",
        "(:immediate t)",
    ],
    "messages": [
        '"holes":["AsKs",null],"board":"","actor":0,"active":[0,1],"hand":1,',
        '"starting_stacks":[20000,20000],"moves":[{"action":"raise","to":300}],"seat":1}',
        '"action":"call","to":7,"reasons":{},"probabilities":{"fold":0.5}}',
        '"policy":[{"action":"fold","to":0,"probabilities":1}]}',
        '"rules":{},"name":"x","blinds":[50,100],"stacks":[1,1],"betting":"nolimit"}',
    ],
    "acpc": [
        "MATCHSTATE:0:0:",
        "STATE:1:",
        "cr253c/",
        ":6c9h|4h5c/5s2hAd/3c/Kh",
        "SCORE:",
        *(f"{line}\n" for line in acpc.game_text(NO_LIMIT).splitlines()[1:-1]),
    ],
}


_AS_ASCII = b"\1"  # how a text begins that the fuzzer's provider takes byte by byte


def fuzz(name: str, seconds: int) -> None:
    def once(data: bytes) -> None:
        text = atheris.FuzzedDataProvider(data).ConsumeUnicodeNoSurrogates(LENGTHS.get(name, 200))
        try:
            PARSERS[name](text)
        except FivebetError as error:
            assert str(error)

    with tempfile.TemporaryDirectory() as corpus:
        words = WORDS.get(name.partition("-")[0], WORDS["ranges"])
        dictionary = f"{corpus}.dict"
        with open(dictionary, "w", encoding="utf-8") as file:
            for number, word in enumerate([*words, "".join(words)]):
                Path(corpus, str(number)).write_bytes(_AS_ASCII + word.encode())
            for word in words:
                escaped = "".join(f"\\x{byte:02x}" for byte in word.encode())
                file.write(f'"{escaped}"\n')
        options = [f"-max_total_time={seconds}", f"-dict={dictionary}", "-verbosity=0", corpus]
        atheris.Setup([sys.argv[0], *options], once)
        atheris.Fuzz()


def main(given: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=60, help="for each parser")
    parser.add_argument("--only", choices=PARSERS)
    arguments = parser.parse_args(given)
    if arguments.only:
        fuzz(arguments.only, arguments.seconds)
        return 0
    for name in PARSERS:
        # The fuzzer ends its process: each parser gets one of its own.
        command = [sys.executable, __file__, "--only", name, "--seconds", str(arguments.seconds)]
        if code := subprocess.run(command, check=False).returncode:
            return code
        print(f"{name}: fine after {arguments.seconds} s")
    return 0


if __name__ == "__main__":
    exit_with(main)
