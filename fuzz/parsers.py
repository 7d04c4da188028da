"""Fuzzes every parser with atheris: a value or a FivebetError, never anything else.

python fuzz/parsers.py --seconds 60 [--only ranges]
"""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Callable
from types import FunctionType

import atheris

from fivebet import notation
from fivebet.cards import Cards, canonical_suits, parse_cards
from fivebet.errors import FivebetError
from fivebet.formats import acpc
from fivebet.formats.acpc import gamefile, matchlog, states
from fivebet.game import Game

# Coverage guides the fuzzer through these; an editable install hides imports from it.
for _module in (notation, gamefile, matchlog, states):
    for _name, _function in list(vars(_module).items()):
        if isinstance(_function, FunctionType) and _function.__module__ == _module.__name__:
            setattr(_module, _name, atheris.instrument_func(_function))
parse_cards = atheris.instrument_func(parse_cards)

NO_LIMIT = Game.named("nolimit-2p")


def read_cards(text: str) -> None:
    cards = parse_cards(text)
    assert parse_cards("".join(map(str, cards))) == cards


def read_sets(text: str) -> None:
    cards = Cards(text)
    assert Cards(str(cards)) == cards
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


PARSERS: dict[str, Callable[[str], None]] = {
    "cards": read_cards,
    "sets": read_sets,
    "ranges": read_ranges,
    "acpc-games": read_games,
    "acpc-states": read_states,
    "acpc-logs": read_logs,
}


def fuzz(name: str, seconds: int) -> None:
    def once(data: bytes) -> None:
        text = atheris.FuzzedDataProvider(data).ConsumeUnicodeNoSurrogates(200)
        try:
            PARSERS[name](text)
        except FivebetError as error:
            assert str(error)

    with tempfile.TemporaryDirectory() as corpus:
        words = ["AhKh", "22+", "A2s+", "KTs-K8s", "15%@one-random", "76s:0.5", "10♠", "random"]
        words += ["MATCHSTATE:0:0:", "STATE:1:", "cr253c/", ":6c9h|4h5c/5s2hAd/3c/Kh", "SCORE:"]
        words += [f"{line}\n" for line in acpc.game_text(NO_LIMIT).splitlines()[1:-1]]
        dictionary = f"{corpus}.dict"
        with open(dictionary, "w", encoding="utf-8") as file:
            for word in words:
                escaped = "".join(f"\\x{byte:02x}" for byte in word.encode())
                file.write(f'"{escaped}"\n')
        options = [f"-max_total_time={seconds}", f"-dict={dictionary}", "-verbosity=0", corpus]
        atheris.Setup([sys.argv[0], *options], once)
        atheris.Fuzz()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=60, help="for each parser")
    parser.add_argument("--only", choices=PARSERS)
    arguments = parser.parse_args()
    if arguments.only:
        fuzz(arguments.only, arguments.seconds)
        return
    for name in PARSERS:
        # The fuzzer ends its process: each parser gets one of its own.
        command = [sys.executable, __file__, "--only", name, "--seconds", str(arguments.seconds)]
        subprocess.run(command, check=True)
        print(f"{name}: fine after {arguments.seconds} s")


if __name__ == "__main__":
    main()
