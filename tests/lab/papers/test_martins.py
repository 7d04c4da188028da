import ast
import json
from pathlib import Path

import numpy as np
import pytest

from fivebet.cards.combos import CLASSES
from fivebet.lab.papers import martins, reproduce
from fivebet.lab.papers.martins_requirements import REQUIREMENTS
from fivebet.lab.papers.martins_times import answer_times
from fivebet.solving.jam_fold_heads_up import JamOrFold, fictitious_play
from fivebet.web.jobs.papers import SHIPPED

ROOT = Path(__file__).parents[3]


TINY = martins.MartinsSize(1, ("fictitious:iterations=2", "solver:iterations=2"), flops=0)


def test_all_figures_of_the_thesis_stand_beside_ours(tmp_path: Path) -> None:
    found = reproduce("martins", seed=0, size=TINY)
    verdicts = {claim.name.split(":")[0]: claim.verdict for claim in found.claims}
    assert verdicts["figure 48"] == verdicts["figure 49"] == "confirmed"
    assert verdicts["figure 32"] == verdicts["6.1.3"] == "confirmed"
    assert verdicts["table 18"] is None
    assert verdicts["2.2.6"] == verdicts["table 26"] == verdicts["4.1.4"] == "refuted"
    played = [claim for claim in found.claims if claim.name.startswith("figure 47")]
    assert [claim.verdict for claim in played] == ["confirmed"] * 3 + [None]
    judged = {claim.name: claim.verdict is not None for claim in found.claims}
    shipped = json.loads((SHIPPED / "martins" / "report.json").read_text("utf-8"))
    published = {each["name"]: each["verdict"] is not None for each in shipped["claims"]}
    timed = ("7.3.1.3", "FR-012")  # named by the agents of a scale
    for claims in (judged, published):
        for name in [name for name in claims if name.startswith(timed)]:
            del claims[name]
    assert published == judged
    titles = " ".join(table.title for table in found.tables)
    for name in ("Figure 47", "Figure 48", "Figure 32", "Table 18", "Table 25", "Requirements"):
        assert name in titles
    assert {path.name for path in found.write(tmp_path)} >= {"report.md", "figure-47.svg"}


def test_every_requirement_names_a_test_that_is_there() -> None:
    functional = [f"FR-{i:03}" for i in range(1, 16)]
    assert [each.name for each in REQUIREMENTS] == functional + [
        f"NFR-{i:03}" for i in range(1, 10)
    ]
    for each in REQUIREMENTS:
        path, _, name = each.test.partition("::")
        tree = ast.parse((ROOT / path).read_text("utf-8"))
        found = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
        assert name in found, each.test


@pytest.mark.parametrize(("profile", "share"), martins.PROFILES.items())
def test_shoved_hands_win_what_is_expected_of_them(profile: str, share: float | None) -> None:
    solution = fictitious_play(JamOrFold(20, 1, 2), 0, 50)
    won = martins.shove_or_fold(solution, share, seed=7)
    theirs = np.full(169, share) if share is not None else None
    jam, call = (solution.jam, solution.call) if theirs is None else (theirs, theirs)
    game = solution.game
    exact = (game.value(solution.jam, call) - game.value(jam, solution.call)) / 2
    error = won.std() / len(won) ** 0.5
    assert abs(won.mean() - exact) < 4 * error + 1e-9, profile
    assert set(np.unique(won)) <= {-20, -2, -1, 0, 1, 2, 20}


def test_usability_is_scored_as_brooke_says() -> None:
    best = [(0, 0, 0, 0, 1), (1, 0, 0, 0, 0)] * 5
    assert martins.usability(best) == 100
    assert martins.usability([(0, 0, 1, 0, 0)] * 10) == 50
    assert round(martins.usability(martins.USABILITY)) == 73


def test_comparisons_without_contradiction_are_consistent() -> None:
    weights = np.array([4.0, 2.0, 1.0])
    assert martins.consistency_ratio((weights[:, None] / weights).tolist()) == pytest.approx(0)
    assert martins.consistency_ratio([[1, 9, 1 / 9], [1 / 9, 1, 9], [9, 1 / 9, 1]]) > 1


def test_figure_48_has_a_cell_for_every_class() -> None:
    assert len(martins.FIGURE_48) == len(CLASSES)
    assert martins.FIGURE_48[CLASSES.index("84s")] == "10"


def test_answers_are_timed_on_every_street() -> None:
    claims, table = answer_times(("call",), 2, 0, lambda _: None)
    assert [row[0] for row in table.rows] == ["the thesis", "call", "call", "call"]
    assert str(claims[0].ours).startswith("met")


def test_the_thesis_counts_its_requirements_as_we_copied_them() -> None:
    met = [each.name[0] for each in REQUIREMENTS if each.met]
    assert (met.count("F"), met.count("N"), len(REQUIREMENTS)) == (10, 7, 24)
