"""The API, asked as programs ask it."""

import json
import ssl
from pathlib import Path

import httpx
import pytest

from fivebet.agents.hosting.registry import describe_agents
from fivebet.agents.hosting.wire import view_message
from fivebet.cards.equity import equity
from fivebet.game import Game, Hand
from fivebet.web.app import STATIC

from .clients import Client, Message, open_table
from .following import refusal
from .servers import CardRoom


def test_agents_are_listed_and_the_api_describes_itself(room: CardRoom) -> None:
    listed = httpx.get(f"{room.api}/agents").json()
    assert [agent["name"] for agent in listed] == [info.name for info in describe_agents()]
    described = httpx.get(f"{room.url}/openapi.json").json()
    assert "/api/v1/tables/{number}/actions" in described["paths"]


@pytest.mark.parametrize("path", ["/", "/play", "/table/1", "/static/room.js", "/api/v1/agents"])
def test_every_answer_carries_the_strict_policy(room: CardRoom, path: str) -> None:
    headers = httpx.get(room.url + path).headers
    assert "default-src 'self'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"


def test_the_pages_use_nothing_from_elsewhere() -> None:
    for file in STATIC.rglob("*.*"):
        if file.suffix in (".js", ".css", ".html", ".webmanifest"):
            text = file.read_text("utf-8").replace("http://www.w3.org/", "")
            assert "http://" not in text, file
            assert "https://" not in text, file


def test_an_agent_decides_on_a_view_with_probabilities_and_reasons(room: CardRoom) -> None:
    hand = Hand.with_cards(Game.named("nolimit-2p"), [None, "AsAh"])
    data = json.loads(json.dumps(view_message(hand.view(1))))
    asked = {"game": "nolimit-2p", "view": data}
    answer = httpx.post(f"{room.api}/agents/fair/decide", json=asked).json()
    assert answer["action"] in ("call", "raise")
    assert sum(each["probability"] for each in answer["probabilities"]) == pytest.approx(1)
    assert answer["reasons"]
    assert not answer["failure"]


@pytest.mark.parametrize(
    ("name", "asked", "why"),
    [
        ("nobody", {}, "no agent 'nobody'"),
        ("isolated::call", {}, "cannot be seated from here"),
        ("fair", {"game": "bridge"}, "no game 'bridge'"),
        ("fair", {"view": {}}, "this is no view"),
        ("fair", {"game": {"seats": 2}}, "this is no game"),
    ],
)
def test_a_question_that_cannot_be_answered_is_refused_in_one_sentence(
    room: CardRoom, name: str, asked: dict[str, object], why: str
) -> None:
    view = view_message(Hand(Game.named("nolimit-2p"), seed=1).view(1))
    data = json.loads(json.dumps({"game": "nolimit-2p", "view": view} | asked))
    answer = httpx.post(f"{room.api}/agents/{name}/decide", json=data)
    assert answer.status_code == 422
    assert why in answer.json()["error"]


def test_a_program_can_play_by_long_polling_alone(room: CardRoom) -> None:
    table, token = open_table(room)
    url, mine = f"{room.api}/tables/{table}", {"authorization": f"Bearer {token}"}
    epoch, after, ended = "", -1, set()
    with httpx.Client(headers=mine) as client:
        while len(ended) < 3:
            query = {"epoch": epoch, "after": after, "wait": 20}
            for message in client.get(f"{url}/messages", params=query).json():
                if message["type"] == "hello":
                    epoch = message["epoch"]
                    continue
                after = message.get("seq", after)
                if message["type"] == "shuffle":
                    client.post(f"{url}/seed", json={"hand": message["hand"], "seed": "abc"})
                state = message.get("state")
                if state and state["over"]:
                    ended.add(state["hand"])
                if state and state["legal"]:
                    kind = "call" if state["legal"]["call"] else "check"
                    act = {"id": str(after), "hand": state["hand"], "turn": state["turn"]}
                    client.post(f"{url}/actions", json=act | {"action": kind})
        statistics = client.get(f"{url}/statistics").json()
    assert {each["name"] for each in statistics} == {"Guest", "call"}
    assert all(each["hands"] >= 3 for each in statistics)
    assert statistics[0]["ratios"]["vpip"]["opportunities"] >= 0


def test_pages_are_compressed_and_answers_are_not(room: CardRoom) -> None:
    with httpx.Client(headers={"accept-encoding": "gzip"}) as client:
        for path, encoding in (("/static/room.js", "gzip"), ("/api/v1/agents", None)):
            assert client.get(room.url + path).headers.get("content-encoding") == encoding
        tag = client.get(f"{room.url}/static/room.js").headers["etag"]
        again = client.get(f"{room.url}/static/room.js", headers={"if-none-match": tag})
        assert again.status_code == 304


def equity_of(state: Message) -> float:
    """What a person's cards win of the pot against any two."""
    (mine,) = (seat["cards"] for seat in state["seats"] if seat["place"] == state["you"])
    return equity("".join(mine), "random", board="".join(state["board"])).equity[0]


def test_the_coach_judges_a_fold_that_was_free(room: CardRoom) -> None:
    table, token = open_table(room)
    client = Client(room, table, token)
    state = client.my_turn()
    while state["street"] != "river" or equity_of(state) < 0.5:  # a good hand is worth something
        client.act(state)
        state = client.my_turn()
    client.act(state, "fold")
    client.until("opened")
    client.close()
    bearer = {"authorization": f"Bearer {token}"}
    url = f"{room.api}/tables/{table}/coach"
    last = httpx.get(url, headers=bearer).json()[0]
    assert (last["action"], last["street"], len(last["board"])) == ("fold", "river", 5)
    spot = {"hand": last["hand"], "turn": last["turn"]}
    facts = httpx.post(url, headers=bearer, json=spot).json()
    assert facts["agents"][0] == "champion"
    assert "station" in facts["baselines"]
    answer = httpx.post(f"{url}/solver", headers=bearer, json=spot)
    assert answer.status_code == 200, answer.text
    verdict = answer.json()["verdict"]
    assert (verdict["chosen"], verdict["chosen_value"]) == ("fold", 0)
    assert verdict["cost"] == verdict["value"] > 0
    assert httpx.get(url).status_code == 401


def test_statistics_are_told_with_their_samples_by_street_and_position(room: CardRoom) -> None:
    table, token = open_table(room, opponents=["call", "raise"])
    client = Client(room, table, token)
    client.play(6)
    client.close()
    data = {
        each["name"]: each for each in httpx.get(f"{room.api}/tables/{table}/statistics").json()
    }
    raiser = data["raise"]
    assert raiser["ratios"]["pfr"]["value"] == 1.0
    assert raiser["ratios"]["pfr"]["opportunities"] >= 5
    assert set(raiser["streets"]) == {"preflop", "flop", "turn", "river"}
    assert set(raiser["positions"]) == {"BTN", "SB", "BB"}
    parts = [*raiser["streets"].values(), *raiser["positions"].values()]
    assert all(ratio["opportunities"] for part in parts for ratio in part.values())
    assert data["call"]["ratios"]["pfr"]["value"] == 0.0


def test_the_coach_tells_what_each_agent_would_have_done_and_what_it_cost(room: CardRoom) -> None:
    table, token = open_table(room, opponents=["raise"])
    client = Client(room, table, token)
    state = client.my_turn()
    while not state["legal"]["call"]:
        client.act(state)
        state = client.my_turn()
    client.act(state, "fold")
    client.until("opened")
    mine = {"authorization": f"Bearer {token}"}
    asked = {"hand": state["hand"], "turn": state["turn"]}
    url = f"{room.api}/tables/{table}/coach"
    advice = httpx.post(url, json=asked, headers=mine).json()
    fair = httpx.post(f"{url}/agents/fair", json=asked, headers=mine).json()
    client.close()
    assert advice["action"] == "fold"
    assert 0 < advice["equity"] < 1
    call, pot = state["legal"]["call"], state["pot"]
    assert advice["pot_odds"] == pytest.approx(call / (pot + call))
    worth = advice["equity"] * (pot + call) - call
    assert advice["cost"] == pytest.approx(max(0.0, worth))
    assert {"fair", "tight", "call"} <= set(advice["baselines"])
    assert fair["action"] in ("fold", "call", "raise")
    assert sum(each["probability"] for each in fair["probabilities"]) == pytest.approx(1)
    assert "after the flop" in advice["solver_note"] or state["board"]
    assert httpx.post(url, json=asked).status_code == 401
    assert httpx.post(url, json={**asked, "turn": 99}, headers=mine).status_code == 404


def test_a_lost_line_goes_on_where_it_was_without_losing_or_doubling(room: CardRoom) -> None:
    table, token = open_table(room, opponents=["call", "call"])
    first = Client(room, table, token)
    state = first.my_turn()
    first.act(state)
    first.close()
    second = Client(room, table, token, epoch=first.epoch, after=first.seen)
    hello = second.hear()
    assert hello == {"v": 1, "type": "hello", "epoch": first.epoch, "fresh": False}
    second.act(state)  # not knowing whether it has arrived
    numbers = []
    while True:
        message = second.hear()
        if "seq" in message and message["type"] != "pong":
            numbers.append(message["seq"])
        if message["type"] == "accepted" and message["id"] == f"{state['hand']}.{state['turn']}":
            break
    after = second.until("table")["state"] if not numbers else None
    second.close()
    assert numbers == list(range(first.seen + 1, first.seen + 1 + len(numbers)))
    assert after is None or after["turn"] > state["turn"]


def test_spectators_see_the_table_and_nobodys_cards(room: CardRoom) -> None:
    table, token = open_table(room, opponents=["call", "call"])
    player, spectator = Client(room, table, token), Client(room, table, None)
    assert spectator.until("table")["you"] is None
    player.act(player.my_turn())
    state = spectator.until("table")["state"]
    while not state:
        state = spectator.until("table")["state"]
    assert state["legal"] is None
    assert state["over"] or all(seat["cards"] is None for seat in state["seats"])
    player.close()
    spectator.close()


def test_a_table_closes_for_its_only_person_and_for_nobody_else(room: CardRoom) -> None:
    table, token = open_table(room)
    url = f"{room.api}/tables/{table}"
    assert httpx.delete(url).status_code == 401
    assert httpx.delete(url, headers={"authorization": "Bearer wrong"}).status_code == 403
    assert httpx.delete(url, headers={"authorization": f"Bearer {token}"}).json() == {
        "closed": True
    }
    assert httpx.get(url).status_code == 404


def test_tls_with_a_certificate_that_it_makes_itself(tmp_path: Path) -> None:
    opened = CardRoom(tmp_path, "--tls", "--store", "none")
    try:
        certificate = tmp_path / "tls" / "certificate.pem"
        trusting = ssl.create_default_context(cafile=str(certificate))
        assert opened.url.startswith("https://")
        assert httpx.get(f"{opened.api}/agents", verify=trusting).status_code == 200
        assert (tmp_path / "tls" / "key.pem").stat().st_mode & 0o777 == 0o600
    finally:
        assert opened.close() == 0


@pytest.mark.parametrize(
    ("method", "path", "status", "sentence"),
    [
        ("GET", "/static/nothing.js", 404, "there is nothing at '/static/nothing.js'"),
        ("GET", "/api/v1/nothing", 404, "there is nothing at '/api/v1/nothing'"),
        ("PUT", "/api/v1/games", 405, "'/api/v1/games' does not answer PUT: it answers GET"),
        (
            "PUT",
            "/api/v1/tables",
            405,
            "'/api/v1/tables' does not answer PUT: it answers GET, POST",
        ),
        ("PUT", "/api/v1/nothing", 404, "there is nothing at '/api/v1/nothing'"),
        ("PUT", "/lobby", 405, "'/lobby' does not answer PUT: it answers GET, HEAD"),
        ("PUT", "/static/a.js", 405, "'/static/a.js' does not answer PUT: it answers GET, HEAD"),
    ],
)
def test_an_address_where_nothing_is_gets_a_sentence(
    room: CardRoom, method: str, path: str, status: int, sentence: str
) -> None:
    assert refusal(httpx.request(method, room.url + path), status) == sentence
