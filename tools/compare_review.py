"""Reviews a fresh session, and solves what it judged once more, as `fivebet solve` does.

    python tools/compare_review.py                      # 100 hands against fair, two workers
    python tools/compare_review.py --hands 10 --compared 5 --seed 3

It says how long the review took, how many decisions it judged by solving, and how far their costs
are from those of the same spots, with the same ranges and locks, solved to 0.3 % of the pot. The
session is then reviewed from a PokerStars file of the same hands, and must come to the same. It
fails if a cost differs by more than 0.1 big blinds or the review took more than three minutes.
"""

import argparse
import sys
import time
from collections.abc import Iterable, Sequence

from fivebet.agents.hosting.registry import make_agent
from fivebet.cards import parse_cards
from fivebet.cards.combos import combo_index
from fivebet.formats import WRITERS, FileRecord, read_text
from fivebet.game import Game, Hand, HandRecord
from fivebet.runs.executors import make_executor
from fivebet.runs.runner import run_job
from fivebet.solving import Lock, Spot, Tree, solve
from fivebet.study.decisions import ReviewedDecision
from fivebet.study.review import Review, ReviewResult

HERO, VILLAIN = "Hero", "fair"
TARGET = 0.3
MOST_DIFFERENCE = 0.1  # big blinds
MOST_SECONDS = 180.0


def play_session(hands: int, hero: str, seed: int) -> list[HandRecord]:
    """Play a session for two, from 100 big blinds each in every hand."""
    agents = {HERO: make_agent(hero, seed=seed), VILLAIN: make_agent(VILLAIN, seed=seed + 1)}
    records = []
    for number in range(hands):
        names = (HERO, VILLAIN) if number % 2 else (VILLAIN, HERO)
        hand = Hand(Game.named("cash-2p"), seed=seed, number=number, players=names)
        while (actor := hand.actor) is not None:
            hand.act(agents[names[actor]].act(hand.view(actor)).action)
        records.append(hand.record())
    return records


def review(records: Iterable[HandRecord], workers: int) -> tuple[ReviewResult, float]:
    """Review a session, and return how many seconds it took."""
    began = time.perf_counter()
    with make_executor(workers) as executor:
        result = run_job(Review.of_hands(records, HERO, target=TARGET), executor)
    return result, time.perf_counter() - began


def from_pokerstars(records: Sequence[HandRecord]) -> list[HandRecord]:
    """Return the hands as they are read from a PokerStars file."""
    read = read_text(WRITERS["pokerstars"](records), "session")
    return [record for record in read if isinstance(record, FileRecord)]


def solved_cost(decision: ReviewedDecision) -> float:
    """Return what a decision costs if its spot is solved anew, in big blinds."""
    assert decision.spot is not None
    tree = Tree(Spot.from_dict(dict(decision.spot)))
    tree.apply_locks(Lock.from_dict(each) for each in decision.locks)
    solve(tree, target=TARGET)
    node, index = tree.node(decision.path), combo_index(*parse_cards(decision.cards))
    values = {name: float(row[index]) for name, row in node.action_values().items()}
    # A fold where a check is free gives the pot away.
    cost = max(values.values()) - values.get(decision.chosen, 0.0)
    return cost / Game.named("cash-2p").big_blind


def compare(decisions: Sequence[ReviewedDecision]) -> float:
    """Solve each decision anew, and return the largest difference of costs in big blinds."""
    largest = 0.0
    for number, decision in enumerate(decisions):
        anew = solved_cost(decision)
        difference = abs(anew - (decision.cost or 0.0))
        largest = max(largest, difference)
        print(
            f"  {number + 1}/{len(decisions)}: hand {decision.hand + 1}, {decision.street}, "
            f"{decision.chosen}: {decision.cost:.3f} BB, anew {anew:.3f}",
            flush=True,
        )
    return largest


def main(arguments: Sequence[str]) -> int:
    """Compare, and return 1 if something differs by too much."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--hands", type=int, default=100)
    parser.add_argument("--hero", default="fair", help="who plays against fair")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--compared", type=int, default=10**6, help="the most decisions to solve")
    given = parser.parse_args(arguments)
    if given.hands < 1 or given.workers < 1:
        parser.error("give 1 or more hands and workers")
    records = play_session(given.hands, given.hero, given.seed)
    result, seconds = review(records, given.workers)
    solved = [each for each in result.costed if each.spot is not None]
    print(
        f"{given.hands} hands: {len(result.decisions)} decisions, {len(solved)} solved, "
        f"{result.cost:.2f} BB lost, in {seconds:.1f} s on {given.workers} workers"
    )
    again, _ = review(from_pokerstars(records), given.workers)
    is_same = [each.cost for each in again.decisions] == [each.cost for each in result.decisions]
    print(f"from a PokerStars file: {'the same' if is_same else 'NOT the same'}")
    largest = compare(solved[: given.compared])
    print(f"largest difference from solving anew to {TARGET} %: {largest:.3f} BB")
    return int(largest > MOST_DIFFERENCE or seconds > MOST_SECONDS or not is_same)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
