"""Match logs of the ACPC's dealer in and out."""

import random
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivebet.errors import FormatError
from fivebet.formats.acpc import MatchLog, game_text, log_text, parse_log, read_log
from fivebet.game import Game
from tests.formats.acpc_hands import random_acpc_game, random_hands

LOG = """# name/game/hands/seed demo holdem.nolimit.2p.reverse_blinds.game 2 7
#--t_response 600000
#--t_hand 600000
#--t_per_hand 7000
STATE:0:r300f:2c3c|4c5c:-100|100:P1|P2
STATE:1:cr253c/r9880r19775r20000c//:6c9h|4h5c/5s2hAd/3c/Kh:-20000|20000:P2|P1
SCORE:19900|-19900:P1|P2
"""


def test_a_log_is_read_and_written_as_it_was() -> None:
    log = parse_log(LOG)
    assert (log.name, log.hands, log.seed) == ("demo", 2, 7)
    assert log.game == Game.named("nolimit-2p")
    assert [record.payoffs for record in log.records] == [(-100, 100), (-20_000, 20_000)]
    assert log.records[1].players == ("P2", "P1")
    assert (log.players, log.totals) == (("P1", "P2"), (19_900, -19_900))
    assert log_text(log) == LOG


REAL = """STATE:0:rrc/rc/rrc/cc:5d5c|9hQd/8dAs8s/4h/6d:80|-80:P1|P2
STATE:1:rrc/rf:6sKs|5dJd/2sTh2h:30|-30:P2|P1
STATE:2:f:Ah8s|2h4c:5|-5:P1|P2
STATE:3:rc/cc/crf:4s8s|6hJd/QhJs9d/Qc:-20|20:P2|P1
STATE:4:rc/crf:5s4c|Kc7d/KsAsJd:-20|20:P1|P2
STATE:5:rrc/rc/rc/rc:KhTh|8s7d/9c8d5c/Qd/Td:80|-80:P2|P1
STATE:6:rrc/rc/crf:Kc8h|5cAs/9dAh4d/7h:-40|40:P1|P2
"""


def test_lines_of_the_real_dealer_replay_to_their_values() -> None:
    """Seven hands of a two-player limit match, from Ivan Alles, ai.pkr (MIT licence)."""
    log = parse_log(REAL, Game.named("limit-2p"))
    assert log_text(log).endswith(REAL)


def test_split_pots_are_fractions() -> None:
    values = "-5|1.666667|1.666667|1.666667"
    text = f"""# name/game/hands/seed thirds limit-4p 1 0
STATE:0:ccfc/ccc/ccc/ccc:3c3d|2c7d|2d7h|2h7s/AcKsQd/Jh/9s:{values}:a|b|c|d
SCORE:{values}:a|b|c|d
"""
    log = parse_log(text)
    assert log.totals == (-5, *(Fraction(5, 3),) * 3)
    assert log_text(log) == text
    with pytest.raises(FormatError, match="line 2: hand 0 is worth"):
        parse_log(text.replace("1.666667", "1.66667"))


def test_the_game_is_found_beside_the_log(tmp_path: Path) -> None:
    (tmp_path / "short.game").write_text(
        game_text(Game.named("nolimit-2p")).replace("20000", "500")
    )
    text = LOG.replace("holdem.nolimit.2p.reverse_blinds.game", "games/short.game")
    (tmp_path / "demo.log").write_text(
        text.replace("cr253c/r9880r19775r20000c//", "r500c///")
        .replace("20000", "500")
        .replace("19900", "400")
    )
    log = read_log(tmp_path / "demo.log")
    assert log.game.stacks == (500, 500)
    with pytest.raises(FormatError, match="line 5"):
        read_log(tmp_path / "demo.log", Game.named("limit-2p"))


def test_values_and_totals_are_checked_by_replay() -> None:
    wrong = LOG.replace("-100|100:P1", "-50|50:P1").replace("19900|-19900", "19800|-19800")
    with pytest.raises(FormatError, match=r"log, line 5: hand 0 is worth -100\|100, and not"):
        parse_log(wrong)
    log = parse_log(wrong, strict=False)
    assert [(problem.kind, problem.line) for problem in log.problems] == [
        ("different", 5),
        ("different", 7),
    ]
    assert log.totals == (19_900, -19_900)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("STATE:0:r300f", "STATE:0:r150f", "line 5: 'r150' at character 1"),
        ("STATE:0", "STAT:0", "line 5: .* is no STATE:hand:betting:cards:values:names"),
        ("r300f", "r300", "line 5: .* it is not over"),
        ("-100|100:P1|P2", "-100:P1|P2", "line 5: '-100' are no 2 values"),
        ("-100|100:P1|P2", "-100|1e2:P1|P2", "are no 2 values"),
        (":P2|P1", ":P2", "line 6: 'P2' are no 2 names"),
        (":P2|P1", ":P3|P1", "line 7: the players of the SCORE"),
        ("SCORE:", "SCORE:1:", "line 7: '1' are no 2 values"),
        ("game 2 7", "game 3 7", "line 7: 2 hands were played, and 3 announced"),
        ("# name", "# nam", "line 1: there is no '# name/game/hands/seed'"),
        ("holdem.nolimit.2p", "holdem.nolimit.12p", "line 1: there is no game"),
        ("SCORE:19900", "SCORE:1|1:P1|P2\nSCORE:19900", "comes after the SCORE"),
    ],
)
def test_errors_name_file_and_line(old: str, new: str, complaint: str) -> None:
    with pytest.raises(FormatError, match=complaint) as caught:
        parse_log(LOG.replace(old, new, 1), source="demo.log")
    assert str(caught.value).startswith("demo.log, line ")


def test_a_match_that_was_cut_off_has_no_score() -> None:
    log = parse_log("".join(LOG.splitlines(keepends=True)[:-1]))
    assert not log.finished
    assert log_text(log) == LOG[: LOG.index("SCORE")]


def test_namesakes_are_told_apart_by_their_seats() -> None:
    text = LOG.replace("P1", "P").replace("P2", "P")
    assert parse_log(text).totals == (19_900, -19_900)


@given(st.integers(0, 2**32), st.integers(2, 9))
@settings(max_examples=60)
def test_hands_survive_their_log(seed: int, seats: int) -> None:
    rng = random.Random(seed)
    game = random_acpc_game(rng, seats)
    names = [f"p{seat}" for seat in range(seats)]
    totals = [Fraction(0)] * seats
    records = []
    for number, hand in enumerate(random_hands(rng, game, 5)):
        order = [(position + number) % seats for position in range(seats)]
        records.append(hand.record([names[seat] for seat in order]))
        for position, seat in enumerate(order):
            totals[seat] += hand.payoffs[position]
    log = MatchLog(
        name="x",
        game=game,
        game_name="random.game",
        hands=5,
        seed=1,
        records=tuple(records),
        players=tuple(names),
        totals=tuple(totals),
    )
    text = log_text(log)
    again = parse_log(text, game)
    assert again == log
    assert log_text(again) == text


@given(st.text(max_size=100), st.integers(0, 400), st.integers(0, 400))
def test_any_text_is_a_log_or_a_clear_error(text: str, start: int, stop: int) -> None:
    for mixed in (text, LOG[:start] + text + LOG[stop:]):
        try:
            assert isinstance(parse_log(mixed), MatchLog)
        except FormatError as error:
            assert ", line " in str(error)


def test_what_is_no_file_or_no_text_says_so(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="cannot be read"):
        read_log(tmp_path / "nothing.log")
    (tmp_path / "noise.log").write_bytes(b"\x89PNG\r\n\x1a\n\0IHDR\1\2\3")
    with pytest.raises(FormatError, match="is no text"):
        read_log(tmp_path / "noise.log")
