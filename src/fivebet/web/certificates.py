"""Self-signed certificates, with which the card room can use TLS at once."""

import os
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from fivebet.web.server import Tls

__all__ = ["self_signed_certificate"]

_DAYS = 365
_DAYS_LEFT = 30


def self_signed_certificate(folder: Path, host: str) -> Tls:
    """Return the self-signed certificate in a folder; make one if there is none or it expires."""
    folder.mkdir(parents=True, exist_ok=True)
    tls = Tls(folder / "certificate.pem", folder / "key.pem")
    if not _is_valid(tls):
        _make(tls, host)
    return tls


def _is_valid(tls: Tls) -> bool:
    from cryptography import x509  # noqa: PLC0415 - only those who ask for TLS need it

    if not (tls.certificate.exists() and tls.key.exists()):
        return False
    certificate = x509.load_pem_x509_certificate(tls.certificate.read_bytes())
    return certificate.not_valid_after_utc > datetime.now(UTC) + timedelta(days=_DAYS_LEFT)


def _make(tls: Tls, host: str) -> None:
    from cryptography import x509  # noqa: PLC0415
    from cryptography.hazmat.primitives import hashes, serialization  # noqa: PLC0415
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415
    from cryptography.x509.oid import NameOID  # noqa: PLC0415

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Fivebet card room")])
    names: list[x509.GeneralName] = [
        x509.DNSName("localhost"),
        x509.IPAddress(ip_address("127.0.0.1")),
    ]
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
