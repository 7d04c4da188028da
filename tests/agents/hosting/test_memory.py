from dataclasses import replace
from importlib import import_module
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest

from fivebet.agents.hosting.memory import MOVED, _Unpickler, dump_memory, load_memory
from fivebet.agents.hosting.registry import make_agent
from fivebet.agents.players.aki.model import ModelTraits
from fivebet.agents.players.plicas import Plicas
from fivebet.agents.players.rule_players import Fair
from fivebet.arena import League, Match, MatchResult, Seats, interval, play_league, play_match
from fivebet.cards.ranges import Range
from fivebet.errors import AgentError, GameError
from fivebet.game import Game, Hand, play
from fivebet.opponents.history import PlayerActions
from fivebet.runs.executors import Borrowed
from fivebet.runs.runner import run_job
from tests.runs.toy_jobs import AnyOrder, Notebook

LEARNERS = Path(__file__).parents[2] / "arena" / "learners.py"


def event(kind: str = "Learner", deals: int = 110, **options: object) -> Match:
    """A match of three chunks, unless it is shorter."""
    return Match(
        game=Game.named("limit-2p"),
        agents=(f"{LEARNERS}::{kind}", "random"),
        deals=deals,
        chunk_hands=50,
        **options,  # type: ignore[arg-type]
    )


def same(first: MatchResult, second: MatchResult) -> bool:
    return first.standings == second.standings and np.array_equal(first.winnings, second.winnings)


class Leaves:
    """Ends the interpreter where it should write down what it knows, or read it."""

    def __getstate__(self) -> dict[str, object]:
        raise SystemExit(0)

    def __setstate__(self, _: object) -> None:
        raise SystemExit(0)


def test_agents_that_want_to_exit_do_not_while_their_memory_is_taken_or_given() -> None:
    leaving, state = Leaves(), dump_memory([make_agent("aki")])
    assert dump_memory([leaving]) is None  # type: ignore[list-item]
    assert state is not None
    with pytest.raises(AgentError, match="cannot be read back: SystemExit: 0"):
        load_memory([leaving], state)  # type: ignore[list-item]


def test_every_match_has_a_fresh_start_cards_and_seeds_of_its_own() -> None:
    played = event(matches=3, deals=30)
    seeds = [[getattr(agent, "seed", None) for agent in played.seated(m)] for m in range(3)]
    assert len({seed for pair in seeds for seed in pair}) == 6
    assert len({played.repeat_seed(match) for match in range(3)}) == 3
    assert played.repeat_seed(0) == played.seed
    alone = [play_match(event(deals=30, seed=played.repeat_seed(match))) for match in range(3)]
    together = play_match(played)
    assert together.winnings[:, 0].tolist() == [float(each.winnings[:, 0].mean()) for each in alone]
    assert together.hands == 90


def test_intervals_of_agents_that_remember_rest_on_matches() -> None:
    result = play_match(event(matches=5, deals=40))
    found = result.standings[0].per_hand
    assert (result.unit, found.units, result.note) == ("match", 5, "")
    assert found == interval(result.winnings[:, 0])
    one = play_match(event(deals=40))
    assert (one.unit, one.standings[0].per_hand.units) == ("deal", 40)
    assert "within it" in one.note
    plain = Match(game=Game.named("limit-2p"), agents=("call", "random"), deals=40, matches=5)
    many = play_match(plain)
    assert (many.unit, many.standings[0].per_hand.units, many.note) == ("deal", 200, "")


@pytest.mark.parametrize("kind", ["Learner", "Slotted", "Secretive", "Stuck", "LaterStuck"])
def test_memory_is_handed_on_whoever_plays_the_next_piece(kind: str) -> None:
    played = event(kind, matches=2, seats=Seats.ROTATED)
    alone = run_job(played)
    assert alone.standings[0].failures.times == 0
    with AnyOrder(3) as executor:
        assert same(run_job(played, Borrowed(executor, 2)), alone)
    notes = Notebook()
    if kind in ("Learner", "Stuck"):  # in processes, one whose memory can be sent and one not
        assert same(play_match(played, workers=2), alone)
    run_job(played, checkpoints=notes)
    for number in list(notes.chunks)[1::2]:
        del notes.chunks[number]
    assert same(run_job(played, checkpoints=notes), alone)


def test_learners_play_as_if_nobody_had_cut_their_match() -> None:
    whole = event()
    agents = whole.seated()
    chips = []
    for number in range(whole.deals):
        hand = Hand(whole.game, seed=0, number=number)
        seating = whole.seatings(number)[0]
        play(hand, [agents[player] for player in seating])
        chips.append(float(hand.payoffs[seating.index(0)]))
    assert play_match(whole).winnings[:, 0].tolist() == chips


@pytest.mark.parametrize(
    ("kind", "chunks"), [("Learner", [0, 1, 2]), ("Stuck", [0]), ("LaterStuck", [0, 1])]
)
def test_a_match_is_stored_as_far_as_its_agents_can_be(kind: str, chunks: list[int]) -> None:
    notes = Notebook()
    run_job(event(kind), checkpoints=notes)
    assert list(notes.chunks) == chunks
    assert notes.ended == 2


def test_an_agent_that_is_more_than_its_attributes_is_not_cut() -> None:
    agent = make_agent(f"{LEARNERS}::Ledgered")
    assert dump_memory([agent]) is None


def test_memory_that_does_not_fit_is_one_sentence() -> None:
    with pytest.raises(AgentError, match="cannot be read back"):
        load_memory([make_agent("call")], b"nonsense")


def test_a_rule_stops_between_matches() -> None:
    asked = []

    def until(result: MatchResult) -> bool:
        asked.append(len(result.winnings))
        return len(result.winnings) == 3

    result = play_match(event(matches=6, deals=60), until=until)
    assert asked == [1, 2, 3]
    assert (result.deals, result.hands) == (180, 180)
    spread = play_match(event(matches=6, deals=60), until=until, workers=2)
    assert same(spread, result)


def test_leagues_of_agents_that_remember_rest_on_matches_too() -> None:
    league = League(
        game=Game.named("limit-2p"),
        agents=(f"{LEARNERS}::Learner", "call", "random"),
        deals=30,
        matches=4,
    )
    table = play_league(league)
    assert {found.units for found in table.cross.values()} == {4}
    assert play_league(league, workers=2) == table
    assert table.hands == 3 * 4 * 60


def test_no_matches_cannot_be_played() -> None:
    with pytest.raises(GameError, match="0 matches"):
        event(matches=0)
    with pytest.raises(GameError, match="chunks of 0 hands"):
        replace(event(), chunk_hands=0)


def test_what_moved_since_0_1_0_is_found_where_it_is_now() -> None:
    """One class for each rule: a package, a module of a package, and a name of its own."""

    def find(module: str, name: str) -> object:
        # What pickle writes for a class, before any protocol had opcodes of its own for it.
        return _Unpickler(BytesIO(f"c{module}\n{name}\n.".encode())).load()

    assert find("fivebet.agents.aki.model", "Traits") is ModelTraits
    assert find("fivebet.agents.plicas", "Plicas") is Plicas
    assert find("fivebet.agents.rules", "Fair") is Fair
    assert find("fivebet.opponents.history", "PlayedHand") is PlayerActions
    assert find("fivebet.ranges", "Range") is Range
    assert find("fivebet.agents.players.plicas", "Plicas") is Plicas
    for module in MOVED.values():
        import_module(module)
