"""Whole flops within the thesis's 15 seconds: FR-012 and NFR-004, which it did not meet together.

Flops drawn at random, in a pot raised once with the ranges of a usual opening and a usual
defence, are solved to the river: by what `fivebet solve --within 15` does, and by the agent
`solver:budget=14` in the middle of a hand, as in the card room. The sizes are those for
which there is time on the machine. Wall-clock seconds count, from the question to the
answer; processor seconds are beside them, since other work on a machine counts, too.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass

from fivebet.agents.hosting.registry import make_agent
from fivebet.cards import Card
from fivebet.game import Game, Hand
from fivebet.game.action import raise_to
from fivebet.lab.papers.reproduction import Claim, ReportTable
from fivebet.solving import Spot, Tree, solve
from fivebet.solving.size_ladder import THESIS_SECONDS, SizeStep, tree_within
from fivebet.streams import Stream

TARGET = 0.5
"""The exploitability, in percent of the pot, that counts as converged."""
AGENT = "solver:budget=14"
POT, STACK = 55, 975
OOP = "22-TT,A2s-AJs,K5s-KJs,Q7s+,J7s+,T7s+,96s+,85s+,75s+,64s+,54s,A5o-AJo,K9o-KJo,Q9o+,J9o+,T9o"
IP = "22+,A2s+,K4s+,Q6s+,J7s+,T7s+,97s+,86s+,75s+,65s,54s,A4o+,K8o+,Q9o+,J9o+,T9o"
_MEMORY = 4 * 10**9


@dataclass(frozen=True, slots=True)
class SolvedFlop:
    """A flop that was solved, and what it took."""

    who: str
    board: str
    sizes: str
    iterations: int
    exploitability_pct: float | None
    """None where there was no time for the whole flop, and the flop alone was solved."""
    seconds: float
    processor: float

    @property
    def in_time(self) -> bool:
        """Return whether it converged within the thesis's time to act."""
        pct = self.exploitability_pct
        return pct is not None and pct <= TARGET and self.seconds <= THESIS_SECONDS


def solve_flop(board: str, seconds: float = THESIS_SECONDS) -> SolvedFlop:
    """Solve a flop as the command does: sizes for which there is time, until it converges."""
    began, used = time.perf_counter(), time.process_time()

    def make_tree(step: SizeStep) -> Tree:
        spot = Spot.create(board, POT, STACK, OOP, IP, step.bets, step.raises)
        return Tree(spot, compressed=True, memory_limit=_MEMORY)

    chosen = tree_within(make_tree, seconds, TARGET)
    left = max(seconds - (time.perf_counter() - began), 0.1)
    solution = solve(chosen.tree, TARGET, seconds=left)
    return SolvedFlop(
        "fivebet solve --within 15",
        board,
        str(chosen.sizes),
        solution.iterations,
        solution.exploitability_pct,
        time.perf_counter() - began,
        time.process_time() - used,
    )


def decide_on_flop(seed: int, number: int, agent_name: str = AGENT) -> SolvedFlop:
    """Let the agent decide on a flop after a raise and a call."""
    agent = make_agent(agent_name, seed=seed)
    hand = Hand(Game.named("nolimit-2p"), seed=seed, number=number)
    hand.act(raise_to(5 * hand.game.big_blind // 2))
    actor = hand.actor
    assert actor is not None
    hand.act(hand.view(actor).legal.passive)
    actor = hand.actor
    assert actor is not None
    view = hand.view(actor)
    began, used = time.perf_counter(), time.process_time()
    reasons = agent.act(view).reasons
    taken = time.perf_counter() - began, time.process_time() - used
    board = "".join(map(str, view.board))
    if "sizes" not in reasons:
        return SolvedFlop(agent_name, board, "the flop alone", 0, None, *taken)
    sizes, iterations, pct = (
        reasons[each] for each in ("sizes", "iterations", "exploitable, % of the pot")
    )
    assert isinstance(iterations, int)
    assert isinstance(pct, float)
    return SolvedFlop(agent_name, board, str(sizes), iterations, pct, *taken)


def flops_in_time(
    count: int, seed: int, on_progress: Callable[[float], None]
) -> tuple[list[Claim], ReportTable]:
    """Solve so many flops, by the command's way and by the agent."""
    solved = []
    for number in range(count):
        deck = Stream(seed, "martins/flops", number).shuffled(range(52))
        solved.append(solve_flop("".join(str(Card(card)) for card in deck[:3])))
        on_progress((number + 0.5) / count)
        solved.append(decide_on_flop(seed, number))
        on_progress((number + 1) / count)
    return flop_claims(solved), _table(solved)


def flop_claims(solved: list[SolvedFlop]) -> list[Claim]:
    """Say how many flops converged in time, by each way."""
    claims = []
    for who in dict.fromkeys(each.who for each in solved):
        own = [each for each in solved if each.who == who]
        met = sum(each.in_time for each in own)
        whole = [each.exploitability_pct for each in own if each.exploitability_pct is not None]
        worst = f"{max(whole):.2g} %" if len(whole) == len(own) else "no whole flop"
        claims.append(
            Claim(
                f"FR-012, NFR-004: {who} converges to {TARGET:g} % of the pot within "
                f"{THESIS_SECONDS:g} s on a flop",
                "FR-012 met, NFR-004 not met",
                f"{met} of {len(own)}; at worst {worst} and "
                f"{max(each.seconds for each in own):.3g} s",
            )
        )
    return claims


def _table(solved: list[SolvedFlop]) -> ReportTable:
    rows = [
        (
            each.who,
            each.board,
            each.sizes,
            float(each.iterations),
            "" if each.exploitability_pct is None else each.exploitability_pct,
            each.seconds,
            each.processor,
            "yes" if each.in_time else "no",
        )
        for each in solved
    ]
    return ReportTable(
        "Flops solved to the river within 15 s, in a pot raised once",
        ("by", "flop", "sizes", "iterations", "% of the pot", "s", "processor s", "in time"),
        tuple(rows),
    )
