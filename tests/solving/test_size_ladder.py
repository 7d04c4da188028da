"""Sizes for the time there is: the ladder, the command, the agent and the figures."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from fivebet.agents.hosting.registry import make_agent
from fivebet.cli.app import run
from fivebet.errors import SolvingError
from fivebet.game import Game, Hand
from fivebet.game.action import raise_to
from fivebet.lab.papers.martins_flops import SolvedFlop, flop_claims
from fivebet.solving import Spot, Tree
from fivebet.solving.preview import SolvePreview, stored_numbers
from fivebet.solving.size_ladder import SIZE_LADDER, SizeStep, tree_within

_SPOT = ("Kh8h3dJc5s", 200, 900, "66+,A8s+", "QQ-22,A2s+")


def make_tree(step: SizeStep) -> Tree:
    board, pot, stack, oop, ip = _SPOT
    return Tree(Spot.create(board, pot, stack, oop, ip, step.bets, step.raises))


def by_numbers(tree: Tree, _: float, __: str) -> SolvePreview:
    """A machine that takes a second for a thousand numbers."""
    return SolvePreview(0.0, 100, stored_numbers(tree) / 1000)


def test_each_step_of_the_ladder_is_smaller_than_the_one_before() -> None:
    numbers = [stored_numbers(make_tree(step)) for step in SIZE_LADDER]
    assert numbers == sorted(numbers, reverse=True)


@pytest.mark.parametrize("place", range(len(SIZE_LADDER)))
def test_the_most_sizes_that_fit_are_taken(place: int) -> None:
    seconds = stored_numbers(make_tree(SIZE_LADDER[place])) / 1000 / 0.75
    found = tree_within(make_tree, seconds * 1.001, preview=by_numbers)
    first = next(
        step
        for step in SIZE_LADDER
        if stored_numbers(make_tree(step)) <= stored_numbers(make_tree(SIZE_LADDER[place]))
    )
    assert found.fits
    assert found.sizes == first
    assert stored_numbers(found.tree) == stored_numbers(make_tree(first))


def test_the_fewest_sizes_are_taken_where_none_fit() -> None:
    found = tree_within(make_tree, 1e-9, preview=by_numbers)
    assert found.sizes == SIZE_LADDER[-1]
    assert not found.fits
    with pytest.raises(SolvingError, match="nothing is solved within 0 seconds"):
        tree_within(make_tree, 0, preview=by_numbers)


def test_trees_beyond_the_memory_are_none() -> None:
    def small(step: SizeStep) -> Tree:
        if step != SIZE_LADDER[-1]:
            raise SolvingError("too large")
        return make_tree(step)

    assert tree_within(small, 1e9, preview=by_numbers).sizes == SIZE_LADDER[-1]

    def none(_: SizeStep) -> Tree:
        raise SolvingError("too large")

    with pytest.raises(SolvingError, match="too large"):
        tree_within(none, 1e9, preview=by_numbers)


def test_the_command_solves_within_seconds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FIVEBET_HOME", str(tmp_path))
    board, pot, stack, oop, ip = _SPOT
    spot = ["--board", board, "--pot", str(pot), "--stack", str(stack), "--oop", oop, "--ip", ip]
    command = ["solve", *spot, "--within", "600", "--target", "2"]
    assert run([*command, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["converged"]
    assert (answer["bets"], answer["raises"]) == (SIZE_LADDER[0].bets, SIZE_LADDER[0].raises)
    assert run(command) == 0
    again = " ".join(capsys.readouterr().out.split())
    assert "converged to 2 % of the pot within 600 s" in again
    assert run([*command, "--bets-river", "50%"]) == 2
    assert "--within chooses the sizes" in " ".join(capsys.readouterr().err.split())


def test_who_converges_too_late_is_not_said_to_be_in_time(
    capsys: pytest.CaptureFixture[str],
) -> None:
    spot = ("--board", "Kh8h3dJc5s", "--pot", "10", "--stack", "10", "--oop", "AA", "--ip", "QQ")
    assert run(["solve", *spot, "--within", "1e-9"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert re.search(r": converged to 0.3 % of the pot after [\d.]+ s, later than 1e-09 s ", said)


def test_with_seconds_to_think_the_agent_solves_flops_to_the_river(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    few = SIZE_LADDER[-1:]
    monkeypatch.setattr("fivebet.agents.players.solver._WHOLE_FLOP_LADDER", few)
    game = replace(Game.named("nolimit-2p"), stacks=(1200, 1200))
    hand = Hand.with_cards(game, ["AdKd", "QsJs"], "Kh8h3h")
    hand.act(raise_to(600))
    actor = hand.actor
    assert actor is not None
    hand.act(hand.view(actor).legal.passive)
    actor = hand.actor
    assert actor is not None
    view = hand.view(actor)
    reasons = make_agent("solver:budget=10,iterations=1").act(view).reasons
    assert reasons["sizes"] == "bets a, raises none"
    assert reasons["iterations"] == 1
    assert float(reasons["exploitable, % of the pot"]) > 0  # type: ignore[arg-type]
    brief = make_agent("solver:budget=1,iterations=1").act(view).reasons
    assert "sizes" not in brief


def test_flops_are_in_time_if_they_converge_within_fifteen_seconds() -> None:
    solved = [
        SolvedFlop("us", "Kh8h3d", "bets e", 80, 0.4, 9.0, 15.0),
        SolvedFlop("us", "Kh8h3d", "bets e", 80, 0.6, 9.0, 15.0),
        SolvedFlop("us", "Kh8h3d", "bets e", 80, 0.4, 16.0, 15.0),
        SolvedFlop("them", "Kh8h3d", "the flop alone", 0, None, 9.0, 2.0),
    ]
    assert [each.in_time for each in solved] == [True, False, False, False]
    ours, theirs = flop_claims(solved)
    assert ours.ours == "1 of 3; at worst 0.6 % and 16 s"
    assert theirs.ours == "0 of 1; at worst no whole flop and 9 s"
    assert ours.verdict is theirs.verdict is None
