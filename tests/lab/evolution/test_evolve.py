import json
import os
import sys
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from fivebet.arena.compiled_tournaments import TournamentBatches
from fivebet.arena.tournament import Tournament
from fivebet.cli.app import run
from fivebet.errors import FivebetError, GameError, StoreError
from fivebet.lab.evolution import evaluation
from fivebet.lab.evolution import evolve as evolution
from fivebet.lab.evolution.breeding import Breeding
from fivebet.lab.evolution.curves import draw_curves, moving_average
from fivebet.lab.evolution.evolve import Generation, Population, first_population
from fivebet.lab.evolution.experiment import EXPERIMENTS, Experiment, experiment_named
from fivebet.lab.evolution.folder import Folder
from fivebet.runs.executors import Cluster, JobExecutor, Pool, make_executor
from fivebet.runs.job import ChunkResult
from fivebet.runs.runner import run_job
from tests.empty_table import write_empty_table
from tests.lab.evolution.tiny import SHORT, TINY, evolve

# Strengths are worked out hand by hand: the table would take half a minute to make.
evaluate = partial(evaluation.evaluate, exact=True)


def generations_of(experiment: Experiment, executor: JobExecutor | None = None) -> list[Generation]:
    return [generation for _, generation in evolve(experiment, executor=executor)]


def test_the_same_seed_evolves_the_same_players_and_another_does_not() -> None:
    first, again = list(evolve(TINY)), list(evolve(TINY))
    assert [each for _, each in first] == [each for _, each in again]
    assert (first[-1][0].players == again[-1][0].players).all()
    assert generations_of(replace(TINY, seed=6)) != [each for _, each in first]


def test_any_number_of_workers_evolves_the_same() -> None:
    with make_executor(2) as executor:
        assert generations_of(TINY, executor) == generations_of(TINY)


def test_a_cluster_evolves_the_same() -> None:
    with Cluster("local", 1) as executor:
        assert generations_of(replace(TINY, generations=2), executor) == generations_of(
            replace(TINY, generations=2)
        )


@dataclass(frozen=True, kw_only=True, eq=False)
class DiesOnce(TournamentBatches):
    marker: Path

    def run_chunk(self, number: int, state: bytes | None, record_every: int) -> ChunkResult:
        if number == 1 and not self.marker.exists():
            self.marker.touch()
            os._exit(1)
        return super().run_chunk(number, state, record_every)


def test_a_worker_that_is_lost_changes_nothing(tmp_path: Path) -> None:
    field, tournament = ("call", "fold", "raise"), Tournament(agents=("x",) * 3, schedule=SHORT)
    job = TournamentBatches(tournament=tournament, entrants=field, count=6, size=2, exact=True)
    mortal = DiesOnce(
        tournament=tournament,
        entrants=field,
        count=6,
        size=2,
        exact=True,
        marker=tmp_path / "died",
    )
    survived = run_job(mortal, Pool(2))
    assert mortal.marker.exists()
    assert (survived.places == run_job(job).places).all()


class AlwaysDies(TournamentBatches):
    def run_chunk(self, *_: object) -> ChunkResult:
        os._exit(1)


def test_tournaments_that_always_kill_their_worker_end_the_run() -> None:
    tournament = Tournament(agents=("x",) * 2, schedule=SHORT)
    job = AlwaysDies(tournament=tournament, entrants=("call", "fold"), count=2, size=2)
    with pytest.raises(FivebetError, match="workers died 3 times"):
        run_job(job, Pool(2))


def test_evolution_goes_on_from_where_it_stopped_to_the_same_end(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    assert folder.begin(TINY) is None
    for population, generation in evolve(replace(TINY, generations=2)):
        folder.keep(TINY, population, generation)
    resumed = folder.begin(TINY)
    assert isinstance(resumed, Population)
    assert resumed.generation == 2
    for population, generation in evolve(TINY, resumed):
        folder.keep(TINY, population, generation)
    whole = list(evolve(TINY))
    assert folder.generations() == [each for _, each in whole]
    assert (folder.population().players == whole[-1][0].players).all()
    assert (folder.population().fame == whole[-1][0].fame).all()


def test_a_generation_that_was_written_without_its_population_is_played_again(
    tmp_path: Path,
) -> None:
    folder = Folder(tmp_path)
    folder.begin(TINY)
    steps = list(evolve(TINY))
    folder.keep(TINY, *steps[0])
    kept = (tmp_path / "population.npz").read_bytes()
    folder.keep(TINY, *steps[1])
    (tmp_path / "population.npz").write_bytes(kept)
    for population, generation in evolve(TINY, folder.begin(TINY)):
        folder.keep(TINY, population, generation)
    assert folder.generations() == [each for _, each in steps]


def test_another_evolution_does_not_go_into_the_same_folder(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    folder.begin(TINY)
    folder.keep(TINY, *next(evolve(TINY)))
    with pytest.raises(StoreError, match="holds another evolution"):
        folder.begin(replace(TINY, seed=9))
    assert folder.begin(replace(TINY, generations=9)) is not None
    assert folder.begin(replace(TINY, seed=9), fresh=True) is None
    assert folder.generations() == []


@pytest.mark.parametrize("other", [replace(TINY, players=8), replace(TINY, layers=(16, 5, 3))])
def test_a_population_of_another_evolution_is_not_continued(
    other: Experiment, tmp_path: Path
) -> None:
    folder = Folder(tmp_path)
    folder.begin(TINY)
    folder.write("population.npz", first_population(other).to_bytes())
    with pytest.raises(StoreError, match=r"population\.npz' is of another evolution"):
        folder.begin(TINY)


@pytest.mark.parametrize("settings", ["[]", "5", "null", '"tiny"', "{}", ""])
def test_settings_that_are_none_are_another_evolution(settings: str, tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    folder.begin(TINY)
    folder.write("population.npz", first_population(TINY).to_bytes())
    (tmp_path / "experiment.json").write_text(settings)
    with pytest.raises(StoreError, match="holds another evolution"):
        folder.begin(TINY)


def test_generations_that_are_no_text_are_lost(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    folder.begin(TINY)
    steps = list(evolve(replace(TINY, generations=2)))
    (tmp_path / "generations.csv").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(StoreError, match="has lost generations before number 1"):
        folder.keep(TINY, *steps[1])


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"rotations": 0}, "0 rotations"),
        ({"rotations": 7, "batch": 7, "tournaments": 7}, "7 rotations of 6 players"),
        ({"spread": float("nan")}, "a spread of nan"),
        ({"spread": float("inf")}, "a spread of inf"),
        ({"layers": (16, -1, 3)}, "a layer has 1 to 256 neurons, not -1"),
        ({"layers": (16, 0, 3)}, "a layer has 1 to 256 neurons, not 0"),
    ],
)
def test_an_experiment_that_cannot_be_done_is_refused_at_once(
    changes: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(FivebetError, match=complaint):
        replace(TINY, **changes)


def test_a_population_that_cannot_be_written_leaves_the_one_before(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    folder.begin(TINY)
    steps = evolve(TINY)
    folder.keep(TINY, *next(steps))
    before = folder.population()
    (tmp_path / f".population.npz.{os.getpid()}").mkdir()  # nothing can be written there
    with pytest.raises(StoreError, match=r"population.npz' cannot be written: .+ stays"):
        folder.keep(TINY, *next(steps))
    assert folder.population().generation == before.generation


def test_a_truncated_population_is_refused_in_one_sentence(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    folder.begin(TINY)
    folder.keep(TINY, *next(evolve(TINY)))
    path = tmp_path / "population.npz"
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(StoreError, match="holds no population"):
        folder.begin(TINY)


def test_the_hall_of_fame_starts_random_and_takes_in_the_best() -> None:
    first = first_population(TINY)
    assert first.players.shape == (4, 83)
    assert first.fame.shape == (2, 83)
    for population, generation in evolve(TINY):
        known = np.concatenate([first.fame, first.players])
        assert all((member == known).all(axis=1).any() for member in population.fame)
        changed = (population.fame != first.fame).any(axis=1).sum()
        assert changed <= generation.replaced <= 1  # who was a member already is none anew
        assert (population.best == first.players).all(axis=1).any()
        first = population


def test_a_search_by_cma_goes_on_from_where_it_stopped_to_the_same_end(tmp_path: Path) -> None:
    experiment = replace(TINY, strategy="cma", generations=3)
    whole = list(evolve(experiment))
    folder = Folder(tmp_path)
    folder.begin(experiment)
    folder.keep(experiment, *whole[0])
    np.random.seed(1)  # the search must not draw from here
    assert [each for _, each in evolve(experiment, folder.begin(experiment))] == [
        each for _, each in whole[1:]
    ]


def test_a_search_that_an_older_version_began_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    experiment = replace(TINY, strategy="cma", generations=2)
    module = ModuleType("fivebet.evolution.search")
    module._Normal = evolution._Normal  # type: ignore[attr-defined]
    with monkeypatch.context() as older:
        older.setitem(sys.modules, module.__name__, module)
        older.setattr(evolution._Normal, "__module__", module.__name__)
        population, _ = next(evolve(experiment))
    assert module.__name__.encode() in population.search
    assert [each for _, each in evolve(experiment, population)] == generations_of(experiment)[1:]


def test_the_best_by_cma_is_the_mean_of_what_it_samples_next() -> None:
    experiment = replace(TINY, strategy="cma", fame=0, players=12, generations=2)
    for population, _ in evolve(experiment):
        assert not np.isin(population.best, population.players).any()
        apart = population.players.mean(axis=0) - population.best
        assert np.abs(apart).mean() < population.players.std(axis=0).mean()


def test_players_can_evolve_in_groups_among_others() -> None:
    rivals = ("fold", "call", "raise", "random")
    experiment = replace(TINY, fame=0, rivals=rivals, players=6, breeding=Breeding(elite=1))
    assert experiment.group == 2
    for population, generation in evolve(replace(experiment, generations=2)):
        assert population.players.shape == (6, 83)
        assert 0 <= generation.fitness <= 1
    with pytest.raises(GameError, match="whole groups"):
        replace(experiment, fame=2)
    with pytest.raises(GameError, match="6 rivals leave 0 of 6 seats"):
        replace(experiment, rivals=("fold",) * 6)


def test_the_hall_of_fame_can_take_part_in_breeding() -> None:
    apart, together = generations_of(TINY), generations_of(replace(TINY, fame_breeds=True))
    assert apart[0] == together[0]
    assert apart != together


def test_the_three_experiments_are_those_of_the_thesis() -> None:
    assert {name: (each.layers, each.fame) for name, each in EXPERIMENTS.items()} == {
        "base": ((16, 12, 3), 0),
        "hof": ((16, 12, 3), 13),
        "hof-opm": ((40, 22, 3), 13),
    }
    for each in EXPERIMENTS.values():
        assert (each.generations, each.tournaments, each.players) == (1000, 200, 45)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"players": 5}, "leave no room"),
        ({"fame": 41}, "leave no room"),
        ({"tournaments": 30}, "no whole number of batches"),
        ({"generations": 0}, "cannot be played"),
        ({"layers": (17, 3)}, "16 or 40 inputs"),
        ({"layers": (16, 12, 4)}, "last of 3 outputs"),
        ({"thresholds": (0.7, 0.4)}, "do not rise"),
        ({"fame": 13, "replacements": 14}, "14 of 13 members"),
    ],
)
def test_what_cannot_be_evolved_is_refused_in_one_sentence(
    changes: dict[str, Any], says: str
) -> None:
    with pytest.raises(FivebetError, match=says):
        experiment_named("base", **changes)


def test_there_is_no_other_experiment() -> None:
    with pytest.raises(GameError, match="there are base, hof, hof-opm"):
        experiment_named("hall")


def test_an_evaluation_seats_eleven_of_each_and_returns_sum_to_nothing() -> None:
    results = evaluate({"one": "call", "two": "fold"}, 40, seed=3, schedule=SHORT)
    assert list(results) == ["one", "two", "fold", "call", "raise", "random"]
    total = sum(each.roi * (11 if name in ("fold", "call", "raise", "random") else 1)
                for name, each in results.items())  # fmt: skip
    assert total == pytest.approx(0, abs=1e-9)
    assert results["fold"].vpip == 0
    assert results["raise"].vpip == 100
    # Of all hands (equation 4.2), though in some of these short ones it cannot raise.
    assert results["raise"].vpip > results["raise"].pfr > results["call"].pfr == 0
    assert results["random"].roi_error > 0


def test_tournaments_with_the_same_decks_count_as_one_in_the_error() -> None:
    results = evaluate({"one": "call"}, 45, seed=3, schedule=SHORT, rotations=15, batch=15)
    assert sum(each.roi for each in results.values()) != 0
    assert results["call"].roi_error > 0
    with pytest.raises(GameError, match="measure nothing"):
        evaluate({"one": "call"}, 44, rotations=15)


def test_curves_are_averages_of_fifty_and_drawn_as_pictures(tmp_path: Path) -> None:
    steps = generations_of(TINY)
    figures = [each.fitness for each in steps]
    assert moving_average(figures)[-1] == pytest.approx(np.mean(figures))
    assert moving_average(list(range(100)))[-1] == np.mean(range(50, 100))
    written = draw_curves({"tiny": steps}, tmp_path / "curves")
    assert [path.suffix for path in written] == [".svg", ".png"]
    assert written[0].read_text("utf-8").count("<path") > 4


def test_the_command_refuses_what_it_cannot_evolve(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for arguments, says in (
        (["--layers", "abc"], "names no hidden layers"),
        (["--schedule", "flat"], "there is no schedule 'flat'"),
        (["--tournaments", "0"], "each must be at least 1"),
        (["--workers", "0"], "0 workers cannot play"),
        (["--experiment", "hall"], "is not one of"),
    ):
        assert run(["evolve", "--folder", str(tmp_path / "none"), *arguments]) == 2
        assert says in capsys.readouterr().err


def test_the_command_evolves_and_goes_on(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    write_empty_table(tmp_path / "home")
    arguments = ["evolve", "--experiment", "base", "--tournaments", "1", "--evaluation", "2"]
    arguments += ["--workers", "1", "--folder", str(tmp_path), "--layers", "3", "--json"]
    assert run([*arguments, "--generations", "1"]) == 0
    first = json.loads(capsys.readouterr().out)
    assert run([*arguments, "--generations", "2"]) == 0
    second = json.loads(capsys.readouterr().out)
    assert second["generations"][0] == first["generations"][0]
    assert len(second["generations"]) == 2
    assert {each["name"] for each in second["evaluation"]} == {
        "best", "fold", "call", "raise", "random"
    }  # fmt: skip
    assert (tmp_path / "best.npz").exists()
    assert (tmp_path / "curves.svg").exists()
    assert run([*arguments, "--generations", "1"]) == 2
    assert "has done 2 generations already: give --generations 2" in capsys.readouterr().err
