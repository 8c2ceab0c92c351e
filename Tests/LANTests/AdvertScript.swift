/// Says by hand what an instance's own mDNS would say, at moments that Avahi would not choose.
///
/// Arguments: this host's address, a label that says goodbye 50 ms after it came and gives its
/// addresses only when that has been noticed, and one that stays. Both lead to ports on which it
/// listens; it says of each when somebody dials it.
let advertScript = #"""
    import select, socket, struct, sys, threading, time

    address, fleeting, staying = sys.argv[1:]
    TYPE, PTR, TXT, SRV, A = "_paceline._tcp.local", 12, 16, 33, 1
    GROUP = ("224.0.0.251", 5353)

    def name(text):
        return b"".join(bytes([len(part)]) + part.encode() for part in text.split(".")) + b"\0"

    def record(owner, kind, seconds, data):
        unique = 0 if kind == PTR else 0x8000
        return name(owner) + struct.pack("!HHIH", kind, 1 | unique, seconds, len(data)) + data

    def say(*records):
        mdns.sendto(struct.pack("!6H", 0, 0x8400, 0, len(records), 0, 0) + b"".join(records), GROUP)

    def pointer(label, seconds):
        return record(TYPE, PTR, seconds, name(f"{label}.{TYPE}"))

    def place(label, port):
        host = f"{label[:8]}.local"
        return [record(f"{label}.{TYPE}", SRV, 120, struct.pack("!3H", 0, 0, port) + name(host)),
                record(f"{label}.{TYPE}", TXT, 120, b"\x03v=1"),
                record(host, A, 120, socket.inet_aton(address))]

    def listener(label):
        one = socket.create_server((address, 0))
        def serve():
            while True:
                one.accept()[0].close()
                print("dialled", label, flush=True)
        threading.Thread(target=serve, daemon=True).start()
        return one.getsockname()[1]

    mdns = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    mdns.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    mdns.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 255)
    mdns.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(address))
    mdns.bind(("", 5353))
    ports = {label: listener(label) for label in (fleeting, staying)}
    say(pointer(fleeting, 4500))
    time.sleep(0.05)
    say(pointer(fleeting, 0))
    print("goodbye", flush=True)
    # Avahi passes a goodbye on after a second (RFC 6762 10.1).
    time.sleep(1.5)
    say(*place(fleeting, ports[fleeting]))
    say(pointer(staying, 4500), *place(staying, ports[staying]))
    print("said", flush=True)
    while True:
        # Who resolves the one that stays may ask again; the other one's questions are answered too.
        question = mdns.recv(9000)
        if question[2] & 0x80: continue
        say(*place(staying, ports[staying]))
        say(*place(fleeting, ports[fleeting]))
    """#
