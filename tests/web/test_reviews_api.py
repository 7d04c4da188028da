"""Reviews in the card room: whose they are, what they say, and spots for the solver."""

from typing import Any

import httpx
import pytest

from fivebet.errors import FivebetError
from fivebet.formats import WRITERS
from fivebet.game import CALL, CHECK, FOLD, Game, Hand, bet, raise_to
from fivebet.solving import Spot
from fivebet.web.api.reviews import find_spot
from fivebet.web.api.solutions import SolveRequest
from fivebet.web.tables.messages import visible_record

from .clients import Client, open_table
from .following import followed, get, post, refusal
from .servers import CardRoom


def played(*actions: Any, villain: str = "7s7c") -> Hand:
    """A hand of eleven blinds: a 3-bet, and a flop with little behind."""
    names = ("Hero", "Villain")
    hand = Hand.with_cards(
        Game.named("cash-2p"), ("AhQd", villain), "Qs8h3dJc5s", stacks=(1100, 1100), players=names
    )
    for action in actions:
        hand.act(action)
    return hand


THREE_BET = (raise_to(250), raise_to(750), CALL)
FLOP = (CHECK, bet(100), CALL)


@pytest.fixture(scope="module")
def table(room: CardRoom) -> tuple[int, str]:
    """A table at which a person has folded a hand, and the token of the seat."""
    number, token = open_table(room)
    client = Client(room, number, token)
    state = client.my_turn()
    client.act(state, "fold")
    while client.my_turn()["hand"] == state["hand"]:
        pass
    client.close()
    return number, token


def start(room: CardRoom, token: str = "", **body: Any) -> httpx.Response:
    headers = {"authorization": f"Bearer {token}"} if token else {}
    return httpx.post(f"{room.api}/reviews", json=body, headers=headers)


def seen(room: CardRoom, number: int, token: str = "") -> httpx.Response:
    headers = {"authorization": f"Bearer {token}"} if token else {}
    return httpx.get(f"{room.api}/reviews/{number}", params={"wait": 20}, headers=headers)


def test_a_review_of_a_table_is_for_its_player_alone(
    room: CardRoom, table: tuple[int, str]
) -> None:
    number, token = table
    started = start(room, token, run=number)
    assert started.status_code == 202, started.text
    review = started.json()
    assert review["player"] == "Guest"
    answer: dict[str, Any] = review
    while answer["status"] not in ("finished", "failed", "stopped"):
        answer = seen(room, review["number"], token).json()
    assert answer["status"] == "finished", answer["error"]
    result = answer["result"]
    assert result["hands"] == 1
    assert result["decisions"][0]["cards"]
    assert result["places"][0].startswith(f"{number}.")
    assert "somebody else's" in refusal(seen(room, review["number"]), 404)
    assert "somebody else's" in refusal(seen(room, review["number"], "another"), 404)


def test_others_review_a_table_without_cards_that_they_may_not_know(
    room: CardRoom, table: tuple[int, str]
) -> None:
    number, _ = table
    assert "give a player's name" in refusal(start(room, run=number))
    review = start(room, run=number, player="Guest").json()
    done = followed(room, f"/reviews/{review['number']}")
    assert done["status"] == "finished", done["error"]
    result = done["result"]
    assert all(each["cards"] == "" and not each["best"] for each in result["decisions"])
    assert "has no hands" in refusal(start(room, run=999_999))


def test_imported_hands_are_reviewed_for_anybody(room: CardRoom) -> None:
    text = WRITERS["phh"]([played(raise_to(250), FOLD).record()])
    run = post(room, "/hands/import", text=text).json()["run"]
    review = start(room, run=run, player="Hero").json()
    done = followed(room, f"/reviews/{review['number']}")
    (decision,) = done["result"]["decisions"]
    assert (decision["action"], decision["street"]) == ("fold", "preflop")
    assert done["result"]["places"] == [f"{run}.0"]
    assert "played none" in refusal(start(room, run=run, player="Nobody"))
    again = start(room, run=run, player="Hero").json()
    assert (again["number"], again["status"]) == (review["number"], "finished")
    assert review["token"]
    assert not again["token"]
    stopped = httpx.delete(f"{room.api}/reviews/{review['number']}")
    assert stopped.json() == {"stopped": False}


def test_the_spot_of_a_decision_is_what_the_solver_takes(room: CardRoom) -> None:
    hand = played(*THREE_BET, *FLOP, CHECK, CHECK, CHECK, CHECK)
    found = find_spot(hand, 4)
    assert (found["board"], found["pot"], found["stack"]) == ("Qs8h3d", 1500, 350)
    assert "100c" in found["sizes"]["bets flop ip"]
    assert SolveRequest(**found).pot == 1500
    asked = {key: value for key, value in found.items() if not key.startswith("rake")}
    spot = Spot.create(**asked)
    assert spot.oop["AhQd"] > 0
    turn = find_spot(hand, 6)
    assert (turn["board"], turn["pot"], turn["stack"]) == ("QsJc8h3d", 1700, 250)
    run = post(room, "/hands/import", text=WRITERS["phh"]([hand.record()])).json()["run"]
    assert get(room, f"/hands/{run}/0/spot", step=4)["oop"] == found["oop"]


@pytest.mark.parametrize("step", [3, 4, 5])
def test_hidden_cards_change_no_spot(step: int) -> None:
    line = (*THREE_BET, CHECK, bet(100), FOLD)
    seen = [
        find_spot(visible_record(played(*line, villain=cards), 0).replay(), step)
        for cards in ("7s7c", "Kh2c")
    ]
    assert seen[0] == seen[1]


@pytest.mark.parametrize(
    ("step", "reason"), [(0, "spots after the flop"), (99, "there is no step 99")]
)
def test_what_is_no_spot_says_why(step: int, reason: str) -> None:
    with pytest.raises(FivebetError, match=reason):
        find_spot(played(*THREE_BET, CHECK, CHECK, CHECK, CHECK, CHECK, CHECK), step)
