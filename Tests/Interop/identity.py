"""Who a peer is (section 3): an Ed25519 key, its certificate, and the hash that names it."""

import base64
import datetime
import hashlib
import os

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ed25519

SPKI_HEAD = bytes.fromhex("302a300506032b6570032100")
LARGEST_CERTIFICATE = 2048


def peer_id(public_key):
    raw = public_key.public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)
    return hashlib.sha256(SPKI_HEAD + raw).digest()


def label(identifier):
    return base64.b32encode(identifier).decode().rstrip("=").lower()


def from_label(text):
    """The PeerID of an advert's label, or None if it is no such label."""
    if len(text) != 52 and not text[52:].startswith(" #"):
        return None
    try:
        identifier = base64.b32decode(text[:52].upper() + "====")
    except ValueError:
        return None
    return identifier if label(identifier) == text[:52].lower() else None


def short(identifier):
    return label(identifier)[:8].upper()


class Identity:
    def __init__(self, key):
        self.key = key
        self.id = peer_id(key.public_key())
        subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "paceline")])
        begin = datetime.datetime(2020, 1, 1)
        self.certificate = (
            x509.CertificateBuilder().subject_name(subject).issuer_name(subject)
            .public_key(key.public_key()).serial_number(x509.random_serial_number())
            .not_valid_before(begin).not_valid_after(begin + datetime.timedelta(days=36500))
            .sign(key, None))

    @classmethod
    def load_or_make(cls, folder, fits=lambda identifier: True):
        """The identity in `folder`; a new one, whose PeerID `fits`, where there is none."""
        path = os.path.join(folder, "key.pem")
        if os.path.exists(path):
            with open(path, "rb") as file:
                return cls(serialization.load_pem_private_key(file.read(), None))
        key = ed25519.Ed25519PrivateKey.generate()
        while not fits(peer_id(key.public_key())):
            key = ed25519.Ed25519PrivateKey.generate()
        os.makedirs(folder, mode=0o700, exist_ok=True)
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8,
                                         serialization.NoEncryption()))
        return cls(key)


def proven_by(der):
    """The PeerID that a certificate proves (section 3.1), or None if it is not acceptable."""
    if len(der) > LARGEST_CERTIFICATE:
        return None
    try:
        certificate = x509.load_der_x509_certificate(der)
        key = certificate.public_key()
        if not isinstance(key, ed25519.Ed25519PublicKey) or certificate.issuer != certificate.subject:
            return None
        key.verify(certificate.signature, certificate.tbs_certificate_bytes)
    except (ValueError, InvalidSignature):
        return None
    return peer_id(key)
