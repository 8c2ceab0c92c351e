"""One link: a TCP connection with TLS and frames, the states of section 7.2, both lanes, liveness and goodbye.

What is between peers is decided elsewhere (session.py); a link asks its session and tells it.
"""

import asyncio
import collections

import frames
from cbor import Malformed, encode
from frames import REASON, REASONS
from keys import Keys
from tls import Channel, Refused

OPENING, PING_AFTER, CUT_AFTER = 10, 2, 8
WINDOW, GRANT, CHUNK = 262_144, 65_536, 16_384
LARGEST_SNAPSHOT, MOST_SNAPSHOTS = 8_388_608, 8


class Link:
    def __init__(self, session, reader, writer, client, wanted=None):
        self.session, self.client, self.wanted = session, client, wanted
        self._reader, self._writer = reader, writer
        self._channel = Channel(session.tls, client)
        self._cutter = frames.Cutter()
        self._clock = asyncio.get_running_loop().time
        self._heard = self._begun = self._clock()
        self._pinged = False
        self._pings = 0
        self.state = "connecting"
        self.peer = self.instance = self.hello = self.number = None
        self.address = (writer.get_extra_info("peername") or ("", 0))[:2]     # none after a reset
        self.settled = asyncio.get_running_loop().create_future()
        self._sent = self._received = self._acked = self._acked_by_peer = 0
        self._credit, self._sum, self._bulk = WINDOW, 0, collections.deque()
        self._snapshots, self._snapshot_ids = {}, 0
        self.said, self._keys = None, Keys()        # the activities that its hello listed

    # The connection

    async def run(self):
        ticking = asyncio.create_task(self._tick())
        try:
            async with asyncio.timeout(OPENING):
                while not self._handshake():
                    if not await self._cable_in():
                        return
            self._open()
            while self.state != "ended":
                self._cut()
                if self.state == "ended" or not await self._cable_in():
                    break
                if self._channel.ended and self.state != "draining":
                    self._cut()
                    break
        except (Refused, OSError, TimeoutError, asyncio.IncompleteReadError) as error:
            self.session.note("linkFailed", why=str(error) or type(error).__name__)
        finally:
            ticking.cancel()
            await self._close()

    def _handshake(self):
        try:
            return self._channel.handshake()
        finally:
            self._flush()

    async def _cable_in(self):
        data = await self._reader.read(65536)
        if data:
            self._channel.cable_in(data)
        return bool(data)

    def _flush(self):
        data = self._channel.cable_out()
        if data and not self._writer.is_closing():
            self._writer.write(data)

    async def _close(self):
        """Read to the end of the stream, for as long as that is worth it, and close."""
        self._finish("fell", None)
        try:
            self._channel.close_notify()
            self._flush()
            if self._writer.can_write_eof():
                self._writer.write_eof()
            async with asyncio.timeout(4):
                while await self._reader.read(65536):
                    pass
        except (OSError, TimeoutError):
            pass
        self._writer.close()

    def cut(self):
        """End it without a goodbye, as a cut cable would."""
        self._finish("fell", None)
        self._writer.transport.abort()

    async def _tick(self):
        while True:
            await asyncio.sleep(0.25)
            now = self._clock()
            if self.state in ("draining", "ended"):
                continue
            if self.state != "elected" and now - self._begun > OPENING:
                self.goodbye("tooSlow") if self.state != "connecting" else self.cut()
            elif now - self._heard > CUT_AFTER:
                self.cut()
            elif now - self._heard > PING_AFTER and not self._pinged and self.state != "connecting":
                self.ping()
                self._pinged = True

    # Out

    def _write(self, data):
        if self.state != "ended":
            self._channel.write(data)
            self._flush()

    def send(self, kind, payload):
        self.frame(kind, encode(payload))

    def frame(self, kind, payload):
        if frames.LANE[kind] == frames.RELIABLE:
            self._sent += 1
        self._write(frames.frame(kind, payload, self._sent))

    def raw(self, data):
        """Bytes that no proper peer would send, for tests."""
        self._write(data)

    def ping(self):
        self._pings += 1
        self.send(frames.PING, {1: self._pings})

    def snapshot(self, activity, version, data):
        self._snapshot_ids += 1
        pieces = [data[at:at + CHUNK] for at in range(0, len(data), CHUNK)] or [b""]
        for index, piece in enumerate(pieces):
            self._bulk.append(frames.frame(frames.CHUNK, encode({
                1: activity, 2: self._snapshot_ids, 3: version, 4: index, 5: index == len(pieces) - 1,
                6: piece})))
        self._send_bulk()

    def _send_bulk(self):
        while self._bulk and self._credit > 0:
            data = self._bulk.popleft()
            self._credit = max(0, self._credit - len(data))
            self._write(data)

    def goodbye(self, reason, retry=0):
        """Say why, and end; what comes from now on is dropped."""
        if self.state in ("connecting", "draining", "ended"):
            return
        self._write(frames.frame(frames.GOODBYE, encode({1: REASON[reason], 2: retry})))
        self._finish("us", reason, state="draining")
        self._channel.close_notify()
        self._flush()
        if not self._writer.is_closing():
            self._writer.write_eof()
        asyncio.get_running_loop().call_later(4, self._writer.transport.abort)

    def _finish(self, side, reason, retry=0, state="ended"):
        """Tell the session once that the link is over."""
        before, self.state = self.state, state if self.state != "draining" else "ended"
        if before not in ("draining", "ended"):
            if not self.settled.done():
                self.settled.set_result(False)
            self.session.link_ended(self, before, side, reason, retry)

    # In

    def _open(self):
        self.peer = self._channel.peer()
        self.state = "proving"
        self.send(frames.PROVE, {1: b""})
        refusal = self.session.judge_peer(self)
        if refusal:
            self.goodbye(*refusal)

    def _speaks_first(self):
        """The arbiter says hello on the prove, the other when it has accepted the arbiter's (section 7.1)."""
        return self.session.id <= self.peer

    def _say_hello(self):
        hello = self.session.hello_to(self.peer)
        self.said = hello[5]
        self.send(frames.HELLO, hello)

    def _cut(self):
        """Take every frame that is there."""
        data = self._channel.read()
        if data:
            self._heard, self._pinged = self._clock(), False
        if self.state in ("draining", "ended"):
            return
        self._cutter.feed(data)
        try:
            while self.state not in ("draining", "ended"):
                cut = self._cutter.next()
                if cut is None:
                    break
                self._take(*cut)
        except Malformed as error:
            self.session.note("malformed", why=str(error))
            self.goodbye("malformed")
        except frames.Unsupported:
            self.goodbye("unsupported")
        if self.state == "elected" and self._received > self._acked:
            self._acked = self._received
            self.send(frames.ACK, {1: self._acked})

    def _take(self, kind, lane, sequence, raw):
        payload = frames.payload(kind, lane, raw)
        if payload is None:
            return
        if kind == frames.GOODBYE:
            self._finish("them", REASONS[payload[1]], payload[2])
        elif kind == frames.PING:
            self.send(frames.PONG, payload)
        elif kind == frames.PONG:
            self.session.note("pong", peer=self.peer, number=payload[1])
        elif self.state == "proving" and kind == frames.PROVE:
            if payload[1]:
                self.goodbye("wrongGroup")
                return
            self.state = "greeting"
            if self._speaks_first():
                self._say_hello()
        elif self.state == "greeting" and kind == frames.HELLO:
            self.hello, self.instance = payload, payload[4]
            if payload[1] > payload[2]:
                raise Malformed("lowest version above highest")
            refusal = self.session.judge(self)
            if refusal:
                self.goodbye(*refusal)
                return
            self._cutter.limit = frames.AFTER_HELLO
            self.state = "authenticated"
            if not self._speaks_first():
                self._say_hello()
            self.session.accepted(self)
        elif self.state == "authenticated" and kind == frames.ELECT:
            self.session.elect_came(self, payload[1])
        elif self.state == "elected" and kind > frames.ELECT:
            self._take_elected(kind, sequence, payload)
        else:
            raise Malformed(f"kind {kind} while {self.state}")

    def elected(self, number):
        self.state, self.number = "elected", number
        if not self.settled.done():
            self.settled.set_result(True)

    def _take_elected(self, kind, sequence, payload):
        if sequence is not None:
            if sequence != self._received + 1:
                raise Malformed("a gap or a repeat on the reliable lane")
            self._received = sequence
        if kind == frames.ACK:
            if payload[1] > self._sent:
                raise Malformed("an ack of what was never sent")
            self._acked_by_peer = max(self._acked_by_peer, payload[1])
            self.session.note("acked", peer=self.peer, upTo=payload[1], all=payload[1] == self._sent)
        elif kind == frames.CREDIT:
            self._credit = min(WINDOW, self._credit + payload[1])
            self._send_bulk()
        elif kind == frames.MEMBERS:
            self.session.members_came(self, payload[1])
        elif kind == frames.PROFILE:
            self.session.profile_came(self, payload)
        elif kind == frames.ACTIVITY:
            if payload[2] != self.peer:
                raise Malformed("another origin")
            self.session.activity_came(self, payload[1], payload[4])
        elif kind == frames.CHUNK:
            self._take_chunk(payload)
        elif kind == frames.KEYED:
            if self._keys.takes(*(payload[each] for each in (1, 2, 3))):
                self.session.state_came(self, *(payload[each] for each in (1, 2, 3, 4)))
        elif kind == frames.REMOVAL:
            removal = [payload[each] for each in (1, 2, 3)]
            if self._keys.removes(*removal):
                self.session.removal_came(self, *removal)

    def _take_chunk(self, chunk):
        activity, identifier, version, index, last, data = (chunk[key] for key in range(1, 7))
        self._sum += len(data) + 64
        if self._sum >= GRANT:
            self.send(frames.CREDIT, {1: self._sum})
            self._sum = 0
        so_far = self._snapshots.get(activity)
        if so_far is None and len(self._snapshots) == MOST_SNAPSHOTS:
            raise Malformed("too many activities with snapshots")
        if so_far is None or identifier > so_far["id"]:
            so_far = self._snapshots[activity] = {"id": identifier, "version": version, "data": b"",
                                                  "next": 0, "complete": False}
        if (identifier, version, index) != (so_far["id"], so_far["version"], so_far["next"]) or so_far["complete"]:
            raise Malformed("a chunk that does not fit")
        so_far["next"] += 1
        so_far["data"] += data
        so_far["complete"] = last
        if len(so_far["data"]) > LARGEST_SNAPSHOT:
            raise Malformed("a snapshot that is too long")
        if last:
            whole, so_far["data"] = so_far["data"], b""
            self.session.snapshot_came(self, activity, whole)

