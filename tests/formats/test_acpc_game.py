"""Game definitions of the ACPC in and out."""

import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivebet.errors import FormatError, GameError
from fivebet.formats.acpc import find_game, game_text, parse_game, read_game
from fivebet.game import Game
from fivebet.game.game import UNLIMITED
from fivebet.game.games import GAMES
from tests.formats.acpc_hands import random_acpc_game

NO_LIMIT = """GAMEDEF
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
"""


def test_the_events_no_limit_game_is_ours() -> None:
    assert parse_game(NO_LIMIT, "nolimit-2p") == Game.named("nolimit-2p")
    assert game_text(Game.named("nolimit-2p")) == NO_LIMIT


def test_keys_come_in_any_case_with_or_without_equals_and_with_comments() -> None:
    text = """# two-player limit
    gamedef
    LIMIT
    NUMPLAYERS 2   # heads-up
    numrounds=4
    Blind = 10 5
    raisesize 10 10 20 20
    firstPlayer = 2 1 1 1

    maxRaises = 3 4 4 4
    numSuits = 4
    numRanks = 13
    numHoleCards = 2
    numBoardCards = 0 3 1 1
    end gamedef
    this is not read any more
    """
    game = parse_game(text, "limit-2p")
    assert game == Game.named("limit-2p")
    assert game.stacks == (UNLIMITED, UNLIMITED)


def test_what_is_left_out_has_a_default() -> None:
    lines = [line for line in NO_LIMIT.splitlines() if not line.startswith("firstPlayer")]
    game = parse_game("\n".join(lines))
    assert game.max_raises == (255,) * 4
    assert game.first == (0,) * 4
    assert parse_game(NO_LIMIT.replace("100 50", "100")).blinds == (100, 0)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("numPlayers = 2", "numPlayers = 11", "line 3: numPlayers is 11, not 2 to 10"),
        ("numPlayers = 2", "numPlayers = 2 2", "line 3: numPlayers needs one number"),
        ("numPlayers = 2\n", "", "has no numPlayers"),
        ("numSuits = 4\n", "", "has no numSuits"),
        ("numRounds = 4", "numRounds = 5", "line 4: numRounds is 5, not 1 to 4"),
        ("stack = 20000 20000", "stack = 20000", "line 5: stack has 1 numbers, not 2"),
        ("stack = 20000 20000", "stack = 20000 20", "a stack is smaller than its blind"),
        ("blind = 100 50", "blind = 100 -50", "line 6: 'blind = 100 -50' is none of"),
        ("blind = 100 50", "blind =", "line 6: blind needs numbers"),
        ("blind = 100 50", "blind = 99999999999 1", "is more than 2147483647"),
        ("blind = 100 50", "blind = 1 1\nblind = 1 1", "line 7: blind stands a second time"),
        ("firstPlayer = 2", "firstPlayer = 3", "are no seats"),
        ("firstPlayer = 2", "firstPlayer = 0", "are no seats"),
        ("nolimit", "limit", "raiseSize has 0 numbers, not 4"),
        ("END GAMEDEF", "", "there is no END GAMEDEF"),
        ("GAMEDEF\nnolimit", "nolimit\nGAMEDEF", "line 1: 'nolimit' stands before GAMEDEF"),
        ("numRanks", "numranges", "line 9: 'numranges = 13' is none of"),
    ],
)
def test_errors_name_file_and_line(old: str, new: str, complaint: str) -> None:
    with pytest.raises(FormatError, match=complaint) as caught:
        parse_game(NO_LIMIT.replace(old, new, 1), source="my.game")
    assert str(caught.value).startswith("my.game, line ")


@given(st.integers(0, 2**32))
def test_games_survive_being_written(seed: int) -> None:
    game = random_acpc_game(random.Random(seed))
    assert parse_game(game_text(game), game.name) == game


@pytest.mark.parametrize("name", sorted(GAMES))
def test_our_games_are_written_or_say_why_not(name: str) -> None:
    game = Game.named(name)
    if name.startswith(("potlimit", "cash")):
        with pytest.raises(GameError, match="cannot play"):
            game_text(game)
    else:
        assert parse_game(game_text(game), name) == game


@given(st.text(max_size=200), st.integers(0, 12), st.integers(0, 12))
def test_any_text_is_a_game_or_a_clear_error(text: str, start: int, stop: int) -> None:
    lines = NO_LIMIT.splitlines()
    for mixed in (text, "\n".join([*lines[:start], text, *lines[stop:]])):
        try:
            assert isinstance(parse_game(mixed), Game)
        except FormatError as error:
            assert ", line " in str(error)


def test_games_are_found_by_file_by_our_name_and_by_the_competitions_name(tmp_path: Path) -> None:
    file = tmp_path / "odd.game"
    file.write_text(NO_LIMIT.replace("20000", "5000"))
    assert find_game(str(file)) == read_game(file)
    assert find_game("games/odd.game", beside=tmp_path).stacks == (5000, 5000)
    assert find_game("nolimit-2p") == Game.named("nolimit-2p")
    stock = find_game("holdem.limit.2p.reverse_blinds.game", beside=tmp_path)
    assert stock == Game.named("limit-2p")
    assert find_game("holdem.nolimit.3p.game") == Game.named("nolimit-3p")
    assert replace(read_game(file), name="").blinds == (100, 50)
    with pytest.raises(GameError, match=r"there is no game 'nothing\.game'"):
        find_game("nothing.game")
    with pytest.raises(FormatError, match="cannot be read"):
        read_game(tmp_path / "nothing.game")
