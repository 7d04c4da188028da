"""Who the card room is, and which pages may speak to it: the checks of Host and Origin.

A page elsewhere can make a browser send requests to this machine, and by DNS rebinding it
can make its own name mean this machine, so that it could read the answers too. It cannot
change the name that the browser sends as the host, nor where the browser says the page is
from. So the host has to be a name of this card room, and the origin the card room itself.
Programs send no origin, and are let in.
"""

from collections.abc import Collection, Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import urlsplit

from starlette.responses import JSONResponse

from fivebet.web.headers import App, Message, Receive, Send

_PORTS = {"http": 80, "https": 443}


class HostCheck:
    """Middleware that refuses requests and WebSockets meant for another host, or from another."""

    def __init__(self, app: App, names: Iterable[str] = ()) -> None:
        self._app = app
        self._names = frozenset(_normal(name) for name in names)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Handle one request or WebSocket."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        status, why = self._find_fault(scope)
        if not why:
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": why})
        else:
            await JSONResponse({"error": why}, status)(scope, receive, send)

    def _find_fault(self, scope: Message) -> tuple[int, str]:
        headers: dict[str, list[str]] = {}
        for name, value in scope["headers"]:
            headers.setdefault(name.decode("latin-1"), []).append(value.decode("latin-1"))
        hosts, server = headers.get("host", []), (scope.get("server") or ("",))[0]
        if why := why_not_served(hosts[0] if len(hosts) == 1 else "", str(server), self._names):
            return 421, why
        origins = headers.get("origin", [])
        for origin in origins:
            if why := why_not_origin(origin, hosts[0], self._names):
                return 403, why
        site, mode = (
            headers.get(f"sec-fetch-{each}", [""])[0].strip().lower() for each in ("site", "mode")
        )
        foreign = site in ("cross-site", "same-site") and mode != "navigate"
        if foreign and not origins and scope["path"].startswith("/api/"):
            return 403, "pages of other sites cannot ask this card room"
        return 0, ""


def why_not_served(host: str, server: str, names: Collection[str]) -> str:
    """Return why a request for a host is not served here; an empty text if it is.

    `server` is the address of this machine that the client has reached.
    """
    name, _ = _split(host)
    number = _number(name)
    if number is not None:
        known = number.is_loopback or number == _number(server) or name in names
    else:
        known = name == "localhost" or _is_among(name, names)
    if known:
        return ""
    shown = host[:80]
    return (
        f"this card room does not know itself as {shown!r}: open it by its number, "
        "or start it with --name and that name"
    )


def why_not_origin(origin: str, host: str, names: Collection[str]) -> str:
    """Return why a page from an origin may not ask a host; an empty text if it may."""
    scheme, _, place = origin.strip().lower().partition("://")
    page, wanted = _split(place), _split(host)
    default = _PORTS.get(scheme)
    same = (page[0], page[1] or default) == (wanted[0], wanted[1] or default)
    # Behind a proxy the host may be another one; a name that was given is ours all the same.
    # Not one of every machine's own: there another server's pages are on another port.
    own = page[0] == "localhost" or is_loopback(page[0])
    named = page[1] is None and not own and _is_among(page[0], names)
    if default is not None and page[0] and (same or named):
        return ""
    return f"a page from {origin[:80]!r} cannot ask this card room"


def is_loopback(address: str) -> bool:
    """Return whether a client's address is that of this machine itself."""
    number = _number(address)
    return number is not None and number.is_loopback


def _split(place: str) -> tuple[str, int | None]:
    """Return the name or number of a host, and its port if there is one; no name if it is none."""
    try:
        parts = urlsplit(f"//{place.strip()}")
        has_no_more = not (parts.path or parts.query or parts.fragment or parts.username)
        return (_normal(parts.hostname or ""), parts.port) if has_no_more else ("", None)
    except ValueError:
        return "", None


def _normal(name: str) -> str:
    return name.strip().lower().removesuffix(".").strip("[]")


def _number(name: str) -> IPv4Address | IPv6Address | None:
    try:
        number = ip_address(name.partition("%")[0])
    except ValueError:
        return None
    mapped = number.ipv4_mapped if isinstance(number, IPv6Address) else None
    return mapped or number


def _is_among(name: str, names: Collection[str]) -> bool:
    """Return whether a name is one of ours, or one label below a name with a star."""
    _, _, above = name.partition(".")
    return bool(name) and (name in names or (bool(above) and f"*.{above}" in names))
