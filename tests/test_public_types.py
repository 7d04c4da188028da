"""Every public type: it can be pickled, turned into a dict, printed and shown in a notebook."""

import copy
import dataclasses
import importlib
import inspect
import pickle
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pandas as pd
import pytest

import fivebet
from fivebet import (
    Game,
    Hand,
    Range,
    Spot,
    Stream,
    equity,
    make_agent,
    play,
    play_league,
    play_match,
    solve,
    strength,
    strength_many,
)
from fivebet.agents.hosting.local import FunctionAgent
from fivebet.arena import SCHEDULES, Director, Tournament, TournamentSeries, play_tournaments
from fivebet.opponents import History, Ledger, Tally, classify, estimate_ranges, style_of
from fivebet.planning import Planner, attitude, parse_domain, parse_problems

PACKAGES = (
    "fivebet",
    "fivebet.arena",
    "fivebet.cards",
    "fivebet.formats",
    "fivebet.game",
    "fivebet.opponents",
    "fivebet.planning",
    "fivebet.solving",
    "fivebet.testing",
)


def public_classes() -> set[type]:
    classes = {
        value
        for package in map(importlib.import_module, PACKAGES)
        for value in (getattr(package, name) for name in package.__all__)
        if inspect.isclass(value) and not issubclass(value, Exception)
    }
    return {each for each in classes if not getattr(each, "_is_protocol", False)}


def samples() -> Iterator[Any]:
    """Make one of each, or what leads to it."""
    game = Game.named("limit-2p")
    names = ("Ann", "Bob")
    agents = [make_agent("fair"), make_agent("random")]
    records = [play(Hand(game, seed=1, number=n), agents).record(names) for n in range(40)]
    tally, history, ledger = Tally(), History(), Ledger()
    for record in records:
        tally.observe(record)
        history.observe(record)
        ledger.observe(record)
    hand = Hand(game, seed=3)
    assert hand.actor is not None
    yield from (game, game.rules, hand, hand.view(hand.actor), hand.legal, records[0])
    yield from (agents[0].act(hand.view(hand.actor)), records[0].actions[0])
    yield from (records[0].replay().moves[0], Range("22+,A2s+:0.5"), Stream(7, "sample", 1))
    yield from (equity("AA", "KK", per_combo=True), strength("AhKh", "Qh7h2c"))
    yield from (strength_many(["AhKh"], "Qh7h2c"), fivebet.Card("As"), fivebet.DECK)
    yield from (fivebet.Category.PAIR, tally, history, ledger, tally["Ann"], tally["Ann"].vpip)
    yield from (tally["Ann"].bb_per_100, tally["Ann"].triple("flop"), classify(tally["Ann"]))
    yield from (estimate_ranges(tally["Ann"]), style_of(tally["Ann"]), history.hands["Ann"][0])
    match = play_match("fair", "call", game="limit-2p", deals=10, luck="cards")
    league = play_league("fair", "call", "fold", game="limit-2p", deals=10)
    yield from (match, match.match, match.standings[0], match.standings[0].per_hand)
    yield from (match.match.seats, match.match.luck, league, league.league, league.ratings[0])
    tournament = Tournament(agents=("fold", "call", "raise"), count=2, schedule=SCHEDULES["turbo"])
    series = play_tournaments(TournamentSeries(tournament=tournament))
    yield from (tournament, tournament.schedule, tournament.schedule.levels[0], series)
    yield from (series.series, series.entries[0], Director(tournament))
    spot = Spot.of("Kh8h3dJc5s", pot=200, stack=300, oop="AA,QQ,T9s", ip="KK,JJ")
    solution = solve(spot, iterations=20)
    yield from (spot, solution, solution.tree, solution.tree.discounting)
    domain = parse_domain("(defdomain d ((:operator (!go ?x) ((way ?x)) () ((at ?x)))))")
    (problem,) = parse_problems("(defproblem p d ((way a)) ((!go ?where)))")
    plans = Planner(domain).plans(problem)
    yield from (domain, problem, plans, plans.plans[0], plans.plans[0].steps[0])
    yield from (attitude("averse", 0.1), Planner(domain), FunctionAgent(len))


@pytest.fixture(scope="module")
def objects() -> list[Any]:
    return list(samples())


def test_every_dataclass_becomes_a_dict_and_is_pickled(objects: list[Any]) -> None:
    for each in objects:
        if dataclasses.is_dataclass(each):
            names = {field.name for field in dataclasses.fields(each)}
            assert set(dataclasses.asdict(each)) == names
            back = pickle.loads(pickle.dumps(each))
            assert repr(back) == repr(each)
            copy.copy(each)


def test_every_representation_tells_something(objects: list[Any]) -> None:
    for each in objects:
        assert " object at 0x" not in repr(each)
        assert repr(each) != object.__repr__(each)


def test_all_public_types_have_a_representation() -> None:
    silent = {each.__name__ for each in public_classes() if each.__repr__ is object.__repr__}
    assert silent == set()


def test_what_a_notebook_shows_is_well_formed_and_escaped(objects: list[Any]) -> None:
    class Balance(HTMLParser):
        def __init__(self) -> None:
            super().__init__()
            self.open: list[str] = []

        def handle_starttag(self, tag: str, _attributes: object) -> None:
            self.open.append(tag)

        def handle_endtag(self, tag: str) -> None:
            assert self.open.pop() == tag

    shown = [each for each in objects if hasattr(each, "_repr_html_")]
    assert len(shown) >= 10
    for each in shown:
        parser = Balance()
        parser.feed(each._repr_html_())
        assert parser.open == []
    named = play_match(lambda view: view.legal.passive, "fold", game="limit-2p", deals=2)
    evil = dataclasses.replace(
        named, standings=(dataclasses.replace(named.standings[0], name="<script>"),)
    )
    assert "<script>" not in evil._repr_html_()


def test_a_range_is_shown_as_its_grid() -> None:
    html = Range("AA,AKs:0.5")._repr_html_()
    assert html.count("<td") == 169
    assert 'title="AKs 50%"' in html


def test_rows_become_data_frames(objects: list[Any]) -> None:
    with_rows = [each for each in objects if hasattr(each, "rows")]
    assert len(with_rows) >= 8
    for each in with_rows:
        frame = pd.DataFrame(each.rows())
        assert len(frame) == len(each.rows()) > 0
        assert not frame.columns.duplicated().any()


def test_rows_of_a_match_are_its_standings() -> None:
    result = play_match("fair", "call", game="limit-2p", deals=20, luck="cards")
    for row, standing in zip(result.rows(), result.standings, strict=True):
        assert row["agent"] == standing.name
        assert row["mbb_per_hand"] == standing.mbb_per_hand(result.match.game).mean
        adjusted = standing.adjusted_mbb_per_hand(result.match.game)
        assert adjusted is not None
        assert (row["adjusted_low"], row["adjusted_high"]) == (adjusted.low, adjusted.high)


def test_a_copied_tree_goes_on_as_the_first() -> None:
    solution = solve(Spot.of("Kh8h3dJc5s", 200, 300, "AA,QQ", "KK,JJ"), iterations=10)
    again = copy.deepcopy(solution.tree)
    for tree in (solution.tree, again):
        tree.iterate()
    assert again.measure() == solution.tree.measure()
    assert again.root.frequencies() == solution.tree.root.frequencies()
