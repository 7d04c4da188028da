"""`fivebet play`, by piped input."""

import random
from io import StringIO
from pathlib import Path

import pytest

from fivebet.cli.app import run
from fivebet.cli.play_text import parse_move
from fivebet.errors import ActionError
from fivebet.formats.acpc import game_text, read_game, read_log
from fivebet.formats.check_files import check_file
from fivebet.game import CALL, CHECK, FOLD, Action, Game, Hand, raise_to


@pytest.fixture(autouse=True)
def _own_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("FIVEBET_HOME", str(tmp_path / "home"))


class Terminal:
    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch, self._capsys = monkeypatch, capsys

    def play(self, typed: str, *arguments: str) -> tuple[int, str, str]:
        self._monkeypatch.setattr("sys.stdin", StringIO(typed.replace(" / ", "\n") + "\n"))
        code = run(["play", *arguments])
        out, err = self._capsys.readouterr()
        return code, out, err


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Terminal:
    return Terminal(monkeypatch, capsys)


def test_a_hand_is_told_from_the_blinds_to_the_score(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "my.log"
    arguments = ("call", "--seed", "5", "--hands", "1", "--save", str(file))
    code, out, err = terminal.play("k / b 300 / k / c", *arguments)
    assert (code, err) == (0, "")
    for part in (
        "You post a blind of 100",
        "call posts a blind of 50",
        "You hold",
        "call calls 50",
        "You check",
        "— flop: ",
        "You bet 300",
        "call calls 300",
        "— river: ",
        "You show",
        "Score after 1 hand: you ",
        f"The hands are in {file}",
    ):
        assert part in out, part
    log = read_log(file)
    assert (log.players, log.hands, log.seed) == (("you", "call"), 1, 5)
    assert file.read_text().splitlines()[4].startswith("STATE:0:cc/r400c/cc/cc:")


def test_the_opponents_cards_are_hidden_until_shown(terminal: Terminal) -> None:
    _, out, _ = terminal.play("f", "raise", "--seed", "6", "--hands", "1")
    assert "?? ??" in out
    assert "shows" not in out


def test_wrong_input_gets_one_sentence_and_is_asked_again(terminal: Terminal) -> None:
    _, out, _ = terminal.play("dance / r 50 / r / f / q", "call", "--seed", "5")
    assert "'dance' is no move: type f, c, r 300, a, or ? for help" in out
    assert "you cannot raise to 50: you may check, raise to 200 to 20000" in out
    assert "a raise needs an amount from 200 to 20,000" in out
    assert "there is nothing to fold to: you may check for free" in out
    assert out.count("check, raise to 200 to 20000 > ") == 5


def test_help_is_a_question_mark_away(terminal: Terminal) -> None:
    assert "leave the table" in terminal.play("? / q", "call")[1]


def test_leaving_keeps_the_hands_before(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "my.log"
    arguments = ("fold", "--seed", "5", "--save", str(file))
    code, out, _ = terminal.play("r 300 / q", *arguments)
    assert code == 0
    assert "You leave; this hand does not count." in out
    assert "Score after 3 hands: you +200, fold -200" in out.split("You leave")[1]
    assert len(read_log(file).records) == 3


def test_the_end_of_the_input_is_leaving(terminal: Terminal) -> None:
    code, out, _ = terminal.play("", "call")
    assert code == 0
    assert "You leave" in out


def test_reasons_come_after_the_hand_when_asked_for(terminal: Terminal) -> None:
    arguments = ("random:seed=3", "--seed", "5", "--hands", "1")
    asked = terminal.play("why / c / c / c / c / c / c", *arguments)[1]
    quiet = terminal.play("c / c / c / c / c / c", *arguments)[1]
    always = terminal.play("c / c / c / c / c / c", *arguments, "--show-reasons")[1]
    why = "random:seed=3, preflop. Calls: drawn at random, with a chance of 33 %."
    assert f"{why} (probability 0.3333)" in " ".join(asked.split("Why:")[1].split())
    assert "Why:" not in quiet
    assert "Why:" in always


def test_an_opponent_that_fails_checks_or_folds_and_the_table_says_why(
    terminal: Terminal, tmp_path: Path
) -> None:
    bots = tmp_path / "bots.py"
    bots.write_text(
        "class Raises:\n    def act(self, view):\n        raise ValueError('no [idea]')\n"
        "class Bare:\n    def act(self, view):\n        return view.legal.passive\n"
    )
    for bot, why in (("Raises", "ValueError: no [idea]"), ("Bare", "is no decision")):
        code, out, err = terminal.play("q", f"{bots}::{bot}", "--seed", "5", "--hands", "1")
        assert (code, err) == (0, "")
        assert f"{bots}::{bot} failed: " in out
        assert why in out
        assert f"{bots}::{bot} folds" in out


def test_the_hand_before_can_be_asked_about(terminal: Terminal) -> None:
    _, out, _ = terminal.play("why / r 300 / why / q", "fold", "--seed", "5")
    assert "The hand before" not in out.split("Hand 2")[0]
    assert "fold, preflop. Folds. (gives none)" in out.split("Hand 2")[1]


@pytest.mark.parametrize("game", ["limit-3p", "nolimit-3p", "cash-3p", "potlimit-3p"])
def test_whole_evenings_can_be_played_at_random(terminal: Terminal, game: str) -> None:
    rng = random.Random(1)
    typed = " / ".join(rng.choice(("c", "k", "f", "r", "r 400", "a")) for _ in range(2000))
    code, out, err = terminal.play(
        typed, "random", "random", "--game", game, "--hands", "30", "--seed", "1"
    )
    assert (code, err) == (0, "")
    assert "Score after 30 hands: you " in out
    assert "random#2 " in out


@pytest.mark.parametrize("title", ["house", "nolimit-2p"])
def test_a_log_names_the_file_of_its_game(terminal: Terminal, tmp_path: Path, title: str) -> None:
    game, log = tmp_path / f"{title}.game", tmp_path / "my.log"
    game.write_text(game_text(Game.named("nolimit-2p")).replace("20000", "700"))
    arguments = ("call", "--game", str(game), "--seed", "5", "--hands", "1", "--save", str(log))
    assert terminal.play("all-in", *arguments)[0] == 0
    assert read_log(log).game == read_game(game)


def test_hands_are_kept_among_ones_data(terminal: Terminal, tmp_path: Path) -> None:
    terminal.play("r 300", "fold", "--seed", "5", "--hands", "1")
    (file,) = (tmp_path / "home" / "played").glob("*-nolimit-2p-5.log")
    assert read_log(file).totals == (50, -50)


@pytest.mark.parametrize(
    ("game", "ending"), [("cash-2p", "phhs"), ("potlimit-2p", "txt"), ("limit-2p", "log")]
)
def test_every_game_is_kept_in_a_format_that_can_tell_it(
    terminal: Terminal, tmp_path: Path, game: str, ending: str
) -> None:
    code, _, err = terminal.play(
        "c / c / c / c / c / c / c / c", "call", "--game", game, "--hands", "2"
    )
    assert (code, err) == (0, "")
    (file,) = (tmp_path / "home" / "played").glob(f"*-{game}-*.{ending}")
    assert [check.verdict for check in check_file(file)] == ["ok", "ok"]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["nobody"], "there is no agent 'nobody'"),
        (["call", "--game", "nolimit-3p"], "nolimit-3p has 3 seats, and you and your opponents"),
        (["call", "--game", "chess"], "there is no game 'chess'"),
        (["call", "--game", "cash-2p", "--save", "x.log"], "cash-2p"),
        (["call", "--save", "x.doc"], "names no format of hands"),
        (
            ["fold", "--hands", "1", "--save", "/nowhere/x.log"],
            "'/nowhere/x.log' cannot be written",
        ),
        (["call", "--seed", "4294967296"], "4294967296 is no seed"),
        (["aki"], "aki does not play nolimit-2p: it plays limit-*, and adapted::aki everything"),
        (["call", "call", "--game", "limit-3p", "--save", "x.txt"], "unlimited stacks"),
    ],
)
def test_what_cannot_be_played_is_one_sentence_before_anything_is_dealt(
    terminal: Terminal, arguments: list[str], complaint: str
) -> None:
    code, out, err = terminal.play("r 300 / r 300", *arguments)
    assert code == 2
    assert "Hand 1" not in out
    assert complaint in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("f", FOLD),
        ("FOLD", FOLD),
        ("c", CALL),
        ("call", CALL),
        ("r 900", raise_to(900)),
        ("r900", raise_to(900)),
        ("raise 1,000", raise_to(1000)),
        ("b 900", raise_to(900)),
        ("a", raise_to(20_000)),
        ("all-in", raise_to(20_000)),
    ],
)
def test_what_is_typed_is_what_is_done(typed: str, action: Action) -> None:
    hand = Hand(Game.named("nolimit-2p"))
    hand.act(raise_to(300))
    assert parse_move(typed, hand.view(0)) == action


@pytest.mark.parametrize(
    ("typed", "complaint"),
    [
        ("k", "you cannot check: there are 200 to call"),
        ("c 100", "is no move"),
        ("r -5", "is no move"),
        ("r " + "9" * 5000, "you cannot raise to 9999"),
        ("r 20001", "you cannot raise to 20001"),
        ("", "is no move"),
    ],
)
def test_what_cannot_be_done_says_why(typed: str, complaint: str) -> None:
    hand = Hand(Game.named("nolimit-2p"))
    hand.act(raise_to(300))
    with pytest.raises(ActionError, match=complaint):
        parse_move(typed, hand.view(0))


def test_all_in_is_a_call_when_that_takes_all_and_an_error_when_limits_forbid_it() -> None:
    hand = Hand(Game.named("nolimit-2p"))
    hand.act(raise_to(20_000))
    assert parse_move("a", hand.view(0)) == CALL
    limit = Hand(Game.named("limit-2p"))
    with pytest.raises(ActionError, match="you cannot go all-in here"):
        parse_move("a", limit.view(1))
    assert parse_move("r", limit.view(1)) == raise_to(20)
    limit.act(CALL)
    assert parse_move("k", limit.view(0)) == CHECK
