"""`fivebet acpc`: deal a match to programs of the ACPC, or send an agent to such a dealer."""

import asyncio
import sys
from contextlib import ExitStack
from fractions import Fraction
from pathlib import Path
from typing import Annotated, TextIO

import typer

from fivebet.acpc.client import connect, host_match
from fivebet.acpc.clock import TimeLimits
from fivebet.acpc.dealer import Dealer
from fivebet.acpc.match import AcpcMatch, resume
from fivebet.agents.hosting.failures import Failures
from fivebet.agents.hosting.guard import decide, isolated_name, show_end
from fivebet.agents.hosting.registry import is_agent, make_agent
from fivebet.cli.output import Json, command_group, console, print_json
from fivebet.errors import FivebetError
from fivebet.formats.acpc import find_game
from fivebet.formats.acpc.states import chips_text
from fivebet.game.agent import Agent, Decision
from fivebet.game.view import View

app = command_group(
    """Deal to programs that speak the ACPC protocol, or play at such a dealer.

    [bold]Examples[/bold]

      fivebet acpc deal demo nolimit-2p 1000 7 call random

      fivebet acpc connect localhost 20000 call
    """
)


@app.command("deal")
def deal(
    name: Annotated[str, typer.Argument(help="The name of the match and of its log.")],
    game: Annotated[str, typer.Argument(help="A game by name, like nolimit-2p, or a .game file.")],
    hands: Annotated[int, typer.Argument(help="The number of hands.")],
    seed: Annotated[int, typer.Argument(help="Same seed, same cards as the ACPC's dealer.")],
    players: Annotated[
        list[str],
        typer.Argument(
            help="The players by seat: our agents are seated at once, other names must connect."
        ),
    ],
    ports: Annotated[
        str,
        typer.Option(
            "--ports", "-p", help="The ports by seat, like 5000,5001; free ones by default."
        ),
    ] = "",
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    log: Annotated[Path | None, typer.Option(help="The match log; NAME.log by default.")] = None,
    transactions: Annotated[
        Path | None, typer.Option(help="The log that --resume reads; NAME.tlog by default.")
    ] = None,
    resume_from: Annotated[
        Path | None, typer.Option("--resume", help="Resume from this transaction log.")
    ] = None,
    fixed: Annotated[
        bool,
        typer.Option("--fixed", "-f", help="Keep the players in fixed positions for all hands."),
    ] = False,
    t_response: Annotated[
        int, typer.Option("--t-response", "--t_response", help="The milliseconds for one action.")
    ] = 600_000,
    t_hand: Annotated[
        int,
        typer.Option(
            "--t-hand", "--t_hand", help="The milliseconds for all actions of a player in a hand."
        ),
    ] = 600_000,
    t_per_hand: Annotated[
        int,
        typer.Option(
            "--t-per-hand",
            "--t_per_hand",
            help="The milliseconds for each hand, on average over the match.",
        ),
    ] = 7_000,
    start_timeout: Annotated[
        int | None,
        typer.Option(
            "--start-timeout",
            "--start_timeout",
            help="The milliseconds to wait for players; no limit by default.",
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Deal a match by the ACPC protocol 2.0.0; the first line printed lists the ports.

    [bold]Examples[/bold]

      fivebet acpc deal demo nolimit-2p 1000 7 call random

      fivebet acpc deal demo holdem.limit.2p.reverse_blinds.game 3000 1 alice bob

      fivebet acpc deal demo nolimit-2p 1000 7 call alice --resume demo.tlog
    """
    match = AcpcMatch(
        name=name,
        game=find_game(game),
        game_name=game,
        hands=hands,
        seed=seed,
        players=tuple(players),
        fixed_seats=fixed,
        limits=TimeLimits(t_response / 1000, t_hand / 1000, t_per_hand / 1000),
    )
    agents = {
        seat: make_agent(isolated_name(player, t_response / 1000))
        for seat, player in enumerate(players)
        if is_agent(player)
    }
    wait = None if start_timeout is None or start_timeout < 0 else start_timeout / 1000
    before = _complete_lines(resume_from) if resume_from else ""
    progress = resume(match, before, str(resume_from)) if resume_from else None
    with ExitStack() as files:
        dealer = Dealer(
            match,
            progress=progress,
            log=files.enter_context(_open(log or Path(f"{name}.log"))),
            transactions=files.enter_context(
                _open(resume_from or transactions or Path(f"{name}.tlog"), before)
            ),
            report=_report,
        )
        totals = asyncio.run(_host(dealer, agents, host, _numbers(ports), wait))
    _print_totals(players, totals, hands, json)


@app.command("connect")
def connect_agent(
    host: Annotated[str, typer.Argument(help="The dealer's host.")],
    port: Annotated[int, typer.Argument(help="The port of the agent's seat.", min=1, max=65535)],
    agent: Annotated[str, typer.Argument(help="An agent, like random:seed=7.")],
    game: Annotated[
        str, typer.Option(help="The game that is dealt: a name or a .game file.")
    ] = "nolimit-2p",
    json: Json = False,
) -> None:
    """Connect an agent to a dealer that speaks the ACPC protocol, until the dealer hangs up.

    [bold]Examples[/bold]

      fivebet acpc connect localhost 20000 call

      fivebet acpc connect localhost 20000 random:seed=7 --game holdem.limit.3p.game
    """
    seated = _FoldingWhereItFails(make_agent(agent))
    result = connect(host, port, seated, find_game(game))
    if seated.failures.times:
        _report(f"{agent!r} failed {seated.failures.times:,} times: {seated.failures.first}")
    if json:
        print_json({"agent": agent, "hands": result.hands, "chips": float(result.chips)})
        return
    won = f"{agent}: {chips_text(result.chips)} chips in {result.hands:,} hands"
    console().print(won, markup=False)


class _FoldingWhereItFails:
    """An agent that checks or folds where another fails, as everywhere else."""

    def __init__(self, agent: Agent) -> None:
        self.failures = Failures()
        self._agent = agent

    def act(self, view: View) -> Decision:
        return decide(self._agent, view, self.failures)

    def observe(self, view: View) -> None:
        show_end(self._agent, view, self.failures)


async def _host(
    dealer: Dealer,
    agents: dict[int, Agent],
    host: str,
    ports: list[int] | None,
    wait: float | None,
) -> tuple[int | Fraction, ...]:
    def opened(numbers: tuple[int, ...]) -> None:
        print(*numbers, flush=True)
        for seat, name in enumerate(dealer.match.players):
            if seat not in agents:
                _report(f"waits for {name!r} on port {numbers[seat]}")

    return await host_match(dealer, agents, host=host, ports=ports, wait=wait, opened=opened)


def _numbers(text: str) -> list[int] | None:
    if not text:
        return None
    try:
        ports = [int(word) for word in text.split(",")]
    except ValueError:
        ports = [-1]
    if not 0 <= min(ports) <= max(ports) < 1 << 16:
        raise FivebetError(f"{text!r} are no ports: write 5000,5001")
    return ports


def _complete_lines(path: Path) -> str:
    """A transaction log without the line that a crash may have cut."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise FivebetError(f"{str(path)!r} cannot be resumed: {error}") from error
    return text[: text.rfind("\n") + 1]


def _open(path: Path, before: str = "") -> TextIO:
    try:
        file = path.open("w", encoding="utf-8")
    except OSError as error:
        raise FivebetError(f"{str(path)!r} cannot be written: {error.strerror}") from error
    file.write(before)
    file.flush()
    return file


def _report(sentence: str) -> None:
    print(f"fivebet: {sentence}", file=sys.stderr, flush=True)


def _print_totals(
    players: list[str], totals: tuple[int | Fraction, ...], hands: int, json: bool
) -> None:
    if json:
        result = {"players": players, "totals": [float(t) for t in totals], "hands": hands}
        print_json(result)
        return
    print(f"SCORE:{'|'.join(map(chips_text, totals))}:{'|'.join(players)}")
