"""
The certificate that `manage.py serve --https` makes for itself: no authority signs one for a laptop in a hall.

Each phone's browser warns once. When the fingerprint that it shows equals that in the terminal, nobody is in between.
"""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from tarot_club.data_folder import FILE

DAYS, DAYS_LEFT = 397, 30  # browsers take none that is longer; renewed so early
CLOCK_MAY_BE_OFF = timedelta(days=1)


@dataclass(frozen=True)
class OwnCertificate:
    """A file with the certificate and its private key, and the SHA-256 fingerprint as browsers write it."""

    path: Path
    fingerprint: str


def own_certificate(folder: Path, addresses: Iterable[str], *, at: datetime) -> OwnCertificate:
    """
    Return the certificate of this data folder for localhost and these addresses; a new one when the last does not fit.

    A new certificate keeps the addresses of the last: back in a hall, its addresses are known.
    """
    path = folder / "https.pem"
    names = {"localhost", "127.0.0.1", "::1", *addresses}
    known = _read(path)
    if known is not None and at + timedelta(days=DAYS_LEFT) < known.not_valid_after_utc:
        if names <= _names(known):
            return OwnCertificate(path, _fingerprint(known))
        names |= _names(known)
    key = ec.generate_private_key(ec.SECP256R1())
    certificate = _signed(key, names, at)
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()) + certificate.public_bytes(Encoding.PEM)
    new = path.with_suffix(".part")
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, FILE), "wb") as file:
        file.write(pem)
    new.replace(path)
    return OwnCertificate(path, _fingerprint(certificate))


def _signed(key: ec.EllipticCurvePrivateKey, names: Iterable[str], at: datetime) -> x509.Certificate:
    issuer = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Tarot Club")])
    usage = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH])
    return (
        x509.CertificateBuilder(issuer, issuer, key.public_key(), x509.random_serial_number())
        .not_valid_before(at.astimezone(UTC) - CLOCK_MAY_BE_OFF)
        .not_valid_after(at.astimezone(UTC) - CLOCK_MAY_BE_OFF + timedelta(days=DAYS))
        .add_extension(x509.SubjectAlternativeName(list(map(_general_name, sorted(names)))), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)  # vouches for nothing else
        .add_extension(usage, critical=False)
        .sign(key, SHA256())
    )


def _read(path: Path) -> x509.Certificate | None:
    try:
        return x509.load_pem_x509_certificate(path.read_bytes())
    except (OSError, ValueError):  # none yet, or a file cut short
        return None


def _names(certificate: x509.Certificate) -> set[str]:
    return {
        str(name.value) for name in certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    }


def _general_name(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _fingerprint(certificate: x509.Certificate) -> str:
    return certificate.fingerprint(SHA256()).hex(":").upper()
