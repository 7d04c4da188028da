"""Our agents at a dealer play as they do in process."""

import asyncio
import socket
import threading
from fractions import Fraction
from io import StringIO

import pytest

from fivebet.acpc.client import ClientResult, connect, host_match
from fivebet.acpc.dealer import Dealer, MatchEndedError
from fivebet.acpc.match import AcpcMatch
from fivebet.acpc.mersenne import deal_hands
from fivebet.agents.hosting.registry import make_agent
from fivebet.errors import AgentError, FormatError
from fivebet.formats.acpc import parse_log
from fivebet.game import Agent, Decision, Game, View, play
from tests.agents.watcher import Watcher


def play_at_a_dealer(
    match: AcpcMatch, agents: list[Agent]
) -> tuple[tuple[int | Fraction, ...], str]:
    log = StringIO()
    dealer = Dealer(match, log=log)
    totals = asyncio.run(host_match(dealer, dict(enumerate(agents))))
    return totals, log.getvalue()


@pytest.mark.parametrize("name", ["nolimit-2p", "limit-2p", "limit-3p", "nolimit-6p", "leduc"])
def test_agents_play_the_same_over_sockets_as_in_process(name: str) -> None:
    game = Game.named(name)
    seats = game.seats
    players = tuple(f"random:seed={seat}" for seat in range(seats))
    agents = [make_agent(player) for player in players]
    match = AcpcMatch(name="m", game=game, hands=20, seed=9, players=players)
    totals, text = play_at_a_dealer(match, agents)
    expected = [Fraction(0)] * seats
    records = []
    for number, hand in zip(range(20), deal_hands(game, 9), strict=False):
        seated = [agents[(position + number) % seats] for position in range(seats)]
        play(hand, seated)
        records.append(hand.record([players[(p + number) % seats] for p in range(seats)]))
        for position, payoff in enumerate(hand.payoffs):
            expected[(position + number) % seats] += payoff
    assert list(totals) == expected
    assert list(parse_log(text, game).records) == records


def test_observers_see_every_hand_end_with_the_cards_shown() -> None:
    watcher = Watcher()
    match = AcpcMatch(
        name="m", game=Game.named("limit-2p"), hands=4, seed=1, players=("watcher", "call")
    )
    play_at_a_dealer(match, [watcher, make_agent("call")])
    assert [(view.number, view.seat, view.over) for view in watcher.seen] == [
        (0, 0, True),
        (1, 1, True),
        (2, 0, True),
        (3, 1, True),
    ]
    assert all(view.hole(1 - view.seat) is not None for view in watcher.seen)


def test_an_agents_own_error_is_told_in_place_of_its_absence() -> None:
    class Broken:
        def act(self, view: View) -> Decision:
            raise ZeroDivisionError(f"at {view.number}")

    match = AcpcMatch(name="m", game=Game.named("limit-2p"), hands=4, seed=1, players=("a", "b"))
    with pytest.raises(ZeroDivisionError, match="at 0"):
        play_at_a_dealer(match, [make_agent("call"), Broken()])


def scripted(*script: bytes) -> tuple[int, list[bytes], threading.Thread]:
    """A dealer of one line after the other, which hangs up at the end."""
    server = socket.create_server(("127.0.0.1", 0))
    heard: list[bytes] = []

    def serve() -> None:
        with server, server.accept()[0] as line:
            for part in script:
                line.sendall(part)
            line.shutdown(socket.SHUT_WR)
            while data := line.recv(4096):
                heard.append(data)

    thread = threading.Thread(target=serve)
    thread.start()
    return server.getsockname()[1], heard, thread


def test_the_client_answers_only_when_it_is_its_turn() -> None:
    port, heard, thread = scripted(
        b"# hello\r\n\r\nMATCHSTATE:0:0::TdAs|\r\nMATCHSTATE:1:1::|TdAs",
        b"\nMATCHSTATE:1:1:cr300:|TdAs\r\nMATCHSTATE:1:1:cr300f:|TdAs\r\n",
    )
    result = connect("127.0.0.1", port, make_agent("call"), Game.named("nolimit-2p"))
    thread.join()
    assert b"".join(heard) == (
        b"VERSION:2.0.0\r\nMATCHSTATE:1:1::|TdAs:c\r\nMATCHSTATE:1:1:cr300:|TdAs:c\r\n"
    )
    assert result == ClientResult(hands=1, chips=-100)


@pytest.mark.parametrize(
    ("said", "complaint"),
    [
        (b"HELLO\r\n", "the dealer said 'HELLO', which is no MATCHSTATE"),
        (b"MATCHSTATE:0:0:x:|\r\n", "'x' at character 1"),
        (b"x" * 9000, "is over 4096 bytes"),
    ],
)
def test_a_dealer_that_cannot_be_understood_is_an_error(said: bytes, complaint: str) -> None:
    port, _, thread = scripted(said)
    with pytest.raises(FormatError, match=complaint):
        connect("127.0.0.1", port, make_agent("call"), Game.named("nolimit-2p"))
    thread.join()


def test_where_no_dealer_is_the_client_says_so() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    with pytest.raises(AgentError, match=f"no dealer answers on 127.0.0.1:{port}"):
        connect("127.0.0.1", port, make_agent("call"), Game.named("nolimit-2p"))


def test_a_missing_player_ends_the_wait() -> None:
    match = AcpcMatch(name="m", game=Game.named("limit-2p"), hands=1, seed=1, players=("b", "call"))
    with pytest.raises(MatchEndedError, match="'b' has not connected"):
        asyncio.run(host_match(Dealer(match), {1: make_agent("call")}, wait=0.01))
