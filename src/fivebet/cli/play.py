"""`fivebet play`: a seat at the table for a person, in the terminal."""

import secrets
import sys
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from fivebet.acpc.mersenne import deal_hands
from fivebet.agents.hosting.failures import Failures
from fivebet.agents.hosting.guard import decide, show_end
from fivebet.agents.hosting.registry import check_plays, make_agent
from fivebet.agents.sentences import explain
from fivebet.cli.hand_logs import SUFFIXES, hands_text
from fivebet.cli.output import console
from fivebet.cli.play_text import (
    HELP,
    YOU,
    coloured,
    event_text,
    parse_move,
    reasons_text,
    signed,
    table_text,
)
from fivebet.errors import ActionError, FivebetError, GameError
from fivebet.files import check_writable, home, save_text
from fivebet.formats.acpc.gamefile import check_expressible, find_game
from fivebet.game.agent import Agent, Decision
from fivebet.game.chips import Chips, simplify_chips
from fivebet.game.game import Game
from fivebet.game.games import playable_names
from fivebet.game.hand import Hand
from fivebet.game.record import HandRecord
from fivebet.game.view import View


def command(
    agents: Annotated[list[str], typer.Argument(help="The opponents, like call random:seed=7.")],
    game: Annotated[
        str, typer.Option(help="A game, like nolimit-2p, or a .game file; by default no-limit.")
    ] = "",
    hands: Annotated[
        int | None, typer.Option(help="The number of hands; until you leave by default.", min=1)
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Same seed, same cards.", min=0)] = None,
    save: Annotated[
        Path | None,
        typer.Option(
            help="The file to save the hands to: .log, .phhs or .txt (PokerStars' layout); "
            "by default among your data."
        ),
    ] = None,
    show_reasons: Annotated[
        bool,
        typer.Option(
            "--show-reasons", help="Explain after each hand why the opponents acted as they did."
        ),
    ] = False,
) -> None:
    """Play against agents in the terminal.

    [bold]Examples[/bold]

      fivebet play call

      fivebet play random call --game limit-3p --hands 20 --show-reasons

      fivebet play acpc::./player.sh --save evening.log
    """
    what = find_game(game or f"nolimit-{len(agents) + 1}p")
    if what.seats != len(agents) + 1:
        raise GameError(
            f"{what} has {what.seats} seats, and you and your opponents are {len(agents) + 1}"
        )
    seed = secrets.randbelow(2**32) if seed is None else seed
    names = _names(agents)
    seated = [make_agent(agent, explain=show_reasons) for agent in agents]
    for name, agent in zip(agents, seated, strict=True):
        check_plays(name, agent, *playable_names(what))
    table = _TerminalTable(what, names, seated, console(), show_reasons)
    write = _saver(save, what, seed)
    table.say(f"{what}, seed {seed}. Type ? for help.")
    for hand in islice(deal_hands(what, seed), hands):
        if not table.play(hand):
            table.say(f"  You leave; this hand does not count.\n{_score(table)}")
            break
        write(table)
    if table.saved:
        table.say(f"The hands are in {table.saved}")


class _LeaveError(Exception):
    """Raised when the person leaves the table."""


class _TerminalTable:
    """A table of a person, who is player 0, and agents; seats rotate with every hand."""

    def __init__(
        self,
        game: Game,
        names: list[str],
        agents: list[Agent],
        out: Console,
        show_reasons: bool,
    ) -> None:
        self.game, self.names, self.agents = game, names, agents
        self.totals: list[Chips] = [0] * game.seats
        self.records: list[HandRecord] = []
        self.saved: Path | None = None
        self._out, self._always_why, self._why = out, show_reasons, show_reasons
        self._events_shown = 0
        self._reasons: list[str] = []

    def say(self, text: str) -> None:
        """Print one or more lines for the person."""
        self._out.print(coloured(text), soft_wrap=True)

    def play(self, hand: Hand) -> bool:
        """Play a hand to its end; return False if the person left before."""
        seats = self.game.seats
        players = [(seat + hand.number) % seats for seat in range(seats)]
        names = [self.names[player] for player in players]
        me = players.index(0)
        self.say(f"\nHand {hand.number + 1}")
        self._events_shown = 0
        before, self._reasons = self._reasons, []
        while (seat := hand.actor) is not None:
            self._show_events(hand.view(me), names)
            if seat == me:
                try:
                    hand.act(self._ask(hand.view(me), names, before).action)
                except _LeaveError:
                    return False
                continue
            failures = Failures()
            decision = decide(self.agents[players[seat] - 1], hand.view(seat), failures)
            self._show_failure(failures, names[seat])
            street = self.game.streets[hand.street]
            self._reasons.append(
                f"  {names[seat]}, {street}. {explain(decision.action, decision.reasons)} "
                f"({reasons_text(decision.reasons)})"
            )
            hand.act(decision.action)
        self._show_events(hand.view(me), names)
        self._end(hand, players, names)
        return True

    def _show_failure(self, failures: Failures, name: str) -> None:
        if failures.times:
            self.say(f"  {name} failed: {failures.first}")

    def _show_events(self, view: View, names: list[str]) -> None:
        events = view.events
        for event in events[self._events_shown :]:
            if text := event_text(event, names, self.game.streets):
                self.say(f"  {text}")
        self._events_shown = len(events)

    def _ask(self, view: View, names: list[str], before: list[str]) -> Decision:
        self.say(table_text(view, names))
        while True:
            answer = self._read(f"{view.legal} > ")
            if answer in ("q", "quit", "exit"):
                raise _LeaveError
            if answer in ("?", "h", "help"):
                self.say(HELP)
            elif answer == "why":
                self._answer_why(before)
            elif answer:
                try:
                    return Decision(parse_move(answer, view))
                except ActionError as error:
                    self.say(f"  {error}")

    def _answer_why(self, before: list[str]) -> None:
        if self._reasons:
            self._why = True
            self.say("  You will hear it after the hand.")
        elif before:
            self.say("The hand before:\n" + "\n".join(before))
        else:
            self.say("  Nobody has acted yet.")

    def _read(self, prompt: str) -> str:
        try:
            answer = input(prompt)
        except EOFError:
            answer = "q"
        if not sys.stdin.isatty():
            print(answer)
        return answer.strip().lower()

    def _end(self, hand: Hand, players: list[int], names: list[str]) -> None:
        for seat, player in enumerate(players):
            self.totals[player] = simplify_chips(self.totals[player] + hand.payoffs[seat])
            if player:
                failures = Failures()
                show_end(self.agents[player - 1], hand.view(seat), failures)
                self._show_failure(failures, names[seat])
        self.records.append(hand.record(names))
        if self._why and self._reasons:
            self.say("Why:\n" + "\n".join(self._reasons))
        self._why = self._always_why
        self.say(_score(self))


def _names(agents: list[str]) -> list[str]:
    """Return the players' names; those with the same name are numbered."""
    names = [YOU]
    for agent in agents:
        name, copies = agent.replace("|", "/"), 2
        while name in names:
            name, copies = f"{agent}#{copies}", copies + 1
        names.append(name)
    return names


def _score(table: _TerminalTable) -> str:
    hands = len(table.records)
    scores = ", ".join(
        f"{name} {signed(total)}" for name, total in zip(table.names, table.totals, strict=True)
    )
    return f"Score after {hands} hand{'' if hands == 1 else 's'}: {scores}"


def _saver(save: Path | None, game: Game, seed: int) -> Callable[[_TerminalTable], None]:
    """Return a function that writes the file after every hand, so that it is always complete."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    path = save or home() / "played" / f"{stamp}-{game.name or 'game'}-{seed}{_usual_ending(game)}"
    if path.suffix not in SUFFIXES:
        endings = ", ".join(sorted(SUFFIXES))
        raise FivebetError(f"{str(path)!r} names no format of hands: end it with {endings}")
    format_ = SUFFIXES[path.suffix]
    if format_ == "acpc":
        check_expressible(game)
    else:
        hands_text([_checked_down(game)], format_)  # refuses what it cannot express before play
    if save:
        check_writable(save)
    name = path.stem.replace(" ", "-")

    def write(table: _TerminalTable) -> None:
        text = hands_text(table.records, format_, seed=seed, name=name)
        save_text(path, text, with_folder=save is None)
        table.saved = path

    return write


def _checked_down(game: Game) -> HandRecord:
    hand = Hand(game)
    while not hand.over:
        hand.act(hand.legal.passive)
    return hand.record()


def _usual_ending(game: Game) -> str:
    """Choose the competition's log where it can express the game, else PHH, else PokerStars."""
    try:
        check_expressible(game)
    except GameError:
        return ".txt" if game.structure == "pot-limit" else ".phhs"
    return ".log"
