"""The server that opens the card room on a port, and its self-signed certificates for TLS."""

import asyncio
import os
import resource
import socket
import ssl
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from fivebet.errors import ServerError
from fivebet.web.api.sockets import LONGEST_MESSAGE

_DAYS = 365
_DAYS_LEFT = 30
_BACKLOG = 2048
_MOST_CONNECTIONS = 2_000
_OTHER_FILES = 300  # the store, and the connections to workers and agent servers


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
    names: Sequence[str] = (),
    device: str = "cpu",
    host_secret: str | None = None,
) -> None:
    """Serve until interrupted; the address is announced once it can be opened.

    Requests have to name the host as localhost, by a number of this machine, or by a name that
    is given here or in the certificate.
    """
    import uvicorn  # noqa: PLC0415 - the server's libraries take a while to load

    from fivebet.web.app import make_app  # noqa: PLC0415
    from fivebet.web.connections import ConnectionLimits, limited_protocols  # noqa: PLC0415

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup([])
            for each in sockets or ():
                self.servers.append(await self._accept(each))
            if not self.should_exit:
                announce(address)

        async def _accept(self, sock: socket.socket) -> asyncio.Server:
            """Accept connections as uvicorn does, but not TLS handshakes that never end."""
            config = self.config
            return await asyncio.get_running_loop().create_server(
                lambda: requests(
                    config=config, server_state=self.server_state, app_state=self.lifespan.state
                ),
                sock=sock,
                ssl=config.ssl,
                ssl_handshake_timeout=limits.seconds_for_headers if config.ssl else None,
                backlog=_BACKLOG,
            )

    try:
        listening = _listen(host, port)
    except OSError as error:
        raise ServerError(f"{host}:{port} cannot be served: {error.strerror or error}") from error
    address = _address(host, listening.getsockname()[1], tls is not None)
    limits = ConnectionLimits(most_open=min(_MOST_CONNECTIONS, _raise_file_limit() - _OTHER_FILES))
    requests, web_sockets = limited_protocols(limits)
    with listening:
        config = uvicorn.Config(
            make_app(
                store,
                agent_servers,
                names=(host, *names, *(certificate_names(tls) if tls else ())),
                device=device,
                host_secret=host_secret,
            ),
            log_level="warning",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=2,
            http=requests,
            ws=web_sockets,
            ws_max_size=4 * LONGEST_MESSAGE,
            ws_per_message_deflate=False,
            ssl_certfile=str(tls.certificate) if tls else None,
            ssl_keyfile=str(tls.key) if tls else None,
        )
        try:
            config.load()
        except ssl.SSLError as error:
            raise ServerError(
                f"{config.ssl_certfile} and {config.ssl_keyfile} are no certificate and its key: "
                "give PEM files that belong together"
            ) from error
        with suppress(KeyboardInterrupt):  # Ctrl-C is how it is closed
            Server(config).run([listening])


def _raise_file_limit() -> int:
    """Let this process have as many files and connections open as it may; return how many."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * _MOST_CONNECTIONS
    allowed = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
    if soft != resource.RLIM_INFINITY and soft < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
        return allowed
    return wanted if soft == resource.RLIM_INFINITY else soft


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(_BACKLOG)
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


def self_signed_certificate(folder: Path, names: Sequence[str]) -> Tls:
    """Return the self-signed certificate in a folder for these names and numbers of hosts.

    One is made if there is none, if it has other names, or if it expires soon.
    """
    folder.mkdir(parents=True, exist_ok=True)
    tls = Tls(folder / "certificate.pem", folder / "key.pem")
    if not _is_valid(tls) or not set(names) <= set(certificate_names(tls)):
        _make_certificate(tls, names)
    return tls


def certificate_names(tls: Tls) -> list[str]:
    """Return the names and numbers of hosts that a certificate is for."""
    from cryptography import x509  # noqa: PLC0415

    try:
        certificate = x509.load_pem_x509_certificate(tls.certificate.read_bytes())
        found = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (ValueError, x509.ExtensionNotFound):
        return []
    numbers = found.get_values_for_type(x509.IPAddress)
    return [*found.get_values_for_type(x509.DNSName), *map(str, numbers)]


def _is_valid(tls: Tls) -> bool:
    from cryptography import x509  # noqa: PLC0415 - only those who ask for TLS need it

    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(tls.certificate, tls.key)
    except (FileNotFoundError, ssl.SSLError):
        return False
    certificate = x509.load_pem_x509_certificate(tls.certificate.read_bytes())
    return certificate.not_valid_after_utc > datetime.now(UTC) + timedelta(days=_DAYS_LEFT)


def _make_certificate(tls: Tls, hosts: Sequence[str]) -> None:
    from cryptography import x509  # noqa: PLC0415
    from cryptography.hazmat.primitives import hashes, serialization  # noqa: PLC0415
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415
    from cryptography.x509.oid import NameOID  # noqa: PLC0415

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Fivebet card room")])
    names: list[x509.GeneralName] = []
    for host in ("localhost", "127.0.0.1", *hosts):
        try:
            names.append(x509.IPAddress(ip_address(host)))
        except ValueError:
            names.append(x509.DNSName(host))
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(minutes=5))
        .not_valid_after(now + timedelta(days=_DAYS))
        .add_extension(x509.SubjectAlternativeName(list(dict.fromkeys(names))), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    with os.fdopen(os.open(tls.key, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(private)
    tls.certificate.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
