"""The researcher's bench: the host registers, guests choose, and a contest is planned and cited."""

import asyncio
import csv
import io
import json
import shlex
from pathlib import Path
from typing import Any

import httpx
import pytest

from fivebet.api import play_match
from fivebet.arena import SCHEDULES, League, Luck, Match, Seats, Tournament, TournamentSeries
from fivebet.arena.kinds import KINDS
from fivebet.arena.stopping import hands_to_tell
from fivebet.cli.app import run
from fivebet.game import Game
from fivebet.runs.job import Job
from fivebet.runs.runner import run_job
from fivebet.web.app import make_app
from fivebet.web.contest_report import contest_figures, contest_report
from fivebet.web.repetition import contest_command, contest_python

from .following import followed, get, post, refusal
from .servers import CardRoom

BOT = """
from fivebet.game import Decision


class Bot:
    def act(self, view):
        print("printed")
        return Decision(view.legal.passive)
"""
WANTED = {"name": "bot", "kind": "file", "target": "/tmp/bot.py::Bot"}


def asked(
    method: str, path: str, secret: str | None = "right", body: Any = None, token: str = ""
) -> httpx.Response:
    """Ask a card room without a server, whose secret is given."""

    async def ask() -> httpx.Response:
        app = make_app(host_secret=secret)
        transport = httpx.ASGITransport(app=app)
        headers = {"authorization": f"Bearer {token}"} if token else {}
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.request(method, f"/api/v1{path}", json=body, headers=headers)

    return asyncio.run(ask())


@pytest.mark.parametrize("token", ["wrong", "righ", "rightt", "RIGHT", "null"])
def test_a_wrong_secret_registers_and_removes_nothing(token: str) -> None:
    for method, path, body in (
        ("POST", "/bench/agents", WANTED),
        ("DELETE", "/bench/agents/bot", None),
    ):
        answer = asked(method, path, body=body, token=token)
        assert "only the host registers agents" in refusal(answer, 403)


def test_a_guest_without_a_secret_registers_nothing() -> None:
    assert "only the host" in refusal(asked("POST", "/bench/agents", body=WANTED), 401)
    assert "only the host" in refusal(asked("DELETE", "/bench/agents/bot"), 401)
    # A card room that was opened without a secret has no host to be.
    for token in ("", "None", "null"):
        answer = asked("POST", "/bench/agents", None, WANTED, token)
        assert answer.status_code in (401, 403)


@pytest.mark.parametrize(
    "name",
    ["/tmp/bot.py::Bot", "isolated::/tmp/bot.py::Bot", "http::http://localhost/", "bot@00000000"],
)
def test_a_guest_can_name_no_path_no_address_and_nobody_unknown(room: CardRoom, name: str) -> None:
    for body in ({"agents": [name, "fair"]}, {"agents": [f"adapted::{name}", "fair"]}):
        sentence = refusal(post(room, "/matches", game="limit-2p", deals=1, **body))
        assert "cannot be seated from here" in sentence or "no agent is registered" in sentence
    opened = post(room, "/tables", opponents=[name])
    assert opened.status_code == 422


def test_a_registered_agent_is_planned_played_downloaded_and_cited(
    room: CardRoom, tmp_path: Path
) -> None:
    file = tmp_path / "bot.py"
    file.write_text(BOT)
    mine = {"authorization": f"Bearer {room.secret}"}
    body = {"name": "bot", "kind": "file", "target": f"{file}::Bot", "about": "Calls."}
    answer = httpx.post(f"{room.api}/bench/agents", json=body, headers=mine)
    assert answer.status_code == 201, answer.text
    name = answer.json()["full_name"]
    assert str(tmp_path) not in answer.text
    assert [each["full_name"] for each in get(room, "/bench/agents")] == [name]
    assert name in [each["name"] for each in get(room, "/agents")]
    refused = httpx.post(
        f"{room.api}/bench/agents",
        json={"name": "web", "kind": "http", "target": "http://127.0.0.1:1/"},
        headers=mine,
    )
    assert "is not allowed" in refusal(refused)

    asked_for = {"agents": [name, "fair"], "game": "limit-2p", "deals": 40, "seed": 3}
    begun = post(room, "/matches", luck="cards", **asked_for)
    contest = followed(room, f"/contests/{begun.json()['run']}")
    assert contest["status"] == "finished", contest["error"]
    result, number = contest["result"], contest["run"]
    assert result["players"][0]["failures"] == 0
    same = play_match("call", "fair", game="limit-2p", deals=40, seed=3, luck="cards")
    assert [each["chips"] for each in result["players"]] == [
        float(each.chips) for each in same.standings
    ]

    figures = list(csv.DictReader(io.StringIO(text(room, f"/contests/{number}/figures"))))
    assert [each["agent"] for each in figures] == [name, "fair"]
    low, high = result["players"][0]["ci95"]
    assert float(figures[0]["ci95_low"]) == pytest.approx(low)
    assert float(figures[0]["ci95_high"]) == pytest.approx(high)
    hands = text(room, f"/hands/text?run={number}")
    assert hands.count("variant = ") == contest["recorded"] == 80
    page = text(room, f"/contests/{number}/report")
    for part in (name, contest["command"], "@misc{fivebet-", "95 % intervals", "SHA-256"):
        assert part in page
    assert str(tmp_path) not in page

    spread = float(same.mbb.std(axis=0, ddof=1).max())
    plan = get(room, f"/contests/{number}/plan", difference=20)
    assert plan["spread"] == pytest.approx(spread)
    assert plan["blocks"] == hands_to_tell(20, spread)
    assert plan["hands"] == 2 * plan["blocks"]
    gone = httpx.delete(f"{room.api}/bench/agents/{name}", headers=mine)
    assert gone.json() == []


def text(room: CardRoom, path: str) -> str:
    answer = httpx.get(f"{room.api}{path}")
    assert answer.status_code == 200, answer.text
    assert "attachment" in answer.headers["content-disposition"]
    return answer.text


def test_contests_without_a_result_or_of_another_kind_have_no_plan(room: CardRoom) -> None:
    begun = post(room, "/matches", agents=["call", "fold"], game="limit-2p", deals=10)
    number = begun.json()["run"]
    followed(room, f"/contests/{number}")
    answer = httpx.get(f"{room.api}/contests/{number}/plan")
    assert "a trial of 10 deals says nothing" in refusal(answer)
    answer = httpx.get(f"{room.api}/contests/{number}/plan", params={"difference": 0})
    assert answer.status_code == 422


GAME = Game.named("limit-2p")
CONTESTS = [
    ("match", Match(game=GAME, agents=("call", "raise"), deals=4, seed=2, seats=Seats.ROTATED)),
    ("match", Match(game=GAME, agents=("call", "random"), deals=4, matches=2)),
    (
        "ring",
        Match(
            game=Game.named("limit-3p"),
            agents=("call", "raise", "random"),
            deals=3,
            seats=Seats.ALL,
            luck=Luck.CARDS,
        ),
    ),
    ("league", League(game=GAME, agents=("call", "raise", "fold"), deals=3, seed=1)),
    (
        "tournament",
        TournamentSeries(
            tournament=Tournament(
                agents=("call", "raise", "call"), count=2, seats=3, schedule=SCHEDULES["turbo"]
            )
        ),
    ),
]


@pytest.mark.parametrize(("kind", "job"), CONTESTS)
def test_commands_and_python_play_a_contest_again(
    kind: str, job: Job[Any], capsys: pytest.CaptureFixture[str]
) -> None:
    result = KINDS[kind].to_dict(run_job(job))
    words = shlex.split(contest_command(job))[1:]
    assert run([*words, "--json", "--store", "none", "--workers", "1"]) == 0
    again = json.loads(capsys.readouterr().out)
    assert again["players"] == json.loads(json.dumps(result["players"]))
    played: dict[str, Any] = {}
    exec(contest_python(job).replace("print", "rows = list"), played)
    figure = "roi" if kind == "tournament" else "mbb_per_hand"
    assert sorted(row[figure] for row in played["rows"]) == pytest.approx(
        sorted(player[figure] for player in result["players"])
    )
    assert contest_report(kind, job.to_dict(), result, 7, "2026-01-01").count("<pre>") == 3
    assert len(contest_figures(result).splitlines()) == 1 + len(result["players"])
