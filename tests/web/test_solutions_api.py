"""Solutions: what a node shows of both players, runouts, locks, removed actions, and deleting."""

from pathlib import Path
from typing import Any

import httpx
import pytest

from fivebet.solving import Lock, Spot, Tree, load_tree, save_tree, solve
from fivebet.solving.tree_files import ENDING
from fivebet.study.range_report import range_reports
from fivebet.study.runouts import runouts

from .following import followed, get, post, refusal
from .servers import CardRoom

TURN = {
    "board": "Kh8h3dJc",
    "pot": 100,
    "stack": 150,
    "oop": "AA, K9s, 76s, QTs",
    "ip": "AK, JJ, 98s:0.5",
    "bets": "75%",
    "raises": "",
    "target": 1,
}


def library_file(room: CardRoom, id_: str) -> Path:
    return room.home / "solutions" / f"{id_}{ENDING}"


@pytest.fixture(scope="module")
def solved(room: CardRoom) -> tuple[str, Tree]:
    """The turn's id, and its tree as the library has it."""
    id_ = post(room, "/solutions", **TURN).json()["id"]
    followed(room, f"/solutions/{id_}")
    return id_, load_tree(library_file(room, id_))


def test_a_node_shows_both_players(room: CardRoom, solved: tuple[str, Tree]) -> None:
    id_, tree = solved
    node = tree.node("check")
    data = get(room, f"/solutions/{id_}/node", path="check")
    assert (data["player"], data["other"]["player"], data["locked"]) == ("ip", "oop", False)
    for player, hands in ((1, data["hands"]), (0, data["other"]["hands"])):
        report = range_reports(node)[player]
        assert sum(hand["weight"] for hand in hands) == pytest.approx(report.combos)
        shown = data["ranges"][player]
        assert shown["equity"] == pytest.approx(report.equity)
        assert shown["distribution"] == pytest.approx(list(report.distribution))
        assert [kind["name"] for kind in shown["made"]] == [kind.name for kind in report.made]
        named = {hand["made"] for hand in hands}, {hand["draw"] for hand in hands}
        assert named == tuple({kind["name"] for kind in shown[key]} for key in ("made", "draws"))
    assert "shares" not in data["other"]["hands"][0]


def test_runouts_are_those_of_the_tree(room: CardRoom, solved: tuple[str, Tree]) -> None:
    id_, tree = solved
    data = get(room, f"/solutions/{id_}/runouts", path="check, check")
    expected = runouts(tree.node("check, check"))
    assert data["actions"] == ["check", "bet 75"]
    assert len(data["cards"]) == 48
    for shown, card in zip(data["cards"], expected, strict=True):
        assert shown["card"] == card.card
        assert shown["ev"] == pytest.approx(card.ev, abs=1e-6)
        assert shown["frequencies"] == pytest.approx(card.frequencies, abs=1e-6)
    bad = httpx.get(f"{room.api}/solutions/{id_}/runouts", params={"path": "check"})
    assert "no card comes after check" in refusal(bad)


def test_a_preview_knows_the_memory_and_what_was_solved(
    room: CardRoom, solved: tuple[str, Tree]
) -> None:
    id_, tree = solved
    again = post(room, "/solutions/preview", **TURN).json()
    assert (again["id"], again["iterations"]) == (id_, 0)
    assert again["exploitability_pct"] <= 1
    other = post(room, "/solutions/preview", **TURN | {"stack": 160}).json()
    assert other["exploitability_pct"] is None
    assert other["iterations"] > 0
    assert other["seconds"] > 0
    assert other["memory_mb"] == pytest.approx(tree.memory / 1e6, rel=0.2)
    assert "is no bet size" in refusal(post(room, "/solutions/preview", **TURN | {"bets": "half"}))


def test_a_locked_decision_is_played_as_it_was_given(
    room: CardRoom, solved: tuple[str, Tree]
) -> None:
    id_, tree = solved
    locks = [{"at": "bet 75", "strategy": {"fold": "AK, JJ, 98s:0.5"}}]
    begun = post(room, "/solutions", **TURN, locks=locks).json()
    assert begun["id"] != id_
    assert [lock["at"] for lock in begun["locks"]] == ["bet 75"]
    done = followed(room, f"/solutions/{begun['id']}")
    assert done["locks"] == begun["locks"]
    assert library_file(room, begun["id"]).is_file()
    node = get(room, f"/solutions/{begun['id']}/node", path="bet 75")
    assert node["locked"]
    folds = [hand["shares"][0] for hand in node["hands"] if not hand["class"].startswith("98")]
    assert folds == pytest.approx([1.0] * len(folds))
    # OOP learns to bet everything into a player who folds, and the plain spot stays as it was.
    free = get(room, f"/solutions/{id_}/node")
    bold = get(room, f"/solutions/{begun['id']}/node")
    assert bold["ev"] > free["ev"]
    assert bold["actions"][1]["share"] > free["actions"][1]["share"]
    exact = solve(locked_tree(tree.spot, locks), 1.0).tree
    assert done["ev"][0] == pytest.approx(exact.expected(0), abs=0.5)
    wrong = post(room, "/solutions", **TURN, locks=[{"at": "bet 75", "strategy": {"bet 1": 1}}])
    assert "entry 1: 'bet 1' is none of fold, call" in refusal(wrong)


def locked_tree(spot: Spot, locks: list[dict[str, Any]]) -> Tree:
    tree = Tree(spot, threads=1)
    tree.apply_locks(map(Lock.from_dict, locks))
    return tree


def test_a_removed_action_is_gone_from_the_tree(room: CardRoom) -> None:
    begun = post(room, "/solutions", **TURN, removed=["check, check, bet 75"]).json()
    followed(room, f"/solutions/{begun['id']}")
    node = get(room, f"/solutions/{begun['id']}/node", path="check, check, 2c")
    assert [action["name"] for action in node["actions"]] == ["check"]
    wrong = post(room, "/solutions", **TURN, removed=["check, bet 1"])
    assert "'check, bet 1' cannot be removed" in refusal(wrong)


def test_who_has_solved_a_spot_first_deletes_it(room: CardRoom) -> None:
    spot = TURN | {"stack": 140, "iterations": 1}
    mine = post(room, "/solutions", **spot).json()
    followed(room, f"/solutions/{mine['id']}")
    theirs = post(room, "/solutions", **spot | {"iterations": 2}).json()
    followed(room, f"/solutions/{theirs['id']}")
    assert (mine["owner"], theirs["owner"]) == (True, False)
    url = f"{room.api}/solutions/{mine['id']}/tree"
    assert "only who has solved it first" in refusal(httpx.delete(url), 401)
    bearer = {"authorization": f"Bearer {theirs['token']}"}
    assert "only who has solved it first" in refusal(httpx.delete(url, headers=bearer), 403)
    gone = httpx.delete(url, headers={"authorization": f"Bearer {mine['token']}"})
    assert gone.json() == {"id": mine["id"]}
    assert not library_file(room, mine["id"]).exists()
    assert "there is no solution" in refusal(httpx.get(url.removesuffix("/tree")), 404)


def test_a_tree_of_the_command_line_is_deleted_from_the_same_machine(room: CardRoom) -> None:
    spot = Spot.create("Kh8h3dJc5s", 20, 30, "AA, 22", "QQ")
    path = library_file(room, spot.fingerprint)
    path.parent.mkdir(parents=True, exist_ok=True)
    save_tree(solve(Tree(spot, threads=1), 50.0, 10).tree, path)
    url = f"{room.api}/solutions/{spot.fingerprint}/tree"
    through_a_proxy = {"x-forwarded-for": "203.0.113.5"}
    refused = httpx.delete(url, headers=through_a_proxy)
    assert "only who has solved it first" in refusal(refused, 403)
    assert path.is_file()
    assert httpx.delete(url).status_code == 200
    assert not path.exists()


def test_a_tree_that_goes_while_solutions_are_listed_is_passed_over(room: CardRoom) -> None:
    path = library_file(room, "0" * 24)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(path.with_name("nothing"))
    try:
        assert all(each["id"] != path.stem for each in get(room, "/solutions"))
    finally:
        path.unlink()
