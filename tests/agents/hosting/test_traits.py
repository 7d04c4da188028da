"""What agents say of themselves is read from their classes and from programs' hellos."""

import importlib
import re
import shlex
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from fivebet.agents.hosting.idle_programs import close_idle_programs, idle_programs
from fivebet.agents.hosting.local import name_agent
from fivebet.agents.hosting.options import OptionKind
from fivebet.agents.hosting.registry import (
    AGENTS,
    agent_options,
    agent_traits,
    games_of,
    is_made_for,
    make_agent,
)
from fivebet.arena import Match, Seats, Tournament, TournamentSeries, play_match, play_tournaments
from fivebet.arena.match import with_luck
from fivebet.errors import AgentError
from fivebet.game import Decision, Game, PolicyAgent, View
from tests.agents.hosting.programs import PASSIVE, program

OWN = """
from fivebet.game import FOLD, Decision

class Mine:
    games = ("limit-*",)
    remembers = True
    made = 0

    def __init__(self, seed=0):
        Mine.made += 1
        raise AssertionError("nobody is to be made")

    def act(self, view):
        return Decision(FOLD)

def seat(strict: bool = False):
    class Made:
        remembers = strict
        def act(self, view):
            return Decision(FOLD)
    return Made()
"""

STARTS = """
import json, sys
from pathlib import Path
log = Path({log!r})
with log.open("a") as file: file.write("start\\n")
def say(**message): print(json.dumps(message), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        with log.open("a") as file: file.write(f"seed {{message.get('seed')}}\\n")
        say(type="hello", protocol=1{hello})
    if message["type"] == "view":
        {view}
        say(type="action", id=message["id"], action="call" if message["legal"]["call"] else "check")
    if message["type"] == "goodbye":
        with log.open("a") as file: file.write("goodbye\\n")
        break
"""

Log = Callable[[str], int]


@pytest.fixture
def counting(tmp_path: Path) -> Iterator[tuple[Callable[..., str], Log]]:
    """A maker of bots that note their starts and goodbyes, and how often each was noted."""
    log = tmp_path / "log"

    def bot(hello: str = "", view: str = "pass") -> str:
        file = tmp_path / "counting.py"
        file.write_text(STARTS.format(log=str(log), hello=hello, view=view))
        return f"json::{shlex.join([sys.executable, '-S', str(file)])}"

    def noted(word: str) -> int:
        return len(re.findall(rf"^{word}", log.read_text(), flags=re.MULTILINE))

    yield bot, noted
    close_idle_programs()


def match(*agents: str, **options: object) -> Match:
    settings: dict[str, object] = {"deals": 200, "seed": 5} | options
    return Match(game=Game.named("limit-2p"), agents=agents, **settings)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "name",
    [
        *AGENTS,
        "planner:statistics=on",
        "planner+:statistics=off",
        "evolved:experiment=base",
        "random:mix=moik",
        "adapted::aki",
        "adapted::planner+",
        "adapted::call",
    ],
)
def test_traits_are_those_of_the_agent_itself(name: str) -> None:
    agent, traits = make_agent(name), agent_traits(name)
    assert traits.remembers is (getattr(agent, "remembers", False) is True)
    assert traits.games == games_of(agent)
    assert traits.states_policy is isinstance(agent, PolicyAgent)


def test_the_class_of_a_file_is_asked_and_not_made(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(OWN)
    traits = agent_traits(f"{file}::Mine")
    assert (traits.games, traits.remembers) == (("limit-*",), True)
    assert match(f"{file}::Mine", "call").remembers
    with pytest.raises(AgentError, match="its options are: seed"):
        agent_traits(f"{file}::Mine:sead=3")


def test_what_a_function_makes_is_looked_at(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(OWN)
    assert not agent_traits(f"{file}::seat").remembers
    assert agent_traits(f"{file}::seat:strict=on").remembers


def test_an_isolated_agent_is_what_it_is_at_home() -> None:
    assert agent_traits("isolated::aki").games == ("limit-*",)
    assert agent_traits("isolated:seconds=3::aki").remembers
    assert agent_traits("isolated::nash-limit").states_policy


def test_a_stranger_in_isolation_is_asked_there(tmp_path: Path) -> None:
    file = tmp_path / "stranger.py"
    file.write_text(OWN.replace('raise AssertionError("nobody is to be made")', "pass"))
    traits = agent_traits(f"isolated::{file}::Mine")
    close_idle_programs()
    assert (traits.games, traits.remembers) == (("limit-*",), True)
    assert not [name for name in sys.modules if name.startswith("stranger_")]


def test_a_program_says_in_its_hello_what_it_is(tmp_path: Path) -> None:
    hello = ', remembers=True, policy=True, games=["limit-*", 3]'
    traits = agent_traits(f"json::{program(tmp_path, PASSIVE, hello=hello)}")
    close_idle_programs()
    assert (traits.remembers, traits.states_policy, traits.games) == (True, True, ("limit-*",))


def test_no_agent_is_made_that_does_not_play(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    for each in set(AGENTS.values()):
        module, _, name = each.partition(":")
        cls = getattr(importlib.import_module(module), name)

        def noting(
            self: object, *args: object, _name: str = name, _init=cls.__init__, **options: object
        ) -> None:  # type: ignore[no-untyped-def]
            made.append(_name)
            _init(self, *args, **options)

        monkeypatch.setattr(cls, "__init__", noting)
    played = with_luck(match("aki+:simulations=10", "fair", deals=2), "auto")
    assert not made
    play_match(played)
    assert sorted(made) == ["AkiPlus", "Fair"]


def test_a_program_is_started_once_for_all_chunks_and_closed(
    counting: tuple[Callable[..., str], Log],
) -> None:
    bot, noted = counting
    played = match(bot(), "fair", seats=Seats.ROTATED)
    assert played.chunks > 4
    play_match(played)
    assert (noted("start"), noted("goodbye")) == (1, 1)
    assert idle_programs().programs == []


def test_a_program_is_started_once_in_each_worker_and_closed(
    counting: tuple[Callable[..., str], Log],
) -> None:
    bot, noted = counting
    play_match(match(bot(), "fair", seats=Seats.ROTATED), workers=2)
    assert 2 <= noted("start") <= 3  # the first says what it is, here
    assert noted("goodbye") == noted("start")


def test_two_seats_of_a_program_have_their_own_seeds(
    counting: tuple[Callable[..., str], Log],
) -> None:
    bot, noted = counting
    name = bot()
    play_match(match(name, name))
    assert (noted("start"), noted("goodbye"), noted("seed None")) == (2, 2, 0)


def test_every_repeat_and_every_tournament_has_programs_of_its_own(
    counting: tuple[Callable[..., str], Log],
) -> None:
    bot, noted = counting
    play_match(match(bot(), "fair", matches=3, deals=20))
    assert (noted("start"), noted("goodbye")) == (3, 3)
    series = TournamentSeries(tournament=Tournament(agents=(bot(), "call", "raise"), count=2))
    play_tournaments(series)
    assert (noted("start"), noted("goodbye")) == (5, 5)


def test_a_program_that_remembers_is_asked_and_seated_once(
    counting: tuple[Callable[..., str], Log],
) -> None:
    bot, noted = counting
    played = match(bot(", remembers=True"), "fair", deals=1200)
    assert played.in_order
    play_match(played)
    assert (noted("start"), noted("goodbye")) == (1, 1)


def test_a_program_that_has_failed_is_not_kept(counting: tuple[Callable[..., str], Log]) -> None:
    bot, noted = counting
    name = bot(view='if message["hand"] == 3: print("hm", flush=True); continue')
    result = play_match(match(name, "fair"))
    assert result.standings[0].failures.times >= 1
    assert noted("start") == noted("goodbye") == 2


def test_a_program_put_aside_that_has_died_is_not_taken(
    counting: tuple[Callable[..., str], Log],
) -> None:
    bot, noted = counting
    name = bot()
    agent_traits(name, seed=1)
    (program,) = idle_programs().programs
    program.say_goodbye()
    program._program._process.wait()  # type: ignore[attr-defined]
    other = make_agent(name, seed=1)
    assert other.program is not program  # type: ignore[attr-defined]
    other.close()  # type: ignore[attr-defined]
    assert noted("start") == 2


@pytest.mark.parametrize("name", [*AGENTS, "adapted::aki", "isolated::plicas"])
def test_every_option_says_what_it_does(name: str) -> None:
    for option in agent_options(name):
        assert option.about.endswith("."), f"{name}: {option.name}"
        assert option.about[0].isupper()


def test_options_that_name_files_are_told_from_others() -> None:
    kinds = {(name, option.name): option.kind for name in AGENTS for option in agent_options(name)}
    files = {each for each, kind in kinds.items() if kind is OptionKind.FILE}
    assert files == {
        ("champion", "limit_file"),
        ("nash-limit", "file"),
        ("champion", "limit_file"),
        ("evolved", "weights"),
        *((name, each) for name in ("plicas", "plicas+") for each in ("case_file", "preflop")),
        ("plicas", "postflop"),
        ("plicas+", "postflop"),
    }
    assert kinds["aki", "simulations"] is OptionKind.NUMBER
    assert kinds["plicas", "half_life"] is OptionKind.NUMBER
    assert kinds["aki", "change"] is OptionKind.FLAG
    assert kinds["aki", "cards"] is OptionKind.CHOICE
    assert kinds["planner", "attitude"] is OptionKind.CHOICE
    assert kinds["random", "mix"] is OptionKind.TEXT


def test_agents_say_what_they_were_made_for() -> None:
    assert is_made_for(agent_traits("aki"), "limit-6p")
    assert not is_made_for(agent_traits("aki+"), "limit-2p")
    assert is_made_for(agent_traits("evolved"), "cash-9p", "tournament-9p")
    assert not is_made_for(agent_traits("evolved"), "nolimit-2p")
    # Who says nothing was made for what it plays, and being adapted changes nothing.
    assert is_made_for(agent_traits("fair"), "limit-6p")
    assert not is_made_for(agent_traits("adapted::nash-limit"), "limit-6p")
    assert is_made_for(agent_traits("adapted::nash-limit"), "limit-2p")


class Calls:
    """Calls, wherever it is."""

    games: object = "limit-*"
    made_for: object = "limit-2p"

    def act(self, view: View) -> Decision:
        return Decision(view.legal.passive)


def test_a_pattern_may_stand_alone() -> None:
    traits = agent_traits(name_agent(Calls))
    assert (traits.games, traits.made_for) == (("limit-*",), ("limit-2p",))
    assert is_made_for(traits, "limit-2p")


@pytest.mark.parametrize("name", ["games", "made_for"])
@pytest.mark.parametrize("given", [5, None, ("limit-*", 3)])
def test_patterns_that_are_no_text_are_refused(name: str, given: object) -> None:
    odd = type("Odd", (Calls,), {name: given})
    with pytest.raises(AgentError, match=f"{name}=.* names no games: give patterns"):
        agent_traits(name_agent(odd))
