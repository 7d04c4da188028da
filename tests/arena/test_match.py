import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from fivebet.arena import Match, all_seatings, interval, play_match, rotations, sampled_seatings
from fivebet.arena.match import Seats
from fivebet.cli.app import run
from fivebet.errors import AgentError, FivebetError, GameError
from fivebet.formats.acpc.gamefile import find_game, game_text
from fivebet.game import Game

HERE = Path(__file__).parent


def heads_up(first: str, second: str, deals: int = 300, **options: object) -> Match:
    game = Game.named("limit-2p")
    return Match(game=game, agents=(first, second), deals=deals, **options)  # type: ignore[arg-type]


def test_everybody_sits_on_every_seat_equally_often() -> None:
    for seatings in (rotations(6), all_seatings(4), sampled_seatings(6, 3, 1, 2)):
        players = len(seatings[0])
        for seat in range(players):
            count = Counter(seating[seat] for seating in seatings)
            assert set(count.values()) == {len(seatings) // players}


def test_too_many_seatings_are_refused() -> None:
    with pytest.raises(GameError, match="9 players have 362,880 seatings"):
        all_seatings(9)


def test_any_number_of_workers_gives_the_same_result() -> None:
    event = heads_up("random", "call", deals=1200, seed=3, seats=Seats.ROTATED)
    alone = play_match(event)
    with ThreadPoolExecutor(3) as threads:
        shared = play_match(event, executor=threads)
    spread = play_match(event, workers=2)
    for other in (shared, spread):
        assert np.array_equal(alone.winnings, other.winnings)
        assert [s.chips for s in alone.standings] == [s.chips for s in other.standings]
    assert alone.hands == 2400


def test_an_agent_against_itself_in_duplicate_wins_nothing() -> None:
    result = play_match(heads_up("raise", "raise", seats=Seats.ROTATED))
    assert not result.winnings.any()


def test_chips_only_change_hands() -> None:
    game = Game.named("limit-3p")
    event = Match(game=game, agents=("call", "random", "raise"), deals=50, seats=Seats.ALL)
    result = play_match(event)
    assert result.hands == 300
    assert sum(standing.chips for standing in result.standings) == 0
    assert result.winnings.sum(axis=1) == pytest.approx(np.zeros(50), abs=1e-9)


def test_always_folding_costs_the_blinds() -> None:
    result = play_match(heads_up("fold", "raise", deals=400))
    assert result.standings[0].mbb_per_hand(result.match.game).mean == pytest.approx(-750)


def test_intervals_of_small_matches_hold_the_true_value() -> None:
    """Of two equal players the true value is zero: 95 of 100 intervals hold it."""
    event = heads_up("random", "random", deals=20_000, seed=5, seats=Seats.ROTATED)
    blocks = play_match(event, workers=2).winnings[:, 0].reshape(1000, 20)
    held = sum(found.low <= 0 <= found.high for found in map(interval, blocks))
    assert 0.93 <= held / 1000 <= 0.97


def test_duplicate_deals_make_intervals_narrower() -> None:
    plain = play_match(heads_up("call", "raise", deals=2000)).standings[0].per_hand
    twice = play_match(heads_up("call", "raise", deals=1000, seats=Seats.ROTATED)).standings[0]
    assert twice.per_hand.standard_error < plain.standard_error


@pytest.mark.parametrize("kind", ["Raises", "Nonsense", "Illegal", "Leaves"])
def test_an_agent_that_fails_checks_or_folds_and_is_named(kind: str) -> None:
    result = play_match(heads_up(f"{HERE / 'bad_agents.py'}::{kind}", "call", deals=20))
    failures = result.standings[0].failures
    assert failures.times >= 20
    assert failures.first
    assert result.standings[1].failures.times == 0
    assert sum(standing.chips for standing in result.standings) == 0


def test_agents_do_not_learn_the_seed_of_the_cards() -> None:
    event = heads_up("random", "random", seed=12345)
    seeds = [getattr(agent, "seed", None) for agent in event.seated()]
    neighbours = [
        getattr(agent, "seed", None) for agent in heads_up("random", "random", seed=12346).seated()
    ]
    assert len({*seeds, *neighbours, 12345, 12346}) == 6
    assert all(abs(seed - 12345) > 1000 for seed in seeds if seed is not None)


def test_any_whole_number_is_a_seed() -> None:
    for seed in (-1, 2**70):
        assert play_match(heads_up("random", "call", deals=3, seed=seed)).hands == 3


def test_an_agent_with_memory_sees_all_hands_in_order() -> None:
    result = play_match(
        heads_up(f"{HERE / 'bad_agents.py'}::Counting", "call", deals=1300), workers=2
    )
    assert result.standings[0].failures.times == 0


@pytest.mark.parametrize(
    ("agents", "deals", "message"),
    [(("call",), 5, "played by 2, not by 1"), (("call", "call"), 0, "0 deals")],
)
def test_impossible_events_are_refused(agents: tuple[str, ...], deals: int, message: str) -> None:
    with pytest.raises(GameError, match=message):
        Match(game=Game.named("limit-2p"), agents=agents, deals=deals)


def test_unknown_agents_are_refused_before_play() -> None:
    with pytest.raises(AgentError, match="'cal'"):
        play_match(heads_up("cal", "call"))
    assert issubclass(AgentError, FivebetError)


def test_a_match_and_a_ring_print_json(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["match", "call", "random", "--game", "limit-2p", "--hands", "100", "--seed", "7"]
    assert run([*command, "--duplicate", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["hands"], answer["deals"], answer["seed"]) == (200, 100, 7)
    first, second = answer["players"]
    assert first["name"] == "call"
    assert first["ci95"][0] < first["mbb_per_hand"] < first["ci95"][1]
    assert first["mbb_per_hand"] == pytest.approx(-second["mbb_per_hand"])
    assert (
        run(["ring", "call", "call", "random", "--game", "limit-3p", "--hands", "20", "--json"])
        == 0
    )
    assert len(json.loads(capsys.readouterr().out)["players"]) == 3
    assert run([*command]) == 0
    assert "mbb/hand" in capsys.readouterr().out
    assert run(["agents", "--json"]) == 0
    names = [agent["name"] for agent in json.loads(capsys.readouterr().out)]
    assert {"fold", "call", "raise", "random"} <= set(names)
    assert run(["agents"]) == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ["match", "call", "nobody"],
        ["match", "call", "call", "--game", "limit-6p"],
        ["match", "call", "call", "--hands", "0"],
        ["match", "call", "call", "--workers", "0"],
        ["match", "call", "random:seed=x"],
        ["match", "call", f"{HERE / 'bad_agents.py'}::Unborn"],
        ["ring", "call", "call", "--game", "chess"],
    ],
)
def test_bad_events_are_one_sentence(
    capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    assert run(arguments) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_agents_play_the_game_of_a_file_whatever_its_name(tmp_path: Path) -> None:
    file = tmp_path / "house.game"
    file.write_text(game_text(replace(Game.named("nolimit-2p"), stacks=(5_000, 7_000))), "utf-8")
    agents = ("solver:iterations=1", "adapted::plicas")
    played = play_match(Match(game=find_game(str(file)), agents=agents, deals=2))
    assert [each.failures.times for each in played.standings] == [0, 0]
    leduc = replace(Game.named("leduc"), name="house")
    with pytest.raises(GameError, match=r"adapted::fair does not play house: it plays [^:]*$"):
        play_match(Match(game=leduc, agents=("adapted::fair", "call"), deals=2))
