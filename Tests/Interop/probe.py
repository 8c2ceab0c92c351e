"""One connection that says exactly what it is told, and prints what it hears as one JSON object.

    probe.py STATE ADDRESS PORT HEX...

Each HEX is plaintext for the link; `wait` in its place waits for one more frame of the daemon's. Printed are
`heard`, the [kind, payload in hexadecimal] of each frame, and `closed`, whether a close_notify came.
"""

import json
import socket
import sys

import frames
import tls
from identity import Identity


class Probe:
    def __init__(self, state, address, port):
        self._channel = tls.Channel(tls.context(Identity.load_or_make(state)), client=True)
        self._socket = socket.create_connection((address, port), timeout=20)
        self._cutter, self.heard = frames.Cutter(), []
        self._cutter.limit = frames.AFTER_HELLO
        while not self._channel.handshake():
            self._flush()
            self._cable_in()
        self._flush()

    def _flush(self):
        self._socket.sendall(self._channel.cable_out())

    def _cable_in(self):
        data = self._socket.recv(65536)
        self._channel.cable_in(data)
        return bool(data)

    def say(self, data):
        self._channel.write(data)
        self._flush()

    def hear(self, count):
        """Read until there are `count` frames, or the end."""
        try:
            while True:
                self._cutter.feed(self._channel.read())
                while cut := self._cutter.next():
                    self.heard.append([cut[0], cut[3].hex()])
                if len(self.heard) >= count or self._channel.ended or not self._cable_in():
                    return
        except OSError as error:
            self.heard.append([-1, str(error)])

    def end(self):
        self.hear(1 << 30)
        self._channel.close_notify()
        try:
            self._flush()
        except OSError:
            pass
        self._socket.close()
        return {"heard": self.heard, "closed": self._channel.ended}


def main():
    state, address, port, *words = sys.argv[1:]
    probe, count = Probe(state, address, int(port)), 0
    for word in words:
        if word == "wait":
            count += 1
            probe.hear(count)
        else:
            probe.say(bytes.fromhex(word))
    print(json.dumps(probe.end()))


if __name__ == "__main__":
    main()
