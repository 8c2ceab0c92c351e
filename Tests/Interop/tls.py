"""TLS 1.3 as section 4 wants it, over memory: bytes of the cable in and out, plaintext in and out."""

import ctypes

from OpenSSL import SSL, crypto

from identity import proven_by

ALPN = b"paceline/1"
_GROUPS, _SIGNATURES = 92, 98           # SSL_CTRL_SET_GROUPS_LIST, SSL_CTRL_SET_SIGALGS_LIST


class Refused(Exception):
    """The handshake failed, here or there."""


def _acceptable(connection, certificate, error, depth, ok):
    return depth == 0 and proven_by(crypto.dump_certificate(crypto.FILETYPE_ASN1, certificate)) is not None


def context(identity):
    made = SSL.Context(SSL.TLS_METHOD)
    made.set_min_proto_version(SSL.TLS1_3_VERSION)
    made.set_max_proto_version(SSL.TLS1_3_VERSION)
    made.set_session_cache_mode(SSL.SESS_CACHE_OFF)
    made.use_certificate(crypto.X509.from_cryptography(identity.certificate))
    made.use_privatekey(crypto.PKey.from_cryptography_key(identity.key))
    made.set_verify(SSL.VERIFY_PEER | SSL.VERIFY_FAIL_IF_NO_PEER_CERT, _acceptable)
    made.set_alpn_protos([ALPN])
    made.set_alpn_select_callback(
        lambda connection, offered: ALPN if ALPN in offered else SSL.NO_OVERLAPPING_PROTOCOLS)
    _tighten(made)
    return made


def _tighten(made):
    """What pyOpenSSL has no words for, by the C functions: no tickets, the groups, the one signature scheme."""
    library = ctypes.CDLL("libssl.so.3")
    pointer = ctypes.c_void_p(int(SSL._ffi.cast("uintptr_t", made._context)))
    library.SSL_CTX_set_num_tickets.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
    library.SSL_CTX_ctrl.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_long, ctypes.c_char_p]
    library.SSL_CTX_ctrl.restype = ctypes.c_long
    if not (library.SSL_CTX_set_num_tickets(pointer, 0)
            and library.SSL_CTX_ctrl(pointer, _GROUPS, 0, b"X25519:P-256")
            and library.SSL_CTX_ctrl(pointer, _SIGNATURES, 0, b"ed25519")):
        raise RuntimeError("OpenSSL refuses the settings")


class Channel:
    """One TLS connection. `cable_in` takes what TCP brought; `cable_out` gives what TCP is to carry."""

    def __init__(self, made, client):
        self._connection = SSL.Connection(made, None)
        self._client = client
        (self._connection.set_connect_state if client else self._connection.set_accept_state)()
        self.ended = False

    def cable_in(self, data):
        while data:
            data = data[self._connection.bio_write(data):]

    def cable_out(self):
        parts = []
        try:
            while True:
                parts.append(self._connection.bio_read(65536))
        except SSL.WantReadError:
            return b"".join(parts)

    def handshake(self):
        """Whether it is complete; Refused if it failed."""
        try:
            self._connection.do_handshake()
        except SSL.WantReadError:
            return False
        except SSL.Error as error:
            raise Refused(str(error)) from None
        if self._connection.get_alpn_proto_negotiated() != ALPN:
            raise Refused("another application protocol")
        chain = self._connection.get_peer_cert_chain() or []
        if len(chain) > (1 if self._client else 0):       # a server's list lacks the peer's own
            raise Refused("a chain of certificates")
        return True

    def peer(self):
        certificate = self._connection.get_peer_certificate()
        return proven_by(crypto.dump_certificate(crypto.FILETYPE_ASN1, certificate))

    def read(self):
        """All plaintext that is there. Sets `ended` on close_notify."""
        parts = []
        try:
            while True:
                parts.append(self._connection.recv(65536))
        except SSL.WantReadError:
            pass
        except SSL.ZeroReturnError:
            self.ended = True
        except SSL.Error as error:
            raise Refused(str(error)) from None
        return b"".join(parts)

    def write(self, data):
        while data:
            data = data[self._connection.send(data[:65536]):]

    def close_notify(self):
        try:
            self._connection.shutdown()
        except SSL.Error:
            pass
