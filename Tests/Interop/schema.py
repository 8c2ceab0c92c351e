"""The CDDL of Protocol.md as small checkers: each takes a decoded value, returns it, or raises Malformed."""

import unicodedata

from cbor import Malformed

JOINERS = "\u200c\u200d"


def uint(most=(1 << 64) - 1, least=0):
    def check(value):
        if type(value) is not int or not least <= value <= most:
            raise Malformed(f"{value!r} is no number from {least} to {most}")
        return value
    return check


def blob(*sizes, most=None):
    def check(value):
        if type(value) is not bytes:
            raise Malformed("no byte string")
        if len(value) > most if most is not None else len(value) not in sizes:
            raise Malformed(f"a byte string of {len(value)} bytes")
        return value
    return check


def boolean(value):
    if type(value) is not bool:
        raise Malformed("no bool")
    return value


def name(value):
    if type(value) is not str or not 1 <= len(value.encode("utf-8")) <= 63:
        raise Malformed("no name")
    for scalar in value:
        category = unicodedata.category(scalar)
        if category[0] not in "LMNPS" and category != "Zs" and scalar not in JOINERS:
            raise Malformed("a scalar that no name has")
    if any(end.isspace() or end in JOINERS for end in (value[0], value[-1])):
        raise Malformed("a name with an open end")
    return value


def array(item, most, least=0):
    def check(value):
        if type(value) is not list or not least <= len(value) <= most:
            raise Malformed("no array, or too short or long")
        return [item(each) for each in value]
    return check


def ascending(value):
    numbers = array(uint(), 64)(value)
    if any(a >= b for a, b in zip(numbers, numbers[1:])):
        raise Malformed("not strictly ascending")
    return numbers


def table(fields, optional=(), most=8):
    """A map: every key of `fields` but the optional ones must be there; negative keys are dropped."""
    def check(value):
        if type(value) is not dict or len(value) > most:
            raise Malformed("no map, or too many entries")
        kept = {}
        for key, item in value.items():
            if key in fields:
                kept[key] = fields[key](item)
            elif key >= 0:
                raise Malformed(f"key {key} is not known and not negative")
        missing = [key for key in fields if key not in kept and key not in optional]
        if missing:
            raise Malformed(f"key {missing[0]} is missing")
        return kept
    return check


def endpoint(value):
    if type(value) is not list or len(value) != 2:
        raise Malformed("no endpoint")
    address, port = blob(4, 16)(value[0]), uint(65535, 1)(value[1])
    if not any(address) or address[0] == 255 and len(address) == 16 or address == b"\xff" * 4:
        raise Malformed("an address for nobody, or for everybody")
    if len(address) == 4 and (address[:2] == b"\xa9\xfe" or 224 <= address[0] < 240):
        raise Malformed("link-local or multicast")
    if len(address) == 16 and address[0] == 0xFE and address[1] & 0xC0 == 0x80:
        raise Malformed("link-local")
    return address, port


number = table({1: uint()})
counted = table({1: uint(1 << 53)})
peer_id = blob(32)

PAYLOADS = {
    1: table({1: blob(0, 32)}),
    2: table({1: uint(1 << 32), 2: uint(1 << 32), 3: name, 4: blob(16), 5: ascending,
              6: uint(65535), 7: uint(1 << 53)}, optional=(7,), most=16),
    3: counted, 4: number, 5: number,
    6: table({1: uint(14, 1), 2: uint(3_600_000)}),
    7: number, 8: number,
    9: table({1: array(table({1: peer_id, 2: array(endpoint, 8)}), 64)}),
    10: table({1: name, 2: ascending}),
    11: table({1: uint(), 2: peer_id, 3: uint(), 4: blob(most=1_048_320)}),
    12: table({1: uint(), 2: uint(), 3: uint(), 4: uint(), 5: boolean, 6: blob(most=16384)}, most=12),
    13: table({1: uint(), 2: uint(), 3: uint(), 4: blob(most=192)}),
    14: table({1: uint(), 2: uint(), 3: uint()}),
}

_HEAD = {0: uint(5, 1), 1: blob(16), 2: uint(1 << 53, 1), 3: peer_id, 4: uint(4095), 5: blob(32),
         6: uint(253402300799999)}
_REVEAL = table({0: uint((1 << 32) - 1), 1: blob(32)})
_U32 = uint((1 << 32) - 1)
_EVENTS = {
    1: table({**_HEAD, 7: _U32, 8: uint(999_999_999), 9: blob(32), 10: name}, most=36),
    2: table({**_HEAD, 10: name, 11: peer_id, 12: _U32, 13: uint()}, most=36),
    3: table({**_HEAD, 14: uint(4095), 15: uint(3, 1)}, most=36),
    4: table({**_HEAD, 11: peer_id, 17: _REVEAL}, optional=(17,), most=36),
}
_WITHDRAWN = table({**_HEAD, 14: uint(4095), 16: uint(5, 5)}, most=36)
_CANCELLED = table({**_HEAD, 16: uint(4, 1), 17: _REVEAL}, optional=(17,), most=36)


def event(value):
    if type(value) is not dict:
        raise Malformed("no event")
    kind = value.get(0)
    if kind == 5:
        return (_WITHDRAWN if value.get(16) == 5 else _CANCELLED)(value)
    if type(kind) is not int or kind not in _EVENTS:
        raise Malformed("an unknown event")
    checked = _EVENTS[kind](value)
    if kind == 1 and checked[7] > checked[8]:
        raise Malformed("low above high")
    return checked


_KEY = {2: blob(16), 3: uint(1 << 53, 1), 4: peer_id}
_KIND = {0: uint(7, 1)}
_GUESS_MESSAGES = {
    1: table({**_KIND, 1: event}, most=24),
    2: table({**_KIND, 2: blob(16), 5: uint(), 6: _U32}, most=24),
    3: table({**_KIND, 2: blob(16), 5: uint()}, most=24),
    4: table({**_KIND, 2: blob(16), 5: uint(), 7: uint(4, 1)}, most=24),
    5: table({**_KIND, **_KEY, 8: uint(4095), 9: blob(32), 10: boolean}, most=24),
    6: table({**_KIND, **_KEY}, most=24),
    7: table({**_KIND, 11: array(event, 4096)}, most=24),
}


def guess_message(value, snapshot):
    if type(value) is not dict or type(value.get(0)) is not int or value[0] not in _GUESS_MESSAGES:
        raise Malformed("no message of the game")
    if (value[0] == 7) != snapshot:
        raise Malformed("a snapshot where none belongs, or something else where one does")
    return _GUESS_MESSAGES[value[0]](value)


_COUNT = {1: uint(1 << 53, 1)}
_INTRODUCED = {2: array(table({1: _U32, 2: uint(2, 1), 3: name}), 1024)}
_ROUTE = {3: table({1: name, 2: boolean, 3: array(blob(most=1 << 20), 4096, 1), 4: blob(32)})}
_RIDE_KIND = {0: uint(5, 1)}
_RIDE_MESSAGES = {
    1: table({**_RIDE_KIND, **_COUNT, **_INTRODUCED}, most=24),
    2: table({**_RIDE_KIND, **_COUNT, **_ROUTE}, optional=(3,), most=24),
    3: table({**_RIDE_KIND, 4: _U32, 5: _COUNT[1], 6: blob(8)}, most=24),
    4: table({**_RIDE_KIND, 4: _U32, 5: _COUNT[1], 7: peer_id, 8: _U32}, optional=(7, 8), most=24),
    5: table({**_RIDE_KIND, **_COUNT, **_INTRODUCED, **_ROUTE}, optional=(3,), most=24),
}


def ride_message(value, snapshot):
    if type(value) is not dict or type(value.get(0)) is not int or value[0] not in _RIDE_MESSAGES:
        raise Malformed("no message of the ride")
    if (value[0] == 5) != snapshot:
        raise Malformed("a snapshot where none belongs, or something else where one does")
    checked = _RIDE_MESSAGES[value[0]](value)
    if (7 in checked) != (8 in checked):
        raise Malformed("a helper's peer without its rider, or the other way round")
    return checked
