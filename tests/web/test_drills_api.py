"""Drills by the API: sets, grading, and what is kept of a person."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import httpx
import pytest

from fivebet.cards import as_cards
from fivebet.solving import Spot
from fivebet.solving.spot import FixedLimit
from fivebet.study.drills.sets import draw_set, find_drill

from .following import get, post, refusal
from .servers import CardRoom

RIVER = Spot.create("Kh8h3dJc5s", 200, 900, "22+, A2s+", "TT+, AKs", "50%", "3x")


class Person:
    """Sends a token of its own."""

    def __init__(self, room: CardRoom, name: str) -> None:
        self._room = room
        self._headers = {"authorization": f"Bearer {name} has a long enough token"}

    def get(self, path: str, **query: Any) -> Any:
        answer = httpx.get(f"{self._room.api}{path}", params=query, headers=self._headers)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, **body: Any) -> httpx.Response:
        return httpx.post(f"{self._room.api}{path}", json=body, headers=self._headers)

    def answer(self, drill: str, action: str) -> Any:
        return self.post("/drills/answers", drill=drill, action=action).json()

    def forget(self) -> Any:
        return httpx.delete(f"{self._room.api}/drills/record", headers=self._headers).json()


def today() -> date:
    return datetime.now(UTC).date()


def wrong_answer(name: str) -> str:
    drill = find_drill(name)
    return min(drill.values, key=drill.values.__getitem__)


def test_a_set_is_drawn_by_seed_and_gives_no_answer_away(room: CardRoom) -> None:
    found = get(room, "/drills", set="pushfold", seed=5, count=3)
    drills = draw_set(["pushfold"], 5, 4, rating=1200)
    assert found["total"] == 10
    last = get(room, "/drills", set="pushfold", seed=5, first=3, count=1)
    found["drills"] += last["drills"]
    assert [each["id"] for each in found["drills"]] == [drill.id for drill in drills]
    for each in found["drills"]:
        assert not {"values", "shares", "best", "study"} & set(each)


def test_an_answer_is_graded_as_the_library_values_it_and_kept_for_its_person(
    room: CardRoom,
) -> None:
    ann, bob, day = Person(room, "ann"), Person(room, "bob"), today()
    first, second = (drill.id for drill in draw_set(["pushfold"], 8, 2))
    graded = ann.answer(first, wrong_answer(first))
    drill = find_drill(first)
    assert graded["values"] == pytest.approx(drill.values)
    assert graded["loss"] == pytest.approx(drill.grade(graded["action"]).loss)
    assert graded["loss"] > 0
    assert graded["counted"]
    assert graded["rating"] < graded["rating_before"] == 1200
    better = ann.answer(second, find_drill(second).answer()["best"])
    assert better["loss"] == 0
    assert better["rating"] > better["rating_before"] == graded["rating"]
    record = ann.get("/drills/record")
    assert record["answered"] == 2
    assert record["rating"] == better["rating"]
    assert record["kinds"] == [
        {"kind": "pushfold", "answered": 2, "right": 1, "lost": graded["loss"]}
    ]
    assert record["due"] == 0 or day < today()  # the mistake comes again tomorrow
    assert bob.get("/drills/record")["answered"] == 0
    assert ann.forget()["answered"] == 0


def test_an_answer_counts_once(room: CardRoom) -> None:
    name, day = draw_set(["pushfold"], 9, 1)[0].id, None
    while day != today():  # a mistake of yesterday is due, and its answer counts
        day = today()
        carol = Person(room, f"carol of {day}")
        first = carol.answer(name, wrong_answer(name))
        again = carol.answer(name, find_drill(name).answer()["best"])
    assert first["counted"]
    assert not again["counted"]
    assert again["loss"] == 0
    assert again["rating"] == again["rating_before"] == first["rating"]


def test_without_a_token_an_answer_is_graded_and_forgotten(room: CardRoom) -> None:
    name = draw_set(["pushfold"], 9, 1)[0].id
    graded = post(room, "/drills/answers", drill=name, action=wrong_answer(name)).json()
    assert graded["loss"] > 0
    assert not graded["counted"]
    assert get(room, "/drills/record")["answered"] == 0
    assert get(room, "/drills", set="mistakes")["drills"] == []


def test_of_answers_at_once_one_counts_and_no_rating_is_lost(room: CardRoom) -> None:
    zoe = Person(room, "zoe")
    names = [drill.id for drill in draw_set(["pushfold"], 9, 3)]
    with ThreadPoolExecutor(8) as threads:  # as many as one client may ask at once
        tries = [(name, wrong_answer(name)) for name in names for _ in range(4)]
        graded = list(threads.map(lambda each: zoe.answer(*each), tries))
    assert sum(each["counted"] for each in graded) == len(names)
    record = zoe.get("/drills/record")
    assert record["answered"] == len(names)
    # Each begins where the one before it has ended.
    counted = sorted((each for each in graded if each["counted"]), key=lambda each: -each["rating"])
    befores = [each["rating_before"] for each in counted]
    assert befores[1:] == pytest.approx([each["rating"] for each in counted[:-1]])
    assert record["rating"] == pytest.approx(counted[-1]["rating"])


def test_a_spot_of_ones_own_becomes_a_drill(room: CardRoom) -> None:
    dora = Person(room, "dora")
    asked = {"spot": RIVER.to_dict(), "at": "check, bet 100", "hand": "8c8s", "big_blind": 20}
    made = dora.post("/drills/own", **asked, title="A river").json()
    assert [action["label"] for action in made["actions"]] == ["Fold", "Call", "Raise to 15"]
    listed = dora.get("/drills", set="own")["drills"]
    assert listed == [made]
    graded = dora.answer(made["id"], "fold")
    assert graded["loss"] > 1
    # The link solves the very same spot.
    solved = post(room, "/solutions", **graded["study"]["spot"]).json()
    assert Spot.from_dict(solved["spot"]) == RIVER
    assert "token" in refusal(post(room, "/drills/own", **asked), 401)
    assert "this is no spot" in refusal(dora.post("/drills/own", spot={}, hand="AhKh"))
    flop = RIVER.to_dict() | {"board": "Kh8h3d"}
    assert "take too long" in refusal(dora.post("/drills/own", **asked | {"spot": flop}))


def test_the_link_of_a_drill_keeps_the_rules_of_its_spot(room: CardRoom) -> None:
    gwen = Person(room, "gwen")
    spot = replace(RIVER, removed=("bet 100",), rake=0.07, rake_cap=30.0)
    asked = {"at": "check, bet 100", "hand": "8c8s", "big_blind": 20}
    made = gwen.post("/drills/own", spot=spot.to_dict(), **asked).json()
    graded = gwen.answer(made["id"], "fold")
    solved = post(room, "/solutions", **graded["study"]["spot"]).json()
    assert Spot.from_dict(solved["spot"]) == spot
    limit = replace(RIVER, limit=FixedLimit((20, 40, 40)))
    refused = gwen.post("/drills/own", spot=limit.to_dict(), **asked | {"at": "check, bet 40"})
    assert "solves no-limit spots" in refusal(refused)
    turn = replace(RIVER, board=as_cards("Kh8h3dJc"), last_street="turn")
    refused = gwen.post("/drills/own", spot=turn.to_dict(), **asked)
    assert "with bets on all streets" in refusal(refused)


def test_a_decision_that_a_review_has_judged_becomes_a_drill(room: CardRoom) -> None:
    emma = Person(room, "emma")
    judged = {
        "hand": "AhKd",
        "board": "Kh8h3dJc5s",
        "pot": 15.0,
        "values": {"fold": 0.0, "call": 2.5, "raise 60": 1.0},
        "shares": {"fold": 0.0, "call": 0.9, "raise 60": 0.1},
        "big_blind": 20,
        "title": "River, BTN, facing a bet",
        "spot": RIVER.to_dict(),
        "at": "check, bet 100",
    }
    made = emma.post("/drills/own", **judged).json()
    assert made["actions"][2]["label"] == "Raise to 3"
    graded = emma.answer(made["id"], "raise 60")
    assert graded["loss"] == 1.5
    assert graded["study"]["at"] == "check, bet 100"
    assert emma.get("/drills/record")["own"] == 1
    brief = {name: each for name, each in RIVER.to_dict().items() if name != "merge"}
    again = emma.post("/drills/own", **judged | {"spot": brief, "title": "Another"}).json()
    assert emma.answer(again["id"], "call")["study"] == graded["study"]
    for wrong, why in (
        ({"values": {"fold": 0.0}}, "two actions or more"),
        ({"shares": {"fold": 1.0}}, "the same actions"),
        ({"hand": "KhKd"}, "no two cards beside"),
        ({"hand": "Ah"}, "no two cards"),
        ({"values": {"dance": 0.0, "fold": 1.0}}, "values"),
        ({"spot": RIVER.to_dict() | {"stack": 2 * 10**9}}, "whole chips"),
        ({"spot": RIVER.to_dict() | {"rake_cap": 2e9}}, "the card room cannot solve this spot"),
    ):
        assert why in refusal(emma.post("/drills/own", **judged | wrong))


@pytest.mark.parametrize(
    ("drill", "action", "why"),
    [
        ("pushfold.1", "fold", "names no drill"),
        ("chess.1.AA", "fold", "there are no drills 'chess'"),
        ("own.1.AA", "fold", "there are no drills 'own'"),
        ("pushfold.1.XX", "fold", "'XX' is no hand of this drill"),
        ("pushfold.1.AA", "dance", "'dance' is no answer"),
    ],
)
def test_what_cannot_be_graded_is_quoted(room: CardRoom, drill: str, action: str, why: str) -> None:
    assert why in refusal(post(room, "/drills/answers", drill=drill, action=action))
