"""`fivebet serve`: the card room in the browser."""

import os
import secrets
from pathlib import Path
from typing import Annotated

import typer

from fivebet.agents.hosting.http_agent import ADDRESSES, read_address
from fivebet.cli.output import DeviceOption
from fivebet.errors import AgentError, ServerError
from fivebet.files import home
from fivebet.store.locations import display_url, store_url


def command(
    host: Annotated[
        str,
        typer.Option(
            help="The address to listen on; 0.0.0.0 accepts connections from other machines."
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(help="The port; 0 takes a free one.", min=0, max=65535)
    ] = 8055,
    store: Annotated[
        str | None,
        typer.Option(help="Where hands are stored: an SQLite file, a postgresql:// URL, or none."),
    ] = None,
    tls: Annotated[
        bool, typer.Option("--tls", help="Serve by TLS with a self-signed certificate.")
    ] = False,
    tls_cert: Annotated[
        Path | None, typer.Option(help="Serve by TLS with this certificate.")
    ] = None,
    tls_key: Annotated[Path | None, typer.Option(help="The certificate's key.")] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(
            help="A name by which browsers may open the card room, besides localhost and this "
            "machine's numbers; repeat the option for each.",
        ),
    ] = None,
    device: DeviceOption = "cpu",
    agent_address: Annotated[
        list[str] | None,
        typer.Option(
            help="An address at which a registered agent may answer by HTTP, like "
            "http://localhost:9000; repeat the option for each.",
        ),
    ] = None,
    agent_server: Annotated[
        list[str] | None,
        typer.Option(
            help="Another card room that runs agents for this one; repeat the option for each."
        ),
    ] = None,
) -> None:
    """Open the card room: play agents in the browser, watch them, study.

    [bold]Examples[/bold]

      fivebet serve

      fivebet serve --host 0.0.0.0 --port 8443 --tls --name poker.example

      fivebet serve --device cuda

      fivebet serve --agent-address http://localhost:9000

      fivebet serve --store postgresql://poker@db/room --agent-server http://big-machine:8055
    """
    from fivebet.web.server import Tls, self_signed_certificate, serve  # noqa: PLC0415 - slow

    if (tls_cert is None) != (tls_key is None):
        raise ServerError("a certificate and its key go together: give --tls-cert and --tls-key")
    for path in filter(None, (tls_cert, tls_key)):
        if not path.is_file():
            raise ServerError(f"there is no file {str(path)!r}")
    if not host.strip():
        raise ServerError(f"{host!r} is no address: give one like 127.0.0.1, or 0.0.0.0 for all")
    for given in name or ():
        if not given.strip() or any(mark in given for mark in "/:@ ") or not given.isascii():
            raise ServerError(f"{given!r} is no name of a host: give one like poker.example")
    files = self_signed_certificate(home() / "tls", (host, *(name or ()))) if tls else None
    if tls_cert is not None and tls_key is not None:
        files = Tls(tls_cert, tls_key)
    for url in agent_server or ():
        try:
            read_address(url)
        except AgentError as error:
            raise ServerError(f"{url!r} is no agent server: give http://host:port") from error
    addresses = [str(read_address(url)[0]) for url in agent_address or ()]
    os.environ[ADDRESSES] = " ".join(addresses)  # for all processes of the card room
    secret = secrets.token_urlsafe(18)
    if device != "cpu":
        from fivebet.solving.gpu_devices import find_device  # noqa: PLC0415 - slow

        find_device(device)
    kept = store_url(store)

    def announce(address: str) -> None:
        print(f"The card room is open at {address}", flush=True)
        print(
            f"Hands are kept in {display_url(kept)}." if kept else "Hands are not kept.", flush=True
        )
        print(
            f"To register agents at {address}/watch/bench, give this secret: {secret}", flush=True
        )
        print("Press Ctrl-C to close it.", flush=True)

    serve(host, port, kept, files, agent_server or (), announce, name or (), device, secret)
