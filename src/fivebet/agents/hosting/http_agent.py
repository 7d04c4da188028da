"""An agent that is a program elsewhere, asked by HTTP: `http::http://localhost:9000/decide`.

For every decision it is sent a POST request with a JSON object and answers with another:

    request   {"game": {…}, "view": {…}, "seconds": 5.0, "seed": 7}
    response  {"action": "raise", "to": 300, "reasons": {…}}

A game and a view are those of the JSON protocol (`wire`). The response is that of
`POST /api/v1/agents/{name}/decide`: the agents of another card room can be asked as they are.

Only the address in the name is ever connected to: redirects are failures, and no proxy is asked.
Where `FIVEBET_AGENT_ADDRESSES` is set, as `fivebet serve` does, only the addresses in it are.
"""

import http.client
import json
import os
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import ClassVar
from urllib.parse import urlsplit

from fivebet.agents.hosting.failures import FailureKind, SeatError
from fivebet.agents.hosting.wire import encode, game_message, read_decision, view_message
from fivebet.errors import AgentError
from fivebet.game.agent import Decision
from fivebet.game.view import View

ADDRESSES = "FIVEBET_AGENT_ADDRESSES"
"""The environment variable with the addresses that agents may have, separated by spaces."""

_MOST_BYTES = 1 << 16
_AT_ONCE = 1 << 12
_PORTS = {"http": 80, "https": 443}
_OK = 200


@dataclass(frozen=True, slots=True)
class Address:
    """Where a program answers: the host and the port, and how it is spoken to."""

    scheme: str
    host: str
    port: int

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}:{self.port}"


def read_address(url: str) -> tuple[Address, str]:
    """Return the address of a URL and the path on it, or raise an error that says what it lacks.

    >>> read_address("http://localhost:9000/decide")
    (Address(scheme='http', host='localhost', port=9000), '/decide')
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise AgentError(f"{url!r} is no address: {error}") from error
    plain = url.isascii() and url.isprintable() and not any(mark in url for mark in ' \\"<>`')
    if parts.scheme not in _PORTS or not parts.hostname or not plain:
        raise AgentError(f"{url!r} is no address: give one like http://localhost:9000/decide")
    if parts.username is not None or parts.fragment:
        raise AgentError(f"{url!r} has a user or a fragment: leave these out")
    path = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
    return Address(parts.scheme, parts.hostname, port or _PORTS[parts.scheme]), path


def allowed_addresses() -> tuple[Address, ...] | None:
    """Return the only addresses that agents may have, or None where any will do."""
    given = os.environ.get(ADDRESSES)
    return None if given is None else tuple(read_address(each)[0] for each in given.split())


def check_address(url: str) -> None:
    """Refuse a URL at another address than those that are allowed."""
    address, allowed = read_address(url)[0], allowed_addresses()
    if allowed is not None and address not in allowed:
        raise AgentError(
            f"{address} is not allowed: start the card room with --agent-address {address}"
        )


class HttpAgent:
    """A program that answers at a URL."""

    games: ClassVar[tuple[str, ...]] = ("*",)

    def __init__(self, url: str, seconds: float = 5.0, seed: int = 0) -> None:
        check_address(url)
        if not seconds > 0:
            raise AgentError(f"{seconds:g} seconds are no time to answer: give a number above 0")
        self.address, self.path = read_address(url)
        self.seconds, self.seed = seconds, seed
        self._connection: http.client.HTTPConnection | None = None

    def act(self, view: View) -> Decision:
        """Return what the program answers."""
        body = encode(
            {
                "game": game_message(view.game),
                "view": view_message(view),
                "seconds": self.seconds,
                "seed": self.seed,
            }
        )
        try:
            status, answer = self._post(body)
        except TimeoutError as error:
            self.close()
            raise SeatError(
                FailureKind.HUNG, f"{self.address} has not answered in {self.seconds:g} s"
            ) from error
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise SeatError(FailureKind.DIED, f"{self.address} does not answer") from error
        if status != _OK:
            raise SeatError(
                FailureKind.NONSENSE, f"{self.address} answered with status {status}, not {_OK}"
            )
        try:
            message = json.loads(answer)
        except (ValueError, RecursionError):
            message = None
        if not isinstance(message, dict):
            raise SeatError(FailureKind.NONSENSE, f"{self.address} answered no JSON object")
        # A card room's answer has probabilities of its own kind, which are not needed here.
        return read_decision({key: message[key] for key in _ANSWER if key in message})

    def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            self._connection.close()
        self._connection = None

    def _post(self, body: bytes) -> tuple[int, bytes]:
        """Send a request; one more time if the program has closed the connection meanwhile."""
        was_open = self._connection is not None
        try:
            return self._exchange(body)
        except (ConnectionError, http.client.BadStatusLine):
            self.close()
            if not was_open:
                raise
        return self._exchange(body)

    def _exchange(self, body: bytes) -> tuple[int, bytes]:
        until = time.monotonic() + self.seconds
        if self._connection is None:
            kind = http.client.HTTPSConnection if self.address.scheme == "https" else None
            self._connection = (kind or http.client.HTTPConnection)(
                self.address.host, self.address.port, timeout=self.seconds
            )
        connection = self._connection
        headers = {"content-type": "application/json", "accept": "application/json"}
        connection.request("POST", self.path, body, headers)
        response = connection.getresponse()
        answer = b""
        while part := response.read(_AT_ONCE):
            answer += part
            if len(answer) > _MOST_BYTES:
                raise http.client.HTTPException("it answers without end")
            if time.monotonic() > until:
                raise TimeoutError
        if response.will_close:
            self.close()
        return response.status, answer

    def __del__(self) -> None:
        with suppress(Exception):
            self.close()


_ANSWER = ("action", "to", "reasons")
