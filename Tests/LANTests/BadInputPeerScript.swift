/// A hostile peer in Python: any certificate, any bytes, and what comes back of them.
///
/// It is made by Debian's own Python, which has Debian's pyOpenSSL, cbor2 and cryptography. The
/// scenarios and the crowds follow it in one program; its arguments are the name of a function, the
/// daemon's port and what that function takes.
let badInputPeerScript = #"""
    """A hostile peer: bad bytes of every kind against a daemon, one outcome a line."""
    import datetime, hashlib, os, select, socket, struct, sys, time
    import cbor2
    from OpenSSL import SSL, crypto
    from cryptography import x509
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ed25519

    CONTROL, RELIABLE, STATE, BULK = 0, 1, 2, 3
    (PROVE, HELLO, ELECT, PING, PONG, GOODBYE,
        ACK, CREDIT, MEMBERS, PROFILE, ACTIVITY, CHUNK) = range(1, 13)
    REASONS = {1: "leaving", 2: "duplicate", 3: "unsupported", 4: "malformed", 5: "identityInUse",
        6: "selfReached", 7: "blocked", 8: "disconnected", 9: "wrongGroup", 10: "full",
        11: "overloaded", 12: "tooSlow", 13: "unexpectedPeer", 14: "fault"}

    class Identity:
        def __init__(self):
            key = ed25519.Ed25519PrivateKey.generate()
            name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "mallory")])
            made = (x509.CertificateBuilder().subject_name(name).issuer_name(name)
                .public_key(key.public_key()).serial_number(7)
                .not_valid_before(datetime.datetime(2020, 1, 1))
                .not_valid_after(datetime.datetime(2040, 1, 1)).sign(key, None))
            self.id = hashlib.sha256(key.public_key().public_bytes(
                serialization.Encoding.DER,
                serialization.PublicFormat.SubjectPublicKeyInfo)).digest()
            self.certificate = crypto.X509.from_cryptography(made)
            self.key = crypto.PKey.from_cryptography_key(key)

    def identity(below=None, above=None):
        while True:
            made = Identity()
            if below is not None and not made.id < below: continue
            if above is not None and not made.id > above: continue
            return made

    def frame(kind, lane, payload, sequence=None):
        head = struct.pack(">BB", kind, lane)
        if sequence is not None: head += struct.pack(">Q", sequence)
        body = head + payload
        return struct.pack(">I", len(body)) + body

    def cbor(value): return cbor2.dumps(value, canonical=True)
    def control(kind, value): return frame(kind, CONTROL, cbor(value))
    PROVEN = control(PROVE, {1: b""})

    def hello(name="mallory", port=9, instance=None, **extra):
        fields = {1: 0, 2: 0, 3: name, 4: instance or os.urandom(16), 5: [1], 6: port}
        return control(HELLO, fields)

    class Peer:
        """One connection; what comes back is read into `frames` and `end`."""
        def __init__(self, port, who=None, source=None, alpn=b"paceline/1", tls=None, receive=None):
            self.frames, self.end, self.buffer = [], None, b""
            context = SSL.Context(SSL.TLS_METHOD)
            if tls: context.set_max_proto_version(tls)
            context.set_verify(SSL.VERIFY_PEER, lambda *_: True)
            if who:
                context.use_certificate(who.certificate)
                context.use_privatekey(who.key)
            if alpn: context.set_alpn_protos([alpn])
            self.who = who
            self.socket = socket.socket()
            if receive: self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
            self.socket.bind((source or fresh_source(), 0))
            self.socket.settimeout(15)
            self.socket.connect(("127.0.0.1", port))
            self.tls = SSL.Connection(context, None)
            self.tls.set_connect_state()

        def flush(self):
            while True:
                try: data = self.tls.bio_read(1 << 16)
                except SSL.WantReadError: return
                self.socket.settimeout(15)
                self.socket.sendall(data)

        def take(self, timeout):
            """Reads once from the socket; False at the end or after `timeout`."""
            if self.end: return False
            self.socket.settimeout(max(0.001, timeout))
            try: data = self.socket.recv(1 << 16)
            except socket.timeout: return False
            except ConnectionError: self.end = self.end or "reset"; return False
            if not data: self.end = self.end or "closed"; return False
            self.tls.bio_write(data)
            return True

        def shake(self):
            while True:
                try:
                    self.tls.do_handshake()
                    self.flush()
                    break
                except SSL.WantReadError:
                    self.flush()
                    if not self.take(15): return False
                except SSL.Error as error:
                    self.flush()
                    self.end = alert(error)
                    return False
            key = self.tls.get_peer_certificate().to_cryptography().public_key()
            self.peer = hashlib.sha256(key.public_bytes(serialization.Encoding.DER,
                serialization.PublicFormat.SubjectPublicKeyInfo)).digest()
            return True

        def send(self, data):
            """Sends all; what comes meanwhile is left in the kernel."""
            try:
                for start in range(0, len(data), 16384):
                    self.tls.send(data[start:start + 16384])
                    self.flush()
                return True
            except (OSError, SSL.Error) as error:
                self.end = self.end or "reset"
                return False

        def read(self, timeout=20.0, until=None):
            """Reads frames until one of kind `until`, the end, or the time is up."""
            limit = time.monotonic() + timeout
            while True:
                while True:
                    try: data = self.tls.recv(1 << 16)
                    except SSL.WantReadError: break
                    except SSL.ZeroReturnError: self.end = "closed"; return None
                    except SSL.Error as error:
                        self.end = alert(error)
                        return None
                    self.buffer += data
                    while len(self.buffer) >= 4:
                        length = struct.unpack(">I", self.buffer[:4])[0]
                        if len(self.buffer) < 4 + length: break
                        body, self.buffer = self.buffer[4:4 + length], self.buffer[4 + length:]
                        lane = body[1]
                        payload = body[10:] if lane == RELIABLE else body[2:]
                        self.frames.append((body[0], lane, cbor2.loads(payload)))
                for entry in self.frames:
                    if until is not None and entry[0] == until: return entry
                left = limit - time.monotonic()
                if left <= 0 or not self.take(left) and self.end is None: return None
                if self.end:
                    # What was decrypted before the end counts first.
                    if self.buffer is not None and not self.pending(): return None

        def pending(self):
            try:
                data = self.tls.recv(1 << 16)
                self.buffer += data
                return True
            except SSL.Error:
                return False

        def outcome(self, timeout=20.0):
            """What the daemon made of us."""
            self.read(timeout, until=GOODBYE)
            for kind, _, value in self.frames:
                if kind == GOODBYE: return "goodbye " + REASONS[value[1]]
            return self.end or "open"

        def close(self):
            self.socket.close()

        def abort(self):
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.socket.close()

    def alert(error):
        if error.args and error.args[0] and isinstance(error.args[0], list):
            text = error.args[0][0][2]
            return "alert " + text
        return "reset" if isinstance(error, SSL.SysCallError) else "error %r" % (error,)

    sources = 0
    def fresh_source():
        """Another address of this machine each time, so that no source's share is used up."""
        global sources
        sources += 1
        number = os.getpid() * 257 + sources
        return "127.%d.%d.%d" % (
            1 + number // 62500 % 200, 1 + number // 250 % 250, 1 + number % 250)

    def opened(port, who=None, steps="prove hello", **options):
        """A peer that has opened its link as far as `steps` says."""
        peer = Peer(port, who or Identity(), **options)
        if not peer.shake(): return peer
        if "prove" in steps: peer.send(PROVEN)
        if "hello" in steps: peer.send(hello())
        if "hello" in steps: peer.read(until=HELLO)
        return peer

    def daemon_id(port):
        peer = opened(port, steps="")
        peer.close()
        return peer.peer

    def joined(port, peer_id, lower=True, **options):
        """A peer with an elected link: by its own elect, or by the daemon's."""
        who = identity(below=peer_id) if lower else identity(above=peer_id)
        peer = opened(port, who, **options)
        if lower: peer.send(control(ELECT, {1: 1}))
        else: peer.read(until=ELECT)
        return peer

    def reliable(kind, value, sequence): return frame(kind, RELIABLE, cbor(value), sequence)
    def activity(peer, body, sequence, number=1):
        return reliable(ACTIVITY, {1: number, 2: peer.who.id, 3: sequence, 4: body}, sequence)
    """#
