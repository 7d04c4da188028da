"""The server that opens the card room on a port, with or without TLS."""

import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path

from fivebet.errors import ServerError
from fivebet.web.api.sockets import LONGEST_MESSAGE

__all__ = ["Tls", "serve"]


@dataclass(frozen=True, slots=True)
class Tls:
    """The files of a certificate and its key."""

    certificate: Path
    key: Path


def serve(
    host: str,
    port: int,
    store: str | None,
    tls: Tls | None = None,
    agent_servers: Sequence[str] = (),
    announce: Callable[[str], None] = print,
) -> None:
    """Serve until interrupted; the address is announced once it can be opened."""
    import uvicorn  # noqa: PLC0415 - the server's libraries take a while to load

    from fivebet.web.app import make_app  # noqa: PLC0415

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if not self.should_exit:
                announce(address)

    try:
        listening = _listen(host, port)
    except OSError as error:
        raise ServerError(f"{host}:{port} cannot be served: {error.strerror or error}") from error
    address = _address(host, listening.getsockname()[1], tls is not None)
    with listening:
        config = uvicorn.Config(
            make_app(store, agent_servers),
            log_level="warning",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=2,
            ws_max_size=4 * LONGEST_MESSAGE,
            ws_per_message_deflate=False,
            ssl_certfile=str(tls.certificate) if tls else None,
            ssl_keyfile=str(tls.key) if tls else None,
        )
        with suppress(KeyboardInterrupt):  # Ctrl-C is how it is closed
            Server(config).run([listening])


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(2048)
    except OSError:
        listening.close()
        raise
    return listening


def _address(host: str, port: int, tls: bool) -> str:
    try:
        shown = "localhost" if ip_address(host).is_unspecified else host
    except ValueError:
        shown = host
    shown = f"[{shown}]" if ":" in shown else shown
    return f"{'https' if tls else 'http'}://{shown}:{port}"
