"""Chapter 5 of Smith's thesis in small: what needs no long play."""

import numpy as np
import pytest

from fivebet.agents.hosting.failures import Failures
from fivebet.agents.players.planner.functions import number_of_calling_opponents
from fivebet.agents.players.planner.situation import domain_named
from fivebet.arena.statistics import interval
from fivebet.arena.tournament import Tournament
from fivebet.arena.tournament_series import Entry, TournamentResult, TournamentSeries
from fivebet.lab.papers import smith
from fivebet.lab.papers.smith import drawdown, play_matches
from fivebet.lab.papers.smith_figures import (
    model_figures,
    model_rows,
    raises_table,
    utility_figures,
)
from fivebet.lab.papers.smith_principles import PrincipleHands, Principles
from fivebet.lab.papers.smith_round import RoundGames
from fivebet.lab.papers.smith_tournaments import ATTITUDES as TOURNAMENT_ATTITUDES
from fivebet.lab.papers.smith_tournaments import NEUTRAL, attitude_claims, attitude_table
from fivebet.lab.papers.smith_turn import Listing, TurnReading, one_turn, one_turn_utilities
from fivebet.planning import Planner, parse_domain, parse_problems


def test_calling_and_folding_have_the_utilities_of_sure_amounts() -> None:
    utilities = one_turn_utilities("averse", 50.0, 4)
    assert utilities["fold"] == 0
    assert np.isclose(utilities["call"], -(np.exp(0.05 * 10) - 1) / 0.05)
    assert set(utilities) == {"fold", "call", "small", "med", "big", "all-in"}


def test_claims_are_judged_by_all_readings_that_the_words_allow() -> None:
    claims, figures, (readings,) = one_turn()
    verdicts = {claim.name: claim.verdict for claim in claims}
    assert verdicts["5.1 folding and calling do not change with the pot"] is None
    assert verdicts["5.2 the averse agent always folds to a bet"] == "confirmed"
    assert verdicts["5.4 every raise is below zero for the averse agent"] == "confirmed"
    for depends in (
        "5.1 raising gains with the pot for the seeking agent",
        "5.1 the seeking agent prefers raising even in small pots",
        "5.3 the small raise is always the seeking agent's best",
        "5.3 the small raise has a positive utility against seven",
        "5.3 the bigger raises improve to above zero as opponents get fewer",
    ):
        assert verdicts[depends] == "undecided"
    assert [figure.name for figure in figures] == [f"figure-5-{n}" for n in (1, 2, 3, 4)]
    assert {row[0]: row[-1] for row in readings.rows} == {
        "corrected, odds r/(p+2r), equity against one": "6 of 9",
        "corrected, odds r/(p+2r), equity against all": "7 of 9",
        "corrected, odds r/(p+r), equity against one": "5 of 9",
        "corrected, odds r/(p+r), equity against all": "7 of 9",
        "literal, odds r/(p+2r), equity against one": "5 of 9",
        "literal, odds r/(p+2r), equity against all": "7 of 9",
        "literal, odds r/(p+r), equity against one": "5 of 9",
        "literal, odds r/(p+r), equity against all": "7 of 9",
    }


def test_the_listing_and_the_sound_domain_agree_on_what_they_share() -> None:
    literal = one_turn_utilities("averse", 50.0, 4, TurnReading("literal"))
    corrected = one_turn_utilities("averse", 50.0, 4)
    assert set(literal) == set(corrected)
    assert literal["fold"] == corrected["fold"] == 0
    assert np.isclose(literal["call"], corrected["call"])
    assert literal["small"] > corrected["small"]  # the listing's raise does not pay the call


def test_by_the_thesiss_odds_and_equity_the_callers_do_not_depend_on_their_number() -> None:
    # Nobody calls with (r/(p+r))^(1/n) to the power of n.
    for opponents in (1, 4, 7):
        nobody = number_of_calling_opponents(150, 50, opponents, 0, 2, "printed", "all")
        assert np.isclose(nobody, 1 / 3)


@pytest.mark.parametrize("listing", ["corrected", "literal"])
def test_simulated_games_follow_from_the_seed(listing: Listing) -> None:
    job = RoundGames(who="averse", listing=listing, repetitions=2, seed=4, games=2, nodes=200)
    assert RoundGames.from_dict(job.to_dict()) == job
    first, second = (job.run_chunk(1, None, 0).data for _ in range(2))
    assert first == second
    reducer = job.reducer()
    reducer.add(first)
    series = reducer.result()
    assert series.winnings.shape == (1, 2)
    assert sum(series.counts[0].values()) >= 2


def test_the_listing_samples_effects_and_keeps_costs_a_lottery() -> None:
    domain = parse_domain(
        "(defdomain d ((:operator (!a) () () ((0.2 ((x))) (0.8 ())) ((0.75 -1) (0.25 2)))))"
    )
    (problem,) = parse_problems("(defproblem p d () ((!a)))")
    plan = Planner(domain, independent=True).plans(problem).plans[0]
    assert plan.steps[0].chance == pytest.approx(0.8)
    assert [tuple(map(float, each)) for each in plan.steps[0].lottery] == [
        pytest.approx((0.75, -1.0)),
        pytest.approx((0.25, 2.0)),
    ]
    best = Planner(domain, independent=True).best(problem).plan
    assert best is not None
    assert best.cost == pytest.approx(-0.25)


def test_models_are_drawn_with_every_task_extended_once() -> None:
    rows = model_rows(domain_named("one-turn"), "play_round")
    assert [row.text for row in rows[:4]] == [
        "play_round",
        "preflop",
        "play_pre_flop",
        "branch 1",
    ]
    operators = [row.text for row in rows if row.kind == "operator"]
    assert operators.count("!raise") == 4
    assert operators.count("!fold") == 1
    assert sum(row.text == "determine_action" for row in rows) == 4
    names = [figure.name for figure in (*model_figures(), *utility_figures())]
    assert sorted(names) == sorted(
        f"figure-{n}" for n in ("3-1", "3-2", "3-3", "3-4", "3-5", "4-2", "4-3", "7-1", "7-2")
    )
    for row in raises_table().rows:
        assert 0 < float(row[2]) < 1


def test_attitudes_are_compared_on_the_same_decks() -> None:
    names = (NEUTRAL, *TOURNAMENT_ATTITUDES.values(), "fair")
    interval_ = interval([0.0, 0.0])
    entries = tuple(
        Entry(name, 1, interval_, interval_, 0.5, 0.2, (), Failures()) for name in names
    )
    roi = np.arange(12.0).reshape(2, 6) ** 2
    series = TournamentSeries(tournament=Tournament(agents=names, seats=6))
    result = TournamentResult(series, 2, 100, entries, roi)
    claims = attitude_claims(result)
    assert [claim.verdict for claim in claims] == [None] * len(TOURNAMENT_ATTITUDES)
    assert float(claims[0].ours) == pytest.approx(((1 - 0) + (49 - 36)) / 2)
    assert attitude_table(result).rows[0][:2] == ("planner+ neutral", "+0.00 ± 0.00")


def test_one_tournament_has_returns_without_an_interval() -> None:
    names = (NEUTRAL, *TOURNAMENT_ATTITUDES.values(), "fair")
    alone = interval([0.2])
    entries = tuple(Entry(name, 1, alone, alone, 0.5, 0.2, (), Failures()) for name in names)
    series = TournamentSeries(tournament=Tournament(agents=names, seats=6))
    table = attitude_table(TournamentResult(series, 1, 55, entries, np.zeros((1, 6))))
    assert table.title.startswith("Attitudes in one tournament of six")
    assert {row[1] for row in table.rows} == {"+0.20"}


def test_drawdown_is_the_longest_fall() -> None:
    assert drawdown(np.array([-1.0, -1.0, 5.0])) == 2
    assert drawdown(np.array([1.0, 2.0])) == 0


def test_principles_tell_a_caller_from_a_raiser() -> None:
    def scored(agent: str) -> Principles:
        job = PrincipleHands(agent=agent, deals=10, seed=1)
        assert PrincipleHands.from_dict(job.to_dict()) == job
        reducer = job.reducer()
        reducer.add(job.run_chunk(0, None, 0).data)
        return reducer.result()

    calling, raising = scored("call"), scored("raise")
    assert raising.parts == (pytest.approx(sum(raising.row())),)
    assert calling.aggression == 0 < raising.aggression == 1
    assert all(0 <= score <= 1 for score in raising.row()[1:])


def test_a_few_hands_do_not_say_who_plays_closer_to_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIVEBET_STORE", "none")
    monkeypatch.setattr("fivebet.runs.group.core_count", lambda: 1)
    table, (claim,) = smith._principles(2, 1, lambda _: None)
    scores = {str(row[0]): sum(map(float, row[1:])) for row in table.rows}
    difference = scores["planner:attitude=seeking"] - scores["planner:attitude=averse"]
    assert float(claim.ours) == pytest.approx(difference)
    assert claim.verdict == "undecided"


def test_matches_show_mean_interval_spread_and_drawdown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIVEBET_STORE", "none")
    monkeypatch.setattr("fivebet.runs.group.core_count", lambda: 1)
    shares: list[float] = []
    claims, table = play_matches([("fair", "call"), ("call", "fair")], 20, 3, shares.append)
    assert [claim.verdict for claim in claims] == [None, None]
    assert float(claims[0].ours) > 0 > float(claims[1].ours)
    for row in table.rows:
        assert len(row) == len(table.columns)
        assert float(row[-2]) > 0
    assert shares[-1] == 1
