"""A table that says what a test wants, for the page of a player: no server plays, nothing waits."""

import json
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

NUMBER = 77


def seat(place: int, name: str, **changed: Any) -> dict[str, Any]:
    """A player in the middle of a hand, with hidden cards."""
    data: dict[str, Any] = {"place": place, "name": name, "agent": place > 0, "stack": 9900}
    data |= {"bet": 0, "cards": None, "folded": False, "all_in": False, "button": place == 0}
    data |= {"position": "BB", "last": None, "holding": "", "won": None, "award": 0, "five": []}
    return data | changed


def hand(seats: list[dict[str, Any]], **changed: Any) -> dict[str, Any]:
    """A hand in which the player at place 0 may check or bet."""
    data: dict[str, Any] = {"hand": 1, "street": "flop", "board": ["2c", "7d", "9h"], "pot": 200}
    data |= {"pots": [], "turn": 3, "actor": 0, "over": False, "seats": seats, "you": 0}
    data |= {"legal": {"fold": True, "call": 0, "raise": [100, 9900]}}
    return data | {"big_blind": 100, "clock": None} | changed


def ring(seats: int, **changed: Any) -> dict[str, Any]:
    """A hand between so many, all of whom are in it and have bet."""
    others = [seat(place, f"player {place}", bet=100) for place in range(1, seats)]
    mine = seat(0, "Ann", cards=["As", "Kd"], bet=100)
    return hand([mine, *others], **changed)


class ScriptedTable:
    """Opens the page of a table and sends it what the test says."""

    def __init__(self, page: Page, seats: int = 2) -> None:
        self.sent: list[dict[str, Any]] = []
        self._page, self._seats = page, seats
        self._lines: list[WebSocketRoute] = []
        self._number = 0
        page.route_web_socket(f"**/api/v1/tables/{NUMBER}/socket", self._connect)
        page.route(f"**/api/v1/tables/{NUMBER}/*", lambda route: route.fulfill(json=[]))
        page.add_init_script(
            f"localStorage.setItem('fivebet.seats', '{{\"{NUMBER}\": \"token\"}}')"
        )
        page.goto(f"/table/{NUMBER}")
        self._wait_for_hello(1)

    def reload(self) -> None:
        """Load the page again."""
        before = self.hellos
        self._page.reload()
        self._wait_for_hello(before + 1)

    def say(
        self, state: dict[str, Any] | None, events: list[dict[str, Any]] | None = None, **more: Any
    ) -> None:
        """Send the table as it is, with all events of the hand."""
        plan = {"format": "cash", "seats": self._seats, "teaching": False, "clock": 0}
        data: dict[str, Any] = {"state": state, "events": events or [], "events_from": 0}
        data |= {"plan": plan, "level": "50/100", "you": 0, "away": False, "expected": []}
        data |= {"reasons": [], "notes": [], "problem": "", "finishes": []}
        self._number += 1
        self.send("table", seq=self._number, **data | more)

    def send(self, type_: str, **content: Any) -> None:
        """Send any message."""
        self._lines[-1].send(json.dumps({"v": 1, "type": type_} | content))

    def acts(self) -> list[str]:
        """Return what the player has done."""
        return [message["action"] for message in self.sent if message["type"] == "act"]

    @property
    def hellos(self) -> int:
        """How often the page has connected."""
        return sum(message["type"] == "hello" for message in self.sent)

    def _wait_for_hello(self, number: int) -> None:
        while self.hellos < number:
            self._page.evaluate("null")  # lets the page, and us, go on

    def _connect(self, line: WebSocketRoute) -> None:
        self._lines.append(line)

        def take(text: str | bytes) -> None:
            message = json.loads(text)
            self.sent.append(message)
            if message["type"] == "hello":
                self.send("hello", epoch="e", fresh=True)

        line.on_message(take)
