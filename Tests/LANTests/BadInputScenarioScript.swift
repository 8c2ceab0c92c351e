/// The hostile peer's scenarios: one connection each, and one outcome.
///
/// `table` runs those that are named, or all, and prints `NAME: OUTCOME` lines.
let badInputScenarioScript = #"""
    # --- Scenarios -----------------------------------------------------------------------------

    def raw(port, data, timeout=15.0):
        plain = socket.socket()
        plain.bind((fresh_source(), 0))
        plain.settimeout(timeout)
        plain.connect(("127.0.0.1", port))
        try:
            plain.sendall(data)
            got = b""
            while True:
                more = plain.recv(4096)
                if not more: break
                got += more
        except socket.timeout: return "open"
        except ConnectionError: return "reset"
        return "alert" if got[:1] == b"\x15" else "closed"

    def after_tls(data):
        def scenario(port, _):
            peer = opened(port, steps="")
            peer.send(data() if callable(data) else data)
            return peer.outcome()
        return scenario

    def greeted(data):
        return after_tls(lambda: PROVEN + (data() if callable(data) else data))

    def elected(data, lower=True):
        def scenario(port, peer_id):
            peer = joined(port, peer_id, lower)
            peer.send(data(peer) if callable(data) else data)
            return peer.outcome(4)
        return scenario

    def hello_fields(change):
        def data():
            fields = {1: 0, 2: 0, 3: "mallory", 4: os.urandom(16), 5: [1], 6: 9}
            change(fields)
            return control(HELLO, fields)
        return greeted(data)

    def hello_bytes(edit): return greeted(lambda: frame(HELLO, CONTROL, edit(cbor(
        {1: 0, 2: 0, 3: "mallory", 4: os.urandom(16), 5: [1], 6: 9}))))

    def tls_client(**options):
        def scenario(port, _):
            peer = Peer(port, **options)
            if peer.shake(): return peer.outcome()
            return peer.end
        return scenario

    def no_certificate(port, _):
        peer = Peer(port)
        peer.shake()
        return peer.outcome()

    def wrong_side(port, peer_id):
        peer = opened(port, identity(above=peer_id))
        peer.read(until=ELECT)
        peer.send(control(ELECT, {1: 9}))
        return peer.outcome()

    def wrong_side_first(port, peer_id):
        """An elect that crosses the daemon's own on the way."""
        peer = Peer(port, identity(above=peer_id))
        peer.shake()
        peer.send(PROVEN + hello() + control(ELECT, {1: 1}))
        return peer.outcome()

    def long_length(length):
        return struct.pack(">I", length) + b"\x00" * min(length, 64)

    SCENARIOS = {
        # Not our TLS.
        "rubbish": lambda port, _: raw(port, os.urandom(600)),
        "http": lambda port, _: raw(port, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"),
        "ssh": lambda port, _: raw(port, b"SSH-2.0-OpenSSH_9.2p1\r\n"),
        "zeros": lambda port, _: raw(port, bytes(2000)),
        "half a client hello": lambda port, _: raw(
            port, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc", 12),
        "TLS 1.2": tls_client(who=Identity(), tls=SSL.TLS1_2_VERSION),
        "no certificate": no_certificate,
        "no protocol name": tls_client(who=Identity(), alpn=None),
        "another protocol name": tls_client(who=Identity(), alpn=b"h2"),
        # Frames.
        "length 0": after_tls(long_length(0)),
        "length 1": after_tls(long_length(1)),
        "length 4097": after_tls(long_length(4097)),
        "length 7FFFFFFF": after_tls(long_length(0x7FFFFFFF)),
        "length FFFFFFFF": after_tls(long_length(0xFFFFFFFF)),
        "length 1 MiB + 1 when elected": elected(long_length((1 << 20) + 1)),
        "length FFFFFFFF when elected": elected(long_length(0xFFFFFFFF)),
        "unknown lane": after_tls(frame(PROVE, 9, cbor({1: b""}))),
        "prove on the reliable lane": after_tls(frame(PROVE, RELIABLE, cbor({1: b""}), 1)),
        "reliable without sequence": elected(struct.pack(">IBB", 6, ACTIVITY, RELIABLE) + b"abcd"),
        "unknown kind 50": greeted(frame(50, CONTROL, cbor({}))),
        "unknown kind 50 when elected": elected(frame(50, CONTROL, cbor({}))),
        "unknown kind 200": elected(frame(200, CONTROL, b"\xff\xff") + control(PING, {1: 5})),
        # The order of the opening.
        "hello before prove": after_tls(hello),
        "second prove": greeted(PROVEN),
        "second hello": greeted(lambda: hello() + hello()),
        "elect before hello": greeted(control(ELECT, {1: 1})),
        "elect by the wrong side": wrong_side,
        "elect by the wrong side, crossed": wrong_side_first,
        "second elect": elected(control(ELECT, {1: 2})),
        "elect 0": lambda port, peer_id: elect_number(port, peer_id, 0),
        "elect 2^53 + 1": lambda port, peer_id: elect_number(port, peer_id, (1 << 53) + 1),
        "activity before election": lambda port, peer_id: early(port, peer_id),
        "a proof in the lobby": after_tls(control(PROVE, {1: bytes(32)})),
        "a proof of 31 bytes": after_tls(control(PROVE, {1: bytes(31)})),
        # CBOR.
        "empty payload": after_tls(frame(PROVE, CONTROL, b"")),
        "duplicate keys": after_tls(frame(PROVE, CONTROL, b"\xa2\x01\x40\x01\x40")),
        "keys out of order": after_tls(frame(PROVE, CONTROL, b"\xa2\x01\x40\x00\x40")),
        "unknown key": after_tls(control(PROVE, {1: b"", 9: 1})),
        "unknown negative key": lambda port, _: negative_key(port),
        "long integer": after_tls(frame(PROVE, CONTROL, b"\xa1\x18\x01\x40")),
        "indefinite map": after_tls(frame(PROVE, CONTROL, b"\xbf\x01\x40\xff")),
        "tag": after_tls(frame(PROVE, CONTROL, b"\xc0\xa1\x01\x40")),
        "trailing bytes": after_tls(frame(PROVE, CONTROL, b"\xa1\x01\x40\x00")),
        "depth bomb": after_tls(frame(PROVE, CONTROL, b"\xa2\x01\x40\x20" + b"\x81" * 3000)),
        "depth bomb when elected": elected(
            frame(PING, CONTROL, b"\xa2\x01\x01\x20" + b"\x81" * 900000)),
        "map of 2^60": after_tls(frame(PROVE, CONTROL, b"\xbb\x10\x00\x00\x00\x00\x00\x00\x00")),
        "byte string of 2^60": after_tls(frame(
            PROVE, CONTROL, b"\xa1\x01\x5b\x10\x00\x00\x00\x00\x00\x00\x00")),
        "a text for a proof": after_tls(control(PROVE, {1: ""})),
        # Hellos.
        "version 1.7": hello_fields(lambda f: f.update({1: 7, 2: 9})),
        "versions upside down": hello_fields(lambda f: f.update({1: 1, 2: 0})),
        "no name": hello_fields(lambda f: f.pop(3)),
        "empty name": hello_fields(lambda f: f.update({3: ""})),
        "name with escape": hello_fields(lambda f: f.update({3: "\x1b[2Jx"})),
        "name with newline": hello_fields(lambda f: f.update({3: "a\nb"})),
        "name right to left": hello_fields(lambda f: f.update({3: "a\u202eb"})),
        "name of 64 bytes": hello_fields(lambda f: f.update({3: "x" * 64})),
        "name with spaces around": hello_fields(lambda f: f.update({3: " x "})),
        "name not UTF-8": hello_bytes(lambda b: b.replace(b"\x67mallory", b"\x67mall\xff\xfey")),
        "name of 1 MiB": greeted(lambda: control(
            HELLO, {1: 0, 2: 0, 3: "x" * (1 << 20), 4: bytes(16), 5: [1], 6: 9})),
        "name of 1 MiB in a profile": elected(
            lambda p: reliable(PROFILE, {1: "x" * 1_000_000, 2: [1]}, 1)),
        "name with escape in a profile": elected(
            lambda p: reliable(PROFILE, {1: "\x1b]0;x\x07", 2: [1]}, 1)),
        "instance of 15 bytes": hello_fields(lambda f: f.update({4: bytes(15)})),
        "65 activities": hello_fields(lambda f: f.update({5: list(range(65))})),
        "activities unsorted": hello_fields(lambda f: f.update({5: [2, 1]})),
        "port 65536": hello_fields(lambda f: f.update({6: 65536})),
        # After the election.
        "sequence gap": elected(lambda p: activity(p, cbor({}), 2)),
        "sequence 0": elected(lambda p: activity(p, cbor({}), 0)),
        "sequence repeated": elected(lambda p: reliable(PROFILE, {1: "mallory", 2: [1]}, 1) * 2),
        "sequence 2^64 - 1": elected(lambda p: activity(p, cbor({}), (1 << 64) - 1)),
        "ack of what was never sent": elected(control(ACK, {1: 1 << 40})),
        "another origin": elected(
            lambda p: reliable(ACTIVITY, {1: 1, 2: bytes(32), 3: 1, 4: b"\xa0"}, 1)),
        "unknown activity": elected(lambda p: activity(p, b"\xff\xff", 1, 77)),
        "activity body rubbish": elected(lambda p: activity(p, b"\xff\xff", 1)),
        "activity body of 1 MiB": elected(lambda p: activity(p, bytes((1 << 20) - 300), 1)),
        "65 members": elected(
            lambda p: reliable(
                MEMBERS, {1: [{1: os.urandom(32), 2: []} for _ in range(65)]}, 1)),
        "member at 0.0.0.0": elected(
            lambda p: reliable(
                MEMBERS, {1: [{1: bytes(32), 2: [[bytes(4), 9]]}]}, 1)),
        "member at port 0": elected(
            lambda p: reliable(
                MEMBERS, {1: [{1: bytes(32), 2: [[b"\x0a\x00\x00\x01", 0]]}]}, 1)),
        "chunk out of order": elected(frame(
            CHUNK, BULK, cbor({1: 1, 2: 1, 3: 1, 4: 5, 5: False, 6: b"x"}))),
        "chunk of 16 KiB + 1": elected(frame(
            CHUNK, BULK, cbor({1: 1, 2: 1, 3: 1, 4: 0, 5: False, 6: bytes(16385)}))),
        "snapshot of rubbish": elected(frame(
            CHUNK, BULK, cbor({1: 1, 2: 1, 3: 1, 4: 0, 5: True, 6: b"\xff"}))),
        "credit 2^64 - 1": elected(control(CREDIT, {1: (1 << 64) - 1})),
        "goodbye of no known reason": elected(control(GOODBYE, {1: 99, 2: 0})),
        "goodbye with rubbish": elected(frame(GOODBYE, CONTROL, b"\xff")),
    }

    def elect_number(port, peer_id, number):
        peer = opened(port, identity(below=peer_id))
        peer.send(control(ELECT, {1: number}))
        return peer.outcome(4)

    def early(port, peer_id):
        peer = opened(port, identity(below=peer_id))
        peer.send(activity(peer, cbor({}), 1))
        return peer.outcome()

    def negative_key(port):
        peer = opened(port, steps="")
        peer.send(frame(PROVE, CONTROL, cbor({1: b"", -1: 5})) + hello())
        return "greeted" if peer.read(5, until=HELLO) else peer.outcome()

    def table(port, *wanted):
        """What becomes of each scenario, a line each."""
        peer_id = daemon_id(port)
        for name in wanted or SCENARIOS:
            try: outcome = SCENARIOS[name](port, peer_id)
            except Exception as error: outcome = "exception %r" % (error,)
            print("%s: %s" % (name, outcome), flush=True)
    """#
