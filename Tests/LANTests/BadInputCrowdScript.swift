/// The hostile peer's crowds: many connections, or much on one.
let badInputCrowdScript = #"""
    # --- Crowds --------------------------------------------------------------------------------

    def closed_within(sockets, seconds):
        """How many of the sockets the other side ends in that time; each is read to its end."""
        limit, left = time.monotonic() + seconds, list(sockets)
        while left and time.monotonic() < limit:
            ready = select.select(left, [], [], max(0, limit - time.monotonic()))[0]
            for one in ready:
                try: over = not one.recv(65536)
                except ConnectionError: over = True
                if over: left.remove(one)
        return len(sockets) - len(left)

    def connects(port, count, sources=None):
        made = []
        for index in range(count):
            one = socket.socket()
            one.bind((sources[index % len(sources)] if sources else fresh_source(), 0))
            one.connect(("127.0.0.1", port))
            made.append(one)
        return made

    def silent(port, count="200"):
        """Connect and say nothing, from as many sources: 64 are kept, and those 10 s only."""
        made = connects(port, int(count))
        print("gave way", closed_within(made, 3), flush=True)
        print("ended", closed_within(made, 20), flush=True)

    def one_source(port, count="40"):
        """The same, slowly, from one source: 8 are kept."""
        source, made = [fresh_source()], []
        for _ in range(int(count)):
            made += connects(port, 1, source)
            time.sleep(0.12)
        print("gave way", closed_within(made, 1), flush=True)
        print("ended", closed_within(made, 20), flush=True)

    def burst(port, count="40"):
        """A burst of one source: 10 a second may try."""
        made = connects(port, int(count), [fresh_source()])
        print("refused or gave way", closed_within(made, 2), flush=True)

    def dripping_hello(port, count="50"):
        """The beginning of a TLS handshake, a byte a second each."""
        made = connects(port, int(count))
        whole = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc" + bytes(500)
        start, ended = time.monotonic(), 0
        for byte in whole:
            for one in list(made):
                try: one.sendall(bytes([byte]))
                except OSError: made.remove(one); ended += 1
            done = closed_within(made, 1)
            if time.monotonic() - start > 30 or ended >= int(count): break
        print("ended", ended, "of", count, "after",
            round(time.monotonic() - start), "s", flush=True)

    def dripping_frames(port, count="50"):
        """Elected links that announce 1 MiB each, and give the daemon a byte a second of it."""
        peer_id = daemon_id(port)
        peers = [joined(port, peer_id) for _ in range(int(count))]
        print("joined", sum(p.end is None for p in peers), flush=True)
        for peer in peers: peer.send(struct.pack(">I", 1 << 20))
        start = time.monotonic()
        while time.monotonic() - start < 25:
            for peer in peers:
                if not peer.end:
                    peer.send(b"\x0b")
                    peer.read(0.001)
            if all(p.end for p in peers): break
            time.sleep(1)
        ends = {}
        for peer in peers:
            end = peer.outcome(0.01)
            ends[end] = ends.get(end, 0) + 1
        print("ends", ends, "after",
            round(time.monotonic() - start), "s", flush=True)

    def heavy_frames(port, count="50"):
        """As many frames of nearly 1 MiB, all but the last byte, at once."""
        peer_id = daemon_id(port)
        peers = [joined(port, peer_id) for _ in range(int(count))]
        for peer in peers: peer.send(struct.pack(">I", 1 << 20) + bytes((1 << 20) - 1))
        print("held", sum(p.end is None for p in peers), flush=True)
        sys.stdin.read()

    def half_snapshots(port, count="60"):
        """Snapshots of eight activities that are never complete, 7 MiB each."""
        peer_id = daemon_id(port)
        sent, ends = 0, {}
        for _ in range(int(count)):
            peer = joined(port, peer_id)
            for number in range(1, 9):
                for index in range(448):
                    if not peer.send(frame(CHUNK, BULK, cbor(
                        {1: number, 2: 1, 3: 1, 4: index, 5: False, 6: bytes(16384)}))): break
                    sent += 16384
            end = peer.outcome(0.2)
            ends[end] = ends.get(end, 0) + 1
            keep.append(peer)
        print("sent", sent >> 20, "MiB", ends, flush=True)
        sys.stdin.read()

    keep = []

    def deaf(port, seconds="12"):
        """Joins, then asks and never reads: pings whose pongs pile up."""
        peer_id = daemon_id(port)
        peer = joined(port, peer_id, receive=4096)
        ping, start, sent = control(PING, {1: 1}) * 500, time.monotonic(), 0
        peer.socket.settimeout(1)
        while time.monotonic() - start < float(seconds) and not peer.end:
            try:
                for _ in range(20):
                    peer.tls.send(ping)
                    data = peer.tls.bio_read(1 << 20)
                    peer.socket.sendall(data)
                    sent += 500
            except socket.timeout: break
            except OSError: peer.end = "reset"
        print("sent", sent, "pings;", peer.end or "stuck", flush=True)
        peer.socket.settimeout(20)
        try:
            while peer.socket.recv(1 << 20): pass
            print("then closed", flush=True)
        except OSError as error: print("then", type(error).__name__, flush=True)

    def flood(port, seconds="5"):
        """Snapshots of rubbish activities and of nothing, as fast as they go."""
        peer_id = daemon_id(port)
        peer, number, start, sequence = joined(port, peer_id), 0, time.monotonic(), 0
        while time.monotonic() - start < float(seconds) and not peer.end:
            data = b""
            for _ in range(20):
                number += 1
                data += frame(
                    CHUNK, BULK, cbor({1: 77, 2: number, 3: 1, 4: 0, 5: True, 6: bytes(16384)}))
                sequence += 1
                data += activity(peer, bytes(1000), sequence, 77)
            peer.send(data)
            peer.read(0.001)
        print("sent", number, "snapshots;", peer.outcome(0.1), flush=True)

    def crowd(port, count="5000", at_once="1"):
        """So many identities that join, say goodbye or vanish, and never come back."""
        peer_id, done, ends = daemon_id(port), 0, {}
        for index in range(int(count)):
            peer = joined(port, peer_id)
            if peer.end: ends[peer.outcome(0)] = ends.get(peer.outcome(0), 0) + 1
            else:
                peer.read(0.0)
                kinds = [k for k, _, _ in peer.frames]
                if GOODBYE in kinds:
                    end = peer.outcome(0)
                    ends[end] = ends.get(end, 0) + 1
                else: done += 1
            if index % 3 == 0:
                peer.send(control(GOODBYE, {1: 1, 2: 0}))
                peer.close()
            elif index % 3 == 1: peer.abort()
            else:
                peer.send(b"\x00")
                peer.close()
            if (index + 1) % 500 == 0: print(index + 1, "joined", done, ends, flush=True)
        print("joined", done, ends, flush=True)

    def resets(port, count="200"):
        """Resets in the midst of what the daemon writes."""
        peer_id = daemon_id(port)
        who = identity(below=peer_id)
        for _ in range(int(count)):
            peer = opened(port, who)
            peer.send(control(ELECT, {1: 1}) + control(PING, {1: 1}) * 50)
            peer.abort()
        print("reset", count, flush=True)

    if __name__ == "__main__":
        what, port, rest = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
        globals()[what](port, *rest)
    """#
