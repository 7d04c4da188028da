"""Ranges, equity, push or fold and solutions, held against the library itself."""

import asyncio
import os
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import httpx
import numpy as np
import pytest

from fivebet.cards.combos import CLASSES
from fivebet.cards.equity import equity
from fivebet.cards.ranges import Range
from fivebet.lab.papers import Reproduction
from fivebet.runs.runner import run_job
from fivebet.solving import Spot, Tree, gpu_devices, solve
from fivebet.solving.gpu_devices import HostDevice
from fivebet.solving.jam_fold_heads_up import JamOrFold, fictitious_play
from fivebet.store.locations import store_url
from fivebet.study.spot_solve import SpotSolve
from fivebet.web.jobs import papers
from fivebet.web.jobs.papers import PUBLICATIONS, SHIPPED
from fivebet.web.jobs.solves import SolveQueue
from fivebet.web.processes import ChildProcess, ParentConnection

from .following import followed, get, post, refusal
from .servers import CardRoom

RIVER = {
    "board": "Kh8h3dJc5s",
    "pot": 200,
    "stack": 900,
    "oop": "22+, A2s+, KTs+",
    "ip": "TT+, AKs, KQs",
}
FLOP = RIVER | {"board": "Td9d6h", "target": 0.01, "iterations": 100_000, "small": True}


@pytest.mark.parametrize("text", ["22+, A2s+, 76s:0.5", "AhKh, AsKs:0.25", "15%", "random"])
def test_a_range_goes_to_weights_and_back(room: CardRoom, text: str) -> None:
    data = post(room, "/ranges", text=text).json()
    assert data["weights"] == Range(text).weights.tolist()
    again = post(room, "/ranges", weights=data["weights"]).json()
    assert again == data
    assert Range(data["text"]) == Range(text)


def test_no_text_is_the_range_of_nothing_and_classes_are_weights_too(room: CardRoom) -> None:
    assert post(room, "/ranges", text=" ").json()["combos"] == 0
    aces = [1.0] + [0.0] * 168
    assert post(room, "/ranges", weights=aces).json()["text"] == "AA"
    assert "no part of a range" in refusal(post(room, "/ranges", text="AKx"))
    assert "1,326 by combo" in refusal(post(room, "/ranges", weights=[1.0]))
    assert "not by both" in refusal(post(room, "/ranges", text="AA", weights=aces))


def test_equity_is_the_librarys_by_player_and_by_class(room: CardRoom) -> None:
    data = post(room, "/equity", players=["AhKh", "QQ+, AKs"], board="Qh7h2c", classes=True).json()
    exact = equity("AhKh", "QQ+, AKs", board="Qh7h2c")
    assert [player["equity"] for player in data["players"]] == list(exact.equity)
    assert data["exact"]
    queens = equity("QQ", "AhKh", board="Qh7h2c").equity[0]
    assert data["players"][1]["classes"]["QQ"] == pytest.approx(queens)
    assert set(data["players"][1]["classes"]) == {"AA", "KK", "QQ", "AKs"}


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"players": ["AhKh"]}, "players"),
        ({"players": ["AhKh", ""]}, "player 2 holds nothing"),
        ({"players": ["AhKh", "AhKh"]}, "cannot be dealt together"),
        ({"players": ["AhKh", "QQ"], "board": "Ah"}, "board"),
        ({"players": ["AhKh", "QQ"], "board": "AhKdQs"}, "holds no hand"),
    ],
)
def test_what_has_no_equity_is_refused_in_one_sentence(
    room: CardRoom, asked: dict[str, object], why: str
) -> None:
    assert why in refusal(post(room, "/equity", **asked))


def test_push_or_fold_is_what_fictitious_play_finds(room: CardRoom) -> None:
    data = get(room, "/pushfold", stack=8, ante=0.1)
    oracle = fictitious_play(JamOrFold(8, ante=0.1), 1e-4)
    assert data["value"] == pytest.approx(oracle.value, abs=3e-4)
    assert data["exploitability"] <= 1e-5
    assert data["jam"][CLASSES.index("AA")] == 1
    assert data["jam"][CLASSES.index("32o")] < 0.01


def test_the_chart_of_all_stacks_agrees_with_those_of_single_ones(room: CardRoom) -> None:
    chart = get(room, "/pushfold/chart")
    at = chart["stacks"].index(10.0)
    single = get(room, "/pushfold", stack=10)
    assert chart["jam_shares"][at] == pytest.approx(single["jam_share"])
    for index, biggest in enumerate(chart["jam"]):
        if single["jam"][index] >= 0.5:
            assert biggest >= 10
    assert chart["jam"][0] == max(chart["stacks"])


def test_a_table_of_three_has_jams_and_calls_by_position(room: CardRoom) -> None:
    data = post(room, "/pushfold/table", stacks=[10, 8, 12], prizes=[50, 30, 20]).json()
    assert [each["position"] for each in data["positions"]] == ["BTN", "SB", "BB"]
    assert data["unit"] == "prizes"
    assert data["positions"][2]["jam"] is None
    assert set(data["positions"][2]["calls"]) == {"BTN", "SB"}
    assert "cannot jam" in refusal(post(room, "/pushfold/table", stacks=[10, 0.4, 12]))


def test_a_solve_reaches_its_target_and_its_tree_can_be_walked(room: CardRoom) -> None:
    begun = post(room, "/solutions", **RIVER)
    assert begun.status_code == 202
    id_ = begun.json()["id"]
    data = followed(room, f"/solutions/{id_}")
    assert data["status"] == "finished"
    assert data["exploitability_pct"] <= 0.5
    assert sum(data["ev"]) == pytest.approx(200)

    spot = Spot.create(RIVER["board"], 200, 900, RIVER["oop"], RIVER["ip"])
    tree = solve(Tree(spot), 0.5).tree
    node = tree.node("check, bet 100")
    seen = get(room, f"/solutions/{id_}/node", path="check, bet 100")
    assert seen["player"] == "oop"
    assert [each["name"] for each in seen["actions"]] == list(node.actions)
    shares = node.frequencies()
    for each in seen["actions"]:
        assert each["share"] == pytest.approx(shares[each["name"]], abs=1e-6)
    reach = node.reach(0)
    assert sum(each["weight"] for each in seen["hands"]) == pytest.approx(reach.sum())
    assert sum(each["combos"] for each in seen["classes"]) == pytest.approx(reach.sum())
    for each in seen["hands"]:
        assert sum(each["shares"]) == pytest.approx(1, abs=1e-5)
    values = node.values(0)
    best = max(seen["hands"], key=lambda each: each["ev"] or -1)
    assert best["ev"] == pytest.approx(np.nanmax(np.where(reach > 0, values, np.nan)), abs=1e-3)

    bad = httpx.get(f"{room.api}/solutions/{id_}/node", params={"path": "check, dance"})
    assert "'dance' is not possible after check" in refusal(bad)


def test_a_solve_that_is_stopped_keeps_what_it_learnt(room: CardRoom) -> None:
    started = post(room, "/solutions", **FLOP | {"stack": 300}).json()
    id_, mine = started["id"], {"authorization": f"Bearer {started['token']}"}
    begun = followed(room, f"/solutions/{id_}", lambda data: data["iterations"] >= 1)
    assert begun["status"] == "working"
    assert get(room, f"/solutions/{id_}/node")["street"] == "flop"
    httpx.delete(f"{room.api}/solutions/{id_}", headers=mine)
    data = followed(room, f"/solutions/{id_}")
    assert data["status"] == "stopped"
    assert data["iterations"] >= 1
    after = get(room, f"/solutions/{id_}/node", path="check, check")
    assert "2c" in after["cards"]
    assert get(room, f"/solutions/{id_}/node", path="check, check, 2c")["board"][-1] == "2c"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"board": "Kh8h"}, "give 3, 4 or 5"),
        ({"oop": "AA", "board": "AhAsAdKc"}, "has no hand"),
        ({"bets": "half"}, "is no bet size"),
        ({"sizes": {"bets moon": "50%"}}, "names no sizes"),
        ({"pot": 0}, "pot"),
    ],
)
def test_spots_that_cannot_be_solved_are_refused(
    room: CardRoom, change: dict[str, object], why: str
) -> None:
    assert why in refusal(post(room, "/solutions", **RIVER | change))


def test_a_tree_beyond_all_memory_fails_with_a_sentence(room: CardRoom) -> None:
    wide = {"bets": "25%, 50%, 75%, 100%, 150%", "raises": "2x, 3x", "add_all_in": 9}
    id_ = post(room, "/solutions", **FLOP | wide | {"oop": "random", "ip": "random"}).json()["id"]
    data = followed(room, f"/solutions/{id_}")
    assert data["status"] == "failed"
    assert "offer fewer sizes" in data["error"]


def test_what_was_never_solved_is_not_found(room: CardRoom) -> None:
    for id_ in ("0" * 24, "..%2F..%2Fetc"):
        answer = httpx.get(f"{room.api}/solutions/{id_}")
        assert "there is no" in refusal(answer, 404)


def test_a_reproduction_keeps_its_runs_in_the_store_of_the_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its child process has the room's store, not the user's own."""
    monkeypatch.setenv("FIVEBET_STORE", "set back after the test")
    used = []

    def reproduce(*_: object) -> Reproduction:
        used.append(store_url())
        return Reproduction((), (), (), paper="aki", title="AKI", seconds=1.0, seed=3)

    monkeypatch.setattr(papers, "reproduce", reproduce)
    monkeypatch.setattr(papers, "home", lambda: tmp_path)
    queue = papers.ReproductionQueue("sqlite:////rooms/ours.db")
    for store in (queue.store, None):
        work, arguments = papers.ReproductionJob("aki", "quick", 3, store).command()
        work(*arguments, lambda _: None)
    assert used == ["sqlite:////rooms/ours.db", None]


def test_all_five_papers_are_told_with_what_can_be_run(room: CardRoom) -> None:
    listed = get(room, "/papers")
    assert [paper["name"] for paper in listed] == list(PUBLICATIONS)
    shipped = {folder.name for folder in SHIPPED.iterdir()}
    assert {paper["name"] for paper in listed if paper["report"]} == shipped
    for paper in listed:
        if paper["report"]:
            assert paper["report"]["shipped"]
            for figure in paper["report"]["figures"]:
                shown = httpx.get(f"{room.api}/papers/{paper['name']}/figures/{figure['name']}")
                assert shown.headers["content-type"] == "image/png"
    assert "there is no paper" in refusal(httpx.get(f"{room.api}/papers/none"), 404)
    missing = httpx.get(f"{room.api}/papers/aki/figures/passwd")
    assert "no picture" in refusal(missing, 404)


def with_children(parent: ParentConnection) -> None:
    """Work in a process that has processes of its own; it never ends by itself."""
    with ProcessPoolExecutor(2) as pool:
        parent.send([os.getpid(), *pool.map(_number_of, range(2))])
        parent.receive()


def _number_of(_: int) -> int:
    return os.getpid()


def test_a_child_process_may_have_processes_and_ends_with_them() -> None:
    async def ask() -> list[int]:
        child = ChildProcess()
        await child.start(with_children, may_fork=True)
        numbers: list[int] = await child.receive()
        child.kill()
        return numbers

    numbers = asyncio.run(ask())
    assert len(numbers) == 3
    for number in numbers:
        while alive(number):  # they were killed: it is a matter of moments
            pass


def alive(number: int) -> bool:
    """Whether a process is there, and more than a name that nobody has read yet."""
    try:
        status = Path(f"/proc/{number}/stat").read_text("utf-8")
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] not in "ZX"


def test_a_card_room_with_a_gpu_solves_on_it_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FIVEBET_HOME", str(tmp_path))
    monkeypatch.setitem(gpu_devices._found, "cuda", HostDevice())
    spot = Spot.create(RIVER["board"], 200, 900, RIVER["oop"], RIVER["ip"])
    job = SpotSolve(spot=spot, target=1.0, iterations=500, device="cuda")
    result = run_job(job)
    assert result.device == HostDevice.name
    assert result.points
    (listed,) = SolveQueue("cuda").list_all()
    assert (listed.id, listed.figures.device) == (spot.fingerprint, HostDevice.name)


def test_spots_are_solved_on_the_device_of_the_card_room(monkeypatch: pytest.MonkeyPatch) -> None:
    queue = SolveQueue("cuda")
    monkeypatch.setattr(queue, "start", lambda *_: None)
    spot = Spot.create(RIVER["board"], 200, 900, RIVER["oop"], RIVER["ip"])
    solve_, _ = queue.solve(SpotSolve(spot=spot, target=1.0, iterations=500), "host")
    assert solve_.job.device == "cuda"
