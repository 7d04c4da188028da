"""The dealer to raw sockets: every line it sends, and what it does with bad players."""

import asyncio
import random
from io import StringIO

import pytest

from fivebet.acpc.clock import TimeLimits
from fivebet.acpc.dealer import Dealer
from fivebet.acpc.match import AcpcMatch, resume
from fivebet.errors import AgentError, FormatError, GameError
from fivebet.formats.acpc import log_text, match_state, parse_log, parse_match_state
from fivebet.game import Game
from tests.acpc.players import HandClock, Outcome, RawPlayer, always, deal, to_act
from tests.formats.acpc_hands import random_action


def two(hands: int = 3, game: str = "nolimit-2p", **options: object) -> AcpcMatch:
    return AcpcMatch(
        name="demo",
        game=Game.named(game),
        hands=hands,
        seed=7,
        players=("ann", "bob"),
        **options,  # type: ignore[arg-type]
    )


def erratic(game: Game, seed: int) -> RawPlayer:
    """Plays legal moves at random, named by the state so that it always plays them so."""

    def answer(line: str) -> bytes:
        state = parse_match_state(line, game)
        if not state.to_act:
            return b""
        rng = random.Random(f"{seed}{line}")
        action = random_action(rng, state.hand)
        letter = {"fold": "f", "call": "c", "check": "c"}.get(action.kind, "r")
        size = str(action.to + state.hand.base) if letter == "r" and "nolimit" in game.name else ""
        end = rng.choice(("\n", "\r\n"))
        return f"{line}:{letter}{size}{end}".encode()

    return RawPlayer(answer)


def test_callers_are_told_everything_in_order() -> None:
    players = [RawPlayer(always("c")), RawPlayer(always("c"))]
    outcome = deal(two(hands=2), players)
    ann, bob = players
    holes = parse_log(outcome.log.getvalue()).records
    first, second = (["".join(map(str, hole or ())) for hole in r.holes] for r in holes)
    flop, turn, river = (
        "".join(map(str, holes[0].board[a:b])) for a, b in ((0, 3), (3, 4), (4, 5))
    )
    assert ann.lines[:10] == [
        f"MATCHSTATE:0:0::{first[0]}|",
        f"MATCHSTATE:0:0:c:{first[0]}|",
        f"MATCHSTATE:0:0:cc/:{first[0]}|/{flop}",
        f"MATCHSTATE:0:0:cc/c:{first[0]}|/{flop}",
        f"MATCHSTATE:0:0:cc/cc/:{first[0]}|/{flop}/{turn}",
        f"MATCHSTATE:0:0:cc/cc/c:{first[0]}|/{flop}/{turn}",
        f"MATCHSTATE:0:0:cc/cc/cc/:{first[0]}|/{flop}/{turn}/{river}",
        f"MATCHSTATE:0:0:cc/cc/cc/c:{first[0]}|/{flop}/{turn}/{river}",
        f"MATCHSTATE:0:0:cc/cc/cc/cc:{first[0]}|{first[1]}/{flop}/{turn}/{river}",
        f"MATCHSTATE:1:1::|{second[1]}",
    ]
    assert bob.lines[0] == f"MATCHSTATE:1:0::|{first[1]}"
    assert bob.lines[9] == f"MATCHSTATE:0:1::{second[0]}|"
    assert len(ann.lines) == len(bob.lines) == 18


@pytest.mark.parametrize(
    "name", ["nolimit-2p", "limit-2p", "limit-3p", "nolimit-4p", "limit-6p", "nolimit-9p", "leduc"]
)
def test_whole_matches_are_told_line_by_line(name: str) -> None:
    """What each player was sent is what its position may know after every action."""
    game = Game.named(name)
    names = tuple(f"p{seat}" for seat in range(game.seats))
    match = AcpcMatch(name="m", game=game, hands=12, seed=3, players=names)
    players = [erratic(game, seat) for seat in range(game.seats)]
    outcome = deal(match, players)
    log = parse_log(outcome.log.getvalue(), game)
    assert log_text(log) == outcome.log.getvalue()
    assert log.totals == outcome.totals
    assert not outcome.reports
    expected: list[list[str]] = [[] for _ in names]
    for record in log.records:
        hand = record.start()
        for action in (None, *record.actions):
            if action is not None:
                hand.act(action)
            for position in range(game.seats):
                seat = (position + record.number) % game.seats
                expected[seat].append(match_state(hand, position))
    assert [player.lines for player in players] == expected


def test_positions_can_stay_with_their_players() -> None:
    players = [RawPlayer(always("c")), RawPlayer(always("c"))]
    outcome = deal(two(hands=2, fixed_seats=True), players)
    assert {line.split(":")[1] for line in players[0].lines} == {"0"}
    assert outcome.log.getvalue().count(":ann|bob\n") == 3


def played(outcome: Outcome) -> list[str]:
    """The betting of the hands in the log."""
    lines = outcome.log.getvalue().splitlines()
    return [line.split(":")[2] for line in lines if line.startswith("STATE")]


@pytest.mark.parametrize(
    ("action", "betting"),
    [
        ("r150", "r200"),
        ("r999999", "r20000"),
        ("r", "c"),
        ("", "c"),
        ("what?", "c"),
        ("F", "f"),
        ("k", "c"),
        ("B300", "r300"),
    ],
)
def test_bad_actions_are_put_right(action: str, betting: str) -> None:
    outcome = deal(two(hands=1), [RawPlayer(always("c")), RawPlayer(always(action))])
    assert played(outcome)[0].startswith(betting)
    assert "SCORE" in outcome.log.getvalue()


@pytest.mark.parametrize("end", [b"\r\n", b"\n", b"?\n", b" r300\n"])
def test_a_state_repeated_without_an_action_is_a_call(end: bytes) -> None:
    def repeats(line: str) -> bytes:
        return line.encode() + end if to_act(line) else b""

    outcome = deal(two(hands=1), [RawPlayer(repeats), RawPlayer(always("c"))])
    assert played(outcome) == ["cc/cc/cc/cc"]


def test_a_fold_for_nothing_is_a_check() -> None:
    outcome = deal(two(hands=1), [RawPlayer(always("f")), RawPlayer(always("c"))])
    assert played(outcome) == ["cc/cc/cc/cc"]


@pytest.mark.parametrize(
    "noise",
    [
        b"MATCHSTATE:0:0::2c2d|:f\r\n",
        b"garbage\n",
        b"\n\r\n",
        b"# a comment\r\n; another\n",
        b"\xff\x00\xfe\n",
        b"x" * 5000 + b"\n",
        b"x" * 100_000 + b"\r\n",
    ],
    ids=["stale", "garbage", "empty", "comments", "bytes", "long", "very long"],
)
def test_what_does_not_repeat_the_state_is_ignored(noise: bytes) -> None:
    def noisy(line: str) -> bytes:
        if not to_act(line):
            return noise  # out of turn
        return noise + f"{line}:c\r\n".encode()

    quiet = deal(two(), [RawPlayer(always("c")), RawPlayer(always("c"))])
    outcome = deal(two(), [RawPlayer(noisy), RawPlayer(always("c"))])
    assert outcome.log.getvalue() == quiet.log.getvalue()


def test_an_answer_may_come_in_pieces() -> None:
    """Half of the answer with the state, the rest with nothing new to hear."""
    pieces: list[bytes] = []

    class Slow(RawPlayer):
        async def play(self, port: int) -> None:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            for piece in (b"VERS", b"ION:2.0.0", b"\r", b"\n"):
                writer.write(piece)
                await writer.drain()
            while line := (await reader.readline()).decode().rstrip():
                if to_act(line):
                    whole = f"{line}:c\n".encode()
                    pieces.append(whole)
                    for byte in whole:
                        writer.write(bytes([byte]))
                        await writer.drain()
            writer.close()

    outcome = deal(two(), [Slow(always("c")), RawPlayer(always("c"))])
    assert played(outcome) == ["cc/cc/cc/cc"] * 3
    assert len(pieces) == 12


def test_a_wrong_version_is_reported_and_play_goes_on() -> None:
    players = [RawPlayer(always("c"), b"VERSION:1.0.0\n"), RawPlayer(always("c"))]
    outcome = deal(two(), players)
    assert outcome.reports == ["'ann' speaks 'VERSION:1.0.0', not VERSION:2.0.0: play goes on"]
    assert "SCORE" in outcome.log.getvalue()


def test_revisions_of_the_version_do_not_matter() -> None:
    players = [RawPlayer(always("c"), b"VERSION:2.0.7\n"), RawPlayer(always("c"))]
    assert not deal(two(), players).reports


@pytest.mark.parametrize("greeting", [b"HELLO\r\n", b"VERSION:two\r\n", b"\r\n"])
def test_an_unreadable_version_ends_the_match(greeting: bytes) -> None:
    outcome = deal(two(), [RawPlayer(always("c")), RawPlayer(always("c"), greeting)])
    assert outcome.error.startswith("'bob' began with")
    assert not played(outcome)


def test_who_goes_away_ends_the_match_without_a_score() -> None:
    def leaves(line: str) -> bytes | None:
        return None if line.startswith("MATCHSTATE:0:1:") else always("c")(line)

    outcome = deal(two(), [RawPlayer(always("c")), RawPlayer(leaves)])
    assert outcome.error.startswith("'bob' has gone in hand 1")
    assert len(played(outcome)) == 1
    assert "SCORE" not in outcome.log.getvalue()


def test_who_leaves_in_the_middle_of_an_answer_has_not_answered() -> None:
    class Cut(RawPlayer):
        async def play(self, port: int) -> None:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"VERSION:2.0.0\n" + (b""))
            line = (await reader.readline()).rstrip()
            writer.write(line + b":c")
            writer.close()

    outcome = deal(two(), [RawPlayer(always("c")), Cut(always("c"))])
    assert outcome.error.startswith("'bob' has gone in hand 0")


@pytest.mark.parametrize(
    ("limits", "thinks", "hands_played"),
    [
        (TimeLimits(response=10, hand=100, per_hand=100), 11, 0),
        (TimeLimits(response=10, hand=25, per_hand=100), 9, 0),
        (TimeLimits(response=10, hand=100, per_hand=10), 9, 0),
        (TimeLimits(response=10, hand=100, per_hand=20), 9, 1),
        (TimeLimits(response=10, hand=100, per_hand=40), 9, 3),
    ],
    ids=["an action", "a hand", "the match", "the match later", "in time"],
)
def test_clocks_run_per_action_per_hand_and_per_match(
    limits: TimeLimits, thinks: float, hands_played: int
) -> None:
    clocks: list[HandClock] = []

    def make() -> HandClock:
        clocks.append(HandClock())
        return clocks[0]

    def thinking(line: str) -> bytes:
        if not to_act(line):
            return b""
        clocks[0].advance(thinks)
        return f"{line}:c\r\n".encode()

    match = two(hands=3, limits=limits)
    outcome = deal(match, [RawPlayer(always("c")), RawPlayer(thinking)], clock=make)
    assert len(played(outcome)) == hands_played
    assert ("SCORE" in outcome.log.getvalue()) == (hands_played == 3)
    if hands_played < 3:
        assert outcome.error.startswith(f"'bob' has used its time in hand {hands_played}")


def test_silence_ends_the_match() -> None:
    clocks: list[HandClock] = []

    def make() -> HandClock:
        clocks.append(HandClock())
        return clocks[0]

    def silent(line: str) -> bytes:
        if to_act(line):
            clocks[0].advance(601)
        return b""

    outcome = deal(two(), [RawPlayer(always("c")), RawPlayer(silent)], clock=make)
    assert outcome.error.startswith("'bob' has used its time in hand 0")
    assert "SCORE" not in outcome.log.getvalue()


def test_a_player_who_does_not_come_is_not_waited_for_longer_than_asked() -> None:
    async def run() -> None:
        clock = HandClock()
        dealer = Dealer(two(), clock=clock)
        await dealer.listen()
        playing = asyncio.create_task(dealer.play(wait=5))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        clock.advance(6)
        with pytest.raises(AgentError, match="'ann' has not connected"):
            await playing

    asyncio.run(run())


def test_the_log_names_the_clocks_in_milliseconds() -> None:
    match = two(hands=1, limits=TimeLimits(1.5, 20, 0.25), game_name="x.game")
    outcome = deal(match, [RawPlayer(always("c")), RawPlayer(always("c"))])
    assert outcome.log.getvalue().splitlines()[:4] == [
        "# name/game/hands/seed demo x.game 1 7",
        "#--t_response 1500",
        "#--t_hand 20000",
        "#--t_per_hand 250",
    ]


@pytest.mark.parametrize("name", ["nolimit-2p", "limit-3p"])
def test_a_match_resumed_in_mid_hand_ends_as_if_it_had_not_been_cut(name: str) -> None:
    game = Game.named(name)
    names = tuple(f"p{seat}" for seat in range(game.seats))
    match = AcpcMatch(name="m", game=game, hands=8, seed=5, players=names)

    def players() -> list[RawPlayer]:
        return [erratic(game, seat) for seat in range(game.seats)]

    whole = deal(match, players())
    text = whole.transactions.getvalue()
    lines = text.splitlines(keepends=True)
    for cut in range(0, len(lines), 5):
        before = "".join(lines[:cut])
        progress = resume(match, before + lines[cut][:20])
        assert progress.hand.number == int(lines[cut].split(" ")[1])
        again = deal(match, players(), progress=progress)
        assert again.log.getvalue() == whole.log.getvalue()
        assert before + again.transactions.getvalue() == text


def test_resuming_a_finished_match_only_writes_its_score() -> None:
    players = [RawPlayer(always("c")), RawPlayer(always("c"))]
    whole = deal(two(), players)
    again = deal(two(), players, progress=resume(two(), whole.transactions.getvalue()))
    assert again.log.getvalue() == whole.log.getvalue()


def test_time_used_before_the_break_counts() -> None:
    progress = resume(two(), "c 0 100.000000 105.500000\n")
    assert progress.used_in_match == [0.0, 5.5]
    assert progress.used_in_hand == [0.0, 5.5]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("nonsense\n", "transactions, line 1: 'nonsense' is no transaction"),
        ("c 1 1.0 2.0\n", "line 1: 'c 1 1.0 2.0' does not go on from 'STATE:0::"),
        ("c 0 1.0 2.0\nf 0 1.0 2.0\n", "line 2: 'f 0 1.0 2.0' does not go on from 'STATE:0:c"),
        ("r150 0 1.0 2.0\n", "line 1: 'r150 0 1.0 2.0' does not go on"),
    ],
)
def test_transactions_of_another_match_are_refused(line: str, complaint: str) -> None:
    with pytest.raises(FormatError, match=complaint):
        resume(two(), line)


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"players": ("ann",)}, "1 players cannot play nolimit-2p: it has 2 seats"),
        ({"players": ("ann", "b|b")}, r"'b\|b' is no name"),
        ({"name": "a b"}, "'a b' is no name for a match"),
        ({"hands": 0}, "a match of 0 hands"),
        ({"game": Game.named("cash-2p")}, "the ACPC's dealer cannot play cash-2p"),
    ],
)
def test_matches_that_cannot_be_dealt_say_why(options: dict[str, object], complaint: str) -> None:
    given = {
        "name": "m",
        "game": Game.named("nolimit-2p"),
        "hands": 1,
        "seed": 0,
        "players": ("ann", "bob"),
        **options,
    }
    with pytest.raises(GameError, match=complaint):
        AcpcMatch(**given)  # type: ignore[arg-type]


def test_a_seat_that_is_taken_is_not_given_away() -> None:
    async def run() -> None:
        log = StringIO()
        dealer = Dealer(two(), log=log, clock=HandClock())
        ports = await dealer.listen()
        playing = asyncio.create_task(dealer.play())
        ann = asyncio.create_task(RawPlayer(always("c")).play(ports[0]))
        while not dealer._players:
            await asyncio.sleep(0)
        late = RawPlayer(always("f"))
        await late.play(ports[0])
        assert late.lines == []
        await RawPlayer(always("c")).play(ports[1])
        await asyncio.gather(playing, ann)
        assert log.getvalue().count("cc/cc/cc/cc") == 3

    asyncio.run(asyncio.wait_for(run(), 600))


def test_ports_can_be_named_and_must_be_free() -> None:
    async def run() -> None:
        first = Dealer(two())
        ports = await first.listen()
        with pytest.raises(AgentError, match="cannot listen"):
            await Dealer(two()).listen(ports=ports)
        with pytest.raises(AgentError, match="1 ports for 2 players"):
            await Dealer(two()).listen(ports=[0])
        first.close()

    asyncio.run(run())
