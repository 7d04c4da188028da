"""Programs over the line of JSON: what they answer, and what happens when they do not."""

import pickle
import select
from pathlib import Path

import numpy as np
import pytest

from fivebet.agents.hosting.failures import FailureKind, Failures, SeatError
from fivebet.agents.hosting.guard import decide, show_end
from fivebet.agents.hosting.program_seat import (
    PolicySeat,
    ProgramLimits,
    ProgramSeat,
    isolated_seat,
    json_seat,
)
from fivebet.agents.hosting.registry import make_agent
from fivebet.errors import AgentError
from fivebet.game import CALL, Agent, Game, Hand, PolicyAgent, View, play
from tests.agents.hosting.clocks import ImpatientClock
from tests.agents.hosting.programs import HELLO, PASSIVE, program

PATIENT = ProgramLimits(seconds=600, start=600)  # a busy machine is no program's fault
BAD = Path(__file__).parent / "bad_agents.py"
NO_LIMIT = Game.named("nolimit-2p")


def view(number: int = 0) -> View:
    return Hand(NO_LIMIT, seed=1, number=number).view(1)


def fails(seat: Agent, number: int = 0) -> SeatError:
    with pytest.raises(SeatError) as caught:
        seat.act(view(number))
    return caught.value


def test_a_program_plays_and_gives_reasons(tmp_path: Path) -> None:
    command = program(
        tmp_path,
        'say(type="action", id=id, action="raise", to=300, reasons={"cards": message["cards"]})',
    )
    decision = make_agent(f"json::{command}").act(view())
    assert str(decision.action) == "raise to 300"
    assert decision.reasons == {"cards": "".join(map(str, view().cards))}


def test_a_program_hears_of_every_game_before_its_hands(tmp_path: Path) -> None:
    seat = json_seat(
        program(tmp_path, 'say(type="action", id=id, action=passive, reasons={"heard": heard})')
    )
    seat.act(view())
    seat.act(view(1))
    decision = seat.act(Hand(Game.named("limit-2p")).view(1))
    assert decision.reasons == {"heard": ["hello", "game", "view", "view", "game", "view"]}


def test_a_program_that_hangs_is_killed_and_started_again(tmp_path: Path) -> None:
    clock = ImpatientClock()
    hanging = 'hang() if message["hand"] == 1 else ' + PASSIVE
    seat = json_seat(program(tmp_path, hanging), ProgramLimits(seconds=2.5), clock=clock)
    assert seat.act(view(0)).action == CALL
    clock.patient = False
    error = fails(seat, 1)
    assert error.kind is FailureKind.HUNG
    assert "has not answered in 2.5 s" in str(error)
    assert clock.time == pytest.approx(2.5)
    clock.patient = True
    assert seat.act(view(2)).action == CALL


def test_a_program_that_dies_is_started_again_so_many_times(tmp_path: Path) -> None:
    dying = 'sys.stderr.write("oh no"); sys.stderr.flush(); os._exit(3)'
    seat = json_seat(program(tmp_path, dying), ProgramLimits(restarts=2))
    for _ in range(3):
        error = fails(seat)
        assert error.kind is FailureKind.DIED
        assert "ended with code 3; it said: oh no" in str(error)
    error = fails(seat)
    assert error.kind is FailureKind.DIED
    assert "was started 3 times and is not started again" in str(error)


def test_the_last_lines_of_standard_error_are_quoted_in_one(tmp_path: Path) -> None:
    talking = 'sys.stderr.write("a\\n\\nb\\n c\\nd\\n"); sys.stderr.flush(); os._exit(3)'
    error = fails(json_seat(program(tmp_path, talking), PATIENT))
    assert str(error).endswith("ended with code 3; it said: b | c | d")


def test_a_program_that_kills_itself_is_told_by_its_signal(tmp_path: Path) -> None:
    error = fails(json_seat(program(tmp_path, "os.kill(os.getpid(), 9)")))
    assert "was ended by signal 9" in str(error)


def test_a_program_that_talks_nonsense_goes_on(tmp_path: Path) -> None:
    odd = 'print("hm", flush=True) if asked == 1 else ' + PASSIVE
    seat = json_seat(program(tmp_path, odd), ProgramLimits(restarts=0))
    error = fails(seat)
    assert error.kind is FailureKind.NONSENSE
    assert "'hm' is no JSON object" in str(error)
    assert seat.act(view(1)).action == CALL


@pytest.mark.parametrize(
    ("answer", "kind", "complaint"),
    [
        ('say(type="action", id=99, action=passive)', FailureKind.NONSENSE, "with id 1 was asked"),
        ('say(type="action", action=passive)', FailureKind.NONSENSE, "with id 1 was asked"),
        ('say(type="hello", id=id)', FailureKind.NONSENSE, "where type 'action'"),
        ('say(type="error", id=id, error="lost")', FailureKind.RAISED, "says: lost"),
        ('sys.stdout.write("x" * 5_000_000)', FailureKind.NONSENSE, "a line without end"),
        ("sys.stdout.close(); os.close(1); hang()", FailureKind.DIED, "has closed its output"),
    ],
)
def test_other_answers_fail(tmp_path: Path, answer: str, kind: FailureKind, complaint: str) -> None:
    error = fails(json_seat(program(tmp_path, answer), PATIENT))
    assert error.kind is kind
    assert complaint in str(error)


def test_an_answer_to_an_older_question_is_not_taken_for_this_one(tmp_path: Path) -> None:
    """The first question is answered by a word and then after all, too late."""
    late = 'print("hm", flush=True) if asked == 1 else say(type="action", id=1, action="fold")'
    seat = json_seat(program(tmp_path, f"{late}; {PASSIVE}"), PATIENT)
    fails(seat)
    assert seat.act(view(1)).action == CALL


def test_a_program_that_does_not_read_is_killed(tmp_path: Path) -> None:
    clock = ImpatientClock()
    seat = json_seat(
        program(tmp_path, "pass", observe="hang()", hello=", observes=True"), clock=clock
    )
    clock.patient = False
    over = Hand(NO_LIMIT)
    while not over.over:
        over.act(CALL)
    failures = Failures()
    for _ in range(1000):  # many more than a pipe holds
        show_end(seat, over.view(0), failures)
        if failures.times:
            break
    assert failures.kinds == {FailureKind.HUNG: 1}
    assert "does not read what it is sent in 5 s" in failures.first


@pytest.mark.parametrize("where", ["out", "err"])
def test_a_program_that_never_stops_writing_hangs(tmp_path: Path, where: str) -> None:
    class Hurried(ImpatientClock):
        """A tenth of a second passes with every look at the pipes."""

        def wait(self, pipes: select.poll, seconds: float) -> list[tuple[int, int]]:
            self.time += 0.1
            return super().wait(pipes, seconds)

    line = '{"type": "action", "id": 1, "action": "fold"}'
    flood = f"[print({line!r}, file=sys.std{where}) for _ in iter(int, 1)]"
    view_twice = f"say(type='action', id=id, action=passive) if asked == 1 else {flood}"
    seat = json_seat(program(tmp_path, view_twice), clock=Hurried())
    assert seat.act(view()).action == CALL
    assert fails(seat, 1).kind is FailureKind.HUNG


def test_a_program_that_fills_standard_error_is_listened_to(tmp_path: Path) -> None:
    talks = f'sys.stderr.write("x" * 300_000); sys.stderr.flush(); {PASSIVE}'
    assert json_seat(program(tmp_path, talks), PATIENT).act(view()).action == CALL


def test_a_program_is_told_goodbye(tmp_path: Path) -> None:
    farewell = tmp_path / "farewell"
    file = tmp_path / "polite.sh"
    file.write_text(
        f"read -r hello; echo '{HELLO}'; read -r last; echo \"$last\" > {farewell}; cat > /dev/null"
    )
    seat = json_seat(f"sh {file}")
    seat.program.close(patience=600)  # who is slow to read it would be killed
    seat.close()
    assert farewell.read_text().strip() == '{"type":"goodbye"}'
    assert "is not started again" in str(fails(seat))


@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        ("", "names no program that starts"),
        ("/no/such/program", "names no program that starts"),
        ("'unfinished", "No closing quotation"),
        ("sh -c 'echo so sorry >&2; exit 4'", "it ended with code 4; it said: so sorry"),
        ("echo hi", "'hi' is no JSON object"),
        ("""echo '{"type": "hello", "protocol": 2}'""", "where type 'hello' with protocol 1"),
        ("""echo '{"type": "error", "error": "closed today"}'""", "it says: closed today"),
    ],
)
def test_what_cannot_be_seated_says_so(command: str, complaint: str) -> None:
    with pytest.raises(AgentError, match="cannot be seated") as caught:
        make_agent(f"json::{command}")
    assert complaint in str(caught.value)


def test_a_program_that_does_not_start_in_time_is_not_seated() -> None:
    clock = ImpatientClock()
    clock.patient = False
    with pytest.raises(AgentError, match="has not answered in 30 s"):
        json_seat("tail -f /dev/null", clock=clock)


def test_limits_stand_in_the_name(tmp_path: Path) -> None:
    command = program(tmp_path, PASSIVE)
    seat = make_agent(f"json:seconds=2,restarts=0,start=9::{command}", seed=5)
    assert isinstance(seat, ProgramSeat)
    assert seat.program.limits == ProgramLimits(seconds=2, start=9, restarts=0)
    assert seat.seed == 5
    for wrong, complaint in (
        ("seconds=0", "seconds and start are above 0"),
        ("seconds=soon", "seconds='soon' is not a number"),
        ("second=1", "its options are: seconds, start, restarts, memory"),
    ):
        with pytest.raises(AgentError, match=complaint):
            make_agent(f"json:{wrong}::{command}")


@pytest.mark.parametrize("name", ["fair", "random", "random:mix=moik,seed=4"])
def test_an_isolated_agent_plays_as_in_our_own_process(name: str) -> None:
    inside, isolated = make_agent(name, seed=9), make_agent(f"isolated::{name}", seed=9)
    for game in map(Game.named, ("cash-3p", "limit-2p")):
        for number in range(20):
            hands = [
                play(Hand(game, seed=2, number=number), [agent] * game.seats)
                for agent in (inside, isolated)
            ]
            assert hands[0].record() == hands[1].record()


def test_an_isolated_agent_states_its_policy_if_it_has_one() -> None:
    for name in ("tight", "random"):
        inside, isolated = make_agent(name), isolated_seat(name, PATIENT)
        assert isinstance(isolated, PolicySeat)
        assert isinstance(inside, PolicyAgent)
        ours, theirs = inside.policy(view()), isolated.policy(view())
        assert ours.keys() == theirs.keys()
        assert all(np.array_equal(ours[action], theirs[action]) for action in ours)
    assert not isinstance(isolated_seat(f"{BAD}::Dies", PATIENT), PolicyAgent)


def test_agents_that_misbehave_alone_do_not_stop_the_play() -> None:
    clock = ImpatientClock()
    seats = {name: isolated_seat(f"{BAD}::{name}", clock=clock) for name in ("Dies", "Hangs")}
    failures = {name: Failures() for name in seats}
    for number in range(3):
        for name, seat in seats.items():
            clock.patient = (name, number) != ("Hangs", 1)
            decision = decide(seat, view(number), failures[name])
            bad = (name, number) in (("Dies", 2), ("Hangs", 1))
            assert decision.action.kind == ("fold" if bad else "call")
    assert failures["Dies"].kinds == {FailureKind.DIED: 1}
    assert "ended with code 7; it said: no more of this" in failures["Dies"].first
    assert failures["Hangs"].kinds == {FailureKind.HUNG: 1}


def test_memory_can_be_limited() -> None:
    error = fails(make_agent(f"isolated:memory=2000::{BAD}::Eats"))
    assert error.kind is FailureKind.RAISED
    assert "MemoryError" in str(error)


def test_what_an_isolated_agent_prints_is_no_answer() -> None:
    assert isolated_seat(f"{BAD}::Prints", PATIENT).act(view()).action == CALL


def test_an_isolated_agent_that_answers_with_a_word_talks_nonsense() -> None:
    error = fails(isolated_seat(f"{BAD}::Word", PATIENT))
    assert error.kind is FailureKind.NONSENSE
    assert "'all of 19950' is no decision" in str(error)


def test_what_goes_wrong_at_a_hands_end_is_told_at_the_next() -> None:
    seat, failures = isolated_seat(f"{BAD}::Upset", PATIENT), Failures()
    for number in range(3):
        hand = Hand(NO_LIMIT, number=number)
        while not hand.over:
            hand.act(decide(seat, hand.view(hand.actor or 0), failures).action)
        show_end(seat, hand.view(0), failures)
    assert failures.kinds == {FailureKind.RAISED: 2}
    assert "hand 0 was too much" in failures.first


def test_memory_stays_in_the_program_and_cannot_be_copied() -> None:
    seat = isolated_seat(f"{BAD}::Keeps", PATIENT)
    assert seat.remembers
    over = Hand(NO_LIMIT)
    while not over.over:
        over.act(CALL)
    seat.observe(over.view(0))
    assert seat.act(view()).reasons == {"seen": 1}
    with pytest.raises(AgentError, match="its program keeps its memory"):
        pickle.dumps(seat)


def test_a_program_without_memory_is_copied_by_starting_it_again(tmp_path: Path) -> None:
    seat = json_seat(program(tmp_path, PASSIVE), ProgramLimits(seconds=500, start=600), seed=4)
    again = pickle.loads(pickle.dumps(seat))
    assert (again.program.name, again.program.limits, again.seed) == (
        seat.program.name,
        seat.program.limits,
        4,
    )
    assert again.act(view()).action == CALL


def test_agents_that_cannot_be_made_are_named() -> None:
    with pytest.raises(AgentError, match=r"^there is no agent 'nobody'"):
        make_agent("isolated::nobody")
