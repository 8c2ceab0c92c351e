"""CBOR as section 6 of Protocol.md wants it: one encoding of each value, and a reader that takes no other.

Not cbor2: its canonical mode sorts keys by length first, and its reader takes every encoding.
"""

import math
import struct

DEEPEST = 16


class Malformed(Exception):
    """Bytes, or an order of them, that the protocol does not allow: goodbye(malformed)."""


def encode(value):
    if value is False:
        return b"\xf4"
    if value is True:
        return b"\xf5"
    if value is None:
        return b"\xf6"
    if isinstance(value, int):
        return _head(0, value) if value >= 0 else _head(1, -1 - value)
    if isinstance(value, bytes):
        return _head(2, len(value)) + value
    if isinstance(value, str):
        text = value.encode("utf-8")
        return _head(3, len(text)) + text
    if isinstance(value, (list, tuple)):
        return _head(4, len(value)) + b"".join(encode(item) for item in value)
    if isinstance(value, dict):
        entries = sorted((encode(key), encode(item)) for key, item in value.items())
        return _head(5, len(entries)) + b"".join(key + item for key, item in entries)
    if isinstance(value, float):
        return _float(value)
    raise TypeError(f"{value!r} has no place in CBOR")


def decode(data):
    """The one value that fills `data` to its end, or Malformed."""
    value, end = _read(data, 0, 0)
    if end != len(data):
        raise Malformed("something follows the value")
    return value


def _head(major, number):
    if number < 24:
        return bytes([major << 5 | number])
    for extra, size in ((24, 1), (25, 2), (26, 4), (27, 8)):
        if number < 1 << 8 * size:
            return bytes([major << 5 | extra]) + number.to_bytes(size, "big")
    raise ValueError("more than 64 bits")


def _float(value):
    if math.isnan(value):
        return b"\xf9\x7e\x00"
    for head, form in ((b"\xf9", ">e"), (b"\xfa", ">f"), (b"\xfb", ">d")):
        try:
            packed = struct.pack(form, value)
        except OverflowError:
            continue
        if struct.unpack(form, packed)[0] == value:
            return head + packed
    raise ValueError(value)


def _take(data, at, count):
    if count > len(data) - at:
        raise Malformed("ends too early")
    return data[at:at + count], at + count


def _read(data, at, depth):
    first, at = _take(data, at, 1)
    major, extra = first[0] >> 5, first[0] & 31
    if major == 7:
        return _read_simple(data, at, extra)
    if extra > 27:
        raise Malformed("an indefinite length, or a reserved one")
    number = extra
    if extra >= 24:
        size = 1 << extra - 24
        raw, at = _take(data, at, size)
        number = int.from_bytes(raw, "big")
        if number < (24 if size == 1 else 1 << 4 * size):
            raise Malformed("not the shortest form")
    if major == 0:
        return number, at
    if major == 1:
        return -1 - number, at
    if major == 2:
        return _take(data, at, number)
    if major == 3:
        raw, at = _take(data, at, number)
        try:
            return raw.decode("utf-8"), at
        except UnicodeDecodeError:
            raise Malformed("a text that is not UTF-8") from None
    if major == 6:
        raise Malformed("a tag")
    if depth == DEEPEST:
        raise Malformed("nested too deep")
    if number > len(data) - at:
        raise Malformed("ends too early")
    if major == 4:
        items = []
        for _ in range(number):
            item, at = _read(data, at, depth + 1)
            items.append(item)
        return items, at
    return _read_map(data, at, depth, number)


def _read_map(data, at, depth, number):
    entries, before = {}, b""
    for _ in range(number):
        begin = at
        key, at = _read(data, at, DEEPEST)
        if type(key) is not int or not -1 << 63 <= key < 1 << 63:
            raise Malformed("a key that is no integer of 64 signed bits")
        if data[begin:at] <= before:
            raise Malformed("keys out of order, or one twice")
        before = data[begin:at]
        entries[key], at = _read(data, at, depth + 1)
    return entries, at


def _read_simple(data, at, extra):
    if extra in (20, 21, 22):
        return {20: False, 21: True, 22: None}[extra], at
    if extra not in (25, 26, 27):
        raise Malformed("a simple value")
    size, form = {25: (2, ">e"), 26: (4, ">f"), 27: (8, ">d")}[extra]
    raw, at = _take(data, at, size)
    value = struct.unpack(form, raw)[0]
    if encode(value)[1:] != raw:
        raise Malformed("a float that is not in its shortest form")
    return value, at
