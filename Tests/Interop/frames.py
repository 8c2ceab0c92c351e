"""Frames of section 5: cutting them out of a stream, and writing them."""

import struct

from cbor import Malformed, decode
from schema import PAYLOADS

CONTROL, RELIABLE, STATE, BULK = range(4)
(PROVE, HELLO, ELECT, PING, PONG, GOODBYE, ACK, CREDIT, MEMBERS, PROFILE, ACTIVITY, CHUNK, KEYED,
 REMOVAL) = range(1, 15)
LANE = {kind: CONTROL for kind in range(1, 9)} | {MEMBERS: RELIABLE, PROFILE: RELIABLE, ACTIVITY: RELIABLE,
                                                 CHUNK: BULK, KEYED: STATE, REMOVAL: RELIABLE}
BEFORE_HELLO, AFTER_HELLO = 4096, 1_048_576

REASONS = dict(enumerate(("leaving", "duplicate", "unsupported", "malformed", "identityInUse", "selfReached",
                          "blocked", "disconnected", "wrongGroup", "full", "overloaded", "tooSlow",
                          "unexpectedPeer", "fault"), 1))
REASON = {word: number for number, word in REASONS.items()}


class Unsupported(Exception):
    """A kind below 128 that this version does not have: goodbye(unsupported)."""


def frame(kind, payload, sequence=None):
    """The frame of a payload that is encoded already."""
    body = bytes([kind, LANE[kind]])
    if LANE[kind] == RELIABLE:
        body += struct.pack(">Q", sequence)
    body += payload
    return struct.pack(">I", len(body)) + body


class Cutter:
    """Bytes in, (kind, lane, sequence, raw payload) out, one at a time: the limit may change between two."""

    def __init__(self):
        self.limit = BEFORE_HELLO
        self._waiting = bytearray()

    def feed(self, data):
        self._waiting += data

    def next(self):
        if len(self._waiting) < 4:
            return None
        length = int.from_bytes(self._waiting[:4], "big")
        if not 2 <= length <= self.limit:
            raise Malformed(f"a frame of {length} bytes")
        if len(self._waiting) < 4 + length:
            return None
        body = bytes(self._waiting[4:4 + length])
        del self._waiting[:4 + length]
        kind, lane = body[0], body[1]
        if lane > BULK:
            raise Malformed(f"lane {lane}")
        if lane == RELIABLE and length < 10:
            raise Malformed("a reliable frame without its sequence")
        sequence = int.from_bytes(body[2:10], "big") if lane == RELIABLE else None
        return kind, lane, sequence, body[10 if lane == RELIABLE else 2:]


def payload(kind, lane, raw):
    """The checked payload of a known kind; None for one that is to be ignored."""
    if kind not in LANE:
        if kind >= 128:
            return None
        raise Unsupported(f"kind {kind}")
    if lane != LANE[kind]:
        raise Malformed(f"kind {kind} on lane {lane}")
    return PAYLOADS[kind](decode(raw))
